"""What each may still reach in a ladder is true whatever happens, and points for places are shared by those who share the place."""

from __future__ import annotations

from datetime import date
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arrowswitch.bridge import Side
from arrowswitch.contests import BadContest, EventPart, SeriesPlan, SessionScore, explain_place, series
from arrowswitch.contests.series import (
    LadderRules,
    SessionChoice,
    SessionFacts,
    answer,
    grades_apart,
    outlooks,
    read,
    read_rules,
    written_rules,
)


def night(name: str, scores: dict[str, int]) -> EventPart:
    """A session of single players, in percent."""
    return EventPart(name, tuple(SessionScore(who, 24, percent, 100) for who, percent in scores.items()))


def test_in_the_manuals_ladder_of_six_each_knows_how_many_are_to_be_played() -> None:
    # NZ Club Directors Manual L2153-2155: (6, 5, 5)
    plan = SeriesPlan("mean", sessions=6, needed=5, counted=5)
    held = [night(str(n), {"ann": 60, "bob": 50} if n < 4 else {"ann": 60}) for n in range(1, 5)]
    found = outlooks(series(held, plan), plan, 4)
    assert found["ann"].said(plan) == [
        "Must play 1 of the 2 sessions to come.",
        "Ends between 48.00% and 76.00%.",  # 60, 60, 60, 60, 0 and 60, 60, 60, 100, 100
    ]
    assert found["bob"].must_play == 2
    assert found["bob"].possible


@settings(deadline=None, max_examples=15)
@given(
    st.lists(
        st.dictionaries(st.sampled_from("abc"), st.sampled_from((0, 40, 50, 60, 100)), min_size=1),
        min_size=1,
        max_size=3,
    ),
    st.integers(1, 2),
    st.integers(1, 4),
    st.integers(1, 4),
)
def test_whatever_happens_nobody_ends_beyond_what_was_said(
    past: list[dict[str, int]], to_come: int, needed: int, counted: int
) -> None:
    sessions = len(past) + to_come
    plan = SeriesPlan("mean", sessions=sessions, needed=min(needed, sessions), counted=min(counted, sessions))
    held = [night(str(n), scores) for n, scores in enumerate(past)]
    said = outlooks(series(held, plan), plan, len(held))
    players = sorted({who for scores in past for who in scores} | {"new"})
    for results in product((None, 0, 100), repeat=len(players) * to_come):
        if len(players) * to_come > 4 and results[0] is not None and results[1] is not None:
            continue  # enough is tried
        more = [
            night(
                f"later {n}",
                {who: each for who, each in zip(players, results[n::to_come], strict=True) if each is not None},
            )
            for n in range(to_come)
        ]
        ended = series(
            [*held, *[part for part in more if part.entries]],
            SeriesPlan("mean", needed=plan.needed, counted=plan.counted),
        )
        winners = {each.who for each in ended.placed if each.rank in ("1", "1=")}
        for each in ended.placed:
            outlook = said.get(each.who)
            if outlook is None or not each.rank:
                continue
            assert outlook.possible
            assert outlook.lowest is not None
            assert outlook.highest is not None
            assert outlook.lowest <= (each.value or 0) <= outlook.highest
            assert outlook.first != "gone" or each.who not in winners
        assert all(winners == {who} for who, outlook in said.items() if outlook.first == "certain")


def test_places_are_worth_what_the_club_says_and_shared_places_share_it() -> None:
    monday = EventPart(
        "Monday",
        tuple(SessionScore(who, 24, 0, rank=rank) for who, rank in (("a", "1"), ("b", "2="), ("c", "2="), ("d", "4"))),
    )
    listed = series([monday], SeriesPlan("places", place_points=(Fraction(10), Fraction(6), Fraction(3))))
    assert {each.who: each.value for each in listed.placed} == {
        "a": 10,
        "b": Fraction(9, 2),
        "c": Fraction(9, 2),
        "d": 0,
    }
    assert "Monday: place 2= = 4.5" in str(explain_place(listed.placed[1], SeriesPlan("places")))
    beaten = series([monday], SeriesPlan("places"))
    assert {each.who: each.value for each in beaten.placed} == {
        "a": 3,
        "b": Fraction(3, 2),
        "c": Fraction(3, 2),
        "d": 0,
    }


def test_places_of_two_directions_are_two_lists() -> None:
    pairs = (("1", "NS", "1"), ("2", "NS", "2"), ("3", "EW", "1"), ("4", "EW", "2"))
    monday = EventPart(
        "Monday", tuple(SessionScore(who, 24, 0, direction=Side(side), rank=rank) for who, side, rank in pairs)
    )
    assert sorted(each.value or 0 for each in series([monday], SeriesPlan("places")).placed) == [0, 0, 1, 1]


def test_points_for_places_must_fall() -> None:
    with pytest.raises(BadContest, match="from the first place down"):
        SeriesPlan("places", place_points=(Fraction(3), Fraction(6))).check()
    with pytest.raises(BadContest, match="has no places"):
        series([night("Monday", {"a": 50})], SeriesPlan("places"))


def test_sessions_are_chosen_by_what_is_said_and_by_hand() -> None:
    choice = SessionChoice(date(2026, 1, 1), date(2026, 6, 30), (2,), "pairs", ("pairs",), added=(9,), left_out=(3,))
    facts = [
        SessionFacts(1, date(2026, 1, 6), "Tuesday Pairs", "pairs"),
        SessionFacts(2, date(2026, 1, 6), "Tuesday teams", "pairs"),
        SessionFacts(3, date(2026, 1, 13), "Tuesday pairs", "pairs"),
        SessionFacts(4, date(2026, 1, 14), "Tuesday pairs", "pairs"),
        SessionFacts(5, date(2026, 7, 7), "Tuesday pairs", "pairs"),
        SessionFacts(6, date(2026, 1, 20), "Tuesday pairs", "teams"),
        SessionFacts(9, None, "Christmas party", "individual"),
    ]
    assert [each.number for each in facts if choice.takes(each)] == [1, 9]
    assert [each.number for each in facts if SessionChoice(added=(2,)).takes(each)] == [2]
    nights = SessionChoice(nights=("tuesdays",))
    assert nights.takes(SessionFacts(1, None, "", "pairs", "tuesdays"))
    assert not nights.takes(SessionFacts(1, None, "", "pairs", "fridays"))


def test_rules_are_the_same_when_they_are_read_again() -> None:
    rules = LadderRules(
        SeriesPlan("places", sessions=6, counted=4, ties=("best", "last"), place_points=(Fraction(5), Fraction(1, 2))),
        SessionChoice(
            since=date(2026, 1, 1), weekdays=(1, 3), kinds=("pairs",), nights=("abc",), added=(4,), left_out=(5, 6)
        ),
        ("Open", "Junior"),
        visitors=False,
    )
    assert read_rules(written_rules(rules)) == rules
    assert read_rules(written_rules(LadderRules())) == LadderRules()


def test_grades_apart_have_places_of_their_own_with_their_ties() -> None:
    listed = series([night("1", {"a": 60, "b": 55, "c": 55, "d": 50})])
    lists = grades_apart(listed.placed, lambda each: "Open" if each.who == "a" else "Junior")
    assert [(each.who, each.rank) for each in lists["Junior"]] == [("b", "1="), ("c", "1="), ("d", "3")]


def test_the_command_knows_the_same_rules() -> None:
    text = """{"series": {"way": "places", "sessions": 3, "needed": 1, "counted": 2, "place_points": [10, 6]},
      "grades": {"ann": "Open", "bob": "Junior", "cy": "Junior"},
      "sessions": [{"name": "1", "scores": [
        {"contestant": "ann", "percent": 60, "rank": "1"}, {"contestant": "bob", "percent": 50, "rank": "2"},
        {"contestant": "cy", "percent": 40, "rank": "3"}]}]}"""
    file = read(text)
    found = answer(file, series(file.parts, file.plan))
    assert [(each["contestant"], each["value"]) for each in found["standings"]] == [("ann", 10), ("bob", 6), ("cy", 0)]
    assert found["standings"][1]["still"] == {"must_play": 0, "to_come": 2, "lowest": 6, "highest": 20, "first": "open"}
    assert [(each["grade"], [line["rank"] for line in each["standings"]]) for each in found["grades"]] == [
        ("Open", ["1"]),
        ("Junior", ["1", "2"]),
    ]
    with pytest.raises(BadContest, match="gives a grade"):
        read('{"sessions": [], "grades": ["ann"]}')
