"""What a director does to the movement while it is played."""

from __future__ import annotations

from dataclasses import dataclass

from arrowswitch.movements import Meeting, Movement


@dataclass(frozen=True)
class ChangeMovement:
    """Go on with another movement from a round on, or write down how rounds gone by were really played."""

    section: str
    movement: Movement
    from_round: int
    follow: bool = False
    """Whether results that were written for the pairs of the old plan go over to those who really played."""
    through: int = 0
    """Up to this round the movement tells what was really played, so that its faults are facts."""


@dataclass(frozen=True)
class LatePair:
    """Let a pair in late, by going on with a movement that has room for it."""

    section: str
    contestant: int
    movement: Movement
    from_round: int


@dataclass(frozen=True, slots=True)
class CutRounds:
    """Play fewer rounds."""

    rounds: int
    section: str | None = None


@dataclass(frozen=True, slots=True)
class SwapDirections:
    """At one table in one round North-South sat East-West."""

    section: str
    round: int
    table: int


@dataclass(frozen=True, slots=True)
class EditMeeting:
    """Write one meeting anew; without boards there is none."""

    section: str
    meeting: Meeting
