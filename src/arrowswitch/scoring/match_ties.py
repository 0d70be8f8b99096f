"""Lists of teams or pairs that play matches, with ties broken as the regulations list the steps (Bridge NSW 11.2).

For a Swiss: the opponents' totals, the match between the two, net IMPs (a match counted no higher than the least
margin of a whitewash), wins, totals without the worst results, lot. A round robin leaves the first step out.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from arrowswitch.scoring.matches import Match
from arrowswitch.scoring.numbers import Number, tidy
from arrowswitch.scoring.victory_points import least_margin, scale
from arrowswitch.words import Sentence, say

Played = Mapping[str, Sequence[Match]]
Key = tuple[Number, ...]


@dataclass(frozen=True, slots=True)
class Placed:
    """A team's place after its matches."""

    team: str
    vps: Number
    rank: str
    tie_broken_by: Sentence | None = None


def vps_of(match: Match) -> Number:
    """Victory points of a match that has been scored with them."""
    return 0 if match.vps is None else match.vps


def ranked(played: Played, steps: Sequence[str], scale_name: str = "wbf") -> list[Placed]:
    """Teams in the order of their victory points, ties broken step by step.

    >>> a = Match("A", "B", 8, 10, 4, 6, vps=Fraction(12))
    >>> b = Match("B", "A", 8, 4, 10, -6, vps=Fraction(8))
    >>> c, d = Match("A", "C", 8, 0, 6, -6, vps=Fraction(8)), Match("B", "D", 8, 6, 0, 6, vps=Fraction(12))
    >>> e, f = Match("C", "A", 8, 6, 0, 6, vps=Fraction(12)), Match("D", "B", 8, 0, 6, -6, vps=Fraction(8))
    >>> table = ranked({"A": (a, c), "B": (b, d), "C": (e,), "D": (f,)}, ("head-to-head",))
    >>> [(placed.team, placed.rank) for placed in table]
    [('A', '1'), ('B', '2'), ('C', '3'), ('D', '4')]
    """
    totals = {team: total(matches) for team, matches in played.items()}
    found: list[Placed] = []
    for vps in sorted(set(totals.values()), reverse=True):
        tied = [team for team in played if totals[team] == vps]
        place = len(found) + 1
        for group, step in _broken(tied, tuple(steps), played, totals, scale_name):
            mark = "=" if len(group) > 1 else ""
            found.extend(Placed(team, tidy(vps), f"{place}{mark}", step) for team in group)
            place += len(group)
    return found


def total(matches: Sequence[Match]) -> Number:
    """Victory points of all matches."""
    return tidy(sum((vps_of(match) for match in matches), Fraction(0)))


def _broken(
    tied: list[str], steps: tuple[str, ...], played: Played, totals: Mapping[str, Number], scale_name: str
) -> list[tuple[list[str], Sentence | None]]:
    if len(tied) == 1 or not steps:
        return [(tied, None)]
    if steps[0] == "lot":
        return [(tied, SAID["lot"])]
    keys = STEPS[steps[0]](tied, played, totals, scale_name)
    found: list[tuple[list[str], Sentence | None]] = []
    values = sorted(set(keys.values()), reverse=True)
    for value in values:
        group = [team for team in tied if keys[team] == value]
        for smaller, step in _broken(group, steps[1:], played, totals, scale_name):
            decided = SAID[steps[0]] if len(values) > 1 else None
            found.append((smaller, step or decided))
    return found


def _opponents(tied: Sequence[str], played: Played, totals: Mapping[str, Number], _: str) -> dict[str, Key]:
    """The total score of all opponents."""
    return {team: (sum(totals.get(match.opponent, 0) for match in played[team]),) for team in tied}


def _head_to_head(tied: Sequence[str], played: Played, totals: Mapping[str, Number], _: str) -> dict[str, Key]:
    """Two teams: the match between them."""
    if len(tied) != 2:
        return dict.fromkeys(tied, (0,))
    return {
        team: (sum((vps_of(match) for match in played[team] if match.opponent in tied), Fraction(0)),) for team in tied
    }


def _net_imps(tied: Sequence[str], played: Played, totals: Mapping[str, Number], scale_name: str) -> dict[str, Key]:
    """Net IMPs, a match won by no more than a whitewash needs."""
    whole = scale(scale_name).total
    return {
        team: (sum(min(match.net, least_margin(whole, match.boards, scale_name)) for match in played[team]),)
        for team in tied
    }


def _wins(tied: Sequence[str], played: Played, totals: Mapping[str, Number], scale_name: str) -> dict[str, Key]:
    """Wins in victory points, a draw as half."""
    whole = Fraction(scale(scale_name).total)

    def won(match: Match) -> Fraction:
        return Fraction(1 + (2 * vps_of(match) > whole) - (2 * vps_of(match) < whole), 2)

    return {team: (sum((won(match) for match in played[team]), Fraction(0)),) for team in tied}


def _without_the_worst(tied: Sequence[str], played: Played, totals: Mapping[str, Number], _: str) -> dict[str, Key]:
    """Totals without the worst result, then without the two worst, and so on."""
    found: dict[str, Key] = {}
    for team in tied:
        results = sorted(vps_of(match) for match in played[team])
        found[team] = tuple(tidy(sum(results[worst:], Fraction(0))) for worst in range(1, len(results)))
    return found


STEPS: Mapping[str, Callable[[Sequence[str], Played, Mapping[str, Number], str], dict[str, Key]]] = {
    "opponents": _opponents,
    "head-to-head": _head_to_head,
    "net-imps": _net_imps,
    "wins": _wins,
    "drop-worst": _without_the_worst,
}
SAID: Mapping[str, Sentence] = {
    "opponents": say("the total of all opponents"),
    "head-to-head": say("the match between the two"),
    "net-imps": say("net IMPs"),
    "wins": say("matches won"),
    "drop-worst": say("the total without the worst results"),
    "lot": say("lot, to be drawn"),
}
