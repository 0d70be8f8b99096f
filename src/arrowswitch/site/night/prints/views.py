"""Everything of a session on paper: cards and forms before play, results after it."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language, gettext, ngettext
from django.views.decorators.http import require_safe

from arrowswitch import press
from arrowswitch.session.night import unnamed
from arrowswitch.site.accounts.gate import DESK
from arrowswitch.site.merits.award_reading import awards_on_the_wall
from arrowswitch.site.night.desk import Desk, at_desk
from arrowswitch.site.night.prints import shown
from arrowswitch.site.requests import MemberRequest
from arrowswitch.site.work.paper import on_paper, paper_of

WITH_NUMBERS = ("pack", "cards", "guide-cards", "rover-cards", "number-slips")


@at_desk(*DESK)
@require_safe
def prints(request: MemberRequest, desk: Desk) -> HttpResponse:
    """What can be printed now, each as a PDF of its own, or all together."""
    paper = paper_of(request)
    there = press.session_applies(desk.state)
    context = {
        "desk": desk,
        "paper": paper,
        "papers": [(size, shown.PAPER_NAMES[size]) for size in press.PAPERS],
        "whole": shown.whole(desk, paper, there),
        "groups": shown.groups(desk, paper, there),
        "unnamed": len(unnamed(desk.state)),
    }
    return render(request, "night/prints/prints.html", context)


@at_desk(*DESK)
@require_safe
def pdf(request: MemberRequest, desk: Desk, what: str) -> HttpResponse:
    """One of them, to look at and to print."""
    posted = len(desk.state.publications) if desk.state.phase == "published" else 0
    awards, unit = awards_on_the_wall(desk.session, posted)
    return on_paper(
        request,
        f"{desk.state.date}-{what}",
        lambda: press.render_session(
            what,
            desk.state,
            names=shown.names(desk),
            paper=request.GET.get("paper", "a4"),
            club=request.club.name,
            table_links=shown.table_links(request, desk) if what in ("pack", "cards", "table-cards") else None,
            pair_links=shown.pair_links(request, desk) if what in WITH_NUMBERS else None,
            awards=awards,
            award_unit=unit,
            gettext=gettext,
            ngettext=ngettext,
            lang=get_language() or "en",
        ),
    )
