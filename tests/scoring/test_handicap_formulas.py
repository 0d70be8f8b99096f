"""Handicaps from past results and strata from masterpoints: the examples of the manual and the rules that clubs publish."""

from __future__ import annotations

import json
from datetime import date, timedelta
from fractions import Fraction
from typing import Any

import pytest

from arrowswitch.scoring.files.handicap_file import handicaps_answer, read_past
from arrowswitch.scoring.ranking.formulas import (
    FORMULAS,
    BadFormula,
    HandicapFormula,
    PastScore,
    handicap_of,
    pair_by,
    stratum_by,
)

DAY = date(2026, 7, 6)  # a Monday


def weekly(*percents: int, last: date = DAY) -> list[PastScore]:
    """Results of the weeks before, the latest first."""
    return [PastScore(last - timedelta(weeks=week), percent) for week, percent in enumerate(percents, 1)]


def test_a_pair_has_the_mean_of_its_players() -> None:
    # NZ manual L3844-3849: -9 and -6 make -7.5; 60% becomes 52.5%
    ann, bob = (handicap_of(weekly(percent), DAY, FORMULAS["half-year"]) for percent in (60, 56))
    assert (ann.handicap, bob.handicap) == (-9, -6)
    assert 60 + pair_by([ann, bob], FORMULAS["half-year"]).handicap == Fraction(105, 2)


@pytest.mark.parametrize(
    ("formula", "scores", "expected"),
    [
        ("rolling-year", weekly(60, 50, 52), -4),
        ("rolling-year", [*weekly(60), PastScore(date(2025, 7, 5), 10)], -10),  # a day too old
        ("rolling-year", [*weekly(60), PastScore(DAY, 0)], -10),  # not of the day itself
        ("last-year", [PastScore(date(2025, 3, 1), 45), *weekly(80)], 5),
        ("last-ten", weekly(*[48] * 10, 90), 2),
        ("last-ten", weekly(40, 40), 5),  # within 5
        ("last-ten", weekly(58, 60), -5),
        ("weekday", weekly(55, 55, 55, 55, 55), 0),  # five results; six are needed
        ("weekday", [*weekly(55, 55, 55, 55, 55, 55), PastScore(DAY - timedelta(days=2), 0)], -5),
        ("half-year", weekly(35), 9),
        ("half-year", [], 0),
    ],
)
def test_the_formulas_that_clubs_publish(formula: str, scores: list[PastScore], expected: int) -> None:
    found = handicap_of(scores, DAY, FORMULAS[formula])
    assert found.handicap == expected
    assert found.steps[-1].result == expected


def test_rhayader_adds_the_handicaps_of_a_pair() -> None:
    two = [handicap_of(weekly(percent), DAY, FORMULAS["last-ten"]) for percent in (46, 47)]
    made = pair_by(two, FORMULAS["last-ten"], ["Ann", "Bob"])
    assert made.handicap == 7
    assert [str(step) for step in made.steps] == [
        "Ann: The mean of 1 result = 46",
        "Ann: 50 less that = 4",
        "Bob: The mean of 1 result = 47",
        "Bob: 50 less that = 3",
        "The sum of the players' handicaps = 7",
    ]


def test_a_formula_of_ones_own_grants_a_share_to_the_nearest_half() -> None:
    own = HandicapFormula(FORMULAS["ten-games"].title, share=Fraction(4, 5), step=Fraction(1, 2))
    found = handicap_of(weekly(53, 54), DAY, own)  # -3.5, of which 80% are -2.8: -3
    assert [step.result for step in found.steps] == [Fraction(107, 2), Fraction(-7, 2), Fraction(-14, 5), -3]


def test_a_pair_is_in_the_weakest_stratum_whose_limit_it_does_not_reach() -> None:
    limits = {"B": 750, "C": 200}
    assert [stratum_by(pair, limits) for pair in ((1000, 400), (1000, 500), (199, 200), (200, 200))] == list("BACB")
    assert [stratum_by(pair, limits, "highest") for pair in ((1000, 0), (199, 0))] == list("AC")


FILE: dict[str, Any] = {
    "formula": {"base": "rolling-year", "share": 0.5},
    "day": "2026-07-06",
    "players": {"Ann": [{"day": "2026-06-29", "percent": 57.5}], "Bob": []},
    "pairs": {"7": ["Ann", "Bob"]},
}


def test_a_file_of_past_results_answers_with_each_working() -> None:
    found = handicaps_answer(read_past(json.dumps(FILE)))
    assert found["players"]["Ann"] == {
        "handicap": -3.75,
        "working": ["The mean of 1 result = 57.5", "50 less that = -7.5", "50% of it = -3.75"],
    }
    assert found["players"]["Bob"]["working"] == ["0 results of the 1 that it takes: the handicap of a newcomer = 0"]
    assert found["pairs"]["7"]["handicap"] == -1.875


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"formula": "mars"}, "There is no formula “mars”; there are rolling-year, "),
        ({"formula": {"power": 2}}, "A formula has no “power”; it has base, months, "),
        ({"formula": {"last": 0}}, "counted from 1"),
        ({"formula": {"least": None}}, "may be null"),
        ({"formula": {"pair": "best"}}, "the mean or the sum"),
        ({"day": "today"}, "“today” is no day"),
        ({"players": []}, "one JSON object with “day” and “players”"),
        ({"players": {"Ann": [{"day": "2026-01-01", "percent": 400}]}}, "from 0 to 100"),
        ({"pairs": {"7": ["Cy"]}}, "Pair 7: Cy is not in “players”."),
    ],
)
def test_a_wrong_file_of_past_results_is_refused_in_a_sentence(change: dict[str, object], sentence: str) -> None:
    with pytest.raises(BadFormula, match=sentence):
        read_past(json.dumps({**FILE, **change}))
