"""Results as people read them: board sheets, cards, recaps, versions and the checklist, with numbers worked out by hand."""

from __future__ import annotations

from fractions import Fraction

import pytest
from night import DIRECTOR, SCORER, Night, pad, small
from test_night import key, played_night

from arrowswitch.bridge import Side
from arrowswitch.movements import build
from arrowswitch.scoring import AVERAGE, PLUS, Score
from arrowswitch.session import (
    Actor,
    Adjust,
    Adjustment,
    BareScore,
    CallDirector,
    ChangeSettings,
    Correct,
    Enter,
    LatePlay,
    LineKey,
    Penalise,
    Place,
    Publish,
    RemoveBoard,
    Reopen,
    SeatedPlayer,
    Seating,
    SeatPlayers,
    Settings,
    SplitBoard,
    Strike,
    Substitute,
    scored,
    standings,
    tried,
)
from arrowswitch.session.acts.consequences import points_for_scores
from arrowswitch.session.night.sheets import Contestant, board_sheets, match_cards, recap, score_card, sheet_line
from arrowswitch.session.night.sight import as_far_as_ranked
from arrowswitch.session.sight.ending import checklist
from arrowswitch.session.story.versions import changes_between, versions

PUBLIC = Actor("public")


# -- a board and a pair -------------------------------------------------------------------------------------------------


def test_a_board_sheet_goes_from_the_best_north_south_to_the_worst() -> None:
    night = played_night()
    (sheet,) = board_sheets(night.state, scored(night.state), 3)
    assert [(line.record.ns, line.record.ew, line.score, line.ns.value, line.ew.value) for line in sheet.lines] == [
        (2, 4, 100, 4, 0),
        (1, 5, -140, 2, 2),
        (3, 6, -620, 0, 4),
    ]
    assert sheet.top == 4
    assert sheet.frequencies == ((100, 1), (-140, 1), (-620, 1))
    (first,) = board_sheets(night.state, scored(night.state), 1)
    assert first.frequencies == ((420, 2), (170, 1))


def test_what_a_score_would_be_worth_is_what_it_is_worth_once_it_is_given() -> None:
    night = played_night()
    night.do(Adjust(key(1, 1, 1), Adjustment(PLUS, AVERAGE)), why="late")  # waits for the other boards
    for line in night.state.lines:
        told = points_for_scores(night.state, line, (620, -100, 0))
        for score, points in told.items():
            after = tried(
                night.state,
                night.command(Adjust(line, Adjustment(Score(score), Score(score))), why="tried", force=True),
            )
            given = sheet_line(after, scored(after), line)
            assert given is not None
            assert points == (given.ns, given.ew), (line, score)


def test_adjusted_lines_stand_where_their_points_put_them_and_struck_ones_are_left_out() -> None:
    night = played_night()
    night.do(Adjust(key(1, 3, 3), Adjustment(PLUS, AVERAGE)), why="fouled by the opponents")
    (sheet,) = board_sheets(night.state, scored(night.state), 3)
    assert sheet.lines[1].score is None
    assert sheet.lines[1].record.adjusted
    night.do(Strike(key(1, 3, 3)), why="played twice")
    (sheet,) = board_sheets(night.state, scored(night.state), 3)
    assert [line.record.ns for line in sheet.lines] == [2, 1]


def test_versions_of_a_fouled_board_are_apart() -> None:
    night = played_night()
    night.do(SplitBoard((key(2, 2, 3),), "B"), why="a card in the wrong hand")
    (sheet,) = board_sheets(night.state, scored(night.state), 3)
    assert [(group, [line.record.ns for line in lines]) for group, lines in sheet.groups] == [("", [1, 3]), ("B", [2])]


def test_sections_that_are_apart_have_a_sheet_each() -> None:
    night = Night(small(), small(), apart=True).start()
    night.play_all()
    assert [sheet.key.section for sheet in board_sheets(night.state, scored(night.state), 1)] == ["A", "B"]


def test_a_pairs_card_runs_through_the_night() -> None:
    night = played_night()
    card = score_card(night.state, scored(night.state), Contestant("A", 5))
    assert [(each.round, each.table, each.side, each.opponent) for each in card] == [
        (1, 2, Side.EW, ("A", 2)),
        (2, 3, Side.EW, ("A", 3)),
        (3, 1, Side.EW, ("A", 1)),
    ]
    assert [each.lines[0].score for each in card] == [-620, -170, 140]
    assert [each.lines[0].points.value for each in card] == [0, 4, 2]
    assert [each.running.points for each in card] == [0, 4, 6]
    assert card[-1].running.percent == 50


def test_a_round_that_was_sat_out_stands_on_the_card() -> None:
    night = Night(build("mitchell", tables="2½", boards_per_round=1)).start()
    night.play_all()
    card = score_card(night.state, scored(night.state), Contestant("A", 4))
    assert [(each.round, each.table) for each in card] == [(1, 2), (2, None), (3, 1)]


def test_a_recap_has_everybodys_points_on_every_board() -> None:
    night = played_night()
    found = recap(night.state, scored(night.state))
    assert {who.number: [found[who][board].value for board in (1, 2, 3)] for who in sorted(found)} == {
        1: [3, 0, 2],
        2: [3, 4, 4],
        3: [0, 2, 0],
        4: [1, 2, 0],
        5: [4, 0, 2],
        6: [1, 4, 4],
    }


def test_a_teams_card_is_told_match_by_match() -> None:
    movement = build("american-whist", teams=5)
    night = Night(movement, method="imps", boards_per_match=6).start()
    night.play_all(110)
    meeting = movement.meetings[0]
    line = LineKey("A", meeting.round, meeting.table, meeting.boards[0])
    night.do(Correct(line, BareScore(-110), error="scorer"), SCORER, why="keyed on the wrong side")
    cards = match_cards(night.state, scored(night.state), Contestant("A", meeting.ns))
    assert sorted(card.opponent.number for card in cards) == [2, 3, 4, 5]
    lost = next(card for card in cards if card.opponent.number == meeting.ew)
    assert lost.net == -6
    board = next(each for each in lost.lines if each.board == meeting.boards[0])
    assert (board.ns.score, board.ew.score, board.points.value) == (-110, 110, -6)
    total = sum(card.vps for card in cards)
    standing = next(each for each in standings(night.state) if each.contestant == f"A{meeting.ns}")
    assert total == standing.vps


def test_a_teams_board_counts_once_on_its_card() -> None:
    movement = build("american-whist", teams=5)
    night = Night(movement, method="imps").start()
    night.play_all(110)
    meeting = movement.meetings[0]
    line = LineKey("A", meeting.round, meeting.table, meeting.boards[0])
    night.do(Correct(line, BareScore(-110), error="scorer"), SCORER, why="keyed on the wrong side")
    for number, points in ((meeting.ns, -6), (meeting.ew, 6)):  # 220 is 6 IMPs
        assert score_card(night.state, scored(night.state), Contestant("A", number))[-1].running.points == points


# -- versions ------------------------------------------------------------------------------------------------------------


def test_a_version_tells_what_was_and_what_is() -> None:
    night = played_night()
    night.do(Publish())
    night.do(Correct(key(2, 1, 2), BareScore(620), consent=("NS", "EW")), SCORER, why="both sides came to the desk")
    pending = changes_between(versions(night.state)[-1].state, night.state)
    night.do(Publish(), SCORER)
    first, second = versions(night.state)
    assert (first.number, bool(first.changes), second.number, second.by) == (1, False, 2, "Bob")
    assert [str(line.told) for line in second.changes.lines] == [
        "board 2 at table 1 in round 2 was 3NT N -1 (-100), is +620"
    ]
    moved = {new.contestant: (old.points, new.points) for old, new in second.changes.standings}
    assert moved == {"A1": (5, 8), "A2": (11, 10), "A3": (2, 0), "A4": (3, 5), "A5": (6, 7), "A6": (9, 6)}
    assert pending.lines == second.changes.lines
    assert not second.changes.other


def test_a_version_tells_penalties_and_that_names_were_put_right_without_the_names() -> None:
    night = played_night()
    night.do(Publish())
    night.do(Reopen(), why="a slow pair")
    night.do(Penalise("A", 2, share=Fraction(1, 4)), why="slow")
    night.do(SeatPlayers((Seating(Place("A", 2, "N"), SeatedPlayer("Ann Ash", "7")),)))
    night.do(Publish())
    changes = versions(night.state)[-1].changes
    assert [str(text) for _, text in changes.other] == ["gave NS 2 a penalty of 25% of a top", "put names right"]
    assert not changes.lines


# -- the ranked list round by round ----------------------------------------------------------------------------------------


def test_a_list_that_is_shown_round_by_round_knows_only_rounds_that_are_over() -> None:
    night = Night(small(), settings=Settings(rankings="round")).start()
    night.play_round()
    seen = as_far_as_ranked(night.state, PUBLIC)
    assert not seen.lines
    assert len(as_far_as_ranked(night.state, DIRECTOR).lines) == 3
    night.call(2)
    night.play_round()
    assert {each.round for each in as_far_as_ranked(night.state, PUBLIC).lines} == {1}
    night.call(3)
    night.play_round()
    assert {each.round for each in as_far_as_ranked(night.state, PUBLIC).lines} == {1, 2, 3}
    night.do(ChangeSettings(Settings(rankings="board")))
    assert as_far_as_ranked(night.state, PUBLIC) is night.state


# -- the checklist ---------------------------------------------------------------------------------------------------------


def found(night: Night) -> dict[str, list[str]]:
    return {check.kind: [str(each.text) for each in check.findings] for check in checklist(night.state)}


def test_the_checklist_is_quiet_when_everything_is_done() -> None:
    night = played_night()
    assert {kind for kind, findings in found(night).items() if findings} == {"unnamed"}
    assert len(found(night)["unnamed"]) == 12


@pytest.mark.parametrize("confirm", [True, False])
def test_the_checklist_names_what_is_left_to_do(confirm: bool) -> None:
    night = Night(small(), settings=Settings(confirm=confirm)).start()
    night.enter(key(1, 1, 1), 420)
    night.do(Enter(key(1, 2, 2), LatePlay()))
    night.do(CallDirector("A", 3, "slow"))
    night.do(Adjust(key(1, 1, 1), Adjustment(PLUS, AVERAGE, under_appeal=True)), why="ruling")
    night.do(Penalise("A", 2, share=Fraction(1, 10)), why="slow")
    night.do(RemoveBoard(3), why="misdealt")
    told = found(night)
    assert told["rounds"] == ["1 of 3 rounds has been played"]
    assert told["late"] == ["board 2 at table 2 in round 1"]
    assert told["missing"] == []
    assert told["appeals"] == ["board 1 at table 1 in round 1"]
    assert told["calls"][0].startswith("Table 3 called at")
    assert told["penalties"] == ["NS 2: a penalty of 10% of a top (slow)"]
    assert told["removed"] == ["Board 3"]
    assert told["adjusted"] == ["board 1 at table 1 in round 1: average plus for North-South, average for East-West"]
    night.call(2)
    night.enter(key(2, 1, 2), 110, pad(1))
    assert bool(found(night)["unconfirmed"]) == confirm


def test_the_checklist_counts_versions_of_fouled_boards_and_who_shared_a_seat() -> None:
    night = Night(small()).start()
    north = Place("A", 1, "N")
    night.do(SeatPlayers((Seating(north, SeatedPlayer("Ann")),)))
    night.do(Substitute(north, SeatedPlayer("Zoe"), 2))
    night.play_all()
    night.do(SplitBoard((key(2, 3, 1),), "B"), why="a card in the wrong hand")
    checks = {check.kind: check for check in checklist(night.state)}
    assert [str(each.text) for each in checks["fouled"].findings] == ["Board 1, results in each group: -: 2, B: 1"]
    (shared,) = checks["shares"].findings
    assert shared.players == ((SeatedPlayer("Ann"), 1), (SeatedPlayer("Zoe"), 2))


def test_sections_with_unequal_boards_are_not_ranked_together_without_a_word() -> None:
    unequal = Night(small(), build("mitchell", tables=5, boards_per_round=1))
    assert "do not play the same number of boards (A 3, B 5)" in found(unequal)["sections"][0]
    assert found(Night(small(), build("mitchell", tables=5, boards_per_round=1), apart=True))["sections"] == []


def test_sections_are_comparable_where_every_pair_plays_as_many_boards_of_more_in_the_room() -> None:
    nine, seven = (build("mitchell", tables=tables, rounds=7, boards_per_round=3) for tables in (9, 7))
    assert (len(nine.boards), len(seven.boards)) == (27, 21)
    assert found(Night(nine, seven))["sections"] == []


def test_with_several_sections_the_checklist_says_which() -> None:
    night = Night(small(), small()).start()
    night.do(CallDirector("B", 3, "slow"))
    night.do(Penalise("B", 2, share=Fraction(1, 10)), why="slow")
    night.do(RemoveBoard(3, section="B"), why="misdealt")
    told = found(night)
    assert told["rounds"] == ["Section A has played 1 of 3 rounds", "Section B has played 1 of 3 rounds"]
    assert told["calls"][0].startswith("Table B3 called at")
    assert told["removed"] == ["Board 3 in section B"]
    assert told["penalties"][0].startswith("B NS 2: ")
    assert "A NS 1, N" in told["unnamed"]
    assert "board 1 at table B1 in round 1" in told["missing"]
