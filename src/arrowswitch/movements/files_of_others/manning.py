"""Manning's notation: `1A9` is North-South pair 1 against East-West pair 9 with set A.

A line is a round, with a cell for each table; or a line is a table, with a cell for each round. Which it is, is seen from the
numbers: nobody can be at two tables in a round. A dash is a table without play.
"""

from __future__ import annotations

import re

from arrowswitch.movements.files import FileFault
from arrowswitch.movements.files_of_others.rows import (
    FileRow,
    MovementFormat,
    lines_of,
    movement_of,
    set_letters,
    set_number,
    set_rows,
)
from arrowswitch.movements.model import Movement
from arrowswitch.words import say

CELL = re.compile(r"([0-9]{1,3})([A-Za-z]{1,2})([0-9]{1,3})")
LABEL = re.compile(r"(?:(?:round|table|r|t)\s*)?[0-9]{1,3}[:.)]\s*", re.IGNORECASE)
NOBODY = {"-", "–", "."}


def _cells(text: str) -> list[tuple[int, list[str]]]:
    return [
        (number, re.split(r"[\s,;|]+", LABEL.sub("", line, count=1).strip(" ,;|"))) for number, line in lines_of(text)
    ]


def knows(text: str) -> bool:
    """Whether its first line is such cells.

    >>> knows("1A9 2B10\\n1B10 2A9"), knows("1 A 9")
    (True, False)
    """
    _, cells = next(iter(_cells(text)), (0, []))
    return any(CELL.fullmatch(cell) for cell in cells) and all(CELL.fullmatch(cell) or cell in NOBODY for cell in cells)


def read(text: str) -> Movement:
    """A movement from such cells.

    >>> by_round = read("1: 4A1 2A3\\n2: 4B2 3B1\\n3: 4C3 1C2")
    >>> by_table = read("4A1 4B2 4C3\\n2A3 3B1 1C2")
    >>> by_round.meetings == by_table.meetings, by_round.rounds
    (True, 3)
    """
    lines = _cells(text)
    width = max(len(cells) for _, cells in lines)
    for number, cells in lines:
        if len(cells) != width:
            raise FileFault(
                say(
                    "Line {line} has another number of cells than the others: {found}, not {width}.",
                    line=number,
                    found=len(cells),
                    width=width,
                )
            )
    grid = [[_cell(cell, number) for cell in cells] for number, cells in lines]
    if not _is_round(grid):
        across = [list(column) for column in zip(*grid, strict=True)]
        if not _is_round(across):
            raise FileFault(say("Neither lines nor columns are rounds: somebody is in two places at once."))
        grid = across
    return movement_of(
        FileRow(number, table, *cell) for number, line in enumerate(grid, 1) for table, cell in enumerate(line, 1)
    )


def _cell(text: str, line: int) -> tuple[int, int, int]:
    found = CELL.fullmatch(text)
    if not found and text not in NOBODY:
        raise FileFault(say("Line {line}: “{text}” is not a table; write 1A9, or a dash.", line=line, text=text[:20]))
    return (int(found[1]), int(found[3]), set_number(found[2], line)) if found else (0, 0, 0)


def _is_round(grid: list[list[tuple[int, int, int]]]) -> bool:
    """Whether nobody is twice in a line; North-South and East-West may both be counted from 1."""
    return all(
        len(side) == len(set(side))
        for line in grid
        for side in ([c[0] for c in line if c[0]], [c[1] for c in line if c[1]])
    )


def write(movement: Movement) -> str:
    """A movement in this notation, a line a round.

    >>> from arrowswitch.movements import build
    >>> write(build("howell", tables=2)).splitlines()[0]
    '1: 4A1 2A3'
    """
    if movement.kind == "individual":
        raise FileFault(say("An individual cannot be written so; take balans."))
    lines = [
        f"{number}: "
        + " ".join(
            f"{row.ns}{set_letters(row.set)}{row.ew}" if row.set else "-"
            for row in set_rows(movement)
            if row.round == number
        )
        for number in range(1, movement.rounds + 1)
    ]
    return "\n".join(lines) + "\n"


FORMAT = MovementFormat("manning", say("Manning's notation"), ".txt", knows, read, write)
