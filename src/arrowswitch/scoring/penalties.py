"""Penalties: a share of one board's top, or a number of points, IMPs or victory points.

What an offence costs is in the regulations; here it becomes points of the session. A percentage is always one of the
real top, also when sections are scored together: 10% with 16 and 13 tables is 5.6, not 3.0 + 2.4.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from arrowswitch.regulations import Penalties, PenaltyScale
from arrowswitch.scoring.numbers import Number, tidy
from arrowswitch.words import Sentence, say


@dataclass(frozen=True, slots=True)
class Penalty:
    """What is taken from a contestant: a share of a top, points (matchpoints, IMPs ...), or victory points."""

    contestant: str
    share: Fraction | None = None
    points: Fraction | None = None
    vps: Fraction | None = None
    reason: str = ""
    round: int | None = None
    """The round of the match that IMPs are taken from, where matches are on victory points."""
    against: str = ""
    """The opponents in that match."""

    def amount(self, top: Number | None) -> Number:
        """How many points it is; a penalty in victory points is none.

        >>> Penalty("7", share=Fraction(1, 10)).amount(56)
        Fraction(28, 5)
        """
        if self.points is not None:
            return tidy(self.points)
        return tidy((self.share or Fraction(0)) * (top or 0))


def deduction(percent: Number, tables: int) -> Number:
    """Matchpoints for a percentage of a top, when the board is played at so many tables.

    >>> deduction(10, 13), deduction(10, 16 + 13)
    (Fraction(12, 5), Fraction(28, 5))
    """
    return tidy(Fraction(percent) / 100 * 2 * (tables - 1))


def effect(percent: Number, boards: int) -> Fraction:
    """What a percentage of one top costs in percent of a session.

    >>> float(effect(10, 25))
    0.4
    """
    return Fraction(percent) / boards


def penalty_for(offence: str, number: int, penalties: Penalties) -> PenaltyScale | None:
    """The fine for the first, second, third ... offence, which may be a warning; None where there is no scale.

    >>> from arrowswitch.regulations import load
    >>> penalty_for("slow", 1, load("bnsw").penalties).warning, int(penalty_for("slow", 9, load("bnsw").penalties).percent)
    (True, 75)
    """
    ladder: Sequence[PenaltyScale] = getattr(penalties, offence)
    return ladder[min(number, len(ladder)) - 1] if ladder else None


def penalty_for_lateness(minutes: int, penalties: Penalties) -> PenaltyScale | Sentence | None:
    """The fine for being late; a sentence where the director decides, None if there is none.

    >>> from arrowswitch.regulations import load
    >>> int(penalty_for_lateness(12, load("bnsw").penalties).percent), str(penalty_for_lateness(31, load("bnsw").penalties))
    (50, 'The director decides.')
    """
    if penalties.late_discretion_from and minutes >= penalties.late_discretion_from:
        return say("The director decides.")
    reached = [fine for fine in penalties.late if minutes >= fine.minutes]
    return reached[-1] if reached else None
