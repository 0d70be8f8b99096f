"""Checks on entry: what cannot be is refused, what looks wrong is noted."""

from __future__ import annotations

from dataclasses import replace

import pytest
from night import DIRECTOR, SCORER, Night, made, pad

from arrowswitch.movements import build
from arrowswitch.session import (
    AttachHands,
    BareScore,
    BoardHands,
    Contracted,
    Correct,
    Enter,
    Entry,
    LineKey,
    Refused,
    Settle,
    Undo,
)
from arrowswitch.session.journal.text import dumps, loads
from arrowswitch.session.night.views import looks_wrong
from arrowswitch.session.sight.ending import checklist


def big() -> Night:
    """Seven tables, with four boards a round."""
    return Night(build("mitchell", tables=7)).start()


def place(night: Night, board: int) -> LineKey:
    """Where a board is played in the round that is on."""
    section = night.state.sections["A"]
    meeting = next(each for each in section.movement.by_round[section.round] if board in each.boards)
    return LineKey("A", section.round, meeting.table, board)


def after(board: int, *entries: Entry) -> Night:
    """A night on which a board has these results, round by round, and is about to be played once more."""
    night = big()
    for entry in entries:
        night.do(Enter(place(night, board), entry), SCORER)
        night.call(night.state.sections["A"].round + 1)
    return night


def notes(night: Night, board: int, entry: Entry) -> tuple[str, ...]:
    return night.do(Enter(place(night, board), entry), SCORER).notes


@pytest.mark.parametrize(
    ("line", "entry", "sentence"),
    [
        (LineKey("A", 1, 1, 1), BareScore(620), r"\+620 is no score on board 1, with nobody vulnerable"),
        (LineKey("A", 1, 1, 1), BareScore(55), r"\+55 is no score on board 1"),
        (LineKey("A", 1, 1, 1), made("4S", "N", 10, written=620), r"\+620 is no score on board 1"),
        (LineKey("A", 1, 1, 1), Contracted("4S", "N", 14), "Nobody can take 14 tricks"),
        (LineKey("A", 1, 1, 1), Contracted("8S", "N", 10), "8S"),
        (LineKey("A", 1, 1, 1), Contracted("4S", "Q", 10), "Q"),
        (LineKey("A", 1, 1, 1), Contracted("4S", "N", 10, "Z9"), "Z9"),
        (LineKey("A", 1, 1, 1), Contracted("PASS", "N", 0), "no declarer|enter a pass"),
        (LineKey("A", 1, 1, 5), BareScore(620), "Board 5 is not at table 1 in round 1; there it is: 1, 2, 3, 4"),
        (LineKey("A", 1, 1, 29), BareScore(620), r"Board 29 is not in play in this session \(boards 1-28\)"),
        (LineKey("A", 1, 9, 1), BareScore(420), "Board 1 is not at table 9 in round 1; there it is: none"),
        (LineKey("A", 9, 1, 5), BareScore(620), "There is no round 9"),
        (LineKey("C", 1, 1, 1), BareScore(420), "There is no section C"),
    ],
)
def test_what_cannot_be_is_refused(line: LineKey, entry: Entry, sentence: str) -> None:
    with pytest.raises(Refused, match=sentence):
        big().do(Enter(line, entry), SCORER)


def test_a_result_is_not_entered_over_another() -> None:
    night = big()
    night.do(Enter(LineKey("A", 1, 1, 1), made("4S", "N", 10)), pad(1))
    with pytest.raises(Refused, match=r"There is a result already: board 1 at table 1 in round 1 is 4♠ N = \(\+420\)"):
        night.do(Enter(LineKey("A", 1, 1, 1), made("4S", "N", 11)), pad(1))


def test_a_score_on_the_wrong_side_is_noted() -> None:
    night = after(1, *(made("4S", "N", 10),) * 3)
    assert "is it the right side?" in notes(night, 1, made("4S", "E", 10))[0]


def test_three_results_are_needed_to_judge_the_side() -> None:
    assert notes(after(1, *(made("4S", "N", 10),) * 2), 1, made("4S", "E", 10)) == ()


def test_a_forgotten_double_is_noted() -> None:
    night = after(1, *(made("4SX", "N", 8),) * 2)
    assert notes(night, 1, made("4S", "N", 8)) == ("2 tables played this contract doubled; was the double forgotten?",)


def test_a_game_at_the_wrong_vulnerability_is_noted() -> None:
    # board 3: East-West vulnerable, so 3NT is 600; 400 is possible, but only if North-South go down
    night = after(3, BareScore(-600))
    assert notes(night, 3, BareScore(-400)) == (
        "-400 would be right at the other vulnerability; other tables have it so.",
    )


@pytest.mark.parametrize(
    ("board", "points", "sentence"),
    [
        (1, 620, "+620 is no score on board 1, with nobody vulnerable: 4♥ = is 620 vulnerable, and 420 here."),
        (4, -420, "-420 is no score on board 4, with everybody vulnerable: 4♥ = is 420 not vulnerable, and 620 here."),
        (2, -620, "-620 is no score on board 2, with North-South vulnerable; +620 is one. Is it the right side?"),
        (1, 10, "+10 is no score on board 1, with nobody vulnerable."),
    ],
)
def test_an_impossible_score_is_told_what_it_would_be_right_for(board: int, points: int, sentence: str) -> None:
    night = big()
    with pytest.raises(Refused) as refused:
        night.do(Enter(place(night, board), BareScore(points)), SCORER)
    assert str(refused.value) == sentence


def test_a_forgotten_double_is_noted_from_bare_scores() -> None:
    # three down on board 1, not vulnerable: 150, doubled 500
    night = after(1, BareScore(500), BareScore(500))
    assert notes(night, 1, BareScore(150)) == ("+150 doubled is +500, as at 2 other tables; was the double forgotten?",)


def test_undoubled_undertricks_are_nothing_odd_where_others_have_them_too() -> None:
    assert notes(after(1, BareScore(500), BareScore(500), BareScore(150)), 1, BareScore(150)) == ()
    assert notes(after(1, BareScore(500)), 1, BareScore(150)) == ()


def test_a_score_far_from_the_rest_is_noted() -> None:
    night = after(1, BareScore(420), BareScore(450), BareScore(420))
    assert notes(night, 1, BareScore(1510)) == (
        "+1510 is far from every other result on this board, whose middle is +420.",
    )


def test_the_same_result_twice_running_is_noted() -> None:
    night = big()
    night.do(Enter(LineKey("A", 1, 1, 1), made("2H", "N", 8)), SCORER)
    entry = night.do(Enter(LineKey("A", 1, 1, 2), made("2H", "N", 8)), SCORER)
    assert entry.notes == ("This is the same result as on the board before.",)


def test_the_same_result_twice_is_nothing_odd_with_another_lead_or_where_others_bid_it_too() -> None:
    night = big()
    night.do(Enter(LineKey("A", 1, 1, 1), Contracted("2H", "N", 8, "S2")), SCORER)
    assert night.do(Enter(LineKey("A", 1, 1, 2), Contracted("2H", "N", 8, "D4")), SCORER).notes == ()
    others = after(2, made("2H", "S", 9))
    others.do(Enter(place(others, 1), made("2H", "N", 8)), SCORER)
    assert notes(others, 2, made("2H", "N", 8)) == ()


def test_an_early_result_looks_wrong_once_others_are_known() -> None:
    night = after(1, made("4S", "E", 10), made("4S", "N", 10), made("4S", "N", 11), made("4S", "N", 10))
    assert [key.round for key, _ in looks_wrong(night.state)] == [1]


def test_ordinary_results_are_not_remarked_on() -> None:
    night = after(1, made("4S", "N", 10), made("4S", "N", 9), made("3NT", "S", 9), made("2S", "N", 10))
    assert notes(night, 1, made("4H", "N", 10)) == ()
    assert looks_wrong(night.state) == ()


HANDS = BoardHands(1, "AKQJT98765432...", ".AKQJT98765432..", "..AKQJT98765432.", "...AKQJT98765432")


def test_a_lead_that_is_not_in_the_hand_is_noted_once_the_deals_are_known() -> None:
    night = big()
    entry = night.do(AttachHands((HANDS,)), SCORER)
    assert entry.notes == ("The hands of boards 2-28 are lacking.",)
    line = LineKey("A", 1, 1, 1)
    wrong = night.do(Enter(line, made("4S", "N", 10, lead="C5")), SCORER)
    assert wrong.notes == ("East does not hold ♣5; is it another lead, or another declarer?",)
    right = night.do(Correct(line, made("4S", "N", 10, lead="H10")), SCORER)
    assert right.notes == ()


@pytest.mark.parametrize(
    ("hands", "sentence"),
    [
        ((), "There are no hands to attach"),
        ((HANDS, HANDS), "A board is there twice"),
        ((replace(HANDS, board=0),), "There is no board 0"),
        ((replace(HANDS, north="AKQ"),), "“AKQ” is no hand: four suits"),
        ((replace(HANDS, north="AKQ..."),), "has not thirteen cards"),
        ((replace(HANDS, north=HANDS.east),), "do not make a pack"),
        ((replace(HANDS, north="ZKQJT98765432..."),), "SZ"),
    ],
)
def test_hands_that_make_no_deal_are_refused(hands: tuple[BoardHands, ...], sentence: str) -> None:
    with pytest.raises(Refused, match=sentence):
        big().do(AttachHands(hands), DIRECTOR)


def test_what_is_not_bridge_is_refused_in_a_correction_too() -> None:
    night = after(1, made("4S", "N", 10))
    with pytest.raises(Refused, match="Nobody can take 14 tricks"):
        night.do(Correct(LineKey("A", 1, 1, 1), Contracted("4S", "N", 14)), SCORER, why="as they said")


def far_off() -> tuple[Night, LineKey]:
    """A result that is far from all the others."""
    night = after(1, *(BareScore(420),) * 4)
    key = place(night, 1)
    night.do(Enter(key, BareScore(1510)), pad(key.table))
    return night, key


def test_what_looks_wrong_and_is_right_is_not_asked_about_again() -> None:
    night, key = far_off()
    assert [line for line, _ in looks_wrong(night.state)] == [key]
    said = night.do(Settle(key), SCORER)
    assert looks_wrong(night.state) == ()
    assert next(check for check in checklist(night.state) if check.kind == "wrong").in_order
    with pytest.raises(Refused, match="Nothing looks wrong here: board 1"):
        night.do(Settle(key), SCORER)
    night.do(Undo(said.id), SCORER)
    assert looks_wrong(night.state)


def test_a_correction_opens_the_question_again() -> None:
    night, key = far_off()
    night.do(Settle(key), SCORER)
    night.do(Correct(key, BareScore(1520)), SCORER)
    assert [line for line, _ in looks_wrong(night.state)] == [key]


def test_a_result_that_nothing_speaks_against_needs_no_settling() -> None:
    night = after(1, BareScore(420))
    with pytest.raises(Refused, match="Nothing looks wrong here"):
        night.do(Settle(LineKey("A", 1, 1, 1)), SCORER)
    with pytest.raises(Refused, match="not for a table to do"):
        night.do(Settle(LineKey("A", 1, 1, 1)), pad(1))


def test_what_the_desk_was_sure_of_is_settled_and_a_table_cannot_be() -> None:
    night = after(1, *(BareScore(420),) * 4)
    night.do(Enter(place(night, 1), BareScore(1510), sure=True), SCORER)
    assert looks_wrong(night.state) == ()
    assert loads(dumps(night.state.journal))[-1] == night.state.journal[-1]
    other = after(1, *(BareScore(420),) * 4)
    key = place(other, 1)
    other.do(Enter(key, BareScore(1510), "NS", sure=True), pad(key.table))
    assert looks_wrong(other.state)
