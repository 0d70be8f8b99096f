"""Appendix tables: one and a half, or several, beside a Mitchell of convenient size, whose boards they share.

ACBL club director's notes L2583-2594.
"""

from __future__ import annotations

from dataclasses import replace

from arrowswitch.movements.build import SketchRow, two_fields, wrap
from arrowswitch.movements.families.chain import SKIP_NOW, east_west, notes, sharing_words
from arrowswitch.movements.family import LENGTH, Family
from arrowswitch.movements.model import ImpossibleWish, Movement
from arrowswitch.movements.wishes import Wish, complete_length, length
from arrowswitch.words import say, spans

BASES = (5, 7, 11, 13, 17, 19, 23)


def appendix(wish: Wish) -> Movement:
    """At a half table the 1½-table appendix; at a full number appendix tables beside a prime base."""
    return one_and_a_half_appendix(wish) if wish.halved else prime_appendix(wish)


def one_and_a_half_appendix(wish: Wish) -> Movement:
    """One table and a half more than convenient: the last full table shares with table 1, then EW sit out a round."""
    full = wish.pairs // 2
    sets = full - 1
    if full < 5:
        raise ImpossibleWish(say("The 1½-table appendix needs 5½ tables or more; {entry} are fewer.", entry=wish.entry))
    boards_per_round, rounds = complete_length(wish, sets)
    skip_after = (wish.skip_after or sets // 2) if sets % 2 == 0 else None
    lines = east_west(full + 1, rounds, skip_after=skip_after)
    rows = [
        SketchRow(
            number, table, table if table <= full else 0, lines[number - 1][table - 1], wrap(table + number - 1, sets)
        )
        for number in range(1, rounds + 1)
        for table in range(1, full + 2)
    ]
    words = notes("share", 0, sharing_words(full))
    words += notes(
        "sit-out",
        0,
        say("East-West who come from table {last} sit out a round (no boards there), then go to table 1.", last=full),
    )
    words += notes(
        "move",
        0,
        say(
            "After each round East-West move up one table; the boards move down one, from table 1 to table {top}.",
            top=sets,
        ),
    )
    if skip_after and skip_after < rounds:
        words += notes("skip", skip_after, SKIP_NOW)
    return two_fields(
        rows,
        name=say("1½-Table Appendix Mitchell"),
        family=FAMILY.name,
        boards_per_round=boards_per_round,
        stationary=range(1, full + 1),
        shares=[(1, full)],
        instructions=words,
        source="ACBL club director's notes L2583-2594",
    )


def prime_appendix(wish: Wish) -> Movement:
    """Appendix tables beside a Mitchell of a prime number of tables.

    Base NS and the visitors' EW of the appended tables sit still; the others move, NS up one and EW up two, so that
    everybody plays every set. Known as Beynon's appendix.
    """
    tables = wish.tables
    bases = [base for base in BASES if base < tables <= 2 * base]
    if wish.rounds:
        bases = [base for base in bases if wish.rounds <= base]
    best: tuple[int, int, int] | None = None
    for base in bases:
        try:
            boards_per_round, rounds = length(wish, base)
        except ImpossibleWish:
            continue
        cost = abs(boards_per_round * rounds - 26) + 2 * (base - rounds)
        if best is None or cost < best[0]:
            best = (cost, base, boards_per_round)
    if best is None:
        raise ImpossibleWish(
            say(
                "Appendix tables are added to a Mitchell of 5, 7, 11, 13, 17, 19 or 23 tables; {tables} fit none.",
                tables=tables,
            )
        )
    _, base, boards_per_round = best
    boards_per_round, rounds = length(wish, base)
    added = tables - base
    rows: list[SketchRow] = []
    for number in range(1, rounds + 1):
        for place in range(1, base + 1):
            number_set = wrap(place + number - 1, base)
            moving_ns = wrap(place - (number - 1), base)
            moving_ew = wrap(place - 2 * (number - 1), base)
            if place <= added:
                rows.append(SketchRow(number, place, base + place, moving_ew, number_set))
                rows.append(SketchRow(number, base + place, moving_ns, base + place, number_set))
            else:
                rows.append(SketchRow(number, place, moving_ns, moving_ew, number_set))
    words = notes(
        "layout",
        0,
        say(
            "Tables {appended} are appended to tables {base} and share their boards.",
            appended=spans(range(base + 1, tables + 1)),
            base=spans(range(1, added + 1)),
        ),
    )
    words += notes(
        "move",
        0,
        say(
            "North-South sit still at tables {still_ns}, East-West at tables {still_ew}. The other North-South move up "
            "one table, the other East-West up two; the boards go down one table among tables 1 to {base}.",
            still_ns=spans(range(1, added + 1)),
            still_ew=spans(range(base + 1, tables + 1)),
            base=base,
        ),
    )
    movement = two_fields(
        rows,
        name=FAMILY.title,
        family=FAMILY.name,
        boards_per_round=boards_per_round,
        shares=[(place, base + place) for place in range(1, added + 1)],
        instructions=words,
        source="Beynon's appendix, after McKinnon, Duplicate Bridge Schedules",
    )
    still = (*range(base + 1, tables + 1), *range(2 * tables - added + 1, 2 * tables + 1))
    return replace(movement, stationary=still)


FAMILY = Family(
    name="appendix",
    title=say("Appendix Mitchell"),
    about=say("One table and a half, or several tables, appended to a Mitchell of convenient size."),
    place=60,
    build=appendix,
    ease=8,
    options=(*LENGTH, "switch", "skip-after"),
    hazard=lambda movement: say("The appended table shares boards with table 1: move it there."),
    full_rounds=lambda tables, halved: tables - 2 if halved and tables >= 8 else None,
)
