"""A scored session, and a working, as JSON: the contract of the command `score`. Numbers are numbers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from arrowswitch.scoring.explain.explain import Explanation
from arrowswitch.scoring.matches.matches import Match, matches
from arrowswitch.scoring.methods import METHODS
from arrowswitch.scoring.numbers import Number, tidy
from arrowswitch.scoring.ranking.clubs import by_club
from arrowswitch.scoring.ranking.factoring import factored, unequal
from arrowswitch.scoring.ranking.handicaps import handicapped
from arrowswitch.scoring.ranking.ranking import Standing, ranking, strata
from arrowswitch.scoring.scored import SatOut, Scored


def plain(value: Number | None) -> int | float | None:
    """A number for JSON.

    >>> from fractions import Fraction
    >>> plain(Fraction(176, 10)), plain(Fraction(4, 2)), plain(None)
    (17.6, 2, None)
    """
    if value is None or isinstance(value, int):
        return value
    return value.numerator if value.denominator == 1 else float(value)


def answer(scored: Scored) -> dict[str, Any]:
    """The scored session as JSON values.

    >>> from arrowswitch.scoring.files.session_file import loads
    >>> sheet = loads('{"results": [{"board": 1, "ns": "1", "ew": "2", "score": 620}, '
    ...               '{"board": 1, "ns": "3", "ew": "4", "score": 170}]}')
    >>> from arrowswitch.scoring import score
    >>> answer(score(sheet))["ranking"][0]["percent"]
    100
    """
    standings = ranking(scored)
    return {
        "boards": [
            {
                "board": board.key.board,
                **({"section": board.key.section} if board.key.section else {}),
                "top": plain(board.top),
                "lines": [
                    {
                        "ns": each.line.ns,
                        "ew": each.line.ew,
                        "score": each.line.score,
                        "ns_points": plain(each.ns.value) if each.ns else None,
                        "ew_points": plain(each.ew.value) if each.ew else None,
                    }
                    for each in board.lines
                ],
                **({"sit_outs": [_sat_out(each) for each in board.sat_out]} if board.sat_out else {}),
            }
            for board in scored.boards.values()
        ],
        "ranking": _listed(standings, scored),
        **_matches(scored),
        **_factored(standings, scored),
        **_further_lists(standings, scored),
    }


def _matches(scored: Scored) -> dict[str, Any]:
    """Every team's matches, where there are teams."""
    if not scored.session.teams:
        return {}
    return {"matches": [_match(each) for mine in matches(scored).values() for each in mine]}


def _match(match: Match) -> dict[str, Any]:
    found: dict[str, Any] = {
        "contestant": match.team,
        "opponent": match.opponent,
        "rounds": [number for number in match.rounds if number is not None],
        "boards": match.boards,
        "net": plain(match.net),
    }
    further: dict[str, Any] = {
        "vps": plain(match.vps),
        "aggregate_points": plain(match.aggregate_points),
        "penalty": plain(match.penalty),
        "halves": list(match.halves),
        "unplayed": list(match.unplayed),
        "missing": match.missing,
        "assigned": plain(match.assigned),
    }
    return found | {key: value for key, value in further.items() if value or (key == "vps" and value is not None)}


def _factored(standings: Sequence[Standing], scored: Scored) -> dict[str, Any]:
    """Totals as they would be on as many boards of the same top, where they are not."""
    if not METHODS[scored.session.method].percent:
        return {}
    found = factored(scored)
    if not unequal(found.values()):
        return {}
    return {
        "factored": [
            {
                "contestant": each.contestant,
                "points": plain(tidy(each.points * found[each.contestant].factor)),
                "factor": plain(found[each.contestant].factor),
                "reasons": [str(reason) for reason in found[each.contestant].reasons],
            }
            for each in standings
        ]
    }


def _further_lists(standings: Sequence[Standing], scored: Scored) -> dict[str, Any]:
    """What the session asks for besides the ranking."""
    found: dict[str, Any] = {}
    session = scored.session
    if session.strata:
        by_stratum = strata(standings, session.strata)
        found["strata"] = [
            {"stratum": stratum, "ranking": _listed(mine, scored)} for stratum, mine in by_stratum.items()
        ]
    if session.handicaps:
        kind, of = session.handicaps
        mine = handicapped(standings, of, kind)
        found["handicapped"] = [
            each | {"handicap": plain(of.get(each["contestant"], 0))} for each in _listed(mine, scored)
        ]
    if session.clubs:
        found["clubs"] = [
            {
                "club": each.club,
                "rank": each.rank,
                "contestants": each.contestants,
                "points": plain(each.points),
                "maximum": plain(each.maximum),
                "percent": plain(each.percent),
            }
            for each in by_club(standings, session.clubs)
        ]
    return found


def _listed(standings: Sequence[Standing], scored: Scored) -> list[dict[str, Any]]:
    return [_standing(standing, METHODS[scored.session.method].percent) for standing in standings]


def _sat_out(each: SatOut) -> dict[str, Any]:
    return {"contestant": each.contestant, "direction": str(each.side), "points": plain(each.points.value)}


def _standing(standing: Standing, percent: bool) -> dict[str, Any]:
    found: dict[str, Any] = {
        "contestant": standing.contestant,
        "direction": str(standing.direction) if standing.direction else None,
        "boards": standing.boards,
        "points": plain(standing.points),
    }
    if percent:
        found |= {"maximum": plain(standing.maximum), "percent": plain(standing.percent)}
    if standing.vps is not None:
        found["vps"] = plain(standing.vps)
    found["rank"] = standing.rank
    if standing.section:
        found["section"] = standing.section
    if standing.tie_broken_by:
        found["tie_broken_by"] = str(standing.tie_broken_by)
    if standing.notes:
        found["notes"] = [str(note) for note in standing.notes]
    return found


def explained(explanation: Explanation) -> dict[str, Any]:
    """A working as JSON values."""
    return {
        "title": str(explanation.title),
        "plain": [str(sentence) for sentence in explanation.plain],
        "steps": [
            {
                "text": str(step.text),
                "numbers": {name: plain(value) for name, value in step.numbers.items()},
                "result": plain(step.result),
                "rule": step.rule,
            }
            for step in explanation.steps
        ],
        "result": plain(explanation.result),
    }
