"""Giving PINs: to one person, read out, or to several, as slips to be cut. A PIN is shown in one answer and stands nowhere else."""

from __future__ import annotations

from typing import Any

from django.db.models import Exists, OuterRef
from django.http import Http404, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_variables

from arrowswitch.site.accounts import tries
from arrowswitch.site.accounts.gate import DIRECTORS, allow, ask_or_send
from arrowswitch.site.accounts.views import not_in_the_demonstration
from arrowswitch.site.club.models import Player
from arrowswitch.site.club.players.search import known, matching
from arrowswitch.site.requests import MemberRequest
from arrowswitch.site.signin import pins
from arrowswitch.site.signin.models import PlayerPin, SignInWays
from arrowswitch.site.signin.opening import AT_THE_DESK, obstacle

AT_ONCE = 20
"""Slips on a sheet: each takes the work of a hash."""
LISTED = 60


@allow(*DIRECTORS)
@ask_or_send
@sensitive_variables("pin")
def player_pin(request: MemberRequest, player: int) -> HttpResponse:
    """Gives a player a PIN, or takes it back."""
    person = get_object_or_404(known(request.club), pk=player if player < 2**63 else 0)
    what, pin, problem = request.POST.get("what", ""), "", ""
    if request.method == "POST":
        not_in_the_demonstration(request)
        problem = _problem(request, person)
        if what == "give" and not problem:
            pin = _given(request, person)
        elif what == "take":
            pins.take_back(person)
            return HttpResponseRedirect(f"{reverse('player-pin', args=[person.pk])}?taken")
        elif not problem:
            raise Http404
    shown: dict[str, Any] = {
        "player": person,
        "slips": [_slip(person, pin)] if pin else [],
        "number": person.number or person.federation_number,
        "ways": SignInWays.of(request.club),
        "kept": (kept := pins.pin_of(person)),
        "stopped": pins.is_stopped(kept),
        "before": PlayerPin.objects.filter(player=person)[:20],
        "problem": problem or _problem(request, person),
        "taken": "taken" in request.GET,
    }
    return render(request, "signin/player_pin.html", shown, status=422 if request.method == "POST" and problem else 200)


def _problem(request: MemberRequest, person: Player) -> str:
    """Why somebody cannot be given a PIN."""
    if not SignInWays.of(request.club).by_pin:
        return _("The owner has not opened signing in by PIN yet.")
    if not (person.number or person.federation_number):
        return _("%(name)s has no number yet: give one in the register first.") % {"name": person}
    found = obstacle(person)
    return f"{person} {AT_THE_DESK[found]}." if found else ""


def _given(request: MemberRequest, person: Player) -> str:
    """A new PIN; wrong tries before it are forgiven."""
    pin = pins.new_pin()
    pins.give(person, pin, request.user.name)
    for number in filter(None, (person.number, person.federation_number)):
        tries.forgive_name(pins.counted_under(person.club, number))
    return pin


def _slip(person: Player, pin: str) -> dict[str, Any]:
    return {"player": person, "number": person.number or person.federation_number, "pin": f"{pin[:3]} {pin[3:]}"}


@allow(*DIRECTORS)
@ask_or_send
@sensitive_variables("slips")
def many(request: MemberRequest) -> HttpResponse:
    """Those who come here, with and without a PIN; slips for those who are ticked."""
    ways, query = SignInWays.of(request.club), request.GET.get("q", "")[:80]
    slips, left_out, problem = [], [], ""
    if request.method == "POST":
        not_in_the_demonstration(request)
        numbers = [int(pk) for pk in request.POST.getlist("player") if pk.isascii() and pk.isdigit() and len(pk) < 19]
        chosen = list(known(request.club).filter(pk__in=numbers[: AT_ONCE + 1]))
        if not chosen:
            problem = _("Tick somebody.")
        elif len(chosen) > AT_ONCE:
            problem = _("Tick twenty people at most: so many slips are on a sheet.")
        else:
            for person in chosen:
                if told := _problem(request, person):
                    left_out.append(told)
                else:
                    slips.append(_slip(person, _given(request, person)))
    having = PlayerPin.objects.filter(player=OuterRef("pk"), ended=None)
    people = (
        known(request.club).filter(active=True).annotate(has_pin=Exists(having)).order_by("has_pin", "family", "given")
    )
    found = matching(people, query) if query else people
    shown = {
        "ways": ways,
        "slips": slips,
        "left_out": left_out,
        "problem": problem,
        "people": found[:LISTED],
        "more": max(found.count() - LISTED, 0),
        "query": query,
        "address": ways.address,
    }
    return render(request, "signin/many.html", shown, status=422 if problem else 200)
