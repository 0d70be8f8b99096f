"""The free search: seats and sets of the rounds that are left are exchanged, two at a time, as long as it helps.

It begins with a draft and works where something is lost. The same draft, the same number of tries and the same seed find the same way,
on any machine. A match of teams is one place with two teams, which is played at both home tables.

What is weighed: each board that a side does not play, then tables that share, opponents met again, and everything that is elsewhere
than planned (`WEIGHTS`). What comes out is made legal and its costs counted by others.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from random import Random
from time import monotonic
from typing import NamedTuple

from arrowswitch.movements.model import Meeting, partnership
from arrowswitch.movements.replan.costs import usual_meetings
from arrowswitch.movements.replan.legal import Shares
from arrowswitch.movements.replan.standing import NightStanding

NOBODY = -1


class Weights(NamedTuple):
    """What each thing costs in the search."""

    board: int = 1000
    """A board that somebody does not play."""
    partner: int = 3000
    """Two are partners again, in an individual."""
    again: int = 7
    """Opponents meet again."""
    twice_out: int = 40
    """The same sit out again."""
    share: int = 12
    seat: int = 1
    """Somebody is elsewhere than planned."""
    stationary: int = 3
    """Somebody who never moved is elsewhere than planned."""
    set: int = 1


WEIGHTS = Weights()
HOT = WEIGHTS.board / 2
"""A search that begins so goes far from its draft, and finds what loses least."""
COOL = WEIGHTS.board / 50
"""One that begins so stays near it: few people are elsewhere than planned."""


class Draft(NamedTuple):
    """Meetings, and the tables that must share boards for them."""

    meetings: tuple[Meeting, ...]
    shares: Shares = ()


@dataclass
class Room:
    """The rounds that are left as seats and sets, with running counts, so that an exchange is weighed by what it touches."""

    here: NightStanding
    width: int
    """Seats at a table: two sides, or the four of an individual."""
    people: list[int]
    masks: list[int]
    """The boards that each has held, as bits."""
    tables: list[int]
    sets: list[tuple[int, ...]]
    set_masks: list[int]
    seats: dict[int, list[int]]
    """In each round who is on which seat, table after table; then those without one."""
    laid: dict[int, list[int]]
    """In each round which set is at which table."""
    side: list[int]
    """On which side somebody must sit: 0, 1, or 2 for either."""
    halves: int = 0
    """Where each half of a team goes its own way: how many teams there are. The first so many people are those who sit
    North-South at home, the others those who visit, in the same order."""

    def __post_init__(self) -> None:
        count, sets = len(self.people), len(self.sets)
        self.full = self.here.most or self.here.night.boards_per_round
        self.times = [[0] * sets for _ in range(count)]
        self.met = [[0] * count for _ in range(count)]
        self.partners = [[0] * count for _ in range(count)]
        self.out = [0] * count
        self.used = {number: [0] * sets for number in self.seats}
        self.usual = usual_meetings(self.here.night)
        self.copies = self.here.night.copies
        self.planned_seats = {number: list(seats) for number, seats in self.seats.items()}
        self.planned_sets = {number: list(laid) for number, laid in self.laid.items()}
        index = {each: place for place, each in enumerate(self.people)}
        night = self.here.night
        for meeting in self.here.past:
            ours = [index.get(each, NOBODY) for each in night.members(meeting.ns)]
            theirs = [index.get(each, NOBODY) for each in night.members(meeting.ew)]
            if night.kind == "teams" and meeting.ns > meeting.ew:
                continue
            for one in ours:
                for other in theirs:
                    if one != NOBODY and other != NOBODY:
                        self.met[one][other] += 1
                        self.met[other][one] += 1
            for pair in (ours, theirs):
                if len(pair) == 2 and NOBODY not in pair:
                    self.partners[pair[0]][pair[1]] += 1
                    self.partners[pair[1]][pair[0]] += 1
        for each in night.sit_outs:
            if each.round <= self.here.played and each.pair in index:
                self.out[index[each.pair]] += 1
        self.done = [[[0] * sets for _ in range(self.halves)] for _ in range(self.halves)]
        if self.halves:
            of_boards = {boards: place for place, boards in enumerate(self.sets)}
            for meeting in self.here.past:
                if meeting.ns in index and meeting.ew in index and meeting.boards in of_boards:
                    ns, ew = index[meeting.ns] % self.halves, index[meeting.ew] % self.halves
                    self.done[ns][ew][of_boards[meeting.boards]] += 1
            self.usual = len(self.seats) * 9  # a match may be of several sets
        keeps = set(night.stationary)
        self.price_of_seat = [WEIGHTS.stationary if each in keeps else WEIGHTS.seat for each in self.people]

    def place(self, number: int, table: int, sign: int) -> int:
        """Put a table's people and set into the counts (1), or take them out (-1); and what that costs or frees."""
        width = self.width
        row = self.seats[number]
        planned = self.planned_seats[number]
        first = table * width
        cast = row[first : first + width] if table >= 0 else []
        price = 0
        everybody = NOBODY not in cast
        held = self.laid[number][table]
        for seat, who in enumerate(cast, first):
            if who != NOBODY and planned[seat] != who:
                price += self.price_of_seat[who]
        if held != NOBODY:
            if self.planned_sets[number][table] != held:
                price += WEIGHTS.set
            used = self.used[number]
            before = used[held]
            used[held] = before + sign
            if max(before, before + sign) > self.copies:
                most = min(2, len(self.sets[held])) * self.copies
                price += WEIGHTS.share if max(before, before + sign) <= most else WEIGHTS.board * 4 * self.full
        if not everybody or held == NOBODY:
            return price + sum(self._idle(who, sign) for who in cast if who != NOBODY)
        mask = self.set_masks[held]
        seen = 0
        for who in cast:
            seen |= self.masks[who]
            times = self.times[who]
            before = times[held]
            times[held] = before + sign
            if max(before, before + sign) > 1:
                price += WEIGHTS.board * len(self.sets[held]) * 2
        lost = (mask & seen).bit_count() + max(0, self.full - len(self.sets[held]))
        price += WEIGHTS.board * width * lost
        half = width // 2
        if self.halves:
            return price + sign * self._match(cast[0], cast[1] - self.halves, held, sign)
        for one in cast[:half]:
            for other in cast[half:]:
                before = self.met[one][other]
                self.met[one][other] = self.met[other][one] = before + sign
                if max(before, before + sign) > self.usual:
                    price += WEIGHTS.again
        if half == 2:
            for one, other in (cast[:2], cast[2:]):
                before = self.partners[one][other]
                self.partners[one][other] = self.partners[other][one] = before + sign
                if max(before, before + sign) > 1:
                    price += WEIGHTS.partner
        return price

    def _match(self, home: int, away: int, held: int, sign: int) -> int:
        """What it changes that a board set of a match is played at one table: the other must play it too."""
        if home == away:
            return sign * WEIGHTS.board * 8 * self.full
        here, there = self.done[home][away], self.done[away][home][held]
        change = abs(here[held] + sign - there) - abs(here[held] - there)
        here[held] += sign
        return change * WEIGHTS.board * 2 * len(self.sets[held])

    def _idle(self, who: int, sign: int) -> int:
        before = self.out[who]
        self.out[who] = before + sign
        return WEIGHTS.board * self.full + WEIGHTS.twice_out * max(before, before + sign)

    def waiting(self, number: int, seat: int, sign: int) -> int:
        """The same of somebody who has no table."""
        who = self.seats[number][seat]
        return self._idle(who, sign) if who != NOBODY else 0

    def touched(self, number: int, seat: int, sign: int) -> int:
        table = seat // self.width
        if table < len(self.tables):
            return self.place(number, table, sign)
        return self.waiting(number, seat, sign)

    def all(self) -> int:
        """Put everybody into the counts; what all of it costs."""
        price = 0
        for number, row in self.seats.items():
            for table in range(len(self.tables)):
                price += self.place(number, table, 1)
            for seat in range(len(self.tables) * self.width, len(row)):
                price += self.waiting(number, seat, 1)
        return price

    def astray(self, number: int, table: int) -> bool:
        """Whether somebody, or the boards, are not where they were planned."""
        first = table * self.width
        last = first + self.width
        return (
            self.laid[number][table] != self.planned_sets[number][table]
            or self.seats[number][first:last] != self.planned_seats[number][first:last]
        )

    def bad(self, number: int, table: int) -> bool:
        """Whether something is lost at a table."""
        first = table * self.width
        cast = self.seats[number][first : first + self.width]
        held = self.laid[number][table]
        if NOBODY in cast or held == NOBODY:
            return any(who != NOBODY for who in cast)
        if self.used[number][held] > self.copies:
            return True
        mask, half = self.set_masks[held], self.width // 2
        if self.halves:
            home, away = cast[0], cast[1] - self.halves
            if home == away or self.done[home][away][held] != self.done[away][home][held]:
                return True
        return (
            any(mask & self.masks[who] or self.times[who][held] > 1 for who in cast)
            or any(self.met[one][other] > self.usual for one in cast[:half] for other in cast[half:])
            or (half == 2 and any(self.partners[one][other] > 1 for one, other in (cast[:2], cast[2:])))
        )


def arranged(
    here: NightStanding,
    draft: Iterable[Meeting],
    *,
    tries: int,
    seed: int = 0,
    until: float = math.inf,
    heat: float = HOT,
    home: bool = False,
) -> Draft:
    """The draft after so many tries to exchange seats or sets, the best that came; nothing is tried after the moment `until`.

    With `home` those who are astray are sent home all the time, not only when it has cooled down.

    >>> from arrowswitch.movements import build
    >>> from arrowswitch.movements.replan.legal import made_legal
    >>> from arrowswitch.movements.replan.standing import standing, without
    >>> two_gone = without(standing(build("howell", tables=5), 4), 3, 8)
    >>> plan = arranged(two_gone, two_gone.planned, tries=6000)
    >>> len(made_legal(two_gone, two_gone.planned)) < len(made_legal(two_gone, *plan))
    True
    """
    room = _room(here, tuple(draft))
    if room is None or not room.seats or not room.tables:
        return Draft(tuple(draft))
    random = Random(seed)  # noqa: S311 - a search, no secret
    now = room.all()
    best, kept = now, _copy(room)
    rounds = list(room.seats)
    tables = len(room.tables)
    cooling = (0.5 / heat) ** (1 / max(tries, 1))
    for turn in range(tries):
        if turn % 256 == 0 and monotonic() > until:
            break
        heat *= cooling
        number = random.choice(rounds)
        table = random.randrange(tables)
        homing = home or heat <= COOL
        if not ((homing and room.astray(number, table)) or room.bad(number, table)) and random.random() < 0.8:
            continue
        if random.random() < 0.35:
            change = _exchange_sets(room, random, number, table, homing)
        else:
            change = _exchange_seats(room, random, number, table * room.width + random.randrange(room.width), homing)
        if change is None:
            continue
        difference, back = change
        if difference <= 0 or random.random() < math.exp(-difference / heat):
            now += difference
            if now < best:
                best, kept = now, _copy(room)
                if best == 0:
                    break
        else:
            back()
    room.seats, room.laid = kept
    return _drafted(room)


def _exchange_sets(room: Room, random: Random, number: int, table: int, homing: bool):  # type: ignore[no-untyped-def]
    laid = room.laid[number]
    if random.random() < 0.5 and len(room.tables) > 1:
        other = random.randrange(len(room.tables))
        if other == table or laid[other] == laid[table]:
            return None

        def swap() -> int:
            price = -room.place(number, table, -1) - room.place(number, other, -1)
            laid[table], laid[other] = laid[other], laid[table]
            return price + room.place(number, table, 1) + room.place(number, other, 1)

        return swap(), swap
    planned = room.planned_sets[number][table]
    home = homing and planned not in (laid[table], NOBODY) and random.random() < 0.5
    was, new = laid[table], planned if home else random.randrange(len(room.sets))
    if new == was:
        return None

    def lay(held: int) -> int:
        price = -room.place(number, table, -1)
        laid[table] = held
        return price + room.place(number, table, 1)

    return lay(new), lambda: lay(was)


def _exchange_seats(room: Room, random: Random, number: int, seat: int, homing: bool):  # type: ignore[no-untyped-def]
    row = room.seats[number]
    planned = room.planned_seats[number][seat]
    # Half of those who are astray are sent home, if it costs nothing.
    home = homing and planned not in (row[seat], NOBODY) and random.random() < 0.5
    other = row.index(planned) if home else random.randrange(len(row))
    one, two = row[seat], row[other]
    if one == two or not (_may(room, one, other) and _may(room, two, seat)):
        return None
    width = room.width
    same = seat // width == other // width and seat // width < len(room.tables)

    def swap() -> int:
        price = -room.touched(number, seat, -1) - (0 if same else room.touched(number, other, -1))
        row[seat], row[other] = row[other], row[seat]
        return price + room.touched(number, seat, 1) + (0 if same else room.touched(number, other, 1))

    return swap(), swap


def _may(room: Room, who: int, seat: int) -> bool:
    """Whether somebody may sit there: who has a side keeps it."""
    if who == NOBODY or room.side[who] == 2 or seat // room.width >= len(room.tables):
        return True
    return (seat % room.width) * 2 // room.width == room.side[who]


def _copy(room: Room) -> tuple[dict[int, list[int]], dict[int, list[int]]]:
    return {n: list(row) for n, row in room.seats.items()}, {n: list(laid) for n, laid in room.laid.items()}


# -- from meetings to a room, and back --------------------------------------------------------------------------------


def _room(here: NightStanding, draft: tuple[Meeting, ...]) -> Room | None:
    night = here.night
    teams = night.kind == "teams"
    sets = units(here)
    if not sets or not here.here:
        return None
    halves = teams and not level(here)
    of_board = {board: place for place, boards in enumerate(sets) for board in boards}
    people = list(here.here) * (2 if halves else 1)
    index = {each: place for place, each in enumerate(here.here)}
    width = 4 if night.kind == "individual" else 2
    tables = sorted({m.table for m in draft} - here.broken) if halves else _tables(here, draft, len(people) // width)
    seats: dict[int, list[int]] = {}
    laid: dict[int, list[int]] = {}
    for number in here.rounds:
        meetings = [m for m in draft if m.round == number]
        row, held, alone = (
            _halves_row(meetings, tables, index) if halves else _row(here, meetings, tables, index, width)
        )
        seats[number] = row + alone + [NOBODY] * (len(people) % width)
        laid[number] = [of_board.get(board, NOBODY) for board in held]
    masks = []
    for place, each in enumerate(people):
        kinds = ("", "ns", "ew") if not halves else ("ns",) if place < len(here.here) else ("ew",)
        held_by = [here.seen.get((each, half), frozenset()) for half in kinds]
        masks.append(sum(1 << board for board in frozenset().union(*held_by)))
    sides = here.lines
    side = [
        2
        if not here.two_fields or width == 4 or teams or (each in sides[0]) == (each in sides[1])
        else int(each in sides[1])
        for each in people
    ]
    if halves:
        side = [int(place >= len(here.here)) for place in range(len(people))]
    out = here.out
    return Room(
        here,
        width,
        people,
        masks,
        tables,
        [tuple(board for board in boards if board not in out) for boards in sets],
        [sum(1 << board for board in boards if board not in out) for boards in sets],
        seats,
        laid,
        side,
        len(here.here) if halves else 0,
    )


def _row(
    here: NightStanding, meetings: list[Meeting], tables: list[int], index: dict[int, int], width: int
) -> tuple[list[int], list[int], list[int]]:
    """A round: who is on which seat, the first board of each table (0: none), and who has no seat."""
    night = here.night
    row = [NOBODY] * (len(tables) * width)
    held = [0] * len(tables)
    place = {table: at for at, table in enumerate(tables)}
    astray: list[int] = []
    placed: set[int] = set()
    free = [table for table in tables if table not in {m.table for m in meetings}]
    for m in meetings:
        if night.kind == "teams" and m.ns > m.ew:
            continue
        table = m.table if m.table in place else free.pop(0) if free else 0
        cast = [index.get(each, NOBODY) for each in night.seated(m)]
        if not table or any(who in placed for who in cast if who != NOBODY):
            astray += [who for who in cast if who != NOBODY and who not in placed]
        else:
            row[place[table] * width : place[table] * width + width] = cast
            held[place[table]] = m.boards[0]
        placed.update(who for who in cast if who != NOBODY)
    astray += [who for who in index.values() if who not in placed]
    return row, held, list(dict.fromkeys(astray))


def _halves_row(
    meetings: list[Meeting], tables: list[int], index: dict[int, int]
) -> tuple[list[int], list[int], list[int]]:
    """The same of a round in which each half of a team is by itself."""
    count = len(index)
    row, held = [NOBODY] * (2 * len(tables)), [0] * len(tables)
    place = {table: at for at, table in enumerate(tables)}
    for m in meetings:
        if (at := place.get(m.table)) is None:
            continue
        cast = (index.get(m.ns, NOBODY), index[m.ew] + count if m.ew in index else NOBODY)
        for seat, who in enumerate(cast, 2 * at):
            row[seat] = who if who not in row else NOBODY
        held[at] = m.boards[0]
    return row, held, [who for who in range(2 * count) if who not in row]


def _tables(here: NightStanding, draft: tuple[Meeting, ...], wanted: int) -> list[int]:
    """The tables to use: those of the plan that are whole, and new ones for those who come."""
    if here.night.kind == "teams":
        homes = sorted({m.table for m in draft if m.ns < m.ew} - here.broken)
        return homes[:wanted] + [max((*homes, 0)) + 1 + n for n in range(wanted - len(homes))]
    known = sorted({m.table for m in (*draft, *here.past)} - here.broken)
    new = here.night.tables
    while len(known) < wanted:
        new += 1
        if new not in here.broken:
            known.append(new)
    return known


def units(here: NightStanding) -> list[tuple[int, ...]]:
    """The sets of boards that lie together; none where boards are not in sets."""
    root: dict[int, int] = {}

    def find(board: int) -> int:
        while root.setdefault(board, board) != board:
            board = root[board]
        return board

    for meeting in sorted(here.night.meetings, key=lambda each: each.round):
        for board in meeting.boards[1:]:
            root[find(board)] = find(meeting.boards[0])
        find(meeting.boards[0])
    groups: defaultdict[int, list[int]] = defaultdict(list)
    for board in sorted(root):
        groups[find(board)].append(board)
    if max(map(len, groups.values()), default=0) <= here.night.boards_per_round:
        return [tuple(boards) for boards in groups.values()]
    # Boards of different sets were mixed at a table: the sets are those that come most often.
    often = Counter(m.boards for m in here.night.meetings)
    found: list[tuple[int, ...]] = []
    taken: set[int] = set()
    for boards, _times in sorted(often.items(), key=lambda each: (-each[1], -len(each[0]), each[0])):
        if not taken & set(boards):
            found.append(boards)
            taken |= set(boards)
    return sorted(found)


def set_of(here: NightStanding, board: int) -> tuple[int, ...]:
    """The boards that lie together with one.

    >>> from arrowswitch.movements import build
    >>> from arrowswitch.movements.replan.standing import standing
    >>> set_of(standing(build("mitchell", tables=7), 1), 6)
    (5, 6, 7, 8)
    """
    return next((boards for boards in units(here) if board in boards), (board,))


def level(here: NightStanding) -> bool:
    """Whether both tables of every match of teams that is left play the same boards in the same round, and none is half played."""
    seen: defaultdict[tuple[int, int], set[int]] = defaultdict(set)
    for m in here.past:
        seen[m.ns, m.ew].update(m.boards)
    begun = any(
        boards != seen.get((ew, ns), set()) for (ns, ew), boards in seen.items() if {ns, ew}.isdisjoint(here.gone)
    )
    pairs = {(m.round, m.ns, m.ew): m.boards for m in here.planned}
    return not begun and all(pairs.get((n, ew, ns)) == boards for (n, ns, ew), boards in pairs.items())


def _drafted(room: Room) -> Draft:
    night = room.here.night
    planned = {(m.round, m.table): m for m in room.here.planned}
    homes = {m.ns: m.table for m in night.meetings} if night.kind == "teams" else {}
    meetings: list[Meeting] = []
    shares: set[tuple[int, ...]] = set()
    for number, row in room.seats.items():
        at: defaultdict[int, list[int]] = defaultdict(list)
        for place, table in enumerate(room.tables):
            cast = row[place * room.width : place * room.width + room.width]
            held = room.laid[number][place]
            if NOBODY in cast or held == NOBODY or not room.sets[held]:
                continue
            who = [room.people[each] for each in cast]
            boards = room.sets[held]
            if night.kind == "teams" and not room.halves:
                one, other = sorted(who)
                meetings += [
                    Meeting(number, homes[one], one, other, boards),
                    Meeting(number, homes[other], other, one, boards),
                ]
                at[held] += [homes[one], homes[other]]
                continue
            ns, ew = who if room.width == 2 else (partnership(*who[:2]), partnership(*who[2:]))
            was = planned.get((number, table))
            if was and was.sides == (ew, ns) and not room.here.two_fields:
                ns, ew = was.sides  # the same two: nobody changes sides for nothing
            meetings.append(Meeting(number, table, ns, ew, boards, was.switched if was else False))
            at[held].append(table)
        shares.update(tuple(sorted(tables)) for tables in at.values() if len(tables) > night.copies)
    return Draft(tuple(meetings), tuple(sorted(shares)))
