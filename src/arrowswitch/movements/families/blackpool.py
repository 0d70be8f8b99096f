"""Blackpool: two sets more than tables, so that 10 and 11 tables have a full session with rounds of two boards.

Busbridge directors' instructions L1395-1440, L1495-1530.
"""

from __future__ import annotations

from arrowswitch.movements.families.chain import Chain, from_chain
from arrowswitch.movements.family import Family
from arrowswitch.movements.model import Movement
from arrowswitch.movements.wishes import Wish, length
from arrowswitch.words import say


def blackpool(wish: Wish) -> Movement:
    """Two sets more than tables, so that rounds of two boards make a full session at 10 and 11 tables."""
    tables = wish.tables
    sets = tables + 2
    usual = sets if tables % 2 == 0 else sets - 1
    wished = Wish(wish.pairs, wish.rounds or (None if wish.boards else usual), wish.boards_per_round, wish.boards)
    return from_chain(
        FAMILY,
        wish,
        Chain(tables, sets, relay=0 if tables % 2 else 1),
        length(wished, sets, least=tables),
        special_after=tables + 1,
        source="Busbridge directors' instructions L1395-1440, L1495-1530",
    )


FAMILY = Family(
    name="blackpool",
    title=say("Blackpool"),
    about=say("Two sets more than tables, for 10 and 11 tables with rounds of two boards."),
    place=90,
    build=blackpool,
    ease=9,
    hazard=lambda movement: say("The last move is unusual and must be called."),
    full_rounds=lambda tables, halved: tables + 2 if tables in (10, 11) else None,
    traits=frozenset({"special move"}),
)
