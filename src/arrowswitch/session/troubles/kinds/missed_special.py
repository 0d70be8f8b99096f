"""The special move was forgotten, or made after another round."""

from __future__ import annotations

from collections.abc import Iterator

from arrowswitch.movements.catalogue import has
from arrowswitch.movements.repair.special import missed_special_move, special_due
from arrowswitch.session.night.state import Section, State
from arrowswitch.session.troubles.proposals import Idea, LazyIdea, from_repair
from arrowswitch.session.troubles.trouble import ROOM, Answers, Ask, Remedy, Trouble, since_missed
from arrowswitch.words import say


def special_move(state: State, section: Section, told: Answers) -> Iterator[LazyIdea]:
    """The special move was forgotten, or made after another round."""
    movement = section.movement

    def idea() -> Idea:
        repair = missed_special_move(movement, told.at_round, told.made_after)
        since = min(told.made_after or told.at_round, special_due(movement)) + 1
        title = say("East-West go where fewest boards come again.")
        return from_repair(section, "special", title, repair, since, follow=told.follow)

    yield idea


TROUBLE = Trouble(
    name="missed-special",
    place=30,
    title=say("The special move was missed"),
    hint=say("Forgotten, or made after another round."),
    group=ROOM,
    asks=(
        Ask("made_after", say("East-West made it"), optional=True),
        Ask("at_round", say("To be put right for round"), rounds=since_missed(special_due)),
    ),
    ways=special_move,
    otherwise=say("Finish earlier: boards that come to a pair a second time are not played."),
    where=lambda movement: has(movement.family, "special move") and bool(special_due(movement)),
    once=True,
    remedies={
        "missed-special": Remedy(
            ("at_round",), ("made_after",), lambda m, told: missed_special_move(m, told.at_round, told.made_after)
        )
    },
)
