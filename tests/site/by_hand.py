"""Matchpoints worked out as one does by hand, for a check on the program: nothing of the program is used here.

Each score gets 2 for every score it beats and 1 for every one it equals among those it is compared with. Where fewer are
compared than the board has results, Neuberg: add 1, times expected over compared, less 1.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from fractions import Fraction


@dataclass
class Line:
    """What stands on a traveller."""

    board: int
    ns: str
    ew: str
    score: int
    version: str = ""
    ns_percent: int | None = None
    """An artificial score instead, and that of the other side."""
    ew_percent: int | None = None


def percentages(lines: list[Line], results: int, fines: dict[str, Fraction]) -> dict[str, Fraction]:
    """Everybody's percentage; `results` is how many each board should have."""
    top = Fraction(2 * (results - 1))
    won: defaultdict[str, list[Fraction]] = defaultdict(list)
    for line in lines:
        if line.ns_percent is not None and line.ew_percent is not None:
            won[line.ns].append(top * line.ns_percent / 100)
            won[line.ew].append(top * line.ew_percent / 100)
            continue
        others = [
            other.score
            for other in lines
            if other is not line
            and (other.board, other.version) == (line.board, line.version)
            and other.ns_percent is None
        ]
        plain = sum(2 * (line.score > other) + (line.score == other) for other in others)
        points = Fraction(results, len(others) + 1) * (plain + 1) - 1
        won[line.ns].append(points)
        won[line.ew].append(top - points)
    return {
        pair: (sum(points, Fraction(0)) - fines.get(pair, Fraction(0)) * top) / (top * len(points)) * 100
        for pair, points in won.items()
    }


def ranked(pairs: dict[str, Fraction], side: str) -> list[tuple[str, str, str]]:
    """A list as it is posted: place, pair, percentage; equal ones share a place."""
    mine = sorted(((value, pair) for pair, value in pairs.items() if pair.startswith(side)), reverse=True)
    found = []
    for value, pair in mine:
        place = 1 + sum(other > value for other, _ in mine)
        shared = sum(other == value for other, _ in mine) > 1
        found.append((f"{place}=" if shared else f"{place}", pair.split()[-1], f"{float(value):.2f}"))
    return found
