"""Nights from the manuals, played through the session."""

from __future__ import annotations

from fractions import Fraction

from night import DIRECTOR, SCORER, Night

from arrowswitch.movements import build
from arrowswitch.scoring import Percent
from arrowswitch.session import (
    Adjust,
    Adjustment,
    BareScore,
    Enter,
    LatePlay,
    LineKey,
    NotPlayed,
    Penalise,
    Publish,
    SplitBoard,
    scored,
    standings,
)
from arrowswitch.session.night.missing import missing


def test_a_board_fouled_at_four_of_ten_tables() -> None:
    """NZ manual L1947-1976 (example C3), by the regulation formula: two sections of five tables scored together."""
    five = build("mitchell", tables=5, boards_per_round=1)
    night = Night(five, five, regulations="nzb").start()
    true, fouled = iter((620, 620, 620, 170, 620, 620)), iter((-90, 100, 300, 200))
    split = []
    for number in range(1, 6):
        if number > 1:
            night.call(number)
        table = next(meeting.table for meeting in five.by_round[number] if 4 in meeting.boards)
        for section in "AB":
            line = LineKey(section, number, table, 4)
            is_fouled = number > 3
            night.do(Enter(line, BareScore(next(fouled if is_fouled else true))), SCORER)
            if is_fouled:
                split.append(line)
    night.do(SplitBoard(tuple(split), "fouled"), why="two cards exchanged")
    (board,) = scored(night.state).boards.values()
    found = [(line.line.score, line.ns and line.ns.value) for line in board.lines]
    assert sorted(found, key=str) == sorted(
        [
            *[(620, Fraction("10.7"))] * 5,
            (170, Fraction("0.7")),
            (-90, Fraction("1.5")),
            (100, Fraction("6.5")),
            (300, Fraction("16.5")),
            (200, Fraction("11.5")),
        ],
        key=str,
    )


def test_ten_percent_of_a_top_on_thirteen_tables() -> None:
    """NZ manual L2032 (example C5): 2.4 matchpoints, 0.38% of 26 boards."""
    night = Night(build("mitchell", tables=13, boards_per_round=2)).start()
    night.play_all()
    before = {each.contestant: each for each in standings(night.state)}["A7"]
    night.do(Penalise("A", 7, share=Fraction(1, 10)), why="slow")
    after = {each.contestant: each for each in standings(night.state)}["A7"]
    assert before.maximum == 624
    assert before.points - after.points == Fraction(24, 10)
    assert before.percent is not None
    assert after.percent is not None
    assert round(float(before.percent - after.percent), 2) == 0.38


def test_a_wrong_board_is_put_right_as_the_manual_says() -> None:
    """NZ manual L1996-2018 (example 4.D), on seven tables: a pair plays board 5 where it should have played board 1."""
    movement = build("mitchell", tables=7, boards_per_round=1)
    night = Night(movement).start()
    night.play_round()
    night.call(2)
    here = next(meeting for meeting in movement.by_round[2] if 1 in meeting.boards)
    culprit, visitor = here.ns, here.ew
    wrong = LineKey("A", 2, here.table, 5)
    night.do(Enter(wrong, BareScore(200)), DIRECTOR, force=True, why="played board 5 for board 1")
    night.do(Enter(LineKey("A", 2, here.table, 1), LatePlay()), SCORER)
    # whoever should have had board 5 with one of the two is deprived of it: they are given 60% each
    deprived_ew = next(m for m in movement.meetings if m.ns == culprit and 5 in m.boards)
    deprived_ns = next(m for m in movement.meetings if m.ew == visitor and 5 in m.boards)
    for number in range(2, 8):
        if number > 2:
            night.call(number)
        for meeting in movement.by_round[number]:
            line = LineKey("A", number, meeting.table, meeting.boards[0])
            if meeting is deprived_ew:
                night.do(Enter(line, NotPlayed()), SCORER)
            elif meeting is deprived_ns:
                swapped = Enter(line, NotPlayed(), ew=deprived_ew.ew)
                night.do(swapped, DIRECTOR, force=True, why="the opponents had played board 5")
                sixty = Percent(Fraction(3, 5))
                night.do(Adjust(line, Adjustment(sixty, sixty)), why="deprived of the board by others")
            elif meeting is not here:
                night.enter(line, 110)
    assert [each.what for each in missing(night.state)] == ["late-play"]
    night.do(Enter(LineKey("A", 2, here.table, 1), BareScore(110)), SCORER)  # at the end of the session
    night.do(Publish())
    boards = {each.contestant: each.boards for each in standings(night.state)}
    assert set(boards.values()) == {7}
    line = next(each for each in scored(night.state).session.lines if each.board == 5 and each.score == 200)
    assert (line.ns, line.ew) == (f"A{culprit}", f"A{visitor}")
