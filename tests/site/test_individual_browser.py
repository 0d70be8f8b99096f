"""An individual of twelve in a browser: set up, named at the desk and from the table, a round on phones, the list."""

from __future__ import annotations

import re
from pathlib import Path

from browsing import PATIENCE, fits, visiting
from phones import SMALL
from playwright.sync_api import Browser, Page, expect
from site_server import served

NAMES = "Ann Ash, Bob Beech, Cleo Cedar, Dan Dill, Eve Elm, Fay Fern, Gus Gorse, Hal Hazel, Ida Iris, Jan Juniper"
LATE = ("Kim Kale", "Lee Larch", "Max Maple")
"""Who says the name at the table, if somebody there has none yet."""
OTHERS = re.compile(r"\b(pairs?|teams?)\b", re.IGNORECASE)
"""What nobody is called here."""


def test_an_individual_is_set_up_named_played_on_phones_and_ranked(tmp_path: Path, browser: Browser) -> None:
    with served("--data", str(tmp_path)) as server, visiting(browser, server.address) as desk:
        desk.get_by_label("Name of the club").fill("Willow Club")
        desk.get_by_label("Your name").fill("Wanda Willow")
        desk.get_by_label("A password for you").fill("seven green willows")
        desk.get_by_role("button", name="Open the club").click()
        desk.get_by_role("button", name="New session").click()
        night = set_up(desk)
        name_ten(desk, night)
        desk.goto(f"{night}room/")
        desk.get_by_role("button", name="Start play").click()
        expect(desk.get_by_text("Round 1 of 11", exact=True)).to_be_visible()
        desk.goto(f"{night}phones/")
        assert not OTHERS.findall(desk.inner_text("main"))
        codes = desk.locator(".code").all_inner_texts()
        numbers = dict(re.findall(r"(?m)^(\d+)\b[^\t\n]*\t(\d{4})\b", desk.inner_text("table.pair-phones")))
        a_players_own_phone(browser, f"{server.address}t/{codes[0]}/", numbers)
        for code, late in zip(codes, LATE, strict=True):
            a_round_on_the_tables_phone(browser, f"{server.address}t/{code}/", late)
        desk.goto(f"{night}results/")
        expect(desk.locator("table.rank tbody tr")).to_have_count(12)
        expect(desk.locator("table.rank thead")).to_contain_text("Player")
        assert sum(late in desk.inner_text("table.rank") for late in LATE) == 2
        desk.goto(f"{night}results/pair/A1/")
        expect(desk.get_by_role("heading", name="Ann Ash")).to_be_visible()


def set_up(desk: Page) -> str:
    """Opens the session; its address."""
    desk.get_by_label("Individual", exact=True).check()
    expect(desk.get_by_label("Victory points")).to_be_hidden()
    whole = "each => each.scrollWidth <= each.clientWidth"
    assert desk.locator(".wish .kind .pick").evaluate(whole)  # nothing is cut off
    desk.get_by_label("Players", exact=True).fill("12")
    desk.get_by_label("Boards", exact=True).fill("22")
    expect(desk.locator(".offer").first).to_contain_text("11 × 2 boards")
    desk.get_by_label("What", exact=True).fill("Solo")
    desk.get_by_role("button", name="Open the session").click()
    expect(desk.get_by_role("heading", name="Solo")).to_be_visible()
    return re.sub(r"names/.*", "", desk.url)


def name_ten(desk: Page, night: str) -> None:
    """Two come late."""
    desk.goto(f"{night}names/slips/")
    slips = "\n".join(f"{number} {name}" for number, name in enumerate(NAMES.split(", "), 1))
    desk.get_by_label("One slip a line").fill(slips)
    desk.get_by_label("Who is not in the register is a visitor").check()
    desk.get_by_role("button", name="Save the slips").click()
    expect(desk.get_by_text("2 of 12 seats have no name yet")).to_be_visible()
    assert not OTHERS.findall(desk.inner_text("main"))


def phone(browser: Browser, address: str) -> Page:
    context = browser.new_context(viewport=SMALL, has_touch=True, is_mobile=True)  # type: ignore[arg-type]
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    page.goto(address)
    assert not OTHERS.findall(page.inner_text("main"))
    return page


def a_round_on_the_tables_phone(browser: Browser, address: str, late: str) -> None:
    """Whoever has no name yet says it; then both boards, one made and one down."""
    page = phone(browser, address)
    page.tap("#it-stays")
    expect(page.locator("#call")).to_be_visible()
    expect(page.locator("#pad h1")).not_to_have_text("One moment…")
    if page.get_by_text("Who plays here?").count():
        page.locator(".seat-name input").fill(late)
        page.tap("#save-names")
    expect(page.locator("#pad h1")).to_contain_text("Round 1 of 11")
    expect(page.locator(".status")).to_have_text("Everything is in.")
    for row, tricks in ((0, "k-r0"), (1, "k-r-1")):
        page.locator(".rows .key").nth(row).tap()
        for key in ("k-4S", "k-S", "lead-H", "k-HK", tricks, "agree"):
            page.tap(f"#{key}")
    expect(page.locator("#pad h1")).to_have_text("Round 1 is done.")
    moves = page.locator(".moves")
    expect(moves).to_contain_text(
        re.compile(r"\d+ .*(stay here|to table \d, (North|South|East|West)).* with \d+.* against \d+ & \d+")
    )
    assert fits(page)
    expect(page.locator(".status")).to_have_text("Everything is in.")
    page.context.close()


def a_players_own_phone(browser: Browser, address: str, numbers: dict[str, str]) -> None:
    """It says who it is, and nobody is asked for the number of a pair."""
    page = phone(browser, address)
    page.locator("#goes summary").tap()
    mine = page.locator("#goes input[name=pair]").first
    number = mine.get_attribute("value") or ""
    mine.check()
    page.get_by_label("Your number").fill(numbers[number])
    page.tap("#it-goes")
    expect(page.locator("#call")).to_be_visible()
    expect(page.locator(".status")).to_have_text("Everything is in.")
    if page.locator("#save-names").count():
        page.tap("#save-names")
    expect(page.locator("#pad")).to_contain_text(re.compile(rf"You are player {number}, (North|South|East|West)\."))
    page.locator(".rows .key").first.tap()
    for key in ("k-4S", "k-S", "lead-H", "k-HK", "k-r0"):
        page.tap(f"#{key}")
    expect(page.locator("#agree")).to_be_visible()
    expect(page.locator("#pin")).to_have_count(0)
    page.context.close()
