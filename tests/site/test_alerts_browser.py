"""Alerts and systems in a browser: without script, at every width, and without a network as the program has them."""

from __future__ import annotations

import pytest
from browsing import PATIENCE, faults, fits, visiting
from playwright.sync_api import Browser, expect
from site_server import Served

from arrowswitch.alerts import classify, everything, federation, federations, search


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
