"""The page *The club*: where everything of the club's year is, for whoever asks. A way is a line here; one whose page is not for
the reader is not shown."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import resolve, reverse
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from arrowswitch.site.accounts.gate import EVERYONE, allow, may
from arrowswitch.site.club.models import Club
from arrowswitch.site.members.models import MembersSettings
from arrowswitch.site.requests import ClubRequest


@dataclass(frozen=True)
class ClubWay:
    """A page that somebody may look for: its name among the addresses, what it is called, and what it is good for."""

    page: str
    title: Any
    told: Any

    def opens_to(self, request: ClubRequest) -> bool:
        """Whether the page says that it is for who asks."""
        return may(request, resolve(reverse(self.page)).func.allowed)  # type: ignore[attr-defined]  # see `gate.allow`


WAYS: tuple[tuple[Any, tuple[ClubWay, ...]], ...] = (
    (
        _("Playing"),
        (
            ClubWay("calendar", _("What is on"), _("nights to come, and those that were")),
            ClubWay("calendar-mine", _("My calendar"), _("when I play and with whom, on my phone too")),
            ClubWay("partners", _("Find a partner"), _("who looks for one, who fills in")),
            ClubWay("results-list", _("Results"), _("every night and event that was posted")),
            ClubWay("my-bridge", _("My bridge"), _("my nights, partners, form and cards")),
            ClubWay("search", _("Search"), _("a player, a pair, a night, a slam")),
            ClubWay("website-subscribe", _("Results by mail"), _("and as a feed")),
        ),
    ),
    (
        _("The year"),
        (
            ClubWay("ladders", _("Ladders and trophies"), _("as things stand, and those that are over")),
            ClubWay("winners", _("Winners"), _("of every year, for the engraver too")),
            ClubWay("ratings", _("Ratings"), _("how everybody plays, and why")),
            ClubWay("handicaps", _("Handicaps"), _("and how they are worked out")),
            ClubWay("awards", _("Awards"), _("points, ranks, promotions")),
            ClubWay("events", _("Events of several nights"), _("one list over several sessions")),
        ),
    ),
    (
        _("The club"),
        (
            ClubWay("website", _("The front page"), _("as visitors see it")),
            ClubWay("website-news", _("News"), _("what is new")),
            ClubWay("notices", _("Notices"), _("what hangs on the board")),
            ClubWay("website-find", _("How to find us"), _("where and when")),
            ClubWay("website-conduct", _("Code of conduct"), _("and whom complaints go to")),
            ClubWay("recorder", _("Tell the recorder"), _("in confidence")),
            ClubWay("my-privacy", _("My data"), _("what is kept about me, and who sees it")),
            ClubWay("members", _("Other members"), _("who agreed to be on the list")),
            ClubWay("my-money", _("My money"), _("what I owe or have paid ahead")),
            ClubWay("privacy", _("Privacy"), _("what the club keeps")),
        ),
    ),
    (
        _("At the table"),
        (
            ClubWay("tonight", _("Find a movement"), _("for any number of tables")),
            ClubWay("calculator", _("Calculator"), _("contracts, IMPs, victory points")),
            ClubWay("rulings", _("Rulings"), _("what happens now, and which law says so")),
        ),
    ),
    (
        _("For directors"),
        (
            ClubWay("calendar-duties", _("Who directs"), _("duties, reserves, swaps")),
            ClubWay("session-guides", _("Session guides"), _("how each night is run")),
            ClubWay("club-cards", _("Our own movements"), _("cards that were made here")),
            ClubWay("checklists", _("Checklists"), _("setting up, closing, fire")),
            ClubWay("teaching", _("Notes for teaching"), _("what others can learn from")),
            ClubWay("psychs", _("The psych book"), _("and registered systems")),
            ClubWay("standing-pairs", _("Standing pairs"), _("who comes every week, and sits where")),
        ),
    ),
    (
        _("For officers"),
        (
            ClubWay("players", _("The register of players"), _("everybody who plays here")),
            ClubWay("settings-members", _("Members"), _("membership, what is kept, letters")),
            ClubWay("settings-sign-in", _("Signing in"), _("links and numbers for players")),
            ClubWay("money", _("Money"), _("fees, accounts, the books")),
            ClubWay("website-office", _("The club’s site"), _("pages, news, pictures, who finds it")),
            ClubWay("dossier", _("The dossier"), _("the recorder’s")),
            ClubWay("settings-awards", _("How awards are made"), _("the scheme, and what it is given for")),
            ClubWay("mail", _("Mail"), _("what waits, and the mail server")),
            ClubWay("accounts", _("Accounts and roles"), _("who signs in, and who holds which office")),
            ClubWay("settings", _("Settings"), _("the club, back-ups, regulations")),
        ),
    ),
)


ONLY_IF: Mapping[str, Callable[[Club], bool]] = {"members": lambda club: MembersSettings.of(club).contact_list}
"""Pages that are there only if the club wants them."""


@allow(*EVERYONE)
@require_safe
def ways(request: ClubRequest) -> HttpResponse:
    """All ways that are open to who asks."""
    club = request.club
    if club is None:
        return redirect("welcome")
    missing = {page for page, is_there in ONLY_IF.items() if not is_there(club)}
    shelves = (
        (title, [way for way in some if way.page not in missing and way.opens_to(request)]) for title, some in WAYS
    )
    return render(request, "website/ways.html", {"shelves": [(title, some) for title, some in shelves if some]})
