"""Awards of one side, and strata and handicaps, as a person gives them in a real browser, and as axe sees the pages."""

from __future__ import annotations

import pytest
from browsing import ARGUMENTS, executable, faults, fits
from django.urls import reverse
from nights import a_night, desk_server, play_on
from people import PASSWORD, account
from playwright.sync_api import expect, sync_playwright
from test_lines_seen import signed_in

from arrowswitch.movements import build
from arrowswitch.session.night.results import standings
from arrowswitch.site.journal import store


@pytest.mark.parametrize("width", ["phone", "tablet", "laptop"])
def test_each_side_its_own_and_the_further_lists(desk_club: dict[str, str], width: str) -> None:
    session = a_night()
    play_on(session)
    teams = a_night(build("american-whist", teams=5), method="imps", boards_per_match=6)
    name = account("director", password=PASSWORD).name
    with desk_server(desk_club) as server, sync_playwright() as playwright:
        address = server.address.rstrip("/")
        browser = playwright.chromium.launch(executable_path=executable(), args=ARGUMENTS)
        page = signed_in(browser, address, name, width, script=True)
        page.goto(address + reverse("night-line", args=[session, "A", 1, 1, 1]))
        page.get_by_text("Adjust the score").click()
        form = page.locator("#do-adjust")
        form.get_by_label("Each side its own", exact=True).check()
        form.locator("[name=ns_own]").fill("60% of 42, 40% of 5-")
        form.locator("[name=ew_own]").fill("A+")
        form.locator("[name=why]").fill("misinformation")
        form.get_by_role("button", name="See the effect").click()
        expect(form.locator(".on-the-board")).to_contain_text("2.4 / 4 (60.00%) on this board")
        assert faults(page, serious=True) == []
        assert fits(page)
        form.get_by_role("button", name="Confirm").click()
        expect(page.locator(".did")).to_contain_text("average plus for East-West")

        page.goto(address + reverse("night-results-lists", args=[session]))
        page.get_by_text("Fill them in").click()
        page.get_by_label("Handicaps from earlier sessions").select_option("last-ten")
        page.get_by_role("button", name="Fill in below").click()
        page.get_by_text("How the handicaps came about").click()
        expect(page.locator(".steps").first).to_contain_text("the handicap of a newcomer")
        page.get_by_label("Stratum of NS 2").select_option("B")
        page.get_by_label("Handicap of NS 2").fill("4.5")
        assert faults(page, serious=True) == []
        assert fits(page)
        page.get_by_role("button", name="Save").click()
        expect(page.locator(".further")).to_contain_text("With handicaps")
        assert faults(page, serious=True) == []
        assert fits(page)

        page.goto(address + reverse("night-results-prizes", args=[session]))
        page.get_by_label("A word that was said aloud").fill("butter")
        page.get_by_role("button", name="Draw").click()
        expect(page.locator(".spots li")).to_have_count(1)
        assert faults(page, serious=True) == []
        assert fits(page)

        page.goto(address + reverse("night-pair", args=[teams, "A", 1]))
        page.get_by_text("Penalty or warning").click()
        page.locator("#do-fine").get_by_label("points (IMPs)").check()
        expect(page.get_by_label("In the match of")).to_be_visible()
        assert faults(page, serious=True) == []
        assert fits(page)
        browser.close()
    assert {each.contestant for each in standings(store.state(session))} >= {"A1", "A2"}
