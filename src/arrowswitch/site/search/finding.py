"""Looking in the rows of the yearbook: every answer is a page of a bounded number of rows, found by an index."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet, Subquery
from django.urls import reverse

from arrowswitch.site.accounts.gate import DESK, DIRECTORS
from arrowswitch.site.club.models import Club, Player
from arrowswitch.site.club.players.search import best, known
from arrowswitch.site.club.words import plain_words
from arrowswitch.site.mybridge.shown import kept_back, open_links, partner_name
from arrowswitch.site.night.naming import Eyes, name_for
from arrowswitch.site.requests import ClubRequest
from arrowswitch.site.search.asking import Asked
from arrowswitch.site.yearbook.models import PlayedLine, PlayedNotable, PlayedSession

A_PAGE = 25
PAGES = 200
"""So many pages can be turned."""
SESSIONS = 8
"""So many sessions with slams or rulings stand on a page."""
MOST = 120
"""Rows on a page at most."""
PEOPLE = 12
"""Namesakes that are offered."""
ON_A_DAY = 20
WORDS_APART = 6


@dataclass(frozen=True)
class SearchSpan:
    """From when to when."""

    since: date | None = None
    until: date | None = None

    def of(self, rows: QuerySet[Any], field: str) -> QuerySet[Any]:
        """Those within."""
        if self.since:
            rows = rows.filter(**{f"{field}__gte": self.since})
        return rows.filter(**{f"{field}__lte": self.until}) if self.until else rows


@dataclass(frozen=True)
class Onlooker:
    """Who searches, in which club."""

    club: Club
    role: str
    player: int | None = None

    @classmethod
    def of(cls, request: ClubRequest, club: Club) -> Onlooker:
        """Who asks."""
        player = request.user.player_id if request.user.is_authenticated else None
        return cls(club, request.actor.role, player)

    @property
    def desk(self) -> bool:
        """Whether every posted session may be seen, and every name."""
        return self.role in DESK

    @property
    def sees_rulings(self) -> bool:
        """Rulings are in no results."""
        return self.role in DIRECTORS

    @property
    def eyes(self) -> Eyes:
        """For whose eyes names are."""
        return "desk" if self.desk else "public"

    def sessions(self, rows: QuerySet[Any], session: str = "played__session") -> QuerySet[Any]:
        """Rows of the sessions that may be seen, each with the link."""
        path = session.removesuffix("session")
        links = open_links(path.removesuffix("__") or "session")
        seen: QuerySet[Any] = rows.filter(
            **{f"{session}__away": False, f"{path}posted": True, f"{path}club": self.club}
        )
        if not self.desk:
            seen = seen.filter(Exists(links), **{f"{session}__phase": "published"})
        with_links: QuerySet[Any] = seen.annotate(token=Subquery(links.values("token")[:1]))
        return with_links

    def people(self) -> QuerySet[Player]:
        """Who may be found by name: before others than the desk whoever stands in results that they see and has the name not withheld,
        and oneself always."""
        everybody = known(self.club)
        if self.desk:
            return everybody
        seen = Exists(self.sessions(PlayedLine.objects.filter(player=OuterRef("pk")).order_by()))
        return everybody.filter(Q(seen, withheld="") | Q(pk=self.player or 0))


@dataclass(frozen=True)
class FoundPage:
    """Some rows, and whether there are more."""

    rows: Sequence[Any]
    number: int
    more: bool


def page_of(rows: QuerySet[Any], number: int, size: int = A_PAGE) -> FoundPage:
    """A page without counting all that there is."""
    number = min(max(number, 1), PAGES)
    first = (number - 1) * size
    some = list(rows[first : first + size + 1])
    return FoundPage(some[:size], number, len(some) > size and number < PAGES)


def called(onlooker: Onlooker, name: str) -> list[Player]:
    """Who may be meant; numbers are for the desk."""
    found = best(onlooker.people(), name, PEOPLE)
    words = plain_words(name)
    return found if onlooker.desk else [each for each in found if _is_named(each, words)]


def apart(onlooker: Onlooker, name: str) -> list[list[Player]]:
    """Two people whose names were typed with nothing between, as “Ash Beech”; nothing unless both are found."""
    words = name.split()[:WORDS_APART]
    for place in range(1, len(words)):
        found = [called(onlooker, " ".join(some)) for some in (words[:place], words[place:])]
        if all(found):
            return found
    return []


def _is_named(player: Player, words: Iterable[str]) -> bool:
    """Whether every word begins a word of the name itself."""
    own = plain_words(str(player))
    return all(any(each.startswith(word) for each in own) for word in words)


def nights(
    onlooker: Onlooker, players: Iterable[int], partners: Iterable[int] | None, span: SearchSpan
) -> QuerySet[PlayedLine]:
    """The nights of a player, or of two together, the latest first."""
    mine = PlayedLine.objects.filter(player__in=list(players))
    if partners is not None:
        mine = mine.filter(partner__in=list(partners))
    mine = span.of(mine, "day").select_related("played", "player", "partner").order_by("-day", "-played")
    return onlooker.sessions(mine)


def titled(onlooker: Onlooker, title: str, span: SearchSpan) -> QuerySet[PlayedSession]:
    """Sessions that are called so, the latest first."""
    found = span.of(PlayedSession.objects.filter(club=onlooker.club, title__icontains=title.strip()), "day")
    return onlooker.sessions(found.order_by("-day", "-session"), "session")


def on_day(onlooker: Onlooker, day: date) -> list[PlayedSession]:
    """What was played on a day."""
    found = PlayedSession.objects.filter(club=onlooker.club, day=day)
    return list(onlooker.sessions(found, "session")[:ON_A_DAY])


def has_board(played: PlayedSession, board: int) -> bool:
    """Whether a board was in play, as far as it is known.

    >>> has_board(PlayedSession(met='[[14,"A1","A2"]]'), 14), has_board(PlayedSession(met='[[14,"A1","A2"]]'), 15)
    (True, False)
    """
    if not played.met:
        return 1 <= board <= played.boards
    return any(met[0] == board for met in json.loads(played.met))


def slams(onlooker: Onlooker, asked: Asked, player: Player | None, span: SearchSpan, number: int) -> FoundPage:
    """Slams that were bid, the latest first: of all, or those that a player played or defended."""
    wanted = PlayedNotable.objects.filter(kind="slam")
    if asked.bid:
        wanted = wanted.filter(what__startswith=asked.bid)
    if asked.made is not None:
        wanted = wanted.filter(made=asked.made)
    if player is None:
        return _notables(onlooker, wanted, asked, span, number)
    wanted = _of_board(wanted, asked)
    there = wanted.filter(played=OuterRef("played")).filter(Q(ns=OuterRef("label")) | Q(ew=OuterRef("label")))
    mine = nights(onlooker, [player.pk], None, narrowed(asked, span)).filter(Exists(there))
    page = page_of(mine, number, SESSIONS)
    labels = {line.played_id: line.label for line in page.rows}
    found = wanted.filter(played__in=labels)
    own = [each for each in found if labels[each.played_id] in (each.ns, each.ew)]
    return _in_order(own, page, {line.played_id: line.token for line in page.rows})


def rulings(onlooker: Onlooker, asked: Asked, span: SearchSpan, number: int) -> FoundPage:
    """Rulings, by what they were about; nothing for who does not see them."""
    if not onlooker.sees_rulings:
        return FoundPage((), 1, False)
    wanted = PlayedNotable.objects.filter(kind="ruling")
    for word in " ".join(asked.names).split()[:8]:
        wanted = wanted.filter(what__icontains=word)
    return _notables(onlooker, wanted, asked, span, number)


def _notables(
    onlooker: Onlooker, wanted: QuerySet[PlayedNotable], asked: Asked, span: SearchSpan, number: int
) -> FoundPage:
    """Those of a few sessions: going through sessions by their days, the database need not sort what it does not show."""
    wanted = _of_board(wanted, asked)
    sessions = narrowed(asked, span).of(PlayedSession.objects.filter(club=onlooker.club), "day")
    sessions = onlooker.sessions(sessions.filter(Exists(wanted.filter(played=OuterRef("pk")))), "session")
    page = page_of(sessions.order_by("-day", "-session"), number, SESSIONS)
    tokens = {each.pk: each.token for each in page.rows}
    return _in_order(wanted.filter(played__in=tokens), page, tokens)


def _of_board(wanted: QuerySet[PlayedNotable], asked: Asked) -> QuerySet[PlayedNotable]:
    return wanted if asked.board is None else wanted.filter(board=asked.board)


def narrowed(asked: Asked, span: SearchSpan) -> SearchSpan:
    """On the day that is asked for, else within the span, or the month or year that was typed."""
    if asked.day:
        return SearchSpan(asked.day, asked.day)
    return SearchSpan(span.since or asked.since, span.until or asked.until)


def _in_order(found: Iterable[PlayedNotable], page: FoundPage, tokens: Mapping[int, str | None]) -> FoundPage:
    """Rows in the order of their sessions, each with the link."""
    sessions = {number: place for place, number in enumerate(tokens)}
    played = PlayedSession.objects.in_bulk(list(tokens))
    rows = sorted(found, key=lambda each: (sessions[each.played_id], each.board or 0, each.pk))[:MOST]
    for each in rows:
        each.played = played[each.played_id]
        each.token = tokens[each.played_id]  # type: ignore[attr-defined]  # as rows that are annotated have it
    return FoundPage(rows, page.number, page.more)


def together(onlooker: Onlooker, ones: Iterable[int], others: Iterable[int]) -> list[tuple[Player, Player]]:
    """Of several who may be meant, those two who have played together where this onlooker sees it."""
    mine = onlooker.sessions(PlayedLine.objects.filter(player__in=list(ones), partner__in=list(others)).order_by())
    found = list(mine.values_list("player", "partner").distinct()[:PEOPLE])
    people = Player.objects.in_bulk({number for pair in found for number in pair})
    return [(people[one], people[other]) for one, other in found]


# -- shown --------------------------------------------------------------------------------------------------------------


def where(onlooker: Onlooker, session: int, token: str | None, page: str = "", *more: object) -> str:
    """The address of a page of results: at the desk's own, or under the link."""
    name = f"-{page}" if page else ""
    if onlooker.desk:
        return reverse(f"night-results{name}", args=[session, *more])
    return reverse(f"results{name}", args=[token, *more])


def shown_sessions(onlooker: Onlooker, found: Iterable[Any], board: int | None) -> list[dict[str, Any]]:
    """Sessions, each with its results, and with a board if one is asked for and was in play."""
    return [
        {
            "day": each.day,
            "title": each.title,
            "place": where(onlooker, each.pk, each.token),
            "board": board_of(onlooker, each, each.token, board),
        }
        for each in found
    ]


def board_of(onlooker: Onlooker, played: PlayedSession, token: str | None, board: int | None) -> str:
    """Where the results of a board are; empty if it was not in play."""
    if board is None or not has_board(played, board):
        return ""
    return where(onlooker, played.pk, token, "board", board)


def shown_nights(onlooker: Onlooker, lines: Iterable[PlayedLine], board: int | None = None) -> list[dict[str, Any]]:
    """Nights with the two who played, and their card; and with a board if one is asked for and was in play."""
    return [
        {
            "day": line.day,
            "title": line.played.title,
            "who": name_for(line.player, onlooker.eyes) if line.player else line.name,
            "partner": partner_name(line, onlooker.eyes),
            "place": where(onlooker, line.played_id, line.token, "pair", line.contestant),  # type: ignore[attr-defined]
            "board": board_of(onlooker, line.played, line.token, board),  # type: ignore[attr-defined]
        }
        for line in lines
    ]


def shown_notables(onlooker: Onlooker, found: Sequence[PlayedNotable]) -> list[dict[str, Any]]:
    """Slams and rulings with who was there, and the board; what a club shows to nobody is left out."""
    hidden = set() if onlooker.desk else kept_back({each.played_id for each in found})
    names = _names(onlooker, found)
    return [
        {
            "day": each.played.day,
            "title": each.played.title,
            "board": each.board,
            "what": each.what,
            "made": each.made,
            "ns": names.get((each.played_id, each.ns), each.ns),
            "ew": names.get((each.played_id, each.ew), each.ew),
            "place": _place(onlooker, each),
        }
        for each in found
        if each.played_id not in hidden
    ]


def _place(onlooker: Onlooker, each: PlayedNotable) -> str:
    token: str | None = each.token  # type: ignore[attr-defined]  # annotated
    if each.kind == "ruling":
        return reverse("night-rulings", args=[each.played_id])
    return (
        where(onlooker, each.played_id, token, "board", each.board)
        if each.board
        else where(onlooker, each.played_id, token)
    )


def _names(onlooker: Onlooker, found: Sequence[PlayedNotable]) -> dict[tuple[int, str], str]:
    """Who stood behind a number, in each of a few sessions."""
    labels = {label for each in found for label in (each.ns, each.ew) if label}
    if not labels:
        return {}
    lines = PlayedLine.objects.filter(played__in={each.played_id for each in found}, label__in=labels)
    people: dict[tuple[int, str], list[str]] = {}
    for line in lines.select_related("player").order_by("pk"):
        name = name_for(line.player, onlooker.eyes) if line.player else line.name
        people.setdefault((line.played_id, line.label), []).append(name)
    return {key: " & ".join(dict.fromkeys(names)) for key, names in people.items()}
