"""Dealing by a seed: every number is a deal and every deal a number, and what comes out looks like what must come out."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arrowswitch.bridge import PACK, NotBridge, Rank, Seat, Suit
from arrowswitch.deals import BoardHands, check_deal, deal_text, dealt, hand_of
from arrowswitch.deals.dealing import ALL, numbered, ways


def number_of(hands: BoardHands) -> int:
    """The number of a deal, from 0: how many deals come before it."""
    free, number = [13] * 4, 0
    holders = [hand_of(hands, seat) for seat in Seat]
    for card in PACK:
        holder = next(seat for seat in range(4) if card in holders[seat])
        for seat in range(holder):
            if free[seat]:
                free[seat] -= 1
                number += ways(*free)
                free[seat] += 1
        free[holder] -= 1
    return number


@given(st.integers(0, ALL - 1))
def test_a_deal_and_its_number_belong_together(number: int) -> None:
    hands = numbered(number, 1)
    check_deal(hands)
    assert number_of(hands) == number


def test_the_last_number_is_the_last_deal() -> None:
    assert numbered(ALL - 1, 1).west == "...AKQJT98765432"  # the first thirteen cards as far on as they go


FIRST_OF_SEVEN = "N:K98.QJ94.KQ.9732 J72.KT76.AJ.QT86 53.A852.T8532.K5 AQT64.3.9764.AJ4"


def test_a_seed_gives_the_same_deals_on_every_computer() -> None:
    assert deal_text(dealt("7", [1])[0]) == FIRST_OF_SEVEN


def test_boards_and_seeds_have_deals_of_their_own() -> None:
    deals = [deal_text(hands) for seed in ("7", "8", "") for hands in dealt(seed, range(1, 37))]
    assert len(set(deals)) == 108


def test_hands_come_as_often_as_they_must() -> None:
    """Among 1600 hands a balanced shape (4333, 4432, 5332) comes 47.6% of the time, an ace to each seat a quarter."""
    deals = dealt("how often", range(1, 401))
    shapes = Counter(
        tuple(sorted((sum(card.suit is suit for card in hand_of(hands, seat)) for suit in Suit), reverse=True))
        for hands in deals
        for seat in Seat
    )
    balanced = sum(shapes[shape] for shape in ((4, 3, 3, 3), (4, 4, 3, 2), (5, 3, 3, 2)))
    assert abs(balanced / 1600 - 0.476) < 0.05  # four standard deviations
    aces = Counter(seat for hands in deals for seat in Seat for card in hand_of(hands, seat) if card.rank is Rank.ACE)
    assert all(abs(aces[seat] - 400) < 70 for seat in Seat)


def test_there_is_no_board_0() -> None:
    with pytest.raises(NotBridge, match="no board 0"):
        dealt("7", [0])


def test_a_deal_is_the_same_however_it_is_written() -> None:
    suit = "AKQJ1098765432"
    one = BoardHands(1, f"{suit}...", f".{suit}..", f"..{suit}.", f"...{suit}")
    mixed = suit[::-1].replace("01", "10").lower()
    other = BoardHands(9, f"{mixed}.-.-.-", f"-.{mixed}.-.-", f"-.-.{mixed}.-", f"-.-.-.{mixed}")
    assert deal_text(one) == deal_text(other)
