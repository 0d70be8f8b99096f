"""Awards for matches that were won or drawn: so much for each board of them, to each player for the boards that he played."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from arrowswitch.contests.awards.award import PointsAward, cited, explained_award, rank_of
from arrowswitch.contests.awards.lists import AwardedSession, MatchToAward
from arrowswitch.contests.awards.scheme import AwardScheme, MatchAward
from arrowswitch.scoring.boards.teams import TWO_A_BOARD
from arrowswitch.scoring.numbers import tidy
from arrowswitch.scoring.working import Working
from arrowswitch.words import Sentence, counted, say


def won_by(method: str, sides: Sequence[tuple[str, str, Fraction]]) -> list[Fraction | None]:
    """By how much each side won its match: what it scored is that already, or both scored and the difference is.

    A side is who, against whom, what was scored. The second match of one against another is the second of the other against it;
    where the other side is not there, nothing is known.

    >>> [str(each) for each in won_by("imps", [("1", "2", Fraction(10)), ("2", "1", Fraction(-10))])]
    ['10', '-10']
    >>> [str(each) for each in won_by("board-a-match", [("1", "2", Fraction(15)), ("2", "1", Fraction(9))])]
    ['6', '-6']
    """
    if method not in TWO_A_BOARD:
        return [net for _who, _against, net in sides]
    scored: defaultdict[tuple[str, str], list[Fraction]] = defaultdict(list)
    places = []
    for who, against, points in sides:
        places.append(len(scored[who, against]))
        scored[who, against].append(points)
    return [
        points - scored[against, who][place] if place < len(scored[against, who]) else None
        for (who, against, points), place in zip(sides, places, strict=True)
    ]


def for_matches(session: AwardedSession, scheme: AwardScheme, rule: MatchAward) -> list[PointsAward]:
    """What everybody has for matches, the most first; who won and drew none is left out."""
    ranks = {each.contestant: rank_of(each, group) for one in session.lists for group in one.groups() for each in group}
    found = []
    for who in dict.fromkeys(each.contestant for each in session.matches):
        mine = [each for each in session.matches if each.contestant == who]
        awards = []
        for players in _alike(mine):
            work = Working()
            amount = _added_up(session, mine, players, rule, work)
            if amount:
                whole = all(_boards_of(match, players[0]) == match.boards for match in mine) if players else True
                said = say("Together, for each who played all of it") if whole else say("Together")
                work.note(said, tidy(amount), rule=rule.rule)
                reason = say("Matches won and drawn. {rule}.", rule=cited(rule.rule))
                made = explained_award(scheme, who, ranks.get(who, ""), amount, say("matches"), reason, work)
                awards.append(replace(made, players=players))
        found += sorted(awards, key=lambda each: each.amount, reverse=True)
    return found


def _alike(mine: Sequence[MatchToAward]) -> list[tuple[str, ...]]:
    """The players of a team, those together who played the same boards; nobody, where it is not known who played."""
    everybody = dict.fromkeys(player for match in mine for player in match.players)
    together: defaultdict[tuple[int, ...], list[str]] = defaultdict(list)
    for player in everybody:
        together[tuple(_boards_of(match, player) for match in mine)].append(player)
    return [tuple(each) for each in together.values()] or [()]


def _boards_of(match: MatchToAward, player: str) -> int:
    """How many boards of a match somebody played: all of them, where that was not said."""
    return min(match.players.get(player, 0), match.boards) if match.players else match.boards


def _added_up(
    session: AwardedSession, mine: Sequence[MatchToAward], players: tuple[str, ...], rule: MatchAward, work: Working
) -> Fraction:
    amount = Fraction(0)
    for match in mine:
        boards = _boards_of(match, players[0]) if players else match.boards
        if match.net < 0 or not boards:
            continue
        worth = (rule.won if match.net else rule.drawn) * boards
        work.note(_told(session, match, boards), tidy(worth), rule=rule.rule)
        amount += worth
    return amount


def _told(session: AwardedSession, match: MatchToAward, boards: int) -> Sentence:
    name = session.called.get(match.opponent, match.opponent)
    values = {"n": boards, "boards": counted("boards", match.boards), "name": name}
    if boards < match.boards and match.net:
        return say("{n} of {boards} against {name}, won", **values)
    if boards < match.boards:
        return say("{n} of {boards} against {name}, drawn", **values)
    if match.net:
        return say("{boards} against {name}, won", **values)
    return say("{boards} against {name}, drawn", **values)
