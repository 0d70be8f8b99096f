"""Deals in PBN, written by hand after the standard's own rules."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arrowswitch.formats.pbn import BadFile, read_deals

HANDS = ("AKQ2.T98.-.765432", "JT9.AKQ.AKQ2.AKQ", "876.J76.JT98.JT9", "543.5432.76543.8")
DEAL = " ".join(HANDS).replace("-", "")


def test_a_deal_given_from_west_is_turned_to_its_seats() -> None:
    (board,) = read_deals(f'% PBN 2.1\n[Event "Tuesday"]\n[Board "12"]\n[Dealer "W"]\n[Deal "W:{DEAL}"]\n')
    assert (board.board, board.west) == (12, HANDS[0].replace("-", ""))
    assert (board.north, board.east, board.south) == HANDS[1:]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "There is no deal in this file"),
        (f'[Deal "N:{DEAL}"]', "Line 1: a deal without its board number"),
        ('[Board "1"]\n[Deal "N:- - - -"]', "Line 2: a hand of board 1 is not given"),
        ('[Board "x"]', "Line 1: “x” is no board number"),
        ('[Board "1"]\n[Deal "Q:1"]', "Line 2: “Q:1” is no deal of four hands"),
        (f'[Board "3"]\n[Deal "N:{DEAL.replace("AKQ2.T98", "AKQ2.T99")}"]', "Line 2: "),
    ],
)
def test_a_bad_file_says_the_line_and_what_is_wrong(text: str, sentence: str) -> None:
    with pytest.raises(BadFile) as refusal:
        read_deals(text)
    assert str(refusal.value).startswith(sentence)


@given(st.text(alphabet='[]"BoardDeal :NESW.AKQJT98765432-\n 0', max_size=300))
def test_no_text_breaks_the_reader(text: str) -> None:
    with suppress(BadFile):
        assert read_deals(text)
