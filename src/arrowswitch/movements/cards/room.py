"""The room as a drawing: where the tables stand, and who and what goes where after an ordinary round.

Only geometry and arrows, in a square from 0 to 1 (x to the right, y down): the page draws them as SVG, the press on
paper. The tables always make one closed loop, so that the first stands beside the last.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, replace
from math import cos, pi, sin
from typing import Literal

from arrowswitch.movements.build import wrap
from arrowswitch.movements.cards.moves import Paths, Seat, paths, seats_of_sets, stays, top_table, usual_steps
from arrowswitch.movements.model import Movement, Relay, Side

Shape = Literal["ring", "rows", "snake"]


@dataclass(frozen=True, slots=True)
class TableSpot:
    """A table in the drawing; `plays` is false where pairs only wait, `fixed` names the chairs that nobody leaves."""

    table: int
    x: float
    y: float
    plays: bool = True
    fixed: tuple[Side, ...] = ()


@dataclass(frozen=True, slots=True)
class PairArrow:
    """Where those in one pair of chairs usually go next."""

    start: Seat
    end: Seat


@dataclass(frozen=True, slots=True)
class BoardArrow:
    """Where a table's boards usually go next; `waits` is the number of rounds they lie on a relay in between."""

    start: int
    end: int
    waits: int = 0


@dataclass(frozen=True, slots=True)
class RelaySpot:
    """A relay (or the feed-in boards) in the drawing, with the boards that lie there in round 1."""

    x: float
    y: float
    relay: Relay
    takes_from: int
    gives_to: int
    feed_in: bool = False
    """A stack beside one table, rather than a stand between two neighbours."""


@dataclass(frozen=True, slots=True)
class RoomDrawing:
    """Everything that a drawing of the room needs."""

    shape: Shape
    tables: tuple[TableSpot, ...]
    pairs: tuple[PairArrow, ...]
    boards: tuple[BoardArrow, ...]
    relays: tuple[RelaySpot, ...]
    shares: tuple[tuple[int, ...], ...]

    def spot(self, table: int) -> TableSpot:
        """The place of a table."""
        return next(spot for spot in self.tables if spot.table == table)


def room(movement: Movement) -> RoomDrawing:
    """The drawing of a movement's room.

    >>> from arrowswitch.movements.build import SketchRow, two_fields
    >>> rows = [SketchRow(r, t, t, (t - r) % 3 + 1, (t + r - 2) % 3 + 1) for r in (1, 2, 3) for t in (1, 2, 3)]
    >>> drawing = room(two_fields(rows, name="Mitchell", family="mitchell", boards_per_round=8))
    >>> drawing.pairs[0], drawing.boards[0]
    (PairArrow(start=(1, 'ew'), end=(2, 'ew')), BoardArrow(start=1, end=3, waits=0))
    """
    whole = paths(movement)
    top = top_table(movement)
    used = {meeting.table for meeting in movement.meetings}
    fixed = _fixed(whole)
    shape, places = layout(top)
    spots = tuple(
        TableSpot(table, x, y, table in used, tuple(fixed[table])) for table, (x, y) in enumerate(places, start=1)
    )
    if movement.draws:  # where people go next is drawn
        return RoomDrawing(shape, spots, (), (), (), movement.shares)
    pairs = tuple(PairArrow(start, end) for start, end in usual_steps(movement, whole).items() if start != end)
    boards = board_arrows(movement)
    return RoomDrawing(shape, spots, pairs, boards, _relays(movement, spots, boards), movement.shares)


def layout(tables: int) -> tuple[Shape, tuple[tuple[float, float], ...]]:
    """Places for so many tables: a ring of up to eight, two rows of up to twenty-four, then a closed snake.

    >>> layout(10)[1][0], layout(10)[1][9]
    ((0.1, 0.25), (0.1, 0.75))
    """
    if tables <= 8:
        turns = [2 * pi * number / tables - pi / 2 - pi / tables for number in range(tables)]
        return "ring", tuple((_round(0.5 + 0.38 * cos(turn)), _round(0.5 + 0.38 * sin(turn))) for turn in turns)
    if tables <= 24:
        above = (tables + 1) // 2
        upper = [(_round((number + 0.5) / above), 0.25) for number in range(above)]
        below = tables - above
        lower = [(_round((number + 0.5) / below), 0.75) for number in range(below)]
        return "rows", (*upper, *reversed(lower))
    return "snake", tuple(_snake(tables))


def _snake(tables: int) -> list[tuple[float, float]]:
    """Along the first row, back and forth through the others, and up the first column to the start."""
    columns = -(-tables // 4)
    cells = [(column, 0) for column in range(columns)]
    cells += [(column, 1) for column in range(columns - 1, 0, -1)]
    cells += [(column, 2) for column in range(1, columns)]
    cells += [(column, 3) for column in range(columns - 1, -1, -1)]
    cells += [(0, 2), (0, 1)]
    # Leave the spare places empty in the last row, where they do not break the loop.
    for _ in range(len(cells) - tables):
        cells.remove(max((cell for cell in cells if cell[1] == 3 and cell[0] > 0), key=lambda cell: cell[0]))
    return [(_round((column + 0.5) / columns), _round((row + 0.5) / 4)) for column, row in cells]


def _round(number: float) -> float:
    return round(number, 4)


def _fixed(whole: Paths) -> defaultdict[int, list[Side]]:
    """The chairs whose sitters never leave them."""
    chairs: defaultdict[int, list[Side]] = defaultdict(list)
    for path in whole.values():
        if stays(path):
            stop = next(stop for stop in path if not stop.sits_out)
            if stop.table and stop.seat and stop.seat not in chairs[stop.table]:
                chairs[stop.table].append(stop.seat)
    return chairs


def board_arrows(movement: Movement) -> tuple[BoardArrow, ...]:
    """Where each table's boards usually go; one of several sharing tables passes them on for all.

    With several copies in the room a set seen elsewhere may be another copy, so only neighbours count.
    """
    places = {number: seats_of_sets(movement, number) for number in range(1, movement.rounds + 1)}
    votes: defaultdict[int, Counter[tuple[int, int]]] = defaultdict(Counter)
    for meeting in movement.meetings:
        boards = frozenset(meeting.boards)
        for number in range(meeting.round + 1, movement.rounds + 1):
            if ends := places[number].get(boards):
                votes[meeting.table].update((end, number - meeting.round - 1) for end in ends)
                break
    top = top_table(movement)

    def distance(start: int, end: int) -> int:
        return min((start - end) % top, (end - start) % top)

    sharing = {table: group for group in movement.shares for table in group}
    found = []
    for start in sorted(votes):
        most = max(votes[start].values())
        best = [way for way, count in votes[start].items() if count == most]
        end, waits = min(best, key=lambda way: (way[1], distance(start, way[0]), way[0]))
        nearer = any(distance(other, end) < distance(start, end) for other in sharing.get(start, ()))
        if end != start and not nearer and (movement.copies == 1 or distance(start, end) == 1):
            found.append(BoardArrow(start, end, waits))
    return tuple(found)


@dataclass(frozen=True, slots=True)
class RelayWay:
    """A relay with the table that puts boards on it and the table that takes them off."""

    relay: Relay
    takes_from: int
    gives_to: int

    @property
    def feed_in(self) -> bool:
        """A stack beside one table rather than a stand between two neighbours."""
        return abs(self.takes_from - self.gives_to) != 1


def relay_ways(movement: Movement, arrows: tuple[BoardArrow, ...] | None = None) -> tuple[RelayWay, ...]:
    """The movement's relays and feed-ins; where it names none, they are read off the boards that rest."""
    found = []
    for relay in movement.relays:
        gives, takes = sorted(relay.between, key=lambda table: _fed(movement, table), reverse=True)
        boards = relay.boards or _arriving(movement, gives, relay.sets)
        found.append(RelayWay(replace(relay, boards=boards), takes, gives))
    if found:
        return tuple(found)
    if movement.sit_outs or movement.copies > 1:  # boards then rest on a table where nobody plays
        return ()
    for arrow in board_arrows(movement) if arrows is None else arrows:
        if not arrow.waits:
            continue
        relay = Relay((arrow.end, arrow.start), arrow.waits, _arriving(movement, arrow.end, arrow.waits))
        found.append(RelayWay(relay, arrow.start, arrow.end))
    return tuple(found)


def _fed(movement: Movement, table: int) -> int:
    """In how many rounds a table gets boards that no neighbour had before."""
    top = top_table(movement)
    fed = 0
    for number in range(1, movement.rounds):
        meeting = movement.at.get((number + 1, table))
        if meeting:
            near = (movement.at.get((number, wrap(table + by, top))) for by in (-1, 1))
            fed += all(before is None or set(before.boards) != set(meeting.boards) for before in near)
    return fed


def _arriving(movement: Movement, table: int, sets: int) -> tuple[int, ...]:
    """The boards that come to a table after round 1, so many sets of them."""
    meetings = (movement.at.get((number, table)) for number in range(2, sets + 2))
    return tuple(board for meeting in meetings if meeting for board in meeting.boards)


def _relays(movement: Movement, spots: tuple[TableSpot, ...], boards: tuple[BoardArrow, ...]) -> tuple[RelaySpot, ...]:
    """Relays halfway between their tables, feed-ins after theirs; two in the same place stand side by side."""
    at = {spot.table: spot for spot in spots}
    ways = [way for way in relay_ways(movement, boards) if way.takes_from in at and way.gives_to in at]
    alike = Counter(frozenset(way.relay.between) for way in ways)
    seen: Counter[frozenset[int]] = Counter()
    found = []
    for way in ways:
        beside = wrap(way.gives_to + 1, len(spots)) if way.feed_in else way.takes_from
        start, end = at[beside], at[way.gives_to]
        key = frozenset(way.relay.between)
        seen[key] += 1
        share = seen[key] / (alike[key] + 1)
        x, y = start.x + (end.x - start.x) * share, start.y + (end.y - start.y) * share
        found.append(RelaySpot(_round(x), _round(y), way.relay, way.takes_from, way.gives_to, way.feed_in))
    return tuple(found)
