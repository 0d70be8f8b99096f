"""The page of the search."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from typing import Any
from urllib.parse import urlencode

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from arrowswitch.site.accounts.gate import EVERYONE, allow
from arrowswitch.site.club.models import Player
from arrowswitch.site.requests import ClubRequest
from arrowswitch.site.search import finding
from arrowswitch.site.search.asking import LONGEST, Asked, parted, understood
from arrowswitch.site.search.finding import FoundPage, Onlooker, SearchSpan
from arrowswitch.site.yearbook import keeper

NUMBER = re.compile(r"[0-9]{1,18}")


@allow(*EVERYONE)
@require_safe
def search(request: ClubRequest) -> HttpResponse:
    """What is asked for, in words and between days."""
    if request.club is None:
        return redirect("welcome")
    onlooker = Onlooker.of(request, request.club)
    query = request.GET.get("q", "")[:LONGEST].replace("\0", "")
    span = SearchSpan(_day(request.GET.get("since", "")), _day(request.GET.get("until", "")))
    number = _number(request.GET.get("page", "")) or 1
    context: dict[str, Any] = {
        "query": query,
        "since": request.GET.get("since", "") if span.since else "",
        "until": request.GET.get("until", "") if span.until else "",
        "sees_rulings": onlooker.sees_rulings,
    }
    chosen = [onlooker.people().filter(pk=_number(request.GET.get(name, ""))).first() for name in ("player", "partner")]
    if query.strip() or chosen[0]:
        context["left"] = keeper.in_step(request.club)
        context |= _found(onlooker, query, chosen, span, number)
        context["asked"] = _asked(request)
    answer = render(request, "search/search.html", context)
    answer["X-Robots-Tag"] = "noindex"
    return answer


def _day(text: str) -> date | None:
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None


def _number(text: str) -> int:
    return int(text) if NUMBER.fullmatch(text) else 0


def _asked(request: ClubRequest) -> str:
    """What was asked, for the links to other pages of the list."""
    kept = {name: request.GET[name] for name in ("q", "since", "until", "player", "partner") if request.GET.get(name)}
    return f"{urlencode(kept)}&"


def _found(
    onlooker: Onlooker, query: str, chosen: Sequence[Player | None], span: SearchSpan, number: int
) -> dict[str, Any]:
    """What the page shows."""
    asked = understood(query)
    if asked.ruling:
        return _notables(onlooker, finding.rulings(onlooker, asked, span, number)) | {"of": "rulings"}
    player, partner = chosen
    if player and asked.slam:
        return _slams(onlooker, asked, player, span, number)
    if player:
        return _nights(onlooker, player, partner, asked, span, number)
    people = [finding.called(onlooker, name) for name in asked.names]
    if len(people) == 1 and not people[0]:
        asked = replace(asked, names=parted(asked.names[0]))
        people = [finding.called(onlooker, name) for name in asked.names]
    if len(people) == 1 and not people[0]:
        for title, within in ((asked.names[0], finding.narrowed(asked, span)), (query.strip(), span)):
            found = _titled(onlooker, title, asked, within, number)
            if found:
                return found
        people = finding.apart(onlooker, asked.names[0]) or people
    if people and not all(people):
        return {"nobody": [name for name, found in zip(asked.names, people, strict=True) if not found]}
    if len(people) == 2 and (len(people[0]) > 1 or len(people[1]) > 1):
        ones, others = ([each.pk for each in found] for found in people)
        return {"of": "pairs", "pairs": finding.together(onlooker, ones, others), "rest": _without_names(asked)}
    if people and len(people[0]) > 1:
        return {"of": "people", "people": people[0], "rest": _without_names(asked)}
    if people:
        player, partner = people[0][0], people[1][0] if len(people) > 1 else None
    if asked.slam:
        return _slams(onlooker, asked, player, span, number)
    if player:
        return _nights(onlooker, player, partner, asked, span, number)
    if asked.day:
        return _on_day(onlooker, asked.day, asked.board)
    if asked.during and asked.board is None:
        return _titled(onlooker, "", asked, finding.narrowed(asked, span), number) or {"of": "titles", "sessions": ()}
    return {"wants_day": True} if asked.board is not None else {"of": "people", "people": []}


def _without_names(asked: Asked) -> str:
    """What was asked of somebody, to be asked again of the one who is chosen."""
    made = {True: "made", False: "down", None: ""}[asked.made]
    slam = f"slam {asked.bid} {made}" if asked.slam else ""
    board = f"board {asked.board}" if asked.board is not None else ""
    return " ".join(f"{slam} {board} {asked.day or asked.during}".split())


def _titled(onlooker: Onlooker, title: str, asked: Asked, span: SearchSpan, number: int) -> dict[str, Any]:
    """Nights with a title; nothing if there are none."""
    page = finding.page_of(finding.titled(onlooker, title, span), number)
    sessions = finding.shown_sessions(onlooker, page.rows, asked.board)
    return {"of": "titles", "page": page, "sessions": sessions, "number": asked.board} if page.rows else {}


def _slams(onlooker: Onlooker, asked: Asked, player: Player | None, span: SearchSpan, number: int) -> dict[str, Any]:
    found = _notables(onlooker, finding.slams(onlooker, asked, player, span, number))
    return found | {"of": "slams", "player": player}


def _nights(
    onlooker: Onlooker, player: Player, partner: Player | None, asked: Asked, span: SearchSpan, number: int
) -> dict[str, Any]:
    lines = finding.nights(onlooker, [player.pk], [partner.pk] if partner else None, finding.narrowed(asked, span))
    page = finding.page_of(lines, number)
    nights = finding.shown_nights(onlooker, page.rows, asked.board)
    shown = {"of": "nights", "page": page, "nights": nights, "player": player, "partner": partner}
    return shown | {"number": asked.board}


def _on_day(onlooker: Onlooker, day: date, board: int | None) -> dict[str, Any]:
    sessions = finding.shown_sessions(onlooker, finding.on_day(onlooker, day), board)
    return {"of": "day", "day": day, "number": board, "sessions": sessions}


def _notables(onlooker: Onlooker, page: FoundPage) -> dict[str, Any]:
    return {"page": page, "notables": finding.shown_notables(onlooker, page.rows)}
