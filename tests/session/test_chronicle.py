"""The story of a board, a pair, a table; and what is told to the second of two directors."""

from __future__ import annotations

from fractions import Fraction

import pytest
from night import Night, small

from arrowswitch.session import (
    Actor,
    AnswerCall,
    CallDirector,
    LineKey,
    Outdated,
    Penalise,
    Place,
    RemoveBoard,
    SeatedPlayer,
    Seating,
    SeatPlayers,
    SplitBoard,
    Undo,
    WithdrawPenalty,
)
from arrowswitch.session.story.chronicle import ChronicleLine, board_story, line_story, pair_story, table_story

EVE = Actor("director", "Eve")
FIRST = LineKey("A", 1, 1, 1)


def told(each: ChronicleLine) -> str:
    return f"{each.what} ({each.why})" if each.why else str(each.what)


def played() -> Night:
    night = Night(small()).start()
    night.play_round()
    return night


def test_a_board_tells_its_lines_and_its_removal() -> None:
    night = played()
    night.do(SplitBoard((FIRST,), "B"), why="two cards changed places")
    gone = night.do(RemoveBoard(1), why="nobody knows")
    night.do(Undo(gone.id), why="we do")
    assert [told(line) for line in board_story(night.state, 1)] == [
        "board 1 at table 1 in round 1: nothing → +110",
        "board 1 at table 1 in round 1: +110 → +110, group B (two cards changed places)",
        "removed board 1 (nobody knows)",
        "took back: removed board 1 (we do)",
    ]
    assert board_story(night.state, 2)[-1].what.endswith("nothing → +110")
    assert [told(each) for each in line_story(night.state, FIRST)] == [
        told(each) for each in board_story(night.state, 1)
    ]


def test_a_pair_tells_its_players_lines_and_penalties_and_nobody_elses() -> None:
    night = Night(small())
    night.do(SeatPlayers((Seating(Place("A", 1, "N"), SeatedPlayer("Ann Ash")),)))
    night.do(SeatPlayers((Seating(Place("A", 2, "N"), SeatedPlayer("Bob Beech")),)))
    night.start()
    night.play_round()
    penalty = night.do(Penalise("A", 1, share=Fraction(1, 10)), why="slow")
    night.do(Penalise("A", 2), why="slow too")
    night.do(WithdrawPenalty(penalty.id), why="the others were")
    assert [told(line) for line in pair_story(night.state, "A", 1)] == [
        "named players",
        "board 1 at table 1 in round 1: nothing → +110",
        "gave NS 1 a penalty of 10% of a top (slow)",
        "withdrew a penalty (the others were)",
    ]


def test_a_table_tells_its_calls() -> None:
    night = played()
    call = night.do(CallDirector("A", 1, "revoke"))
    night.do(CallDirector("A", 2, "lead"))
    night.do(AnswerCall(call.id, "one trick"))
    assert [told(line) for line in table_story(night.state, "A", 1)] == [
        "board 1 at table 1 in round 1: nothing → +110",
        "called the director to table 1",
        "answered a call",
    ]


def test_the_second_to_change_a_board_is_told_what_the_first_did() -> None:
    night = played()
    seen = len(night.state.journal)
    night.do(SplitBoard((FIRST,), "B"), EVE, why="fouled", seen=seen)
    for act in (RemoveBoard(1), SplitBoard((FIRST,), "C")):
        with pytest.raises(Outdated, match="Eve was faster: put a result of board 1 into group “B”"):
            night.do(act, why="fouled", seen=seen)
    night.do(RemoveBoard(2), why="another board", seen=seen)
    night.do(SplitBoard((FIRST,), "C"), why="after another look", seen=len(night.state.journal))


def test_the_second_to_fine_a_pair_is_told_of_the_first_fine() -> None:
    night = played()
    seen = len(night.state.journal)
    penalty = night.do(Penalise("A", 1, share=Fraction(1, 10)), EVE, why="slow", seen=seen)
    with pytest.raises(Outdated, match="Eve was faster: gave NS 1 a penalty of 10% of a top"):
        night.do(Penalise("A", 1, share=Fraction(1, 10)), why="slow", seen=seen)
    night.do(Penalise("A", 4), why="slow too", seen=seen)
    seen = len(night.state.journal)
    night.do(Undo(penalty.id), EVE, why="no")
    with pytest.raises(Outdated, match="Eve was faster: took back: gave NS 1 a penalty"):
        night.do(Penalise("A", 1), why="slow", seen=seen)
