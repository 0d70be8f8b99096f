"""What pages ask the yearbook: the nights of a player or of a club, and the scores that form, ladders and ratings are made from."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable
from datetime import date
from fractions import Fraction

from django.db.models import QuerySet

from arrowswitch.bridge import Side
from arrowswitch.contests import EventPart, SessionScore
from arrowswitch.contests.form import FormScore
from arrowswitch.contests.ratings import RatedSession
from arrowswitch.site.club.models import Club, Player
from arrowswitch.site.yearbook.models import PlayedLine, PlayedSession


def sessions_of(club: Club, since: date | None = None, until: date | None = None) -> QuerySet[PlayedSession]:
    """The posted sessions of a club, the latest first."""
    found = PlayedSession.objects.filter(club=club, posted=True)
    if since:
        found = found.filter(day__gte=since)
    if until:
        found = found.filter(day__lte=until)
    return found


def years_of(club: Club) -> list[int]:
    """The years in which something was played, the latest first."""
    return [each.year for each in sessions_of(club).exclude(day=None).dates("day", "year", order="DESC")]


def nights_of(player: Player) -> QuerySet[PlayedLine]:
    """All that a player has played, the latest first."""
    mine = PlayedLine.objects.filter(player=player, played__club=player.club_id)
    return mine.select_related("played", "partner").order_by("-day", "-played")


def key_of(line: PlayedLine) -> str:
    """By what a person is known again in another session: the number in the register, of a visitor the name."""
    return str(line.player_id) if line.player_id else f"~{line.name.casefold()}"


def partner_of(line: PlayedLine) -> str:
    """The same of the partner; empty if there is none."""
    if line.partner_id:
        return str(line.partner_id)
    return f"~{line.partner_name.casefold()}" if line.partner_name else ""


def form_of(lines: Iterable[PlayedLine]) -> list[FormScore]:
    """The sessions of a player with a percentage, for `contests.form`; partners are told by their keys."""
    return [
        FormScore(line.day, str(line.played_id), line.percent, line.boards, partner_of(line), line.direction)
        for line in lines
        if line.day is not None and line.percent is not None
    ]


def parts_of(sessions: Iterable[PlayedSession]) -> list[EventPart]:
    """Sessions as `contests.series` takes them, the earliest first; each is named by its number."""
    found = list(sessions)
    by_session: defaultdict[int, defaultdict[str, list[PlayedLine]]] = defaultdict(lambda: defaultdict(list))
    for line in PlayedLine.objects.filter(played__in=[each.pk for each in found]).order_by("pk"):
        by_session[line.played_id][line.contestant].append(line)
    parts = [
        EventPart(str(each.pk), tuple(_score(lines) for lines in by_session[each.pk].values()), each.day)
        for each in found
    ]
    return sorted(parts, key=lambda part: (part.day or date.max, int(part.name)))


def _score(lines: list[PlayedLine]) -> SessionScore:
    first, players = lines[0], tuple(sorted(key_of(line) for line in lines))
    return SessionScore(
        "+".join(players),
        first.boards,
        Fraction(first.points),
        Fraction(first.maximum) if first.maximum else None,
        Fraction(first.vps) if first.vps else None,
        Side(first.direction) if first.direction else None,
        first.rank,
        players,
    )


def rated_of(session: PlayedSession) -> RatedSession | None:
    """A session of pairs as `contests.ratings` takes it; None where there are no percentages."""
    if session.kind != "pairs" or session.day is None or not session.met:
        return None
    players: defaultdict[str, list[str]] = defaultdict(list)
    percents: dict[str, float] = {}
    for line in session.lines.all():
        players[line.contestant].append(key_of(line))
        if line.percent is not None:
            percents[line.contestant] = line.percent
    whole = {who: tuple(mine) for who, mine in players.items() if len(set(mine)) == 2}
    met = tuple((str(board), ns, ew) for board, ns, ew in json.loads(session.met))
    return RatedSession(str(session.pk), session.day, whole, met, percents) if percents else None
