"""Deals in a browser: two files are dropped anywhere on the page, solved while somebody looks on, and the page is for everybody."""

from __future__ import annotations

from base64 import b64encode
from pathlib import Path

from browsing import at_widths, faults_in_light_and_dark, fits, visiting
from playwright.sync_api import Browser, Page, expect
from site_server import served

from arrowswitch.deals import dealt
from arrowswitch.formats.deal_files import deals_as


def drop(page: Page, files: dict[str, bytes]) -> None:
    """Lets files fall on the heading of the page, as a hand with a mouse does."""
    sent = [[name, b64encode(data).decode()] for name, data in files.items()]
    falling = page.evaluate_handle(
        """(files) => {
            const carried = new DataTransfer();
            for (const [name, text] of files) {
              carried.items.add(new File([Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))], name));
            }
            return carried;
        }""",
        sent,
    )
    page.locator("h1").dispatch_event("dragover", {"dataTransfer": falling})
    page.locator("h1").dispatch_event("drop", {"dataTransfer": falling})


def test_files_that_are_dropped_on_the_page_are_attached_and_solved(tmp_path: Path, browser: Browser) -> None:
    deals = dealt("dropped", range(1, 10))
    with served("--data", str(tmp_path)) as server, visiting(browser, server.address) as desk:
        desk.get_by_label("Name of the club").fill("Willow Club")
        desk.get_by_label("Your name").fill("Wanda Willow")
        desk.get_by_label("A password for you").fill("seven green willows")
        desk.get_by_role("button", name="Open the club").click()
        desk.get_by_role("button", name="New session").click()
        desk.get_by_label("Tables").fill("3")
        desk.get_by_role("button", name="Open the session").click()
        desk.get_by_role("link", name="Deals", exact=True).click()
        assert faults_in_light_and_dark(desk) == []
        drop(desk, {"one.pbn": deals_as(deals[:5], "pbn").data, "two.dup": deals_as(deals[5:], "dup").data})
        expect(desk.get_by_text("boards 1-9")).to_be_visible()
        expect(desk.get_by_text("Par and what makes are known for every board.")).to_be_visible()
        assert desk.locator("progress").evaluate("bar => bar.value") == 9
        assert faults_in_light_and_dark(desk) == []
        assert all(fits(desk) for _ in at_widths(desk, "phone", "laptop"))
