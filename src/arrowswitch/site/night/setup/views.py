"""The set-up of a session that is open: what it is, what comes next, and what can still be changed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Any
from urllib.parse import urlencode

from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from arrowswitch.deals import can_solve
from arrowswitch.deals.solver import MISSING
from arrowswitch.movements import ImpossibleWish
from arrowswitch.scoring.figures import shown
from arrowswitch.session import Act, AttachHands, Command, PutAway, SetSections, Start
from arrowswitch.session.night import minutes_of, places, unnamed
from arrowswitch.site.accounts.gate import DESK, DIRECTORS, ask_or_send
from arrowswitch.site.calendar.expected import date_of
from arrowswitch.site.movement.forms import COUNTED, GRADES
from arrowswitch.site.night.awards.in_time import nothing_awarded
from arrowswitch.site.night.desk import Desk, Done, at_desk, told
from arrowswitch.site.night.setup import plans
from arrowswitch.site.night.setup.forms import (
    BLOCKS,
    METHODS,
    SEEN,
    SOURCES,
    AnewForm,
    BreakForm,
    DealsForm,
    MatchesForm,
    MovementForm,
    PlanForm,
    SettingsForm,
    TimingForm,
    insisted,
    scale_title,
    timed,
)
from arrowswitch.site.night.setup.new import offered
from arrowswitch.site.requests import MemberRequest
from arrowswitch.site.spoken import spoken
from arrowswitch.words import counted


@at_desk(*DESK)
@ask_or_send
def overview(request: MemberRequest, desk: Desk) -> HttpResponse:
    """Everything about the set-up, with a form for each thing that can be changed."""
    context: dict[str, Any] = {
        "settings_form": SettingsForm(initial=_settings(desk)),
        "deals_form": DealsForm(),
        "break_form": BreakForm(initial=_break(desk)),
        "plan_form": PlanForm(state=desk.state, club=request.club),
        "timing_forms": _timing_forms(desk),
        "matches_form": MatchesForm(state=desk.state),
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
    saved: list[str] = context.get("saved", []) or request.GET.getlist("saved")
    context |= {
        "desk": desk,
        "done": done,
        "method": dict(METHODS)[desk.state.method],
        "scale": scale_title(desk.state.regulations.matches.scale) if desk.state.on_victory_points else "",
        "source": dict(SOURCES)[desk.state.settings.source],
        "named": len(places(desk.state)) - len(lacking),
        "seats": len(places(desk.state)),
        "saved": [BLOCKS[each] for each in saved if each in BLOCKS],
        "timing": [
            (each.name, _minutes(minutes_of(desk.state, each)), dict(GRADES)[each.grade])
            for each in desk.state.sections.values()
        ],
        "pause": _break(desk),
        "nothing_awarded": nothing_awarded(desk) if desk.state.phase == "open" else (),
        "nothing_new": request.GET.getlist("saved") == [""],
        "on_calendar": date_of(request.club, desk.state.date, desk.state.title),
        "no_solver": "" if can_solve() else spoken(MISSING),
    }
    return render(request, "night/setup/overview.html", context, status=done.status)


def _minutes(number: Fraction) -> str:
    return spoken(counted("minutes", number, shown(number)))


def _start(desk: Desk, request: MemberRequest, context: dict[str, Any]) -> Done | HttpResponse:
    """Begins play; what was changed on the page and not saved yet comes first."""
    forms = _sent(desk, request, context)
    if not all(form.is_valid() for form in forms):
        return Done(_NOT_YET())
    done = desk.give(
        *_commands(desk, request, [*(form.act(desk.state) for form in forms if form.has_changed()), Start()])
    )
    return redirect("night-room", session=desk.session.pk) if done.ok else done


def _save(desk: Desk, request: MemberRequest, context: dict[str, Any]) -> Done | HttpResponse:
    """Everything that was changed, whichever block it is in: all of it, or nothing."""
    forms = _sent(desk, request, context)
    if not all(form.is_valid() for form in forms):
        return Done(_NOT_YET())
    changes = [(form.block, form.act(desk.state)) for form in forms if form.has_changed()]
    done = desk.give(*_commands(desk, request, [act for _block, act in changes])) if changes else Done()
    context["saved"] = [block for block, _act in changes] if done.ok else []
    if not done.ok or done.notes:
        return done
    saved = urlencode({"saved": [block for block, _act in changes] or [""]}, doseq=True)
    return redirect(f"{reverse('night', args=[desk.session.pk])}?{saved}")


def _sent(desk: Desk, request: MemberRequest, context: dict[str, Any]) -> list[Any]:
    """The forms of the blocks that were sent, each with what it is about now."""
    sent, state = request.POST, desk.state
    found: list[Any] = []
    if "plan-title" in sent:
        context["plan_form"] = PlanForm(sent, state=state, club=request.club)
        found.append(context["plan_form"])
    if "break_after" in sent:
        context["break_form"] = BreakForm(sent, initial=_break(desk))
        found.append(context["break_form"])
    if "matches-scale" in sent:
        context["matches_form"] = MatchesForm(sent, state=state)
        found.append(context["matches_form"])
    context["timing_forms"] = _timing_forms(desk, sent)
    found += [form for form in context["timing_forms"] if form.is_bound]
    if request.FILES.get("deals"):
        context["deals_form"] = DealsForm(sent, request.FILES)
        found.append(context["deals_form"])
    if "scores" in sent:
        context["settings_form"] = SettingsForm(sent, initial=_settings(desk))
        found.append(context["settings_form"])
    return found


def _commands(desk: Desk, request: MemberRequest, acts: list[Act]) -> list[Command]:
    """A command for each act; the hands of boards with results are insisted on where that was ticked."""
    force = "force" in request.POST
    made = []
    for number, act in enumerate(acts):
        insists = force and isinstance(act, AttachHands)
        command = desk.command(act, _("These hands were played") if insists else "", force=insists)
        made.append(replace(command, id=f"{command.id}-{number}") if number else command)
    return made


def _timing_forms(desk: Desk, sent: QueryDict | None = None) -> list[TimingForm]:
    """A form for each section; what was sent goes into those that it is for."""
    sections = desk.state.sections.values()
    alone = len(sections) == 1
    prefixes = {each.name: "timing" if alone else f"timing-{each.name}" for each in sections}
    return [
        TimingForm(
            sent if sent is not None and f"{prefixes[each.name]}-round_minutes" in sent else None,
            section=each,
            alone=alone,
        )
        for each in sections
    ]


def _put_away(desk: Desk, request: MemberRequest, _context: dict[str, Any]) -> Done | HttpResponse:
    done = desk.do(PutAway(), request.POST.get("why", ""))
    return redirect(f"{reverse('home')}?away={desk.session.pk}") if done.ok else done


def _bring_back(desk: Desk, _request: MemberRequest, _context: dict[str, Any]) -> Done:
    return desk.do(PutAway(away=False))


def _change_movement(desk: Desk, request: MemberRequest, _context: dict[str, Any]) -> Done:
    try:
        plan = request.POST.get("plan", "")
        movement, *more = plans.planned(plan, request.club)
        why = insisted(plans.accepted(plan, request.club))
    except ImpossibleWish as wish:
        return Done(told(wish))
    if more:
        return Done(_("One movement for one section, please."))
    if request.POST.get("section", "") not in desk.state.sections:
        return Done(_("There is no such section."))
    section = request.POST.get("section", "")
    sections = {name: each.movement for name, each in desk.state.sections.items()} | {section: movement}
    made = (timed(name, movement, desk.state.sections[name]) for name, movement in sections.items())
    return desk.do(SetSections(tuple(made), desk.state.method), why, force=bool(why))


@at_desk(*DIRECTORS)
@ask_or_send
def anew(request: MemberRequest, desk: Desk) -> HttpResponse:
    """Other tables, more or fewer sections, teams instead of pairs: asked as for a new session."""
    if desk.state.phase != "open":
        return redirect("night", session=desk.session.pk)
    done = Done()
    if request.method == "POST":
        form = AnewForm(request.POST, federation=desk.state.regulations.name, club=request.club)
        done = _plan_anew(desk, form)
        if done.ok and not done.notes:
            return redirect("night", session=desk.session.pk)
    if done.ok:
        form = AnewForm(_asked_before(request, desk), federation=desk.state.regulations.name, club=request.club)
    context = {**offered(form, form.picked), "desk": desk, "done": done}
    if request.htmx and request.htmx.target == "offers":
        return render(request, "night/setup/_offers_answer.html", context)
    return render(request, "night/setup/anew.html", context, status=done.status)


def _plan_anew(desk: Desk, form: AnewForm) -> Done:
    if not form.is_valid() or not (form.asks or form.cleaned_data["plan"]):
        return Done(_NOT_YET())
    try:
        return desk.do(form.act(desk.state), form.accepted, force=bool(form.accepted))
    except ImpossibleWish as wish:
        return Done(told(wish))


def _asked_before(request: MemberRequest, desk: Desk) -> QueryDict:
    """What is asked now; at first, what is planned already."""
    asked = request.GET.copy()
    movements = [section.movement for section in desk.state.sections.values()]
    kind = movements[0].kind
    asked.setdefault("kind", kind)
    asked.setdefault(COUNTED[kind], "+".join(movement.entry for movement in movements))
    asked.setdefault("federation", desk.state.regulations.name)
    return asked


def _NOT_YET() -> str:  # noqa: N802 - a sentence
    return _("Nothing was changed yet: see below.")


CHANGES: dict[str, Callable[[Desk, MemberRequest, dict[str, Any]], Done | HttpResponse]] = {
    "start": _start,
    "save": _save,
    "movement": _change_movement,
    "away": _put_away,
    "back": _bring_back,
}


def _movement_forms(request: MemberRequest, desk: Desk) -> list[MovementForm]:
    """For each section the question which other movement it shall play; the offers once tables were typed."""
    asked = request.GET.get("section", "")
    return [
        MovementForm(
            request.GET if asked == section.name else None,
            section=section,
            rules=desk.state.regulations,
            club=request.club,
        )
        for section in desk.state.sections.values()
    ]


def _settings(desk: Desk) -> dict[str, Any]:
    settings = desk.state.settings
    return {name: getattr(settings, name) for name in ("source", "hands_off", "confirm", *SEEN)}


def _break(desk: Desk) -> dict[str, Any]:
    section = next(iter(desk.state.sections.values()))
    return {"break_after": section.break_after, "break_minutes": section.break_minutes or None}
