"""The questions about who holds a phone, in a real browser: asked once, plain to read, and both phones of a table are told."""

from __future__ import annotations

import os
from pathlib import Path

from browsing import faults
from nights import a_night
from phones import SMALL, Phone, messages, room
from playwright.sync_api import Page, expect

from arrowswitch.movements import build
from arrowswitch.session import CallRound, LineKey, Settings
from arrowswitch.site.journal import store

KEPT = """async () => {
    const answered = (asked) => new Promise((done) => { asked.onsuccess = () => done(asked.result); });
    const open = await answered(indexedDB.open("arrowswitch-pad"));
    const all = await answered(open.transaction("queue").objectStore("queue").getAll());
    return JSON.stringify([all, { ...localStorage }]);
}"""
"""Everything that a phone has written down."""


def look(page: Page, name: str, wide: bool = False) -> None:
    """Nothing that axe finds, nothing wider than the screen; a picture if one is wanted."""
    assert faults(page) == [], name
    assert wide or page.evaluate("document.documentElement.scrollWidth <= innerWidth"), name
    if folder := os.environ.get("SHOTS"):
        page.screenshot(path=Path(folder) / f"asked-{page.viewport_size['width']}-{name}.png", full_page=True)  # type: ignore[index]


def test_joining_asks_once_who_holds_the_phone_and_both_phones_of_a_table_are_told(desk_club: dict[str, str]) -> None:
    session = a_night(build("mitchell", tables=3, boards_per_round=2), settings=Settings(confirm=True))
    with room(session, desk_club) as club:
        asking = club.browser.new_context(viewport=SMALL).new_page()  # type: ignore[arg-type]
        asking.goto(f"{club.server.address}/t/{club.codes[1]}/")
        expect(asking.locator(".joining h2")).to_have_text("Does this phone stay on the table, or does it go with you?")
        expect(asking.locator("#it-stays")).to_be_in_viewport()
        look(asking, "first")

        first = club.join(1)
        first.shows("Round 1 of")
        asking.reload()
        expect(asking.locator("#it-goes")).to_be_visible()  # now it is likely to be somebody's own
        look(asking, "second")
        asking.check("input[value='4']")
        asking.fill("#number", "1" if club.numbers[4] != "1" else "2")
        assert asking.get_attribute("#number", "type") == "password"
        asking.click("#it-goes")
        expect(asking.locator("#number-error")).to_contain_text("That is not the right number")
        expect(asking.locator("input[value='4']")).to_be_checked()
        look(asking, "wrong")

        pair = club.join(1, "4")
        pair.shows("Round 1 of")
        assert not first.page.locator("#phones").count()  # a pair's own phone is no second one of the table

        second = club.join(1)
        second.shows("Table 1: 2 phones")
        second.shows("Table 1 has another phone, since")
        expect(second.page.locator("#pad")).not_to_contain_text("Take it off")
        look(second.page, "told-second")
        first.shows("Table 1 has another phone now, since")
        look(first.page, "told-first")
        second.tap("phones-right")
        second.shows("Round 1 of")
        second.page.reload()
        second.shows("Round 1 of")  # it has been told
        first.tap("phones-right", "phones")
        (off,) = first.page.locator("#pad button:has-text('Take it off')").all()
        off.click()
        second.shows("Not at a table")
        expect(first.page.locator("#phones")).to_have_count(0)
        first.shows("Round 1 of")

        # the pair's phone goes along; the table's stays
        for board, contract in ((1, "2H"), (2, "3C")):
            pair.tap(f"b-{board}")
            pair.bid(contract, "E", "SA", 0)
            agree_with(pair, club.numbers[1])  # the others agree on it with their number
        pair.shows("Round 1 is done.")
        club.desk.do(CallRound(2))
        pair.shows("Table 2")
        first.shows("Round 2 of")
        first.shows("Table 1")
    lines = store.state(session).lines
    assert {lines[LineKey("A", 1, 1, board)].entered_by for board in (1, 2)} == {"EW"}


def agree_with(phone: Phone, number: str) -> None:
    phone.page.fill("#pin", number)
    phone.tap("agree")


def test_the_number_of_a_pair_is_not_shown_and_not_written_down(desk_club: dict[str, str]) -> None:
    session = a_night(build("mitchell", tables=3, boards_per_round=3), settings=Settings(confirm=True, pin=True))
    with room(session, desk_club) as club:
        phone = club.join(1)
        number = club.numbers[4]
        assert phone.page.evaluate(
            "navigator.serviceWorker.ready.then(() => true)"
        )  # it can be reloaded without a network
        phone.context.set_offline(True)
        phone.tap("b-1")
        phone.bid("4S", "N", "HK", 0)
        assert phone.page.get_attribute("#pin", "type") == "password"
        agree_with(phone, number)
        phone.shows("1 score waiting.")
        kept = phone.page.evaluate(KEPT)
        assert '"numbered":true' in kept
        assert "pin" not in kept.replace("pad-pin", "")
        assert f'"{number}"' not in kept
        phone.context.set_offline(False)
        expect(phone.page.locator("#b-1 small")).to_have_text("in")  # the page had it in its memory

        phone.context.set_offline(True)
        phone.tap("b-2")
        phone.bid("3N", "S", "HK", 0)
        agree_with(phone, number)
        phone.shows("1 score waiting.")
        phone.page.reload()  # the page forgets it, and the other side is asked again
        phone.shows("1 score waiting.")
        phone.context.set_offline(False)
        expect(phone.page.locator("#b-2 small")).to_have_text("to be agreed")
        phone.tap("b-2")
        agree_with(phone, number)
        expect(phone.page.locator("#b-2 small")).to_have_text("in")
        assert not any("numbered" in message for message in messages(phone))
    assert all(record.confirmed for record in store.state(session).lines.values())
    assert len(store.state(session).lines) == 2


def test_a_number_that_was_typed_in_one_tab_is_never_sent_by_another(desk_club: dict[str, str]) -> None:
    session = a_night(build("mitchell", tables=3, boards_per_round=3), settings=Settings(confirm=True, pin=True))
    with room(session, desk_club) as club:
        one = club.join(1)
        number = club.numbers[4]
        assert one.page.evaluate("navigator.serviceWorker.ready.then(() => true)")
        one.context.set_offline(True)
        one.tap("b-1")
        one.bid("4S", "N", "HK", 0)
        agree_with(one, number)
        one.shows("1 score waiting.")
        one.page.route("**/pad/send", lambda route: route.abort())
        two = Phone(one.context, one.context.new_page(), [])
        two.page.on("request", lambda it: two.sent.append(it.post_data or "") if "/pad/send" in it.url else None)
        two.page.goto(one.page.url)  # opened later, it leaves the agreement to the tab that can send it
        two.shows("1 score waiting.")
        one.context.set_offline(False)
        expect(two.page.locator("#pad")).not_to_contain_text("score waiting")
        one.page.unroute("**/pad/send")
        for phone in (one, two):
            expect(phone.page.locator("#b-1 small")).to_have_text("in")
            phone.shows("Everything is in.")
        assert {message["kind"] for message in messages(two)} == {"enter"}
        assert {message.get("pin") for message in messages(one) if message["kind"] == "confirm"} == {number}
    assert [record.confirmed for record in store.state(session).lines.values()] == [True]


def test_the_agreement_of_a_tab_that_was_closed_is_asked_for_again_in_the_other(desk_club: dict[str, str]) -> None:
    session = a_night(build("mitchell", tables=3, boards_per_round=3), settings=Settings(confirm=True, pin=True))
    with room(session, desk_club) as club:
        one = club.join(1)
        two = Phone(one.context, one.context.new_page(), [])
        two.page.goto(one.page.url)
        two.shows("Round 1 of")
        one.context.set_offline(True)
        one.tap("b-1")
        one.bid("4S", "N", "HK", 0)
        agree_with(one, club.numbers[4])
        two.shows("1 score waiting.")
        one.page.close()
        one.page = two.page
        one.context.set_offline(False)
        expect(two.page.locator("#b-1 small")).to_have_text("to be agreed")
        two.shows("Everything is in.")
        two.tap("b-1")
        agree_with(two, club.numbers[4])
        expect(two.page.locator("#b-1 small")).to_have_text("in")
        two.shows("Everything is in.")
    assert [record.confirmed for record in store.state(session).lines.values()] == [True]
