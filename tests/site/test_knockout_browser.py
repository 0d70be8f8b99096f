"""A knockout of six in a browser: two matches of three, of which two go on, the bracket as a picture, up to the winner."""

from __future__ import annotations

from browsing import at_widths, faults, fits, visiting
from playwright.sync_api import Browser, Page, expect
from site_server import Served

SIX = "Ash\nBeech\nCedar\nDogwood\nElm\nFir"
THREE_WAY = ("30", "10", "25", "5", "20", "8")
"""The first of three beats both others, the second the third."""


def look(page: Page, name: str) -> None:
    """Checks the page for those who hear it, and that nothing is wider than its window."""
    for width in at_widths(page, "phone", "tablet", "laptop"):
        assert fits(page), f"{name} on a {width}"
    assert faults(page) == [], name


def play_round(page: Page, number: int, *imps: str) -> None:
    """Takes the draw of a round and fills in its results."""
    page.get_by_role("link", name="Rounds", exact=True).click()
    page.get_by_role("link", name=f"See the draw of round {number}").click()
    page.get_by_role("button", name="Take this draw").click()
    expect(page.get_by_role("heading", name=f"Round {number}", exact=True)).to_be_visible()
    fields = page.locator(".score-box input")
    expect(fields).to_have_count(len(imps))
    for place, won in enumerate(imps):
        fields.nth(place).fill(won)
    page.get_by_role("button", name="Save the results").click()
    expect(page.get_by_role("heading", name=f"Round {number}", exact=True)).to_be_visible()


def test_a_knockout_of_six_with_matches_of_three_has_a_winner(browser: Browser, demo: Served) -> None:
    with visiting(browser, f"{demo.address}events/new/", role="director") as page:
        page.get_by_label("Name of the event").fill("Cup")
        page.get_by_label("How many enter").fill("6")
        page.get_by_label("Evenings").fill("3")
        page.get_by_label("Entries, if you have them").fill(SIX)
        page.get_by_role("button", name="What fits?").click()
        page.get_by_text("More about leagues, pools and knockouts").click()
        page.get_by_label("A knockout whose number is no power of two").select_option("two-survivors")
        page.get_by_role("button", name="Knockout", exact=True).click()

        page.get_by_role("link", name="Standings").click()
        expect(page.locator(".bracket-picture .match")).to_have_count(5)  # 2, 2 and the final
        page.get_by_role("link", name="Rounds", exact=True).click()
        play_round(page, 1, *THREE_WAY, *THREE_WAY)
        look(page, "round")
        page.get_by_role("link", name="Standings").click()
        expect(page.locator(".bracket-picture .match .through")).to_have_count(4)  # two of each
        page.get_by_text("The bracket as a list").click()
        look(page, "bracket")

        play_round(page, 2, "40", "12", "33", "33")  # one ends level
        page.get_by_role("link", name="See the draw of round 3").click()
        expect(page.get_by_role("alert")).to_contain_text("It is not known yet who goes on")
        page.get_by_role("link", name="Back without a draw").click()
        page.get_by_role("link", name="More").nth(1).click()
        for place in (1, 2):
            page.locator(f"#imps{place}").fill("33")
        page.locator("#playoff1").fill("9")
        page.locator("#playoff2").fill("4")
        page.get_by_label("Why, if it is corrected").fill("eight boards more")
        page.get_by_role("button", name="Save the result", exact=True).click()
        play_round(page, 3, "21", "20")
        page.get_by_role("link", name="Standings").click()
        expect(page.get_by_text("Won by")).to_be_visible()
        look(page, "winner")
