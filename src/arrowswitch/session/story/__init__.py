"""What happened: changes of lines, stories of boards and pairs, versions that were posted, the register of offences."""

from arrowswitch.session.story.chronicle import board_story, line_story, nameless, pair_story, table_story
from arrowswitch.session.story.history import done_by, line_history
from arrowswitch.session.story.offences import (
    OFFENCE_KINDS,
    Offence,
    PenaltyAdvice,
    advise,
    amount_told,
    cost_told,
    earlier,
    known_persons,
    months_after,
    offence_from_json,
    offence_to_json,
    offence_told,
    offences,
)
from arrowswitch.session.story.together import first_of, together
from arrowswitch.session.story.versions import Changes, Version, changes_between, versions

__all__ = [
    "OFFENCE_KINDS",
    "Changes",
    "Offence",
    "PenaltyAdvice",
    "Version",
    "advise",
    "amount_told",
    "board_story",
    "changes_between",
    "cost_told",
    "done_by",
    "earlier",
    "first_of",
    "known_persons",
    "line_history",
    "line_story",
    "months_after",
    "nameless",
    "offence_from_json",
    "offence_to_json",
    "offence_told",
    "offences",
    "pair_story",
    "table_story",
    "together",
    "versions",
]
