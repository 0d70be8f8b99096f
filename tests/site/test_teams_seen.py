"""A small teams night in a real browser: set-up, a team of five, a line-up, a match as a whole, the table, the slips."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from browsing import ARGUMENTS, at_widths, executable, faults, fits
from django.urls import reverse
from nights import a_night, desk_server, do
from people import PASSWORD, account
from playwright.sync_api import Page, expect, sync_playwright
from test_lines_seen import signed_in

from arrowswitch.movements import build
from arrowswitch.session import BareScore, CallRound, Enter
from arrowswitch.session.night.missing import missing
from arrowswitch.session.night.results import standings
from arrowswitch.site.journal import store

SHOTS = os.environ.get("SHOTS")


def looked_at(page: Page, name: str) -> None:
    """The page at every width: nothing sticks out, and axe finds nothing."""
    for width in at_widths(page, "phone", "tablet", "laptop"):
        assert fits(page), (name, width)
        if SHOTS:
            page.screenshot(path=Path(SHOTS) / f"{name}-{width}.png", full_page=True)
    assert faults(page, serious=True) == [], name


@pytest.mark.usefixtures("desk_club")
def test_a_teams_night_from_set_up_to_the_slips(desk_club: dict[str, str]) -> None:
    name = account("director", password=PASSWORD).name
    session = a_night(build("round-robin", teams=4, boards_per_round=2), method="imps", victory_points=True)
    for number in (1, 2, 3):
        if number > 1:
            do(session, CallRound(number))
        for each in missing(store.state(session)):
            if {each.ns, each.ew} != {1, 2}:
                do(session, Enter(each.line, BareScore(110 + 30 * (each.line.table % 2))))
    with desk_server(desk_club) as server, sync_playwright() as playwright:
        address = server.address.rstrip("/")
        browser = playwright.chromium.launch(executable_path=executable(), args=ARGUMENTS)
        page = signed_in(browser, address, name, "laptop", script=True)
        page.goto(address + reverse("night-new"))
        expect(page.locator("#id_scale")).to_be_hidden()
        page.locator("#id_kind_1").check()
        page.locator("#id_teams").fill("4")
        page.locator("#id_scale").select_option(label="ACBL 20 victory points")
        expect(page.locator("#id_method")).to_contain_text("Teams: IMPs")
        looked_at(page, "new")
        page.get_by_role("button", name="Open the session").click()
        page.wait_for_url("**/names/")

        page.goto(address + reverse("night-names", args=[session]))
        page.get_by_role("link", name="Team name, fifth player, line-up").first.click()
        page.get_by_label("Name of the team").fill("The Herons")
        page.get_by_label("Fifth player").fill("Eve Visitor")
        page.get_by_label("Captain").select_option(index=1)
        page.get_by_role("button", name="Save the team").click()
        expect(page.locator("h2").first).to_contain_text("The Herons")
        page.get_by_label("From round").select_option("3")
        page.get_by_label("North").select_option(label="Eve Visitor")
        page.get_by_role("button", name="Save the line-up").click()
        expect(page.locator("table")).to_contain_text("Eve Visitor")
        looked_at(page, "team")

        page.goto(address + reverse("night-matches", args=[session]))
        looked_at(page, "matches")
        page.locator("tbody a").first.click()
        page.get_by_text("Enter it as a whole").click()
        form = page.locator("#do-whole")
        form.locator("[name=one]").fill("34")
        form.locator("[name=other]").fill("21")
        form.get_by_role("button", name="See the effect").click()
        expect(form.locator(".effects")).to_contain_text("The Herons")
        looked_at(page, "match")
        form.get_by_role("button", name="Confirm").click()
        expect(page.locator(".did")).to_contain_text("34 to 21")

        page.goto(address + reverse("night-results-matches", args=[session]))
        expect(page.locator(".cross").first).to_contain_text("+13")
        looked_at(page, "cross")
        page.locator(".cross td a").nth(1).click()
        expect(page.locator(".account")).to_contain_text("over 2 boards")
        looked_at(page, "boards")
        page.goto(address + reverse("night-results", args=[session]))
        expect(page.locator("table.rank")).to_contain_text("The Herons")
        looked_at(page, "ranking")
        slips = page.request.get(address + reverse("night-print-pdf", args=[session, "result-slips"]))
        assert slips.body()[:5] == b"%PDF-"
        browser.close()
    assert {each.vps is not None for each in standings(store.state(session))} == {True}
