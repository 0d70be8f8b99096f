"""Which boards to carry where, now and before the rounds to come: what does not come to its table by the usual move."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import NamedTuple

from arrowswitch.movements.model import Meeting, Movement
from arrowswitch.movements.replan.displaced import displaced
from arrowswitch.movements.replan.standing import NightStanding
from arrowswitch.movements.replan.telling.moving import goes_on, shifts
from arrowswitch.words import Sentence, say, spans


class Carry(NamedTuple):
    """Boards to carry before the next round; the table that they lie at is 0 where nobody knows.

    Table 0 is none: they are in the way, and are kept until somebody plays them again.
    """

    boards: tuple[int, ...]
    lie: int
    table: int
    until: tuple[int, int] = (0, 0)
    """The round and the table where boards that are kept are played again; 0 and 0 if they are not."""


def carries(here: NightStanding, rest: Iterable[Meeting]) -> tuple[Carry, ...]:
    """The boards that do not come to their tables by the usual move.

    >>> from arrowswitch.movements import build
    >>> from arrowswitch.movements.replan.standing import standing
    >>> three = standing(build("mitchell", tables=3), 1)
    >>> one, two, *others = three.planned
    >>> for each in carries(three, [replace(one, boards=two.boards), replace(two, boards=one.boards)]):
    ...     print(carry_told(each))
    Carry boards 19-27 from table 3 to table 1.
    Boards 10-18 stay on table 2.
    """
    first = here.played + 1
    planned = {(board, m.table) for m in here.planned if m.round == first for board in m.boards}
    moved = dict(here.lying)
    astray = displaced(here).boards - moved.keys()
    left = {board for m in here.past if m.round == here.played for board in m.boards}
    found: defaultdict[tuple[int, int], list[int]] = defaultdict(list)
    coming = tuple(rest)
    together = not goes_on(here, coming) and shifts(here, coming) is not None
    for board, tables in {**_left_lying(here, coming, {*astray, *moved}), **tables_of(first, coming)}.items():
        # What was not in play in the last round has moved on since, to a relay or past an empty table
        lie = here.lies.get(board, 0) if board in left or board in moved or not here.played else 0
        usual = together or any((board, table) in planned for table in tables)
        # The usual move would take away what lies right already
        if board in astray or board in moved or not usual:
            # Of tables that share one gets the boards, and the others come by them there
            found[lie, lie if lie in tables else min(tables)].append(board)
    to_tables = [Carry(tuple(sorted(boards)), *place) for place, boards in sorted(found.items(), key=lambda e: e[0][1])]
    carried = {board for boards in found.values() for board in boards}
    return (*(() if together else _in_the_way(here, coming, carried)), *to_tables)


def _in_the_way(here: NightStanding, rest: tuple[Meeting, ...], carried: Collection[int]) -> list[Carry]:
    """Boards that nobody plays in the next round, and that the usual move brings to a wrong relay, or to a table of others."""
    if not here.played:
        return []
    first, plan, aside, moved = here.played + 1, here.plan or here.night, displaced(here), dict(here.lying)
    now, due, arrives = tables_of(first, rest), tables_of(first, plan.meetings), _usual_way(plan, here.played)
    last = {board for m in here.past if m.round == here.played for board in m.boards}
    found: defaultdict[tuple[int, tuple[int, int]], list[int]] = defaultdict(list)
    for board in sorted({*last, *moved, *aside.boards} - {*now, *carried, *here.out}):
        if aside.boards_by and board not in aside.boards and board not in moved:
            continue  # it goes with the others where the plan has it
        # What never came to its table waits on a relay still, though the plan has it on another
        lie = here.lies.get(board, 0) if board in last or board in moved else 0
        elsewhere = board in aside.boards or board in moved
        with_others = (elsewhere and board not in due) or [
            table
            for table in ({lie} if board in moved else arrives.get(lie, {lie})) - {0}
            if table not in due.get(board, ()) or not _of_the_set(board, table, due, now)
        ]
        if with_others:
            again = min(((m.round, m.table) for m in rest if board in m.boards), default=(0, 0))
            if lie or again[0]:
                found[lie, again].append(board)
    return [Carry(tuple(boards), lie, 0, again) for (lie, again), boards in sorted(found.items())]


def _of_the_set(board: int, table: int, due: Mapping[int, list[int]], now: Mapping[int, list[int]]) -> bool:
    """Whether a table that is due to have a board has others of its set, or none at all."""
    there = {each for each, tables in now.items() if table in tables}
    return not there or any(table in due.get(each, ()) for each in there)


def _usual_way(plan: Movement, number: int) -> Mapping[int, set[int]]:
    """Where boards go from each table after a round, as the cards on the tables say; 0 is a relay."""
    found: defaultdict[int, set[int]] = defaultdict(set)
    following = tables_of(number + 1, plan.meetings)
    for board, tables in tables_of(number, plan.meetings).items():
        for table in tables:
            found[table].update(following.get(board, [0]))
    return found


def _left_lying(here: NightStanding, rest: tuple[Meeting, ...], astray: Collection[int]) -> dict[int, list[int]]:
    """Boards astray that are not played in the next round: they go to their tables of the plan, from where the usual move leads on."""
    if not goes_on(here, rest):
        return {}
    return {board: tables for board, tables in tables_of(here.played + 1, here.planned).items() if board in astray}


def carry_told(carry: Carry) -> Sentence:
    """One thing to carry, in words."""
    values = {"boards": spans(carry.boards), "lie": carry.lie, "table": carry.table}
    if not carry.table:
        round_number, table = carry.until
        if not round_number:
            return say("Take boards {boards} away from table {lie}: nobody plays them again.", **values)
        return say(
            "Take boards {boards} away from table {lie}, and keep them: table {table} plays them next, in round {round}."
            if carry.lie
            else "Take boards {boards} from the relay, and keep them: table {table} plays them next, in round {round}.",
            boards=spans(carry.boards),
            lie=carry.lie,
            table=table,
            round=round_number,
        )
    if carry.lie == carry.table:
        return say("Boards {boards} stay on table {table}.", **values)
    if carry.lie:
        return say("Carry boards {boards} from table {lie} to table {table}.", **values)
    return say("Lay boards {boards} on table {table}.", **values)


def to_bring(here: NightStanding, rest: tuple[Meeting, ...]) -> dict[int, list[Meeting]]:
    """The meetings whose boards do not come by the usual move, by the round; of tables that share the first only.

    Boards that were carried elsewhere for a round do not come by the usual move to the next either.
    """
    kept = {board for each in carries(here, rest) if not each.table for board in each.boards}
    astray = set(dict(here.lying)) | displaced(here).boards | kept
    found: dict[int, list[Meeting]] = {}
    for number in here.rounds:
        planned = tables_of(number, here.planned)
        now = tables_of(number, rest)
        brought = {
            (min(tables), board)
            for board, tables in now.items()
            if board in astray or not set(tables) & set(planned.get(board, ()))
        }
        found[number] = [
            replace(m, boards=boards)
            for m in rest
            if m.round == number and (boards := tuple(board for board in m.boards if (m.table, board) in brought))
        ]
        for board, tables in now.items():
            if set(tables) & set(planned.get(board, ())):
                astray.discard(board)
            else:
                astray.add(board)
    return found


def kept_until(here: NightStanding, rest: tuple[Meeting, ...]) -> Iterator[tuple[int, Sentence]]:
    """What was taken away from the tables is brought when it is due."""
    by_round: defaultdict[int, list[tuple[int, tuple[int, ...]]]] = defaultdict(list)
    for each in carries(here, rest):
        if not each.table and each.until[0]:
            by_round[each.until[0]].append((each.until[1], each.boards))
    for number, places in sorted(by_round.items()):
        yield number - 1, brought(number, sorted(places))


def brought(number: int, places: Iterable[tuple[int, tuple[int, ...]]]) -> Sentence:
    laid = ", ".join(
        str(say("{boards} at table {table}", boards=spans(boards), table=table)) for table, boards in places
    )
    return say("Boards of round {round}: {laid}.", round=number, laid=laid)


def tables_of(number: int, meetings: Iterable[Meeting]) -> dict[int, list[int]]:
    """The tables that each board of a round is played at."""
    found: defaultdict[int, list[int]] = defaultdict(list)
    for meeting in meetings:
        for board in meeting.boards if meeting.round == number else ():
            found[board].append(meeting.table)
    return found
