"""A ladder of three nights in a browser: the best two count, and somebody must have had two partners (NZ manual, LAD-02)."""

from __future__ import annotations

from datetime import date

from browsing import ARGUMENTS, at_widths, executable, faults, fits
from django.urls import reverse
from nights import a_night, desk_server, do
from people import PASSWORD, account
from playwright.sync_api import expect, sync_playwright
from test_lines_seen import signed_in

from arrowswitch.session import BareScore, CallRound, Enter, Publish, SeatedPlayer, Seating, SeatPlayers, Start
from arrowswitch.session.night.missing import missing
from arrowswitch.session.night.seats import places
from arrowswitch.site.journal import store

NIGHTS = (
    {1: ("Amy Aspen", "Ben Beech"), 2: ("Cat Cedar", "Dan Dill")},
    {1: ("Amy Aspen", "Ben Beech"), 2: ("Dan Dill", "Cat Cedar")},
    {1: ("Dan Dill", "Eve Elm"), 2: ("Amy Aspen", "Cat Cedar")},
)
"""Who sat on the first two pairs: the first has a top on every board, the second shares the rest."""


def a_posted_night(number: int) -> int:
    """A night of three tables that was played and posted."""
    session = a_night(names=False, start=False, title=f"Night {number}", date=date(2026, 1, 5 + number))
    known = NIGHTS[number - 1]
    seatings = []
    for place in places(store.state(session)):
        pair = known.get(place.contestant, ())
        name = pair["NSEW".index(place.seat) % 2] if pair else f"Guest {number} {place.contestant} {place.seat}"
        seatings.append(Seating(place, SeatedPlayer(name)))
    do(session, SeatPlayers(tuple(seatings)))
    do(session, Start())
    for round_number in (1, 2, 3):
        if round_number > 1:
            do(session, CallRound(round_number))
        for each in missing(store.state(session)):
            do(session, Enter(each.line, BareScore(150 if each.ns == 1 else 110)))
    do(session, Publish())
    return session


def test_a_ladder_of_three_nights_asks_for_another_partner(desk_club: dict[str, str]) -> None:
    name = account("director", password=PASSWORD).name
    for number in (1, 2, 3):
        a_posted_night(number)
    with desk_server(desk_club) as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable(), args=ARGUMENTS)
        page = signed_in(browser, server.address.rstrip("/"), name, "laptop", script=True)
        page.goto(server.address.rstrip("/") + reverse("events"))
        page.get_by_label("Name of the event").fill("Summer ladder")
        for number in (1, 2, 3):
            page.get_by_label(f"Night {number} ·").check()
        page.get_by_label("How the sessions are put together").select_option("mean")
        page.get_by_text("A ladder: the best of several nights").click()
        page.get_by_label("Who is listed").select_option("players")
        page.get_by_label("Sessions in all, also those to come").fill("3")
        page.get_by_label("So many must be played to have a place").fill("2")
        page.get_by_label("The best so many count").fill("4")
        page.get_by_label("With at least so many different partners").fill("2")
        page.get_by_role("button", name="Make the event").click()
        expect(page.get_by_role("alert")).to_contain_text("No more than 3 sessions can be needed or count.")
        page.get_by_label("The best so many count").fill("2")
        page.get_by_role("button", name="Make the event").click()
        expect(page.get_by_role("heading", name="Summer ladder")).to_be_visible()

        row = page.locator("tr", has_text="Amy Aspen").first
        # two nights with Ben, the third with Cat: the better of the two with Ben counts, and the one with Cat
        expect(row).to_contain_text("100.00")
        expect(row).to_contain_text("(100.00)")
        expect(row).to_contain_text("62.50")
        ben = page.locator("tr", has_text="Ben Beech").first
        expect(ben).to_contain_text("played all 2 sessions with the same partner, Amy Aspen, and needs another")
        expect(ben.locator("td").first).to_have_text("–")
        row.locator("a[data-working]").click()
        expect(page.get_by_role("dialog")).to_contain_text("not in the best choice of 2 with 2 different partners")
        page.get_by_role("button", name="Close").click()
        for width in at_widths(page, "phone", "tablet", "laptop"):
            assert fits(page), width
        assert faults(page, serious=True) == []
        browser.close()
