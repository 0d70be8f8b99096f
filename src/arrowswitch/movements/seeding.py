"""Where strong, middling and weak contestants start, so that everybody meets a field of about the same strength.

Layouts of strata by table, directions over two sessions, two sections, fixed seats of Howells, and what to look for in
a movement before seating: opponents who meet more than once (equals belong there) and who never meet (never two of the
best). Rules of the ACBL club director's notes and the New Zealand Club Directors Manual. Draws for all rounds are made
before play, never from earlier results.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from arrowswitch.movements.catalogue import FAMILIES
from arrowswitch.movements.model import ImpossibleWish, Movement, Side
from arrowswitch.words import Sentence, say, say_count

Strength = Literal["A", "B", "C"]

TOURNAMENT: tuple[Strength, ...] = ("B", "C", "A", "B", "A", "C", "A", "B", "A", "C", "B", "C", "A", "B", "C")
SEED_TABLES = (3, 9, 13, 7)
"""The tables of the first four seeds in a tournament."""

TWO_SESSIONS: tuple[tuple[Side, Side], ...] = (("ns", "ns"), ("ns", "ew"), ("ew", "ns"), ("ew", "ew"))


@dataclass(frozen=True, slots=True)
class SeedSeat:
    """Where a seed starts in one session."""

    seed: int
    side: Side
    table: int
    session: int = 1


@dataclass(frozen=True, slots=True)
class Repeat:
    """Two pairs that meet more than once."""

    one: int
    other: int
    rounds: tuple[int, ...]

    @property
    def times(self) -> int:
        return len(self.rounds)


def club_layout(tables: int) -> tuple[Strength, ...]:
    """Strata by table at a club: A, B, C and again, so that two tables lie between strong ones.

    >>> "".join(club_layout(8))
    'ABCABCAB'
    """
    _whole(tables)
    strata: tuple[Strength, ...] = ("A", "B", "C")
    return tuple(strata[number % 3] for number in range(tables))


def tournament_layout(tables: int) -> tuple[Strength, ...]:
    """Strata by table at a tournament, printed for 15 tables; beyond that as at a club.

    >>> "".join(tournament_layout(15))
    'BCABACABACBCABC'
    """
    _whole(tables)
    return (TOURNAMENT + club_layout(max(tables - len(TOURNAMENT), 1)))[:tables]


def seed_tables(tables: int) -> tuple[int, ...]:
    """Where the first seeds start at a tournament, first seed first.

    >>> seed_tables(15), seed_tables(10)
    ((3, 9, 13, 7), (3, 9, 7))
    """
    _whole(tables)
    return tuple(table for table in SEED_TABLES if table <= tables)


def spread(layout: Sequence[Strength]) -> tuple[int, ...]:
    """The tables in the order in which they are filled, strongest first.

    >>> spread(club_layout(7))
    (1, 4, 7, 2, 5, 3, 6)
    """
    return tuple(sorted(range(1, len(layout) + 1), key=lambda table: (layout[table - 1], table)))


def seats(pairs: int, *, layout: Sequence[Strength] | None = None) -> tuple[SeedSeat, ...]:
    """Seats of all seeds for two sessions: equals start against equals, and against others the second time.

    Four seeds of about the same strength share two tables; half of them change direction between the sessions.

    >>> [(seat.seed, seat.side, seat.table) for seat in seats(8) if seat.session == 1][:4]
    [(1, 'ns', 1), (2, 'ns', 4), (3, 'ew', 1), (4, 'ew', 4)]
    """
    tables = (_whole(pairs) + 1) // 2
    order = spread(layout or club_layout(tables))
    if len(order) != tables:
        raise ImpossibleWish(
            say("{pairs} pairs need {tables} tables, not {wish}.", pairs=pairs, tables=tables, wish=len(order))
        )
    found: list[SeedSeat] = []
    for first in range(1, pairs + 1, 4):
        group = range(first, min(first + 4, pairs + 1))
        places = order[(first - 1) // 2 :][:2]
        # Two seeds that are left over must sit opposite ways, so they take the middle two patterns.
        patterns = TWO_SESSIONS if len(group) > 2 else TWO_SESSIONS[1:3]
        for session in (1, 2):
            taken: dict[Side, int] = {"ns": 0, "ew": 0}
            for seed, pattern in zip(group, patterns, strict=False):
                side = pattern[session - 1]
                # The second time East-West are turned round, so that nobody has the same first opponent.
                place = taken[side] if session == 1 or side == "ns" else len(places) - 1 - taken[side]
                taken[side] += 1
                found.append(SeedSeat(seed, side, places[place], session))
    return tuple(sorted(found, key=lambda seat: (seat.session, seat.seed)))


def repeats(movement: Movement) -> tuple[Repeat, ...]:
    """Opponents who meet more than once, most often first: seat equals there, weak or average pairs at a triple."""
    met: defaultdict[tuple[int, int], list[int]] = defaultdict(list)
    for meeting in movement.meetings:
        one, other = sorted(meeting.sides)
        met[one, other].append(meeting.round)
    once = 2 if movement.kind == "teams" else 1  # the two halves of a match
    found = [Repeat(*pair, tuple(rounds)) for pair, rounds in met.items() if len(rounds) > once]
    return tuple(sorted(found, key=lambda repeat: (-repeat.times, repeat.one, repeat.other)))


def missed(movement: Movement) -> tuple[tuple[int, int], ...]:
    """Pairs of the two fields of a Mitchell that never meet, North-South first; a skip makes some."""
    ns = {meeting.ns for meeting in movement.meetings if not meeting.switched}
    ew = {meeting.ew for meeting in movement.meetings if not meeting.switched}
    met = {frozenset(meeting.sides) for meeting in movement.meetings}
    return tuple((one, other) for one in sorted(ns - ew) for other in sorted(ew - ns) if {one, other} not in met)


def strong_missed(movement: Movement, tables: Sequence[int]) -> tuple[tuple[int, int], ...]:
    """Of the pairs that never meet, those that both start at one of these tables: no strong pair may skip another."""
    start = {pair: meeting.table for meeting in movement.by_round[1] for pair in meeting.sides}
    return tuple(pair for pair in missed(movement) if all(start.get(one) in tables for one in pair))


@dataclass(frozen=True, slots=True)
class SeedPlan:
    """Where pairs of each strength start in a movement, and what else to mind about strength."""

    layout: tuple[Strength, ...]
    """The strength that starts at each table, first table first; a Howell that needs no seeding has none."""
    seeds: tuple[int, ...]
    """The tables of the first seeds, first seed first."""
    words: tuple[Sentence, ...]


def seed_plan(movement: Movement, *, tournament: bool = False) -> SeedPlan:
    """The seat plan of a movement: strata by table, the seeds' tables, and the sentences that go with them.

    >>> from arrowswitch.movements.catalogue import build
    >>> seed_plan(build("mitchell", tables=7)).layout
    ('A', 'B', 'C', 'A', 'B', 'C', 'A')
    """
    tables, family = movement.tables, FAMILIES.get(movement.family)
    if movement.kind == "teams":
        seeds = family.seeds(len(movement.contestants)) if family else ()
        told = [
            say(
                "Seat the seeds at tables 1 to {last} in this order: {seeds}.",
                last=len(seeds),
                seeds=", ".join(map(str, seeds)),
            )
        ]
        return SeedPlan(
            (), seeds, tuple(told) if seeds and seeds[0] != seeds[-1] and seeds != tuple(sorted(seeds)) else ()
        )
    if family and not family.seeded:
        told = [say("Everybody meets nearly everybody: no seeding is needed."), *_about_fixed_seats(movement)]
        return SeedPlan((), (), (*told, *_about_repeats(movement)))
    layout = tournament_layout(tables) if tournament else club_layout(tables)
    strong = [table for table, strength in enumerate(layout, 1) if strength == "A"]
    told = [
        say("A strong pair starts against a strong pair; North-South and East-West are equally strong in all."),
        say("In a second session half of the pairs change direction: of each four seeds N/N, N/E, E/N, E/E."),
    ]
    for ns, ew in strong_missed(movement, strong)[:6]:
        told.append(
            say(
                "{one} and {other}, both from strong tables, never meet.",
                one=movement.label(ns),
                other=movement.label(ew),
            )
        )
    seeds = seed_tables(tables) if tournament else tuple(strong[: len(SEED_TABLES)])
    return SeedPlan(layout, seeds, (*told, *_about_repeats(movement)))


def _about_fixed_seats(movement: Movement) -> Iterator[Sentence]:
    """Who should sit where this very card has seats that stay: two of those never meet, or only once."""
    fixed = sorted((movement.path(pair)[0].table, pair) for pair in movement.stationary if movement.path(pair))
    seats = ", ".join(
        say("pair {pair} (table {table})", pair=movement.label(pair), table=table) for table, pair in fixed
    )
    if len(fixed) == 3:
        yield say("Put a strong, a middling and a weak pair in the seats that stay: {seats}.", seats=seats)
    elif len(fixed) > 1:
        yield say("Put strong, middling and weak pairs alike in the seats that stay: {seats}.", seats=seats)


def _about_repeats(movement: Movement) -> tuple[Sentence, ...]:
    found = repeats(movement)
    if not found:
        return ()
    told = [
        say_count(
            "{n} couple meets more than once: seat pairs of equal strength there.",
            "{n} couples meet more than once: seat pairs of equal strength there.",
            len(found),
        )
    ]
    thrice = [f"{movement.label(one.one)} - {movement.label(one.other)}" for one in found if one.times > 2]
    if thrice:
        told.append(
            say("Put weak or average pairs where three meetings fall: {couples}.", couples=", ".join(thrice[:8]))
        )
    return tuple(told)


def _whole(number: int) -> int:
    if number < 1:
        raise ImpossibleWish(say("A seed or a number of tables must be 1 or more, not {number}.", number=number))
    return number
