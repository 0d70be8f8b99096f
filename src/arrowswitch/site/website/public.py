"""The pages of the site for visitors: the front page, how to find us, join a night, news, pages of our own, pictures."""

from __future__ import annotations

import datetime
import tomllib
from collections import Counter
from collections.abc import Iterable
from copy import copy
from functools import cache
from pathlib import Path
from typing import Any

from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.dates import WEEKDAYS
from django.views.decorators.http import require_safe

from arrowswitch.site.accounts.gate import EVERYONE, MEMBERS, allow, may
from arrowswitch.site.calendar.dates import WORDS, coming
from arrowswitch.site.calendar.models import CalendarDate
from arrowswitch.site.club.models import Club
from arrowswitch.site.noticeboard.checklists import at_home as board_at_home
from arrowswitch.site.requests import ClubRequest
from arrowswitch.site.website import markup, unnamed
from arrowswitch.site.website.finding import absolute, may_be_found, of_site, place_of
from arrowswitch.site.website.honours import last_winners, open_ladders
from arrowswitch.site.website.models import (
    KINDS,
    PICTURE_KINDS,
    SITE_WORDS,
    SiteSettings,
    WebPage,
    WebPageVersion,
    WebPicture,
)
from arrowswitch.site.website.winners import latest_results

NEXT = 5
"""Nights, results and items of news on the front page."""
A_PAGE = 20
IN_MENU = 6
AHEAD = datetime.timedelta(days=60)
"""How far the calendar is looked through for what is on every week."""
READY = Path(__file__).with_name("ready.toml")
A_YEAR = 31_536_000


@cache
def ready() -> dict[str, dict[str, str]]:
    """What stands on a page that nobody has written yet."""
    return tomllib.loads(READY.read_text("utf-8"))


def pages(club: Club, kind: str) -> QuerySet[WebPage]:
    """The pages of a kind that are on the site, the newest first."""
    return WebPage.objects.filter(club=club, kind=kind).exclude(shown=None).select_related("shown")


def _open(club: Club, dates: Iterable[CalendarDate]) -> list[CalendarDate]:
    """Dates as anybody may read them."""
    return unnamed.as_read(club, "public", dates, *WORDS)


def usual_nights(club: Club) -> list[str]:
    """What the calendar has on the same day of several weeks, the first of the week first."""
    today = timezone.localdate()
    ahead = _open(club, coming(club).filter(day__lte=today + AHEAD, cancelled=None).exclude(kind="other"))
    often = Counter((each.day.isoweekday(), each.start, each.title) for each in ahead)
    weekly = sorted((key for key, times in often.items() if times > 1), key=lambda key: (key[0], str(key[1]), key[2]))
    return [f"{WEEKDAYS[day - 1]}{f' {start:%H:%M}' if start else ''}: {title}" for day, start, title in weekly]


def shown_in_site(request: ClubRequest, template: str, place: str, **more: Any) -> HttpResponse:
    """A page of the site, with what all of them have: the menu, and the address that it is known by."""
    club = request.club
    if club is None:
        return redirect("welcome")
    site = about_us(request)
    if site.picture:
        unnamed.as_read(club, "public", [site.picture], "alt")
    context = {
        "site": site,
        "canonical": absolute(request, place),
        "may_write": may(request, ("owner", "webmaster")),
        "is_member": request.actor.role in MEMBERS,
        **more,
    }
    return render(request, template, context)


def masked(version: WebPageVersion, names: list[str]) -> WebPageVersion:
    """The version as visitors read it, without the names of who does not want that. It is not to be saved."""
    for field in ("title", "summary", "text"):
        setattr(version, field, unnamed.without(getattr(version, field), names))
    return version


def _lines(pages: list[WebPage], club: Club) -> list[dict[str, Any]]:
    """Items of news, each with its sentence."""
    names = unnamed.withheld_names(club)
    return [_line(page, masked(page.shown, names)) for page in pages if page.shown]


def _line(page: WebPage, version: WebPageVersion) -> dict[str, Any]:
    said = version.summary or markup.plain(version.text)[:200]
    return {"place": place_of(page), "title": version.title, "since": page.shown_since, "said": said}


def about_us(request: ClubRequest) -> SiteSettings:
    """What the club says of itself, as anybody may read it; not to be saved."""
    club = request.club
    return unnamed.as_read(club, "public", [copy(of_site(request))], *SITE_WORDS)[0] if club else SiteSettings()


def menu_of(request: ClubRequest) -> list[tuple[str, str]]:
    """The pages of our own that stand in the menu, each with its title."""
    club = request.club
    if club is None:
        return []
    listed = pages(club, "page").filter(shown__in_menu=True).order_by("shown__title")[:IN_MENU]
    names = unnamed.withheld_names(club) if listed else []
    return [(place_of(page), unnamed.without(page.shown.title, names)) for page in listed if page.shown]


@allow(*EVERYONE)
@require_safe
def front(request: ClubRequest) -> HttpResponse:
    """The front page."""
    return front_page(request)


def shown_first(request: ClubRequest) -> bool:
    """Whether the front page is what somebody sees at the first address: visitors do, unless the club does not want it."""
    if request.club is None or request.club.is_demonstration or request.actor.role != "public":
        return False
    return of_site(request).at_home


@may_be_found
def front_page(request: ClubRequest) -> HttpResponse:
    """What visitors see first: the next nights, the latest results, what is new, and how to come."""
    club = request.club
    if club is None:
        return redirect("welcome")
    site = of_site(request)
    ahead = nights_ahead(club)
    return shown_in_site(
        request,
        "website/front.html",
        reverse("website"),
        next_night=ahead[0] if ahead else None,
        nights=_open(club, coming(club)[:NEXT]),
        results=latest_results(club, NEXT),
        ladders=open_ladders(club),
        winners=last_winners(club),
        news=_lines(list(pages(club, "news")[:NEXT]), club),
        usual=[] if site.times else usual_nights(club),
        board=board_at_home(request),
        picture_address=markup.picture_address(site.picture) if site.picture else "",
    )


@allow(*EVERYONE)
@require_safe
@may_be_found
def find(request: ClubRequest) -> HttpResponse:
    """How to find us, and when we play."""
    if request.club is None:
        return redirect("welcome")
    usual = [] if of_site(request).times else usual_nights(request.club)
    return _one_of_a_kind(request, "find", "website/find.html", usual=usual)


@allow(*EVERYONE)
@require_safe
@may_be_found
def join(request: ClubRequest) -> HttpResponse:
    """How somebody comes and plays: the next nights, with or without a partner."""
    if request.club is None:
        return redirect("welcome")
    return _one_of_a_kind(request, "join", "website/join.html", nights=nights_ahead(request.club))


def nights_ahead(club: Club) -> list[CalendarDate]:
    """The next nights at which somebody can play."""
    return _open(club, coming(club).filter(cancelled=None).exclude(kind="other")[:A_PAGE])


@allow(*EVERYONE)
@require_safe
@may_be_found
def conduct(request: ClubRequest) -> HttpResponse:
    """The code of conduct, and whom complaints go to."""
    return _one_of_a_kind(request, "conduct", "website/conduct.html")


def _one_of_a_kind(request: ClubRequest, kind: str, template: str, **more: Any) -> HttpResponse:
    """A page that every club has: in the club's words, or in ours until there are any."""
    if request.club is None:
        return redirect("welcome")
    page = pages(request.club, kind).first()
    version = (page.shown if page else None) or WebPageVersion(**ready()[kind])
    return shown_in_site(
        request, template, reverse(f"website-{kind}"), **_read(version, request.club), own=page is not None, **more
    )


def _read(version: WebPageVersion, club: Club) -> dict[str, Any]:
    """A version as it is read."""
    told = masked(version, unnamed.withheld_names(club))
    return {"version": told, "text": markup.shown(told.text, markup.pictures_of(club, [told.text]))}


@allow(*EVERYONE)
@require_safe
@may_be_found
def news(request: ClubRequest) -> HttpResponse:
    """What is new, and what was."""
    if request.club is None:
        return redirect("welcome")
    page = Paginator(pages(request.club, "news"), A_PAGE).get_page(request.GET.get("page"))
    lines = _lines(list(page), request.club)
    return shown_in_site(request, "website/news.html", reverse("website-news"), page=page, news=lines)


@allow(*EVERYONE)
@require_safe
@may_be_found
def news_item(request: ClubRequest, page: int) -> HttpResponse:
    """One item of news."""
    found = get_object_or_404(_of(request, "news"), pk=page if page < 2**63 else 0)
    return _own(request, found)


@allow(*EVERYONE)
@require_safe
@may_be_found
def page(request: ClubRequest, slug: str) -> HttpResponse:
    """A page of our own."""
    return _own(request, get_object_or_404(_of(request, "page"), slug=slug))


def _of(request: ClubRequest, kind: str) -> QuerySet[WebPage]:
    return pages(request.club, kind) if request.club else WebPage.objects.none()


def _own(request: ClubRequest, page: WebPage) -> HttpResponse:
    if page.shown is None or request.club is None:
        raise Http404
    told = _read(page.shown, request.club)
    return shown_in_site(request, "website/page.html", place_of(page), page=page, kind=KINDS[page.kind], **told)


@allow(*EVERYONE)
@require_safe
def picture(request: ClubRequest, picture: int, digest: str, kind: str) -> HttpResponse:
    """A picture of the site. Another one has another address, so browsers may keep it."""
    there = WebPicture.objects.filter(club=request.club, withdrawn=None, digest=digest, kind=kind)
    found = get_object_or_404(there, pk=picture if picture < 2**63 else 0)
    response = HttpResponse(bytes(found.body), content_type=PICTURE_KINDS[found.kind])
    response["Cache-Control"] = f"public, max-age={A_YEAR}, immutable"
    return response
