"""The double weave: odd East-West go up and even ones down, the boards against them.

Busbridge directors' instructions L1564-1605, L1729-1730.
"""

from __future__ import annotations

from arrowswitch.movements.build import SketchRow
from arrowswitch.movements.families.chain import from_rows, notes
from arrowswitch.movements.family import Family
from arrowswitch.movements.model import ImpossibleWish, Movement
from arrowswitch.movements.wishes import Wish, length
from arrowswitch.words import say


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
    rows: list[SketchRow] = []
    for number in range(1, rounds + 1):
        rows += [SketchRow(number, t + 1, t + 1, visitors[t], sets[t]) for t in range(tables)]
        boards = [0] * tables
        seats = [0] * tables
        for t in range(tables):
            up = 1 if visitors[t] % 2 else -1
            seats[(t + up) % tables] = visitors[t]
            boards[(t + (tables // 2 if number == tables // 2 else -up)) % tables] = sets[t]
        visitors, sets = seats, boards
    usual = say(
        "After each round odd East-West move up one table and even East-West down one; where an odd pair sat, "
        "the boards go down one table, where an even pair sat, up one."
    )
    jump = say(
        "East-West move as usual, but all boards go up {jump} tables instead of their usual way.", jump=tables // 2
    )
    words = [*notes("move", 0, usual), *(notes("special", tables // 2, jump) if rounds > tables // 2 else ())]
    return from_rows(
        FAMILY,
        wish,
        rows,
        words,
        boards_per_round=boards_per_round,
        source="Busbridge directors' instructions L1564-1605, L1729-1730",
    )


FAMILY = Family(
    name="double-weave",
    title=say("Double Weave Mitchell"),
    about=say("Odd East-West go up and even ones down, the boards against them; no sharing at 8, 12 or 16 tables."),
    place=100,
    build=double_weave,
    ease=13,
    hazard=lambda movement: say("Odd and even pairs move in opposite directions, and the boards jump once."),
    full_rounds=lambda tables, halved: tables if tables == 12 and not halved else None,
)
