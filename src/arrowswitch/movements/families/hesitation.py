"""Hesitation and Fat Mitchell: one table fewer than the boards would like.

In a Hesitation the moving pairs are one more than the tables: from the last table they wait a round as its NS before
they go to table 1 (NZ Club Directors Manual L1512-1575; Busbridge directors' instructions L1436-1483). The Fat Mitchell keeps
two fields and puts one set aside in each round (L1576-1614).
"""

from __future__ import annotations

from collections.abc import Callable

from arrowswitch.movements.build import Row, one_field, two_fields, wrap
from arrowswitch.movements.families.chain import note, relay_words
from arrowswitch.movements.model import ImpossibleWish, Movement, Relay
from arrowswitch.movements.switches import announced
from arrowswitch.movements.wishes import Wish, complete_length, place_phantom, read_phantom
from arrowswitch.words import say, spans

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
        Row(
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
    first_relay = middle + 1
    relay_boards = tuple(
        board
        for number in range(first_relay, first_relay + relay)
        for board in range((number - 1) * boards_per_round + 1, number * boards_per_round + 1)
    )
    notes = [
        note(
            "layout",
            0,
            relay_words(middle, middle + 1, relay_boards),
        ),
        note(
            "move",
            0,
            say(
                "After each round East-West move up one table. From East-West at table {last} to North-South at table "
                "{last} for a round, then to table 1. The boards move down one table. Nobody else moves.",
                last=tables,
            ),
        ),
    ]
    if shared:
        notes.insert(
            0,
            note(
                "share",
                0,
                say("Table {last} shares its boards with table 1 in every round; put them side by side.", last=tables),
            ),
        )
    if phantom is not None:
        notes.append(
            note(
                "sit-out",
                0,
                say("Pair {number} is missing: whoever is due to meet it sits out that round.", number=phantom),
            )
        )
    movement = one_field(
        rows,
        name=say("Hesitation Mitchell"),
        family="hesitation",
        boards_per_round=boards_per_round,
        phantom=phantom,
        stationary=[number_of("ns", table) for table in range(1, tables)],
        relays=[Relay((middle, middle + 1), relay, relay_boards)],
        shares=[(1, tables)] if shared else [],
        instructions=notes,
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


def _missing(wish: Wish, rows: list[Row], tables: int) -> int | None:
    if not wish.halved:
        return None
    if wish.phantom == "auto":  # at table 1 nothing need be shared; else away from the hesitating table
        return rows[0].ns if tables % 2 == 0 else rows[tables - 2].ns
    phantom = read_phantom(wish.phantom)
    first = {row.table: row for row in rows if row.round == 1}.get(phantom.number)
    if first is None:
        raise ImpossibleWish(say("There is no table {number} for a pair to be missing from.", number=phantom.number))
    return first.ns if phantom.side == "ns" else first.ew


def fat_mitchell(wish: Wish) -> Movement:
    """Two fields, one set more than tables: the extra set goes back two tables each round, and what it displaces
    is put aside for the last round."""
    tables = wish.tables
    if tables % 2 == 0 or tables % 3 == 0 or tables < 5:
        raise ImpossibleWish(
            say("A Fat Mitchell is for 5, 7, 11 or 13 tables (7 is usual), not for {tables}.", tables=tables)
        )
    boards_per_round, rounds = complete_length(wish, tables + 1)
    extra = tables + 1
    aside: dict[int, Row] = {}
    rows: list[Row] = []
    for number in range(1, min(rounds, tables) + 1):
        fat_table = wrap(tables - 2 * (number - 1), tables)
        for table in range(1, tables + 1):
            row = Row(number, table, table, wrap(table - number + 1, tables), wrap(table + number - 1, tables))
            if table == fat_table:
                aside[table] = row
                row = row._replace(set=extra)
            rows.append(row)
    if rounds > tables:
        rows += [row._replace(round=extra) for _, row in sorted(aside.items())]
    phantom = place_phantom(wish, rows)
    last = spans(range(tables * boards_per_round + 1, extra * boards_per_round + 1))
    notes = [
        note(
            "layout",
            0,
            say(
                "Boards {boards} start at table {table}; the set that belongs there lies beside it.",
                boards=last,
                table=tables,
            ),
        ),
        note(
            "move",
            0,
            say(
                "After each round East-West move up one table and the boards move down one; boards {boards} go back two tables, "
                "and the set they displace is put aside at that table.",
                boards=last,
            ),
        ),
    ]
    if rounds > tables:
        notes.append(
            note(
                "special",
                tables,
                say(
                    "For the last round East-West go back to the table where they played boards {boards} and play "
                    "the set put aside there.",
                    boards=last,
                ),
            )
        )
    return two_fields(
        rows,
        name=say("Fat Mitchell"),
        family="fat-mitchell",
        boards_per_round=boards_per_round,
        phantom=phantom,
        stationary=range(1, tables + 1),
        instructions=notes,
        source="NZ Club Directors Manual L1576-1614",
    )
