"""Finding a Howell for any size: a cyclic line-up for round 1, its board sets, and who sits which way.

In a cyclic Howell every moving pair number and every set rises by one each round (modulo the number of rounds), so
round 1 says all. Nobody meets anybody or any set twice when the differences of the moving pairs that meet are all
different, and so are the numbers "set minus pair" of all moving seats (a starter with an adder). Which way pairs sit
is then chosen for balance: from a difference set where one makes the balance perfect, and by a tabu search otherwise.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import isqrt

from arrowswitch.movements.balance import balance, plays
from arrowswitch.movements.build import SketchRow, one_field
from arrowswitch.movements.model import ImpossibleWish, Movement
from arrowswitch.movements.switches import STEPS_A_SECOND, turn_tables
from arrowswitch.words import counted, half, say


@dataclass(frozen=True, slots=True)
class LineUp:
    """Round 1 of a cyclic Howell. Pairs above `rounds` are stationary; numbers and sets rise by one each round."""

    pairs: int
    rounds: int
    seats: tuple[tuple[int, int], ...]
    """NS and EW at tables 1, 2, ... in round 1."""
    sets: tuple[int, ...]
    """The set at tables 1, 2, ... in round 1."""
    switched: frozenset[tuple[int, int]] = frozenset()
    """(round, table) where the two sides sit the other way."""

    def pair(self, number: int, round_: int) -> int:
        """Who sits in a later round where this pair sat in round 1."""
        return number if number > self.rounds else (number + round_ - 2) % self.rounds + 1

    def rows(self) -> Iterator[SketchRow]:
        """Every table of every round."""
        for number in range(1, self.rounds + 1):
            for table, ((ns, ew), start) in enumerate(zip(self.seats, self.sets, strict=True), 1):
                here = self.pair(ns, number), self.pair(ew, number)
                if (number, table) in self.switched:
                    here = here[::-1]
                yield SketchRow(number, table, *here, (start + number - 2) % self.rounds + 1)

    def movement(self, play: int | None = None) -> Movement:
        """The bare movement, or its first rounds, for measuring."""
        rows = (row for row in self.rows() if row.round <= (play or self.rounds))
        return one_field(rows, name="Howell", family="howell", boards_per_round=1)


def search(pairs: int, rounds: int, *, play: int | None = None, seed: int = 0, seconds: float = 1.0) -> LineUp:
    """The best Howell found for so many pairs and rounds; the same seed and seconds give the same answer.

    With `play` the seats are chosen for the first rounds only, because the others will be left out.

    >>> from arrowswitch.movements.balance import balance
    >>> round(balance(search(8, 7).movement()).qf, 2)
    100.0
    """
    if pairs % 2 or not pairs / 2 <= rounds < pairs:
        raise ImpossibleWish(
            say(
                "A Howell for {tables} tables has {least} to {most} rounds.",
                tables=half(pairs),
                least=-(-pairs // 2),
                most=pairs - 1,
            )
        )
    dice = random.Random(f"{pairs} {rounds} {seed}")  # noqa: S311 - a search, not a secret
    steps = int(seconds * STEPS_A_SECOND)
    best: tuple[float, LineUp] | None = None
    plan = difference_set(rounds) if pairs - rounds == 1 and play is None else None
    tries = max(2, steps // 3000)
    for attempt in range(tries):
        found = _starter(pairs, rounds, dice, plan if attempt < tries // 2 else None)
        if found is None:
            if best is None and attempt >= tries // 2:
                break
            continue
        line_up = _tidy(found)
        seats = plays(line_up.movement(play))
        turned = turn_tables(seats, None, max(1, steps // tries), dice.randrange(10**6))
        line_up = _turned(line_up, [bool(turn) for turn in turned])
        quality = balance(line_up.movement(play)).qf
        if best is None or quality > best[0] + 1e-9:
            best = quality, line_up
        if quality > 100 - 1e-9:
            break
    if best is None:
        raise ImpossibleWish(
            say(
                "No Howell for {tables} tables and {rounds} was found.",
                tables=half(pairs),
                rounds=counted("rounds", rounds),
            )
        )
    return best[1]


def _turned(line_up: LineUp, turned: list[bool]) -> LineUp:
    """Switched places from the search; a table that is mostly turned is written the other way instead."""
    tables = len(line_up.seats)
    seats, places = list(line_up.seats), set()
    for table in range(tables):
        turns = [turned[number * tables + table] for number in range(len(turned) // tables)]
        mostly = 2 * sum(turns) > len(turns)
        if mostly:
            seats[table] = seats[table][::-1]
        places |= {(number + 1, table + 1) for number, turn in enumerate(turns) if turn != mostly}
    return replace(line_up, seats=tuple(seats), switched=frozenset(places))


def _tidy(line_up: LineUp) -> LineUp:
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


def difference_set(modulus: int) -> frozenset[int] | None:
    """A cyclic difference set of half the numbers, where we know one: squares modulo a prime, or Singer's for 15.

    >>> sorted(difference_set(7))
    [1, 2, 4]
    """
    if modulus == 15:
        return frozenset({0, 1, 2, 4, 5, 8, 10})
    prime = all(modulus % factor for factor in range(2, isqrt(modulus) + 1))
    if prime and modulus % 4 == 3:
        return frozenset(number * number % modulus for number in range(1, modulus))
    return None


def _starter(pairs: int, rounds: int, dice: random.Random, plan: frozenset[int] | None) -> LineUp | None:
    """A random legal line-up by depth-first search; with a plan, NS seats are those whose "set minus pair" is in it."""
    for _ in range(40):
        found = _descend(pairs, rounds, dice, plan)
        if found is not None:
            break
    else:
        return None
    tables = []
    stationary = rounds
    for a, b, start in found:
        if b is None:
            stationary += 1
            tables.append(((stationary, a + 1), start + 1))
        elif plan is not None and (start - a) % rounds not in plan:
            tables.append(((b + 1, a + 1), start + 1))
        else:
            tables.append(((a + 1, b + 1), start + 1))
    return LineUp(pairs, rounds, tuple(seats for seats, _ in tables), tuple(start for _, start in tables))


Place = tuple[int, int | None, int]


def _descend(pairs: int, modulus: int, dice: random.Random, plan: frozenset[int] | None) -> list[Place] | None:
    """Fill the tables one by one: the free pair with the fewest ways first, at random, until patience ends."""
    fixed = pairs - modulus
    patience = 60 * modulus
    seated: list[Place] = []

    def ways(
        a: int, free: list[int], differences: int, sets: list[int], values: int, left: int, enough: int
    ) -> list[Place]:
        found: list[Place] = []
        for start in sets:
            value = (start - a) % modulus
            if values >> value & 1:
                continue
            if left and (plan is None or value not in plan):
                found.append((a, None, start))
            for b in free if len(free) - left >= 2 else ():
                gap = (a - b) % modulus
                gap = min(gap, modulus - gap)
                if b == a or differences >> gap & 1 or 2 * gap == modulus:
                    continue
                other = (start - b) % modulus
                if values >> other & 1 or (plan is not None and (value in plan) == (other in plan)):
                    continue
                found.append((a, b, start))
            if len(found) > enough:
                break
        return found

    def go(free: list[int], differences: int, sets: list[int], values: int, left: int) -> bool:
        nonlocal patience
        if not free:
            return left == 0
        if left > len(free) or (patience := patience - 1) < 0:
            return False
        choices: list[Place] | None = None
        for a in dice.sample(free, min(8, len(free))):
            here = ways(a, free, differences, sets, values, left, len(choices) if choices else 10**9)
            if choices is None or len(here) < len(choices):
                choices = here
            if not choices:
                return False
        dice.shuffle(choices or [])
        for a, b, start in choices or []:
            rest = [n for n in free if n != a and n != b]
            remaining = [n for n in sets if n != start]
            seen = values | 1 << (start - a) % modulus
            gaps = differences
            if b is not None:
                gap = (a - b) % modulus
                gaps |= 1 << min(gap, modulus - gap)
                seen |= 1 << (start - b) % modulus
            seated.append((a, b, start))
            if go(rest, gaps, remaining, seen, left - (b is None)):
                return True
            seated.pop()
            if patience < 0:
                return False
        return False

    return seated if go(list(range(modulus)), 0, list(range(modulus)), 0, fixed) else None
