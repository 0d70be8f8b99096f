"""The ranking as a file has it that a session was brought in from, for as long as the director lets it be the list."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from arrowswitch.bridge import Side
from arrowswitch.scoring import METHODS, Scored, Standing, ranking
from arrowswitch.scoring.numbers import tidy
from arrowswitch.session.night.lines import SideName

if TYPE_CHECKING:  # a state keeps what was printed
    from arrowswitch.session.night.state import State


@dataclass(frozen=True, slots=True)
class PrintedPlace:
    """A row of a ranking, as it was printed elsewhere."""

    section: str
    contestant: int
    rank: str
    direction: SideName | None = None
    points: Fraction | None = None
    maximum: Fraction | None = None
    percent: Fraction | None = None
    vps: Fraction | None = None
    boards: int | None = None


def place_number(rank: str) -> int | None:
    """The number of a place, however the program of another house wrote it; None if it wrote none.

    >>> [place_number(rank) for rank in ("3", "3=", "=3", "T3", "3/4", "1st", "", "DNF")]
    [3, 3, 3, 3, 3, 1, None, None]
    """
    found = re.search(r"\d{1,9}", rank)
    return (int(found[0]) or None) if found else None


def ranked(state: State, made: Scored) -> tuple[Standing, ...]:
    """The ranked list of a session that was scored: as it comes out here, or as it was printed, if that is to stand."""
    return tuple(_as_printed(state, made)) if state.as_printed else ranking(made)


def _as_printed(state: State, made: Scored) -> Iterator[Standing]:
    """The printed list, field by field in the order of the print; what it does not say is as it comes out here."""
    ours = {standing.contestant: standing for standing in ranking(made)}
    fields = dict.fromkeys((place.section if state.apart else "", place.direction) for place in state.printed)
    for section, direction in sorted(fields, key=lambda field: (field[0], field[1] != "NS")):
        for place in state.printed:
            if ((place.section if state.apart else ""), place.direction) == (section, direction):
                yield _standing(state, place, ours.get(state.name(place.section, place.contestant)))


def _standing(state: State, place: PrintedPlace, ours: Standing | None) -> Standing:
    percent = METHODS[state.method].percent
    points = place.points if place.points is not None else ours.points if ours else 0
    maximum = place.maximum if place.maximum is not None else ours.maximum if ours else None
    share = place.percent
    if share is None and place.points is not None and place.maximum:
        share = place.points / place.maximum * 100
    return Standing(
        state.name(place.section, place.contestant),
        Side(place.direction) if place.direction else None,
        place.section if state.apart else "",
        place.boards if place.boards is not None else ours.boards if ours else 0,
        tidy(points),
        tidy(maximum if maximum is not None else 100) if percent else None,
        share if percent else None,
        place.rank,
        vps=tidy(place.vps) if place.vps is not None else None,
    )
