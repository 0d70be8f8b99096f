"""A Swiss as an event: drawn, fed by sessions, corrected, changed by hand; what was drawn is marked and never changed."""

from __future__ import annotations

from fractions import Fraction

import pytest
from event_journal import SCORER, RunningEvent

from arrowswitch.contests.events import (
    AddSession,
    ChangeDraw,
    ChangeEntry,
    ClearResult,
    DrawRound,
    EnterContestant,
    EventMatchKey,
    FedMatch,
    ForfeitMatch,
    LeaveOutSession,
    MatchDraw,
    OpenStage,
    PenaliseContestant,
    RecordResult,
    RoundRobinPlan,
    SitSameWay,
    StagePlan,
    SubMatch,
    SwissPlan,
    UndoInEvent,
    WithdrawContestant,
    cross_table,
    draw_cost,
    draw_marks,
    explain_match,
    explain_total,
    next_draw,
    results,
    still_possible,
)
from arrowswitch.journals import Outdated, Refused

SEEDED = {"own_rules": {"first": "australian"}}


def eight() -> RunningEvent:
    return RunningEvent(8, SwissPlan(4), **SEEDED)


def test_seven_teams_play_a_triple_over_two_rounds_and_its_points_come_with_the_second() -> None:
    event = RunningEvent(7, SwissPlan(4), regulations="nzb", rules="nzb", **SEEDED)
    event.do(DrawRound())
    assert event.drawn() == [(1, 3), (2, 4), (5, 6, 7)]
    event.record(1, 3, 20, 11)
    event.record(2, 4, 4, 4)
    first = event.key(5, 6, 7)
    event.do(RecordResult(first, between=(SubMatch(5, 6, (Fraction(12), Fraction(3))),)))
    event.do(DrawRound())
    assert (5, 6, 7) in event.drawn()
    second = event.key(5, 6, 7)
    halves = (SubMatch(6, 7, (Fraction(8), Fraction(8))), SubMatch(7, 5, (Fraction(0), Fraction(9))))
    assert results(event.state)[second].out
    event.do(RecordResult(second, between=halves))
    found = results(event.state)
    assert found[first].goes_on
    assert not any(result.out for result in found.values() if 5 in result.match.sides)
    assert {chance.contestant: int(chance.most - chance.least) for chance in still_possible(event.state)}[5] == 40
    assert [float(share.vps) for share in found[second].shares or ()] == [26.9, 16.55, 16.55]
    assert "Against 6 Gold: 12 - 3 = 9" in str(explain_match(event.state, (), second, 5))


def test_the_short_matches_of_a_triple_in_one_round_are_half_matches() -> None:
    # Bridge NSW 12.7: 5 IMPs on 4 of 8 boards are 13.78, and a level one 10; each counts half
    event = RunningEvent(5, SwissPlan(3), regulations="bnsw", own_rules={"first": "place", "odd": "triple"})
    event.do(DrawRound())
    assert event.drawn() == [(1, 2), (3, 4, 5)]
    level = tuple(SubMatch(a, 5, (Fraction(0), Fraction(0))) for a in (3, 4))
    event.do(RecordResult(event.key(3, 4, 5), between=(SubMatch(3, 4, (Fraction(5), Fraction(0))), *level)))
    assert {number: vps for _, number, vps in event.table() if vps} == {3: 11.89, 4: 8.11, 5: 10}


def test_a_triple_that_a_withdrawal_breaks_up_counts_as_a_result_that_is_out() -> None:
    event = RunningEvent(7, SwissPlan(4), regulations="nzb", rules="nzb", **SEEDED)
    event.do(DrawRound())
    event.record(1, 3, 20, 11)
    event.record(2, 4, 4, 4)
    event.do(WithdrawContestant(7))
    drawn = event.do(DrawRound())
    assert [str(note) for note in drawn.notes] == [
        "The result of 5 v 6 v 7 is not in; each counts 10 VPs for this draw."
    ]
    made_on = {each.contestant: float(each.score) for each in event.state.stage().rounds[-1].made_on}
    assert made_on == {1: 13.45, 2: 10, 3: 6.55, 4: 10, 5: 10, 6: 10}


def test_a_triple_that_is_out_after_both_rounds_counts_two_matches_and_the_draw_says_so() -> None:
    event = RunningEvent(7, SwissPlan(4), regulations="nzb", rules="nzb", **SEEDED)
    for _ in range(2):
        event.play()
    assert "The result of 5 v 6 v 7 is not in; each counts 20 VPs for this draw." in map(
        str, event.do(DrawRound()).notes
    )


def test_a_result_that_is_out_counts_as_a_draw_on_the_scale_of_the_event() -> None:
    event = RunningEvent(4, SwissPlan(3), scale="acbl-30", **SEEDED)
    event.do(DrawRound())
    assert str(event.do(DrawRound()).notes[0]) == "The result of 1 v 3 is not in; each counts 15 VPs for this draw."


def test_a_bye_is_worth_the_same_in_the_table_and_for_the_draw() -> None:
    event = RunningEvent(3, SwissPlan(3), own_rules={"first": "place", "bye": 15})
    event.play({1: 2, 2: 1})
    assert ("1", 3, 15.0) in event.table()
    event.do(DrawRound())
    made_on = {each.contestant: float(each.score) for each in event.state.stage().rounds[-1].made_on}
    assert made_on[3] == 15
    given = RunningEvent(3, SwissPlan(3), own_rules={"first": "place"}, overrides={"matches": {"bye": 15}})
    given.play({1: 2, 2: 1})
    assert next_draw(given.state).made_on[0].score == 15


def test_a_correction_marks_the_draws_that_were_made_on_it_and_changes_none() -> None:
    event = eight()
    event.play()
    event.play()
    before = event.state.stage().rounds
    assert draw_marks(event.state) == ()
    event.record(1, 5, 0, 30, round=1)
    (mark,) = draw_marks(event.state)
    assert event.state.stage().rounds == before
    assert (mark.stage, mark.round) == ("Swiss", 2)
    assert [each.contestant for each in mark.changed] == [1, 5]
    assert str(mark.sentence).startswith("Round 2 was made on other results: 1 Red had 11.67 and has 1.63;")
    event.do(UndoInEvent())
    assert draw_marks(event.state) == ()


def test_sessions_feed_the_event_and_their_corrections_flow_through() -> None:
    event = eight()
    event.do(DrawRound())
    assert event.drawn() == [(1, 5), (2, 6), (3, 7), (4, 8)]
    event.do(AddSession("monday", "Monday", (1,)))
    event.feed("monday", {1: [FedMatch((5, 1), (11, 20), boards=8), FedMatch((2, 6), (7, 0), complete=False)]})
    found = results(event.state, event.feeds)
    assert float(found[event.key(1, 5)].vps(1) or 0) == 13.45
    assert found[event.key(2, 6)].out
    assert found[event.key(2, 6)].running == (7, 0)
    assert event.table()[0] == ("1", 1, 13.45)
    draw = event.do(DrawRound())
    assert [str(note) for note in draw.notes] == [
        "The result of 2 v 6 is not in; each counts 10 VPs for this draw.",
        "The result of 3 v 7 is not in; each counts 10 VPs for this draw.",
        "The result of 4 v 8 is not in; each counts 10 VPs for this draw.",
    ]
    event.feed("monday", {1: [FedMatch((5, 1), (20, 11), boards=8)]})
    (mark,) = draw_marks(event.state, event.feeds)
    assert [(each.contestant, each.then, each.now) for each in mark.changed] == [
        (1, Fraction("13.45"), Fraction("6.55")),
        (5, Fraction("6.55"), Fraction("13.45")),
    ]
    event.do(LeaveOutSession("monday"))
    assert all(vps == 0 for _, _, vps in event.table())
    event.do(LeaveOutSession("monday", out=False))
    assert event.table()[0] == ("1", 5, 13.45)


@pytest.mark.parametrize("plan", [SwissPlan(5), RoundRobinPlan()])
def test_a_team_that_cannot_leave_table_five_is_at_tables_five_and_six_in_every_round(plan: StagePlan) -> None:
    event = RunningEvent(8)
    event.do(ChangeEntry("Green", seed=3, home=5, number=3))
    with pytest.raises(Refused, match=r"^3 Green cannot leave table 5; its match is there in every round\.$"):
        event.do(EnterContestant("Lilac", home=6))
    event.do(OpenStage("All", plan))
    for number in range(1, 4):
        drawn = event.do(DrawRound()).act.drawn[0].matches  # type: ignore[attr-defined]
        assert [match.table for match in drawn if 3 in match.sides] == [3]
        assert sorted(match.table for match in drawn) == [1, 2, 3, 4]
        for match in drawn:
            event.record(*match.sides, 30, number, round=number)
    pairs = RunningEvent(kind="pairs")
    for number in (1, 2, 3, 4):
        pairs.do(EnterContestant(f"Pair {number}", home=2 if number == 4 else None))
    pairs.do(OpenStage("Swiss", SwissPlan(2)))
    assert [match.table for match in pairs.do(DrawRound()).act.drawn[0].matches if 4 in match.sides] == [2]  # type: ignore[attr-defined]


def test_a_scorer_neither_adds_a_session_nor_leaves_one_out_nor_takes_that_back() -> None:
    event = eight()
    event.do(DrawRound())
    with pytest.raises(Refused, match="not for"):
        event.do(AddSession("monday", "Monday", (1,)), SCORER)
    added = event.do(AddSession("monday", "Monday", (1,)))
    for wish in (LeaveOutSession("monday"), UndoInEvent(added.id)):
        with pytest.raises(Refused, match="not for"):
            event.do(wish, SCORER)
    assert not event.state.sessions["monday"].left_out


def test_what_the_desk_records_counts_before_the_session_and_the_difference_is_said() -> None:
    event = eight()
    event.do(DrawRound())
    event.do(AddSession("monday", "Monday", (1,)))
    event.feed("monday", {1: [FedMatch((1, 5), (20, 11))]})
    event.record(1, 5, 21, 11)
    found = results(event.state, event.feeds)[event.key(1, 5)]
    assert found.source == "desk"
    assert [str(note) for note in found.notes] == ["The desk has recorded 21 - 11 IMPs; Monday has 20 - 11."]
    event.do(ClearResult(event.key(1, 5)))
    assert results(event.state, event.feeds)[event.key(1, 5)].source == "Monday"


def test_stanzas_of_a_match_are_added() -> None:
    event = eight()
    event.do(DrawRound())
    event.do(AddSession("monday", "Monday", (1,), stanzas=2))
    event.feed("monday", {1: [FedMatch((1, 5), (20, 0))], 2: [FedMatch((5, 1), (11, 0))]})
    assert results(event.state, event.feeds)[event.key(1, 5)].counted.imps == (20, 11)


def test_a_draw_that_was_looked_at_is_taken_only_while_it_is_the_same() -> None:
    event = eight()
    event.play()
    seen = next_draw(event.state)
    event.record(1, 5, 0, 30, round=1)
    with pytest.raises(Outdated, match="Results have changed since you saw this draw"):
        event.do(DrawRound(drawn=(seen,)))
    event.do(DrawRound(drawn=(next_draw(event.state),)))
    assert event.state.stage().rounds[-1].by_hand is False


def test_a_draw_is_changed_by_hand_with_a_reason_and_its_cost_is_kept() -> None:
    event = eight()
    event.play()
    event.do(DrawRound())
    drawn = event.drawn()
    assert drawn[0] == (1, 2)
    others = {2: 1, 5: 1, **{side: at for at, match in enumerate(drawn[1:], 2) for side in match}}
    with_five = drawn[others[5] - 1]
    left = next(side for side in with_five if side != 5)
    pairs = [(1, 5), *((2, left) if match == with_five else match for match in drawn[1:])]
    wished = tuple(MatchDraw(sides, table) for table, sides in enumerate(pairs, 1))
    with pytest.raises(Refused, match="Give a reason"):
        event.do(ChangeDraw("Swiss", 2, wished))
    cost = draw_cost(event.state, (), "Swiss", 2, [match.sides for match in wished])
    assert "met in round 1" in str(cost[0])
    done = event.do(ChangeDraw("Swiss", 2, wished), why="they share a car")
    changed = event.state.stage().rounds[-1]
    assert changed.by_hand
    assert isinstance(done.act, ChangeDraw)
    assert done.act.cost == done.notes == tuple(cost)
    assert str(changed.matches[0].reason) == "Put together by hand."
    event.do(UndoInEvent())
    assert event.drawn() == drawn


def test_a_draw_by_hand_has_everybody_once_and_leaves_matches_with_results_alone() -> None:
    event = eight()
    event.do(DrawRound())
    drawn = event.drawn()
    twice = (MatchDraw((1, 5)), MatchDraw((1, 6)), MatchDraw((3, 7)), MatchDraw((4, 8)))
    with pytest.raises(Refused, match="1 Red is in the draw more than once"):
        event.do(ChangeDraw("Swiss", 1, twice), why="x")
    with pytest.raises(Refused, match="4 Black is not in the draw"):
        event.do(ChangeDraw("Swiss", 1, tuple(MatchDraw(sides) for sides in drawn[:3])), why="x")
    event.record(1, 5, 20, 11)
    swapped = (MatchDraw((1, 6), 1), MatchDraw((2, 5), 2), MatchDraw((3, 7), 3), MatchDraw((4, 8), 4))
    with pytest.raises(Refused, match="1 Red v 5 White has a result already"):
        event.do(ChangeDraw("Swiss", 1, swapped), why="x")


def test_a_match_that_stays_keeps_its_result_also_where_there_are_fewer_matches() -> None:
    event = eight()
    event.do(DrawRound())
    assert event.drawn() == [(1, 5), (2, 6), (3, 7), (4, 8)]
    event.record(4, 8, 20, 11)
    two_triples = (MatchDraw((1, 5, 2)), MatchDraw((6, 3, 7)), MatchDraw((4, 8)))
    event.do(ChangeDraw("Swiss", 1, two_triples), why="two tables had to go")
    assert event.drawn() == [(1, 5, 2), (6, 3, 7), (4, 8)]
    record = event.state.stage().record(event.key(4, 8))
    assert record.imps == (20, 11)
    assert len(event.state.stage().records) == 1


def test_who_comes_late_plays_from_the_next_round_and_who_withdraws_plays_no_more() -> None:
    event = eight()
    event.play()
    entry = event.do(EnterContestant("Pearl"))
    assert [str(note) for note in entry.notes] == ["Plays from round 2 on."]
    note = event.do(WithdrawContestant(8)).notes
    assert note == ()
    event.play()
    playing = {side for match in event.drawn() for side in match}
    assert playing == {1, 2, 3, 4, 5, 6, 7, 9}
    with pytest.raises(Refused, match="Ann has gone on from there since"):
        event.do(UndoInEvent(entry.id))
    with pytest.raises(Refused, match="8 Pink has withdrawn already"):
        event.do(WithdrawContestant(8))


def test_a_forfeit_counts_twelve_for_the_draw_and_rises_to_the_better_mean_at_the_end() -> None:
    event = RunningEvent(8, SwissPlan(4), regulations="bnsw", **SEEDED)
    event.play()
    event.do(DrawRound())
    absent = next(match for match in event.drawn() if 1 in match)
    other = next(side for side in absent if side != 1)
    entry = event.do(ForfeitMatch(event.key(*absent), other))
    assert str(entry.notes[0]).startswith("For now 12 VPs; at the end")
    assert float(results(event.state)[event.key(*absent)].vps(1) or 0) >= 12
    working = str(explain_match(event.state, (), event.key(*absent), 1))
    assert "A forfeit is worth at least = 12" in working
    event.do(DrawRound())
    made_on = {each.contestant: each.score for each in event.state.stage().rounds[-1].made_on}
    first = results(event.state)[event.key(1, 5, round=1)].vps(1) or 0
    assert made_on[1] == first + 12


def test_a_forfeit_that_rises_marks_no_draw_that_was_made_before() -> None:
    event = RunningEvent(8, SwissPlan(4), regulations="bnsw", **SEEDED)
    event.do(DrawRound())
    event.do(ForfeitMatch(event.key(1, 5), 5))
    for one, other in ((2, 6), (3, 7), (4, 8)):
        event.record(one, other, 30, 10)
    for _ in range(3):
        event.play({1: 60})
    first, *later = event.state.stage().rounds[1:]
    assert {each.contestant: each.score for each in first.made_on}[1] == 12
    second = results(event.state)[
        next(key for key, each in results(event.state).items() if key.round == 2 and 1 in each.match.sides)
    ]
    assert {each.contestant: each.score for each in later[0].made_on}[1] == 2 * (second.vps(1) or 0)  # its own mean
    assert draw_marks(event.state) == ()


def test_a_forfeit_in_a_session_is_worth_as_much_as_one_at_the_desk() -> None:
    event = RunningEvent(8, SwissPlan(4), regulations="bnsw", **SEEDED)
    event.play()
    event.do(DrawRound())
    absent = next(match for match in event.drawn() if 1 in match)
    other = next(side for side in absent if side != 1)
    event.do(AddSession("tuesday", "Tuesday", (2,)))
    event.feed("tuesday", {1: [FedMatch(absent[::-1], forfeit=other)]})
    fed = results(event.state, event.feeds)[event.key(*absent)]
    event.do(ForfeitMatch(event.key(*absent), other))
    at_the_desk = results(event.state)[event.key(*absent)]
    assert (fed.out, fed.source) == (False, "Tuesday")
    assert fed.shares == at_the_desk.shares


def test_both_pairs_the_same_way_are_eight_each() -> None:
    event = RunningEvent(8, SwissPlan(4), regulations="nzb", **SEEDED)
    event.do(DrawRound())
    event.do(SitSameWay(event.key(1, 5)), SCORER)
    assert [float(share.vps) for share in results(event.state)[event.key(1, 5)].shares or ()] == [8, 8]


@pytest.mark.parametrize(("boards", "played", "imps", "vps"), [(8, 4, 5, 13.78), (14, 7, 10, 13.99), (12, 6, -4, 8.1)])
def test_half_matches_are_worth_what_the_regulations_say(boards: int, played: int, imps: int, vps: float) -> None:
    event = RunningEvent(8, SwissPlan(4), regulations="bnsw", kind="pairs", boards=boards, **SEEDED)
    event.do(DrawRound())
    event.record(1, 5, max(imps, 0), max(-imps, 0), played=played)
    assert float(results(event.state)[event.key(1, 5)].vps(1) or 0) == vps
    assert float(explain_match(event.state, (), event.key(1, 5), 1).result) == vps


@pytest.mark.parametrize(("unplayed", "imps"), [(1, 2), (2, 4), (3, 6), (4, 7), (5, 8), (6, 9), (7, 10)])
def test_boards_that_could_not_be_played_bring_imps_to_both(unplayed: int, imps: int) -> None:
    event = RunningEvent(8, SwissPlan(4), regulations="bnsw", boards=14, **SEEDED)
    event.do(DrawRound())
    event.record(1, 5, 10, 10, unplayed=unplayed)
    assert [share.net for share in results(event.state)[event.key(1, 5)].shares or ()] == [imps, imps]


def test_imps_are_taken_in_a_match_and_victory_points_of_the_total() -> None:
    event = eight()
    event.do(DrawRound())
    event.record(1, 5, 20, 11)
    event.do(PenaliseContestant(1, imps=Fraction(3), round=1), why="late")
    event.do(PenaliseContestant(5, vps=Fraction(1, 2)), why="slow")
    shares = results(event.state)[event.key(1, 5)].shares or ()
    assert [share.net for share in shares] == [6, -9]
    total = explain_total(event.state, (), 5)
    assert "Penalty: slow = -0.5" in str(total)
    assert float(total.result) == 6.05
    with pytest.raises(Refused, match="Give a reason"):
        event.do(PenaliseContestant(5, vps=Fraction(1)))


def test_what_is_still_possible_follows_from_what_is_left() -> None:
    event = RunningEvent(4, SwissPlan(3), **SEEDED)
    event.play({1: 60, 2: 60, 3: 0, 4: 0})
    assert {chance.verdict for chance in still_possible(event.state)} == {"open"}
    event.play({1: 60, 2: 0, 3: 0, 4: 0})
    chances = {chance.contestant: chance for chance in still_possible(event.state)}
    assert float(chances[1].least) == 40
    assert chances[1].verdict == "open"  # the second can draw level: 40 against 20 + 20
    assert str(chances[1].sentence) == "needs more than 0 VPs from 1 match to be sure"
    assert [number for number, chance in chances.items() if chance.verdict == "out"] == [3, 4]
    assert str(chances[3].sentence) == "can no longer catch the first"
    event.play({1: 60, 2: 0, 3: 0, 4: 0})
    assert still_possible(event.state)[0].verdict == "qualified"


def test_the_cross_table_shows_who_met_whom() -> None:
    event = eight()
    event.play()
    table = cross_table(event.state)
    (cell,) = table.cells[1, 5]
    assert (cell.key.round, cell.imps) == (1, 4)
    assert table.order[0] in (1, 2, 3, 4)


def test_somebody_who_was_slower_is_told_so() -> None:
    event = eight()
    event.do(DrawRound())
    key = event.key(1, 5)
    seen = event.state.version(key)
    event.record(1, 5, 20, 11)
    with pytest.raises(Outdated, match="Ann was faster: recorded 1 Red v 5 White: 20 - 11 IMPs"):
        event.do(RecordResult(key, imps=(Fraction(1), Fraction(2))), seen=seen)
    event.do(RecordResult(key, imps=(Fraction(1), Fraction(2))), seen=event.state.version(key))


@pytest.mark.parametrize(
    ("act", "said"),
    [
        (
            RecordResult(EventMatchKey("Swiss", 2, 1), imps=(Fraction(1), Fraction(1))),
            "Round 2 of Swiss has not been drawn",
        ),
        (RecordResult(EventMatchKey("Swiss", 1, 9), imps=(Fraction(1), Fraction(1))), "Round 1 has no match 9"),
        (RecordResult(EventMatchKey("Final", 1, 1), imps=(Fraction(1), Fraction(1))), "There is no stage “Final”"),
        (RecordResult(EventMatchKey("Swiss", 1, 1)), "Say the result"),
        (RecordResult(EventMatchKey("Swiss", 1, 1), imps=(Fraction(1),)), "A number is wanted for each side"),
        (
            RecordResult(EventMatchKey("Swiss", 1, 1), vps=(Fraction(21), Fraction(0))),
            "A match on this scale has 20 VPs",
        ),
        (RecordResult(EventMatchKey("Swiss", 1, 1), vps=(Fraction(12), Fraction(12))), "Both together have 24 VPs"),
        (
            RecordResult(EventMatchKey("Swiss", 1, 1), total=(Fraction(600), Fraction(0))),
            "Points of both tables decide",
        ),
        (RecordResult(EventMatchKey("Swiss", 1, 1), imps=(Fraction(9), Fraction(0)), played=9), "Of 8 boards no more"),
        (ForfeitMatch(EventMatchKey("Swiss", 1, 1), 7), "7 Grey is not in this match"),
        (ClearResult(EventMatchKey("Swiss", 1, 1)), "Nothing is recorded of this match"),
        (DrawRound("Swiss", rounds=2), "Later rounds depend on results"),
    ],
)
def test_what_cannot_be_is_refused_in_a_sentence_and_changes_nothing(act: RecordResult, said: str) -> None:
    event = eight()
    event.do(DrawRound())
    before = event.state
    with pytest.raises(Refused, match=said):
        event.do(act)
    assert event.state is before
