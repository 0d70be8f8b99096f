"""The pictures of the tour and of the players' guides, taken in the demonstration; none is old."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from browsing import visiting
from picturing import Pictures, differences, shown
from playwright.sync_api import Browser, Page, expect
from site_server import Served, served

ELEVEN = "movement/?tables=11%C2%BD&boards=24-28&minutes=190&stationary=3&kind=pairs"
PHONE = {"width": 360, "height": 640}
LAPTOP = {"width": 1240, "height": 840}


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A demonstration that has only just begun: in the one that all tests share the time of the round may be over."""
    with served("--demo", "--data", str(tmp_path_factory.mktemp("pictures"))) as server:
        yield server


@contextmanager
def at(browser: Browser, demo: Served, place: str, size: dict[str, int], role: str = "") -> Iterator[Page]:
    """A page of the demonstration in a window of this size."""
    with visiting(browser, demo.address + place, role=role) as page:
        page.set_viewport_size(size)  # type: ignore[arg-type]
        page.mouse.move(0, 0)
        yield page


def tonight(page: Page) -> str:
    """The address of the session that is being played."""
    found = re.search(r"/night/\d+/", page.get_by_role("link", name="To the room").get_attribute("href") or "")
    assert found
    return found.group().strip("/")


def test_the_first_page_and_the_list_of_movements(browser: Browser, demo: Served, pictures: Pictures) -> None:
    with at(browser, demo, "", LAPTOP) as page:
        pictures.take(page, "docs/images/demonstration.webp")
    with at(browser, demo, ELEVEN, LAPTOP) as page:
        page.locator(".beside").get_by_role("link", name="Room", exact=True).click()
        expect(page.locator(".beside [aria-current]")).to_have_text("Room")
        page.mouse.move(0, 0)
        pictures.take(page, "docs/images/tonight.webp")
    with at(browser, demo, "movement/mitchell/?tables=7&view=path", PHONE) as page:
        page.locator(".path").first.scroll_into_view_if_needed()
        pictures.take(page, "docs/images/phone-path.webp")


def test_a_night_under_way(browser: Browser, demo: Served, pictures: Pictures) -> None:
    with at(browser, demo, "", LAPTOP, role="director") as page:
        night = tonight(page)
        for name, place in (("names", "names/"), ("room", "room/")):
            page.goto(f"{demo.address}{night}/{place}")
            page.wait_for_load_state()
            pictures.take(page, f"docs/images/{name}.webp")
        page.goto(f"{demo.address}rulings/opening-lead-out-of-turn/")
        page.wait_for_load_state()
        pictures.take(page, "docs/images/ruling.webp")


def test_a_score_on_a_phone(browser: Browser, demo: Served, pictures: Pictures) -> None:
    with at(browser, demo, "", PHONE, role="director") as page:
        page.goto(f"{demo.address}{tonight(page)}/phones/")
        code = re.search(r"\b[A-Z]{6}\b", page.locator("main").inner_text())
        assert code
    with at(browser, demo, f"t/{code.group()}/", PHONE) as page:
        pictures.take(page, "docs/images/phone-join.webp")
        page.locator("main form button").first.click()
        page.locator("#pad .row.main").first.click()
        expect(page.locator("#k-4S")).to_be_visible()
        pictures.take(page, "docs/images/phone-contract.webp")
        for name in ("k-4S", "k-S", "lead-H", "k-HK", "k-r0"):
            page.locator(f"#{name}").click()
        expect(page.locator("#pad button", has_text="Agree")).to_be_visible()
        pictures.take(page, "docs/images/phone-agree.webp")


def test_the_results_at_home(browser: Browser, demo: Served, pictures: Pictures) -> None:
    with at(browser, demo, "results/", PHONE) as page:
        page.locator("main a[href*='/results/']").first.click()
        expect(page.locator("table.rank").first).to_be_visible()
        pictures.take(page, "docs/images/phone-results.webp")
        page.locator("table.rank").first.locator("tbody tr").nth(1).get_by_role("link").first.click()
        page.wait_for_load_state()
        pictures.take(page, "docs/images/phone-card.webp")


def test_members_who_look_for_a_partner(browser: Browser, demo: Served, pictures: Pictures) -> None:
    with at(browser, demo, "partners/", PHONE, role="player") as page:
        expect(page.get_by_role("heading", name="Find a partner")).to_be_visible()
        pictures.take(page, "docs/images/phone-partner.webp")


def test_what_a_player_comes_back_for(browser: Browser, demo: Served, pictures: Pictures) -> None:
    with at(browser, demo, "my/", PHONE, role="player") as page:
        page.get_by_role("heading", name="My results").scroll_into_view_if_needed()
        page.get_by_role("heading", name="My results").evaluate("each => each.scrollIntoView()")
        pictures.take(page, "docs/images/phone-my-bridge.webp")


def test_a_picture_is_old_when_the_page_says_something_else(browser: Browser, demo: Served) -> None:
    with at(browser, demo, "settings/appearance/", LAPTOP) as page:
        then = shown(page)
        assert differences(then, shown(page)) == ""
        page.evaluate("document.querySelector('h1').textContent = 'Elsewhere, Sunday 12 March'")
        assert differences(then, shown(page)) == "new: elsewhere"
        assert differences(None, then) == "it was never taken"
