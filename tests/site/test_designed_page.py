"""Tonight's movement offers to design one: better than the catalogue, in a few seconds, and used like any other."""

from __future__ import annotations

import html
import re
from urllib.parse import parse_qs, urlparse

import pytest
from django.test import Client
from django.urls import reverse
from people import as_role, our_club

from arrowswitch.movements import balance, design
from arrowswitch.site.accounts.middleware import Allowance
from arrowswitch.site.journal import store
from arrowswitch.site.journal.models import Session
from arrowswitch.site.movement import views
from arrowswitch.site.work import dear, workshop


@pytest.fixture
def director(desk_club: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> Client:
    """A director of our club; what is dear is made on the spot, and not long looked for."""
    monkeypatch.setattr(dear, "ALLOWANCE", Allowance(30))
    monkeypatch.setattr(workshop, "make", lambda function, *arguments: function(*arguments))
    look = design.offered
    monkeypatch.setattr(design, "offered", lambda found, stationary: look(found, stationary, seconds=0.4))
    views.DESIGNED.clear()
    our_club()
    return as_role("director")


def names(page: str) -> list[str]:
    return [" ".join(name.split()) for name in re.findall(r'class="choice-name".*?>(.*?)</a>', page, re.S)]


def test_a_design_stands_first_where_it_is_better_and_can_be_used(director: Client) -> None:
    place = f"{reverse('tonight')}?kind=pairs&tables=8½&boards=27&winners=1"
    before = director.get(place).content.decode()
    assert "Design one for tonight" in before
    (link,) = re.findall(r'href="([^"]*design=1)"', before)
    after = director.get(html.unescape(link)).content.decode()
    assert names(after)[0] == "Designed for tonight: Three-quarter Howell"
    assert names(after)[1:] == names(before)
    assert "Design one for tonight" not in after

    (use,) = re.findall(r'href="([^"]*plan=[^"]*)"', after)
    plan = parse_qs(urlparse(html.unescape(use)).query)["plan"][0]
    assert plan.startswith("three-quarter-howell?")
    setup = director.get(html.unescape(use))
    assert setup.status_code == 200
    opened = director.post(reverse("night-new"), {"kind": "pairs", "tables": "8½", "plan": plan, "title": "Designed"})
    assert opened.status_code == 302
    movement = store.state(Session.objects.get().pk).sections["A"].movement
    assert (movement.rounds, len(movement.contestants)) == (15, 17)
    assert balance(movement).qf > 92.2  # as the card of the catalogue is for a half table


def test_where_nothing_is_better_it_says_so(director: Client) -> None:
    page = director.get(f"{reverse('tonight')}?kind=pairs&tables=4&boards=28&winners=1&design=1").content.decode()
    assert "Nothing better than these was found" in page
    assert "Designed for tonight" not in page


@pytest.mark.parametrize("asked", ["kind=teams&teams=7", "kind=pairs&tables=seven", "kind=pairs"])
def test_what_is_not_for_pairs_or_cannot_be_read_is_not_designed(director: Client, asked: str) -> None:
    page = director.get(f"{reverse('tonight')}?{asked}&design=1")
    assert page.status_code == 200
    assert "Design one for tonight" not in page.content.decode()


def test_a_card_in_the_address_that_cannot_be_played_is_a_sentence(director: Client) -> None:
    page = director.get(f"{reverse('movement', args=['howell'])}?tables=2&card=own_4_3_4-1.4-3_1.2_")
    assert page.status_code == 400
    assert "is no Howell card" in page.content.decode()
