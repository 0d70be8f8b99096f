"""Every screen of a pad on a small phone: nothing to scroll where scores are entered, nothing that axe finds, nothing cut
off at twice the size of text, keys turned round for the left hand."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from browsing import faults
from nights import a_night, enter
from phones import SMALL, Phone, Room, room
from playwright.sync_api import expect

from arrowswitch.bridge import Denomination, Side
from arrowswitch.deals import deal_text, table_of
from arrowswitch.movements import Meeting, build
from arrowswitch.session import (
    AttachHands,
    BoardHands,
    CallRound,
    ChangeSettings,
    Contracted,
    Correct,
    EditMeeting,
    Enter,
    LineKey,
    Publish,
    Settings,
    Start,
)
from arrowswitch.site.journal import solving

MAY_SCROLL = {"traveller"}
SHOWN = Settings(confirm=True, scores="board", hands="board", par="board")
DEAL = BoardHands(9, "AKQJT.98.765.432", "98765.AKQJT.4.87", "432.765.AKQJT.95", ".432.9832.AKQJT6")
TABLE = table_of(lambda seat, trumps: 10 if (seat.side, trumps) == (Side.EW, Denomination.DIAMONDS) else 3)
"""A table that is not the deal's own, so that it is seen where it comes from."""
CUT_OFF = """() => [...document.querySelectorAll("#pad button, #pad h1, #pad p, #pad label, #pad input")]
    .filter(each => each.scrollWidth > each.clientWidth + 2 && !each.classList.contains("for-ears") && each.tagName !== "INPUT")
    .map(each => each.textContent)"""


def screens(club: Room, size: dict[str, int]) -> Iterator[tuple[str, Phone]]:
    """A phone that comes to every screen, one after the other, each by its name."""
    phone, desk = club.join(1, size=size), club.desk
    yield "names", phone
    phone.page.fill("#name-N", "Ann Ash")
    phone.tap("save-names")
    phone.shows("Play has not begun")
    yield "not-begun", phone
    desk.do(Start())
    phone.shows("Round 1 of")
    yield "round", phone
    phone.tap("b-1")
    yield "contract", phone
    phone.tap("k-4S")
    yield "declarer", phone
    phone.tap("k-S", "lead-H")
    yield "lead", phone
    phone.tap("k-HT")
    yield "tricks", phone
    phone.tap("k-r-1")
    yield "agree", phone
    phone.tap("agree")
    phone.shows("Everything is in.")
    phone.tap("call")
    yield "call", phone
    phone.tap("call-lead")
    phone.shows("Director called")
    phone.tap("b-1")
    yield "line", phone
    phone.tap("on", "other-board")
    phone.page.fill("#board-number", "9")
    yield "other-board", phone
    phone.tap("board-go", "passed-out", "agree")
    phone.shows("Please look once more")
    yield "asked", phone
    phone.tap("leave-it", "b-2", "not-played", "agree")
    phone.shows("if everybody passed, enter a pass")
    yield "note", phone
    phone.tap("it-is-right")
    phone.shows("Round 1 is done.")
    yield "end", phone
    desk.do(ChangeSettings(Settings(confirm=True, scores="board", hands="board", wait=True)))
    phone.shows("Wait until the move is called")
    yield "wait", phone
    desk.do(ChangeSettings(Settings(confirm=True, scores="board", hands="board", pin=True)))
    desk.do(CallRound(2))
    phone.shows("Round 2 of")
    phone.tap("b-3")
    phone.bid("3N", "E", "C2", 0)
    phone.page.fill("#pin", "12345"[:4])
    yield "pin", phone
    phone.tap("agree")
    phone.shows("This was not taken")
    yield "pin-wrong", phone
    phone.tap("leave-it")
    desk.do(ChangeSettings(SHOWN))
    phone.shows("to be agreed")
    phone.tap("b-4", "k-2H")
    desk.do(EditMeeting("A", Meeting(2, 1, 4, 7, (3, 9))), force=True, why="wet")
    phone.shows("The director has changed the movement")
    yield "moved", phone
    desk.do(Enter(LineKey("A", 1, 4, 9), Contracted("4D", "W", 10, "SA")))
    phone.tap("leave-it", "b-9")
    phone.bid("5D", "W", "SA", -2)
    phone.tap("agree")
    phone.shows("so far")
    phone.shows("Tricks with all cards seen")
    phone.shows("Par −130:")
    yield "traveller", phone
    phone.tap("on")
    phone.context.set_offline(True)
    phone.tap("b-3", "agree")
    phone.shows("No network.")
    yield "offline", phone
    desk.do(Correct(LineKey("A", 2, 1, 3), Contracted("3NT", "E", 8, "C2")))
    phone.context.set_offline(False)
    phone.shows("is now 3NT E -1")
    yield "conflict", phone
    phone.tap("leave-it")
    phone.shows("Everything is in.")
    desk.do(Publish(), force=True, why="test")
    phone.shows("The session is over.")
    yield "over", phone


SIZES = {
    "small": (SMALL, False),
    "small, with only a wide font": (SMALL, True),
    "upright": ({"width": 390, "height": 664}, False),
    "on its side": ({"width": 844, "height": 390}, False),
    "tablet": ({"width": 820, "height": 1180}, False),
}


@pytest.mark.parametrize(("size", "bare"), SIZES.values(), ids=SIZES)
def test_every_screen_fits_the_phone_and_everybody(desk_club: dict[str, str], size: dict[str, int], bare: bool) -> None:
    session = a_night(build("howell", tables=4, boards_per_round=2), names=False, start=False, settings=SHOWN)
    seen, wrong = [], []
    solving.keep([(deal_text(DEAL), TABLE)])
    with room(session, desk_club, bare=bare) as club:
        club.desk.do(AttachHands((DEAL,)))
        for name, phone in screens(club, size):
            seen.append(name)
            high, wide, window = phone.height
            if wide > size["width"] or (high > window and name not in MAY_SCROLL):
                wrong.append((name, wide, high))
            assert faults(phone.page) == [], name
            if folder := os.environ.get("SHOTS"):
                for scheme in ("dark", "light"):
                    phone.page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
                    phone.page.screenshot(path=Path(folder) / f"{size['width']}-{scheme}-{len(seen):02}-{name}.png")
            phone.page.evaluate("document.documentElement.style.fontSize = '200%'")
            assert phone.page.evaluate(CUT_OFF) == [], name
            assert phone.height[1] <= size["width"], name
            phone.page.evaluate("document.documentElement.style.fontSize = ''")
    assert wrong == []
    assert len(seen) == 22


def test_a_pairs_own_phone_moves_with_it_and_rests_with_it(desk_club: dict[str, str]) -> None:
    session = a_night(build("howell", tables=3.5, boards_per_round=1), settings=Settings(confirm=True))
    with room(session, desk_club) as club:
        pair = club.join(1, "1")
        rounds = 7
        path = build("howell", tables=3.5, boards_per_round=1).path(1)
        against = {stop.round: next(each for each in stop.sides if each != 1) for stop in path}
        for number in range(1, rounds + 1):
            pair.shows(f"Round {number} of {rounds}")
            if not pair.page.locator("text=You sit out this round.").count():
                board = pair.page.locator(".row.main").get_attribute("id")
                pair.tap(str(board))
                pair.bid("2H", "S", "CA", 0)
                pair.page.fill("#pin", club.numbers[against[number]])
                pair.tap("agree")
                pair.shows(f"Round {number} is done.")
            if number < rounds:
                pair.tap("next-round")
        pair.shows("That was the last round.")
        pair.shows("Everything is in.")


def test_keys_turn_round_for_the_left_hand_and_stay_so(desk_club: dict[str, str]) -> None:
    session = a_night()
    enter(session, 1, 1, 1, 110)
    with room(session, desk_club) as club:
        phone = club.join(1)

        def places() -> tuple[float, float]:
            first, second = (phone.page.locator(f"#{name}").bounding_box() for name in ("on", "change"))
            assert first
            assert second
            return first["x"], second["x"]

        phone.tap("b-1")
        right = places()
        phone.tap("hand")
        expect(phone.page.locator("body")).to_have_attribute("data-hand", "left")
        assert places() == right[::-1]
        phone.page.reload()
        phone.tap("b-1")
        assert places() == right[::-1]
