"""The pages of the register: everybody, one player, import and export, doubles, erasing, and pairs with their own table."""

from __future__ import annotations

import base64
from typing import Any
from urllib.parse import urlencode

from django.core.paginator import Paginator
from django.db import transaction
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from arrowswitch.site.accounts.gate import DESK, DIRECTORS, allow, ask_or_send
from arrowswitch.site.club.models import Player, StandingPair
from arrowswitch.site.club.players.doubles import doubles, erase, merge
from arrowswitch.site.club.players.federation import PageOfList, compare, take
from arrowswitch.site.club.players.file import COLUMNS_OF_FEDERATION, MOST_BYTES, BadPlayersFile, read
from arrowswitch.site.club.players.forms import PlayerForm, StandingPairForm
from arrowswitch.site.club.players.importing import Overtaken, carry_out, plan
from arrowswitch.site.club.players.search import known, matching
from arrowswitch.site.club.words import plain
from arrowswitch.site.members.changes import Author, entry_of, write_down
from arrowswitch.site.registers.systems import systems_of
from arrowswitch.site.requests import MemberRequest
from arrowswitch.site.work.spreadsheet import spreadsheet

A_PAGE = 50
SHOWN = 100
"""Lines of an import that are listed; the rest is counted."""


def _one(request: MemberRequest, number: int) -> Player:
    """A player of this club's register."""
    return get_object_or_404(known(request.club), pk=number if number < 2**63 else 0)


@allow(*DESK)
@require_safe
def everybody(request: MemberRequest) -> HttpResponse:
    """The register, searched as somebody types."""
    query, everyone = request.GET.get("q", "")[:200], request.GET.get("all") == "on"
    players = matching(known(request.club), query)
    if not everyone:
        players = players.filter(active=True)
    pages = Paginator(players, A_PAGE)
    page = pages.get_page(request.GET.get("page"))
    shown = {
        "page": page,
        "query": query,
        "everyone": everyone,
        "asked": urlencode({"q": query} | ({"all": "on"} if everyone else {})),
        "count": pages.count,
        "done": _done(request),
        "may_manage": request.actor.role in DIRECTORS,
    }
    return render(request, "club/_players.html" if request.htmx else "club/players.html", shown)


def _done(request: MemberRequest) -> str:
    """What has just been done, by the address that a form sent us to."""
    done, who = request.GET.get("done", ""), request.GET.get("who", "")[:200]
    return {
        "saved": _("%(name)s is saved.") % {"name": who},
        "merged": _("The two entries are one now: %(name)s.") % {"name": who},
        "erased": _("The person is forgotten. Results show no name."),
        "imported": _("The list is in the register."),
    }.get(done, "")


def _back(done: str, player: Player | None = None) -> HttpResponse:
    said = {"done": done, **({"who": str(player)} if player else {})}
    return redirect(f"{reverse('players')}?{urlencode(said)}")


@allow(*DESK)
@ask_or_send
def new(request: MemberRequest) -> HttpResponse:
    """A new player."""
    return _edit(request, Player(club=request.club))


@allow(*DESK)
@ask_or_send
def one(request: MemberRequest, player: int) -> HttpResponse:
    """One player's particulars."""
    return _edit(request, _one(request, player))


def _edit(request: MemberRequest, player: Player) -> HttpResponse:
    heading = str(player) or _("New player")
    before = entry_of(player) if player.pk else None
    form = PlayerForm(request.POST if request.method == "POST" else None, instance=player, club=request.club)
    if request.method == "POST" and form.is_valid():
        with transaction.atomic():
            saved = form.save()
            write_down(saved, before, Author(request.user, "desk", form.cleaned_data["why"]))
        return _back("saved", saved)
    return render(
        request,
        "club/player.html",
        {
            "form": form,
            "heading": heading,
            "player": player,
            "systems": systems_of(player) if player.pk else [],
            "may_manage": request.actor.role in DIRECTORS,
        },
        status=422 if form.errors else 200,
    )


@allow(*DIRECTORS)
@ask_or_send
def erased(request: MemberRequest, player: int) -> HttpResponse:
    """Forgets a person who asks for it; the name is typed, because it cannot be taken back."""
    person = _one(request, player)
    accounts = person.accounts.filter(is_active=True)
    problem = ""
    if accounts:
        problem = _("%(name)s can sign in as “%(account)s”. Remove that account first.") % {
            "name": person,
            "account": accounts[0].name,
        }
    elif request.method == "POST":
        if plain(request.POST.get("name", "")) == plain(str(person)):
            erase(person, request.user)
            return _back("erased")
        problem = _("That is not the name. Type “%(name)s” to erase the person.") % {"name": person}
    shown = {"player": person, "problem": problem, "blocked": bool(accounts)}
    return render(request, "club/player_erase.html", shown, status=422 if request.method == "POST" else 200)


@allow(*DIRECTORS)
@ask_or_send
def merged(request: MemberRequest) -> HttpResponse:
    """Doubles, and making one entry of two."""
    asked = request.POST if request.method == "POST" else request.GET
    chosen = [_one(request, int(pk)) for pk in asked.getlist("player")[:3] if pk.isdecimal() and len(pk) < 19]
    problem = ""
    if request.method == "POST":
        stays = next((player for player in chosen if str(player.pk) == asked.get("stays")), None)
        if len({player.pk for player in chosen}) != 2:
            problem = _("Choose two entries.")
        elif stays is None:
            problem = _("Say which entry stays.")
        else:
            merge(stays, next(player for player in chosen if player != stays), request.user)
            return _back("merged", stays)
    elif len(chosen) > 1 and len({player.pk for player in chosen}) != 2:
        problem = _("Choose two entries.")
    shown: dict[str, Any] = {"problem": problem}
    if len({player.pk for player in chosen}) == 2:
        shown["chosen"] = chosen
    else:
        shown["doubles"] = doubles(request.club)[:100]
        query = request.GET.get("q", "")[:200]
        found = list(matching(known(request.club), query)[:20]) if query.strip() else []
        shown |= {"query": query, "found": [*(each for each in chosen if each not in found), *found], "ticked": chosen}
    return render(request, "club/players_merge.html", shown, status=422 if problem else 200)


@allow(*DIRECTORS)
@ask_or_send
def imported(request: MemberRequest) -> HttpResponse:
    """A list from a file: first what it would do, then doing it."""
    shown: dict[str, Any] = {}
    if request.method == "POST":
        try:
            data = _sent(request)
            listed = read(data)
            if "mark" in request.POST:
                try:
                    carry_out(request.club, listed, request.POST["mark"], request.user)
                    return _back("imported")
                except Overtaken:
                    shown["problem"] = _("The register has changed meanwhile. Look again at what will be done.")
            wanted = plan(request.club, listed)
            shown |= {
                "listed": listed,
                "plan": wanted,
                "data": base64.b64encode(data).decode(),
                "added": wanted.added[:SHOWN],
                "changed": wanted.changed[:SHOWN],
                "more_added": max(0, len(wanted.added) - SHOWN),
                "more_changed": max(0, len(wanted.changed) - SHOWN),
            }
        except BadPlayersFile as bad:
            shown["problem"] = str(bad)
    return render(request, "club/players_import.html", shown, status=422 if "problem" in shown else 200)


@allow(*DIRECTORS)
@ask_or_send
def federation_list(request: MemberRequest) -> HttpResponse:
    """The federation's list beside the register: what differs, and taking what is ticked of it."""
    shown: dict[str, Any] = {}
    if request.method == "POST":
        try:
            data = _sent(request)
            listed = read(data, COLUMNS_OF_FEDERATION)
            if "do" in request.POST:
                try:
                    ticks = frozenset(request.POST.getlist("take"))
                    shown["taken"] = take(request.club, listed, ticks, request.POST.get("mark", ""), request.user)
                except Overtaken:
                    shown["problem"] = _("The register has changed meanwhile. Look again at what differs.")
            compared = compare(request.club, listed)
            all_of = request.POST.get("all", "")
            page = PageOfList.of(compared, all_of or request.POST.get("page", ""))
            shown |= {
                "all_ticked": bool(all_of),
                "listed": listed,
                "compared": compared,
                "page": page,
                "data": base64.b64encode(data).decode(),
            }
        except BadPlayersFile as bad:
            shown["problem"] = str(bad)
    return render(request, "club/players_federation.html", shown, status=422 if "problem" in shown else 200)


def _sent(request: MemberRequest) -> bytes:
    """The file itself, the list that was pasted, or the one that was looked at and comes back to be done."""
    file = request.FILES.get("file")
    if file is not None:
        sent: bytes = file.read(MOST_BYTES + 1)
        if len(sent) > MOST_BYTES:
            raise BadPlayersFile(_("The file is too large: a list of players has at most a million letters."))
        return sent
    pasted = request.POST.get("pasted", "")
    if pasted.strip():
        return pasted.encode("utf-8", "replace")
    if "data" not in request.POST:
        raise BadPlayersFile(
            _("Choose a file, or paste the list.") if "pasted" in request.POST else _("Choose a file.")
        )
    try:
        return base64.b64decode(request.POST["data"], validate=True)
    except ValueError:
        raise BadPlayersFile(_("The file did not arrive well; choose it again.")) from None


@allow(*DIRECTORS)
@require_safe
def exported(request: MemberRequest) -> HttpResponse:
    """The register as a file that spreadsheets and this program read."""
    head = ("number", "federation number", "given", "family", "grade", "plays here", "cannot move")
    people = (
        (
            *(player.number, player.federation_number, player.given, player.family, player.grade),
            *("yes" if mark else "no" for mark in (player.active, player.must_sit)),
        )
        for player in known(request.club)
    )
    return spreadsheet("players", (head, *people))


@allow(*DESK)
@ask_or_send
def standing(request: MemberRequest) -> HttpResponse:
    """Pairs that always have the same seats."""
    form = StandingPairForm(
        request.POST if request.method == "POST" else None, club=request.club, initial={"weekday": 0, "side": "NS"}
    )
    if request.method == "POST" and form.is_valid():
        form.save()
        return redirect("standing-pairs")
    pairs = StandingPair.objects.filter(club=request.club).select_related("first", "second")
    return render(request, "club/standing.html", {"form": form, "pairs": pairs}, status=422 if form.errors else 200)


@allow(*DESK)
@require_POST
def standing_removed(request: MemberRequest, pair: int) -> HttpResponse:
    """Gives the seats of a pair free."""
    get_object_or_404(StandingPair, club=request.club, pk=pair if pair < 2**63 else 0).delete()
    return redirect("standing-pairs")
