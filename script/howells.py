"""Makes generated_howells.json: the best Howell that the search finds for every size and every length.

In a cyclic Howell every moving pair number and every set rises by one each round (modulo the number of rounds), so
round 1 says all. Nobody meets anybody or any set twice when the differences of the moving pairs that meet are all
different, and so are the numbers "set minus pair" of all moving seats (a starter with an adder). Which way pairs sit
is then chosen for balance: from a difference set where one makes the balance perfect, and by a tabu search otherwise.

A length for which there is no cyclic Howell is played as the first rounds of the shortest longer one, whose seats are then
chosen for those rounds. A card that is written down stays until a better balanced one is found: players have its guide
cards, and another of the same quality would gain them nothing.
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Iterable
from dataclasses import replace
from math import isqrt
from pathlib import Path
from typing import Any

from arrowswitch.movements.balance import balance, plays
from arrowswitch.movements.families.howell_cards import HERE, LineUp
from arrowswitch.movements.model import ImpossibleWish
from arrowswitch.movements.switches import STEPS_A_SECOND, turn_tables
from arrowswitch.words import counted, half, say

FILE = HERE / "generated_howells.json"
LENGTHS: dict[int, tuple[int, ...]] = {
    8: (6, 7),
    **{pairs: tuple(range(pairs // 2 + 1, pairs)) for pairs in range(10, 24, 2)},
    24: tuple(range(12, 24)),
    26: tuple(range(13, 26)),
    28: (12, 13, 14, *range(16, 28)),
}
"""The rounds to play, for each number of pairs; other lengths leave out rounds of these, or are in print."""
BETTER = 1e-4
"""The qualities are written down with four digits."""

Entry = dict[str, Any]


def entry(pairs: int, length: int, *, seed: int, seconds: float) -> Entry:
    """A card as it is written down, found from a seed; the same seed and seconds give the same card.

    >>> entry(8, 6, seed=0, seconds=0.1)["play"]
    6
    """
    for rounds in range(length, pairs):
        play = length if length < rounds else None
        try:
            found = search(pairs, rounds, play=play, seed=seed, seconds=seconds)
        except ImpossibleWish:
            continue  # no cyclic line-up of so many rounds: the first rounds of a longer one
        return _written(found, play)
    raise ImpossibleWish(f"No Howell for {pairs} pairs and {length} rounds was found.")


def _written(found: LineUp, play: int | None) -> Entry:
    return {
        "pairs": found.pairs,
        "rounds": found.rounds,
        **({"play": play} if play else {}),
        "qf": round(balance(found.movement(play)).qf, 4),
        "line_up": " ".join(f"{ns}-{ew}" for ns, ew in found.seats),
        "sets": list(found.sets),
        "switched": " ".join(f"{table}:{number}" for number, table in sorted(found.switched)),
    }


def place(one: Entry) -> tuple[int, int]:
    """Where an entry stands: by the pairs and the rounds that are played."""
    return one["pairs"], one.get("play", one["rounds"])


def improved(known: Iterable[Entry], new: Iterable[Entry]) -> list[Entry]:
    """The entries in order, each the best of its place; of equals the one that is known.

    >>> improved([{"pairs": 8, "rounds": 7, "qf": 90.0}], [{"pairs": 8, "rounds": 7, "qf": 90.0}, {"pairs": 6, "rounds": 5, "qf": 1}])
    [{'pairs': 6, 'rounds': 5, 'qf': 1}, {'pairs': 8, 'rounds': 7, 'qf': 90.0}]
    """
    best = {place(one): one for one in known}
    for one in new:
        if place(one) not in best or one["qf"] > best[place(one)]["qf"] + BETTER:
            best[place(one)] = one
    return [best[where] for where in sorted(best)]


def write(entries: list[Entry], file: Path = FILE) -> None:
    """One line a card, so that a change of one is a change of a line."""
    file.write_text("[\n" + ",\n".join(f"  {json.dumps(one)}" for one in entries) + "\n]\n", encoding="utf-8")


# -- the search ---------------------------------------------------------------------------------------------------------


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
    dice = random.Random(f"{pairs} {rounds} {seed}")
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


def main() -> None:
    """Searches and writes, size by size, so that it can be stopped at any time."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("pairs", nargs="*", type=int, choices=LENGTHS, help="only these sizes")
    parser.add_argument("--seeds", type=int, default=4, help="how many searches for each length")
    parser.add_argument("--seconds", type=float, default=4.0, help="how long each lasts, on a plain laptop")
    asked = parser.parse_args()
    for pairs in asked.pairs or LENGTHS:
        known = json.loads(FILE.read_text("utf-8"))
        found = [
            entry(pairs, length, seed=seed, seconds=asked.seconds)
            for length in LENGTHS[pairs]
            for seed in range(asked.seeds)
        ]
        better = improved(known, found)
        write(better)
        print(f"{pairs} pairs: {sum(one not in known for one in better)} of {len(LENGTHS[pairs])} lengths are better.")


if __name__ == "__main__":
    main()
