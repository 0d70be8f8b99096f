"""How long it takes to plan an evening anew, by its size: until the first answer, until the best one, and how good they are.

Run it with `script/bench replan`. At each size two pairs have gone home at half time and two others sat in each other's seats. The first
answer is what the desk's page shows at once; the best is what looking further finds. Seconds are those of one core, whatever else it does.
"""

from __future__ import annotations

import argparse
import sys
import time
from typing import NamedTuple

from _figures import Figure, show, write
from rich.console import Console
from rich.table import Table

from arrowswitch.movements import ImpossibleWish, build, replan
from arrowswitch.movements.replan import NightStanding, Way

AIM_FIRST = 2.0
AIM_BEST = 10.0
FAMILIES = ("mitchell", "skip-mitchell", "share-relay", "howell")


class ReplanRun(NamedTuple):
    """What was found for one evening, and in what time."""

    going_on: int
    bound: int
    first: Way
    first_seconds: float
    best: Way
    best_seconds: float


def evening(family: str, tables: int) -> NightStanding:
    """An evening at half time on which three things have gone wrong."""
    movement = build(family, tables=tables)
    half = movement.rounds // 2
    here = replan.standing(movement, half)
    one, other = movement.at[half, 1].ew, movement.at[half, 2].ew
    here = replan.changed_seats(here, half, one, other)
    return replan.without(here, movement.contestants[1], movement.contestants[-2])


def replanned(here: NightStanding) -> ReplanRun:
    """The first answer and the best one."""
    begun = time.process_time()
    first = replan.ways(here)
    at_once = time.process_time() - begun
    begun = time.process_time()
    best = replan.ways(here, tries=replan.LONGER, seconds=AIM_BEST - 1)
    further = time.process_time() - begun
    going_on = replan.costs(here, replan.made_legal(here, here.planned)).unplayed
    return ReplanRun(going_on, replan.least_loss(here), first[0], at_once, best[0], further)


def told(runs: list[ReplanRun]) -> tuple[str, str]:
    """The slowest of the families at one size, and the boards that all of them lose."""
    first, best = max(run.first_seconds for run in runs), max(run.best_seconds for run in runs)
    going_on, bound = sum(run.going_on for run in runs), sum(run.bound for run in runs)
    at_once, further = sum(run.first.costs.unplayed for run in runs), sum(run.best.costs.unplayed for run in runs)
    lost = f"boards lost {going_on} by going on, {at_once}, {further}; at least {bound}"
    return f"first {first:.1f} s, best {best:.1f} s; {lost}", f"{AIM_FIRST:.0f} s, {AIM_BEST:.0f} s"


def main() -> None:
    """Prints every figure, and ends with status 1 where an answer comes too late."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--smallest", type=int, default=5)
    parser.add_argument("--largest", type=int, default=20)
    parser.add_argument("--write", metavar="NAME", help="put the figures into docs/figures.md under this name")
    asked = parser.parse_args()
    console = Console(highlight=False, width=max(130, Console().width))
    table = Table(title="Two have gone and two sat wrongly, at half time", box=None)
    heads = ("family", "tables", "going on", "bound", "first", "elsewhere", "s", "best", "elsewhere", "s")
    for name in heads:
        table.add_column(name, justify="left" if name == "family" else "right")
    late = 0
    runs: dict[int, list[ReplanRun]] = {}
    for family in FAMILIES:
        for tables in range(asked.smallest, asked.largest + 1):
            try:
                run = replanned(evening(family, tables))
            except ImpossibleWish:
                continue
            runs.setdefault(tables, []).append(run)
            late += run.first_seconds > AIM_FIRST or run.best_seconds > AIM_BEST
            table.add_row(
                family,
                str(tables),
                *map(str, (run.going_on, run.bound, run.first.costs.unplayed, run.first.costs.confusion)),
                f"{run.first_seconds:.2f}",
                *map(str, (run.best.costs.unplayed, run.best.costs.confusion)),
                f"{run.best_seconds:.2f}",
            )
    console.print(table)
    console.print(f"Boards lost are counted for each side. Too late: {late} of {len(table.rows)}")
    figures = [Figure(f"{tables} tables", *told(made)) for tables, made in runs.items()]
    show(figures)
    if asked.write:
        write("Two pairs gone and two seated wrongly at half time", asked.write, figures)
    sys.exit(late > 0)


if __name__ == "__main__":
    main()
