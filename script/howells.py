"""Makes generated_howells.json: the best Howell that the search finds for every size and every length.

Round 1 is found as `movements.design.starters` tells. Which way pairs sit is then chosen for balance: from a difference set
where one makes the balance perfect, and by a tabu search otherwise.

A length for which there is no cyclic Howell is played as the first rounds of the shortest longer one, whose seats are then
chosen for those rounds. A card that is written down stays until a better balanced one is found: players have its guide
cards, and another of the same quality would gain them nothing.
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from arrowswitch.movements.balance import balance, plays
from arrowswitch.movements.design.starters import StarterPlan, difference_set, starter, turned
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
        line_up = starter(StarterPlan(pairs, rounds, north=plan if attempt < tries // 2 else None), dice)
        if line_up is None:
            if best is None and attempt >= tries // 2:
                break
            continue
        seats = plays(line_up.movement(play))
        turns = turn_tables(seats, None, max(1, steps // tries), dice.randrange(10**6))
        line_up = turned(line_up, [bool(turn) for turn in turns])
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
