"""The club's list of posted results, for which nobody signs in."""

from __future__ import annotations

from django.core.paginator import Paginator
from django.db.models import F, OuterRef, QuerySet, Subquery
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from arrowswitch.site.accounts.gate import DESK, DIRECTORS, EVERYONE, MEMBERS, allow
from arrowswitch.site.club.models import Club
from arrowswitch.site.events.models import KeptEvent
from arrowswitch.site.journal import store
from arrowswitch.site.journal.models import Session
from arrowswitch.site.merits.deciding import lists_for
from arrowswitch.site.night.results.models import Event, Link
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


@allow(*MEMBERS)
@require_safe
def mine(_request: MemberRequest) -> HttpResponse:
    """Where one's own nights stood before *My bridge*; old links still lead to them."""
    return redirect("my-bridge")


def posted_in(club: Club) -> QuerySet[Session]:
    """The club's sessions whose results players find on its list, the last first."""
    posted = store.listed(club).filter(phase="published", links__withdrawn=None, links__listed=True)
    return posted.annotate(token=F("links__token")).order_by("-pk")
