"""What the books come to: by month, by night, by kind of player. Sums of rows, so that twenty years open as fast as one."""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django.db.models import Max, Min, QuerySet, Sum
from django.db.models.functions import TruncMonth

from arrowswitch.site.club.models import Club
from arrowswitch.site.journal.models import Session
from arrowswitch.site.money.models import WAYS, WHAT, CashReturn, MoneyEntry, MonthMark


@dataclass
class MoneyTotal:
    """What a month, a night or a kind of player comes to."""

    key: object = None
    people: int = 0
    fees: int = 0
    """What all who played were to pay."""
    cash: int = 0
    """All that came into the tray and was not taken to the bank; so for the next two."""
    bank: int = 0
    account: int = 0
    """What was paid ahead, less what was owed."""
    vouchers_used: int = 0
    free_used: int = 0
    other: int = 0
    """Subscriptions, vouchers sold, other income, less expenses."""
    over: int = 0
    banked: int = 0
    ways: dict[str, int] = field(default_factory=dict)
    """How many paid in each way."""
    used: set[str] = field(default_factory=set)
    """Of a sum of sums: what is not nought in every one of them, so that a page shows no empty columns."""

    @property
    def income(self) -> int:
        """What came in, in the tray or at the bank."""
        return self.cash + self.bank


def first_and_last(year: int, month: int = 0) -> tuple[datetime.date, datetime.date]:
    """The days of a month, or of a year.

    >>> first_and_last(2024, 2)[1], first_and_last(2026)[1]
    (datetime.date(2024, 2, 29), datetime.date(2026, 12, 31))
    """
    first = datetime.date(year, month or 1, 1)
    after = datetime.date(year + (month in (0, 12)), 1 if month in (0, 12) else month + 1, 1)
    return first, after - datetime.timedelta(days=1)


def entries_within(club: Club, first: datetime.date, last: datetime.date) -> QuerySet[MoneyEntry]:
    """The rows of the books of some days."""
    return MoneyEntry.objects.filter(club=club, day__range=(first, last))


OTHERS = ("vouchers", "subscription", "income", "expense")


def totals(rows: QuerySet[MoneyEntry], by: str) -> dict[object, MoneyTotal]:
    """The sums of rows by what they have in common: a month, a session, a kind."""
    if by == "month":
        rows = rows.annotate(month=TruncMonth("day"))
    grouped = rows.order_by().values(by, "what", "way")
    summed = grouped.annotate(
        Sum("people"), Sum("amount"), Sum("cash"), Sum("bank"), Sum("account"), Sum("vouchers"), Sum("free_nights")
    )
    found: dict[object, MoneyTotal] = {}
    for each in summed:
        total = found.setdefault(each[by], MoneyTotal(each[by]))
        _add(total, each["what"], each["way"], {name: each[f"{name}__sum"] for name in SUMMED})
    return found


def night_totals(rows: QuerySet[MoneyEntry]) -> dict[int, MoneyTotal]:
    """The same by the number of the session, without what has none."""
    found = totals(rows.filter(session__isnull=False), "session")
    return {number: total for number, total in found.items() if isinstance(number, int)}


SUMMED = ("people", "amount", "cash", "bank", "account", "vouchers", "free_nights")


def _add(total: MoneyTotal, what: str, way: str, sums: dict[str, int]) -> None:
    if what == "banked":
        total.banked += sums["amount"]
        return
    total.people += sums["people"]
    total.cash += sums["cash"]
    total.bank += sums["bank"]
    total.account += sums["account"]
    if what == "fee":
        total.fees += sums["amount"] if way != "none" else 0
        total.ways[way] = total.ways.get(way, 0) + sums["people"]
        total.vouchers_used -= sums["vouchers"]
        total.free_used -= sums["free_nights"]
    elif what == "over":
        total.over += sums["amount"]
    elif what in OTHERS:
        total.other += sums["cash"] + sums["bank"]


ADDED = ("people", "fees", "cash", "bank", "account", "vouchers_used", "free_used", "other", "over", "banked")


def together(found: Mapping[Any, MoneyTotal]) -> MoneyTotal:
    """The sum of sums."""
    whole = MoneyTotal()
    for each in found.values():
        for name in ADDED:
            setattr(whole, name, getattr(whole, name) + getattr(each, name))
        whole.used |= {name for name in ADDED if getattr(each, name)}
        for way, people in each.ways.items():
            whole.ways[way] = whole.ways.get(way, 0) + people
    return whole


def told_ways(total: MoneyTotal) -> list[tuple[str, int]]:
    """How many paid in each way, in the order of the ways."""
    return [(str(name), total.ways[way]) for way, name in WAYS.items() if total.ways.get(way)]


@dataclass(frozen=True)
class InHand:
    """What there is now, by the books."""

    cash: int
    """In the tray and the box: taken, and not yet at the bank."""
    kept: int
    """Of that what is kept for shortfalls."""
    owed: int
    """What players owe."""
    prepaid: int
    """What players have with the club."""
    vouchers: int
    free_nights: int
    """Sold or given, and not used yet."""


def in_hand(club: Club) -> InHand:
    """What there is now."""
    sums = MoneyEntry.objects.filter(club=club).aggregate(Sum("cash"), Sum("vouchers"), Sum("free_nights"))
    accounts = (
        MoneyEntry.objects.filter(club=club, player__isnull=False)
        .exclude(account=0)
        .order_by()
        .values("player")
        .annotate(has=Sum("account"))
        .values_list("has", flat=True)
    )
    has = list(accounts)
    return InHand(
        cash=sums["cash__sum"] or 0,
        kept=kept_for_shortfalls(club),
        owed=-sum(each for each in has if each < 0),
        prepaid=sum(each for each in has if each > 0),
        vouchers=sums["vouchers__sum"] or 0,
        free_nights=sums["free_nights__sum"] or 0,
    )


@dataclass(frozen=True)
class TrayLine:
    """A part of what should be in the tray, and for how many people it was paid."""

    name: str
    people: int
    amount: int


def tray_lines(session: int) -> list[TrayLine]:
    """Why so much should be in the tray: the fees by kind of player, then whatever else was paid in cash on the night."""
    rows = MoneyEntry.objects.filter(session=session).exclude(cash=0).exclude(what__in=("over", "banked"))
    grouped = rows.order_by("kind__place", "kind").values("what", "kind__name").annotate(Sum("people"), Sum("cash"))
    found = [
        TrayLine(each["kind__name"] or str(WHAT[each["what"]]), each["people__sum"], each["cash__sum"])
        for each in sorted(grouped, key=lambda each: list(WHAT).index(each["what"]))
    ]
    return [each for each in found if each.people or each.amount]


def not_counted(club: Club, first: datetime.date, last: datetime.date) -> list[Session]:
    """The sessions of these days that took cash which nobody has counted yet."""
    counted = CashReturn.objects.filter(session__club=club, replaced=None)
    taken = (
        entries_within(club, first, last).filter(session__isnull=False).exclude(session__in=counted.values("session"))
    )
    cash = taken.order_by().values("session").annotate(has=Sum("cash")).exclude(has=0)
    return list(Session.objects.filter(pk__in=cash.values("session")).order_by("date", "pk"))


def kept_for_shortfalls(club: Club, besides: int = 0) -> int:
    """The small surpluses that are kept, less what was used of them; of all nights but one."""
    counted = CashReturn.objects.filter(session__club=club, replaced=None).exclude(session=besides)
    return counted.aggregate(Sum("kept"))["kept__sum"] or 0


def closed_months(club: Club, year: int) -> set[datetime.date]:
    """The months of a year that are closed."""
    marks = MonthMark.objects.filter(club=club, month__year=year)
    last = {each.month: each.closed for each in marks}
    return {month for month, closed in last.items() if closed}


def years_of(club: Club) -> list[int]:
    """The years that have something in the books, the latest first."""
    rows = MoneyEntry.objects.filter(club=club).order_by()
    ends = rows.aggregate(first=Min("day"), last=Max("day"))
    if ends["first"] is None:
        return []
    years = range(ends["last"].year, ends["first"].year - 1, -1)
    return [year for year in years if rows.filter(day__year=year).exists()]  # a look into the index for each year
