"""What pages ask the yearbook: the nights of a player or of a club, and the scores that form, ladders and ratings are made from."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable
from datetime import date
from fractions import Fraction
from functools import lru_cache
from sys import intern
from typing import NamedTuple

from django.db.models import F, QuerySet

from arrowswitch.bridge import Side
from arrowswitch.contests import EventPart, SessionScore
from arrowswitch.contests.form import FormScore
from arrowswitch.contests.ratings import RatedSession, percent_of_imps
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
    """All that a player has played, the latest first; who met whom stays where it is, for it is most of a session."""
    mine = PlayedLine.objects.filter(player=player, played__club=player.club_id)
    return mine.select_related("played", "partner").defer("played__met").order_by("-day", "-played")


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


AT_ONCE = 200
"""Sessions whose lines are read together, so that twenty years do not have to be held as rows."""
LINE = (
    "played_id",
    "contestant",
    "player_id",
    "name",
    "boards",
    "points",
    "maximum",
    "vps",
    "rank",
    "direction",
    "section",
)


def parts_of(sessions: Iterable[PlayedSession], who: str = "") -> list[EventPart]:
    """Sessions as `contests.series` takes them, the earliest first; each is named by its number. With `who`, a person by the key, only
    what that person played; the other sessions are there and empty."""
    days = {each.pk: each.day for each in sessions}
    numbers = sorted(days, key=lambda number: (days[number] or date.max, number))
    lines = PlayedLine.objects.order_by("pk")
    if who.isdecimal():
        lines = lines.filter(played__lines__player=int(who), played__lines__contestant=F("contestant"))
    parts = []
    for first in range(0, len(numbers), AT_ONCE):
        some = numbers[first : first + AT_ONCE]
        found: dict[int, dict[str, list[_Line]]] = {number: {} for number in some}
        for line in map(_Line._make, lines.filter(played__in=some).values_list(*LINE).iterator()):
            found[line.played].setdefault(line.contestant, []).append(line)
        for number in some:
            entries = tuple(_score(together) for together in found[number].values())
            if who:
                entries = tuple(entry for entry in entries if who in entry.players)
            parts.append(EventPart(str(number), entries, days[number]))
    return parts


class _Line(NamedTuple):
    played: int
    contestant: str
    player: int | None
    name: str
    boards: int
    points: str
    maximum: str
    vps: str
    rank: str
    direction: str
    section: str


def _score(lines: list[_Line]) -> SessionScore:
    first = lines[0]
    players = tuple(sorted(_key(line.player, line.name) for line in lines))
    return SessionScore(
        intern("+".join(players)),
        first.boards,
        _number(first.points),
        _number(first.maximum) if first.maximum else None,
        _number(first.vps) if first.vps else None,
        Side(first.direction) if first.direction else None,
        first.rank,
        players,
        section=first.section,
    )


def _key(player: int | None, name: str) -> str:
    """Like `key_of`, and the same text every time: over years that is most of what is held."""
    return intern(str(player) if player else f"~{name.casefold()}")


@lru_cache(10_000)
def _number(kept: str) -> Fraction:
    return Fraction(kept)


def rated_of(session: PlayedSession) -> RatedSession | None:
    """A session of pairs as `contests.ratings` takes it; None where there are neither percentages nor cross-IMPs."""
    if session.kind != "pairs" or session.day is None or not session.met:
        return None
    players: defaultdict[str, list[str]] = defaultdict(list)
    percents: dict[str, float] = {}
    sections: dict[str, str] = {}
    for line in session.lines.all():
        players[line.contestant].append(key_of(line))
        sections[line.contestant] = line.section  # empty where all sections are compared with one another
        if line.percent is not None:
            percents[line.contestant] = line.percent
        elif session.method == "cross-imps" and line.boards:
            percents[line.contestant] = percent_of_imps(float(Fraction(line.points)), line.boards)
    whole = {who: tuple(mine) for who, mine in players.items() if len(set(mine)) == 2}
    met = tuple((f"{sections.get(ns, '')}{board}", ns, ew) for board, ns, ew in json.loads(session.met))
    return RatedSession(str(session.pk), session.day, whole, met, percents) if percents else None
