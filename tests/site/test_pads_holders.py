"""Who holds a phone: the table's stays, a pair's goes along and wants the pair's number, and each is told of the others."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from nights import a_night, do, enter
from people import as_role
from test_pads import SPADES, code_of, joined, known, message, sent

from arrowswitch.movements import build
from arrowswitch.session import CallRound, LineKey, Publish, Settings
from arrowswitch.site.accounts.middleware import Allowance
from arrowswitch.site.journal import store
from arrowswitch.site.journal.models import Session
from arrowswitch.site.pads import cards, joining, neighbours, pins
from arrowswitch.site.pads.joining import COOKIE, pair_codes
from arrowswitch.site.pads.models import Pad, PairCode, TableCode, WrongNumber, digest
from arrowswitch.site.pads.pins import pin_of

pytestmark = pytest.mark.usefixtures("desk_club", "freshly")


@pytest.fixture
def freshly(monkeypatch: pytest.MonkeyPatch) -> None:
    """Phones are seen at once, not after two seconds."""
    monkeypatch.setattr(neighbours._known, "lasts", -1.0)


def visitor(address: str = "127.0.0.1") -> Client:
    return Client(headers={"host": "localhost"}, REMOTE_ADDR=address)


def wrong_for(session: int, pair: int, times: int = 1) -> list[str]:
    right = pin_of(session, "A", pair)
    return [figures for figures in (f"{number:04}" for number in range(times + 1)) if figures != right][:times]


def square_of(session: int, pair: int) -> str:
    found = pair_codes(Session.objects.get(pk=session), store.state(session))
    return reverse("pad-join", args=[next(each.code for each in found if each.pair == pair)])


def take_off(client: Client, pad: object) -> int:
    return client.post(
        reverse("pad-off"), json.dumps({"pad": pad}), content_type="application/json", headers={"X-Pad": "1"}
    ).status_code


# -- the question -------------------------------------------------------------------------------------------------------


def test_a_table_card_asks_once_whether_the_phone_stays_or_goes_along() -> None:
    session = a_night()
    place = reverse("pad-join", args=[code_of(session, 1)])
    page = visitor().get(place).content.decode()
    assert "Does this phone stay on the table, or does it go with you?" in page
    assert page.index("It stays on table 1") < page.index("It goes with us")
    assert "has a phone already" not in page
    joined(session, 1)
    second = visitor().get(place).content.decode()  # the second one is likely to be somebody's own
    assert second.index("It goes with us") < second.index("It stays on table 1")
    assert "This table has a phone already; it will be told." in second


def test_a_team_is_asked_only_about_the_table() -> None:
    session = a_night(build("round-robin", teams=4), method="imps")
    joined(session, 1)
    page = visitor().get(reverse("pad-join", args=[code_of(session, 1)])).content.decode()
    assert "It stays on table 1" in page
    assert "It goes with us" not in page


# -- a pair's phone -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("given", ["", "wrong", "pair", "table's letters", "12345678901"])
def test_nobody_joins_as_a_pair_without_its_number(given: str) -> None:
    session = a_night()
    written = {"wrong": wrong_for(session, 4)[0], "pair": "4", "table's letters": code_of(session, 1)}.get(given, given)
    phone = visitor()
    answer = phone.post(reverse("pad-join", args=[code_of(session, 1)]), {"pair": "4", "number": written})
    assert answer.status_code == 422
    assert "That is not the right number" in answer.content.decode()
    assert phone.get(reverse("pad-known")).status_code == 401
    assert not Pad.objects.exists()


def test_a_form_for_a_pair_without_the_pair_does_not_make_the_tables_phone() -> None:
    session = a_night()
    answer = visitor().post(reverse("pad-join", args=[code_of(session, 1)]), {"number": "1234"})
    assert answer.status_code == 422
    assert "Touch whose" in answer.content.decode()
    assert not Pad.objects.exists()


def test_with_its_number_a_phone_goes_along_and_does_nothing_elsewhere() -> None:
    session = a_night(build("mitchell", tables=3, boards_per_round=1), settings=Settings(confirm=True))
    phone = joined(session, 1, pair="4")
    sent(phone, message("enter", 1, 1, 1, entry=SPADES))
    do(session, CallRound(2))
    sent(joined(session, 1), message("enter", 2, 1, 2, entry=SPADES))
    told = known(phone)
    assert [(stop["round"], stop["table"]) for stop in told["stops"]] == [(1, 1), (2, 2), (3, 3)]
    assert not any((line["round"], line["table"]) == (2, 1) for line in told["lines"])
    for kind in ("enter", "correct", "confirm"):
        (answer,) = sent(phone, message(kind, 2, 1, 2, side="EW", entry={**SPADES, "tricks": 9}, was=SPADES))
        assert "This phone is not at that table." in answer["problem"]
    record = store.state(session).lines[LineKey("A", 2, 1, 2)]
    assert not record.confirmed


def test_a_pairs_phone_writes_for_the_side_where_the_pair_sits() -> None:
    session = a_night(settings=Settings(confirm=True))
    sent(joined(session, 1, pair="4"), message("enter", entry=SPADES, side="NS"))
    assert store.state(session).lines[LineKey("A", 1, 1, 1)].entered_by == "EW"


def test_the_square_on_a_pairs_own_card_needs_no_number() -> None:
    session = a_night()
    phone = visitor()
    page = phone.get(square_of(session, 5)).content.decode()
    assert "This phone goes with your pair tonight" in page
    assert phone.post(square_of(session, 5)).status_code == 302
    told = known(phone)
    assert (told["pair"], [stop["table"] for stop in told["stops"]]) == (5, [2, 3, 1])
    typed = visitor().post(reverse("pad-find"), {"code": PairCode.objects.get(pair=5).code.lower()})
    assert typed["Location"] == square_of(session, 5)
    do(session, Publish(), force=True, why="everybody has gone home")
    assert visitor().get(square_of(session, 5)).status_code == 404


def test_no_card_of_a_pair_has_the_letters_of_a_table(monkeypatch: pytest.MonkeyPatch) -> None:
    session = a_night()
    taken = code_of(session, 1)
    letters = iter([taken, *("ABCDE" + last for last in "FGHJKL")])
    monkeypatch.setattr(PairCode._meta.get_field("code"), "default", lambda: next(letters))
    made = pair_codes(Session.objects.get(pk=session), store.state(session))
    assert not {each.code for each in made} & set(TableCode.objects.values_list("code", flat=True))
    assert len(made) == 6


def test_phones_that_joined_before_numbers_were_asked_for_go_on() -> None:
    session = a_night()
    phone = visitor()
    phone.cookies[COOKIE] = "s" * 43
    Pad.objects.create(session_id=session, section="A", table=1, pair=4, token=digest("s" * 43))
    (answer,) = sent(phone, message("enter", 1, 1, 1, side="EW", entry=SPADES))
    assert answer["ok"]


# -- wrong numbers --------------------------------------------------------------------------------------------------------


def test_a_pairs_number_cannot_be_found_out_by_joining_and_its_square_still_lets_it_in() -> None:
    session = a_night()
    place = reverse("pad-join", args=[code_of(session, 1)])

    def tried(number: str, address: str) -> int:
        return visitor(address).post(place, {"pair": "4", "number": number}).status_code

    wrong = wrong_for(session, 4, 40)
    assert [tried(each, "192.0.2.1") for each in wrong[:12]] == [422] * pins.TRIES + [429] * 2
    right = pin_of(session, "A", 4)
    assert tried(right, "192.0.2.1") == 429  # or the guesser would learn it
    assert tried(right, "192.0.2.2") == 302  # the pair itself is not shut out
    statuses = [tried(each, f"192.0.2.{number}") for number, each in enumerate(wrong[10:40], 10)]
    assert 429 in statuses  # however many addresses there are
    refused = visitor("192.0.2.99").post(place, {"pair": "4", "number": right})
    assert "Point the phone at the square on your own card or slip" in refused.content.decode()
    assert visitor("192.0.2.1").post(square_of(session, 4)).status_code == 302
    WrongNumber.objects.update(at=timezone.now() - pins.LONG)
    assert tried(right, "192.0.2.1") == 302


def agreed(session: int, client: Client, number: str) -> dict[str, Any]:
    (answer,) = sent(client, message("confirm", side="EW", entry=SPADES, pin=number))
    return dict(answer)


def test_wrong_numbers_of_one_phone_do_not_shut_out_the_pair() -> None:
    session = a_night(settings=Settings(confirm=True, pin=True))
    first, vandal = joined(session, 1), joined(session, 1)
    sent(first, message("enter", entry=SPADES))
    answers = [agreed(session, vandal, each)["problem"] for each in wrong_for(session, 4, 12)]
    assert ["Too many" in each for each in answers] == [False] * pins.TRIES + [True] * 2
    right = pin_of(session, "A", 4)
    assert "Too many wrong numbers came from this phone" in agreed(session, vandal, right)["problem"]
    again = joined(session, 1)  # joining once more gives no more guesses
    assert "Too many" in agreed(session, again, right)["problem"]
    assert agreed(session, first, right)["ok"]


def test_wrong_numbers_are_counted_across_processes_and_restarts(desk_club: dict[str, str]) -> None:
    session = a_night(settings=Settings(confirm=True, pin=True))
    phone = joined(session, 1)
    sent(phone, message("enter", entry=SPADES))
    for each in wrong_for(session, 4, pins.TRIES):
        agreed(session, phone, each)
    asked = (
        "import django; django.setup();"
        "from arrowswitch.site.pads.models import Pad; from arrowswitch.site.pads.pins import has_guessed;"
        f"print(has_guessed(Pad.objects.get(session={session}), 4), has_guessed(Pad.objects.get(session={session}), 1))"
    )
    place = {**os.environ, **desk_club, "DJANGO_SETTINGS_MODULE": "arrowswitch.site.settings"}
    other = subprocess.run([sys.executable, "-c", asked], env=place, capture_output=True, text=True, check=True)
    assert other.stdout.split() == ["True", "False"]


def test_an_agreement_whose_number_the_phone_has_not_kept_is_asked_for_again_and_not_counted() -> None:
    session = a_night(settings=Settings(confirm=True, pin=True))
    phone = joined(session, 1)
    sent(phone, message("enter", entry=SPADES))
    assert "not the number" in agreed(session, phone, "")["problem"]
    assert not WrongNumber.objects.exists()


# -- what the table had before it -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "blind",
    [message("correct", entry={**SPADES, "tricks": 11}), message("confirm", side="EW")],
    ids=["correct", "confirm"],
)
def test_a_correction_without_what_was_there_and_an_agreement_to_nothing_are_refused(blind: dict[str, Any]) -> None:
    session = a_night(settings=Settings(confirm=True))
    pad = joined(session, 1)
    sent(pad, message("enter", entry=SPADES))
    before = store.state(session)
    (answer,) = sent(pad, blind)
    assert not answer["ok"]
    assert "A correction says what it replaces" in answer["problem"]
    assert store.state(session) == before


# -- two phones ---------------------------------------------------------------------------------------------------------


def test_a_second_phone_at_a_table_is_told_to_both_and_the_first_can_take_it_off() -> None:
    session = a_night()
    first = joined(session, 1)
    assert known(first)["beside"] == []
    second, elsewhere = joined(session, 1), joined(session, 2)
    (seen,) = known(first)["beside"]
    (seen_by_second,) = known(second)["beside"]
    assert (seen["later"], seen_by_second["later"]) == (True, False)
    assert known(elsewhere)["beside"] == []
    assert take_off(second, seen_by_second["pad"]) == 403  # whoever comes later does not put out who was there
    assert take_off(elsewhere, seen["pad"]) == 403
    assert take_off(first, seen["pad"]) == 200
    assert second.get(reverse("pad-known")).status_code == 401
    assert known(first)["beside"] == []


def test_a_pairs_other_phone_is_told_wherever_it_is_and_can_take_the_new_one_back() -> None:
    session = a_night()
    first = joined(session, 1, pair="4")
    table, other_pair = joined(session, 1), joined(session, 1, pair="1")
    do(session, CallRound(2))
    second = joined(session, 2, pair="4")
    (seen,) = known(first)["beside"]
    assert seen["later"]
    assert known(table)["beside"] == known(other_pair)["beside"] == []
    assert take_off(first, seen["pad"]) == 200
    assert second.get(reverse("pad-known")).status_code == 401


def test_two_sides_with_a_phone_each_are_as_they_should_be() -> None:
    session = a_night()
    ns, ew = joined(session, 1, side="NS"), joined(session, 1, side="EW")
    assert known(ns)["beside"] == known(ew)["beside"] == []
    third = joined(session, 1)
    assert len(known(ns)["beside"]) == len(known(ew)["beside"]) == 1
    assert len(known(third)["beside"]) == 2


def test_a_phone_that_joins_again_is_no_second_phone() -> None:
    session = a_night()
    phone = joined(session, 1)
    first = known(phone)["pad"]
    for table in (1, 2, 1):
        place = reverse("pad-join", args=[code_of(session, table)])
        assert "has a phone already" not in phone.get(place).content.decode()
        phone.post(place)
        assert known(phone)["beside"] == []
    assert known(phone)["pad"] != first
    assert Pad.objects.filter(revoked=None).count() == 1
    earlier = phone.cookies[joining.EARLIER]
    assert (earlier["path"], earlier["httponly"], earlier["samesite"]) == ("/t/", True, "Strict")


@pytest.mark.parametrize("body", ["x", "[]", "{}", '{"pad": "1"}', '{"pad": null}', '{"pad": 99999}', "[" * 1000])
def test_what_takes_no_phone_off_is_said(body: str) -> None:
    session = a_night()
    phone = joined(session, 1)
    answer = phone.post(reverse("pad-off"), body, content_type="application/json", headers={"X-Pad": "1"})
    assert answer.status_code == 403
    assert phone.post(reverse("pad-off"), {"pad": "1"}).status_code == 415
    assert visitor().post(reverse("pad-off"), body, content_type="application/json").status_code == 401
    assert known(phone)


def test_a_phone_in_a_bag_is_not_spoken_of() -> None:
    session = a_night()
    joined(session, 1)
    Pad.objects.update(seen=timezone.now() - timedelta(hours=2))
    assert known(joined(session, 1))["beside"] == []


# -- joining is never limited ---------------------------------------------------------------------------------------------


def test_a_table_is_joined_as_often_as_its_card_is_shown() -> None:
    session = a_night()
    assert all(joined(session, 1) for _ in range(60))
    assert Pad.objects.count() == 60
    Pad.objects.update(joined=timezone.now() - timedelta(hours=1), seen=timezone.now() - timedelta(hours=1))
    Pad.objects.filter(pk=Pad.objects.earliest("pk").pk).update(seen=timezone.now())
    joined(session, 1)
    assert Pad.objects.count() == joining.IDLE + 2  # of those that were never heard of only the newest are kept


def test_a_right_code_gets_in_however_many_wrong_ones_came_from_its_address(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(joining, "WRONG_CODES", Allowance(60, clock=lambda: 0.0))
    monkeypatch.setattr(joining, "WRONG_CODES_OF_ALL", Allowance(600, clock=lambda: 0.0))
    session = a_night()
    guesser = visitor()
    for _ in range(80):
        assert guesser.get(reverse("pad-join", args=[code_of(session, 1)])).status_code == 200
    statuses = [guesser.get(reverse("pad-join", args=["AAAAAA"])).status_code for _ in range(30)]
    statuses += [guesser.post(reverse("pad-find"), {"code": "BBBBBB"}).status_code for _ in range(30)]
    assert set(statuses) == {404, 422}
    refused = guesser.get(reverse("pad-join", args=["CCCCCC"]))
    assert (refused.status_code, refused[cards.SLOWLY]) == (429, str(cards.SLOW))
    assert "Too many wrong codes came from this network" in refused.content.decode()
    right = guesser.get(reverse("pad-join", args=[code_of(session, 1)]))
    assert right.status_code == 200
    assert cards.SLOWLY not in right.headers
    assert guesser.post(reverse("pad-find"), {"code": code_of(session, 1)}).status_code == 302
    assert joined(session, 1)
    assert visitor("192.0.2.7").get(reverse("pad-join", args=["CCCCCC"])).status_code == 404


def test_wrong_codes_from_many_addresses_are_limited_together(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(joining, "WRONG_CODES_OF_ALL", Allowance(20, clock=lambda: 0.0))
    statuses = [
        visitor(f"192.0.2.{number}").get(reverse("pad-join", args=["AAAAAA"])).status_code for number in range(25)
    ]
    assert statuses == [404] * 20 + [429] * 5


# -- at the desk ----------------------------------------------------------------------------------------------------------


def test_the_desk_sees_whose_each_phone_is_and_every_pairs_number_and_takes_one_back() -> None:
    session = a_night()
    joined(session, 1)
    phone = joined(session, 1, pair="4")
    sent(phone, message("call", about="revoke"))
    visitor().post(reverse("pad-join", args=[code_of(session, 1)]), {"pair": "5", "number": "12"})
    desk = as_role("director")
    page = desk.get(reverse("night-phones", args=[session])).content.decode()
    assert "2 phones have joined" in page
    for pair in range(1, 7):
        assert pin_of(session, "A", pair) in page
    pairs = page.partition('id="pairs-title"')[2]
    assert "EW 1" in pairs
    assert pairs.count('value="revoke"') == 1
    desk.post(reverse("night-phones-do", args=[session]), {"do": "revoke", "pad": Pad.objects.get(pair=4).pk})
    assert phone.get(reverse("pad-known")).status_code == 401


def test_the_desk_sees_that_wrong_numbers_were_given_for_a_pair() -> None:
    session = a_night()
    for number in wrong_for(session, 5, 2):
        visitor().post(reverse("pad-join", args=[code_of(session, 2)]), {"pair": "5", "number": number})
    page = as_role("director").get(reverse("night-phones", args=[session])).content.decode()
    assert "2 wrong numbers" in page


def test_the_room_says_that_a_phone_has_joined_as_a_pair() -> None:
    session = a_night()
    enter(session, 1, 1, 1, 110)
    room = reverse("night-room", args=[session])
    desk = as_role("director")
    assert "joined as" not in desk.get(room).content.decode()
    joined(session, 1, pair="4")
    assert "EW 1" in desk.get(room).content.decode().partition("joined as")[2][:200]


def test_a_pairs_phone_goes_on_through_the_night_where_tables_do_not_wait() -> None:
    session = a_night(build("howell", tables=3.5, boards_per_round=1), settings=Settings(confirm=True))
    phone = joined(session, 1, pair="1")
    for stop in known(phone)["stops"]:
        assert known(phone)["round"] == 1
        (answer,) = sent(phone, message("enter", stop["round"], stop["table"], stop["boards"][0], entry=SPADES))
        assert answer["ok"], answer
    assert len(store.state(session).lines) == 6
