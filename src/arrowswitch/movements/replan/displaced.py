"""Who and what is elsewhere than planned once a round is over: the usual move does not bring them to where the plan goes on.

A line or all boards that are so many tables off are told apart from those who are off by themselves.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from arrowswitch.movements.audit import two_lines
from arrowswitch.movements.model import Meeting, Movement
from arrowswitch.movements.replan.standing import NightStanding

Half = tuple[int, int]
"""A pair and 0; of a team 0 for those who sit at home, 1 for its visitors."""


class Displaced(NamedTuple):
    """Who and what was elsewhere in the last round than planned, so that the usual move does not lead where the plan has it."""

    people_by: int = 0
    """So many tables too far up the East-West line sat, or most of it."""
    boards_by: int = 0
    """So many tables too far down the boards lay, or most of them."""
    tables: int = 1
    who: frozenset[Half] = frozenset()
    """Who sat elsewhere by themselves."""
    boards: frozenset[int] = frozenset()
    """Boards that lay elsewhere by themselves."""


def displaced(here: NightStanding) -> Displaced:
    """Who and what was elsewhere in the last round than planned.

    >>> from arrowswitch.movements import build
    >>> from arrowswitch.movements.replan.standing import boards_lay_wrong, changed_seats, standing
    >>> seven = standing(build("mitchell", tables=7), 2)
    >>> sorted(displaced(changed_seats(seven, 2, 8, 9)).who), sorted(displaced(boards_lay_wrong(seven, 2, 1, 2)).boards)
    ([(8, 0), (9, 0)], [5, 6, 7, 8, 9, 10, 11, 12])
    """
    plan, number = here.plan or here.night, here.played
    if plan.meetings == here.night.meetings or not number:
        return Displaced()
    then, now = _seats(plan, plan.meetings, number), _seats(plan, here.past, number)
    who = {each for each in {*then, *now} if each[0] in here.here and then.get(each) != now.get(each)}
    lay, lie = _last_places(plan.meetings, number), _last_places(here.past, number)
    boards = {board for board in {*lay, *lie} if lay.get(board) != lie.get(board)} - here.out
    if plan.kind == "individual":  # each player is told his seat in every round
        return Displaced(boards=frozenset(boards))
    rows = plan.by_round.get(number, ())
    if plan.kind != "pairs" or two_lines(plan) is None or not rows:
        return Displaced(who=frozenset(who), boards=frozenset(boards))
    people_off, boards_off = _offsets(rows, [m for m in here.past if m.round == number])
    people_by = _most(people_off.values(), len(rows))
    boards_by = _most(boards_off.values(), sum(len(m.boards) for m in rows))
    if people_by:
        alone = {each for each in who if each not in people_off}
        who = alone | {each for each, off in people_off.items() if off != people_by}
    if boards_by:
        boards = {board for board in {*boards, *boards_off} if boards_off.get(board) != boards_by}
    return Displaced(people_by, boards_by, len(rows), frozenset(who), frozenset(boards))


def _seats(plan: Movement, meetings: Iterable[Meeting], number: int) -> dict[Half, tuple[int, int]]:
    """Where everybody sits in a round."""
    teams = plan.kind == "teams"
    return {
        (side, seat if teams else 0): (m.table, seat)
        for m in meetings
        if m.round == number
        for seat, side in enumerate(m.sides)
    }


def _last_places(meetings: Iterable[Meeting], number: int) -> dict[int, tuple[int, set[int]]]:
    """When each board was last played up to a round, and at which tables."""
    found: dict[int, tuple[int, set[int]]] = {}
    for m in sorted(meetings, key=lambda each: each.round):
        for board in m.boards if m.round <= number else ():
            last, tables = found.get(board, (0, set()))
            found[board] = (m.round, {*tables, m.table} if last == m.round else {m.table})
    return found


def _offsets(rows: Sequence[Meeting], really: Iterable[Meeting]) -> tuple[dict[Half, int], dict[int, int]]:
    """How many tables further on than planned each East-West pair sat, and each board lay, in the last round."""
    size, place = len(rows), {m.table: at for at, m in enumerate(rows)}
    east = {m.ew: place[m.table] for m in rows}
    of_board = {board: place[m.table] for m in rows for board in m.boards}
    there = [m for m in really if m.table in place]
    people = {(m.ew, 0): (place[m.table] - east[m.ew]) % size for m in there if m.ew in east}
    boards = {
        board: (of_board[board] - place[m.table]) % size for m in there for board in m.boards if board in of_board
    }
    return people, boards


def _most(offsets: Iterable[int], out_of: int) -> int:
    """The shift that more than half have; 0 if there is none."""
    counted = Counter(offsets).most_common(1)
    return counted[0][0] if counted and 2 * counted[0][1] > out_of else 0
