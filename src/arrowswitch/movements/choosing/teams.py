"""Which teams movement tonight: every card that serves so many teams, weighed and ranked."""

from __future__ import annotations

import math
from collections.abc import Mapping
from contextlib import suppress

from arrowswitch.movements.audit import MovementFacts, facts
from arrowswitch.movements.catalogue import FAMILIES, build
from arrowswitch.movements.choosing.advice import manuals
from arrowswitch.movements.choosing.tonight import SPARE_MINUTES, Choice, Pace
from arrowswitch.movements.describe import describe, hard, least_boards, longest_sit_out
from arrowswitch.movements.model import ImpossibleWish, Movement
from arrowswitch.words import Sentence, counted, say


def choose_teams(
    teams: int, wanted: tuple[int, int], asked: bool, minutes: int | None, pace: Pace
) -> tuple[Choice, ...]:
    if teams < 3:
        raise ImpossibleWish(say("Teams movements are for 3 to 20 teams, not {teams}.", teams=teams))
    if teams > 20:
        raise ImpossibleWish(
            say("Teams movements are for 3 to 20 teams, not {teams}; for more, a Swiss draw is usual.", teams=teams)
        )
    low, high = wanted
    choices: list[Choice] = []
    for name, family in FAMILIES.items():
        if family.kind != "teams" or teams not in family.sizes:
            continue
        for card in family.cards(teams) or (None,):
            options: dict[str, str | int] = {"teams": teams} | ({"card": card} if card else {})
            try:
                movement, shorter = _short_enough(name, teams, card, high)
            except ImpossibleWish:
                continue
            choices.append(_team_choice(name, movement, options | shorter, (low, high), asked, minutes, pace))
    if not choices:
        raise ImpossibleWish(say("No teams movement is known for {teams} teams.", teams=teams))
    if not any(choice.fits for choice in choices):
        near = min(choices, key=lambda choice: choice.cost)
        raise ImpossibleWish(
            say(
                "No movement for {teams} teams meets all of that. Nearest: {headline}. {warning}",
                teams=teams,
                headline=near.headline,
                warning=near.warnings[0],
            )
        )
    return tuple(sorted(choices, key=lambda choice: (not choice.fits, choice.cost)))


def _short_enough(family: str, teams: int, card: str | None, most: int) -> tuple[Movement, dict[str, str | int]]:
    """The movement with fewer boards a round where it would be too long, but two at least, because the tables of a match
    share them; then with fewer rounds too, where the family can."""
    whole = build(family, teams=teams, card=card)
    if whole.boards_played[1] <= most:
        return whole, {}
    each = max(2, most // whole.rounds)
    rounds = most // each
    if rounds < whole.rounds:
        with suppress(ImpossibleWish):
            shorter = build(family, teams=teams, card=card, boards_per_round=each, rounds=rounds)
            return shorter, {"boards_per_round": each, "rounds": rounds}
    return build(family, teams=teams, card=card, boards_per_round=each), {"boards_per_round": each}


def team_cost(movement: Movement, wanted: tuple[int, int], found: MovementFacts | None = None) -> float:
    """What can be counted against a teams movement, in boards' worth, where so many boards are wanted."""
    low, high = wanted
    met = (found or facts(movement)).opponents
    return (
        FAMILIES[movement.family].ease
        + 3 * (len(movement.contestants) - 1 - min(met.values()))
        + 0.5 * abs(least_boards(movement)[0] - (low + high) / 2)
        + 3 * (movement.copies - 1)
    )


def _team_choice(
    family: str,
    movement: Movement,
    options: Mapping[str, str | int],
    wanted: tuple[int, int],
    asked: bool,
    minutes: int | None,
    pace: Pace,
) -> Choice:
    low, high = wanted
    found = facts(movement)
    boards = least_boards(movement)[0]
    takes = math.ceil(pace.match_minutes(boards, movement.rounds, len(movement.stanzas)))
    unmet: list[Sentence] = []
    too_few_or_many = not low <= boards <= high
    if too_few_or_many:
        unmet.append(say("{boards} instead of {low} to {high}.", boards=counted("boards", boards), low=low, high=high))
    if minutes is not None and takes > minutes + SPARE_MINUTES:
        unmet.append(
            say("It takes about {minutes}, {over} too long.", minutes=counted("minutes", takes), over=takes - minutes)
        )
    cost = (
        team_cost(movement, wanted, found) + 25 * len(unmet) + (0 if minutes is None else 1.5 * max(0, takes - minutes))
    )
    copies = [say("{copies} copies of the boards are needed.", copies=movement.copies)] if movement.copies > 1 else []
    return Choice(
        family=family,
        name=movement.name,
        entry=str(len(movement.contestants)),
        rounds=movement.rounds,
        boards_per_round=movement.boards_per_round,
        boards_ns=boards,
        boards_ew=boards,
        winners=1,
        minutes=takes,
        sit_out_boards=longest_sit_out(movement),
        qf=None,
        reasons=(*_manual(movement), *describe(movement, found)),
        warnings=(*unmet, *copies, *([sentence] if (sentence := hard(movement)) else [])),
        options=options,
        movement=movement,
        cost=cost,
        fits=not unmet or (not asked and too_few_or_many and len(unmet) == 1),
    )


def _manual(movement: Movement) -> tuple[Sentence, ...]:
    """Whose card this is, since a size may have several of one family."""
    title = manuals()["manuals"].get(movement.card.partition("-")[0])
    return (say("As in {manual}.", manual=title),) if title else ()
