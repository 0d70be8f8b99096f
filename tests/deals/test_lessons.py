"""Deals for lessons: what conditions mean is held against exact numbers of hands, counted here in another way."""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from functools import cache
from itertools import combinations, permutations
from math import comb, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arrowswitch.bridge import Seat, dealer_of, vulnerability_of
from arrowswitch.deals import check_deal, deal_text
from arrowswitch.deals.hands import high_card_points
from arrowswitch.deals.lessons import (
    BadCondition,
    UnknownTheme,
    boards_for,
    read_condition,
    search,
    theme,
    themed,
    themes,
)
from arrowswitch.deals.lessons.matching import matches
from arrowswitch.deals.lessons.searching import ChanceDeals
from timing import seconds

HANDS = comb(52, 13)
SAMPLE = 1 << 17


@cache
def sample():
    return ChanceDeals("a sample").some(SAMPLE)


def share(condition: str, dealer: Seat = Seat.NORTH) -> float:
    """How many of the sample meet a condition."""
    return matches(read_condition(condition), sample(), dealer).mean()


def assert_as_likely(condition: str, exact: float) -> None:
    off = share(condition) - exact
    assert abs(off) < 4.5 * sqrt(exact * (1 - exact) / SAMPLE), (condition, share(condition), exact)


# -- exact numbers of hands, by counting the holdings of each suit -------------------------------------------------------


def holdings(wanted=lambda length, points, cards: True) -> Counter:
    """Holdings of a suit by length and points, of those that are wanted."""
    found: Counter = Counter()
    for length in range(14):
        for cards in combinations("AKQJT98765432", length):
            points = sum({"A": 4, "K": 3, "Q": 2, "J": 1}.get(card, 0) for card in cards)
            if wanted(length, points, "".join(cards)):
                found[length, points] += 1
    return found


def hands_of(suits: list[Counter]) -> Counter:
    """Hands of thirteen cards by their points."""
    total: Counter = Counter({(0, 0): 1})
    for suit in suits:
        after: Counter = Counter()
        for (length, points), count in total.items():
            for (more, extra), ways in suit.items():
                if length + more <= 13:
                    after[length + more, points + extra] += count * ways
        total = after
    found: Counter = Counter()
    for (length, points), count in total.items():
        if length == 13:
            found[points] += count
    return found


def exactly(suits: list[Counter], points: range) -> float:
    return sum(count for held, count in hands_of(suits).items() if held in points) / HANDS


ANY = holdings()


def of_length(*lengths: int) -> Counter:
    return Counter({key: count for key, count in ANY.items() if key[0] in lengths})


def balanced(points: range) -> float:
    shapes = {order for shape in ((4, 3, 3, 3), (4, 4, 3, 2), (5, 3, 3, 2)) for order in permutations(shape)}
    return sum(exactly([of_length(length) for length in shape], points) for shape in shapes)


def is_good(length: int, points: int, cards: str) -> bool:
    return sum(card in "AKQ" for card in cards) >= 2 or sum(card in "AKQJT" for card in cards) >= 3


def test_the_count_by_suits_gives_the_published_numbers_of_hands() -> None:
    assert sum(hands_of([ANY] * 4).values()) == HANDS
    assert exactly([ANY] * 4, range(10, 11)) == pytest.approx(0.0940511, abs=1e-7)  # ten points, the commonest count
    assert exactly([ANY] * 4, range(1)) == pytest.approx(0.0036390, abs=1e-7)
    assert balanced(range(38)) == pytest.approx(0.4761, abs=1e-4)


@pytest.mark.parametrize(
    ("condition", "exact"),
    [
        ("dealer: 10 points", exactly([ANY] * 4, range(10, 11))),
        ("left: 13+ points", exactly([ANY] * 4, range(13, 38))),
        ("west: up to 7 points", exactly([ANY] * 4, range(8))),
        ("dealer: balanced", balanced(range(38))),
        ("partner: 15-17 points, balanced", balanced(range(15, 18))),
        ("dealer: not balanced", 1 - balanced(range(38))),
        ("right: shape 5431", 0.1293070),  # the published share of the shape
        ("dealer: shape 5=4=3=1", 0.1293070 / 24),
        ("dealer: shape 4=4=4=1", 0.0299322 / 4),
        ("dealer: 5+ spades", exactly([of_length(*range(5, 14)), ANY, ANY, ANY], range(38))),
        ("dealer: no clubs", comb(39, 13) / HANDS),
        ("dealer: a void", 0.0510552),
        ("dealer: 4 aces", comb(48, 9) / HANDS),
        ("dealer: ace of spades", 1 / 4),
        ("dealer: king of hearts, queen of hearts, not ace of hearts", comb(49, 11) / HANDS),
        (
            "dealer: 6 good hearts",
            exactly([ANY, holdings(lambda n, p, c: n == 6 and is_good(n, p, c)), ANY, ANY], range(38)),
        ),
        (
            "dealer: 5-10 points, 6 good spades, up to 3 hearts, not a void",
            exactly(
                [
                    holdings(lambda n, p, c: n == 6 and is_good(n, p, c)),
                    of_length(1, 2, 3),
                    of_length(*range(1, 14)),
                    of_length(*range(1, 14)),
                ],
                range(5, 11),
            ),
        ),
        (
            "dealer: 2 of top 3 in diamonds",
            exactly([ANY, ANY, holdings(lambda n, p, c: sum(x in "AKQ" for x in c) == 2), ANY], range(38)),
        ),
        (
            "dealer: a stopper in clubs",
            exactly(
                [
                    ANY,
                    ANY,
                    ANY,
                    holdings(
                        lambda n, p, c: "A" in c or any(x in c and n > k for k, x in ((1, "K"), (2, "Q"), (3, "J")))
                    ),
                ],
                range(38),
            ),
        ),
        ("dealer: 5+ in both majors", exactly([of_length(*range(5, 14))] * 2 + [ANY] * 2, range(38))),
        (
            "dealer: 5+ in a major",
            2 * exactly([of_length(*range(5, 14)), ANY, ANY, ANY], range(38))
            - exactly([of_length(*range(5, 14))] * 2 + [ANY] * 2, range(38)),
        ),
        ("dealer and partner: 8+ spades", sum(comb(13, n) * comb(39, 26 - n) for n in range(8, 14)) / comb(52, 26)),
        ("dealer and partner: 4 aces", comb(48, 22) / comb(52, 26)),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_condition_is_met_as_often_as_it_must_be(condition: str, exact: float) -> None:
    assert_as_likely(condition, exact)


def test_points_of_two_hands_together_come_as_often_as_they_must() -> None:
    honours: Counter = Counter({(0, 0): 1})
    for points in (4, 3, 2, 1) * 4:
        honours += Counter({(cards + 1, held + points): count for (cards, held), count in honours.items()})
    exact = sum(
        count * comb(36, 26 - cards) for (cards, held), count in honours.items() if 25 <= held <= 27 and cards <= 26
    ) / comb(52, 26)
    assert_as_likely("dealer and partner: 25-27 points", exact)


def test_seats_are_said_from_the_dealer_on() -> None:
    same = sample()[:20000]
    by_place = matches(read_condition("left: 15+ points"), same, Seat.SOUTH)
    assert (by_place == matches(read_condition("west: 15+ points"), same, Seat.NORTH)).all()


def test_or_between_wants_binds_closer_than_a_comma_and_alone_on_a_line_it_parts_whole_deals() -> None:
    inner = share("dealer: 12+ points, 5+ spades or 5+ hearts")
    outer = share("dealer: 12+ points, 5+ spades\nor\ndealer: 12+ points, 5+ hearts")
    assert inner == outer


# -- themes ------------------------------------------------------------------------------------------------------------


def test_there_are_themes_of_every_part_of_the_game() -> None:
    assert len(themes()) >= 25
    assert {each.area for each in themes().values()} == {
        "openings", "responses", "preempts", "slams", "competitive", "defence", "play",
    }  # fmt: skip
    assert all(each.about.endswith((".", "?")) and each.source for each in themes().values())


@pytest.mark.parametrize("name", themes())
def test_a_theme_is_as_rare_as_it_says(name: str) -> None:
    expected = SAMPLE / theme(name).one_in
    found = share(theme(name).wants) * SAMPLE
    assert abs(found - expected) < 4.5 * sqrt(expected) + 0.06 * expected  # two figures are written


def test_sixteen_deals_of_one_in_two_hundred_come_in_under_a_second() -> None:
    condition = theme("two-notrump").condition  # 1 in 187
    themed(condition, "warm", [1])
    sets = iter(range(3))
    assert seconds(lambda: themed(condition, f"{next(sets)}", range(1, 17)), times=3) < 1
    for number in range(3):
        for hands in themed(condition, f"{number}", range(1, 17)):
            check_deal(hands)
            assert high_card_points(hands.of(dealer_of(hands.board))) in (20, 21)


FIRST_OF_SEVEN = "N:6.532.K9854.A964 9873.KQ4.JT76.32 AKJ4.AJT6.A2.KJ8 QT52.987.Q3.QT75"


def test_a_seed_gives_the_same_set_on_every_computer_and_a_board_does_not_depend_on_the_others() -> None:
    condition = theme("two-notrump").condition
    whole = themed(condition, "7", range(1, 9))
    assert deal_text(themed(condition, "7", [3])[0]) == deal_text(whole[2]) == FIRST_OF_SEVEN
    assert len({deal_text(hands) for hands in whole}) == 8


def test_a_rare_condition_tells_how_far_it_is_and_stops_when_it_is_told() -> None:
    condition = read_condition("dealer: 9 spades, 3 hearts, 4 kings")
    seen = []
    for hands, progress in search(condition, "7", range(1, 17), stopped=lambda: len(seen) == 5):
        assert hands is None
        seen.append(progress)
    assert len(seen) == 5
    assert str(seen[-1].told).startswith("None will do among the first ")
    assert [each.tried for each in seen] == sorted({each.tried for each in seen})


def test_the_estimate_is_what_was_seen() -> None:
    *_, (_, last) = search(theme("strong-two-clubs").condition, "7", range(1, 33))
    assert last.found == last.wanted == 32
    assert 237 / 2 < last.one_in < 237 * 2
    assert last.left == 0


def test_boards_are_chosen_by_their_marks() -> None:
    for board in boards_for(12, dealer=Seat.EAST, vulnerable="dealer"):
        assert dealer_of(board) is Seat.EAST
        assert vulnerability_of(board).value == "ew"
    with pytest.raises(UnknownTheme, match="no vulnerability"):
        boards_for(4, vulnerable="green")
    with pytest.raises(UnknownTheme, match="From 940 on there are only 4 of them"):
        boards_for(16, 940, Seat.NORTH, "none")


# -- what cannot be read -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "nothing at all"),
        ("dealer 5 spades", "Line 1: a line begins with a seat and a colon"),
        ("opener: 5 spades", "Line 1: “opener” is no seat"),
        ("dealer: 5 spades\npartner:", "Line 2: nothing is said of the hand"),
        ("dealer: 5 spadess", "Line 1: “5 spadess” is not understood"),
        ("dealer: 5 spades\nor\n", "nothing before or after a line with “or”"),
        ("dealer and partner: balanced", "cannot be asked of two hands together"),
        ("dealer and partner and left: 5 spades", "one seat, or two"),
        ("dealer and dealer: 5 spades", "one seat, or two"),
        ("dealer: " + "5 spades, " * 300, "too long"),
        ("x" * 5000, "too long"),
    ],
)
def test_what_is_not_understood_is_said_with_its_line(text: str, sentence: str) -> None:
    with pytest.raises(BadCondition, match=sentence):
        read_condition(text)


@given(st.text(alphabet=st.sampled_from("dealer partn:+-,0159 spades or not good in\n#&é"), max_size=80))
def test_no_text_breaks_the_reader(text: str) -> None:
    with suppress(BadCondition):
        assert len(matches(read_condition(text), sample()[:10], Seat.NORTH)) == 10
