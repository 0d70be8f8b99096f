"""The boards of two tables lay in each other's place at the start."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from arrowswitch.movements import ImpossibleWish
from arrowswitch.movements.repair.table import boards_out_of_sequence
from arrowswitch.movements.repair.tools import meeting_at, only_pairs
from arrowswitch.session.night.state import Section, State
from arrowswitch.session.troubles.proposals import Idea, LazyIdea, from_repair
from arrowswitch.session.troubles.trouble import ROOM, Answers, Ask, Remedy, Trouble
from arrowswitch.words import Sentence, say


def out_of_order(state: State, section: Section, told: Answers) -> Iterator[LazyIdea]:
    """The boards of two tables lay in each other's place at the start."""
    movement = section.movement

    def places() -> dict[int, int]:
        only_pairs(movement)
        if told.table == told.other_table:
            raise ImpossibleWish(say("Name two different tables."))
        one, other = (meeting_at(movement, 1, table).boards for table in (told.table, told.other_table))
        if len(one) != len(other) or set(one) & set(other):
            raise ImpossibleWish(say("These two tables do not have a set of boards each."))
        return dict((*zip(one, other, strict=True), *zip(other, one, strict=True)))

    def idea(name: str, title: Sentence, right_again: int | None) -> Idea:
        repair = boards_out_of_sequence(movement, places(), right_again=right_again)
        if right_again is None:
            repair = replace(repair, from_round=section.round)
        return from_repair(section, name, title, repair, 1, follow=told.follow)

    yield lambda: idea("leave", say("Leave the boards as they are; they come in another order than printed."), None)
    if section.round < movement.rounds:
        following = section.round + 1
        yield lambda: idea("right", say("Put them in order before round {round}.", round=following), following)


def read_places(text: str) -> dict[int, int]:
    """Which board lay in the place of which: 1:5,5:1.

    >>> read_places("1:5, 5:1")
    {1: 5, 5: 1}
    """
    places: dict[int, int] = {}
    for part in text.split(","):
        old, colon, new = part.partition(":")
        if not (colon and old.strip().isdecimal() and new.strip().isdecimal()):
            raise ImpossibleWish(say("“{text}” does not say which board lay where; write 1:5,5:1.", text=text))
        places[int(old)] = int(new)
    return places


TROUBLE = Trouble(
    name="boards-out-of-order",
    place=60,
    title=say("Boards lay in each other's places"),
    hint=say("Two tables began with each other's boards."),
    group=ROOM,
    asks=(Ask("table", say("Boards of table"), at_start=True), Ask("other_table", say("lay at table"), at_start=True)),
    ways=out_of_order,
    otherwise=say("Change the boards of the meetings by hand."),
    remedies={
        "boards-out-of-order": Remedy(
            ("really",),
            ("at_round",),
            lambda m, told: boards_out_of_sequence(m, told.really, right_again=told.at_round or None),
        )
    },
)
