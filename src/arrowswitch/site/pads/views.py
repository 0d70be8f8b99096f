"""The pad's own pages: joining, the one page that it is, what it is told, what it sends.

A device has no account. Its secret opens its own table and nothing else; every other address treats it as a visitor.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import get_language, gettext_noop
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from arrowswitch.session import State
from arrowswitch.session.pads import Device, Plan, pad_view, pairs_at, plan_of
from arrowswitch.site.accounts.gate import EVERYONE, allow
from arrowswitch.site.bodies import as_json
from arrowswitch.site.club.models import Club
from arrowswitch.site.journal import store
from arrowswitch.site.network import whence
from arrowswitch.site.night.naming import Names
from arrowswitch.site.pads import joining
from arrowswitch.site.pads.models import Pad, TableCode
from arrowswitch.site.pads.sent import Unreadable, answers
from arrowswitch.site.pads.words import words

MOST_BODY = 200_000
STREAM = "X-Arrowswitch-Stream"
"""Tells the server to keep the connection open and to say when this session changes."""


@allow(*EVERYONE)
@require_http_methods(["GET", "HEAD", "POST"])
def find(request: HttpRequest) -> HttpResponse:
    """For a phone that cannot read the square code: six letters."""
    code = joining.tidy(request.POST.get("code", ""))
    if request.method == "POST":
        if joining.WRONG_CODES.is_spent(whence(request.META)):
            return _too_fast(request, _(GUESSED))
        if joining.find_table(code):
            return redirect("pad-join", code=code)
        joining.WRONG_CODES.grants(whence(request.META))
        problem = _("No table has that code. Look at the table’s card: six letters, no figures.")
        return render(request, "pads/find.html", {"problem": problem, "code": code[:12]}, status=422)
    return render(request, "pads/find.html")


@allow(*EVERYONE)
@require_http_methods(["GET", "HEAD", "POST"])
def join(request: HttpRequest, code: str) -> HttpResponse:
    """Makes this device the table's pad; asks only what cannot be known."""
    if joining.WRONG_CODES.is_spent(whence(request.META)):
        return _too_fast(request, _(GUESSED))
    table = joining.find_table(code)
    if table is None:
        joining.WRONG_CODES.grants(whence(request.META))
        problem = _(
            "This card opens no table now: its session is over, or the director has given the table new letters."
        )
        return render(request, "pads/find.html", {"problem": problem}, status=404)
    state = store.at_moment(table.session_id, timezone.now())
    context = _about(table, state)
    if request.method != "POST":
        return render(request, "pads/join.html", context)
    side, pair = request.POST.get("side", ""), request.POST.get("pair", "")
    number = int(pair) if pair.isascii() and pair.isdigit() and len(pair) < 5 else None
    if side not in ("", "NS", "EW") or (pair and number not in dict(context["pairs"])):
        problem = _("That pair is not at this table now. Scan the card of the table where it plays.")
        return render(request, "pads/join.html", {**context, "problem": problem}, status=422)
    if not joining.JOINING.grants(table.code):
        return _too_fast(request, _("Too many phones have joined this table. Wait a minute, or call the director."))
    _pad, token = joining.join(table, side=side, pair=number)
    response = redirect("pad")
    joining.remember(response, request, token)
    return response


GUESSED = gettext_noop(
    "Too many wrong codes came from this network. Wait a minute, look at the table’s card and try again."
)


def _too_fast(request: HttpRequest, problem: str) -> HttpResponse:
    response = render(request, "pads/find.html", {"problem": problem}, status=429)
    response["Retry-After"] = "60"
    return response


def _about(table: TableCode, state: State) -> dict[str, Any]:
    section = state.sections[table.section]
    names = Names(state, table.session.club)
    meeting = section.meeting(max(section.round, 1), table.table)
    return {
        "code": table.code,
        "title": state.title,
        "table": names.table(table.section, table.table),
        "sides": [
            (side, names.label(table.section, number), names.contestant(table.section, number))
            for side, number in zip(("NS", "EW"), meeting.sides if meeting else (), strict=False)
        ],
        "pairs": [
            (number, names.both(table.section, number)) for number in pairs_at(state, table.section, table.table)
        ],
        "teams": section.movement.kind == "teams",
    }


@allow(*EVERYONE)
@require_safe
def pad(request: HttpRequest) -> HttpResponse:
    """The page that a pad is. It holds nothing of the session, so that a device can keep it without a network."""
    return render(request, "pads/pad.html", {"words": words()})


def _mine(request: HttpRequest) -> Pad | None:
    return joining.pad_of(request)


def _out() -> JsonResponse:
    sentence = _("This phone has not joined a table, or the director has taken it off. Scan the table’s card again.")
    return JsonResponse({"problem": sentence, "out": True}, status=401)


@allow(*EVERYONE)
@require_safe
def known(request: HttpRequest) -> HttpResponse:
    """All that this pad may know now; nothing again while nothing has changed."""
    mine = _mine(request)
    if mine is None:
        return _out()
    state = store.at_moment(mine.session_id, timezone.now())
    return JsonResponse(view_of(mine, state))


def view_of(mine: Pad, state: State, plan: str = "") -> dict[str, Any]:
    """What a pad is told, which may say what plan it has already."""
    known = known_names(mine.session_id, state)
    device, names = mine.device, known.names
    place = device, get_language()
    if place not in known.plans:
        known.plans[place] = plan_of(state, device, names.players)
    found = pad_view(state, device, names.players, timezone.now(), known.plans[place], plan)
    found["pad"] = mine.pk
    found["night"] = mine.session_id
    found["both"] = bool(mine.side) and mine.other_side()
    found["place"] = names.table(mine.section, mine.table)
    return found


FRESH = 2.0
"""Seconds for which the register's names are good: two hundred pads ask for them at every move."""


@dataclass
class Known:
    """Who is who in a session, since when, and the plans that were made with it."""

    names: Names
    since: float
    plans: dict[tuple[Device, str | None], Plan]

    def holds(self, state: State) -> bool:
        """Whether nobody has been named, and nobody sent elsewhere, since."""
        before = self.names.state
        return before.seats is state.seats and before.sections is state.sections

    @property
    def people(self) -> dict[str, str]:
        """What the register says."""
        return {number: "" if each.erased else str(each) for number, each in self.names.register.items()}


_known: dict[int, Known] = {}


def known_names(session: int, state: State) -> Known:
    """Who is who, read from the register at most every two seconds; plans are made again only if it says something else."""
    before, now = _known.get(session), time.monotonic()
    if before is not None and before.holds(state) and now - before.since <= FRESH:
        return before
    found = Known(Names(state, Club.objects.get(sessions=session)), now, {})
    if before is not None and before.holds(state) and before.people == found.people:
        found.plans = before.plans
    if len(_known) > 32:
        _known.clear()
    _known[session] = found
    return found


@csrf_exempt  # the cookie is never sent from another site, and the message is no form
@allow(*EVERYONE)
@require_POST
def send(request: HttpRequest) -> HttpResponse:
    """Takes messages; what is answered "ok" is on disk."""
    mine = _mine(request)
    if mine is None:
        return _out()
    if request.content_type != "application/json" or request.headers.get("X-Pad") != "1":
        return JsonResponse({"problem": _("This is no message of a pad.")}, status=415)
    if int(request.headers.get("Content-Length") or 0) > MOST_BODY:
        return JsonResponse({"problem": _("That is too much at once.")}, status=413)
    try:
        body = as_json(request.body)
    except ValueError:
        return JsonResponse({"problem": _("This is no message of a pad.")}, status=400)
    try:
        told = answers(mine, body)
    except Unreadable as problem:
        return JsonResponse({"problem": str(problem)}, status=400)
    return JsonResponse(
        {"answers": told, "view": view_of(mine, store.last_known(mine.session_id), str(body.get("plan")))}
    )


@allow(*EVERYONE)
@require_safe
def stream(request: HttpRequest) -> HttpResponse:
    """Asks to be told when something changes; `live` keeps the line open."""
    mine = _mine(request)
    if mine is None:
        return _out()
    response = HttpResponse(content_type="text/event-stream")
    response[STREAM] = f"{mine.session_id} {mine.pk}"
    response["Cache-Control"] = "no-store"
    return response
