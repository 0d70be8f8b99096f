"""Events of several sessions: their list at the desk and for those with the link."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from arrowswitch.contests import explain_place
from arrowswitch.session import Actor
from arrowswitch.site.accounts.gate import DESK, EVERYONE, allow, ask_or_send
from arrowswitch.site.events.store import listed
from arrowswitch.site.night.results.combined.combining import event_list
from arrowswitch.site.night.results.combined.forms import EventForm
from arrowswitch.site.night.results.models import Event
from arrowswitch.site.requests import ClubRequest, MemberRequest

PUBLIC = Actor("public")


@allow(*DESK)
@ask_or_send
def events(request: MemberRequest) -> HttpResponse:
    """The club's events, and a new one."""
    form = EventForm(request.POST or None, club=request.club)
    if form.is_valid():
        return redirect("event", form.save().pk)
    found = Event.objects.filter(club=request.club)
    context = {"events": found, "contests": listed(request.club), "form": form}
    return render(request, "results/events.html", context, status=422 if form.errors else 200)


def _own(request: ClubRequest, number: int) -> Event:
    event = Event.objects.filter(club=request.club, pk=number).first() if number < 2**63 else None
    if event is None:
        raise Http404
    return event


def _shared(request: ClubRequest, token: str) -> Event:
    event = Event.objects.filter(club=request.club, token=token, open=True).first()
    if event is None:
        raise Http404
    return event


@allow(*DESK)
@ask_or_send
def event(request: MemberRequest, number: int) -> HttpResponse:
    """An event at the desk: its list, and its questions to answer anew."""
    known = _own(request, number)
    if request.POST.get("wish") == "remove":
        known.delete()
        return redirect("events")
    form = EventForm(request.POST or None, instance=known, club=request.club)
    if form.is_valid():
        form.save()
        return redirect("event", number)
    known = _own(request, number)
    address = request.build_absolute_uri(reverse("results-event", args=[known.token]))
    context = _context(known, request.actor, reverse("event", args=[number]))
    return render(
        request,
        "results/event.html",
        {**context, "form": form, "at_desk": True, "address": address},
        status=422 if form.errors else 200,
    )


@allow(*EVERYONE)
@require_safe
def shared(request: ClubRequest, token: str) -> HttpResponse:
    """An event for those who have the link."""
    known = _shared(request, token)
    return render(request, "results/event.html", _context(known, PUBLIC, reverse("results-event", args=[token])))


def _context(event: Event, by: Actor, base: str) -> dict[str, Any]:
    return {"event": event, "made": event_list(event, by), "base": base}


@allow(*DESK)
@require_safe
def working(request: MemberRequest, number: int, who: str) -> HttpResponse:
    """How a result of the event came about."""
    return _working(request, _own(request, number), request.actor, who)


@allow(*EVERYONE)
@require_safe
def shared_working(request: ClubRequest, token: str, who: str) -> HttpResponse:
    """The same, for those who have the link."""
    return _working(request, _shared(request, token), PUBLIC, who)


def _working(request: ClubRequest, event: Event, by: Actor, who: str) -> HttpResponse:
    row = event_list(event, by).find(who)
    if row is None:
        raise Http404
    context = {"event": event, "account": explain_place(row.placed, event.plan, row.names), "back": True}
    return render(request, "results/_working.html" if request.htmx else "results/event_working.html", context)
