"""How fast deals are solved and found, and that a score comes in no later while they are.

    script/bench deals                 three minutes
    script/bench deals --write now     and the figures go into docs/figures.md

The double-dummy tables of 36 boards are worked out by our program (`arrowswitch.deals.solver`, which the server runs beside itself) and
by a bare one that gives all 36 to DDS in one call; both from the start of the process to the last table, in turn, on all cores. Then
phones enter scores against a real server, first with nothing else to do, then while it works out 200 boards. Last, deals for
lessons are searched for.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from datetime import UTC, datetime
from pathlib import Path

from _figures import Figure, show, write
from pads import SRC, play, prepare, serving, session_of

BOARDS, TURNS = 36, 5
PADS, ROUNDS, SOLVED = 29, 26, 200
PAUSE = 0.5
"""Seconds from one score of a phone to its next, at least; no club is so quick."""
BARE = """
import importlib.util, os, pathlib, sys
if hasattr(os, "SCHED_IDLE"):  # as ours, which takes only what nobody else wants
    os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
place = pathlib.Path(importlib.util.find_spec("endplay").origin).parent / "_dds" / "__init__.py"
spec = importlib.util.spec_from_file_location("bare_dds", place)
dds = importlib.util.module_from_spec(spec)
spec.loader.exec_module(dds)
texts = [line.strip() for line in sys.stdin if line.strip()]
deals, tables = dds.ddTableDealsPBN(), dds.ddTablesRes()
deals.noOfTables = len(texts)
for number, text in enumerate(texts):
    deals.ddTableDealPBN[number].cards = text.encode()
dds.CalcAllTablesPBN(deals, -1, [0] * 5, tables, dds.allParResults())
for number in range(len(texts)):
    table = tables.results[number].resTable
    print("".join(f"{table[suit][seat]:x}" for seat in (0, 2, 1, 3) for suit in (4, 0, 1, 2, 3)))
"""


def program(words: list[str], texts: str) -> tuple[float, float, str]:
    """Seconds that a program takes from its start to its last table, those of the processors, and what it says."""
    began, spent = time.perf_counter(), resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(
        [sys.executable, *words],
        input=texts,
        env={**os.environ, "PYTHONPATH": str(SRC)},
        capture_output=True,
        text=True,
        check=True,
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    worked = after.ru_utime + after.ru_stime - spent.ru_utime - spent.ru_stime
    return time.perf_counter() - began, worked, done.stdout


def solving_ratio() -> tuple[float, float, float]:
    """Our speed against the bare program's, by the clock and by the processors, and seconds that ours takes; the best of some
    turns of each, side by side."""
    from arrowswitch.deals import deal_text, dealt

    texts = "".join(f"{deal_text(hands)}\n" for hands in dealt("bench", range(1, BOARDS + 1)))
    bare, ours = [], []
    for _ in range(TURNS):
        bare.append(program(["-c", BARE], texts))
        ours.append(program(["-m", "arrowswitch.deals.solver"], texts))
        assert bare[-1][2] == ours[-1][2]
    (clock, processors), (own_clock, own_processors) = (
        (min(each[0] for each in turns), min(each[1] for each in turns)) for turns in (bare, ours)
    )
    return clock / own_clock, processors / own_processors, own_clock


def entering(folder: Path) -> tuple[float, float, int]:
    """Within how many seconds 99 of 100 scores are on the disk, without and with 200 boards to solve; and how many tables
    there were when the last score was in."""
    _, quiet = prepare(folder, PADS, ROUNDS)  # first, for it makes the models known

    from arrowswitch.deals import dealt
    from arrowswitch.session import Actor, AttachHands, Command
    from arrowswitch.site.journal import store
    from arrowswitch.site.journal.models import Solved

    with serving(folder) as (port, _):
        without = asyncio.run(paced(port, quiet))
    busy, cookies = session_of(PADS, ROUNDS)
    hands = AttachHands(dealt(f"{time.time()}", range(1, SOLVED + 1)))
    store.append(busy, Command("deals", Actor("director", "Bench"), datetime.now(UTC), hands))
    with serving(folder) as (port, _):  # which looks at the session, and begins to solve
        during = asyncio.run(paced(port, cookies))
        solved = Solved.objects.count()
    assert solved > 0
    return p99(without), p99(during), solved


async def paced(port: int, cookies: list[str]) -> list[float]:
    """Every phone enters its boards with a pause between them; how long each score took to be on the disk."""
    times: list[float] = []

    async def one(number: int, cookie: str) -> None:
        for board in range(ROUNDS):
            await asyncio.sleep(PAUSE * (1 + number % 7 / 7))
            await play(port, cookie, slice(board, board + 1), times, [])

    await asyncio.gather(*(one(number, cookie) for number, cookie in enumerate(cookies)))
    return times


def p99(times: list[float]) -> float:
    """Within this 99 of 100 are."""
    return sorted(times)[int(len(times) * 0.99)]


def lesson_seconds() -> tuple[float, float]:
    """Seconds for sixteen deals of a theme of 1 in 200, and deals a second that are looked at."""
    from arrowswitch.deals.lessons import search, theme, themed

    condition = theme("two-notrump").condition
    themed(condition, "warm", [1])
    times = []
    for number in range(TURNS):
        began = time.perf_counter()
        *_, (_, last) = search(condition, str(number), range(1, 17))
        times.append(time.perf_counter() - began)
    *_, (_, last) = search(theme("hold-up").condition, "bench", range(1, 17))
    return statistics.median(times), last.tried / last.seconds


def main() -> None:
    asked = argparse.ArgumentParser()
    asked.add_argument("--write", metavar="NAME", help="the figures go into docs/figures.md under this name")
    wish = asked.parse_args()
    sys.path.insert(0, str(SRC))
    ratio, worked, seconds = solving_ratio()
    lesson, a_second = lesson_seconds()
    with tempfile.TemporaryDirectory() as folder:
        without, during, solved = entering(Path(folder))
    figures = [
        Figure(
            f"double dummy of {BOARDS} boards, against DDS in one call (1 is as fast), both as programs",
            f"{ratio:.2f}",
            "0.95",
        ),
        Figure(
            "the same in time of the processors, which others on the machine do not change", f"{worked:.2f}", "0.95"
        ),
        Figure(f"the same, from the start of the program to the last table of {BOARDS}", f"{seconds:.1f} s", ""),
        Figure(f"{PADS} phones, 99 of 100 scores within: nothing else to do", f"{without * 1000:.0f} ms", ""),
        Figure(
            f"the same while {SOLVED} boards are solved ({solved} done when the last score was in)",
            f"{during * 1000:.0f} ms",
            "as without",
        ),
        Figure("16 deals of a theme that 1 deal in 187 suits", f"{lesson:.2f} s", "1 s"),
        Figure("deals a second that are looked at for a rare theme", f"{a_second:,.0f}", ""),
    ]
    show(figures)
    if wish.write:
        write("Deals", wish.write, figures)


if __name__ == "__main__":
    main()
