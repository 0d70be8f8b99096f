"""The clock, the map of the tables and the announcements."""

from __future__ import annotations

from datetime import timedelta
from fractions import Fraction

import pytest
from night import Night, pad, small

from arrowswitch.movements import build
from arrowswitch.session import (
    AddMinutes,
    BeginBreak,
    CallDirector,
    Enter,
    HoldClock,
    LatePlay,
    LineKey,
    NotPlayed,
    Refused,
    RemoveBoard,
    ResumeClock,
    SetBreak,
    Settings,
    Undo,
)
from arrowswitch.session.acts import PairLeaves
from arrowswitch.session.night.clock import break_question, clock_face
from arrowswitch.session.night.missing import missing
from arrowswitch.session.night.views import table_map, to_announce


def minutes(number: float) -> timedelta:
    return timedelta(minutes=number)


def test_a_round_takes_what_the_regulations_say() -> None:
    # NZ manual TIM-01: 13 minutes for two boards, one more for juniors
    for grade, length in (("open", 13), ("junior", 14)):
        night = Night(build("mitchell", tables=13, boards_per_round=2), regulations="nzb", plan={"grade": grade})
        night.start()
        face = clock_face(night.state, "A", night.now)
        assert face is not None
        assert face.left == minutes(length)
        assert face.finish == night.now + 13 * minutes(length)
        later = clock_face(night.state, "A", night.now + minutes(length - 2))
        assert later is not None
        assert later.warning
        assert not face.warning


def test_before_the_start_there_is_no_clock() -> None:
    night = Night(small())
    assert clock_face(night.state, "A", night.now) is None
    with pytest.raises(Refused, match="No round is being played"):
        night.do(HoldClock())


def test_a_held_clock_does_not_run_and_the_finish_moves() -> None:
    night = Night(small(), plan={"round_minutes": Fraction(20)}).start()
    begun = night.now
    held = night.do(HoldClock()).at
    with pytest.raises(Refused, match="held already"):
        night.do(HoldClock())
    assert held == begun + minutes(1)
    face = clock_face(night.state, "A", begun + minutes(11))
    assert face is not None
    assert (face.left, face.held) == (minutes(19), True)
    night.do(ResumeClock(), at=begun + minutes(11))
    face = clock_face(night.state, "A", begun + minutes(15))
    assert face is not None
    assert (face.left, face.held) == (minutes(15), False)
    assert face.finish == begun + minutes(70)
    with pytest.raises(Refused, match="The clock is running"):
        night.do(ResumeClock())


def test_minutes_are_added_and_overtime_is_shown() -> None:
    night = Night(small(), plan={"round_minutes": Fraction(20)}).start()
    begun = night.now
    night.do(AddMinutes(5))
    night.do(AddMinutes(-2))
    face = clock_face(night.state, "A", begun + minutes(25))
    assert face is not None
    assert face.left == minutes(-2)
    assert face.finish == begun + minutes(25 + 40)
    with pytest.raises(Refused, match="Add between 1 and 240 minutes"):
        night.do(AddMinutes(0))


def test_a_break_that_is_begun_ends_the_round_and_has_all_its_minutes() -> None:
    night = Night(small(), plan={"round_minutes": Fraction(20), "break_after": 1, "break_minutes": 15}).start()
    asked = break_question(night.state, 2, None, night.now)
    assert asked == "The break has not been held: call round 2 all the same?"
    begun = night.do(BeginBreak())
    assert begun.notes  # tables that have not finished
    face = clock_face(night.state, "A", begun.at + minutes(5))
    assert face is not None
    assert face.pause
    assert face.finish == begun.at + minutes(15 + 2 * 20)
    assert break_question(night.state, 2, None, begun.at) is None
    with pytest.raises(Refused, match="has begun already"):
        night.do(BeginBreak())
    night.do(Undo(begun.id))
    assert not night.state.sections["A"].clock.pause  # type: ignore[union-attr]
    night.do(BeginBreak())
    night.call(2)
    with pytest.raises(Refused, match="No break is planned after this round"):
        night.do(BeginBreak())


def test_a_break_that_the_clock_counts_by_itself_is_asked_about_until_it_is_over() -> None:
    night = Night(small(), plan={"round_minutes": Fraction(20), "break_after": 1, "break_minutes": 15}).start()
    asked = break_question(night.state, 2, None, night.now + minutes(22))
    assert asked == "13 minutes of the break are left: call round 2 all the same?"
    assert break_question(night.state, 2, None, night.now + minutes(35)) is None


def test_the_break_is_part_of_the_evening_until_it_is_over() -> None:
    night = Night(small(), plan={"round_minutes": Fraction(20), "break_after": 1, "break_minutes": 15}).start()
    begun = night.now
    face = clock_face(night.state, "A", begun)
    assert face is not None
    assert face.break_next
    assert face.finish == begun + minutes(75)
    late = clock_face(night.state, "A", begun + minutes(25))  # five minutes of the break are gone
    assert late is not None
    assert late.finish == begun + minutes(75)
    night.call(2)
    called = night.now
    second = clock_face(night.state, "A", called)
    assert second is not None
    assert second.finish == called + minutes(40)
    with pytest.raises(Refused, match="The break comes after a round between 1 and 2"):
        night.do(SetBreak(3, 10))
    night.do(SetBreak(2, 10))
    moved = clock_face(night.state, "A", night.now)
    assert moved is not None
    assert moved.finish == called + minutes(50)


def test_no_board_is_begun_in_the_last_minutes_where_there_is_such_a_rule() -> None:
    night = Night(
        small(), overrides={"timing": {"last_start_minutes": 3}}, plan={"round_minutes": Fraction(20)}
    ).start()
    early, late = (clock_face(night.state, "A", night.now + minutes(each)) for each in (16, 17))
    assert early is not None
    assert late is not None
    assert (early.no_new_board, late.no_new_board) == (False, True)


def test_the_map_shows_what_every_table_has_done() -> None:
    night = Night(small(), settings=Settings(confirm=True)).start()
    night.enter(LineKey("A", 1, 1, 1), 420, pad(1))
    night.do(Enter(LineKey("A", 1, 2, 2), NotPlayed()), pad(2))
    night.do(CallDirector("A", 3, "lead out of turn"), pad(3))
    cells = {view.table: view.boards[0].state for view in table_map(night.state)}
    assert cells == {1: "unconfirmed", 2: "not-played", 3: "missing"}
    views = {view.table: view for view in table_map(night.state)}
    assert views[3].call is not None
    assert views[3].call.about == "lead out of turn"
    assert [views[table].done for table in (1, 2, 3)] == [True, True, False]
    assert (views[1].ns, views[1].ew) == (1, 4)
    night.call(2)
    assert {view.table: view.behind for view in table_map(night.state)} == {1: 0, 2: 0, 3: 1}


def test_a_table_without_a_pair_plays_nothing() -> None:
    night = Night(build("mitchell", tables="6½")).start()
    assert len(missing(night.state)) == 6 * 4
    assert all(view.ns is not None for view in table_map(night.state))


def test_what_is_missing_is_told_table_by_table() -> None:
    night = Night(small()).start()
    night.do(Enter(LineKey("A", 1, 2, 2), LatePlay()), pad(2))
    night.do(RemoveBoard(3), why="fouled before play")
    assert [(each.line.table, each.what) for each in missing(night.state)] == [(1, "result"), (2, "late-play")]
    assert missing(night.state, "B") == ()


def test_who_has_gone_home_is_not_told_to_sit_out() -> None:
    night = Night(build("howell", tables="3½", boards_per_round=2)).start()
    (waits,) = [sit.pair for sit in night.state.sections["A"].movement.sit_outs if sit.round == 2]
    told = f"Sitting out in round 2: {waits}."
    assert told in [each.text for each in to_announce(night.state, "A")]
    night.do(PairLeaves("A", waits, 2, stands=True))
    assert "Sitting out" not in " ".join(each.text for each in to_announce(night.state, "A"))


def test_what_to_say_next_is_said_at_its_time() -> None:
    night = Night(build("mitchell", tables=7, switch="7"))
    before = to_announce(night.state, "A")
    assert before
    assert {said.moment for said in before} == {"before"}
    night.start()
    for number in range(2, 7):
        night.call(number)
    said = " ".join(str(each.text) for each in to_announce(night.state, "A"))
    assert "The next round is the last." in said
    assert "arrow" in said.lower() or "switch" in said.lower()
