"""A month for the treasurer: by night, by kind of player, by way of paying; closing it; and the same as files."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Iterator
from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from arrowswitch.site.accounts.gate import TREASURERS, allow, ask_or_send
from arrowswitch.site.club.models import Club, Player
from arrowswitch.site.journal.models import Session
from arrowswitch.site.money.books import is_closed, opened
from arrowswitch.site.money.forms import MonthForm
from arrowswitch.site.money.models import WAYS, CashReturn, FeeKind, MoneySettings, MonthMark
from arrowswitch.site.money.reading import balances_of
from arrowswitch.site.money.reports import (
    MoneyTotal,
    carried,
    entries_within,
    first_and_last,
    night_totals,
    not_counted,
    together,
    told_ways,
    totals,
)
from arrowswitch.site.requests import MemberRequest
from arrowswitch.site.work.spreadsheet import spreadsheet


def days_asked(year: int, month: int = 0) -> tuple[datetime.date, datetime.date]:
    """The days of a month or a year of an address, if there is such a one."""
    if not 1990 <= year <= 2199 or not 0 <= month <= 12:
        raise Http404
    return first_and_last(year, month)


@allow(*TREASURERS)
@ask_or_send
def month(request: MemberRequest, year: int, month: int) -> HttpResponse:
    """What a month comes to, night by night; closing it, and opening it again with a reason."""
    first, last = days_asked(year, month or 13)
    form = MonthForm(request.POST if request.method == "POST" else None)
    problem = ""
    if form.is_bound and form.is_valid():
        closing = form.cleaned_data["what"] == "close"
        if closing and last >= timezone.localdate():
            problem = _("This month is not over yet.")
        elif not closing and not form.cleaned_data["why"]:
            problem = _("Say why the month is opened again.")
        else:
            with opened(request.club):
                if is_closed(request.club, first) != closing:
                    MonthMark.objects.create(
                        club=request.club, month=first, closed=closing, by=request.user, why=form.cleaned_data["why"]
                    )
            return redirect("money-month", year=year, month=month)
    rows = entries_within(request.club, first, last)
    nights, kinds = night_totals(rows), totals(rows.filter(what="fee"), "kind")
    whole = together(totals(rows, "month"))
    whole.used |= together(nights).used
    called = {each.pk: each for each in FeeKind.objects.filter(club=request.club)}
    counted = set(CashReturn.objects.filter(session__in=nights, replaced=None).values_list("session", flat=True))
    shown = {
        "first": first,
        "nights": [(session, nights[session.pk], session.pk in counted) for session in _sessions(nights)],
        "kinds": [(kind, kinds[pk]) for pk, kind in called.items() if pk in kinds],
        "ways": told_ways(whole),
        "others": rows.filter(session=None).exclude(what="banked").select_related("player", "by", "kind"),
        "whole": whole,
        "besides": together(totals(rows.filter(session=None), "month")),
        "carried": carried(request.club, first, last),
        "closed": is_closed(request.club, first),
        "is_over": last < timezone.localdate(),
        "not_counted": not_counted(request.club, first, last),
        "marks": MonthMark.objects.filter(club=request.club, month=first).select_related("by"),
        "currency": MoneySettings.of(request.club).currency,
        "form": form,
        "problem": problem,
    }
    return render(request, "money/month.html", shown, status=422 if problem or form.errors else 200)


def _sessions(nights: Iterable[object]) -> list[Session]:
    return list(Session.objects.filter(pk__in=list(nights)).order_by("date", "pk"))


# -- files ------------------------------------------------------------------------------------------------------------


@allow(*TREASURERS)
@require_safe
def file(request: MemberRequest, what: str, year: int) -> HttpResponse:
    """The rows of the books, or the nights, of a year or a month, as spreadsheets read them."""
    asked = request.GET.get("month", "0")
    number = int(asked) if asked.isascii() and asked.isdecimal() and len(asked) < 3 else 0
    days = days_asked(year, number)
    makers = {"books": _book_lines, "nights": _night_lines, "accounts": _account_lines}
    if what not in makers:
        raise Http404
    name = f"{what}-{year}" + (f"-{number:02}" if number else "")
    comma = MoneySettings.of(request.club).comma  # before the cents: spreadsheets then part cells by semicolons
    return spreadsheet(name, makers[what](request.club, *days), apart=";" if comma else ",")


def _book_lines(club: Club, first: datetime.date, last: datetime.date) -> Iterator[list[Any]]:
    number = MoneySettings.of(club).currency.number
    yield [
        *("day", "written", "by", "what", "way", "amount", "cash", "bank", "account", "vouchers", "free nights"),
        *("session date", "session", "kind", "name", "number", "remark", "entry", "reverses"),
    ]
    rows = entries_within(club, first, last).select_related("session", "player", "kind", "by").order_by("day", "pk")
    for row in rows.iterator(chunk_size=500):
        yield [
            row.day.isoformat(),
            timezone.localtime(row.at).isoformat(sep=" ", timespec="minutes"),
            str(row.by),
            row.what,
            row.way,
            *(number(each) for each in (row.amount, row.cash, row.bank, row.account)),
            row.vouchers,
            row.free_nights,
            row.session.date.isoformat() if row.session and row.session.date else "",
            row.session.title if row.session else "",
            str(row.kind or ""),
            row.called,
            row.player.number if row.player else "",
            row.text,
            row.pk,
            row.reverses_id or "",
        ]


def _account_lines(club: Club, _first: datetime.date, last: datetime.date) -> Iterator[list[Any]]:
    """What each player had or owed when these days were over."""
    number = MoneySettings.of(club).currency.number
    yield ["day", "name", "number", "owed", "prepaid", "vouchers", "free nights"]
    has = balances_of(club, until=last)
    people = Player.objects.in_bulk(list(has))
    for player in sorted(people.values(), key=lambda each: (each.erased is not None, each.family, each.given, each.pk)):
        each, erased = has[player.pk], player.erased is not None
        yield [
            last.isoformat(),
            _("(name withheld)") if erased else str(player),
            "" if erased else player.number,
            number(max(0, -each.account)),
            number(max(0, each.account)),
            each.vouchers,
            each.free_nights,
        ]


def _night_lines(club: Club, first: datetime.date, last: datetime.date) -> Iterator[list[Any]]:
    number = MoneySettings.of(club).currency.number
    ways = list(WAYS)
    yield [
        *("date", "session", "players", "fees", "cash", "bank", "on account", "over or under"),
        *("to be banked", "kept for shortfalls", *(f"players: {way}" for way in ways)),
    ]
    found = night_totals(entries_within(club, first, last))
    counted = {each.session_id: each for each in CashReturn.objects.filter(session__in=found, replaced=None)}
    for session in _sessions(found):
        total: MoneyTotal = found[session.pk]
        cash_return = counted.get(session.pk)
        yield [
            session.date.isoformat() if session.date else "",
            session.title,
            total.people,
            *(number(each) for each in (total.fees, total.cash, total.bank, total.account, total.over)),
            *((number(cash_return.banked), number(cash_return.kept)) if cash_return else ("", "")),
            *(total.ways.get(way, 0) for way in ways),
        ]
