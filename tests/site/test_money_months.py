"""The treasurer's year: months by night and kind, closing, reversing, banking with its slip, and files."""

from __future__ import annotations

import csv
import datetime
import io
import itertools
import re
from typing import Any

from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone
from money_kept import fees_set, wrote
from nights import a_night
from people import account, as_role, our_club
from pypdf import PdfReader

from arrowswitch.site.club.models import Player
from arrowswitch.site.club.players.doubles import erase
from arrowswitch.site.journal.models import Session
from arrowswitch.site.money.banking import slip_of
from arrowswitch.site.money.books import Books, opened
from arrowswitch.site.money.models import Banking, CashReturn, MoneyEntry, MoneySettings
from arrowswitch.site.money.overview import nights_at_hand
from arrowswitch.site.money.reading import balance_of
from arrowswitch.site.money.reports import carried, first_and_last, in_hand, loose_cash, not_counted, to_bank
from arrowswitch.site.money.returns import WhoCounted, write_return
from arrowswitch.till import CashCount

_count = itertools.count(1)
DAY = datetime.date(2026, 1, 6)


def a_night_in_cash(members: int = 10, visitors: int = 2) -> Session:
    """A night of January 2026 at $7 and $9, all in cash."""
    kinds = fees_set()
    session = Session.objects.get(pk=a_night())
    people = list(Player.objects.order_by("-pk")[: members + visitors])
    for number, player in enumerate(people):
        kind = kinds["Member" if number < members else "Visitor"]
        amount = 700 if number < members else 900
        wrote("fee", "cash", amount, player=player, day=DAY, session=session, kind=kind)
    return session


def a_counted_night(members: int = 10, visitors: int = 2, extra: int = 0) -> Session:
    """The same, counted in coins of a dollar, with so much over."""
    session = a_night_in_cash(members, visitors)
    expected = 700 * members + 900 * visitors
    with opened(our_club()):
        write_return(
            Books(our_club(), account("owner")),
            session,
            DAY,
            CashCount({100: (expected + extra) // 100, 50: (expected + extra) % 100 // 50}),
            expected,
            WhoCounted("Dora Director"),
            command=f"counted-{next(_count)}",
            seen=0,
        )
    return session


def treasurer(name: str, *more: Any, **sent: Any) -> Any:
    place = reverse(name, args=more)
    return as_role("treasurer").post(place, sent) if sent else as_role("treasurer").get(place)


def text(name: str, *more: Any) -> str:
    return str(treasurer(name, *more).content.decode())


def test_a_month_by_session_and_by_kind(club: dict[str, str]) -> None:
    a_counted_night(extra=150)
    wrote("expense", "cash", 1250, day=DAY, text="Cards")
    page = text("money-month", 2026, 1)
    assert "Tuesday pairs" in page
    assert "10 · $70.00" in page
    assert "2 · $18.00" in page
    assert "$1.50" in page
    assert "Over or under" in page
    assert "Vouchers used" not in page  # nobody had one
    assert "Vouchers sold and other" in page
    assert "−$12.50" in page
    assert "Cards" in page
    assert "January" in as_role("treasurer").get(reverse("money"), {"year": "2026"}).content.decode()
    assert as_role("treasurer").get(reverse("money"), {"year": "01999999"}).status_code == 200
    assert treasurer("money-month", 2026, 13).status_code == 404
    assert treasurer("money-month", 2026, 0).status_code == 404


def test_a_closed_month_takes_nothing_more_and_is_opened_with_a_reason(desk_club: dict[str, str]) -> None:
    session = a_counted_night()
    assert treasurer("money-month", 2026, 1, what="close").status_code == 302
    late = {"what": "expense", "amount": "5", "way": "cash", "day": "2026-01-31", "text": "Tea"}
    assert "January 2026 is closed" in treasurer("money-new", **late).content.decode()
    fee = MoneyEntry.objects.filter(what="fee").latest("pk")
    assert treasurer("money-entry", fee.pk, why="was not here").status_code == 302
    back = MoneyEntry.objects.get(reverses=fee)
    assert (back.day, back.text, back.session) == (datetime.date.today(), "was not here", session)
    assert treasurer("money-month", 2026, 1, what="open", why="").status_code == 422
    assert treasurer("money-month", 2026, 1, what="open", why="rent was forgotten").status_code == 302
    assert treasurer("money-new", **late).status_code == 302
    assert "rent was forgotten" in text("money-month", 2026, 1)
    assert treasurer("money-month", 2150, 1, what="close").status_code == 422


def test_a_night_that_nobody_counted_is_told_before_its_month_is_closed(desk_club: dict[str, str]) -> None:
    session = a_night_in_cash()
    page = text("money-month", 2026, 1)
    assert "Not counted yet, or not since" in page
    assert reverse("night-money-return", args=[session.pk]) in page
    for days, listed in ((0, True), (300, True), (400, False)):
        assert (
            [session] == [one for one, _counted in nights_at_hand(our_club(), DAY + datetime.timedelta(days))]
        ) is listed
    assert treasurer("money-month", 2026, 1, what="close").status_code == 302
    fee = MoneyEntry.objects.filter(what="fee").latest("pk")
    for name, sent in (
        ("night-money", {"who": str(fee.player_id), "way": "back", "seen": str(fee.pk)}),
        ("night-money-return", {"seen": "0", "count-100": "88"}),
    ):
        answer = treasurer(name, session.pk, **sent)
        assert answer.status_code in (409, 422)
        assert "January 2026 is closed. The treasurer can open it again" in answer.content.decode()
    assert not CashReturn.objects.exists()
    assert "The month of this session is closed" in text("night-money", session.pk)


def test_a_mistake_is_reversed_and_both_lines_stay(desk_club: dict[str, str]) -> None:
    row = wrote("expense", "bank", 1250, day=DAY, text="Cards")
    assert treasurer("money-entry", row.pk, why="").status_code == 422
    assert treasurer("money-entry", row.pk, why="twice", command="sent-twice").status_code == 302
    assert treasurer("money-entry", row.pk, why="twice", command="sent-twice").status_code == 302
    assert treasurer("money-entry", row.pk, why="again").status_code == 422
    assert [each.bank for each in MoneyEntry.objects.order_by("pk")] == [-1250, 1250]
    assert "twice" in text("money-books")


def test_what_was_over_is_put_right_by_counting_again_only(desk_club: dict[str, str]) -> None:
    a_counted_night(extra=150)
    row = MoneyEntry.objects.get(what="over")
    assert treasurer("money-entry", row.pk, why="no").status_code == 422
    assert not MoneyEntry.objects.filter(reverses=row).exists()


def test_nights_are_banked_together_and_a_banking_is_taken_back(club: dict[str, str]) -> None:
    first, _second = a_counted_night(extra=150), a_counted_night(extra=250)
    waiting = list(to_bank(our_club()))
    assert [each.banked for each in waiting] == [8800, 9050]  # $1.50 is kept, $2.50 is banked
    sent = {"returns": [str(each.pk) for each in waiting], "day": "2026-01-20", "text": "", "command": "to-the-bank"}
    for _ in range(2):
        assert treasurer("money-banking", **sent).status_code == 302
    made = Banking.objects.get()
    assert made.entry.amount == 17850
    slip = slip_of(waiting)
    assert (slip.pieces, slip.total, slip.other) == ({100: 88 + 90, 50: 1}, 17850, 0)
    page = text("money-banked", made.pk)
    assert "$1.00 × 178" in page
    assert treasurer("money-slip", made.pk).content.startswith(b"%PDF-")
    now = in_hand(our_club())
    assert (now.cash, now.kept) == (150, 150)
    assert "Nothing waits" in text("money-banking")
    again = {"returns": [str(waiting[0].pk)], "day": "2026-01-20", "text": ""}
    assert treasurer("money-banking", **again).status_code == 422
    count = {"seen": str(waiting[0].pk), "count-100": "1"}
    answer = as_role("scorer").post(reverse("night-money-return", args=[first.pk]), count)
    assert "taken to the bank already" in answer.content.decode()
    assert treasurer("money-entry", made.entry_id, why="left in the car").status_code == 302
    assert len(to_bank(our_club())) == 2


def test_files_for_a_spreadsheet_hold_every_line_and_the_sums(desk_club: dict[str, str]) -> None:
    a_counted_night(extra=150)
    ann = Player.objects.earliest("pk")
    wrote("paid-in", "cash", 500, player=ann, day=DAY)
    wrote("paid-out", "cash", 500, player=ann, day=DAY, text="=1+1")
    lines = list(csv.DictReader(io.StringIO(text("money-file", "books", 2026).removeprefix("\ufeff"))))
    assert len(lines) == 15
    assert sum(int(float(line["cash"]) * 100) for line in lines) == 8800 + 150
    assert (lines[-1]["remark"], lines[-1]["name"], lines[-1]["cash"]) == ("'=1+1", str(ann), "-5.00")
    nights = list(csv.DictReader(io.StringIO(text("money-file", "nights", 2026).removeprefix("\ufeff"))))
    assert [(line["players"], line["fees"], line["over or under"], line["to be banked"]) for line in nights] == [
        ("12", "88.00", "1.50", "88.00")
    ]
    assert (nights[0]["cash"], nights[0]["players: cash"], nights[0]["players: owes"]) == ("89.50", "12", "0")
    assert len(nights[0]) == len(text("money-file", "nights", 2026).splitlines()[0].split(","))
    erase(ann)
    assert "(name withheld)" in text("money-file", "books", 2026)
    assert treasurer("money-file", "secrets", 2026).status_code == 404


def test_a_year_of_many_nights_is_asked_for_in_few_questions(desk_club: dict[str, str]) -> None:
    session = a_counted_night()
    owner, ann = account("owner"), Player.objects.earliest("pk")
    MoneyEntry.objects.bulk_create(
        MoneyEntry(
            club=our_club(), day=DAY, by=owner, what="fee", way="owes", amount=700, account=-700, people=1,
            session=session, player=ann, command=f"bulk-{number}",
        )
        for number in range(5000)
    )  # fmt: skip
    assert balance_of(ann).account == -5000 * 700
    client = as_role("treasurer")
    for name, more in (("money", ()), ("money-month", (2026, 1)), ("money-accounts", ()), ("money-books", ())):
        with CaptureQueriesContext(connection) as asked:
            assert client.get(reverse(name, args=more)).status_code == 200
        assert len(asked) < 25, name
    assert CashReturn.objects.count() == 1


def test_cash_that_is_no_nights_is_banked_too_and_what_was_spent_is_taken_off(desk_club: dict[str, str]) -> None:
    night = a_counted_night(extra=-150)  # 88.00 expected, 86.50 there
    wrote("subscription", "cash", 9000, player=Player.objects.first(), day=DAY)
    wrote("expense", "cash", 1250, day=DAY, text="Cards")
    assert loose_cash(our_club()) == 7750
    assert "there is $77.50 of other cash" in " ".join(text("money-banking").split())
    (waiting,) = to_bank(our_club())
    sent = {"day": "2026-01-09", "command": "to-the-bank", "returns": [str(waiting.pk)], "other": "77.50"}
    assert treasurer("money-banking", **{**sent, "returns": [], "other": ""}).status_code == 422
    assert treasurer("money-banking", **{**sent, "other": "-90"}).status_code == 422
    assert treasurer("money-banking", **sent).status_code == 302
    made = Banking.objects.get()
    assert (made.other, made.entry.amount, in_hand(our_club()).cash, loose_cash(our_club())) == (7750, 16400, 0, 0)
    assert slip_of(list(CashReturn.objects.all()), made.other).other == 7750
    paper = PdfReader(io.BytesIO(treasurer("money-slip", made.pk).content)).pages[0].extract_text()
    for words in (f"{night.title}: $86.50 ($1.50 short)", "Other cash: $77.50", "Total $164.00"):
        assert words in " ".join(paper.split())
    assert "$1.50 short" in " ".join(text("money-banked", made.pk).split())
    assert "Nothing waits" in text("money-banking")
    assert treasurer("money-entry", made.entry_id, why="the bank was closed").status_code == 302
    assert loose_cash(our_club()) == 7750
    paper = PdfReader(io.BytesIO(treasurer("money-slip", made.pk).content)).pages[0].extract_text()
    assert "This was reversed" in paper


def test_no_more_other_cash_is_banked_than_the_books_know_and_no_line_is_about_nothing(
    desk_club: dict[str, str],
) -> None:
    wrote("income", "cash", 1000, day=DAY)
    answer = treasurer("money-banking", other="10.50", day=DAY.isoformat(), returns=[])
    assert answer.status_code == 422
    assert "The books know of $10.00 only" in answer.content.decode()
    assert treasurer("money-banking", other="10", day=DAY.isoformat(), returns=[]).status_code == 302
    nothing = {"what": "expense", "amount": "0", "way": "cash", "day": DAY.isoformat(), "text": "tea"}
    assert treasurer("money-new", **nothing).status_code == 422
    assert not MoneyEntry.objects.filter(what="expense").exists()


def test_a_month_adds_up_with_what_is_besides_its_sessions(desk_club: dict[str, str]) -> None:
    a_counted_night()
    wrote("expense", "cash", 1250, day=DAY)
    page = " ".join(text("money-month", 2026, 1).split())
    assert "Besides the sessions" in page
    assert re.search(r"Besides the sessions</th>.*?12.50", page)


def test_a_night_that_took_more_after_its_count_waits_to_be_counted_again(desk_club: dict[str, str]) -> None:
    session = a_counted_night()
    month = datetime.date(2026, 1, 1), datetime.date(2026, 1, 31)
    assert not_counted(our_club(), *month) == []
    wrote("fee", "cash", 700, player=Player.objects.order_by("pk").first(), day=DAY, session=session)
    assert not_counted(our_club(), *month) == [session]
    assert (session, False) in nights_at_hand(our_club(), datetime.date(2026, 1, 8))
    assert "Not counted yet, or not since" in text("money-month", 2026, 1)
    (waiting,) = to_bank(our_club())
    treasurer("money-banking", day="2026-01-09", command="banked", returns=[str(waiting.pk)])
    assert not_counted(our_club(), *month) == []  # it cannot be counted again now
    assert loose_cash(our_club()) == 700


def test_the_end_of_a_month_is_the_beginning_of_the_next(desk_club: dict[str, str]) -> None:
    ann = Player.objects.create(club=our_club(), given="Ann", family="Ash")
    for day, what, way, amount in (
        (datetime.date(2025, 12, 31), "income", "cash", 5000),
        (DAY, "paid-in", "bank", 2000),
        (datetime.date(2026, 2, 3), "fee", "prepaid", 700),
        (datetime.date(2026, 2, 3), "expense", "cash", 1250),
    ):
        wrote(what, way, amount, day=day, player=None if what in ("income", "expense") else ann)
    lines = {
        month: [(each.before, each.change, each.after) for each in carried(our_club(), *first_and_last(2026, month))]
        for month in (1, 2)
    }
    assert lines == {
        1: [(5000, 0, 5000), (0, 2000, 2000), (0, 2000, 2000)],
        2: [(5000, -1250, 3750), (2000, 0, 2000), (2000, -700, 1300)],
    }
    assert "$37.50" in text("money-month", 2026, 2)
    assert "$50.00" in as_role("treasurer").get(reverse("money"), {"year": "2025"}).content.decode()
    for number, row in ((1, "2026-01-31,Ann Ash,,0.00,20.00,0,0"), (2, "2026-02-28,Ann Ash,,0.00,13.00,0,0")):
        place = reverse("money-file", args=["accounts", 2026])
        assert row in as_role("treasurer").get(f"{place}?month={number}").content.decode()


def test_files_are_as_a_spreadsheet_with_commas_reads_them_and_hold_no_formulas(desk_club: dict[str, str]) -> None:
    MoneySettings.objects.create(club=our_club(), sign="€", sign_after=True, comma=True, by=account("owner"))
    quoted = Player.objects.create(club=our_club(), given='Anna "Nan"', family="O'Neill; Ash")
    wrote("fee", "owes", 750, player=quoted, day=DAY, text="=HYPERLINK(A1)")
    wrote("expense", "bank", 1250, day=DAY, text="-2+3")
    page = treasurer("money-file", "books", 2026).content.decode("utf-8-sig")
    head, owes, spent = csv.reader(io.StringIO(page), delimiter=";")
    assert (owes[head.index("amount")], owes[head.index("account")]) == ("7,50", "-7,50")
    assert owes[head.index("name")] == 'Anna "Nan" O\'Neill; Ash'
    assert [each[head.index("remark")] for each in (owes, spent)] == ["'=HYPERLINK(A1)", "'-2+3"]
    assert spent[head.index("bank")] == "-12,50"
    assert "7,50 €" in text("money-accounts")


def test_no_money_changes_hands_on_a_day_to_come(desk_club: dict[str, str]) -> None:
    ann = Player.objects.create(club=our_club(), given="Ann", family="Ash")
    tomorrow = str(timezone.localdate() + datetime.timedelta(1))
    for name, more, sent in (
        ("money-new", (), {"what": "income", "amount": "5", "way": "cash", "day": tomorrow, "text": "Gift"}),
        ("money-account", (ann.pk,), {"what": "paid-in", "amount": "5", "way": "cash", "day": tomorrow}),
        ("money-banking", (), {"other": "5", "day": tomorrow}),
    ):
        answer = treasurer(name, *more, **sent)
        assert answer.status_code == 422
        assert "This day is still to come." in answer.content.decode()
    assert not MoneyEntry.objects.exists()
