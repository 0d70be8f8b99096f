"""The skip Mitchell: with an even number of tables East-West go up two tables once, near the middle.

Otherwise boards would come back to them (NZ Club Directors Manual L1239-1246; ACBL club director's notes L3751-3753).
"""

from __future__ import annotations

from arrowswitch.movements.families.chain import Chain, from_chain, skip_window
from arrowswitch.movements.family import MITCHELL, Family, tables_of
from arrowswitch.movements.model import ImpossibleWish, Movement
from arrowswitch.movements.wishes import Wish, length
from arrowswitch.words import counted, say

SKIP_AFTER = {12: 5, 16: 7, 18: 7}
"""Where a page of the manuals chooses another round than the half: so that the first seeds do not miss each other."""


def skip_mitchell(wish: Wish) -> Movement:
    """An even number of tables: once, near the middle, East-West go up two."""
    tables = wish.tables
    if tables % 2:
        raise ImpossibleWish(
            say(
                "A skip Mitchell needs an even number of tables; with {tables} a plain Mitchell needs no skip.",
                tables=tables,
            )
        )
    boards_per_round, rounds = length(wish, tables) if wish.rounds == tables else _most_but_one(wish, tables)
    early, late = skip_window(tables, rounds)
    usual = SKIP_AFTER.get(tables, late)
    skip_after = wish.skip_after or (usual if early <= usual <= late else late)
    if not early <= skip_after <= late:
        raise ImpossibleWish(
            say(
                "With {tables} tables and {rounds} the skip must come after round {early} to {late}, "
                "not after {round}.",
                tables=tables,
                rounds=counted("rounds", rounds),
                early=early,
                late=late,
                round=skip_after,
            )
        )
    return from_chain(
        FAMILY,
        wish,
        Chain(tables, tables),
        (boards_per_round, rounds),
        skip_after=skip_after,
        source="NZ Club Directors Manual L1239-1246; ACBL club director's notes L3751-3753",
    )


def _most_but_one(wish: Wish, tables: int) -> tuple[int, int]:
    """As many rounds as tables makes everybody meet one pair twice: only when the boards need it."""
    try:
        return length(wish, tables - 1)
    except ImpossibleWish:
        return length(wish, tables)


FAMILY = Family(
    name="skip-mitchell",
    title=say("Skip Mitchell"),
    about=say("An even number of tables; halfway East-West skip a table, and each pair misses one opponent."),
    place=20,
    build=skip_mitchell,
    ease=5,
    options=(*MITCHELL, "skip-after"),
    hazard=lambda movement: say("Somebody must remember the skip."),
    full_rounds=lambda tables, halved: None if tables % 2 else tables - 1,
    tried=3,
    serves_section=lambda pairs, rounds: int(pairs % 4 == 0 and rounds < tables_of(pairs)),
    traits=frozenset({"skip"}),
)
