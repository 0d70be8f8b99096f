"""What a phone has and has not sent survives what happens to phones and to networks: moved tables, full and locked storage,
a hotel's sign-in page, two tabs, a killed browser, an older back-up, a hall without https."""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import time
from contextlib import closing
from pathlib import Path

from browsing import ARGUMENTS, PATIENCE, executable
from clubs import database_of
from nights import a_night
from phones import SMALL, Phone, Room, once_kept, room
from playwright.sync_api import BrowserContext, Page, Response, Route, expect

from arrowswitch.movements import Meeting, build
from arrowswitch.session import Contracted, EditMeeting, LineKey, Settings
from arrowswitch.site.journal import store

CONFIRMED = Settings(confirm=True)
MITCHELL = {"tables": 3, "rounds": 3, "boards_per_round": 3}
LOCKED = (
    """Object.defineProperty(window, "indexedDB", { get() { throw new DOMException("denied", "SecurityError"); } })"""
)

FULL = """() => {
    const { add } = IDBObjectStore.prototype;
    IDBObjectStore.prototype.add = function (value) {  // what a full phone does: the whole change is taken back
        const request = add.call(this, value);
        this.transaction.abort();
        return request;
    };
    window.makeRoom = () => { IDBObjectStore.prototype.add = add; };
}"""


def a_mitchell() -> int:
    return a_night(build("mitchell", **MITCHELL), settings=CONFIRMED)


def card(club: Room, phone: Phone, table: int) -> None:
    """The phone is pointed at a table's card."""
    phone.page.goto(f"{club.server.address}/t/{club.codes[table]}/")
    phone.page.click("button.main")
    phone.page.wait_for_selector("#call")


def boards_in(session: int) -> dict[LineKey, object]:
    return {key: record.entry for key, record in store.state(session).lines.items()}


def test_a_score_that_waits_for_its_table_goes_out_when_the_phone_is_there_again(desk_club: dict[str, str]) -> None:
    session = a_mitchell()
    with room(session, desk_club) as club:
        phone = club.join(1)
        phone.context.route("**/pad/send", lambda route: route.abort())
        phone.enter(1, "4S", "N", "H5", 0)
        phone.shows("1 score waiting.")
        card(club, phone, 2)
        phone.context.unroute("**/pad/send")
        phone.shows("1 waiting for table 1")
        assert "This was not taken" not in phone.page.inner_text("#pad")
        phone.enter(4, "3N", "E", "D2", 1)  # table 2 goes on meanwhile
        expect(phone.page.locator("#b-4 small")).to_have_text("in")
        phone.tap("away")
        phone.shows("You wrote 4♠ N =")
        phone.tap("keep-it")
        phone.shows("1 waiting for table 1")
        card(club, phone, 1)
        expect(phone.page.locator("#b-1 small")).to_have_text("in")
        phone.shows("Everything is in.")
        expect(phone.page.locator("#away")).to_have_count(0)
    assert boards_in(session) == {
        LineKey("A", 1, 1, 1): Contracted("4S", "N", 10, "H5"),
        LineKey("A", 1, 2, 4): Contracted("3NT", "E", 10, "D2"),
    }
    assert all(record.confirmed for record in store.state(session).lines.values())


def test_a_phone_without_storage_or_without_room_says_so_and_sends_at_once(desk_club: dict[str, str]) -> None:
    session = a_mitchell()
    with room(session, desk_club) as club:
        locked, full = club.join(1), club.join(2)
        locked.context.add_init_script(LOCKED)
        locked.page.reload()
        locked.shows("This phone keeps nothing.")
        locked.enter(1, "4S", "N", "H5", 0)
        locked.shows("Everything is in.")
        expect(locked.page.locator("#b-1 small")).to_have_text("in")
        locked.shows("This phone keeps nothing.")

        full.page.evaluate(FULL)
        full.enter(4, "3N", "E", "D2", 1)
        full.shows("This phone keeps nothing.")
        expect(full.page.locator("#b-4 small")).to_have_text("in")
        full.page.evaluate("window.makeRoom()")
        full.enter(5, "2H", "W", "CQ", -1)
        expect(full.page.locator("#b-5 small")).to_have_text("in")
        expect(full.page.locator("#pad")).not_to_contain_text("This phone keeps nothing.")
    assert set(boards_in(session)) == {LineKey("A", 1, 1, 1), LineKey("A", 1, 2, 4), LineKey("A", 1, 2, 5)}


IN_CHARGE = """async () => {
  await navigator.serviceWorker.ready;
  if (navigator.serviceWorker.controller) return;
  await new Promise((done) => {
    navigator.serviceWorker.addEventListener("controllerchange", done);
    setTimeout(done, 3000);
  });
}"""
"""Waits until the page's service worker has taken it over: what is sent in that moment comes past the test's own answers."""


def test_an_answer_that_is_not_ours_never_stops_what_waits(desk_club: dict[str, str]) -> None:
    session = a_mitchell()
    with room(session, desk_club) as club:
        phone = club.join(1)
        page = "<html><form>Welcome to the hotel. Room number?</form></html>"
        strange = [
            {"status": 200, "content_type": "text/html", "body": page},
            {"status": 302, "headers": {"Location": "/t/"}},
            {"status": 200, "content_type": "application/json", "body": "{}"},
            {"status": 403, "content_type": "text/html", "body": page},
            {"status": 401, "content_type": "application/json", "body": '{"error": "login"}'},
            {"status": 400, "content_type": "application/json", "body": "[]"},
        ]

        def portal(route: Route) -> None:
            if strange:
                route.fulfill(**strange.pop(0))  # type: ignore[arg-type]
            else:
                route.continue_()

        phone.page.evaluate(IN_CHARGE)
        phone.context.route("**/pad/send", portal)
        phone.enter(1, "4S", "N", "H5", 0)
        phone.shows("1 score waiting.")
        while strange:  # it tries again by itself, ever more slowly; here the network comes back again and again
            phone.page.evaluate("dispatchEvent(new Event('online'))")
            phone.page.wait_for_timeout(300)
        phone.shows("Everything is in.")
        strange.extend(
            [
                {"status": 200, "content_type": "application/json", "body": "{}"},
                {"status": 200, "content_type": "text/html", "body": page},
                {"status": 401, "content_type": "text/html", "body": page},
            ]
        )
        phone.context.route("**/pad/known", portal)
        for _ in range(3):
            phone.page.evaluate("dispatchEvent(new Event('online'))")
            phone.shows("No network.")
        phone.shows("Everything is in.")
        phone.shows("Round 1 of")
    assert boards_in(session) == {LineKey("A", 1, 1, 1): Contracted("4S", "N", 10, "H5")}


def test_two_tabs_show_one_queue_and_one_entry_and_send_a_score_once(desk_club: dict[str, str]) -> None:
    session = a_mitchell()
    with room(session, desk_club) as club:
        one = club.join(1)
        page = one.context.new_page()
        two = Phone(one.context, page, [])
        answered: list[str] = []  # what has come to the server and back, from either tab
        for each in (one.page, page):
            each.on("response", lambda it: answered.append(it.request.post_data) if "/pad/send" in it.url else None)
        page.goto(one.page.url)
        two.shows("Round 1 of")
        one.tap("b-1", "k-4S")
        two.shows("by?")  # the same entry
        one.context.set_offline(True)
        two.tap("k-N", "lead-H", "k-H5", "k-r0", "agree")
        one.shows("1 score waiting.")
        two.shows("1 score waiting.")
        one.context.set_offline(False)
        for phone in (one, two):
            phone.shows("Everything is in.")
            expect(phone.page.locator("#b-1 small")).to_have_text("in")
        sent = [each["id"] for body in answered for each in json.loads(body)["messages"] if each["kind"] == "enter"]
    assert boards_in(session) == {LineKey("A", 1, 1, 1): Contracted("4S", "N", 10, "H5")}
    assert len(sent) == 1


def test_a_half_made_entry_survives_a_killed_browser(desk_club: dict[str, str], tmp_path: Path) -> None:
    session = a_mitchell()
    with room(session, desk_club) as club:
        kind = club.browser.browser_type

        def opened() -> tuple[BrowserContext, Page]:
            context = kind.launch_persistent_context(
                tmp_path,
                executable_path=executable(),
                args=ARGUMENTS,
                viewport=SMALL,
                has_touch=True,  # type: ignore[arg-type]
            )
            context.set_default_timeout(PATIENCE)
            return context, context.pages[0]

        context, page = opened()
        page.goto(f"{club.server.address}/t/{club.codes[1]}/")
        page.click("button.main")
        page.wait_for_selector("#call")
        context.close()  # as when the phone was put away; from now on it is killed
        context, page = opened()
        page.goto(f"{club.server.address}/pad/")
        for name in ("b-2", "k-4S", "k-x1", "k-W", "lead-H", "k-HA"):
            page.tap(f"#{name}")
        expect(page.locator("#pad")).to_contain_text("Result?")
        once_kept(page)
        kill_browser(tmp_path)
        context, page = opened()
        page.goto(f"{club.server.address}/pad/")
        expect(page.locator("#pad")).to_contain_text("Result?")
        expect(page.locator(".so-far")).to_contain_text("4♠X by West")
        page.tap("#k-r1")
        page.tap("#agree")
        expect(page.locator("#b-2 small")).to_have_text("in")
        context.close()
    assert boards_in(session) == {LineKey("A", 1, 1, 2): Contracted("4SX", "W", 11, "HA")}


def kill_browser(profile: Path) -> None:
    """Ends the browser of a profile without a word, as an empty battery does."""
    for process in Path("/proc").glob("[0-9]*"):
        try:
            command = (process / "cmdline").read_bytes().decode()
        except OSError:
            continue
        if f"--user-data-dir={profile}\0" in command and "--type=" not in command:
            os.kill(int(process.name), signal.SIGKILL)
            time.sleep(1)


def copy(database: Path, to: Path) -> None:
    with closing(sqlite3.connect(database)) as one, closing(sqlite3.connect(to)) as other:
        one.backup(other)


def put_back(older: Path, database: Path) -> None:
    """Puts an older copy in the place of the club's data, and moves away the note of how much there was."""
    copy(older, database)
    (database.parent / "club.mark").unlink(missing_ok=True)


def test_after_an_older_back_up_phones_send_their_night_again(desk_club: dict[str, str], tmp_path: Path) -> None:
    session = a_mitchell()
    database = database_of(desk_club)
    with room(session, desk_club) as club:
        one, two = club.join(1), club.join(2)
        one.enter(1, "4S", "N", "H5", 0)
        one.shows("Everything is in.")
        copy(database, tmp_path / "kept")
        one.enter(2, "3N", "E", "D2", 1)
        one.tap("b-1", "change", "k-5S")
        one.tap("k-N", "lead-H", "k-H5", "k-r-1", "agree")
        one.tap("call", "call-lead")
        one.shows("Director called")
        one.shows("Everything is in.")
        two.enter(4, "2H", "W", "CQ", -1)
        two.shows("Everything is in.")
        club.server.kill()
        put_back(tmp_path / "kept", database)
        two.page.close()  # this one is opened again later
        club.server.start()
        expect(one.page.locator("#call")).to_have_text("Call the director")
        expect(one.page.locator("#b-1")).to_contain_text("5♠ N −1")
        expect(one.page.locator("#b-2 small")).to_have_text("in")
        one.shows("Everything is in.")
        two.page = two.context.new_page()
        with two.page.expect_response("**/pad/send", timeout=PATIENCE):  # at first it shows what it had kept
            two.page.goto(f"{club.server.address}/pad/")
        expect(two.page.locator("#b-4 small")).to_have_text("in")
        two.shows("Everything is in.")
    state = store.state(session)
    assert boards_in(session) == {
        LineKey("A", 1, 1, 1): Contracted("5S", "N", 10, "H5"),
        LineKey("A", 1, 1, 2): Contracted("3NT", "E", 10, "D2"),
        LineKey("A", 1, 2, 4): Contracted("2H", "W", 7, "CQ"),
    }
    assert all(record.confirmed for record in state.lines.values())
    assert not state.calls  # a call of then is not made again
    ids = [entry.id for entry in state.journal]
    assert len(ids) == len(set(ids))


def test_a_phone_with_a_stale_plan_is_told_the_whole_with_what_it_sends(
    desk_club: dict[str, str], tmp_path: Path
) -> None:
    session = a_night(build("howell", tables=4, boards_per_round=2), settings=CONFIRMED)
    database = database_of(desk_club)
    with room(session, desk_club) as club:
        phone = club.join(1)
        copy(database, tmp_path / "kept")
        phone.context.route("**/pad/known", lambda route: route.abort())  # it hears only what its sends are answered
        answered: list[Response] = []
        phone.page.on("response", lambda it: answered.append(it) if "/pad/send" in it.url else None)

        def wholes() -> list[bool]:
            return [all("boards" in stop for stop in each.json()["view"]["stops"]) for each in answered]

        club.desk.do(EditMeeting("A", Meeting(2, 1, 4, 7, (3, 9))), force=True, why="wet")
        phone.enter(1, "4S", "N", "H5", 0)
        expect(phone.page.locator("#b-1 small")).to_have_text("in")
        phone.enter(2, "3N", "E", "D2", 1)
        phone.shows("Round 1 is done.")
        expect(phone.page.locator(".moves")).to_contain_text("3, 9")
        phone.shows("Everything is in.")
        assert wholes() == [True, False]
        club.server.kill()
        put_back(tmp_path / "kept", database)
        club.server.start()
        phone.tap("call", "call-other")
        expect(phone.page.locator(".moves")).to_contain_text("3–4")
        phone.shows("Everything is in.")
        assert wholes() == [True, False, True, False]  # of the older night, and then what it was sent again
        phone.tap("next-round")
        expect(phone.page.locator("#b-4 small")).to_have_text("to play")
    assert set(boards_in(session)) == {LineKey("A", 1, 1, 1), LineKey("A", 1, 1, 2)}


def test_on_plain_http_the_page_comes_back_without_a_server_and_asks_before_it_is_left(
    desk_club: dict[str, str],
) -> None:
    session = a_mitchell()
    with room(session, desk_club, host="192.168.44.7") as club:
        phone = club.join(2)
        phone.enter(4, "4S", "N", "H5", 0)
        phone.shows("4♠ N =in")  # “Everything is in.” stood there before it was entered, too
        assert phone.page.evaluate("getComputedStyle(document.documentElement).overscrollBehaviorY") == "none"
        asked: list[str] = []

        def stay(dialog) -> None:  # type: ignore[no-untyped-def]
            asked.append(dialog.type)
            dialog.dismiss()

        phone.page.on("dialog", stay)
        club.server.kill()
        phone.enter(5, "3N", "E", "D2", 1)
        phone.shows("1 score waiting.")
        phone.page.evaluate("location.reload()")
        phone.page.wait_for_timeout(300)
        assert asked == ["beforeunload"]
        phone.shows("1 score waiting.")
        address = phone.page.url
        phone.page.close()  # swiped away
        phone.page = phone.context.new_page()
        phone.page.goto(address)
        phone.shows("1 score waiting.")
        assert phone.page.evaluate("getComputedStyle(document.querySelector('.key')).borderRadius") == "10px"
        phone.enter(6, "2H", "W", "CQ", -1)
        phone.shows("2 scores waiting.")
        club.server.start()
        phone.shows("Everything is in.")
        phone.page.on("dialog", stay)
        phone.page.reload()
        phone.shows("Round 1 is done.")
        assert asked == ["beforeunload"]  # nothing waits: nothing is asked
    assert len(boards_in(session)) == 3
