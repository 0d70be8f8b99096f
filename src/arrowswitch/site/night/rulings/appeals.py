"""An appeal against a ruling: lodged by a side, looked at by the director in charge, decided, and put into the score."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from arrowswitch.session.acts import (
    SEATS,
    DecideAppeal,
    LodgeAppeal,
    ReviewAppeal,
    Undo,
    appeal_until,
    appeals_of,
    applied,
    deposit_due,
    restoring,
    ruling_standing,
)
from arrowswitch.session.journal import JournalEntry
from arrowswitch.session.night import Appeal, Ruling, SideName, around
from arrowswitch.session.story import cost_told
from arrowswitch.site.accounts.gate import DIRECTORS, ask_or_send
from arrowswitch.site.forms import Sent
from arrowswitch.site.night.desk import Desk, at_desk
from arrowswitch.site.night.lines.doing import FormOffer, answered
from arrowswitch.site.night.lines.forms import ActForm
from arrowswitch.site.night.rulings.appeal_forms import DecideForm, LodgeForm, RestoreForm, ReviewForm, reason
from arrowswitch.site.requests import MemberRequest


@at_desk(*DIRECTORS)
@ask_or_send
def appeal(request: MemberRequest, desk: Desk, ruling: str) -> HttpResponse:
    """All about the appeals against a ruling."""
    kept = desk.state.rulings.get(ruling)
    if kept is None or not kept.act.outcome:
        raise Http404
    wish = request.POST.get("do", "") if request.method == "POST" else ""
    if wish == "undo":
        return _taken_back(request, desk, kept)
    steps = {slug: form for slug, form in _forms(desk, kept, wish, request.POST).items() if form is not None}
    problem, status = "", 200
    if wish in steps:
        form = steps[wish]
        status = 422
        if form.is_valid():
            cleaned = form.cleaned_data
            done = desk.give(desk.command(form.act(), cleaned["why"], force=cleaned["force"]))
            if done.ok:
                return redirect("night-appeal", session=desk.session.pk, ruling=kept.id)
            problem, status = done.problem, done.status
    offers = _offers(desk, kept, wish, request)

    def context() -> dict[str, Any]:
        return {
            **appeal_shown(desk, kept),
            "appeals": [_card(desk, kept, each, number, steps) for number, each in enumerate(_all(desk, kept), 1)],
            "lodging": [
                {"side": side, "slug": f"lodge-{side}", "form": steps[f"lodge-{side}"], "who": _who(desk, kept, side)}
                for side in SEATS
                if f"lodge-{side}" in steps
            ],
            "sent": wish,
            "problem": problem,
        }

    if wish in steps:  # sent, and not done
        request.method = "GET"
    answer = answered(request, desk, "night/rulings/appeal.html", offers, context)
    answer.status_code = status if status != 200 else answer.status_code
    return answer


def _taken_back(request: MemberRequest, desk: Desk, kept: Ruling) -> HttpResponse:
    """Takes one step back: the change of the score, the decision, the law, or the appeal itself."""
    wish = request.POST.get("undo", "")
    steps = [step for each in _all(desk, kept) for step in (applied(desk.state, kept, each.id), _last_step(desk, each))]
    if any(step is not None and step.id == wish for step in steps):
        done = desk.give(desk.command(Undo(wish), _("Appeal taken back")))
        if not done.ok:
            context = {"title": _("That cannot be taken back"), "text": done.problem}
            return render(request, "sorry.html", context, status=done.status)
    return redirect("night-appeal", session=desk.session.pk, ruling=kept.id)


def appeal_shown(desk: Desk, kept: Ruling) -> dict[str, Any]:
    """A ruling as its pages show how it stands."""
    rules = desk.state.regulations
    until = appeal_until(desk.state, kept)
    return {
        "ruling": kept,
        "act": kept.act,
        "table": desk.names.table(kept.act.section, kept.act.table),
        "standing": ruling_standing(desk.state, kept),
        "until": until,
        "expired": until is not None and desk.now > until,
        "minutes": rules.appeals.minutes,
        "minutes_source": rules.source("appeals.minutes"),
        "late": rules.appeals.late,
        "deposit": deposit_due(desk.state, kept.act.section),
        "appealed": [(each, _who(desk, kept, each.act.side)) for each in _all(desk, kept)],
    }


def _all(desk: Desk, kept: Ruling) -> tuple[Appeal, ...]:
    return appeals_of(desk.state, kept.id)


def _who(desk: Desk, kept: Ruling, side: SideName) -> str:
    """A side of the table, with its names."""
    place = kept.act
    there = around(desk.state, place.section, place.round, place.table)
    names = " & ".join(desk.names.player(there[seat]) for seat in SEATS[side] if seat in there)
    word = _("North-South") if side == "NS" else _("East-West")
    return f"{word}: {names}" if names else word


def _forms(desk: Desk, kept: Ruling, wish: str, data: Sent) -> dict[str, ActForm | None]:
    """Every form that the page has now, by its name; with what was sent in the one that was sent."""
    place = kept.act
    names = {
        seat: desk.names.player(player)
        for seat, player in around(desk.state, place.section, place.round, place.table).items()
    }
    found: dict[str, ActForm | None] = {}
    known = {each.act.side for each in _all(desk, kept) if each.open}
    decided = any(each.decision and each.decision.outcome != "withdrawn" for each in _all(desk, kept))
    for side in SEATS:
        slug = f"lodge-{side}"
        if side not in known and not decided:
            found[slug] = LodgeForm(desk, kept, side, names, data if wish == slug else None)
    for number, each in enumerate(_all(desk, kept), 1):
        if each.open:
            for name, form in (("review", ReviewForm), ("decide", DecideForm)):
                slug = f"{name}-{number}"
                found[slug] = form(desk, each, number, data if wish == slug else None)
    return found


def _offers(desk: Desk, kept: Ruling, wish: str, request: MemberRequest) -> list[FormOffer]:
    """What gives the board its old result back, where an appeal has changed the ruling."""
    line = kept.line
    found = []
    for number, each in enumerate(_all(desk, kept), 1):
        slug = f"restore-{number}"
        act = restoring(desk.state, kept, each.id) if _to_score(desk, kept, each) else None
        if line is not None and (act is not None or wish == slug):
            form = RestoreForm(desk, kept, each, line, request.POST if wish == slug else None)
            title = _("Give the board its result from before the ruling")
            found.append(FormOffer(slug, title, form, type(act) if act else DecideAppeal, request.actor.role))
    return found


def _to_score(desk: Desk, kept: Ruling, appeal: Appeal) -> bool:
    """Whether a decision has still to come into the score."""
    changed = appeal.decision is not None and appeal.decision.outcome == "changed"
    return changed and kept.line is not None and applied(desk.state, kept, appeal.id) is None


def _card(desk: Desk, kept: Ruling, appeal: Appeal, number: int, steps: dict[str, ActForm]) -> dict[str, Any]:
    """An appeal as the page shows it."""
    done = applied(desk.state, kept, appeal.id)
    meeting = desk.state.sections[kept.act.section].meeting(kept.act.round, kept.act.table)
    price = desk.state.regulations.appeals.without_merit
    meritless = appeal.decision is not None and not appeal.decision.merit
    return {
        "appeal": appeal,
        "number": number,
        "number_text": str(number),
        "who": _who(desk, kept, appeal.act.side),
        "review": steps.get(f"review-{number}"),
        "decide": steps.get(f"decide-{number}"),
        "last": _last_step(desk, appeal),
        "done": done,
        "done_told": done.act.told(desk.state) if done else "",
        "to_score": _to_score(desk, kept, appeal),
        "restore": f"restore-{number}",
        "adjusting": urlencode(
            {"open": "adjust", "award": "assigned", "ruling": kept.id, "appeal": appeal.id, "why": reason(kept)}
        ),
        "price": cost_told(price[0], desk.state) if price else "",
        "price_source": desk.state.regulations.source("appeals.without_merit"),
        "fined": (meeting.ns if appeal.act.side == "NS" else meeting.ew) if meritless and meeting else None,
    }


def _last_step(desk: Desk, appeal: Appeal) -> JournalEntry | None:
    """The step that can be taken back."""
    for entry in reversed(desk.state.journal):
        if entry.id in desk.state.undone:
            continue
        match entry.act:
            case LodgeAppeal() if entry.id == appeal.id:
                return entry
            case ReviewAppeal(appeal=name) | DecideAppeal(appeal=name) if name == appeal.id:
                return entry
    return None
