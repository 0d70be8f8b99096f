"""The extended Mitchell: more sets than tables, fed in one by one, and a special move near the end.

NZ Club Directors Manual L1303-1447.
"""

from __future__ import annotations

from arrowswitch.movements.families.chain import Chain, from_chain
from arrowswitch.movements.family import Family
from arrowswitch.movements.model import ImpossibleWish, Movement
from arrowswitch.movements.wishes import USUAL_BOARDS, Wish
from arrowswitch.words import say


def extended_mitchell(wish: Wish) -> Movement:
    """More sets than tables: relay and feed-ins, and a special move so that nobody meets a set again."""
    tables = wish.tables
    boards_per_round, sets = _extended_length(wish, tables)
    return from_chain(
        FAMILY,
        wish,
        Chain(tables, sets, relay=0 if tables % 2 else 1),
        (boards_per_round, wish.rounds or sets),
        special_after=tables + (sets - tables) // 2,
        source="NZ Club Directors Manual L1303-1447",
    )


def _extended_length(wish: Wish, tables: int) -> tuple[int, int]:
    """Boards per set and sets: the extra sets are even in number, and fewer than the tables."""
    possible = [
        (b, tables + extra)
        for b in range(1, 8)
        for extra in range(2, tables, 2)
        if (not wish.boards_per_round or b == wish.boards_per_round)
        and (not wish.rounds or tables + extra >= wish.rounds > tables)
        and (
            not wish.boards or b * (wish.rounds or tables + extra) == wish.boards or b * (tables + extra) == wish.boards
        )
    ]
    if not possible:
        every = sorted({b * (tables + extra) for b in range(1, 8) for extra in range(2, tables, 2)})
        near = sorted(every, key=lambda n: abs(n - (wish.boards or USUAL_BOARDS)))[:2] if every else []
        raise ImpossibleWish(
            say(
                "Feed-ins come in even numbers of sets; with {entry} tables that makes {near} boards.",
                entry=wish.entry,
                near=" or ".join(map(str, sorted(near))) or "no number of",
            )
        )
    return min(
        possible,
        key=lambda bs: (
            bs[1] - (wish.rounds or bs[1]),  # the sets of so many rounds, rather than the first rounds of a longer one
            abs(bs[0] * bs[1] - (wish.boards or USUAL_BOARDS)),
            bs[1] - tables,
        ),
    )


FAMILY = Family(
    name="extended-mitchell",
    title=say("Extended Mitchell"),
    about=say("More sets than tables: feed-ins and a special move near the end; some opponents are met twice."),
    place=40,
    build=extended_mitchell,
    ease=9,
    hazard=lambda movement: say(
        "Feed-ins must come in order, and the special move must be called after the right round."
    ),
    full_rounds=lambda tables, halved: 2 * tables - 2 if tables >= 7 else None,
    lengths=lambda tables, most: {tables + extra: extra for extra in range(2, tables - 1, 2)},
    tried=1,
    traits=frozenset({"special move"}),
)
