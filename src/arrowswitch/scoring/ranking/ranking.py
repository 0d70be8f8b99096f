"""Ranked lists: who is first, who shares a place, and which step of the regulations broke a tie.

One list or two (North-South and East-West), one for each section where sections are apart. Places are written as
players expect them: two pairs sharing third are both "3=".
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import groupby

from arrowswitch.bridge import Side
from arrowswitch.scoring.figures import shown
from arrowswitch.scoring.matches.matches import Match, all_matches, incomplete
from arrowswitch.scoring.matches.ties import LEFT_TO_PEOPLE, SAID, TieStep, contest_of, steps_of, untied
from arrowswitch.scoring.methods import METHODS
from arrowswitch.scoring.numbers import Number, tidy
from arrowswitch.scoring.ranking.tie_breaks import Broken, break_ties
from arrowswitch.scoring.scored import Scored, Total
from arrowswitch.scoring.session import BadSession, Field, SessionToScore
from arrowswitch.words import Sentence, say

STRONGEST = "A"
"""The stratum of whoever is not put in one."""


@dataclass(frozen=True, slots=True)
class Standing:
    """A contestant's place in the list."""

    contestant: str
    direction: Side | None
    section: str
    boards: int
    points: Number
    """After penalties."""
    maximum: Number | None
    percent: Fraction | None
    rank: str
    penalty: Number = 0
    vps: Number | None = None
    tie_broken_by: Sentence | None = None
    tie_steps: tuple[TieStep, ...] = ()
    """What it had by each step, until the tie was broken."""
    notes: tuple[Sentence, ...] = ()
    """What is to be said of it in the list: matches that are not complete."""
    vp_penalty: Number = 0
    """In victory points, which are after it."""

    @property
    def tie_open(self) -> bool:
        """Whether `tie_broken_by` is something that people have yet to do: a lot to be drawn, a play-off."""
        return self.tie_broken_by in [SAID[step] for step in LEFT_TO_PEOPLE]


def places(values: Sequence[tuple[str, object]]) -> dict[str, str]:
    """Ranks for names and values that are already in order, the best first; equal values share.

    >>> places([("a", 60), ("b", 55), ("c", 55), ("d", 50)])
    {'a': '1', 'b': '2=', 'c': '2=', 'd': '4'}
    """
    found: dict[str, str] = {}
    start = 0
    for index in range(1, len(values) + 1):
        if index == len(values) or values[index][1] != values[start][1]:
            rank = f"{start + 1}=" if index - start > 1 else str(start + 1)
            found.update((name, rank) for name, _ in values[start:index])
            start = index
    return found


def ranking(scored: Scored) -> tuple[Standing, ...]:
    """Everybody, field by field, the best first."""
    session = scored.session
    percent = METHODS[session.method].percent
    where = session.fields
    met = all_matches(scored) if session.teams else {}
    standings = _standings(scored, where, percent, met)
    found: list[Standing] = []
    for field in sorted(set(where.values()), key=lambda each: (each.section, each.direction != Side.NS)):
        mine = [standing for standing in standings if where[standing.contestant] == field]
        found.extend(_ranked([each for each in mine if each.contestant not in session.unranked], scored, met))
    return tuple(found)


def _standings(
    scored: Scored, where: Mapping[str, Field], percent: bool, met: Mapping[str, tuple[Match, ...]]
) -> list[Standing]:
    session = scored.session
    top_of = tops(scored) if session.penalties else {}
    fines: dict[str, Number] = {}
    vp_fines: dict[str, Number] = {}
    for penalty in session.penalties:
        if penalty.contestant not in where:
            raise BadSession(say("There is a penalty for {name}, who does not play.", name=penalty.contestant))
        top = top_of[where[penalty.contestant].section]
        if penalty.vps is not None and not session.on_victory_points:
            raise BadSession(
                say(
                    "A penalty in victory points needs matches: the method imps and boards_per_match; give {name} points.",
                    name=penalty.contestant,
                )
            )
        if penalty.share is not None and top is None:
            raise BadSession(
                say(
                    "A penalty of {share}% needs a method with a top; give {name} a number of points.",
                    share=shown(penalty.share * 100),
                    name=penalty.contestant,
                )
            )
        fines[penalty.contestant] = fines.get(penalty.contestant, 0) + penalty.amount(top)
        vp_fines[penalty.contestant] = vp_fines.get(penalty.contestant, 0) + (penalty.vps or 0)
    found = []
    for name in where:
        fine = tidy(fines.get(name, 0))
        mine = met.get(name, ())
        total = with_whole_matches(scored.totals.get(name, Total()), mine, percent=percent)
        earned = total.points + sum((match.aggregate_points + match.assigned for match in mine), Fraction(0))
        points = tidy(earned - fine)
        share = Fraction(points) / total.maximum * 100 if percent and total.maximum else None
        vps, vp_fine = None, tidy(vp_fines.get(name, 0))
        if session.on_victory_points:
            won = sum((match.vps for match in mine if match.vps is not None), Fraction(0))
            vps = tidy(won - vp_fine)
        found.append(
            Standing(
                name,
                where[name].direction,
                where[name].section,
                total.boards,
                points,
                tidy(total.maximum) if percent else None,
                share,
                "",
                fine,
                vps,
                notes=tuple(note for match in mine if (note := incomplete(match, session))),
                vp_penalty=vp_fine,
            )
        )
    return found


def with_whole_matches(total: Total, played: Sequence[Match], *, percent: bool) -> Total:
    """What a team has with the matches that were not made of boards, out of as much as there was in them."""
    for match in (each for each in played if each.settled):
        there = sum(match.settled.points) if percent and match.settled else 0
        total = Total(total.boards + match.boards, tidy(total.points + match.net), total.maximum + there)
    return total


def tops(scored: Scored) -> dict[str, Number | None]:
    """The largest top of each section (of all boards, where sections are together); None by a method without tops."""
    found: dict[str, Number | None] = {}
    for key in scored.session.by_board:
        top = scored.scorer(key).top
        found[key.section] = None if top is None else max(found.get(key.section) or 0, top)
    return found


def _ranked(standings: Sequence[Standing], scored: Scored, met: Mapping[str, tuple[Match, ...]]) -> list[Standing]:
    ordered = sorted(standings, key=merit, reverse=True)
    if scored.session.teams:
        return _ranked_by_matches(ordered, scored.session, met)
    session = scored.session  # between single players nothing is said of ties
    steps = session.regulations.ties.pairs if session.method == "matchpoints" and not session.partnerships else ()
    names = [(standing.contestant, merit(standing)) for standing in ordered]
    broken = break_ties(names, steps, scored) if steps else {name: Broken() for name, _ in names}
    keyed = [(name, (made, broken[name].key)) for name, made in names]
    if steps:
        keyed.sort(key=lambda item: item[1], reverse=True)
    ranks = places(keyed)
    by_name = {standing.contestant: standing for standing in ordered}
    return [
        replace(by_name[name], rank=ranks[name], tie_broken_by=broken[name].step, tie_steps=broken[name].trail)
        for name, _ in keyed
    ]


def _ranked_by_matches(
    ordered: Sequence[Standing], session: SessionToScore, met: Mapping[str, tuple[Match, ...]]
) -> list[Standing]:
    """Teams by what they have, ties broken by their matches (Bridge NSW 11.2)."""
    names = [standing.contestant for standing in ordered]
    here = {name: tuple(match for match in met.get(name, ()) if match.counts) for name in names}
    contest = session.contest or contest_of(here)
    steps = steps_of(contest, session.regulations.ties)
    totals = {standing.contestant: merit(standing)[1] for standing in ordered}
    found: list[Standing] = []
    for _, equal in groupby(ordered, key=merit):
        tied = {standing.contestant: standing for standing in equal}
        begun = steps if all(here[name] for name in tied) else ()  # nothing to part them by before they have played
        place = len(found) + 1
        for group in untied(list(tied), begun, here, totals, session.regulations.matches.scale):
            rank = f"{place}=" if len(group.teams) > 1 else str(place)
            found.extend(
                replace(tied[name], rank=rank, tie_broken_by=group.decided, tie_steps=group.trail.get(name, ()))
                for name in group.teams
            )
            place += len(group.teams)
    return found


def strata(standings: Sequence[Standing], stratum_of: Mapping[str, str]) -> dict[str, list[Standing]]:
    """The list of each stratum: its own contestants and those of weaker strata (A is the strongest), ranked anew.

    >>> from arrowswitch.scoring import SessionToScore, played, score
    >>> everybody = ranking(score(SessionToScore((played(1, "1", "2", 620), played(1, "3", "4", 170)))))
    >>> [(s.contestant, s.rank) for s in strata(everybody, {"2": "B", "3": "B"})["B"]]
    [('2', '1='), ('3', '1=')]
    """
    mine = {standing.contestant: stratum_of.get(standing.contestant, STRONGEST) for standing in standings}
    return {
        stratum: ranked_anew([standing for standing in standings if mine[standing.contestant] >= stratum])
        for stratum in sorted(set(mine.values()))
    }


def ranked_anew(standings: Sequence[Standing]) -> list[Standing]:
    """The standings in the order that they now have in each field; ties are left."""
    found: list[Standing] = []
    for field in dict.fromkeys((standing.section, standing.direction) for standing in standings):
        mine = [standing for standing in standings if (standing.section, standing.direction) == field]
        mine.sort(key=merit, reverse=True)
        ranks = places([(standing.contestant, merit(standing)) for standing in mine])
        found.extend(replace(each, rank=ranks[each.contestant], tie_broken_by=None, tie_steps=()) for each in mine)
    return found


def merit(standing: Standing) -> tuple[bool, Number]:
    """What a contestant is placed by: percentage, victory points or points; last of all without a board."""
    if standing.maximum is None:
        return True, standing.points if standing.vps is None else standing.vps
    return standing.percent is not None, standing.percent or 0
