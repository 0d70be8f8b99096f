"""What the room is told after a repair: what brings it from where it is to the repaired movement, and that once."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from people import as_role
from test_trouble import in_round, place, text, use, ways

from arrowswitch.movements import Movement, build
from arrowswitch.session.night.views import to_announce
from arrowswitch.site.journal import store

pytestmark = pytest.mark.usefixtures("desk_club")


@pytest.fixture
def desk() -> Client:
    return as_role("director")


def skip() -> Movement:
    return build("skip-mitchell", tables=8, rounds=7, boards_per_round=4)


def sayings(page: str) -> list[str]:
    found = re.search(r'<ul class="sayings">(.*?)</ul>', page)
    return re.findall(r"<li>(.*?)</li>", found[1]) if found else []


def test_after_a_skip_is_made_up_for_one_move_is_announced_and_it_is_the_movements(desk: Client) -> None:
    session = in_round(skip(), 5, entered=False)
    page = text(desk.get(use(desk, session, "forgotten-skip", told={"at_round": 6})["location"]))
    told = [
        "East-West move up one table and do not skip any more. Boards move down two tables this once.",
        "From then on everybody moves as usual: East-West up one, boards down one.",
    ]
    assert sayings(page) == told
    assert [each.text for each in to_announce(store.state(session), "A")] == told
    at = store.state(session).sections["A"].movement.at
    assert at[6, 2].ew == at[5, 1].ew
    assert at[6, 1].boards == at[5, 3].boards


def test_who_has_moved_already_is_told_what_is_left_to_do(desk: Client) -> None:
    session = in_round(skip(), 5, entered=False)
    page = text(desk.get(place(session, "forgotten-skip", at_round=5)))
    assert "Stop play. East-West move up one table more: that is the skip. The boards stay." in page
    assert "East-West skip a table now and move up two" not in page
    assert page.count("Nothing needs to be pressed") == 1
    assert [name for name, _ in ways(page)] == ["boards"]
    done = text(desk.get(use(desk, session, "forgotten-skip", told={"at_round": 5})["location"]))
    assert sayings(done)[0].startswith("Stop play. East-West keep their seats")
    (usual,) = to_announce(store.state(session), "A")
    assert usual.text == "East-West move up one table. Boards move down one table."


@pytest.mark.parametrize("number", [0, 1])
def test_a_pair_that_has_come_is_not_said_to_be_missing(desk: Client, number: int) -> None:
    session = in_round(build("howell", tables="6½", boards_per_round=2), 1, entered=False)
    told = {"at_round": 1, "award": "yes"}
    page = text(desk.get(use(desk, session, "late-pair", number, told=told)["location"]))
    said = sayings(page)
    assert said[0] == "The late pair is pair 14 and goes to table 4."
    assert not [each for each in said if "missing" in each or each.startswith(("Round 1,", "Boards for round 1"))]
