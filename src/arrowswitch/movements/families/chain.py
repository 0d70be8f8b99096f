"""The engine under the Mitchells: a chain of places that the sets travel through, and the way of East-West.

NS pairs sit still, EW go up a table and the boards go down. A relay stands between two tables of the chain, feed-ins
stand after the last (NZ Club Directors Manual L1193-1447; ACBL club director's notes L2571-2581, L3751-3753).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from arrowswitch.movements.build import SketchRow, boards_of_set, two_fields, wrap
from arrowswitch.movements.model import Instruction, Movement, Occasion, Relay
from arrowswitch.movements.wishes import Wish, phantom_meetings, place_phantom
from arrowswitch.words import Sentence, say, spans


@dataclass(frozen=True, slots=True)
class Chain:
    """The places that the sets travel through: tables, a relay halfway, feed-ins after the last table."""

    tables: int
    sets: int
    relay: int = 0
    """Sets on the relay, which stands after the table in the middle."""
    share: bool = False
    """The last table has the first table's boards."""

    @property
    def middle(self) -> int:
        return self.tables // 2

    @property
    def feed_ins(self) -> int:
        return 0 if self.share else self.sets - self.tables - self.relay

    def set_at(self, table: int, number: int) -> int:
        """The set at a table in a round."""
        place = table + self.relay if self.relay and table > self.middle else table
        return wrap(place + number - 1, self.sets)

    def relays(self, boards_per_round: int) -> Iterator[Relay]:
        if self.relay:
            first = self.middle + 1
            boards = _boards(range(first, first + self.relay), boards_per_round)
            yield Relay((self.middle, self.middle + 1), self.relay, boards)
        if self.feed_ins > 0:
            boards = _boards(range(self.tables + self.relay + 1, self.sets + 1), boards_per_round)
            yield Relay((self.tables, 1), self.feed_ins, boards)


def _boards(sets: Iterable[int], boards_per_round: int) -> tuple[int, ...]:
    return tuple(board for number in sets for board in boards_of_set(number, boards_per_round))


def east_west(
    tables: int, rounds: int, *, skip_after: int | None = None, special_after: int | None = None
) -> list[list[int]]:
    """The EW pair at each table, round by round: up one table, and the skip or the special move where it is due.

    >>> east_west(4, 3, skip_after=2)
    [[1, 2, 3, 4], [4, 1, 2, 3], [2, 3, 4, 1]]
    """
    seats = list(range(1, tables + 1))
    lines = [seats]
    for finished in range(1, rounds):
        if finished == special_after:
            seats = seats[::-1]
        else:
            up = 2 if finished == skip_after else 1
            seats = seats[-up:] + seats[:-up]
        lines.append(seats)
    return lines


def chain_rows(chain: Chain, lines: list[list[int]]) -> list[SketchRow]:
    """The sketch of a chain with these EW line-ups."""
    return [
        SketchRow(number, table, table, lines[number - 1][table - 1], chain.set_at(table, number))
        for number in range(1, len(lines) + 1)
        for table in range(1, chain.tables + 1)
    ]


def skip_window(tables: int, rounds: int) -> tuple[int, int]:
    """The first and the last round after which an even number of tables may skip.

    >>> skip_window(16, 13), skip_window(14, 13), skip_window(8, 7)
    ((5, 8), (6, 7), (3, 4))
    """
    return max(1, rounds - tables // 2), tables // 2


def note(occasion: Occasion, after: int, text: Sentence) -> Instruction:
    return Instruction(occasion, after, text)


USUAL_MOVE = say("After each round East-West move up one table; the boards move down one table.")


def relay_words(low: int, high: int, boards: Sequence[int]) -> Sentence:
    """Where a relay stands and what starts on it.

    >>> relay_words(7, 8, [8])
    'Put a relay between tables 7 and 8; board 8 starts there.'
    """
    if len(boards) == 1:
        return say(
            "Put a relay between tables {low} and {high}; board {board} starts there.",
            low=low,
            high=high,
            board=boards[0],
        )
    return say(
        "Put a relay between tables {low} and {high}; boards {boards} start there.",
        low=low,
        high=high,
        boards=spans(boards),
    )


def chain_notes(chain: Chain, boards_per_round: int, shared: bool, missing: int = 0) -> list[Instruction]:
    """What the director sets out and says before play; `missing` is the table without North-South."""
    notes: list[Instruction] = []
    for relay in chain.relays(boards_per_round):
        low, high = relay.between
        if high == 1:
            text = (
                say(
                    "Stack boards {boards} as feed-ins beside table {table}; it takes the next set each round.",
                    boards=spans(relay.boards),
                    table=low,
                )
                if len(relay.boards) > 1
                else say(
                    "Put board {boards} beside table {table} as feed-in; it is the next there.",
                    boards=relay.boards[0],
                    table=low,
                )
            )
        else:
            text = relay_words(low, high, relay.boards)
        notes.append(note("layout", 0, text))
    if shared:
        notes.append(
            note(
                "share",
                0,
                say(
                    "Table {last} shares its boards with table 1 in every round; put them side by side.",
                    last=chain.tables,
                ),
            )
        )
    elif chain.share and missing == 1:
        notes.append(
            note(
                "layout",
                0,
                say("No boards go to table 1; table 2 passes its boards to table {last}.", last=chain.tables),
            )
        )
    elif chain.share:
        notes.append(
            note(
                "layout",
                0,
                say(
                    "No boards go to table {last}; table 1 passes its boards to table {next}.",
                    last=chain.tables,
                    next=chain.tables - 1,
                ),
            )
        )
    notes.append(note("move", 0, USUAL_MOVE))
    return notes


def from_chain(
    wish: Wish,
    chain: Chain,
    *,
    name: str,
    family: str,
    boards_per_round: int,
    rounds: int,
    skip_after: int | None = None,
    special_after: int | None = None,
    source: str,
) -> Movement:
    """The movement of a chain, with its phantom placed and its words."""
    rows = chain_rows(chain, east_west(chain.tables, rounds, skip_after=skip_after, special_after=special_after))
    phantom = place_phantom(wish, rows)
    if phantom and chain.share and wish.phantom == "auto":
        phantom = type(phantom)("ns", chain.tables)  # then nothing need be shared (L1261)
    shared = chain.share and not (phantom and phantom.side == "ns" and phantom.number in (1, chain.tables))
    missing = phantom.number if phantom and phantom.side == "ns" else 0
    notes = chain_notes(chain, boards_per_round, shared, missing)
    if skip_after and skip_after < rounds:
        notes.append(
            note(
                "skip",
                skip_after,
                say("East-West skip a table: move up two tables this once. Boards down one, as always."),
            )
        )
    if special_after and special_after < rounds:
        notes.append(
            note(
                "special",
                special_after,
                say(
                    "Special move: East-West go to table {sum} minus their table number. Boards down one, as always.",
                    sum=chain.tables + 1,
                ),
            )
        )
    if phantom:
        notes.append(phantom_note(phantom.side, phantom.number))
    if special_after and special_after < rounds:
        notes.extend(note("layout", 0, text) for text in _safe_places(rows))
    return two_fields(
        rows,
        name=name,
        family=family,
        boards_per_round=boards_per_round,
        phantom=phantom,
        stationary=range(1, chain.tables + 1),
        relays=chain.relays(boards_per_round),
        shares=[(1, chain.tables)] if shared else [],
        instructions=sorted(notes, key=lambda n: n.after),
        source=source,
    )


def phantom_note(side: str, number: int) -> Instruction:
    if side == "ns":
        return note(
            "sit-out",
            0,
            say(
                "There is no North-South {number}: East-West who come to table {number} sit out that round.",
                number=number,
            ),
        )
    return note(
        "sit-out",
        0,
        say("There is no East-West {number}: North-South wait a round when that pair is due.", number=number),
    )


def _safe_places(rows: Iterable[SketchRow]) -> Iterator[Sentence]:
    """Where a pair may be missing without anybody meeting the gap three times, unless that is anywhere (L1317-1325)."""
    places = phantom_meetings(rows)
    safe = [phantom for phantom, worst, *_ in places if worst < 3]
    north, east = ([phantom.number for phantom in safe if phantom.side == side] for side in ("ns", "ew"))
    if north and east and len(safe) < len(places):
        yield say(
            "A missing pair should be North-South at table {tables} or East-West {pairs}: then nobody sits out three times.",
            tables=spans(north),
            pairs=spans(east),
        )
