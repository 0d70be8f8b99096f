"""Go on with another movement for the same pairs, of those that cost little."""

from __future__ import annotations

from collections.abc import Iterator

from arrowswitch.movements import FAMILIES, ImpossibleWish, Movement, build
from arrowswitch.movements.repair.edit import all_sides_turned
from arrowswitch.movements.repair.tools import replaced_from
from arrowswitch.session.night.state import Section, State
from arrowswitch.session.troubles.proposals import Idea, LazyIdea, from_repair
from arrowswitch.session.troubles.trouble import ROOM, Answers, Ask, Rounds, Trouble, next_round
from arrowswitch.words import counted, say


def other_movements(state: State, section: Section, told: Answers) -> Iterator[LazyIdea]:
    """Another movement for the same pairs from a round on: those that cost little."""
    movement, first = section.movement, told.at_round

    def idea(other: Movement) -> Idea:
        repair = replaced_from(movement, other, first)
        if repair.movement.meetings == movement.meetings:
            raise ImpossibleWish(say("That is the movement that is being played."))
        title = say(
            "{name}, {rounds}, from round {round} on",
            name=other.name,
            rounds=counted("rounds", other.rounds),
            round=first,
        )
        return from_repair(section, f"{other.family}-{other.rounds}", title, repair, first, follow=False)

    def switched() -> Idea:
        repair = all_sides_turned(movement, movement.rounds)
        title = say("The same, with an arrow switch in the last round")
        return from_repair(section, "switch", title, repair, movement.rounds, follow=False)

    if section.round < movement.rounds:
        yield switched
    for name, family in FAMILIES.items():
        if family.kind == "pairs":
            yield lambda name=name: idea(_built(name, movement))  # type: ignore[misc]


def _built(family: str, movement: Movement) -> Movement:
    return build(family, tables=movement.entry, boards_per_round=movement.boards_per_round)


def _rounds(section: Section) -> Rounds:
    return Rounds(max(section.round, 1), section.movement.rounds, next_round(section))


TROUBLE = Trouble(
    name="another-movement",
    place=70,
    title=say("Go on with another movement"),
    hint=say("The ones that cost least, from a round on."),
    group=ROOM,
    asks=(Ask("at_round", say("From round"), rounds=_rounds),),
    ways=other_movements,
    otherwise=say("Finish earlier, or change the meetings that are left by hand."),
)
