"""Deals in PBN, written by hand after the standard's own rules."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arrowswitch.deals import BoardHands, TrickTable
from arrowswitch.formats import BadFile, read_deals, write_deals

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


def test_what_is_written_reads_back_and_carries_the_analysis_in_the_usual_tags() -> None:
    deals = tuple(BoardHands(board, HANDS[0].replace("-", ""), *HANDS[1:]) for board in (1, 2))
    text = write_deals(deals, {2: TrickTable("77667775576677566775")}, event='The "Cup"')
    assert read_deals(text) == deals
    first, second = text.split("\n\n")
    assert r'[Event "The \"Cup\""]' in first
    assert "Optimum" not in first
    assert '[Dealer "E"]\n[Vulnerable "NS"]' in second
    assert '[DoubleDummyTricks "77667775576677566775"]\n[OptimumScore "NS 90"]' in second
    rows = second.split('[OptimumResultTable "Declarer;Denomination\\2R;Result\\2R"]\n')[1].splitlines()
    assert (rows[0], rows[1], rows[-1], len(rows)) == ("N NT  7", "N  S  7", "W  C  5", 20)
    assert max(map(len, text.splitlines())) < 255  # the standard's longest line
