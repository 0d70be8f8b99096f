"""The Hesitation Mitchell: one table fewer than the boards would like, and one winner.

The moving pairs are one more than the tables: from the last table they wait a round as its North-South before they go to table 1
(NZ Club Directors Manual L1512-1575; Busbridge directors' instructions L1436-1483).
"""

from __future__ import annotations

from collections.abc import Callable

from arrowswitch.movements.build import SketchRow, boards_of_sets, one_field, wrap
from arrowswitch.movements.families.chain import notes, relay_words, sharing_words
from arrowswitch.movements.family import MITCHELL, Family, tables_of
from arrowswitch.movements.model import ImpossibleWish, Movement, Relay
from arrowswitch.movements.switches import announced
from arrowswitch.movements.wishes import Wish, complete_length, read_phantom
from arrowswitch.words import say

BUSBRIDGE_11 = {11: (1, 2, 3, 4, 8, 9, 10), 12: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10)}
"""Round: the tables switched in the 11-table card (L1726)."""


def hesitation(wish: Wish) -> Movement:
    """One winner: NS sit still at all tables but the last; one pair more than tables moves."""
    tables = wish.tables
    if tables < 3:
        raise ImpossibleWish(say("A Hesitation needs three tables or more; {entry} are fewer.", entry=wish.entry))
    boards_per_round, rounds = complete_length(wish, tables + 1)
    relay = 1 if tables % 2 else 2
    middle = (tables - 1) // 2 if tables % 2 else tables // 2
    share = tables % 2 == 0
    card = wish.card or ("busbridge-hesitation-11" if tables == 11 and rounds == 12 else f"nz-hesitation-{tables}")
    number_of = _numbering(card, tables)
    rows = [
        SketchRow(
            number,
            table,
            number_of("ns", table)
            if table < tables
            else number_of("moving", wrap(tables + 1 - (number - 1), tables + 1)),
            number_of("moving", wrap(table - (number - 1), tables + 1)),
            wrap(table + (relay if table > middle else 0) + number - 1, tables + 1),
        )
        for number in range(1, rounds + 1)
        for table in range(1, tables + 1)
    ]
    phantom = _missing(wish, rows, tables)
    shared = share and phantom != rows[0].ns  # without a pair that stays at table 1 nothing is shared
    relay_boards = boards_of_sets(range(middle + 1, middle + 1 + relay), boards_per_round)
    words = notes("share", 0, sharing_words(tables)) if shared else []
    words += notes("layout", 0, relay_words(middle, middle + 1, relay_boards))
    words += notes(
        "move",
        0,
        say(
            "After each round East-West move up one table. From East-West at table {last} to North-South at table "
            "{last} for a round, then to table 1. The boards move down one table. Nobody else moves.",
            last=tables,
        ),
    )
    if phantom is not None:
        text = say("Pair {number} is missing: whoever is due to meet it sits out that round.", number=phantom)
        words += notes("sit-out", 0, text)
    movement = one_field(
        rows,
        name=FAMILY.title,
        family=FAMILY.name,
        boards_per_round=boards_per_round,
        phantom=phantom,
        stationary=[number_of("ns", table) for table in range(1, tables)],
        relays=[Relay((middle, middle + 1), relay, relay_boards)],
        shares=[(1, tables)] if shared else [],
        instructions=words,
        source="Busbridge directors' instructions L1436-1483, L1724-1726"
        if card.startswith("busbridge")
        else "NZ Club Directors Manual L1512-1575",
        card=card,
    )
    if card == "busbridge-hesitation-11":
        places = [(m.round, m.table) for m in movement.meetings if m.table in BUSBRIDGE_11.get(m.round, ())]
        return announced(movement.switched(places), places)
    return movement


def _numbering(card: str, tables: int) -> Callable[[str, int], int]:
    """Pair numbers by seat: 'moving' k starts EW at table k, the last of them NS at the last table."""
    if card == f"nz-hesitation-{tables}":
        if tables % 2 == 0:  # the numbers of the scoring program, L1561
            return lambda seat, k: k if seat == "ns" else (tables + k if k <= tables else tables)
        return lambda seat, k: k if seat == "moving" else tables + 1 + k
    if card == f"busbridge-hesitation-{tables}" and tables == 11:
        return lambda seat, k: k if seat == "ns" else (11 + k if k <= 11 else 11)
    raise ImpossibleWish(
        say("There is no card “{card}” for a Hesitation with {tables} tables.", card=card, tables=tables)
    )


def _missing(wish: Wish, rows: list[SketchRow], tables: int) -> int | None:
    if not wish.halved:
        return None
    if wish.phantom == "auto":  # at table 1 nothing need be shared; else away from the hesitating table
        return rows[0].ns if tables % 2 == 0 else rows[tables - 2].ns
    phantom = read_phantom(wish.phantom)
    first = {row.table: row for row in rows if row.round == 1}.get(phantom.number)
    if first is None:
        raise ImpossibleWish(say("There is no table {number} for a pair to be missing from.", number=phantom.number))
    return first.ns if phantom.side == "ns" else first.ew


def hesitation_cards(pairs: int) -> tuple[str, ...]:
    """The printed cards for so many pairs."""
    tables = tables_of(pairs)
    extra = ("busbridge-hesitation-11",) if tables == 11 else ()
    return (*extra, f"nz-hesitation-{tables}") if tables in (5, 7, 8, 11, 12) else extra


FAMILY = Family(
    name="hesitation",
    title=say("Hesitation Mitchell"),
    about=say("One table fewer than convenient: moving pairs wait a round at the last table; one winner."),
    place=70,
    build=hesitation,
    ease=8,
    options=(*MITCHELL, "card"),
    cards=hesitation_cards,
    hazard=lambda movement: say("The move at the last table must be explained."),
    full_rounds=lambda tables, halved: tables + 1 if 4 <= tables <= 13 else None,
    serves_section=lambda pairs, rounds: int(tables_of(pairs) % 2 == 0 and rounds == tables_of(pairs) + 1),
    seeded=False,
)
