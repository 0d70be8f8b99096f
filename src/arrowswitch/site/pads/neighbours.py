"""The other phones of the same table, or of the same pair: each is told of the others, and the one that was here before can
take off one that came after. For the rest there is the director."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any, NamedTuple

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone
from django.utils.formats import time_format
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

from arrowswitch.site.accounts.gate import EVERYONE, allow
from arrowswitch.site.pads import joining
from arrowswitch.site.pads.models import Pad
from arrowswitch.site.work.memory import Memory

SILENT = timedelta(hours=1)
"""A phone of which nothing was heard for so long is in a bag, or empty."""
TOLD = 6
"""Others of which a phone is told: the newest. A table has one or two."""
Holder = tuple[str, int, bool]
"""A pair, or a table: its section and its number, and which of the two it is."""


class Phones(NamedTuple):
    """The phones of a session at a moment, all of them and by their holder; whether of a side is asked of these few."""

    all: list[Pad]
    of: dict[Holder, list[Pad]]


_known: Memory[int, Phones] = Memory(32, lasts=2.0)
"""By session, for so many seconds: two hundred pads ask for them at every move."""


def phones_of(session: int) -> list[Pad]:
    """The phones that are in use in a session, in the order in which they joined."""
    return _phones(session).all


def _phones(session: int) -> Phones:
    return _known.made(session, lambda: _looked_up(session))


def _looked_up(session: int) -> Phones:
    since = timezone.now() - SILENT
    pads = Pad.objects.filter(session=session, revoked=None, seen__gt=since).order_by("joined", "pk")
    found = Phones(list(pads), {})
    for pad in found.all:
        found.of.setdefault(_holder(pad), []).append(pad)
    return found


def _holder(pad: Pad) -> Holder:
    return (pad.section, pad.table, False) if pad.pair is None else (pad.section, pad.pair, True)


def forget(session: int) -> None:
    """Looks again when it is asked next."""
    _known.forget(session)


def has_same_holder(one: Pad, other: Pad) -> bool:
    """Whether two phones are of one pair, or of one table; of each side's own at a table each is the only one."""
    if (one.session_id, one.section) != (other.session_id, other.section) or one.pair != other.pair:
        return False
    return one.pair is not None or (one.table == other.table and {one.side, other.side} != {"NS", "EW"})


def neighbours_of(pad: Pad) -> list[Pad]:
    """The other phones of the same holder."""
    here = _phones(pad.session_id).of.get(_holder(pad), ())
    return [each for each in here if each.pk != pad.pk and has_same_holder(pad, each)]


def came_later(pad: Pad, other: Pad) -> bool:
    """Whether another phone joined after this one."""
    return (other.joined, other.pk) > (pad.joined, pad.pk)


def told(pad: Pad) -> list[dict[str, Any]]:
    """What a phone is told of the others: since when they are here, and whether it was here before them."""
    return [
        {
            "pad": each.pk,
            "since": time_format(timezone.localtime(each.joined), "H:i"),
            "later": came_later(pad, each),
        }
        for each in neighbours_of(pad)[-TOLD:]
    ]


@csrf_exempt  # the cookie is never sent from another site, and the message is no form
@allow(*EVERYONE)
@require_POST
def take_off(request: HttpRequest) -> HttpResponse:
    """A phone takes off another of the same holder that came after it."""
    mine = joining.pad_of(request)
    if mine is None:
        return JsonResponse({"problem": _("This phone has not joined a table."), "out": True}, status=401)
    if request.content_type != "application/json" or request.headers.get("X-Pad") != "1":
        return JsonResponse({"problem": _("This is no message of a pad.")}, status=415)
    try:
        wanted = json.loads(request.body[:200]).get("pad")
    except (ValueError, AttributeError, RecursionError):
        wanted = None
    forget(mine.session_id)
    other = next((each for each in neighbours_of(mine) if each.pk == wanted), None)
    if other is None or not came_later(mine, other):
        problem = _("Only a phone that came after this one can be taken off here. Call the director.")
        return JsonResponse({"problem": problem}, status=403)
    Pad.objects.filter(pk=other.pk).update(revoked=timezone.now())
    forget(mine.session_id)
    return JsonResponse({"beside": told(mine)})
