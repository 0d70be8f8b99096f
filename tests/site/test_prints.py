"""The page of a session's prints: what makes sense now, with names that may be seen, for those at the desk."""

from __future__ import annotations

from io import BytesIO

import pytest
from django.test import Client
from django.urls import reverse
from nights import a_night, do, play_on
from people import as_role, our_club
from pypdf import PdfReader

from arrowswitch.movements import build
from arrowswitch.session import Publish, SectionPlan
from arrowswitch.session.night.seats import players_of
from arrowswitch.site.club.models import Player
from arrowswitch.site.journal import store
from arrowswitch.site.journal.models import Session
from arrowswitch.site.pads.joining import codes
from arrowswitch.site.pads.pins import pin_of

pytestmark = pytest.mark.usefixtures("desk_club")


@pytest.fixture
def desk() -> Client:
    return as_role("scorer")


def page(desk: Client, session: int, query: str = "") -> str:
    return desk.get(reverse("night-print", args=[session]) + query).content.decode()


def printed(desk: Client, session: int, what: str, paper: str = "a4") -> str:
    answer = desk.get(reverse("night-print-pdf", args=[session, what]), {"paper": paper})
    assert (answer.status_code, answer["Content-Type"]) == (200, "application/pdf")
    return "\n".join(sheet.extract_text() for sheet in PdfReader(BytesIO(answer.content)).pages)


def test_before_play_there_are_cards_and_forms_and_no_results(desk: Client) -> None:
    session = a_night(start=False)
    shown = page(desk, session)
    for what in ("pack", "table-cards", "name-slips", "travellers", "pick-up-slips", "score-cards", "announcements"):
        assert reverse("night-print-pdf", args=[session, what]) in shown
    assert "results.pdf" not in shown
    assert "recap.pdf" not in shown
    answer = desk.get(reverse("night-print-pdf", args=[session, "results"]))
    assert answer.status_code == 400
    assert "There are no results to print yet." in answer.content.decode()


def test_after_play_there_are_results_with_names(desk: Client) -> None:
    session = a_night()
    play_on(session)
    shown = page(desk, session)
    for what in ("all-results", "results", "score-cards-played", "board-sheets", "recap"):
        assert reverse("night-print-pdf", args=[session, what]) in shown
    listed = printed(desk, session, "results")
    for contestant in range(1, 7):
        for player in players_of(store.state(session), "A", contestant):
            assert player.name in listed
    assert our_club().name in listed


def test_everything_listed_on_the_page_can_be_opened(desk: Client) -> None:
    session = a_night(build("mitchell", tables="4½", boards_per_round=1))
    play_on(session)
    addresses = [
        part.split('"')[0] for part in page(desk, session, "?paper=a5").split('href="') if ".pdf" in part.split('"')[0]
    ]
    assert len(addresses) > 12
    assert all(address.endswith("?paper=a5") for address in addresses)
    for address in addresses:
        assert desk.get(address).status_code == 200, address


def test_somebody_who_asked_to_be_forgotten_is_on_no_sheet(desk: Client) -> None:
    session = a_night()
    play_on(session)
    seated = players_of(store.state(session), "A", 1)[0]
    Player.objects.get(pk=seated.id).erase()
    for what in ("results", "score-cards", "score-cards-played", "recap"):
        text = printed(desk, session, what)
        assert seated.name not in text
        assert "(name withheld)" in text


def test_cards_of_two_sections_are_told_apart(desk: Client) -> None:
    movements = build("mitchell", tables=3, boards_per_round=1), build("howell", tables=4, boards_per_round=1)
    session = a_night(sections=tuple(SectionPlan(name, each) for name, each in zip("AB", movements, strict=True)))
    slips = printed(desk, session, "pick-up-slips")
    assert "Table A1" in slips
    assert "Table B3" in slips


def test_the_paper_is_the_one_that_was_chosen(desk: Client) -> None:
    session = a_night(names=False)
    shown = page(desk, session, "?paper=letter")
    assert "travellers.pdf?paper=letter" in shown
    assert "12 seats have no name yet" in shown
    assert "paper=a4" in page(desk, session, "?paper=papyrus")
    answer = desk.get(reverse("night-print-pdf", args=[session, "travellers"]), {"paper": "papyrus"})
    assert answer.status_code == 400
    assert "Paper papyrus is not known" in answer.content.decode()
    assert desk.get(reverse("night-print-pdf", args=[session, "posters"])).status_code == 400


def test_table_cards_carry_the_code_of_their_table_and_there_is_a_page_for_players(desk: Client) -> None:
    session = a_night(start=False)
    letters = [each.code for each in codes(Session.objects.get(pk=session), store.state(session))]
    sheets = "".join(printed(desk, session, "table-cards").split())
    assert all(code in sheets for code in letters)
    assert "How to enter a score" in printed(desk, session, "phones", "a5")


@pytest.mark.parametrize("what", ["guide-cards", "number-slips", "pack"])
def test_cards_and_slips_have_the_number_with_which_a_pairs_phone_joins(what: str) -> None:
    session = a_night()
    made = as_role("director").get(reverse("night-print-pdf", args=[session, what]))
    text = "".join(page.extract_text() for page in PdfReader(BytesIO(made.content)).pages)
    pairs = range(4, 7) if what == "guide-cards" else range(1, 7)
    for pair in pairs:
        assert f"Number {pin_of(session, 'A', pair)}" in text


def test_the_slips_of_teams_have_a_number_to_agree_with_and_no_square() -> None:
    session = a_night(build("round-robin", teams=4), method="imps")
    made = as_role("director").get(reverse("night-print-pdf", args=[session, "number-slips"]))
    (page,) = PdfReader(BytesIO(made.content)).pages
    assert f"Number {pin_of(session, 'A', 2)}" in page.extract_text()
    assert "square" not in page.extract_text()


def test_when_the_results_are_posted_no_number_is_printed() -> None:
    session = a_night()
    do(session, Publish(), force=True, why="everybody has gone home")
    desk = as_role("director")
    assert "number-slips" not in desk.get(reverse("night-print", args=[session])).content.decode()
    assert desk.get(reverse("night-print-pdf", args=[session, "number-slips"])).status_code == 400
