"""The tables of WEBRI: a line for each table in each round, with table, set, North-South and East-West.

No round is named: a table that comes again begins the next one, and so does an empty line.
"""

from __future__ import annotations

import re

from arrowswitch.movements.files import FileFault
from arrowswitch.movements.files_of_others.rows import (
    FileRow,
    MovementFormat,
    lines_of,
    movement_of,
    set_number,
    set_rows,
    whole,
)
from arrowswitch.movements.model import Movement
from arrowswitch.words import say

ROW = re.compile(r"[0-9]{1,3}\s*[,;\t]\s*[0-9A-Za-z]{1,3}\s*[,;\t]\s*[0-9]{1,3}\s*[,;\t]\s*[0-9]{1,3}\s*[,;]?")
HEAD = re.compile(r"table\s*[,;\t]\s*boards?\s*[,;\t]\s*ns\s*[,;\t]\s*ew", re.IGNORECASE)


def knows(text: str) -> bool:
    """Whether it begins with such a row, or with the head of such rows.

    >>> knows("1,1,4,1\\n2,1,2,3\\n"), knows("1,2\\n")
    (True, False)
    """
    lines = lines_of(text)
    return bool(lines) and (HEAD.fullmatch(lines[0][1]) or ROW.fullmatch(lines[0][1])) is not None


def read(text: str) -> Movement:
    """A movement from such rows.

    >>> read("table,board,NS,EW\\n1,1,4,1\\n2,1,2,3\\n1,2,4,2\\n2,2,3,1\\n").rounds
    2
    """
    rows: list[FileRow] = []
    here: set[int] = set()
    number = 1
    for line, words in enumerate(text.splitlines(), 1):
        plain = words.split("#")[0].strip()
        if HEAD.fullmatch(plain):
            continue
        if not plain:
            if here:
                number, here = number + 1, set()
            continue
        if not ROW.fullmatch(plain):
            raise FileFault(
                say(
                    "Line {line}: “{text}” is not a table, a set, North-South and East-West.",
                    line=line,
                    text=plain[:30],
                )
            )
        table_cell, laid, ns, ew = (cell.strip() for cell in re.split(r"[,;\t]", plain)[:4])
        table = whole(table_cell, line)
        if not table:
            raise FileFault(say("Line {line}: there is no table 0.", line=line))
        if table in here:
            number, here = number + 1, set()
        here.add(table)
        rows.append(FileRow(number, table, whole(ns, line), whole(ew, line), set_number(laid, line)))
    return movement_of(rows)


def write(movement: Movement) -> str:
    """A movement as such rows, an empty line between the rounds.

    >>> from arrowswitch.movements import build
    >>> write(build("howell", tables=2)).splitlines()[:4]
    ['table,board,NS,EW', '1,1,4,1', '2,1,2,3', '']
    """
    if movement.kind == "individual":
        raise FileFault(say("An individual cannot be written so; take balans."))
    lines = ["table,board,NS,EW"]
    last = 1
    for row in set_rows(movement):
        if row.round != last:
            lines.append("")
            last = row.round
        lines.append(f"{row.table},{row.set},{row.ns},{row.ew}")
    return "\n".join(lines) + "\n"


FORMAT = MovementFormat("webri", say("Tables of WEBRI"), ".txt", knows, read, write)
