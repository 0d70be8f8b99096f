"""Whole nights, with numbers worked out by hand."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest
from night import DIRECTOR, SCORER, Night, made, small

from arrowswitch.movements import build
from arrowswitch.scoring import AVERAGE, MINUS, PLUS, Percent, Score, weighted
from arrowswitch.session import (
    Adjust,
    Adjustment,
    BareScore,
    CallRound,
    Contracted,
    Correct,
    Enter,
    LatePlay,
    LineKey,
    NotPlayed,
    PassedOut,
    Penalise,
    Publish,
    Refused,
    RemoveBoard,
    Reopen,
    SplitBoard,
    Strike,
    WithdrawPenalty,
    scored,
    standings,
    tried,
)
from arrowswitch.session.night.results import changed_standings
from arrowswitch.session.story.chronicle import line_story
from arrowswitch.session.story.history import line_history, since_published
from arrowswitch.session.story.versions import versions

# round, table, board: the score as North-South see it
PLAYED = {
    (1, 1, 1): made("4S", "N", 10),  # +420
    (1, 2, 2): made("4H", "S", 10),  # +620
    (1, 3, 3): made("4S", "W", 10),  # -620
    (2, 1, 2): made("3NT", "N", 8),  # -100
    (2, 2, 3): made("4S", "E", 9),  # +100
    (2, 3, 1): made("2H", "N", 10),  # +170
    (3, 1, 3): made("2H", "E", 9),  # -140
    (3, 2, 1): BareScore(420),
    (3, 3, 2): BareScore(170),
}
# board 1: 3 0 3, board 2: 0 4 2, board 3: 2 4 0 for pairs 1 2 3 and 4 less for their opponents
POINTS = {"A1": 5, "A2": 11, "A3": 2, "A4": 3, "A5": 6, "A6": 9}


def key(number: int, table: int, board: int) -> LineKey:
    return LineKey("A", number, table, board)


def played_night(**options: object) -> Night:
    night = Night(small(), **options).start()
    for number in (1, 2, 3):
        if number > 1:
            night.call(number)
        for place, entry in PLAYED.items():
            if place[0] == number:
                night.do(Enter(key(*place), entry), SCORER)
    return night


def points(night: Night) -> dict[str, Fraction | int]:
    return {standing.contestant: standing.points for standing in standings(night.state)}


def test_a_small_mitchell_has_the_matchpoints_that_a_person_works_out() -> None:
    night = played_night()
    assert points(night) == POINTS
    ranks = [(each.contestant, str(each.direction), each.rank) for each in standings(night.state)]
    assert ranks == [
        *(("A2", "NS", "1"), ("A1", "NS", "2"), ("A3", "NS", "3")),
        *(("A6", "EW", "1"), ("A5", "EW", "2"), ("A4", "EW", "3")),
    ]
    assert standings(night.state)[0].percent == Fraction(1100, 12)


def test_one_winner_is_ranked_in_one_list() -> None:
    night = played_night(winners=1)
    assert [each.contestant for each in standings(night.state)] == ["A2", "A6", "A5", "A1", "A4", "A3"]


def test_a_correction_changes_the_score_and_keeps_the_old_one_in_the_history() -> None:
    night = played_night()
    night.do(Correct(key(2, 1, 2), made("4H", "S", 10), consent=("NS", "EW")), SCORER, why="wrong contract on the slip")
    # board 2 is now 620 620 170: 3, 3, 0
    assert points(night) == {"A1": 8, "A2": 10, "A3": 0, "A4": 5, "A5": 7, "A6": 6}
    told = [(f"{each.at:%H:%M}", each.by, each.what, each.why) for each in line_story(night.state, key(2, 1, 2))]
    assert told == [
        ("19:37", "Bob", "board 2 at table 1 in round 2: nothing → 3NT N -1 (-100)", ""),
        (
            "19:44",
            "Bob",
            "board 2 at table 1 in round 2: 3NT N -1 (-100) → 4♥ S = (+620)",
            "wrong contract on the slip",
        ),
    ]
    assert len(line_history(night.state, contestant=1)) == 4


def test_a_penalty_is_a_share_of_the_top_and_can_be_withdrawn() -> None:
    night = played_night()
    penalty = night.do(Penalise("A", 2, share=Fraction(1, 10), offence="slow"), why="two boards late")
    assert points(night)["A2"] == Fraction(106, 10)  # 10% of a top of 4
    again = night.do(Penalise("A", 2, points=Fraction(1), offence="slow"), why="late again")
    assert again.notes == ("Offence number 2 of this kind tonight.",)
    night.do(WithdrawPenalty(penalty.id), why="the other table was late")
    assert points(night)["A2"] == 10
    with pytest.raises(Refused, match="withdrawn already"):
        night.do(WithdrawPenalty(penalty.id), why="twice")


def test_a_warning_is_kept_and_costs_nothing() -> None:
    night = played_night()
    night.do(Penalise("A", 2, offence="slow"), why="first time")
    assert points(night) == POINTS
    assert len(night.state.penalties) == 1


def test_an_artificial_score_keeps_what_was_written_under_it() -> None:
    night = played_night(regulations="ebu")
    night.do(Adjust(key(1, 1, 1), Adjustment(PLUS, MINUS)), why="board fouled by East")
    record = night.state.lines[key(1, 1, 1)]
    assert record.entry == made("4S", "N", 10)
    line = next(each for each in scored(night.state).boards.values() if each.key.board == 1).lines[0]
    # 60% of a top of 4; pair 4 has 2 of 8 on its other boards, so average minus falls to 25% (Law 12C2c)
    assert (line.ns and line.ns.value, line.ew and line.ew.value) == (Fraction(24, 10), 1)
    night.do(Adjust(key(1, 1, 1)), why="taken back: the board was right")
    assert points(night) == POINTS


def test_split_weighted_and_assigned_scores_go_to_the_scoring_as_they_are() -> None:
    night = played_night()
    night.do(Adjust(key(1, 1, 1), Adjustment(Score(420), Score(-50))), why="ruling 1")
    night.do(
        Adjust(key(1, 2, 2), Adjustment(weighted((620, 60), (170, 40)), weighted((620, 60), (170, 40)))), why="r 2"
    )
    night.do(Adjust(key(1, 3, 3), Adjustment(ns=Percent(Fraction(3, 5)))), why="East-West keep their score")
    lines = {(line.board, line.table): line for line in scored(night.state).session.lines if line.round == 1}
    assert (lines[1, 1].ns_award, lines[1, 1].ew_award) == (Score(420), Score(-50))
    assert lines[2, 2].ns_award == weighted((620, 60), (170, 40))
    assert (lines[3, 3].ns_award, lines[3, 3].ew_award) == (Percent(Fraction(3, 5)), Score(-620))


def test_an_award_that_is_no_score_on_the_board_is_refused() -> None:
    night = played_night()
    with pytest.raises(Refused, match=r"\+620 is no score on board 1"):
        night.do(Adjust(key(1, 1, 1), Adjustment(Score(620), Score(620))), why="ruling")


def test_one_side_cannot_keep_a_result_that_is_not_there() -> None:
    night = Night(small()).start()
    with pytest.raises(Refused, match="Give both sides a score"):
        night.do(Adjust(key(1, 1, 1), Adjustment(ns=PLUS)), why="not played")
    night.do(Adjust(key(1, 1, 1), Adjustment(PLUS, PLUS)), why="board not set up")
    assert len(standings(night.state)) == 2


def test_a_fouled_board_is_compared_within_its_versions() -> None:
    movement = build("mitchell", tables=5, boards_per_round=1)
    night = Night(movement, regulations="ebu").start()
    scores = iter((420, 450, 480, 50, 100))
    keys = []
    for number in range(1, 6):
        if number > 1:
            night.call(number)
        meeting = next(m for m in movement.by_round[number] if 1 in m.boards)
        keys.append(key(number, meeting.table, 1))
        night.enter(keys[-1], next(scores))
    night.do(SplitBoard(tuple(keys[3:]), "B"), why="cards of North and East exchanged before round 4")
    board = next(each for each in scored(night.state).boards.values() if each.key.board == 1)
    # (M x 5 + 5 - A) / A within the group of A results: three, then two (Busbridge instructions 2.6), rounded to 0.1
    found = {each.line.round: each.ns.value for each in board.lines if each.ns}
    assert found == {1: Fraction(7, 10), 2: 4, 3: Fraction(73, 10), 4: Fraction(15, 10), 5: Fraction(65, 10)}
    night.do(SplitBoard(tuple(keys[3:]), ""), why="it was the same board after all")
    assert scored(night.state).session.lines[0].group == ""


def test_a_removed_board_counts_for_nobody_and_can_come_back() -> None:
    night = played_night()
    night.do(RemoveBoard(3), why="dealt with fourteen cards")
    assert points(night) == {"A1": 3, "A2": 7, "A3": 2, "A4": 3, "A5": 4, "A6": 5}
    night.do(RemoveBoard(3, removed=False), why="it was board 33")
    assert points(night) == POINTS


def test_a_passed_board_counts_and_an_unplayed_one_does_not() -> None:
    night = Night(small()).start()
    night.do(Enter(key(1, 1, 1), PassedOut()), SCORER)
    note = night.do(Enter(key(1, 2, 2), NotPlayed()), SCORER).notes
    assert note == ("Not played means that the board does not count; if everybody passed, enter a pass.",)
    night.do(Enter(key(1, 3, 3), LatePlay()), SCORER)
    assert [each.contestant for each in standings(night.state) if each.boards] == ["A1", "A4"]
    night.call(2)
    night.do(Enter(key(1, 3, 3), made("4S", "W", 10)), SCORER)  # played in the break
    assert {each.contestant for each in standings(night.state) if each.boards} == {"A1", "A4", "A3", "A6"}


def test_a_board_played_twice_keeps_its_first_score() -> None:
    night = Night(small()).start()
    night.enter(key(1, 1, 1), 420)
    night.call(2)
    with pytest.raises(Refused, match="Board 1 is not at table 1 in round 2"):
        night.enter(key(2, 1, 1), 450)
    entry = night.do(Enter(key(2, 1, 1), BareScore(450)), DIRECTOR, force=True, why="played again by mistake")
    assert any("has had board 1 already" in note for note in entry.notes)
    assert night.state.lines[key(2, 1, 1)].void
    assert [line.score for line in scored(night.state).session.lines if line.counts] == [420]
    with pytest.raises(Refused, match="has had board 1 already"):
        night.do(Strike(key(2, 1, 1), void=False), why="let it count")


def test_wrong_opponents_are_entered_with_the_pairs_that_played() -> None:
    night = Night(small()).start()
    with pytest.raises(Refused, match="The movement sends 1 and 4 here, not 1-5"):
        night.do(Enter(key(1, 1, 1), BareScore(420), ew=5), SCORER)
    night.do(Enter(key(1, 1, 1), BareScore(420), ew=5), DIRECTOR, force=True, why="5 went to the wrong table")
    assert points(night) == {"A1": 0, "A5": 0}
    with pytest.raises(Refused, match="With two winners everybody keeps to one side"):
        night.do(Enter(key(1, 2, 2), BareScore(110), ew=3), DIRECTOR, force=True, why="odd")


def test_posting_needs_every_result_and_says_what_is_missing() -> None:
    night = played_night()
    night.do(Strike(key(3, 3, 2)), why="to be looked at")
    night.do(Publish(), SCORER)
    assert night.state.publications[0].version == 1
    with pytest.raises(Refused, match="nothing has changed since"):
        night.do(Publish(), SCORER)
    unfinished = Night(small()).start()
    with pytest.raises(Refused, match=r"3 results are missing, the first of them board 1 at table 1 in round 1"):
        unfinished.do(Publish())


def test_a_correction_after_posting_makes_a_new_version_and_is_told() -> None:
    night = played_night()
    night.do(Publish())
    night.do(Correct(key(2, 1, 2), BareScore(620), consent=("NS", "EW")), SCORER, why="both sides came to the desk")
    assert [entry.by.name for entry in since_published(night.state)] == ["Bob"]
    night.do(Publish())
    assert [each.version for each in night.state.publications] == [1, 2]
    assert since_published(night.state) == ()
    assert len(since_published(night.state, 1)) == 1


def test_reopened_results_can_be_changed_again() -> None:
    night = played_night()
    night.do(Publish())
    with pytest.raises(Refused, match="Give a reason"):
        night.do(Reopen())
    night.do(Reopen(), why="appeal")
    night.do(Correct(key(2, 1, 2), BareScore(620), consent=("NS", "EW")), why="agreed")
    assert points(night)["A1"] == 8


def test_the_effect_of_a_ruling_can_be_seen_before_it_is_made() -> None:
    night = played_night()
    after = tried(night.state, night.command(Penalise("A", 2, share=Fraction(1, 4)), why="trial"))
    changes = changed_standings(night.state, after)
    assert [(old and old.points, new and new.points) for old, new in changes] == [(11, 10)]
    assert points(night) == POINTS


def test_what_was_posted_can_be_looked_at_while_corrections_go_on() -> None:
    night = played_night()
    assert versions(night.state) == ()
    night.do(Publish())
    night.do(Correct(key(2, 1, 2), BareScore(620), consent=("NS", "EW")), SCORER, why="agreed")
    (posted,) = versions(night.state)
    assert {each.contestant: each.points for each in standings(posted.state)} == POINTS
    assert points(night)["A1"] == 8


def test_victory_points_are_fined_where_there_are_any() -> None:
    night = Night(build("american-whist", teams=5), method="imps", boards_per_match=6).start()
    night.play_all()
    night.do(Penalise("A", 1, vps=Fraction(3, 2)), why="slow")
    vps = {each.contestant: each.vps for each in standings(night.state)}
    assert vps["A2"] - vps["A1"] == Fraction(3, 2)
    pairs = played_night()
    with pytest.raises(Refused, match="There are no victory points in this session"):
        pairs.do(Penalise("A", 1, vps=Fraction(1)), why="slow")


def test_two_sections_are_scored_across_or_apart() -> None:
    def night(*, apart: bool) -> Night:
        both = Night(small(), small(), apart=apart).start()
        for section, first in (("A", 420), ("B", 450)):
            both.enter(LineKey(section, 1, 1, 1), first)
        return both

    across = {each.contestant: each.points for each in standings(night(apart=False).state)}
    assert across == {"A1": 0, "B1": 2, "A4": 2, "B4": 0}
    apart = {each.contestant: each.points for each in standings(night(apart=True).state)}
    assert apart == dict.fromkeys(("A1", "A4", "B1", "B4"), 0)


def test_sections_with_different_boards_are_remarked_on_when_scored_across() -> None:
    night = Night(small(), build("mitchell", tables=5, boards_per_round=1))
    assert "do not play the same number of boards" in night.state.journal[0].notes[0]


def test_american_whist_is_scored_by_travellers() -> None:
    movement = build("american-whist", teams=5)
    night = Night(movement, method="imps").start()
    night.play_all(110)
    assert {each.points for each in standings(night.state)} == {0}
    meeting = movement.meetings[0]
    line = LineKey("A", meeting.round, meeting.table, meeting.boards[0])
    night.do(Correct(line, BareScore(-110), error="scorer"), SCORER, why="keyed on the wrong side")
    found = {each.contestant: each.points for each in standings(night.state)}
    # 220 points are 6 IMPs, from one team to the other
    assert found[f"A{meeting.ns}"] == -6
    assert found[f"A{meeting.ew}"] == 6
    assert sum(found.values()) == 0


def test_butler_pairs_are_ranked_in_imps() -> None:
    night = played_night(method="butler")
    total = {each.contestant: each.points for each in standings(night.state)}
    assert sum(total.values()) == 0
    assert standings(night.state)[0].percent is None
    with pytest.raises(Refused, match="There is no top in this way of scoring"):
        night.do(Penalise("A", 2, share=Fraction(1, 10)), why="slow")


def test_a_method_for_teams_needs_a_movement_for_teams() -> None:
    with pytest.raises(Refused, match=r"imps is for teams; .* is a movement for pairs"):
        Night(small(), method="imps")
    with pytest.raises(Refused, match="matchpoints is for pairs"):
        Night(build("american-whist", teams=5))


def test_a_movement_with_faults_is_opened_only_on_the_directors_word() -> None:
    faulty = small()
    meetings = (replace(faulty.meetings[0], boards=(2,)), *faulty.meetings[1:])
    with pytest.raises(Refused, match="plays board 2 again"):
        Night(replace(faulty, meetings=meetings))


def test_rounds_are_called_one_after_the_other() -> None:
    night = Night(small()).start()
    with pytest.raises(Refused, match="Round 1 is being played; next is 2"):
        night.do(CallRound(3))
    entry = night.do(CallRound(2))
    assert entry.notes == ("Results of round 1 are still to come from tables 1-3.",)
    with pytest.raises(Refused, match="Round 2 has been called already"):
        night.do(CallRound(2))
    night.call(3)
    with pytest.raises(Refused, match="There is no round 4"):
        night.do(CallRound(4))


def test_averages_stand_for_both_sides() -> None:
    night = Night(small()).start()
    night.do(Adjust(key(1, 1, 1), Adjustment(AVERAGE, AVERAGE)), why="taken away for slow play")
    assert isinstance(PLAYED[1, 1, 1], Contracted)
    with pytest.raises(Refused, match="Nothing would change"):
        night.do(Adjust(key(1, 1, 1), Adjustment(AVERAGE, AVERAGE)), why="again")
