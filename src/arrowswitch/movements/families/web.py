"""The Web: a large room that plays few boards, with two copies of them, or three when the tables are odd in number.

The players walk an ordinary Mitchell; the boards go round in circles of their own, one of them taken backwards
(NZ Club Directors Manual L1616-1664; the large Bowman movement, after McKinnon, for odd numbers).
"""

from __future__ import annotations

from dataclasses import replace

from arrowswitch.movements.build import SketchRow, wrap
from arrowswitch.movements.families.chain import east_west, from_rows, notes
from arrowswitch.movements.family import Family, tables_of
from arrowswitch.movements.model import ImpossibleWish, Instruction, Movement, Relay
from arrowswitch.movements.wishes import Wish, length
from arrowswitch.words import Sentence, say, spans

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
        SketchRow(number, table, table, lines[number - 1][table - 1], set_at(table, number))
        for number in range(1, sets + 1)
        for table in range(1, tables + 1)
    ]
    words = notes(
        "layout",
        0,
        say(
            "Two copies of boards 1-{last}. Tables 1 to {half} start with the sets in order from board 1, and table {half} "
            "takes the next set each round.",
            last=sets * boards_per_round,
            half=half,
        ),
        say(
            "Second copy: table {tables} starts with the last set, table {before} with the first, table {before2} with the second "
            "and so on down; there the sets come in reverse order.",
            tables=tables,
            before=tables - 1,
            before2=tables - 2,
        ),
    )
    words += notes(
        "move",
        0,
        WEB_MOVE,
        say(
            "The boards move down one table, from table 1 to table {half} and from table {next} to table {tables}.",
            half=half,
            next=half + 1,
            tables=tables,
        ),
    )
    waiting = sets - half
    return from_rows(
        FAMILY,
        wish,
        rows,
        words,
        boards_per_round=boards_per_round,
        copies=2,
        relays=[Relay((half, 1), waiting), Relay((tables, half + 1), waiting)] if waiting else [],
        source="NZ Club Directors Manual L1616-1664",
    )


def _odd_web(wish: Wish) -> Movement:
    """An odd room: a base of as many tables as rounds, and tables added in twos with two more copies of the boards."""
    tables = wish.tables
    if tables < 5:
        raise ImpossibleWish(say("A Web needs five tables or more; {entry} are fewer.", entry=wish.entry))
    boards_per_round, sets = _sets(wish, (tables + 2) // 3, tables - 2)
    added = (tables - sets) // 2
    rows = [
        SketchRow(number, table, table, wrap(table - number + 1, tables), set_number)
        for number in range(1, sets + 1)
        for table, set_number in enumerate(_snake(sets, added, number), 1)
    ]
    movement = from_rows(
        FAMILY,
        wish,
        rows,
        [*_three_copies(tables, added, sets * boards_per_round), *notes("move", 0, WEB_MOVE)],
        boards_per_round=boards_per_round,
        copies=3,
        source="The large Bowman movement, after McKinnon, Duplicate Bridge Schedules",
    )
    return replace(movement, name=say("Web Mitchell (three copies)"))


def _three_copies(tables: int, added: int, boards: int) -> list[Instruction]:
    """Where each copy starts and which way it goes: of every three of the first tables each has its own copy."""
    first, third, second = (spans(range(start, 3 * added + 1, 3)) for start in (1, 2, 3))
    rest = f"{3 * added + 1}-{tables}"
    return notes(
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
        say(
            "Second copy: tables {second} start with the first sets in order, the rest stacked beside table {last}, which "
            "takes the next set each round; it goes down along these tables.",
            second=second,
            last=3 * added,
        )
        if added > 1
        else say("Second copy: table 3 plays it from the first set up."),
        say(
            "Third copy: tables {third} start with the last set and then the first ones in order, the rest stacked beside "
            "table 2, which takes the next lower set each round; it goes up along these tables.",
            third=third,
        )
        if added > 1
        else say("Third copy: table 2 plays it from the last set down."),
    )


def _snake(sets: int, added: int, number: int) -> list[int]:
    """The set at each table in a round: base tables A ascend, as do C; B descends."""
    line: list[int] = []
    for place in range(1, sets + 1):
        ascending = wrap(place + number - 1, sets)
        line.append(ascending)
        if place <= added:
            line += [wrap(place - number, sets), ascending]
    return line


def _hazard(movement: Movement) -> Sentence:
    if movement.copies == 3:
        return say("One copy of the boards goes round the other way.")
    return say("Half the room takes the boards in reverse order.")


def _serves_section(pairs: int, rounds: int) -> int:
    """Rather than a skip Mitchell, which would need as many sets as tables."""
    tables = tables_of(pairs)
    return 2 if tables % 2 == 0 and 16 <= tables <= 24 and rounds == 13 else 0


FAMILY = Family(
    name="web",
    title=say("Web Mitchell"),
    about=say("A large room plays few boards, with two copies of them (three when the tables are odd in number)."),
    place=110,
    build=web,
    ease=8,
    hazard=_hazard,
    full_rounds=lambda tables, halved: min(13, tables - 1) if tables >= 14 else None,
    lengths=lambda tables, most: {13: 0, 11: 0, 9: 0},
    serves_section=_serves_section,
    traits=frozenset({"copies"}),
)
