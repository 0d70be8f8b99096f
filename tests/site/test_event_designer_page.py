"""The page of an event of several sections and sessions: asked for as the command is, with who sits where, kept and carried on."""

from __future__ import annotations

import re
from html import unescape
from typing import Any
from urllib.parse import parse_qs, urlparse

import pytest
from browsing import ARGUMENTS, PATIENCE, WIDTHS, executable, faults, sign_in
from django.test import Client
from django.urls import reverse
from nights import desk_server
from people import PASSWORD, account, as_role, our_club
from playwright.sync_api import expect, sync_playwright

from arrowswitch.site.accounts.middleware import Allowance
from arrowswitch.site.club_cards import designs, looking
from arrowswitch.site.club_cards.events import sessions_of
from arrowswitch.site.club_cards.models import ClubCard, ClubCardVersion, DesignRun
from arrowswitch.site.work import dear, workshop

EVENT = {
    "pairs": "12",
    "sections": "1",
    "sessions": "2",
    "rounds": "4",
    "boards_per_round": "2",
    "seconds": "1",
    "winners": "1",
}


@pytest.fixture
def director(desk_club: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> Client:
    """A director of our club; all is worked out on the spot."""
    monkeypatch.setattr(looking, "worked", lambda function, *arguments: function(*arguments))
    monkeypatch.setattr(workshop, "make", lambda function, *arguments: function(*arguments))
    monkeypatch.setattr(dear, "ALLOWANCE", Allowance(30))
    for name in ("OF_A_CLUB", "OF_AN_ADDRESS"):
        monkeypatch.setattr(designs, name, Allowance(100))
    our_club()
    return as_role("director")


def seat(client: Client, **wish: str) -> DesignRun:
    answer = client.post(reverse("design-event-new"), EVENT | wish)
    assert answer.status_code == 302, text(answer)
    return DesignRun.objects.latest("pk")


def open_page(client: Client, run: DesignRun) -> Any:
    return client.get(reverse("design-event", args=[run.token]))


def text(answer: Any) -> str:
    return unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", answer.content.decode())))


def test_every_pair_is_told_its_seat_in_each_session_and_the_figures_before_and_after(director: Client) -> None:
    assert reverse("design-event-new") in director.get(reverse("design-new")).content.decode()
    run = seat(director, pairs="17", sections="2")
    sessions = sessions_of(run)
    assert [len(session.sections) for session in sessions] == [2, 2]
    assert len(run.found["movements"]) == 2
    page = text(open_page(director, run))
    for pair in range(1, 18):
        places = []
        for session in sessions:
            section, table, side = session.where(pair)
            letter = "AB"[section]
            place = f"{letter}{table} {side}" if table else f"{letter}, sits out"
            places.append(f"{place} as {session.seats[pair][1]}")
        assert f" {pair} {' '.join(places)} " in page
    found, first = run.found, run.found["first"]
    assert found["qf"] > first["qf"]
    figures = f"{first['missed']} {found['missed']} {found['least_missed']}"
    assert f"Couples that do not meet {figures}" in page
    assert f"Balance over the event {first['qf']:.2f} {found['qf']:.2f} {found['bound']:.2f}" in page
    assert "Played in session 1 A, session 2 A." in page


def test_a_movement_of_it_is_printed_and_kept_as_a_card_once(director: Client) -> None:
    run = seat(director)
    (section,) = sessions_of(run)[0].sections
    address = reverse("design-event", args=[run.token])
    paper = director.get(reverse("design-event-cards", args=[run.token, 1]))
    assert paper.content.startswith(b"%PDF")
    sent = {"do": "keep", "section": "1", "s1-name": "Pairs final"}
    for _ in range(2):
        assert director.post(address, sent).status_code == 302
    version = ClubCardVersion.objects.get()
    assert (version.name, version.contestants, version.movement.meetings) == ("Pairs final", 12, section.meetings)
    assert version.notes == ["session 1, session 2"]
    page = director.get(address).content.decode()
    assert reverse("club-card", args=[version.card_id]) in page
    assert 'value="keep"' not in page


def test_sessions_that_are_over_stay_when_it_is_carried_on(director: Client) -> None:
    run = seat(director)
    (link,) = re.findall(r'href="([^"]*held=[^"]*)"', open_page(director, run).content.decode())
    form = director.get(unescape(link))
    assert "Sessions that are over" in text(form)
    assert 'name="pairs" value="12"' in form.content.decode()
    held = parse_qs(urlparse(unescape(link)).query)["held"][0]
    further = seat(director, held=held, over="1", sessions="3")
    assert further.pk != run.pk
    assert sessions_of(further)[0] == sessions_of(run)[0]
    assert len(further.found["sessions"]) == 3
    assert "Session 1 is over, and stays as it was." in text(open_page(director, further))
    for wish, sentence in (
        ({"over": "2"}, "All of them are over. Ask for more sessions than 2."),
        ({"over": "3", "sessions": "4"}, "3 cannot be, only 1 to 2."),
        ({"over": "0"}, "0 cannot be, only 1 to 2."),
        ({"over": ""}, "This field is required."),
        ({"over": "1", "pairs": "14"}, "The sessions are for different numbers of pairs: 12, 14."),
    ):
        answer = director.post(reverse("design-event-new"), EVENT | {"held": held} | wish)
        assert (answer.status_code, sentence in text(answer)) == (422, True), text(answer)
    assert DesignRun.objects.count() == 2


@pytest.mark.parametrize(
    ("wish", "sentence"),
    [
        ({"pairs": "seven"}, "Write a whole number"),
        ({"pairs": ""}, "This field is required."),
        ({"pairs": "161"}, "pairs: 161 cannot be, only 4 to 160."),
        ({"pairs": "7", "sections": "2"}, "7 pairs cannot sit in 2 sections."),
        ({"sections": "0"}, "sections: 0 cannot be, only 1 to 8."),
        ({"sessions": "9"}, "sessions: 9 cannot be, only 1 to 8."),
        ({"rounds": "41"}, "rounds: 41 cannot be, only 1 to 40."),
        ({"boards_per_round": "13"}, "boards a round: 13 cannot be, only 1 to 12."),
        ({"seconds": "0"}, "seconds: 0 cannot be, only 1 to 10."),
        ({"seconds": "11"}, "seconds: 11 cannot be, only 1 to 10."),
        ({"never": "3+8"}, "is not two pairs; write 3-8"),
        ({"stationary": "4x"}, "is not a pair that keeps its seat"),
        ({"stationary": "13"}, "There is no pair 13: there are pairs 1 to 12."),
        ({"winners": "3"}, "3 is not one of the available choices."),
    ],
)
def test_what_cannot_be_is_a_sentence_and_keeps_nothing(director: Client, wish: dict[str, str], sentence: str) -> None:
    answer = director.post(reverse("design-event-new"), EVENT | wish)
    assert (answer.status_code, sentence in text(answer)) == (422, True), text(answer)
    assert not DesignRun.objects.exists()


def test_visitors_see_it_and_keep_nothing(director: Client) -> None:
    run = seat(director)
    address = reverse("design-event", args=[run.token])
    assert 'value="keep"' in director.get(address).content.decode()
    visitor = as_role("public")
    assert 'value="keep"' not in visitor.get(address).content.decode()
    answer = visitor.post(address, {"do": "keep", "section": "1", "s1-name": "Mine"})
    assert answer.status_code == 422
    assert not ClubCard.objects.exists()


def test_visitors_begin_only_so_many_in_a_minute(director: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(designs, "OF_AN_ADDRESS", Allowance(0))
    answer = as_role("public").post(reverse("design-event-new"), EVENT)
    assert answer.status_code == 422
    assert "Too many designs were begun within a minute." in text(answer)
    seat(director)


def test_an_event_and_a_design_are_not_taken_for_each_other(director: Client) -> None:
    run = seat(director)
    assert director.get(reverse("design", args=[run.token])).status_code == 404
    assert director.get(reverse("design-event", args=["nothing"])).status_code == 404
    assert director.get(reverse("design-event-cards", args=[run.token, 2])).status_code == 404
    assert director.get(f"{reverse('design-event-new')}?held=nothing").status_code == 404
    assert director.post(reverse("design-event", args=[run.token]), {"do": "keep", "section": "9"}).status_code == 404
    assert director.post(reverse("design-event", args=[run.token]), {"do": "fly"}).status_code == 422
    other = director.post(reverse("design-new"), {"pairs": "8", "rounds": "7", "boards_per_round": "3", "winners": "1"})
    token = other["Location"].rstrip("/").rsplit("/", 1)[-1]
    assert director.get(reverse("design-event", args=[token])).status_code == 404


def test_it_is_asked_for_read_and_kept_in_a_browser_at_every_width(desk_club: dict[str, str]) -> None:
    name = account("director", password=PASSWORD).name
    with desk_server(desk_club) as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable(), args=ARGUMENTS)
        page = browser.new_page()
        page.set_default_timeout(PATIENCE)
        home = server.address.rstrip("/")

        def look() -> None:
            for width, height in WIDTHS.values():
                page.set_viewport_size({"width": width, "height": height})
                assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
            assert faults(page, serious=True) == []

        page.goto(home + reverse("sign-in"))
        sign_in(page, name, PASSWORD)
        page.goto(home + reverse("design-new"))
        page.get_by_role("link", name="An event of several sections or sessions").click()
        look()
        for field, number in (("pairs", "17"), ("rounds", "5"), ("boards_per_round", "2"), ("seconds", "1")):
            page.locator(f"#id_{field}").fill(number)
        page.get_by_role("button", name="Seat them").click()
        expect(page.get_by_role("heading", name="Who sits where")).to_be_visible()
        page.get_by_text("Keep it as a card of the club").first.click()
        look()
        page.get_by_label("Name of the card").first.fill("Section A")
        page.get_by_role("button", name="Keep as a card").click()
        page.get_by_role("link", name="The card of the club").click()
        expect(page.get_by_role("heading", name="Section A")).to_be_visible()
        browser.close()
