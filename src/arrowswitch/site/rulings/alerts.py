"""The page of alerts and systems: choose the federation, type a call or a convention, see what applies.

The address holds everything: `federation`, `q` what was typed, `class` the answers about a system as a row of y and n,
`event`, `method` and `protected` for whether something may be played. A phone keeps the same in one file, with what each
line looks like, so that it finds and shows without a network what the page does.
"""

from __future__ import annotations

import json
from functools import cache
from itertools import groupby
from typing import Any
from urllib.parse import urlencode

from django.http import HttpResponse, QueryDict
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from arrowswitch import regulations
from arrowswitch.alerts import (
    NoSuchChart,
    Verdict,
    allowed,
    chart_shown,
    classify,
    everything,
    federation,
    federations,
    found_shown,
    search,
    search_shown,
)
from arrowswitch.alerts.model import Federation
from arrowswitch.alerts.shown import VERDICT_NAMES
from arrowswitch.site.accounts.gate import EVERYONE, allow
from arrowswitch.site.requests import ClubRequest
from arrowswitch.stems import SMALL


def own(request: ClubRequest) -> str:
    """The federation whose chart the club plays by; nothing where we have none of it."""
    try:
        return federation(request.club.federation).id if request.club else ""
    except NoSuchChart:
        return ""


def chosen(request: ClubRequest) -> str:
    """The chart that is asked for, or the club's own; nothing where the director must choose."""
    try:
        return federation(request.GET.get("federation", "")).id
    except NoSuchChart:
        return own(request)


@allow(*EVERYONE)
@require_safe
def alerts(request: ClubRequest) -> HttpResponse:
    """What is alerted, what may be played, what class a system is."""
    name = chosen(request)
    text = " ".join(request.GET.get("q", "").split())[:200]
    context = {**_around(request), "chart": federations().get(name), "text": text}
    if name:
        context["hits"] = [found_shown(name, each) for each in search(name, text)] if text else []
        if not text:
            context |= _whole(name) | {
                "system": _classified(name, request.GET.get("class")),
                "may": _may(name, request.GET),
            }
    return render(request, "rulings/_alerts_found.html" if request.htmx else "rulings/alerts.html", context)


def _around(request: ClubRequest) -> dict[str, Any]:
    """The federations to choose from, and whose chart is not here."""
    mine = own(request)
    return {
        "charts": sorted(federations().values(), key=lambda each: (each.id != mine, each.title)),
        "lacking": "" if mine or not request.club else regulations.load(request.club.federation).title,
    }


def _whole(name: str) -> dict[str, Any]:
    """The chart in parts: calls by their group, what may be played, and the rules about how it is done."""
    whole = chart_shown(name)
    calls = sorted(whole["calls"], key=lambda each: _first_of(whole["calls"], each["group"]))
    groups = [(group, list(mine)) for group, mine in groupby(calls, key=lambda each: each["group"])]
    return {"whole": whole, "groups": groups}


def _first_of(calls: list[dict[str, Any]], group: str) -> int:
    return next(place for place, each in enumerate(calls) if each["group"] == group)


# -- what class a system is ---------------------------------------------------------------------------------------------


def _classified(name: str, written: str | None) -> dict[str, Any]:
    """The question that is next, with the addresses of its answers, or the class."""
    given = [letter == "y" for letter in (written or "")[:50] if letter in "yn"]
    told = classify(name, given)
    row = "".join("y" if answer else "n" for _, answer in told.why)

    def link(answers: str) -> str:
        return f"?{urlencode({'federation': name, 'class': answers})}#system"

    return {
        "question": told.question,
        "found": told.system,
        "brown": told.brown_sticker,
        "yes": link(f"{row}y"),
        "no": link(f"{row}n"),
        "back": link(row[:-1]) if row else "",
        "again": link(""),
    }


# -- whether something may be played ------------------------------------------------------------------------------------


def _may(name: str, given: QueryDict) -> dict[str, Any]:
    """The events and the methods to choose from, and the verdict on what was chosen."""
    chart = federation(name)
    event, method = given.get("event", ""), given.get("method", "")
    protected = bool(given.get("protected"))
    told = None
    if event in chart.events and method in {**chart.classes, **chart.conventions}:
        told = _verdict_shown(allowed(name, event, method, against_protected=protected))
    return {
        "events": list(chart.events.values()),
        "classes": list(chart.classes.values()),
        "conventions": list(chart.conventions.values()),
        "event": event,
        "method": method,
        "protected": protected,
        "can_protect": chart.protection is not None,
        "told": told,
    }


def _verdict_shown(told: Verdict) -> dict[str, Any]:
    return {
        "verdict": told.verdict,
        "name": VERDICT_NAMES[told.verdict],
        "sentence": told.sentence,
        "conditions": told.conditions,
        "source": str(told.source),
        "check": told.check,
    }


# -- without a network --------------------------------------------------------------------------------------------------


@allow(*EVERYONE)
@require_safe
def alerts_json(request: ClubRequest) -> HttpResponse:
    """All charts, each line with its words for the search and as the page shows it."""
    around = _around(request)
    body = {
        "own": own(request),
        "small": sorted(SMALL),
        "words": {
            "title": _("Alerts and systems"),
            "rulings": _("Rulings"),
            "on": _("%(title)s on “%(text)s”") % {"title": "{title}", "text": "{text}"},
        },
        "form": render_to_string("rulings/_alerts_form.html", around),
        "none": render_to_string("rulings/_alerts_none.html", around),
        "nothing": render_to_string("rulings/_alerts_nothing.html"),
    }
    text = f'{json.dumps(body, ensure_ascii=False)[:-1]}, "charts": {charts_text(get_language() or "")}}}'
    return HttpResponse(text, content_type="application/json; charset=utf-8", headers={"Cache-Control": "no-cache"})


@cache
def charts_text(_language: str) -> str:
    """Every chart, in the language of now."""
    kept = {name: _chart_kept(chart) for name, chart in federations().items()}
    return json.dumps(kept, ensure_ascii=False)


def _chart_kept(chart: Federation) -> dict[str, Any]:
    return {
        "title": chart.title,
        "items": [
            search_shown(each) | {"html": _line("rulings/_alert.html", each=found_shown(chart.id, each))}
            for each in everything(chart)
        ],
        "whole": _line("rulings/_alerts_whole.html", **_whole(chart.id)),
        "may": _line("rulings/_alerts_may.html", chart=chart, may=_may(chart.id, QueryDict())),
        "verdicts": {
            f"{event} {method}{' protected' if protected else ''}": _line(
                "rulings/_alerts_verdict.html",
                told=_verdict_shown(allowed(chart.id, event, method, against_protected=protected)),
            )
            for event in chart.events
            for method in (*chart.classes, *chart.conventions)
            for protected in ((False, True) if chart.protection else (False,))
        },
        "first": next(iter(chart.questions)),
        "questions": {
            each.id: {"yes": each.yes, "no": each.no, "brown": each.brown, "html": _answer(question=each)}
            for each in chart.questions.values()
        },
        "classes": {
            each.id: [_answer(found=each, brown=brown) for brown in (False, True)] for each in chart.classes.values()
        },
    }


def _line(template: str, **context: Any) -> str:
    return render_to_string(template, context)


def _answer(**more: Any) -> str:
    """A question or a class; the phone puts its own addresses in."""
    links = {"yes": "#yes", "no": "#no", "back": "#back", "again": "#again"}
    return _line("rulings/_alerts_system.html", system={**links, **more})
