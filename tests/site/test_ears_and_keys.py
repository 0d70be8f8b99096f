"""The room, the big screen and score entry with keys alone and for ears alone, in a real browser: where the focus is and what is
said at each step. The region that says it is there, empty, from the start, and is never replaced."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from browsing import ARGUMENTS, PATIENCE, WIDTHS, executable, faults_in_light_and_dark, fits, sign_in
from django.urls import reverse
from nights import a_night, desk_server
from people import PASSWORD, account
from playwright.sync_api import Page, ViewportSize, expect, sync_playwright

from arrowswitch.movements import build

SMALL_PHONE: ViewportSize = {"width": 390, "height": 664}
CALL = """([section, table, about]) => {
  const form = document.querySelector("form[hx-post]");
  const body = new URLSearchParams({
    do: "call", section, number: table, about, csrfmiddlewaretoken: document.querySelector("[name=csrfmiddlewaretoken]").value,
  });
  return fetch(form.action, { method: "POST", body }).then((answer) => answer.status);
}"""
"""A table calls the director."""


@contextmanager
def at(club: dict[str, str], path: str, role: str = "director", size: ViewportSize | None = None) -> Iterator[Page]:
    """Somebody of a role at a page; its live region is marked, so that it is known again."""
    name = account(role, password=PASSWORD).name
    with desk_server(club) as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable(), args=ARGUMENTS)
        width, height = WIDTHS["laptop"]
        page = browser.new_context(viewport=size or {"width": width, "height": height}).new_page()
        page.on("pageerror", lambda error: pytest.fail(str(error)))
        page.set_default_timeout(PATIENCE)
        page.goto(server.address.rstrip("/") + path)
        sign_in(page, name, PASSWORD)
        page.wait_for_load_state()
        expect(heard(page)).to_have_count(1)
        expect(heard(page)).to_be_empty()
        page.evaluate("document.querySelector('#heard').dataset.first = 'yes'")
        yield page
        expect(page.locator("#heard[data-first=yes][role=status]")).to_have_count(1)
        browser.close()


def heard(page: Page):  # type: ignore[no-untyped-def]
    """What a screen reader says."""
    return page.locator("[role=status], [role=alert], [aria-live]:not([role=status])")


def tab_to(page: Page, where: str) -> None:
    """Presses Tab until the focus is there."""
    for _ in range(80):
        page.keyboard.press("Tab")
        if page.evaluate("(where) => document.activeElement.matches(where)", where):
            return
    pytest.fail(f"Tab does not come to {where}")


def test_the_room_is_run_with_keys_alone_and_heard(desk_club: dict[str, str]) -> None:
    session = a_night(start=False)
    with at(desk_club, reverse("night-room", args=[session])) as page:
        expect(page).to_have_title("Room · Tuesday pairs · Riverside")
        tab_to(page, "#do-start")
        page.keyboard.press("Enter")
        expect(heard(page)).to_contain_text("Round 1 of 3")
        expect(page.locator("#clock-A")).to_be_focused()  # the button is gone; its place is not
        tab_to(page, "#do-round-A")
        page.keyboard.press("Enter")
        expect(heard(page)).to_contain_text("Round 2 of 3")
        expect(heard(page)).to_contain_text("Note")  # not all tables have finished
        expect(page.locator("#do-round-A")).to_be_focused()

        assert page.evaluate(CALL, ["A", "2", "lead out of turn"]) == 200
        expect(heard(page)).to_have_text("Table 2 calls the director: lead out of turn.")
        expect(page).to_have_title("(1) Director! Room · Tuesday pairs · Riverside")
        expect(page.locator("#do-round-A")).to_be_focused()
        tab_to(page, "[id^=answer-]")
        page.keyboard.press("Enter")
        expect(page.locator("#calls-title")).to_be_focused()
        expect(page).to_have_title("Room · Tuesday pairs · Riverside")

        tab_to(page, "#bell")
        expect(page.locator("#bell")).not_to_have_attribute("data-rung", "1")  # it was off
        page.keyboard.press("Space")
        expect(page.locator("#bell")).to_have_attribute("data-rung", "1")
        assert page.evaluate(CALL, ["A", "3", ""]) == 200
        expect(heard(page)).to_have_text("Table 3 calls the director.")
        expect(page.locator("#bell")).to_have_attribute("data-rung", "2")
        expect(page.locator("#bell")).to_be_focused()
        assert faults_in_light_and_dark(page) == []


def test_a_refusal_in_the_room_is_said_each_time(desk_club: dict[str, str]) -> None:
    session = a_night()
    with at(desk_club, reverse("night-room", args=[session])) as page:
        for _ in range(2):
            page.evaluate("document.querySelector('#heard').textContent = ''")
            page.evaluate(
                "document.querySelector('#clock-A [name=number]').value = '9'"
            )  # a page that is no longer true
            page.locator("#do-round-A").focus()
            page.keyboard.press("Enter")
            expect(heard(page)).to_contain_text("round")
            expect(page.locator(".problem")).to_be_visible()
            expect(page.locator("#do-round-A")).to_be_focused()


def test_a_call_is_seen_on_a_small_phone_without_scrolling(desk_club: dict[str, str]) -> None:
    session = a_night(build("mitchell", tables=9, boards_per_round=3))
    with at(desk_club, reverse("night-room", args=[session]), size=SMALL_PHONE) as page:
        assert page.evaluate(CALL, ["A", "7", "revoke"]) == 200
        call = page.get_by_role("link", name="Director! Table 7")
        expect(call).to_be_in_viewport(ratio=1)
        page.evaluate("window.scrollTo(0, document.body.scrollHeight)")
        expect(call).to_be_in_viewport(ratio=1)
        page.evaluate("window.scrollTo(0, 0)")
        call.focus()
        page.keyboard.press("Enter")
        expect(page.locator("#calls-title")).to_be_focused()
        expect(page.locator("[id^=answer-]")).to_be_in_viewport(ratio=1)
        assert fits(page)
        assert faults_in_light_and_dark(page) == []


def test_the_big_screen_says_the_new_round(desk_club: dict[str, str]) -> None:
    session = a_night()
    with at(desk_club, reverse("night-screen", args=[session])) as page:
        expect(page).to_have_title("Big screen · Tuesday pairs · Riverside")
        desk = page.context.new_page()
        desk.goto(page.url.replace("screen/", ""))
        desk.locator("#do-round-A").focus()
        desk.keyboard.press("Enter")
        expect(heard(page)).to_contain_text("Round 2 of 3")
        assert faults_in_light_and_dark(page) == []


def test_scores_are_typed_with_keys_alone_and_heard(desk_club: dict[str, str]) -> None:
    session = a_night()
    with at(desk_club, reverse("night-entry", args=[session]), "scorer") as page:
        fields = page.locator(".typed")
        expect(page).to_have_title("Board 1 · Scores · Tuesday pairs · Riverside")
        expect(fields.first).to_be_focused()
        page.keyboard.type("42")
        expect(heard(page)).to_contain_text("NS +420")
        page.keyboard.press("Escape")
        page.keyboard.type("41")
        expect(heard(page)).to_contain_text("410")
        page.keyboard.press("Enter")
        expect(fields.first).to_have_attribute("aria-invalid", "true")
        expect(heard(page)).to_contain_text("410")  # no such score, and why
        expect(fields.first).to_be_focused()
        page.keyboard.type("42")
        page.keyboard.press("Enter")
        expect(heard(page)).to_contain_text("Board 1: NS +420")
        expect(heard(page)).to_contain_text("Board 2")  # the next sheet, by itself
        expect(page).to_have_title("Board 2 · Scores · Tuesday pairs · Riverside")
        expect(fields.first).to_be_focused()
        page.keyboard.press("PageUp")
        expect(heard(page)).to_have_text("Board 1")
        page.keyboard.press("PageDown")
        expect(heard(page)).to_have_text("Board 2")
        assert faults_in_light_and_dark(page) == []


def test_after_a_failed_sign_in_the_focus_is_in_the_field(desk_club: dict[str, str]) -> None:
    name = account("scorer", password=PASSWORD).name
    with desk_server(desk_club) as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable(), args=ARGUMENTS)
        page = browser.new_page()
        page.goto(server.address.rstrip("/") + reverse("sign-in"))
        page.get_by_label("Your name").fill(name)
        page.get_by_label("Password").fill("not the words")
        page.keyboard.press("Enter")
        expect(page.get_by_role("alert")).to_contain_text("do not belong together")
        expect(page.get_by_label("Password")).to_be_focused()
        expect(page.get_by_label("Password")).to_have_accessible_description(
            "✗ The name and the password do not belong together."
        )
        expect(page.get_by_label("Your name")).to_have_value(name)
        page.keyboard.type(PASSWORD)
        page.keyboard.press("Enter")
        expect(page.get_by_role("link", name=name)).to_be_visible()
        browser.close()
