"""Scores at the keyboard, in a real browser: every key is counted, and nothing else is touched."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

import pytest
from browsing import ARGUMENTS, PATIENCE, WIDTHS, executable, faults_in_light_and_dark, sign_in
from django.urls import reverse
from nights import a_night, desk_server, do
from people import PASSWORD, account
from playwright.sync_api import Page, expect, sync_playwright

from arrowswitch.movements import build
from arrowswitch.session import BareScore, CallRound, Contracted, Enter, LineKey, PassedOut
from arrowswitch.site.journal import store


@contextmanager
def at_desks(place: dict[str, str], path: str, *roles: str) -> Iterator[list[Page]]:
    """A browser for each of several people at the same page. The database is looked at before and after, not during."""
    names = [account(role, password=PASSWORD).name for role in roles]
    with desk_server(place) as server, ExitStack() as stack:
        playwright = stack.enter_context(sync_playwright())
        chromium = playwright.chromium.launch(executable_path=executable(), args=ARGUMENTS)
        pages = []
        for name in names:
            width, height = WIDTHS["laptop"]
            page = chromium.new_context(viewport={"width": width, "height": height}).new_page()
            page.on("pageerror", lambda error: pytest.fail(str(error)))
            page.set_default_timeout(PATIENCE)
            page.goto(server.address.rstrip("/") + path)
            sign_in(page, name, PASSWORD)
            expect(page.locator(".typed:focus")).to_have_count(1)
            pages.append(page)
        yield pages
        chromium.close()


class Keyboard:
    """A keyboard that counts."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.count = 0

    def press(self, *keys: str) -> None:
        """Presses one key after the other."""
        for key in keys:
            self.page.keyboard.press(key)
            self.count += 1


def nine() -> int:
    """Nine tables and nine rounds of one board, all played."""
    session = a_night(build("mitchell", tables=9, boards_per_round=1))
    for number in range(2, 10):
        do(session, CallRound(number))
    return session


def test_a_traveller_of_nine_lines_is_typed_with_24_keys(desk_club: dict[str, str]) -> None:
    session = nine()
    with at_desks(desk_club, reverse("night-entry", args=[session]), "scorer") as (page,):
        keys = Keyboard(page)
        expect(page.locator("h2").first).to_have_text("Board 1")
        keys.press("4", "2", "Enter")  # North-South
        keys.press("4", "5", "Enter")
        keys.press("5", "-")  # East-West: the key keeps it at once
        keys.press(".")  # the same again
        keys.press("p", "Enter")
        keys.press(*"1sn=", "Enter")
        keys.press("Enter", "Enter")  # the line above is offered, then kept
        keys.press(*"11-")
        keys.press("4", "2", "Enter")
        expect(page.locator("h2").first).to_have_text("Board 2")  # by itself
        expect(page.locator("#post-summary")).to_contain_text("9 of 81 results are in.")
        assert keys.count == 24
        expect(page.locator(".typed").first).to_be_focused()
        page.keyboard.type("hello")
        expect(page.locator(".post-said").first).to_contain_text("is not understood")
        page.keyboard.press("Enter")
        expect(page.locator(".is-refused .typed")).to_have_value("hello")
        expect(page.locator(".is-refused .typed")).to_be_focused()
        page.keyboard.press("Escape")
        expect(page.locator(".typed").first).to_have_value("")
        page.keyboard.press("/")
        page.keyboard.type("7")
        page.keyboard.press("Enter")
        expect(page.locator("h2").first).to_have_text("Board 7")
        expect(page.locator(".typed").first).to_be_focused()
        page.keyboard.press("PageUp")
        expect(page.locator("h2").first).to_have_text("Board 6")
        page.keyboard.press("Space")
        expect(page.locator("h2").first).to_have_text("Board 7")
        page.keyboard.press("?")
        expect(page.locator("#codes")).to_be_visible()
        page.keyboard.press("Escape")
        expect(page.locator(".typed").first).to_be_focused()
    state = store.state(session)
    entries = {record.ns: record.entry for key, record in state.lines.items() if key.board == 1}
    one_spade = Contracted("1S", "N", 7)
    assert [entries[number] for number in range(1, 10)] == [
        *(BareScore(420), BareScore(450), BareScore(-50), BareScore(-50), PassedOut()),
        *(one_spade, one_spade, BareScore(-110), BareScore(420)),
    ]


def test_the_keys_for_the_next_line_are_never_kept_on_a_line_that_was_refused(desk_club: dict[str, str]) -> None:
    session = nine()
    with at_desks(desk_club, reverse("night-entry", args=[session]), "scorer") as (page,):
        for key in ("6", "2", "Enter", "4", "5", "Enter", "4", "2", "Enter"):  # 620 is no score on board 1
            page.keyboard.press(key)
        expect(page.locator(".post-row").first).to_have_class(re.compile("is-refused"))
        expect(page.locator(".is-saving")).to_have_count(0)
        assert page.locator(".typed").first.input_value().startswith("62")
    lines = store.state(session).lines.values()
    assert {record.ns: record.entry for record in lines}.get(1) is None
    assert all(record.entry in (BareScore(450), BareScore(420)) for record in lines)


SLOW_LINE = """() => {
  const there = window.fetch, pause = (time) => new Promise((done) => setTimeout(done, time));
  let sent = 0;
  window.fetch = async (address, more) => {
    const save = more?.method === "POST" ? ++sent : 0;
    if (save) await pause(50 * (save % 3));
    if (save === 2) throw new TypeError("the line is gone");
    const answer = await there(address, more);
    await pause(100);
    if (save === 4) throw new TypeError("the answer is lost");
    return save === 6 ? new Response("", { status: 503 }) : answer;
  };
}"""
"""A browser whose line is slow, and breaks on the way there, on the way back, and at the desk."""


def test_who_types_faster_than_the_line_has_every_score_on_its_own_line(desk_club: dict[str, str]) -> None:
    session = nine()
    tens = [11, -14, 9, -12, 15, 8, -7, 17, 13, -11, 14, -9, 12, -15, 8, 7, -17, -13]
    with at_desks(desk_club, reverse("night-entry", args=[session]), "scorer") as (page,):
        page.evaluate(SLOW_LINE)
        for number, each in enumerate(tens):
            page.keyboard.type(str(abs(each)))
            if number == 9:
                page.keyboard.type("7")
                page.keyboard.press("Backspace")
            page.keyboard.press("Enter" if each > 0 else "-")
        expect(page.locator("#post-summary")).to_contain_text("18 of 81 results are in.")
        expect(page.locator("h2").first).to_have_text("Board 3")
        expect(page.locator(".typed").first).to_be_focused()
        expect(page.locator(".typed").first).to_have_value("")
    lines = store.state(session).lines.items()
    for board, made in ((1, tens[:9]), (2, tens[9:])):
        entries = {record.ns: record.entry for key, record in lines if key.board == board}
        assert [entries[number] for number in range(1, 10)] == [BareScore(10 * each) for each in made]


def test_the_sheet_is_not_turned_over_a_line_that_is_refused(desk_club: dict[str, str]) -> None:
    session = nine()
    with at_desks(desk_club, reverse("night-entry", args=[session]), "scorer") as (page,):
        page.evaluate(SLOW_LINE)
        page.keyboard.type("62")  # no score on board 1
        page.keyboard.press("Enter")
        page.keyboard.press("PageDown")
        page.keyboard.type("45")
        expect(page.locator(".is-refused .typed")).to_have_value("62")
        expect(page.locator(".is-refused .typed")).to_be_focused()
        expect(page.locator("h2").first).to_have_text("Board 1")
        page.keyboard.press("Escape")
        page.keyboard.type("42")
        page.keyboard.press("Enter")
        page.keyboard.press("PageDown")
        page.keyboard.type("45")
        expect(page.locator("h2").first).to_have_text("Board 2")
        expect(page.locator(".typed").first).to_have_value("45")
    assert [record.entry for record in store.state(session).lines.values()] == [BareScore(420)]


def test_two_at_one_line_the_second_is_told_and_may_still_have_it(desk_club: dict[str, str]) -> None:
    session = nine()
    with at_desks(desk_club, reverse("night-entry", args=[session]), "director", "scorer") as (first, second):
        first.keyboard.type("42")
        first.keyboard.press("Enter")
        expect(first.locator("#post-summary")).to_contain_text("1 of 81")
        second.keyboard.type("45")
        second.keyboard.press("Enter")
        row = second.locator(".post-row").first
        expect(row).to_contain_text("Director of Riverside was faster")
        expect(row).to_contain_text("is now +420")
        expect(row.locator(".typed")).to_have_value("45")
        expect(row.locator(".typed")).to_be_focused()
        second.keyboard.press("Enter")  # it is a correction now, and of somebody else's line
        expect(row.locator(".why")).to_be_focused()
        second.keyboard.type("eleven tricks")
        second.keyboard.press("Tab")
        second.keyboard.press("Tab")
        second.keyboard.press("Space")  # North-South agree
        second.keyboard.press("Tab")
        second.keyboard.press("Space")
        second.keyboard.press("Enter")
        expect(row).to_have_class(re.compile("is-saved"))  # the words were there before, as a guess
        expect(row).to_contain_text("NS +450")
    state = store.state(session)
    (line,) = state.lines
    assert state.lines[line].entry == BareScore(450)
    assert state.journal[-1].why == "eleven tricks"


def test_the_page_fits_and_meets_the_accessibility_rules(desk_club: dict[str, str]) -> None:
    session = nine()
    do(session, Enter(LineKey("A", 1, 1, 1), Contracted("4SX", "S", 8)))
    with at_desks(desk_club, reverse("night-entry", args=[session]) + "?sheet=A-b1", "director") as (page,):
        page.locator(".is-empty .typed").first.fill("62")
        page.keyboard.press("Enter")
        expect(page.locator(".is-refused .post-ask")).to_be_visible()
        page.locator("summary").first.click()
        for width, size in WIDTHS.items():
            page.set_viewport_size({"width": size[0], "height": size[1]})
            assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
            assert faults_in_light_and_dark(page) == [], width


def test_what_is_missing_stands_on_one_line_with_how_much(desk_club: dict[str, str]) -> None:
    with at_desks(desk_club, reverse("night-entry", args=[nine()]) + "?sheet=A-b1", "director") as (page,):
        link = page.locator(".post-missing a").first
        middle = "each => { const box = each.getBoundingClientRect(); return (box.top + box.bottom) / 2; }"
        assert abs(link.locator("span").evaluate(middle) - link.evaluate(middle)) < 3
