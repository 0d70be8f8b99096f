"""Lists of teams or pairs that play matches, with ties broken as the regulations list the steps (Bridge NSW 11.2).

For a Swiss: the opponents' totals, the match between the two, net IMPs (a match counted no higher than the least
margin of a whitewash), wins, totals without the worst results, lot. A round robin leaves the first step out.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple

from arrowswitch.regulations import Ties
from arrowswitch.scoring.matches.matches import Match
from arrowswitch.scoring.matches.victory_points import least_margin, scale
from arrowswitch.scoring.numbers import Number, tidy
from arrowswitch.words import Sentence, say

Played = Mapping[str, Sequence[Match]]
Key = tuple[Number, ...]


class TieStep(NamedTuple):
    """A step by which a tie was looked at, and what a contestant had by it."""

    text: Sentence
    values: tuple[Number, ...]


@dataclass(frozen=True, slots=True)
class Untied:
    """Teams of a tie that are still together, and the steps that brought them here."""

    teams: list[str]
    decided: Sentence | None = None
    trail: Mapping[str, tuple[TieStep, ...]] = field(default_factory=dict)


def contest_of(played: Played) -> str:
    """What matches look like: a knockout of two, a round robin where everybody has met everybody, a Swiss."""
    if len(played) == 2:
        return "knockout"
    met = (
        {match.opponent for match in matches if match.opponent} | {team} for team, matches in played.items()
    )  # a bye is nobody
    return "round-robin" if all(everybody == set(played) for everybody in met) else "swiss"


def steps_of(contest: str, ties: Ties) -> tuple[str, ...]:
    """The steps of a contest, by the regulations.

    >>> from arrowswitch.regulations import load
    >>> steps_of("round-robin", load("bnsw").ties)[:2], steps_of("none", load("bnsw").ties)
    (('head-to-head', 'net-imps'), ())
    """
    return {"swiss": ties.swiss, "round-robin": ties.round_robin, "knockout": ("play-off",)}.get(contest, ())


def untied(
    tied: list[str], steps: Sequence[str], played: Played, totals: Mapping[str, Number], scale_name: str = "wbf"
) -> list[Untied]:
    """A tie broken step by step: the best first; teams that no step parts stay together."""
    if len(tied) == 1 or not steps:
        return [Untied(tied)]
    if steps[0] in LEFT_TO_PEOPLE:
        return [Untied(tied, SAID[steps[0]])]
    keys = STEPS[steps[0]](tied, played, totals, scale_name)
    values = sorted(set(keys.values()), reverse=True)
    found: list[Untied] = []
    for value in values:
        group = [team for team in tied if keys[team] == value]
        decided = SAID[steps[0]] if len(values) > 1 else None
        for smaller in untied(group, steps[1:], played, totals, scale_name):
            trail = {
                team: (TieStep(SAID[steps[0]], keys[team]), *smaller.trail.get(team, ())) for team in smaller.teams
            }
            found.append(Untied(smaller.teams, smaller.decided or decided, trail))
    return found


def _opponents(tied: Sequence[str], played: Played, totals: Mapping[str, Number], _: str) -> dict[str, Key]:
    """The total score of all opponents."""
    return {team: (sum(totals.get(match.opponent, 0) for match in played[team]),) for team in tied}


def _swiss_points(tied: Sequence[str], played: Played, totals: Mapping[str, Number], _: str) -> dict[str, Key]:
    """What all opponents won in their other matches (NZ Club Directors Manual, L3569)."""

    def elsewhere(team: str, opponent: str) -> Number:
        against = sum((each.worth for each in played.get(opponent, ()) if each.opponent == team), Fraction(0))
        return totals.get(opponent, 0) - against

    opponents = {team: dict.fromkeys(match.opponent for match in played[team] if match.opponent) for team in tied}
    return {team: (tidy(sum((elsewhere(team, each) for each in opponents[team]), Fraction(0))),) for team in tied}


def _head_to_head(tied: Sequence[str], played: Played, totals: Mapping[str, Number], _: str) -> dict[str, Key]:
    """Two teams: the match between them."""
    if len(tied) != 2:
        return dict.fromkeys(tied, (0,))
    return {
        team: (sum((each.worth for each in played[team] if each.opponent in tied and not each.of_three), Fraction(0)),)
        for team in tied
    }


def _net_imps(tied: Sequence[str], played: Played, totals: Mapping[str, Number], scale_name: str) -> dict[str, Key]:
    """Net IMPs, a match on victory points won by no more than a whitewash needs."""
    whole = scale(scale_name).total

    def net(match: Match) -> Number:
        counted = match.net - match.penalty
        return (
            counted
            if match.vps is None
            else min(counted, least_margin(whole, match.on_scale or match.boards, scale_name))
        )

    return {team: (sum((net(match) for match in played[team]), Fraction(0)),) for team in tied}


def _wins(tied: Sequence[str], played: Played, totals: Mapping[str, Number], scale_name: str) -> dict[str, Key]:
    """Matches won, a draw as half; in victory points, where there are any. A bye is not won."""
    half = Fraction(scale(scale_name).total) / 2

    def won(match: Match) -> Fraction:
        even = match.even if match.vps is None else half
        return Fraction(1 + (match.worth > even) - (match.worth < even), 2)

    return {team: (sum((won(match) for match in played[team] if match.opponent), Fraction(0)),) for team in tied}


def _without_the_worst(tied: Sequence[str], played: Played, totals: Mapping[str, Number], _: str) -> dict[str, Key]:
    """Totals without the worst result, then without the two worst, and so on."""
    found: dict[str, Key] = {}
    for team in tied:
        results = sorted(match.worth for match in played[team])
        found[team] = tuple(tidy(sum(results[worst:], Fraction(0))) for worst in range(1, len(results)))
    return found


STEPS: Mapping[str, Callable[[Sequence[str], Played, Mapping[str, Number], str], dict[str, Key]]] = {
    "opponents": _opponents,
    "swiss-points": _swiss_points,
    "head-to-head": _head_to_head,
    "net-imps": _net_imps,
    "wins": _wins,
    "drop-worst": _without_the_worst,
}
SAID: Mapping[str, Sentence] = {
    "opponents": say("the total of all opponents"),
    "swiss-points": say("Swiss points: what all opponents won in their other matches"),
    "head-to-head": say("the match between the two"),
    "net-imps": say("net IMPs"),
    "wins": say("matches won"),
    "drop-worst": say("the total without the worst results"),
    "lot": say("lot, to be drawn"),
    "play-off": say("a play-off, to be played"),
}
LEFT_TO_PEOPLE = ("lot", "play-off")
