"""Three-quarter Howells: fewer rounds than a complete one, so with more pairs that keep their seats."""

from __future__ import annotations

from arrowswitch.movements.families.howell import from_cards, howell_cards
from arrowswitch.movements.families.howell_cards import THREE_QUARTER, THREE_QUARTER_TITLE, cards
from arrowswitch.movements.family import MITCHELL, Family
from arrowswitch.movements.model import Movement
from arrowswitch.movements.wishes import Wish
from arrowswitch.words import say


def three_quarter_howell(wish: Wish) -> Movement:
    """A Howell with more than one stationary pair, so with fewer rounds than a complete one.

    >>> three_quarter_howell(Wish(14, card="busbridge-howell-7")).stationary
    (13, 14)
    """
    return from_cards(wish, three_quarter=True)


def three_quarter_cards(pairs: int) -> tuple[str, ...]:
    """Of the Howell cards those with more than one pair that stays."""
    return tuple(name for name in howell_cards(pairs) if cards()[name].three_quarter)


FAMILY = Family(
    name=THREE_QUARTER,
    title=THREE_QUARTER_TITLE,
    about=say("A Howell with fewer rounds, so with more pairs that keep their seats."),
    place=150,
    build=three_quarter_howell,
    ease=6,
    options=(*MITCHELL, "stationary", "card"),
    cards=three_quarter_cards,
    too_many=16,
    hazard=lambda movement: say("Moving pairs follow guide cards; directions must be checked at each move."),
    seeded=False,
    traits=frozenset({"guide cards"}),
)
