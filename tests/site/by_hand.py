"""Matchpoints worked out as one does by hand, for a check on the program: nothing of the program is used here.

Each score gets 2 for every score it beats and 1 for every one it equals among those it is compared with. Where fewer are
compared than the board has results, Neuberg: add 1, times expected over compared, less 1. Average plus is 60%, or what
the pair has on its other boards if that is more; average minus is 40%, or what it has there if that is less (Law 12C2).
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
    plus: str = ""
    """The side with average plus instead, and the other with average minus: NS, EW, or neither."""


def percentages(lines: list[Line], results: int, penalties: dict[str, Fraction]) -> dict[str, Fraction]:
    """Everybody's percentage; `results` is how many each board should have."""
    top = Fraction(2 * (results - 1))
    won: defaultdict[str, list[Fraction]] = defaultdict(list)
    for line in lines:
        if line.plus:
            continue
        others = [
            other.score
            for other in lines
            if other is not line and (other.board, other.version) == (line.board, line.version) and not other.plus
        ]
        plain = sum(2 * (line.score > other) + (line.score == other) for other in others)
        points = Fraction(results, len(others) + 1) * (plain + 1) - 1
        won[line.ns].append(points)
        won[line.ew].append(top - points)
    for line in (each for each in lines if each.plus):
        better, worse = (line.ns, line.ew) if line.plus == "NS" else (line.ew, line.ns)
        own = {pair: sum(won[pair], Fraction(0)) / len(won[pair]) for pair in (better, worse)}
        won[better].append(max(top * 60 / 100, own[better]))
        won[worse].append(min(top * 40 / 100, own[worse]))
    return {
        pair: (sum(points, Fraction(0)) - penalties.get(pair, Fraction(0)) * top) / (top * len(points)) * 100
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
