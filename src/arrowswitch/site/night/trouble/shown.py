"""The rest of the evening before and after a change, in one grid: what is new, and under it what was planned."""

from __future__ import annotations

from typing import Any

from arrowswitch.movements import Movement
from arrowswitch.site.movement.shown import GridCell, grid


def changed_grid(before: Movement, after: Movement, first: int = 1, more_tables: int = 0) -> dict[str, Any]:
    """The rounds from `first` on, each cell with what it was.

    >>> from arrowswitch.movements import build
    >>> from arrowswitch.session.night.mending import swapped
    >>> three = build("mitchell", tables=3)
    >>> changed_grid(three, swapped(three, 2, 1), first=2)["changes"]
    1
    """
    old, new = dict(grid(before)), dict(grid(after))
    rounds = tuple(range(first, max(before.rounds, after.rounds) + 1))
    nothing = GridCell()

    def at(cells: dict[int, list[GridCell]], table: int, number: int) -> GridCell:
        row = cells.get(table, [])
        return row[number - 1] if number <= len(row) else nothing

    rows = []
    for table in range(1, max((*old, *new), default=0) + 1 + more_tables):
        cells = []
        for number in rounds:
            now, was = at(new, table, number), at(old, table, number)
            cells.append(
                {
                    "now": now,
                    "was": was if was != now else None,
                    "round": number,
                    "table": table,
                    "at": f"{number}.{table}",
                }
            )
        rows.append((table, cells))
    return {
        "rounds": rounds,
        "rows": rows,
        "changes": sum(cell["was"] is not None for _table, cells in rows for cell in cells),
    }
