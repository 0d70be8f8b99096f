"""A night as a director runs it who plays: nobody touches the clock, the travellers are typed at the end.

Seven tables, a pair that comes after the first round and one that goes home after the fourth; the list is worked out by
hand beside it.
"""

from __future__ import annotations

import re
from collections import Counter
from fractions import Fraction
from pathlib import Path

from browsing import ARGUMENTS, PATIENCE, executable, faults, fits
from by_hand import Line, percentages, ranked
from playwright.sync_api import Page, expect, sync_playwright
from site_server import served

SCORES = (110, -110, 140, -100, 90, -120, 120, -90, 150, -140)
PLANTS = ("Acorn", "Birch", "Clover", "Daisy", "Elm", "Fern", "Gorse")
FIRST = ("Amber", "Basil", "Cicely", "Dill", "Erica", "Flora", "Ginger", "Heather")
BOARDS = 24
"""Twenty-one of the plan, and the three that the late pair's half table needs."""


class Evening:
    """Somebody who plays, and comes to the laptop when it must be."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.lines: list[Line] = []

    def tab(self, title: str) -> None:
        self.page.locator(".night-tabs").get_by_role("link", name=title, exact=True).click()
        self.page.wait_for_load_state()

    def press(self, name: str) -> None:
        self.page.get_by_role("button", name=name).first.click()
        self.page.wait_for_load_state()

    def set_up(self) -> None:
        page = self.page
        page.get_by_label("Name of the club").fill("Willow Club")
        page.get_by_label("Your name").fill("Wanda Willow")
        page.get_by_label("A password for you").fill("seven green willows")
        self.press("Open the club")
        page.get_by_label("How many tables tonight?").fill("7")
        self.press("New session")
        page.get_by_label("Boards", exact=True).fill("21")
        expect(page.locator(".offer").first).to_contain_text("7 × 3 boards")
        page.get_by_label("How scores come").select_option(label="on travellers, at the end")
        self.press("Open the session")
        page.get_by_role("link", name="Type slips as a list").click()
        slips = [
            f"{side} {number} {first} {family}{ending}, {FIRST[-number]} {family}{ending}"
            for side, ending in (("NS", ""), ("EW", "son"))
            for number, (first, family) in enumerate(zip(FIRST, PLANTS, strict=False), 1)
        ]
        page.get_by_label("One slip a line").fill("\n".join(slips))
        page.get_by_label("Who is not in the register is a visitor").check()
        self.press("Save the slips")
        expect(page.get_by_text("All 28 seats have a name.")).to_be_visible()

    def trouble(self, name: str) -> None:
        self.tab("Trouble")
        self.page.get_by_role("link", name=name).click()
        self.page.wait_for_load_state()

    def a_late_pair(self) -> None:
        page = self.page
        self.trouble("A pair is late")
        page.get_by_label("Player 1").fill("Holly Heath")
        page.get_by_label("Player 2").fill("Ivy Heath")
        self.press("What can be done?")
        expect(page.locator(".way h3").first).to_have_text("Let them in as EW 8, from round 2.")
        self.press("Use it")
        expect(page.get_by_text("Set up table 8 and seat the late pair there as East-West 8.")).to_be_visible()

    def all_played(self) -> None:
        """Nobody pressed a button for seven rounds."""
        page = self.page
        self.tab("Room")
        expect(page.get_by_text("The travellers come at the end; nothing is missing before.")).to_be_visible()
        self.tab("Scores")
        expect(page.get_by_text("The travellers come at the end: nothing is to be typed before.")).to_be_visible()
        self.press("All rounds have been played")
        expect(page.locator("#night-phase")).to_contain_text("all rounds played")

    def a_pair_has_left(self) -> None:
        page = self.page
        self.trouble("A pair leaves")
        page.get_by_label("Which pair?").select_option(label="EW 3 Cicely Cloverson & Flora Cloverson")
        page.get_by_label("They are gone from round").select_option("5")
        self.press("What can be done?")
        ways = page.locator(".way summary")
        expect(ways.nth(0)).to_contain_text(
            "EW 3 leaves after 12 of 18 boards: all its results stand. It is not ranked."
        )
        expect(ways.nth(0)).to_contain_text("legal; 3 pairs play fewer boards")
        expect(ways.nth(1)).to_contain_text("legal; 12 results cancelled")
        ways.nth(1).click()
        expect(page.locator(".way").nth(1)).to_contain_text("Boards that do not count: NS 3 7-9, ")
        self.press("Use it")
        self.tab("Room")
        expect(page.locator("#table-A1")).to_contain_text("NS 1 sits out")
        expect(page.get_by_role("heading", name="Results still to come (141)")).to_be_visible()
        self.press_link("Type the scores")

    def press_link(self, name: str) -> None:
        self.page.get_by_role("link", name=name).click()
        self.page.wait_for_load_state()

    def travellers(self) -> None:
        """Every traveller from the keyboard; the hands never leave the figures."""
        page = self.page
        for board in range(1, BOARDS + 1):
            expect(page.locator(".post-head h2")).to_have_text(f"Board {board}")
            rows = page.locator(".post-row")
            for place in range(rows.count()):
                row = rows.nth(place)
                ns, ew = (text.strip() for text in row.locator(".post-pair b").all_inner_texts())
                score = SCORES[(3 * place + board) % len(SCORES)]
                self.lines.append(Line(board, ns, ew, score))
                expect(row.locator("input.typed")).to_be_focused()
                page.keyboard.type(f"{abs(score) // 10}")
                page.keyboard.press("Enter" if score > 0 else "-")
                if place < rows.count() - 1:
                    expect(row).to_have_class(re.compile(r"is-saved"))
        expect(page.locator("#post-summary")).to_contain_text("141 of 141 results are in. Nothing is missing.")
        self.press_link("To the results")

    def post(self) -> None:
        page = self.page
        expect(page.get_by_text("Pairs that left: 1")).to_be_visible()
        page.get_by_role("link", name="Post the results").click()
        expect(page.get_by_text("EW 3 left after round 4: not ranked, and its results stand.")).to_be_visible()
        self.press("Post version 1")
        expect(page.get_by_text("Version 1 is posted.")).to_be_visible()

    def posted(self) -> None:
        """What everybody reads at home: the list as worked out by hand, and what became of the pair that left."""
        page = self.page
        page.goto(page.locator("#share a").first.get_attribute("href") or "")
        assert Counter(Counter(line.board for line in self.lines).values()) == {6: 21, 5: 3}
        worked_out: dict[str, Fraction] = percentages(self.lines, 6, {})
        del worked_out["EW 3"]
        for place, side in enumerate(("NS", "EW")):
            rows = page.locator("table.rank").nth(place).locator("tbody tr")
            shown = [
                tuple(row.locator("td").nth(cell).inner_text().strip() for cell in (0, 1, -1)) for row in rows.all()
            ]
            assert shown == ranked(worked_out, side)
        gone = "Cicely Cloverson & Flora Cloverson: EW 3 left after round 4: not ranked, and its results stand."
        expect(page.locator(".gone")).to_have_text(gone)
        assert faults(page) == []
        page.locator(".gone a").click()
        expect(page.get_by_role("heading", name="Cicely Cloverson & Flora Cloverson")).to_be_visible()
        page.go_back()
        page.get_by_role("link", name="Recap").click()
        expect(page.locator(".gone")).to_have_text(gone)
        assert fits(page)
        for table in page.locator(".scroll").all():
            assert table.evaluate("each => each.scrollWidth <= each.clientWidth"), "a board or the total is cut off"


def test_a_director_who_plays_posts_a_right_list_without_the_clock(tmp_path: Path) -> None:
    with served("--data", str(tmp_path / "club")) as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable(), args=ARGUMENTS)
        page = browser.new_page(viewport={"width": 1440, "height": 900})
        page.set_default_timeout(PATIENCE)
        page.goto(server.address)
        evening = Evening(page)
        evening.set_up()
        evening.a_late_pair()
        evening.all_played()
        evening.a_pair_has_left()
        evening.travellers()
        evening.post()
        evening.posted()
        browser.close()
