"""What is left to be done after a repair, what became of it, and a pair that goes home."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from arrowswitch.session.night.lines import NO_ADJUSTMENT, Adjustment
from arrowswitch.words import Sentence

LeftTask = Literal["award", "play", "enter", "remind"]
"""Award a score, let a board be played late, enter a result with those who played it, do or say something later."""


@dataclass(frozen=True)
class LeaveTask:
    """Keep what a repair promises, until it has been done."""

    what: LeftTask
    section: str
    round: int
    """When it is due."""
    table: int = 0
    boards: tuple[int, ...] = ()
    ns: int = 0
    ew: int = 0
    """Whose boards they are."""
    award: Adjustment = NO_ADJUSTMENT
    text: Sentence | None = None
    """What is to be done or said, where it is no board."""


@dataclass(frozen=True, slots=True)
class CloseTask:
    """Tick a task off, or set it aside with a reason."""

    task: str
    done: bool = True


@dataclass(frozen=True, slots=True)
class PairLeaves:
    """A pair goes home: it is not ranked, and what it played stands or is cancelled, all of it."""

    section: str
    contestant: int
    from_round: int
    stands: bool
