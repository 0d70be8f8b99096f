"""Something of every kind that an address can name, and the address of every page."""

from __future__ import annotations

from typing import Any

from calendar_kept import dated
from contests_kept import drawn_contest
from django.urls import reverse
from django.utils.timezone import localdate, now
from nights import a_night, do, play_on, play_round
from people import account, our_club
from urls_by_role import ACCOUNT, EVENT, EVENT_LINK, FOR_PADS, LINK, PAGES, PLAYER, PSYCH, SESSION, SYSTEM

from arrowswitch.movements import build
from arrowswitch.session import Publish
from arrowswitch.site.club.models import Player
from arrowswitch.site.journal.models import Session
from arrowswitch.site.night.results.models import Event, Link
from arrowswitch.site.registers.models import Psych, System

LONG = "Featherstonehaugh-Cholmondeley"
ELSEWHERE = ("sign-out", "sign-out-everywhere", "welcome", "look-round", *FOR_PADS)
"""Addresses that lead away or belong to a pad."""


def things() -> dict[str, Any]:
    """Something of every kind that an address can name: a night in its second round, and two that are over."""
    ours = our_club()
    running = a_night(build("mitchell", tables=5, boards_per_round=2))
    play_round(running)
    over = [a_night(title="Championship of the combined river valleys") for _ in range(2)]
    for session in over:
        play_on(session)
        do(session, Publish())
    for player in Player.objects.filter(club=ours):
        player.family = f"{LONG} {player.pk}"
        player.save()
    event = Event.objects.create(club=ours, name="Championship of the combined river valleys", open=True)
    for session in over:
        event.parts.create(session_id=session)
    ann = Player.objects.filter(club=ours)[0]
    return {
        SESSION: running,
        LINK: Link.make(Session.objects.get(pk=over[0])).token,
        EVENT: event.pk,
        EVENT_LINK: event.token,
        **drawn_contest(),
        PLAYER: ann.pk,
        **dated(ann),
        PSYCH: Psych.objects.create(club=ours, player=ann, date=localdate(), call="1S", reported_by=LONG, at=now()).pk,
        SYSTEM: System.objects.create(club=ours, first=ann, second=ann, title=LONG, filed=localdate()).pk,
        ACCOUNT: account("scorer", ours, name=LONG).pk,
    }


def addresses() -> dict[str, str]:
    """Every page that somebody with a role may open, in a club that has something of every kind."""
    known = things()
    return {
        name: reverse(name, kwargs={gap: known.get(str(value), value) for gap, value in each.needs.items()})
        for name, each in PAGES.items()
        if name not in ELSEWHERE and each.role != "recorder"
    }
