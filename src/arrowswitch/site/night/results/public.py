"""Results for everybody who has the link, and the club's list of posted results. Nobody signs in for them."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from arrowswitch.site.accounts.gate import EVERYONE, allow
from arrowswitch.site.night.results import pages
from arrowswitch.site.night.results.models import Event, Link
from arrowswitch.site.night.results.reading import at_link

SHOWN = 60
"""Sessions on the list; the older ones are found through the desk."""


@allow(*EVERYONE)
@require_safe
def listing(request: HttpRequest) -> HttpResponse:
    """The sessions whose results are posted; members of the club also see those that are under way."""
    if request.club is None:
        return redirect("welcome")
    links = Link.objects.filter(session__club=request.club, withdrawn=None, listed=True).select_related("session")
    if request.actor.role == "public":
        links = links.filter(session__phase="published")
    events = Event.objects.filter(club=request.club, open=True)
    return render(
        request,
        "results/list.html",
        {"links": links.order_by("-session__date", "-session__pk")[:SHOWN], "events": events[:SHOWN]},
    )


@allow(*EVERYONE)
@require_safe
def ranking(request: HttpRequest, token: str) -> HttpResponse:
    """The ranked list."""
    return pages.ranking(at_link(request, token))


@allow(*EVERYONE)
@require_safe
def pair(request: HttpRequest, token: str, who: str) -> HttpResponse:
    """A card."""
    return pages.pair(at_link(request, token), who)


@allow(*EVERYONE)
@require_safe
def board(request: HttpRequest, token: str, number: int) -> HttpResponse:
    """A board sheet."""
    return pages.board(at_link(request, token), number)


@allow(*EVERYONE)
@require_safe
def boards(request: HttpRequest, token: str) -> HttpResponse:
    """All boards."""
    return pages.boards(at_link(request, token))


@allow(*EVERYONE)
@require_safe
def recap(request: HttpRequest, token: str) -> HttpResponse:
    """The recap."""
    return pages.recap_page(at_link(request, token))


@allow(*EVERYONE)
@require_safe
def movement(request: HttpRequest, token: str) -> HttpResponse:
    """The movement."""
    return pages.movement(at_link(request, token))


@allow(*EVERYONE)
@require_safe
def versions(request: HttpRequest, token: str) -> HttpResponse:
    """What changed from version to version."""
    return pages.versions_page(at_link(request, token))


@allow(*EVERYONE)
@require_safe
def working(request: HttpRequest, token: str, who: str, number: int | None = None) -> HttpResponse:
    """How a number came about."""
    return pages.working(at_link(request, token), who, number)
