"""Whether a repair can be taken back: only what rests on the meetings that it changed is in the way."""

from __future__ import annotations

import nights
import pytest
from django.test import Client
from django.urls import reverse
from nights import do
from people import as_role
from test_trouble import in_round, movement, text, use

from arrowswitch.movements import build
from arrowswitch.session import AddMinutes, CallRound
from arrowswitch.site.journal import store

pytestmark = pytest.mark.usefixtures("desk_club")


@pytest.fixture
def desk() -> Client:
    return as_role("director")


def enter(session: int, round_number: int, table: int) -> None:
    nights.enter(session, round_number, table, movement(session).at[round_number, table].boards[0], -90)


def repaired(desk: Client) -> tuple[int, object]:
    session = in_round(build("skip-mitchell", tables=8, rounds=7, boards_per_round=4), 1, entered=False)
    for number in range(2, 6):
        do(session, CallRound(number))
    plan = movement(session)
    use(desk, session, "forgotten-skip", told={"at_round": 6})
    assert movement(session) != plan
    return session, plan


def take_back(desk: Client, session: int) -> object:
    return desk.post(reverse("night-trouble-undo", args=[session]), {"repair": f"repair-{session}-forgotten-skip"})


def test_slips_of_rounds_that_a_repair_did_not_change_do_not_keep_it_from_being_undone(desk: Client) -> None:
    session, plan = repaired(desk)
    for number in range(1, 5):
        enter(session, number, number)
    do(session, AddMinutes(3))
    page = text(desk.get(reverse("night-trouble", args=[session])))
    assert "The last repair" in page
    assert "Undo this" in page
    assert take_back(desk, session).status_code == 302  # type: ignore[attr-defined]
    assert movement(session) == plan
    assert len(store.state(session).lines) == 4
    assert "The last repair" not in text(desk.get(reverse("night-trouble", args=[session])))


def test_a_result_of_a_repaired_meeting_is_named_and_led_to(desk: Client) -> None:
    session, plan = repaired(desk)
    enter(session, 2, 2)
    enter(session, 5, 3)
    board = movement(session).at[5, 3].boards[0]
    answer = take_back(desk, session)
    page = text(answer)
    assert f"board {board} at table 3 in round 5" in page
    assert reverse("night-line", args=[session, "A", 5, 3, board]) in page
    assert "Undo this" not in page
    assert movement(session) != plan


def test_a_round_that_was_called_on_the_repaired_movement_is_in_the_way(desk: Client) -> None:
    session, plan = repaired(desk)
    do(session, CallRound(6))
    assert "Undo this" not in text(desk.get(reverse("night-trouble", args=[session])))
    take_back(desk, session)
    assert movement(session) != plan
