"""The set-up of a session that is open: what it is, what comes next, and what can still be changed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from arrowswitch.movements import ImpossibleWish
from arrowswitch.session import AttachHands, ChangeMovement, ChangeSettings, PutAway, SetBreak, Start
from arrowswitch.session.seats import places, unnamed
from arrowswitch.session.state import Section
from arrowswitch.site.accounts.gate import DESK, DIRECTORS
from arrowswitch.site.night.desk import Desk, Done, at_desk, told
from arrowswitch.site.night.setup import plans
from arrowswitch.site.night.setup.forms import (
    METHODS,
    SEEN,
    SOURCES,
    BreakForm,
    DealsForm,
    MovementForm,
    PlanForm,
    SettingsForm,
    TimingForm,
)


@at_desk(*DESK)
@require_http_methods(["GET", "HEAD", "POST"])
def overview(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Everything about the set-up, with a form for each thing that can be changed."""
    context: dict[str, Any] = {
        "settings_form": SettingsForm(initial=_settings(desk)),
        "deals_form": DealsForm(),
        "break_form": BreakForm(initial=_break(desk)),
        "plan_form": PlanForm(state=desk.state),
        "timing_form": TimingForm(section=_first(desk)),
        "director": request.actor.role in DIRECTORS,
    }
    if desk.state.phase == "open":
        context["movement_forms"] = _movement_forms(request, desk)
    done = Done()
    if request.method == "POST":
        change = CHANGES.get(request.POST.get("do", ""))
        if change is None:
            done = Done(_("The form was not complete. Open the page again and send it once more."))
        else:
            answer = change(desk, request, context)
            if isinstance(answer, HttpResponse):
                return answer
            done = answer
            if done.ok and not done.notes:
                return redirect("night", session=desk.session.pk)
    lacking = unnamed(desk.state)
    context |= {
        "desk": desk,
        "done": done,
        "method": dict(METHODS)[desk.state.method],
        "source": dict(SOURCES)[desk.state.settings.source],
        "named": len(places(desk.state)) - len(lacking),
        "seats": len(places(desk.state)),
    }
    return render(request, "night/setup/overview.html", context, status=done.status)


def _start(desk: Desk, _request: HttpRequest, _context: dict[str, Any]) -> Done | HttpResponse:
    done = desk.do(Start())
    return redirect("night-room", session=desk.session.pk) if done.ok else done


def _change_settings(desk: Desk, request: HttpRequest, context: dict[str, Any]) -> Done:
    form = context["settings_form"] = SettingsForm(request.POST)
    return desk.do(ChangeSettings(form.settings(desk.state.settings))) if form.is_valid() else Done(_NOT_YET())


def _attach(desk: Desk, request: HttpRequest, context: dict[str, Any]) -> Done:
    form = context["deals_form"] = DealsForm(request.POST, request.FILES)
    if not form.is_valid():
        return Done(_NOT_YET())
    force = "force" in request.POST
    return desk.do(AttachHands(form.cleaned_data["deals"]), _("These hands were played") if force else "", force=force)


def _set_break(desk: Desk, request: HttpRequest, context: dict[str, Any]) -> Done:
    form = context["break_form"] = BreakForm(request.POST)
    if not form.is_valid():
        return Done(_NOT_YET())
    data = form.cleaned_data
    return desk.do(SetBreak(data["break_after"], data["break_minutes"] or 0))


def _change_plan(desk: Desk, request: HttpRequest, context: dict[str, Any]) -> Done:
    form = context["plan_form"] = PlanForm(request.POST, state=desk.state)
    return desk.do(form.plan()) if form.is_valid() else Done(_NOT_YET())


def _set_timing(desk: Desk, request: HttpRequest, context: dict[str, Any]) -> Done:
    form = context["timing_form"] = TimingForm(request.POST, section=_first(desk))
    return desk.do(form.timing()) if form.is_valid() else Done(_NOT_YET())


def _put_away(desk: Desk, request: HttpRequest, _context: dict[str, Any]) -> Done | HttpResponse:
    done = desk.do(PutAway(), request.POST.get("why", ""))
    return redirect("home") if done.ok else done


def _bring_back(desk: Desk, _request: HttpRequest, _context: dict[str, Any]) -> Done:
    return desk.do(PutAway(away=False))


def _change_movement(desk: Desk, request: HttpRequest, _context: dict[str, Any]) -> Done:
    try:
        movement, *more = plans.planned(request.POST.get("plan", ""))
    except ImpossibleWish as wish:
        return Done(told(wish))
    if more:
        return Done(_("One movement for one section, please."))
    if request.POST.get("section", "") not in desk.state.sections:
        return Done(_("There is no such section."))
    fewer = movement.winners < desk.state.winners
    if fewer and not (done := _winners(desk, movement.winners)).ok:
        return done
    done = desk.do(ChangeMovement(request.POST.get("section", ""), movement, 1))
    if done.ok and all(section.movement.winners == 2 for section in desk.state.sections.values()):
        _winners(desk, 2)
    return done


def _winners(desk: Desk, winners: int) -> Done:
    """As many winners as the movements have; nothing is to be done where there are as many already."""
    if winners == desk.state.winners:
        return Done()
    command = desk.command(ChangeSettings(desk.state.settings, winners))
    return desk.give(replace(command, id=f"{command.id}-winners"))


def _NOT_YET() -> str:  # noqa: N802 - a sentence
    return _("Nothing was changed yet: see below.")


CHANGES: dict[str, Callable[[Desk, HttpRequest, dict[str, Any]], Done | HttpResponse]] = {
    "start": _start,
    "settings": _change_settings,
    "deals": _attach,
    "break": _set_break,
    "movement": _change_movement,
    "plan": _change_plan,
    "timing": _set_timing,
    "away": _put_away,
    "back": _bring_back,
}


def _movement_forms(request: HttpRequest, desk: Desk) -> list[MovementForm]:
    """For each section the question which other movement it shall play; the offers once tables were typed."""
    asked = request.GET.get("section", "")
    return [
        MovementForm(
            request.GET if asked == section.name else None,
            section=section,
            federation=desk.state.regulations.name,
        )
        for section in desk.state.sections.values()
    ]


def _settings(desk: Desk) -> dict[str, Any]:
    settings = desk.state.settings
    return {name: getattr(settings, name) for name in ("source", "hands_off", "confirm", *SEEN)}


def _first(desk: Desk) -> Section:
    return next(iter(desk.state.sections.values()))


def _break(desk: Desk) -> dict[str, Any]:
    section = _first(desk)
    return {"break_after": section.break_after, "break_minutes": section.break_minutes or None}
