"""Two pairs are late and make a new table."""

from __future__ import annotations

from collections.abc import Iterator

from arrowswitch.movements import ImpossibleWish, Movement
from arrowswitch.movements.repair.late_pairs import late_table, relay_last
from arrowswitch.movements.repair.tools import Repair
from arrowswitch.session.night.state import Section, State
from arrowswitch.session.troubles.deeds import seats_taken
from arrowswitch.session.troubles.proposals import Idea, LazyIdea, from_repair
from arrowswitch.session.troubles.trouble import PEOPLE, Answers, Ask, Remedy, Rounds, Trouble
from arrowswitch.words import say


def late_tables(state: State, section: Section, told: Answers) -> Iterator[LazyIdea]:
    """Two pairs are late and make a new table."""

    def seated() -> Idea:
        repair = late_table(section.movement, told.at_round)
        new = tuple(sorted(set(repair.movement.contestants) - set(section.movement.contestants)))
        first = max(told.at_round, section.round, 1)
        if first > 2:
            raise ImpossibleWish(say("A table can only be added during the first round."))
        title = say(
            "Add table {table}: {name} with {entry} tables.",
            table=repair.movement.tables,
            name=repair.movement.name,
            entry=repair.movement.entry,
        )
        return from_repair(
            section,
            "table",
            title,
            repair,
            first,
            follow=False,
            more=tuple(seats_taken(section, repair.movement, new, told)),
        )

    yield seated


def _rounds(section: Section) -> Rounds:
    last = section.movement.rounds
    return Rounds(1, min(2, last), min(section.round + 1, 2, last))


def _mended(movement: Movement, told: Answers) -> Repair:
    return late_table(relay_last(movement) if told.relay_last else movement, told.at_round or 2)


TROUBLE = Trouble(
    name="late-table",
    place=20,
    title=say("Two pairs are late: add a table"),
    hint=say("Only during the first round."),
    group=PEOPLE,
    asks=(Ask("at_round", say("They play from round"), rounds=_rounds),),
    ways=late_tables,
    otherwise=say("Fill the half table with one of the two pairs, if there is one, and send the other home."),
    people=4,
    remedies={"late-table": Remedy((), ("at_round", "relay_last"), _mended)},
)
