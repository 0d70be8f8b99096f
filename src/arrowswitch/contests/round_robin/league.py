"""A league over a season: who goes up and down at its end, and matches that are played on another day."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from itertools import pairwise

from arrowswitch.contests.reading import BadContest
from arrowswitch.contests.round_robin.fixtures import Fixture
from arrowswitch.contests.standings import StandingsTable
from arrowswitch.words import say


@dataclass(frozen=True, slots=True)
class LeagueMove:
    """A team that changes its division."""

    team: str
    before: int
    after: int
    """Divisions, 1 the highest."""


def moves(divisions: Sequence[Sequence[str]], places: int = 2) -> list[LeagueMove]:
    """Who goes up and who goes down: so many of each division, the tables given with the winner first.

    >>> [(move.team, move.before, move.after) for move in moves([["A", "B", "C"], ["D", "E", "F"]], 1)]
    [('C', 1, 2), ('D', 2, 1)]
    """
    if len(divisions) < 2:
        raise BadContest(say("A league has two divisions or more."))
    if places < 1:
        raise BadContest(say("One or more go up and down, not {n}.", n=places))
    if any(len(table) < 2 * places for table in divisions[1:-1]) or any(len(table) < places for table in divisions):
        raise BadContest(say("A division has too few teams for {places} to go up and {places} down.", places=places))
    found: list[LeagueMove] = []
    for number, (upper, lower) in enumerate(pairwise(divisions), 1):
        found += [LeagueMove(team, number, number + 1) for team in upper[len(upper) - places :]]
        found += [LeagueMove(team, number + 1, number) for team in lower[:places]]
    return found


def season_moves(tables: Sequence[StandingsTable], places: int = 2) -> list[LeagueMove]:
    """Who goes up and down by the tables of the divisions, the highest first; a tie over such a place must be broken first.

    >>> from arrowswitch.contests.standings import Contest, ContestResult, standings
    >>> upper, lower = (
    ...     standings(Contest((a, b), ((ContestResult((a, b), vps=(12, 8)),),))) for a, b in (("A", "B"), ("C", "D"))
    ... )
    >>> [(move.team, move.after) for move in season_moves([upper, lower], 1)]
    [('B', 2), ('C', 1)]
    """
    found = moves([[line.contestant for line in table.standings] for table in tables], places)
    for number, table in enumerate(tables, 1):
        last = len(table.standings)
        for edge in ([places] if number > 1 else []) + ([last - places] if number < len(tables) else []):
            shared = table.standings[edge - 1].rank if 0 < edge < last else ""
            if shared and shared == table.standings[edge].rank:
                names = ", ".join(line.contestant for line in table.standings if line.rank == shared)
                said = say("{names} share place {place} of division {division}: break the tie first.")
                raise BadContest(say(said, names=names, place=shared.rstrip("="), division=number))
    return found


def postponed(matches: Sequence[Fixture], home: str, away: str, day: date) -> list[Fixture]:
    """The fixtures with one match on another day; nobody may play twice on it.

    >>> from arrowswitch.contests.round_robin.fixtures import FixtureWish, every, fixtures
    >>> plan = fixtures(FixtureWish(("A", "B", "C", "D"), dates=every(date(2026, 1, 5), 7, 3)))
    >>> str(next(each.day for each in postponed(plan, "D", "A", date(2026, 1, 7)) if each.home == "D" and each.away == "A"))
    '2026-01-07'
    """
    if not any((each.home, each.away) == (home, away) for each in matches):
        raise BadContest(say("{home} v {away} is not among the fixtures.", home=home, away=away))
    for each in matches:
        if each.day != day or each.away is None or (each.home, each.away) == (home, away):
            continue
        for name in (home, away):
            if name in (each.home, each.away):
                raise BadContest(say("{name} has another match on {day}.", name=name, day=day.isoformat()))
    return [replace(each, day=day) if (each.home, each.away) == (home, away) else each for each in matches]
