"""Clubs against one another: a match between clubs in one session, and one contest played in several clubs at once.

A club has all that its pairs have (NZ Club Directors Manual, L3851-3884: every pair's score, and a percentage for each club). Sessions
of several clubs are scored as one: every board is compared across all of them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from arrowswitch.scoring.numbers import Number, tidy
from arrowswitch.scoring.ranking.ranking import Standing, places
from arrowswitch.scoring.session import BadSession, Handicaps, SessionToScore
from arrowswitch.words import say


@dataclass(frozen=True, slots=True)
class ClubStanding:
    """A club's place, with what its contestants have together."""

    club: str
    rank: str
    contestants: int
    points: Number
    maximum: Number | None
    percent: Fraction | None
    """Of all that they could have; nothing where the method has no top."""


def by_club(standings: Sequence[Standing], club_of: Mapping[str, str]) -> list[ClubStanding]:
    """The clubs, the best first: by percentage, or by the mean of what their contestants have.

    >>> from arrowswitch.scoring import SessionToScore, played, ranking, score
    >>> night = ranking(score(SessionToScore((played(1, "1", "2", 620), played(1, "3", "4", 170)))))
    >>> [(each.club, each.rank, int(each.percent)) for each in by_club(night, {"1": "Avon", "4": "Avon", "2": "Brook", "3": "Brook"})]
    [('Avon', '1', 100), ('Brook', '2', 0)]
    """
    found = []
    for club in dict.fromkeys(club_of[each.contestant] for each in standings if each.contestant in club_of):
        mine = [each for each in standings if club_of.get(each.contestant) == club]
        points = tidy(sum((Fraction(each.points) for each in mine), Fraction(0)))
        maximum = (
            None
            if any(each.maximum is None for each in mine)
            else sum((Fraction(each.maximum or 0) for each in mine), Fraction(0))
        )
        percent = Fraction(points) / maximum * 100 if maximum else None
        found.append(ClubStanding(club, "", len(mine), points, None if maximum is None else tidy(maximum), percent))

    def merit(each: ClubStanding) -> Number:
        return Fraction(each.points) / each.contestants if each.percent is None else each.percent

    found.sort(key=lambda each: (-merit(each), each.club))
    ranks = places([(each.club, merit(each)) for each in found])
    return [replace(each, rank=ranks[each.club]) for each in found]


def check_clubs(contestants: Sequence[str], club_of: Mapping[str, str]) -> None:
    """Refuses a match between clubs in which somebody belongs to none, or a club is named for nobody."""
    if not club_of:
        return
    for name in contestants:
        if name not in club_of:
            raise BadSession(say("{name} belongs to no club: every pair of a match between clubs has one.", name=name))
    for name in club_of:
        if name not in contestants:
            raise BadSession(say("{club} has {name}, who does not play.", club=club_of[name], name=name))


def together(sessions: Mapping[str, SessionToScore]) -> SessionToScore:
    """The sessions of several clubs, by the clubs' names, as one: contestants are called by club and number.

    >>> from arrowswitch.scoring import played, ranking, score
    >>> here, there = SessionToScore((played(1, "1", "2", 620),)), SessionToScore((played(1, "1", "2", 170),))
    >>> [(each.contestant, each.rank) for each in ranking(score(together({"Avon": here, "Brook": there})))][:2]
    [('Avon 1', '1='), ('Brook 2', '1=')]
    """
    first = next(iter(sessions.values()))
    for club, each in sessions.items():
        ways = [(one.method, one.winners, one.regulations.name, one.apart) for one in (first, each)]
        if ways[0] != ways[1]:
            raise BadSession(
                say("{club} is not scored as the others are: method, winners, regulations, sections.", club=club)
            )
        if each.boards_per_match or each.settled or each.contest:
            raise BadSession(
                say("{club} has matches of teams; only pairs and players are scored across clubs.", club=club)
            )

    def named(club: str, who: str) -> str:
        return f"{club} {who}"

    lines = [
        replace(
            line, ns=named(club, line.ns), ew=named(club, line.ew), group=named(club, line.group) if line.group else ""
        )
        for club, each in sessions.items()
        for line in each.lines
    ]
    kinds = {each.handicaps.kind for each in sessions.values() if each.handicaps}
    if len(kinds) > 1:
        raise BadSession(say("The clubs have handicaps of different kinds."))
    granted = {
        named(club, who): value
        for club, each in sessions.items()
        if each.handicaps
        for who, value in each.handicaps.of.items()
    }
    return replace(
        first,
        lines=tuple(lines),
        expected=None,
        penalties=tuple(
            replace(fine, contestant=named(club, fine.contestant))
            for club, each in sessions.items()
            for fine in each.penalties
        ),
        sit_outs=tuple(
            out._replace(contestant=named(club, out.contestant))
            for club, each in sessions.items()
            for out in each.sit_outs
        ),
        strata={named(club, who): letter for club, each in sessions.items() for who, letter in each.strata.items()},
        handicaps=Handicaps(kinds.pop(), granted) if kinds else None,
        unranked=frozenset(named(club, who) for club, each in sessions.items() for who in each.unranked),
        clubs={named(club, who): club for club, each in sessions.items() for who in each.fields},
    )
