"""The designer and the editor in a browser: looked for while one waits, a grid by keyboard, a set dragged onto another cell."""

from __future__ import annotations

import re

from browsing import at_widths, faults, visiting
from picturing import Pictures
from playwright.sync_api import Browser, Page, expect
from site_server import Served


def cell(page: Page, place: str) -> str:
    return page.locator(f"#c-{place}").input_value()


def begin(page: Page, demo: Served, movement: str) -> None:
    """Opens a movement in the editor, as a director."""
    page.goto(f"{demo.address}movement/edit/?family={movement}")
    page.get_by_role("button", name="Begin with this one").click()
    page.wait_for_url(re.compile(r"/edit/\d+/$"))


def test_a_design_is_looked_for_while_one_waits_and_stops_when_told(browser: Browser, demo: Served) -> None:
    place = f"{demo.address}movement/design/?pairs=10&rounds=8&boards_per_round=3"
    with visiting(browser, place, role="director") as page:
        page.get_by_role("button", name="Look for it").click()
        page.wait_for_url(re.compile("/design/[0-9a-f]+/$"))
        expect(page.get_by_text("best card", exact=False).first).to_be_visible()
        expect(page.locator("#found .status")).to_contain_text(re.compile("[3-9] s so far"))  # it goes on by itself
        page.get_by_role("button", name="Stop, this is good enough").click()
        expect(page.get_by_role("button", name="Look further")).to_be_visible()
        expect(page.get_by_text("This is the best until then.")).to_be_visible()
        found = page.locator("#scale-words").inner_text()
        page.reload()
        assert page.locator("#scale-words").inner_text() == found
        for _width in at_widths(page, "phone", "tablet", "laptop"):
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert faults(page) == []
        page.get_by_label("Name of the card").fill("Ten pairs, eight rounds")
        page.get_by_role("button", name="Keep as a card").click()
        expect(page.get_by_role("heading", name="Ten pairs, eight rounds", level=1)).to_be_visible()
        assert faults(page) == []


def test_what_is_perfect_ends_the_search_beside_the_best_card(
    browser: Browser, demo: Served, pictures: Pictures
) -> None:
    place = f"{demo.address}movement/design/?pairs=13&rounds=13&boards_per_round=2"
    with visiting(browser, place, role="director") as page:
        page.get_by_role("button", name="Look for it").click()
        expect(page.get_by_text("Finished: nothing better can be found.")).to_be_visible()
        expect(page.locator("#scale-words")).to_contain_text("best card")
        page.evaluate("scrollTo(0, 0)")
        pictures.take(page, "docs/images/designer.webp")


def test_a_grid_is_typed_mended_and_kept_by_keyboard_alone(browser: Browser, demo: Served, pictures: Pictures) -> None:
    with visiting(browser, demo.address, role="director") as page:
        begin(page, demo, "howell&tables=3")
        first, second = cell(page, "1-1"), cell(page, "1-2")
        page.locator("#c-1-1").focus()
        page.keyboard.type(second)
        page.keyboard.press("Enter")
        expect(page.locator("#c-1-2")).to_be_focused()
        expect(page.locator("#c-1-1")).to_have_attribute("aria-invalid", "true")
        expect(page.locator("#here")).to_contain_text("Round 1: pair")
        expect(page.get_by_role("heading", name=re.compile("faults"))).to_be_visible()
        assert faults(page) == []
        pictures.take(page, "docs/images/editor.webp")
        page.reload()  # what was acknowledged is there
        assert cell(page, "1-1") == second
        page.locator("#c-2-3").focus()
        page.keyboard.press("!")
        expect(page.locator("#cells td.wrong input:focus")).to_have_count(1)
        page.keyboard.press("Control+z")
        expect(page.locator("#c-1-1")).to_have_value(first)
        expect(page.get_by_text("Legal: no faults")).to_be_visible()
        page.locator("#c-1-1").focus()
        page.keyboard.type("nonsense")
        page.keyboard.press("ArrowDown")
        expect(page.locator("#said")).to_contain_text("“nonsense” is not a table")
        page.keyboard.press("ArrowUp")
        page.keyboard.press("Escape")
        assert cell(page, "1-1") == first
        page.keyboard.press("?")
        expect(page.get_by_role("heading", name="Keys in the grid")).to_be_visible()
        page.keyboard.press("Escape")
        page.get_by_role("link", name="Keep as a card").focus()
        page.keyboard.press("Enter")
        expect(page.get_by_text("The audit finds no fault.")).to_be_visible()


def test_a_set_is_dragged_onto_another_cell_and_the_two_exchange(browser: Browser, demo: Served) -> None:
    with visiting(browser, demo.address, role="director", width="tablet") as page:
        begin(page, demo, "mitchell&tables=5")
        assert (cell(page, "1-1"), cell(page, "1-2")) == ("1-6 A", "2-7 B")
        grip = page.locator(".grip[data-place='1-1']").bounding_box()
        there = page.locator("#c-1-2").bounding_box()
        assert grip
        assert there
        page.mouse.move(grip["x"] + grip["width"] / 2, grip["y"] + 10)
        page.mouse.down()
        page.mouse.move(there["x"] + 20, there["y"] + 10, steps=5)
        page.mouse.up()
        expect(page.locator("#c-1-1")).to_have_value("1-6 B")
        expect(page.locator("#c-1-2")).to_have_value("2-7 A")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        page.get_by_role("link", name="By pair").click()
        expect(page.locator("#c-1-6")).to_have_value("1E")
