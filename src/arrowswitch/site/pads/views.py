"""The pad's own pages: the one page that it is, what it is told, what it sends.

A device has no account. Its secret opens its own table and nothing else; every other address treats it as a visitor.
"""

from __future__ import annotations

import time
from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST, require_safe

from arrowswitch.session import State
from arrowswitch.session.sight import Device, PadPlan, pad_view, plan_of
from arrowswitch.site.accounts.gate import EVERYONE, allow
from arrowswitch.site.club.models import Club
from arrowswitch.site.journal import store
from arrowswitch.site.night.naming import Names
from arrowswitch.site.night.results.seeing import posted
from arrowswitch.site.pads import history, joining
from arrowswitch.site.pads.models import Pad
from arrowswitch.site.pads.neighbours import told
from arrowswitch.site.pads.sent import Outcome, UnreadableMessage, answers, became
from arrowswitch.site.pads.words import words
from arrowswitch.site.serving.bodies import as_json
from arrowswitch.site.work.memory import Memory

MOST_BODY = 200_000
Told = tuple[int, dict[str, Any]]
"""A status, and what is said with it."""
Reply = Generator[Sequence[store.Wish], Sequence[Outcome], Told]
FOR_A_NIGHT = f"private, max-age={joining.LASTS}"
"""A page that was closed opens again while there is no server; its files are kept for good."""
STREAM = "X-Arrowswitch-Stream"
"""Tells the server to keep the connection open and to say when this session changes."""


@allow(*EVERYONE)
@require_safe
def pad(request: HttpRequest) -> HttpResponse:
    """The page that a pad is. It holds nothing of the session, so that a device can keep it without a network."""
    response = render(request, "pads/pad.html", {"words": words()})
    response["Cache-Control"] = FOR_A_NIGHT
    return response


def _mine(request: HttpRequest) -> Pad | None:
    return joining.pad_of(request)


def out() -> Told:
    """What is said to a phone that is no pad, or no longer."""
    sentence = _("This phone has not joined a table, or the director has taken it off. Scan the table’s card again.")
    return 401, {"problem": sentence, "out": True}


def _out() -> JsonResponse:
    status, told = out()
    return JsonResponse(told, status=status)


@allow(*EVERYONE)
@require_safe
def known(request: HttpRequest) -> HttpResponse:
    """All that this pad may know now; nothing again while nothing has changed."""
    mine = _mine(request)
    if mine is None:
        return _out()
    state = store.at_moment(mine.session_id, timezone.now())
    return JsonResponse(view_of(mine, state) | history.told(state, mine.session_id, request.headers))


def view_of(mine: Pad, state: State, plan: str = "") -> dict[str, Any]:
    """What a pad is told, which may say what plan it has already."""
    known = known_names(mine.session_id, state)
    device, names = mine.device, known.names
    place = device, get_language()
    if place not in known.plans:
        known.plans[place] = plan_of(state, device, names.players)
    found = pad_view(
        state, device, names.players, timezone.now(), known.plans[place], plan, posted(mine.session_id, state)
    )
    found["pad"] = mine.pk
    found["night"] = mine.session_id
    found["both"] = bool(mine.side) and mine.other_side()
    found["beside"] = told(mine)
    found["place"] = names.table(mine.section, mine.table)
    return found


FRESH = 2.0
"""Seconds for which the register's names are good: two hundred pads ask for them at every move."""


@dataclass
class KnownPlans:
    """Who is who in a session, since when, and the plans that were made with it."""

    names: Names
    since: float
    plans: dict[tuple[Device, str | None], PadPlan]

    def holds(self, state: State) -> bool:
        """Whether nobody has been named, and nobody sent elsewhere, since."""
        before = self.names.state
        return all(getattr(before, each) is getattr(state, each) for each in ("seats", "sections", "teams"))

    @property
    def people(self) -> dict[str, str]:
        """What the register says."""
        return {number: "" if each.erased else str(each) for number, each in self.names.register.items()}


_known: Memory[int, KnownPlans] = Memory(32)
"""By session."""


def known_names(session: int, state: State) -> KnownPlans:
    """Who is who, read from the register at most every two seconds; plans are made again only if it says something else."""
    before, now = _known.get(session), time.monotonic()
    if before is not None and before.holds(state) and now - before.since <= FRESH:
        return before
    found = KnownPlans(Names(state, Club.objects.get(sessions=session), "desk"), now, {})
    if before is not None and before.holds(state) and before.people == found.people:
        found.plans = before.plans
    return _known.put(session, found)


@csrf_exempt  # the cookie is never sent from another site, and the message is no form
@allow(*EVERYONE)
@require_POST
def send(request: HttpRequest) -> HttpResponse:
    """Takes messages; what is answered "ok" is on disk."""
    mine = _mine(request)
    if mine is None:
        return _out()
    status, told = alone(mine, reply(mine, request.headers, request.body))
    return JsonResponse(told, status=status)


def reply(mine: Pad, headers: Mapping[str, str], body: bytes) -> Reply:
    """What is said to what a pad sends: asks for its wishes to be written, and is told what became of them.

    No page of another site can send it: a form has no such type and no such header, and the cookie stays here.
    """
    kind = headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json" or headers.get("x-pad") != "1":
        return 415, {"problem": _("This is no message of a pad.")}
    if len(body) > MOST_BODY:
        return 413, {"problem": _("That is too much at once.")}
    try:
        given = as_json(body)
    except ValueError:
        return 400, {"problem": _("This is no message of a pad.")}
    try:
        answered = yield from answers(mine, given)
    except UnreadableMessage as problem:
        return 400, {"problem": str(problem)}
    state = store.last_known(mine.session_id)
    view = view_of(mine, state, str(given.get("plan"))) | history.told(state, mine.session_id, headers)
    return 200, {"answers": answered, "view": view}


def alone(mine: Pad, saying: Reply) -> Told:
    """A reply to a pad by itself, where nothing else is written with it."""
    try:
        wishes = next(saying)
        while True:
            wishes = saying.send(became(mine.session_id, wishes))
    except StopIteration as end:
        told: Told = end.value
        return told


@allow(*EVERYONE)
@require_safe
def stream(request: HttpRequest) -> HttpResponse:
    """Asks to be told when something changes; `live` keeps the line open."""
    mine = _mine(request)
    if mine is None:
        return _out()
    response = HttpResponse(content_type="text/event-stream")
    response[STREAM] = f"{mine.session_id} {mine.pk} {quote(mine.holder)}"
    response["Cache-Control"] = "no-store"
    return response
