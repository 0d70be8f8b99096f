"""Match slips: each side confirms the result as it stands, and anew when it was changed."""

from __future__ import annotations

from fractions import Fraction

import pytest
from event_journal import RunningEvent

from arrowswitch.contests.events import (
    ConfirmSlip,
    DrawRound,
    RecordResult,
    StageView,
    SwissPlan,
    UndoInEvent,
    confirmed_by,
    slip_score,
)
from arrowswitch.journals import Actor, Outdated, Refused


def test_both_captains_confirm_what_stands_on_the_slip_and_anew_when_it_is_corrected() -> None:
    event = RunningEvent(4, SwissPlan(3))
    event.do(DrawRound())
    one, other = event.drawn()[0]
    key = event.key(one, other)
    captain = Actor("player", "Ann", contestant=one)
    with pytest.raises(Refused, match="no result yet"):
        event.do(ConfirmSlip(key, one, (Fraction(20), Fraction(11))), captain)
    event.record(one, other, 20, 11)

    def view() -> StageView:
        return StageView.of(event.state, event.feeds)

    score = slip_score(view(), key)
    assert score == (20, 11)
    event.do(ConfirmSlip(key, one, score), captain)
    with pytest.raises(Refused, match="already"):
        event.do(ConfirmSlip(key, one, score), captain)
    with pytest.raises(Refused, match="own captain"):
        event.do(ConfirmSlip(key, other, score), captain)
    entry = event.do(ConfirmSlip(key, other, score))
    assert str(entry.act.told(event.state)).startswith(f"{event.state.called(other)} confirmed 20 : 11")
    assert confirmed_by(view(), key) == (one, other)
    event.do(RecordResult(key, imps=(Fraction(21), Fraction(11))), why="a board was missing")
    assert confirmed_by(view(), key) == ()
    with pytest.raises(Outdated, match="21 : 11 now"):
        event.do(ConfirmSlip(key, one, score), captain)
    event.do(UndoInEvent(event.state.journal[-1].id))
    assert confirmed_by(view(), key) == (one, other)  # what they saw is there again
