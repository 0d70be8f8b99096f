"""Ways out of something that was wrong since the first round: one of a few remedies, if it is not too late."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from arrowswitch.movements import ImpossibleWish
from arrowswitch.movements.repair.tools import only_pairs
from arrowswitch.session.night.state import Section, State
from arrowswitch.session.troubles.proposals import Idea, LazyIdea, from_repair
from arrowswitch.session.troubles.trouble import Answers, Remedy
from arrowswitch.words import say


def from_the_start(remedies: Mapping[str, Remedy]) -> Callable[[State, Section, Answers], Iterator[LazyIdea]]:
    """The one way out: the remedy for `which` it was, put right before a round that is still to come."""

    def ways(state: State, section: Section, told: Answers) -> Iterator[LazyIdea]:
        def idea() -> Idea:
            only_pairs(section.movement)
            remedy = remedies.get(told.which, next(iter(remedies.values())))
            repair = remedy.mend(section.movement, told)
            if repair.from_round < section.round:
                raise ImpossibleWish(
                    say(
                        "This had to be put right before round {round}. Now compare boards and pairs at each table, "
                        "and change the meetings that are left by hand.",
                        round=repair.from_round,
                    )
                )
            title = say("Put it right before round {round}.", round=repair.from_round)
            return from_repair(section, "right", title, repair, 1, follow=told.follow)

        yield idea

    return ways
