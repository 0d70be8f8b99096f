"""What a side gets on a board: points out of a maximum, settled or still waiting for the pair's other boards."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from arrowswitch.scoring.numbers import Number


@dataclass(frozen=True, slots=True)
class Points:
    """Points on one board; `maximum` is None where a method knows none (IMPs, total points)."""

    value: Number
    maximum: Number | None = None

    @property
    def share(self) -> Number:
        """The part of the maximum; nothing of nothing is nothing."""
        return Fraction(self.value) / self.maximum if self.maximum else 0


@dataclass(frozen=True, slots=True)
class Waiting:
    """An artificial score that follows the pair's own percentage on its other boards (Laws 12C2c and 88).

    `base` is the share of the top that it is at least (plus) or at most (minus); `bound` the share for the score made
    at the table, where the award is the better or the worse of the two. `follows` says whose percentage moves it.
    """

    kind: Literal["plus", "minus"]
    base: Number
    maximum: Number
    follows: Literal["own", "opponents", "nothing"]
    bound: Number | None = None
    rule: str = ""


SidePoints = Points | Waiting
