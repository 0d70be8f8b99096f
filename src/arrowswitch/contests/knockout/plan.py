"""How a knockout of 3 to 64 teams comes down to one: by the printed chart, without three-way matches that only one survives,
or with byes. The manual (Bridge Director's Companion, L4107) wants a power of two quickly, but would rather play a round more
than let only one of three go on: 11-6-4-2 is better than 11-4-2. So all plans are given, the better first.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from arrowswitch.contests.reading import BadContest
from arrowswitch.words import Sentence, say, say_count

CHART = Path(__file__).with_name("chart.toml")
FEWEST, MOST = 3, 64


@dataclass(frozen=True, slots=True)
class KnockoutRound:
    """One round: matches of two, of three with two survivors, of three with one, and byes."""

    teams: int
    two_way: int
    three_way_two: int = 0
    three_way_one: int = 0
    byes: int = 0

    @property
    def survivors(self) -> int:
        """How many go on."""
        return self.two_way + 2 * self.three_way_two + self.three_way_one + self.byes


@dataclass(frozen=True)
class KnockoutPlan:
    """All rounds, up to the final."""

    name: str
    rounds: tuple[KnockoutRound, ...]
    reasons: tuple[Sentence, ...]

    @property
    def way(self) -> tuple[int, ...]:
        """How many teams each round has."""
        return tuple(each.teams for each in self.rounds)

    @property
    def one_survivor(self) -> int:
        """Three-way matches that only one survives."""
        return sum(each.three_way_one for each in self.rounds)


def plans(teams: int) -> list[KnockoutPlan]:
    """The plans for so many teams, the best first.

    >>> [(plan.name, plan.way) for plan in plans(11)]
    [('two-survivors', (11, 6, 4, 2)), ('byes', (11, 8, 4, 2)), ('chart', (11, 4, 2))]
    >>> plans(13)[0].rounds[0]
    KnockoutRound(teams=13, two_way=2, three_way_two=3, three_way_one=0, byes=0)
    """
    _check(teams)
    found: dict[tuple[KnockoutRound, ...], str] = {}
    for name, make in WAYS.items():
        found.setdefault(make(teams), name)
    listed = [KnockoutPlan(name, rounds, tuple(_reasons(rounds))) for rounds, name in found.items()]
    return sorted(listed, key=lambda plan: (plan.one_survivor > 0, plan.name == "byes", len(plan.rounds)))


def rounds_by(name: str, teams: int) -> tuple[KnockoutRound, ...]:
    """The rounds by the plan of a name, which another may be equal to; without a name those of the best.

    >>> [each.teams for each in rounds_by("chart", 11)], [each.teams for each in rounds_by("", 2)]
    ([11, 4, 2], [2])
    """
    if teams == 2:
        return (KnockoutRound(2, 1),)
    if name and name not in WAYS:
        raise BadContest(say("There is no plan “{name}”; there are {names}.", name=name, names=", ".join(WAYS)))
    _check(teams)
    return WAYS[name](teams) if name else plans(teams)[0].rounds


def _check(teams: int) -> None:
    if not FEWEST <= teams <= MOST:
        raise BadContest(
            say("A knockout is planned for {low} to {high} teams, not {teams}.", low=FEWEST, high=MOST, teams=teams)
        )


def _until_final(following: KnockoutRound) -> tuple[KnockoutRound, ...]:
    return (following, *(_by_chart(following.survivors) if following.survivors > 1 else ()))


@cache
def _chart() -> dict[int, tuple[int, int, int]]:
    rows = tomllib.loads(CHART.read_text(encoding="utf-8"))["rows"]
    found = {int(teams): (row[0], row[1], row[2]) for teams, row in rows.items()}
    for teams in range(max(found) + 1, MOST + 1):  # the chart ends with 32; the rest as it goes from 17 to 32
        if teams < 36:
            found[teams] = (48 - teams, 0, teams - 32)
        elif teams < 48:
            found[teams] = (2 * (teams - 36), 48 - teams, 0)
        else:
            found[teams] = (2 * (teams - 48), 64 - teams, 0)
    return found


@cache
def _by_chart(teams: int) -> tuple[KnockoutRound, ...]:
    if teams == 2:
        return (KnockoutRound(2, 1),)
    return _until_final(KnockoutRound(teams, *_chart()[teams]))


@cache
def _gentle(teams: int) -> tuple[KnockoutRound, ...]:
    """Without a three-way match that only one survives: as few rounds as can be, then a power of two as soon as
    can be, then as few matches of three."""
    if teams == 2:
        return (KnockoutRound(2, 1),)
    ways = [
        (KnockoutRound(teams, (teams - 3 * threes) // 2, threes))
        for threes in range(teams // 3 + 1)
        if (teams - 3 * threes) % 2 == 0
    ]
    return min(
        ((each, *_gentle(each.survivors)) for each in ways),
        key=lambda rounds: (len(rounds), _power_of_two_after(rounds), sum(each.three_way_two for each in rounds)),
    )


def _power_of_two_after(rounds: tuple[KnockoutRound, ...]) -> int:
    return next(number for number, each in enumerate(rounds) if each.teams.bit_count() == 1)


def _with_byes(teams: int) -> tuple[KnockoutRound, ...]:
    """To the next power of two at once: the highest seeds have a bye in the first round."""
    whole = 1 << (teams - 1).bit_length()
    rounds = [KnockoutRound(teams, teams - whole // 2, byes=whole - teams)]
    while rounds[-1].survivors > 1:
        rounds.append(KnockoutRound(rounds[-1].survivors, rounds[-1].survivors // 2))
    return tuple(rounds)


WAYS: Mapping[str, Callable[[int], tuple[KnockoutRound, ...]]] = {
    "chart": _by_chart,
    "two-survivors": _gentle,
    "byes": _with_byes,
}


def _reasons(rounds: tuple[KnockoutRound, ...]) -> list[Sentence]:
    way = "-".join(str(each.teams) for each in rounds)
    found = [say_count("{way}: {n} round.", "{way}: {n} rounds.", len(rounds), way=way)]
    one = sum(each.three_way_one for each in rounds)
    two = sum(each.three_way_two for each in rounds)
    byes = sum(each.byes for each in rounds)
    if one:
        found.append(
            say_count("{n} match of three that only one survives.", "{n} matches of three that only one survives.", one)
        )
    if two:
        found.append(say_count("{n} match of three that two survive.", "{n} matches of three that two survive.", two))
    if byes:
        found.append(say_count("{n} team has a bye in round 1.", "{n} teams have a bye in round 1.", byes))
    if not (one or two or byes):
        found.append(say("Every match is between two teams."))
    return found
