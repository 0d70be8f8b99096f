"""A series as a stage of an event: its sessions feed it, and the journal keeps the plan."""

from __future__ import annotations

from fractions import Fraction

import pytest
from event_journal import RunningEvent

from arrowswitch.contests import events
from arrowswitch.contests.series import EventPart, SeriesPlan, SessionScore
from arrowswitch.journals import Refused


def night(session: str, *pairs: tuple[str, int]) -> events.SessionFeed:
    """A session of pairs, written as their players and a percentage."""
    scores = (SessionScore(who, 24, percent, 100, players=tuple(who.split("+"))) for who, percent in pairs)
    return events.SessionFeed(session, part=EventPart("as the session calls it", tuple(scores)))


def test_a_ladder_of_three_nights_with_another_partner_is_fed_by_its_sessions() -> None:
    # LAD-02: (3, 3, 3), at least one other partner
    event = RunningEvent(title="Ladder", kind="players")
    event.do(events.OpenStage("Ladder", events.SeriesStage(SeriesPlan.ladder(3, 3, 3, partners=2))))
    for number in (1, 2, 3):
        event.do(events.AddSession(str(number), f"night {number}", (number,)))
    first, second = night("1", ("ann+bob", 60), ("cy+dee", 50)), night("2", ("ann+bob", 62), ("cy+dee", 48))
    made = events.series_list(event.state, (first, second))
    assert made.open
    assert [each.who for each in made.placed] == ["ann", "bob", "cy", "dee"]
    third = night("3", ("ann+cy", 55), ("bob+eve", 45), ("dee+fay", 58))
    done = events.series_list(event.state, (first, second, third))
    assert [(each.who, each.rank, each.value) for each in done.placed][:2] == [
        ("ann", "1", 59),
        ("bob", "2", Fraction(167, 3)),
    ]
    assert [share.session for share in done.placed[0].taken] == ["night 1", "night 2", "night 3"]
    assert events.loads(events.dumps(event.state.journal)) == event.state.journal
    assert events.replay(event.state.journal) == event.state


def test_a_session_that_is_left_out_does_not_count_and_a_correction_flows_through() -> None:
    event = RunningEvent(title="Spring pairs", kind="pairs")
    event.do(events.OpenStage("Pairs", events.SeriesStage()))
    event.do(events.AddSession("1", "Monday", (1,)))
    event.do(events.AddSession("2", "Tuesday", (2,)))
    feeds = (night("1", ("a", 60), ("b", 40)), night("2", ("a", 40), ("b", 70)))
    assert [each.who for each in events.series_list(event.state, feeds).placed] == ["b", "a"]
    event.do(events.LeaveOutSession("2"))
    assert [each.who for each in events.series_list(event.state, feeds).placed] == ["a", "b"]
    corrected = (night("1", ("a", 45), ("b", 55)), feeds[1])
    assert [each.who for each in events.series_list(event.state, corrected).placed] == ["b", "a"]


def test_a_series_has_no_draw_and_a_plan_that_cannot_be_is_refused() -> None:
    event = RunningEvent(title="Ladder", kind="players")
    with pytest.raises(Refused, match="No more than 3 sessions can be needed or count"):
        event.do(events.OpenStage("Ladder", events.SeriesStage(SeriesPlan(sessions=3, needed=4))))
    event.do(events.OpenStage("Ladder", events.SeriesStage()))
    with pytest.raises(Refused):
        event.do(events.DrawRound("Ladder"))
    swiss = RunningEvent(4, events.SwissPlan(3))
    with pytest.raises(Refused, match="Swiss is no series"):
        events.series_list(swiss.state, ())
