"""Which lengths of a family are worth weighing tonight: rounds, boards a round, and for a Howell the card.

Only estimated here, from the boards and the minutes asked for; what a movement is worth is told by `weighing`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from arrowswitch.movements.catalogue import HOWELLS
from arrowswitch.movements.choosing.advice import Advice
from arrowswitch.movements.choosing.tonight import Evening
from arrowswitch.movements.choosing.weighing import EASE, SHORT, TOO_LONG_A_SIT_OUT
from arrowswitch.movements.families.howell_cards import Card, cards, default_card

MOST_BOARDS_PER_ROUND = 8
FEWEST_ROUNDS = 3
TRIED = {"mitchell": 4, "skip-mitchell": 3, "share-relay": 3, "extended-mitchell": 1}
"""How many lengths of a family are weighed; two of the others."""
HOWELL_LENGTHS = 4
HOWELL_TABLES, ONE_WINNER_TABLES = 10, 11
"""Above so many tables a Howell is too much to run, even where one winner is wanted."""


class Candidate(NamedTuple):
    """A movement to weigh: a family, its length, and the card of a Howell."""

    family: str
    rounds: int
    boards_per_round: int
    card: str = ""


def candidates(evening: Evening, told: Iterable[Advice]) -> Iterator[Candidate]:
    """Families with a length: as the manuals have it, and what comes nearest to the boards and the time asked for."""
    advised = [line for line in told if line.family != "sections" and line.rounds]
    seen = {Candidate(one.family, one.rounds, one.boards_per_round) for one in advised if one.family not in HOWELLS}
    for family in EASE:
        if family not in HOWELLS:
            seen.update(Candidate(family, rounds, size) for rounds, size in _lengths(family, evening))
    howells = {(line.rounds, line.boards_per_round) for line in advised if line.family in HOWELLS}
    yield from sorted(seen)
    yield from _howells(evening, howells)


def most_rounds(family: str, tables: int, halved: bool) -> int | None:
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
    }
    return table[family]


def _lengths(family: str, evening: Evening) -> list[tuple[int, int]]:
    """The lengths (rounds, boards a round) of a family that come nearest to the wishes, and are most complete."""
    tables = (evening.pairs + 1) // 2
    most = most_rounds(family, tables, bool(evening.pairs % 2))
    if most is None:
        return []
    if family == "extended-mitchell":
        missing = {tables + extra: extra for extra in range(2, tables - 1, 2)}
    elif family == "web":
        missing = {13: 0, 11: 0, 9: 0}
    else:
        missing = {number: most - number for number in range(max(FEWEST_ROUNDS, most // 2), most + 1)}
    return _nearest(evening, missing, TRIED.get(family, 2))


def _nearest(evening: Evening, missing: dict[int, int], count: int) -> list[tuple[int, int]]:
    """Of all numbers of rounds, with what each leaves out, and all sizes of sets the nearest to the wishes."""
    possible = sorted(
        (left_out + _misfit(evening, rounds, size), rounds, size)
        for size in range(1, MOST_BOARDS_PER_ROUND + 1)
        for rounds, left_out in missing.items()
    )
    return [(rounds, size) for _, rounds, size in possible[:count]]


def _misfit(evening: Evening, rounds: int, size: int) -> float:
    """How far a length is from the wishes, in rounds' worth."""
    low, high = evening.boards
    halved = evening.pairs % 2
    least = low if evening.boards_asked or not halved else low - SHORT
    off = max(least - size * (rounds - halved), size * rounds - high, 0)
    late = 0.0
    if evening.minutes is not None:
        late = max(late, float(evening.pace.session_minutes(rounds, size) - evening.minutes))
    waiting = size * halved
    idle = 30 if waiting >= TOO_LONG_A_SIT_OUT else max(0, waiting - 3)
    return 4 * off + late / 2 + idle + abs(size * rounds - (low + high) / 2) / 4 + (3 if size == 1 else 0)


# -- Howells ------------------------------------------------------------------------------------------------------


def _howells(evening: Evening, advised: set[tuple[int, int]]) -> Iterator[Candidate]:
    """Cards of the lengths that suit: printed and generated ones, complete or with their last rounds left out."""
    tables = (evening.pairs + 1) // 2
    halved = evening.pairs % 2
    if tables > (ONE_WINNER_TABLES if evening.winners == 1 else HOWELL_TABLES):
        return
    usual = default_card(2 * tables)
    seats = evening.stationary + (halved if evening.stationary else 0)
    fitting = [one for one in cards().values() if one.pairs == 2 * tables and len(one.stationary) >= seats]
    fitting.sort(key=lambda one: one.id != usual)
    if not fitting:
        return
    complete = max(one.length for one in fitting)
    missing = {
        rounds: (complete - rounds) // 3 + 3 * (min(one.length for one in _cards_for(fitting, rounds)) - rounds)
        for rounds in range(max(FEWEST_ROUNDS, tables), complete + 1)
    }
    wanted = advised | set(_nearest(evening, missing, HOWELL_LENGTHS))
    for rounds, size in sorted(wanted):
        for card in _cards_for(fitting, rounds):
            yield Candidate("three-quarter-howell" if card.three_quarter else "howell", rounds, size, card.id)


def _cards_for(fitting: list[Card], rounds: int) -> list[Card]:
    """The cards with so many rounds, or the next longer ones; and printed ones whose last round may be left out."""
    longer = [one.length for one in fitting if one.length >= rounds]
    return [
        one
        for one in fitting
        if longer and (one.length == min(longer) or (one.length == rounds + 1 and one.qf is None))
    ]
