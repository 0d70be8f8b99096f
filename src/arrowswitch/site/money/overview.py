"""What a treasurer sees first: what there is now, and a year month by month."""

from __future__ import annotations

import datetime

from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from arrowswitch.site.accounts.gate import TREASURERS, allow
from arrowswitch.site.club.models import Club
from arrowswitch.site.journal import store
from arrowswitch.site.journal.models import Session
from arrowswitch.site.money.models import CashReturn, Fee, MoneySettings
from arrowswitch.site.money.reports import (
    carried,
    closed_months,
    entries_within,
    first_and_last,
    in_hand,
    not_counted,
    together,
    totals,
    years_of,
)
from arrowswitch.site.requests import MemberRequest

LATELY = datetime.timedelta(days=14)
A_YEAR = datetime.timedelta(days=366)
LISTED = 8


def nights_at_hand(club: Club, today: datetime.date) -> list[tuple[Session, bool]]:
    """The nights of the last two weeks, and those of a year whose cash nobody has counted yet; each with whether it was counted."""
    lately = store.listed(club).filter(date__range=(today - LATELY, today))[:LISTED]
    waiting = not_counted(club, today - A_YEAR, today)
    found = {each.pk: each for each in (*lately, *waiting[-LISTED:])}
    counted = set(CashReturn.objects.filter(session__in=found, replaced=None).values_list("session", flat=True))
    counted -= {each.pk for each in waiting}
    return [
        (each, each.pk in counted)
        for each in sorted(found.values(), key=lambda each: (each.date or today, each.pk), reverse=True)
    ]


@allow(*TREASURERS)
@require_safe
def overview(request: MemberRequest) -> HttpResponse:
    """What is in hand, what is owed, and the months of a year."""
    today = timezone.localdate()
    years = years_of(request.club)
    asked = request.GET.get("year", "")
    year = (
        int(asked)
        if asked.isascii() and asked.isdecimal() and len(asked) == 4 and 1990 <= int(asked) <= 2199
        else today.year
    )
    found = totals(entries_within(request.club, *first_and_last(year)), "month")
    closed = closed_months(request.club, year)
    months = [datetime.date(year, number, 1) for number in range(1, 13)]
    shown = {
        "year": year,
        "years": sorted({*years, today.year}, reverse=True),
        "rows": [(month, found[month], month in closed) for month in months if month in found],
        "whole": together(found),
        "carried": carried(request.club, *first_and_last(year)),
        "now": in_hand(request.club),
        "nights": nights_at_hand(request.club, today),
        "currency": MoneySettings.of(request.club).currency,
        "has_fees": Fee.objects.filter(kind__club=request.club).exists(),
    }
    return render(request, "money/overview.html", shown)
