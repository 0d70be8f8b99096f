"""The club's list of posted results, for which nobody signs in; and a player's own nights, each with its place, its result and
the way to the card, as far as the club shows them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

from django.core.paginator import Paginator
from django.db.models import F, OuterRef, QuerySet, Subquery
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from arrowswitch.scoring import Standing
from arrowswitch.scoring.figures import percentage, signed, written
from arrowswitch.session import State
from arrowswitch.session.night import Contestant, players_of
from arrowswitch.site.accounts.gate import DESK, DIRECTORS, EVERYONE, MEMBERS, allow
from arrowswitch.site.club.models import Club
from arrowswitch.site.events.models import KeptEvent
from arrowswitch.site.journal import store
from arrowswitch.site.journal.models import Session
from arrowswitch.site.merits.deciding import lists_for
from arrowswitch.site.night.naming import Names
from arrowswitch.site.night.results.models import Event, Link
from arrowswitch.site.night.results.opening import as_player
from arrowswitch.site.night.results.seeing import Viewer
from arrowswitch.site.night.results.shown import unit_of
from arrowswitch.site.requests import ClubRequest, MemberRequest

SHOWN = 60
"""Sessions on a page of the list."""


@allow(*EVERYONE)
@require_safe
def listing(request: ClubRequest) -> HttpResponse:
    """The sessions whose results are posted; members also see what is under way, and the desk every session there is."""
    if request.club is None:
        return redirect("welcome")
    role = request.actor.role
    shared = Link.objects.filter(session=OuterRef("pk"), withdrawn=None, listed=True)
    sessions = store.listed(request.club).annotate(token=Subquery(shared.values("token")[:1]))
    if role not in DESK:
        sessions = sessions.exclude(token=None)
    if role == "public":
        sessions = sessions.filter(phase="published")
    context = {
        "page": Paginator(sessions.order_by("-date", "-pk"), SHOWN).get_page(request.GET.get("page")),
        "away": store.sessions(request.club).filter(away=True).order_by("-changed") if role in DIRECTORS else (),
        "events": Event.objects.filter(club=request.club, open=True)[:SHOWN],
        **lists_for(request),
        "contests": KeptEvent.objects.filter(club=request.club, shared=True, away=False)[:SHOWN]
        if role in MEMBERS
        else (),
    }
    return render(request, "results/list.html", context)


NIGHTS = 12
"""Nights on a page."""
LOOKED_AT = 60
"""The most sessions that are looked through for them."""


@allow(*MEMBERS)
@require_safe
def mine(request: MemberRequest) -> HttpResponse:
    """The nights of whoever is signed in, the last first."""
    before = request.GET.get("before", "")
    sessions = posted_in(request.club)
    if before.isdecimal() and len(before) < 19:
        sessions = sessions.filter(pk__lt=int(before))
    looked = list(sessions[:LOOKED_AT])
    nights = list(islice(_own(request, looked), NIGHTS))
    last = nights[-1]["session"] if len(nights) == NIGHTS else looked[-1] if len(looked) == LOOKED_AT else None
    context = {"nights": nights, "older": last.pk if last else None, "known": request.user.player_id is not None}
    return render(request, "results/mine.html", context)


def posted_in(club: Club) -> QuerySet[Session]:
    """The club's sessions whose results players find on its list, the last first."""
    posted = store.listed(club).filter(phase="published", links__withdrawn=None, links__listed=True)
    return posted.annotate(token=F("links__token")).order_by("-pk")


def _own(request: MemberRequest, sessions: list[Session]) -> Iterator[dict[str, Any]]:
    for session in sessions:
        state = store.state(session.pk)
        by = as_player(request, state)
        if by.contestant is not None:
            me = Contestant(by.section, by.contestant)
            yield _night(request, session, Viewer(session.pk, state, by), me)


def _night(request: MemberRequest, session: Session, viewer: Viewer, me: Contestant) -> dict[str, Any]:
    state = viewer.state
    who = state.name(*me)
    standing = next((each for each in viewer.standings if each.contestant == who), None)
    names = Names(state, request.club, "desk")  # whom one sat opposite
    others = [each for each in players_of(state, *me) if each.id != str(request.user.player_id)]
    field = [each for each in viewer.standings if standing and _list(each) == _list(standing)]
    return {
        "session": session,
        "who": who,
        "partner": " & ".join(map(names.player, others)),
        "rank": standing.rank if standing else "",
        "of": len(field),
        "made": _made(state, standing) if standing else "",
    }


def _list(standing: Standing) -> tuple[object, ...]:
    return standing.section, standing.direction


def _made(state: State, standing: Standing) -> str:
    if standing.percent is not None:
        return f"{percentage(standing.percent)}%"
    unit = unit_of(state)
    if standing.vps is not None:
        return percentage(standing.vps)
    return f"{signed(standing.points) if unit.signed else written(standing.points)} {unit.short}"
