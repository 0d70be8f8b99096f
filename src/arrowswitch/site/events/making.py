"""The club's events, and a new one: what fits so many entries on so many evenings, and one click to open it."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Any

from django import forms
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from arrowswitch.contests.advice import EventChoice, EventWish, advise
from arrowswitch.contests.events import EventAct, OpenEvent, OpenStage
from arrowswitch.contests.reading import BadContest
from arrowswitch.contests.swiss.rules import rule_names
from arrowswitch.journals import Refused
from arrowswitch.site.accounts.gate import DIRECTORS, allow, ask_or_send
from arrowswitch.site.club.models import Club
from arrowswitch.site.events import store
from arrowswitch.site.events.desk import command_of, in_a_row, whole_in
from arrowswitch.site.events.pasting import pasted
from arrowswitch.site.events.planning import FORMATS, KNOCKOUT_WAYS, STAGE_NAMES, plan_asked
from arrowswitch.site.federations import taken
from arrowswitch.site.night.desk import told
from arrowswitch.site.requests import MemberRequest
from arrowswitch.site.rules.own import own_values, rules_for


class EventWishForm(forms.Form):
    """What is to be played, and by how many."""

    title = forms.CharField(label=_("Name of the event"), max_length=80)
    kind = forms.ChoiceField(label=_("Who plays"), choices=(("teams", _("teams")), ("pairs", _("pairs"))))
    count = forms.IntegerField(label=_("How many enter"), min_value=2, max_value=1000, initial=8)
    evenings = forms.IntegerField(label=_("Evenings"), min_value=1, max_value=60, initial=1)
    entries = forms.CharField(
        label=_("Entries, if you have them"),
        required=False,
        max_length=100_000,
        widget=forms.Textarea(attrs={"rows": 6}),
        help_text=_("One a line: a name, a colon, and the players with commas. They can also be entered later."),
    )


def advised(kind: str, count: int, evenings: int, club: Club) -> list[EventChoice]:
    """What fits, the best first; `Refused` says why nothing does."""
    try:
        wish = EventWish(
            **{"teams" if kind == "teams" else "pairs": count},
            evenings=evenings,
            regulations=taken(rules_for(club, club.federation)),
        )
    except BadContest as problem:
        raise Refused(problem.args[0]) from None
    return advise(wish)


def clicked(button: str, choices: Sequence[EventChoice]) -> tuple[str, EventChoice | None]:
    """The format of a button, and what the adviser said of it: a format may be offered with more rounds or fewer."""
    format, _, rounds = button.partition(":")
    of_format = [choice for choice in choices if choice.format == format]
    return format, next((choice for choice in of_format if rounds in ("", str(choice.rounds))), None)


@allow(*DIRECTORS)
@ask_or_send
def new(request: MemberRequest) -> HttpResponse:
    """A new event: first what fits, then it is made by one click."""
    form = EventWishForm(request.POST or None)
    choices: list[EventChoice] = []
    problem = ""
    if form.is_valid():
        try:
            given = form.cleaned_data
            choices = advised(given["kind"], given["count"], given["evenings"], request.club)
            if "format" in request.POST:
                return _made(request, given, choices)
        except Refused as refusal:
            problem = told(refusal)
    status = 422 if form.errors or problem else 200
    context = {
        "form": form,
        "choices": choices,
        "problem": problem,
        "looked": form.is_valid() and not problem,
        "formats": FORMATS,
        "ways": KNOCKOUT_WAYS,
        "teams": form.is_valid() and form.cleaned_data["kind"] == "teams",
        "count": form.cleaned_data.get("count") if form.is_valid() else None,
    }
    return render(request, "contests/new.html", context, status=status)


def _made(request: MemberRequest, given: dict[str, Any], choices: list[EventChoice]) -> HttpResponse:
    """Opens the event in the format that was clicked, with its entries; a stage if they are known."""
    format, chosen = clicked(request.POST["format"], choices)
    entries = pasted(given["entries"], given["kind"], request.club)
    federation = request.club.federation
    acts: list[EventAct] = [
        OpenEvent(
            given["title"],
            given["kind"],
            regulations=federation,
            overrides=own_values(request.club),
            boards=whole_in(request.POST.get("boards", "")[:6]) or (chosen.boards_a_match if chosen else 8),
            rules=federation if federation in rule_names() else "wbf",
            seed=str(secrets.randbelow(900_000) + 100_000),
        ),
        *entries,
    ]
    rounds = whole_in(request.POST.get("rounds", "")[:6]) or (chosen.rounds if chosen else None)
    plan = plan_asked(format, rounds, len(entries), request.POST)
    if len(entries) > 1:
        acts.append(OpenStage(str(STAGE_NAMES[format]), plan))
    now = timezone.now()
    commands = in_a_row([command_of(request, act, now) for act in acts])
    try:
        event = store.begin(*commands, club=request.club).event
    except store.StoreFault as fault:
        raise Refused(fault.args[0]) from None
    return redirect("contest" if len(entries) > 1 else "contest-entries", event)
