"""Appeals against rulings: until when, against what deposit, and how a ruling stands (Laws 92 and 93)."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Literal

from arrowswitch.session.acts import DecideAppeal, LodgeAppeal, ReviewAppeal, SeatLetter
from arrowswitch.session.night.lines import SideName
from arrowswitch.session.night.state import Appeal, Ruling, State
from arrowswitch.words import Sentence, say

SIDE_WORDS: Mapping[SideName, Sentence] = {"NS": say("North-South"), "EW": say("East-West")}
SEAT_WORDS: Mapping[SeatLetter, Sentence] = {
    "N": say("North"),
    "E": say("East"),
    "S": say("South"),
    "W": say("West"),
}
SEATS: Mapping[SideName, tuple[SeatLetter, SeatLetter]] = {"NS": ("N", "S"), "EW": ("E", "W")}
Standing = Literal["under-appeal", "deferred", "interim", "closed"]


def appeals_of(state: State, ruling: str) -> tuple[Appeal, ...]:
    """The appeals against a ruling, the oldest first.

    >>> appeals_of(State(), "c1")
    ()
    """
    return tuple(each for each in state.appeals.values() if each.act.ruling == ruling)


def appealed_ruling(state: State, act: LodgeAppeal | ReviewAppeal | DecideAppeal) -> Ruling | None:
    """The ruling that an appeal is about; None for one that is not there (any more)."""
    if isinstance(act, LodgeAppeal):
        return state.rulings.get(act.ruling)
    appeal = state.appeals.get(act.appeal)
    return state.rulings.get(appeal.act.ruling) if appeal else None


def appeal_until(state: State, ruling: Ruling) -> datetime | None:
    """When the right to appeal ends; None while nothing is posted.

    It counts from the posting (Law 92B), and for a ruling that was made later from that ruling.
    """
    if state.posted is None:
        return None
    return max(state.posted, ruling.changed) + timedelta(minutes=state.regulations.appeals.minutes)


def deposit_due(state: State, section: str) -> str:
    """What is deposited with an appeal; empty for nothing."""
    teams = state.sections[section].movement.kind == "teams"
    return state.regulations.appeals.deposit_teams if teams else state.regulations.appeals.deposit


def ruling_standing(state: State, ruling: Ruling) -> Standing:
    """How a ruling stands on the list."""
    if any(each.open for each in appeals_of(state, ruling.id)):
        return "under-appeal"
    return ruling.act.status
