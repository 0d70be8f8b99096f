"""A pair goes home before the end: its opponents sit out, and it is not ranked."""

from __future__ import annotations

from collections.abc import Iterator

from arrowswitch.movements import ImpossibleWish
from arrowswitch.movements.repair.table import pair_leaves
from arrowswitch.movements.repair.tools import known_pair
from arrowswitch.session import acts
from arrowswitch.session.night.state import Section, State
from arrowswitch.session.troubles.proposals import Idea, LazyIdea, ProposedAct, from_repair
from arrowswitch.session.troubles.trouble import PEOPLE, Answers, Ask, Remedy, Rounds, Trouble, next_round
from arrowswitch.words import counted, say


def leaving(state: State, section: Section, told: Answers) -> Iterator[LazyIdea]:
    """A pair goes home: its opponents sit out, and it is not ranked; what it played stands, or none of it does.

    Its share is of the rounds that it has sat down for, whether their results are in or still on the travellers.
    """
    movement = section.movement
    path = movement.path(told.pair) if told.pair in movement.contestants else ()
    played = sum(len(meeting.boards) for meeting in path if meeting.round < told.at_round)
    planned = sum(len(meeting.boards) for meeting in path)

    def leave(*, stands: bool) -> Idea:
        known_pair(movement, told.pair)
        if told.at_round == 1:
            raise ImpossibleWish(
                say("Before the first round set the session up for one pair fewer: change the movement.")
            )
        repair = pair_leaves(movement, told.pair, told.at_round)
        values = {"pair": movement.label(told.pair), "boards": played, "planned": counted("boards", planned)}
        title = (
            say("{pair} leaves after {boards} of {planned}: all its results stand. It is not ranked.", **values)
            if stands
            else say(
                "{pair} leaves after {boards} of {planned}: all its results are cancelled. It is not ranked.", **values
            )
        )
        known = [told.pair] if told.pair in repair.movement.contestants else []  # nobody knows of one that never played
        gone = tuple(ProposedAct(acts.PairLeaves(section.name, each, told.at_round, stands)) for each in known)
        name = "keep" if stands else "strike"
        return from_repair(section, name, title, repair, told.at_round, follow=False, more=gone)

    half = played * 2 >= planned
    yield from (lambda: leave(stands=half), lambda: leave(stands=not half))


def _rounds(section: Section) -> Rounds:
    last = section.movement.rounds
    second = min(2, last)
    return Rounds(second, last, max(next_round(section), second))


TROUBLE = Trouble(
    name="pair-leaves",
    place=30,
    title=say("A pair leaves"),
    hint=say("It is a phantom for the rest; its results stand from half of the boards on."),
    group=PEOPLE,
    asks=(Ask("pair", say("Which pair?")), Ask("at_round", say("They are gone from round"), rounds=_rounds)),
    ways=leaving,
    otherwise=say("If somebody can take the seats, name substitutes instead."),
    ranked=False,
    remedies={
        "pair-leaves": Remedy(("at_round", "pair"), (), lambda m, told: pair_leaves(m, told.pair, told.at_round))
    },
)
