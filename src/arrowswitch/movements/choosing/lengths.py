"""Which lengths of a family are worth weighing tonight: rounds, boards a round, and for a Howell the card.

Only estimated here, from the boards and the minutes asked for; what a movement is worth is told by `weighing`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from arrowswitch.movements.catalogue import FAMILIES, has
from arrowswitch.movements.choosing.advice import Advice
from arrowswitch.movements.choosing.tonight import Tonight
from arrowswitch.movements.choosing.weighing import SHORT, TOO_LONG_A_SIT_OUT
from arrowswitch.movements.families.howell_cards import HowellCard, default_card, fitting_cards
from arrowswitch.movements.family import FEWEST_ROUNDS, Family

MOST_BOARDS_PER_ROUND = 8
HOWELL_LENGTHS = 4
HOWELL_TABLES, ONE_WINNER_TABLES = 10, 11
"""Above so many tables a Howell is too much to run, even where one winner is wanted."""


class Candidate(NamedTuple):
    """A movement to weigh: a family, its length, and the card of a Howell."""

    family: str
    rounds: int
    boards_per_round: int
    card: str = ""


def candidates(tonight: Tonight, told: Iterable[Advice]) -> Iterator[Candidate]:
    """Families with a length: as the manuals have it, and what comes nearest to the boards and the time asked for."""
    advised = [line for line in told if line.family != "sections" and line.rounds]
    carded = [line for line in advised if has(line.family, "guide cards")]
    seen = {Candidate(one.family, one.rounds, one.boards_per_round) for one in advised if one not in carded}
    for family in FAMILIES.values():
        seen.update(Candidate(family.name, rounds, size) for rounds, size in _lengths(family, tonight))
    howells = {(line.rounds, line.boards_per_round) for line in carded}
    yield from sorted(seen)
    yield from _howells(tonight, howells)


def _lengths(family: Family, tonight: Tonight) -> list[tuple[int, int]]:
    """The lengths (rounds, boards a round) of a family that come nearest to the wishes, and are most complete."""
    tables = (tonight.pairs + 1) // 2
    most = family.full_rounds(tables, bool(tonight.pairs % 2))
    return _nearest(tonight, family.lengths(tables, most), family.tried) if most is not None else []


def _nearest(tonight: Tonight, missing: Mapping[int, int], count: int) -> list[tuple[int, int]]:
    """Of all numbers of rounds, with what each leaves out, and all sizes of sets the nearest to the wishes."""
    possible = sorted(
        (left_out + _misfit(tonight, rounds, size), rounds, size)
        for size in range(1, MOST_BOARDS_PER_ROUND + 1)
        for rounds, left_out in missing.items()
    )
    return [(rounds, size) for _, rounds, size in possible[:count]]


def _misfit(tonight: Tonight, rounds: int, size: int) -> float:
    """How far a length is from the wishes, in rounds' worth."""
    low, high = tonight.boards
    halved = tonight.pairs % 2
    least = low if tonight.boards_asked or not halved else low - SHORT
    off = max(least - size * (rounds - halved), size * rounds - high, 0)
    late = 0.0
    if tonight.minutes is not None:
        late = max(late, float(tonight.pace.session_minutes(rounds, size) - tonight.minutes))
    waiting = size * halved
    idle = 30 if waiting >= TOO_LONG_A_SIT_OUT else max(0, waiting - 3)
    return 4 * off + late / 2 + idle + abs(size * rounds - (low + high) / 2) / 4 + (3 if size == 1 else 0)


# -- Howells ------------------------------------------------------------------------------------------------------


def _howells(tonight: Tonight, advised: set[tuple[int, int]]) -> Iterator[Candidate]:
    """Cards of the lengths that suit: printed and generated ones, complete or with their last rounds left out."""
    tables = (tonight.pairs + 1) // 2
    halved = tonight.pairs % 2
    if tables > (ONE_WINNER_TABLES if tonight.winners == 1 else HOWELL_TABLES):
        return
    usual = default_card(2 * tables)
    seats = tonight.stationary + (halved if tonight.stationary else 0)
    fitting = [one for one in fitting_cards(tonight.pairs) if len(one.stationary) >= seats]
    fitting.sort(key=lambda one: one.id != usual)
    if not fitting:
        return
    complete = max(one.length for one in fitting)
    missing = {
        rounds: (complete - rounds) // 3 + 3 * (min(one.length for one in _cards_for(fitting, rounds)) - rounds)
        for rounds in range(max(FEWEST_ROUNDS, tables), complete + 1)
    }
    wanted = advised | set(_nearest(tonight, missing, HOWELL_LENGTHS))
    for rounds, size in sorted(wanted):
        for card in _cards_for(fitting, rounds):
            yield Candidate(card.family, rounds, size, card.id)


def _cards_for(fitting: list[HowellCard], rounds: int) -> list[HowellCard]:
    """The cards with so many rounds, or the next longer ones; and printed ones whose last round may be left out."""
    longer = [one.length for one in fitting if one.length >= rounds]
    return [
        one
        for one in fitting
        if longer and (one.length == min(longer) or (one.length == rounds + 1 and one.qf is None))
    ]
