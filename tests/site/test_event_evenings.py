"""The evenings of an event at the desk: a session is opened for its rounds, and the round is printed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from io import BytesIO

import pytest
from clubs import Place
from contests_kept import begun, give
from django.http import HttpResponse
from django.urls import reverse
from nights import do
from people import as_role, our_club
from pypdf import PdfReader
from pytest_django.plugin import DjangoDbBlocker
from reading import Client

from arrowswitch import press
from arrowswitch.contests.events import DrawRound, EventState
from arrowswitch.session import Start
from arrowswitch.site.events import store
from arrowswitch.site.journal import store as sessions
from arrowswitch.site.journal.models import Session


@pytest.fixture(autouse=True)
def a_club(clubs: Place, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    with django_db_blocker.unblock(), clubs.club("sqlite"):
        our_club()
        yield


def kept(event: int) -> EventState:
    return store.state(event, club=our_club())


def text(page: HttpResponse) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", page.content.decode()))


def opened(client: Client, event: int, **more: object) -> HttpResponse:
    wish = {"wish": "open", "title": "First night", "day": "2026-01-07", "rounds": 3, "command": "the-first-night"}
    return client.post(reverse("contest-nights", args=[event]), {**wish, **more})


def test_an_evening_is_opened_once_with_the_round_that_was_drawn_and_the_next_comes_into_it() -> None:
    event, director = begun(teams=4), as_role("director")
    assert "It begins with round 1." in text(director.get(reverse("contest-nights", args=[event])))
    assert opened(director, event, rounds="many").status_code == 422
    assert Session.objects.filter(title="First night").count() == 0
    for _ in range(2):
        answer = opened(director, event)
        session = Session.objects.get(title="First night")
        assert answer.headers["Location"] == reverse("night", args=[session.pk])
    assert len(kept(event).stage().rounds) == 1  # drawn with it
    page = director.get(reverse("contest", args=[event]))
    assert reverse("night-room", args=[session.pk]) in page.content.decode()
    shown = re.findall(
        r'name="shown" value="(\w+)"', director.get(reverse("contest-draw", args=[event, 1])).content.decode()
    )[0]
    do(session.pk, Start())
    director.post(reverse("contest-draw", args=[event, 1]), {"shown": shown})
    section = sessions.state(session.pk).sections["A"]
    assert [draw.number for draw in section.movement.draws] == [1, 2]
    listed = text(director.get(reverse("contest-nights", args=[event])))
    assert "rounds 1, 2, 3" in listed
    assert "It begins with round 4." in listed
    director.post(reverse("contest-nights", args=[event]), {"wish": f"out {session.pk}"})
    assert kept(event).sessions[str(session.pk)].left_out
    assert "Let it count again" in text(director.get(reverse("contest-nights", args=[event])))


@pytest.mark.parametrize("what", [what for what, _ in press.EVENT_WHAT])
def test_a_round_is_printed_for_the_desk_the_wall_and_everybodys_hand(what: str) -> None:
    event = begun(teams=5)
    give(event, "drawn", DrawRound())
    scorer = as_role("scorer")
    assert "Print round 1" in text(scorer.get(reverse("contest-print", args=[event, 1, 1])))
    answer = scorer.get(reverse("contest-print-pdf", args=[event, 1, 1, what]), {"paper": "a5"})
    words = " ".join(PdfReader(BytesIO(answer.content)).pages[0].extract_text().split())
    wanted = {
        "draw": "Table by table",
        "wall": "Find your number",
        "poster": "1, 2",
        "slips": "the other at table",
        "result-slips": "SIGNED",
        "standings": "Place",
    }
    assert wanted[what] in words
    nothing = reverse("contest-print-pdf", args=[event, 1, 1, "nothing"])
    assert scorer.get(nothing).status_code == scorer.get(nothing.replace("/1/1/", "/1/9/")).status_code == 404
