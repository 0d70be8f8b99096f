"""The pages of *My bridge*. They are a member's own: nobody else's are found under any address."""

from __future__ import annotations

from typing import Any

from django.core.paginator import Paginator
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from arrowswitch.site.accounts.gate import MEMBERS, allow
from arrowswitch.site.club.models import Player
from arrowswitch.site.merits import award_keeper, rating_keeper
from arrowswitch.site.mybridge import cards, looking
from arrowswitch.site.mybridge.partners import compared, partners_of
from arrowswitch.site.mybridge.sections import sections
from arrowswitch.site.mybridge.shown import listed, me, shown
from arrowswitch.site.requests import MemberRequest
from arrowswitch.site.yearbook import keeper as yearbook
from arrowswitch.site.yearbook.reading import nights_of

A_PAGE = 40


def player_of(request: MemberRequest) -> Player:
    """Whose pages these are; not there for an account that is joined to nobody of the register."""
    found = me(request.user.player)
    if found is None:
        raise Http404
    return found


def in_step(request: MemberRequest) -> int:
    """Brings ratings and awards up to date, for the pages that show them; how many sessions are left. Others need the yearbook alone."""
    return rating_keeper.in_step(request.club) or award_keeper.catch_up(request.club, award_keeper.PATIENCE)


@allow(*MEMBERS)
@require_safe
def front(request: MemberRequest) -> HttpResponse:
    """Everything at a glance, each with the way to the whole."""
    player = me(request.user.player)
    shown_here: dict[str, Any] = {"player": player}
    if player:
        left = in_step(request)
        shown_here |= {"left": left, "sections": sections(request, player)}
    return render(request, "mybridge/front.html", shown_here)


@allow(*MEMBERS)
@require_safe
def results(request: MemberRequest) -> HttpResponse:
    """All nights, the latest first, or those of a year."""
    player = player_of(request)
    left = yearbook.in_step(request.club)
    mine = listed(nights_of(player))
    years = [day.year for day in nights_of(player).exclude(day=None).dates("day", "year", order="DESC")]
    asked = request.GET.get("year", "")
    year = int(asked) if asked.isascii() and asked.isdigit() and len(asked) == 4 else None
    if year in years:
        mine = mine.filter(day__year=year)
    page = Paginator(mine, A_PAGE).get_page(request.GET.get("page"))
    context = {
        "page": page,
        "nights": shown(list(page)),
        "years": years,
        "year": year if year in years else None,
        "asked": f"year={year}&" if year in years else "",
        "left": left,
    }
    return render(request, "mybridge/results.html", context)


@allow(*MEMBERS)
@require_safe
def partners(request: MemberRequest) -> HttpResponse:
    """Everybody one played with."""
    player = player_of(request)
    left = yearbook.in_step(request.club)
    page = Paginator(partners_of(player), A_PAGE).get_page(request.GET.get("page"))
    return render(request, "mybridge/partners.html", {"page": page, "left": left, "asked": ""})


@allow(*MEMBERS)
@require_safe
def partner(request: MemberRequest, partner: int) -> HttpResponse:
    """A partner of one's own: the two together and apart. Others are not found."""
    player = player_of(request)
    left = yearbook.in_step(request.club)
    together = nights_of(player).filter(partner=partner if partner < 2**63 else 0, partner__erased=None)
    first = together.first()
    if first is None or first.partner is None:
        raise Http404
    page = Paginator(listed(together), A_PAGE).get_page(request.GET.get("page"))
    context = {
        "compared": compared(player, first.partner),
        "page": page,
        "nights": shown(list(page)),
        "asked": "",
        "left": left,
    }
    return render(request, "mybridge/partner.html", context)


@allow(*MEMBERS)
@require_safe
def against_the_cards(request: MemberRequest) -> HttpResponse:
    """What came of luck, bidding, declaring, defence and leads, over all nights whose deals are known."""
    player = player_of(request)
    left = yearbook.in_step(request.club) or looking.in_step(player)
    return render(request, "mybridge/cards.html", {"found": cards.shown(player), "left": left})
