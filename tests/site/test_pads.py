"""Pads: a token opens its own table and nothing else, what is sent lands once, and nothing is told too early."""

from __future__ import annotations

import json
import re
import uuid
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client, override_settings
from django.urls import reverse
from django.utils import timezone
from nights import a_night, do, enter, play_round
from people import as_role, our_club
from urls_by_role import PAGES

from arrowswitch.movements import Meeting, build
from arrowswitch.scoring.session import BoardKey
from arrowswitch.session import (
    AttachHands,
    BareScore,
    BoardHands,
    CallRound,
    ChangeSettings,
    Contracted,
    Correct,
    EditMeeting,
    LineKey,
    Publish,
    Reopen,
    Settings,
    Start,
    scored,
)
from arrowswitch.site.accounts.middleware import Allowance
from arrowswitch.site.club.models import Club, Player
from arrowswitch.site.journal import store
from arrowswitch.site.journal.models import Session
from arrowswitch.site.pads import sent as messages
from arrowswitch.site.pads.joining import COOKIE, codes
from arrowswitch.site.pads.live import concerns
from arrowswitch.site.pads.models import Pad, TableCode
from arrowswitch.site.pads.pins import pin_of

pytestmark = pytest.mark.usefixtures("desk_club")
SPADES = {"type": "contract", "contract": "4S", "declarer": "N", "tricks": 10, "lead": "HK"}


def code_of(session: int, table: int) -> str:
    found = codes(Session.objects.get(pk=session), store.state(session))
    return next(each.code for each in found if each.table == table)


def joined(session: int, table: int, **how: str) -> Client:
    client = Client(headers={"host": "localhost"})
    if "pair" in how:
        how.setdefault("number", pin_of(session, "A", int(how["pair"])))
    answer = client.post(reverse("pad-join", args=[code_of(session, table)]), how)
    assert answer.status_code == 302
    return client


def message(kind: str, round_number: int = 1, table: int = 1, board: int = 1, **more: Any) -> dict[str, Any]:
    return {
        "id": uuid.uuid4().hex,
        "kind": kind,
        "round": round_number,
        "table": table,
        "board": board,
        "side": "NS",
        **more,
    }


def sent(client: Client, *messages: Any) -> Any:
    answer = client.post(
        reverse("pad-send"), json.dumps({"messages": messages}), content_type="application/json", headers={"X-Pad": "1"}
    )
    assert answer.status_code == 200, answer.content
    return answer.json()["answers"]


def known(client: Client) -> Any:
    answer = client.get(reverse("pad-known"))
    assert answer.status_code == 200
    return answer.json()


def test_a_scanned_card_makes_a_phone_the_tables_pad() -> None:
    session = a_night()
    pad = joined(session, 2)
    told = known(pad)
    assert (told["table"], told["round"], [stop["boards"] for stop in told["stops"]]) == (2, 1, [[2], [3], [1]])
    assert len(told["stops"][0]["ns"]["names"]) == 2


def test_six_letters_do_what_the_square_does() -> None:
    session = a_night()
    code = code_of(session, 3)
    client = Client(headers={"host": "localhost"})
    answer = client.post(reverse("pad-find"), {"code": f" {code[:3].lower()}-{code[3:]} "})
    assert answer["Location"] == reverse("pad-join", args=[code])
    wrong = client.post(reverse("pad-find"), {"code": "AAAAAA"})
    assert wrong.status_code == 422
    assert "No table has that code" in wrong.content.decode()


def test_a_score_is_entered_and_agreed_and_lands_once_however_often_it_is_sent() -> None:
    session = a_night(settings=Settings(confirm=True))
    pad = joined(session, 1)
    score, agreed = message("enter", entry=SPADES), message("confirm", side="EW", entry=SPADES)
    for _ in range(3):
        assert [answer["ok"] for answer in sent(pad, score, agreed)] == [True, True]
    state = store.state(session)
    record = state.lines[LineKey("A", 1, 1, 1)]
    assert (record.entry, record.confirmed) == (Contracted("4S", "N", 10, "HK"), True)
    assert sum(entry.id == score["id"] for entry in state.journal) == 1


def test_a_replaced_phone_has_everything() -> None:
    session = a_night()
    sent(joined(session, 1), message("enter", entry=SPADES))
    (line,) = known(joined(session, 1))["lines"]
    assert line["entry"]["contract"] == "4S"


def test_the_other_sides_phone_agrees_for_its_own_side_only() -> None:
    session = a_night(settings=Settings(confirm=True))
    first, second = joined(session, 1, side="NS"), joined(session, 1, side="EW")
    assert known(first)["both"]
    sent(first, message("enter", entry=SPADES))
    sent(first, message("confirm", side="EW", entry=SPADES))  # the device is North-South, whatever it says
    assert not store.state(session).lines[LineKey("A", 1, 1, 1)].confirmed
    (refused,) = sent(second, message("correct", table=2, board=2, entry=SPADES, was=SPADES))
    assert not refused["ok"]
    (taken,) = sent(second, message("confirm", side="EW", entry=SPADES))
    assert taken["ok"]
    assert store.state(session).lines[LineKey("A", 1, 1, 1)].confirmed


def test_the_other_side_agrees_on_the_only_phone_there_is() -> None:
    session = a_night(settings=Settings(confirm=True))
    pad = joined(session, 1, side="NS")
    sent(pad, message("enter", entry=SPADES), message("confirm", side="EW", entry=SPADES))
    assert store.state(session).lines[LineKey("A", 1, 1, 1)].confirmed


def test_in_a_tournament_the_other_side_confirms_with_its_number() -> None:
    session = a_night(settings=Settings(confirm=True, pin=True))
    pad = joined(session, 1)
    sent(pad, message("enter", entry=SPADES))
    meeting = store.state(session).sections["A"].meeting(1, 1)
    assert meeting is not None
    right = pin_of(session, "A", meeting.ew)
    wrong = f"{(int(right) + 1) % 10000:04}"
    (refused,) = sent(pad, message("confirm", side="EW", entry=SPADES, pin=wrong))
    assert "not the number" in refused["problem"]
    (taken,) = sent(pad, message("confirm", side="EW", entry=SPADES, pin=right))
    assert taken["ok"]


def test_a_pairs_number_cannot_be_found_out_by_trying() -> None:
    session = a_night(settings=Settings(confirm=True, pin=True))
    pad = joined(session, 1)
    sent(pad, message("enter", entry=SPADES))
    right = pin_of(session, "A", 4)
    wrong = [f"{number:04}" for number in range(99) if f"{number:04}" != right]
    tried = [message("confirm", side="EW", entry=SPADES, pin=pin) for pin in (*wrong, right)]
    answers = sent(pad, *tried)
    assert not any(answer["ok"] for answer in answers)
    assert "That is not the number" in answers[0]["problem"]
    assert "Too many wrong numbers" in answers[-1]["problem"]


def test_what_the_desk_wrote_meanwhile_is_put_to_the_people() -> None:
    session = a_night()
    pad = joined(session, 1)
    enter(session, 1, 1, 1, -50)
    (answer,) = sent(pad, message("enter", entry=SPADES))
    assert (answer["ok"], answer["conflict"]) == (False, True)
    assert store.state(session).lines[LineKey("A", 1, 1, 1)].entry == BareScore(-50)
    do(session, Correct(LineKey("A", 1, 1, 1), Contracted("4S", "N", 10, "HK")))
    (same,) = sent(pad, message("enter", entry=SPADES))
    assert same["ok"]  # both have the same: nothing to decide


def test_scores_that_are_not_taken_now_are_to_be_sent_again() -> None:
    session = a_night(settings=Settings(intake=False))
    pad = joined(session, 1)
    score = message("enter", entry=SPADES)
    (answer,) = sent(pad, score)
    assert (answer["ok"], answer["later"]) == (False, True)
    do(session, ChangeSettings(Settings()))
    (answer,) = sent(pad, score)
    assert answer["ok"]


def test_a_whole_round_comes_in_late_and_in_order() -> None:
    session = a_night(build("mitchell", tables=3, boards_per_round=2))
    pad = joined(session, 1)
    do(session, CallRound(2))
    messages = [message("enter", number, 1, board, entry=SPADES) for number, board in ((1, 1), (1, 2), (2, 3), (2, 4))]
    assert all(answer["ok"] for answer in sent(pad, *messages))
    assert len(store.state(session).lines) == 4


def test_what_looks_wrong_is_asked_once_and_taken() -> None:
    session = a_night(build("mitchell", tables=5, boards_per_round=1))
    for table in (2, 3, 4, 5):
        meeting = store.state(session).sections["A"].meeting(1, table)
        assert meeting is not None
    play_round(session, 100)
    pads = joined(session, 1)
    do(session, CallRound(2))
    board = known(pads)["stops"][1]["boards"][0]
    (answer,) = sent(
        pads, message("enter", 2, 1, board, entry={**SPADES, "contract": "7NTX", "tricks": 13, "lead": ""})
    )
    assert answer["ok"]


# -- not too much at once -----------------------------------------------------------------------------------------------


def test_140_phones_behind_one_address_join_at_once() -> None:
    session = a_night(build("mitchell", tables=35, rounds=3, boards_per_round=1), names=False)
    for table in range(1, 36):
        for side in ("NS", "EW", "NS", "EW"):
            joined(session, table, side=side)
    assert Pad.objects.count() == 140


def test_a_pad_writes_as_fast_as_people_play_and_the_rest_waits_in_order(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    monkeypatch.setattr(messages, "WRITES", Allowance(60, at_once=300, clock=lambda: now[0]))
    session = a_night()
    pad = joined(session, 1)
    sent(pad, message("enter", entry=SPADES))
    answers: list[dict[str, Any]] = []
    for batch in range(31):
        tricks = [10 + (batch + number) % 3 for number in range(100)]
        answers += sent(pad, *(message("correct", entry={**SPADES, "tricks": each}, was=SPADES) for each in tricks))
    taken = [answer["ok"] or not answer["later"] for answer in answers]
    assert taken == [True] * 199 + [False] * (len(answers) - 199)  # a third is for the table's other phones
    assert "kept on it" in answers[-1]["problem"]
    assert len(store.state(session).journal) < 310
    now[0] = 60.0
    assert not any(answer.get("later") for answer in sent(pad, *(message("call", about=f"{n}") for n in range(60))))


def test_joining_again_does_not_let_a_table_write_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(messages, "WRITES", Allowance(60, at_once=30, clock=lambda: 0.0))
    session = a_night()
    answers = [
        answer
        for _ in range(4)
        for answer in sent(joined(session, 1), *(message("call", about=f"{n}") for n in range(10)))
    ]
    assert [bool(answer.get("later")) for answer in answers] == [False] * 30 + [True] * 10
    assert not any(answer.get("later") for answer in sent(joined(session, 2), message("call", table=2)))


def test_half_a_character_in_a_call_reaches_the_director_and_breaks_no_page() -> None:
    session = a_night()
    (answer,) = sent(joined(session, 1), {"id": uuid.uuid4().hex, "kind": "call", "about": "revoke \ud83d"})
    assert answer["ok"]
    director = as_role("director")
    for name in ("night-room", "night-rulings", "night-journal", "night-journal-file"):
        page = director.get(reverse(name, args=[session]))
        assert page.status_code == 200
    assert "revoke \ufffd" in director.get(reverse("night-room", args=[session])).content.decode()


def test_a_phone_that_had_no_network_all_night_sends_everything_at_once() -> None:
    session = a_night(build("mitchell", tables=15, rounds=15, boards_per_round=2), settings=Settings(confirm=True))
    pad = joined(session, 1)
    for number in range(2, 16):
        do(session, CallRound(number))
    stops = known(pad)["stops"]
    queue = []
    for number, stop in enumerate(stops, 1):
        for board in stop["boards"]:
            queue += [message("enter", number, 1, board, entry=SPADES)]
            queue += [message("confirm", number, 1, board, side="EW", entry=SPADES)]
    assert len(queue) == 60
    answers = [answer for at in range(0, len(queue), 20) for answer in sent(pad, *queue[at : at + 20])]
    assert not any(answer.get("later") for answer in answers)
    assert len(store.state(session).lines) == 30


# -- a token opens its own table and nothing else -----------------------------------------------------------------------


def test_another_tables_lines_are_not_its_business() -> None:
    session = a_night()
    pad = joined(session, 1)
    for kind in ("enter", "correct", "confirm"):
        (answer,) = sent(pad, message(kind, table=2, board=2, entry=SPADES, was=SPADES))
        assert not answer["ok"]
    assert not store.state(session).lines


def test_a_round_that_is_over_is_not_corrected() -> None:
    session = a_night()
    pad = joined(session, 1)
    sent(pad, message("enter", entry=SPADES))
    do(session, CallRound(2))
    (answer,) = sent(pad, message("correct", entry={**SPADES, "tricks": 11}, was=SPADES))
    assert "Round 1 is not being played now" in answer["problem"]


def test_a_forged_a_revoked_and_an_expired_token_open_nothing() -> None:
    session = a_night()
    pad = joined(session, 1)
    forged = Client(headers={"host": "localhost"})
    forged.cookies[COOKIE] = "x" * 43
    revoked = joined(session, 1)
    Pad.objects.order_by("-pk").update(revoked=None)
    Pad.objects.filter(pk=Pad.objects.latest("pk").pk).update(revoked=timezone.now())
    for client in (forged, revoked, Client(headers={"host": "localhost"})):
        assert client.get(reverse("pad-known")).status_code == 401
        assert client.get(reverse("pad-stream")).status_code == 401
        answer = client.post(
            reverse("pad-send"), '{"messages": []}', content_type="application/json", headers={"X-Pad": "1"}
        )
        assert answer.status_code == 401
    assert known(pad)
    Pad.objects.update(joined=timezone.now() - timedelta(days=2))
    assert pad.get(reverse("pad-known")).status_code == 401


@override_settings(PUBLIC_FORMS_A_MINUTE=10_000)  # there are more pages than one address may send forms to
def test_a_pad_opens_no_page_that_a_visitor_could_not() -> None:
    session = a_night()
    pad = joined(session, 1)
    visitor = Client(headers={"host": "localhost"})

    def filled(value: object) -> object:
        return session if value == "our session" else 1 if " " in str(value) else value

    for name, page in PAGES.items():
        if name.startswith("pad"):
            continue
        place = reverse(name, kwargs={gap: filled(value) for gap, value in page.needs.items()})
        for method in ("get", "post"):
            mine, theirs = getattr(pad, method)(place), getattr(visitor, method)(place)
            assert (mine.status_code, mine.get("Location")) == (theirs.status_code, theirs.get("Location")), name


def test_the_cookie_goes_to_the_pads_own_addresses_only() -> None:
    pad = joined(a_night(), 1)
    cookie = pad.cookies[COOKIE]
    assert (cookie["path"], cookie["httponly"], cookie["samesite"]) == ("/pad/", True, "Strict")


def test_the_database_holds_no_secret_of_a_device() -> None:
    pad = joined(a_night(), 1)
    assert not Pad.objects.filter(token=pad.cookies[COOKIE].value).exists()


def test_another_clubs_desk_does_not_see_our_phones() -> None:
    session = a_night()
    joined(session, 1)
    other = Club.objects.create(name="Hillside", federation="wbf")
    assert as_role("owner", other).get(reverse("night-phones", args=[session])).status_code == 404


@pytest.mark.parametrize(
    "body",
    [
        "",
        "[]",
        "{}",
        '{"messages": 1}',
        '{"messages": [1]}',
        '{"messages": [{}]}',
        '{"messages": [{"id": "0123456789abcdef", "kind": "adjust"}]}',
        '{"messages": [{"id": "0123456789abcdef", "kind": ["enter"]}]}',
        '{"messages": [{"id": "0123456789abcdef", "kind": "enter", "round": 1, "table": 1, "board": 1, "side": "NS", "pairs": [1, "4"], "entry": {"type": "passed-out"}}]}',  # noqa: E501
        '{"messages": [{"id": "0123456789abcdef", "kind": "enter", "round": true, "table": 1, "board": 1}]}',
        '{"messages": [{"id": "0123456789abcdef", "kind": "enter", "round": 1, "table": 1, "board": 1, "side": "NS", "entry": {"type": "score", "ns": 9000}}]}',  # noqa: E501
        '{"messages": [{"id": "0123456789abcdef", "kind": "enter", "round": 1, "table": 1, "board": 1, "side": "NS", "entry": {"type": "contract", "contract": "9Z", "declarer": "Q", "tricks": 99}}]}',  # noqa: E501
        '{"messages": [{"id": "0123456789abcdef", "kind": "seat", "contestant": 1, "seat": "N", "name": "\\u0000"}]}',
        "[" * 100_000,
    ],
)
def test_what_is_no_message_changes_nothing(body: str) -> None:
    session = a_night()
    before = store.state(session)
    answer = joined(session, 1).post(reverse("pad-send"), body, content_type="application/json", headers={"X-Pad": "1"})
    assert answer.status_code in (200, 400, 413, 415)
    if answer.status_code == 200:
        assert not any(each["ok"] for each in answer.json()["answers"])
    assert store.state(session) == before


def test_a_form_of_another_site_is_no_message() -> None:
    pad = joined(a_night(), 1)
    assert pad.post(reverse("pad-send"), {"messages": "[]"}).status_code == 415


# -- nothing is told too early --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("scores", ["board", "round", "end", "never"])
def test_no_answer_to_a_pad_holds_a_score_of_a_board_still_to_be_played(scores: str) -> None:
    session = a_night(settings=Settings(scores=scores))  # type: ignore[arg-type]
    pads = {table: joined(session, table) for table in (1, 2, 3)}
    marks = {1: 800, 2: 1100, 3: 1400}  # scores that nobody else has
    for table, points in marks.items():
        enter(session, 1, table, table, points)
    for table, pad in pads.items():
        told = json.dumps(known(pad))
        others = [points for other, points in marks.items() if other != table]
        assert not any(re.search(rf"(?<![\w.]){points}(?![\w.])", told) for points in others)  # ids hold any figures
        assert "percent" not in told


def test_another_tables_score_cannot_be_found_out_by_guessing() -> None:
    session = a_night(settings=Settings(confirm=True))
    other, pad = joined(session, 2), joined(session, 1)
    sent(other, message("enter", 1, 2, 2, entry=SPADES))
    wrong = {**SPADES, "tricks": 9}
    kinds = [(kind, entry) for kind in ("enter", "correct", "confirm") for entry in (SPADES, wrong)]
    guesses = [message(kind, 1, 2, 2, entry=entry, was=SPADES) for kind, entry in kinds]
    before = [message(kind, 1, 3, 3, entry=entry, was=SPADES) for kind, entry in kinds]
    answers = sent(pad, *guesses, *before)
    assert not any(answer["ok"] for answer in answers)
    assert (
        len({json.dumps({**answer, "id": ""}) for answer in answers}) == 1
    )  # nothing tells them from a board not played


def test_of_a_round_that_is_over_a_table_is_told_no_score_of_others() -> None:
    session = a_night()
    pad = joined(session, 1)
    enter(session, 1, 1, 1, 990)
    assert "990" in json.dumps(sent(pad, message("enter", 1, 1, 1, entry=SPADES)))
    play_round(session)
    do(session, CallRound(2))
    told = sent(pad, message("enter", 1, 1, 1, entry=SPADES), message("confirm", 1, 1, 1, side="EW", entry=SPADES))
    assert all(answer["conflict"] for answer in told)
    assert "990" not in " ".join(answer["problem"] for answer in told)  # an id may hold any figures
    assert "Show the director what you wrote" in told[0]["problem"]


def test_a_card_lets_in_the_phones_of_those_who_are_at_its_table_only() -> None:
    session = a_night(build("howell", tables=3.5, boards_per_round=1))
    movement = store.state(session).sections["A"].movement
    meeting = movement.at[1, 1]
    rest = next(sit.pair for sit in movement.sit_outs if sit.round == 1)
    for pair in movement.contestants:
        client = Client(headers={"host": "localhost"})
        how = {"pair": str(pair), "number": pin_of(session, "A", pair)}
        answer = client.post(reverse("pad-join", args=[code_of(session, 1)]), how)
        here = pair in (*meeting.sides, rest)
        assert answer.status_code == (302 if here else 422)
        assert client.get(reverse("pad-known")).status_code == (200 if here else 401)


def test_a_traveller_comes_when_the_settings_say_so() -> None:
    session = a_night(settings=Settings(scores="board"))
    pad = joined(session, 3)
    play_round(session, 140)
    do(session, CallRound(2))
    board = known(pad)["stops"][1]["boards"][0]
    assert str(board) not in known(pad)["boards"]
    sent(pad, message("enter", 2, 3, board, entry=SPADES))
    rows = known(pad)["boards"][str(board)]["traveller"]
    assert [row["ns"] for row in rows] == sorted((row["ns"] for row in rows), reverse=True)
    assert sum(row["mine"] for row in rows) == 1


# -- names, calls, the desk -----------------------------------------------------------------------------------------------


def test_players_put_their_names_in_by_number_or_as_visitors() -> None:
    session = a_night(names=False)
    Player.objects.create(club=our_club(), given="Ivy", family="Iris", number="4711")
    pad = joined(session, 1)
    seats = {"contestant": 1, "side": "NS"}
    first, second, third = sent(
        pad,
        {"id": uuid.uuid4().hex, "kind": "seat", "seat": "N", "name": "4711", **seats},
        {"id": uuid.uuid4().hex, "kind": "seat", "seat": "S", "name": "Vera Visitor", **seats},
        {"id": uuid.uuid4().hex, "kind": "seat", "seat": "N", "name": "Somebody Else", **seats},
    )
    assert (first["ok"], second["ok"], third["ok"]) == (True, True, False)
    assert known(pad)["stops"][0]["ns"]["names"] == ["Ivy Iris", "Vera Visitor"]


def test_a_call_reaches_the_desk_with_its_table() -> None:
    session = a_night()
    sent(joined(session, 2), {"id": uuid.uuid4().hex, "kind": "call", "about": "revoke"})
    page = as_role("director").get(reverse("night-room", args=[session])).content.decode()
    assert "Table 2" in page
    assert "“revoke”" in page


def test_calling_again_while_the_director_is_on_the_way_is_no_fault() -> None:
    session = a_night()
    pad = joined(session, 2)
    for about in ("revoke", "revoke", "something else"):
        (answer,) = sent(pad, {"id": uuid.uuid4().hex, "kind": "call", "about": about})
        assert answer["ok"]
    (call,) = store.state(session).calls.values()
    assert call.about == "revoke"


def test_the_desk_sees_the_phones_takes_one_off_and_moves_another() -> None:
    session = a_night()
    first, second = joined(session, 1), joined(session, 2)
    desk = as_role("director")
    page = desk.get(reverse("night-phones", args=[session])).content.decode()
    assert "2 phones have joined" in page
    assert code_of(session, 1) in page
    pads = list(Pad.objects.order_by("pk"))
    desk.post(reverse("night-phones-do", args=[session]), {"do": "revoke", "pad": pads[0].pk})
    assert first.get(reverse("pad-known")).status_code == 401
    desk.post(reverse("night-phones-do", args=[session]), {"do": "move", "pad": pads[1].pk, "table": "3"})
    assert known(second)["table"] == 3
    answer = desk.post(reverse("night-phones-do", args=[session]), {"do": "move", "pad": pads[1].pk, "table": "99"})
    assert answer.status_code == 422


def test_new_letters_make_old_cards_useless() -> None:
    session = a_night()
    old = code_of(session, 1)
    code = TableCode.objects.get(session=session, table=1)
    as_role("director").post(reverse("night-phones-do", args=[session]), {"do": "renew", "code": code.pk})
    answer = Client(headers={"host": "localhost"}).get(reverse("pad-join", args=[old]))
    assert answer.status_code == 404
    assert "This card opens no table now" in answer.content.decode()
    assert 'name="code"' in answer.content.decode()
    assert code_of(session, 1) != old


def test_a_card_ends_with_its_session() -> None:
    session = a_night(start=False)
    code = code_of(session, 1)
    place = reverse("pad-join", args=[code])
    phone = joined(session, 2)

    def opens() -> bool:
        client = Client(headers={"host": "localhost"})
        found = client.post(reverse("pad-find"), {"code": code}).status_code == 302
        assert (client.get(place).status_code == 200) is found
        assert (client.post(place).status_code == 302) is found
        return found

    Session.objects.filter(pk=session).update(changed=timezone.now() - timedelta(days=9))  # printed the week before
    assert opens()
    do(session, Start())
    assert opens()
    Session.objects.filter(pk=session).update(changed=timezone.now() - timedelta(days=2))  # nobody ever posted it
    assert not opens()
    do(session, Publish(), force=True, why="everybody has gone home")
    assert not opens()
    assert known(phone)["phase"] == "published"  # who is in already still sees how it ended
    do(session, Reopen(), why="a wrong score")
    assert opens()


def test_the_director_chooses_how_tables_enter() -> None:
    session = a_night()
    desk = as_role("director")
    desk.post(
        reverse("night-phones-do", args=[session]), {"do": "settings", "confirm": "on", "pin": "on", "wait": "on"}
    )
    settings = store.state(session).settings
    assert (settings.confirm, settings.pin, settings.wait, settings.leads, settings.intake) == (
        True,
        True,
        True,
        False,
        False,
    )
    page = desk.get(reverse("night-phones", args=[session])).content.decode()
    assert pin_of(session, "A", 1) in page


def test_a_pairs_own_phone_enters_where_the_pair_plays() -> None:
    session = a_night(build("mitchell", tables=3, boards_per_round=1))
    phone = joined(session, 1, pair="4")
    told = known(phone)
    assert [stop["table"] for stop in told["stops"]] == [1, 2, 3]
    for stop in told["stops"]:
        (answer,) = sent(phone, message("enter", stop["round"], stop["table"], stop["boards"][0], entry=SPADES))
        assert answer["ok"]
    (answer,) = sent(phone, message("enter", 1, 2, 2, entry=SPADES))
    assert not answer["ok"]


# -- what looks wrong while it can still be mended ------------------------------------------------------------------------


def looks(session: int) -> str:
    """What the desk is told to look at."""
    return as_role("director").get(reverse("night-room", args=[session])).content.decode()


def test_a_board_that_is_not_due_is_asked_about_once_then_taken_and_flagged() -> None:
    session = a_night()
    pad = joined(session, 1)
    wrong = message("enter", board=3, entry=SPADES)
    (asked,) = sent(pad, wrong)
    assert (asked["ok"], asked["asked"]) == (False, True)
    assert "Board 3 is not at table 1 in round 1" in asked["problem"]
    assert not store.state(session).lines
    (taken,) = sent(pad, {**wrong, "sure": True})
    assert (taken["ok"], taken["notes"]) == (True, [])
    assert [line["board"] for line in known(pad)["lines"]] == [3]
    assert "Board 3 is not at table 1 in round 1" in looks(session)


def test_a_board_that_a_pair_has_had_is_not_taken_a_second_time() -> None:
    session = a_night()
    play_round(session)
    do(session, CallRound(2))
    pad = joined(session, 1)
    (answer,) = sent(pad, message("enter", 2, 1, 1, entry=SPADES, sure=True))
    assert "has had board 1 already" in answer["problem"]
    assert not answer["asked"]


def test_a_lead_from_another_hand_is_asked_about_and_flagged() -> None:
    session = a_night()
    hands = BoardHands(1, "AKQJT98765432...", ".AKQJT98765432..", "..AKQJT98765432.", "...AKQJT98765432")
    do(session, AttachHands((hands,)))
    (answer,) = sent(joined(session, 1), message("enter", entry={**SPADES, "lead": "S2"}))
    assert answer["ok"]
    assert answer["notes"] == ["East does not hold ♠2; is it another lead, or another declarer?"]
    assert "East does not hold ♠2" in looks(session)


def five_tables(points: int, **settings: Any) -> tuple[int, Client, int, int]:
    """A session in which board 1 has come to table 4 with a result at every other table."""
    session = a_night(build("mitchell", tables=5, boards_per_round=1), settings=Settings(**settings))
    for number in range(1, 5):
        if number > 1:
            do(session, CallRound(number))
        state = store.state(session)
        for meeting in state.sections["A"].movement.by_round[number]:
            if 1 in meeting.boards:
                enter(session, number, meeting.table, 1, points)
    do(session, CallRound(5))
    (last,) = (each for each in state.sections["A"].movement.by_round[5] if 1 in each.boards)
    return session, joined(session, last.table), 5, last.table


@pytest.mark.parametrize(
    ("points", "entry", "sentence"),
    [
        (110, {"declarer": "W"}, "is a plus for the side that loses"),
        (-50, {"contract": "7NTXX", "tricks": 13, "lead": ""}, "is a plus for the side that loses"),
        (140, {"contract": "7NTXX", "tricks": 13, "lead": ""}, "is far from every other result"),
    ],
)
def test_an_unlikely_score_is_asked_about_without_telling_the_others(
    points: int, entry: dict[str, Any], sentence: str
) -> None:
    session, pad, number, table = five_tables(points)
    given = message("enter", number, table, 1, entry={**SPADES, **entry})
    (answer,) = sent(pad, given)
    assert answer["ok"]
    assert [note[:35] for note in answer["notes"]] == ["This is unlike what other tables ha"]
    assert str(points) not in json.dumps({**answer, "id": ""})
    assert sentence in looks(session)
    (again,) = sent(pad, given)
    assert again["notes"] == []  # asked once


def test_where_travellers_are_shown_the_table_is_told_what_is_unlike() -> None:
    _session, pad, number, table = five_tables(140, scores="board")
    (answer,) = sent(
        pad, message("enter", number, table, 1, entry={**SPADES, "contract": "7NTXX", "tricks": 13, "lead": ""})
    )
    assert "whose middle is +140" in answer["notes"][0]


# -- what the table has not seen it cannot change ---------------------------------------------------------------------------


def test_a_correction_of_what_the_desk_has_changed_is_put_to_the_people() -> None:
    session = a_night()
    pad = joined(session, 1)
    key = LineKey("A", 1, 1, 1)
    sent(pad, message("enter", entry=SPADES))
    do(session, Correct(key, Contracted("4S", "N", 9, "HK")))
    (answer,) = sent(pad, message("correct", entry={**SPADES, "tricks": 11}, was=SPADES))
    assert (answer["ok"], answer["conflict"]) == (False, True)
    assert "board 1 is now 4♠ N -1 (-50)" in answer["problem"]
    (taken,) = sent(pad, message("correct", entry={**SPADES, "tricks": 11}, was={**SPADES, "tricks": 9}))
    assert taken["ok"]


def test_nobody_agrees_to_what_was_not_before_them() -> None:
    session = a_night(settings=Settings(confirm=True))
    pad = joined(session, 1)
    before = enter(session, 1, 1, 1, -50)
    entered, agreed = sent(pad, message("enter", entry=SPADES), message("confirm", side="EW", entry=SPADES))
    assert (entered["conflict"], agreed["conflict"]) == (True, True)
    assert store.state(session) == before


def test_what_was_written_for_other_pairs_than_those_of_the_changed_movement_is_put_to_the_people() -> None:
    session = a_night()
    pad = joined(session, 1)
    stop = known(pad)["stops"][0]
    written = message("enter", pairs=[stop["ns"]["number"], stop["ew"]["number"]], entry=SPADES)
    assert written["pairs"] == [1, 4]
    do(session, EditMeeting("A", Meeting(1, 1, 1, 5, (1,))), force=True, why="they sat down at the wrong table")
    answer, agreed = sent(pad, written, message("confirm", side="EW", pairs=[1, 4], entry=SPADES))
    assert not answer["ok"]
    assert answer["moved"]
    assert "NS 1 & EW 2 now. This was written for NS 1 & EW 1" in answer["problem"]
    assert not agreed["ok"]
    assert store.state(session).lines == {}
    (answer,) = sent(pad, message("enter", pairs=[1, 5], entry=SPADES))
    assert answer["ok"]


def test_what_was_written_in_another_session_is_not_taken() -> None:
    first, second = a_night(), a_night()
    (answer,) = sent(joined(second, 1), message("enter", entry=SPADES, night=first))
    assert "another session" in answer["problem"]
    assert not store.state(second).lines


# -- after the board: what the settings allow -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("scores", "hands"), [("never", "never"), ("end", "end"), ("board", "never"), ("board", "board")]
)
def test_after_a_board_the_settings_decide_what_is_shown(scores: str, hands: str) -> None:
    session, pad, number, table = five_tables(140, scores=scores, hands=hands)
    deal = BoardHands(1, "AKQJT98765432...", ".AKQJT98765432..", "..AKQJT98765432.", "...AKQJT98765432")
    do(session, AttachHands((deal,)))
    sent(pad, message("enter", number, table, 1, entry={**SPADES, "lead": "H2"}))
    shown = known(pad)["boards"].get("1", {})
    assert ("traveller" in shown) == (scores == "board")
    assert ("hands" in shown) == (hands == "board")
    if scores == "board":
        assert [(row["ns"], row["worth"]) for row in shown["traveller"]][:2] == [(420, "100%"), (140, "38%")]
        whole = scored(store.state(session)).boards[BoardKey("", 1)].lines
        assert {f"{float(line.ns.value / line.ns.maximum):.0%}" for line in whole if line.ns} == {"100%", "38%"}


def test_a_table_hears_of_its_own_scores_and_of_what_concerns_everybody() -> None:
    session = a_night()
    state = enter(session, 1, 2, 2, 140)
    assert concerns(state, state.journal[-1]) == {("A", 2)}
    assert concerns(state, do(session, CallRound(2)).journal[-1]) is None
    state = do(session, ChangeSettings(Settings(scores="board")))
    state = enter(session, 2, 2, 3, 140)
    assert concerns(state, state.journal[-1]) >= {("A", 1), ("A", 2)}
