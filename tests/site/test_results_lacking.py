"""What the readers of posted results are told of what is missing, and each score with one sign."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse
from nights import a_night, do
from people import as_role

from arrowswitch.session import BareScore, CallRound, Enter, LineKey, Publish
from arrowswitch.site.journal import store
from arrowswitch.site.journal.models import Session
from arrowswitch.site.night.results.models import Link

pytestmark = pytest.mark.usefixtures("desk_club")


def posted_with_gaps() -> tuple[int, str]:
    """Three rounds at three tables, of which only the first result is in; and the link to them."""
    session = a_night()
    do(session, CallRound(2))
    do(session, CallRound(3))
    do(session, Enter(LineKey("A", 1, 1, 1), BareScore(90)))
    do(session, Publish(), why="the hall closes", force=True)
    return session, reverse("results", args=[Link.make(Session.objects.get(pk=session)).token])


def text(client: Client, page: str) -> str:
    return " ".join(re.sub(r"<[^>]*>", " ", client.get(page).content.decode()).split())


def test_a_list_that_was_posted_with_results_missing_says_how_many() -> None:
    _session, page = posted_with_gaps()
    assert "Posted while 8 results were missing." in text(as_role("public"), page)


def test_a_card_names_the_boards_that_are_missing() -> None:
    session, page = posted_with_gaps()
    record = store.state(session).lines[LineKey("A", 1, 1, 1)]
    said = text(as_role("public"), f"{page}pair/{store.state(session).name('A', record.ns)}/")
    assert "The results of boards 2, 3 are missing." in said


def test_a_bare_score_stands_on_a_card_once_with_the_sign_of_the_pair() -> None:
    session, page = posted_with_gaps()
    record = store.state(session).lines[LineKey("A", 1, 1, 1)]
    said = text(as_role("public"), f"{page}pair/{store.state(session).name('A', record.ew)}/")
    assert "\u221290" in said
    assert "+90" not in said


def test_posting_says_what_it_still_needs_and_marks_it() -> None:
    session = a_night()
    page, director = reverse("night-results-publish", args=[session]), as_role("director")
    plain = director.post(page)
    assert plain.status_code == 422
    assert "To post all the same, tick it below and give a reason." in plain.content.decode()
    assert plain.content.decode().count('aria-invalid="true"') == 2
    ticked = director.post(page, {"force": "on"})
    assert "Give a reason" in ticked.content.decode()
    assert "Only the director" not in ticked.content.decode()
    assert ticked.content.decode().count('aria-invalid="true"') == 1
    assert director.post(page, {"force": "on", "why": "the hall closes"}).status_code == 302


def test_the_way_to_readers_at_home_is_a_link_to_the_guide() -> None:
    session, _page = posted_with_gaps()
    director = as_role("director")
    guide = reverse("guide", args=["installing"])
    assert f'href="{guide}"' in director.get(reverse("night-results", args=[session])).content.decode()
    assert director.get(guide).status_code == 200
