"""Lists that are tapped with a thumb, in a browser: who has paid, and what is done. Nothing moves under the finger, and no tap is lost."""

from __future__ import annotations

import datetime

from browsing import ARGUMENTS, at_widths, executable, faults, fits
from django.urls import reverse
from money_kept import fees_set
from nights import a_night, desk_server
from people import PASSWORD, account, as_role, our_club
from playwright.sync_api import Page, expect, sync_playwright
from test_lines_seen import signed_in

from arrowswitch.site.club.models import Player
from arrowswitch.site.members.models import Particulars
from arrowswitch.site.noticeboard.models import ChecklistEntry, ChecklistVersion

WIDTHS = ("laptop", "tablet", "phone")


def scrolled(page: Page) -> int:
    return int(page.evaluate("Math.round(scrollY)"))


def test_taps_in_quick_succession_are_all_written_and_the_page_stays_where_it_is(desk_club: dict[str, str]) -> None:
    name = account("director", our_club(), password=PASSWORD).name
    fees_set()
    session = a_night()
    for player in Player.objects.all():
        Particulars.objects.create(player=player, kind="Member")
    text = "\n".join(f"Thing {number} of the room" for number in range(1, 13))
    sent = {"title": "Lock-up", "use": "after", "readers": "desk", "text": text}
    assert as_role("director").post(reverse("checklist-new"), sent).status_code == 302
    listed = ChecklistVersion.objects.get().checklist_id
    with desk_server(desk_club) as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable(), args=ARGUMENTS)
        home = server.address.rstrip("/")
        page = signed_in(browser, home, name, "phone", script=True)
        page.goto(home + reverse("night-money", args=[session]))
        for _ in at_widths(page, *WIDTHS):
            assert fits(page)
            assert faults(page) == []
        last = page.locator(".tick-button").nth(11)
        last.scroll_into_view_if_needed()
        before = scrolled(page)
        for number in range(12):
            page.locator(".tick-button").nth(number).evaluate("button => button.click()")
        expect(page.locator("#paid-so-far")).to_contain_text("12 of 12")
        expect(page.locator("#paid-so-far")).to_contain_text("$84.00")
        assert scrolled(page) == before > 0
        last.click()
        expect(page.locator("#paid-so-far")).to_contain_text("11 of 12")
        expect(last).to_have_attribute("aria-pressed", "false")
        expect(last).to_be_focused()

        page.goto(home + reverse("checklist-run", args=[listed, datetime.date(2026, 3, 4).isoformat()]))
        for _ in at_widths(page, *WIDTHS):
            assert fits(page)
            assert faults(page) == []
        page.locator("#tick-12").scroll_into_view_if_needed()
        place = page.locator("#tick-12").bounding_box()
        for number in range(1, 12):
            page.locator(f"#tick-{number}").evaluate("button => button.click()")
        expect(page.locator("#done-so-far")).to_contain_text("11 of 12")
        assert page.locator("#tick-12").bounding_box() == place
        page.locator("#tick-12").click()
        expect(page.locator("#done-so-far")).to_contain_text("12 of 12")
        expect(page.get_by_role("button", name="Once more today")).to_be_visible()
    assert ChecklistEntry.objects.count() == 12
