"""What may not happen at the tables of a movement, each as a check that names every place.

Nobody at two tables, no board twice for a pair, no board at more tables than there are copies unless the tables share,
everybody accounted for in every round, both halves of a team match on the same boards, in an individual no partner twice.
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


def fault(
    template: str,
    *,
    round: int | None = None,
    table: int | None = None,
    pair: int | None = None,
    board: int | None = None,
    **words: object,
) -> Fault:
    """A fault at this place; the sentence has the place's numbers as well as the words.

    >>> fault("Round {round}, table {table} has no boards.", round=2, table=5).text
    'Round 2, table 5 has no boards.'
    """
    place = {"round": round, "table": table, "pair": pair, "board": board}
    return Fault(say(template, **place, **words), **place)


def who(movement: Movement, contestant: int, half: str = "") -> Sentence:
    """A pair or a player as the cards say, a team by its number, or one of its halves."""
    if movement.kind == "individual":
        return say("player {number}", number=movement.label(contestant))
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
            rounds = counted("rounds", movement.rounds)
            yield fault("Round {round} is not one of {rounds}.", rounds=rounds, **place)
        seated = movement.seated(meeting)
        for contestant in seated:
            if contestant not in known:
                yield fault(
                    "Round {round}, table {table}: {who} is not in this movement.",
                    who=who(movement, contestant),
                    pair=contestant,
                    **place,
                )
        for contestant in _repeated(seated):
            mine = who(movement, contestant)
            yield fault("Round {round}, table {table}: {who} meets itself.", who=mine, pair=contestant, **place)
        if not meeting.boards:
            yield fault("Round {round}, table {table} has no boards.", **place)
        elif len(meeting.boards) > movement.boards_per_round:
            yield fault(
                "Round {round}, table {table} has {count}, more than the {most} of a round.",
                count=counted("boards", len(meeting.boards)),
                most=movement.boards_per_round,
                **place,
            )
        for board in _repeated(meeting.boards):
            yield fault("Round {round}, table {table}: board {board} is listed twice.", board=board, **place)


def _repeated(numbers: tuple[int, ...]) -> list[int]:
    """Those that stand there more than once, which is seldom any."""
    if len(set(numbers)) == len(numbers):
        return []
    return [number for number, times in Counter(numbers).items() if times > 1]


def _two_at_one_table(movement: Movement) -> Iterator[Fault]:
    used = Counter((meeting.round, meeting.table) for meeting in movement.meetings)
    for (number, table), times in sorted(used.items()):
        if times > 1:
            yield fault(
                "Round {round}: table {table} is used for {times} meetings at once.",
                round=number,
                table=table,
                times=times,
            )


def _seats(movement: Movement, meeting: Meeting) -> tuple[tuple[int, str], ...]:
    """Who plays here. The two halves of a team are two bodies; a pair is one, whichever way it sits, and a player is."""
    if movement.kind == "pairs":
        return (meeting.ns, ""), (meeting.ew, "")
    if movement.kind == "teams":
        return (meeting.ns, "NS"), (meeting.ew, "EW")
    return tuple((contestant, "") for contestant in movement.seated(meeting))


def _one_at_two_tables(movement: Movement) -> Iterator[Fault]:
    places: defaultdict[tuple[int, int, str], set[int]] = defaultdict(set)
    for meeting in movement.meetings:
        for contestant, half in _seats(movement, meeting):
            places[meeting.round, contestant, half].add(meeting.table)
    for (number, contestant, half), tables in sorted(places.items()):
        if len(tables) > 1:
            yield fault(
                "Round {round}: {who} is at tables {tables} at once.",
                round=number,
                table=min(tables),
                pair=contestant,
                who=who(movement, contestant, half),
                tables=spans(tables),
            )


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
                mine = who(movement, contestant)
                yield fault("Round {round}: {who} plays and sits out.", round=number, pair=contestant, who=mine)
            elif not present and not sits_out:
                mine = who(movement, contestant)
                yield fault(
                    "Round {round}: {who} has no table and no sit-out.", round=number, pair=contestant, who=mine
                )


def _sit_outs(movement: Movement) -> Iterator[Fault]:
    known = set(movement.contestants)
    times = Counter((sit_out.round, sit_out.pair) for sit_out in movement.sit_outs)
    for sit_out in movement.sit_outs:
        number, pair, table = sit_out.round, sit_out.pair, sit_out.table
        mine = who(movement, pair)
        if pair not in known or not 1 <= number <= movement.rounds:
            yield fault(
                "Round {round}: {who} cannot sit out; it is not in this movement.", round=number, pair=pair, who=mine
            )
        if times.pop((number, pair), 1) > 1:
            yield fault("Round {round}: {who} is listed twice as sitting out.", round=number, pair=pair, who=mine)
        if table is not None and (number, table) in movement.at:
            yield fault(
                "Round {round}, table {table}: {who} cannot sit out here, where others play.",
                round=number,
                table=table,
                pair=pair,
                who=mine,
            )


def _boards_twice(movement: Movement) -> Iterator[Fault]:
    first: dict[tuple[int, str, int], Meeting] = {}
    for meeting in movement.meetings:
        for contestant, half in _seats(movement, meeting):
            for board in meeting.boards:
                before = first.setdefault((contestant, half, board), meeting)
                if before is not meeting:
                    yield fault(
                        "Round {round}, table {table}: {who} plays board {board} again (first in round {before}).",
                        round=meeting.round,
                        table=meeting.table,
                        pair=contestant,
                        board=board,
                        who=who(movement, contestant, half),
                        before=before.round,
                    )


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
                yield fault(
                    "Round {round}: board {board} is needed at tables {tables} at once; there is {copies} of it.",
                    round=number,
                    table=apart[-1],
                    board=board,
                    tables=spans(tables),
                    copies=movement.copies,
                )


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
                yield fault(
                    "Round {round}, table {table}: tables {tables} share boards {boards}; only {most} can play at once.",
                    round=number,
                    table=sharing[-1],
                    board=boards[0],
                    tables=spans(sharing),
                    boards=spans(boards),
                    most=len(boards) * movement.copies,
                )


def _halves(movement: Movement) -> Iterator[Fault]:
    if movement.kind != "teams":
        return
    boards: defaultdict[tuple[int, int], Counter[int]] = defaultdict(Counter)
    for meeting in movement.meetings:
        boards[meeting.ns, meeting.ew].update(meeting.boards)
    begun = _begun(movement)
    for first, second in sorted(boards):
        if {first, second} <= begun:
            continue
        if first < second or (second, first) not in boards:
            here, there = boards[first, second], boards.get((second, first), Counter())
            lacking = sorted((here - there) + (there - here))
            if lacking:
                yield fault(
                    "Teams {first} and {second}: boards {boards} are played at one table only.",
                    pair=first,
                    board=lacking[0],
                    first=first,
                    second=second,
                    boards=spans(lacking),
                )


def _partners_twice(movement: Movement) -> Iterator[Fault]:
    """In an individual two players are partners once at most, as long as there are others to partner."""
    if movement.kind != "individual":
        return
    played = max((len({meeting.round for meeting in path}) for path in movement.paths.values()), default=0)
    if played >= len(movement.contestants):
        return
    first: dict[tuple[int, ...], int] = {}
    for meeting in sorted(movement.meetings, key=lambda m: (m.round, m.table)):
        for side in meeting.sides:
            couple = tuple(sorted(movement.members(side)))
            before = first.setdefault(couple, meeting.round)
            if before != meeting.round:
                yield fault(
                    "Round {round}, table {table}: players {one} and {other} are partners again (first in round {before}).",
                    round=meeting.round,
                    table=meeting.table,
                    pair=couple[0],
                    one=movement.label(couple[0]),
                    other=movement.label(couple[-1]),
                    before=before,
                )


def _begun(movement: Movement) -> set[int]:
    """Three teams that play one another over two draws, of which the second is still to come."""
    last = movement.draws[-1].matches if movement.draws else ()
    return {side for match in last if match.part == 1 for side in match.sides}


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
    _partners_twice,
)
