"""Round 1 of a cyclic Howell, found by search: a starter with its sets.

In a cyclic Howell every moving pair number and every set rises by one each round (modulo the number of rounds), so round 1 says
all. Nobody meets anybody or any set twice when the differences of the moving pairs that meet are all different, and so are the
numbers "set minus pair" of all moving seats. Where a `difference_set` says who sits North-South, the balance is perfect.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from math import isqrt

from arrowswitch.movements.families.howell_cards import LineUp

BYE = 0
"""The "set minus pair" of the pair that sits out, where a difference set plans the seats: then everybody misses another set."""
PATIENCE = 60
"""Places that are looked at in one try, for each round of the circle."""
TRIES = 40


@dataclass(frozen=True, slots=True)
class StarterPlan:
    """What a starter is to be: its pairs, its circle, and who may stay away."""

    pairs: int
    rounds: int
    """Of the whole circle: so many pairs move, the others keep their seats."""
    idle: int = 0
    """Moving pairs that sit out in each round, where tables are lacking."""
    apart: bool = False
    """No two neighbours on the circle sit out at once, so that nobody does so twice on end."""
    north: frozenset[int] | None = None
    """The numbers "set minus pair" that sit North-South."""
    bye: bool = False
    """The last pair is missing, and whoever would meet it plays no set of the plan."""


def is_prime(number: int) -> bool:
    """Whether a number is a prime.

    >>> [number for number in range(20) if is_prime(number)]
    [2, 3, 5, 7, 11, 13, 17, 19]
    """
    return number > 1 and all(number % factor for factor in range(2, isqrt(number) + 1))


def difference_set(modulus: int) -> frozenset[int] | None:
    """Of half the numbers a cyclic difference set, where we know one: squares modulo a prime, Singer's for 15, twin primes for 35.

    >>> sorted(difference_set(7)), len(difference_set(35)), difference_set(9)
    ([1, 2, 4], 17, None)
    """
    if modulus == 15:
        return frozenset({0, 1, 2, 4, 5, 8, 10})
    if modulus == 35:
        fifth, seventh = squares(5), squares(7)
        alike = {n for n in range(35) if n % 5 and n % 7 and (n % 5 in fifth) == (n % 7 in seventh)}
        return frozenset(alike | {n for n in range(35) if n % 7 == 0})
    return squares(modulus) if is_prime(modulus) and modulus % 4 == 3 else None


def squares(modulus: int) -> frozenset[int]:
    """The squares modulo a number, without 0.

    >>> sorted(squares(13))
    [1, 3, 4, 9, 10, 12]
    """
    return frozenset(number * number % modulus for number in range(1, modulus)) - {0}


def starter(plan: StarterPlan, dice: random.Random, tries: int = TRIES, patience: int = PATIENCE) -> LineUp | None:
    """A random legal line-up by depth-first search, or None where patience ended; the same dice give the same one.

    >>> found = starter(StarterPlan(8, 7), random.Random(1))
    >>> len(found.seats), len({ew for _, ew in found.seats} | {ns for ns, _ in found.seats})
    (4, 8)
    """
    for _ in range(tries):
        found = _descend(plan, dice, patience * plan.rounds)
        if found is not None:
            return tidy(_line_up(plan, found))
    return None


Place = tuple[int, int | None, int | None]
"""Two moving pairs and their set; one that meets a pair that stays; one that sits out, with no set."""


def _line_up(plan: StarterPlan, found: list[Place]) -> LineUp:
    tables: list[tuple[tuple[int, int], int]] = []
    stationary = plan.rounds
    for a, b, start in found:
        if start is None:
            continue
        if b is None:
            stationary += 1
            tables.append(((stationary, a + 1), start + 1))
        elif plan.north is not None and (start - a) % plan.rounds not in plan.north:
            tables.append(((b + 1, a + 1), start + 1))
        else:
            tables.append(((a + 1, b + 1), start + 1))
    return LineUp(plan.pairs, plan.rounds, tuple(seats for seats, _ in tables), tuple(start for _, start in tables))


def tidy(line_up: LineUp) -> LineUp:
    """Tables in the order of their sets, with the largest gap (the assembly table) after the last."""
    modulus = line_up.rounds
    order = sorted(range(len(line_up.sets)), key=lambda table: line_up.sets[table])
    gaps = [
        ((line_up.sets[order[n]] - line_up.sets[order[n - 1]]) % modulus, -n) for n in range(len(order))
    ]  # the gap before each
    first = -max(gaps)[1]
    order = order[first:] + order[:first]
    shift = line_up.sets[order[0]] - 1
    return replace(
        line_up,
        seats=tuple(line_up.seats[table] for table in order),
        sets=tuple((line_up.sets[table] - shift - 1) % modulus + 1 for table in order),
    )


def turned(line_up: LineUp, turns: list[bool]) -> LineUp:
    """The line-up with these meetings, round by round, sat the other way; a table that mostly is, is written so instead."""
    tables = len(line_up.seats)
    seats, places = list(line_up.seats), set()
    for table in range(tables):
        here = [turns[number * tables + table] for number in range(len(turns) // tables)]
        mostly = 2 * sum(here) > len(here)
        if mostly:
            seats[table] = seats[table][::-1]
        places |= {(number + 1, table + 1) for number, turn in enumerate(here) if turn != mostly}
    return replace(line_up, seats=tuple(seats), switched=frozenset(places))


def _descend(plan: StarterPlan, dice: random.Random, patience: int) -> list[Place] | None:
    """Fill the tables one by one: the free pair with the fewest ways first, at random, until patience ends."""
    modulus, north = plan.rounds, plan.north
    seated: list[Place] = []

    def ways(
        a: int, free: list[int], differences: int, sets: list[int], values: int, left: int, idle: int, enough: int
    ) -> list[Place]:
        found: list[Place] = [(a, None, None)] if idle else []
        for start in sets:
            value = (start - a) % modulus
            if values >> value & 1:
                continue
            alone = value == BYE if plan.bye else north is None or value not in north
            if left and alone:
                found.append((a, None, start))
            if plan.bye and value == BYE:
                continue
            for b in free if len(free) - left - idle >= 2 else ():
                gap = (a - b) % modulus
                gap = min(gap, modulus - gap)
                if b == a or differences >> gap & 1 or 2 * gap == modulus:
                    continue
                other = (start - b) % modulus
                if values >> other & 1 or (plan.bye and other == BYE):
                    continue
                if north is not None and (value in north) == (other in north):
                    continue
                found.append((a, b, start))
            if len(found) > enough:
                break
        return found

    def go(free: list[int], differences: int, sets: list[int], values: int, left: int, idle: int) -> bool:
        nonlocal patience
        if not free:
            return left == 0 and idle == 0
        if left + idle > len(free) or (patience := patience - 1) < 0:
            return False
        choices: list[Place] | None = None
        for a in dice.sample(free, min(8, len(free))):
            here = ways(a, free, differences, sets, values, left, idle, len(choices) if choices else 10**9)
            if choices is None or len(here) < len(choices):
                choices = here
            if not choices:
                return False
        dice.shuffle(choices or [])
        for a, b, start in choices or []:
            rest = [n for n in free if n != a and n != b]
            if start is None:
                remaining, seen, gaps = sets, values, differences
            else:
                remaining = [n for n in sets if n != start]
                seen, gaps = values | 1 << (start - a) % modulus, differences
            if b is not None and start is not None:
                gap = (a - b) % modulus
                gaps |= 1 << min(gap, modulus - gap)
                seen |= 1 << (start - b) % modulus
            seated.append((a, b, start))
            if go(rest, gaps, remaining, seen, left - (b is None and start is not None), idle - (start is None)):
                return True
            seated.pop()
            if patience < 0:
                return False
        return False

    fixed, idle = plan.pairs - modulus, plan.idle
    if plan.apart:
        seated, idle = [(a, None, None) for a in _no_neighbours(modulus, idle, dice)], 0
    free = [a for a in range(modulus) if (a, None, None) not in seated]
    return seated if go(free, 0, list(range(modulus)), 0, fixed, idle) else None


def _no_neighbours(modulus: int, count: int, dice: random.Random) -> list[int]:
    """So many numbers of a circle, none beside another; the first is 0, for a circle may be turned.

    >>> _no_neighbours(8, 4, random.Random(0))
    [0, 2, 4, 6]
    """
    return [0, *(place + 2 + n for n, place in enumerate(sorted(dice.sample(range(modulus - count - 1), count - 1))))]
