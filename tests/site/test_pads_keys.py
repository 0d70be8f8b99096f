"""The pad with keys alone and for ears, and with few taps: the question has the focus after every change, what happens is said,
and no board needs more than eight taps."""

from __future__ import annotations

import re

import pytest
from nights import a_night, do
from people import our_club
from phones import Phone, room
from playwright.sync_api import expect

from arrowswitch.deals import deal_text, table_of
from arrowswitch.movements import build
from arrowswitch.session import (
    AttachHands,
    BeginBreak,
    BoardHands,
    CallRound,
    Contracted,
    Correct,
    Enter,
    HoldClock,
    LineKey,
    SetBreak,
    Settings,
)
from arrowswitch.site.journal import solving, store
from arrowswitch.site.night.naming import Names

DEAL = ("AKQJT.98.765.432", "98765.AKQJT.4.87", "432.765.AKQJT.95", ".432.9832.AKQJT6")
SHOWN = Settings(confirm=True, scores="board", hands="board", par="board", wait=True)
"""Where tables wait for the call, a board may be shown as soon as it is in."""


def press(phone: Phone, name: str) -> None:
    """Goes to a key with Tab and presses Enter; then the question has the focus."""
    for _ in range(60):
        if phone.page.evaluate("document.activeElement.id") == name:
            break
        phone.page.keyboard.press("Tab")
    else:
        raise AssertionError(f"Tab never comes to {name}")
    phone.page.keyboard.press("Enter")


def asks(phone: Phone, question: str) -> None:
    """The question has the focus, and has been said."""
    expect(phone.page.locator("h1:focus")).to_contain_text(question)
    expect(phone.page.locator("#said")).to_contain_text(question)


def test_a_board_is_entered_with_keys_alone_and_each_question_is_heard(desk_club: dict[str, str]) -> None:
    session = a_night(build("mitchell", tables=3, boards_per_round=3), settings=Settings(confirm=True))
    with room(session, desk_club) as club:
        phone = club.join(1)
        asks(phone, "Round 1 of 3")
        press(phone, "b-1")
        asks(phone, "Contract?")
        press(phone, "k-4S")
        asks(phone, "4♠ by?")
        phone.page.keyboard.press("Enter")  # once more, as a hand that shakes does
        phone.shows("by?")
        press(phone, "k-x1")
        expect(phone.page.locator("#k-x1:focus")).to_have_attribute("aria-pressed", "true")
        press(phone, "k-W")
        asks(phone, "North led?")
        press(phone, "lead-S")
        expect(phone.page.locator("#lead-S:focus")).to_have_attribute("aria-pressed", "true")
        press(phone, "k-SA")
        asks(phone, "Result?")
        press(phone, "k-r-1")
        asks(phone, "East-West, do you agree?")
        press(phone, "agree")
        asks(phone, "Round 1 of 3")
        expect(phone.page.locator("#said")).to_contain_text("Everything is in.")
        press(phone, "call")
        asks(phone, "Call the director")
        press(phone, "call-revoke")
        asks(phone, "Round 1 of 3")
        expect(phone.page.locator("#said")).to_contain_text("The director has been called.")
        press(phone, "other-board")
        asks(phone, "Another board")
        phone.page.keyboard.press("Tab")
        phone.page.keyboard.type("99")
        phone.page.keyboard.press("Enter")
        refusal = "There is no board 99 tonight: 1 to 9."
        phone.shows(refusal)
        expect(phone.page.locator("#said")).to_have_text(refusal)
        expect(phone.page.locator("#board-number:focus")).to_have_value("99")
        press(phone, "back")
        press(phone, "b-2")
        press(phone, "k-1N")
        club.desk.do(Correct(LineKey("A", 1, 1, 1), Contracted("4SX", "W", 10, "SA")))
        press(phone, "k-N")
        press(phone, "no-lead")
        press(phone, "k-r0")
        press(phone, "agree")
        asks(phone, "Round 1 of 3")
        expect(phone.page.locator("#b-2 small")).to_have_text("in")
    assert store.state(session).lines[LineKey("A", 1, 1, 2)].entry == Contracted("1NT", "N", 7)


def test_a_refusal_is_said_and_has_the_focus(desk_club: dict[str, str]) -> None:
    session = a_night(build("mitchell", tables=3, boards_per_round=3), settings=Settings(confirm=True))
    with room(session, desk_club) as club:
        phone = club.join(1)
        assert phone.page.locator("[aria-live]").count() == 1
        served = phone.page.request.get(f"{club.server.address}/pad/").text()
        assert re.search(r'<p id="said"[^>]*aria-live="polite"></p>', served)
        phone.context.set_offline(True)
        phone.enter(1, "4S", "N", "H5", 0)
        expect(phone.page.locator("#said")).to_contain_text("1 score waiting. No network.")
        club.desk.do(Enter(LineKey("A", 1, 1, 1), Contracted("4S", "N", 9, "H5")))
        phone.context.set_offline(False)
        asks(phone, "This was not taken")
        expect(phone.page.locator("#said")).to_contain_text("Board 1 has a score by now: 4♠ N -1")


TAPS = [
    (("4S", "N", "HA", 0), 7),
    (("4SX", "N", "HK", -2), 8),
    (("1NXX", "E", "DA", 3), 8),
    (("7N", "W", "SA", -3), 7),
    (("6H", "S", "CA", -1), 7),
]
NINE = table_of(lambda _seat, _trumps: 9)
"""What can be made, so that none of these looks wrong."""


@pytest.mark.parametrize("settings", [Settings(confirm=True), SHOWN], ids=["plain", "hands and travellers shown"])
def test_no_board_needs_more_than_eight_taps(desk_club: dict[str, str], settings: Settings) -> None:
    session = a_night(build("mitchell", tables=3, rounds=3, boards_per_round=8), settings=settings)
    hands = tuple(BoardHands(board, *DEAL) for board in range(1, 9))
    solving.keep([(deal_text(each), NINE) for each in hands])
    do(session, AttachHands(hands))
    with room(session, desk_club) as club:
        phone = club.join(1)
        high, _wide, window = phone.height
        assert high <= window  # eight boards, and nothing to scroll
        shown = settings.hands == "board"
        for board, (result, most) in enumerate(TAPS, start=1):
            assert enter(phone, board, *result) == most <= 8
            if shown:
                phone.shows("North-South entered it, East-West agreed.")
        for board, name in ((6, "passed-out"), (7, "not-played"), (8, "passed-out")):
            before = phone.taps
            phone.tap(begins(phone, board), name, "agree")
            assert phone.taps - before == 3
            if name == "not-played":
                phone.shows("Please look once more")
                phone.tap("it-is-right")
        # without another tap, also where the last hand is shown
        phone.shows("Wait until the move is called" if settings.wait else "To round 2")
        phone.shows("Everything is in.")
    assert len(store.state(session).lines) == 8


def begins(phone: Phone, board: int) -> str:
    """The key that begins a board, wherever the phone is."""
    keys = phone.page.locator(f"#b-{board}, #next-board")
    expect(keys).to_have_count(1)
    expect(phone.page.locator(".status")).to_have_text("Everything is in.")
    name = str(keys.get_attribute("id"))
    assert name == f"b-{board}" or keys.inner_text() == f"Board {board}"
    return name


def enter(phone: Phone, board: int, contract: str, declarer: str, lead: str, over: int) -> int:
    before = phone.taps
    phone.tap(begins(phone, board))
    phone.bid(contract, declarer, lead, over)
    phone.tap("agree")
    return phone.taps - before


def test_the_phone_tells_the_time_left_the_way_and_whom_one_meets(desk_club: dict[str, str]) -> None:
    session = a_night(build("howell", tables=4, boards_per_round=1), settings=Settings(confirm=True))
    state = store.state(session)
    section = state.sections["A"]
    known = Names(state, our_club())
    named = {number: " & ".join(known.players("A", number, 2)) for number in range(1, 9)}
    with room(session, desk_club) as club:
        phones = {table: club.join(table) for table in (1, 2, 3)}
        ways = set()
        for table, phone in phones.items():
            expect(phone.page.locator(".clock")).to_have_text(re.compile(r"^\d+ min left$"))
            stop = section.meeting(1, table)
            assert stop
            phone.enter(stop.boards[0], "2H", "S", "CA", 0)
            phone.shows("Round 1 is done.")
            for number in stop.sides:
                following = section.movement.path(number)[1]
                (other,) = set(following.sides) - {number}
                said = phone.page.locator(".moves p", has=phone.page.locator(f"b:text-is('{number}')")).inner_text()
                arrow = "→" if following.table > table else "←" if following.table < table else "⇄"
                stays = following.table == table and (following.ns == number) == (stop.ns == number)
                assert said.endswith(f"against {other} {named[other]}"), said
                assert said.startswith(f"{number} stay here." if stays else f"{arrow} {number} to table"), said
                ways.add("stays" if stays else arrow)
        assert {"→", "←"} <= ways
        club.desk.do(SetBreak(1, 15))
        club.desk.do(BeginBreak("A"))
        expect(phones[1].page.locator(".clock")).to_have_text(re.compile(r"^break, \d+ min left$"))
        club.desk.do(HoldClock("A"))
        expect(phones[1].page.locator(".clock")).to_have_text("clock stopped")
        club.desk.do(CallRound(2))
        phones[2].shows("Round 2 of")


def test_agreed_says_what_is_true(desk_club: dict[str, str]) -> None:
    session = a_night(build("mitchell", tables=3, boards_per_round=3), settings=Settings(confirm=True))
    with room(session, desk_club) as club:
        ns, ew = club.join(1, "NS"), club.join(1, "EW")
        ns.enter(1, "4S", "N", "H5", 0)
        expect(ns.page.locator("#b-1 small")).to_have_text("to be agreed")
        ns.tap("b-1")
        ns.shows("North-South entered it. East-West have not agreed yet.")
        ew.shows("North-South entered it. East-West have not agreed yet.")
        ew.tap("agree")
        ns.shows("North-South entered it, East-West agreed.")
        club.desk.do(Correct(LineKey("A", 1, 1, 1), Contracted("4S", "N", 9, "H5")))
        ns.shows("The director entered it.")
