"""Fixtures: everybody meets everybody, once or more often, with home and away as even as can be.

The draw is the circle method with the pattern of homes that has the fewest breaks (nobody at home twice on end more often than
must be). An odd number has a bye in every round. The draws that a manual prints for one room, with triples, are movements.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta

from arrowswitch.contests.reading import BadContest
from arrowswitch.words import counted, say

MOST_ENTRIES = 60
MOST_TIMES = 4


@dataclass(frozen=True, slots=True)
class FixtureWish:
    """Who plays, how often each meets each, and when."""

    entries: tuple[str, ...]
    times: int = 1
    """1 for once, 2 for home and away."""
    dates: tuple[date, ...] = ()
    """Of the evenings; none leaves them open."""
    rounds_an_evening: int = 1

    def __post_init__(self) -> None:
        if not 2 <= len(self.entries) <= MOST_ENTRIES:
            n = len(self.entries)
            raise BadContest(say("A round robin has 2 to {most} entries, not {n}.", most=MOST_ENTRIES, n=n))
        if len(set(self.entries)) < len(self.entries):
            twice = next(name for place, name in enumerate(self.entries) if name in self.entries[:place])
            raise BadContest(say("{name} is entered twice.", name=twice))
        if not 1 <= self.times <= MOST_TIMES:
            raise BadContest(
                say("Everybody can meet everybody 1 to {most} times, not {n}.", most=MOST_TIMES, n=self.times)
            )
        if not 1 <= self.rounds_an_evening <= 20:
            raise BadContest(say("An evening has 1 to 20 rounds, not {n}.", n=self.rounds_an_evening))


@dataclass(frozen=True, slots=True)
class Fixture:
    """A match to be played; without `away` a bye."""

    round: int
    home: str
    away: str | None
    day: date | None = None


def fixtures(wish: FixtureWish) -> list[Fixture]:
    """All matches, round by round.

    >>> [(each.round, each.home, each.away) for each in fixtures(FixtureWish(("A", "B", "C")))]
    [(1, 'B', 'C'), (1, 'A', None), (2, 'C', 'A'), (2, 'B', None), (3, 'A', 'B'), (3, 'C', None)]
    """
    once = _once(wish.entries)
    found: list[Fixture] = []
    rounds = max(each.round for each in once)
    for time in range(wish.times):
        for each in once:
            turned = each if time % 2 == 0 or each.away is None else replace(each, home=each.away, away=each.home)
            found.append(replace(turned, round=each.round + time * rounds))
    return with_dates(found, wish.dates, wish.rounds_an_evening) if wish.dates else found


def _once(entries: Sequence[str]) -> list[Fixture]:
    """The circle: the last stays, the others go round it; homes alternate along the way."""
    names: list[str | None] = list(entries)
    if len(names) % 2:
        names.append(None)
    last = len(names) - 1
    found: list[Fixture] = []
    for round in range(last):
        playing, bye = [], []
        for place in range(len(names) // 2):
            one = names[(round + place) % last] if place else names[last]
            other = names[(round - place) % last]
            # away from the fixed one homes alternate by place along the circle, for the fixed one by round
            home_first = place % 2 == 1 if place else round % 2 == 0
            a, b = (one, other) if home_first else (other, one)
            if a is None or b is None:
                bye.append(Fixture(round + 1, a or b or "", None))
            else:
                playing.append(Fixture(round + 1, a, b))
        found += [*playing, *bye]
    return found


def with_dates(matches: Sequence[Fixture], dates: Sequence[date], rounds_an_evening: int = 1) -> list[Fixture]:
    """The fixtures with their days, so many rounds on each.

    >>> monday = [date(2026, 1, 5) + timedelta(days=7 * week) for week in range(2)]
    >>> [(each.round, str(each.day)) for each in with_dates(fixtures(FixtureWish(("A", "B", "C", "D"))), monday, 2)][::2]
    [(1, '2026-01-05'), (2, '2026-01-05'), (3, '2026-01-12')]
    """
    rounds = max(each.round for each in matches)
    needed = -(-rounds // rounds_an_evening)
    if len(dates) < needed:
        raise BadContest(
            say(
                "For {rounds} there must be {needed}; there are {n}.",
                rounds=counted("rounds", rounds),
                needed=counted("evenings", needed),
                n=len(dates),
            )
        )
    return [replace(each, day=dates[(each.round - 1) // rounds_an_evening]) for each in matches]


def every(first: date, days: int, count: int) -> tuple[date, ...]:
    """So many evenings, so many days apart.

    >>> [str(day) for day in every(date(2026, 1, 5), 7, 2)]
    ['2026-01-05', '2026-01-12']
    """
    return tuple(first + timedelta(days=days * number) for number in range(count))


def pools(seeds: Sequence[str], count: int) -> list[list[str]]:
    """Entries, the strongest first, dealt into pools to and fro, so that the pools are of like strength.

    >>> pools(["1", "2", "3", "4", "5", "6", "7"], 2)
    [['1', '4', '5'], ['2', '3', '6', '7']]
    """
    if not 1 <= count <= len(seeds) // 2:
        raise BadContest(
            say("Pools have two or more: {n} entered cannot make {count} of them.", n=len(seeds), count=count)
        )
    found: list[list[str]] = [[] for _ in range(count)]
    for place, name in enumerate(seeds):
        lap, step = divmod(place, count)
        found[step if lap % 2 == 0 else count - 1 - step].append(name)
    return found
