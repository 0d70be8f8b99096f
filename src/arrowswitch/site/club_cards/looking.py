"""Looking for a design, some time after some time, in a worker that remembers where it was.

A run lasts as long as somebody waits at its page: every time that the page asks, the search goes on for a moment and tells the
best it has. A worker that ended meanwhile begins anew with another chance; what was found is kept with the run.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple, TypeVar

from django.utils.translation import override

from arrowswitch import movements
from arrowswitch.movements import ImpossibleWish, Movement
from arrowswitch.movements.design import Design, DesignWish, searching
from arrowswitch.movements.editing import packed
from arrowswitch.site.spoken import spoken
from arrowswitch.site.work import workshop
from arrowswitch.site.work.workshop import Limits, Workshop
from arrowswitch.words import half

Made = TypeVar("Made")

FIRST = 0.3
"""Seconds of the first look: something legal is there at once."""
LOOK = 1.2
REMEMBERED = 4
"""Searches that a worker keeps in mind."""
DESK = Workshop(Limits(workers=1, waiting=3, patience=6, seconds=45))
"""Designs for the desk, beside what it prints. Visitors have their own workshop."""


class LookedFor(NamedTuple):
    """What a moment of looking came to."""

    cost: float
    packed: bytes
    found: dict[str, Any]
    is_over: bool
    seconds: float


_searches: OrderedDict[str, Iterator[Design]] = OrderedDict()


def look(token: str, wish: DesignWish, seed: int, seconds: float, language: str) -> LookedFor:
    """The best so far after looking a moment longer; `ImpossibleWish` if there is none."""
    search = _searches.pop(token, None) or searching(wish, seed)
    begun, is_over = time.monotonic(), True
    best = next(search)
    for better in search:
        best = better
        if time.monotonic() - begun >= seconds:
            is_over = False
            break
    if not is_over:
        _searches[token] = search
    while len(_searches) > REMEMBERED:
        _searches.popitem(last=False)
    with override(language):
        found = told(best)
    return LookedFor(best.cost, packed(best.movement), found, is_over, time.monotonic() - begun)


def told(design: Design) -> dict[str, Any]:
    """What is said of a design."""
    figures = design.figures
    return {
        **compared(design.movement),
        "cost": design.cost,
        "walk": figures.longest_walk,
        "switches": figures.switches,
        "how": spoken(design.how),
        "bound": design.bound.qf if design.bound else None,
        "proved": design.proved,
        "limit": spoken(design.limit) if design.limit else "",
        "given_up": [spoken(each) for each in design.given_up],
    }


def compared(movement: Movement) -> dict[str, Any]:
    """The figures by which a design and a card of the catalogue are compared."""
    facts, figures = movements.facts(movement), movements.balance(movement)
    return {
        "name": spoken(movement.name),
        "qf": figures.fairness,
        "deviation": figures.deviation,
        "missed": len(facts.missed),
        "repeated": len(facts.repeated),
        "sit_outs": max(facts.sit_outs.values(), default=0),
        "boards": len(movement.boards),
        "rounds": movement.rounds,
        "course": movement.course,
    }


def best_card(wish: DesignWish, language: str) -> dict[str, Any]:
    """The best card of the catalogue for the same evening, with what it is built from; nothing if there is none."""
    boards = wish.rounds * wish.boards_per_round
    try:
        choices = movements.choose(
            tables=half(wish.pairs), boards=(boards, boards), winners=wish.winners, stationary=wish.staying
        )
    except ImpossibleWish:
        return {}
    for choice in choices:
        if not choice.parts and choice.movement.kind == "pairs":
            with override(language):
                return {**compared(choice.movement), "family": choice.family, "options": dict(choice.options)}
    return {}


def worked(function: Callable[..., Made], *arguments: Any) -> Made:
    """In the workshop of whoever asks."""
    if workshop.for_visitors.get():
        return workshop.make(function, *arguments)
    return DESK.make(function, *arguments)
