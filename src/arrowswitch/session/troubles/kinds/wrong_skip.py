"""The skip was made after another round."""

from __future__ import annotations

from collections.abc import Iterator

from arrowswitch.movements import ImpossibleWish
from arrowswitch.movements.repair.mitchell import skip_at_the_wrong_time, skip_due, stopped_after_a_wrong_skip
from arrowswitch.session.night.state import Section, State
from arrowswitch.session.troubles.proposals import Idea, LazyIdea, from_repair
from arrowswitch.session.troubles.trouble import ROOM, Answers, Ask, Remedy, Trouble, this_or_next, with_trait
from arrowswitch.words import Sentence, say


def wrong_skip(state: State, section: Section, told: Answers) -> Iterator[LazyIdea]:
    """The skip was made after another round."""
    movement = section.movement
    since = min(told.made_after, skip_due(movement) or told.made_after) + 1

    def idea(name: str, title: Sentence, keep: bool) -> Idea:
        repair = skip_at_the_wrong_time(movement, told.made_after, told.at_round, keep=keep)
        if not keep and repair == skip_at_the_wrong_time(movement, told.made_after, told.at_round, keep=True):
            raise ImpossibleWish(repair.steps[0])
        return from_repair(section, name, title, repair, since, follow=told.follow)

    def stop() -> Idea:
        repair = stopped_after_a_wrong_skip(movement, told.made_after, told.at_round)
        title = say("Go on from here, and stop after round {round}.", round=repair.movement.rounds)
        return from_repair(section, "stop", title, repair, since, follow=told.follow)

    yield stop
    yield lambda: idea("skip", say("Go on from here."), keep=True)
    yield lambda: idea("back", say("East-West go back to the tables of the plan."), keep=False)


TROUBLE = Trouble(
    name="wrong-skip",
    place=20,
    title=say("The skip was made at the wrong time"),
    hint=say("Too early, or too late."),
    group=ROOM,
    asks=(
        Ask("made_after", say("East-West skipped after round")),
        Ask("at_round", say("To be put right for round"), rounds=this_or_next),
    ),
    ways=wrong_skip,
    otherwise=say("Put players and boards where the plan has them; boards played at wrong tables are “not played”."),
    where=with_trait("skip"),
    once=True,
    remedies={
        "wrong-skip": Remedy(
            ("at_round", "made_after"), (), lambda m, told: skip_at_the_wrong_time(m, told.made_after, told.at_round)
        )
    },
)
