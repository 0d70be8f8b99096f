"""The books: sums that follow from rows, rows that are never changed, who may see them, and what becomes of somebody's."""

from __future__ import annotations

import datetime
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from clubs import Place, used
from django.urls import reverse
from money_kept import fees_set, wrote
from people import account, as_role, our_club
from pytest_django.plugin import DjangoDbBlocker

from arrowswitch.site.club.models import Player
from arrowswitch.site.club.players.doubles import erase, merge
from arrowswitch.site.money.books import Books, MoneyRefused, MoneyStale, opened
from arrowswitch.site.money.fees import kinds_of
from arrowswitch.site.money.models import Fee, FeeKindChange, MoneyEntry, MoneySettings
from arrowswitch.site.money.reading import balance_of
from arrowswitch.site.money.reports import in_hand

DAY = datetime.date(2026, 3, 4)


def a_player(given: str = "Ann") -> Player:
    return Player.objects.create(club=our_club(), given=given, family="Ash")


def test_what_a_player_has_is_the_sum_of_what_was_written(club: dict[str, str]) -> None:
    ann = a_player()
    wrote("fee", "owes", 700, player=ann, day=DAY)
    assert balance_of(ann).told == "owes $7.00"
    wrote("paid-in", "cash", 2000, player=ann, day=DAY)
    assert balance_of(ann).account == 1300
    wrote("fee", "prepaid", 700, player=ann, day=DAY)
    wrote("vouchers", "cash", 6000, player=ann, day=DAY, count=10)
    wrote("fee", "voucher", 700, player=ann, day=DAY)
    wrote("free", "none", 0, player=ann, day=DAY, count=1)
    assert balance_of(ann).told == "has $6.00 with the club, vouchers: 9, free nights: 1"
    now = in_hand(our_club())
    assert (now.cash, now.prepaid, now.owed, now.vouchers, now.free_nights) == (8000, 600, 0, 9, 1)


def test_who_writes_into_the_books_holds_up_nobody_who_only_names_the_club(
    clubs: Place, django_db_blocker: DjangoDbBlocker
) -> None:
    with django_db_blocker.unblock(), clubs.club("postgresql") as place:

        def enter() -> None:
            with used(Path(place["ARROWSWITCH_DATA"]), place["ARROWSWITCH_DATABASE"]):
                a_player("Bo")

        our_club()
        with ThreadPoolExecutor(1) as pool, opened(our_club()):
            pool.submit(enter).result(20)  # a lock against another writer is none against a new row that names the club


def test_nobody_uses_up_what_there_is_not(desk_club: dict[str, str]) -> None:
    ann = a_player()
    for way in ("prepaid", "voucher", "free"):
        with pytest.raises(MoneyRefused, match="Ann Ash has no"):
            wrote("fee", way, 700, player=ann, day=DAY)
    with pytest.raises(MoneyRefused, match="in the register"):
        wrote("fee", "owes", 700, visitor="Vic Visitor", day=DAY)
    assert not MoneyEntry.objects.exists()


def test_a_row_is_reversed_once_and_stays(desk_club: dict[str, str]) -> None:
    ann = a_player()
    row = wrote("fee", "owes", 700, player=ann, day=DAY)
    books = Books(our_club(), account("director"))
    with opened(our_club()):
        back = books.reverse(row, "paid last week", "back-1")
        assert books.reverse(row, "paid last week", "back-1") == back
        with pytest.raises(MoneyStale):
            books.reverse(row, "again", "back-2")
        with pytest.raises(MoneyStale):
            books.reverse(back, "again", "back-3")
    assert balance_of(ann).is_empty
    assert [(each.amount, each.people, each.text) for each in MoneyEntry.objects.order_by("pk")] == [
        (700, 1, ""),
        (-700, -1, "paid last week"),
    ]
    with pytest.raises(TypeError):
        MoneyEntry.objects.all().delete()


def test_a_fee_holds_from_its_day_and_its_correction_counts(desk_club: dict[str, str]) -> None:
    treasurer, place = as_role("treasurer"), reverse("money-fees")
    page = treasurer.get(place).content.decode()
    assert "Inter-club visitor" in page
    assert not kinds_of(our_club())
    for amount, since, why in (("6", "2020-01-01", ""), ("$7", "2021-01-01", "rent"), ("7.5", "2199-01-01", "")):
        sent = {"kind": "0", "amount": amount, "since": since, "why": why}
        assert treasurer.post(place, sent).status_code == 302
    page = treasurer.get(place).content.decode()
    assert "<strong>$7.00</strong>" in page
    assert "$7.50 from 1 January 2199" in page
    assert [(each.amount, str(each.by), each.why) for each in Fee.objects.all()] == [
        (600, "Treasurer of Riverside", ""),
        (700, "Treasurer of Riverside", "rent"),
        (750, "Treasurer of Riverside", ""),
    ]
    assert len(kinds_of(our_club())) == 5
    assert treasurer.post(place, {"kind": "0", "amount": "7.005", "since": "2021-01-01"}).status_code == 422
    for amount in ("8", "8", "7"):
        assert treasurer.post(place, {"kind": "0", "amount": amount, "since": "2022-01-01"}).status_code == 302
    assert [each.amount for each in Fee.objects.filter(since=datetime.date(2022, 1, 1))] == [800, 700]


def test_another_kind_of_player_comes_beside_the_usual_ones(desk_club: dict[str, str]) -> None:
    treasurer = as_role("treasurer")
    for name, visitors in (("Member", ""), ("Guest of the house", "on")):
        answer = treasurer.post(reverse("money-kind-new"), {"name": name, "memberships": "", "visitors": visitors})
        assert answer.status_code == 302
    assert treasurer.post(reverse("money-kind-new"), {"name": "member"}).status_code == 422
    assert sorted(each.name for each in kinds_of(our_club()) if each.visitors) == ["Guest of the house"]
    assert len(kinds_of(our_club())) == 6


def test_a_membership_is_of_one_kind_and_somebody_is_always_everybody_else(desk_club: dict[str, str]) -> None:
    treasurer, kinds = as_role("treasurer"), fees_set()
    sent = {"name": "Full", "memberships": "life MEMBER"}
    assert "Life member belongs to Member already" in treasurer.post(reverse("money-kind-new"), sent).content.decode()
    visitor = reverse("money-kind", args=[kinds["Visitor"].pk])
    for change in ({}, {"visitors": "on", "retired": "on"}):
        answer = treasurer.post(visitor, {"name": "Visitor", "memberships": "", **change})
        assert "Some kind must be for everybody else" in answer.content.decode()
    student = reverse("money-kind", args=[kinds["Student"].pk])
    assert treasurer.post(student, {"name": "Student", "memberships": "", "retired": "on"}).status_code == 302
    assert "Not used any more" in treasurer.get(reverse("money-fees")).content.decode()


def test_the_first_kind_of_a_club_takes_its_memberships_from_the_usual_ones(desk_club: dict[str, str]) -> None:
    sent = {"name": "Patron", "memberships": "Life member"}
    assert as_role("treasurer").post(reverse("money-kind-new"), sent).status_code == 302
    kept = {each.name: each.memberships for each in kinds_of(our_club())}
    assert (kept["Patron"], kept["Member"]) == ("Life member", "Member\nAssociate member")


def test_the_treasurer_writes_down_what_is_paid_in_and_vouchers_at_their_price(desk_club: dict[str, str]) -> None:
    ann, treasurer = a_player(), as_role("treasurer")
    place = reverse("money-account", args=[ann.pk])
    MoneySettings.objects.create(club=our_club(), voucher_price=600, by=account("owner"))
    sent = {"what": "vouchers", "count": "10", "way": "bank", "command": "twice-sent"}
    for _ in range(2):
        assert treasurer.post(place, sent).status_code == 302
    assert treasurer.post(place, {"what": "paid-in", "amount": "20", "way": "owes"}).status_code == 422
    assert (
        treasurer.post(place, {"what": "paid-in", "amount": "20", "way": "cash", "day": "2026-03-04"}).status_code
        == 302
    )
    assert [(each.bank, each.cash, each.vouchers) for each in MoneyEntry.objects.order_by("pk")] == [
        (6000, 0, 10),
        (0, 2000, 0),
    ]
    assert "has $20.00 with the club, vouchers: 10" in treasurer.get(place).content.decode()
    assert "Ann Ash" in treasurer.get(reverse("money-accounts")).content.decode()


def test_a_player_sees_only_the_own_account(desk_club: dict[str, str]) -> None:
    ann, bob = a_player(), a_player("Bob")
    wrote("fee", "owes", 700, player=ann, day=DAY, text="a remark of the treasurer")
    wrote("fee", "owes", 1234, player=bob, day=DAY)
    mine = account("player")
    mine.player = ann
    mine.save()
    page = as_role("player").get(reverse("my-money")).content.decode()
    assert "owes $7.00" in page
    assert "12.34" not in page
    assert "remark" not in page
    assert as_role("player").get(reverse("money-account", args=[ann.pk])).status_code == 403
    assert as_role("director").get(reverse("money")).status_code == 403


def test_what_the_books_hold_of_a_person_is_seen_and_taken_away(desk_club: dict[str, str]) -> None:
    ann = a_player()
    wrote("fee", "owes", 700, player=ann, day=DAY)
    page = as_role("director").get(reverse("player-privacy", args=[ann.pk])).content.decode()
    assert "owes $7.00" in page
    taken = as_role("director").get(reverse("player-privacy-file", args=[ann.pk, "json"])).json()
    assert taken["money"][0]["amount"] == "7.00"
    assert "vouchers" in as_role("public").get(reverse("privacy")).content.decode()


def test_books_stay_right_when_entries_are_merged_and_people_forgotten(desk_club: dict[str, str]) -> None:
    ann, same = a_player(), a_player("Anne")
    wrote("fee", "owes", 700, player=ann, day=DAY)
    wrote("paid-in", "cash", 500, player=same, day=DAY, text="from Anne Ash")
    merge(ann, same)
    assert balance_of(ann).account == -200
    erase(ann)
    now = in_hand(our_club())
    assert (now.cash, now.owed) == (500, 200)
    page = as_role("treasurer").get(reverse("money-accounts")).content.decode()
    assert "(name withheld)" in page
    assert "Ash" not in page
    assert not MoneyEntry.objects.exclude(text="").exists()


def test_the_money_of_a_country_is_set_once_there_is_something_in_the_books(desk_club: dict[str, str]) -> None:
    owner, place = as_role("owner"), reverse("settings-money")
    sent = {
        "sign": "€",
        "sign_after": "on",
        "places": "2",
        "pieces": "50\n20\n0,50",
        "bank_above": "2",
        "voucher_price": "0",
        "seen": "0",
    }
    assert owner.post(place, sent).status_code == 302
    assert MoneySettings.of(our_club()).currency.told(750) == "7.50 €"
    assert MoneySettings.of(our_club()).pieces_sorted == [5000, 2000, 50]
    late = owner.post(place, {**sent, "sign": "£"})
    assert late.status_code == 422
    assert "Somebody has changed this meanwhile" in late.content.decode()
    sent["seen"] = str(MoneySettings.of(our_club()).pk)
    fees_set()
    wrote("income", "cash", 1000, day=DAY)
    assert owner.post(place, {**sent, "places": "0"}).status_code == 422
    assert owner.post(place, {**sent, "pieces": "gold"}).status_code == 422
    assert owner.post(place, {**sent, "why": "new rule", "bank_above": "5"}).status_code == 302
    assert MoneySettings.objects.count() == 2
    assert MoneySettings.of(our_club()).bank_above == 500
    assert "new rule" in owner.get(place).content.decode()


def test_what_is_sent_from_a_page_gone_back_to_is_not_said_to_be_done(desk_club: dict[str, str]) -> None:
    ann, treasurer = a_player(), as_role("treasurer")
    place = reverse("money-account", args=[ann.pk])
    sent = {"what": "paid-in", "amount": "20", "way": "cash", "command": "the-same-page"}
    assert treasurer.post(place, sent).status_code == 302
    again = treasurer.post(place, {**sent, "amount": "30"})
    assert again.status_code == 422
    assert "Something else was sent from this page already" in again.content.decode()
    assert treasurer.post(reverse("money-account", args=[a_player("Bo").pk]), sent).status_code == 422
    assert treasurer.post(place, sent).status_code == 302
    assert [each.amount for each in MoneyEntry.objects.all()] == [2000]


def test_amounts_are_read_in_the_money_that_is_being_set(desk_club: dict[str, str]) -> None:
    owner, place = as_role("owner"), reverse("settings-money")
    sent = {
        "sign": "¥",
        "places": "0",
        "pieces": "1000\n500",
        "bank_above": "¥200",
        "voucher_price": "600",
        "seen": "0",
    }
    assert owner.post(place, sent).status_code == 302
    kept = MoneySettings.of(our_club())
    assert (kept.bank_above, kept.voucher_price, kept.currency.told(kept.bank_above)) == (200, 600, "¥200")
    fees_set()
    answer = owner.post(place, {**sent, "places": "2", "seen": str(kept.pk)})
    assert "There are amounts in the books already" in answer.content.decode()  # else a fee would be worth a hundredth


def test_who_pays_as_what_is_kept_with_who_and_why(desk_club: dict[str, str]) -> None:
    treasurer = as_role("treasurer")
    treasurer.post(reverse("money-fees"), {"kind": "0", "amount": "7", "since": "2020-01-01"})
    kinds = {each.name: each for each in kinds_of(our_club())}
    place = reverse("money-kind", args=[kinds["Student"].pk])
    sent = {"name": "Under 26", "memberships": "Student\nApprentice", "visitors": "on", "why": "as the meeting decided"}
    assert treasurer.post(place, sent).status_code == 302
    assert treasurer.post(place, {**sent, "why": ""}).status_code == 302  # nothing new
    changes = FeeKindChange.objects.order_by("pk")
    told = [(each.name, each.visitors, each.why) for each in changes[5:]]
    assert told == [("Visitor", False, "as the meeting decided"), ("Under 26", True, "as the meeting decided")]
    page = treasurer.get(place).content.decode()
    for words in ("Treasurer of Riverside", "as the meeting decided", "Student, Apprentice", "for everybody else"):
        assert words in page
