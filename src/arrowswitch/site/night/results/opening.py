"""How results are opened: at the desk, which sees them as they stand, or with the link that was shared, which shows what was
posted and as much of it as the club wants. Every page of results exists once and is reached in both ways."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from django.http import Http404, HttpResponse
from django.urls import URLPattern, path, reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from arrowswitch.session import Actor, State
from arrowswitch.session.night import players_of
from arrowswitch.site.accounts.gate import DESK, EVERYONE, allow
from arrowswitch.site.club.gone import PageGone
from arrowswitch.site.journal import store
from arrowswitch.site.night.desk import Desk, at_desk
from arrowswitch.site.night.results import matches, pages, review
from arrowswitch.site.night.results.models import Link
from arrowswitch.site.night.results.reading import Reader
from arrowswitch.site.night.results.seeing import Viewer
from arrowswitch.site.requests import ClubRequest, MemberRequest
from arrowswitch.site.website.models import SiteSettings

Page = Callable[..., HttpResponse]
"""A page of results: a reader, and what the address says, become an answer."""

PAGES: tuple[tuple[str, str, Page], ...] = (
    ("pair/<str:who>/", "pair", pages.pair),
    ("review/<str:who>/", "review", review.pair),
    ("review/<str:who>/<int:player>/", "review-player", review.player),
    ("boards/", "boards", pages.boards),
    ("board/<int:number>/", "board", pages.board),
    ("hands/", "hands", pages.all_hands_page),
    ("hands.pdf", "hands-pdf", pages.hands_pdf),
    ("recap/", "recap", pages.recap_page),
    ("matches/", "matches", matches.crosstable),
    ("match/<str:who>/<str:other>/", "match", matches.match),
    ("movement/", "movement", pages.movement),
    ("versions/", "versions", pages.versions_page),
    ("w/<str:who>/", "working-total", pages.working),
    ("w/<str:who>/<int:number>/", "working", pages.working),
)
"""Where each page is below the results of a session, its name, and what makes it."""


# -- readers ------------------------------------------------------------------------------------------------------------


def at_the_desk(desk: Desk) -> Reader:
    """The desk as a reader: it sees everything as it stands."""
    base = reverse("night-results", args=[desk.session.pk])
    layout = "night/results/inside.html"
    return Reader(desk.request, desk.session, desk.results, base, layout, eyes="desk", extra={"desk": desk})


def with_the_link(request: ClubRequest, token: str) -> Reader:
    """A reader with a link: a page that is not there if the link was withdrawn, or is another club's."""
    link = Link.objects.select_related("session").filter(token=token, withdrawn=None).first()
    if link is None or request.club is None or link.session.club_id != request.club.pk:
        raise Http404
    state = store.state(link.session_id)
    if state.away:
        raise PageGone(
            gettext("This session was put away"),
            gettext("The club has taken it off its lists, with its results. Ask the club if you miss them."),
        )
    viewer = Viewer(link.session_id, state, onlooker(request, state))
    return Reader(request, link.session, viewer, reverse("results", args=[token]), "results/page.html", link)


def onlooker(request: ClubRequest, state: State) -> Actor:
    """Who looks through a link: a player of the night if signed in as one, otherwise anybody; the desk sees there
    what others see."""
    return as_player(request, state) if request.actor.role == "player" else Actor("public")


def as_player(request: ClubRequest, state: State) -> Actor:
    """Who is signed in, as the player that he or she was that night; anybody, where that is not known."""
    player = getattr(request.user, "player_id", None)
    if player is not None:
        for section in state.sections.values():
            for number in section.movement.contestants:
                if any(each.id == str(player) for each in players_of(state, section.name, number)):
                    return Actor("player", request.actor.name, section.name, contestant=number)
    return Actor("public")


# -- addresses ----------------------------------------------------------------------------------------------------------


def desk_pages() -> Iterator[URLPattern]:
    """The pages at the desk."""
    for where, name, page in PAGES:
        yield path(where, for_the_desk(page), name=f"night-results-{name}")


def link_pages() -> Iterator[URLPattern]:
    """The same for everybody who has the link, and the ranked list, which the desk has on a page of its own."""
    for where, name, page in (("", "", pages.ranking), *PAGES):
        yield path(f"<str:token>/{where}", for_everybody(page), name=f"results-{name}".rstrip("-"))


def for_the_desk(page: Page) -> Page:
    """A page of results as a view of the desk."""

    @at_desk(*DESK)
    @require_safe
    def answer(_request: MemberRequest, desk: Desk, **named: Any) -> HttpResponse:
        return page(at_the_desk(desk), **named)

    return answer


def for_everybody(page: Page) -> Page:
    """A page of results as a view for whoever has the link. Nobody signs in for it."""

    @allow(*EVERYONE)
    @require_safe
    def answer(request: ClubRequest, token: str, **named: Any) -> HttpResponse:
        reader = with_the_link(request, token)
        response = page(reader, **named)
        if may_be_listed(reader):
            response.headers["X-Robots-Tag"] = "all"
        return response

    return answer


def may_be_listed(reader: Reader) -> bool:
    """Whether search engines may list these results: those on the club's list, if the club says so."""
    if reader.link is None or not reader.link.listed or not reader.state.publications:
        return False
    return SiteSettings.objects.filter(
        club=reader.session.club_id, club__is_demonstration=False, found_results=True
    ).exists()
