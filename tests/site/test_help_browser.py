"""The guides in a browser: they fit, shut nobody out, and lead to each other."""

from __future__ import annotations

import pytest
from browsing import at_widths, faults_in_light_and_dark, fits, visiting
from playwright.sync_api import Browser, expect
from site_server import Served


@pytest.mark.parametrize(
    "place", ["help/", "help/?q=skip", "help/how-we-score/", "help/directors/first-night/", "help/regulations/"]
)
def test_the_guides_fit_and_shut_nobody_out(browser: Browser, demo: Served, place: str) -> None:
    with visiting(browser, demo.address + place, width="phone") as page:
        for width in at_widths(page, "phone", "tablet", "laptop"):
            assert fits(page), width
            assert faults_in_light_and_dark(page) == [], width


def test_from_a_page_to_its_guide_to_another_guide_and_to_what_is_looked_for(browser: Browser, demo: Served) -> None:
    with visiting(browser, demo.address + "movement/?tables=7", script=False) as page:
        page.get_by_role("banner").get_by_role("link", name="Help", exact=True).click()
        expect(page.get_by_role("heading", level=1)).to_have_text("Choosing and running a movement")
        assert page.url.endswith("#1-count-the-tables")
        page.get_by_role("link", name="All guides").click()
        expect(page).to_have_title("Help · Arrowswitch")
        page.get_by_role("link", name="Phones at the tables").click()
        page.get_by_role("link", name="Entering a score on a phone").click()
        expect(page.get_by_role("heading", level=1)).to_have_text("Entering a score on a phone")
        page.get_by_label("Search in the guides").fill("neuberg")
        page.get_by_role("button", name="Search", exact=True).click()
        page.locator(".found a").first.click()
        expect(page.locator(".guide")).to_contain_text("Neuberg")
