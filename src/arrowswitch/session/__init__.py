"""One running session: commands are decided against the state and become entries; the state is a fold over them.

`decide(state, command)` gives entries or refuses; `evolve(state, entry)` gives the next state; `replay(entries)` gives the
state of a journal. Nothing here knows a clock, a file or a network. What people can do is in `acts`, who may do it in
`deciding`, how it is written in `journal`; what may be asked of a state is in `night`, what happened in `story`.
"""

from arrowswitch.deals.hands import BoardHands
from arrowswitch.journals import JournalFault
from arrowswitch.session import acts
from arrowswitch.session.acts import *  # noqa: F403 - all that people can do
from arrowswitch.session.acts.people import Seating
from arrowswitch.session.acts.rulings import Polled
from arrowswitch.session.deciding.decide import already_granted, decide, tried
from arrowswitch.session.journal.act import Act, Actor
from arrowswitch.session.journal.entries import Command, Doubtful, JournalEntry, NotNow, Outdated, Refused
from arrowswitch.session.night.lines import (
    Adjustment,
    BareScore,
    Contracted,
    Entry,
    LatePlay,
    LineKey,
    LineRecord,
    NotPlayed,
    PassedOut,
)
from arrowswitch.session.night.people import Place, SeatedPlayer
from arrowswitch.session.night.plan import SectionPlan, Settings
from arrowswitch.session.night.replay import evolve, replay
from arrowswitch.session.night.results import scored, scoring_session, standings
from arrowswitch.session.night.state import State
from arrowswitch.session.story.history import line_history

__all__ = [
    *sorted(name for name, each in vars(acts).items() if isinstance(each, type) and issubclass(each, Act)),
    *("Actor", "BoardHands", "Place", "Polled", "SeatedPlayer", "Seating", "SectionPlan", "Settings"),
    *("Adjustment", "BareScore", "Contracted", "Entry", "LatePlay", "NotPlayed", "PassedOut"),
    *("Command", "Doubtful", "JournalEntry", "JournalFault", "NotNow", "Outdated", "Refused"),
    *("LineKey", "LineRecord", "State", "already_granted", "decide", "evolve", "replay", "tried"),
    *("line_history", "scored", "scoring_session", "standings"),
]
