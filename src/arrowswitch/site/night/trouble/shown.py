"""The rest of the evening before and after a change, in one grid: what is new, and under it what was planned."""

from __future__ import annotations

from dataclasses import dataclass

from arrowswitch.movements import Movement
from arrowswitch.site.movement.shown import GridCell, grid


@dataclass(frozen=True, slots=True)
class ChangedCell:
    """A table in a round after the change, and before if that was something else."""

    now: GridCell
    was: GridCell | None
    round: int
    table: int

    @property
    def at(self) -> tuple[int, int]:
        """Round and table."""
        return self.round, self.table


@dataclass(frozen=True, slots=True)
class ChangedRow:
    """A table through the rounds that are shown."""

    table: int
    cells: tuple[ChangedCell, ...]


@dataclass(frozen=True)
class ChangedGrid:
    """Tables down, rounds across."""

    rounds: tuple[int, ...]
    rows: tuple[ChangedRow, ...]
    changes: int


def changed_grid(before: Movement, after: Movement, first: int = 1, more_tables: int = 0) -> ChangedGrid:
    """The rounds from `first` on, each cell with what it was.

    >>> from arrowswitch.movements import build
    >>> from arrowswitch.session.night.mending import swapped
    >>> three = build("mitchell", tables=3)
    >>> changed_grid(three, swapped(three, 2, 1), first=2).changes
    1
    """
    old = {row.table: row.cells for row in grid(before)}
    new = {row.table: row.cells for row in grid(after)}
    rounds = tuple(range(first, max(before.rounds, after.rounds) + 1))
    nothing = GridCell()

    def at(cells: dict[int, tuple[GridCell, ...]], table: int, number: int) -> GridCell:
        row = cells.get(table, ())
        return row[number - 1] if number <= len(row) else nothing

    rows = []
    for table in range(1, max((*old, *new), default=0) + 1 + more_tables):
        cells = []
        for number in rounds:
            now, was = at(new, table, number), at(old, table, number)
            cells.append(ChangedCell(now, was if was != now else None, number, table))
        rows.append(ChangedRow(table, tuple(cells)))
    return ChangedGrid(rounds, tuple(rows), sum(cell.was is not None for row in rows for cell in row.cells))
