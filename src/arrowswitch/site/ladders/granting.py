"""The pages of the handicap register: what holds, what the formula would make of the last results, and every change."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from typing import Any

from django import forms
from django.core.paginator import Paginator
from django.db.models import OuterRef, QuerySet, Subquery
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from arrowswitch.scoring.figures import signed
from arrowswitch.scoring.ranking.formulas import FORMULAS, BadFormula, HandicapFormula, WorkedHandicap
from arrowswitch.site.accounts.gate import DIRECTORS, MEMBERS, allow, ask_or_send
from arrowswitch.site.calendar.forms import DaySelect
from arrowswitch.site.club.models import Club, Player
from arrowswitch.site.club.players.search import known
from arrowswitch.site.forms import Sent, field_of
from arrowswitch.site.ladders.handicaps import FARTHEST, formula_of, results_told, take_over, way_of, worked_out
from arrowswitch.site.ladders.models import HandicapEntry, HandicapWay
from arrowswitch.site.ladders.sentences import kept_again
from arrowswitch.site.merits.deciding import eyes_of, is_desk, is_own, player_of
from arrowswitch.site.night.naming import name_for
from arrowswitch.site.requests import MemberRequest
from arrowswitch.site.spoken import spoken
from arrowswitch.site.work.spreadsheet import spreadsheet
from arrowswitch.site.yearbook import keeper as yearbook

A_PAGE = 100
AT_ONCE = 50
"""Players whose handicaps are worked out for one page."""


class HandicapField(forms.CharField):
    """A handicap as people write it: a comma is a point, and so is a true minus a minus."""

    def __init__(self, **more: Any) -> None:
        super().__init__(max_length=9, widget=forms.TextInput(attrs={"inputmode": "decimal", "size": 6}), **more)

    def clean(self, value: Any) -> Fraction | None:
        """The number."""
        text = str(super().clean(value)).strip().replace(",", ".").replace("−", "-").removeprefix("+")
        if not text:
            return None
        digits = text.removeprefix("-")
        if not (digits.isascii() and digits.replace(".", "", 1).isdigit()):
            raise forms.ValidationError(gettext("Write a number, such as -7.5 or 9."))
        found = Fraction(text)
        if abs(found) > FARTHEST:
            raise forms.ValidationError(gettext("No handicap is larger than %(most)d.") % {"most": FARTHEST})
        return found


# -- what holds -------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class HeldHandicap:
    """A player with the handicap that holds."""

    player: Player
    names: str
    handicap: Fraction | None
    since: date | None

    @property
    def told(self) -> str:
        """With its sign."""
        return "" if self.handicap is None else signed(self.handicap)


def with_handicaps(players: QuerySet[Player], day: date) -> QuerySet[Player]:
    """Players with what holds for them on a day."""
    held = HandicapEntry.objects.filter(player=OuterRef("pk"), since__lte=day).order_by("-since", "-pk")
    return players.annotate(
        held_handicap=Subquery(held.values("handicap")[:1]), held_since=Subquery(held.values("since")[:1])
    )


def held(players: Iterable[Any], eyes: Any) -> list[HeldHandicap]:
    """The same to be shown."""
    return [
        HeldHandicap(
            each, name_for(each, eyes), Fraction(each.held_handicap) if each.held_handicap else None, each.held_since
        )
        for each in players
    ]


@allow(*MEMBERS)
@require_safe
def handicaps(request: MemberRequest) -> HttpResponse:
    """What holds for everybody today."""
    eyes = eyes_of(request)
    everybody = known(request.club).filter(handicaps__isnull=False).distinct()
    if eyes != "desk":
        everybody = everybody.filter(withheld="")
    listed = with_handicaps(everybody, timezone.localdate()).order_by("family", "given", "pk")
    if request.GET.get("csv") == "changes" and is_desk(request):
        return _every_change(request.club)
    if "csv" in request.GET and is_desk(request):
        rows = [
            (each.names, each.player.number, "" if each.handicap is None else float(each.handicap), each.since or "")
            for each in held(listed, "files")
        ]
        return spreadsheet("handicaps", (("name", "number", "handicap", "since"), *rows))
    page = Paginator(listed, A_PAGE).get_page(request.GET.get("page"))
    formula = formula_of(way_of(request.club))
    context = {
        "page": page,
        "rows": held(page, eyes),
        "told": formula_told(formula),
        "may_manage": request.actor.role in DIRECTORS,
        "at_desk": is_desk(request),
    }
    return render(request, "ladders/handicaps.html", context)


def _every_change(club: Club) -> HttpResponse:
    """All that was ever written into the register of handicaps, in that order, for a spreadsheet."""
    entries = HandicapEntry.objects.filter(player__club=club).select_related("player", "by").order_by("pk")
    rows = (
        (
            timezone.localtime(each.at).strftime("%Y-%m-%d %H:%M"),
            name_for(each.player, "files"),
            each.player.number,
            each.since,
            float(each.exact),
            each.get_way_display(),
            str(each.by or ""),
            each.reason or " · ".join(spoken(one) for one in kept_again(each.working, results_told)),
        )
        for each in entries
    )
    head = ("written", "name", "number", "since", "handicap", "how", "by", "why")
    return spreadsheet("handicap-changes", (head, *rows))


def formula_told(formula: HandicapFormula) -> list[str]:
    """A formula in sentences."""
    found = []
    if formula.year:
        found.append(gettext("The results of the calendar year before count."))
    if formula.months:
        found.append(
            ngettext(
                "The results of the last %(n)d month count.",
                "The results of the last %(n)d months count.",
                formula.months,
            )
            % {"n": formula.months}
        )
    if formula.last:
        found.append(gettext("Of those the last %(n)d count.") % {"n": formula.last})
    if formula.weekday:
        found.append(gettext("Only those of the same day of the week count; what is taken over holds on every day."))
    values = {"par": signed(formula.par).removeprefix("+"), "share": signed(formula.share * 100).removeprefix("+")}
    found.append(
        gettext("The handicap is what their mean lacks from %(par)s, %(share)s%% of it.") % values
        if formula.share != 1
        else gettext("The handicap is what their mean lacks from %(par)s.") % values
    )
    if formula.most is not None:
        found.append(
            gettext("It is never larger than %(most)s, up or down.") % {"most": signed(formula.most).removeprefix("+")}
        )
    if formula.step:
        found.append(
            gettext("It is rounded to the nearest %(step)s.") % {"step": signed(formula.step).removeprefix("+")}
        )
    found.append(
        ngettext(
            "Who has no result gets %(newcomer)s.", "Who has fewer than %(n)d results gets %(newcomer)s.", formula.least
        )
        % {"n": formula.least, "newcomer": signed(formula.newcomer)}
    )
    found.append(
        gettext("A pair has the sum of its players’ handicaps.")
        if formula.pair == "sum"
        else gettext("A pair has the mean of its players’ handicaps.")
    )
    return found


# -- one player ---------------------------------------------------------------------------------------------------------------


class HandForm(forms.Form):
    """A handicap set by hand."""

    handicap = HandicapField(
        label=_("Handicap"), help_text=_("Added to the percentage: −9 for the strongest, +9 for who is new.")
    )
    since = forms.DateField(label=_("From"), widget=DaySelect())
    reason = forms.CharField(label=_("Why"), max_length=200, help_text=_("Stays in the history."))


@allow(*MEMBERS)
@ask_or_send
def handicap(request: MemberRequest, player: int) -> HttpResponse:
    """Every handicap that a player had, and setting one by hand: for the desk, and for the player to read."""
    person = player_of(request, player)
    if not (is_desk(request) or is_own(request, person)):
        raise Http404
    may_manage = request.actor.role in DIRECTORS
    sent = request.POST if request.method == "POST" and may_manage else None
    form = HandForm(sent, initial={"since": timezone.localdate()})
    if form.is_bound and form.is_valid():
        given = form.cleaned_data
        HandicapEntry.objects.create(
            player=person,
            since=given["since"],
            handicap=str(given["handicap"]),
            way="hand",
            reason=given["reason"].strip(),
            by=request.user,
        )
        return redirect("handicap", player=person.pk)
    entries = HandicapEntry.objects.filter(player=person).select_related("by").order_by("-pk")
    page = Paginator(entries, A_PAGE).get_page(request.GET.get("page"))
    context = {
        "player": person,
        "page": page,
        "rows": [(each, signed(each.exact), kept_again(each.working, results_told)) for each in page],
        "form": form,
        "may_manage": may_manage,
    }
    return render(request, "ladders/handicap.html", context, status=422 if form.errors else 200)


# -- worked out anew ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class ProposedHandicap:
    """What the formula makes of somebody's results, beside what holds."""

    now: HeldHandicap
    worked: WorkedHandicap

    @property
    def told(self) -> str:
        """With its sign."""
        return signed(self.worked.handicap)

    @property
    def is_new(self) -> bool:
        """Whether it differs from what holds."""
        return self.now.handicap is None or self.now.handicap != self.worked.handicap


def _day(request: MemberRequest) -> date:
    given = request.POST.get("day") if request.method == "POST" else request.GET.get("day")
    try:
        found = date.fromisoformat(given or "")
    except ValueError:
        return timezone.localdate()
    return found if 2000 <= found.year <= 2200 else timezone.localdate()


@allow(*DIRECTORS)
@ask_or_send
def work_out(request: MemberRequest) -> HttpResponse:
    """Everybody's handicap by the formula on a day, to be taken over."""
    yearbook.in_step(request.club)
    day = _day(request)
    formula = formula_of(way_of(request.club, day))
    listed = with_handicaps(known(request.club).filter(active=True), day).order_by("family", "given", "pk")
    page = Paginator(listed, AT_ONCE).get_page(request.POST.get("page") or request.GET.get("page"))
    if request.method == "POST":
        everybody = request.POST.get("take") == "all"
        wanted = {each for each in request.POST.getlist("player") if each.isascii() and each.isdigit()}
        chosen = proposals(list(listed if everybody else page), formula, day)
        taken = [each for each in chosen if each.is_new and (everybody or str(each.now.player.pk) in wanted)]
        take_over({each.now.player.pk: each.worked for each in taken}, day, request.user)
        return redirect("handicaps")
    context = {
        "day": day,
        "page": page,
        "rows": proposals(list(page), formula, day),
        "told": formula_told(formula),
        "asked": f"day={day.isoformat()}&",
    }
    return render(request, "ladders/work_out.html", context)


def proposals(players: list[Any], formula: HandicapFormula, day: date) -> list[ProposedHandicap]:
    """What the formula makes of the results before a day."""
    worked = worked_out(players, formula, day)
    return [ProposedHandicap(each, worked[each.player.pk]) for each in held(players, "desk")]


# -- the formula ----------------------------------------------------------------------------------------------------------------


class HandicapWayForm(forms.Form):
    """The club's formula: a shipped one, changed where the club wants it otherwise."""

    formula = forms.ChoiceField(label=_("It builds on"))
    months = forms.IntegerField(label=_("Months that are looked back"), min_value=1, max_value=24, required=False)
    last = forms.IntegerField(label=_("Only the last so many results"), min_value=1, max_value=200, required=False)
    least = forms.IntegerField(label=_("Results that it takes"), min_value=1, max_value=200, required=False)
    newcomer = HandicapField(label=_("Who has fewer gets"), required=False)
    most = HandicapField(label=_("Never larger than, up or down"), required=False)
    share = forms.IntegerField(
        label=_("How much of it is granted, in percent"), min_value=0, max_value=200, required=False
    )
    step = HandicapField(label=_("Rounded to the nearest"), required=False)
    pair = forms.ChoiceField(
        label=_("A pair has"),
        choices=(
            ("", _("as in the formula")),
            ("mean", _("the mean of its players")),
            ("sum", _("the sum of its players")),
        ),
        required=False,
    )
    since = forms.DateField(
        label=_("It holds from"),
        required=False,
        widget=DaySelect(),
        help_text=_("Sessions before that day keep what held for them."),
    )
    reason = forms.CharField(label=_("Why"), max_length=200, help_text=_("Stays in the history."))

    def __init__(self, data: Sent = None, *, club: Club) -> None:
        super().__init__(data)
        field_of(self, "formula", forms.ChoiceField).choices = [
            (name, spoken(each.title)) for name, each in FORMULAS.items()
        ]
        way = way_of(club)
        values = json.loads(way.values)
        self.initial = {"formula": way.formula, "since": timezone.localdate(), **values}
        if values.get("share"):
            self.initial["share"] = int(Fraction(values["share"]) * 100)

    def clean(self) -> dict[str, Any]:
        """Refuses what cannot be meant."""
        given: dict[str, Any] = super().clean() or self.cleaned_data
        if not self.errors:
            asked = formula_of(HandicapWay(formula=given["formula"], values=self.values()))
            try:
                asked.check()
            except BadFormula as problem:
                self.add_error(None, spoken(problem))
            if asked.last is not None and asked.least > asked.last:
                told = ngettext("Only %(n)d result is looked at.", "Only %(n)d results are looked at.", asked.last)
                self.add_error("least", told % {"n": asked.last})
        return given

    def values(self) -> str:
        """What differs from the shipped formula, as it is kept."""
        given = self.cleaned_data
        found: dict[str, Any] = {name: given[name] for name in ("months", "last", "least", "pair") if given[name]}
        found |= {name: str(given[name]) for name in ("newcomer", "most", "step") if given[name] is not None}
        if given["share"] is not None:
            found["share"] = str(Fraction(given["share"], 100))
        return json.dumps(found)


@allow(*DIRECTORS)
@ask_or_send
def formula(request: MemberRequest) -> HttpResponse:
    """How the club works handicaps out; what held before stays in the history."""
    form = HandicapWayForm(request.POST if request.method == "POST" else None, club=request.club)
    if form.is_bound and form.is_valid():
        given = form.cleaned_data
        HandicapWay.objects.create(
            club=request.club,
            formula=given["formula"],
            values=form.values(),
            since=given["since"] or timezone.localdate(),
            reason=given["reason"].strip(),
            by=request.user,
        )
        return redirect("handicaps-work-out")
    history = [
        (each, formula_told(formula_of(each)))
        for each in HandicapWay.objects.filter(club=request.club).select_related("by")[:A_PAGE]
    ]
    context = {"form": form, "history": history}
    return render(request, "ladders/formula.html", context, status=422 if form.errors else 200)
