"""How fast scoring is: a simultaneous event, one changed line in a club night, and growth with the field.

    script/bench scoring

Each figure is the best of several runs, in time of the processor on the machine that runs it.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

import numpy as np

from arrowswitch.regulations import load
from arrowswitch.scoring import (
    AVERAGE,
    MINUS,
    PLUS,
    Ceiling,
    Damage,
    Floor,
    Line,
    Percent,
    Score,
    SessionToScore,
    adjusted,
    played,
    ranking,
    rescore,
    score,
    weighted,
)
from arrowswitch.scoring.large.batch import score_field
from arrowswitch.scoring.large.columns import columns

SCORES = (
    *(-1430, -620, -450, -420, -170, -110, -100, -50, 0, 50, 90, 100, 110, 120, 140, 150, 170, 200),
    *(400, 420, 430, 450, 600, 620, 630, 650, 680, 980, 1430),
)


def best(run: Callable[[], object], times: int) -> float:
    """The shortest of several runs, in milliseconds of the processor."""
    found = []
    for _ in range(times):
        start = time.process_time()
        run()
        found.append(time.process_time() - start)
    return min(found) * 1000


def event(tables: int, boards: int, mixed: bool, seed: int = 7) -> SessionToScore:
    """An event of many clubs; with `mixed`, one line in fifty is of another kind."""
    chance = random.Random(seed)
    lines: list[Line] = []
    for board in range(1, boards + 1):
        for table in range(tables):
            made = chance.choice(SCORES)
            line = played(board, f"N{table}", f"E{(table + board) % tables}", made)
            if mixed and chance.random() < 0.02:
                line = special(line, chance)
            lines.append(line)
    return SessionToScore(tuple(lines), winners=2, regulations=load("ebu"))


def special(line: Line, chance: random.Random) -> Line:
    """A line of any other kind."""
    one, other = chance.choice(SCORES), chance.choice(SCORES)
    share = Percent(Fraction(chance.randrange(101), 100))
    spread = weighted((one, 40), (other, 60))
    kinds = (
        lambda: replace(line, ns_award=PLUS, ew_award=MINUS),
        lambda: replace(line, ns_award=AVERAGE, ew_award=share),
        lambda: replace(line, ns_award=spread, ew_award=spread),
        lambda: replace(line, ns_award=Score(one), ew_award=Score(other)),
        lambda: replace(line, ns_award=Floor(one), ew_award=Ceiling(one)),
        lambda: replace(line, ns_award=Damage(140, 50, one), ew_award=Score(140)),
        lambda: replace(line, status="not-played"),
        lambda: replace(line, group="B"),
    )
    return chance.choice(kinds)()


def simultaneous() -> None:
    for mixed in (False, True):
        session = event(5000, 26, mixed)
        making = best(lambda session=session: columns(session), 1)
        arrays = columns(session)
        scores = np.array([line.score or 0 for line in session.lines]).reshape(26, 5000)
        sorting = best(lambda scores=scores: np.sort(scores, axis=1), 30)
        scoring = best(lambda arrays=arrays: score_field(arrays).ranks, 30)
        kind = "every kind of line" if mixed else "plain lines"
        print(f"5,000 tables x 26 boards, {kind}: {scoring:.2f} ms, {scoring / sorting:.1f} times numpy.sort", end=" ")
        print(f"({sorting:.2f} ms); aim: at most 12 times; making the arrays from the lines, once: {making:.0f} ms")


def changed_line() -> None:
    session = event(20, 26, mixed=True)
    scored = score(session)
    before = ranking(scored)
    old = next(line for line in session.lines if line.score is not None)
    new = adjusted(old.board, old.ns, old.ew, Score(7600), Score(7600))
    took = best(lambda: ranking(rescore(scored, old, new)), 50)
    whole = best(lambda: ranking(score(session)), 10)
    assert ranking(rescore(scored, old, new)) != before
    print(f"one changed line to a new ranking, 20 tables x 26 boards: {took:.2f} ms", end=" ")
    print(f"(everything: {whole:.1f} ms); aim: under 5 ms")


def growth() -> None:
    print("growth:")
    costs = []
    for tables in (10, 100, 1000, 10000):
        session = event(tables, 26, mixed=True)
        exact = best(lambda session=session: score(session), 5 if tables < 1000 else 1) / len(session.lines) * 1e3
        arrays = columns(session)
        batch = best(lambda arrays=arrays: score_field(arrays).ranks, 20) / len(session.lines) * 1e3
        costs.append(exact)
        print(f"  {tables:>6} tables x 26 boards: {exact:6.2f} microseconds a line, in one go {batch:6.3f}")
    print(f"  dearest over cheapest line: {max(costs) / min(costs):.2f}; aim: within 2")


if __name__ == "__main__":
    simultaneous()
    changed_line()
    growth()
