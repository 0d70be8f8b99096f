"""A Swiss of seven teams at the desk, in a browser: a match of three, a late entry, a forfeit, and a match corrected."""

from __future__ import annotations

import os

from browsing import at_widths, faults, fits, visiting
from playwright.sync_api import Browser, Page, expect
from site_server import Served

TEAMS = "Red\nBlue\nGreen\nBlack\nWhite\nGold\nGrey"
PICTURES = os.environ.get("ARROWSWITCH_LOOK", "")


def look(page: Page, name: str) -> None:
    """Checks the page for those who hear it, and that nothing is wider than a phone."""
    for width in at_widths(page, "phone", "tablet", "laptop"):
        if PICTURES:
            page.screenshot(path=f"{PICTURES}/{name}-{width}.png", full_page=True)
        assert fits(page), f"{name} on a {width}"
    assert faults(page) == [], name


def press(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()


def take_draw(page: Page, number: int) -> None:
    page.get_by_role("link", name=f"See the draw of round {number}").click()
    expect(page.get_by_role("heading", name=f"The draw of round {number}, Swiss")).to_be_visible()
    look(page, f"draw-{number}")
    press(page, "Take this draw")
    expect(page.get_by_role("heading", name=f"Round {number}", exact=True)).to_be_visible()


def test_a_swiss_of_seven_teams_is_run_at_the_desk(browser: Browser, demo: Served) -> None:
    with visiting(browser, f"{demo.address}events/new/", role="director") as page:
        page.get_by_label("Name of the event").fill("Winter teams")
        page.get_by_label("How many enter").fill("7")
        page.get_by_label("Entries, if you have them").fill(TEAMS)
        press(page, "What fits?")
        expect(page.get_by_role("heading", name="What fits, the best first")).to_be_visible()
        look(page, "new")
        page.get_by_label("Entries, if you have them").fill("Red")
        press(page, "Swiss")

        page.get_by_label("One a line").fill(TEAMS.partition("\n")[2])
        press(page, "Enter all of them")
        expect(page.get_by_role("heading", name="7 entries")).to_be_visible()
        press(page, "Grey higher")
        look(page, "entries")
        page.get_by_role("link", name="How is it played?").click()
        look(page, "how")
        page.get_by_label("Rounds, of a Swiss").fill("4")
        page.get_by_role("button", name="Swiss", exact=True).click()

        page.get_by_role("link", name="Settings", exact=True).last.click()
        page.get_by_label("With an odd number").select_option("triple")
        press(page, "Save")
        look(page, "settings")
        page.get_by_role("link", name="Rounds").first.click()
        take_draw(page, 1)

        fields = page.locator(".score-box input")
        expect(fields).to_have_count(10)  # two matches, and the three of the match of three
        for place, imps in enumerate(("20", "11", "4", "4")):
            fields.nth(place).fill(imps)
        press(page, "Save the results")
        expect(page.locator(".match-side a").first).to_be_visible()
        look(page, "round")

        page.get_by_role("link", name="Entries").click()  # a late entry: eight teams from the next round on
        page.get_by_label("Name", exact=True).fill("Pink")
        press(page, "Enter")
        expect(page.get_by_text("Plays from round 2 on.")).to_be_visible()
        page.get_by_role("link", name="Rounds").first.click()
        take_draw(page, 2)

        page.get_by_role("link", name="More").first.click()
        look(page, "match")
        page.get_by_text("Forfeit", exact=True).click()
        press(page, "It forfeits the match")
        page.get_by_role("link", name="← Round 2").click() if page.get_by_text("For now").count() else None
        expect(page.get_by_text("Forfeit:")).to_be_visible()

        page.get_by_role("link", name="Round 1", exact=True).click()
        page.locator(".score-box input").nth(0).fill("11")
        page.locator(".score-box input").nth(1).fill("20")
        page.get_by_label("Why, if a result is corrected").fill("the wrong way round")
        press(page, "Save the results")
        expect(page.get_by_text("Round 2 was made on other results")).to_be_visible()

        page.get_by_role("link", name="Standings").click()
        page.locator("a[data-working]").first.click()
        expect(page.get_by_role("dialog")).to_be_visible()
        press(page, "Close")
        look(page, "standings")
        page.get_by_role("link", name="Journal").click()
        expect(page.get_by_text("the wrong way round")).to_be_visible()
        look(page, "journal")
        page.get_by_role("link", name="Settings", exact=True).last.click()
        page.locator(".share a").first.click()
        expect(page.get_by_role("heading", name="Winter teams")).to_be_visible()
        look(page, "public")
