"""An event for those who have its link: fixtures, results, standings and teams; captains enter themselves if they may."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from arrowswitch.contests.events import ContestPlayer, EnterContestant, EventState, StageView, draw_marks
from arrowswitch.journals import Actor, Refused
from arrowswitch.site.accounts.gate import EVERYONE, allow, ask_or_send
from arrowswitch.site.club.models import Club
from arrowswitch.site.events import running, store
from arrowswitch.site.events.butler import butler_rows
from arrowswitch.site.events.desk import command_of
from arrowswitch.site.events.entries import PLACES
from arrowswitch.site.events.feeds import feeds
from arrowswitch.site.events.keys import team_address
from arrowswitch.site.events.models import KeptEvent
from arrowswitch.site.events.pasting import as_known, in_register
from arrowswitch.site.events.rounds import lines_of
from arrowswitch.site.events.tables import places_asked, seen_in, version_of, working
from arrowswitch.site.journal import store as sessions
from arrowswitch.site.night.desk import told
from arrowswitch.site.night.results.models import Link
from arrowswitch.site.requests import ClubRequest


def _shared(request: ClubRequest, token: str) -> tuple[KeptEvent, EventState]:
    """The event behind a link, while that is open."""
    header = KeptEvent.objects.filter(club=request.club, token=token, shared=True, away=False).first()
    if header is None or request.club is None:
        raise Http404
    return header, as_known(store.state(header.pk, club=request.club), request.club)


def _view(request: ClubRequest, token: str, stage: int) -> tuple[EventState, StageView | None, int]:
    header, state = _shared(request, token)
    names = [*state.stages]
    if not names and not stage:
        return state, None, 0
    number = stage or names.index(state.current) + 1
    if not 1 <= number <= len(names):
        raise Http404
    return state, StageView.of(state, feeds(state, header.club, request.actor), names[number - 1]), number


@allow(*EVERYONE)
@require_safe
def event(request: ClubRequest, token: str, stage: int = 0) -> HttpResponse:
    """Fixtures, results, standings and teams."""
    state, view, number = _view(request, token, stage)
    header, _state = _shared(request, token)
    seen = version_of(state, header.club)
    if request.GET.get("seen") == seen:
        return HttpResponse(status=204)
    context: dict[str, Any] = {
        "event": state,
        "token": token,
        "base": reverse("contest-link", args=[token]),
        "stage_number": number,
        "asked": bool(stage),
        "stages": list(enumerate(state.stages.values(), 1)),
        "nights": _nights(state, header.club),
        "teams": [each for each in state.entries.values() if not each.withdrawn],
    }
    if view is not None:
        context.update(seen_in(view, places_asked(request, view)), seen=seen)
        context["played"] = [(drawn, lines_of(view, drawn.round)) for drawn in reversed(view.stage.rounds)]
        context["untold"] = _untold(view, header.club)
    return render(request, "contests/public.html", context)


def _untold(view: StageView, club: Club) -> set[int]:
    """The rounds that were drawn on results which this visitor may not see yet: why they were drawn so would tell them."""
    everything = feeds(view.state, club)
    if everything == view.feeds:
        return set()
    whole = {(mark.stage, mark.round): mark.changed for mark in draw_marks(view.state, everything)}
    return {
        mark.round
        for mark in draw_marks(view.state, view.feeds)
        if mark.stage == view.stage.name and whole.get((mark.stage, mark.round)) != mark.changed
    }


def _nights(state: EventState, club: Club) -> list[tuple[str, str]]:
    """The sessions whose own results are shared: there are the boards, with their hands."""
    keys = [int(each) for each in state.sessions if each.isdecimal() and len(each) < 19]
    found = []
    for session in sessions.sessions(club).filter(pk__in=keys).order_by("date", "pk"):
        link = Link.of(session)
        if link is not None and not session.away and not state.sessions[str(session.pk)].left_out:
            found.append((session.title, reverse("results", args=[link.token])))
    return found


@allow(*EVERYONE)
@require_safe
def pairs(request: ClubRequest, token: str) -> HttpResponse:
    """The pairs within the teams, for those who have the link."""
    header, state = _shared(request, token)
    if state.kind != "teams":
        raise Http404
    context = {"event": state, "token": token, "pairs": butler_rows(state, header.club, request.actor)}
    return render(request, "contests/public_pairs.html", context)


@allow(*EVERYONE)
@require_safe
def total(request: ClubRequest, token: str, stage: int, who: int) -> HttpResponse:
    """How a total came about, for those who have the link."""
    state, view, _ = _view(request, token, stage)
    if view is None:
        raise Http404
    return working(request, state, view.feeds, view.stage.name, who)


@allow(*EVERYONE)
@require_safe
def of_match(request: ClubRequest, token: str, stage: int, round: int, match: int, who: int) -> HttpResponse:
    """How the points of a match came about, for those who have the link."""
    state, view, _ = _view(request, token, stage)
    if view is None:
        raise Http404
    return working(request, state, view.feeds, view.stage.name, who, round, match)


@allow(*EVERYONE)
@ask_or_send
def enter(request: ClubRequest, token: str) -> HttpResponse:
    """A captain enters a team, while the director lets captains do so; nothing else can be done here."""
    header, state = _shared(request, token)
    problem = ""
    if request.method == "POST":
        names = [" ".join(each[:100].split()) for each in request.POST.getlist("player")[:6]]
        try:
            numbers = in_register(header.club, {*names})
            players = tuple(ContestPlayer(name, numbers.get(name.casefold(), "")) for name in names if name)
            act = EnterContestant(request.POST.get("name", "")[:100], players, club=request.POST.get("club", "")[:100])
            command = replace(
                command_of(request, act, timezone.now()), by=Actor("player", players[0].name if players else "")
            )
            kept = running.append(header.pk, command, club=header.club)
            entry = kept.state.journal.find(command.id)
            if entry is not None and isinstance(entry.act, EnterContestant):
                return redirect(f"{team_address(header, entry.act.number)}?entered=1")
        except (Refused, store.StoreFault) as refusal:
            problem = told(refusal)
    context = {
        "event": state,
        "token": token,
        "problem": problem,
        "places": range(1, PLACES[state.kind] + 1),
        "sent": request.POST,
        "players": request.POST.getlist("player")[:6],
    }
    return render(request, "contests/enter.html", context, status=422 if problem else 200)
