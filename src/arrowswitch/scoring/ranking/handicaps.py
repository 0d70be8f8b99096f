"""The lists besides the ranking: of each stratum, and as it would be if everybody had the handicap that the club grants.

Three kinds of handicap are in use: a percentage added to the percentage, matchpoints added to the total, and boards, of which each
is worth its top. A pair's handicap is the mean of its players'.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import NamedTuple

from arrowswitch.scoring.numbers import Number, tidy
from arrowswitch.scoring.ranking.ranking import Standing, ranked_anew, strata
from arrowswitch.scoring.session import SessionToScore
from arrowswitch.words import Sentence, say

KINDS = ("percent", "matchpoints", "boards")


def pair_handicap(*players: Number) -> Number:
    """The mean of the players' handicaps.

    >>> pair_handicap(-9, -6)
    Fraction(-15, 2)
    """
    return tidy(sum((Fraction(player) for player in players), Fraction(0)) / len(players))


def handicapped(
    standings: Sequence[Standing], handicaps: Mapping[str, Number], kind: str = "percent"
) -> list[Standing]:
    """The list with handicaps added, ranked anew in each field.

    >>> from arrowswitch.scoring import SessionToScore, played, ranking, score
    >>> everybody = ranking(score(SessionToScore((played(1, "1", "2", 620), played(1, "3", "4", 170)))))
    >>> [(s.contestant, int(s.percent), s.rank) for s in handicapped(everybody, {"1": -9, "4": -9, "2": 9})]
    [('1', 91, '1='), ('4', 91, '1='), ('2', 9, '3'), ('3', 0, '4')]
    """
    if kind not in KINDS:
        raise ValueError(say("A handicap is in {kinds}, not in {kind}.", kinds=", ".join(KINDS), kind=kind))
    changed = [_with(standing, handicaps.get(standing.contestant, 0), kind) for standing in standings]
    return ranked_anew(changed)


def _with(standing: Standing, handicap: Number, kind: str) -> Standing:
    maximum = Fraction(standing.maximum or 0)
    if kind == "percent":
        points = Fraction(standing.points) + Fraction(handicap) / 100 * maximum
    elif kind == "matchpoints":
        points = Fraction(standing.points) + handicap
    else:
        points = Fraction(standing.points) + handicap * (maximum / standing.boards if standing.boards else 0)
    percent = points / maximum * 100 if maximum else None
    return replace(standing, points=tidy(points), percent=percent, vps=None)


class FurtherList(NamedTuple):
    """A list besides the ranking."""

    title: Sentence
    standings: Sequence[Standing]
    handicaps: Mapping[str, Number]
    """Those that the list is made with; none in the list of a stratum."""


def further_lists(session: SessionToScore, standings: Sequence[Standing]) -> Iterator[FurtherList]:
    """The lists that a session asks for: of each stratum but that of everybody, and with handicaps in fields with any.

    >>> from arrowswitch.scoring import SessionToScore, played, ranking, score
    >>> session = SessionToScore((played(1, "1", "2", 620), played(1, "3", "4", 170)), strata={"2": "B", "3": "B"})
    >>> [(str(each.title), len(each.standings)) for each in further_lists(session, ranking(score(session)))]
    [('Stratum B', 2)]
    """
    for letter, part in strata(standings, session.strata).items() if session.strata else ():
        if len(part) < len(standings):
            yield FurtherList(say("Stratum {letter}", letter=letter), part, {})
    if session.handicaps:
        kind, of = session.handicaps
        fields = {(each.section, each.direction) for each in standings if of.get(each.contestant)}
        among = [each for each in standings if (each.section, each.direction) in fields]
        if among:
            yield FurtherList(say("With handicaps"), handicapped(among, of, kind), of)
