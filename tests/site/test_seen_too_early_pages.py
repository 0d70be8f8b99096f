"""What phones and links tell: nothing of a board that is still to be played, nothing by trying, nothing that is being changed."""

from __future__ import annotations

import json
import uuid
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from nights import a_night, do, enter, play_on, play_round
from people import as_role
from test_results_pages import player_of

from arrowswitch.movements import build
from arrowswitch.session import (
    AttachHands,
    BareScore,
    BoardHands,
    CallRound,
    Correct,
    LineKey,
    Publish,
    Reopen,
    Settings,
)
from arrowswitch.session.sight.pads import UNLIKE
from arrowswitch.site.journal import store
from arrowswitch.site.journal.models import Session
from arrowswitch.site.night.results.models import Link
from arrowswitch.site.pads.joining import codes

pytestmark = pytest.mark.usefixtures("desk_club")
SPADES = {"type": "contract", "contract": "4S", "declarer": "N", "tricks": 10, "lead": "HK"}
PASSED = {"type": "passed-out"}
SUITS = ("AKQJT98765432...", ".AKQJT98765432..", "..AKQJT98765432.", "...AKQJT98765432")


def joined(session: int, table: int) -> Client:
    client = Client(headers={"host": "localhost"})
    found = codes(Session.objects.get(pk=session), store.state(session))
    code = next(each.code for each in found if each.table == table)
    assert client.post(reverse("pad-join", args=[code])).status_code == 302
    return client


def message(kind: str, round_number: int, table: int, board: int, **more: Any) -> dict[str, Any]:
    where = {"round": round_number, "table": table, "board": board}
    return {"id": uuid.uuid4().hex, "kind": kind, "side": "NS", **where, **more}


def sent(client: Client, *messages: Any) -> list[dict[str, Any]]:
    body = json.dumps({"messages": messages})
    answer = client.post(reverse("pad-send"), body, content_type="application/json", headers={"X-Pad": "1"})
    assert answer.status_code == 200, answer.content
    found: list[dict[str, Any]] = answer.json()["answers"]
    return found


def answer_of(given: dict[str, Any]) -> dict[str, Any]:
    """An answer without its name."""
    return {name: value for name, value in given.items() if name != "id"}


def test_a_phone_that_tries_one_result_after_the_other_is_asked_once() -> None:
    session = a_night(build("mitchell", tables=5, boards_per_round=1))
    for number, table in ((2, 5), (3, 4), (4, 3)):
        enter(session, number, table, 1, 420)
    pad = joined(session, 1)
    was = {**SPADES, "declarer": "E", "lead": ""}
    (first,) = sent(pad, message("enter", 1, 1, 1, entry=was))
    assert first["notes"] == [str(UNLIKE)]
    for tricks in range(14):
        tried = {**was, "contract": "7NT", "tricks": tricks}
        (answer,) = sent(pad, message("correct", 1, 1, 1, entry=tried, was=was))
        assert (answer["ok"], answer["notes"]) == (True, [])
        was = tried
    room = as_role("director").get(reverse("night-room", args=[session])).content.decode()
    assert "is a plus for the side that loses on this board at every other table" in room


def test_no_page_of_a_board_is_opened_by_a_phone_that_writes_it_where_it_was_not_due() -> None:
    session = a_night(settings=Settings(scores="round", hands="round"))
    do(session, AttachHands((BoardHands(3, *SUITS),)))
    token = Link.make(Session.objects.get(pk=session)).token
    client, page = player_of(session, 1), f"{reverse('results', args=[token])}board/3/"
    (answer,) = sent(joined(session, 1), message("enter", 1, 1, 3, entry=PASSED, sure=True))
    assert answer["ok"]  # the wrong board was played there, for all that is known
    play_round(session)
    for number in (2, 3):
        do(session, CallRound(number))
        assert client.get(page).status_code == 404
        assert as_role("public").get(page).status_code == 404
    enter(session, 3, 1, 3, 420)
    do(session, Publish(), force=True, why="everybody has gone home")
    assert client.get(page).status_code == 200


def test_no_page_is_opened_by_a_phone_that_writes_a_board_in_a_round_that_is_over() -> None:
    session = a_night(settings=Settings(scores="round", hands="round"))
    do(session, AttachHands((BoardHands(3, *SUITS),)))
    token = Link.make(Session.objects.get(pk=session)).token
    client, page = player_of(session, 1), f"{reverse('results', args=[token])}board/3/"
    play_round(session)
    do(session, CallRound(2))
    (answer,) = sent(joined(session, 1), message("enter", 1, 1, 3, entry=PASSED, sure=True))
    assert not answer["ok"]
    assert "that round is over; ask the director" in answer["problem"]
    assert client.get(page).status_code == 404


def test_false_lines_of_one_phone_keep_no_honest_phone_out() -> None:
    session = a_night()
    false = [message("enter", 1, 1, board, entry=PASSED, sure=True) for board in (2, 3)]
    assert all(answer["ok"] for answer in sent(joined(session, 1), *false))
    play_round(session)
    do(session, CallRound(2))
    (answer,) = sent(joined(session, 1), message("enter", 2, 1, 2, entry=SPADES))
    assert answer["ok"]
    assert not store.state(session).lines[LineKey("A", 2, 1, 2)].void
    room = as_role("director").get(reverse("night-room", args=[session])).content.decode()
    assert "which was not due there, and the table where it was due has a score of the same pair" in room


def test_results_of_an_earlier_round_cannot_be_found_by_trying() -> None:
    session = a_night()
    sent(joined(session, 1), message("enter", 1, 1, 1, entry=SPADES))
    play_round(session)
    do(session, CallRound(2))
    pad, wrong = joined(session, 1), {**SPADES, "tricks": 9}
    enters = [
        answer_of(each) for each in sent(pad, *(message("enter", 1, 1, 1, entry=each) for each in (SPADES, wrong)))
    ]
    assert enters[0] == enters[1]
    assert not enters[0]["ok"]
    assert enters[0]["problem"] == "Board 1 of round 1 has a score already. Show the director what you wrote."
    corrections = [message("correct", 1, 1, 1, entry=PASSED, was=each) for each in (SPADES, wrong)]
    right, other = (answer_of(each) for each in sent(pad, *corrections))
    assert right == other
    assert not right["ok"]


def test_what_a_table_may_see_is_still_taken_once_from_two_phones() -> None:
    session = a_night()
    for _ in range(2):
        (answer,) = sent(joined(session, 1), message("enter", 1, 1, 1, entry=SPADES))
        assert answer["ok"]


def test_a_phone_shows_what_was_posted_and_not_what_is_being_corrected() -> None:
    session = a_night()
    play_on(session)
    do(session, Publish())
    do(session, Reopen(), why="a wrong score")
    pad = joined(session, 1)

    def travellers() -> list[int]:
        boards = pad.get(reverse("pad-known")).json()["boards"]
        return [line["ns"] for board in boards.values() for line in board["traveller"] if not line["mine"]]

    assert set(travellers()) == {110}
    other = next(key for key in store.state(session).on_board[3] if key.table != 1)
    do(session, Correct(other, BareScore(420), consent=("NS", "EW")), why="misread")
    assert set(travellers()) == {110}
    do(session, Publish())
    assert set(travellers()) == {110, 420}
