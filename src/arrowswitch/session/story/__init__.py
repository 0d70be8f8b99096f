"""What happened: changes of lines, stories of boards and pairs, versions that were posted, the register of offences."""

from arrowswitch.session.story.chronicle import board_story, line_story, nameless, pair_story, table_story
from arrowswitch.session.story.history import done_by, first_of, last_change, together
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
from arrowswitch.session.story.touches import at_last, touches
from arrowswitch.session.story.versions import Changes, Version, changes_between, versions
