"""Average plus and minus that follow percentages, solved when several depend on one another."""

from fractions import Fraction
from typing import Any

from hypothesis import given, settings

from arrowswitch.bridge import Side
from arrowswitch.regulations import load
from arrowswitch.scoring import MINUS, PLUS, Percent, SessionToScore, adjusted, score
from arrowswitch.scoring.boards.artificial import Unknown, solve
from arrowswitch.scoring.points import Waiting
from scoring.random_fields import sessions

PLUS_OWN = Waiting("plus", Fraction(3, 5), 20, "own")
MINUS_OWN = Waiting("minus", Fraction(2, 5), 20, "own")
MINUS_THEIRS = Waiting("minus", Fraction(2, 5), 20, "opponents")


def test_two_average_pluses_of_a_good_pair_are_both_its_percentage_on_what_it_played() -> None:
    unknowns = [Unknown("7", PLUS_OWN), Unknown("7", PLUS_OWN)]
    assert solve(unknowns, {"7": 130}, {"7": 200}) == [Fraction(65, 100)] * 2


def test_an_average_minus_pulls_the_average_plus_of_the_same_pair_down() -> None:
    # 130 of 200 and 40% of 20 on the other board: 138 of 220
    plus, minus = solve([Unknown("7", PLUS_OWN), Unknown("7", MINUS_OWN)], {"7": 130}, {"7": 200})
    assert (plus, minus) == (Fraction(138, 220), Fraction(2, 5))


def test_a_pair_below_60_gets_60_and_one_below_40_its_own() -> None:
    unknowns = [Unknown("7", PLUS_OWN), Unknown("8", MINUS_OWN)]
    assert solve(unknowns, {"7": 100, "8": 64}, {"7": 200, "8": 200}) == [Fraction(3, 5), Fraction(32, 100)]


def test_awards_that_depend_on_one_another_in_a_circle_are_solved_together() -> None:
    # board 1: A plus, B minus; board 2: B plus, A minus; A's minus is what B's plus leaves, and so on
    unknowns = [
        Unknown("A", PLUS_OWN, 1),
        Unknown("B", MINUS_THEIRS, 0),
        Unknown("B", PLUS_OWN, 3),
        Unknown("A", MINUS_THEIRS, 2),
    ]
    a_plus, b_minus, b_plus, a_minus = solve(unknowns, {"A": 140, "B": 150}, {"A": 200, "B": 200})
    assert (b_minus, a_minus) == (1 - a_plus, 1 - b_plus)
    assert a_plus == (140 + 20 * a_minus) / 220
    assert b_plus == (150 + 20 * b_minus) / 220


def test_a_pair_without_any_other_board_gets_the_plain_average() -> None:
    assert solve([Unknown("7", PLUS_OWN), Unknown("7", PLUS_OWN)], {}, {}) == [Fraction(3, 5)] * 2


def share(percent: int) -> Percent:
    return Percent(Fraction(percent, 100))


def test_a_whole_session_with_averages_for_the_same_pairs_on_two_boards() -> None:
    lines = (
        adjusted(1, "1", "2", share(70), share(30)),
        adjusted(1, "3", "4", share(30), share(70)),
        adjusted(2, "1", "4", PLUS, PLUS),
        adjusted(2, "3", "2", MINUS, MINUS),
        adjusted(3, "1", "2", PLUS, MINUS),
        adjusted(3, "3", "4", MINUS, PLUS),
    )
    scored = score(SessionToScore(lines))
    percents = {name: total.points / Fraction(total.maximum) * 100 for name, total in scored.totals.items()}
    assert percents == {"1": 70, "2": 30, "3": 30, "4": 70}


@settings(deadline=None)
@given(sessions())
def test_every_award_is_what_the_other_boards_say(session: SessionToScore) -> None:
    plain = {"matchpoints": {"rounding": 0}}
    scored = score(SessionToScore(session.lines, winners=2, regulations=load(session.regulations.name, plain)))
    for place, awaited in scored.waited.items():
        line = session.by_board[place.key][place.number]
        waiting = awaited.waiting
        total, mine = scored.totals[line.contestant(place.side)], awaited.points()
        others: Any = total.maximum - (mine.maximum or 0)
        choices = [waiting.base, *([] if waiting.bound is None else [waiting.bound])]
        if waiting.follows == "own" and others:
            choices.append((total.points - mine.value) / Fraction(others))
        opposite = scored.waited.get(place._replace(side=place.side.other))
        if waiting.follows == "opponents" and opposite is not None and opposite.waiting.kind == "plus":
            choices.append(1 - opposite.share)
        assert awaited.share == (max(choices) if waiting.kind == "plus" else min(choices))
        assert place.side in (Side.NS, Side.EW)
