"""Form: rolling means, and means by partner, direction, strength of the field and part of the play."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arrowswitch.contests.form import (
    FormBoard,
    FormScore,
    by_direction,
    by_partner,
    by_role,
    by_strength,
    mean_of,
    rolling,
)

FIRST = date(2026, 1, 5)


def night(week: int, percent: float, boards: int = 24, **more: object) -> FormScore:
    return FormScore(FIRST + timedelta(weeks=week), f"night {week}", percent, boards, **more)  # type: ignore[arg-type]  # as given


SEASON = [
    night(0, 60, partner="Bob", direction="NS", field=52.0),
    night(1, 50, 12, partner="Cy", direction="EW", field=48.0),
    night(2, 40, partner="Bob", direction="NS", field=51.0),
    night(3, 55, partner="Bob"),
]


def test_a_long_session_counts_for_more_than_a_short_one() -> None:
    mean = mean_of(SEASON[:2])
    assert mean
    assert (mean.percent, mean.boards, mean.sessions) == (pytest.approx(56 + 2 / 3), 36, 2)
    assert mean_of([]) is None


def test_the_last_ones_count_in_the_order_of_their_days() -> None:
    points = rolling(reversed(SEASON), last=2)
    assert [point.score.session for point in points] == ["night 0", "night 1", "night 2", "night 3"]
    assert [point.mean.sessions for point in points] == [1, 2, 2, 2]
    assert points[-1].mean.percent == pytest.approx(47.5)


def test_within_so_many_days_also_the_first_of_them_counts() -> None:
    assert [point.mean.sessions for point in rolling(SEASON, days=14)] == [1, 2, 3, 3]


def test_means_are_taken_apart_by_partner_direction_and_field() -> None:
    assert {name: (mean.percent, mean.sessions) for name, mean in by_partner(SEASON).items()} == {
        "Bob": (pytest.approx(155 / 3), 3),
        "Cy": (50, 1),
    }
    assert {name: mean.percent for name, mean in by_direction(SEASON).items()} == {"NS": 50, "EW": 50}
    assert {name: mean.sessions for name, mean in by_strength(SEASON).items()} == {"stronger": 2, "weaker": 1}


def test_parts_of_the_play_come_in_their_order_and_only_where_known() -> None:
    found = by_role([FormBoard(30, "defender"), FormBoard(100, "dummy"), FormBoard(60, "defender")])
    assert [(role, mean.percent, mean.boards) for role, mean in found.items()] == [
        ("dummy", 100, 1),
        ("defender", 45, 2),
    ]


@given(st.lists(st.tuples(st.integers(0, 60), st.floats(0, 100), st.integers(1, 30)), min_size=1, max_size=30))
def test_a_rolling_mean_stays_within_what_was_scored(nights: list[tuple[int, float, int]]) -> None:
    scores = [night(week, percent, boards) for week, percent, boards in nights]
    points = rolling(scores, last=5)
    assert len(points) == len(scores)
    low, high = min(each.percent for each in scores), max(each.percent for each in scores)
    assert all(low - 1e-6 <= point.mean.percent <= high + 1e-6 for point in points)
    whole = mean_of(scores)
    assert whole
    assert rolling(scores, last=100)[-1].mean.percent == pytest.approx(whole.percent)
