"""What the club has decided: its money, the kinds of players, and what each pays from which day on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from django.db import IntegrityError
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from arrowswitch.site.accounts.gate import TREASURERS, allow, ask_or_send
from arrowswitch.site.club.models import Club
from arrowswitch.site.members.models import lines_of
from arrowswitch.site.money.books import opened
from arrowswitch.site.money.fees import kinds_of, usual_kinds
from arrowswitch.site.money.forms import FeeForm, FeeKindForm, MoneySettingsForm
from arrowswitch.site.money.models import Fee, FeeKind, FeeKindChange, MoneySettings
from arrowswitch.site.noticeboard.models import written_anew
from arrowswitch.site.requests import MemberRequest
from arrowswitch.till import DatedFee, fee_on


@allow(*TREASURERS)
@ask_or_send
def settings(request: MemberRequest) -> HttpResponse:
    """Currency, notes and coins, and the rules about surplus and vouchers; each change is kept."""
    before = MoneySettings.of(request.club)
    seen, before.why = before.pk, ""
    form = MoneySettingsForm(request.POST if request.method == "POST" else None, instance=before)
    if form.is_bound and form.is_valid():
        new = form.save(commit=False)
        new.pk, new.by, new.at, new.replaced = None, request.user, timezone.now(), None
        new._state.adding = True
        if request.POST.get("seen", "") == str(seen or 0) and _replaced(request.club, new, seen):
            return redirect(f"{reverse('settings-money')}?done")
        form.add_error(None, _("Somebody has changed this meanwhile; look at it again."))
    shown = {
        "form": form,
        "seen": seen or 0,
        "done": "done" in request.GET,
        "versions": MoneySettings.objects.filter(club=request.club).select_related("by").order_by("-pk"),
    }
    return render(request, "money/settings.html", shown, status=422 if form.errors else 200)


def _replaced(club: Club, new: MoneySettings, seen: int | None) -> bool:
    try:
        with opened(club):
            return written_anew(new, MoneySettings.objects.get(pk=seen) if seen else None)
    except IntegrityError:
        return False


@allow(*TREASURERS)
@ask_or_send
def fees(request: MemberRequest) -> HttpResponse:
    """What each kind of player pays now, what it will be and what it was; and a new fee."""
    settings, today = MoneySettings.of(request.club), timezone.localdate()
    kinds = kinds_of(request.club) or usual_kinds(request.club)
    sent = request.POST if request.method == "POST" else None
    form = FeeForm(sent, kinds, settings.currency, initial={"since": today})
    if form.is_bound and form.is_valid():
        about = form.cleaned_data
        with opened(request.club):
            kind = _kept(request, form.kinds[about["kind"]])
            last = Fee.objects.filter(kind=kind, since=about["since"]).last()
            if last is None or last.amount != about["amount"]:  # else it is so already, as when it is sent twice
                Fee.objects.create(
                    kind=kind, amount=about["amount"], since=about["since"], by=request.user, why=about["why"]
                )
        return redirect(f"{reverse('money-fees')}?done")
    kept = Fee.objects.filter(kind__club=request.club).select_related("kind", "by")
    by_kind: dict[int, list[Fee]] = {}
    for fee in kept:
        by_kind.setdefault(fee.kind_id, []).append(fee)
    rows = []
    for each in kinds:
        mine = by_kind.get(each.pk, [])
        dated = [DatedFee(fee.since, fee.amount) for fee in mine]
        later = [(fee.since, fee_on(fee.since, dated)) for fee in mine if fee.since > today]
        rows.append({"kind": each, "now": fee_on(today, dated), "later": sorted(dict(later).items())})
    shown = {
        "form": form,
        "rows": rows,
        "retired": FeeKind.objects.filter(club=request.club, retired=True),
        "history": kept.order_by("-pk"),
        "currency": settings.currency,
        "done": "done" in request.GET,
    }
    return render(request, "money/fees.html", shown, status=422 if form.errors else 200)


def _kept(request: MemberRequest, kind: FeeKind) -> FeeKind:
    """A kind of the club; the usual ones become the club's own with the first fee."""
    if kind.pk:
        return kind
    club = request.club
    if not kinds_of(club):
        FeeKind.objects.bulk_create(usual_kinds(club), ignore_conflicts=True)
        _written_down(request, FeeKind.objects.filter(club=club))
    return FeeKind.objects.get(club=club, name=kind.name)


def _written_down(request: MemberRequest, kinds: Iterable[FeeKind], why: str = "") -> None:
    """Keeps how these kinds are from now on, with who and why."""
    FeeKindChange.objects.bulk_create(
        FeeKindChange(
            kind=each,
            by=request.user,
            why=why,
            name=each.name,
            memberships=each.memberships,
            visitors=each.visitors,
            retired=each.retired,
        )
        for each in kinds
    )


def _usual_beside(new: dict[str, Any], club: Club) -> Iterator[FeeKind]:
    """The usual kinds, without the name and the memberships of the club's first own one."""
    taken = {line.casefold() for line in lines_of(new["memberships"])}
    for each in usual_kinds(club):
        if each.name.casefold() != new["name"].casefold():
            each.memberships = "\n".join(line for line in lines_of(each.memberships) if line.casefold() not in taken)
            yield each


@allow(*TREASURERS)
@ask_or_send
def kind(request: MemberRequest, kind: int = 0) -> HttpResponse:
    """A kind of player: its name, and whose membership pays so."""
    found = FeeKind.objects.filter(club=request.club)
    one = (
        get_object_or_404(found, pk=kind if kind < 2**63 else 0)
        if kind
        else FeeKind(club=request.club, place=found.count() + 1)
    )
    form = FeeKindForm(request.POST if request.method == "POST" else None, instance=one, club=request.club)
    if form.is_bound and form.is_valid():
        with opened(request.club):
            if not found.exists():
                FeeKind.objects.bulk_create(_usual_beside(form.cleaned_data, request.club))
                _written_down(request, found)
            changed = []
            if form.cleaned_data["visitors"]:
                changed = list(found.filter(visitors=True).exclude(pk=one.pk))
                found.filter(pk__in=[each.pk for each in changed]).update(visitors=False)
            if form.has_changed():
                _written_down(
                    request,
                    [*found.filter(pk__in=[each.pk for each in changed]), form.save()],
                    form.cleaned_data["why"],
                )
        return redirect(f"{reverse('money-fees')}?done")
    shown = {"form": form, "kind": one, "changes": one.changes.select_related("by").order_by("-pk") if one.pk else ()}
    return render(request, "money/kind.html", shown, status=422 if form.errors else 200)
