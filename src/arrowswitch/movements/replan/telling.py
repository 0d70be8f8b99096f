"""What to say to the room, and which boards to carry where: one or two sentences, and a list for the director's hand."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import NamedTuple

from arrowswitch.movements.cards.announcements import special_moves
from arrowswitch.movements.model import Instruction, Meeting
from arrowswitch.movements.replan.standing import NightStanding
from arrowswitch.words import Sentence, say, say_count, spans

INSTEAD = ("From round {round} on do not move", "For round {round}, counted")
"""How the sentences begin that tell everybody's move themselves."""
BEFORE_A_ROUND = (
    "For round {round} these go",
    "Round {round}: {who} sit",
    "Round {round}: tables",
    "Boards of round {round}",
)
"""How the sentences begin that are said before one round, and hold as long as it stays as it is."""
FEW = 8
"""So many changes of a round are named one by one; with more, everybody looks at the pad or the card."""


class Carry(NamedTuple):
    """Boards to carry before the next round; the table that they lie at is 0 where nobody knows."""

    boards: tuple[int, ...]
    lie: int
    table: int


def carries(here: NightStanding, rest: Iterable[Meeting]) -> tuple[Carry, ...]:
    """The boards that do not come to their tables by the usual move.

    >>> from arrowswitch.movements import build
    >>> from arrowswitch.movements.replan.standing import standing
    >>> three = standing(build("mitchell", tables=3), 1)
    >>> one, two, *others = three.planned
    >>> carries(three, [replace(one, boards=two.boards), replace(two, boards=one.boards)])[0]
    Carry(boards=(19, 20, 21, 22, 23, 24, 25, 26, 27), lie=3, table=1)
    """
    first = here.played + 1
    planned = {(board, m.table) for m in here.planned if m.round == first for board in m.boards}
    moved = dict(here.lying)
    left = {board for m in here.past if m.round == here.played for board in m.boards}
    found: defaultdict[tuple[int, int], list[int]] = defaultdict(list)
    for board, tables in _tables(first, rest).items():
        # What was not in play in the last round has moved on since, to a relay or past an empty table
        lie = here.lies.get(board, 0) if board in left or board in moved or not here.played else 0
        # Of tables that share one gets the boards, and the others come by them there
        if not any(lie == table or ((board, table) in planned and board not in moved) for table in tables):
            found[lie, min(tables)].append(board)
    return tuple(Carry(tuple(sorted(boards)), *place) for place, boards in sorted(found.items(), key=lambda e: e[0][1]))


def carry_told(carry: Carry) -> Sentence:
    """One thing to carry, in words."""
    values = {"boards": spans(carry.boards), "lie": carry.lie, "table": carry.table}
    if carry.lie:
        return say("Carry boards {boards} from table {lie} to table {table}.", **values)
    return say("Lay boards {boards} on table {table}.", **values)


def instructions(
    here: NightStanding, rest: tuple[Meeting, ...], shares: Iterable[tuple[int, ...]] = ()
) -> tuple[Instruction, ...]:
    """What is said after which round; first of all what is said now."""
    found = [Instruction("special", after, text) for after, text in _told(here, rest)]
    found = [*_moves_of_all(here, found), *found]
    groups = tuple(shares)
    found += [
        Instruction("share", number - 1, text) for number in here.rounds for text in _shared(number, rest, groups)
    ]
    found += _still_true(here, rest)
    return tuple(sorted(dict.fromkeys(found), key=lambda each: each.after))


def _moves_of_all(here: NightStanding, told: Iterable[Instruction]) -> Iterator[Instruction]:
    """The skips and other moves of the whole room that are due where something else is told, and would be forgotten beside it.

    They follow from where people really sit: after a forgotten skip everybody skips before going on as planned.
    """
    if here.night.draws or here.night.kind != "pairs":
        return
    moves = special_moves(replace(here.night, instructions=()))
    otherwise = {each.after for each in told if each.text.template.startswith(INSTEAD)}
    for after in sorted({each.after for each in told} - otherwise):
        if after in moves:
            occasion, text = moves[after]
            yield Instruction(occasion, after, text)


def _still_true(here: NightStanding, rest: Iterable[Meeting]) -> Iterator[Instruction]:
    """What an earlier plan of this evening has to say before rounds that stay as they are."""
    coming = {(m.round, m.table, m.sides) for m in rest}
    for each in here.night.instructions:
        there = {(m.round, m.table, m.sides) for m in here.planned if m.round == each.after + 1}
        same = {seats for seats in coming if seats[0] == each.after + 1}
        if there == same != set() and each.text.template.startswith(BEFORE_A_ROUND):
            yield each


def _shared(number: int, rest: Iterable[Meeting], groups: Iterable[tuple[int, ...]]) -> Iterator[Sentence]:
    """Which tables share which boards in a round, where they did not before."""
    found: defaultdict[tuple[int, ...], list[int]] = defaultdict(list)
    for board, tables in _tables(number, rest).items():
        if len(tables) > 1 and any(set(tables) <= set(group) for group in groups):
            found[tuple(sorted(tables))].append(board)
    for together, boards in sorted(found.items()):
        yield say(
            "Round {round}: tables {tables} share boards {boards}.",
            round=number,
            tables=spans(together),
            boards=spans(boards),
        )


def _tables(number: int, meetings: Iterable[Meeting]) -> dict[int, list[int]]:
    """The tables that each board of a round is played at."""
    found: defaultdict[int, list[int]] = defaultdict(list)
    for meeting in meetings:
        for board in meeting.boards if meeting.round == number else ():
            found[board].append(meeting.table)
    return found


def _to_bring(here: NightStanding, rest: tuple[Meeting, ...]) -> dict[int, list[Meeting]]:
    """The meetings whose boards do not come by the usual move, by the round; of tables that share the first only.

    Boards that were carried elsewhere for a round do not come by the usual move to the next either.
    """
    astray = set(dict(here.lying))
    found: dict[int, list[Meeting]] = {}
    for number in here.rounds:
        planned = _tables(number, here.planned)
        now = _tables(number, rest)
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


def _told(here: NightStanding, rest: tuple[Meeting, ...]) -> Iterator[tuple[int, Sentence]]:
    now, night = here.played, here.night
    last = max((m.round for m in rest), default=now)
    planned = {(m.round, m.table): m for m in here.planned}
    same = all(
        (was := planned.get((m.round, m.table))) and was.sides == m.sides and set(m.boards) <= set(was.boards)
        for m in rest
    )
    if same:
        due = [m for m in here.planned if m.round <= last]
        usual = [m for m in due if not here.gone & set(night.seated(m))]
        most = here.most or night.boards_per_round
        if len(rest) == len(usual) and sum(len(m.boards) for m in rest) == sum(min(len(m.boards), most) for m in usual):
            waits = len(due) > len(usual)
            yield now, say("Go on as planned; who has no opponents waits.") if waits else say("Go on as planned.")
        else:
            yield now, say("Go on as planned, and leave out the boards that the list names; who has none waits.")
    elif (shifts := _shifts(here, rest)) is not None:
        yield from shifts
    else:
        yield from _changes(here, rest)
    if here.most:
        yield now, say_count("Play only {n} board in each round.", "Play only {n} boards in each round.", here.most)
    if last < night.rounds:
        yield now, say("Round {round} is the last.", round=last)


def _shifts(here: NightStanding, rest: tuple[Meeting, ...]) -> list[tuple[int, Sentence]] | None:
    """The words for whole lines that are shifted; none where it is otherwise."""
    if here.night.kind != "pairs" or here.come:
        return None
    by_round: defaultdict[int, dict[int, Meeting]] = defaultdict(dict)
    for m in rest:
        by_round[m.round][m.table] = m
    told: list[tuple[int, Sentence]] = []
    before = (0, 0)
    for number in sorted(by_round):
        there = here.night.by_round.get(number, ())
        size = len(there)
        at_east = {m.ew: place for place, m in enumerate(there)}
        of_board = {board: place for place, m in enumerate(there) for board in m.boards}
        people: set[int] = set()
        boards: set[int] = set()
        for place, was in enumerate(there):
            now = by_round[number].get(was.table)
            if now is None:
                continue
            if now.ns != was.ns or now.ew not in at_east or any(board not in of_board for board in now.boards):
                return None
            people.add((place - at_east[now.ew]) % size)
            boards.update((of_board[board] - place) % size for board in now.boards)
        if len(people) > 1 or len(boards) > 1 or not set(by_round[number]) <= {m.table for m in there}:
            return None
        shift = (people.pop(), boards.pop())
        if shift != before:
            told.append(
                (number - 1, _shift_told(number, (shift[0] - before[0]) % size, (shift[1] - before[1]) % size, size))
            )
        before = shift
    if told:
        rounds = say(
            "{some} and {last}", some=", ".join(str(after + 1) for after, _ in told[:-1]), last=told[-1][0] + 1
        )
        when = rounds if len(told) > 1 else told[0][0] + 1
        at_once = (
            say("After that everybody and all boards move on as usual.")
            if [after for after, _ in told] == [here.played]
            else say("Everybody and all boards move as usual, but for what is said before round {rounds}.", rounds=when)
        )
        told.append((here.played, at_once))
    return told


def _shift_told(number: int, people: int, boards: int, size: int) -> Sentence:
    back, up = size - people, size - boards
    texts = []
    if people:
        texts.append(
            say("East-West go {n} further up than usual", n=people)
            if people <= back
            else say("East-West go {n} less far up than usual", n=back)
        )
    if boards:
        texts.append(
            say("the boards go {n} further down than usual", n=boards)
            if boards <= up
            else say("the boards go {n} less far down than usual", n=up)
        )
    what = texts[0] if len(texts) == 1 else say("{one}, and {other}", one=texts[0], other=texts[1])
    return say("For round {round}, counted in tables: {what}.", round=number, what=what)


def _changes(here: NightStanding, rest: tuple[Meeting, ...]) -> Iterator[tuple[int, Sentence]]:
    night = here.night
    where = {(m.round, side, seat): m.table for m in here.planned for seat, side in enumerate(m.sides)}
    label = here.whole.label
    many = False
    to_bring = _to_bring(here, rest)
    said: list[tuple[int, Sentence]] = []
    for number in here.rounds:
        meetings = [m for m in rest if m.round == number]
        moved = [
            (side, m.table, seat)
            for m in meetings
            for seat, side in enumerate(m.sides)
            if where.get((number, side, seat)) != m.table
        ]
        playing = {each for m in meetings for each in night.seated(m)}
        idle = [
            each
            for each in here.here
            if each not in playing and any(each in night.seated(m) for m in here.planned if m.round == number)
        ]
        if len(moved) > FEW or night.kind == "individual":
            many = True
            continue
        if moved:
            seats = ", ".join(
                str(
                    say("{who} to table {table} {side}", who=label(side), table=table, side="NS" if seat == 0 else "EW")
                )
                for side, table, seat in moved
            )
            said.append((number - 1, say("For round {round} these go elsewhere: {seats}.", round=number, seats=seats)))
        if idle:
            said.append(
                (number - 1, say("Round {round}: {who} sit out.", round=number, who=", ".join(map(label, idle))))
            )
        boards = to_bring[number]
        if boards and number > here.played + 1:
            laid = ", ".join(
                str(say("{boards} at table {table}", boards=spans(m.boards), table=m.table)) for m in boards[:FEW]
            )
            said.append((number - 1, say("Boards of round {round}: {laid}.", round=number, laid=laid)))
    if many:
        yield (
            here.played,
            say(
                "From round {round} on do not move as before: before each round look at your table's pad or your new card, "
                "which says where you sit and with which boards.",
                round=here.played + 1,
            ),
        )
        yield here.played, say("The director brings the boards.")
        return
    if said:
        yield (
            here.played,
            say("Everybody moves as before, but for those whom I name now and before the rounds to come."),
        )
    yield from said
