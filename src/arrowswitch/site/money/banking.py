"""Taking the money of several nights to the bank: which nights, the slip on paper, and the row of the books."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from arrowswitch import press
from arrowswitch.site.accounts.gate import TREASURERS, allow, ask_or_send
from arrowswitch.site.club.models import Club
from arrowswitch.site.money.accounts import A_PAGE, command_of
from arrowswitch.site.money.books import Books, MoneyRefused, MoneyStale, opened
from arrowswitch.site.money.forms import BankingForm
from arrowswitch.site.money.models import BankedReturn, Banking, CashReturn, MoneySettings
from arrowswitch.site.money.reports import loose_cash, to_bank
from arrowswitch.site.requests import MemberRequest
from arrowswitch.site.work.paper import on_paper, paper_of
from arrowswitch.till import taken_out


@allow(*TREASURERS)
@ask_or_send
def banking(request: MemberRequest) -> HttpResponse:
    """What waits to be banked, and a slip for what is ticked."""
    known = Banking.objects.filter(club=request.club, entry__command=request.POST.get("command") or "-").first()
    if known:  # sent twice
        return redirect("money-banked", banking=known.pk)
    settings = MoneySettings.of(request.club)
    waiting = list(to_bank(request.club))
    first = {"returns": [str(each.pk) for each in waiting], "day": timezone.localdate()}
    loose = loose_cash(request.club)
    form = BankingForm(
        request.POST if request.method == "POST" else None, waiting, settings.currency, loose, initial=first
    )
    if form.is_bound and form.is_valid():
        about = form.cleaned_data
        try:
            with opened(request.club):
                made = _bank(request, [int(each) for each in about["returns"]], about)
            return redirect("money-banked", banking=made.pk)
        except MoneyRefused as refused:
            form.add_error(None, str(refused))
    past = Banking.objects.filter(club=request.club).select_related("entry", "by", "entry__reversed_by")
    shown = {
        "form": form,
        "waiting": waiting,
        "loose": loose,
        "page": Paginator(past, A_PAGE).get_page(request.GET.get("page")),
        "currency": settings.currency,
    }
    return render(request, "money/banking.html", shown, status=422 if form.errors else 200)


def _bank(request: MemberRequest, chosen: list[int], about: dict[str, Any]) -> Banking:
    day, text, other = about["day"], about["text"], about["other"] or 0
    returns = list(to_bank(request.club).filter(pk__in=chosen))
    if len(returns) != len(set(chosen)):
        raise MoneyStale(_("One of these has just been banked or counted again. Look at the list."))
    books = Books(request.club, request.user)
    entry = books.write(
        "banked", "cash", sum(each.banked for each in returns) + other, command=command_of(request), day=day, text=text
    )
    made = Banking.objects.create(
        club=request.club, day=entry.day, by=request.user, text=text, other=other, entry=entry
    )
    BankedReturn.objects.bulk_create(BankedReturn(banking=made, cash_return=each) for each in returns)
    return made


@dataclass(frozen=True)
class BankingSlip:
    """What is handed over at the counter."""

    pieces: dict[int, int]
    cheques: int
    total: int
    other: int
    """What is not known by its notes and coins: it came out of the money kept for shortfalls, change could not be taken out exactly,
    or it is no night's. Less than nothing if so much was spent."""


def slip_of(returns: list[CashReturn], besides: int = 0) -> BankingSlip:
    """Notes and coins of all nights together, without the change and the small surpluses that stay."""
    pieces: Counter[int] = Counter()
    for each in returns:
        left = taken_out(each.pieces, each.started_with + max(each.kept, 0))
        pieces.update(left if left is not None else {})
    cheques, total = sum(each.cheques for each in returns), sum(each.banked for each in returns) + besides
    found = {worth: count for worth, count in sorted(pieces.items(), reverse=True) if count}
    known = sum(worth * count for worth, count in found.items())
    return BankingSlip(found, cheques, total, total - cheques - known)


def _one(request: MemberRequest, number: int) -> Banking:
    found = Banking.objects.filter(club=request.club).select_related("entry", "by", "entry__reversed_by")
    return get_object_or_404(found, pk=number if number < 2**63 else 0)


def _returns(made: Banking) -> list[CashReturn]:
    return list(CashReturn.objects.filter(banked_in__banking=made).select_related("session").order_by("day", "pk"))


@allow(*TREASURERS)
@require_safe
def banked(request: MemberRequest, banking: int) -> HttpResponse:
    """One banking: which nights, and what was handed over."""
    made = _one(request, banking)
    returns = _returns(made)
    slip = slip_of(returns, made.other)
    shown = {
        "banking": made,
        "returns": returns,
        "slip": slip,
        "lines": [(worth, count, worth * count) for worth, count in slip.pieces.items()],
        "currency": MoneySettings.of(request.club).currency,
        "reversed": getattr(made.entry, "reversed_by", None),
    }
    return render(request, "money/banked.html", shown)


@allow(*TREASURERS)
@require_safe
def slip_pdf(request: MemberRequest, banking: int) -> HttpResponse:
    """The banking slip on paper."""
    made = _one(request, banking)
    return on_paper(request, "banking-slip", lambda: _slip_paper(request.club, made, paper_of(request)))


def _night_told(each: CashReturn, settings: MoneySettings) -> str:
    """What a night brings, and whether it was over or short: both stand on the slip (FIN-03)."""
    told = settings.currency.told
    if each.over == 0:
        return told(each.banked)
    word = _("%(amount)s (%(over)s over)") if each.over > 0 else _("%(amount)s (%(over)s short)")
    return word % {"amount": told(each.banked), "over": told(abs(each.over))}


def _slip_paper(club: Club, made: Banking, paper: str) -> bytes:
    settings = MoneySettings.of(club)
    told, returns = settings.currency.told, _returns(made)
    slip = slip_of(returns, made.other)
    undone = hasattr(made.entry, "reversed_by")
    remarks = [_("This was reversed: nothing of it was banked.") if undone else "", made.text]
    facts = [(_("Date"), date_format(made.day, "j F Y")), (_("Account"), settings.bank_account or "_" * 24)]
    facts += [(told(worth), f"× {count} = {told(worth * count)}") for worth, count in slip.pieces.items()]
    facts += [(_("Other notes and coins"), told(slip.other))] if slip.other else []
    facts += [(_("Notes and coins"), told(slip.total - slip.cheques))]
    facts += [(_("Cheques"), told(slip.cheques)), (_("Total"), told(slip.total))]
    nights = [
        f"{date_format(each.day, 'j M Y')} {each.session.title}: {_night_told(each, settings)}" for each in returns
    ]
    nights += [f"{_('Other cash')}: {told(made.other)}"] if made.other else []
    return press.render_record(
        _("Banking slip"),
        facts,
        [(_("From"), "\n".join(nights)), *((_("Remark"), each) for each in remarks if each)],
        club=club.name,
        lines=[_("Paid in by"), _("Teller")],
        paper=paper,
        lang=get_language() or "en",
    )
