"""International match points: the difference of two scores on the scale of Law 78B."""

from __future__ import annotations

import tomllib
from bisect import bisect_right
from fractions import Fraction
from pathlib import Path

from arrowswitch.scoring.lines import Average, Award, BadLine, Ceiling, Damage, Fixed, Floor, Percent, Score, Weighted
from arrowswitch.scoring.numbers import Number, size
from arrowswitch.words import say

FROM: tuple[int, ...] = tuple(tomllib.loads(Path(__file__).with_name("imps.toml").read_text(encoding="utf-8"))["from"])
"""The least difference for 1, 2, 3 ... IMPs."""


def imps(difference: Number) -> int:
    """IMPs for a difference of scores, with its sign.

    >>> imps(-270), imps(10), imps(20), imps(4000)
    (-7, 0, 1, 24)
    """
    won = bisect_right(FROM, size(difference))
    return won if difference >= 0 else -won


def no_artificial(award: Award) -> Fraction | None:
    """Points given as a number, by a method in which averages are worth nothing that anybody knows; None for scores.

    >>> from arrowswitch.scoring.lines import AVERAGE, Fixed
    >>> no_artificial(Fixed(Fraction(90)))
    Fraction(90, 1)
    >>> no_artificial(AVERAGE)
    Traceback (most recent call last):
    arrowswitch.scoring.lines.BadLine: this method has no artificial scores; give a score, or points such as m90.
    """
    if isinstance(award, Average | Percent | Floor | Ceiling):
        raise BadLine(say("this method has no artificial scores; give a score, or points such as m90."))
    return award.points if isinstance(award, Fixed) else None


def outcomes_of(award: Award) -> tuple[tuple[int, Number], ...]:
    """The scores of an award that was played or assigned, with their weights; none for an artificial one."""
    match award:
        case Score(ns) | Floor(ns) | Ceiling(ns):
            return ((ns, 1),)
        case Weighted(outcomes):
            return tuple((outcome.ns, outcome.weight) for outcome in outcomes)
        case Damage(_, _, actual):
            return ((actual, 1),)
        case _:
            return ()
