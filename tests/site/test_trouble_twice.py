"""A trouble that is told of a second time, and what a way out may call itself."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse
from people import as_role
from test_trouble import in_round, movement, place, text, use, ways

from arrowswitch.movements import Movement, build
from arrowswitch.session.troubles.catalogue import ways_out
from arrowswitch.session.troubles.repaired import made_before
from arrowswitch.session.troubles.trouble import Answers
from arrowswitch.site.journal import store

pytestmark = pytest.mark.usefixtures("desk_club")


@pytest.fixture
def desk() -> Client:
    return as_role("director")


def skip() -> Movement:
    return build("skip-mitchell", tables=8, rounds=7, boards_per_round=4)


def test_a_skip_that_has_been_made_up_for_is_not_made_up_for_again(desk: Client) -> None:
    session = in_round(skip(), 5, entered=False)
    before = text(desk.get(place(session, "forgotten-skip", at_round=6)))
    (name, fingerprint), *_ = ways(before)
    assert use(desk, session, "forgotten-skip", told={"at_round": 6}).status_code == 302
    repaired = movement(session)
    for at_round in (5, 6):
        page = text(desk.get(place(session, "forgotten-skip", at_round=at_round)))
        assert "This has been put right already" in page
        assert ways(page) == []
        assert f'name="repair" value="repair-{session}-forgotten-skip"' in page
        assert re.search(r"<p>\d\d:\d\d: ", page)
    again = desk.post(
        place(session, "forgotten-skip", at_round=6),
        {"way": name, "print": fingerprint, "command": "from-the-back-key"},
    )
    assert "This has been put right already." in text(again)
    assert movement(session) == repaired
    desk.post(reverse("night-trouble-undo", args=[session]), {"repair": f"repair-{session}-forgotten-skip"})
    assert ways(text(desk.get(place(session, "forgotten-skip", at_round=6))))


def test_a_table_that_was_turned_is_not_turned_back_by_telling_of_it_again(desk: Client) -> None:
    session = in_round(build("howell", tables=4), 2)
    told = {"table": 2, "at_round": 2, "board": 0}
    use(desk, session, "turned", told=told)
    assert "This has been put right already" in text(desk.get(place(session, "turned", **told)))
    assert ways(text(desk.get(place(session, "turned", **told | {"table": 3}))))


def test_a_second_pair_may_be_late_in_the_same_round(desk: Client) -> None:
    session = in_round(build("mitchell", tables="6½", boards_per_round=2), 1, entered=False)
    told = {"at_round": 1, "award": "yes"}
    use(desk, session, "late-pair", told=told)
    assert made_before("late-pair", store.state(session), "A", Answers(at_round=1)) is None


def test_no_way_by_which_anybody_loses_boards_says_that_nothing_is_lost() -> None:
    mitchell = build("mitchell", tables=5, boards_per_round=2)
    cases = (
        ("we-are-late", {"at_round": 4}, mitchell, "legal; 1 round fewer for everybody"),
        ("pair-leaves", {"pair": 3, "at_round": 4}, mitchell, "legal; 3 pairs play fewer boards"),
        ("forgotten-skip", {"at_round": 5}, skip(), "legal, nothing lost"),
        ("forgotten-skip", {"at_round": 6}, skip(), "legal; 32 results to adjust"),
    )
    for kind, told, plan, verdict in cases:
        session = in_round(plan, told["at_round"] - 1 if plan is mitchell else 5, entered=False)
        first, *_ = ways_out(kind, store.state(session), "A", Answers(**told))
        assert first.verdict == verdict
        assert bool(first.costs) == (verdict != "legal, nothing lost")


def test_a_way_that_costs_the_whole_room_rounds_is_used_only_knowingly(desk: Client) -> None:
    plan = build("skip-mitchell", tables=10, rounds=9, boards_per_round=2, skip_after=5)
    session = in_round(plan, 4, entered=False)
    told = {"at_round": 5, "made_after": 3}
    address = place(session, "wrong-skip", **told)
    page = text(desk.get(address))
    assert (
        page.count("I know that everybody plays 1 round fewer") == len(ways(page)) == 3
    )  # the last is worthless anyway
    refused = use(desk, session, "wrong-skip", told=told)
    assert "The whole room would play fewer rounds." in text(refused)
    assert movement(session).rounds == 9
    assert use(desk, session, "wrong-skip", told=told, knows="1").status_code == 302
    assert movement(session).rounds == 8


def test_a_way_that_costs_the_whole_room_rounds_comes_after_those_that_do_not() -> None:
    plan = build("skip-mitchell", tables=10, rounds=9, boards_per_round=2)
    found = ways_out("another-movement", store.state(in_round(plan, 2, entered=False)), "A", Answers(at_round=3))
    shorter = [each.rounds_lost > 0 for each in found]
    assert set(shorter) == {False, True}
    assert shorter == sorted(shorter)


def test_to_finish_earlier_needs_no_second_word_from_who_asked_for_it(desk: Client) -> None:
    session = in_round(build("mitchell", tables=5, boards_per_round=2), 3, entered=False)
    page = text(desk.get(place(session, "we-are-late", at_round=4)))
    assert "legal; 1 round fewer for everybody" in page
    assert "I know that everybody" not in page
    assert use(desk, session, "we-are-late", told={"at_round": 4}).status_code == 302
