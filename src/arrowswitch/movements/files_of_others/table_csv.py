"""A movement as a table for a spreadsheet: round, table, ns, ew, boards, with a head that names the columns.

The columns may stand in any order and be divided by commas, semicolons or tabs; `set` may stand in the place of `boards`, and
boards are written 1-3 or 1 2 3.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator

from arrowswitch.movements.files import MOST_MEETINGS, FileFault
from arrowswitch.movements.files_of_others.rows import FileRow, MovementFormat, movement_of, set_number, whole
from arrowswitch.movements.model import Movement
from arrowswitch.words import in_order, say

NAMES = {
    **dict.fromkeys(("round", "rnd", "r"), "round"),
    **dict.fromkeys(("table", "tbl", "t"), "table"),
    **dict.fromkeys(("ns", "n-s", "north-south", "ns pair", "pair ns"), "ns"),
    **dict.fromkeys(("ew", "e-w", "east-west", "ew pair", "pair ew"), "ew"),
    **dict.fromkeys(("boards", "board"), "boards"),
    **dict.fromkeys(("set", "board set", "boardset"), "set"),
}
"""What people call the columns."""
MOST_AT_A_TABLE = 99
"""Boards that one table may have in a round."""


def _columns(text: str) -> tuple[str, list[str]]:
    """What divides the columns, and their names in the first line."""
    first = text.lstrip("\ufeff").splitlines()[0] if text.strip() else ""
    divider = max(",;\t", key=first.count)
    return divider, [NAMES.get(cell.strip().strip('"').lower(), "") for cell in first.split(divider)]


def knows(text: str) -> bool:
    """Whether the first line names the columns, a round among them.

    >>> knows("Round;Table;NS;EW;Boards\\n1;1;1;2;1-3"), knows("table,board,NS,EW")
    (True, False)
    """
    _, names = _columns(text.lstrip())
    return {"round", "table", "ns", "ew"} <= set(names) and bool({"boards", "set"} & set(names))


def read(text: str) -> Movement:
    """A movement from such a table.

    >>> read("table,round,ns,ew,boards\\n1,1,1,2,1-2\\n2,1,3,4,3 4\\n").meetings[1].boards
    (3, 4)
    """
    text = text.lstrip()
    divider, names = _columns(text)
    rows: list[FileRow] = []
    for line, cells in _cells(text, divider):
        if len(cells) < len(names):
            raise FileFault(say("Line {line}: there are fewer columns than in the head.", line=line))
        found = {name: cell.strip() for name, cell in zip(names, cells, strict=False) if name}
        number, table, ns, ew = (whole(found[name] or "0", line) for name in ("round", "table", "ns", "ew"))
        if not number or not table:
            raise FileFault(say("Line {line}: a round and a table are wanted.", line=line))
        boards = _boards(found.get("boards", ""), line)
        laid = set_number(found.get("set") or "0", line)
        rows.append(FileRow(number, table, ns, ew, laid, boards))
    return movement_of(rows)


def _cells(text: str, divider: str) -> Iterator[tuple[int, list[str]]]:
    """The lines under the head that say something, with their numbers."""
    try:
        for line, cells in enumerate(csv.reader(text.splitlines(), delimiter=divider), 1):
            if line > MOST_MEETINGS:
                raise FileFault(
                    say("The file is too long: a movement has at most {most} meetings.", most=MOST_MEETINGS)
                )
            if line > 1 and any(cell.strip() for cell in cells):
                yield line, cells
    except csv.Error:
        raise FileFault(say("This table cannot be read; keep it as a plain CSV file, and try again.")) from None


def _boards(text: str, line: int) -> tuple[int, ...]:
    boards: list[int] = []
    for part in re.split(r"[\s,;/]+", text.strip().replace("–", "-")):
        first, dash, last = part.partition("-")
        if not part or part == "0":
            continue
        low = whole(first, line)
        high = whole(last, line) if dash else low
        if not low <= high < low + MOST_AT_A_TABLE:
            raise FileFault(say("Line {line}: “{text}” are no boards.", line=line, text=part))
        boards += range(low, high + 1)
    return tuple(boards)


def write(movement: Movement) -> str:
    """A movement as such a table, sit-outs with an empty side.

    >>> from arrowswitch.movements import build
    >>> write(build("mitchell", tables=3)).splitlines()[:2]
    ['round,table,ns,ew,boards', '1,1,1,4,1-9']
    """
    if movement.kind == "individual":
        raise FileFault(say("An individual cannot be written so; take balans."))
    lines = ["round,table,ns,ew,boards"]
    rests = [(rest.round, rest.table, rest.pair) for rest in movement.sit_outs if rest.table]
    rows = [(m.round, m.table, str(m.ns), str(m.ew), in_order(m.boards).replace(", ", " ")) for m in movement.meetings]
    rows += [(number, table, str(pair), "", "") for number, table, pair in rests]
    lines += [",".join((str(number), str(table), *cells)) for number, table, *cells in sorted(rows)]
    return "\n".join(lines) + "\n"


FORMAT = MovementFormat("csv", say("A table for a spreadsheet"), ".csv", knows, read, write)
