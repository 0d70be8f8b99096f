"""One pair too many, or one table too many: rovers (bumps).

A rover sits out the first round and then displaces a pair at another table each round. A legal course meets nobody
twice, plays no set twice and displaces nobody twice; printed courses are data, others are found by search. The New
Zealand rover adds a whole table with its own copy of the boards (NZ Club Directors Manual L1680-1692).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from arrowswitch.movements.build import SketchRow, two_fields, wrap
from arrowswitch.movements.families.chain import SKIP_NOW, Chain, chain_notes, chain_rows, east_west, notes, skip_window
from arrowswitch.movements.family import MITCHELL, Family
from arrowswitch.movements.model import ImpossibleWish, Movement
from arrowswitch.movements.wishes import Wish, length
from arrowswitch.words import counted, say

# Full tables: the rover's tables from round 2 on, and the skip (ACBL club director's notes L5234-5420).
COURSES: Mapping[int, tuple[int, ...]] = {
    7: (2, 4, 6, 1, 3, 5),
    9: (2, 4, 6, 9, 3, 5, 7, 8),
    10: (2, 4, 6, 8, 3, 5, 7, 9),
    11: (2, 4, 6, 8, 10, 1, 3, 5),
    12: (2, 4, 6, 8, 11, 5, 7, 9),
    13: (2, 4, 6, 8, 10, 12, 1, 3, 5, 7, 9, 11),
    14: (2, 4, 6, 8, 10, 12, 3, 5, 7, 9, 11, 13),
    15: (2, 4, 6, 8, 10, 13, 15, 3, 5, 7, 9, 11),
    16: (2, 4, 6, 8, 10, 12, 1, 3, 5, 7, 9, 11),
    17: (2, 4, 6, 8, 10, 12, 14, 16, 1, 3, 5, 7),
}
COMPLETE_COURSES: Mapping[int, tuple[int, ...]] = {
    6: (1, 3, 5, 2, 4),
    8: (1, 6, 2, 7, 3, 8, 4),
    10: (1, 7, 2, 8, 3, 9, 4, 10, 5),
    11: (1, 3, 5, 7, 9, 11, 2, 4, 6, 8),
    12: (3, 9, 4, 10, 5, 11, 6, 12, 7, 1, 8),
    14: (1, 9, 2, 10, 3, 11, 4, 12, 5, 13, 6, 14, 7),
}
"""For as many rounds as tables; even numbers on a share-and-relay base (the courses that British clubs use)."""
ROVER_SKIP = {8: 3, 10: 5, 12: 6, 14: 7, 16: 7}
EXCHANGES: Mapping[int, Mapping[int, tuple[int, int]]] = {9: {3: (6, 9), 6: (6, 9), 9: (6, 9)}}
"""Rounds in which two EW pairs change seats, where no course would be legal otherwise (L2898-2924)."""
MOST_TRIES = 20_000
"""Steps of the search for a course before it is called off: real courses are found in a few hundred."""


def rover(wish: Wish) -> Movement:
    """A rover: at a half table the extra pair bumps; at a full number the extra table has boards of its own."""
    return bump(wish) if wish.halved else rover_table(wish)


def bump(wish: Wish) -> Movement:
    """The pair over displaces another each round (7½ tables: seven full ones and a rover)."""
    full = wish.pairs // 2
    if full < 5:
        raise ImpossibleWish(
            say("A rover needs five full tables; with {entry} tables take a Howell with a sit-out.", entry=wish.entry)
        )
    share = full % 2 == 0 and wish.rounds == full and not wish.skip_after
    boards_per_round, rounds = length(wish, full if share or full % 2 else full - 1)
    chain = Chain(full, full, relay=1, share=True) if share else Chain(full, full)
    skip_after = None if share or full % 2 else _rover_skip(wish, full, rounds)
    lines = east_west(full, rounds, skip_after=skip_after)
    exchanges = EXCHANGES.get(full, {}) if rounds == 9 else {}
    for number, (one, other) in exchanges.items():
        swap = {one: other, other: one}
        lines[number - 1] = [swap.get(pair, pair) for pair in lines[number - 1]]
    base = chain_rows(chain, lines)
    course = next(rover_courses(base, full, rounds), None)
    if course is None:
        raise ImpossibleWish(
            say(
                "No rover gets through {rounds} at {full} tables without meeting somebody twice; try {fewer}.",
                rounds=counted("rounds", rounds),
                full=full,
                fewer=rounds - 1,
            )
        )
    rows = list(_displace(base, dict(zip(range(2, rounds + 1), course, strict=True)), full + 1, wish.side))
    words = chain_notes(chain, boards_per_round, share)
    words += notes(
        "sit-out",
        0,
        say(
            "{side} {number} is the rover: sits out round 1, then takes the {side} seats shown on the rover card; "
            "the pair displaced sits out that round.",
            side=wish.side.upper(),
            number=full + 1,
        ),
    )
    if skip_after and skip_after < rounds:
        words += notes("skip", skip_after, SKIP_NOW)
    for number, (one, other) in exchanges.items():
        text = say(
            "In round {round} EW {one} and EW {other} change seats with each other; they have guide cards.",
            round=number,
            one=one,
            other=other,
        )
        words += notes("special", number - 1, text)
    return two_fields(
        rows,
        name=say("Rover Skip Mitchell")
        if skip_after
        else say("Rover Share-and-Relay")
        if share
        else say("Rover Mitchell"),
        family=FAMILY.name,
        boards_per_round=boards_per_round,
        stationary=range(1, full + 1),
        relays=chain.relays(boards_per_round),
        shares=[(1, full)] if share else [],
        instructions=sorted(words, key=lambda n: n.after),
        source="ACBL club director's notes L2565-2569, L5234-5420"
        if not share
        else "QBA club director course L134-141",
    )


def _rover_skip(wish: Wish, full: int, rounds: int) -> int:
    early, late = skip_window(full, rounds)
    usual = ROVER_SKIP.get(full, full // 2)
    chosen = wish.skip_after or min(max(usual, early), late)
    if not early <= chosen <= late:
        raise ImpossibleWish(
            say(
                "With {tables} tables and {rounds} the skip must come after round {early} to {late}.",
                tables=full,
                rounds=counted("rounds", rounds),
                early=early,
                late=late,
            )
        )
    return chosen


def rover_courses(base: Sequence[SketchRow], full: int, rounds: int) -> Iterator[tuple[int, ...]]:
    """Legal courses for rounds 2 on; the printed one first, else steps of two tables where they go."""
    printed = (COMPLETE_COURSES if rounds == full else COURSES).get(full) or COURSES.get(full, ())
    at = {(row.round, row.table): row for row in base}

    def legal(course: Sequence[int]) -> bool:
        met = [at[number, table].ew for number, table in enumerate(course, 2)]
        sets = [at[number, table].set for number, table in enumerate(course, 2)]
        return len(set(met)) == len(met) and len(set(sets)) == len(sets) and len(set(course)) == len(course)

    if len(printed) >= rounds - 1 and legal(printed[: rounds - 1]):
        yield tuple(printed[: rounds - 1])

    # A table, the pair met there and the set played there are three bits; what the rover has had is the bits so far.
    bits = {
        (row.round, row.table): 1 << row.table | 1 << full + row.ew | 1 << 2 * full + row.set
        for row in base
        if row.ew and row.set
    }
    offers = [
        [(table, bits[number, table]) for table in (*range(1, full + 1), *range(1, full + 1))]
        for number in range(2, rounds + 1)
    ]
    tries = iter(range(MOST_TRIES))

    def grow(course: tuple[int, ...], had: int) -> Iterator[tuple[int, ...]]:
        if next(tries, None) is None:
            return
        if len(course) == rounds - 1:
            yield course
            return
        first = wrap(course[-1] + 2, full) - 1 if course else 1
        for table, bit in offers[len(course)][first : first + full]:
            if not had & bit:
                yield from grow((*course, table), had | bit)

    yield from grow((), 0)


def _displace(
    base: Sequence[SketchRow], course: Mapping[int, int], rover_number: int, side: str
) -> Iterator[SketchRow]:
    """The base with the rover in its seats; whoever sat there has no table that round."""
    yield SketchRow(1, rover_number, rover_number if side == "ns" else 0, 0 if side == "ns" else rover_number, 1)
    for row in base:
        if course.get(row.round) == row.table:
            yield row._replace(**{side: rover_number})
        else:
            yield row


def rover_table(wish: Wish) -> Movement:
    """One table more than convenient: it stands apart with its own copy of the boards, taken in reverse order."""
    tables = wish.tables
    base = tables - 1
    if base < 5 or base % 2 == 0:
        raise ImpossibleWish(
            say(
                "A rover table is added to an odd number of tables, five or more; {tables} is not one more than that.",
                tables=tables,
            )
        )
    boards_per_round, rounds = length(wish, base)
    lines = east_west(base, rounds)
    chain = Chain(base, base)
    rows = chain_rows(chain, lines)
    course = next(_rover_table_courses(rows, base, rounds), None)
    if course is None:
        raise ImpossibleWish(
            say(
                "No rover gets through {rounds} with {tables} tables; try one round fewer.",
                rounds=counted("rounds", rounds),
                tables=tables,
            )
        )
    out: list[SketchRow] = [SketchRow(1, tables, tables, tables, base)]
    for row in rows:
        if row.round > 1 and course[row.round - 2] == row.table:
            out.append(row._replace(ew=tables))
            out.append(SketchRow(row.round, tables, tables, row.ew, row.set))
        else:
            out.append(row)
    words = notes(
        "layout",
        0,
        say(
            "Table {table} stands apart with a second copy of the boards, played from the last set down.", table=tables
        ),
    )
    words += notes(
        "move",
        0,
        say("After each round East-West move up one table, {last} to 1; the boards move down one table.", last=base),
    )
    words += notes(
        "special",
        0,
        say(
            "EW {number} is the rover: round 1 at table {number}, then tables {course}. The pair it "
            "displaces plays that round at table {number} and then goes on as if nothing had happened.",
            number=tables,
            course=", ".join(map(str, course)),
        ),
    )
    return two_fields(
        out,
        name=say("Rover"),
        family=FAMILY.name,
        boards_per_round=boards_per_round,
        stationary=range(1, tables + 1),
        copies=2,
        instructions=words,
        source="NZ Club Directors Manual L1680-1692",
    )


def _rover_table_courses(base: Sequence[SketchRow], tables: int, rounds: int) -> Iterator[tuple[int, ...]]:
    """Tables for the rover such that the extra table plays sets from the last down and nobody goes there twice."""
    at = {(row.round, row.set): row for row in base}
    rows = [at[number, wrap(tables + 1 - number, tables)] for number in range(2, rounds + 1)]
    if len({row.table for row in rows}) == len(rows) and len({row.ew for row in rows}) == len(rows):
        yield tuple(row.table for row in rows)


def _full_rounds(tables: int, halved: bool) -> int | None:
    full = tables - 1
    if not halved or not 5 <= full <= 20:
        return None
    return full if full % 2 else full - 1


FAMILY = Family(
    name="rover",
    title=say("Rover"),
    about=say("A half table's odd pair displaces another each round; a full table too many has its own boards."),
    place=50,
    build=rover,
    ease=9,
    options=(*MITCHELL, "skip-after", "side"),
    hazard=lambda movement: say("The rover needs a guide card, and displaced pairs must be told."),
    full_rounds=_full_rounds,
    traits=frozenset({"rover"}),
)
