"""Movements that need more than one copy of the boards, or weave one: Web, Bowman-Ewing, twinned, double weave.

The players of a Web walk an ordinary Mitchell; the boards go round in two circles, one of them backwards, so that a
large room plays few boards (NZ Club Directors Manual L1616-1676). The double weave is in
Busbridge directors' instructions L1564-1605.
"""

from __future__ import annotations

from collections.abc import Sequence

from arrowswitch.movements.build import Phantom, Row, two_fields, wrap
from arrowswitch.movements.chain import Chain, east_west, note, phantom_note
from arrowswitch.movements.model import ImpossibleWish, Instruction, Movement, Relay
from arrowswitch.movements.wishes import Wish, length, place_phantom
from arrowswitch.words import say, spans

WEB_MOVE = say("After each round East-West move up one table, round the whole room.")


def web(wish: Wish) -> Movement:
    """A large room with few boards: two copies for an even number of tables, three for an odd one."""
    return _even_web(wish) if wish.tables % 2 == 0 else _odd_web(wish)


def _sets(wish: Wish, least: int, most: int) -> tuple[int, int]:
    """Boards per set and an odd number of sets, which is the number of rounds."""
    if wish.rounds is not None and wish.rounds % 2 == 0:
        raise ImpossibleWish(
            say("A Web has an odd number of rounds, such as 13; {rounds} is even.", rounds=wish.rounds)
        )
    best: tuple[int, int, int] | None = None
    for sets in range(least | 1, most + 1, 2):
        if wish.rounds not in (None, sets):
            continue
        try:
            boards_per_round, _ = length(Wish(wish.pairs, sets, wish.boards_per_round, wish.boards), sets)
        except ImpossibleWish:
            continue
        cost = abs(boards_per_round * sets - 26)
        if best is None or cost < best[0]:
            best = (cost, boards_per_round, sets)
    if best is None:
        raise ImpossibleWish(
            say(
                "A Web for {entry} tables plays {least} to {most} sets, an odd number of them (13 sets of 2 boards is usual).",
                entry=wish.entry,
                least=least | 1,
                most=most,
            )
        )
    return best[1], best[2]


def _even_web(wish: Wish) -> Movement:
    tables = wish.tables
    if tables < 6:
        raise ImpossibleWish(say("A Web needs six tables or more; {entry} are fewer.", entry=wish.entry))
    half = tables // 2
    boards_per_round, sets = _sets(wish, half, min(2 * half, 27))
    lines = east_west(tables, sets)

    def set_at(table: int, number: int) -> int:
        if table <= half:
            return wrap(table + number - 1, sets)
        return wrap(tables - table - (number - 1), sets)

    rows = [
        Row(number, table, table, lines[number - 1][table - 1], set_at(table, number))
        for number in range(1, sets + 1)
        for table in range(1, tables + 1)
    ]
    waiting = sets - half
    notes = [
        note(
            "layout",
            0,
            say(
                "Two copies of boards 1-{last}. Tables 1 to {half} start with the sets in order from board 1, and table {half} "
                "takes the next set each round.",
                last=sets * boards_per_round,
                half=half,
            ),
        ),
        note(
            "layout",
            0,
            say(
                "Second copy: table {tables} starts with the last set, table {before} with the first, table {before2} with the second "
                "and so on down; there the sets come in reverse order.",
                tables=tables,
                before=tables - 1,
                before2=tables - 2,
            ),
        ),
        note("move", 0, WEB_MOVE),
        note(
            "move",
            0,
            say(
                "The boards move down one table, from table 1 to table {half} and from table {next} to table {tables}.",
                half=half,
                next=half + 1,
                tables=tables,
            ),
        ),
    ]
    relays = [Relay((half, 1), waiting), Relay((tables, half + 1), waiting)] if waiting else []
    return _from_rows(
        wish,
        rows,
        name=say("Web Mitchell"),
        family="web",
        boards_per_round=boards_per_round,
        copies=2,
        relays=relays,
        notes=notes,
        source="NZ Club Directors Manual L1616-1664",
    )


def _odd_web(wish: Wish) -> Movement:
    """An odd room: a base of as many tables as rounds, and tables added in twos with two more copies of the boards."""
    tables = wish.tables
    boards_per_round, sets = _sets(wish, (tables + 2) // 3, tables - 2)
    added = (tables - sets) // 2
    rows = [
        Row(number, table, table, wrap(table - number + 1, tables), set_number)
        for number in range(1, sets + 1)
        for table, set_number in enumerate(_snake(sets, added, number), 1)
    ]
    notes = _three_copies(tables, added, sets * boards_per_round)
    return _from_rows(
        wish,
        rows,
        name=say("Web Mitchell (three copies)"),
        family="web",
        boards_per_round=boards_per_round,
        copies=3,
        relays=[],
        notes=notes,
        source="The large Bowman movement, after McKinnon, Duplicate Bridge Schedules",
    )


def _three_copies(tables: int, added: int, boards: int) -> list[Instruction]:
    """Where each copy starts and which way it goes: of every three of the first tables each has its own copy."""
    first, third, second = (spans(range(start, 3 * added + 1, 3)) for start in (1, 2, 3))
    rest = f"{3 * added + 1}-{tables}"
    return [
        note(
            "layout",
            0,
            say(
                "Three copies of boards 1-{boards}. First copy: tables {first}, {rest} start with the sets in order; "
                "it goes down along these tables, and from table 1 to table {tables}.",
                boards=boards,
                first=first,
                rest=rest,
                tables=tables,
            ),
        ),
        note(
            "layout",
            0,
            say(
                "Second copy: tables {second} start with the first sets in order, the rest stacked beside table {last}, which "
                "takes the next set each round; it goes down along these tables.",
                second=second,
                last=3 * added,
            )
            if added > 1
            else say("Second copy: table 3 plays it from the first set up."),
        ),
        note(
            "layout",
            0,
            say(
                "Third copy: tables {third} start with the last set and then the first ones in order, the rest stacked beside "
                "table 2, which takes the next lower set each round; it goes up along these tables.",
                third=third,
            )
            if added > 1
            else say("Third copy: table 2 plays it from the last set down."),
        ),
        note("move", 0, WEB_MOVE),
    ]


def _snake(sets: int, added: int, number: int) -> list[int]:
    """The set at each table in a round: base tables A ascend, as do C; B descends."""
    line: list[int] = []
    for place in range(1, sets + 1):
        ascending = wrap(place + number - 1, sets)
        line.append(ascending)
        if place <= added:
            line += [wrap(place - number, sets), ascending]
    return line


def _from_rows(
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
    return _from_rows(
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
