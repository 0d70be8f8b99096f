"""A ruling and a penalty as a person makes them, in a real browser: with script, without, and as axe sees the pages."""

from __future__ import annotations

import pytest
from browsing import ARGUMENTS, PATIENCE, WIDTHS, executable, faults, fits, sign_in
from django.urls import reverse
from nights import a_night, desk_server, play_on
from people import PASSWORD, account
from playwright.sync_api import Browser, Page, expect, sync_playwright

from arrowswitch.session.night.results import standings
from arrowswitch.site.journal import store


def signed_in(browser: Browser, address: str, name: str, width: str, *, script: bool) -> Page:
    """A browser at the desk."""
    size = WIDTHS[width]
    context = browser.new_context(viewport={"width": size[0], "height": size[1]}, java_script_enabled=script)
    page = context.new_page()
    page.on("pageerror", lambda error: pytest.fail(str(error)))
    page.set_default_timeout(PATIENCE)
    page.goto(address + reverse("sign-in"))
    sign_in(page, name, PASSWORD)
    return page


def test_a_ruling_with_script_and_a_penalty_without(desk_club: dict[str, str]) -> None:
    session = a_night()
    play_on(session)
    name = account("director", password=PASSWORD).name
    line = reverse("night-line", args=[session, "A", 1, 1, 1])
    pair = reverse("night-pair", args=[session, "A", 2])
    others = [
        reverse("night-boards", args=[session]),
        reverse("night-board", args=[session, 1]),
        reverse("night-table", args=[session, "A", 1]),
        reverse("night-penalties", args=[session]),
    ]
    with desk_server(desk_club) as server, sync_playwright() as playwright:
        address = server.address.rstrip("/")
        browser = playwright.chromium.launch(executable_path=executable(), args=ARGUMENTS)

        page = signed_in(browser, address, name, "phone", script=True)
        page.goto(address + line)
        page.get_by_text("Adjust the score").click()
        form = page.locator("#do-adjust")
        form.get_by_label("Assigned", exact=True).check()
        expect(form.locator("[name=weight1]")).to_be_hidden()
        form.locator("[name=score]").fill("4S N =")
        form.locator("[name=why]").fill("damaged by a hesitation")
        form.locator("[name=why]").press("Enter")  # the first look comes by itself
        expect(form.get_by_text("What changes in the ranking")).to_be_visible()
        expect(form.locator(".effects")).to_contain_text("66.67")
        assert faults(page, serious=True) == []
        assert fits(page)
        form.get_by_role("button", name="Confirm").click()
        expect(page.locator(".did")).to_contain_text("adjusted board 1 at table 1 in round 1 to +420")
        for place in others:
            page.goto(address + place)
            assert faults(page, serious=True) == []
            assert fits(page)

        page = signed_in(browser, address, name, "laptop", script=False)
        page.goto(address + pair)
        page.get_by_text("Penalty or warning").click()
        page.locator("#do-fine [name=offence]").select_option("standard")
        page.locator("#do-fine [name=why]").fill("read the scores of another table")
        page.get_by_role("button", name="See the effect").first.click()
        expect(page.locator("#do-fine .effect")).to_contain_text("The scale says 10% of a top.")
        page.locator("#do-fine").get_by_role("button", name="Confirm").click()
        expect(page.locator(".did")).to_contain_text("gave NS 2 a penalty of 10% of a top")
        browser.close()
    by_name = {each.contestant: round(float(each.percent or 0), 2) for each in standings(store.state(session))}
    assert (by_name["A1"], by_name["A2"]) == (66.67, 38.33)  # 8 of 12; 5 less 0.4 of 12
