"""Awards for matches that were won or drawn: so much for each board of them."""

from __future__ import annotations

from fractions import Fraction

from arrowswitch.contests.awards.award import PointsAward, cited, explained_award, rank_of
from arrowswitch.contests.awards.lists import AwardedSession
from arrowswitch.contests.awards.scheme import AwardScheme, MatchAward
from arrowswitch.scoring.numbers import tidy
from arrowswitch.scoring.working import Working
from arrowswitch.words import counted, say


def for_matches(session: AwardedSession, scheme: AwardScheme, rule: MatchAward) -> list[PointsAward]:
    """What everybody has for matches; who won and drew none is left out."""
    ranks = {each.contestant: rank_of(each, group) for one in session.lists for group in one.groups() for each in group}
    found = []
    for who in dict.fromkeys(each.contestant for each in session.matches):
        work = Working()
        amount = _added_up(session, who, rule, work)
        if amount:
            work.note(say("Together, for each who played all of it"), tidy(amount), rule=rule.rule)
            reason = say("Matches won and drawn. {rule}.", rule=cited(rule.rule))
            found.append(explained_award(scheme, who, ranks.get(who, ""), amount, say("matches"), reason, work))
    return found


def _added_up(session: AwardedSession, who: str, rule: MatchAward, work: Working) -> Fraction:
    amount = Fraction(0)
    for match in session.matches:
        if match.contestant != who or match.net < 0:
            continue
        worth = (rule.won if match.net else rule.drawn) * match.boards
        values = {"boards": counted("boards", match.boards), "name": session.called.get(match.opponent, match.opponent)}
        said = say("{boards} against {name}, drawn", **values)
        if match.net:
            said = say("{boards} against {name}, won", **values)
        work.note(said, tidy(worth), rule=rule.rule)
        amount += worth
    return amount
