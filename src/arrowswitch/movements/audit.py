"""The laws of movements: a movement is proved legal here, or each of its faults is named.

Nobody at two tables, no board twice for a pair, no board at more tables than there are copies unless the tables share,
everybody accounted for in every round, boards on hand where relays and shares put them, both halves of a team match on
the same boards. What is legal but not ideal (opponents missed or met twice, boards missed, sit-outs) is told as facts.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from arrowswitch.movements.model import Meeting, Movement, Relay
from arrowswitch.words import Sentence, say, spans


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


@dataclass(frozen=True)
class Facts:
    """What a legal movement may still have: told, not judged."""

    opponents: Mapping[int, int]
    """How many different opponents each contestant meets."""
    repeated: tuple[tuple[int, int, int], ...]
    """Two contestants who meet more than once, and how often."""
    missed: tuple[tuple[int, int], ...]
    """Two contestants of opposite fields (in one field: any two) who never meet."""
    boards_missed: Mapping[int, tuple[int, ...]]
    sit_outs: Mapping[int, int]
    """How many rounds each contestant sits out, if any."""
    comparisons: Mapping[int, int]
    """How often each board is played."""
    stationary: tuple[int, ...]
    """Who in fact never changes table."""


@dataclass(frozen=True)
class Audit:
    """The outcome: no faults means that the movement is proved legal."""

    faults: tuple[Fault, ...]
    facts: Facts

    @property
    def legal(self) -> bool:
        return not self.faults


def audit(movement: Movement) -> Audit:
    """Prove a movement legal, or name its faults.

    >>> from arrowswitch.movements import build
    >>> audit(build("share-relay", tables=8)).legal
    True
    """
    checks = (
        _numbers(movement),
        _two_at_one_table(movement),
        _one_at_two_tables(movement),
        _accounted_for(movement),
        _boards_twice(movement),
        _boards_in_two_places(movement),
        _shares(movement),
        _relays(movement),
        _stationary(movement),
        _halves(movement) if movement.kind == "teams" else iter(()),
    )
    return Audit(tuple(fault for check in checks for fault in check), facts(movement))


def _who(movement: Movement, contestant: int, half: str = "") -> Sentence:
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
                say("Round {round} is not one of the {rounds} rounds.", round=meeting.round, rounds=movement.rounds),
                **place,
            )
        for contestant in meeting.sides:
            if contestant not in known:
                yield Fault(
                    say(
                        "Round {round}, table {table}: {who} is not in this movement.",
                        who=_who(movement, contestant),
                        **place,
                    ),
                    pair=contestant,
                    **place,
                )
        if meeting.ns == meeting.ew:
            text = say("Round {round}, table {table}: {who} meets itself.", who=_who(movement, meeting.ns), **place)
            yield Fault(text, pair=meeting.ns, **place)
        if not meeting.boards:
            yield Fault(say("Round {round}, table {table} has no boards.", **place), **place)
        elif len(meeting.boards) > movement.boards_per_round:
            text = say(
                "Round {round}, table {table} has {count} boards, more than the {most} of a round.",
                count=len(meeting.boards),
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
                who=_who(movement, contestant, half),
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
                text = say("Round {round}: {who} plays and sits out.", round=number, who=_who(movement, contestant))
                yield Fault(text, round=number, pair=contestant)
            elif len(present) < len(halves) and not sits_out:
                text = say(
                    "Round {round}: {who} has no table and no sit-out.",
                    round=number,
                    who=_who(movement, contestant),
                )
                yield Fault(text, round=number, pair=contestant)
    known = set(movement.contestants)
    for sit_out in movement.sit_outs:
        if sit_out.pair not in known or not 1 <= sit_out.round <= movement.rounds:
            text = say(
                "Round {round}: {who} cannot sit out; it is not in this movement.",
                round=sit_out.round,
                who=_who(movement, sit_out.pair),
            )
            yield Fault(text, round=sit_out.round, pair=sit_out.pair)


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
                        who=_who(movement, contestant, half),
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


def _shares(movement: Movement) -> Iterator[Fault]:
    for group in movement.shares:
        if not any(
            len([m for m in meetings if m.table in group and set(m.boards) & set(other.boards)]) > 1
            for meetings in movement.by_round.values()
            for other in meetings
            if other.table in group
        ):
            text = say("Tables {tables} are said to share, but never have the same boards.", tables=spans(group))
            yield Fault(text, table=min(group, default=None))


def _relays(movement: Movement) -> Iterator[Fault]:
    for relay in movement.relays:
        fault = _relay(movement, relay)
        if fault:
            yield fault


def _relay(movement: Movement, relay: Relay) -> Fault | None:
    """Boards that leave one table must reach the other after resting on the relay, in one direction or the other."""
    low, high = relay.between
    highest = max(movement.tables, (len(movement.contestants) + 1) // 2)  # a phantom's table counts
    for table in relay.between:
        if table > highest:
            return Fault(say("There is no table {table} for a relay to stand at.", table=table), table=table)
    delay = relay.sets + 1
    broken: list[tuple[int, int, int, int]] = []
    for start, end in ((high, low), (low, high)):
        wrong = [
            (number, start, end, min(here.boards))
            for (number, table), here in movement.at.items()
            if table == start
            and (there := movement.at.get((number + delay, end))) is not None
            and set(here.boards) != set(there.boards)
        ]
        if not wrong:
            return None
        broken.append(min(wrong))
    number, start, end, board = max(broken, key=lambda found: found[0])
    text = say(
        "Round {round}: board {board} leaves table {start} by the relay between {low} and {high}, "
        "but is not at table {end} in round {later}.",
        round=number,
        board=board,
        start=start,
        low=low,
        high=high,
        end=end,
        later=number + delay,
    )
    return Fault(text, round=number, table=start, board=board)


def _stationary(movement: Movement) -> Iterator[Fault]:
    if movement.kind == "teams":
        return
    for contestant in movement.stationary:
        path = movement.path(contestant)
        if not path:
            text = say("{who} is said to stay, but plays nowhere.", who=_who(movement, contestant))
            yield Fault(text, pair=contestant)
        moved = next((m for m in path if m.table != path[0].table), None)
        if moved:
            text = say(
                "Round {round}: {who} is said to stay at table {home}, but plays at table {table}.",
                round=moved.round,
                who=_who(movement, contestant),
                home=path[0].table,
                table=moved.table,
            )
            yield Fault(text, moved.round, moved.table, contestant)


def _halves(movement: Movement) -> Iterator[Fault]:
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


def facts(movement: Movement) -> Facts:
    """The facts of a movement, legal or not."""
    met: dict[tuple[int, int], int] = {}
    played: dict[int, set[int]] = {contestant: set() for contestant in movement.contestants}
    times_played: Counter[tuple[int, ...]] = Counter()
    places: dict[int, set[int]] = {contestant: set() for contestant in movement.contestants}
    teams = movement.kind == "teams"
    for meeting in movement.meetings:
        ns, ew, boards = meeting.ns, meeting.ew, meeting.boards
        couple = (ns, ew) if ns < ew else (ew, ns)
        met[couple] = met.get(couple, 0) + 1
        times_played[boards] += 1
        played.setdefault(ns, set()).update(boards)
        played.setdefault(ew, set()).update(boards)
        places.setdefault(ns, set()).add(meeting.table)
        if not teams:
            places.setdefault(ew, set()).add(meeting.table)
    comparisons: Counter[int] = Counter()
    for boards, times in times_played.items():
        for board in boards:
            comparisons[board] += times
    usual = 2 if teams else 1  # a team match is two meetings, one at each table
    everything = set(movement.boards)
    opponents: Counter[int] = Counter(contestant for couple in met for contestant in dict.fromkeys(couple))
    return Facts(
        opponents={contestant: opponents[contestant] for contestant in movement.contestants},
        repeated=tuple((a, b, times) for (a, b), times in sorted(met.items()) if times > usual),
        missed=tuple(couple for couple in _could_meet(movement) if couple not in met),
        boards_missed={
            contestant: tuple(sorted(everything - played[contestant]))
            for contestant in movement.contestants
            if everything - played[contestant]
        },
        sit_outs=dict(sorted(Counter(sit_out.pair for sit_out in movement.sit_outs).items())),
        comparisons=dict(sorted(comparisons.items())),
        stationary=tuple(contestant for contestant in movement.contestants if len(places[contestant]) == 1),
    )


def _could_meet(movement: Movement) -> list[tuple[int, int]]:
    """Every two who might meet: where the pairs fall into two lines, only one from each."""
    numbers = movement.contestants
    line = two_lines(movement) if movement.kind == "pairs" else None
    return [
        (a, b)
        for i, a in enumerate(numbers)
        for b in numbers[i + 1 :]
        if line is None or line.get(a, 0) != line.get(b, 1)
    ]


def two_lines(movement: Movement) -> dict[int, int] | None:
    """Each pair's line, 0 or 1, when nobody meets a pair of its own line (a Mitchell, switched or not); else None."""
    opponents: defaultdict[int, set[int]] = defaultdict(set)
    for meeting in movement.meetings:
        opponents[meeting.ns].add(meeting.ew)
        opponents[meeting.ew].add(meeting.ns)
    line: dict[int, int] = {}
    for start in sorted(opponents):
        if start in line:
            continue
        line[start] = 0
        waiting = [start]
        while waiting:
            here = waiting.pop()
            for there in opponents[here]:
                if there not in line:
                    line[there] = 1 - line[here]
                    waiting.append(there)
                elif line[there] == line[here]:
                    return None
    return line
