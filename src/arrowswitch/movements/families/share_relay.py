"""Share and relay: with an even number of tables the first shares with the last, and a set rests on a relay halfway.

So everybody meets everybody (NZ Club Directors Manual L1248-1261; ACBL club director's notes L2571-2581).
"""

from __future__ import annotations

from arrowswitch.movements.families.chain import Chain, from_chain
from arrowswitch.movements.family import Family, tables_of
from arrowswitch.movements.model import ImpossibleWish, Movement
from arrowswitch.movements.wishes import Wish, complete_length
from arrowswitch.words import Sentence, say


def share_relay(wish: Wish) -> Movement:
    """An even number of tables: table 1 shares with the last, and a relay stands halfway. Everybody meets everybody."""
    tables = wish.tables
    if tables % 2:
        raise ImpossibleWish(
            say(
                "Share and relay needs an even number of tables; with {tables} a plain Mitchell does without.",
                tables=tables,
            )
        )
    return from_chain(
        FAMILY,
        wish,
        Chain(tables, tables, relay=1, share=True),
        complete_length(wish, tables),
        source="NZ Club Directors Manual L1248-1261; ACBL club director's notes L2571-2581",
    )


def _hazard(movement: Movement) -> Sentence:
    if movement.shares:
        return say("The relay must stand in the right place, and two tables share boards.")
    return say("The relay must stand in the right place.")


FAMILY = Family(
    name="share-relay",
    title=say("Share-and-Relay Mitchell"),
    about=say(
        "An even number of tables; two tables share boards and a relay stands halfway, so everybody meets everybody."
    ),
    place=30,
    build=share_relay,
    ease=3,
    hazard=_hazard,
    full_rounds=lambda tables, halved: None if tables % 2 else tables,
    tried=3,
    serves_section=lambda pairs, rounds: int(tables_of(pairs) % 2 == 0 and rounds == tables_of(pairs)),
    traits=frozenset({"share"}),
)
