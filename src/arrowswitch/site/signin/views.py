"""Signing in by a link or by a PIN, one's own PIN, and what the owner decides about both."""

from __future__ import annotations

from typing import Any

from django.contrib.auth import update_session_auth_hash
from django.http import HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters

from arrowswitch.site.accounts import tries
from arrowswitch.site.accounts.forms import OfAClubForm
from arrowswitch.site.accounts.gate import EVERYONE, MEMBERS, allow, ask_or_send
from arrowswitch.site.accounts.views import is_ours, not_in_the_demonstration, wanted_page
from arrowswitch.site.club.models import Club, Player
from arrowswitch.site.requests import ClubRequest, MemberRequest
from arrowswitch.site.signin import links, pins
from arrowswitch.site.signin.forms import LinkForm, OwnPinForm, PinForm, SignInWaysForm
from arrowswitch.site.signin.models import SignInLink, SignInWays
from arrowswitch.site.signin.opening import NotThisWay, may_have_pin, sign_in, way_of

# -- by a link ----------------------------------------------------------------------------------------------------------


@allow(*EVERYONE)
@ask_or_send
def ask_for_link(request: ClubRequest) -> HttpResponse:
    """Asks for a link by e-mail. The answer is the same whether the club knows the address or not."""
    if request.club is None:
        return redirect("welcome")
    wanted = wanted_page(request)
    if request.user.is_authenticated:
        return redirect(wanted or "home")
    form = LinkForm(request.POST or None, club=request.club)
    sent, status = "", 200
    if form.is_valid() and _is_open(form, "by_link"):
        address = form.cleaned_data["email"]
        asked_as = f"{form.chosen.pk}/{address.casefold()}"[:80]
        if wait := tries.seconds_until_asked(request, asked_as):
            form.add_error(None, tries.asked_too_often(wait))
            status = 429
        else:
            links.ask(form.chosen, address, asked_as, wanted)
            sent = address
    if form.is_bound and not sent:
        form.again()
    shown = {"form": form, "sent": sent, "next": wanted}
    return render(request, "signin/ask_for_link.html", shown | _ways(request.club, form), status=status)


@allow(*EVERYONE)
@ask_or_send
def with_link(request: ClubRequest, token: str) -> HttpResponse:
    """What a link opens: whose it is, and a button that uses it up."""
    link = links.good(token)
    if link is None or link.player is None or _is_elsewhere(request, link.club):
        return render(request, "signin/link_is_used.html", status=404)
    if request.method != "POST":
        return render(request, "signin/with_link.html", {"link": link, "here": link.club})
    if not links.use(link):
        return render(request, "signin/link_is_used.html", status=404)
    try:
        account = sign_in(request, link.player, "link", bool(request.POST.get("stay")))
    except NotThisWay as problem:
        return _refused(request, problem)
    tries.forgive_asking(request, link.asked_as)
    response = redirect(_after(request, link))
    tries.remember_device(
        request, response, pins.counted_under(link.club, link.player.number) if link.player.number else account.login
    )
    return response


def _is_elsewhere(request: ClubRequest, club: Club) -> bool:
    """Whether somebody is signed in at another club."""
    return request.user.is_authenticated and request.user.club_id != club.pk


def _after(request: ClubRequest, link: SignInLink) -> str:
    """The page that was wanted when the link was asked for, if it is one of ours."""
    return link.wanted if is_ours(request, link.wanted) else reverse("my-bridge")


def _refused(request: ClubRequest, problem: NotThisWay) -> HttpResponse:
    shown = {"title": _("Not this way"), "text": str(problem)}
    return render(request, "sorry.html", shown, status=403)


# -- by a PIN -----------------------------------------------------------------------------------------------------------


@allow(*EVERYONE)
@sensitive_post_parameters("pin")
@ask_or_send
def with_pin(request: ClubRequest) -> HttpResponse:
    """Signs in by number and PIN."""
    if request.club is None:
        return redirect("welcome")
    wanted = wanted_page(request)
    if request.user.is_authenticated:
        return redirect(wanted or "home")
    form = PinForm(request.POST or None, club=request.club)
    status = 200
    if form.is_valid() and _is_open(form, "by_pin"):
        player, wait = _tried(request, form)
        if player:
            try:
                sign_in(request, player, "pin", form.cleaned_data["stay"])
            except NotThisWay as problem:
                return _refused(request, problem)
            response = redirect(wanted or "my-bridge")
            tries.remember_device(request, response, pins.counted_under(form.chosen, form.cleaned_data["number"]))
            return response
        status = 429 if wait else 200
        form.add_error(None, tries.too_many(wait) if wait else _("The number and the PIN do not belong together."))
    if form.is_bound:
        form.again()
    shown = {"form": form, "next": wanted} | _ways(request.club, form)
    return render(request, "signin/with_pin.html", shown, status=status)


def _tried(request: ClubRequest, form: PinForm) -> tuple[Player | None, int]:
    number, pin = form.cleaned_data["number"], form.cleaned_data["pin"]
    login = pins.counted_under(form.chosen, number)
    known = tries.is_known_device(request, login)
    return tries.tried(request, login, lambda: pins.right(form.chosen, number, pin, known))


def _is_open(form: OfAClubForm, way: str) -> bool:
    """Whether the club lets its players in this way; if not the form says so."""
    if getattr(SignInWays.of(form.chosen), way):
        return True
    form.add_error(None, _("Players of this club do not sign in this way."))
    return False


def _ways(club: Club, form: OfAClubForm) -> dict[str, Any]:
    """Which ways to offer: where there are several clubs, all."""
    several = "club" in form.fields
    ways = SignInWays.of(club)
    return {"by_link": several or ways.by_link, "by_pin": several or ways.by_pin}


# -- one's own PIN, and the club's decision -----------------------------------------------------------------------------


@allow(*MEMBERS)
@sensitive_post_parameters("old", "pin")
@ask_or_send
def own_pin(request: MemberRequest) -> HttpResponse:
    """A PIN of one's own choice; other devices must sign in again."""
    not_in_the_demonstration(request)
    player = request.user.player
    if player is None or not may_have_pin(request.user):
        return render(request, "signin/own_pin.html", {"may": False})
    kept, way = pins.pin_of(player), way_of(request)
    if way == "old link" and kept is None:
        return render(request, "signin/own_pin.html", {"may": True, "stale": True})
    way = "pin" if way == "old link" else way
    form = OwnPinForm(request.POST or None, request=request, way=way)
    if form.is_valid():
        pins.give(player, form.cleaned_data["pin"])
        request.user.refresh_from_db()
        update_session_auth_hash(request, request.user)
        return HttpResponseRedirect(f"{request.path}?saved={'anew' if kept else 'first'}")
    shown = {"may": True, "form": form, "kept": kept, "player": player, "saved": request.GET.get("saved")}
    return render(request, "signin/own_pin.html", shown, status=429 if form.must_wait else 200)


@allow("owner")
@ask_or_send
def settings(request: MemberRequest) -> HttpResponse:
    """By which ways players may sign in. Every decision is kept."""
    now = SignInWays.of(request.club)
    given = {
        "by_link": now.by_link,
        "by_pin": now.by_pin,
        "address": now.address or request.build_absolute_uri("/").rstrip("/"),
    }
    form = SignInWaysForm(request.POST or None, instance=SignInWays(club=request.club), initial=given)
    if request.method == "POST":
        not_in_the_demonstration(request)
    if form.is_valid():
        kept = form.save(commit=False)
        kept.by = request.user.name
        kept.save()
        return HttpResponseRedirect(f"{request.path}?saved")
    before = SignInWays.objects.filter(club=request.club)[:20]
    shown = {"form": form, "saved": "saved" in request.GET, "before": before}
    return render(request, "signin/settings.html", shown, status=422 if form.errors else 200)
