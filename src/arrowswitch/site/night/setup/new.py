"""A new session, on one page: the number of tables is enough; everything else has an answer already."""

from __future__ import annotations

import uuid
from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _

from arrowswitch.movements import ImpossibleWish
from arrowswitch.session import AttachHands, Command, JournalFault, Open, Refused, Settings
from arrowswitch.site.accounts.gate import DESK, allow, ask_or_send
from arrowswitch.site.club.models import Club
from arrowswitch.site.journal import store
from arrowswitch.site.night.desk import COMMAND, told
from arrowswitch.site.night.setup.forms import NewSessionForm
from arrowswitch.site.night.setup.plans import offer_named
from arrowswitch.site.requests import MemberRequest
from arrowswitch.site.rules.own import own_values, rules_for


@allow(*DESK)
@ask_or_send
def new(request: MemberRequest) -> HttpResponse:
    """Asks, proposes movements while the director types, and opens the session."""
    if request.method == "POST":
        return _opened(request)
    asked = request.GET.copy()
    asked.setdefault("kind", "pairs")
    asked.setdefault("federation", request.club.federation)
    asked.setdefault("date", timezone.localdate().isoformat())
    if "source" not in asked:
        before = _last_time(request.club)
        asked.setdefault("source", before.source)
        asked.update({"hands_off": "on"} if before.hands_off else {})
    form = NewSessionForm(asked, federation=request.club.federation, club=request.club)
    context = offered(form, form.picked)
    if request.htmx and request.htmx.target == "offers":
        return render(request, "night/setup/_offers_answer.html", context)
    return render(request, "night/setup/new.html", context)


def _last_time(club: Club) -> Settings:
    """How the club's last session was run: it will be so again, most likely."""
    last = store.listed(club).order_by("-pk").first()
    try:
        return store.state(last.pk).settings if last else Settings()
    except JournalFault:
        return Settings()


def offered(form: NewSessionForm, picked: str) -> dict[str, Any]:
    """What a page needs that proposes movements for these wishes."""
    context: dict[str, Any] = {"form": form, "problem": "", "offers": [], "picked": picked}
    if form.asks:
        try:
            context["offers"] = form.offers()
        except ImpossibleWish as wish:
            context["problem"] = told(wish)
        context["offers"] += form.card_offers()
    if picked and picked not in (offer.plan for offer in context["offers"]):
        try:
            context["offers"].insert(0, offer_named(picked, rules_for(form.club, form.usual_federation), form.club))
        except ImpossibleWish as wish:
            context["problem"] = context["problem"] or told(wish)
            picked = ""
    if context["offers"] and not picked:
        context["picked"] = context["offers"][0].plan
    return context


def _opened(request: MemberRequest) -> HttpResponse:
    form = NewSessionForm(request.POST, request.FILES, federation=request.club.federation, club=request.club)
    problem, status = "", 422
    if form.is_valid() and (form.asks or form.cleaned_data["plan"]):
        try:
            return redirect("night-names", session=_begin(request, form))
        except (ImpossibleWish, Refused) as refusal:
            problem = told(refusal)
        except store.StoreFault as fault:
            problem, status = told(fault), 503
    elif form.is_valid():
        form.add_error(form.counted, _how_many(form.counted))
    context = offered(form, form.picked)
    return render(request, "night/setup/new.html", {**context, "problem": problem or context["problem"]}, status=status)


def _how_many(counted: str) -> str:
    return {
        "tables": _("How many tables are there?"),
        "teams": _("How many teams are there?"),
        "players": _("How many players are there?"),
    }[counted]


def _begin(request: MemberRequest, form: NewSessionForm) -> int:
    data = form.cleaned_data
    given = request.POST.get("command", "")
    name = given if COMMAND.fullmatch(given) else str(uuid.uuid4())
    opening = Open(
        data["title"],
        data["date"],
        form.sections(),
        method=data["method"],
        winners=None,
        apart=data["apart"],
        regulations=data["federation"],
        overrides=form.overrides(own_values(request.club, data["federation"])),
        settings=form.settings(),
        victory_points=form.victory_points,
    )
    now = timezone.now()
    why = form.accepted  # with faults that were accepted when the card was kept, it is insisted on
    kept = store.begin(Command(name, request.actor, now, opening, why, bool(why)), club=request.club)
    if data["deals"]:
        store.append(kept.session, Command(f"{name}-deals", request.actor, now, AttachHands(data["deals"])))
    return kept.session
