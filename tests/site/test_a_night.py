"""A whole night as a person plays it, in a browser, from an empty folder to a second version of the results.

9½ tables with a phantom, a fouled board, an adjusted score, a penalty, a correction after posting; the ranking is worked
out by hand beside it. On the way the pictures of the guide "Your first night" are taken.
"""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path

import pytest
from browsing import ARGUMENTS, PATIENCE, executable, faults
from by_hand import Line, percentages, ranked
from picturing import Pictures
from playwright.sync_api import Page, expect, sync_playwright
from site_server import ROOT, served

GUIDE = ROOT / "docs" / "directors" / "first-night.md"
PICTURES = ROOT / "docs" / "directors" / "first-night"
RESULTS = 9
"""Nine lines on each board: ten pairs East-West, of whom one sits out."""
SCORES = (110, -110, 140, -100, 90, -120, 120, -90, 150, -140)
PLANTS = ("Acorn", "Birch", "Clover", "Daisy", "Elm", "Fern", "Gorse", "Hazel", "Iris", "Juniper")
FIRST = ("Amber", "Basil", "Cicely", "Dill", "Erica", "Flora", "Ginger", "Heather", "Ivy", "Jasper")


class Evening:
    """The director at the laptop."""

    def __init__(self, page: Page, taken: Pictures) -> None:
        self.page = page
        self.taken = taken
        self.lines: list[Line] = []
        self.places: dict[tuple[int, str], str] = {}
        self.penalties: dict[str, Fraction] = {}
        self.pictures: list[str] = []

    def picture(self, name: str) -> None:
        """What the page looks like now, for the guide; and nobody is shut out from it."""
        self.page.wait_for_load_state()
        self.taken.take(self.page, f"docs/directors/first-night/{name}.webp")
        self.pictures.append(name)
        assert faults(self.page, serious=True) == [], name

    def tab(self, title: str) -> None:
        """Another page of the session."""
        self.page.locator(".night-tabs").get_by_role("link", name=title, exact=True).click()
        self.page.wait_for_load_state()

    # -- before play

    def first_start(self) -> None:
        page = self.page
        expect(page.get_by_role("heading", name="Welcome")).to_be_visible()
        self.picture("welcome")
        page.get_by_label("Name of the club").fill("Willow Club")
        page.get_by_label("Your name").fill("Wanda Willow")
        page.get_by_label("A password for you").fill("seven green willows")
        page.get_by_role("button", name="Open the club").click()
        expect(page.get_by_role("heading", name="Willow Club")).to_be_visible()

    def new_session(self) -> None:
        page = self.page
        page.get_by_label("How many tables tonight?").fill("9½")
        page.get_by_role("button", name="New session").click()
        page.get_by_label("Boards", exact=True).fill("10")
        expect(page.locator(".offer").first).to_contain_text("Share-and-Relay Mitchell")
        page.get_by_label("What", exact=True).fill("Willow pairs")
        self.picture("new-session")
        page.get_by_role("button", name="Open the session").click()
        expect(page.get_by_role("heading", name="Willow pairs")).to_be_visible()

    def names(self) -> None:
        page = self.page
        page.get_by_role("link", name="Type slips as a list").click()
        slips = []
        for side, pairs in (("NS", range(1, 10)), ("EW", range(1, 11))):
            for number in pairs:
                family = f"{PLANTS[number - 1]}{'son' if side == 'EW' else ''}"
                slips.append(f"{side} {number} {FIRST[number - 1]} {family}, {FIRST[-number]} {family}")
        page.get_by_label("One slip a line").fill("\n".join(slips))
        page.get_by_label("Who is not in the register is a visitor").check()
        page.get_by_role("button", name="Save the slips").click()
        expect(page.get_by_text("All 38 seats have a name.")).to_be_visible()
        self.picture("names")

    def play(self) -> None:
        page = self.page
        self.tab("Room")
        page.get_by_role("button", name="Start play").click()
        expect(page.get_by_text("Round 1 of 10", exact=True)).to_be_visible()
        self.picture("room")
        for number in range(2, 11):
            page.get_by_role("button", name=f"Call round {number}").click()
            expect(page.get_by_text(f"Round {number} of 10", exact=True)).to_be_visible()

    # -- scores

    def travellers(self) -> None:
        page = self.page
        self.tab("Scores")
        for board in range(1, 11):
            expect(page.locator(".post-head h2")).to_have_text(f"Board {board}")
            rows = page.locator(".post-row")
            expect(rows).to_have_count(RESULTS)
            for place in range(RESULTS):
                row = rows.nth(place)
                ns, ew = (text.strip() for text in row.locator(".post-pair b").all_inner_texts())
                score = SCORES[(3 * place + board) % len(SCORES)]
                self.lines.append(Line(board, f"NS {ns.split()[-1]}", f"EW {ew.split()[-1]}", score))
                self.places[board, self.lines[-1].ns] = row.get_attribute("data-row") or ""
                row.locator("input.typed").focus()
                page.keyboard.type(f"{abs(score) // 10}")
                page.keyboard.press("Enter" if score > 0 else "-")
                last = place == RESULTS - 1
                if not last:
                    expect(row).to_have_class(re.compile(r"is-saved"))
                if board == 4 and place == RESULTS - 2:
                    self.picture("scores")
        expect(page.locator("#post-summary")).to_contain_text("90 of 90")

    def line(self, board: int, ns: str) -> Line:
        return next(each for each in self.lines if (each.board, each.ns) == (board, ns))

    # -- rulings

    def open_board(self, board: int) -> None:
        self.tab("Boards")
        self.page.locator("main").get_by_role("link", name=f"{board}", exact=True).first.click()
        expect(self.page.get_by_role("heading", name=f"Board {board}", exact=True)).to_be_visible()

    def ruled(self, slug: str) -> None:
        """Looks at the effect, then confirms it."""
        form = self.page.locator(f"#do-{slug}")
        form.get_by_role("button", name="See the effect").click()
        confirm = self.page.locator(f"#do-{slug}").get_by_role("button", name="Confirm")
        expect(confirm).to_be_visible()
        confirm.evaluate("each => each.scrollIntoView({ block: 'end' })")
        self.picture(f"effect-{slug}")
        confirm.click()
        expect(self.page.get_by_text("Done:")).to_be_visible()

    def fouled_board(self) -> None:
        """Five tables had board 7 with two cards exchanged."""
        page = self.page
        self.open_board(7)
        page.get_by_text("Split into groups").click()
        form = page.locator("#do-split")
        for place in range(5):
            box = form.locator("input[name=lines]").nth(place)
            table = re.search(r"-(\d+)-7$", box.get_attribute("value") or "")
            assert table
            self.line(7, f"NS {table[1]}").version = "B"
            box.check()
        form.get_by_label("Reason").fill("Two cards were exchanged at table 6.")
        self.ruled("split")

    def adjusted_score(self) -> None:
        """Board 3 could not be played by NS 4, who are not at fault; their opponents are."""
        page = self.page
        self.open_board(3)
        row = page.locator(".board-table tbody tr", has=page.get_by_role("link", name="NS 4", exact=True))
        row.locator(".what a").first.click()
        page.get_by_text("Adjust the score").click()
        form = page.locator("#do-adjust")
        form.get_by_label("North-South", exact=True).first.select_option("plus")
        form.get_by_label("East-West", exact=True).first.select_option("minus")
        form.get_by_label("Reason").fill("East-West had seen the board.")
        self.ruled("adjust")
        self.line(3, "NS 4").plus = "NS"

    def penalty(self) -> None:
        """EW 2 came to the table slowly for the third time: a tenth of a top."""
        page = self.page
        self.open_board(1)
        page.locator(".board-table").get_by_role("link", name="EW 2", exact=True).click()
        page.get_by_text("Penalty or warning").click()
        form = page.locator("#do-fine")
        form.locator(".pick label", has_text="percent of a top").click()
        form.get_by_label("How much").fill("10")
        form.get_by_label("Reason").fill("Slow play in three rounds.")
        self.ruled("fine")
        self.penalties["EW 2"] = Fraction(1, 10)

    # -- the end

    def posted(self, version: int) -> None:
        page = self.page
        self.tab("Results")
        self.check_ranking()
        page.get_by_role("link", name=re.compile(r"^Post ")).click()
        if version == 1:
            self.picture("post")
        page.get_by_role("button", name=f"Post version {version}").click()
        expect(page.get_by_text(f"Version {version} is posted.")).to_be_visible()
        self.check_ranking()

    def check_ranking(self) -> None:
        """The page against the arithmetic."""
        self.page.wait_for_load_state()
        expected = percentages(self.lines, RESULTS, self.penalties)
        lists = self.page.locator("table.rank")
        expect(lists).to_have_count(2)
        for number, side in enumerate(("NS", "EW")):
            rows = [row.locator("td.n").all_inner_texts() for row in lists.nth(number).locator("tbody tr").all()]
            shown = [(row[0].strip(), row[1].split()[-1], row[-1].strip()) for row in rows]
            assert shown == ranked(expected, side), side

    def late_correction(self) -> None:
        """Board 2, NS 5: both sides come and say that it was one trick more."""
        page = self.page
        line = self.line(2, "NS 5")
        line.score = 170
        self.open_board(2)
        row = page.locator(".board-table tbody tr", has=page.get_by_role("link", name="NS 5", exact=True))
        row.locator(".what a").first.click()
        page.get_by_text("Correct the result").click()
        form = page.locator("#do-result")
        form.get_by_label("Result").fill("17")
        form.get_by_label("North-South agree").check()
        form.get_by_label("East-West agree").check()
        form.get_by_label("Reason").fill("Both sides say ten tricks.")
        self.ruled("result")

    def shared(self) -> None:
        """What a player sees who has the link, and has no account."""
        page = self.page
        address = page.locator("#share .share a").first.get_attribute("href") or ""
        self.page.context.clear_cookies()
        page.set_viewport_size({"width": 390, "height": 844})
        page.goto(address)
        self.check_ranking()
        self.picture("shared")
        page.locator("table.rank").first.locator("tbody a").first.click()
        expect(page.locator("main")).to_contain_text("Board")
        page.goto(f"{address}versions/")
        expect(page.locator("main")).to_contain_text("170")


def test_a_complete_night_from_the_first_start_to_the_second_version(tmp_path: Path, pictures: Pictures) -> None:
    with served("--data", str(tmp_path / "club")) as server, sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=executable(), args=ARGUMENTS)
        page = chromium.new_context(viewport={"width": 1180, "height": 740}).new_page()
        page.on("pageerror", lambda error: pytest.fail(str(error)))
        page.set_default_timeout(PATIENCE)
        page.goto(server.address)
        evening = Evening(page, pictures)
        evening.first_start()
        evening.new_session()
        evening.names()
        evening.play()
        evening.travellers()
        evening.fouled_board()
        evening.adjusted_score()
        evening.penalty()
        evening.posted(1)
        evening.late_correction()
        evening.posted(2)
        evening.shared()
        chromium.close()
    shown = set(re.findall(r"first-night/([\w-]+)\.webp", GUIDE.read_text(encoding="utf-8")))
    assert shown <= set(evening.pictures)
    assert shown == {each.stem for each in PICTURES.glob("*.webp")}
