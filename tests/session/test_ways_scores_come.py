"""How scores come to the desk, and a clock that calls the rounds by itself."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from fractions import Fraction

import pytest
from night import DIRECTOR, SCORER, Night, pad, small

from arrowswitch.session import (
    AddMinutes,
    BareScore,
    CallRound,
    ChangeSettings,
    CutRounds,
    EndPlay,
    Enter,
    HoldClock,
    LineKey,
    NotNow,
    Publish,
    Refused,
    ResumeClock,
    SetBreak,
    Settings,
    Undo,
    decide,
    evolve,
)
from arrowswitch.session.desk.hands_off import calls_due, planned_call
from arrowswitch.session.desk.posting import find_sheet, jump, next_sheet, sheets
from arrowswitch.session.journal.text import from_json, to_json
from arrowswitch.session.night.missing import awaited, missing
from arrowswitch.session.night.views import table_map
from arrowswitch.session.sight.ending import checklist

AT_THE_END = Settings(source="end")
TWENTY = {"round_minutes": Fraction(20)}


def minutes(number: float) -> timedelta:
    return timedelta(minutes=number)


def wrong(night: Night) -> list[str]:
    return [check.kind for check in checklist(night.state) if check.weight == "stops" and not check.in_order]


# -- travellers at the end --------------------------------------------------------------------------------------------


def test_with_travellers_at_the_end_no_table_is_behind_and_nothing_is_missing_before_the_end() -> None:
    night, phones = Night(small(), settings=AT_THE_END).start(), Night(small()).start()
    for each in (night, phones):
        each.call(2)
    assert [table.behind for table in table_map(phones.state)] == [1, 1, 1]
    assert [table.behind for table in table_map(night.state)] == [0, 0, 0]
    assert awaited(night.state) == ()
    assert wrong(night) == ["rounds"]
    assert wrong(phones) == ["rounds", "missing"]


def test_calling_a_round_says_nothing_of_results_that_come_at_the_end() -> None:
    assert Night(small(), settings=AT_THE_END).start().do(CallRound(2)).notes == ()
    assert Night(small()).start().do(CallRound(2)).notes != ()


def test_at_the_end_what_has_not_come_is_missing() -> None:
    night = Night(small(), settings=AT_THE_END).start()
    night.do(EndPlay())
    assert len(awaited(night.state)) == 9
    assert wrong(night) == ["missing"]
    assert [table.behind for table in table_map(night.state)] == [0, 0, 0]  # it is the desk that has them to type


def test_results_are_missing_at_posting_though_nobody_said_that_play_is_over() -> None:
    night = Night(small(), settings=AT_THE_END).start()
    night.call(2)
    night.call(3)
    assert awaited(night.state) == ()
    assert wrong(night) == ["missing"]
    with pytest.raises(Refused, match="9 results are missing"):
        night.do(Publish())


# -- all rounds have been played --------------------------------------------------------------------------------------


def test_a_director_who_never_touched_the_clock_says_that_all_rounds_have_been_played() -> None:
    night = Night(small())
    night.do(EndPlay(), SCORER)
    section = night.state.sections["A"]
    assert (night.state.phase, section.round, section.over, section.clock) == ("playing", 3, True, None)
    for each in missing(night.state):
        night.enter(each.line, 110)
    night.do(Publish())
    assert night.state.phase == "published"


def test_that_all_rounds_have_been_played_is_said_once_and_can_be_taken_back() -> None:
    night = Night(small()).start()
    said = night.do(EndPlay())
    with pytest.raises(Refused, match="known already"):
        night.do(EndPlay())
    with pytest.raises(Refused, match="no round 4"):
        night.do(CallRound(4))
    with pytest.raises(Refused, match="No round is being played"):
        night.do(HoldClock())
    night.do(Undo(said.id), why="they play on")
    assert (night.state.sections["A"].round, night.state.sections["A"].over) == (1, False)
    with pytest.raises(Refused, match="not for a table"):
        night.do(EndPlay(), pad(1))


def test_rounds_can_still_be_cut_when_all_have_been_played() -> None:
    night = Night(small()).start()
    night.call(2)
    night.do(CutRounds(2))
    night.do(EndPlay())
    assert night.state.sections["A"].round == 2


# -- rounds that were not called --------------------------------------------------------------------------------------


def test_the_desk_writes_lines_of_rounds_that_were_not_called_yet() -> None:
    night = Night(small(), settings=Settings(wait=True)).start()
    night.enter(LineKey("A", 3, 1, 3), 110)
    with pytest.raises(NotNow, match="Round 2 has not been called yet"):
        night.do(Enter(LineKey("A", 2, 1, 2), BareScore(110)), pad(1))
    with pytest.raises(Refused, match="Round 1 has not been called yet"):
        Night(small()).enter(LineKey("A", 1, 1, 1), 110)


def test_a_traveller_takes_all_its_lines_where_travellers_come() -> None:
    for source, rows, complete in (("phones", 1, True), ("slips", 1, True), ("travellers", 3, True), ("end", 3, False)):
        night = Night(small(), settings=Settings(source=source)).start()  # type: ignore[arg-type]
        night.enter(LineKey("A", 1, 1, 1), 110)
        first = sheets(night.state)[0]
        assert (len(first.rows), first.complete) == (rows, complete), source


def test_a_line_of_a_later_round_is_not_waited_for_on_travellers_of_each_round() -> None:
    night = Night(small(), settings=Settings(source="travellers")).start()
    night.play_round()
    found = sheets(night.state)
    assert next_sheet(found) is None
    assert [row.ahead for row in found[0].rows] == [False, True, True]
    night.call(2)
    following = next_sheet(sheets(night.state))
    assert following is not None
    assert sum(row.empty for row in following.rows) == 1


def test_the_slip_of_a_round_that_was_not_called_is_there_when_it_is_asked_for() -> None:
    night = Night(small(), settings=Settings(source="slips")).start()
    due, every = sheets(night.state, 1), sheets(night.state, 1, every=True)
    assert jump(due, "2-3") is None
    slip = jump(every, "2-3")
    assert slip is not None
    assert [row.line for row in slip.rows] == [LineKey("A", 2, 3, 1)]
    assert find_sheet(every, slip.code) == slip
    assert next_sheet(every) in due


# -- hands off --------------------------------------------------------------------------------------------------------


def hands_off(**plan: object) -> Night:
    return Night(small(), settings=Settings(hands_off=True), plan={**TWENTY, **plan}).start()


def follow(night: Night, now: timedelta) -> list[tuple[int | str, timedelta]]:
    """What the clock calls until so long after the start: the round, or the end, and when."""
    begun = night.state.journal[1].at
    called = []
    for command in calls_due(night.state, begun + now):
        (entry,) = decide(night.state, command)
        night.state = evolve(night.state, entry)
        assert isinstance(entry.act, CallRound | EndPlay)
        called.append((entry.act.round if isinstance(entry.act, CallRound) else "end", entry.at - begun))
    return called


def test_rounds_are_called_when_their_time_has_come_and_never_twice() -> None:
    night = hands_off()
    assert follow(night, minutes(19)) == []
    first = calls_due(night.state, night.now + minutes(20))
    assert follow(night, minutes(20)) == [(2, minutes(20))]
    assert [entry for command in first for entry in decide(night.state, command)] == []
    assert follow(night, minutes(39)) == []
    assert follow(night, minutes(59)) == [(3, minutes(40))]
    assert follow(night, minutes(900)) == [("end", minutes(60))]
    assert follow(night, minutes(1900)) == []


def test_the_end_of_the_last_round_is_called_too_and_can_be_taken_back() -> None:
    night = hands_off()
    assert follow(night, minutes(60)) == [(2, minutes(20)), (3, minutes(40)), ("end", minutes(60))]
    assert night.state.sections["A"].over
    night.do(Undo(night.state.journal[-1].id), at=night.now + minutes(61), why="table 1 still plays")
    assert not night.state.sections["A"].over
    assert follow(night, minutes(600)) == []


def test_after_a_while_in_which_nobody_looked_each_round_has_its_planned_time() -> None:
    assert follow(hands_off(), minutes(59)) == [(2, minutes(20)), (3, minutes(40))]


def test_the_break_is_kept_and_minutes_that_were_added() -> None:
    night = hands_off()
    night.do(SetBreak(1, 15))
    night.do(AddMinutes(3))
    assert follow(night, minutes(37.9)) == []
    assert follow(night, minutes(38)) == [(2, minutes(38))]
    assert planned_call(night.state, "A") == night.state.sections["A"].clock.called + minutes(20)  # type: ignore[union-attr]


def test_a_clock_that_is_held_calls_nothing() -> None:
    night = hands_off()
    begun = night.now
    night.do(HoldClock(), at=begun + minutes(5))
    assert follow(night, minutes(120)) == []
    night.do(ResumeClock(), at=begun + minutes(45))
    assert follow(night, minutes(59)) == []
    assert follow(night, minutes(60)) == [(2, minutes(60))]


def test_a_call_that_was_taken_back_is_not_made_again() -> None:
    night = hands_off()
    follow(night, minutes(20))
    night.do(Undo(night.state.journal[-1].id), at=night.now + minutes(22), why="not yet")
    assert follow(night, minutes(60)) == []
    night.do(CallRound(2), at=night.now + minutes(30))
    assert [name for name, _at in follow(night, minutes(120))] == [3, "end"]


def test_switched_on_late_it_calls_from_then_on() -> None:
    night = Night(small(), plan=TWENTY).start()
    begun = night.now
    assert follow(night, minutes(50)) == []
    night.do(ChangeSettings(Settings(hands_off=True)), at=begun + minutes(50))
    assert follow(night, minutes(51)) == [(2, minutes(50))]
    assert follow(night, minutes(70)) == [(3, minutes(70))]


def test_sections_have_their_own_clocks() -> None:
    night = Night(small(), small(), settings=Settings(hands_off=True), plan=TWENTY).start()
    night.do(AddMinutes(5, "B"))
    assert follow(night, minutes(24)) == [(2, minutes(20))]
    assert follow(night, minutes(26)) == [(2, minutes(25))]
    assert [section.round for section in night.state.sections.values()] == [2, 2]


def test_nothing_is_called_before_the_start_or_when_play_is_over() -> None:
    waiting = Night(small(), settings=Settings(hands_off=True), plan=TWENTY)
    assert calls_due(waiting.state, waiting.now + minutes(500)) == ()
    over = hands_off()
    over.do(EndPlay())
    assert follow(over, minutes(500)) == []


# -- the journal ------------------------------------------------------------------------------------------------------


def test_a_journal_says_how_scores_come_only_where_it_is_not_as_it_always_was() -> None:
    plain = to_json(Night(small()).state.journal[0])
    assert "source" not in plain["act"]["settings"]
    assert "hands_off" not in plain["act"]["settings"]
    entry = Night(small(), settings=Settings(source="slips", hands_off=True)).state.journal[0]
    assert from_json(to_json(entry)) == entry
    assert to_json(entry)["act"]["settings"]["source"] == "slips"


def test_how_scores_come_can_be_changed_at_any_time() -> None:
    night = Night(small(), settings=AT_THE_END).start()
    night.call(2)
    night.do(ChangeSettings(replace(night.state.settings, source="slips")), DIRECTOR)
    assert len(awaited(night.state)) == 6
    with pytest.raises(Refused, match="slow-post"):
        night.do(ChangeSettings(Settings(source="slow-post")))  # type: ignore[arg-type]
