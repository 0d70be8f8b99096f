"""The page of alerts and systems: choose the federation, type a call or a convention, see what applies.

The address holds everything: `federation`, `q` what was typed, `class` the answers about a system as a row of y and n.
"""

from __future__ import annotations

from itertools import groupby
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from arrowswitch.rulings.alerts import (
    NoSuchChart,
    chart_shown,
    classify,
    federation,
    federations,
    found_shown,
    search,
)
from arrowswitch.site.accounts.gate import EVERYONE, allow

FIRST = "nzb"
"""Whose chart is shown to a club whose own federation has none here."""


def own(request: HttpRequest) -> str:
    """The federation that the club plays by, or the first."""
    try:
        return federation(request.club.federation if request.club else FIRST).id
    except NoSuchChart:
        return FIRST


@allow(*EVERYONE)
@require_safe
def alerts(request: HttpRequest) -> HttpResponse:
    """What is alerted, what may be played, what class a system is."""
    mine = own(request)
    try:
        chosen = federation(request.GET.get("federation", "") or mine).id
    except NoSuchChart:
        chosen = mine
    text = " ".join(request.GET.get("q", "").split())[:200]
    context: dict[str, Any] = {
        "chart": federation(chosen),
        "charts": sorted(federations().values(), key=lambda each: (each.id != mine, each.title)),
        "text": text,
        "hits": [found_shown(chosen, each) for each in search(chosen, text)] if text else [],
    }
    if not text:
        context |= _whole(chosen) | {"system": _classified(chosen, request.GET.get("class"))}
    return render(request, "rulings/_alerts_found.html" if request.htmx else "rulings/alerts.html", context)


def _whole(chosen: str) -> dict[str, Any]:
    """The chart in parts: calls by their group, what may be played, and the rules about how it is done."""
    whole = chart_shown(chosen)
    calls = sorted(whole["calls"], key=lambda each: _first_of(whole["calls"], each["group"]))
    groups = [(group, list(mine)) for group, mine in groupby(calls, key=lambda each: each["group"])]
    return {"whole": whole, "groups": groups}


def _first_of(calls: list[dict[str, Any]], group: str) -> int:
    return next(place for place, each in enumerate(calls) if each["group"] == group)


def _classified(chosen: str, written: str | None) -> dict[str, Any]:
    """The question that is next, with the addresses of its answers, or the class."""
    given = [letter == "y" for letter in (written or "")[:50] if letter in "yn"]
    told = classify(chosen, given)
    row = "".join("y" if answer else "n" for _, answer in told.why)

    def link(answers: str) -> str:
        return f"?{urlencode({'federation': chosen, 'class': answers})}#system"

    return {
        "begun": written is not None,
        "question": told.question,
        "found": told.system,
        "brown": told.brown_sticker,
        "why": told.why,
        "yes": link(f"{row}y"),
        "no": link(f"{row}n"),
        "back": link(row[:-1]) if row else "",
        "again": link(""),
    }
