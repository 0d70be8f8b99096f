"""The pages of a night's money: the list that the collector taps, one player, tonight's fees, the cash return."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.db import IntegrityError
from django.http import Http404, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from arrowswitch.press.printed_session import director_of
from arrowswitch.site.accounts.gate import COLLECTORS, TREASURERS, ask_or_send, may
from arrowswitch.site.money.accounts import command_of, do_with_account
from arrowswitch.site.money.books import Books, MoneyRefused, is_closed, open_month, opened
from arrowswitch.site.money.forms import PayInForm
from arrowswitch.site.money.models import CashReturn, MoneyEntry, NightFees
from arrowswitch.site.money.reading import entries_of
from arrowswitch.site.money.reports import tray_lines
from arrowswitch.site.money.returns import (
    WhoCounted,
    banked_in,
    reckoning_of,
    return_pdf,
    told_reckoning,
    write_return,
)
from arrowswitch.site.night.desk import Desk, at_desk
from arrowswitch.site.night.money.forms import CashReturnForm, HowPaidForm, NightFeesForm
from arrowswitch.site.night.money.people import MoneyNight, PayingPlayer, pay
from arrowswitch.site.noticeboard.models import written_anew
from arrowswitch.site.requests import MemberRequest
from arrowswitch.site.work.paper import on_paper, paper_of

TAPPED = ("cash", "bank", "voucher", "free", "prepaid", "owes", "none", "back")


@at_desk(*COLLECTORS)
@ask_or_send
def collect(request: MemberRequest, desk: Desk) -> HttpResponse:
    """Who has paid: a tap on a name is cash, another takes it back."""
    problem, key = "", request.POST.get("who", "")
    if request.method == "POST":
        way, table = request.POST.get("way", "cash"), request.POST.getlist("all")
        if table:
            problem = _all_paid(request, MoneyNight(desk), table)
        else:
            problem = _paid(request, MoneyNight(desk), key, way if way in TAPPED else "cash")
        if not problem:
            return HttpResponseRedirect(f"{request.get_full_path()}#who-{table[0] if table else key}")
    night = MoneyNight(desk)
    shown = {"desk": desk, "night": night, "currency": night.settings.currency, "problem": problem, "tapped": key}
    shown |= {"may_set_fees": may(request, TREASURERS), "only_left": "left" in request.GET}
    shown["closed"] = is_closed(request.club, night.fees.day)
    return render(request, "night/money/collect.html", shown, status=409 if problem and not request.htmx else 200)


def _all_paid(request: MemberRequest, night: MoneyNight, keys: list[str]) -> str:
    """Writes down that everybody of a table paid in cash, but those for whom something is written; why not, if it cannot be."""
    command = command_of(request)
    try:
        with opened(request.club):
            open_month(request.club, night.fees.day)
            written = {each.key for each in night.everybody if each.entry}
            for person in filter(None, map(night.called, keys)):
                if person.key not in written:
                    pay(Books(request.club, request.user), night, person, "cash", f"{command}-{person.key}", 0)
    except MoneyRefused as refused:
        return str(refused)
    return ""


def _paid(request: MemberRequest, night: MoneyNight, key: str, way: str, **more: str) -> str:
    """Writes down how somebody pays; why not, if it cannot be."""
    person, seen = night.called(key), request.POST.get("seen", "0")
    left = next((row for row in night.gone if key == f"gone-{row.pk}"), None)
    if person is None and left is None:
        sent_before = MoneyEntry.objects.filter(club=request.club, command=command_of(request), reverses__isnull=False)
        return "" if key.startswith("gone-") and sent_before else _("That player is not in this session.")
    try:
        with opened(request.club):
            open_month(request.club, night.fees.day)
            if left is not None:
                Books(request.club, request.user).reverse(left, _("does not play tonight"), command_of(request))
            if person is None:
                return ""
            known = int(seen) if seen.isascii() and seen.isdecimal() and len(seen) < 19 else -1
            pay(Books(request.club, request.user), night, person, way, command_of(request), known, **more)
    except MoneyRefused as refused:
        return str(refused)
    return ""


def _person(night: MoneyNight, who: str) -> PayingPlayer:
    found = night.called(who)
    if found is None:
        raise Http404
    return found


def _lines(desk: Desk, person: PayingPlayer, *, whole: bool) -> Iterable[MoneyEntry]:
    """What was written of somebody: who collects sees tonight's, the treasurer the last of all."""
    if person.player is None:
        return ()
    found = entries_of(person.player)
    return (found if whole else found.filter(session=desk.session))[:10]


@at_desk(*COLLECTORS)
@ask_or_send
def person(request: MemberRequest, desk: Desk, who: str) -> HttpResponse:
    """One player: as what and how the person pays, paying in, vouchers."""
    night, is_treasurer = MoneyNight(desk), may(request, TREASURERS)
    one = _person(night, who)
    sent, what = request.POST if request.method == "POST" else None, request.POST.get("form", "")
    how = HowPaidForm(sent if what == "fee" else None, one, night.fees)
    more = PayInForm(
        sent if what == "account" else None,
        settings=night.settings,
        on_night=True,
        only_takes=not is_treasurer,
    )
    problem = ""
    if how.is_bound and how.is_valid():
        about = how.cleaned_data
        problem = _paid(request, night, who, about["way"], kind=about["kind"], why=about["why"])
        if not problem:
            return HttpResponseRedirect(f"{reverse('night-money', args=[desk.session.pk])}#who-{who}")
    elif more.is_bound and more.is_valid() and one.player is not None:
        problem = do_with_account(request, one.player, more.cleaned_data, session=desk.session, day=night.fees.day)
        if not problem:
            return redirect(f"{request.path}?done")
    shown: dict[str, Any] = {
        "desk": desk,
        "person": one,
        "how": how,
        "form": more if one.player else None,
        "problem": problem,
        "done": "done" in request.GET,
        "currency": night.settings.currency,
        "page": _lines(desk, one, whole=is_treasurer),
    }
    return render(
        request, "night/money/person.html", shown, status=422 if problem or how.errors or more.errors else 200
    )


@at_desk(*COLLECTORS)
@ask_or_send
def fees(request: MemberRequest, desk: Desk) -> HttpResponse:
    """Tonight's fees, where they are not the usual ones."""
    night = MoneyNight(desk)
    own = night.fees.own
    form = NightFeesForm(request.POST if request.method == "POST" else None, night.fees)
    if form.is_bound and form.is_valid():
        chosen = night.fees.called(form.cleaned_data["visitors"])
        new = NightFees(
            session=desk.session,
            by=request.user,
            at=timezone.now(),
            why=form.cleaned_data["why"],
            amounts=form.amounts,
            visitors=chosen.kind if chosen else None,
        )
        if _as_seen(request, own) and _replaced(request, new, own):
            return redirect("night-money", session=desk.session.pk)
        form.add_error(None, _("Somebody has changed this meanwhile; look at it again."))
    shown = {
        "desk": desk,
        "form": form,
        "fees": night.fees,
        "currency": night.settings.currency,
        "versions": NightFees.objects.filter(session=desk.session).select_related("by").order_by("-pk"),
        "may_set_fees": may(request, TREASURERS),
    }
    return render(request, "night/money/fees.html", shown, status=422 if form.errors else 200)


def _as_seen(request: MemberRequest, own: NightFees | CashReturn | None) -> bool:
    return request.POST.get("seen", "") == str(own.pk if own else 0)


def _replaced(request: MemberRequest, new: NightFees, own: NightFees | None) -> bool:
    try:
        with opened(request.club):
            return written_anew(new, own)
    except IntegrityError:
        return False


@at_desk(*COLLECTORS)
@ask_or_send
def cash_return(request: MemberRequest, desk: Desk) -> HttpResponse:
    """What was counted at the end, beside what should be there."""
    night = MoneyNight(desk)
    before = night.cash_return
    form = CashReturnForm(
        request.POST if request.method == "POST" else None, night.settings, before, director_of(desk.state)
    )
    problem = ""
    if form.is_bound and form.is_valid():
        about = form.cleaned_data
        try:
            with opened(request.club):
                open_month(request.club, night.fees.day)
                write_return(
                    Books(request.club, request.user),
                    desk.session,
                    night.fees.day,
                    form.count,
                    night.expected_cash,
                    WhoCounted(about["director"], about["trainee"], about["note"]),
                    command=command_of(request),
                    seen=(before.pk if before else 0) if _as_seen(request, before) else -1,
                )
            return redirect(f"{request.path}?done")
        except MoneyRefused as refused:
            problem = str(refused)
    currency = night.settings.currency
    shown = {
        "desk": desk,
        "night": night,
        "form": form,
        "before": before,
        "end": reckoning_of(before) if before else None,
        "parts": tray_lines(desk.session.pk),
        "said": told_reckoning(reckoning_of(before), currency) if before else (),
        "banked": banked_in(before) if before else None,
        "grown": night.expected_cash - before.expected if before else 0,
        "closed": is_closed(request.club, night.fees.day),
        "versions": CashReturn.objects.filter(session=desk.session).select_related("by").order_by("-pk"),
        "currency": currency,
        "problem": problem,
        "done": "done" in request.GET,
    }
    return render(request, "night/money/return.html", shown, status=422 if form.errors or problem else 200)


@at_desk(*COLLECTORS)
@require_safe
def cash_return_pdf(request: MemberRequest, desk: Desk) -> HttpResponse:
    """The cash return on paper; empty, if nothing was counted yet."""
    kept = CashReturn.objects.filter(session=desk.session, replaced=None).first()
    return on_paper(request, "cash-return", lambda: return_pdf(request.club, desk.session, kept, paper_of(request)))
