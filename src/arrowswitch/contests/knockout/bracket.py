"""Who meets whom in a knockout: the seeded bracket, and the groups of a first round with matches of three.

First and second seed can meet only in the final; a team that goes on takes the place of the seed that it has beaten (Bridge
Director's Companion, L4095-4103).
"""

from __future__ import annotations

from dataclasses import dataclass

from arrowswitch.contests.knockout.plan import KnockoutRound


@dataclass(frozen=True, slots=True)
class BracketMatch:
    """A match of the bracket: seeds in the first round, afterwards the winners of two matches."""

    number: int
    round: int
    sides: tuple[int, int]
    """Seeds that meet if the higher seed wins every match."""
    after: tuple[int | None, int | None] = (None, None)
    """The matches whose winners meet; None for a seed that comes from a bye or begins here."""


def places(size: int) -> list[int]:
    """The seeds of a full bracket from top to bottom.

    >>> places(8)
    [1, 8, 4, 5, 2, 7, 3, 6]
    """
    found = [1]
    while len(found) < size:
        found = [seed for each in found for seed in (each, 2 * len(found) + 1 - each)]
    return found


def bracket(teams: int) -> list[BracketMatch]:
    """The matches of a seeded knockout, with byes for the highest seeds if the number is no power of two.

    >>> [(match.round, match.sides) for match in bracket(6)]
    [(1, (4, 5)), (1, (3, 6)), (2, (1, 4)), (2, (2, 3)), (3, (1, 2))]
    """
    size = 1 << (teams - 1).bit_length()
    slots: list[tuple[int, int | None]] = [(seed, None) for seed in places(size)]
    found: list[BracketMatch] = []
    round = 1
    while len(slots) > 1:
        following: list[tuple[int, int | None]] = []
        for (one, before), (other, earlier) in zip(slots[::2], slots[1::2], strict=True):
            if max(one, other) > teams:
                following.append((min(one, other), None))
                continue
            sides = (one, other) if one < other else (other, one)
            after = (before, earlier) if one < other else (earlier, before)
            found.append(BracketMatch(len(found) + 1, round, sides, after))
            following.append((sides[0], len(found)))
        slots = following
        round += 1
    return found


def first_round(plan: KnockoutRound) -> list[tuple[int, ...]]:
    """The groups of a round by seeds: the first seeds apart, the last of them in matches of three; byes for the highest.

    >>> first_round(KnockoutRound(7, 2, 1))
    [(1, 6), (2, 5), (3, 4, 7)]
    """
    byes = [(seed,) for seed in range(1, plan.byes + 1)]
    groups = plan.two_way + plan.three_way_two + plan.three_way_one
    first = plan.byes + 1
    found: list[tuple[int, ...]] = [(first + number, first + 2 * groups - 1 - number) for number in range(groups)]
    extra = list(range(first + 2 * groups, plan.teams + 1))
    for number, seed in enumerate(reversed(extra)):
        group = groups - len(extra) + number
        found[group] = (*found[group], seed)
    return [*byes, *found]
