"""Money on a night: tapping names, other ways of paying, tonight's fees, and the cash return by the rule of the seed (FIN-01 to FIN-04)."""

from __future__ import annotations

import datetime
import itertools
import re
from typing import Any

from django.urls import reverse
from money_kept import fees_set, wrote
from nights import a_night, do
from people import account, as_role, our_club

from arrowswitch.movements import build
from arrowswitch.session import Place, Seating, SeatPlayers
from arrowswitch.session import SeatedPlayer as Seated
from arrowswitch.site.calendar.models import CalendarDate
from arrowswitch.site.club.models import Player
from arrowswitch.site.journal.models import Session
from arrowswitch.site.members.models import Particulars
from arrowswitch.site.money.fees import FeesOfNight
from arrowswitch.site.money.models import CashReturn, MoneyEntry, MoneySettings
from arrowswitch.site.money.reading import balance_of
from arrowswitch.site.money.reports import in_hand, kept_for_shortfalls, tray_lines
from arrowswitch.site.night.money.people import visitor_key

_count = itertools.count(1)
DAY = datetime.date(2026, 1, 6)


def a_paid_night(tables: int = 3, members: bool = True) -> int:
    """A night of members, at NZ$7 a head."""
    fees_set()
    session = a_night(build("mitchell", tables=tables, boards_per_round=1))
    if members:
        for player in Player.objects.filter(particulars=None):
            Particulars.objects.create(player=player, kind="Member")
    return session


def place(session: int) -> str:
    return reverse("night-money", args=[session])


def tap(session: int, who: str, way: str = "cash", seen: int = 0, role: str = "scorer", **more: Any) -> int:
    sent = {"who": who, "way": way, "seen": seen, "command": f"tapped-{next(_count)}", **more}
    return int(as_role(role).post(place(session), sent).status_code)


def players() -> list[Player]:
    return list(Player.objects.order_by("pk"))


def last() -> MoneyEntry:
    return MoneyEntry.objects.latest("pk")


def text_of(session: int, name: str = "night-money", *more: Any) -> str:
    return as_role("scorer").get(reverse(name, args=[session, *more])).content.decode()


def test_a_tap_is_cash_and_another_takes_it_back(club: dict[str, str]) -> None:
    session = a_paid_night()
    one = players()[0]
    page = text_of(session)
    assert "0 of 12" in page
    assert f'id="who-{one.pk}"' in page
    assert tap(session, str(one.pk)) == 302
    assert "1 of 12" in text_of(session)
    assert "$7.00" in text_of(session)
    paid = last()
    assert (paid.amount, paid.cash, paid.day, paid.player, str(paid.by)) == (700, 700, DAY, one, str(account("scorer")))
    assert tap(session, str(one.pk), "back", paid.pk) == 302
    assert "0 of 12" in text_of(session)
    assert [each.cash for each in MoneyEntry.objects.order_by("pk")] == [700, -700]


def test_a_double_tap_and_a_second_collector_write_once(desk_club: dict[str, str]) -> None:
    session = a_paid_night()
    one = players()[0]
    for _ in range(2):
        assert tap(session, str(one.pk), command="the-same-tap") == 302
    sent = {"who": str(one.pk), "way": "owes", "seen": 0, "command": "another-phone"}
    answer = as_role("director").post(place(session), sent)
    assert answer.status_code == 409
    assert "Somebody has just written something else for" in answer.content.decode()
    assert MoneyEntry.objects.count() == 1


def test_people_pay_in_other_ways(desk_club: dict[str, str]) -> None:
    session = a_paid_night()
    one, two, three, four, five, six = players()[:6]
    wrote("vouchers", "cash", 6000, player=one, day=DAY, count=10)
    wrote("free", "none", 0, player=two, day=DAY, count=1)
    wrote("paid-in", "bank", 1000, player=three, day=DAY)
    for player, way in (
        (one, "voucher"),
        (two, "free"),
        (three, "prepaid"),
        (four, "owes"),
        (five, "bank"),
        (six, "none"),
    ):
        assert tap(session, str(player.pk), way) == 302
    assert tap(session, str(four.pk), "voucher", last().pk - 2) == 409  # has none
    has = [balance_of(each).told for each in (one, two, three, four, five, six)]
    assert has == [
        "vouchers: 9",
        "nothing owed",
        "has $3.00 with the club",
        "owes $7.00",
        "nothing owed",
        "nothing owed",
    ]
    page = text_of(session)
    assert "6 of 12" in page
    assert "in the tray $0.00" in page


def test_how_somebody_pays_is_written_anew_and_the_first_is_reversed(desk_club: dict[str, str]) -> None:
    session = a_paid_night()
    one = players()[0]
    tap(session, str(one.pk))
    assert tap(session, str(one.pk), "owes", last().pk) == 302
    rows = MoneyEntry.objects.order_by("pk").values_list("way", "cash", "account", "people")
    assert list(rows) == [("cash", 700, 0, 1), ("cash", -700, 0, -1), ("owes", 0, -700, 1)]


def test_a_visitor_pays_the_visitors_fee_and_cannot_owe(desk_club: dict[str, str]) -> None:
    session = a_paid_night()
    do(session, SeatPlayers((Seating(Place("A", 1, "N"), Seated("Vic Visitor")),)))
    key = visitor_key("Vic Visitor")
    assert "Visitor" in text_of(session)
    assert tap(session, key, "owes") == 409
    assert tap(session, key) == 302
    assert (last().amount, last().visitor, last().kind.name if last().kind else "") == (900, "Vic Visitor", "Visitor")


def test_two_visitors_of_one_name_pay_both(desk_club: dict[str, str]) -> None:
    session = a_paid_night()
    guests = tuple(Seating(Place("A", 1, seat), Seated("Guest")) for seat in ("N", "S"))
    do(session, SeatPlayers(guests), force=True, why="two guests")
    assert "0 of 12" in text_of(session)
    for name in ("Guest", "Guest (2)"):
        assert tap(session, visitor_key(name)) == 302
    assert "2 of 12" in text_of(session)
    assert "in the tray $18.00" in text_of(session)
    do(session, SeatPlayers((Seating(Place("A", 1, "S"), Seated("Vic Visitor")),)))
    assert "Paid, and not in a seat" in text_of(session)


def test_a_voucher_of_paper_is_one_tap_for_anybody(desk_club: dict[str, str]) -> None:
    session = a_paid_night()
    assert 'value="voucher"' not in text_of(session)
    MoneySettings.objects.create(club=our_club(), vouchers_by_name=False, by=account("owner"))
    do(session, SeatPlayers((Seating(Place("A", 1, "N"), Seated("Vic Visitor")),)))
    assert 'value="voucher"' in text_of(session)
    assert tap(session, visitor_key("Vic Visitor"), "voucher") == 302
    assert (last().way, last().vouchers, last().amount) == ("voucher", -1, 900)


def test_the_treasurer_collects_too_and_a_player_does_not(desk_club: dict[str, str]) -> None:
    session = a_paid_night()
    one = players()[0]
    assert tap(session, str(one.pk), role="player") == 403
    assert not MoneyEntry.objects.exists()
    assert tap(session, str(one.pk), role="treasurer") == 302
    page = as_role("treasurer").get(place(session)).content.decode()
    assert "1 of 12" in page
    assert "night-tabs" not in page  # nothing else of the session opens to a treasurer
    assert place(session) in as_role("treasurer").get(reverse("money-month", args=[2026, 1])).content.decode()


def test_a_tap_with_scripts_says_beside_the_name_that_somebody_was_quicker(desk_club: dict[str, str]) -> None:
    session = a_paid_night()
    one = players()[0]
    assert tap(session, str(one.pk)) == 302
    sent = {"who": str(one.pk), "way": "owes", "seen": 0, "command": "another-phone"}
    answer = as_role("director").post(place(session), sent, headers={"HX-Request": "true"})
    assert answer.status_code == 200  # so that it is shown
    row = answer.content.decode().split(f'id="who-{one.pk}"')[1].split("</form>")[0]
    assert "Somebody has just written something else" in row


def test_the_cash_return_says_why_so_much_should_be_there_and_who_is_missing(desk_club: dict[str, str]) -> None:
    kinds, session = fees_set(), a_paid_night()
    one, two, three, four = players()[:4]
    wrote("fee", "cash", 400, player=one, day=DAY, session=Session.objects.get(pk=session), kind=kinds["Student"])
    wrote("vouchers", "cash", 6000, player=two, day=DAY, session=Session.objects.get(pk=session), count=10)
    tap(session, str(two.pk), "voucher")
    tap(session, str(three.pk))
    tap(session, str(four.pk))
    assert [(each.name, each.people, each.amount) for each in tray_lines(session)] == [
        ("Member", 2, 1400),
        ("Student", 1, 400),
        ("vouchers sold", 0, 6000),
    ]
    page = " ".join(text_of(session, "night-money-return").split())
    assert "Member × 2" in page
    assert "Of 8 players it is not written how they pay:" in page
    assert "$78.00" in page


def test_visitors_of_an_inter_club_match_do_not_pay(desk_club: dict[str, str]) -> None:
    kinds = fees_set()
    session = a_night()
    home = players()[:6]
    for player in home:
        Particulars.objects.create(player=player, kind="Member")
    sent = {"visitors": str(kinds["Inter-club visitor"].pk), "why": "match with Hillside", "seen": "0"}
    assert as_role("director").post(reverse("night-money-fees", args=[session]), sent).status_code == 302
    for player in players():
        assert tap(session, str(player.pk)) == 302
    page = text_of(session)
    assert "12 of 12" in page
    assert "in the tray $42.00" in page
    assert MoneyEntry.objects.filter(way="none", amount=0).count() == 6


def test_the_fees_of_one_night_and_what_the_calendar_says(desk_club: dict[str, str]) -> None:
    kinds = fees_set()
    session = a_night()
    one, two = players()[:2]
    evening = CalendarDate.objects.create(club=our_club(), day=DAY, title="Evening teams", fees="$20")
    afternoon = CalendarDate.objects.create(club=our_club(), day=DAY, title="tuesday pairs")
    assert FeesOfNight(Session.objects.get(pk=session)).calendar == ""  # what it costs in the evening is another matter
    afternoon.delete()
    evening.delete()
    Particulars.objects.create(player=one, kind="Member")
    Particulars.objects.create(player=two, kind="Member")
    CalendarDate.objects.create(club=our_club(), day=DAY, title="Tuesday pairs", fees="$12 with supper")
    tap(session, str(one.pk))
    assert last().amount == 1200
    where = reverse("night-money-fees", args=[session])
    assert "“$12 with supper”" in as_role("scorer").get(where).content.decode()
    sent = {f"kind-{kinds['Member'].pk}": "5", "visitors": "", "why": "birthday", "seen": "0"}
    assert as_role("scorer").post(where, sent).status_code == 302
    assert as_role("scorer").post(where, sent).status_code == 422  # somebody else has changed it meanwhile
    tap(session, str(two.pk))
    assert last().amount == 500


def test_a_player_may_pay_as_another_kind_and_buy_vouchers_at_the_table(desk_club: dict[str, str]) -> None:
    session = a_paid_night()
    one = players()[0]
    where = reverse("night-money-person", args=[session, str(one.pk)])
    kind = MoneyEntry._meta.get_field("kind").related_model.objects.get(name="Student")
    sent = {"form": "fee", "kind": str(kind.pk), "way": "cash", "why": "card shown", "seen": "0"}
    assert as_role("scorer").post(where, sent).status_code == 302
    assert (last().amount, last().kind, last().text) == (400, kind, "card shown")
    bought = {"form": "account", "what": "vouchers", "count": "10", "amount": "60", "way": "cash"}
    assert as_role("scorer").post(where, bought).status_code == 302
    assert (last().vouchers, last().session_id, last().day) == (10, session, DAY)
    assert as_role("scorer").post(where, {**bought, "count": "0"}).status_code == 422
    assert "in the tray $64.00" in text_of(session)
    assert as_role("scorer").get(reverse("night-money-person", args=[session, "nobody"])).status_code == 404
    wrote("paid-in", "bank", 500, player=one, day=DAY)
    back = {"form": "account", "what": "paid-out", "amount": "6", "way": "cash"}
    for role, sent in (
        ("director", back),
        ("scorer", {"form": "account", "what": "free", "count": "3", "way": "cash"}),
    ):
        assert as_role(role).post(where, sent).status_code == 422  # only the treasurer gives
    assert "has not so much money with the club" in as_role("treasurer").post(where, back).content.decode()
    assert as_role("treasurer").post(where, {**back, "amount": "5"}).status_code == 302
    assert balance_of(one).told == "vouchers: 10"
    wrote("paid-in", "cash", 4321, player=one, day=DAY, text="a loan")
    for role, sees in (("scorer", False), ("treasurer", True)):
        assert ("a loan" in as_role(role).get(where).content.decode()) is sees


def test_who_paid_and_is_put_right_can_have_it_back(desk_club: dict[str, str]) -> None:
    session = a_paid_night()
    one = players()[0]
    tap(session, str(one.pk))
    paid = last()
    do(session, SeatPlayers((Seating(Place("A", 1, "N"), Seated("Vic Visitor")),)))
    page = text_of(session)
    assert "Paid, and not in a seat" in page
    assert f'id="who-{one.pk}"' not in page
    assert tap(session, f"gone-{paid.pk}", "back") == 302
    assert last().reverses == paid
    sent = {"command": last().command}
    assert tap(session, f"gone-{paid.pk}", "back", **sent) == 302  # pressed twice
    assert MoneyEntry.objects.count() == 2


def count_cash(session: int, seen: int = 0, **more: str) -> int:
    sent = {"seen": seen, "command": f"counted-{next(_count)}", "director": "Dora Director", **more}
    return int(as_role("scorer").post(reverse("night-money-return", args=[session]), sent).status_code)


def collect_all(session: int) -> None:
    for player in Player.objects.filter(pk__in=re.findall(r'id="who-(\d+)"', text_of(session))):
        assert tap(session, str(player.pk)) == 302


def test_a_cash_return_at_seven_dollars_a_head(club: dict[str, str]) -> None:
    session = a_paid_night(tables=7)
    collect_all(session)
    page = text_of(session, "night-money-return")
    assert "There should be $196.00 in the tray" in page
    # 4 × 20, 8 × 10, 4 × 5, 8 × 2, 1 × 1 and 5 × 0.50, less 2.00 of change: 197.50
    coins = {
        "count-2000": "4",
        "count-1000": "8",
        "count-500": "4",
        "count-200": "8",
        "count-100": "1",
        "count-50": "5",
    }
    assert count_cash(session, **coins, started_with="2") == 302
    kept = CashReturn.objects.get()
    assert (kept.expected, kept.takings, kept.banked, kept.kept) == (19600, 19750, 19600, 150)
    assert "$1.50 over." in text_of(session, "night-money-return")
    now = in_hand(our_club())
    assert (now.cash, now.kept) == (19750, 150)
    # counted again: 2.10 over is banked
    again = {**coins, "count-50": "6", "count-10": "1"}
    assert count_cash(session, seen=0, **again) == 422  # not seen that it was counted
    assert count_cash(session, seen=kept.pk, **again, started_with="2") == 302
    kept = CashReturn.objects.get(replaced=None)
    assert (kept.over, kept.banked, kept.kept) == (210, 19810, 0)
    assert [each.amount for each in MoneyEntry.objects.filter(what="over").order_by("pk")] == [150, -150, 210]
    pdf = as_role("scorer").get(reverse("night-money-return-pdf", args=[session]))
    assert pdf.content.startswith(b"%PDF-")


def test_a_small_surplus_makes_up_for_a_later_shortfall(desk_club: dict[str, str]) -> None:
    first = a_paid_night(tables=3)
    collect_all(first)
    assert count_cash(first, **{"count-2000": "4", "count-200": "3"}) == 302  # 86.00 of 84.00
    second = a_paid_night(tables=3)
    collect_all(second)
    assert count_cash(second, **{"count-2000": "4", "count-50": "2"}) == 302  # 81.00 of 84.00
    later = CashReturn.objects.get(session=second, replaced=None)
    assert (later.over, later.banked, later.kept) == (-300, 8300, -200)
    page = text_of(second, "night-money-return")
    assert "$3.00 short. $2.00 of it is made up from what was kept. $1.00 is missing." in page
    assert kept_for_shortfalls(our_club()) == 0


def test_money_that_came_after_the_count_is_told(desk_club: dict[str, str]) -> None:
    session = a_paid_night(tables=3)
    everybody = players()
    for player in everybody[:-1]:
        tap(session, str(player.pk))
    count_cash(session, **{"count-2000": "3", "count-1000": "1", "count-500": "1", "count-200": "1"})
    assert "The tray is right." in text_of(session, "night-money-return")
    tap(session, str(everybody[-1].pk))
    assert "has changed by $7.00 since this was counted" in text_of(session, "night-money-return")


def test_an_empty_form_is_no_count_and_an_empty_tray_is_one(desk_club: dict[str, str]) -> None:
    session = a_paid_night(tables=3)
    tap(session, str(players()[0].pk))
    assert count_cash(session) == 422
    assert count_cash(session, started_with="20") == 422
    assert not CashReturn.objects.exists()
    assert count_cash(session, **{"count-100": "0"}) == 302
    assert CashReturn.objects.get().over == -700


def test_a_wall_of_names_does_not_stand_before_the_count(desk_club: dict[str, str]) -> None:
    session = a_paid_night(tables=7)
    page = text_of(session, "night-money-return")
    assert "Of 28 players it is not written how they pay:" in " ".join(page.split())
    assert sum(f"{each} (" in page for each in players()) == 12


def test_one_tap_takes_the_cash_of_a_whole_table_but_not_twice(desk_club: dict[str, str]) -> None:
    session = a_paid_night(tables=3)
    four = [str(each) for each in re.findall(r'name="all" value="(\w+)"', text_of(session))[:4]]
    tap(session, four[1], "owes")
    sent = {"all": four, "command": "the-whole-table"}
    for _ in range(2):  # as when the network was slow, and then a second collector with the page of before
        assert tap(session, four[0], **sent) == 302
    assert tap(session, four[0], role="director", all=four) == 302
    assert [(each.way, each.cash) for each in MoneyEntry.objects.order_by("pk")] == [("owes", 0)] + [("cash", 700)] * 3
    assert "4 of 12" in text_of(session)
    assert all(f'name="all" value="{each}"' not in text_of(session) for each in four)
    assert tap(session, four[0], "back", MoneyEntry.objects.get(player=four[0]).pk) == 302
    assert tap(session, four[0], **sent) == 302  # and sent once more by the network: it was done already
    assert "3 of 12" in text_of(session)
