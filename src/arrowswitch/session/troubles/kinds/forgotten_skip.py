"""The skip was forgotten: made up for now, or turned into a skip of the boards."""

from __future__ import annotations

from collections.abc import Iterator

from arrowswitch.movements import ImpossibleWish
from arrowswitch.movements.repair.mitchell import forgotten_skip, skip_due
from arrowswitch.movements.repair.tools import Repair
from arrowswitch.session.night.state import Section, State
from arrowswitch.session.troubles.proposals import Idea, LazyIdea, from_repair
from arrowswitch.session.troubles.trouble import ROOM, Answers, Ask, Remedy, Trouble, since_missed, with_trait
from arrowswitch.words import Sentence, say


def skip_forgotten(state: State, section: Section, told: Answers) -> Iterator[LazyIdea]:
    """The skip was forgotten: made up for now, or turned into a skip of the boards."""
    due = skip_due(section.movement)
    moved = told.at_round <= section.round

    def repaired(*, seated: bool) -> Repair:
        return forgotten_skip(section.movement, told.at_round, seated=seated, moved=moved)

    def idea(name: str, title: Sentence, *, seated: bool) -> Idea:
        repair = repaired(seated=seated)
        if not seated and repair.movement == repaired(seated=True).movement:
            raise ImpossibleWish(say("It is too late for the skip; move the boards."))
        return from_repair(section, name, title, repair, due + 1, follow=told.follow)

    stay = (
        say("East-West stay, and the boards skip a table.")
        if moved
        else say("East-West move as usual, and the boards skip a table.")
    )
    yield lambda: idea("skip", say("East-West skip now."), seated=False)
    yield lambda: idea("boards", stay, seated=True)


TROUBLE = Trouble(
    name="forgotten-skip",
    place=10,
    title=say("The skip was forgotten"),
    hint=say("Made up for now, or the boards skip instead."),
    group=ROOM,
    asks=(Ask("at_round", say("To be put right for round"), rounds=since_missed(skip_due)),),
    ways=skip_forgotten,
    otherwise=say("Boards that come to a pair a second time are not played: award an adjusted score."),
    where=with_trait("skip"),
    once=True,
    remedies={
        "forgotten-skip": Remedy(
            ("at_round",), ("seated",), lambda m, told: forgotten_skip(m, told.at_round, seated=told.seated)
        )
    },
)
