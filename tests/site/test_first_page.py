"""The first page of the demonstration: what is being played is in sight, and one touch leads into it."""

from __future__ import annotations

import re

import pytest
from browsing import at_widths, faults_in_light_and_dark, fits, visiting
from playwright.sync_api import Browser, expect
from site_server import Served


def test_the_first_page_shows_the_session_under_way_and_lets_a_director_into_its_room(
    browser: Browser, demo: Served
) -> None:
    with visiting(browser, demo.address, width="phone") as page:
        now = page.locator(".look-round")
        expect(now).to_contain_text(re.compile(r"Round \d+ of \d+"))
        expect(now).to_contain_text(re.compile(r"\+?\d\d:\d\d\s+(left|over time)"))
        expect(now).to_contain_text("12 tables")
        first = now.locator(".clock").inner_text()
        expect(now.locator(".clock")).not_to_have_text(first)  # it runs
        button = page.get_by_role("button", name="Look round as director")
        place = button.bounding_box()
        assert place
        assert place["y"] + place["height"] < 844  # in sight, without scrolling
        title = now.locator("b").inner_text()
        button.click()
        page.wait_for_url(re.compile(r"/night/\d+/room/"))
        expect(page.get_by_role("heading", level=1)).to_contain_text(title)
        expect(page.get_by_role("link", name="Dee Rector")).to_be_visible()
        page.goto(demo.address)
        expect(page.get_by_role("button", name="Look round as director")).to_have_count(0)
        page.get_by_role("link", name="To the room").click()
        page.wait_for_url(re.compile(r"/night/\d+/room/"))


def test_the_first_page_lets_a_scorer_to_the_scores_and_a_player_to_the_results(browser: Browser, demo: Served) -> None:
    for role, place, name in (("scorer", r"/night/\d+/scores/", "Sam Scorer"), ("player", r":\d+/$", "Pat Player")):
        with visiting(browser, demo.address) as page:
            page.get_by_role("button", name=f"As {role}").click()
            expect(page.get_by_role("link", name=name)).to_be_visible()
            assert re.search(place, page.url)


def test_the_first_page_works_without_scripts(browser: Browser, demo: Served) -> None:
    with visiting(browser, demo.address, script=False) as page:
        page.get_by_role("button", name="Look round as director").click()
        expect(page.get_by_role("link", name="Dee Rector")).to_be_visible()
        assert "/room/" in page.url


@pytest.mark.parametrize("role", ["", "director"])
def test_the_first_page_fits_and_shuts_nobody_out(browser: Browser, demo: Served, role: str) -> None:
    with visiting(browser, demo.address, width="phone", role=role) as page:
        for width in at_widths(page, "phone", "tablet", "laptop"):
            assert fits(page), width
            assert faults_in_light_and_dark(page) == [], width
