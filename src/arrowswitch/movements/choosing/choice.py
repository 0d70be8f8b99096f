"""Which movement tonight: every family that fits the entry, weighed and ranked, with the reasons in words.

Wishes come first (boards, time, winners, seats that cannot move), then what the manuals advise for that size, then
what can be counted: sit-outs, opponents missed, balance, and how hard it is to run. What a manual calls unfit never
stands above what one recommends.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction
from typing import Any

from arrowswitch.movements.catalogue import has, one_size
from arrowswitch.movements.choosing.advice import MANUAL_OF, Advice, advice
from arrowswitch.movements.choosing.individuals import choose_individuals
from arrowswitch.movements.choosing.lengths import Candidate, candidates
from arrowswitch.movements.choosing.sections import in_sections
from arrowswitch.movements.choosing.teams import choose_teams
from arrowswitch.movements.choosing.tonight import SPARE_MINUTES, Choice, Pace, Tonight
from arrowswitch.movements.choosing.weighing import assembled, odd_length, prepared
from arrowswitch.movements.model import ImpossibleWish
from arrowswitch.movements.wishes import read_board_minutes, read_range, read_tables
from arrowswitch.regulations import GRADES, Regulations, load
from arrowswitch.words import counted, say

AIM = (24, 30)
"""Boards to play when nobody says otherwise."""
ABOUT = 2
"""Boards more or fewer that are still about what was asked, when one number was."""


def choose(
    *,
    tables: str | float | None = None,
    teams: int | None = None,
    players: int | None = None,
    boards: str | int | tuple[int, int] | None = None,
    minutes: int | None = None,
    winners: int | None = None,
    stationary: int = 0,
    grade: str = "open",
    board_minutes: str | float | Fraction | None = None,
    regulations: str | Regulations = "wbf",
) -> tuple[Choice, ...]:
    """The movements for an entry, best first.

    How long they take is told by the regulations for a `grade` of players, or by the director's own `board_minutes`.

    >>> best = choose(tables="8½")[0]
    >>> best.name, best.boards
    ('Mitchell', '27 (24)')
    >>> [choose(tables="8½", regulations="nzb", grade=grade)[0].minutes for grade in ("open", "junior")]
    [176, 185]
    """
    rules = load(regulations) if isinstance(regulations, str) else regulations
    if winners not in (None, 1, 2):
        raise ImpossibleWish(say("There are one or two winners, not {winners}.", winners=winners))
    if stationary < 0:
        raise ImpossibleWish(say("Pairs that cannot move are 0 or more, not {number}.", number=stationary))
    if minutes is not None and minutes < 1:
        raise ImpossibleWish(say("Nobody can play in {minutes}.", minutes=counted("minutes", minutes)))
    if grade not in GRADES:
        raise ImpossibleWish(
            say("There is no grade “{grade}”; there are {grades}.", grade=grade, grades=", ".join(GRADES))
        )
    pace = Pace(rules.timing, grade, None if board_minutes is None else read_board_minutes(board_minutes))
    wanted = read_range(boards) if boards is not None else _aim(minutes, pace)
    one_size(tables, teams, players)
    if players is not None:
        if winners == 2:
            raise ImpossibleWish(say("An individual has one winner, not two."))
        return choose_individuals(players, wanted, boards is not None, minutes, stationary, pace)
    if teams is not None:
        if winners == 2:
            raise ImpossibleWish(say("A teams contest has one winner, not two."))
        if stationary > teams:
            raise ImpossibleWish(
                say(
                    "With {teams} teams {teams} North-South pairs keep their seats, not {wanted}.",
                    teams=teams,
                    wanted=stationary,
                )
            )
        return choose_teams(teams, wanted, boards is not None, minutes, pace)
    if tables is None:
        raise ImpossibleWish(say("How many tables? Say 7½, for instance."))
    pairs = read_tables(tables)
    tonight = Tonight(
        pairs, wanted, boards is not None, minutes, winners, stationary, rules, MANUAL_OF.get(rules.name), pace
    )
    _possible(tonight)
    if wanted[0] == wanted[1]:  # "26 boards" means about 26
        about = (max(1, wanted[0] - ABOUT), wanted[1] + ABOUT)
        tonight = replace(tonight, boards=about, boards_exactly=wanted[0])
    choices = _weighed(tonight)
    if not any(choice.fits or choice.nearly for choice in choices):
        _refuse(tonight, choices)
    return tuple(choices)


def _aim(minutes: int | None, pace: Pace) -> tuple[int, int]:
    """Boards to play when nobody says: as usual, or what there is time for.

    >>> from arrowswitch.regulations import load
    >>> _aim(None, Pace(load("wbf").timing)), _aim(140, Pace(load("wbf").timing))
    ((24, 30), (16, 20))
    """
    if minutes is None:
        return AIM
    low, high = AIM
    room = max(1, int((minutes + SPARE_MINUTES) / _fastest(pace, low)))
    return (low, min(high, max(low, room))) if room >= low else (max(1, room - 4), room)


def _fastest(pace: Pace, boards: int) -> Fraction:
    """The fewest minutes that a board can take in a session of so many."""
    lengths = [(-(-boards // size), size) for size in (1, 2, 3, 4)]
    return min(pace.session_minutes(rounds, size) / (rounds * size) for rounds, size in lengths)


def _possible(tonight: Tonight) -> None:
    """Wishes that contradict one another are refused before anything is built."""
    if tonight.minutes is not None:
        least = tonight.boards[0]
        fastest = _fastest(tonight.pace, least)
        if least * fastest > tonight.minutes + SPARE_MINUTES:
            room = int(tonight.minutes / fastest)
            raise ImpossibleWish(
                say(
                    "{boards} would take about {needed}; in {minutes} about {room} can be played.",
                    boards=counted("boards", least),
                    needed=counted("minutes", math.ceil(least * fastest)),
                    minutes=counted("minutes", tonight.minutes),
                    room=room,
                )
            )
    if tonight.stationary > tonight.pairs // 2:
        raise ImpossibleWish(
            say(
                "{wanted} pairs cannot all keep their seats: with {entry} tables at most {most} can.",
                wanted=tonight.stationary,
                entry=tonight.entry,
                most=tonight.pairs // 2,
            )
        )


def _refuse(tonight: Tonight, choices: Iterable[Choice]) -> None:
    near = next(iter(choices), None)
    if near is None:
        raise ImpossibleWish(say("No movement is known for {entry} tables with these wishes.", entry=tonight.entry))
    if near.warnings:
        raise ImpossibleWish(
            say(
                "No movement for {entry} tables meets all of that. Nearest: {headline}. {warning}",
                entry=tonight.entry,
                headline=near.headline,
                warning=near.warnings[0],
            )
        )


def _weighed(tonight: Tonight) -> list[Choice]:
    told = advice(tonight.entry)
    found: dict[tuple[Any, ...], Choice] = {}
    for candidate in candidates(tonight, told):
        choice = _choice(tonight, candidate, told)
        if choice is not None:
            key = (choice.name, choice.rounds, choice.boards_per_round, candidate.card)
            if key not in found or choice.cost < found[key].cost:
                found[key] = choice
    for choice in in_sections(tonight, told):
        found["sections", choice.name, choice.rounds, choice.boards_per_round] = choice
    ranked = sorted(found.values(), key=lambda one: one.order)
    return _trimmed(tonight, _best_cards(ranked))


def _best_cards(ranked: list[Choice]) -> list[Choice]:
    """Of the Howells of one length the first, and the best balanced and the first printed card below it."""
    kept: list[Choice] = []
    for choice in ranked:
        above = [one for one in kept if _same_howell(one, choice)]
        printed = not choice.movement.card.startswith("generated")
        better = all(choice.qf > one.qf for one in above if one.qf is not None and choice.qf is not None)
        if not above or better or (printed and all(one.movement.card.startswith("generated") for one in above)):
            kept.append(choice)
    return kept


def _same_howell(one: Choice, other: Choice) -> bool:
    lengths = {(choice.rounds, choice.boards_per_round) for choice in (one, other)}
    return len(lengths) == 1 and all(has(choice.family, "guide cards") for choice in (one, other))


def _trimmed(tonight: Tonight, ranked: list[Choice], most: int = 12) -> list[Choice]:
    """Enough to choose from: whatever a manual recommends, and two others of each family (four Howells)."""
    seen: Counter[str] = Counter()
    kept: list[Choice] = []
    for choice in ranked:
        seen[choice.family] += not choice.advised
        first_of_family = seen[choice.family] == 1
        suits = choice.fits and not odd_length(tonight, choice.boards_ns, choice.boards_ew)
        among_best = (
            seen[choice.family] <= (4 if has(choice.family, "guide cards") else 2)
            and len(kept) < most
            and (suits or len(kept) < 4)
        )
        if choice.advised or among_best or (choice.standing == 2 and first_of_family):
            kept.append(choice)
    return kept


def _choice(tonight: Tonight, candidate: Candidate, told: tuple[Advice, ...]) -> Choice | None:
    family, rounds, size, card = candidate
    part = prepared(family, tonight.pairs, rounds, size, tonight.stationary, tonight.one_winner, card or None)
    if part is None:
        return None
    options: dict[str, str | int] = {"tables": tonight.entry, "rounds": rounds, "boards_per_round": size}
    if part.switched:
        options["switch"] = ",".join(map(str, part.switched))
    if part.movement.card:
        options["card"] = part.movement.card
    return assembled(tonight, family, (part,), options, told)
