"""Entries at the desk: typed or pasted, changed, taken out, and put in the order of their seeds."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse

from arrowswitch.contests.events import ChangeEntry, ContestPlayer, EnterContestant, SetSeeds, WithdrawContestant
from arrowswitch.journals import Refused
from arrowswitch.scoring.figures import shown
from arrowswitch.site.accounts.gate import DESK, ask_or_send
from arrowswitch.site.club.models import Club, Player
from arrowswitch.site.events.desk import EventDesk, at_event, number_in, whole_in
from arrowswitch.site.events.keys import team_address
from arrowswitch.site.events.pasting import in_register, known_names, pasted
from arrowswitch.site.night.desk import Done, told
from arrowswitch.site.requests import ClubRequest, MemberRequest
from arrowswitch.words import say

RATING = re.compile(r"\d{1,7}(\.\d{1,3})?")
PLACES = {"teams": 6, "pairs": 2, "players": 1}


@at_event(*DESK)
@ask_or_send
def entries(request: MemberRequest, desk: EventDesk) -> HttpResponse:
    """Everybody who has entered, the highest seed first, and who comes in."""
    done = None
    if request.method == "POST":
        try:
            done = _done(request, desk)
        except Refused as refusal:
            done = Done(told(refusal))
        if done.ok and not done.notes:
            moved = request.POST.get("wish", "").partition(" ")[2]
            there = f"?moved={moved}" if moved.isdecimal() else ""
            return redirect(reverse("contest-entries", args=[desk.header.pk]) + there)
    rated = ratings(desk)
    order = [desk.state.entries[number] for number in desk.state.seeded]
    context = {
        "contest": desk,
        "done": done,
        "sent": request.POST if done and not done.ok else {},
        "entered": order,
        "rated": [(each, rated.get(each.number, "")) for each in order],
        "moved": request.GET.get("moved", ""),
        "withdrawn": [each for each in desk.state.entries.values() if each.withdrawn],
        "places": range(1, PLACES[desk.state.kind] + 1),
        "names": known_names(request.club),
        "drawn": any(stage.rounds for stage in desk.state.stages.values()),
    }
    return render(request, "contests/entries.html", context, status=done.status if done else 200)


def _done(request: MemberRequest, desk: EventDesk) -> Done:
    wish, _, who = request.POST.get("wish", "").partition(" ")
    if wish == "paste":
        found = pasted(request.POST.get("lines", "")[:100_000], desk.state.kind, request.club)
        return desk.do(*found)
    if wish == "order":
        return desk.do(SetSeeds(_ordered(desk, request.POST.get("order", "")[:60_000])))
    if wish == "rate":
        return desk.do(SetSeeds(_by_rating(request, desk)))
    if wish in ("up", "down"):
        return desk.do(SetSeeds(_moved(desk, int(who) if who.isdecimal() and len(who) < 6 else 0, wish == "up")))
    return desk.do(EnterContestant(**written(request, request.club)))


def _moved(desk: EventDesk, number: int, up: bool) -> tuple[int, ...]:
    """The order of seeds with one entry a place higher or lower."""
    order = [*desk.state.seeded]
    desk.state.contestant(number)
    if number in order:
        at = order.index(number)
        to = max(0, at - 1) if up else min(len(order) - 1, at + 1)
        order.insert(to, order.pop(at))
    return tuple(order)


def _ordered(desk: EventDesk, text: str) -> tuple[int, ...]:
    """The seeds as they were dragged; who has entered meanwhile comes after them."""
    order = [int(each) for each in text.split(",") if each.isdecimal() and len(each) < 6]
    missing = [number for number in desk.state.seeded if number not in order]
    return (*order, *missing)


def _by_rating(request: MemberRequest, desk: EventDesk) -> tuple[int, ...]:
    """The seeds by the ratings that were filled in, the highest first; those without one come last, in the order they had."""
    given = {number: number_in(request.POST.get(f"rating{number}", "")[:12]) for number in desk.state.seeded}
    if all(rating is None for rating in given.values()):
        raise Refused(say("Nobody has a rating yet."))
    return tuple(sorted(given, key=lambda number: (given[number] is None, -(given[number] or 0))))


def ratings(desk: EventDesk) -> dict[int, str]:
    """What the register says of everybody's strength, where the grade of all players of an entry is a number: their sum."""
    keys = {player.number for each in desk.state.entries.values() for player in each.players}
    known = [int(key) for key in keys if key.isdecimal() and len(key) < 19]
    grades = dict(Player.objects.filter(club=desk.request.club, pk__in=known).values_list("pk", "grade"))
    found: dict[int, str] = {}
    for number, entry in desk.state.entries.items():
        texts = [grades.get(int(each.number), "") if each.number.isdecimal() else "" for each in entry.players]
        values = [Fraction(text) for text in texts if RATING.fullmatch(text)]
        if values and len(values) == len(texts):
            found[number] = shown(sum(values, Fraction(0)))
    return found


def written(request: ClubRequest, club: Club, before: Sequence[ContestPlayer] = ()) -> dict[str, Any]:
    """An entry as the form has it; a name that is left as it was is the same person as before."""
    names = [" ".join(each.split()) for each in request.POST.getlist("player")[:6]]
    captain = whole_in(request.POST.get("captain", "")) or 1
    numbers = in_register(club, {*names})
    same = {place: player for place, player in enumerate(before) if names[place : place + 1] == [player.name]}
    players = tuple(
        same.get(place) or ContestPlayer(name, numbers.get(name.casefold(), ""))
        for place, name in enumerate(names)
        if name
    )
    place = 1 + sum(bool(name) for name in names[: captain - 1]) if 1 <= captain <= len(names) else captain
    return {
        "name": request.POST.get("name", "")[:200],
        "players": players,
        "captain": place if players else 1,
        "club": request.POST.get("club", "")[:200],
        "home": whole_in(request.POST.get("home", "")),
        "seed": whole_in(request.POST.get("seed", "")),
    }


@at_event(*DESK)
@ask_or_send
def entry(request: MemberRequest, desk: EventDesk, who: int) -> HttpResponse:
    """One entry: changed, or taken out."""
    if who not in desk.state.entries:
        raise Http404
    done = None
    if request.method == "POST":
        try:
            if request.POST.get("wish") == "withdraw":
                done = desk.do(WithdrawContestant(who), why=request.POST.get("why", ""))
            else:
                done = desk.do(
                    replace(ChangeEntry(**written(request, request.club, desk.state.entries[who].players)), number=who)
                )
        except Refused as refusal:
            done = Done(told(refusal))
        if done.ok and not done.notes:
            return redirect("contest-entries", desk.header.pk)
    known = desk.state.entries[who]
    places = PLACES[desk.state.kind]
    names = [each.name for each in known.players] + [""] * (places - len(known.players))
    context = {
        "contest": desk,
        "done": done,
        "entry": known,
        "players": list(enumerate(names, 1)),
        "names": known_names(request.club),
        "own_page": request.build_absolute_uri(team_address(desk.header, who)),
    }
    return render(request, "contests/entry.html", context, status=done.status if done else 200)
