"""The room during play, the director's few buttons, and the page for the projector."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from arrowswitch.session import (
    Act,
    AddMinutes,
    AnswerCall,
    BeginBreak,
    CallDirector,
    CallRound,
    ChangeSettings,
    EndPlay,
    HoldClock,
    ResumeClock,
    Start,
)
from arrowswitch.session.night import break_question
from arrowswitch.site.accounts.gate import DESK
from arrowswitch.site.night.desk import Desk, Done, at_desk
from arrowswitch.site.night.phones.shown import newcomers
from arrowswitch.site.night.results.shown import rank_lists
from arrowswitch.site.night.room import shown
from arrowswitch.site.night.tasks.shown import tasks
from arrowswitch.site.requests import MemberRequest
from arrowswitch.words import Sentence


def _seen(desk: Desk, done: Done | None = None) -> dict[str, Any]:
    clocks = shown.clocks(desk.state, desk.now)
    return {
        "desk": desk,
        "done": done,
        "clocks": clocks,
        "key": shown.look(desk, clocks),
        "tables": shown.tables(desk),
        "suspects": shown.suspects(desk),
        "behind": shown.behind(desk),
        "all_over": all(section.over for section in desk.state.sections.values()),
        "calls": shown.open_calls(desk),
        "newcomers": newcomers(desk),
        "tasks": tasks(desk),
        "open_rulings": sum(each.open for each in desk.state.rulings.values()),
    }


@at_desk(*DESK)
@require_safe
def room(request: MemberRequest, desk: Desk) -> HttpResponse:
    """The tables, the clock, what to say, what is missing or looks wrong, and who calls."""
    if request.htmx and request.GET.get("have") == shown.look(desk, shown.clocks(desk.state, desk.now)):
        return HttpResponse(status=204)
    page = "night/room/_live.html" if request.htmx else "night/room/room.html"
    return render(request, page, _seen(desk))


@at_desk(*DESK)
@require_POST
def act(request: MemberRequest, desk: Desk) -> HttpResponse:
    """One of the director's buttons."""
    wanted = _wanted(request, desk)
    if wanted is None:
        done = Done(_("The form was not complete. Open the page again and send it once more."))
    elif question := _question(request, desk, wanted):
        return _asked(request, desk, question)
    else:
        done = desk.do(wanted, request.POST.get("why", ""))
    if request.htmx:
        return render(request, "night/room/_live.html", _seen(desk, done))
    if done.ok and not done.notes:
        return redirect("night-room", session=desk.session.pk)
    return render(request, "night/room/room.html", _seen(desk, done), status=done.status)


def _question(request: MemberRequest, desk: Desk, wanted: Act) -> Sentence | None:
    """What is asked before it is done, once."""
    if not isinstance(wanted, CallRound) or "sure" in request.POST:
        return None
    return break_question(desk.state, wanted.round, wanted.section, desk.now)


def _asked(request: MemberRequest, desk: Desk, question: Sentence) -> HttpResponse:
    """The room with the question; nothing is done yet."""
    page = "night/room/_live.html" if request.htmx else "night/room/room.html"
    sent = {name: request.POST.get(name, "") for name in ("do", "number", "section")}
    return render(request, page, {**_seen(desk), "question": question, "sent": sent})


def _wanted(request: MemberRequest, desk: Desk) -> Act | None:
    """The act that a button stands for; nothing for a form that is not ours."""
    form = request.POST
    section = form.get("section") or None
    number = _whole(form.get("number", ""))
    match form.get("do", ""):
        case "start":
            return Start()
        case "round" if number is not None:
            return CallRound(number, section)
        case "break":
            return BeginBreak(section)
        case "over":
            return EndPlay(section)
        case "hands-off" | "hands-on" as wish:
            return ChangeSettings(replace(desk.state.settings, hands_off=wish == "hands-off"))
        case "hold":
            return HoldClock(section)
        case "resume":
            return ResumeClock(section)
        case "minutes" if number is not None:
            return AddMinutes(number, section)
        case "answer":
            return AnswerCall(form.get("call", ""), form.get("note", ""))
        case "call" if number is not None:
            return CallDirector(section or "", number, form.get("about", ""))
    return None


def _whole(text: str) -> int | None:
    digits = text.removeprefix("-")
    return int(text) if digits.isascii() and digits.isdigit() and len(digits) < 6 else None


@at_desk(*DESK)
@require_safe
def screen(request: MemberRequest, desk: Desk) -> HttpResponse:
    """For the projector: the clock or the break, where everybody sits next, and at the end the ranking that is posted."""
    clocks = shown.clocks(desk.state, desk.now)
    key = shown.look(desk, clocks)
    if request.htmx and request.GET.get("have") == key:
        return HttpResponse(status=204)
    page = "night/room/_screen.html" if request.htmx else "night/room/screen.html"
    told = [(clock, shown.coming(desk, clock)) for clock in clocks]
    posted = desk.state.phase == "published" and desk.state.settings.rankings != "never"
    lists = rank_lists(desk.state, desk.results.standings, desk.names) if posted else ()
    return render(request, page, {"desk": desk, "clocks": told, "key": key, "lists": lists})
