"""The pages in a real browser: found by typing, by keyboard, without scripts, on a phone; fit for every reader."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from browsing import at_widths, faults, faults_in_light_and_dark, fits, visiting
from playwright.sync_api import Browser, Page, Route, expect
from site_server import Served, served

from arrowswitch import movements

ELEVEN = "movement/?tables=11%C2%BD&boards=24-28&kind=pairs"
SHARED = "movement/share-relay/?tables=11%C2%BD"
PAGES = (
    "",
    "settings/",
    "settings/appearance/",
    "you/",
    "movement/",
    ELEVEN,
    "movement/?tables=seven",
    "movement/?kind=teams&teams=9",
    SHARED,
    f"{SHARED}&view=path",
    f"{SHARED}&view=room",
    f"{SHARED}&view=balance",
    f"{SHARED}&view=say",
    f"{SHARED}&view=facts",
    f"{SHARED}&view=seeds",
    f"{SHARED}&view=make",
    "movement/howell/?tables=5&view=all",
    "movement/american-whist/?teams=7&view=path",
    "movement/mitchell/?tables=8",
    "no-such-page",
    "sign-in/",
    "my/",
    "my/results/",
    "search/?q=slam",
    "my/partners/",
    "awards/",
    "settings/awards/",
    "ladders/new/",
    "winners/",
    "handicaps/",
    "club/",
    "club/join/",
    "notices/",
    "teaching/new/",
    "checklists/",
    "movement/design/",
    "movement/edit/",
    "members/letters/",
    "players/pins/",
)
ROLES = {
    **dict.fromkeys(("settings/", "settings/awards/", "ladders/new/", "teaching/new/", "notices/"), "director"),
    **dict.fromkeys(("checklists/", "movement/edit/", "members/letters/", "players/pins/"), "director"),
    "you/": "scorer",
    **dict.fromkeys(("my/", "my/results/", "my/partners/", "handicaps/"), "player"),
}
"""The pages that are not for everyone."""


def visit(browser: Browser, demo: Served, place: str, **more: object):  # type: ignore[no-untyped-def]
    return visiting(browser, demo.address + place, **more)  # type: ignore[arg-type]


# -- for every reader -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("place", PAGES)
def test_a_page_fits_and_meets_the_accessibility_rules_in_light_and_dark(
    browser: Browser, demo: Served, place: str
) -> None:
    with visit(browser, demo, place, width="phone", role=ROLES.get(place, "")) as page:
        for width in at_widths(page, "phone", "laptop"):
            assert fits(page), width
            assert faults_in_light_and_dark(page) == [], width


@pytest.mark.parametrize("place", [ELEVEN, SHARED, "settings/", ""])
def test_what_is_touched_is_as_large_as_a_thumb(browser: Browser, demo: Served, place: str) -> None:
    with visit(browser, demo, place, width="phone", role=ROLES.get(place, "")) as page:
        targets = page.locator(
            ".button:visible, .tabs a:visible, .pick label:visible, input[type=text]:visible, select:visible"
        )
        assert targets.count() > 0
        small = [
            (target.inner_text(), box["height"])
            for target in targets.all()
            if (box := target.bounding_box()) and box["height"] < 47.5
        ]
        assert small == []


def test_a_field_of_every_kind_is_as_large_as_a_thumb(browser: Browser, demo: Served) -> None:
    with visit(browser, demo, "sign-in/", width="phone") as page:
        heights = page.evaluate(
            """() => Object.fromEntries(
                ["text", "password", "number", "search", "email", "url", "date", "time", "file"].map((type) => {
                    const field = document.createElement("input");
                    field.type = type;
                    document.querySelector("main").append(field);
                    return [type, field.getBoundingClientRect().height];
                }))"""
        )
        assert {kind: height for kind, height in heights.items() if height < 47.5} == {}


def test_no_text_is_smaller_than_sixteen_pixels(browser: Browser, demo: Served) -> None:
    with visit(browser, demo, f"{SHARED}&view=all", width="phone") as page:
        sizes = page.evaluate(
            """() => [...document.querySelectorAll("main *")]
                .filter((one) => !one.closest("svg") && [...one.childNodes].some((n) => n.nodeType === 3 && n.data.trim()))
                .map((one) => parseFloat(getComputedStyle(one).fontSize))"""
        )
        assert min(sizes) >= 16


# -- finding a movement -------------------------------------------------------------------------------------------------


def names(page: Page) -> list[str]:
    page.wait_for_load_state()
    return page.locator(".choice-name").all_inner_texts()


def test_the_home_page_leads_to_the_list_at_once(browser: Browser, demo: Served) -> None:
    with visit(browser, demo, "") as page:
        page.get_by_label("How many tables tonight?").fill("11½")
        page.get_by_role("button", name="Find the movement").click()
        expect(page.get_by_role("heading", name="Tonight’s movement")).to_be_visible()
        assert names(page)


def test_the_list_follows_what_is_typed_and_the_address_keeps_it(browser: Browser, demo: Served) -> None:
    with visit(browser, demo, "movement/") as page:
        expect(page.locator(".empty")).to_be_visible()
        page.get_by_label("Tables", exact=True).fill("7")
        expect(page.locator(".choice-name").first).to_be_visible()
        page.get_by_label("Tables", exact=True).fill("11,5")
        page.wait_for_url(re.compile("tables=11%2C5"))
        expect(page.locator(".choice-name", has_text="Share").first).to_be_visible()
        before = names(page)
        page.reload()
        assert names(page) == before
        page.get_by_role("radio", name="One").check()
        page.wait_for_url(re.compile("winners=1"))
        expect(page.locator(".choice-how", has_text="two winners")).to_have_count(0)


def test_what_cannot_be_read_is_said_beside_the_field_and_the_list_stays(browser: Browser, demo: Served) -> None:
    with visit(browser, demo, ELEVEN) as page:
        before = names(page)
        page.get_by_label("Boards", exact=True).fill("lots")
        error = page.locator("#error_boards")
        expect(error).to_have_text("“lots” is not a number of boards; write 26 or 24-28.")
        assert names(page) == before
        assert "lots" not in page.url
        page.get_by_label("Boards", exact=True).fill("26")
        expect(error).to_be_hidden()


def test_an_impossible_wish_is_answered_in_a_sentence(browser: Browser, demo: Served) -> None:
    with visit(browser, demo, ELEVEN.replace("24-28", "40")) as page:
        before = names(page)
        page.get_by_label("Minutes", exact=True).fill("60")
        expect(page.locator("#problem")).to_contain_text("40 boards")
        assert names(page) == before


def test_teams_are_asked_for_by_their_number(browser: Browser, demo: Served) -> None:
    with visit(browser, demo, "movement/") as page:
        page.get_by_role("radio", name="Teams").check()
        expect(page.get_by_label("Cannot move")).to_be_hidden()
        page.get_by_role("textbox", name="Teams").fill("7")
        expect(page.locator(".choice-name").first).to_be_visible()


# -- one movement ---------------------------------------------------------------------------------------------------------


def test_on_a_laptop_a_movement_opens_beside_the_list(browser: Browser, demo: Served) -> None:
    with visit(browser, demo, ELEVEN) as page:
        beside = page.locator("#beside")
        second = page.locator(".choice-name").nth(1)
        second.click()
        expect(beside.get_by_role("heading", level=2)).to_have_text(second.inner_text())
        for tab, title in (
            ("Room", "After an ordinary round"),
            ("Balance", "How evenly the pairs compete"),
            ("Facts", "Facts"),
        ):
            beside.get_by_role("link", name=tab).click()
            expect(beside.get_by_role("heading", name=title, level=3)).to_be_visible()
            expect(beside.get_by_role("link", name=tab)).to_be_focused()
        assert "/movement/?" in page.url
        page.locator(".choice-name").first.click()
        expect(beside.get_by_role("heading", level=2)).to_have_text(page.locator(".choice-name").first.inner_text())
        expect(
            beside.get_by_role("heading", name="Facts", level=3)
        ).to_be_visible()  # the same side of another movement


def test_on_a_phone_a_movement_has_its_own_page_and_a_way_back(browser: Browser, demo: Served) -> None:
    with visit(browser, demo, ELEVEN, width="phone") as page:
        expect(page.locator("#beside")).to_be_hidden()
        page.locator(".choice-name").first.click()
        page.wait_for_url(re.compile("/movement/[a-z-]+/"))
        page.get_by_role("link", name="All choices").click()
        page.wait_for_url(re.compile(r"/movement/\?.*boards=24-28"))
        assert names(page)


def test_a_pair_can_be_picked_and_followed(browser: Browser, demo: Served) -> None:
    with visit(browser, demo, f"{SHARED}&view=path") as page:
        page.get_by_label("Pair", exact=True).select_option("EW 3")
        expect(page.get_by_role("heading", name="The evening of EW 3")).to_be_visible()
        rows = page.locator(".path tbody tr")
        movement = movements.build("share-relay", tables="11½")
        assert rows.count() == movement.rounds
        third = next(number for number, label in movement.labels.items() if label == "EW 3")
        meeting = movement.path(third)[0]
        expect(rows.nth(meeting.round - 1)).to_contain_text(f"NS {meeting.ns}")


def test_the_file_holds_the_movement_that_is_shown(browser: Browser, demo: Served, tmp_path: Path) -> None:
    with visit(browser, demo, SHARED) as page:
        with page.expect_download() as download:
            page.get_by_role("link", name="File (JSON)").click()
        file = tmp_path / "movement.json"
        download.value.save_as(file)
    movement = movements.loads(file.read_text())
    assert movement.meetings == movements.build("share-relay", tables="11½").meetings
    assert movements.audit(movement).legal


def test_the_buttons_print_what_they_say(browser: Browser, demo: Served) -> None:
    with visit(browser, demo, SHARED) as page:
        page.get_by_text("More to print, other paper").click()
        links = [page.get_by_role("link", name="Print cards"), *page.locator(".printing").first.locator("a").all()]
        assert len(links) > 12
        for link in links[:: len(links) // 6]:
            answer = page.request.get(demo.address + (link.get_attribute("href") or "").lstrip("/"))
            assert answer.status == 200
            assert answer.headers["content-type"] == "application/pdf"
            assert answer.body().startswith(b"%PDF-")
        for place in ("cards.pdf?family=mitchell&tables=8000", "cards.pdf?family=mitchell&tables=7&paper=a0"):
            assert page.request.get(f"{demo.address}movement/print/{place}").status == 400
        assert page.request.get(f"{demo.address}movement/print/cards.pdf?family=none").status == 404


def test_an_address_that_asks_for_the_impossible_is_answered_kindly(browser: Browser, demo: Served) -> None:
    with visit(browser, demo, "settings/") as page:
        for place in (
            "movement/mitchell/?tables=8000",
            "movement/mitchell/?tables=7&rounds=zz",
            "movement/howell/?tables=30",
        ):
            answer = page.request.get(demo.address + place)
            assert answer.status == 400
            assert "That movement cannot be had" in answer.text()
        assert page.request.get(demo.address + "movement/no-such/?tables=7").status == 404


def test_on_paper_there_are_no_buttons(browser: Browser, demo: Served) -> None:
    with visit(browser, demo, f"{SHARED}&view=all") as page:
        page.emulate_media(media="print")
        for gone in (".cover", ".tabs", ".actions .button"):
            expect(page.locator(gone).first).to_be_hidden()
        for there in (".grid", ".map", ".heat", ".say", ".facts"):
            expect(page.locator(there).first).to_be_visible()
        assert page.pdf(format="A4").startswith(b"%PDF")


def test_an_impatient_click_writes_nothing_twice(browser: Browser, demo: Served) -> None:
    with visit(browser, demo, "notices/new/", role="director") as page:
        sent: list[Route] = []
        page.route("**/notices/new/", lambda route: sent.append(route))  # a server that takes its time
        page.get_by_label("Title").fill("A new clock")
        page.get_by_label("Text").fill("It hangs by the door.")
        page.get_by_role("button", name="Hang it up").evaluate("""async button => {
            for (const pause of [100, 200, 400]) { button.click(); await new Promise(done => setTimeout(done, pause)); }
        }""")
        (only,) = sent
        only.continue_()
        page.wait_for_url(re.compile("done=hung"))
        expect(page.get_by_role("heading", name="A new clock")).to_have_count(1)


# -- by keyboard, and without scripts --------------------------------------------------------------------------------------


def test_the_desk_can_be_worked_by_keyboard_alone(browser: Browser, demo: Served) -> None:
    with visit(browser, demo, ELEVEN) as page:
        page.keyboard.press("Tab")
        expect(page.get_by_role("link", name="To the content")).to_be_focused()
        page.keyboard.press("t")
        expect(page.get_by_label("Tables", exact=True)).to_be_focused()
        page.keyboard.type("9")
        expect(page.locator(".choice-name").first).to_have_attribute("href", re.compile("tables=9"))
        page.keyboard.press("Tab")
        expect(page.get_by_label("Boards", exact=True)).to_be_focused()
        for _ in range(12):  # the rest of the wish, and the links below it
            page.keyboard.press("Tab")
            if page.locator(".choice-name:focus").count():
                break
        expect(page.locator(".choice-name").first).to_be_focused()
        page.keyboard.press("j")
        second = page.locator(".choice-name").nth(1)
        expect(second).to_be_focused()
        outline = page.evaluate("getComputedStyle(document.activeElement.closest('.choice')).outlineStyle")
        assert outline == "solid"
        page.keyboard.press("Enter")
        expect(page.locator("#beside h2")).to_have_text(second.inner_text())
        page.keyboard.press("r")
        expect(page.locator("#beside .map").first).to_be_visible()


def test_the_shortcuts_are_shown_on_a_question_mark_and_can_be_turned_off(browser: Browser, demo: Served) -> None:
    with visit(browser, demo, "settings/appearance/") as page:
        page.keyboard.press("?")
        expect(page.get_by_role("dialog", name="Keyboard shortcuts")).to_be_visible()
        page.keyboard.press("Escape")
        expect(page.get_by_role("dialog", name="Keyboard shortcuts")).to_be_hidden()
        page.get_by_role("checkbox", name="Keyboard shortcuts").uncheck()
        with page.expect_navigation():
            page.get_by_role("button", name="Use on this device").click()
        page.keyboard.press("?")
        expect(page.locator("dialog")).to_have_count(0)


def test_everything_can_be_reached_without_scripts(browser: Browser, demo: Served) -> None:
    with visit(browser, demo, "", script=False) as page:
        page.get_by_label("How many tables tonight?").fill("11.5")
        page.get_by_role("button", name="Find the movement").click()
        page.get_by_label("Boards", exact=True).fill("24-28")
        page.get_by_role("button", name="Show movements").click()
        assert names(page)
        page.locator(".choice-name").nth(1).click()
        for tab in ("A pair’s path", "Room", "Balance", "Announcements", "Facts"):
            page.get_by_role("link", name=tab).click()
        page.get_by_role("link", name="A pair’s path").click()
        page.locator("#pick-pair").select_option(index=2)
        page.get_by_role("button", name="Show").click()
        expect(page.locator(".path tbody tr").first).to_be_visible()
        page.get_by_role("link", name="All choices").click()
        expect(page.get_by_label("Boards", exact=True)).to_have_value("24-28")


# -- the club ---------------------------------------------------------------------------------------------------------------


def test_a_new_club_is_asked_its_name_once(browser: Browser, tmp_path: Path) -> None:
    with (
        served("--data", str(tmp_path)) as server,
        visiting(browser, server.address + "movement/") as page,
    ):
        assert page.url == server.address + "welcome/"
        assert faults(page) == []
        page.get_by_role("button", name="Open the club").click()
        page.get_by_label("Name of the club").fill("   ")
        page.get_by_label("Your name").fill("Ann Ash")
        page.get_by_label("A password for you").fill("three plain words")
        page.get_by_role("button", name="Open the club").click()
        expect(page.get_by_text("Write the club's name")).to_be_visible()
        page.get_by_label("Name of the club").fill("Riverside <b>Bridge</b> Club")
        page.get_by_label("Federation").select_option("ebu")
        page.get_by_label("A password for you").fill("three plain words")
        page.get_by_role("button", name="Open the club").click()
        expect(page.get_by_role("heading", name="Riverside <b>Bridge</b> Club")).to_be_visible()
        page.goto(server.address + "movement/")
        expect(page.get_by_label("Federation")).to_have_value("ebu")
        page.goto(server.address + "welcome/")
        assert page.url == server.address
    with served("--data", str(tmp_path)) as server, visiting(browser, server.address) as page:
        expect(page.get_by_role("heading", name="Riverside")).to_be_visible()


def test_colours_follow_the_device_or_the_setting(browser: Browser, demo: Served) -> None:
    def brightness(page: Page) -> int:
        colour = page.evaluate("getComputedStyle(document.body).backgroundColor")
        return sum(int(number) for number in re.findall(r"\d+", colour)[:3])

    with visit(browser, demo, "settings/appearance/", dark=True) as page:
        assert brightness(page) < 150
        page.get_by_role("radio", name="Light").check()
        with page.expect_navigation():
            page.get_by_role("button", name="Use on this device").click()
        assert brightness(page) > 600
    with visit(browser, demo, "settings/appearance/", dark=False) as page:
        assert brightness(page) > 600
        page.get_by_role("radio", name="Dark").check()
        with page.expect_navigation():
            page.get_by_role("button", name="Use on this device").click()
        assert brightness(page) < 150


def test_the_page_tells_where_strong_pairs_start_and_who_makes_the_boards(browser: Browser, demo: Served) -> None:
    with visit(browser, demo, "movement/extended-mitchell/?tables=11&boards=26&view=seeds") as page:
        shown = page.locator("article.detail").inner_text()
        assert "21 couples meet more than once" in shown
        assert "NS 6 - EW 6" in shown
    with visit(browser, demo, "movement/skip-mitchell/?tables=14&view=make") as page:
        row = page.locator(".view-make tbody tr").first.inner_text().split("\t")
        assert row == ["1", "1–2", "NS 1, EW 1"]
        assert "board 1 starts at table 14" in page.locator("article.detail").inner_text()


def test_the_balance_offers_arrow_switches_with_their_gain(browser: Browser, demo: Served) -> None:
    with visit(browser, demo, "movement/mitchell/?tables=9&view=balance") as page:
        assert "from 47.53 to 93.90" in page.locator(".view-balance").inner_text()
        page.get_by_role("link", name="Show it with these switches").click()
        page.wait_for_url("**switch=9**")
        assert "one winner" in page.locator("article.detail").inner_text()


def test_arrow_switches_of_single_tables_stand_one_by_one_with_their_gain(browser: Browser, demo: Served) -> None:
    """Ten tables with a skip: 82.14 is the best that free switches are known to reach (field 6.3)."""
    with visit(browser, demo, "movement/skip-mitchell/?tables=10&rounds=9&view=balance", width="phone") as page:
        page.get_by_text("One arrow switch after the other").click()
        shown = page.locator(".view-balance details")
        expect(shown).to_contain_text("42.59 as it stands, and 82.14 with all of these switches")
        rows = [row.inner_text().split("\t") for row in shown.locator("tbody tr").all()]
        gains = [float(gain) for *_, gain in rows]
        assert float(rows[-1][2]) == 82.14
        assert sum(gains) == pytest.approx(82.14 - 42.59, abs=0.2)
        assert faults(page) == []
        shown.get_by_role("link", name="Show it with all of them").click()
        page.wait_for_url("**switch=**")
        expect(page.locator("article.detail")).to_contain_text("one winner")
        expect(page.locator(".view-balance")).to_contain_text("82.1")
