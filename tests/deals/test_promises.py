"""Promises of deals: what anybody can work out by hand, and what shows that something was changed."""

from __future__ import annotations

import json
import shutil
import subprocess
from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arrowswitch.bridge import Seat
from arrowswitch.deals import BoardHands, dealt, hand_of, written
from arrowswitch.deals.promises import (
    BadPromise,
    SealedDeals,
    check_secret,
    comes_from_seed,
    is_kept,
    loads_sealed,
    promise_of,
    promise_text,
    read_promise,
)

SECRET = "a secret of the club"
SUIT = "AKQJT98765432"
FOUR_SUITS = BoardHands(7, f"{SUIT}...", f".{SUIT}..", f"..{SUIT}.", f"...{SUIT}")
TEXT = (
    "arrowswitch deals 1\nsecret a secret of the club\n"
    "7 N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432\n"
)


def test_the_promise_is_the_hash_of_a_text_that_anybody_can_write() -> None:
    assert promise_text([FOUR_SUITS], SECRET) == TEXT
    assert promise_of([FOUR_SUITS], SECRET) == sha256(TEXT.encode()).hexdigest()


def test_another_program_finds_the_same_promise() -> None:
    tool = shutil.which("sha256sum") or shutil.which("shasum")
    assert tool, "every system that this runs on has one"
    words = [tool] if tool.endswith("sha256sum") else [tool, "-a", "256"]
    said = subprocess.run(words, input=TEXT.encode(), capture_output=True, check=True).stdout.decode()
    assert said.split()[0] == promise_of([FOUR_SUITS], SECRET)


def test_it_does_not_matter_in_which_order_or_how_the_deals_are_written() -> None:
    deals = dealt("7", range(1, 5))
    shuffled = [BoardHands(each.board, each.north.lower(), each.east, each.south, each.west) for each in deals[::-1]]
    assert promise_of(shuffled, SECRET) == promise_of(deals, SECRET)


@given(st.integers(0, 25), st.integers(0, 3), st.integers(0, 12), st.integers(0, 12))
def test_two_cards_that_change_hands_break_the_promise(place: int, seat: int, given_up: int, got: int) -> None:
    deals = list(dealt("7", range(1, 27)))
    promise = promise_of(deals, SECRET)
    assert is_kept(promise, deals, SECRET)
    held = [sorted(hand_of(deals[place], each)) for each in Seat]
    other = (seat + 1) % 4
    held[seat][given_up], held[other][got] = held[other][got], held[seat][given_up]
    deals[place] = BoardHands(deals[place].board, *map(written, held))
    assert not is_kept(promise, deals, SECRET)


def test_a_board_less_or_another_secret_breaks_it_too() -> None:
    deals = dealt("7", range(1, 27))
    promise = promise_of(deals, SECRET)
    assert not is_kept(promise, deals[:-1], SECRET)
    assert not is_kept(promise, deals, SECRET + ".")
    assert is_kept(f" SHA256:{promise.upper()[:32]}\n{promise[32:]} ", deals, SECRET)


def test_a_seed_proves_that_nobody_picked_the_deals() -> None:
    seed = "0123456789abcdef"
    assert SealedDeals(dealt(seed, range(1, 5)), seed).from_seed
    assert not comes_from_seed(dealt("another", range(1, 5)), seed)


def test_a_secret_that_can_be_guessed_is_refused() -> None:
    with pytest.raises(BadPromise, match="whoever guesses it"):
        check_secret("tuesday")
    assert check_secret("  a secret   of the club ") == SECRET


@pytest.mark.parametrize("spoil", ["kind", "secret", "deals"])
def test_a_spoilt_file_of_sealed_deals_is_refused_in_a_sentence(spoil: str) -> None:
    whole = json.loads(SealedDeals(dealt("7", [1]), SECRET).dumps())
    for value in (None, 7, [], {"1": "N:A K Q J"}, {"0": whole["deals"]["1"]}, {"x": whole["deals"]["1"]}, "x"):
        with pytest.raises(BadPromise):
            loads_sealed(json.dumps({**whole, spoil: value} if value != "x" or spoil != "secret" else {}))


@given(st.text(max_size=90))
def test_no_text_breaks_the_reading_of_a_promise(text: str) -> None:
    with pytest.raises(BadPromise):
        read_promise(text[:60])
    with pytest.raises(BadPromise):
        loads_sealed(text)
