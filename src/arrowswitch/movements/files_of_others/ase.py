"""The text of ASE Scorer and Jeanie: a title, tables and rounds, then for each round North-South, East-West and set of each table.

What these programs keep besides (descriptions, indexes of libraries) is theirs; a line with a letter in it before the numbers
is the title or a description. Lines may be broken anywhere among the numbers.
"""

from __future__ import annotations

import re

from arrowswitch.movements.files import FileFault
from arrowswitch.movements.files_of_others.rows import FileRow, MovementFormat, lines_of, movement_of, set_rows, whole
from arrowswitch.movements.model import Movement
from arrowswitch.words import say

NUMBERS = re.compile(r"[0-9]{1,3}(?:[\s,;]+[0-9]{1,3})*")


def _parts(text: str) -> tuple[list[str], list[tuple[int, list[str]]]]:
    """The words before the numbers, and the lines of numbers."""
    words: list[str] = []
    numbers: list[tuple[int, list[str]]] = []
    for line, plain in lines_of(text):
        if NUMBERS.fullmatch(plain):
            numbers.append((line, re.split(r"[\s,;]+", plain)))
        elif numbers:
            raise FileFault(say("Line {line}: “{text}” stands among the numbers.", line=line, text=plain[:30]))
        else:
            words.append(plain)
    return words, numbers


def knows(text: str) -> bool:
    """Whether the first line of numbers asks for as many as there are, or is tables and rounds with threes of numbers under it.

    >>> knows("Two tables\\n2 3\\n4 1 1 2 3 1\\n4 2 2 3 1 2\\n4 3 3 1 2 3"), knows("Howell")
    (True, False)
    """
    try:
        _, numbers = _parts(text)
    except FileFault:
        return False
    if len(numbers) < 2 or not 2 <= len(numbers[0][1]) <= 3:
        return False
    tables, rounds = (int(cell) for cell in numbers[0][1][:2])
    return sum(len(cells) for _, cells in numbers[1:]) == 3 * tables * rounds or len(numbers[1][1]) % 3 == 0


def read(text: str) -> Movement:
    """A movement from such a text.

    >>> made = read("Two tables\\n2 3\\n4 1 1 2 3 1\\n4 2 2 3 1 2\\n4 3 3 1 2 3")
    >>> made.name, made.rounds
    ('Two tables', 3)
    """
    words, numbers = _parts(text)
    tables, rounds = (int(cell) for cell in numbers[0][1][:2])
    cells = [whole(cell, line) for line, found in numbers[1:] for cell in found]
    if len(cells) != 3 * tables * rounds or not cells:
        raise FileFault(
            say(
                "{tables} tables in {rounds} rounds are {wanted} numbers, and here are {found}.",
                tables=tables,
                rounds=rounds,
                wanted=3 * tables * rounds,
                found=len(cells),
            )
        )
    rows = []
    for place in range(0, len(cells), 3):
        number, table = divmod(place // 3, tables)
        ns, ew, laid = cells[place : place + 3]
        rows.append(FileRow(number + 1, table + 1, ns, ew, laid))
    return movement_of(rows, name=words[0] if words else "")


def write(movement: Movement) -> str:
    """A movement as such a text, a line a round.

    >>> from arrowswitch.movements import build
    >>> write(build("howell", tables=2)).splitlines()
    ['Howell 2', '2 3', '4 1 1 2 3 1', '4 2 2 3 1 2', '4 3 3 1 2 3']
    """
    if movement.kind == "individual":
        raise FileFault(say("An individual cannot be written so; take balans."))
    rows = set_rows(movement)
    lines = [f"{movement.name} {movement.entry}", f"{movement.tables} {movement.rounds}"]
    for number in range(1, movement.rounds + 1):
        lines.append(" ".join(f"{row.ns} {row.ew} {row.set}" for row in rows if row.round == number))
    return "\n".join(lines) + "\n"


FORMAT = MovementFormat("ase", say("Text of ASE Scorer and Jeanie"), ".txt", knows, read, write)
