"""How good designed movements are: against what is best known, against the catalogue and against the bound, for every size.

Run it with `script/bench design`. For each size from 2 to 40 tables the length is that of the first choice with one winner; the catalogue
is the best of its movements of that length, by the choice's own measure. `--seconds` is how long each is looked for.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from typing import NamedTuple

from rich.console import Console
from rich.table import Table

from arrowswitch.movements import ImpossibleWish, choose
from arrowswitch.movements.choosing.weighing import counted_cost, measured, with_one_winner
from arrowswitch.movements.design import Design, DesignWish, designs
from arrowswitch.movements.design.figures import tonight_of
from arrowswitch.movements.design.starts import from_catalogue
from arrowswitch.words import half

FIRST_AIM = 0.5
KNOWN = [
    *(
        (2 * tables, tables, 2, qf)
        for tables, qf in ((5, 74.68), (7, 92.00), (9, 93.90), (11, 93.41), (13, 93.84), (15, 95.49))
    ),
    *((pairs, pairs - 1, 2, 100.0) for pairs in (8, 12, 16, 20, 24)),
    (10, 9, 3, 83.33),
    (14, 13, 2, 91.30),
]
"""Pairs, rounds, boards a round, and the quality that must be found in two seconds."""
HALVES = range(9, 32, 2)
LENGTHS = (7, 9, 11, 13)


class DesignRun(NamedTuple):
    """A search: what it found, and when."""

    best: Design
    first: float
    last: float


def searched(wish: DesignWish, seconds: float) -> DesignRun:
    """A search with the times of the first and of the best answer."""
    begun = time.perf_counter()
    found = [(each, time.perf_counter() - begun) for each in designs(wish, seconds=seconds)]
    return DesignRun(found[-1][0], found[0][1], found[-1][1])


def of_catalogue(wish: DesignWish) -> tuple[float, float, int] | None:
    """Cost, quality and couples missed of the best movement that the catalogue has of this length, as the choice would offer it."""
    tonight = tonight_of(wish.pairs, wish.rounds * wish.boards_per_round, wish.winners)
    ways = []
    for start in from_catalogue(wish, random.Random(0)):
        movement = start.movement
        if wish.winners == 1 and movement.winners == 2:
            movement, _ = with_one_winner(movement)
        one = measured(movement)
        ways.append((counted_cost(tonight, one), one.qf, len(one.facts.missed)))
    return min(ways, default=None)


def known(console: Console, seconds: float) -> bool:
    """The figures that others have found."""
    table = Table(title=f"What is best known, in {seconds:g} s", box=None)
    for name in ("pairs", "rounds", "known", "found", "bound", "proved", "first s", "best s"):
        table.add_column(name, justify="right")
    reached = True
    for pairs, rounds, size, qf in KNOWN:
        best, first, last = searched(DesignWish(pairs, rounds, size), seconds)
        reached &= round(best.figures.qf, 2) >= qf
        table.add_row(*map(str, (pairs, rounds)), f"{qf:.2f}", *_found(best), f"{first:.2f}", f"{last:.2f}")
    console.print(table)
    return reached


def _found(best: Design) -> tuple[str, str, str]:
    limit = f"{best.bound.qf:.2f}" if best.bound else "–"
    return f"{best.figures.qf:.2f}", limit, "yes" if best.proved else "no"


def compared(console: Console, title: str, wishes: list[DesignWish], seconds: float) -> tuple[int, int, float]:
    """Designs against the catalogue: how many are better, how many worse, and the latest first answer."""
    table = Table(title=title, box=None)
    heads = (
        "tables",
        "rounds",
        "catalogue",
        "missed",
        "design",
        "missed",
        "bound",
        "proved",
        "cost before",
        "after",
        "first s",
        "best s",
    )
    for name in heads:
        table.add_column(name, justify="right")
    better = worse = 0
    latest = 0.0
    for wish in wishes:
        before = of_catalogue(wish)
        if before is None:
            continue
        best, first, last = searched(wish, seconds)
        cost, qf, missed = before
        better += best.cost < cost - 1e-6
        worse += best.cost > cost + 1e-6
        latest = max(latest, first)
        table.add_row(
            half(wish.pairs),
            f"{wish.rounds}×{wish.boards_per_round}",
            f"{qf:.2f}",
            str(missed),
            f"{best.figures.qf:.2f}",
            str(best.figures.missed),
            *_found(best)[1:],
            f"{cost:.2f}",
            f"{best.cost:.2f}",
            f"{first:.2f}",
            f"{last:.2f}",
        )
    console.print(table)
    console.print(
        f"Better than the catalogue: {better} of {len(table.rows)}, worse: {worse}; latest first answer {latest:.2f} s\n"
    )
    return better, worse, latest


def every_size(winners: int, sizes: range) -> list[DesignWish]:
    """The length of the first choice of every size that the catalogue serves in one section."""
    wishes = []
    for pairs in sizes:
        try:
            choices = choose(tables=half(pairs), winners=winners)
        except ImpossibleWish:
            continue
        first = next((each for each in choices if not each.parts), None)
        if first is not None:
            wishes.append(DesignWish(pairs, first.rounds, first.boards_per_round, winners=winners))
    return wishes


def main() -> None:
    """Prints every figure, and ends with status 1 where one is missed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=2.0, help="how long each is looked for")
    parser.add_argument("--largest", type=int, default=40, help="tables up to which every size is tried")
    asked = parser.parse_args()
    console = Console(highlight=False, width=max(130, Console().width))
    reached = known(console, asked.seconds)
    sizes = range(4, 2 * asked.largest + 1)
    found = [
        compared(
            console, f"Every size, {winners} winner{'s' * (winners > 1)}", every_size(winners, sizes), asked.seconds
        )
        for winners in (1, 2)
    ]
    halves = [
        DesignWish(pairs, rounds, max(1, round(26 / rounds)))
        for pairs in HALVES
        for rounds in sorted({*LENGTHS, pairs})
        if (pairs + 1) // 2 - 2 <= rounds <= pairs
    ]
    found.append(compared(console, "Half tables, 4½ to 15½, at the usual lengths and complete", halves, asked.seconds))
    worse, latest = sum(each[1] for each in found), max(each[2] for each in found)
    well = reached and not worse and latest < FIRST_AIM
    console.print(
        f"Best known figures {'reached' if reached else 'NOT reached'}; worse than the catalogue in {worse} cases; "
        f"first answer in {latest:.2f} s at the latest (aim {FIRST_AIM})."
    )
    sys.exit(0 if well else 1)


if __name__ == "__main__":
    main()
