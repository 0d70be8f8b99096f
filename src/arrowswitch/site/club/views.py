"""The club's own pages: home, the first visit, the settings, and what to say when something is not there."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import Any

from django.contrib.auth import login
from django.db.models import F
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import redirect, render
from django.template import loader
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_safe

from arrowswitch.elsewhere import KINDS
from arrowswitch.site.accounts import tries
from arrowswitch.site.accounts.demonstration import FIRST_PAGE, ROLES
from arrowswitch.site.accounts.gate import DESK, DIRECTORS, EVERYONE, allow, ask_or_send
from arrowswitch.site.calendar.dates import at_home as on_at_home
from arrowswitch.site.calendar.waiting import waiting as asked_of
from arrowswitch.site.club.backups import care, why_not
from arrowswitch.site.club.context import THEMES
from arrowswitch.site.club.forms import ClubForm, WelcomeForm
from arrowswitch.site.club.gone import PageGone
from arrowswitch.site.club.models import Club
from arrowswitch.site.data_folder import faults
from arrowswitch.site.events import store as events
from arrowswitch.site.journal import store
from arrowswitch.site.journal.models import Session
from arrowswitch.site.members.privacy import erasures_asked_of
from arrowswitch.site.night.room.shown import under_way
from arrowswitch.site.noticeboard.checklists import at_home as board_at_home
from arrowswitch.site.requests import ClubRequest, MemberRequest
from arrowswitch.site.spoken import spoken
from arrowswitch.site.website.public import front_page, shown_first

A_YEAR = 365 * 24 * 3600
LISTED = 10
"""Sessions on the home page."""


@allow(*EVERYONE)
@require_safe
def home(request: ClubRequest) -> HttpResponse:
    """For the desk what is under way tonight, for visitors the front page of the club's site, or what was posted last if the
    club wants none; a new club is asked its name first.

    In the demonstration a visitor sees what is being played too, and the doors to it.
    """
    if request.club is None:
        return redirect("welcome")
    if shown_first(request):
        return front_page(request)
    sessions = store.listed(request.club)
    desk = request.actor.role in DESK
    looking = request.club.is_demonstration and request.actor.role == "public"
    begun = sessions.exclude(phase="published")[:LISTED] if desk or looking else ()
    posted = sessions.filter(phase="published")
    if not desk:
        posted = posted.filter(links__withdrawn=None, links__listed=True).annotate(token=F("links__token"))
    context = {
        "begun": [(each, under_way(each)) for each in begun],
        "doors": _doors(begun) if looking else (),
        "posted": posted[:LISTED],
        "contests": events.listed(request.club)[:LISTED] if desk else (),
        "can_open": Club.may_be_opened(),
        "on": on_at_home(request),
        "board": board_at_home(request),
        "waiting": _waiting(request),
        "away": _put_away(request.club, request.GET.get("away", "")) if desk else None,
    }
    return render(request, "club/home.html", context)


def _waiting(request: ClubRequest) -> list[tuple[str, str]]:
    """What waits for the answer of who is signed in, each with the page where it is given."""
    account = request.user
    return [*asked_of(account), *erasures_asked_of(account)] if account.is_authenticated else []


def _put_away(club: Club, number: str) -> dict[str, Any] | None:
    """The session that was just deleted or put away, to say so."""
    if not (number.isascii() and number.isdigit() and len(number) < 19):
        return None
    found = store.sessions(club).filter(pk=number, away=True).first()
    return {"session": found, "kept": store.state(found.pk).has_results} if found else None


def _doors(begun: Iterable[Session]) -> list[tuple[str, str, str]]:
    """As whom a visitor of the demonstration may look round, and where each begins in the session that is being played."""
    playing = next((each.pk for each in begun if each.phase == "playing"), None)

    def begins(role: str) -> str:
        return reverse(FIRST_PAGE[role], args=[playing]) if playing and role in FIRST_PAGE else reverse("home")

    return [(role, str(title), begins(role)) for role, title in ROLES.items()]


@allow(*EVERYONE)
@sensitive_post_parameters("password")
@ask_or_send
def welcome(request: ClubRequest) -> HttpResponse:
    """The first visit: the club and its owner, or a look round the demonstration."""
    if not Club.may_be_opened():
        return redirect("home")
    form = WelcomeForm(request.POST or None, request=request)
    if form.is_valid():
        owner = form.open_club()
        response = redirect("home")
        if owner:
            login(request, owner)
            tries.remember_device(request, response, owner.login)
        return response
    return render(request, "club/welcome.html", {"form": form}, status=429 if form.must_wait else 200)


@allow(*DIRECTORS)
@ask_or_send
def settings(request: MemberRequest) -> HttpResponse:
    """The club's name and federation, and the way to everything else that is set once."""
    form = ClubForm(request.POST or None, instance=request.club)
    if form.is_valid():
        form.save()
        return HttpResponseRedirect(f"{request.path}?saved")
    context = {"form": form, "saved": "saved" in request.GET, "care": care(), "no_copies": why_not()}
    return render(request, "club/settings.html", context)


@allow(*EVERYONE)
@ask_or_send
def appearance(request: ClubRequest) -> HttpResponse:
    """The colours and the shortcuts, remembered on this device only."""
    if request.method != "POST":
        return render(request, "club/appearance.html", {"saved": "saved" in request.GET})
    response = HttpResponseRedirect(f"{request.path}?saved")
    theme = request.POST.get("theme", "auto")
    response.set_cookie("theme", theme if theme in THEMES else "auto", max_age=A_YEAR, samesite="Lax")
    response.set_cookie("shortcuts", "on" if request.POST.get("shortcuts") else "off", max_age=A_YEAR, samesite="Lax")
    return response


@allow(*EVERYONE)
@require_safe
def elsewhere(request: ClubRequest) -> HttpResponse:
    """What is not done here, and what to do instead."""
    shelves = [(title, kind) for kind, title in KINDS.items()]
    return render(request, "club/elsewhere.html", {"shelves": shelves})


def _sorry(request: HttpRequest, status: int, title: str, text: str) -> HttpResponse:
    return render(request, "sorry.html", {"title": title, "text": text}, status=status)


def bad_request(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """For what could not be read."""
    return _sorry(
        request,
        400,
        _("That did not arrive well"),
        _("The address or the form was not complete. Go back and try again."),
    )


def forbidden(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """For who may not come in, with what the gate said."""
    return _sorry(request, 403, _("Not for you"), str(exception or _("This page is kept for somebody else.")))


def forged(request: HttpRequest, reason: str = "") -> HttpResponse:
    """For a form that does not come from our own page, or from a page of yesterday."""
    return _sorry(
        request,
        403,
        _("The form was too old"),
        _("Nothing was changed. Open the page again and send the form once more."),
    )


def not_found(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """For what is not there, or is no longer."""
    if isinstance(exception, PageGone):
        return _sorry(request, 410, *map(str, exception.args))
    return _sorry(
        request, 404, _("There is no such page"), _("Perhaps the address was typed with a slip, or the page is gone.")
    )


def broken(request: HttpRequest) -> HttpResponse:
    """Does without the database and the context, which may be what is broken. A fault of the store or of a journal is told
    with its remedy; whoever asks for no page is told in JSON, and may send the same again."""
    fault = faults.told(sys.exc_info()[1])
    problem = spoken(fault) if fault else ""
    if problem and (request.content_type == "application/json" or request.path_info.startswith(IN_JSON)):
        return JsonResponse({"ok": False, "problem": problem, "later": True}, status=503)
    page = loader.get_template("broken.html").render({"problem": problem})
    return HttpResponse(page, status=503 if problem else 500)


IN_JSON = ("/pad/known", "/pad/send")
