"""Methods that need no other table: total points, and instant matchpoints from the calculator."""

from __future__ import annotations

import tomllib
from bisect import bisect_right
from fractions import Fraction
from pathlib import Path

from arrowswitch.bridge import Side
from arrowswitch.regulations import Regulations
from arrowswitch.scoring.boards.artificial import waiting
from arrowswitch.scoring.figures import shown
from arrowswitch.scoring.imps import no_artificial, outcomes_of
from arrowswitch.scoring.lines import Average, Award, Ceiling, Damage, Fixed, Floor, Line, Percent
from arrowswitch.scoring.numbers import Number, tidy
from arrowswitch.scoring.points import Points, SidePoints
from arrowswitch.scoring.working import Working
from arrowswitch.words import say

_CALCULATOR = tomllib.loads(Path(__file__).with_name("instant.toml").read_text(encoding="utf-8"))
TOTAL: int = _CALCULATOR["total"]
_FROM: list[tuple[int, int]] = sorted((least, int(points)) for points, least in _CALCULATOR["from"].items())


def instant(score: int) -> tuple[int, int]:
    """Instant matchpoints for a score: the side it is written for, and the other.

    >>> instant(620), instant(-50), instant(-1430)
    ((57, 23), (40, 40), (5, 75))
    """
    place = bisect_right([least for least, _ in _FROM], abs(score))
    plus = _FROM[place - 1][1] if place else int(_CALCULATOR["draw"])
    return (plus, TOTAL - plus) if score >= 0 else (TOTAL - plus, plus)


class TotalPointsBoard:
    """The scores themselves."""

    top = None

    def points(self, line: Line, side: Side, work: Working | None = None) -> Points:
        """The score as the side sees it; weighted outcomes count by their weights."""
        award = line.award(side)
        given = no_artificial(award)
        made = sum((score * weight for score, weight in outcomes_of(award)), Fraction(0))
        value = tidy(given if given is not None else made if side is Side.NS else -made)
        if work is not None:
            work.note(say("Score of the board"), value)
        return Points(value)


class InstantBoard:
    """Points from the calculator, out of 80."""

    top = TOTAL

    def __init__(self, regulations: Regulations) -> None:
        self._regulations = regulations

    def points(self, line: Line, side: Side, work: Working | None = None) -> SidePoints:
        """What the calculator gives; average plus and minus follow the pair's other boards."""
        award = line.award(side)
        match award:
            case Average("plus" | "minus" as kind):
                return waiting(kind, TOTAL, self._regulations, work=work)
            case Floor(ns) | Ceiling(ns):
                made = instant(ns)[side is Side.EW]
                if work is not None:
                    work.note(say("Instant matchpoints, {points} of {total}", points=made, total=TOTAL), made)
                bound = Fraction(made, TOTAL)
                return waiting("plus" if isinstance(award, Floor) else "minus", TOTAL, self._regulations, bound, work)
        value = tidy(self._value(award, side))
        if work is not None:
            work.note(say("Instant matchpoints, {points} of {total}", points=shown(value), total=TOTAL), value)
        return Points(value, TOTAL)

    def _value(self, award: Award, side: Side) -> Number:
        match award:
            case Average():
                return self._regulations.artificial.average / 100 * TOTAL
            case Percent(share):
                return share * TOTAL
            case Fixed(points):
                return points
            case Damage(expected, after, actual):
                worth = {score: instant(score)[side is Side.EW] for score in (expected, after, actual)}
                return worth[actual] + max(worth[expected] - worth[after], 0)
            case _:
                outcomes = outcomes_of(award)
                return sum((instant(score)[side is Side.EW] * weight for score, weight in outcomes), Fraction(0))
