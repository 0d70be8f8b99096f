"""A match between two clubs: a Mitchell in which the home pairs move, and each club sits half of its pairs each way.

NZ Club Directors Manual L3851-3884: the away pairs stay, North-South at the odd tables and East-West at the even ones; 21 tables play 21
boards, one in a round. It is a Mitchell with the sides of the even tables exchanged.
"""

from __future__ import annotations

from dataclasses import replace

from arrowswitch.movements.families.chain import Chain, from_chain, notes
from arrowswitch.movements.family import Family
from arrowswitch.movements.model import ImpossibleWish, Movement
from arrowswitch.movements.wishes import Wish, length
from arrowswitch.words import say


def inter_club(wish: Wish) -> Movement:
    """Home against away: an odd number of whole tables, each club with as many pairs as there are tables."""
    tables = wish.tables
    if tables % 2 == 0 or tables < 3 or wish.halved:
        raise ImpossibleWish(
            say(
                "A match between clubs needs an odd number of whole tables, 3 or more; {entry} will not do.",
                entry=wish.entry,
            )
        )
    source = "NZ Club Directors Manual L3851-3884"
    plain = from_chain(FAMILY, wish, Chain(tables, tables), length(wish, tables), source=source)
    even = [(number, table) for number in range(1, plain.rounds + 1) for table in range(2, tables + 1, 2)]
    labels = {number: f"Away {number}" for number in range(1, tables + 1)}
    labels |= {tables + number: f"Home {number}" for number in range(1, tables + 1)}
    words = notes(
        "move",
        0,
        say("The away pairs stay: North-South at odd tables, East-West at even ones."),
        say(
            "After each round the home pairs move up one table: North-South at even tables, East-West at odd ones. "
            "The boards move down one table."
        ),
    )
    turned = plain.switched(even)
    meetings = tuple(replace(meeting, switched=False) for meeting in turned.meetings)  # boards lie as ever
    return replace(turned, meetings=meetings, labels=labels, instructions=tuple(words))


FAMILY = Family(
    name="inter-club",
    title=say("Match between clubs"),
    about=say("Away pairs sit still, home pairs move and change direction; an odd number of tables."),
    place=19,
    build=inter_club,
    ease=1,
    hazard=lambda movement: say("Home pairs change direction at nearly every table: say so before they move."),
)
