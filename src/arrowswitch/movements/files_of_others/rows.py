"""What all movement files of other programs come to: rows of a round, a table, two sides and boards or a set.

Here such rows become a `Movement`, and a movement such rows. Whether it is legal is the audit's business; a file that says
too little for a movement is refused with the place.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from arrowswitch.movements.build import boards_of_set, sit_outs, truly_shared
from arrowswitch.movements.files import MOST_MEETINGS, MOST_NUMBER, FileFault
from arrowswitch.movements.model import MOST_PLAYERS, Kind, Meeting, Movement, partners, partnership
from arrowswitch.words import Sentence, say

USUAL_BOARDS = 26
"""What a session comes to, where a file names sets and not the boards in them."""
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


@dataclass(frozen=True, slots=True)
class MovementFormat:
    """A way to write movements that other programs have."""

    name: str
    title: Sentence
    ending: str
    knows: Callable[[str], bool]
    """Whether a text is written so."""
    read: Callable[[str], Movement]
    write: Callable[[Movement], str]


class FileRow(NamedTuple):
    """A table in a round, as a file has it; 0 is nobody. Of players, a side is a partnership."""

    round: int
    table: int
    ns: int
    ew: int
    set: int = 0
    boards: tuple[int, ...] = ()


def lines_of(text: str, comment: str = "#") -> list[tuple[int, str]]:
    """The lines that say something, with their numbers, without comments."""
    found = ((number, line.split(comment)[0].strip()) for number, line in enumerate(text.splitlines(), 1))
    return [(number, line) for number, line in found if line]


def whole(text: str, line: int, most: int = MOST_NUMBER) -> int:
    """A number of a file, or the sentence with its line."""
    if not re.fullmatch(r"[0-9]{1,4}", text) or int(text) > most:
        raise FileFault(
            say("Line {line}: “{text}” is not a number from 0 to {most}.", line=line, text=text[:20], most=most)
        )
    return int(text)


def set_number(text: str, line: int) -> int:
    """The number of a set that is written as a number or as letters: A is 1, Z 26, AA 27.

    >>> set_number("7", 1), set_number("C", 1), set_number("AB", 1), set_number("0", 1)
    (7, 3, 28, 0)
    """
    if text.isdecimal():
        return whole(text, line)
    if not re.fullmatch(r"[A-Z]{1,2}", text.upper()):
        raise FileFault(say("Line {line}: “{text}” is no set of boards.", line=line, text=text[:20]))
    number = 0
    for letter in text.upper():
        number = number * 26 + LETTERS.index(letter) + 1
    return number


def set_letters(number: int) -> str:
    """The other way round.

    >>> set_letters(3), set_letters(28)
    ('C', 'AB')
    """
    first, second = divmod(number - 1, 26)
    return (LETTERS[first - 1] if first else "") + LETTERS[second]


def movement_of(rows: Iterable[FileRow], *, name: str = "", size: int = 0, kind: Kind = "pairs") -> Movement:
    """The movement that these rows make, with `size` boards in a set, or as many as usual."""
    seated = list(rows)
    if not seated:
        raise FileFault(say("There is not one table in this file."))
    if len(seated) > MOST_MEETINGS:
        raise FileFault(say("The file is too long: a movement has at most {most} meetings.", most=MOST_MEETINGS))
    rounds = max(row.round for row in seated)
    each = size or max((len(row.boards) for row in seated), default=0) or max(1, round(USUAL_BOARDS / rounds))
    seated = _one_run_of_numbers(seated) if kind == "pairs" else seated
    meetings = [
        Meeting(row.round, row.table, row.ns, row.ew, row.boards or boards_of_set(row.set, each))
        for row in seated
        if row.ns and row.ew and (row.set or row.boards)
    ]
    if not meetings:
        raise FileFault(say("There is not one table with two sides and boards in this file."))
    known = {n for row in seated for side in (row.ns, row.ew) if side for n in _members(kind, side)}
    contestants = tuple(sorted(known))
    waiting = {
        (row.round, alone): row.table
        for row in seated
        if not (row.ns and row.ew)
        for alone in (row.ns, row.ew)
        if alone and kind == "pairs"
    }
    movement = Movement(
        name=name or "Movement",
        family="",
        kind=kind,
        contestants=contestants,
        rounds=rounds,
        boards_per_round=each,
        winners=1,
        meetings=tuple(sorted(meetings, key=lambda m: (m.round, m.table))),
        shares=truly_shared(_shares(meetings), meetings),
    )
    north, east = movement.sides_taken
    two = kind == "pairs" and north.isdisjoint(east) and rounds > 1
    return replace(
        movement,
        winners=2 if two else 1,
        sit_outs=sit_outs(contestants, rounds, meetings, waiting, movement.seated),
        stationary=_stationary(movement),
    )


def _members(kind: Kind, side: int) -> tuple[int, ...]:
    return partners(side) if kind == "individual" and side > MOST_PLAYERS else (side,)


def _one_run_of_numbers(rows: Sequence[FileRow]) -> list[FileRow]:
    """East-West go on from the last North-South, where both lines are counted from 1."""
    both = any(row.ns == row.ew != 0 for row in rows)
    at_once: defaultdict[int, list[int]] = defaultdict(list)
    for row in rows:
        at_once[row.round] += [side for side in (row.ns, row.ew) if side]
    if not both and all(len(set(sides)) == len(sides) for sides in at_once.values()):
        return list(rows)
    last = max(row.ns for row in rows)
    return [row._replace(ew=row.ew + last if row.ew else 0) for row in rows]


def _shares(meetings: Sequence[Meeting]) -> list[tuple[int, ...]]:
    """The groups of tables that have the same boards in some round."""
    here: defaultdict[tuple[int, tuple[int, ...]], set[int]] = defaultdict(set)
    for meeting in meetings:
        here[meeting.round, meeting.boards].add(meeting.table)
    return sorted({tuple(sorted(tables)) for tables in here.values() if len(tables) > 1})


def _stationary(movement: Movement) -> tuple[int, ...]:
    """Who never changes table."""
    return tuple(
        pair
        for pair in movement.contestants
        if len(path := movement.path(pair)) > 1 and len({meeting.table for meeting in path}) == 1
    )


class SetRow(NamedTuple):
    """A row to be written; nobody and no set are 0."""

    round: int
    table: int
    ns: int
    ew: int
    set: int


def set_rows(movement: Movement) -> list[SetRow]:
    """A movement as rows with sets, every table in every round; sets that do not stay together cannot be written so."""
    numbers: dict[tuple[int, ...], int] = {}
    distinct = {meeting.boards for meeting in movement.meetings}
    if sum(map(len, distinct)) != len(movement.boards):
        raise FileFault(
            say("This format names sets, and here the boards do not stay in their sets; take csv or thebridsk.")
        )
    for boards in sorted(distinct):
        numbers[boards] = len(numbers) + 1
    waiting = {(rest.round, rest.table): rest.pair for rest in movement.sit_outs if rest.table}
    rows = []
    for number in range(1, movement.rounds + 1):
        for table in range(1, movement.tables + 1):
            meeting = movement.at.get((number, table))
            if meeting is None:
                rows.append(SetRow(number, table, waiting.get((number, table), 0), 0, 0))
            else:
                rows.append(SetRow(number, table, meeting.ns, meeting.ew, numbers[meeting.boards]))
    return rows


def chairs(row: SetRow, kind: Kind) -> tuple[int, ...]:
    """Who sit at a table of a row: two pairs, or four players."""
    if kind != "individual":
        return row.ns, row.ew
    return (*(partners(row.ns) if row.ns else (0, 0)), *(partners(row.ew) if row.ew else (0, 0)))


def side_of(first: int, second: int) -> int:
    """Two players of a file as a side; nobody where both are 0."""
    return partnership(first, second) if first and second else 0
