"""The text of balans and of pjms.nl: a head of contestants, tables, rounds, sets and whether it is an individual, then a line a round.

Each table is North-South, East-West and a set (of players: North, South, East, West, set), with any of space, comma, tab
or hyphen between. Zeros are an empty table; after # comes a comment.
"""

from __future__ import annotations

import re

from arrowswitch.movements.files import MOST_MEETINGS, FileFault
from arrowswitch.movements.files_of_others.rows import (
    FileRow,
    MovementFormat,
    chairs,
    lines_of,
    movement_of,
    set_letters,
    set_number,
    set_rows,
    side_of,
    whole,
)
from arrowswitch.movements.model import MOST_PLAYERS, Movement
from arrowswitch.words import say

HEAD = re.compile(r"[0-9]{1,3}(?:[\s,]+[0-9]{1,3}){3}[\s,]+[01](?:[\s,]+[A-Za-z]+)*")
BETWEEN = re.compile(r"[\s,;\-–]+")


def knows(text: str) -> bool:
    """Whether the first line is such a head.

    >>> knows("14  7  8  8 0 g\\n1-2 A"), knows("1,1,1,2")
    (True, False)
    """
    lines = lines_of(text)
    return bool(lines) and HEAD.fullmatch(lines[0][1]) is not None


def read(text: str) -> Movement:
    """A movement from such a text.

    >>> made = read("4 2 3 3 0\\n4-1 A 2-3 A\\n4-2 B 3-1 B\\n4-3 C 1-2 C\\n")
    >>> made.rounds, made.contestants, made.shares
    (3, (1, 2, 3, 4), ((1, 2),))
    """
    (head_line, head), *lines = lines_of(text)
    contestants, tables, rounds, _sets, individual = (int(number) for number in re.findall(r"[0-9]+", head)[:5])
    if tables * rounds > MOST_MEETINGS or not tables or not rounds:
        raise FileFault(say("Line {line}: so many tables and rounds cannot be.", line=head_line))
    width = 5 if individual else 3
    if len(lines) != rounds:
        raise FileFault(
            say(
                "Rounds in the head: {rounds}; lines after it: {lines}.",
                rounds=rounds,
                lines=len(lines),
            )
        )
    rows: list[FileRow] = []
    for number, (line, words) in enumerate(lines, 1):
        cells = [cell for cell in BETWEEN.split(words) if cell]
        if len(cells) != width * tables:
            raise FileFault(
                say(
                    "Line {line}: {tables} tables have {wanted} numbers, and here are {found}.",
                    line=line,
                    tables=tables,
                    wanted=width * tables,
                    found=len(cells),
                )
            )
        for table in range(tables):
            *people, laid = cells[width * table : width * (table + 1)]
            seats = [whole(person, line, MOST_PLAYERS if individual else contestants) for person in people]
            ns, ew = (side_of(*seats[:2]), side_of(*seats[2:])) if individual else seats
            rows.append(FileRow(number, table + 1, ns, ew, set_number(laid, line)))
    return movement_of(rows, kind="individual" if individual else "pairs")


def write(movement: Movement) -> str:
    """A movement as such a text.

    >>> from arrowswitch.movements import build
    >>> write(build("howell", tables=2)).splitlines()[:2]
    ['4 2 3 3 0', '4-1 A 2-3 A']
    """
    rows = set_rows(movement)
    sets = max(row.set for row in rows)
    individual = movement.kind == "individual"
    count = max(movement.contestants)
    lines = [f"{count} {movement.tables} {movement.rounds} {sets} {int(individual)}"]
    for number in range(1, movement.rounds + 1):
        here = [row for row in rows if row.round == number]
        lines.append(
            " ".join(
                f"{'-'.join(map(str, chairs(row, movement.kind)))} {set_letters(row.set)}"
                if row.set
                else " ".join("0" * (5 if individual else 3))
                for row in here
            )
        )
    return "\n".join(lines) + "\n"


FORMAT = MovementFormat("balans", say("balans and pjms.nl"), ".asc", knows, read, write)
