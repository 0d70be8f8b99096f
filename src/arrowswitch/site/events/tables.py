"""Standings at the desk, and the working of every number in them."""

from __future__ import annotations

from typing import Any

from django.db.models import Sum
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from arrowswitch.contests.events import EventMatchKey, EventState, Feeds, StageView, explain_match, explain_total
from arrowswitch.journals import Refused
from arrowswitch.site.accounts.gate import DESK
from arrowswitch.site.club.models import Club
from arrowswitch.site.events.desk import EventDesk, at_event
from arrowswitch.site.events.shown import brackets_of, places_that_count, tables_of
from arrowswitch.site.journal import store as sessions
from arrowswitch.site.requests import ClubRequest, MemberRequest


@at_event(*DESK)
@require_safe
def standings(request: MemberRequest, desk: EventDesk, stage: int = 0) -> HttpResponse:
    """How everybody stands in a stage."""
    context: dict[str, Any] = {"contest": desk}
    if desk.state.stages:
        view = desk.view(stage)
        seen = version_of(desk.state, request.club)
        if request.GET.get("seen") == seen:
            return HttpResponse(status=204)
        context.update(
            seen_in(view, places_asked(request, view)),
            seen=seen,
            stage_number=desk.number_of(view.stage.name),
            asked=bool(stage),
        )
        context["base"] = reverse("contest", args=[desk.header.pk])
    return render(request, "contests/standings.html", context)


def places_asked(request: ClubRequest, view: StageView) -> int:
    """The places that count, as somebody asks, or as the stages after this one say."""
    text = request.GET.get("places", "")
    return int(text) if text.isdecimal() and 0 < len(text) < 4 and int(text) else places_that_count(view)


def version_of(state: EventState, club: Club) -> str:
    """What the pages of an event were made from: it grows with every entry of its journal and of those of its sessions."""
    keys = [int(each) for each in state.sessions if each.isdecimal() and len(each) < 19]
    played = sessions.sessions(club).filter(pk__in=keys).aggregate(total=Sum("last"))["total"]
    return f"{len(state.journal)}-{played or 0}"


def seen_in(view: StageView, places: int = 1) -> dict[str, Any]:
    """What a page shows of a stage: its tables, or its bracket."""
    knockout = view.stage.plan.contest == "knockout"
    series = view.stage.plan.contest == "series"
    return {
        "stage": view.stage,
        "places": places,
        "live": not view.stage.closed,
        "tables": [] if knockout or series else tables_of(view, places),
        "brackets": brackets_of(view) if knockout else [],
    }


@at_event(*DESK)
@require_safe
def total(request: MemberRequest, desk: EventDesk, stage: int, who: int) -> HttpResponse:
    """How a total came about."""
    view = desk.view(stage)
    return working(request, desk.state, desk.feeds, view.stage.name, who, where=_("Standings"))


@at_event(*DESK)
@require_safe
def of_match(request: MemberRequest, desk: EventDesk, stage: int, round: int, match: int, who: int) -> HttpResponse:
    """How the points of a match came about."""
    view = desk.view(stage)
    return working(request, desk.state, desk.feeds, view.stage.name, who, round, match, where=_("Rounds"))


def working(
    request: ClubRequest,
    state: EventState,
    feeds: Feeds,
    stage: str,
    who: int,
    round: int = 0,
    match: int = 0,
    *,
    where: str = "",
) -> HttpResponse:
    """The working of a number, for a page of its own or to open over another; `where` the page is at the desk."""
    try:
        key = EventMatchKey(stage, round, match)
        account = explain_match(state, feeds, key, who) if match else explain_total(state, feeds, who, stage)
    except (Refused, KeyError, StopIteration):
        raise Http404 from None
    template = "results/_working.html" if request.htmx else "contests/working.html"
    return render(request, template, {"account": account, "title": state.title, "where": where})
