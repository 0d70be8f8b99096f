"""The club's regulations in a browser: they fit, shut nobody out, and a director changes one by hand."""

from __future__ import annotations

import pytest
from browsing import at_widths, faults_in_light_and_dark, fits, visiting
from playwright.sync_api import Browser, expect
from site_server import Served

COMMITTEE = "Committee, 3 March 2026"


@pytest.mark.parametrize(
    ("place", "role"),
    [("regulations/", ""), ("how-we-score/", ""), ("regulations/penalties/standard/", "director")],
)
def test_the_pages_of_the_regulations_fit_and_shut_nobody_out(
    browser: Browser, demo: Served, place: str, role: str
) -> None:
    with visiting(browser, demo.address + place, width="phone", role=role) as page:
        for width in at_widths(page, "phone", "tablet", "laptop"):
            assert fits(page), width
            assert faults_in_light_and_dark(page) == [], width


def test_a_director_sets_a_value_by_hand_and_gives_it_up_again(browser: Browser, demo: Served) -> None:
    with visiting(browser, demo.address + "settings/", role="director", script=False) as page:
        page.locator(".ways").get_by_role("link", name="Our regulations").click()
        expect(page.get_by_role("heading", level=1)).to_have_text("Our regulations")
        line = page.locator('[id="timing.warning_minutes"]')
        line.get_by_role("link", name="Change").click()
        page.get_by_label("Our value").fill("five")
        page.get_by_label("Who decided it").fill(COMMITTEE)
        page.get_by_role("button", name="See what changes").click()
        expect(page.locator(".error")).to_have_text("This must be a whole number; “five” will not do.")
        page.get_by_label("Our value").fill("5")
        page.get_by_role("button", name="See what changes").click()
        expect(page.get_by_role("heading", name="What changes")).to_be_visible()
        page.get_by_role("button", name="Confirm").click()
        expect(page.get_by_role("status")).to_contain_text("Saved.")
        expect(line.locator(".amount")).to_have_text("5")
        expect(line).to_contain_text(COMMITTEE)
        line.get_by_role("link", name="Change").click()
        page.get_by_role("button", name="As the federation has it").click()
        page.get_by_role("button", name="Confirm").click()
        expect(line.locator(".amount")).to_have_text("2")
        expect(line).not_to_contain_text("Our own")
