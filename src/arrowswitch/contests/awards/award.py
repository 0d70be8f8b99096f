"""An award, and rounding: what a contestant has, in which list, by which rule, with the steps that led to it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor

from arrowswitch.contests.awards.lists import PlacedContestant
from arrowswitch.contests.awards.scheme import AwardScheme, Rounded
from arrowswitch.scoring import Explanation, Step
from arrowswitch.scoring.figures import shown
from arrowswitch.scoring.numbers import Number, round_step
from arrowswitch.scoring.working import Working
from arrowswitch.words import Sentence, say


@dataclass(frozen=True)
class PointsAward:
    """What a contestant, and each of its players, has for a place or for matches."""

    contestant: str
    rank: str
    amount: Fraction
    unit: str
    list: Sentence
    reason: Sentence
    working: Explanation
    players: tuple[str, ...] = ()
    counts: bool = True
    """Whether it is the one that is credited: of several lists the highest."""


@dataclass(frozen=True)
class AwardSheet:
    """The awards of a session, and what is to be said of those that were not made."""

    scheme: AwardScheme
    awards: tuple[PointsAward, ...]
    notes: tuple[Sentence, ...] = ()

    def of(self, contestant: str) -> Fraction:
        """What a contestant is credited with: of a team, who played all of it."""
        mine = (each.amount for each in self.awards if each.contestant == contestant and each.counts)
        return max(mine, default=Fraction(0))


def round_as(value: Number, step: Number, way: Rounded) -> Fraction:
    """To a step, up, down or to the nearest with a half up.

    >>> half = Fraction(13, 2)
    >>> int(round_as(half, 1, "up")), int(round_as(half, 1, "down")), round_as(Fraction(935, 1000), Fraction(1, 100), "nearest")
    (7, 6, Fraction(47, 50))
    """
    if way == "nearest":
        return Fraction(round_step(value, step))
    steps = Fraction(value) / Fraction(step)
    return (ceil(steps) if way == "up" else floor(steps)) * Fraction(step)


def cited(rule: str) -> str:
    """A rule for a reader.

    >>> cited("NZ Bridge Manual, C points, L5002: two complete tables")
    'NZ Bridge Manual, C points: two complete tables'
    """
    return Step(say(""), 0, rule=rule).cited


def part_of(share: Fraction) -> str:
    """A share as people say it.

    >>> part_of(Fraction(1, 3)), part_of(Fraction(2, 5)), part_of(Fraction(13, 20))
    ('1/3', '2/5', '65%')
    """
    return str(share) if share.denominator < 10 else f"{shown(share * 100)}%"


def rank_of(placed: PlacedContestant, group: Sequence[PlacedContestant]) -> str:
    """The place as lists have it, with a sign where it is shared."""
    return f"{placed.place}=" if len(group) > 1 else str(placed.place)


def explained_award(
    scheme: AwardScheme, who: str, rank: str, amount: Fraction, where: Sentence, reason: Sentence, work: Working
) -> PointsAward:
    """An award with its working under a title."""
    title = say("{name}: {amount} {unit}", name=who, amount=shown(amount), unit=scheme.unit)
    return PointsAward(who, rank, amount, scheme.unit, where, reason, Explanation(title, tuple(work.steps)))
