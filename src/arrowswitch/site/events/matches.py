"""One match: its result in any way that it is known, and what can go wrong with it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from fractions import Fraction

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.dateparse import parse_date

from arrowswitch.contests.events import (
    ClearResult,
    EventAct,
    EventMatchKey,
    ForfeitMatch,
    PenaliseContestant,
    PostponeMatch,
    RecordResult,
    SitSameWay,
)
from arrowswitch.journals import Refused
from arrowswitch.session import State
from arrowswitch.site.accounts.gate import DESK, ask_or_send
from arrowswitch.site.events.desk import EventDesk, at_event, number_in, whole_in
from arrowswitch.site.events.evenings import section_of
from arrowswitch.site.events.line_ups import confirmation, line_up_asked, line_up_of, slip_of
from arrowswitch.site.events.rounds import lines_of
from arrowswitch.site.events.seats import session_of
from arrowswitch.site.night.desk import Done, told
from arrowswitch.site.requests import MemberRequest
from arrowswitch.words import say

Post = Callable[[str], str]


@at_event(*DESK)
@ask_or_send
def match(request: MemberRequest, desk: EventDesk, stage: int, round: int, match: int) -> HttpResponse:
    """A match at the desk."""
    view = desk.view(stage)
    key = EventMatchKey(view.stage.name, round, match)
    try:
        drawn = desk.state.match(key)
    except Refused:
        raise Http404 from None
    done = None
    if request.method == "POST":
        try:
            act = _asked(request, key, drawn.sides)
            insists = bool(request.POST.get("force"))
            seen = None
            if isinstance(act, RecordResult | ClearResult | ForfeitMatch | SitSameWay):
                seen = whole_in(request.POST.get("seen", ""))
            done = desk.do(act, why=request.POST.get("why", ""), force=insists, seen=seen)
        except Refused as refusal:
            done = Done(told(refusal))
        if done.ok and not done.notes:
            return redirect("contest-round", desk.header.pk, stage, round)
        view = desk.view(stage)
    line = lines_of(view, round)[match - 1]
    played = session_of(desk.state, request.club, view.stage.name, round)
    context = {
        "contest": desk,
        "done": done,
        "stage": view.stage,
        "stage_number": stage,
        "round": round,
        "key": key,
        "line": line,
        "called": desk.state.called(*drawn.sides),
        "two": len(drawn.sides) == 2,
        "knockout": view.stage.plan.contest == "knockout",
        "slip": slip_of(view, key),
        "line_ups": [found for side in drawn.sides if (found := line_up_of(view, key, side))],
        "both_tables": _both_tables(played, drawn.sides),
    }
    return render(request, "contests/match.html", context, status=done.status if done else 200)


def _both_tables(played: tuple[int, State] | None, sides: tuple[int, ...]) -> str:
    """Where the match is read board by board; nothing without a session of teams that has drawn it."""
    section = section_of(played[1]) if played else None
    if played is None or section is None or section.movement.kind != "teams" or len(sides) != 2:
        return ""
    names = (played[1].name(section.name, side) for side in sides)
    return reverse("night-results-match", args=(played[0], *names))


def _asked(request: MemberRequest, key: EventMatchKey, sides: tuple[int, ...]) -> EventAct:
    """The act that a form of the page asks for."""

    def post(name: str) -> str:
        return request.POST.get(name, "")[:20]

    wish, _space, who = post("wish").partition(" ")
    match wish:
        case "line-up":
            return line_up_asked(key, whole_in(who) or 0, request.POST)
        case "confirm":
            return confirmation(key, whole_in(who) or 0, request.POST.get("score", ""))
        case "forfeit":
            return ForfeitMatch(key, whole_in(post("absent")) or 0)
        case "same-way":
            return SitSameWay(key)
        case "clear":
            return ClearResult(key)
        case "postpone":
            return PostponeMatch(key, _day(post("day")))
        case "late":
            minutes = whole_in(post("minutes"))
            vps = number_in(post("penalty")) or Fraction(0)
            return PenaliseContestant(
                whole_in(post("late")) or 0, vps, round=key.round, stage=key.stage, minutes=minutes
            )
        case "result":
            return RecordResult(
                key,
                imps=_pair(post, "imps", 2),
                vps=_pair(post, "vps", len(sides)),
                total=_pair(post, "total", 2),
                boards=whole_in(post("boards")),
                played=whole_in(post("played")),
                unplayed=whole_in(post("unplayed")) or 0,
                playoff=_pair(post, "playoff", 2),
            )
    raise Refused(say("That cannot be done with a match."))


def _day(text: str) -> date | None:
    try:
        found = parse_date(text) if text else None
    except ValueError:
        found = None
    if text and found is None:
        raise Refused(say("“{text}” is no day.", text=text))
    return found


def _pair(post: Post, name: str, count: int) -> tuple[Fraction, ...] | None:
    """The numbers of the sides; nothing if none was filled in."""
    found = [number_in(post(f"{name}{place}")) for place in range(1, count + 1)]
    given = tuple(each for each in found if each is not None)
    if given and len(given) < count:
        raise Refused(say("A number is wanted for each side."))
    return given or None
