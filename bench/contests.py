"""How fast Swiss draws and tables of teams are, and whether thousands of whole events come out legal.

Run it with `script/bench contests`. `script/draws` plays 10,000 whole events and times nothing. Times are those of the processor.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests" / "contests"))

from event_journal import RunningEvent
from swiss_events import needless, simulated, teams

from arrowswitch.contests.events import (
    AddSession,
    DrawRound,
    EnterContestant,
    FedMatch,
    OpenStage,
    SwissPlan,
    standings,
)
from arrowswitch.contests.swiss import SwissEvent, draw, load_rules

DRAWS = [
    # contestants, rules, rounds played, seconds at the most
    (500, "wbf", 9, 1.0),
    (499, "wbf", 9, 1.0),
    (499, "nzb", 8, 1.0),
    (1000, "wbf", 9, 3.0),
    (1000, {"first": "australian"}, 0, 3.0),
    (1000, "acbl", 0, 3.0),
]
TABLE = (500, 10, 0.05)
"""Teams, rounds, and the seconds that their table may take after one board has changed."""
RULES: list[str | dict[str, object]] = [
    "wbf",
    "nzb",
    "acbl",
    {"base": "wbf", "odd": "triple"},
    {"base": "nzb", "first": "structured"},
    {"base": "wbf", "first": "australian", "equals": "fold"},
    {"base": "wbf", "lag": 1},
]


def seconds(work: Callable[[], object]) -> float:
    """How long one call takes the processor."""
    start = time.process_time()
    work()
    return time.process_time() - start


def event_after(entries: int, rules: str | dict[str, object], rounds: int) -> SwissEvent:
    """A field that has played so many rounds of a real Swiss."""
    event = SwissEvent(teams(entries), rules=load_rules(rules), seed="bench")
    for last, drawn in simulated(event, rounds + 1, Random(1)):
        event = last
        del drawn
    return event


def speed() -> bool:
    """Prints how long draws take; false if one is too slow."""
    good = True
    for entries, rules, rounds, aim in DRAWS:
        event = event_after(entries, rules, rounds)
        taken = seconds(lambda event=event: draw(event))  # type: ignore[misc]
        good &= taken <= aim
        print(f"{entries:5} contestants, round {event.next:2}, {rules}: {taken:.2f} s (at most {aim} s)")
    return good


def table() -> bool:
    """Prints how long the table of a large event takes after one board has changed in a session; false if that is too slow."""
    entries, rounds, aim = TABLE
    random = Random(3)
    event = RunningEvent(0)
    for number in range(1, entries + 1):
        event.do(EnterContestant(f"Team {number}", seed=number))
    event.do(OpenStage("Swiss", SwissPlan(rounds)))
    for number in range(1, rounds + 1):
        event.do(DrawRound())
        event.do(AddSession(str(number), f"Evening {number}", (number,)))
        event.feed(str(number), {1: [scored(sides, random) for sides in event.drawn()]})
    times = []
    for _ in range(9):
        first, *others = event.feeds[4].rounds[1]
        event.feed(event.feeds[4].session, {1: [scored(first.sides, random), *others]})
        times.append(seconds(lambda: standings(event.state, event.feeds)))
    taken = sorted(times)[4]
    print(
        f"{entries:5} teams, {rounds} rounds, one board changed: the table in {1000 * taken:.0f} ms (at most {1000 * aim:.0f} ms)"
    )
    return taken <= aim


def scored(sides: tuple[int, ...], random: Random) -> FedMatch:
    """A match as a session tells it: the IMPs of its boards, added up."""
    return FedMatch(sides, (random.randint(0, 60), random.randint(0, 60)), boards=8)


def whole_events(count: int) -> bool:
    """Plays made-up events to the end and prints what was wrong with their draws."""
    faults = draws = 0
    for number in range(count):
        random = Random(number)
        rules = load_rules(random.choice(RULES))
        event = replace(SwissEvent(teams(random.randint(8, 60)), rules=rules), seed=str(number))
        for before, drawn in simulated(event, random.randint(5, 12), random, whole=bool(number % 2)):
            draws += 1
            for fault in needless(before, drawn):
                faults += 1
                print(f"event {number}, round {before.next}: {fault}")
    print(f"{count} events, {draws} draws: {faults} faults")
    return not faults


def main() -> None:
    """All of it, and exit status 1 if anything was too slow or wrong."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--events", type=int, default=200, help="whole events to play")
    asked.add_argument("--only-events", action="store_true", help="time nothing")
    given = asked.parse_args()
    good = given.only_events or all([speed(), table()])
    sys.exit(0 if whole_events(given.events) and good else 1)


if __name__ == "__main__":
    main()
