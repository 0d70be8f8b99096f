"""A design beside the choices of the catalogue: for the length of the first of them, as one more choice to take.

It is offered only where it is better than every movement of that length, by the choice's own measure.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from arrowswitch.movements.audit import facts
from arrowswitch.movements.choosing.tonight import Choice
from arrowswitch.movements.choosing.weighing import counted_cost, measured
from arrowswitch.movements.describe import describe, hard, least_boards, longest_sit_out
from arrowswitch.movements.design.asking import DesignWish
from arrowswitch.movements.design.figures import tonight_of
from arrowswitch.movements.design.search import Design, best_design
from arrowswitch.words import Sentence, say

OFFER_SECONDS = 3.0
CLEARLY = 0.01
"""So much better, in boards' worth, a design must be."""


def offered(choices: tuple[Choice, ...], stationary: int = 0, *, seconds: float = OFFER_SECONDS) -> Choice | None:
    """A design of the length of the first choice, as a choice; None where nothing better was found.

    >>> from arrowswitch.movements import choose
    >>> found = offered(choose(tables="8½", boards="27", winners=1), seconds=0.5)
    >>> found.name, found.rounds, found.qf > 92.2
    ('Designed for tonight: Three-quarter Howell', 15, True)
    """
    first = next((each for each in choices if not each.parts and each.movement.kind == "pairs"), None)
    if first is None:
        return None
    pairs, boards = len(first.movement.contestants), first.rounds * first.boards_per_round
    wish = DesignWish(pairs, first.rounds, first.boards_per_round, winners=first.winners, stationary=stationary)
    found = best_design(wish, seconds=seconds)
    same = [
        counted_cost(tonight_of(pairs, boards, first.winners), measured(each.movement))
        for each in choices
        if not each.parts and _alike(each, first)
    ]
    if found.given_up or not found.options or found.cost > min(same) - CLEARLY:
        return None
    return _choice(first, found)


def _alike(one: Choice, other: Choice) -> bool:
    """Whether two choices are of one length, with as many winners."""
    return (one.rounds, one.boards_per_round, one.winners) == (other.rounds, other.boards_per_round, other.winners)


def _choice(first: Choice, found: Design) -> Choice:
    ns, ew = least_boards(found.movement)
    hazard = hard(found.movement)
    return replace(
        first,
        family=found.movement.family,
        name=say("Designed for tonight: {name}", name=found.movement.name),
        boards_ns=ns,
        boards_ew=ew,
        sit_out_boards=longest_sit_out(found.movement),
        qf=found.figures.qf,
        reasons=tuple(_reasons(found)),
        warnings=(hazard,) if hazard else (),
        options=found.options,
        movement=found.movement,
        cost=found.cost,
        advised=False,
    )


def _reasons(found: Design) -> Iterator[Sentence]:
    yield from describe(found.movement, facts(found.movement))
    yield found.limit
