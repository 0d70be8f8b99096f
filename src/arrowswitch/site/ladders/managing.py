"""What directors do with competitions: enter one, and change its rules, of which the earlier ones stay."""

from __future__ import annotations

import re

from django.db import transaction
from django.http import HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from arrowswitch.contests.series import written_rules
from arrowswitch.site.accounts.gate import DIRECTORS, allow, ask_or_send
from arrowswitch.site.club.models import Club
from arrowswitch.site.ladders.closing import trophy_called
from arrowswitch.site.ladders.forms import CompetitionForm
from arrowswitch.site.ladders.models import Competition, CompetitionRules
from arrowswitch.site.ladders.pages import one
from arrowswitch.site.ladders.shown import nights_called
from arrowswitch.site.ladders.told import rules_told
from arrowswitch.site.requests import MemberRequest

ABOUT = ("title", "kind", "year", "shown_to")


@allow(*DIRECTORS)
@ask_or_send
def new(request: MemberRequest) -> HttpResponse:
    """A new competition; perhaps like one that there is."""
    like = request.GET.get("like", "")
    pattern = one(request, int(like)) if like.isascii() and like.isdigit() and len(like) < 19 else None
    form = CompetitionForm(request.POST if request.method == "POST" else None, club=request.club)
    if pattern is not None and not form.is_bound:
        form = CompetitionForm(None, club=request.club, initial=_next_year(pattern, request.club))
    if form.is_bound and form.is_valid():
        return redirect("ladder", _save(request, form, Competition(club=request.club)).pk)
    return _asked(request, form, _("New ladder, trophy or series"))


def _next_year(pattern: Competition, club: Club) -> dict[str, object]:
    """All of another competition, a year later; sessions that were picked are not."""
    found = CompetitionForm(None, club=club, competition=pattern).initial
    for name in ("since", "until"):
        day = found[name]
        if day is not None:
            found[name] = day.replace(year=day.year + 1, day=min(day.day, 28) if day.month == 2 else day.day)
    year = pattern.year + 1
    title = re.sub(rf"\b{pattern.year}\b", str(year), pattern.title)  # Spring ladder 2026
    return {**found, "title": title, "year": year, "added": [], "left_out": []}


@allow(*DIRECTORS)
@ask_or_send
def rules(request: MemberRequest, ladder: int) -> HttpResponse:
    """The rules of a competition, to be changed while it is open, and all that held before."""
    competition = one(request, ladder)
    sent = request.POST if request.method == "POST" else None
    form = CompetitionForm(sent, club=request.club, competition=competition)
    if form.is_bound:
        with transaction.atomic():
            # one who changes it after the other
            held = Competition.objects.select_for_update(no_key=True).get(pk=competition.pk)
            if held.closed is None and form.is_valid():
                _save(request, form, held)
                return HttpResponseRedirect(reverse("ladder", args=[competition.pk]))
    return _asked(request, form, competition.title, competition)


def _save(request: MemberRequest, form: CompetitionForm, competition: Competition) -> Competition:
    given = form.cleaned_data
    with transaction.atomic():
        for name in ABOUT:
            setattr(competition, name, given[name])
        trophy = " ".join(given["trophy"].split())
        competition.trophy = trophy_called(request.club, trophy) if trophy else None
        competition.save()
        text = written_rules(form.rules())
        latest = competition.rules.first()
        if latest is None or latest.text != text:
            CompetitionRules.objects.create(
                competition=competition, text=text, reason=given["reason"].strip(), by=request.user
            )
    return competition


def _asked(
    request: MemberRequest, form: CompetitionForm, heading: str, competition: Competition | None = None
) -> HttpResponse:
    history = []
    if competition is not None:
        for row in competition.rules.select_related("by"):
            value = row.value
            history.append((row, rules_told(value, nights_called(request.club, value.choice.nights))))
    context = {"form": form, "heading": heading, "competition": competition, "history": history}
    return render(request, "ladders/rules.html", context, status=422 if form.errors else 200)
