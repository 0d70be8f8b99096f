"""The page on which the club decides about awards and ratings. Every decision is a new row, with who and when."""

from __future__ import annotations

from django.http import HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.views.decorators.http import require_POST

from arrowswitch.site.accounts.gate import DIRECTORS, allow, ask_or_send
from arrowswitch.site.merits import award_keeper
from arrowswitch.site.merits.deciding import OWN, way_of
from arrowswitch.site.merits.forms import AwardsWayForm
from arrowswitch.site.merits.models import AwardsWay
from arrowswitch.site.requests import MemberRequest

LONGER = 5
"""Seconds that whoever asks for all of it waits for a part."""
SHOWN = 50
"""Decisions on the page."""


@allow(*DIRECTORS)
@ask_or_send
def settings(request: MemberRequest) -> HttpResponse:
    """What is awarded, from which day, and who sees it; what was decided before."""
    form = AwardsWayForm(request.POST if request.method == "POST" else None, club=request.club)
    if form.is_valid():
        form.keep(request.actor.name)
        return HttpResponseRedirect(f"{request.path}?saved")
    context = {
        "form": form,
        "saved": "saved" in request.GET,
        "left": award_keeper.in_step(request.club),
        "undecided": way_of(request.club).pk is None,
        "decisions": AwardsWay.objects.filter(club=request.club)[:SHOWN],
        "own": OWN,
    }
    return render(request, "merits/settings.html", context, status=422 if form.errors else 200)


@allow(*DIRECTORS)
@require_POST
def make_all(request: MemberRequest) -> HttpResponse:
    """Goes on making the awards of sessions that were posted earlier."""
    award_keeper.in_step(request.club, LONGER)
    return HttpResponseRedirect(request.path.removesuffix("make/"))
