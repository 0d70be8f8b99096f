"""Bowman-Ewing: two tables more than convenient, of which one shares and one has a copy of the boards.

NZ Club Directors Manual L1670-1676.
"""

from __future__ import annotations

from arrowswitch.movements.build import Phantom, SketchRow, wrap
from arrowswitch.movements.families.chain import east_west, from_rows, notes, sharing_words
from arrowswitch.movements.family import Family
from arrowswitch.movements.model import ImpossibleWish, Movement
from arrowswitch.movements.wishes import Wish, length, place_phantom
from arrowswitch.words import Sentence, say


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
        SketchRow(
            number,
            table,
            table,
            lines[number - 1][table - 1],
            wrap(sets + 1 - number, sets) if table == tables else wrap(table + number - 1, sets),
        )
        for number in range(1, rounds + 1)
        for table in range(1, tables + 1)
    ]
    alone = place_phantom(wish, rows) == Phantom("ns", tables)  # then nobody plays the second copy (L1674)
    copy = say(
        "Table {table} has its own copy of the boards: it starts with the last set and goes down one set each round.",
        table=tables,
    )
    words = [
        *notes("share", 0, sharing_words(tables - 1)),
        *notes("layout", 0, *(() if alone else (copy,))),
        *notes(
            "move",
            0,
            say(
                "After each round East-West move up one table, round the whole room; the boards move down one table, "
                "from table 1 to table {top}.",
                top=sets,
            ),
        ),
    ]
    return from_rows(
        FAMILY,
        wish,
        rows,
        words,
        boards_per_round=boards_per_round,
        copies=1 if alone else 2,
        shares=[(1, tables - 1)],
        source="NZ Club Directors Manual L1670-1676",
    )


def _hazard(movement: Movement) -> Sentence:
    if movement.copies == 1:
        return say("Two tables share boards.")
    return say("Two tables share boards, and one takes them in reverse order.")


FAMILY = Family(
    name="bowman-ewing",
    title=say("Bowman-Ewing"),
    about=say("Two tables more than convenient: one shares, one has its own copy of the boards."),
    place=120,
    build=bowman_ewing,
    ease=13,
    hazard=_hazard,
    full_rounds=lambda tables, halved: tables - 2 if tables in (9, 11, 15) and not halved else None,
)
