"""Seats, boards, calls and cards."""

from dataclasses import FrozenInstanceError

import pytest

from arrowswitch.bridge import (
    BIDS,
    PACK,
    PASSED_OUT,
    Bid,
    Contract,
    Denomination,
    Doubling,
    NotBridge,
    Result,
    Seat,
    Side,
    Suit,
    Vulnerability,
    dealer_of,
    parse_contract,
    vulnerability_of,
)

# Law 2: which boards have which vulnerability, and (in the same law) which seat deals them.
VULNERABLE_BOARDS = {"none": (1, 8, 11, 14), "ns": (2, 5, 12, 15), "ew": (3, 6, 9, 16), "all": (4, 7, 10, 13)}
DEALT_BY = {"N": (1, 5, 9, 13), "E": (2, 6, 10, 14), "S": (3, 7, 11, 15), "W": (4, 8, 12, 16)}


def test_each_board_has_the_dealer_and_vulnerability_of_law_2():
    for board in range(1, 1000):
        place = (board - 1) % 16 + 1
        assert place in VULNERABLE_BOARDS[vulnerability_of(board).value]
        assert place in DEALT_BY[dealer_of(board).value]


@pytest.mark.parametrize("number", [0, -1, 1000])
def test_a_board_outside_1_to_999_is_refused_with_a_sentence(number):
    for ask in (dealer_of, vulnerability_of):
        with pytest.raises(NotBridge) as caught:
            ask(number)
        assert str(caught.value) == f"There is no board {number}: boards are numbered 1 to 999."


def test_east_sits_on_norths_left_and_everybody_opposite_a_partner():
    assert Seat.NORTH.left is Seat.EAST
    for seat in Seat:
        assert seat.left.right is seat
        assert seat.left.left is seat.partner is seat.right.right
        assert seat.partner.side is seat.side is seat.left.side.other
        assert seat in seat.side.seats


def test_vulnerability_belongs_to_sides():
    wanted = {"none": (False, False), "ns": (True, False), "ew": (False, True), "all": (True, True)}
    for vulnerability in Vulnerability:
        assert (vulnerability.of(Side.NS), vulnerability.of(Side.EW)) == wanted[vulnerability.value]
        assert all(vulnerability.of(seat) == vulnerability.of(seat.side) for seat in Seat)


def test_the_35_bids_rank_from_one_club_to_seven_notrump():
    assert len(BIDS) == 35
    assert sorted(BIDS, reverse=True)[::-1] == list(BIDS)
    assert " ".join(str(bid) for bid in BIDS[:6]) == "1♣ 1♦ 1♥ 1♠ 1NT 2♣"
    assert str(max(BIDS)) == "7NT"


def test_there_is_no_eighth_level():
    with pytest.raises(NotBridge, match=r"^There is no bid at level 8: levels are 1 to 7\.$"):
        Bid(8, Denomination.CLUBS)


def test_the_pack_has_52_cards_and_the_ace_of_spades_is_the_highest():
    assert len(set(PACK)) == 52
    assert str(max(PACK)) == "♠A"
    assert str(min(PACK)) == "♣2"


def test_a_suit_is_a_denomination_and_notrump_is_no_suit():
    assert [suit.denomination.suit for suit in Suit] == list(Suit)
    assert Denomination.NOTRUMP.suit is None


def test_suits_and_denominations_are_not_ranked_against_each_other():
    with pytest.raises(TypeError):
        assert Suit.CLUBS < Denomination.SPADES


def test_values_cannot_be_changed():
    for value, field in ((BIDS[0], "level"), (PACK[0], "suit"), (PASSED_OUT, "bid"), (Result(PASSED_OUT), "tricks")):
        with pytest.raises(FrozenInstanceError):
            setattr(value, field, 1)


def test_a_board_passed_out_has_no_doubling_no_declarer_and_no_tricks():
    with pytest.raises(NotBridge, match="cannot be doubled"):
        Contract(None, Doubling.DOUBLED)
    for tricks, declarer in ((1, None), (0, Seat.NORTH)):
        with pytest.raises(NotBridge, match="no declarer and no tricks"):
            Result(PASSED_OUT, tricks, declarer)


def test_a_contract_is_made_with_as_many_tricks_as_it_needs():
    made = [tricks for tricks in range(14) if Result(parse_contract("4H"), tricks).made]
    assert made == [10, 11, 12, 13]
    assert not Result(PASSED_OUT).made
