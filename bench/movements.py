"""How fast movements are: to build, prove and balance each, to choose one, and to start the command at all.

Run it with `script/bench movements`. Times are those of the processor, which is what a person waits for on a machine
with nothing else to do; the start of a command is told by the clock too, the best of a few tries.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterable
from functools import _lru_cache_wrapper
from pathlib import Path
from types import ModuleType
from typing import Any

from rich.columns import Columns
from rich.console import Console
from rich.table import Table

from arrowswitch.movements import FAMILIES, ImpossibleWish, audit, balance, build, choose
from arrowswitch.words import half

CHOICE_AIM = 0.3
START_AIM = 0.3
SIZES = range(6, 73)  # pairs: 3 to 36 tables
TEAMS = range(3, 21)
PLAYERS = range(8, 41)
CHOICES = range(4, 81)  # pairs: 2 to 40 tables
WISHES: dict[str, list[dict[str, Any]]] = {
    "pairs": [{"tables": half(pairs)} for pairs in SIZES],
    "teams": [{"teams": teams} for teams in TEAMS],
    "individual": [{"players": players} for players in PLAYERS],
}
SOURCE = Path(__file__).parent.parent / "src"


def seconds(work: Callable[[], object]) -> float:
    """How long one call takes the processor."""
    start = time.process_time()
    work()
    return time.process_time() - start


def forget() -> None:
    """Empties every cache of the program, as if it had just been started."""
    for module in [module for name, module in sys.modules.items() if name.startswith("arrowswitch.")]:
        for cached in _caches(module):
            cached.cache_clear()


def _caches(module: ModuleType) -> Iterable[_lru_cache_wrapper[object]]:
    return [value for value in vars(module).values() if isinstance(value, _lru_cache_wrapper)]


def families() -> Table:
    """Build, audit and balance of every family at every size that it serves."""
    title = "Every family, 3 to 36 tables (3 to 20 teams, 8 to 40 players): milliseconds, mean and worst"
    table = Table(title=title, box=None)
    table.add_column("family")
    table.add_column("sizes", justify="right")
    for step in ("build", "audit", "balance"):
        table.add_column(step, justify="right")
        table.add_column("worst", justify="right")
    table.add_column("at", justify="right")
    totals = [0.0, 0.0, 0.0]
    built = 0
    for family in FAMILIES.values():
        rows: list[tuple[str, list[float]]] = []
        for wish in WISHES[family.kind]:
            forget()
            start = time.process_time()
            try:
                movement = build(family.name, **wish)
            except ImpossibleWish:
                continue
            took = time.process_time() - start
            proved = seconds(lambda made=movement: audit(made))
            measured = seconds(lambda made=movement: balance(made)) if family.kind == "pairs" else 0.0
            rows.append((movement.entry, [took, proved, measured]))
        cells = []
        for i in range(3):
            spent = [times[i] for _, times in rows]
            totals[i] += sum(spent)
            not_measured = family.kind != "pairs" and i == 2
            cells += ["", ""] if not_measured else [f"{1000 * sum(spent) / len(rows):.1f}", f"{1000 * max(spent):.1f}"]
        built += len(rows)
        table.add_row(family.name, str(len(rows)), *cells, max(rows, key=lambda row: sum(row[1]))[0])
    table.add_section()
    table.add_row("all, in seconds", str(built), *(cell for total in totals for cell in (f"{total:.2f}", "")), "")
    return table


def choices(console: Console) -> float:
    """The time to choose for every entry; the worst is returned."""
    warm: dict[str, float] = {}
    cold: dict[str, float] = {}
    for pairs in CHOICES:
        entry = half(pairs)
        forget()
        cold[entry] = seconds(lambda entry=entry: choose(tables=entry))
        warm[entry] = min(seconds(lambda entry=entry: choose(tables=entry)) for _ in range(2))
    for teams in TEAMS:
        entry = f"{teams} teams"
        forget()
        cold[entry] = seconds(lambda teams=teams: choose(teams=teams))
        warm[entry] = min(seconds(lambda teams=teams: choose(teams=teams)) for _ in range(2))
    console.print(f"\nTo choose, every entry from 2 to 40 tables and 3 to 20 teams (aim: under {CHOICE_AIM} s)")
    for name, found in (("first time", cold), ("again", warm)):
        worst = sorted(found, key=lambda entry: -found[entry])[:6]
        late = [entry for entry, took in found.items() if took >= CHOICE_AIM]
        console.print(
            f"  {name:10}  mean {sum(found.values()) / len(found):.3f} s   worst "
            + ", ".join(f"{entry} {found[entry]:.3f}" for entry in worst)
            + f"   over the aim: {len(late)} of {len(found)}"
        )
    cells = [f"{half(pairs):>4} {cold[half(pairs)]:.2f}" for pairs in CHOICES]
    console.print(Columns(cells, padding=(0, 2), column_first=True, equal=True))
    return max(cold.values())


def start_up(console: Console) -> float:
    """The clock time of the smallest command against that of Python itself, taken in turns."""
    environment = os.environ | {"PYTHONPATH": str(SOURCE)}
    commands = {
        "python -c pass": [sys.executable, "-c", "pass"],
        "arrowswitch contract 4SX+1": [sys.executable, "-m", "arrowswitch", "contract", "4SX+1"],
        "arrowswitch movement show mitchell -t 7": [
            *(sys.executable, "-m", "arrowswitch", "movement", "show", "mitchell", "-t", "7")
        ],
        "arrowswitch movement choose -t 11½": [sys.executable, "-m", "arrowswitch", "movement", "choose", "-t", "11½"],
    }
    best = dict.fromkeys(commands, (float("inf"), float("inf")))
    for _ in range(7):
        for name, command in commands.items():
            clock, used = time.perf_counter(), child_seconds()
            subprocess.run(command, env=environment, capture_output=True, check=True)
            took = (time.perf_counter() - clock, child_seconds() - used)
            best[name] = (min(best[name][0], took[0]), min(best[name][1], took[1]))
    console.print(f"\nTo start: by the clock and for the processor, best of 7 (aim for contract: under {START_AIM} s)")
    for name, (clock, used) in best.items():
        console.print(f"  {name:42} {clock:.3f} s   {used:.3f} s")
    return best["arrowswitch contract 4SX+1"][0]


def child_seconds() -> float:
    """Processor time of the commands that were run so far."""
    spent = os.times()
    return spent.children_user + spent.children_system


def main() -> None:
    """Prints every figure on one screen."""
    console = Console(highlight=False, width=max(110, Console().width))
    console.print(families())
    slowest = choices(console)
    started = start_up(console)
    console.print(
        f"\nWorst choice {slowest:.3f} s (aim {CHOICE_AIM}), start {started:.3f} s (aim {START_AIM}): "
        + ("within the aims." if slowest < CHOICE_AIM and started < START_AIM else "NOT within the aims.")
    )


if __name__ == "__main__":
    main()
