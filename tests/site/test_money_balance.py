"""The books beside another reckoning: whatever is done, in whatever order, every sum of every page is what plain addition says."""

from __future__ import annotations

import datetime
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from django.db import transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from money_kept import fees_set
from nights import a_night
from people import account, our_club

from arrowswitch.site.club.models import Player
from arrowswitch.site.journal.models import Session
from arrowswitch.site.money.books import EFFECTS, Books, MoneyRefused
from arrowswitch.site.money.models import (
    BankedReturn,
    Banking,
    CashReturn,
    MoneyEntry,
    MonthMark,
)
from arrowswitch.site.money.reading import balance_of, balances_of
from arrowswitch.site.money.reports import (
    carried,
    entries_within,
    first_and_last,
    in_hand,
    kept_for_shortfalls,
    loose_cash,
    night_totals,
    not_counted,
    to_bank,
    together,
    totals,
)
from arrowswitch.site.money.returns import WhoCounted, write_return
from arrowswitch.site.night.money.people import expected_in_tray
from arrowswitch.till import CashCount

DAYS = (datetime.date(2026, 1, 6), datetime.date(2026, 1, 31), datetime.date(2026, 2, 3))
WAYS_TO_WRITE = [each for each in EFFECTS if each[0] not in ("over", "banked")]

ACTS = st.one_of(
    st.tuples(
        st.just("write"),
        st.sampled_from(WAYS_TO_WRITE),
        st.integers(0, 2000),
        st.integers(1, 3),
        st.integers(0, 2),
        st.integers(0, 3),
    ),
    st.tuples(st.just("reverse"), st.integers(0, 50)),
    st.tuples(st.just("count"), st.integers(0, 2), st.integers(-400, 400), st.integers(0, 500)),
    st.tuples(st.just("bank"), st.sets(st.integers(0, 2)), st.booleans()),
    st.tuples(st.just("close"), st.integers(0, 1)),
    st.tuples(st.just("open"), st.integers(0, 1)),
)


@dataclass
class OtherReckoning:
    """A treasurer with a pencil, who knows nothing of the rows: what each act does to each purse."""

    lines: list[dict[str, Any]] = field(default_factory=list)

    def add(self, day: datetime.date, night: int | None, who: int | None, **does: int) -> None:
        self.lines.append({"day": day, "night": night, "who": who, **Counter(does)})

    def total(self, purse: str, **where: Any) -> int:
        return sum(
            each.get(purse, 0)
            for each in self.lines
            if all(each[name] == value for name, value in where.items() if name != "until")
            and each["day"] <= where.get("until", datetime.date.max)
        )


PENCIL = {
    "cash": {"tray": 1},
    "bank": {"bank": 1},
    "voucher": {"vouchers": -1},
    "free": {"free": -1},
    "prepaid": {"account": -1},
    "owes": {"account": -1},
    "none": {},
}
GIVES = {"paid-in": {"account": 1}, "paid-out": {"account": -1}, "vouchers": {"vouchers": 1}, "free": {"free": 1}}
OUT = ("paid-out", "expense")


def by_hand(what: str, way: str, amount: int, count: int) -> dict[str, int]:
    """What an act does, said once more in other words than the books'."""
    does: Counter[str] = Counter()
    for purse, sign in PENCIL[way].items():
        pieces = purse in ("vouchers", "free")
        does[purse] += (1 if pieces else amount) * sign * (-1 if what in OUT else 1)
    for purse, sign in GIVES.get(what, {}).items():
        does[purse] += (count if purse in ("vouchers", "free") else amount) * sign
    return dict(does)


@dataclass
class ClubOfThisTest:
    """Three players and three nights, in two months."""

    nights: list[Session]
    players: list[Player]
    books: Books
    pencil: OtherReckoning = field(default_factory=OtherReckoning)
    done: int = 0

    def command(self) -> str:
        self.done += 1
        return f"act-{self.done}"

    def act(self, what: str, *more: Any) -> None:
        """Does it, or is refused; then the pencil writes nothing either."""
        try:
            with transaction.atomic():
                getattr(self, what)(*more)
        except MoneyRefused:
            return

    def write(self, kind: tuple[str, str], amount: int, count: int, who: int, where: int) -> None:
        on_night = where < 3 and kind[0] not in ("income", "expense")
        night = self.nights[where] if on_night else None
        person = None if kind[0] in ("income", "expense") else self.players[who]
        row = self.books.write(
            *kind, amount, command=self.command(), day=DAYS[where % 3], count=count, session=night, player=person
        )
        does = by_hand(*kind, amount, count)
        self.pencil.add(row.day, night.pk if night else None, person.pk if person else None, **does)

    def reverse(self, number: int) -> None:
        rows = list(MoneyEntry.objects.exclude(what="over").order_by("pk"))
        if not rows:
            return
        row = rows[number % len(rows)]
        back = self.books.reverse(row, "a mistake", self.command())
        does = {"tray": -row.cash, "bank": -row.bank, "account": -row.account}
        does |= {"vouchers": -row.vouchers, "free": -row.free_nights}
        self.pencil.add(back.day, row.session_id, row.player_id, **does)

    def count(self, where: int, over: int, change: int) -> None:
        night = self.nights[where]
        before = CashReturn.objects.filter(session=night, replaced=None).first()
        expected = expected_in_tray(night.pk)
        assert expected == self.pencil.total("tray", night=night.pk) - self.pencil.total("over", night=night.pk)
        counted = CashCount({1: max(0, expected + over + change)}, started_with=change)
        write_return(
            self.books,
            night,
            DAYS[where],
            counted,
            expected,
            WhoCounted("Dora Director"),
            command=self.command(),
            seen=before.pk if before else 0,
        )
        was = self.pencil.total("over", night=night.pk)
        difference = counted.takings - expected
        self.pencil.add(DAYS[where], night.pk, None, tray=difference - was, over=difference - was)

    def bank(self, chosen: set[int], with_other: bool) -> None:
        waiting = [each for number, each in enumerate(to_bank(our_club())) if number in chosen]
        other = loose_cash(our_club()) if with_other else 0
        total = sum(each.banked for each in waiting) + other
        if total <= 0:
            return
        entry = self.books.write("banked", "cash", total, command=self.command(), day=DAYS[2])
        made = Banking.objects.create(club=our_club(), day=entry.day, by=self.books.by, other=other, entry=entry)
        for each in waiting:
            BankedReturn.objects.create(banking=made, cash_return=each)
        self.pencil.add(DAYS[2], None, None, tray=-total, bank=total)

    def close(self, month: int) -> None:
        self._mark(month, closed=True)

    def open(self, month: int) -> None:
        self._mark(month, closed=False)

    def _mark(self, month: int, *, closed: bool) -> None:
        first = datetime.date(2026, month + 1, 1)
        MonthMark.objects.create(club=our_club(), month=first, closed=closed, by=self.books.by)

    def check(self) -> None:
        """Every sum that any page shows."""
        club, pencil = our_club(), self.pencil
        now, tray = in_hand(club), pencil.total("tray")
        assert now.cash == tray
        assert (now.vouchers, now.free_nights) == (pencil.total("vouchers"), pencil.total("free"))
        has = balances_of(club)
        for player in self.players:
            balance = balance_of(player)
            hand = [pencil.total(purse, who=player.pk) for purse in ("account", "vouchers", "free")]
            assert [balance.account, balance.vouchers, balance.free_nights] == hand
            assert (player.pk in has) is any(hand)
        assert now.prepaid - now.owed == pencil.total("account")
        # all that is in the tray waits for something, and nothing is counted twice
        waiting = list(to_bank(club))
        done = {each.session_id: each for each in CashReturn.objects.filter(replaced=None)}
        wait = {each.session_id for each in waiting}
        to_count = sum(pencil.total("tray", night=each.pk) for each in self.nights if each.pk not in done)
        to_count += sum(pencil.total("tray", night=each) - done[each].takings for each in wait)
        kept = kept_for_shortfalls(club)
        assert sum(each.banked for each in waiting) + kept + loose_cash(club) + to_count == tray
        assert all(each.banked + each.kept == each.takings for each in done.values())
        # by month, by night and by year it is the same
        whole = totals(MoneyEntry.objects.filter(club=club), "month")
        year = together(whole)
        banked = -sum(each.cash for each in MoneyEntry.objects.filter(what="banked"))
        assert year.cash - year.banked == tray
        assert (year.banked, year.bank + year.banked) == (banked, pencil.total("bank"))
        for night, total in night_totals(entries_within(club, *first_and_last(2026))).items():
            assert total.cash == pencil.total("tray", night=night)
            assert total.over == pencil.total("over", night=night)
        january = {each.name: each for each in carried(club, *first_and_last(2026, 1))}
        february = {each.name: each for each in carried(club, *first_and_last(2026, 2))}
        for name in january.keys() & february.keys():
            assert january[name].after == february[name].before
        end = [each.after for each in january.values() if each.is_money]
        last = first_and_last(2026, 1)[1]
        assert end == [pencil.total(purse, until=last) for purse in ("tray", "bank", "account")]
        # who is told to count has something to count
        assert {each.pk for each in not_counted(club, *first_and_last(2026))} == {
            night.pk
            for night in self.nights
            if (night.pk not in done and pencil.total("tray", night=night.pk) != 0)
            or (
                night.pk in done
                and pencil.total("tray", night=night.pk) != done[night.pk].takings
                and not BankedReturn.objects.filter(
                    cash_return=done[night.pk], banking__entry__reversed_by=None
                ).exists()
            )
        }


class _TakeItBack(Exception):  # noqa: N818 - ends an example, and is no error
    pass


def test_the_books_balance_whatever_is_done_in_whatever_order(desk_club: dict[str, str]) -> None:
    fees_set()
    nights = [Session.objects.get(pk=a_night()) for _ in DAYS]
    players = list(Player.objects.order_by("pk")[:3])
    books = Books(our_club(), account("owner"))

    @settings(suppress_health_check=[HealthCheck.too_slow], deadline=None)
    @given(st.lists(ACTS, max_size=14))
    def balances(acts: list[tuple[Any, ...]]) -> None:
        here = ClubOfThisTest(nights, players, books)
        try:
            with transaction.atomic():
                for what, *more in acts:
                    here.act(what, *more)
                here.check()
                raise _TakeItBack
        except _TakeItBack:
            pass

    balances()


def test_what_is_kept_is_never_less_than_nothing_when_an_earlier_night_is_counted_again(
    desk_club: dict[str, str],
) -> None:
    fees_set()
    nights = [Session.objects.get(pk=a_night()) for _ in range(2)]
    here = ClubOfThisTest(nights, list(Player.objects.order_by("pk")[:3]), Books(our_club(), account("owner")))
    for night in (0, 1):
        here.act("write", ("fee", "cash"), 8400, 1, 0, night)
    here.act("count", 0, 200, 0)  # $2.00 over, which is kept
    here.act("count", 1, -300, 0)  # $3.00 short: two of them come from what was kept
    assert [each.banked for each in CashReturn.objects.filter(replaced=None).order_by("pk")] == [8400, 8300]
    here.act("count", 0, 0, 0)  # a coin of $2 was counted twice
    here.check()
    assert kept_for_shortfalls(our_club()) == 0
    again = CashReturn.objects.get(session=nights[0], replaced=None)
    assert (again.over, again.banked, again.kept) == (0, 8200, 200)
    assert in_hand(our_club()).cash == 8200 + 8300
