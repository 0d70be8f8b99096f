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

from _figures import Figure, show, write
from rich.console import Console
from rich.table import Table

from arrowswitch.movements import ImpossibleWish, choose, never_meet
from arrowswitch.movements.choosing.individuals import individual_cost
from arrowswitch.movements.choosing.weighing import counted_cost, measured, with_one_winner
from arrowswitch.movements.design import (
    Design,
    DesignWish,
    PlayersWish,
    TeamsWish,
    design_players,
    design_teams,
    designs,
)
from arrowswitch.movements.design.figures import UNMET, tonight_of
from arrowswitch.movements.design.players import players_given_up
from arrowswitch.movements.design.starts import from_catalogue
from arrowswitch.movements.design.teams import cost_of, teams_given_up
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
WHOLES = range(8, 33, 2)
MANY = 9
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


def of_catalogue(wish: DesignWish, *, printed: bool = False) -> tuple[float, float, int] | None:
    """Cost, quality and couples missed of the best movement that the catalogue has of this length, as the choice would offer it;
    of what is in print only, cards that our own search found are left out."""
    tonight = tonight_of(wish.pairs, wish.rounds * wish.boards_per_round, wish.winners)
    ways = []
    for start in from_catalogue(wish, random.Random(0)):
        movement = start.movement
        if printed and movement.card.startswith(("generated", "designed")):
            continue
        if wish.winners == 1 and movement.winners == 2:
            movement, _ = with_one_winner(movement)
        one = measured(movement)
        ways.append((counted_cost(tonight, one), one.qf, never_meet(movement, one.facts)))
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
    return f"{best.figures.qf:.2f}", f"{best.bound.qf:.2f}", "yes" if best.proved else "no"


class Comparison(NamedTuple):
    """Designs against the catalogue."""

    sizes: int
    better: int
    worse: int
    latest: float
    """The latest first answer, in seconds."""
    proved: int


def compared(
    console: Console, title: str, wishes: list[DesignWish], seconds: float, *, printed: bool = False
) -> Comparison:
    """Each wish looked for, beside the best that the catalogue has, or that is in print."""
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
    better = worse = proved = 0
    latest = 0.0
    for wish in wishes:
        before = of_catalogue(wish, printed=printed)
        if before is None:
            continue
        best, first, last = searched(wish, seconds)
        proved += best.proved
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
    return Comparison(len(table.rows), better, worse, latest, proved)


def of_others(console: Console, seconds: float) -> tuple[int, int, int]:
    """Teams and players: sizes, those worse than the catalogue, and draws of teams in which more could meet."""
    table = Table(title="Teams and players, of the length of the first choice", box=None)
    for name in ("who", "rounds", "cost before", "after", "first s", "best s"):
        table.add_column(name, justify="right")
    sizes = worse = unproved = 0
    for teams in range(3, 21):
        first = choose(teams=teams)[0].movement
        even = {len(meeting.boards) for meeting in first.meetings} == {first.boards_per_round}
        wish = TeamsWish(teams, first.rounds, first.boards_per_round)
        begun = time.perf_counter()
        found = [(each, time.perf_counter() - begun) for each in design_teams(wish, seconds=seconds)]
        before = cost_of(wish, first, len(teams_given_up(wish, first)))
        sizes, worse = sizes + 1, worse + (even and found[-1][0].cost > before + 1e-6)
        unproved += not found[-1][0].proved
        table.add_row(
            f"{teams} teams", f"{wish.rounds}×{wish.boards_per_round}", f"{before:.2f}", f"{found[-1][0].cost:.2f}",
            f"{found[0][1]:.2f}", f"{found[-1][1]:.2f}",
        )  # fmt: skip
    for players in range(8, 41):
        alone = choose(players=players)[0].movement
        asked = PlayersWish(players, alone.rounds, alone.boards_per_round)
        begun = time.perf_counter()
        made = [(each, time.perf_counter() - begun) for each in design_players(asked, seconds=seconds)]
        known_cost = individual_cost(alone) + UNMET * len(players_given_up(asked, alone))
        sizes, worse = sizes + 1, worse + (made[-1][0].cost > known_cost + 1e-6)
        table.add_row(
            f"{players} players", f"{asked.rounds}×{asked.boards_per_round}", f"{known_cost:.2f}",
            f"{made[-1][0].cost:.2f}", f"{made[0][1]:.2f}", f"{made[-1][1]:.2f}",
        )  # fmt: skip
    console.print(table)
    console.print(f"Worse than the catalogue: {worse} of {sizes}; draws in which more teams could meet: {unproved}\n")
    return sizes, worse, unproved


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


def of_lengths(winners: int, sizes: range) -> list[DesignWish]:
    """The lengths at which sizes are compared with what is in print, which may have several copies of the boards."""
    return [
        DesignWish(pairs, rounds, max(1, round(26 / rounds)), winners=winners, copies=MANY if winners == 2 else 1)
        for pairs in sizes
        for tables in ((pairs + 1) // 2,)
        for rounds in (range(5, 14) if winners == 2 else sorted({*LENGTHS, pairs}))
        if (rounds <= tables if winners == 2 else tables - 3 <= rounds <= pairs)
    ]


def main() -> None:
    """Prints every figure, and ends with status 1 where one is missed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=2.0, help="how long each is looked for")
    parser.add_argument("--largest", type=int, default=40, help="tables up to which every size is tried")
    parser.add_argument("--write", help="put the figures into docs/figures.md under this name")
    asked = parser.parse_args()
    console = Console(highlight=False, width=max(130, Console().width))
    reached = known(console, asked.seconds)
    sizes = range(4, 2 * asked.largest + 1)
    found = {
        f"{winners} winner{'s' * (winners > 1)}": compared(
            console, f"Every size, {winners} winner{'s' * (winners > 1)}", every_size(winners, sizes), asked.seconds
        )
        for winners in (1, 2)
    }
    halves = {
        winners: compared(
            console,
            f"Half tables against what is in print, {winners} winner{'s' * (winners > 1)}",
            of_lengths(winners, HALVES),
            asked.seconds,
            printed=True,
        )
        for winners in (1, 2)
    }
    wholes = compared(
        console, "Whole tables against what is in print, 2 winners", of_lengths(2, WHOLES), asked.seconds, printed=True
    )
    others = of_others(console, asked.seconds)
    everything = [*found.values(), *halves.values(), wholes]
    worse, latest = sum(each.worse for each in everything) + others[1], max(each.latest for each in everything)
    well = reached and not worse and latest < FIRST_AIM and not others[2]
    figures = [
        Figure("the best known figures of Mitchells and Howells", "reached" if reached else "NOT reached", "reached"),
        *(
            Figure(
                f"2 to {asked.largest} tables, {name}, {each.sizes} sizes: better than the catalogue, worse",
                f"{each.better}, {each.worse}",
                "none worse",
            )
            for name, each in found.items()
        ),
        *(
            Figure(
                f"half tables of 4½ to 15½, {winners} winner{'s' * (winners > 1)}, {each.sizes} lengths: better than in print,"
                " worse, proved best",
                f"{each.better}, {each.worse}, {each.proved}",
                "none worse",
            )
            for winners, each in halves.items()
        ),
        Figure(
            f"tables of 4 to 16, 2 winners, {wholes.sizes} lengths: better than in print, worse, proved best",
            f"{wholes.better}, {wholes.worse}, {wholes.proved}",
            "none worse",
        ),
        Figure("teams and players: sizes, worse than the catalogue", f"{others[0]}, {others[1]}", "none worse"),
        Figure("the latest first answer", f"{latest:.2f} s", f"{FIRST_AIM} s"),
    ]
    show(figures)
    if asked.write:
        write(f"Designs in {asked.seconds:g} s", asked.write, figures)
    sys.exit(0 if well else 1)


if __name__ == "__main__":
    main()
