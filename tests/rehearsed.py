"""Nights that were played by nobody, of every kind, to be written to files and brought in again."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, date, datetime
from functools import cache
from random import Random

from arrowswitch.movements import Movement, build
from arrowswitch.session import Open, SectionPlan, State, decide, evolve
from arrowswitch.session.rehearsal import night

BEGIN = datetime(2025, 1, 7, 19, 30, tzinfo=UTC)
DAY = date(2025, 1, 7)


def sections(*movements: Movement) -> tuple[SectionPlan, ...]:
    """Sections A, B ... with these movements."""
    return tuple(SectionPlan("ABC"[place], each) for place, each in enumerate(movements))


NIGHTS: Mapping[str, Open] = {
    "two winners": Open("Tuesday", DAY, sections(build("mitchell", tables=5))),
    "one winner": Open("Tuesday", DAY, sections(build("mitchell", tables=7, switch="6,7"))),
    "a half table": Open("Tuesday", DAY, sections(build("mitchell", tables="4.5"))),
    "a howell": Open("Tuesday", DAY, sections(build("howell", tables=4)), regulations="ebu"),
    "half points": Open("Tuesday", DAY, sections(build("howell", tables=4)), regulations="acbl"),
    "butler": Open("Tuesday", DAY, sections(build("mitchell", tables=5)), method="butler"),
    "cross-imps": Open("Tuesday", DAY, sections(build("howell", tables=4)), method="cross-imps"),
    "two sections": Open("Tuesday", DAY, sections(*[build("mitchell", tables=5, rounds=4)] * 2)),
    "sections apart": Open(
        "Tuesday", DAY, sections(build("mitchell", tables=5), build("howell", tables=4)), apart=True
    ),
    "teams": Open("Tuesday", DAY, sections(build("round-robin", teams=4)), method="imps", victory_points=True),
    "teams in stanzas": Open(
        "Tuesday", DAY, sections(build("american-whist", teams=5)), method="imps", victory_points=True
    ),
    "point-a-board": Open("Tuesday", DAY, sections(build("round-robin", teams=4)), method="point-a-board"),
    "individual": Open("Tuesday", DAY, sections(build("individual", players=8))),
}


@cache
def rehearsed(name: str, seed: int = 7) -> State:
    """A night of the list, played and posted."""
    state = State()
    for command in night(NIGHTS[name], Random(seed), BEGIN):
        for entry in decide(state, command):
            state = evolve(state, entry)
    return state
