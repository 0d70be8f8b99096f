"""Movements that need more than one copy of the boards, or weave one: Bowman-Ewing, twinned, double weave.

NZ Club Directors Manual L1670-1676; Twin Mitchell after McKinnon; Busbridge directors' instructions L1564-1605. The Web
has a module of its own.
"""

from __future__ import annotations

from collections.abc import Sequence

from arrowswitch.movements.build import Phantom, Row, two_fields, wrap
from arrowswitch.movements.families.chain import Chain, east_west, note, phantom_note
from arrowswitch.movements.model import ImpossibleWish, Instruction, Movement, Relay
from arrowswitch.movements.wishes import Wish, length, place_phantom
from arrowswitch.words import say, spans


def from_rows(
    wish: Wish,
    rows: Sequence[Row],
    *,
    name: str,
    family: str,
    boards_per_round: int,
    copies: int,
    relays: Sequence[Relay],
    notes: Sequence[Instruction],
    source: str,
    shares: Sequence[tuple[int, ...]] = (),
) -> Movement:
    """A movement of several copies, with its phantom placed and told."""
    phantom = place_phantom(wish, rows)
    words = [*notes, phantom_note(phantom.side, phantom.number)] if phantom else [*notes]
    return two_fields(
        rows,
        name=name,
        family=family,
        boards_per_round=boards_per_round,
        phantom=phantom,
        stationary=sorted({row.ns for row in rows}),
        relays=relays,
        shares=shares,
        copies=copies,
        instructions=sorted(words, key=lambda n: n.after),
        source=source,
    )


def bowman_ewing(wish: Wish) -> Movement:
    """Two tables more than convenient: one shares with table 1, the other has its own copy in reverse order."""
    tables = wish.tables
    if tables % 2 == 0 or tables < 7:
        raise ImpossibleWish(
            say(
                "Bowman-Ewing needs an odd number of tables, 7 or more (11 and 15 are usual); {tables} is not.",
                tables=tables,
            )
        )
    sets = tables - 2
    boards_per_round, rounds = length(wish, sets)
    lines = east_west(tables, rounds)
    rows = [
        Row(
            number,
            table,
            table,
            lines[number - 1][table - 1],
            wrap(sets + 1 - number, sets) if table == tables else wrap(table + number - 1, sets),
        )
        for number in range(1, rounds + 1)
        for table in range(1, tables + 1)
    ]
    notes = [
        note(
            "share",
            0,
            say(
                "Table {table} shares its boards with table 1 in every round; put them side by side.", table=tables - 1
            ),
        ),
        note(
            "move",
            0,
            say(
                "After each round East-West move up one table, round the whole room; the boards move down one table, "
                "from table 1 to table {top}.",
                top=sets,
            ),
        ),
    ]
    phantom = place_phantom(wish, rows)
    alone = phantom == Phantom("ns", tables)  # then nobody plays the second copy (L1674)
    if not alone:
        notes.insert(
            1,
            note(
                "layout",
                0,
                say(
                    "Table {table} has its own copy of the boards: it starts with the last set and goes down one set each round.",
                    table=tables,
                ),
            ),
        )
    return from_rows(
        wish,
        rows,
        name=say("Bowman-Ewing"),
        family="bowman-ewing",
        boards_per_round=boards_per_round,
        copies=1 if alone else 2,
        relays=[],
        shares=[(1, tables - 1)],
        notes=notes,
        source="NZ Club Directors Manual L1670-1676",
    )


def twinned(wish: Wish) -> Movement:
    """Two halves of the room with twinned boards: each plays its own Mitchell, then EW change halves for new boards."""
    tables = wish.tables
    if tables % 2 or tables < 6:
        raise ImpossibleWish(
            say("A twinned Mitchell needs an even number of tables, 6 or more; {tables} is not.", tables=tables)
        )
    half = tables // 2
    chain = Chain(half, half) if half % 2 else Chain(half, half, relay=1, share=True)
    boards_per_round, rounds = length(wish, tables)
    within = east_west(half, half)
    rows = [
        Row(
            number,
            table + shift,
            table + shift,
            _visitor(within, stanza, number, table, shift, half),
            chain.set_at(table, (number - 1) % half + 1) + stanza * half,
        )
        for number in range(1, rounds + 1)
        for stanza in ((number - 1) // half,)
        for shift in (0, half)
        for table in range(1, half + 1)
    ]
    phantom = place_phantom(wish, rows)
    notes = [
        note(
            "layout",
            0,
            say(
                "Tables 1 to {half} and {next} to {tables} are two halves with twinned boards 1-{boards}.",
                half=half,
                next=half + 1,
                tables=tables,
                boards=half * boards_per_round,
            ),
        ),
        note(
            "move",
            0,
            say(
                "After each round East-West move up one table within their half; the boards move down one table within it."
            ),
        ),
    ]
    if chain.share:
        notes.append(
            note(
                "share", 0, say("In each half the last table shares with the first, and a relay stands in the middle.")
            )
        )
    if rounds > half:
        notes.append(
            note(
                "stanza",
                half,
                say(
                    "East-West of the two halves change places, and boards {boards} come into play.",
                    boards=spans(range(half * boards_per_round + 1, tables * boards_per_round + 1)),
                ),
            )
        )
    if phantom:
        notes.append(phantom_note(phantom.side, phantom.number))
    return two_fields(
        rows,
        name=say("Twinned Mitchell"),
        family="twinned",
        boards_per_round=boards_per_round,
        phantom=phantom,
        stationary=range(1, tables + 1),
        copies=2,
        relays=[Relay((half // 2 + shift, half // 2 + 1 + shift)) for shift in (0, half) if chain.share]
        if rounds <= half
        else [],
        shares=[(1, half), (half + 1, tables)] if chain.share else [],
        instructions=sorted(notes, key=lambda n: n.after),
        source="Twin Mitchell, after McKinnon, Duplicate Bridge Schedules",
    )


def _visitor(within: list[list[int]], stanza: int, number: int, table: int, shift: int, half: int) -> int:
    home = (shift + stanza * half) % (2 * half)  # the half of the room that the visitors came from
    return within[(number - 1) % half][table - 1] + home


def double_weave(wish: Wish) -> Movement:
    """Odd EW go up, even EW go down, each against the boards of its kind; halfway all boards jump half the room."""
    tables = wish.tables
    if tables % 4 or tables < 8:
        raise ImpossibleWish(
            say("A double weave needs 8, 12 or 16 tables (12 is usual); {tables} is not one of them.", tables=tables)
        )
    boards_per_round, rounds = length(wish, tables)
    visitors = list(range(1, tables + 1))
    sets = list(range(1, tables + 1))
    rows: list[Row] = []
    for number in range(1, rounds + 1):
        rows += [Row(number, t + 1, t + 1, visitors[t], sets[t]) for t in range(tables)]
        boards = [0] * tables
        seats = [0] * tables
        for t in range(tables):
            up = 1 if visitors[t] % 2 else -1
            seats[(t + up) % tables] = visitors[t]
            boards[(t + (tables // 2 if number == tables // 2 else -up)) % tables] = sets[t]
        visitors, sets = seats, boards
    phantom = place_phantom(wish, rows)
    notes = [
        note(
            "move",
            0,
            say(
                "After each round odd East-West move up one table and even East-West down one; where an odd pair sat, "
                "the boards go down one table, where an even pair sat, up one."
            ),
        ),
    ]
    if rounds > tables // 2:
        notes.append(
            note(
                "special",
                tables // 2,
                say(
                    "East-West move as usual, but all boards go up {jump} tables instead of their usual way.",
                    jump=tables // 2,
                ),
            )
        )
    if phantom:
        notes.append(phantom_note(phantom.side, phantom.number))
    return two_fields(
        rows,
        name=say("Double Weave Mitchell"),
        family="double-weave",
        boards_per_round=boards_per_round,
        phantom=phantom,
        stationary=range(1, tables + 1),
        instructions=notes,
        source="Busbridge directors' instructions L1564-1605, L1729-1730",
    )
