"""The movement during play: late pairs, other movements, cuts, swaps and single meetings."""

from __future__ import annotations

from dataclasses import replace

import pytest
from night import SCORER, Night, small

from arrowswitch.movements import Meeting, Movement, build
from arrowswitch.movements.repair.late_pairs import late_pair
from arrowswitch.movements.repair.table import pair_leaves
from arrowswitch.session import (
    BareScore,
    ChangeMovement,
    ChangeSettings,
    Correct,
    CutRounds,
    EditMeeting,
    Enter,
    LatePair,
    LineKey,
    NotPlayed,
    Penalise,
    Publish,
    Refused,
    Settings,
    SwapDirections,
    Undo,
    standings,
)
from arrowswitch.session.night.mending import mended_audit


def movement(night: Night) -> Movement:
    return night.state.sections["A"].movement


def test_a_late_pair_fills_the_half_table_from_the_second_round_on() -> None:
    half = build("mitchell", tables="6½")
    night = Night(half).start()
    night.play_round()
    whole = late_pair(half, 2).movement
    night.do(LatePair("A", 14, whole, 2))
    assert mended_audit(movement(night)).legal
    assert [each.round for each in movement(night).sit_outs] == [1, 1]  # the late pair and its first opponents
    night.call(2)
    night.play_all()
    night.do(Publish())
    boards = {each.contestant: each.boards for each in standings(night.state)}
    assert boards["A14"] == 24
    assert len(boards) == 14


def test_a_late_pair_needs_a_number_of_its_own_and_a_movement_that_has_it() -> None:
    half = build("mitchell", tables="6½")
    night = Night(half).start()
    with pytest.raises(Refused, match="plays already"):
        night.do(LatePair("A", 13, late_pair(half, 2).movement, 2))
    with pytest.raises(Refused, match="has no 15"):
        night.do(LatePair("A", 15, late_pair(half, 2).movement, 2))


def test_another_movement_keeps_what_was_played_and_must_pass_the_audit() -> None:
    night = Night(build("mitchell", tables=7), winners=1).start()
    night.play_round()
    switched = build("mitchell", tables=7, switch="6,7")
    with pytest.raises(Refused, match="can begin with a round between 1 and 7, not 8"):
        night.do(ChangeMovement("A", switched, 8))
    night.do(ChangeMovement("A", switched, 2))
    assert movement(night).at[6, 1].switched
    assert not movement(night).at[1, 1].switched
    night.call(2)
    night.play_all()
    night.do(Publish())
    assert len(standings(night.state)) == 14


def test_a_movement_that_repeats_boards_needs_the_directors_word_and_its_faults_are_kept() -> None:
    night = Night(build("mitchell", tables=7)).start()
    night.play_round()
    night.call(2)
    night.play_round()
    # the same movement begun again: everybody has met round 3's boards, but not in this order
    mitchell = build("mitchell", tables=7)
    again = replace(
        mitchell, meetings=tuple(replace(m, boards=mitchell.at[1, m.table].boards) for m in mitchell.meetings)
    )
    with pytest.raises(Refused, match=r"plays board 1 again .*more\.\)"):
        night.do(ChangeMovement("A", again, 3))
    entry = night.do(ChangeMovement("A", again, 3), force=True, why="no other boards in the house")
    assert any("plays board 1 again" in note for note in entry.notes)


def test_what_was_played_is_never_changed_silently() -> None:
    night = Night(small()).start()
    night.enter(LineKey("A", 1, 1, 1), 420)
    wrong = replace(small(), meetings=(replace(small().meetings[0], ew=5), *small().meetings[1:]))
    with pytest.raises(Refused, match=r"Table 1 has played in round 1 already \(NS 1 against EW 1, board 1\)"):
        night.do(ChangeMovement("A", wrong, 1))
    with pytest.raises(Refused, match="Table 1 has played in round 1 already"):
        night.do(EditMeeting("A", Meeting(1, 1, 1, 5, (1,))))
    night.do(EditMeeting("A", Meeting(1, 1, 1, 5, (1,))), force=True, why="slip read wrongly")
    assert night.state.lines[LineKey("A", 1, 1, 1)].ew == 4  # the line stays as it was entered


def test_two_winners_cannot_go_on_with_an_arrow_switch() -> None:
    night = Night(small()).start()
    with pytest.raises(Refused, match="With two winners everybody keeps to one side"):
        night.do(ChangeMovement("A", small(switch="3"), 3))
    night.do(ChangeSettings(Settings(), winners=1))
    night.do(ChangeMovement("A", small(switch="3"), 3))
    with pytest.raises(Refused, match="There is one winner"):
        night.do(ChangeSettings(Settings(), winners=2))


def test_rounds_are_cut_but_not_those_that_were_called() -> None:
    night = Night(build("mitchell", tables=7, switch="7")).start()
    night.call(2)
    with pytest.raises(Refused, match="Round 2 is being played; it cannot be cut any more"):
        night.do(CutRounds(1))
    with pytest.raises(Refused, match="That would leave nothing out"):
        night.do(CutRounds(7))
    entry = night.do(CutRounds(6))
    assert entry.notes == ("The arrow switch of round 7 falls away.",)
    assert movement(night).rounds == 6
    night.do(Undo(entry.id))
    assert movement(night).rounds == 7


def test_a_team_match_is_not_cut_in_half() -> None:
    night = Night(build("american-whist", teams=5), method="imps").start()
    last = movement(night).rounds
    with pytest.raises(Refused, match="are played at one table only"):
        night.do(CutRounds(last - 1))


def test_a_table_that_sat_the_wrong_way_is_turned_with_its_scores() -> None:
    night = Night(small(), winners=1).start()
    night.enter(LineKey("A", 1, 1, 1), 420)
    night.do(SwapDirections("A", 1, 1))
    record = night.state.lines[LineKey("A", 1, 1, 1)]
    assert (record.ns, record.ew) == (4, 1)
    night.call(2)
    night.enter(LineKey("A", 2, 3, 1), 170)
    points = {each.contestant: each.points for each in standings(night.state)}
    assert points == {"A4": 2, "A1": 0, "A3": 0, "A5": 2}
    two = Night(small()).start()
    with pytest.raises(Refused, match="score the session with one winner"):
        two.do(SwapDirections("A", 1, 1))


def test_a_meeting_is_edited_freely_and_the_audit_says_what_comes_of_it() -> None:
    night = Night(small()).start()
    entry = night.do(EditMeeting("A", Meeting(2, 1, 1, 6, (3,))))
    assert [str(note) for note in entry.notes] == [
        "Round 2, table 1: pair EW 3 plays board 3 again (first in round 1).",
        "Round 3, table 1: pair NS 1 plays board 3 again (first in round 2).",
        "Round 2: board 3 is needed at tables 1-2 at once; there is 1 of it.",
    ]
    night.do(EditMeeting("A", Meeting(2, 1, 1, 6, ())))
    assert {each.pair for each in movement(night).sit_outs} == {1, 6}
    with pytest.raises(Refused, match="cannot sit on both sides"):
        night.do(EditMeeting("A", Meeting(2, 1, 1, 1, (3,))))
    with pytest.raises(Refused, match="There is no 9"):
        night.do(EditMeeting("A", Meeting(2, 1, 1, 9, (3,))))


def test_a_pair_that_leaves_sits_out_and_keeps_its_scores() -> None:
    whole = build("mitchell", tables=7)
    night = Night(whole).start()
    night.play_round()
    night.do(ChangeMovement("A", pair_leaves(whole, 14, 2).movement, 2))
    assert len(movement(night).sit_outs) == 12  # six rounds, the pair and its opponents
    assert mended_audit(movement(night)).legal
    assert {each.contestant: each.boards for each in standings(night.state)}["A14"] == 4
    night.do(Penalise("A", 14, offence="left"), why="went home after round 1")


def test_a_change_that_others_rest_on_is_not_undone() -> None:
    night = Night(small(), winners=1).start()
    entry = night.do(ChangeMovement("A", small(switch="3"), 2))
    night.call(2)
    night.call(3)
    night.do(Enter(LineKey("A", 3, 1, night.state.sections["A"].movement.at[3, 1].boards[0]), BareScore(110)), SCORER)
    with pytest.raises(Refused, match="has gone on from there since"):
        night.do(Undo(entry.id))
    with pytest.raises(Refused, match="There is nothing to correct"):
        night.do(Correct(LineKey("A", 2, 2, 3), BareScore(110)), SCORER)


def test_a_movement_that_gives_numbers_to_the_other_side_is_refused_with_two_winners() -> None:
    night = Night(build("mitchell", tables="2½", boards_per_round=1)).start()
    night.enter(LineKey("A", 1, 1, 1), 110)  # pair 3 sits East-West here
    with pytest.raises(Refused, match="With two winners everybody keeps to one side"):
        night.do(ChangeMovement("A", small(), 1), force=True, why="and North-South there")


def test_a_pair_with_two_unplayed_boards_of_one_number_can_still_be_ranked() -> None:
    night = Night(small()).start()
    night.do(Enter(LineKey("A", 1, 3, 3), NotPlayed()), SCORER)
    night.call(2)
    night.do(Enter(LineKey("A", 2, 3, 3), NotPlayed()), force=True, why="the wrong board lay there")
    assert {each.contestant for each in standings(night.state)} == {"A3", "A6"}
    night.do(Enter(LineKey("A", 2, 2, 3), BareScore(110)), SCORER)
    assert {each.contestant for each in standings(night.state) if each.boards} == {"A2", "A4"}
