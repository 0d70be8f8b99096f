"""Where a table could be stuck or misled: a slow table after the move, a movement that was changed while a score waited, a
call that nobody hears, names that are half typed, boards that the director has dealt with."""

from __future__ import annotations

from dataclasses import replace

from nights import a_night, enter
from phones import Phone, room
from playwright.sync_api import expect

from arrowswitch.movements import Meeting, build
from arrowswitch.scoring.lines import Average
from arrowswitch.session import (
    Adjust,
    Adjustment,
    AnswerCall,
    CallRound,
    ChangeMovement,
    Contracted,
    EditMeeting,
    Enter,
    LineKey,
    Place,
    Publish,
    RemoveBoard,
    Seating,
    SeatPlayers,
    Settings,
    Start,
    Undo,
)
from arrowswitch.session import SeatedPlayer as Seated
from arrowswitch.site.journal import store

KNOWS = """async board => {
    const { state } = await import(document.scripts[0].src.replace("pad.js", "network.js"));
    const knows = () => state.view.lines.some(line => line.board === board);
    for (let looks = 0; looks < 1200 && !knows(); looks += 1) await new Promise(later => setTimeout(later, 50));
    return knows();
}"""
"""Waits until a phone knows that a board has a score."""


def test_a_slow_table_goes_on_after_the_move_and_comes_back_to_what_it_lacks(desk_club: dict[str, str]) -> None:
    session = a_night(
        build("howell", tables=3, boards_per_round=3), names=False, start=False, settings=Settings(confirm=True)
    )
    sit = store.state(session).sections["A"].movement.at[1, 1]
    with room(session, desk_club) as club:
        phone = club.join(1)
        phone.page.fill("#name-N", "Ann Ash")
        phone.tap("name-E")  # the next field is empty when the desk names somebody
        club.desk.do(SeatPlayers((Seating(Place("A", sit.ns, "S"), Seated("Bob Beech")),)))
        expect(phone.page.locator("#name-S")).to_have_count(0)
        expect(phone.page.locator("#name-N")).to_have_value("Ann Ash")
        phone.tap("save-names")
        club.desk.do(Start())
        phone.shows("Ann Ash & Bob Beech")
        club.desk.do(
            Adjust(LineKey("A", 1, 1, sit.boards[1]), Adjustment(Average("plus"), Average("plus"))), why="fouled"
        )
        expect(phone.page.locator(f"#b-{sit.boards[1]}")).to_contain_text("adjusted by the director")
        club.desk.do(RemoveBoard(sit.boards[2]), why="wet")
        expect(phone.page.locator(f"#b-{sit.boards[2]}")).to_contain_text("taken out by the director")
        club.desk.do(CallRound(2))
        phone.shows("The move has been called.")
        expect(phone.page.locator("text=taken out")).to_have_count(0)  # what became of a round that is over is not told
        phone.shows("Round 1 of")
        high, _wide, window = phone.height
        assert high <= window
        phone.tap("next-round")
        phone.shows("Round 2 of")
        phone.shows("Round 1 has boards without a score")
        phone.tap("missed", f"b-{sit.boards[0]}")
        for level in (1, 7):  # all results of a contract are on one screen
            phone.tap(f"k-{level}N", "k-S", "no-lead")
            phone.shows("Result?")
            high, _wide, window = phone.height
            assert high <= window, level
            phone.tap("back", "back", "back")
        phone.tap("k-2N", "k-W", "no-lead", "k-r0", "agree", "next-round")
        phone.shows("Round 2 of")
        expect(phone.page.locator("#missed")).to_have_count(0)


def test_in_a_long_round_the_next_board_is_on_the_screen(desk_club: dict[str, str]) -> None:
    session = a_night(build("round-robin", teams=4), method="imps")
    for board in range(1, 8):
        enter(session, 1, 1, board, 110)
    with room(session, desk_club) as club:
        phone = club.join(1)
        expect(phone.page.locator("#b-8")).to_be_in_viewport(ratio=0.9)
        phone.enter(8, "3N", "N", "HA", 0)
        phone.shows("Team 2 to table 4, East-West")


def calls(phone: Phone) -> list[str]:
    """The calls of its table that a phone knows of."""
    found = phone.page.evaluate("fetch('known').then(answer => answer.json()).then(view => view.calls)")
    return [call["id"] for call in found]


def test_what_the_desk_has_changed_meanwhile_is_put_to_the_people(desk_club: dict[str, str]) -> None:
    session = a_night(build("howell", tables=4, boards_per_round=2), settings=Settings(confirm=True))
    movement = store.state(session).sections["A"].movement
    sit = movement.at[1, 1]
    other = movement.at[1, 2].ew
    with room(session, desk_club) as club:
        phone = club.join(1)
        phone.context.set_offline(True)
        phone.enter(sit.boards[0], "4S", "S", "HA", -1)
        phone.shows("1 score waiting.")
        phone.tap("call", "call-revoke")
        phone.shows("No network: the director has not been called. Raise a hand.")
        club.desk.do(
            EditMeeting("A", Meeting(1, 1, sit.ns, other, sit.boards)), force=True, why="the wrong pair sat down"
        )
        phone.context.set_offline(False)
        phone.shows("The director has changed the movement")
        phone.shows(f"This was written for {sit.ns} & {sit.ew}")
        phone.shows("You wrote 4♠ S −1")
        expect(phone.page.locator("#pad")).not_to_contain_text("Everything is in.")
        phone.shows("The director has been called. Show this to the director")  # for the revoke
        club.desk.do(AnswerCall(next(iter(calls(phone)))))
        phone.tap("call-about-it")
        phone.shows("The director has been called. Show this to the director")
        phone.shows("You wrote 4♠ S −1")
        phone.tap("leave-it")
        phone.shows("Everything is in.")
        phone.tap("call", "call-lead")  # once more, while the director is on the way
        phone.shows("Everything is in.")
        written = LineKey("A", 1, 1, sit.boards[0])
        phone.tap(f"b-{sit.boards[0]}")
        phone.bid("3N", "N", "HA", 0)
        club.desk.do(Enter(written, Contracted("4S", "S", 9)))  # while the phone asks for agreement
        assert phone.page.evaluate(KNOWS, sit.boards[0])
        phone.tap("agree")
        phone.shows("has a score by now: 4♠ S -1")  # nobody had seen it
        phone.tap("leave-it")
        phone.shows("Everything is in.")
        phone.context.set_offline(True)
        phone.enter(sit.boards[1], "2H", "S", "HA", 0)
        phone.shows("1 score waiting.")
        club.desk.do(Publish(), force=True, why="everybody has gone home")
        phone.context.set_offline(False)
        phone.shows("The results are posted")
        expect(phone.page.locator("#again")).to_have_count(0)  # nothing that is entered now would be taken
        expect(phone.page.locator("#pad")).not_to_contain_text("Sending")
        phone.tap("leave-it")
        phone.shows("The session is over.")
    state = store.state(session)
    assert {key: record.entry for key, record in state.lines.items()} == {written: Contracted("4S", "S", 9)}
    assert [call.about for call in state.calls.values()] == [
        "Revoke",
        f"Board {sit.boards[0]}, round 1: the table wrote 4♠ S −1 lead ♥A",
    ]


def test_a_score_that_a_plan_kept_back_is_sent_once_more_when_the_plan_is_taken_back(desk_club: dict[str, str]) -> None:
    session = a_night(build("howell", tables=4, boards_per_round=2), settings=Settings(confirm=True))
    movement = store.state(session).sections["A"].movement
    sit, beside = movement.at[1, 1], movement.at[1, 2]
    with room(session, desk_club) as club:
        one, two = club.join(1), club.join(2)
        for phone, there in ((one, sit), (two, beside)):
            phone.context.set_offline(True)
            phone.enter(there.boards[0], "4S", "S", "HA", -1)
            phone.shows("1 score waiting.")
        exchanged = tuple(
            {1: replace(sit, ew=beside.ew), 2: replace(beside, ew=sit.ew, boards=beside.boards[1:])}.get(m.table, m)
            if m.round == 1
            else m
            for m in movement.meetings
        )
        club.desk.do(ChangeMovement("A", replace(movement, meetings=exchanged), 1), force=True, why="it was so")
        for phone in (one, two):
            phone.context.set_offline(False)
            phone.shows("The director has changed the movement")
        club.desk.do(Undo(), why="it was not so")
        for phone in (one, two):
            phone.shows("4♠ S −1")
            phone.shows("Everything is in.")
            expect(phone.page.locator("#pad")).not_to_contain_text("The director has changed the movement")
    written = {
        key for key, record in store.state(session).lines.items() if record.entry == Contracted("4S", "S", 9, "HA")
    }
    assert written == {LineKey("A", 1, 1, sit.boards[0]), LineKey("A", 1, 2, beside.boards[0])}
