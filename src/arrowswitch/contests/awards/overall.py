"""Awards over all sections: the first by tables, rating and sessions, or as it is said, and a part of it for each place below."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from math import ceil, log10

from arrowswitch.contests.awards.award import PointsAward
from arrowswitch.contests.awards.lists import AwardedSession, AwardList, OverallWish
from arrowswitch.contests.awards.places import ListToAward, awards_of
from arrowswitch.contests.awards.scheme import AwardScale, AwardScheme, OverallRule
from arrowswitch.contests.reading import BadContest
from arrowswitch.scoring.figures import shown
from arrowswitch.scoring.numbers import tidy
from arrowswitch.scoring.working import Working
from arrowswitch.words import counted, say

TABLES_IN_STEPS = 60
"""Up to so many tables the base grows by the table, beyond them by the logarithm of a quarter of them."""


def overall_awards(session: AwardedSession, scheme: AwardScheme, wish: OverallWish) -> list[PointsAward]:
    """What the best of all sections have, by their percentages or points."""
    rule = scheme.overall
    if rule is None:
        raise BadContest(say("{scheme} has no overall awards in our sources.", scheme=scheme.title))
    everybody = [each for given in session.lists for each in given.places]
    values = [each.value for each in everybody if each.value is not None]
    if len(values) < len(everybody):
        raise BadContest(say("For overall awards everybody needs a percentage, or points."))
    placed = [
        replace(each, place=1 + sum(other > value for other in values))
        for each, value in zip(everybody, values, strict=True)
    ]
    work = Working()
    first = wish.first if wish.first is not None else _general_formula(session, rule, wish, work)
    scale = AwardScale(rule=rule.rule, way="ratio", first=first, ratio=rule.ratio)
    case = ListToAward(session, scheme, scale, AwardList(tuple(placed), section=say("overall")))
    return awards_of(case, work.steps, wish.places)


def _general_formula(session: AwardedSession, rule: OverallRule, wish: OverallWish, work: Working) -> Fraction:
    """Base by tables, times rating, times sessions, times all else."""
    if wish.rating not in rule.ratings:
        names = ", ".join(rule.ratings)
        raise BadContest(say("“overall” needs “first”, or a “rating”: {names}.", names=names))
    if not 1 <= wish.sessions <= len(rule.sessions):
        raise BadContest(say("Overall awards are known for 1 to {n} sessions.", n=len(rule.sessions)))
    tables = ceil(session.tables or Fraction(sum(len(each.places) for each in session.lists), 2))
    base = Fraction(tables + 10, 60)
    if tables > TABLES_IN_STEPS:
        base = Fraction(log10(tables / 4)).limit_denominator(10**9)
    work.note(say("The base of {tables}", tables=counted("tables", tables)), tidy(base), rule=rule.rule)
    rating, sessions = rule.ratings[wish.rating], rule.sessions[wish.sessions - 1]
    value = base * rating * sessions * wish.factor
    said = say(
        "Times {rating} for the rating, {sessions} for the sessions, {factor} for all else",
        rating=shown(rating),
        sessions=shown(sessions),
        factor=shown(wish.factor),
    )
    work.note(said, tidy(value), rule=rule.rule)
    return value
