"""What somebody with one table's card can do to the others: not guess a number, not shut anybody out, not agree for them."""

from __future__ import annotations

import asyncio
import json
from contextlib import ExitStack
from datetime import timedelta
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from nights import a_night, do
from people import as_role, our_club
from test_pads import SPADES, code_of, joined, known, message, sent
from test_pads_holders import square_of, visitor, wrong_for

from arrowswitch.session import CallRound, LineKey, Settings
from arrowswitch.site.accounts.forms import NameField
from arrowswitch.site.accounts.middleware import Allowance
from arrowswitch.site.club.players.forms import PlayerForm
from arrowswitch.site.journal import store
from arrowswitch.site.pads import joining, neighbours, pins, shares
from arrowswitch.site.pads import sent as messages
from arrowswitch.site.pads.models import Pad, WrongNumber, digest
from arrowswitch.site.pads.pins import pin_of
from arrowswitch.site.serving.turns import LINES_OF_ALL, OpenStreams

pytestmark = pytest.mark.usefixtures("desk_club", "freshly")
LINE = LineKey("A", 1, 1, 1)
NUMBERED = Settings(confirm=True, pin=True)


@pytest.fixture
def freshly(monkeypatch: pytest.MonkeyPatch) -> None:
    """Phones are seen at once, not after two seconds."""
    monkeypatch.setattr(neighbours._known, "lasts", -1.0)


def phone(session: int, **how: Any) -> Client:
    """A phone at table 1, quickly."""
    client = visitor()
    client.cookies[joining.COOKIE] = secret = f"{Pad.objects.count():043}"
    Pad.objects.create(**{"session_id": session, "section": "A", "table": 1, "token": digest(secret), **how})
    return client


def agreed(client: Client, *numbers: str, **how: Any) -> list[Any]:
    return list(
        sent(client, *(message("confirm", **{"side": "EW", "entry": SPADES, "pin": each, **how}) for each in numbers))
    )


def guessed(session: int, phones: int) -> list[Any]:
    """So many new phones give ten wrong numbers each for pair 4."""
    wrong = iter(wrong_for(session, 4, phones * 10))
    return [answer for _ in range(phones) for answer in agreed(phone(session), *(next(wrong) for _number in range(10)))]


# -- guessing a pair's number -------------------------------------------------------------------------------------------


def test_a_number_cannot_be_guessed_with_many_phones_that_were_there_before() -> None:
    session = a_night(settings=NUMBERED)
    own = joined(session, 1)
    sent(own, message("enter", entry=SPADES))
    crowd = [phone(session) for _ in range(8)]
    wrong = wrong_for(session, 4, 80)
    looked = sum(
        "That is not the number" in answer["problem"]
        for number, each in enumerate(crowd)
        for answer in agreed(each, *wrong[number * 10 : number * 10 + 10])
    )
    assert looked <= pins.TRIES_OF_ALL
    right = pin_of(session, "A", 4)
    (locked_right,) = agreed(crowd[-1], right)
    (locked_wrong,) = agreed(crowd[-1], wrong[-1])
    assert locked_right["problem"] == locked_wrong["problem"]
    assert "Call the director" in locked_right["problem"]
    assert not store.state(session).lines[LINE].confirmed
    (honest,) = agreed(own, right)  # it was there before
    assert honest["ok"]


def test_the_pairs_own_phone_agrees_however_many_wrong_numbers_others_gave() -> None:
    session = a_night(settings=NUMBERED)
    sent(joined(session, 1), message("enter", entry=SPADES))
    guessed(session, 4)
    own = visitor()
    assert own.post(square_of(session, 4)).status_code == 302
    (answer,) = agreed(own, pin_of(session, "A", 4))
    assert answer["ok"]


def test_wrong_numbers_of_phones_count_for_joining_and_are_not_forgotten_with_the_phone() -> None:
    session = a_night(settings=NUMBERED)
    sent(joined(session, 1), message("enter", entry=SPADES))
    crowd = [phone(session) for _ in range(3)]
    wrong = wrong_for(session, 4, 30)
    for number, each in enumerate(crowd):
        agreed(each, *wrong[number * 10 : number * 10 + 10])
    Pad.objects.all().delete()
    assert WrongNumber.objects.count() == 30
    joins = {"pair": "4", "number": pin_of(session, "A", 4)}
    assert visitor().post(reverse("pad-join", args=[code_of(session, 1)]), joins).status_code == 429


@pytest.mark.parametrize("settings", [Settings(confirm=True), Settings()], ids=["not asked for", "nobody confirms"])
def test_a_number_that_nobody_asked_for_is_not_looked_at(settings: Settings) -> None:
    session = a_night(settings=settings)
    table = joined(session, 1)
    (right,) = agreed(table, pin_of(session, "A", 4))
    (wrong,) = agreed(table, wrong_for(session, 4)[0])
    assert right["problem"] == wrong["problem"]
    assert not WrongNumber.objects.exists()


@pytest.mark.parametrize("round_number", [1, 2, 3])
def test_a_number_is_not_looked_at_where_there_is_nothing_to_agree_to(round_number: int) -> None:
    session = a_night(settings=NUMBERED)
    table = joined(session, 1)
    meeting = store.state(session).sections["A"].meeting(round_number, 1)
    assert meeting
    where = {"round_number": round_number, "board": meeting.boards[0]}
    (right,) = agreed(table, pin_of(session, "A", meeting.ew), **where)
    (wrong,) = agreed(table, wrong_for(session, meeting.ew)[0], **where)
    assert {**right, "id": ""} == {**wrong, "id": ""}
    assert not right["ok"]
    assert not WrongNumber.objects.exists()


def test_of_a_round_that_is_over_nobody_finds_a_score_by_agreeing_to_guesses() -> None:
    session = a_night(settings=Settings(confirm=True))
    (written,) = sent(phone(session), score := message("enter", side="NS", entry=SPADES))
    assert written["ok"]
    do(session, CallRound(2))
    guesses = (SPADES, {**SPADES, "tricks": 9}, {"type": "passed-out"})
    told = [sent(phone(session), message("confirm", side="EW", entry=each))[0] for each in guesses]
    assert {(each["ok"], each["conflict"], each["problem"]) for each in told} == {
        (False, True, "Board 1 of round 1 has a score already. Show the director what you wrote.")
    }
    assert not store.state(session).lines[LINE].confirmed
    (late,) = sent(phone(session), {**message("confirm", side="EW", entry=SPADES), "id": f"{score['id']}-agree"})
    assert late["ok"]  # it was sent with the score, and only came later
    assert store.state(session).lines[LINE].confirmed


def test_a_score_and_its_agreement_that_come_together_need_the_number() -> None:
    session = a_night(settings=NUMBERED)
    table = joined(session, 1)
    entered = message("enter", entry=SPADES)
    agreement = message("confirm", side="EW", entry=SPADES, pin=wrong_for(session, 4)[0])
    assert [each["ok"] for each in sent(table, entered, agreement)] == [True, False]
    assert not store.state(session).lines[LINE].confirmed
    assert WrongNumber.objects.count() == 1
    right = {**agreement, "id": "another-message-1", "pin": pin_of(session, "A", 4)}
    assert [each["ok"] for each in sent(table, entered, right)] == [True, True]
    assert store.state(session).lines[LINE].confirmed


def test_wrong_numbers_are_paid_for_like_anything_that_is_written(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(messages, "WRITES", Allowance(60, at_once=6, clock=lambda: 0.0))
    session = a_night(settings=NUMBERED)
    table = joined(session, 1)
    sent(table, message("enter", entry=SPADES))
    answers = agreed(table, *wrong_for(session, 4, 8))
    assert [bool(each.get("later")) for each in answers] == [False] * 5 + [True] * 3
    assert WrongNumber.objects.count() == 5


# -- many phones and lines ----------------------------------------------------------------------------------------------


def test_of_one_table_only_so_many_lines_for_news_stay_open() -> None:
    async def opened() -> tuple[int, bool, bool]:
        lines, ends = OpenStreams(), []
        with ExitStack() as stack:
            other = stack.enter_context(lines.one_more(1, "1/A/2"))
            ends = [stack.enter_context(lines.one_more(pad, "1/A/1")) for pad in range(2, 102)]
            found = sum(not each.is_set() for each in ends), ends[0].is_set(), other.is_set()
        assert not lines.open
        return found

    assert asyncio.run(opened()) == (LINES_OF_ALL, True, False)


def test_a_line_for_news_says_whose_it_is() -> None:
    session = a_night()
    table, pair = joined(session, 1), joined(session, 1, pair="4")
    assert table.get(reverse("pad-stream"))["X-Arrowswitch-Stream"].endswith(f" {session}/A/1")
    assert pair.get(reverse("pad-stream"))["X-Arrowswitch-Stream"].endswith(f" {session}/A/pair%204")


def test_of_one_table_only_so_many_phones_are_in_use_and_its_first_stays() -> None:
    session = a_night()
    first, elsewhere = joined(session, 1), joined(session, 2)
    Pad.objects.update(seen=timezone.now() - timedelta(minutes=30))
    crowd = [joined(session, 1) for _ in range(joining.LIVE + 5)]
    assert Pad.objects.filter(table=1, revoked=None).count() == joining.LIVE
    assert known(first)
    assert known(elsewhere)
    assert known(crowd[-1])
    told = known(first)["beside"]
    assert len(told) == neighbours.TOLD
    assert told[-1]["pad"] == known(crowd[-1])["pad"]  # the newest can be taken off


# -- writing ------------------------------------------------------------------------------------------------------------


def test_one_phone_does_not_keep_the_other_of_its_table_from_writing() -> None:
    session = a_night()
    honest, vandal = joined(session, 1), joined(session, 1)
    for _ in range(8):
        sent(vandal, *(message("correct", entry=SPADES, was=SPADES) for _ in range(100)))
    answers = []
    for _ in range(20):
        answers += sent(honest, message("call", about="a card is missing"))
        sent(vandal, message("correct", entry=SPADES, was=SPADES))
    assert not any(each.get("later") for each in answers)


def test_many_phones_that_came_later_leave_the_first_its_share() -> None:
    session = a_night()
    honest = joined(session, 1)
    for each in [phone(session) for _ in range(6)]:
        sent(each, *(message("correct", entry=SPADES, was=SPADES) for _ in range(60)))
    (answer,) = sent(honest, message("enter", entry=SPADES))
    assert answer["ok"], answer


def test_a_pairs_phone_takes_nothing_from_the_table_where_it_joined() -> None:
    session = a_night()
    pair = joined(session, 1, pair="4")
    do(session, CallRound(2))
    for _ in range(8):
        sent(pair, *(message("correct", entry=SPADES, was=SPADES) for _ in range(100)))
    assert messages.WRITES.grants(f"{session}/A/1", messages.WRITES.at_once)
    assert shares.OWN.left


# -- agreeing for the others ----------------------------------------------------------------------------------------------


def test_a_pairs_own_phone_agrees_for_its_own_side_only() -> None:
    session = a_night(settings=Settings(confirm=True))
    mine, theirs = joined(session, 1, pair="4"), joined(session, 1, pair="1")
    sent(mine, message("enter", entry=SPADES))
    (refused,) = sent(mine, message("confirm", side="NS", entry=SPADES))
    assert "This phone is the other pair’s" in refused["problem"].replace("'", "’")
    assert not store.state(session).lines[LINE].confirmed
    (wrong,) = sent(mine, message("confirm", side="NS", entry=SPADES, pin=wrong_for(session, 1)[0]))
    assert "That is not the number" in wrong["problem"]
    (taken,) = sent(theirs, message("confirm", side="NS", entry=SPADES))
    assert taken["ok"]


def test_on_the_other_pairs_phone_a_pair_agrees_with_its_number() -> None:
    session = a_night(settings=Settings(confirm=True))
    mine = joined(session, 1, pair="4")
    agreement = message("confirm", side="NS", entry=SPADES, pin=pin_of(session, "A", 1))
    assert [each["ok"] for each in sent(mine, message("enter", entry=SPADES), agreement)] == [True, True]
    assert store.state(session).lines[LINE].confirmed


def test_where_one_sides_word_is_enough_a_pairs_phone_needs_no_number() -> None:
    session = a_night(settings=Settings(confirm=False))
    mine = joined(session, 1, pair="4")
    agreement = message("confirm", side="NS", entry=SPADES)
    assert [each["ok"] for each in sent(mine, message("enter", entry=SPADES), agreement)] == [True, True]


# -- a new number ---------------------------------------------------------------------------------------------------------


def test_the_director_gives_a_pair_a_new_number_and_a_new_square() -> None:
    session = a_night()
    old, square = pin_of(session, "A", 4), square_of(session, 4)
    for number in wrong_for(session, 4, 2):
        visitor().post(reverse("pad-join", args=[code_of(session, 1)]), {"pair": "4", "number": number})
    others = [pin_of(session, "A", pair) for pair in (1, 2, 3, 5, 6)]
    desk, place = as_role("director"), reverse("night-phones", args=[session])
    page = desk.get(place).content.decode()
    assert page.count('value="new number"') == 6
    assert desk.post(f"{place}do/", {"do": "new number", "section": "A", "pair": "4"}).status_code == 302
    new = pin_of(session, "A", 4)
    assert new != old
    assert new in desk.get(place).content.decode()
    assert [pin_of(session, "A", pair) for pair in (1, 2, 3, 5, 6)] == others
    joins = reverse("pad-join", args=[code_of(session, 1)])
    assert visitor().post(joins, {"pair": "4", "number": old}).status_code == 422
    assert visitor().post(joins, {"pair": "4", "number": new}).status_code == 302
    assert visitor().get(square).status_code == 404
    assert visitor().post(square_of(session, 4)).status_code == 302
    assert WrongNumber.objects.count() == 1


@pytest.mark.parametrize("pair", [{"section": "A", "pair": "99"}, {"section": "Z", "pair": "4"}, {"pair": "x"}])
def test_a_pair_that_there_is_not_gets_no_number(pair: dict[str, str]) -> None:
    session = a_night()
    place = reverse("night-phones-do", args=[session])
    answer = as_role("director").post(place, {"do": "new number", **pair})
    assert answer.status_code == 422
    assert "There is no such pair" in answer.content.decode()
    assert as_role("scorer").post(place, {"do": "new number", "section": "A", "pair": "4"}).status_code == 403


# -- what else comes in -----------------------------------------------------------------------------------------------------


def test_junk_from_phones_keeps_nobody_from_signing_in() -> None:
    a_night()
    client = visitor()
    statuses = {client.post("/pad/off", "x", content_type="application/json").status_code for _ in range(130)}
    assert statuses == {401, 429}
    assert client.post(reverse("sign-in"), {"name": "Nobody", "password": "wrong"}).status_code != 429


@pytest.mark.parametrize("name", ["\u202e", "\u200b\u200d\u2060", "\u3164", "\0", " \u200c "])
def test_a_name_of_which_nothing_is_seen_is_no_name(name: str) -> None:
    session = a_night(names=False)
    (answer,) = sent(joined(session, 1), message("seat", seat="E", contestant=4, name=name))
    assert "Write a name" in answer["problem"]


def test_letters_that_turn_a_line_round_are_taken_out_of_what_phones_and_forms_send() -> None:
    session = a_night(names=False)
    table = joined(session, 1)
    sent(
        table,
        message("seat", seat="E", contestant=4, name="An\u202ena\0 Bel\u200bl"),
        message("call", about="a\u202eb"),
    )
    state = store.state(session)
    assert "Anna Bell" in {stints[-1].player.name for stints in state.seats.values()}
    assert [call.about for call in state.calls.values()] == ["ab"]


def test_names_of_accounts_and_players_are_what_is_seen_of_them() -> None:
    assert NameField().clean("A\u202enna\u200b Bell") == "Anna Bell"
    with pytest.raises(ValidationError, match="Write a name"):
        NameField().clean("\u200b\u2060")
    player = PlayerForm({"given": "A\u202enna", "family": "Bell\u200d", "active": "on"}, club=our_club())
    assert player.is_valid(), player.errors
    assert (player.cleaned_data["given"], player.cleaned_data["family"]) == ("Anna", "Bell")
    assert not PlayerForm({"given": "\u202e", "family": "\u200b"}, club=our_club()).is_valid()


def test_a_number_with_letters_that_no_database_keeps_is_only_wrong() -> None:
    session = a_night(settings=NUMBERED)
    table = joined(session, 1)
    sent(table, message("enter", entry=SPADES))
    (answer,) = agreed(table, "12\0003")
    assert "That is not the number" in answer["problem"]
    joins = reverse("pad-join", args=[code_of(session, 1)])
    assert visitor().post(joins, {"pair": "4", "number": "9\0009"}).status_code == 422
    assert not any("\0" in each for each in WrongNumber.objects.values_list("given", flat=True))


def test_a_view_stays_small_with_hundreds_of_phones() -> None:
    session = a_night()
    first = joined(session, 1)
    alone = len(json.dumps(known(first)))
    for _ in range(300):
        phone(session)
    assert len(json.dumps(known(first))) < alone + 1000
