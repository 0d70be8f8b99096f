"""What an act would do to the ranking: everybody whose place or score changes, as it is and as it would be."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from arrowswitch.bridge import Side
from arrowswitch.scoring import Standing
from arrowswitch.scoring.points import Points
from arrowswitch.session import LineKey, State
from arrowswitch.session.night import changed_standings, scored, sheet_line
from arrowswitch.site.night.naming import Names


@dataclass(frozen=True)
class ContestantChange:
    """A contestant before and after."""

    section: str
    number: int
    label: str
    names: str
    before: Standing | None
    after: Standing | None
    concerned: bool = False
    """Whether it sat at the table that a ruling is about."""

    @property
    def direction(self) -> str:
        """The list that it is in, where there are two."""
        standing = self.after or self.before
        return standing.direction.value if standing and standing.direction else ""

    @property
    def was(self) -> Fraction | int | None:
        """What a contestant had."""
        return worth(self.before)

    @property
    def becomes(self) -> Fraction | int | None:
        """What it will have."""
        return worth(self.after)

    @property
    def by(self) -> Fraction | int | None:
        """How much it wins or loses."""
        if self.was is None or self.becomes is None:
            return None
        return self.becomes - self.was


def worth(standing: Standing | None) -> Fraction | int | None:
    """The number that a contestant is ranked by: percent, victory points, or points."""
    if standing is None:
        return None
    if standing.percent is not None:
        return standing.percent
    return standing.vps if standing.vps is not None else standing.points


class OnTheBoard(NamedTuple):
    """A side's points for the board of a line, as they are and as they would be."""

    side: Side
    before: Points | None
    after: Points | None

    @property
    def percent(self) -> Fraction | None:
        """Of the top, where there is one."""
        return Fraction(self.after.share) * 100 if self.after and self.after.maximum else None


@dataclass(frozen=True)
class LineEffect:
    """What would change."""

    changes: tuple[ContestantChange, ...]
    percent: bool
    here: tuple[OnTheBoard, ...] = ()
    """What the two sides of the line get for the board, where it is about a line."""


def effect_of(
    before: State,
    after: State,
    names: Names,
    concerns: Sequence[tuple[str, int]] = (),
    line: LineKey | None = None,
) -> LineEffect:
    """The effect of what lies between two states; those whom it concerns come first."""
    found = []
    for old, new in changed_standings(before, after):
        standing = new or old
        assert standing is not None  # noqa: S101 - one of them is there
        section, number = names.by_scoring_name[standing.contestant]
        label, called = names.label(section, number), names.contestant(section, number)
        found.append(ContestantChange(section, number, label, called, old, new, (section, number) in concerns))
    found.sort(key=lambda each: not each.concerned)
    percent = any(standing and standing.percent is not None for each in found for standing in (each.before, each.after))
    return LineEffect(tuple(found), percent, _on_the_board(before, after, line) if line else ())


def _on_the_board(before: State, after: State, key: LineKey) -> tuple[OnTheBoard, ...]:
    was, becomes = (_points(state, key) for state in (before, after))
    return tuple(OnTheBoard(side, was.get(side), becomes[side]) for side in Side if becomes.get(side))


def _points(state: State, key: LineKey) -> dict[Side, Points | None]:
    """What the sides of a line have for its board."""
    line = sheet_line(state, scored(state), key) if key in state.lines else None
    return {side: line.points(side) for side in Side} if line else {}
