"""Text twice as large on a phone: the page itself never moves sideways; what is too wide, such as a table, scrolls in its own box."""

from __future__ import annotations

import re

from browsing import fits, visiting
from playwright.sync_api import Browser
from site_server import Served

TWICE = "document.documentElement.style.fontSize = '225%'"  # ours is 112.5%
OF_THE_NIGHT = (
    "",
    "room/",
    "names/",
    "phones/",
    "scores/",
    "boards/",
    "boards/5/",
    "trouble/",
    "results/",
    "print/",
    "journal/",
)
OF_THE_CLUB = (
    "",
    "club/",
    "club/join/",
    "club/find-us/",
    "calendar/",
    "search/?q=slam",
    "movement/?tables=9",
    "players/",
    "results/",
    "calculator/",
    "rulings/",
    "help/",
    "regulations/",
    "how-we-score/",
    "elsewhere/",
    "settings/",
    "settings/appearance/",
)


def test_with_text_twice_as_large_no_page_moves_sideways(browser: Browser, demo: Served) -> None:
    with visiting(browser, demo.address, width="phone", role="director") as page:
        page.goto(demo.address)
        page.get_by_role("link", name="To the room").click()
        night = re.match(r".*/night/\d+/", page.url)
        assert night
        places = [demo.address + each for each in OF_THE_CLUB] + [night[0] + each for each in OF_THE_NIGHT]
        wide = []
        for place in places:
            assert page.goto(place).ok, place  # type: ignore[union-attr]
            page.evaluate(TWICE)
            if not fits(page):
                wide.append(place.removeprefix(demo.address))
        assert wide == []


def test_a_player_with_large_text_reads_card_board_and_working(browser: Browser, demo: Served) -> None:
    with visiting(browser, demo.address, width="phone", role="player") as page:
        page.goto(demo.address + "my/results/")
        for click in (".own-nights a", ".card-lines th a", ".own-result a"):
            page.evaluate(TWICE)
            assert fits(page), page.url
            page.locator(click).first.click()
        page.locator("dialog.working .in-words").wait_for()
        page.evaluate(TWICE)
        assert fits(page)
