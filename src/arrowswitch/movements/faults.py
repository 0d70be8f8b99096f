"""What may not happen at the tables of a movement, each as a check that names every place.

Nobody at two tables, no board twice for a pair, no board at more tables than there are copies unless the tables share,
everybody accounted for in every round, both halves of a team match on the same boards.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from arrowswitch.movements.model import Meeting, Movement
from arrowswitch.words import Sentence, counted, say, spans


@dataclass(frozen=True, slots=True)
class Fault:
    """One breach of the laws of movements, with the place where it is."""

    text: Sentence
    round: int | None = None
    table: int | None = None
    pair: int | None = None
    board: int | None = None

    def __str__(self) -> str:
        return str(self.text)


def who(movement: Movement, contestant: int, half: str = "") -> Sentence:
    """A pair as the cards call it, a team by its number, or one of its halves."""
    if movement.kind == "teams":
        return (
            say("the {half} of team {number}", half=half, number=contestant)
            if half
            else say("team {number}", number=contestant)
        )
    return say("pair {number}", number=movement.label(contestant))


def _numbers(movement: Movement) -> Iterator[Fault]:
    known = set(movement.contestants)
    for meeting in movement.meetings:
        place = {"round": meeting.round, "table": meeting.table}
        if not 1 <= meeting.round <= movement.rounds:
            yield Fault(
                say(
                    "Round {round} is not one of {rounds}.",
                    round=meeting.round,
                    rounds=counted("rounds", movement.rounds),
                ),
                **place,
            )
        for contestant in meeting.sides:
            if contestant not in known:
                yield Fault(
                    say(
                        "Round {round}, table {table}: {who} is not in this movement.",
                        who=who(movement, contestant),
                        **place,
                    ),
                    pair=contestant,
                    **place,
                )
        if meeting.ns == meeting.ew:
            text = say("Round {round}, table {table}: {who} meets itself.", who=who(movement, meeting.ns), **place)
            yield Fault(text, pair=meeting.ns, **place)
        if not meeting.boards:
            yield Fault(say("Round {round}, table {table} has no boards.", **place), **place)
        elif len(meeting.boards) > movement.boards_per_round:
            text = say(
                "Round {round}, table {table} has {count}, more than the {most} of a round.",
                count=counted("boards", len(meeting.boards)),
                most=movement.boards_per_round,
                **place,
            )
            yield Fault(text, **place)
        for board, times in Counter(meeting.boards).items():
            if times > 1:
                text = say("Round {round}, table {table}: board {board} is listed twice.", board=board, **place)
                yield Fault(text, board=board, **place)


def _two_at_one_table(movement: Movement) -> Iterator[Fault]:
    used = Counter((meeting.round, meeting.table) for meeting in movement.meetings)
    for (number, table), times in sorted(used.items()):
        if times > 1:
            text = say(
                "Round {round}: table {table} is used for {times} meetings at once.",
                round=number,
                table=table,
                times=times,
            )
            yield Fault(text, round=number, table=table)


def _seats(movement: Movement, meeting: Meeting) -> tuple[tuple[int, str], tuple[int, str]]:
    """Who plays here. The two halves of a team are two bodies; a pair is one, whichever way it sits."""
    if movement.kind == "teams":
        return (meeting.ns, "NS"), (meeting.ew, "EW")
    return (meeting.ns, ""), (meeting.ew, "")


def _one_at_two_tables(movement: Movement) -> Iterator[Fault]:
    places: defaultdict[tuple[int, int, str], set[int]] = defaultdict(set)
    for meeting in movement.meetings:
        for contestant, half in _seats(movement, meeting):
            places[meeting.round, contestant, half].add(meeting.table)
    for (number, contestant, half), tables in sorted(places.items()):
        if len(tables) > 1:
            text = say(
                "Round {round}: {who} is at tables {tables} at once.",
                round=number,
                who=who(movement, contestant, half),
                tables=spans(tables),
            )
            yield Fault(text, round=number, table=min(tables), pair=contestant)


def _accounted_for(movement: Movement) -> Iterator[Fault]:
    idle = {(sit_out.round, sit_out.pair) for sit_out in movement.sit_outs}
    playing: defaultdict[int, set[tuple[int, str]]] = defaultdict(set)
    for meeting in movement.meetings:
        playing[meeting.round].update(_seats(movement, meeting))
    halves = ("NS", "EW") if movement.kind == "teams" else ("",)
    for number in range(1, movement.rounds + 1):
        for contestant in movement.contestants:
            present = [half for half in halves if (contestant, half) in playing[number]]
            sits_out = (number, contestant) in idle
            if present and sits_out:
                text = say("Round {round}: {who} plays and sits out.", round=number, who=who(movement, contestant))
                yield Fault(text, round=number, pair=contestant)
            elif len(present) < len(halves) and not sits_out:
                text = say(
                    "Round {round}: {who} has no table and no sit-out.",
                    round=number,
                    who=who(movement, contestant),
                )
                yield Fault(text, round=number, pair=contestant)


def _sit_outs(movement: Movement) -> Iterator[Fault]:
    known = set(movement.contestants)
    times = Counter((sit_out.round, sit_out.pair) for sit_out in movement.sit_outs)
    for sit_out in movement.sit_outs:
        number, pair, table = sit_out.round, sit_out.pair, sit_out.table
        if pair not in known or not 1 <= number <= movement.rounds:
            text = say(
                "Round {round}: {who} cannot sit out; it is not in this movement.",
                round=number,
                who=who(movement, pair),
            )
            yield Fault(text, round=number, pair=pair)
        if times.pop((number, pair), 1) > 1:
            text = say("Round {round}: {who} is listed twice as sitting out.", round=number, who=who(movement, pair))
            yield Fault(text, round=number, pair=pair)
        if table is not None and (number, table) in movement.at:
            text = say(
                "Round {round}, table {table}: {who} cannot sit out here, where others play.",
                round=number,
                table=table,
                who=who(movement, pair),
            )
            yield Fault(text, round=number, table=table, pair=pair)


def _boards_twice(movement: Movement) -> Iterator[Fault]:
    first: dict[tuple[int, str, int], Meeting] = {}
    for meeting in movement.meetings:
        for contestant, half in _seats(movement, meeting):
            for board in meeting.boards:
                before = first.setdefault((contestant, half, board), meeting)
                if before is not meeting:
                    text = say(
                        "Round {round}, table {table}: {who} plays board {board} again (first in round {before}).",
                        round=meeting.round,
                        table=meeting.table,
                        who=who(movement, contestant, half),
                        board=board,
                        before=before.round,
                    )
                    yield Fault(text, meeting.round, meeting.table, contestant, board)


def _boards_in_two_places(movement: Movement) -> Iterator[Fault]:
    sharing: defaultdict[int, set[int]] = defaultdict(set)
    for group in movement.shares:
        for table in group:
            sharing[table].update(group)
    for number, meetings in movement.by_round.items():
        places: defaultdict[int, list[int]] = defaultdict(list)
        for meeting in meetings:
            for board in set(meeting.boards):
                places[board].append(meeting.table)
        for board, tables in sorted(places.items()):
            if len(tables) <= movement.copies:
                continue
            apart: list[int] = []  # one table of each group that needs a copy of its own
            for table in tables:
                if not any(table in sharing[other] for other in apart):
                    apart.append(table)
            if len(apart) > movement.copies:
                text = say(
                    "Round {round}: board {board} is needed at tables {tables} at once; there is {copies} of it.",
                    round=number,
                    board=board,
                    tables=spans(tables),
                    copies=movement.copies,
                )
                yield Fault(text, round=number, table=apart[-1], board=board)


def crowded(movement: Movement) -> Iterator[Fault]:
    """Tables that share take turns with the boards of the set: each must have one to play all the time."""
    if not movement.shares:
        return
    for number, meetings in movement.by_round.items():
        tables: defaultdict[tuple[int, ...], list[int]] = defaultdict(list)
        for meeting in meetings:
            tables[meeting.boards].append(meeting.table)
        for boards, sharing in tables.items():
            if boards and len(sharing) > len(boards) * movement.copies:
                text = say(
                    "Round {round}, table {table}: tables {tables} share boards {boards}; only {most} can play at once.",
                    round=number,
                    table=sharing[-1],
                    tables=spans(sharing),
                    boards=spans(boards),
                    most=len(boards) * movement.copies,
                )
                yield Fault(text, round=number, table=sharing[-1], board=boards[0])


def _halves(movement: Movement) -> Iterator[Fault]:
    if movement.kind != "teams":
        return
    boards: defaultdict[tuple[int, int], Counter[int]] = defaultdict(Counter)
    for meeting in movement.meetings:
        boards[meeting.ns, meeting.ew].update(meeting.boards)
    for first, second in sorted(boards):
        if first < second or (second, first) not in boards:
            here, there = boards[first, second], boards.get((second, first), Counter())
            lacking = sorted((here - there) + (there - here))
            if lacking:
                text = say(
                    "Teams {first} and {second}: boards {boards} are played at one table only.",
                    first=first,
                    second=second,
                    boards=spans(lacking),
                )
                yield Fault(text, pair=first, board=lacking[0])


CHECKS: tuple[Callable[[Movement], Iterator[Fault]], ...] = (
    _numbers,
    _two_at_one_table,
    _one_at_two_tables,
    _accounted_for,
    _sit_outs,
    _boards_twice,
    _boards_in_two_places,
    crowded,
    _halves,
)
