"""The page of alerts and systems: the club's federation first, a call looked up, a system classed, on a phone."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe
from browsing import visiting
from people import as_role, our_club
from playwright.sync_api import Browser, Page, expect
from site_server import Served

from arrowswitch.rulings.alerts import federation, federations

RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]


def faults(page: Page) -> list[str]:
    found = Axe().run(page, options={"runOnly": {"type": "tag", "values": RULES}}).response["violations"]
    return [f"{each['id']}: {each['nodes'][0]['html']}" for each in found]


def fits(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth"))


def read(address: str, **more: str) -> str:
    answer = as_role("public").get(address, headers=more)
    assert answer.status_code == 200
    return answer.content.decode()


@pytest.mark.parametrize("name", sorted(federations()))
def test_the_whole_chart_stands_on_the_page_with_its_sources(desk_club: dict[str, str], name: str) -> None:
    page = read(f"/rulings/alerts/?federation={name}")
    chart = federation(name)
    for each in [*chart.situations.values(), *chart.events.values(), *chart.notes.values()]:
        assert each.title in page
    for source in chart.sources.values():
        assert str(source) in page


@pytest.mark.parametrize(
    ("profile", "first"), [("nzb", "nzb"), ("bnsw", "abf"), ("qba", "abf"), ("acbl", "acbl"), ("ebu", "nzb")]
)
def test_the_federation_of_the_club_comes_first(desk_club: dict[str, str], profile: str, first: str) -> None:
    club = our_club()
    club.federation = profile
    club.save()
    page = read("/rulings/alerts/")
    assert f'value="{first}" checked' in page
    assert page.index(f'value="{first}"') == min(page.index(f'value="{name}"') for name in federations())


def test_a_call_is_looked_up_also_as_one_types(desk_club: dict[str, str]) -> None:
    whole = read("/rulings/alerts/?federation=acbl&q=1NT-2D")
    piece = read("/rulings/alerts/?federation=acbl&q=1NT-2D", **{"HX-Request": "true"})
    for text in (whole, piece):
        assert "“Transfer”" in text
        assert "ACBL alert matrix (March 2006)" in text
    assert "<html" not in piece


@pytest.mark.parametrize("query", ["federation=ebu", "q=%00%F0", "class=perhaps", "federation=acbl&class=" + "y" * 99])
def test_an_address_that_makes_no_sense_is_no_trouble(desk_club: dict[str, str], query: str) -> None:
    assert "Alerts and systems" in read(f"/rulings/alerts/?{query}")


def test_look_up_and_class_a_system_on_a_phone_without_script(demo: Served, browser: Browser) -> None:
    with visiting(browser, f"{demo.address}rulings/", width="phone", script=False) as page:
        page.get_by_role("link", name="Alerts and systems").click()
        page.get_by_label("NZ Bridge", exact=True).check()
        page.get_by_label("Which call or convention?").fill("Stayman")
        page.get_by_role("button", name="Look up").click()
        expect(page.locator(".alert-line").first).to_contain_text("Self-alerting")
        assert fits(page)
        page.goto(f"{demo.address}rulings/alerts/?federation=nzb")
        page.get_by_role("link", name="No", exact=True).click()
        page.get_by_role("link", name="Yes", exact=True).click()
        expect(page.locator(".conclusion")).to_contain_text("Yellow (highly unusual methods)")
        page.get_by_role("link", name="← Back", exact=True).click()
        expect(page.locator(".system-question")).to_contain_text("weaker than a pass")


@pytest.mark.parametrize(("width", "dark"), [("phone", False), ("phone", True), ("laptop", False)])
def test_everybody_can_read_it(demo: Served, browser: Browser, width: str, dark: bool) -> None:
    with visiting(browser, f"{demo.address}rulings/alerts/?federation=nzb", width=width, dark=dark) as page:
        page.locator("details > summary").evaluate_all("all => all.forEach((one) => one.click())")
        assert faults(page) == []
        assert fits(page)
        page.get_by_label("Which call or convention?").press_sequentially("multi")
        expect(page.get_by_role("heading", name="NZ Bridge on “multi”")).to_be_visible()
        expect(page.get_by_text("Ruled out: a multi 2♣ or 2♦.").first).to_be_visible()
        page.get_by_label("ACBL", exact=True).check()
        expect(page.get_by_role("heading", name="ACBL on “multi”")).to_be_visible()
        assert faults(page) == []
        assert fits(page)
