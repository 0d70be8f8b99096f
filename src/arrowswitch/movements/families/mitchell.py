"""The plain Mitchell: North-South sit still, East-West go up a table, the boards go down one.

It is a chain (see `chain`) as long as the tables (NZ Club Directors Manual L1225; ACBL club director's notes L2752-3501).
"""

from __future__ import annotations

from arrowswitch.movements.families.chain import Chain, from_chain
from arrowswitch.movements.family import Family, tables_of
from arrowswitch.movements.model import ImpossibleWish, Movement
from arrowswitch.movements.wishes import Wish, length
from arrowswitch.words import counted, say


def mitchell(wish: Wish) -> Movement:
    """The plain Mitchell: an odd number of tables, or half the rounds of an even one."""
    tables = wish.tables
    if tables % 2 == 0 and (wish.rounds is None or wish.rounds > tables // 2):
        raise ImpossibleWish(
            say(
                "A plain Mitchell with {tables} tables brings boards back after {half}; take skip-mitchell or "
                "share-relay, or at most {half}.",
                tables=tables,
                half=counted("rounds", tables // 2),
            )
        )
    return from_chain(
        FAMILY,
        wish,
        Chain(tables, tables),
        length(wish, tables),
        source="NZ Club Directors Manual L1225; ACBL club director's notes L2752-3501",
    )


FAMILY = Family(
    name="mitchell",
    title=say("Mitchell"),
    about=say("North-South sit still, East-West go up, boards go down; an odd number of tables."),
    place=10,
    build=mitchell,
    ease=0,
    full_rounds=lambda tables, halved: tables if tables % 2 else None,
    tried=4,
    serves_section=lambda pairs, rounds: int(tables_of(pairs) % 2 == 1 and rounds <= tables_of(pairs)),
    traits=frozenset({"plain"}),
)
