"""One pair's result on a board, taken out of the sheet: what it was and what it was worth, seen from that pair's side."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from arrowswitch.bridge import Side
from arrowswitch.scoring.figures import percentage, signed, written
from arrowswitch.session import State
from arrowswitch.session.night import BoardSheet, SheetLine
from arrowswitch.site.night.results.shown import Unit, adjusted_text, unit_of


@dataclass(frozen=True)
class OwnResult:
    """A pair's line of a board, ready to be said."""

    line: SheetLine
    side: Side
    adjusted: str
    score: str
    points: str
    maximum: str
    percent: str
    unit: Unit


def own_result(state: State, sheets: Iterable[BoardSheet], who: str, *, points: bool) -> OwnResult | None:
    """The pair's result, if it played the board; a team plays it twice and has none of its own."""
    unit = unit_of(state)
    found = [
        (line, side)
        for sheet in sheets
        for _group, lines in sheet.groups
        for line in lines
        for side in Side
        if state.name(*line.meets(side)) == who
    ]
    if len(found) != 1:
        return None
    line, side = found[0]
    worth = (line.ns if side is Side.NS else line.ew) if points else None
    own = line.score if line.score is None or side is Side.NS else -line.score
    return OwnResult(
        line,
        side,
        adjusted_text(line),
        signed(own),
        "" if worth is None else signed(worth.value) if unit.signed else written(worth.value),
        written(worth.maximum) if worth and worth.maximum else "",
        percentage(Fraction(worth.share) * 100) if worth and worth.maximum else "",
        unit,
    )
