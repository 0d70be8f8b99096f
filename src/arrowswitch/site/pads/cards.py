"""Joining with a card: a table's, which asks once who holds the phone, or a pair's own, which need not ask.

A phone is the table's, and stays there whoever sits down; or it is a pair's, goes along with it, and shows and does nothing
elsewhere. Whoever says that it is a pair's gives the pair's number.
"""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _

from arrowswitch.session import State
from arrowswitch.session.sight import Device, pairs_at
from arrowswitch.site.accounts.gate import EVERYONE, allow, ask_or_send
from arrowswitch.site.journal import store
from arrowswitch.site.night.naming import Names
from arrowswitch.site.pads import joining, neighbours, pins
from arrowswitch.site.pads.models import Pad, PairCode, TableCode
from arrowswitch.site.serving.network import whence

SLOWLY = "X-Arrowswitch-Slowly"
"""Tells the server for how many seconds to keep an answer back."""
SLOW = 10


@allow(*EVERYONE)
@ask_or_send
def find(request: HttpRequest) -> HttpResponse:
    """For a phone that cannot read the square code: six letters."""
    if request.method != "POST":
        return render(request, "pads/find.html")
    code = joining.tidy(request.POST.get("code", ""))
    if joining.opens(code):
        return redirect("pad-join", code=code)
    problem = _("No table has that code. Look at the table’s card: six letters, no figures.")
    return _wrong(request, problem, 422, code[:12])


@allow(*EVERYONE)
@ask_or_send
def join(request: HttpRequest, code: str) -> HttpResponse:
    """Makes this device a pad; asks only what cannot be known."""
    if table := joining.find_table(code):
        return _join_table(request, table)
    if pair := joining.find_pair(code):
        return _join_pair(request, pair)
    problem = _("This card opens no table now: its session is over, or the director has given the table new letters.")
    return _wrong(request, problem, 404)


def _wrong(request: HttpRequest, problem: str, status: int, code: str = "") -> HttpResponse:
    """What is said to a code that opens nothing: after too many only that, and slowly. A right one is never kept waiting."""
    if not joining.too_many_wrong(whence(request.META)):
        return render(request, "pads/find.html", {"problem": problem, "code": code}, status=status)
    problem = _("Too many wrong codes came from this network. Look at the table’s card and try again.")
    response = render(request, "pads/find.html", {"problem": problem, "code": code}, status=429)
    response["Retry-After"] = str(SLOW)
    response[SLOWLY] = str(SLOW)
    return response


def _join_pair(request: HttpRequest, card: PairCode) -> HttpResponse:
    """The square of a pair's own card."""
    state = store.at_moment(card.session_id, timezone.now())
    names = Names(state, card.session.club, "desk")
    if request.method != "POST":
        context = {"title": state.title, "pair": names.both(card.section, card.pair), "individual": state.individual}
        return render(request, "pads/join_pair.html", context)
    table = Device(card.section, pair=card.pair).here(state) or 0
    return _joined(request, card.session, card.section, table, pair=card.pair)


def _join_table(request: HttpRequest, table: TableCode) -> HttpResponse:
    state = store.at_moment(table.session_id, timezone.now())
    context = _about(table, state, joining.earlier(request))
    if request.method != "POST":
        return render(request, "pads/join.html", context)
    side, pair = request.POST.get("side", ""), request.POST.get("pair", "")
    if not pair and side in ("", "NS", "EW") and "number" not in request.POST:
        return _joined(request, table.session, table.section, table.table, side=side)
    number = int(pair) if pair.isascii() and pair.isdigit() and len(pair) < 5 else None
    problem, status = _refused(request, table, context, number)
    if problem:
        chosen = {"problem": problem, "chosen": number, "likely": "pair"}
        return render(request, "pads/join.html", {**context, **chosen}, status=status)
    return _joined(request, table.session, table.section, table.table, pair=number)


def _refused(request: HttpRequest, table: TableCode, context: dict[str, Any], pair: int | None) -> tuple[str, int]:
    """Why a phone does not become a pair's, if it does not."""
    if not request.POST.get("pair"):
        return _("Touch whose phone this is."), 422
    if pair is None or pair not in dict(context["pairs"]):
        return _("They are not at this table now. Scan the card of the table where they play."), 422
    session, address, given = table.session_id, whence(request.META), request.POST.get("number", "")
    if pins.is_guessed_at(session, table.section, pair, address):
        return _(
            "Too many wrong numbers were given. Point the phone at the square on your own card or slip, or ask the director."
        ), 429
    if pins.is_right(session, table.section, pair, given):
        return "", 200
    if given.strip():
        pins.note_wrong_at(session, table.section, pair, given, address)
    return _(
        "That is not the right number. It has four figures, and is on your guide card or slip; the director has it too."
    ), 422


def _joined(request: HttpRequest, session: Any, section: str, table: int, **how: Any) -> HttpResponse:
    _pad, token = joining.join_at(session, section, table, **how)
    joining.leave(request)
    neighbours.forget(session.pk)
    response = redirect("pad")
    joining.remember(response, request, token)
    return response


def _about(table: TableCode, state: State, mine: Pad | None) -> dict[str, Any]:
    """What a card's page says; the phone that asks is none that lies there."""
    section = state.sections[table.section]
    names = Names(state, table.session.club, "desk")
    meeting = section.meeting(max(section.round, 1), table.table)
    teams = section.movement.kind == "teams"
    lies_there = any(
        (each.section, each.table, each.pair) == (table.section, table.table, None)
        for each in neighbours.phones_of(table.session_id)
        if each != mine
    )
    pairs = () if teams else pairs_at(state, table.section, table.table)
    return {
        "code": table.code,
        "title": state.title,
        "table": names.table(table.section, table.table),
        "sides": [
            (side, names.label(table.section, number), names.contestant(table.section, number))
            for side, number in zip(("NS", "EW"), meeting.sides if meeting else (), strict=False)
        ],
        "pairs": [(number, names.both(table.section, number)) for number in pairs],
        "individual": state.individual,
        "has_phone": lies_there,
        "likely": "pair" if lies_there and pairs else "table",
    }
