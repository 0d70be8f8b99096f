"""The page of alerts and systems: the club's federation first, a call looked up, a system classed, on a phone."""

from __future__ import annotations

import pytest
from browsing import PATIENCE, faults, fits, visiting
from people import as_role, our_club
from playwright.sync_api import Browser, expect
from site_server import Served

from arrowswitch.alerts import classify, everything, federation, federations, search
from arrowswitch.regulations import load


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


@pytest.mark.parametrize(("profile", "first"), [("nzb", "nzb"), ("bnsw", "abf"), ("qba", "abf"), ("acbl", "acbl")])
def test_the_federation_of_the_club_comes_first(desk_club: dict[str, str], profile: str, first: str) -> None:
    club = our_club()
    club.federation = profile
    club.save()
    page = read("/rulings/alerts/")
    assert f'value="{first}" checked' in page
    assert page.index(f'value="{first}"') == min(page.index(f'value="{name}"') for name in federations())


@pytest.mark.parametrize("profile", ["wbf", "ebu"])
def test_where_we_have_no_chart_the_page_says_so_and_lets_the_director_choose(
    desk_club: dict[str, str], profile: str
) -> None:
    club = our_club()
    club.federation = profile
    club.save()
    for query in ("", "?q=1NT-2D"):
        page = read(f"/rulings/alerts/{query}")
        assert f"We have no chart of your federation ({load(profile).title})." in page
        assert "checked" not in page
        assert "alert-line" not in page
    chosen = read("/rulings/alerts/?federation=acbl&q=1NT-2D")
    assert "We have no chart" not in chosen
    assert 'value="acbl" checked' in chosen


def test_a_convention_or_a_class_is_judged_for_an_event_and_against_a_protected_pair(
    desk_club: dict[str, str],
) -> None:
    junior = read("/rulings/alerts/?federation=nzb&event=junior&method=multi")
    assert "Not allowed" in junior
    asked = "/rulings/alerts/?federation=abf&event=red-points&method=yellow"
    assert "not against a protected pair" in read(f"{asked}&protected=on")
    assert "Yellow (highly unusual methods): allowed." in read(asked)
    assert "may-told" not in read("/rulings/alerts/?federation=nzb&event=nowhere&method=multi")


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


# -- without a network ----------------------------------------------------------------------------------------------------

FINDS = """async ([texts, script]) => {
  const { searchAlerts } = await import(script);
  const kept = await (await fetch("/rulings/alerts.json")).json();
  return Object.keys(kept.charts).map((name) => texts.map((text) => searchAlerts(kept, name, text)));
}"""
CLASSES = """async ([rows, script]) => {
  const { classed } = await import(script);
  const kept = await (await fetch("/rulings/alerts.json")).json();
  return Object.values(kept.charts).map((chart) => rows.map((row) => [classed(chart, row).at, classed(chart, row).used]));
}"""
SCRIPT = "/static/arrowswitch/rulings/alerts.js"


def test_the_phone_finds_what_the_program_finds_and_classes_systems_alike(demo: Served, browser: Browser) -> None:
    texts = [
        "Stayman",
        "1♣ – 1♦",
        "one no trump",
        "(1H)-2NT",
        "1c-p-1d-p",
        "multi 2D",
        "xyzzy",
        "5H",
        "pass",
        "weak two",
    ]
    texts += [call for chart in federations().values() for each in chart.situations.values() for call in each.calls]
    for chart in federations().values():
        texts += [way for each in everything(chart) for way in (each.title, *getattr(each, "ways", ()))]
    rows = ["", "y", "n", "nn", "ny", "nny", "nnn", "nyn", "yyy", "nnyn", "nnnn", "nnny", "nnnny", "nnnnn"]
    with visiting(browser, f"{demo.address}rulings/offline/") as page:
        told = page.evaluate(FINDS, [texts, SCRIPT])
        classed = page.evaluate(CLASSES, [rows, SCRIPT])
    for name, mine, systems in zip(federations(), told, classed, strict=True):
        whole = everything(federation(name))
        ids = [(type(each), each.id) for each in whole]
        for text, places in zip(texts, mine, strict=True):
            found = [ids.index((type(each), each.id)) for each in search(name, text)]
            assert places == found, (name, text)
        for row, (at, used) in zip(rows, systems, strict=True):
            known = classify(name, [letter == "y" for letter in row])
            assert (at, len(used)) == ((known.question or known.system).id, len(known.why)), (name, row)  # type: ignore[union-attr]


def test_without_a_network_alerts_are_found_and_systems_classed(demo: Served, browser: Browser) -> None:
    context = browser.new_context(viewport={"width": 390, "height": 844})
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    try:
        page.goto(f"{demo.address}rulings/alerts/")
        page.evaluate("navigator.serviceWorker.ready")
        page.reload()
        page.wait_for_function("navigator.serviceWorker.controller !== null")
        context.set_offline(True)
        page.goto(f"{demo.address}rulings/")
        page.get_by_role("link", name="Alerts and systems").click()
        page.get_by_label("NZ Bridge", exact=True).check()
        page.get_by_label("Which call or convention?").fill("Stayman")
        expect(page.get_by_role("heading", name="NZ Bridge on “Stayman”")).to_be_visible()
        expect(page.locator(".alert-line").first).to_contain_text("Self-alerting")
        assert faults(page) == []
        assert fits(page)
        page.get_by_label("Which call or convention?").fill("")
        page.get_by_role("link", name="No", exact=True).click()
        page.get_by_role("link", name="Yes", exact=True).click()
        expect(page.locator(".conclusion")).to_contain_text("Yellow (highly unusual methods)")
        page.get_by_role("link", name="← Back", exact=True).click()
        expect(page.locator(".system-question")).to_contain_text("weaker than a pass")
        page.get_by_label("ABF and Bridge NSW").check()
        page.get_by_label("In which event").select_option("red-points")
        page.get_by_label("System or convention").select_option("yellow")
        page.get_by_label("against a protected pair").check()
        page.get_by_role("button", name="May it?").click()
        expect(page.locator(".may-told")).to_contain_text("not against a protected pair")
        assert faults(page) == []
        assert fits(page)
    finally:
        context.close()
