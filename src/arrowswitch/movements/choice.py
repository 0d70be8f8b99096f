"""Which movement tonight: every family that fits the entry, weighed and ranked, with the reasons in words.

Wishes come first (boards, time, winners, seats that cannot move), then what the manuals advise for that size, then
what can be counted: sit-outs, opponents missed, balance, and how hard it is to run. What a manual calls unfit never
stands above what one recommends.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from arrowswitch.movements.advice import MANUAL_OF, Advice, advice
from arrowswitch.movements.evening import Choice, Evening
from arrowswitch.movements.model import ImpossibleWish
from arrowswitch.movements.sections import in_sections
from arrowswitch.movements.team_choice import choose_teams
from arrowswitch.movements.weighing import EASE, assembled, prepared
from arrowswitch.movements.wishes import read_range, read_tables
from arrowswitch.regulations import Regulations, load
from arrowswitch.words import half, say

AIM = (24, 30)
"""Boards to play when nobody says otherwise."""
ABOUT = 2
"""Boards more or fewer that are still about what was asked, when one number was."""


def choose(
    *,
    tables: str | float | None = None,
    teams: int | None = None,
    boards: str | int | tuple[int, int] | None = None,
    minutes: int | None = None,
    winners: int | None = None,
    stationary: int = 0,
    regulations: str | Regulations = "wbf",
) -> tuple[Choice, ...]:
    """The movements for an entry, best first.

    >>> best = choose(tables="8½")[0]
    >>> best.name, best.boards
    ('Mitchell', '27 (24)')
    """
    rules = load(regulations) if isinstance(regulations, str) else regulations
    wanted = read_range(boards) if boards is not None else AIM
    if winners not in (None, 1, 2):
        raise ImpossibleWish(say("There are one or two winners, not {winners}.", winners=winners))
    if stationary < 0:
        raise ImpossibleWish(say("Pairs that cannot move are 0 or more, not {number}.", number=stationary))
    if minutes is not None and minutes < 1:
        raise ImpossibleWish(say("{minutes} minutes are no time to play in.", minutes=minutes))
    name = regulations if isinstance(regulations, str) else ""
    if teams is not None and tables is not None:
        raise ImpossibleWish(say("Say how many tables or how many teams, not both."))
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
        return choose_teams(teams, wanted, boards is not None, minutes, rules)
    if tables is None:
        raise ImpossibleWish(say("How many tables? Say 7½, for instance."))
    pairs = read_tables(tables)
    if pairs > 80:
        raise ImpossibleWish(
            say(
                "{tables} tables are too many to choose for at once; split the room and ask for each part (up to 40).",
                tables=half(pairs),
            )
        )
    evening = Evening(pairs, wanted, boards is not None, minutes, winners, stationary, rules, MANUAL_OF.get(name))
    _possible(evening)
    if wanted[0] == wanted[1]:  # "26 boards" means about 26
        evening = replace(evening, boards=(max(1, wanted[0] - ABOUT), wanted[1] + ABOUT))
    choices = _weighed(evening)
    if not any(choice.fits for choice in choices):
        _refuse(evening, choices)
    return tuple(choices)


def _possible(evening: Evening) -> None:
    """Wishes that contradict one another are refused before anything is built."""
    if evening.minutes is not None:
        fastest = min(evening.regulations.timing.round_minutes(size) / size for size in (1, 2, 3, 4))
        least = evening.boards[0]
        if least * fastest > evening.minutes:
            room = int(evening.minutes / fastest)
            raise ImpossibleWish(
                say(
                    "{boards} boards need about {needed} minutes; in {minutes} minutes about {room} can be played.",
                    boards=least,
                    needed=math.ceil(least * fastest),
                    minutes=evening.minutes,
                    room=room,
                )
            )
    if evening.stationary > evening.pairs // 2:
        raise ImpossibleWish(
            say(
                "{wanted} pairs cannot all keep their seats: with {entry} tables at most {most} can.",
                wanted=evening.stationary,
                entry=evening.entry,
                most=evening.pairs // 2,
            )
        )


def _refuse(evening: Evening, choices: Iterable[Choice]) -> None:
    near = next(iter(choices), None)
    if near is None:
        raise ImpossibleWish(say("No movement is known for {entry} tables with these wishes.", entry=evening.entry))
    if near.warnings:
        raise ImpossibleWish(
            say(
                "No movement for {entry} tables meets all of that. Nearest: {headline}. {warning}",
                entry=evening.entry,
                headline=near.headline,
                warning=near.warnings[0],
            )
        )


def _weighed(evening: Evening) -> list[Choice]:
    told = advice(evening.entry)
    found: dict[tuple[Any, ...], Choice] = {}
    for family, rounds, size in _candidates(evening, told):
        choice = _choice(evening, family, rounds, size, told)
        if choice is not None:
            key = (
                choice.name,
                choice.rounds,
                choice.boards_per_round,
                choice.movement.card if family.endswith("howell") else "",
            )
            if key not in found or choice.cost < found[key].cost:
                found[key] = choice
    for choice in in_sections(evening, told):
        found["sections", choice.name, choice.rounds, choice.boards_per_round] = choice
    ranked = sorted(found.values(), key=lambda one: (one.standing == 2, not one.fits, one.cost))
    return _trimmed(ranked)


def _trimmed(ranked: list[Choice], most: int = 12) -> list[Choice]:
    """Enough to choose from: of each family the best two, and whatever a manual recommends."""
    seen: dict[str, int] = {}
    kept: list[Choice] = []
    for choice in ranked:
        seen[choice.family] = seen.get(choice.family, 0) + 1
        first_of_family = seen[choice.family] == 1
        among_best = seen[choice.family] <= 2 and len(kept) < most and (choice.fits or len(kept) < 4)
        if choice.standing == 0 or among_best or (choice.standing == 2 and first_of_family):
            kept.append(choice)
    return kept


def _candidates(evening: Evening, told: Iterable[Advice]) -> Iterator[tuple[str, int, int]]:
    """Families with a length: as the manuals have it, and what comes nearest to the boards asked for."""
    seen: set[tuple[str, int, int]] = set()
    for line in told:
        if line.family != "sections":
            seen.add((line.family, line.rounds, line.boards_per_round))
    tables = (evening.pairs + 1) // 2
    for family in EASE:
        seen.update((family, rounds, size) for rounds, size in _lengths(family, tables, evening))
    yield from sorted(seen)


def _most_rounds(family: str, tables: int, halved: bool) -> int | None:
    """Rounds of the complete movement, or None where the size does not fit."""
    odd = tables % 2 == 1
    full = tables - 1 if halved else tables
    table: dict[str, int | None] = {
        "mitchell": tables if odd else None,
        "skip-mitchell": None if odd else tables - 1,
        "share-relay": None if odd else tables,
        "rover": (full if full % 2 else full - 1) if halved and 5 <= full <= 20 else None,
        "appendix": full - 1 if halved and full >= 7 else None,
        "hesitation": tables + 1 if 4 <= tables <= 13 else None,
        "blackpool": tables + 2 if tables in (10, 11) else None,
        "extended-mitchell": 2 * tables - 2 if tables >= 7 else None,
        "web": min(13, tables - 1) if tables >= 14 else None,
        "bowman-ewing": tables - 2 if odd and tables in (9, 11, 15) and not halved else None,
        "double-weave": tables if tables == 12 and not halved else None,
        "fat-mitchell": 8 if tables == 7 and not halved else None,
        "twinned": tables if tables in (6, 10, 14) and not halved else None,
        "howell": 2 * tables - 1 if tables <= 7 else None,
        "three-quarter-howell": 2 * tables - 2 if 5 <= tables <= 10 else None,
    }
    return table[family]


def _lengths(family: str, tables: int, evening: Evening) -> list[tuple[int, int]]:
    """Up to two lengths (rounds, boards per round) for a family, nearest the boards asked for and most complete."""
    most = _most_rounds(family, tables, bool(evening.pairs % 2))
    if most is None:
        return []
    low, high = evening.boards
    middle = (low + high) / 2
    possible = []
    for size in range(1, 8):
        if family == "extended-mitchell":
            rounds = [tables + extra for extra in range(2, tables - 1, 2)]
        elif family == "web":
            rounds = [13, 11, 9]
        elif family == "howell":
            rounds = [most]
        elif family == "three-quarter-howell":
            rounds = [number for number in (9, 12, 13) if number < most]
        else:
            rounds = list(range(max(3, most // 2), most + 1))
        for number in rounds:
            off = max(low - size * number, size * number - high, 0)
            left_out = most - number if family not in ("extended-mitchell", "web", "three-quarter-howell") else 0
            extra = number - tables if family == "extended-mitchell" else 0
            possible.append(
                (4 * off + left_out + extra + abs(size * number - middle) / 4 + (3 if size == 1 else 0), number, size)
            )
    return [(number, size) for _, number, size in sorted(possible)[: 2 if family != "extended-mitchell" else 1]]


def _choice(evening: Evening, family: str, rounds: int, size: int, told: tuple[Advice, ...]) -> Choice | None:
    part = prepared(family, evening.pairs, rounds, size, evening.stationary, evening.one_winner)
    if part is None:
        return None
    options: dict[str, str | int] = {"tables": evening.entry, "rounds": rounds, "boards_per_round": size}
    if part.switched:
        options["switch"] = ",".join(map(str, part.switched))
    if part.movement.card:
        options["card"] = part.movement.card
    return assembled(evening, family, (part,), options, told)
