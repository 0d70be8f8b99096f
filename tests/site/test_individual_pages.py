"""An individual on the pages: set up by the number of players, named one by one, entered, ranked by player and printed."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.urls import reverse
from nights import a_night, do, play_on
from people import as_role

from arrowswitch.movements import build
from arrowswitch.session import Publish
from arrowswitch.session.night.results import standings
from arrowswitch.site.journal import store

pytestmark = pytest.mark.usefixtures("desk_club")

PAGES = (
    "night-names", "night-names-slips", "night-names-substitutes", "night-print", "night-room", "night-screen", "night-phones",
    "night-journal", "night-entry", "night-boards", "night-penalties", "night-ranking", "night-trouble", "night-rulings",
    "night-results", "night-results-boards", "night-results-recap", "night-results-movement", "night-results-versions",
)  # fmt: skip
WITH = {
    "night-board": {"board": 1},
    "night-line": {"section": "A", "round": 1, "table": 1, "board": 1},
    "night-pair": {"section": "A", "number": 1},
    "night-table": {"section": "A", "table": 1},
    "night-rulings-table": {"section": "A", "table": 1},
    "night-results-pair": {"who": "A1"},
    "night-results-board": {"number": 1},
    "night-results-working-total": {"who": "A1"},
    "night-results-working": {"who": "A1", "number": 1},
}


def words(page: bytes) -> str:
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", page.decode())).split())


def test_every_page_of_an_individual_opens_in_and_after_play_and_the_list_is_of_players() -> None:
    desk = as_role("director")
    new = desk.post(reverse("night-new"), {"kind": "individual", "players": "12", "title": "Solo"})
    assert new.status_code == 302
    assert store.state(int(new["location"].split("/")[2])).sections["A"].movement.entry == "12"
    refused = desk.post(reverse("night-new"), {"kind": "individual", "players": ""})
    assert "How many players are there?" in words(refused.content)
    session = a_night(build("individual", players=8, boards_per_round=2), title="Solo")
    for name in PAGES[:-5]:
        assert desk.get(reverse(name, args=[session])).status_code == 200, name
    play_on(session)
    do(session, Publish())
    for name, values in [*((name, {}) for name in PAGES), *WITH.items()]:
        found = desk.get(reverse(name, kwargs={"session": session, **values}))
        assert found.status_code == 200, name
    assert len(standings(store.state(session))) == 8
    mine = words(desk.get(reverse("night-results-pair", kwargs={"session": session, "who": "A1"})).content)
    movement = store.state(session).sections["A"].movement
    first = movement.path(1)[0]
    ours = movement.members(first.ns if movement.side_of(first, 1) == "ns" else first.ew)
    assert f"with {sum(ours) - 1} " in mine  # the other of the two
    for what in ("guide-cards", "table-cards", "travellers", "all-results"):
        made = desk.get(reverse("night-print-pdf", kwargs={"session": session, "what": what}))
        assert made.status_code == 200, what
