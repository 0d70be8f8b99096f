"""The engine under the Mitchells: a chain of places that the sets travel through, and the way of East-West.

NS pairs sit still, EW go up a table and the boards go down. A relay stands between two tables of the chain, feed-ins
stand after the last (NZ Club Directors Manual L1193-1447; ACBL club director's notes L2571-2581, L3751-3753).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from arrowswitch.movements.build import Phantom, SketchRow, boards_of_sets, two_fields, wrap
from arrowswitch.movements.family import Family
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
            boards = boards_of_sets(range(first, first + self.relay), boards_per_round)
            yield Relay((self.middle, self.middle + 1), self.relay, boards)
        if self.feed_ins > 0:
            boards = boards_of_sets(range(self.tables + self.relay + 1, self.sets + 1), boards_per_round)
            yield Relay((self.tables, 1), self.feed_ins, boards)


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


def notes(occasion: Occasion, after: int, *texts: Sentence) -> list[Instruction]:
    """What is said on one occasion."""
    return [Instruction(occasion, after, text) for text in texts]


USUAL_MOVE = say("After each round East-West move up one table; the boards move down one table.")
SKIP_NOW = say("East-West skip a table: move up two tables this once. Boards down one, as always.")


def sharing_words(table: int) -> Sentence:
    return say("Table {last} shares its boards with table 1 in every round; put them side by side.", last=table)


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
    words: list[Instruction] = []
    for relay in chain.relays(boards_per_round):
        low, high = relay.between
        if high != 1:
            text = relay_words(low, high, relay.boards)
        elif len(relay.boards) > 1:
            text = say(
                "Stack boards {boards} as feed-ins beside table {table}; it takes the next set each round.",
                boards=spans(relay.boards),
                table=low,
            )
        else:
            text = say(
                "Put board {boards} beside table {table} as feed-in; it is the next there.",
                boards=relay.boards[0],
                table=low,
            )
        words += notes("layout", 0, text)
    last = chain.tables
    if shared:
        words += notes("share", 0, sharing_words(last))
    elif chain.share and missing == 1:
        text = say("No boards go to table 1; table 2 passes its boards to table {last}.", last=last)
        words += notes("layout", 0, text)
    elif chain.share:
        text = say("No boards go to table {last}; table 1 passes its boards to table {next}.", last=last, next=last - 1)
        words += notes("layout", 0, text)
    return [*words, *notes("move", 0, USUAL_MOVE)]


def from_chain(
    family: Family,
    wish: Wish,
    chain: Chain,
    size: tuple[int, int],
    *,
    skip_after: int | None = None,
    special_after: int | None = None,
    source: str,
) -> Movement:
    """The movement of a chain, with its phantom placed and its words; `size` is boards per round and rounds."""
    boards_per_round, rounds = size
    rows = chain_rows(chain, east_west(chain.tables, rounds, skip_after=skip_after, special_after=special_after))
    phantom = place_phantom(wish, rows)
    if phantom and chain.share and wish.phantom == "auto":
        phantom = Phantom("ns", chain.tables)  # then nothing need be shared (L1261)
    missing = phantom.number if phantom and phantom.side == "ns" else 0
    shared = chain.share and missing not in (1, chain.tables)
    words = chain_notes(chain, boards_per_round, shared, missing)
    if skip_after and skip_after < rounds:
        words += notes("skip", skip_after, SKIP_NOW)
    special = special_after if special_after and special_after < rounds else 0
    if special:
        text = say(
            "Special move: East-West go to table {sum} minus their table number. Boards down one, as always.",
            sum=chain.tables + 1,
        )
        words += notes("special", special, text)
    words += phantom_notes(phantom)
    if special:
        words += notes("layout", 0, *_safe_places(rows))
    return two_fields(
        rows,
        name=family.title,
        family=family.name,
        boards_per_round=boards_per_round,
        phantom=phantom,
        stationary=range(1, chain.tables + 1),
        relays=chain.relays(boards_per_round),
        shares=[(1, chain.tables)] if shared else [],
        instructions=sorted(words, key=lambda n: n.after),
        source=source,
    )


def from_rows(
    family: Family,
    wish: Wish,
    rows: Sequence[SketchRow],
    words: Sequence[Instruction],
    *,
    boards_per_round: int,
    copies: int = 1,
    relays: Sequence[Relay] = (),
    shares: Sequence[tuple[int, ...]] = (),
    source: str,
) -> Movement:
    """The movement of rows that no chain makes, all North-South staying, with its phantom placed and told."""
    phantom = place_phantom(wish, rows)
    return two_fields(
        rows,
        name=family.title,
        family=family.name,
        boards_per_round=boards_per_round,
        phantom=phantom,
        stationary=sorted({row.ns for row in rows}),
        relays=relays,
        shares=shares,
        copies=copies,
        instructions=sorted([*words, *phantom_notes(phantom)], key=lambda n: n.after),
        source=source,
    )


def phantom_notes(phantom: Phantom | None) -> list[Instruction]:
    """Who sits out, where a pair is missing."""
    if phantom is None:
        return []
    text = (
        say(
            "There is no North-South {number}: East-West who come to table {number} sit out that round.",
            number=phantom.number,
        )
        if phantom.side == "ns"
        else say(
            "There is no East-West {number}: North-South wait a round when that pair is due.", number=phantom.number
        )
    )
    return notes("sit-out", 0, text)


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
