"""An auction by the Laws: turns, sufficiency, doubles, the end of it, and who declares."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arrowswitch.bridge import BIDS, PASSED_OUT, Auction, Bid, OtherCall, Seat, parse_call, parse_contract


def auction(calls: str, dealer: Seat = Seat.NORTH) -> Auction:
    return Auction(dealer).after(*map(parse_call, calls.split()))


@pytest.mark.parametrize(
    ("calls", "turn", "over"),
    [("", "N", False), ("P P P", "W", False), ("P P P P", "N", True), ("1S P P", "W", False), ("1S P P P", "N", True)],
)
def test_it_goes_round_from_the_dealer_and_ends_with_three_passes_or_four(calls: str, turn: str, over: bool) -> None:
    now = auction(calls)
    assert (now.turn, now.over) == (Seat(turn), over)


@pytest.mark.parametrize(
    ("calls", "declarer"),
    [
        ("1S P 2S P P P", "N"),
        ("1D 1S P 2S P P P", "E"),  # the first of the side to name the denomination
        ("1S X 2S 3H P 4H P P P", "W"),
        ("P P P P", None),
        ("1NT P 2C P 2D P 2NT P P P", "N"),  # notrump is a denomination like another
        ("1S 2H 2S 3S P 4H P P P", "E"),  # an opponent's bid in the same denomination does not count
    ],
)
def test_declarer_is_who_first_named_the_denomination_for_his_side(calls: str, declarer: str | None) -> None:
    assert auction(calls).declarer == (Seat(declarer) if declarer else None)


@pytest.mark.parametrize(
    ("calls", "call", "allowed"),
    [
        ("", "X", False),
        ("1S", "X", True),
        ("1S P", "X", False),
        ("1S X", "X", False),
        ("1S X", "XX", True),
        ("1S", "XX", False),
        ("1S X P", "XX", False),
        ("1S P P X XX", "X", False),
        ("1S", "1H", False),
        ("1S", "1S", False),
        ("1S", "1NT", True),
        ("7NT", "7NT", False),
        ("1S X 2C", "X", True),
    ],
)
def test_what_may_be_called(calls: str, call: str, allowed: bool) -> None:
    now = auction(calls)
    assert now.admissible(now.turn, parse_call(call)) is allowed


def test_the_contract_is_there_when_the_auction_is_over() -> None:
    assert auction("1S X XX").contract is None
    assert auction("1S X XX P P P").contract == parse_contract("1SXX")
    assert auction("P P P P").contract == PASSED_OUT


@given(st.lists(st.sampled_from([*BIDS, *OtherCall]), max_size=60), st.sampled_from(list(Seat)))
def test_an_auction_of_legal_calls_ends_and_its_declarer_is_of_the_side_that_bid_last(
    wishes: list[Bid | OtherCall], dealer: Seat
) -> None:
    now = Auction(dealer)
    for call in (*wishes, *[OtherCall.PASS] * 4):
        if not now.over and now.admissible(now.turn, call):
            now = now.after(call)
    assert now.over
    assert (now.declarer is None) == (now.last_bid is None)
    if now.last_bid:
        assert now.declarer is not None
        assert now.declarer.side is now.last_bid[0].side
