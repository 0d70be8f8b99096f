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
from arrowswitch.movements.design import (
    Design,
    DesignWish,
    PlayersDesign,
    PlayersWish,
    SeatedSession,
    SeatingWish,
    TeamsDesign,
    TeamsWish,
    design_players,
    design_teams,
    searching,
    seat_sessions,
    sections_for,
    written_event,
)
from arrowswitch.movements.design.figures import walks
from arrowswitch.movements.editing import packed
from arrowswitch.site.spoken import spoken
from arrowswitch.site.work import workshop
from arrowswitch.site.work.workshop import Limits, Workshop
from arrowswitch.words import half

AnyWish = DesignWish | TeamsWish | PlayersWish
AnyDesign = Design | TeamsDesign | PlayersDesign
Made = TypeVar("Made")

FIRST = 0.3
"""Seconds of the first look: something legal is there at once."""
LOOK = 1.2
SPREADS = (0, 2, 4)
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


def look(token: str, wish: AnyWish, seed: int, seconds: float, language: str) -> LookedFor:
    """The best so far after looking a moment longer; `ImpossibleWish` if there is none."""
    begun = time.monotonic()
    best: AnyDesign
    if isinstance(wish, DesignWish):
        best, is_over = _goes_on(token, wish, seed, seconds)
    else:
        best, is_over = _anew(wish, seed, seconds)
    with override(language):
        found = told(best)
    return LookedFor(best.cost, packed(best.movement), found, is_over, time.monotonic() - begun)


def _anew(wish: TeamsWish | PlayersWish, seed: int, seconds: float) -> tuple[AnyDesign, bool]:
    """For teams and individuals every look begins with another chance."""
    begun = time.monotonic()
    designs: Iterator[AnyDesign] = (
        design_teams(wish, seconds=seconds, seed=seed)
        if isinstance(wish, TeamsWish)
        else design_players(wish, seconds=seconds, seed=seed)
    )
    *_, best = designs
    is_early = time.monotonic() - begun < seconds / 2  # the search itself has found that it is at its end
    return best, best.proved and not best.given_up and is_early


def _goes_on(token: str, wish: DesignWish, seed: int, seconds: float) -> tuple[Design, bool]:
    """For pairs a search goes on where it was."""
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
    return best, is_over


class SessionsWish(NamedTuple):
    """An event as the command asks for it: how large, what is over, who needs what, and how long to look."""

    pairs: int
    sections: int
    sessions: int
    rounds: int
    boards_per_round: int
    winners: int
    past: tuple[SeatedSession, ...]
    still: tuple[int, ...]
    never: tuple[tuple[int, int], ...]
    seconds: float


def seated_event(wish: SessionsWish, language: str) -> dict[str, Any]:
    """Who sits where, and the figures of the first seats beside those of the best; `ImpossibleWish` if it cannot be.

    A movement is written once, however often it is played: an event of eight sessions is large.
    """
    begun = time.monotonic()
    with override(language):
        room = sections_for(
            wish.pairs,
            wish.sections,
            wish.rounds,
            wish.boards_per_round,
            winners=wish.winners,
            seconds=min(2.0, wish.seconds / 3),
        )
        seats = SeatingWish((room,) * (wish.sessions - len(wish.past)), wish.past, wish.still, wish.never)
        first, *better = seat_sessions(seats, seconds=wish.seconds)
        best = better[-1] if better else first
    before, written = first.figures, written_event(best)
    played: list[dict[str, Any]] = []
    for session in written["sessions"]:
        played += [section for section in session["sections"] if section not in played]
        session["sections"] = [played.index(section) for section in session["sections"]]
    return {
        **written,
        "movements": played,
        "held": len(wish.past),
        "seconds": time.monotonic() - begun,
        "first": {
            "qf": before.qf,
            "missed": before.missed,
            "repeated": before.repeated,
            "most_met": before.most_met,
            "not_kept": before.unkept,
        },
    }


def told(design: AnyDesign) -> dict[str, Any]:
    """What is said of a design."""
    return {
        **compared(design.movement, getattr(design.figures, "qf", None)),
        "cost": design.cost,
        "how": spoken(design.how),
        "bound": getattr(design.bound, "qf", None),
        "proved": design.proved,
        "limit": spoken(design.limit),
        "given_up": [spoken(each) for each in design.given_up],
        "why_given_up": spoken(why) if (why := getattr(design, "why_given_up", None)) else "",
    }


def compared(movement: Movement, qf: float | None) -> dict[str, Any]:
    """The figures by which a design and a card of the catalogue are compared; teams have no balance."""
    facts = movements.facts(movement)
    figures = movements.balance(movement) if movement.kind == "pairs" else None
    return {
        "name": spoken(movement.name),
        "qf": figures.fairness if figures else qf,
        "deviation": figures.deviation if figures else None,
        "missed": movements.never_meet(movement, facts),
        "repeated": len(facts.repeated),
        "sit_outs": max(facts.sit_outs.values(), default=0),
        "walk": max((step for *_, step in walks(movement)), default=0) if movement.kind == "pairs" else None,
        "switches": sum(meeting.switched for meeting in movement.meetings) if movement.kind == "pairs" else None,
        "boards": len(movement.boards),
        "rounds": movement.rounds,
        "course": movement.course,
    }


def best_card(wish: AnyWish, language: str) -> dict[str, Any]:
    """The best card of the catalogue of the same length, or else for about as many boards, with what it is built from."""
    boards = wish.rounds * wish.boards_per_round
    near: movements.Choice | None = None
    for spread in SPREADS:  # a few boards more or less where there is none of the same length
        for choice in _choices(wish, (max(boards - spread, 1), boards + spread)):
            if choice.parts:
                continue
            if (choice.rounds, choice.boards_per_round) == (wish.rounds, wish.boards_per_round):
                return _as_card(choice, language)
            near = near or choice
    return _as_card(near, language) if near else {}


def _as_card(choice: movements.Choice, language: str) -> dict[str, Any]:
    with override(language):
        found = compared(choice.movement, choice.qf)
    return {**found, "family": choice.family, "options": dict(choice.options)}


def _choices(wish: AnyWish, boards: tuple[int, int]) -> tuple[movements.Choice, ...]:
    try:
        if isinstance(wish, TeamsWish):
            return movements.choose(teams=wish.teams, boards=boards)
        if isinstance(wish, PlayersWish):
            return movements.choose(players=wish.players, boards=boards)
        size = half(wish.pairs)
        return movements.choose(tables=size, boards=boards, winners=wish.winners, stationary=wish.staying)
    except ImpossibleWish:
        return ()


def worked(function: Callable[..., Made], *arguments: Any) -> Made:
    """In the workshop of whoever asks."""
    if workshop.for_visitors.get():
        return workshop.make(function, *arguments)
    return DESK.make(function, *arguments)
