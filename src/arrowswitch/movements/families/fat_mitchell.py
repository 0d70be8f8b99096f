"""The Fat Mitchell: two fields and one set more than tables, of which one is put aside in each round.

NZ Club Directors Manual L1576-1614.
"""

from __future__ import annotations

from arrowswitch.movements.build import SketchRow, two_fields, wrap
from arrowswitch.movements.families.chain import notes
from arrowswitch.movements.family import Family
from arrowswitch.movements.model import ImpossibleWish, Movement
from arrowswitch.movements.wishes import Wish, complete_length, place_phantom
from arrowswitch.words import say, spans


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
    aside: dict[int, SketchRow] = {}
    rows: list[SketchRow] = []
    for number in range(1, min(rounds, tables) + 1):
        fat_table = wrap(tables - 2 * (number - 1), tables)
        for table in range(1, tables + 1):
            row = SketchRow(number, table, table, wrap(table - number + 1, tables), wrap(table + number - 1, tables))
            if table == fat_table:
                aside[table] = row
                row = row._replace(set=extra)
            rows.append(row)
    if rounds > tables:
        rows += [row._replace(round=extra) for _, row in sorted(aside.items())]
    phantom = place_phantom(wish, rows)
    last = spans(range(tables * boards_per_round + 1, extra * boards_per_round + 1))
    words = [
        *notes(
            "layout",
            0,
            say(
                "Boards {boards} start at table {table}; the set that belongs there lies beside it.",
                boards=last,
                table=tables,
            ),
        ),
        *notes(
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
        text = say(
            "For the last round East-West go back to the table where they played boards {boards} and play "
            "the set put aside there.",
            boards=last,
        )
        words += notes("special", tables, text)
    return two_fields(
        rows,
        name=FAMILY.title,
        family=FAMILY.name,
        boards_per_round=boards_per_round,
        phantom=phantom,
        stationary=range(1, tables + 1),
        instructions=words,
        source="NZ Club Directors Manual L1576-1614",
    )


FAMILY = Family(
    name="fat-mitchell",
    title=say("Fat Mitchell"),
    about=say("Two fields and one set more than tables; a set is put aside at each table for the last round."),
    place=80,
    build=fat_mitchell,
    ease=15,
    hazard=lambda movement: say("Boards travel at two speeds and sets are put aside; the director moves them."),
    full_rounds=lambda tables, halved: 8 if tables == 7 and not halved else None,
)
