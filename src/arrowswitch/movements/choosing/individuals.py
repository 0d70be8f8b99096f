"""Which individual tonight: the families for single players, weighed by partners, opponents, boards and balance."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping

from arrowswitch.movements.audit import MovementFacts, facts
from arrowswitch.movements.balance import balance
from arrowswitch.movements.catalogue import FAMILIES, build
from arrowswitch.movements.choosing.tonight import SPARE_MINUTES, Choice, Pace
from arrowswitch.movements.describe import describe, hard, longest_sit_out
from arrowswitch.movements.individuals.starters import FEWEST, MOST, level, moving
from arrowswitch.movements.model import ImpossibleWish, Movement
from arrowswitch.words import Sentence, counted, say

OFFERED = 8


def choose_individuals(
    players: int, wanted: tuple[int, int], asked: bool, minutes: int | None, stationary: int, pace: Pace
) -> tuple[Choice, ...]:
    if not FEWEST <= players <= MOST:
        raise ImpossibleWish(
            say(
                "An individual is for {least} to {most} players, not {players}.",
                least=FEWEST,
                most=MOST,
                players=players,
            )
        )
    choices = [
        _choice(movement, options, wanted, minutes, stationary, pace) for movement, options in _built(players, wanted)
    ]
    choices.sort(key=lambda choice: (not choice.fits, choice.cost))
    if asked and not any(choice.fits for choice in choices):
        near = choices[0]
        raise ImpossibleWish(
            say(
                "No movement for {players} players meets all of that. Nearest: {headline}. {warning}",
                players=players,
                headline=near.headline,
                warning=near.warnings[0],
            )
        )
    return tuple(choices[:OFFERED])


def _built(players: int, wanted: tuple[int, int]) -> Iterator[tuple[Movement, Mapping[str, str | int]]]:
    """Each family in each of its lengths, with the boards a round that come nearest to those that are wanted."""
    low, high = wanted
    whole = level(players)
    lengths = {
        "individual": [one.rounds for one in moving(players)] or [whole.rounds if whole else 0],
        "whist": [whole.rounds] if whole and moving(players) else [],
        "rainbow": [players // 4],
    }
    for name, rounds in ((name, rounds) for name, found in lengths.items() for rounds in found):
        if players not in FAMILIES[name].sizes:
            continue
        each = min(range(1, 9), key=lambda size: (max(low - size * rounds, size * rounds - high, 0), -size))
        most = min(rounds, max(3, high // each))  # of a movement that is too long the first rounds
        options: dict[str, str | int] = {"players": players, "rounds": most, "boards_per_round": each}
        yield build(name, players=players, rounds=most, boards_per_round=each), options


def individual_cost(movement: Movement, found: MovementFacts | None = None, qf: float | None = None) -> float:
    """What can be counted against an individual, in boards' worth, whatever was asked for."""
    found = found or facts(movement)
    qf = balance(movement).qf if qf is None else qf
    missed = 1 - min(found.partners.values()) / (len(movement.contestants) - 1)
    compared = min(found.comparisons.values()) / movement.tables
    return (
        FAMILIES[movement.family].ease
        + 8 * missed
        + 10 * (1 - compared)
        + (100 - qf) / 10
        + (movement.boards_to_play - min(movement.boards_played.values()))
        + 3 * (movement.copies - 1)
    )


def _choice(
    movement: Movement,
    options: Mapping[str, str | int],
    wanted: tuple[int, int],
    minutes: int | None,
    stationary: int,
    pace: Pace,
) -> Choice:
    low, high = wanted
    found, measured = facts(movement), balance(movement)
    boards = movement.boards_to_play
    fewest = min(movement.boards_played.values())
    takes = math.ceil(pace.session_minutes(movement.rounds, movement.boards_per_round))
    unmet: list[Sentence] = []
    if not low <= boards <= high:
        unmet.append(say("{boards} instead of {low} to {high}.", boards=counted("boards", boards), low=low, high=high))
    if minutes is not None and takes > minutes + SPARE_MINUTES:
        unmet.append(
            say("It takes about {minutes}, {over} too long.", minutes=counted("minutes", takes), over=takes - minutes)
        )
    if len(movement.stationary) < stationary:
        unmet.append(say("{stay} can keep their seats.", stay=counted("players", len(movement.stationary))))
    copies = [say("{copies} copies of the boards are needed.", copies=movement.copies)] if movement.copies > 1 else []
    cost = (
        individual_cost(movement, found, measured.qf)
        + 0.5 * abs(boards - (low + high) / 2)
        + 25 * len(unmet)
        + (0 if minutes is None else 1.5 * max(0, takes - minutes))
    )
    return Choice(
        family=movement.family,
        name=movement.name,
        entry=movement.entry,
        rounds=movement.rounds,
        boards_per_round=movement.boards_per_round,
        boards_ns=boards,
        boards_ew=fewest,
        winners=1,
        minutes=takes,
        sit_out_boards=longest_sit_out(movement),
        qf=measured.qf,
        reasons=describe(movement, found),
        warnings=(*unmet, *copies, *([sentence] if (sentence := hard(movement)) else [])),
        options=options,
        movement=movement,
        cost=cost,
        fits=not unmet,
    )
