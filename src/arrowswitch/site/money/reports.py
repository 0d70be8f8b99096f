"""What the books come to: by month, by night, by kind of player. Sums of rows, so that twenty years open as fast as one."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.db.models import Exists, Max, Min, OuterRef, QuerySet, Sum
from django.db.models.functions import TruncMonth
from django.utils.translation import gettext_lazy as _

from arrowswitch.site.club.models import Club
from arrowswitch.site.journal.models import Session
from arrowswitch.site.money.models import WAYS, WHAT, BankedReturn, CashReturn, MoneyEntry, MonthMark


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


def cash_of_nights(sessions: QuerySet[Any] | Iterable[int]) -> dict[int, int]:
    """What each of these sessions brought into the tray by the books, with what was over or under."""
    rows = MoneyEntry.objects.filter(session__in=sessions).order_by()
    return {each["session"]: each["has"] for each in rows.values("session").annotate(has=Sum("cash"))}


def at_the_bank(club: Club) -> QuerySet[BankedReturn]:
    """The cash returns that were taken to the bank."""
    return BankedReturn.objects.filter(banking__club=club, banking__entry__reversed_by=None)


def not_counted(club: Club, first: datetime.date, last: datetime.date) -> list[Session]:
    """The sessions of these days that took cash which nobody has counted yet, or took more or less of it since the count."""
    taken = entries_within(club, first, last).filter(session__isnull=False).exclude(cash=0).order_by()
    cash = cash_of_nights(set(taken.values_list("session", flat=True).distinct()))
    kept = CashReturn.objects.filter(session__in=list(cash), replaced=None)
    kept = kept.annotate(is_banked=Exists(at_the_bank(club).filter(cash_return=OuterRef("pk"))))
    counted = {each.session_id: cash[each.session_id] if each.is_banked else each.takings for each in kept}
    waiting = [session for session, has in cash.items() if has != counted.get(session, 0)]
    return list(Session.objects.filter(pk__in=waiting).order_by("date", "pk"))


def loose_cash(club: Club) -> int:
    """Cash that waits with no night: subscriptions, gifts, what came after a night was banked; less what was spent of the nights' cash.

    What is in the tray is this, what waits of the nights, what is kept for shortfalls, and what of nights is still to be counted.
    """
    in_tray: int = MoneyEntry.objects.filter(club=club).aggregate(Sum("cash"))["cash__sum"] or 0
    counted = CashReturn.objects.filter(session__club=club, replaced=None)
    waiting = {each.session_id: each for each in to_bank(club)}
    to_count = sum(cash - waiting[session].takings for session, cash in cash_of_nights(waiting).items())
    to_count += sum(
        cash_of_nights(Session.objects.filter(club=club).exclude(pk__in=counted.values("session"))).values()
    )
    return in_tray - sum(each.banked for each in waiting.values()) - kept_for_shortfalls(club) - to_count


def to_bank(club: Club) -> QuerySet[CashReturn]:
    """The cash returns whose money is not at the bank yet, the earliest first."""
    waiting = CashReturn.objects.filter(session__club=club, replaced=None, banked__gt=0)
    waiting = waiting.exclude(pk__in=at_the_bank(club).values("cash_return"))
    return waiting.select_related("session").order_by("day", "pk")


# -- from the beginning to the end ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Carried:
    """What there was before some days, and what there is after them."""

    name: str
    is_money: bool
    before: int
    after: int

    @property
    def change(self) -> int:
        """What the days brought."""
        return self.after - self.before


CARRIED = {
    "cash": _("Cash"),
    "bank": _("Bank"),
    "account": _("Players’ accounts"),
    "vouchers": _("Vouchers"),
    "free_nights": _("Free nights"),
}


def carried(club: Club, first: datetime.date, last: datetime.date) -> list[Carried]:
    """What was carried into some days and out of them: the end of a month is the beginning of the next."""
    before, within = (
        MoneyEntry.objects.filter(club=club, **days).aggregate(**{f"{name}_": Sum(name, default=0) for name in CARRIED})
        for days in ({"day__lt": first}, {"day__range": (first, last)})
    )
    lines = [
        Carried(str(name), column in MONEY, before[f"{column}_"], before[f"{column}_"] + within[f"{column}_"])
        for column, name in CARRIED.items()
    ]
    return [each for each in lines if each.is_money or each.before or each.after]


MONEY = ("cash", "bank", "account")


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
    first, last = (
        rows.aggregate(day=end("day"))["day"] for end in (Min, Max)
    )  # one after the other: a look into the index each
    if first is None:
        return []
    years = range(last.year, first.year - 1, -1)
    return [year for year in years if rows.filter(day__year=year).exists()]  # a look into the index for each year
