"""The phones at the tables: the code of each table, who has joined, and what the director can do about it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import segno
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from arrowswitch.session import ChangeSettings
from arrowswitch.site.accounts.gate import DESK, DIRECTORS
from arrowswitch.site.night.desk import Desk, Done, at_desk
from arrowswitch.site.night.phones import shown
from arrowswitch.site.pads import neighbours, pins
from arrowswitch.site.pads.joining import codes, renew
from arrowswitch.site.pads.models import Pad, TableCode
from arrowswitch.site.requests import MemberRequest
from arrowswitch.site.serving.network import for_phones

SWITCHES = ("confirm", "wait", "leads", "pin", "intake")


@at_desk(*DESK)
@require_safe
def phones(request: MemberRequest, desk: Desk) -> HttpResponse:
    """Every table with its code and its phones."""
    return render(request, "night/phones/phones.html", _seen(request, desk))


def join_address(request: MemberRequest, code: str) -> tuple[str, bool]:
    """Where a phone joins a table, and whether it can get there."""
    return for_phones(request.build_absolute_uri(reverse("pad-join", args=[code])))


def square(address: str) -> SafeString:
    """An address as a square code to point a phone at."""
    made = segno.make(address, error="m", micro=False)
    return mark_safe(made.svg_inline(scale=4, border=2, omitsize=True, svgclass="qr", lineclass=None))  # noqa: S308


def _seen(request: MemberRequest, desk: Desk, done: Done | None = None) -> dict[str, Any]:
    pads = list(Pad.objects.filter(session=desk.session, revoked=None))
    at_tables = shown.by_table(pads)
    tables = []
    reached = True
    for each in codes(desk.session, desk.state):
        address, reached = join_address(request, each.code)
        tables.append(
            {
                "name": desk.names.table(each.section, each.table),
                "code": each,
                "address": address,
                "square": square(address),
                "pads": at_tables.pop((each.section, each.table), []),
            }
        )
    return {
        "desk": desk,
        "done": done,
        "tables": tables,
        "reached": reached,
        "find": for_phones(request.build_absolute_uri(reverse("pad-find")))[0],
        "joined": len(pads),
        "pairs": shown.pairs(desk, pads),
        "settings": desk.state.settings,
    }


@at_desk(*DIRECTORS)
@require_POST
def act(request: MemberRequest, desk: Desk) -> HttpResponse:
    """Takes a phone off, moves it, gives a table a new code or a pair a new number, or changes how the tables enter."""
    form = request.POST
    pad = Pad.objects.filter(session=desk.session, revoked=None, pk=_whole(form.get("pad", ""))).first()
    done = Done()
    match form.get("do", ""):
        case "revoke" if pad:
            Pad.objects.filter(pk=pad.pk).update(revoked=timezone.now())
            neighbours.forget(desk.session.pk)
        case "move" if pad and pad.pair is None:
            table = _whole(form.get("table", ""))
            if table in {meeting.table for meeting in desk.state.sections[pad.section].movement.meetings}:
                Pad.objects.filter(pk=pad.pk).update(table=table)
            else:
                done = Done(_("There is no such table in this section."))
        case "renew":
            renew(TableCode.objects.filter(session=desk.session, pk=_whole(form.get("code", ""))))
        case "new number":
            done = _renumbered(desk, form.get("section", ""), _whole(form.get("pair", "")))
        case "settings":
            switched: dict[str, Any] = {name: name in form for name in SWITCHES}  # yes or no, all of them
            done = desk.do(ChangeSettings(replace(desk.state.settings, **switched)))
        case _:
            done = Done(_("The form was not complete. Open the page again and send it once more."))
    if done.ok:
        return redirect("night-phones", session=desk.session.pk)
    return render(request, "night/phones/phones.html", _seen(request, desk, done), status=done.status)


def _renumbered(desk: Desk, section: str, pair: int) -> Done:
    """Another number for a pair: the old one and the square on its old card open nothing any more."""
    if section not in desk.state.sections or pair not in desk.state.sections[section].movement.contestants:
        return Done(_("There is no such pair in this section."))
    pins.renew(desk.session.pk, section, pair)
    return Done()


def _whole(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else -1
