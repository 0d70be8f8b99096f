"""The page of the search."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date
from itertools import product
from typing import Any
from urllib.parse import urlencode

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from arrowswitch.site.accounts.gate import EVERYONE, allow
from arrowswitch.site.club.models import Player
from arrowswitch.site.requests import ClubRequest
from arrowswitch.site.search import finding
from arrowswitch.site.search.asking import LONGEST, Asked, understood
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
        context |= _found(onlooker, understood(query), chosen, span, number)
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
    onlooker: Onlooker, asked: Asked, chosen: Sequence[Player | None], span: SearchSpan, number: int
) -> dict[str, Any]:
    """What the page shows."""
    if chosen[0]:
        return _nights(onlooker, [chosen[0]], [chosen[1]] if chosen[1] else None, span, number)
    if asked.ruling:
        return _notables(onlooker, finding.rulings(onlooker, asked, span), number) | {"of": "rulings"}
    people = [finding.called(onlooker, name) for name in asked.names]
    if people and not all(people):
        return {"nobody": [name for name, found in zip(asked.names, people, strict=True) if not found]}
    if asked.slam:
        players = [each.pk for found in people for each in found]
        return _notables(onlooker, finding.slams(onlooker, asked, players, span), number) | {"of": "slams"}
    if asked.day:
        if people:
            return _nights(
                onlooker, people[0], people[1] if len(people) > 1 else None, SearchSpan(asked.day, asked.day), number
            )
        return _on_day(onlooker, asked.day, asked.board)
    if asked.board is not None:
        return {"wants_day": True}
    if len(people) == 2:
        return _pairs(onlooker, people[0], people[1], span, number)
    if len(people) == 1 and len(people[0]) == 1:
        return _nights(onlooker, people[0], None, span, number)
    return {"people": people[0] if people else [], "of": "people"}


def _nights(
    onlooker: Onlooker, players: Sequence[Player], partners: Sequence[Player] | None, span: SearchSpan, number: int
) -> dict[str, Any]:
    with_whom = None if partners is None else [each.pk for each in partners]
    page = finding.page_of(finding.nights(onlooker, [each.pk for each in players], with_whom, span), number)
    return {
        "of": "nights",
        "page": page,
        "nights": finding.shown_nights(onlooker, page.rows),
        "player": players[0] if len(players) == 1 else None,
        "partner": partners[0] if partners and len(partners) == 1 else None,
    }


def _pairs(
    onlooker: Onlooker, ones: Sequence[Player], others: Sequence[Player], span: SearchSpan, number: int
) -> dict[str, Any]:
    """Two names: where each could be several people, every two of them who have played together."""
    found = _nights(onlooker, ones, others, span, number)
    if len(ones) == len(others) == 1:
        return found
    return found | {"pairs": [(one, other) for one, other in product(ones, others) if one != other][: finding.PEOPLE]}


def _on_day(onlooker: Onlooker, day: date, board: int | None) -> dict[str, Any]:
    sessions = [
        {
            "title": each.title,
            "place": finding.where(onlooker, each.pk, each.token),  # type: ignore[attr-defined]  # annotated
            "board": finding.where(onlooker, each.pk, each.token, "board", board)  # type: ignore[attr-defined]
            if board is not None and finding.has_board(each, board)
            else "",
        }
        for each in finding.on_day(onlooker, day)
    ]
    return {"of": "day", "day": day, "number": board, "sessions": sessions}


def _notables(onlooker: Onlooker, rows: Any, number: int) -> dict[str, Any]:
    page: FoundPage = finding.page_of(rows, number)
    return {"page": page, "notables": finding.shown_notables(onlooker, page.rows)}
