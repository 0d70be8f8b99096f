"""Knockouts as events: seeds and byes, matches of three, several brackets, ties, forfeits, and a bracket to be drawn."""

from __future__ import annotations

from fractions import Fraction

import pytest
from event_journal import RunningEvent

from arrowswitch.contests.events import (
    BracketPlan,
    BreakTie,
    ChangeDraw,
    CloseStage,
    DrawRound,
    ForfeitMatch,
    MatchDraw,
    OpenStage,
    PenaliseContestant,
    RecordResult,
    StageSource,
    SubMatch,
    UndoInEvent,
    bracket,
    draw_marks,
    qualifiers,
)
from arrowswitch.journals import Refused


def test_eight_teams_come_down_to_one_and_the_first_two_seeds_meet_only_in_the_final() -> None:
    event = RunningEvent(8, BracketPlan())
    event.play()
    assert event.drawn() == [(1, 8), (2, 7), (3, 6), (4, 5)]
    event.play()
    assert event.drawn() == [(1, 4), (2, 3)]
    event.play()
    assert event.drawn() == [(1, 2)]
    with pytest.raises(Refused, match="Cup has 3 rounds, and nothing is left to draw"):
        event.do(DrawRound())
    (picture,) = bracket(event.state)
    assert picture.winners == (1,)
    assert [len(boxes) for boxes in picture.rounds] == [4, 2, 1]
    final = picture.rounds[2][0]
    assert [(side.contestant, side.after, side.through) for side in final.sides] == [(1, 1, True), (2, 2, False)]


def test_whoever_wins_takes_the_place_of_the_seed_that_it_has_beaten() -> None:
    event = RunningEvent(8, BracketPlan())
    event.play({8: 10, 1: 0, 2: 9, 7: 0, 3: 9, 6: 0, 4: 9, 5: 0})
    event.do(DrawRound())
    assert event.drawn() == [(8, 4), (2, 3)]


def test_the_picture_shows_what_is_to_come() -> None:
    event = RunningEvent(6, BracketPlan("byes"))
    (picture,) = bracket(event.state)
    assert [len(boxes) for boxes in picture.rounds] == [4, 2, 1]
    first, second = picture.rounds[:2]
    assert [tuple(side.contestant for side in box.sides) for box in first] == [(3, 6), (4, 5), (1,), (2,)]
    assert [[(side.contestant, side.after) for side in box.sides] for box in second] == [
        [(1, None), (None, 2)],
        [(2, None), (None, 1)],
    ]
    assert picture.winners == ()
    event.do(DrawRound())
    assert event.drawn() == [(3, 6), (4, 5), (1,), (2,)]


def test_of_three_two_go_on_by_matches_won_and_then_by_the_quotient() -> None:
    event = RunningEvent(5, BracketPlan("two-survivors"))
    event.do(DrawRound())
    assert event.drawn() == [(1, 4), (2, 3, 5)]
    event.record(1, 4, 30, 20)
    key = event.key(2, 3, 5)
    parts = (  # each has won one and lost one: 2 has 30/25, 3 has 35/30, 5 has 25/35
        SubMatch(2, 3, (Fraction(10), Fraction(20))),
        SubMatch(3, 5, (Fraction(15), Fraction(20))),
        SubMatch(5, 2, (Fraction(5), Fraction(20))),
    )
    event.do(RecordResult(key, between=parts[:2]))
    with pytest.raises(Refused, match="It is not known yet who goes on from 2 Blue v 3 Green v 5 White in round 1"):
        event.do(DrawRound())
    event.do(RecordResult(key, between=parts[2:]))
    event.do(DrawRound())
    assert event.drawn() == [(1, 2, 3)]
    assert event.state.stage().rounds[-1].matches[0].survivors == 2


def test_a_tie_wants_further_boards_which_break_it() -> None:
    event = RunningEvent(4, BracketPlan(), regulations="bnsw")
    event.do(DrawRound())
    event.record(1, 4, 30, 30)
    event.record(2, 3, 31, 30)
    (picture,) = bracket(event.state)
    assert [str(box.note) for box in picture.rounds[0]] == ["Level: a play-off of 4 boards", "None"]
    with pytest.raises(Refused, match="It is not known yet who goes on from 1 Red v 4 Black"):
        event.do(DrawRound())
    event.record(1, 4, 30, 30, playoff=(Fraction(3), Fraction(5)))
    event.do(DrawRound())
    assert event.drawn() == [(4, 2)]


def test_people_can_break_a_tie_and_only_a_tie() -> None:
    event = RunningEvent(4, BracketPlan())
    event.do(DrawRound())
    with pytest.raises(Refused, match="They are not tied"):
        event.do(BreakTie((4, 1), "by lot"))
    event.record(1, 4, 30, 30)
    event.record(2, 3, 31, 30)
    event.do(BreakTie((4, 1), "by lot"))
    event.do(DrawRound())
    assert event.drawn() == [(4, 2)]


def test_a_correction_that_breaks_a_tie_counts_before_what_people_have_done_about_it() -> None:
    # Bridge NSW Tournament Regulations 11.2: the play-off is immaterial then
    event = RunningEvent(4, BracketPlan())
    event.do(DrawRound())
    event.record(1, 4, 30, 30)
    event.record(2, 3, 31, 30)
    event.do(BreakTie((4, 1), "by lot"))
    event.record(1, 4, 31, 30)
    event.do(DrawRound())
    assert event.drawn() == [(1, 2)]


def test_of_three_two_with_a_loss_and_a_tie_play_each_other_whatever_their_quotients() -> None:
    # Bridge Director's Companion, L4134-4143: 3 has 28/38, 5 has 13/28
    event = RunningEvent(5, BracketPlan("two-survivors"))
    event.do(DrawRound())
    event.record(1, 4, 30, 20)
    parts = (
        SubMatch(2, 3, (Fraction(30), Fraction(20))),
        SubMatch(2, 5, (Fraction(20), Fraction(5))),
        SubMatch(3, 5, (Fraction(8), Fraction(8))),
    )
    event.do(RecordResult(event.key(2, 3, 5), between=parts))
    with pytest.raises(Refused, match="It is not known yet who goes on from 2 Blue v 3 Green v 5 White"):
        event.do(DrawRound())
    event.do(BreakTie((5, 3, 2), "four boards between 3 and 5"))
    event.do(DrawRound())
    assert event.drawn() == [(1, 2, 5)]  # who won both matches is through, wherever it was named


def test_a_forfeit_and_a_penalty_decide_as_they_should() -> None:
    event = RunningEvent(4, BracketPlan())
    event.do(DrawRound())
    event.do(ForfeitMatch(event.key(1, 4), 1))
    event.record(2, 3, 30, 28)
    event.do(PenaliseContestant(2, imps=Fraction(3), round=1), why="12 minutes late")
    event.do(DrawRound())
    assert event.drawn() == [(4, 3)]
    with pytest.raises(Refused, match="In a knockout IMPs are taken"):
        event.do(PenaliseContestant(2, vps=Fraction(1)), why="late")


def test_a_match_can_be_decided_by_the_points_of_both_tables() -> None:
    event = RunningEvent(4, BracketPlan())
    event.do(DrawRound())
    for sides in ((1, 4), (2, 3)):
        event.do(RecordResult(event.key(*sides), total=(Fraction(1200), Fraction(1210))))
    event.do(DrawRound())
    assert event.drawn() == [(4, 3)]


def test_a_correction_marks_the_next_round_and_leaves_it() -> None:
    event = RunningEvent(4, BracketPlan())
    event.play()
    event.do(DrawRound())
    event.record(1, 4, 0, 5, round=1)
    (mark,) = draw_marks(event.state)
    assert event.drawn() == [(1, 2)]
    assert str(mark.sentence) == ("Round 2 was made on other results: 1 Red would not be in it now, but 4 Black.")


def test_several_brackets_are_of_like_strength_and_end_each_for_itself() -> None:
    event = RunningEvent(7, BracketPlan(brackets=2))
    assert [group.contestants for group in event.state.stage().groups] == [(1, 2, 3, 4), (5, 6, 7)]
    event.do(DrawRound())
    assert event.drawn() == [(1, 4), (2, 3), (5, 6, 7)]
    assert [picture.group for picture in bracket(event.state)] == ["1", "2"]


def test_a_repechage_is_a_stage_of_those_who_lost_and_its_winner_comes_back() -> None:
    event = RunningEvent(6, BracketPlan("two-survivors", survivors=4))
    event.do(DrawRound())
    for match in event.state.stage().rounds[0].matches:
        parts = tuple(
            SubMatch(a, b, (Fraction(10), Fraction(0)))
            for at, a in enumerate(sorted(match.sides))
            for b in sorted(match.sides)[at + 1 :]
        )
        event.do(RecordResult(event.key(*match.sides), between=parts))
    assert qualifiers(event.state, (), StageSource("Cup", 1, 4)).through == (1, 2, 3, 4)
    event.do(CloseStage("Cup"))
    event.do(OpenStage("Repechage", BracketPlan(), contestants=(5, 6)))
    event.do(DrawRound("Repechage"))
    event.do(RecordResult(event.key(5, 6), imps=(Fraction(3), Fraction(9))))
    event.do(CloseStage("Repechage"))
    event.do(OpenStage("Finals", BracketPlan("two-survivors"), contestants=(1, 2, 3, 4, 6)))
    event.do(DrawRound("Finals"))
    assert event.drawn() == [(1, 4), (2, 3, 6)]


def test_a_bracket_changed_by_hand_goes_on_from_there() -> None:
    event = RunningEvent(4, BracketPlan())
    event.do(DrawRound())
    wished = (MatchDraw((1, 3), 1), MatchDraw((2, 4), 2))
    done = event.do(ChangeDraw("Cup", 1, wished), why="1 and 4 are one club")
    assert [str(note) for note in done.notes] == [
        "1 v 3 is not in the draw by the plan.",
        "2 v 4 is not in the draw by the plan.",
    ]
    event.record(1, 3, 9, 0)
    event.record(2, 4, 0, 9)
    event.do(DrawRound())
    assert event.drawn() == [(1, 4)]
    with pytest.raises(Refused, match="Ann has gone on from there since"):
        event.do(UndoInEvent(done.id))


@pytest.mark.parametrize(
    ("plan", "said"),
    [
        (BracketPlan("chess"), "There is no plan “chess”; there are chart, two-survivors, byes"),
        (BracketPlan(brackets=4), "4 cannot make 4 brackets of two or more"),
        (BracketPlan(survivors=3), "By this plan 2, 1 are left after a round, never 3"),
    ],
)
def test_a_bracket_that_cannot_be_is_refused(plan: BracketPlan, said: str) -> None:
    with pytest.raises(Refused, match=said):
        RunningEvent(4, plan)


@pytest.mark.parametrize("teams", range(2, 17))
@pytest.mark.parametrize("way", ["", "byes", "chart"])
def test_every_knockout_ends_with_one(teams: int, way: str) -> None:
    event = RunningEvent(teams, BracketPlan(way))
    stage = event.state.stage()
    for _ in range(stage.plan.rounds_of(stage) or 0):
        event.do(DrawRound())
        for match in event.state.stage().rounds[-1].matches:
            if len(match.sides) == 2:
                event.record(*match.sides, *(10 if side == min(match.sides) else 0 for side in match.sides))
            elif len(match.sides) == 3:
                a, b, c = sorted(match.sides)
                ten = (Fraction(10), Fraction(0))
                parts = tuple(SubMatch(one, other, ten) for one, other in ((a, b), (b, c), (a, c)))
                event.do(RecordResult(event.key(*match.sides), between=parts))
    (picture,) = bracket(event.state)
    assert picture.winners == (1,)


def test_being_late_costs_what_the_regulations_say() -> None:
    """21 minutes in a knockout are 15 IMPs (Bridge NSW 6.2 and 6.8)."""
    event = RunningEvent(4, BracketPlan(), regulations="bnsw")
    event.do(DrawRound())
    done = event.do(PenaliseContestant(1, minutes=21, round=1), why="late")
    assert isinstance(done.act, PenaliseContestant)
    assert (done.act.imps, done.act.vps) == (15, 0)
    assert str(done.act.told(event.state)) == "took 15 IMPs from 1 Red"
    with pytest.raises(Refused, match="2 minutes late cost nothing here"):
        event.do(PenaliseContestant(1, minutes=2, round=1), why="late")
    with pytest.raises(Refused, match="director"):
        event.do(PenaliseContestant(1, minutes=31, round=1), why="late")


def test_being_late_in_the_acbl_takes_imps_and_boards_and_in_the_end_the_match() -> None:
    """Bridge Director's Companion, L4079-4091: 22 minutes are 6 IMPs, and a board less with 3 more."""
    event = RunningEvent(4, BracketPlan(), regulations="acbl")
    event.do(DrawRound())
    done = event.do(PenaliseContestant(1, minutes=22, round=1), why="late")
    assert isinstance(done.act, PenaliseContestant)
    assert (done.act.imps, [str(note) for note in done.notes]) == (9, ["1 board less to play."])
    with pytest.raises(Refused, match="41 minutes late: the match is forfeited"):
        event.do(PenaliseContestant(1, minutes=41, round=1), why="late")


def test_a_match_by_points_is_not_out_and_a_closed_stage_is_corrected_only_by_insisting() -> None:
    event = RunningEvent(2, BracketPlan())
    event.do(DrawRound())
    key = event.key(1, 2)
    event.do(RecordResult(key, total=(Fraction(900), Fraction(500))))
    assert event.do(CloseStage("Cup")).notes == ()
    with pytest.raises(Refused, match="Cup is closed"):
        event.do(RecordResult(key, total=(Fraction(500), Fraction(900))))
    event.do(RecordResult(key, total=(Fraction(500), Fraction(900))), force=True, why="scores were swapped")
    assert bracket(event.state)[0].winners == (2,)
