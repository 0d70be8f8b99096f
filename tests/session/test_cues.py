"""What to say at each moment of a night of seven tables and a half."""

from __future__ import annotations

from datetime import timedelta

from night import Night

from arrowswitch.movements import build
from arrowswitch.session import HoldClock, SetBreak
from arrowswitch.session.sight.cues import cues


def eight() -> Night:
    return Night(build("skip-mitchell", tables=8, boards_per_round=3))


def test_before_play_everything_that_must_be_known_is_said() -> None:
    night = eight()
    found = cues(night.state, "A", night.now)
    assert found.now
    assert found.next == ()
    assert not found.due


def test_the_skip_is_told_of_before_it_is_due_and_said_when_it_is() -> None:
    night = eight().start()
    assert str(cues(night.state, "A", night.now).ahead).startswith("After round 4: ")
    for number in (2, 3, 4):
        night.play_round()
        night.call(number)
    early = cues(night.state, "A", night.now)
    assert early.now == ()
    assert any(cue.special for cue in early.next)
    night.play_round()
    late = cues(night.state, "A", night.now)
    assert late.due
    assert late.now == early.next


def test_the_last_minutes_are_warned_of_and_then_the_move_is_due() -> None:
    night = eight().start()
    clock = night.state.sections["A"].clock
    assert clock is not None
    end = clock.called + timedelta(minutes=float(clock.minutes))
    warned = cues(night.state, "A", end - timedelta(seconds=90))
    assert "2 minutes" in warned.now[0].text
    assert cues(night.state, "A", end - timedelta(minutes=10)).now == ()
    over = cues(night.state, "A", end)
    assert over.due
    assert over.now == warned.next


def test_a_held_clock_is_said_and_a_break_comes_with_its_length() -> None:
    night = eight().start()
    night.do(SetBreak(1, 20))
    night.play_round()
    assert "20 minutes" in cues(night.state, "A", night.now).now[0].text
    night.do(HoldClock())
    assert cues(night.state, "A", night.now).now[0].text == "The clock is held."


def test_nothing_more_is_said_once_results_are_posted() -> None:
    from arrowswitch.session import Publish

    night = Night(build("mitchell", tables=3, boards_per_round=1)).start()
    night.play_all()
    night.do(Publish())
    assert cues(night.state, "A", night.now).now == ()
