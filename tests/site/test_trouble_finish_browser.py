"""A bad night in a browser: two pairs have gone, boards were exchanged; it is told, read, done by one press and undone by another."""

from __future__ import annotations

import re

import pytest
from browsing import faults
from django.urls import reverse
from picturing import Pictures
from playwright.sync_api import expect
from test_trouble import at_the_desk, in_round

from arrowswitch.movements import build
from arrowswitch.site.journal import store
from undoing import substance

pytestmark = pytest.mark.usefixtures("desk_club")


@pytest.mark.parametrize("width", ["laptop", "phone"])
def test_a_bad_night_is_finished_by_one_press(desk_club: dict[str, str], pictures: Pictures, width: str) -> None:
    session = in_round(build("howell", tables=5, boards_per_round=2), 4)
    before = substance(store.state(session))
    with at_the_desk(desk_club, width=width) as (page, address):
        page.goto(address + reverse("night-trouble", args=[session]))
        page.get_by_role("link", name="The best way to finish").click()
        for number in ("3", "8"):
            page.get_by_label(re.compile(r"What has happened\?|What else\?")).select_option("gone")
            page.get_by_role("button", name="Tell more").click()
            page.get_by_label("Who has gone?").select_option(number)
            page.get_by_role("button", name="Put it down").click()
        expect(page.get_by_text("8 has gone home").first).to_be_visible()
        assert faults(page) == []
        page.get_by_role("button", name="How do we finish best?").click()
        expect(page.get_by_role("heading", name="Say to the room").first).to_be_visible()
        assert faults(page) == []
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        if width == "laptop":
            pictures.take(page, "docs/images/finish.webp")
        page.get_by_role("button", name="Finish this way").first.click()
        expect(page.get_by_role("heading", name="Done")).to_be_visible()
        expect(page.get_by_role("link", name="Print new cards")).to_be_visible()
        assert faults(page) == []
        page.get_by_role("button", name="Undo this").first.click()
        expect(page.get_by_role("heading", name="What has happened?")).to_be_visible()
    assert substance(store.state(session)) == before
