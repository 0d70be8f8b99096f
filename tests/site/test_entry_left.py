"""Scores that are left with Tab or the mouse, in a real browser: kept like those of Enter, or asked about."""

from __future__ import annotations

from django.urls import reverse
from playwright.sync_api import Dialog, Page, expect
from test_entry_keys import at_desks, nine

from arrowswitch.session import BareScore
from arrowswitch.site.journal import store


def answering(page: Page, leave: bool) -> list[str]:
    """What the page asks before it is left, and the answer."""
    asked: list[str] = []

    def answer(dialog: Dialog) -> None:
        asked.append(dialog.type)
        dialog.accept() if leave else dialog.dismiss()

    page.on("dialog", answer)
    return asked


def kept(session: int) -> dict[int, object]:
    """What stands on board 1, by the pair that sat North-South."""
    return {record.ns: record.entry for key, record in store.state(session).lines.items() if key.board == 1}


def test_lines_left_with_tab_or_the_mouse_are_kept_and_said(desk_club: dict[str, str]) -> None:
    session = nine()
    with at_desks(desk_club, reverse("night-entry", args=[session]), "scorer") as (page,):
        asked = answering(page, leave=False)
        page.keyboard.type("42")
        page.keyboard.press("Tab")
        expect(page.locator(".typed").nth(1)).to_be_focused()
        page.keyboard.type("45")
        page.locator(".typed").nth(4).click()
        expect(page.locator("#post-summary")).to_contain_text("2 of 81")
        expect(page.locator("#post-kept")).to_contain_text("Board 1: NS +450")
        expect(page.locator(".typed").nth(4)).to_be_focused()
        page.keyboard.type("p")
        page.locator("#sheet-after").click()
        expect(page.locator("h2").first).to_have_text("Board 2")
        page.go_back()
        expect(page.locator("h2").first).to_have_text("Board 1")
        page.keyboard.type("11")
        page.get_by_role("link", name="Room", exact=True).first.click()  # the page waits for the line
        page.wait_for_url("**/room/**")
        assert asked == []
    entries = kept(session)
    assert entries[1] == BareScore(420)
    assert entries[2] == BareScore(450)
    assert sorted(entries) == [1, 2, 3, 5]


def test_a_line_that_is_not_understood_stays_marked_and_is_asked_about_before_the_sheet_is_left(
    desk_club: dict[str, str],
) -> None:
    session = nine()
    with at_desks(desk_club, reverse("night-entry", args=[session]), "scorer") as (page,):
        page.keyboard.type("hello")
        page.keyboard.press("Tab")
        row = page.locator(".post-row").first
        expect(row).to_contain_text("Not kept yet")
        expect(page.locator(".typed").nth(1)).to_be_focused()  # nobody is pulled back
        stays = answering(page, leave=False)
        page.locator("#sheet-after").click()
        expect(row.locator(".typed")).to_be_focused()
        expect(page.locator("h2").first).to_have_text("Board 1")
        page.evaluate("location.reload()")
        page.wait_for_timeout(300)
        expect(row.locator(".typed")).to_have_value("hello")
        assert stays == ["confirm", "beforeunload"]
        page.keyboard.press("Escape")
        page.locator("#sheet-after").click()
        expect(page.locator("h2").first).to_have_text("Board 2")
        assert len(stays) == 2  # nothing is left behind, nothing asked
    assert kept(session) == {}


def test_a_result_that_looks_wrong_is_not_kept_by_going_away_twice(desk_club: dict[str, str]) -> None:
    session = nine()
    with at_desks(desk_club, reverse("night-entry", args=[session]), "scorer") as (page,):
        for place in (1, 2, 3):  # so many other results are enough to judge by
            page.locator(".typed").nth(place).click()
            page.keyboard.type("11")
            page.keyboard.press("Tab")
        expect(page.locator("#post-summary")).to_contain_text("3 of 81")
        row = page.locator(".post-row").first
        row.locator(".typed").click()
        page.keyboard.type("7ntn=")
        page.keyboard.press("Tab")
        expect(row).to_contain_text("Not saved yet")
        row.locator(".typed").click()
        page.locator(".typed").nth(5).click()
        expect(page.locator(".is-saving")).to_have_count(0)
        expect(row).to_contain_text("Not saved yet")
        expect(page.locator("#post-summary")).to_contain_text("3 of 81")
        row.locator(".typed").click()
        page.keyboard.press("Enter")
        expect(page.locator("#post-summary")).to_contain_text("4 of 81")
    assert 1 in kept(session)


def test_what_the_line_above_offers_is_not_kept_by_going_away(desk_club: dict[str, str]) -> None:
    session = nine()
    with at_desks(desk_club, reverse("night-entry", args=[session]), "scorer") as (page,):
        page.keyboard.type("42")
        page.keyboard.press("Enter")
        page.keyboard.press("Enter")
        expect(page.locator(".typed").nth(1)).to_have_value("42")
        page.keyboard.press("Tab")
        expect(page.locator(".typed").nth(1)).to_have_value("")
        expect(page.locator("#post-summary")).to_contain_text("1 of 81")
    assert list(kept(session)) == [1]
