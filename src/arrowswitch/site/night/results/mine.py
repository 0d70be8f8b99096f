"""A player's own nights: place and result of each, with the way to the card, as far as the club shows them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from django.db.models import F, QuerySet
from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from arrowswitch.scoring import Standing
from arrowswitch.scoring.figures import percentage, signed, written
from arrowswitch.session import State
from arrowswitch.session.night import Contestant, players_of
from arrowswitch.site.accounts.gate import MEMBERS, allow
from arrowswitch.site.club.models import Club
from arrowswitch.site.journal import store
from arrowswitch.site.journal.models import Session
from arrowswitch.site.night.naming import Names
from arrowswitch.site.night.results.opening import as_player
from arrowswitch.site.night.results.seeing import Viewer
from arrowswitch.site.night.results.shown import unit_of
from arrowswitch.site.requests import MemberRequest

SHOWN = 12
"""Nights on a page."""
LOOKED_AT = 60
"""The most sessions that are looked through for them."""


@dataclass(frozen=True, slots=True)
class OwnNight:
    """A night on which the reader played."""

    session: Session
    who: str
    partner: str
    rank: str
    of: int
    made: str


@allow(*MEMBERS)
@require_safe
def mine(request: MemberRequest) -> HttpResponse:
    """The nights of whoever is signed in, the last first."""
    before = request.GET.get("before", "")
    sessions = posted_in(request.club)
    if before.isdecimal() and len(before) < 19:
        sessions = sessions.filter(pk__lt=int(before))
    looked = list(sessions[:LOOKED_AT])
    nights = list(islice(_own(request, looked), SHOWN))
    last = nights[-1].session if len(nights) == SHOWN else looked[-1] if len(looked) == LOOKED_AT else None
    context = {"nights": nights, "older": last.pk if last else None, "known": request.user.player_id is not None}
    return render(request, "results/mine.html", context)


def posted_in(club: Club) -> QuerySet[Session]:
    """The club's sessions whose results players find on its list, the last first."""
    posted = store.listed(club).filter(phase="published", links__withdrawn=None, links__listed=True)
    return posted.annotate(token=F("links__token")).order_by("-pk")


def _own(request: MemberRequest, sessions: list[Session]) -> Iterator[OwnNight]:
    for session in sessions:
        state = store.state(session.pk)
        by = as_player(request, state)
        if by.contestant is not None:
            me = Contestant(by.section, by.contestant)
            yield _night(request, session, Viewer(session.pk, state, by), me)


def _night(request: MemberRequest, session: Session, viewer: Viewer, me: Contestant) -> OwnNight:
    state = viewer.state
    who = state.name(*me)
    standing = next((each for each in viewer.standings if each.contestant == who), None)
    names = Names(state, request.club)
    others = [each for each in players_of(state, *me) if each.id != str(request.user.player_id)]
    field = [each for each in viewer.standings if standing and _list(each) == _list(standing)]
    return OwnNight(
        session,
        who,
        " & ".join(map(names.player, others)),
        standing.rank if standing else "",
        len(field),
        _made(state, standing) if standing else "",
    )


def _list(standing: Standing) -> tuple[object, ...]:
    return standing.section, standing.direction


def _made(state: State, standing: Standing) -> str:
    if standing.percent is not None:
        return f"{percentage(standing.percent)}%"
    unit = unit_of(state)
    if standing.vps is not None:
        return percentage(standing.vps)
    return f"{signed(standing.points) if unit.signed else written(standing.points)} {unit.short}"
