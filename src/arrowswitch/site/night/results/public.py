"""The club's list of posted results. Nobody signs in for it."""

from __future__ import annotations

from django.core.paginator import Paginator
from django.db.models import OuterRef, Subquery
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from arrowswitch.site.accounts.gate import DESK, DIRECTORS, EVERYONE, allow
from arrowswitch.site.journal import store
from arrowswitch.site.night.results.models import Event, Link
from arrowswitch.site.requests import ClubRequest

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
    }
    return render(request, "results/list.html", context)
