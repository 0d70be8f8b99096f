"""The desk as it is seen: on a phone, on a laptop and on the projector, in a real browser."""

from __future__ import annotations

from browsing import ARGUMENTS, at_widths, executable, faults, faults_in_light_and_dark, fits
from django.urls import reverse
from nights import a_night, desk_server, do, play_on
from people import PASSWORD, account, our_club
from playwright.sync_api import Page, expect, sync_playwright
from test_lines_seen import signed_in

from arrowswitch.movements import build
from arrowswitch.session import Publish, Seating, SeatPlayers
from arrowswitch.session import SeatedPlayer as Seated
from arrowswitch.session.night.seats import places
from arrowswitch.site.club.models import Player
from arrowswitch.site.journal import store

LONG = "Bartholomäus-Wolkenstein-Trostburg-Rodenegg"


def rows(page: Page) -> list[int]:
    """How many lines the tabs of each menu take."""
    return page.locator("nav.tabs").evaluate_all(
        "menus => menus.map(menu => new Set([...menu.children].map(tab => tab.offsetTop)).size)"
    )


def test_the_desk_on_a_phone_a_laptop_and_the_projector(desk_club: dict[str, str]) -> None:
    session = a_night(start=False)
    played, posted = (a_night(build("mitchell", tables=3, boards_per_round=9)) for _ in range(2))
    person = Player.objects.create(club=our_club(), given=LONG, family=LONG)
    do(played, SeatPlayers((Seating(places(store.state(played))[0], Seated(str(person), str(person.pk))),)))
    for night in (played, posted):
        play_on(night)
    do(posted, Publish())
    name = account("director", password=PASSWORD).name
    with desk_server(desk_club) as server, sync_playwright() as playwright:
        address = server.address.rstrip("/")
        browser = playwright.chromium.launch(executable_path=executable(), args=ARGUMENTS)
        page = signed_in(browser, address, name, "laptop", script=True)

        page.goto(address + reverse("night-room", args=[session]))
        expect(page.locator("#night-phase")).to_contain_text("not started")
        page.get_by_role("button", name="Start play").click()
        expect(page.locator("#night-phase")).to_contain_text("round 1 of 3")

        page.goto(address + reverse("night-screen", args=[session]))
        tall = page.locator(".screen-left .clock").bounding_box()
        assert tall is not None
        assert tall["height"] > 400  # of 900
        bell = page.locator("#bell")
        expect(bell).to_have_attribute("aria-pressed", "false")
        page.locator(".clock").evaluate("clock => { clock.dataset.end = Date.now() + 400 }")
        page.wait_for_timeout(1200)
        assert bell.get_attribute("data-rung") is None
        bell.click()
        expect(bell).to_have_attribute("data-rung", "1")
        page.locator(".clock").evaluate("clock => { clock.dataset.over = 'no'; clock.dataset.end = Date.now() + 400 }")
        expect(bell).to_have_attribute("data-rung", "2")
        assert faults(page, serious=True) == []

        page.goto(address + reverse("night-results", args=[played]))
        for width in at_widths(page, "phone", "tablet", "laptop"):
            assert fits(page)
            if width == "phone":
                assert rows(page) == [1, 1]
                first = page.locator(".rank tbody tr").first.bounding_box()
                checks = page.locator(".checks").bounding_box()
                assert first is not None
                assert checks is not None
                assert first["y"] + first["height"] < 844
                assert checks["y"] > first["y"]
                for number in page.locator(".rank tbody td:last-child").all():
                    box = number.bounding_box()
                    assert box is not None
                    assert box["x"] + box["width"] <= 390

        page.set_viewport_size({"width": 1440, "height": 900})
        page.goto(address + reverse("night-results-recap", args=[posted]))
        assert page.locator(".scroll").evaluate_all("all => all.every(one => one.scrollWidth <= one.clientWidth)")
        page.goto(address + reverse("night-board", args=[posted, 1]))
        expect(page.locator(".often rect").first).to_be_visible()
        assert page.locator("meter").count() == 0
        assert faults_in_light_and_dark(page) == []
        page.goto(address + reverse("night-screen", args=[posted]))
        expect(page.locator(".screen-lists li").first).to_be_visible()
        for _ in at_widths(page, "phone", "tablet", "laptop"):
            assert fits(page)
        browser.close()
