"""A line of a traveller: one result of one board, of any kind.

What each side is given stands apart (`ns_award`, `ew_award`), because an adjustment may treat them differently. Scores
are always written as North-South see them. How a line becomes points is in the modules named after the methods.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from arrowswitch.bridge import Result, Side
from arrowswitch.scoring.figures import shown
from arrowswitch.words import say

Fault = Literal["none", "partly", "directly"]
Status = Literal["counts", "not-played", "late", "struck"]


class BadLine(ValueError):  # noqa: N818 - what the scorer would call it
    """A line that cannot be scored, said in a sentence with what is allowed."""


@dataclass(frozen=True, slots=True)
class Score:
    """A score that was made, or assigned in its place (Law 12C1a)."""

    ns: int


@dataclass(frozen=True, slots=True)
class Outcome:
    """One of the outcomes of a weighted score."""

    ns: int
    weight: Fraction


@dataclass(frozen=True, slots=True)
class Weighted:
    """Several outcomes; their points are weighted, never their scores (Law 12C1c)."""

    outcomes: tuple[Outcome, ...]

    def __post_init__(self) -> None:
        total = sum(outcome.weight for outcome in self.outcomes)
        if total != 1 or any(outcome.weight <= 0 for outcome in self.outcomes):
            raise BadLine(
                say(
                    "The weights make {total}%, and must make 100%, each more than 0.",
                    total=shown(total * 100),
                )
            )


@dataclass(frozen=True, slots=True)
class Average:
    """Average plus, average or average minus, by the regulations (Law 12C2)."""

    kind: Literal["plus", "average", "minus"]


@dataclass(frozen=True, slots=True)
class Percent:
    """A share of the board's top that stands as it is."""

    share: Fraction


@dataclass(frozen=True, slots=True)
class Fixed:
    """Points (matchpoints or IMPs) given as a number."""

    points: Fraction


@dataclass(frozen=True, slots=True)
class Floor:
    """The points for a score, but at least average plus (`P` of the North American programs)."""

    ns: int


@dataclass(frozen=True, slots=True)
class Ceiling:
    """The points for a score, but at most average minus (`Q` of the North American programs)."""

    ns: int


@dataclass(frozen=True, slots=True)
class Damage:
    """The score of a side that damaged itself after an infraction (Law 12C1e): it gets the points for `actual`, and
    those that the infraction alone cost it, from `expected` to `after`."""

    expected: int
    after: int
    actual: int


@dataclass(frozen=True, slots=True)
class PlayedBefore:
    """Nothing here: the side has played the board before, and its first score stands (Law 15B)."""


Award = Score | Weighted | Average | Percent | Fixed | Floor | Ceiling | Damage | PlayedBefore

PLUS, AVERAGE, MINUS = Average("plus"), Average("average"), Average("minus")
ELSEWHERE = PlayedBefore()


@dataclass(frozen=True, slots=True)
class Line:
    """One result of one board."""

    board: int
    ns: str
    ew: str
    ns_award: Award
    ew_award: Award
    status: Status = "counts"
    group: str = ""
    """The group of those who played a fouled board in the same form; lines without one are one group."""
    ns_fault: Fault = "none"
    ew_fault: Fault = "none"
    section: str = ""
    round: int | None = None
    table: int | None = None
    result: Result | None = None
    under_appeal: bool = False

    @property
    def counts(self) -> bool:
        """Whether it is one of the board's results; an artificial score is, an unplayed board is not."""
        return self.status == "counts"

    def award(self, side: Side) -> Award:
        """What a side is given."""
        return self.ns_award if side is Side.NS else self.ew_award

    def scored(self, side: Side) -> bool:
        """Whether a side has its score on the board here."""
        return type(self.award(side)) is not PlayedBefore

    def contestant(self, side: Side) -> str:
        """Who sat there."""
        return self.ns if side is Side.NS else self.ew

    def fault(self, side: Side) -> Fault:
        """How far a side is to blame for a board that cannot be compared."""
        return self.ns_fault if side is Side.NS else self.ew_fault

    @property
    def score(self) -> int | None:
        """The one score of both sides, where there is one."""
        if self.counts and isinstance(self.ns_award, Score) and self.ns_award == self.ew_award:
            return self.ns_award.ns
        return None


def played(board: int, ns: str, ew: str, score: int, group: str = "") -> Line:
    """A board that was played.

    >>> played(1, "A1", "A8", 620).score
    620
    """
    award = Score(score)
    return Line(board, ns, ew, award, award, group=group)


def adjusted(board: int, ns: str, ew: str, ns_award: Award, ew_award: Award, group: str = "") -> Line:
    """A board on which each side is given something of its own.

    >>> adjusted(1, "3", "6", AVERAGE, PLUS).score is None
    True
    """
    return Line(board, ns, ew, ns_award, ew_award, group=group)


def weighted(*outcomes: tuple[int, Fraction | int | str]) -> Weighted:
    """A weighted score from scores and percentages.

    >>> weighted((450, 40), (420, 60)).outcomes[0]
    Outcome(ns=450, weight=Fraction(2, 5))
    """
    return Weighted(tuple(Outcome(score, Fraction(percent) / 100) for score, percent in outcomes))
