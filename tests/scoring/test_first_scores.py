"""A board that a pair plays a second time: its first score stands, and the other side has an average of its own (Law 15B)."""

from __future__ import annotations

from fractions import Fraction

import pytest
from random_fields import turned

from arrowswitch.scoring import PLUS, SessionToScore, adjusted, explain, played, ranking, score
from arrowswitch.scoring.large.batch import score_field
from arrowswitch.scoring.large.columns import columns
from arrowswitch.scoring.lines import ELSEWHERE

FIELD = (
    played(1, "1", "4", 420),
    played(1, "2", "5", -50),
    played(1, "3", "6", 110),
    played(2, "1", "5", 140),
    played(2, "2", "6", 620),
    played(2, "3", "4", -100),
)
AGAIN = adjusted(1, "2", "7", ELSEWHERE, PLUS)
"""Pair 2 has met board 1 again, with a pair that had not played it."""


def test_a_pair_has_a_board_once_and_its_opponents_have_their_average() -> None:
    with_it, without = score(SessionToScore((*FIELD, AGAIN))), score(SessionToScore(FIELD, expected=4))
    for name in "123456":
        assert with_it.totals[name] == without.totals[name], name
    assert with_it.totals["7"].boards == 1
    assert Fraction(with_it.totals["7"].points) / with_it.totals["7"].maximum == Fraction(3, 5)
    assert [each.contestant for each in ranking(with_it)].count("2") == 1
    assert "against 5" in explain(with_it, "2", 1).title


def test_results_are_expected_of_the_side_that_has_more_of_them() -> None:
    assert SessionToScore((*FIELD, AGAIN)).results_expected[""] == 4  # East-West have three scores and an average
    both = (*FIELD, AGAIN, adjusted(1, "8", "4", PLUS, ELSEWHERE))
    assert SessionToScore(both).results_expected[""] == 4


@pytest.mark.parametrize("method", ["butler", "cross-imps"])
def test_in_imps_the_first_score_is_compared_as_ever(method: str) -> None:
    with_it, without = score(SessionToScore((*FIELD, AGAIN), method)), score(SessionToScore(FIELD, method))
    assert {name: with_it.totals[name] for name in "123456"} == dict(without.totals)
    assert with_it.totals["7"].points > 0


def test_all_in_one_go_gives_the_same() -> None:
    session = SessionToScore((*FIELD, AGAIN))
    exact, quick = score(session), score_field(columns(session))
    for number, name in enumerate(quick.columns.names):
        total = exact.totals[name]
        assert quick.boards[number] == total.boards, name
        assert float(total.points) == pytest.approx(float(quick.totals[number])), name


def test_the_other_way_round_it_is_the_other_side() -> None:
    assert turned(AGAIN).ew_award == ELSEWHERE
