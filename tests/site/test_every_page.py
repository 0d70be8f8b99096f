"""Every page that has an address, with people of very long names, on the smallest screens: nothing reaches over the side,
whether our fonts come or not, nothing shuts anybody out, and every page has one title and says where one is."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from browsing import ARGUMENTS, PATIENCE, WIDE, WITHOUT_OUR_FONTS, executable, faults, fits
from django.urls import reverse
from everything import addresses
from nights import desk_server
from people import PASSWORD, account
from playwright.sync_api import Page, ViewportSize, expect, sync_playwright

PARTS = 3
"""How many tests the pages are dealt out to, so that they can be looked at side by side."""
PHONE: ViewportSize = {"width": 390, "height": 844}
OUTSIDE = """() => [...document.body.querySelectorAll("*")]
  .filter((each) => {
    const text = document.createRange();
    text.selectNodeContents(each);
    const right = Math.max(each.getBoundingClientRect().right, text.getBoundingClientRect().right);
    return right > document.documentElement.clientWidth + 1;
  })
  .map((each) => each.outerHTML.slice(0, 120)).slice(-2)"""
"""What reaches over the side, the innermost of it."""


@contextmanager
def at_the_desk(club: dict[str, str]) -> Iterator[tuple[Page, Page]]:
    """Two browsers signed in as the owner: one as it should be, and one that gets no font of ours and has only a wide one."""
    owner = account("owner", password=PASSWORD).name
    with desk_server(club) as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable(), args=ARGUMENTS)
        page = browser.new_context(viewport=PHONE, base_url=server.address).new_page()
        page.set_default_timeout(PATIENCE)
        page.goto(reverse("sign-in"))
        page.get_by_label("Your name").fill(owner)
        page.get_by_label("Password").fill(PASSWORD)
        page.keyboard.press("Enter")
        expect(page.get_by_role("link", name=owner)).to_be_visible()
        other = playwright.chromium.launch(executable_path=executable(), args=[*ARGUMENTS, WITHOUT_OUR_FONTS], env=WIDE)
        bare = other.new_context(
            viewport=PHONE, base_url=server.address, storage_state=page.context.storage_state()
        ).new_page()
        bare.set_default_timeout(PATIENCE)
        yield page, bare
        other.close()
        browser.close()


def wrong_with(page: Page, bare: Page) -> list[str]:
    """What is not right on a page."""
    found = faults(page, serious=True)
    if page.locator("h1").count() != 1:
        found.append(f"{page.locator('h1').count()} titles")
    return found + over_the_side(page, "our fonts") + over_the_side(bare, "a wide font")


def over_the_side(page: Page, fonts: str) -> list[str]:
    """At which widths something reaches over the side, and what."""
    found = []
    for width in (390, 320):
        page.set_viewport_size({"width": width, "height": 844})
        if not fits(page):
            found.append(f"over the side at {width} with {fonts}: {page.evaluate(OUTSIDE)}")
    page.set_viewport_size(PHONE)
    return found


@pytest.mark.parametrize("part", range(PARTS))
def test_every_page_fits_the_smallest_screen_and_shuts_nobody_out(desk_club: dict[str, str], part: int) -> None:
    pages = dict(list(addresses().items())[part::PARTS])
    seen, wrong = [], {}
    with at_the_desk(desk_club) as (page, bare):
        for name, address in pages.items():
            answer = page.request.get(address, max_redirects=0)
            if answer.status != 200 or not answer.headers["content-type"].startswith("text/html"):
                continue
            page.goto(address)
            if "<html" not in answer.text():
                continue
            bare.goto(address)
            seen.append(name)
            if found := wrong_with(page, bare):
                wrong[name] = found
    assert wrong == {}
    assert len(seen) > 60 / PARTS, seen
