"""The best way to finish an evening: facts that are put together, the standing that they make, and the ways that the session grants."""

from arrowswitch.session.troubles.finishing.facts import (
    FACTS,
    MOST_FACTS,
    Fact,
    FactKind,
    manuals,
    read_fact,
    standings,
    write_fact,
)
from arrowswitch.session.troubles.finishing.proposing import (
    Finish,
    FinishWish,
    departures_told,
    proposals,
    ways_to_finish,
    wish_of,
)
from arrowswitch.session.troubles.finishing.tonight import rounds_to_plan, tonight

__all__ = [
    "FACTS",
    "MOST_FACTS",
    "Fact",
    "FactKind",
    "Finish",
    "FinishWish",
    "departures_told",
    "manuals",
    "proposals",
    "read_fact",
    "rounds_to_plan",
    "standings",
    "tonight",
    "ways_to_finish",
    "wish_of",
    "write_fact",
]
