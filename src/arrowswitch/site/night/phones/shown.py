"""Whose each phone is, made ready for the desk: the phones of the tables, and of the pairs with their numbers."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from datetime import timedelta
from typing import Any

from arrowswitch.site.night.desk import Desk
from arrowswitch.site.pads.models import Pad, WrongNumber
from arrowswitch.site.pads.pins import LONG, pin_of, renewed

NEW = timedelta(minutes=10)
MOST_NEW = 6


def by_table(pads: Iterable[Pad]) -> dict[tuple[str, int], list[Pad]]:
    """The phones that stay at their tables."""
    found: dict[tuple[str, int], list[Pad]] = defaultdict(list)
    for pad in pads:
        if pad.pair is None:
            found[pad.section, pad.table].append(pad)
    return found


def pairs(desk: Desk, pads: Iterable[Pad]) -> list[dict[str, Any]]:
    """Every pair, or team, of the session."""
    own: dict[tuple[str, int | None], list[Pad]] = defaultdict(list)
    for pad in pads:
        own[pad.section, pad.pair].append(pad)
    recent = WrongNumber.objects.filter(session=desk.session, at__gt=desk.now - LONG)
    given = renewed(desk.session.pk)
    wrong = Counter(recent.order_by().values_list("section", "pair"))
    return [
        {
            "section": section.name,
            "pair": number,
            "name": desk.names.both(section.name, number),
            "number": pin_of(desk.session.pk, section.name, number, given),
            "pads": tuple(own.get((section.name, number), ())),
            "wrong": wrong[section.name, number],
        }
        for section in desk.state.sections.values()
        for number in section.movement.contestants
    ]


def newcomers(desk: Desk) -> list[tuple[Pad, str]]:
    """The phones that have joined as a pair just now, the newest first, so that the room hears of them."""
    found = Pad.objects.filter(session=desk.session, revoked=None, pair__isnull=False, joined__gt=desk.now - NEW)
    return [(pad, desk.names.both(pad.section, pad.pair or 0)) for pad in found.order_by("-joined")[:MOST_NEW]]
