"""The club's pages where no browser is needed: refusals, and what is shown when the program itself is at fault."""

from __future__ import annotations

import pytest
from django.test import Client, RequestFactory
from django.urls import reverse

from arrowswitch.site.club import views
from arrowswitch.site.club.models import Club

HERE = {"host": "localhost"}


def test_the_page_for_a_fault_needs_neither_database_nor_request() -> None:
    answer = views.broken(RequestFactory().get("/"))
    assert answer.status_code == 500
    assert "nothing that was saved is lost" in answer.content.decode()


@pytest.mark.django_db
def test_a_fault_while_answering_shows_that_page_and_no_traceback() -> None:
    Club.objects.create(name="Broken", federation="no-such-federation")  # a row from who knows where
    client = Client(headers=HERE, raise_request_exception=False)
    answer = client.get(reverse("movement", args=["mitchell"]), {"tables": "7"})
    assert answer.status_code == 500
    assert "Something went wrong here" in answer.content.decode()
    assert "Traceback" not in answer.content.decode()


@pytest.mark.django_db
def test_a_form_from_another_site_changes_nothing() -> None:
    club = Club.demonstration()
    client = Client(headers=HERE, enforce_csrf_checks=True)
    answer = client.post(reverse("settings"), {"name": "Stolen", "federation": "ebu"})
    assert answer.status_code == 403
    assert "Nothing was changed." in answer.content.decode()
    club.refresh_from_db()
    assert club.name == "Demonstration Club"


@pytest.mark.django_db
def test_pages_refuse_what_they_are_not_asked_by() -> None:
    Club.demonstration()
    client = Client(headers=HERE)
    assert client.post(reverse("tonight")).status_code == 405
    assert client.get(reverse("sign-out")).status_code == 405
    assert client.head(reverse("home")).status_code == 200


@pytest.mark.django_db
@pytest.mark.parametrize(
    "query",
    [
        "tables=%00",
        "tables=" + "9" * 300,
        "federation=nowhere&tables=7",
        "kind=x&tables=7",
        "winners=3&tables=7",
        "teams=1e9&kind=teams",
        "boards=1-999&tables=40",
        "minutes=²&tables=7",
    ],
)
def test_no_wish_breaks_the_list(query: str) -> None:
    Club.demonstration()
    assert Client(headers=HERE).get(f"{reverse('tonight')}?{query}").status_code == 200


@pytest.mark.django_db
@pytest.mark.parametrize(
    "query",
    [
        "",
        "tables=7&view=path&pair=²",
        "tables=7&view=path&pair=99",
        "tables=7&wish=%26%26%3D",
        "tables=7&rounds=-1",
        "tables=7&switch=x",
        "tables=7&card=none",
        "teams=7",
        "tables=7&federation=%00",
    ],
)
def test_no_address_of_a_movement_breaks_the_page(query: str) -> None:
    Club.demonstration()
    for family in ("mitchell", "howell", "american-whist"):
        assert Client(headers=HERE).get(f"{reverse('movement', args=[family])}?{query}").status_code in (200, 400)


@pytest.mark.django_db
def test_teams_have_no_balance_page() -> None:
    Club.demonstration()
    client = Client(headers=HERE)
    assert (
        client.get(reverse("movement", args=["american-whist"]), {"teams": "7", "view": "balance"}).status_code == 404
    )
    assert client.get(reverse("movement", args=["american-whist"]), {"teams": "7", "view": "all"}).status_code == 200
