"""The table: totals round by round, places, and the step that broke each tie (Bridge NSW 11.2 and the other regulations)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import NamedTuple

from arrowswitch.contests.standings.results import Contest, ContestResult, Number, Share, remarks, shares
from arrowswitch.scoring.matches.matches import Match
from arrowswitch.scoring.matches.ties import contest_of, steps_of, untied
from arrowswitch.scoring.matches.victory_points import scale
from arrowswitch.scoring.numbers import tidy
from arrowswitch.words import Sentence, say


class RoundOf(NamedTuple):
    """What a round brought to one contestant."""

    round: int
    opponents: tuple[str, ...]
    vps: Number | None
    """Nothing while the result is out."""
    net: Number
    total: Number
    """Up to here."""


@dataclass(frozen=True, slots=True)
class ContestStanding:
    """A contestant's line of the table."""

    contestant: str
    rank: str
    vps: Number
    played: int
    won: int
    drawn: int
    lost: int
    net: Number
    """IMPs."""
    penalty: Number
    rounds: tuple[RoundOf, ...]
    tie_broken_by: Sentence | None = None


@dataclass(frozen=True)
class StandingsTable:
    """The table of a contest, the best first."""

    kind: str
    standings: tuple[ContestStanding, ...]
    notes: tuple[Sentence, ...] = ()


def standings(contest: Contest) -> StandingsTable:
    """The table, with ties broken as the regulations say for a Swiss or a round robin.

    >>> match = ContestResult(("A", "B"), imps=(20, 11), boards=6)
    >>> [(each.contestant, each.rank, float(each.vps)) for each in standings(Contest(("A", "B"), ((match,),))).standings]
    [('A', '1', 13.9), ('B', '2', 6.1)]
    """
    counted = shares(contest)
    mine = _by_contestant(contest, counted)
    sums = _Sums(contest, mine)
    lines = {name: _rounds(name, each, sums) for name, each in mine.items()}
    played = _PlayedBy(contest, mine)
    totals = {name: _total(contest, name, lines[name]) for name in contest.contestants}
    kind = contest.kind or contest_of(played)
    steps = steps_of(kind, contest.regulations.ties)
    found: list[ContestStanding] = []
    equal: dict[Number, list[str]] = {}
    for name in contest.contestants:
        equal.setdefault(totals[name], []).append(name)
    for total, tied in sorted(equal.items(), reverse=True):
        place = len(found) + 1
        for group in untied(tied, steps, played, totals, contest.scale_name):
            rank = f"{place}=" if len(group.teams) > 1 else str(place)
            found += [_line(contest, name, rank, total, lines[name], group.decided) for name in group.teams]
            place += len(group.teams)
    return StandingsTable(kind, tuple(found), (*_notes(counted), *remarks(contest)))


Counted = list[list[tuple[ContestResult, tuple[Share, ...] | None]]]
Mine = list[tuple[int, ContestResult, Share | None]]
"""The matches of one contestant: the round, the match and what it brought."""


def _by_contestant(contest: Contest, counted: Counted) -> dict[str, Mine]:
    found: dict[str, Mine] = {name: [] for name in contest.contestants}
    for number, matches in enumerate(counted, 1):
        for result, brought in matches:
            for place, side in enumerate(result.sides):
                found[side].append((number, result, brought[place] if brought is not None else None))
    return found


class _Sums:
    """Victory points added up as whole numbers of the smallest unit that occurs: ten times as fast as fractions."""

    def __init__(self, contest: Contest, mine: Mapping[str, Mine]) -> None:
        shares = [share for each in mine.values() for _, _, share in each if share is not None]
        self.unit = lcm(
            *{share.vps.denominator for share in shares}, *(vps.denominator for vps in contest.start.values())
        )
        self.start = {name: self.whole(contest.start.get(name, 0)) for name in mine}
        self.made: dict[int, Number] = {}

    def whole(self, vps: Number) -> int:
        return vps.numerator * (self.unit // vps.denominator)

    def number(self, whole: int) -> Number:
        if whole not in self.made:
            self.made[whole] = tidy(Fraction(whole, self.unit))
        return self.made[whole]


def _rounds(name: str, mine: Mine, sums: _Sums) -> tuple[RoundOf, ...]:
    found: list[RoundOf] = []
    total = sums.start[name]
    for number, result, share in mine:
        others = _others(name, result)
        if share is None:
            found.append(RoundOf(number, others, None, 0, sums.number(total)))
            continue
        total += sums.whole(share.vps)
        found.append(RoundOf(number, others, tidy(share.vps), share.net, sums.number(total)))
    return tuple(found)


def _others(name: str, result: ContestResult) -> tuple[str, ...]:
    sides = result.sides
    if len(sides) == 2:
        return sides[1:] if sides[0] == name else sides[:1]
    return tuple(side for side in sides if side != name)


class _PlayedBy(Mapping[str, tuple[Match, ...]]):
    """The matches of each contestant for those who break ties: only of the tied are they ever asked for."""

    def __init__(self, contest: Contest, mine: Mapping[str, Mine]) -> None:
        self.contest, self.mine = contest, mine
        self.made: dict[str, tuple[Match, ...]] = {}

    def __getitem__(self, name: str) -> tuple[Match, ...]:
        if name not in self.made:
            self.made[name] = _matches(self.contest, name, self.mine[name])
        return self.made[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.mine)

    def __len__(self) -> int:
        return len(self.mine)


def _matches(contest: Contest, name: str, mine: Mine) -> tuple[Match, ...]:
    """The matches as those see them who break ties; a triple is two, each with half of what it brought."""
    found = []
    for _, result, share in mine:
        others = _others(name, result) or ("",)
        boards = result.boards or contest.boards
        if share is not None:
            vps = share.vps if len(others) == 1 else Fraction(share.vps) / len(others)
            three = len(others) == 2
            found += [
                Match(name, other, boards, share.won, share.lost, share.net, vps=vps, of_three=three)
                for other in others
            ]
    return tuple(found)


def _total(contest: Contest, name: str, rounds: tuple[RoundOf, ...]) -> Number:
    before = rounds[-1].total if rounds else contest.start.get(name, 0)
    return tidy(before - contest.penalties.get(name, 0))


def _line(
    contest: Contest, name: str, rank: str, total: Number, rounds: tuple[RoundOf, ...], decided: Sentence | None
) -> ContestStanding:
    whole = Fraction(scale(contest.scale_name).total)
    scores = [each.vps for each in rounds if each.vps is not None and len(each.opponents) == 1]
    ahead = [2 * vps.numerator * whole.denominator - vps.denominator * whole.numerator for vps in scores]
    return ContestStanding(
        name,
        rank,
        total,
        len(scores),
        sum(lead > 0 for lead in ahead),
        sum(lead == 0 for lead in ahead),
        sum(lead < 0 for lead in ahead),
        tidy(sum((each.net for each in rounds if each.net), 0)),
        contest.penalties.get(name, 0),
        rounds,
        decided,
    )


def _notes(counted: Counted) -> list[Sentence]:
    return [
        say("Round {round}: the result of {match} is not in.", round=number, match=" v ".join(result.sides))
        for number, matches in enumerate(counted, 1)
        for result, share in matches
        if share is None and not _goes_on(result, counted[number : number + 1])
    ]


def _goes_on(result: ContestResult, following: Counted) -> bool:
    """Whether it is a triple that is played on in the next round."""
    return len(result.sides) == 3 and any(
        set(other.sides) == set(result.sides) for matches in following for other, _ in matches
    )
