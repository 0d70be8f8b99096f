"""A browser signs in as a player, by the link of a mail and by a PIN: it sends more with a form than a client of the tests does."""

from __future__ import annotations

import re
from urllib.request import urlopen

import pytest
from browsing import ARGUMENTS, executable, visiting
from django.db import connection
from people import our_club
from playwright.sync_api import expect, sync_playwright
from site_server import served
from test_signing_in import PIN, amber, links, opened

from arrowswitch.site.signin import links as sent


@pytest.mark.parametrize("script", [True, False], ids=["scripts", "no scripts"])
def test_a_browser_signs_in_by_a_link_that_a_mail_program_has_opened_and_then_by_a_pin(
    desk_club: dict[str, str], script: bool
) -> None:
    opened()
    amber()
    sent.ask(our_club(), "amber@example.org", "")
    (link,) = links()
    connection.close()
    with served("--data", desk_club["ARROWSWITCH_DATA"]) as server, sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=executable(), args=ARGUMENTS)
        place = server.address.rstrip("/") + link
        with urlopen(place) as looked:
            assert b"Sign in as Amber Oak" in looked.read()
        with visiting(chromium, place, width="phone", script=script) as page:
            page.get_by_label("Keep me signed in").check()
            page.get_by_role("button", name="Sign in").click()
            expect(page).to_have_title(re.compile("^My bridge"))
            expect(page.get_by_role("main")).to_contain_text("Amber Oak")
            stays = next(each for each in page.context.cookies() if each["name"] == "sessionid")
            assert stays["httpOnly"]
            page.goto(f"{server.address}you/")
            page.get_by_role("button", name="Sign out", exact=True).click()
            page.get_by_role("link", name="Sign in", exact=True).click()
            page.get_by_role("link", name="With my number and a PIN").click()
            page.get_by_label("Your number").fill("1024")
            page.get_by_label("PIN", exact=True).fill(f"{PIN[:3]} {PIN[3:]}")
            page.keyboard.press("Enter")
            expect(page).to_have_title(re.compile("^My bridge"))
        chromium.close()
