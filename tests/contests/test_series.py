"""Events of several sessions, with numbers that a person works out."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arrowswitch.bridge import Side
from arrowswitch.contests import BadContest, EventPart, SeriesPlan, SessionScore, explain_place, series

MONDAY = EventPart(
    "Monday", (SessionScore("a", 24, 150, 240), SessionScore("b", 24, 120, 240), SessionScore("c", 24, 90, 240))
)
TUESDAY = EventPart(
    "Tuesday", (SessionScore("a", 12, 40, 100), SessionScore("b", 12, 55, 100), SessionScore("c", 12, 55, 100))
)


def test_percentages_are_weighed_by_the_boards_that_were_played() -> None:
    # a: (24 x 62.5 + 12 x 40) / 36 = 55; b: (24 x 50 + 12 x 55) / 36 = 51.67; c: (24 x 37.5 + 12 x 55) / 36 = 43.33
    found = series([MONDAY, TUESDAY]).placed
    assert [(each.who, each.rank, each.value) for each in found] == [
        ("a", "1", 55),
        ("b", "2", Fraction(155, 3)),
        ("c", "3", Fraction(130, 3)),
    ]
    assert [each.boards for each in found] == [36, 36, 36]


def test_half_of_the_first_session_is_carried_over() -> None:
    # a: (12 x 62.5 + 12 x 40) / 24 = 51.25; b: (12 x 50 + 12 x 55) / 24 = 52.5; c: (12 x 37.5 + 12 x 55) / 24 = 46.25
    event = series([MONDAY, TUESDAY], SeriesPlan(carried=Fraction(1, 2)))
    assert [(each.who, each.value) for each in event.placed] == [
        ("b", Fraction(105, 2)),
        ("a", Fraction(205, 4)),
        ("c", Fraction(185, 4)),
    ]
    assert event.notes == ("Of the sessions before the last, 50% count.",)


def test_without_carry_over_the_last_session_decides_and_ties_share_a_place() -> None:
    event = series([MONDAY, TUESDAY], SeriesPlan(carried=Fraction(0)))
    assert [(each.who, each.rank, each.value) for each in event.placed] == [
        ("b", "1=", 55),
        ("c", "1=", 55),
        ("a", "3", 40),
    ]
    assert event.notes == ("Nothing is carried over: the last session alone decides.",)


def test_points_and_victory_points_are_added() -> None:
    first = EventPart(
        "1", (SessionScore("a", 8, 12, vps=Fraction(27, 2)), SessionScore("b", 8, -12, vps=Fraction(13, 2)))
    )
    second = EventPart("2", (SessionScore("a", 8, -3, vps=9), SessionScore("b", 8, 3, vps=11)))
    assert [(each.who, each.value) for each in series([first, second], SeriesPlan("points")).placed] == [
        ("a", 9),
        ("b", -9),
    ]
    half = series([first, second], SeriesPlan("vps", Fraction(1, 2))).placed
    assert [(each.who, each.value) for each in half] == [("a", Fraction(63, 4)), ("b", Fraction(57, 4))]


def test_who_missed_a_session_is_listed_without_a_place() -> None:
    late = EventPart("Tuesday", (*TUESDAY.entries[:2], SessionScore("d", 12, 90, 100)))
    found = series([MONDAY, late]).placed
    assert [(each.who, each.rank) for each in found] == [("a", "1"), ("b", "2"), ("d", ""), ("c", "")]
    assert found[2].value == 90


def test_those_without_a_place_stand_by_what_they_played_and_how_well() -> None:
    parts = [
        EventPart(
            "one",
            (
                SessionScore("a", 10, 4, 10),
                SessionScore("b", 10, 6, 10),
                SessionScore("c", 10, 3, 10),
                SessionScore("d", 10, 2, 10),
            ),
        ),
        EventPart("two", (SessionScore("c", 10, 3, 10), SessionScore("d", 10, 2, 10))),
        EventPart("three", (SessionScore("d", 10, 2, 10),)),
    ]
    assert [(each.who, each.rank) for each in series(parts).placed] == [("d", "1"), ("c", ""), ("b", ""), ("a", "")]


def test_who_missed_a_session_that_does_not_count_is_ranked() -> None:
    late = EventPart("Tuesday", (*TUESDAY.entries[:2], SessionScore("d", 12, 90, 100)))
    found = series([MONDAY, late], SeriesPlan(carried=Fraction(0))).placed
    assert [(each.who, each.rank) for each in found] == [("d", "1"), ("b", "2"), ("a", "3"), ("c", "")]


def test_two_winners_stay_two_where_everybody_kept_to_one_side() -> None:
    def night(name: str, first: Side, second: Side) -> EventPart:
        return EventPart(
            name, (SessionScore("a", 24, 60, 100, direction=first), SessionScore("b", 24, 40, 100, direction=second))
        )

    kept = series([night("1", Side.NS, Side.EW), night("2", Side.NS, Side.EW)]).placed
    assert [(each.who, each.rank, each.direction) for each in kept] == [("a", "1", Side.NS), ("b", "1", Side.EW)]
    changed = series([night("1", Side.NS, Side.EW), night("2", Side.EW, Side.NS)]).placed
    assert [(each.who, each.rank, each.direction) for each in changed] == [("a", "1", None), ("b", "2", None)]


def test_sums_over_unequal_boards_are_remarked_on() -> None:
    uneven = EventPart("Monday", (SessionScore("a", 26, 150, 260), SessionScore("b", 24, 140, 240)))
    assert "In Monday not everybody played the same boards" in series([uneven], SeriesPlan("points")).notes[0]
    assert series([uneven]).notes == ()


def test_what_cannot_be_combined_is_refused_with_a_sentence() -> None:
    imps = EventPart("Wednesday", (SessionScore("a", 24, 30),))
    with pytest.raises(BadContest, match="Wednesday has no percentages; combine the event by points"):
        series([MONDAY, imps])
    with pytest.raises(BadContest, match="Monday has no victory points"):
        series([MONDAY], SeriesPlan("vps"))
    with pytest.raises(BadContest, match="From 0% to 100% can be carried over, not 120%"):
        series([MONDAY], SeriesPlan(carried=Fraction(6, 5)))
    with pytest.raises(BadContest, match="a is twice in Twice"):
        series([EventPart("Twice", (SessionScore("a", 1, 1, 2), SessionScore("a", 1, 1, 2)))])


results = st.lists(st.tuples(st.integers(1, 40), st.integers(0, 500), st.integers(0, 500)), min_size=1, max_size=6)


@given(results, st.fractions(0, 1), st.sampled_from(["percent", "points", "vps"]))
def test_the_working_of_a_result_ends_in_the_result(
    nights: list[tuple[int, int, int]], carried: Fraction, way: str
) -> None:
    parts = [
        EventPart(str(number), (SessionScore("a", boards, points, points + rest + 1, vps=rest),))
        for number, (boards, points, rest) in enumerate(nights)
    ]
    plan = SeriesPlan(way, carried)  # type: ignore[arg-type]
    (placed,) = series(parts, plan).placed
    assert explain_place(placed, plan).result == placed.value
    if way != "percent":
        assert sum(step.result for step in explain_place(placed, plan).steps[:-1]) == placed.value
