"""What is announced, and when."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from arrowswitch.movements import build
from arrowswitch.movements.cards.announcements import Announcement, announcements, refreshment_round, special_moves
from arrowswitch.movements.model import Movement
from arrowswitch.words import spans
from samples import SAMPLES, sample


def bare(movement: Movement) -> Movement:
    """The movement as it would come from a file without instructions."""
    return replace(movement, instructions=(), relays=(), family="file")


def said(movement: Movement, moment: str, number: int) -> list[str]:
    return [str(a.text) for a in announcements(movement) if (a.moment, a.round) == (moment, number)]


def order(announcement: Announcement) -> tuple[int, int]:
    return announcement.round, ("before", "during", "after").index(announcement.moment)


@pytest.mark.parametrize("name", SAMPLES)
def test_every_round_has_its_words_in_order(name: str) -> None:
    for movement in (sample(name), bare(sample(name))):
        told = announcements(movement)
        assert list(told) == sorted(told, key=order)
        assert {a.round for a in told if a.moment == "after"} == set(range(1, movement.rounds + 1))
        assert all(a.text.strip() for a in told)
        assert "{" not in "".join(a.text for a in told)


def test_the_ordinary_move_is_read_off_the_meetings() -> None:
    movement = bare(sample("mitchell"))
    assert said(movement, "after", 1) == ["East-West move up one table. Boards move down one table."]
    assert "After each round: East-West move up one table. Boards move down one table." in said(movement, "before", 0)


def test_a_skip_is_found_in_a_movement_that_does_not_mention_it() -> None:
    movement = bare(sample("skip"))
    assert said(movement, "after", 7) == ["Skip now: East-West move up two tables. Boards move down one table."]
    assert {after: occasion for after, (occasion, _) in special_moves(movement).items()} == {7: "skip"}


def test_a_special_move_is_found_in_a_movement_that_does_not_mention_it() -> None:
    """Seed 000, row of 14 tables and 26 boards: after round 20 to 15 minus the table."""
    movement = bare(sample("extended"))
    assert {after: occasion for after, (occasion, _) in special_moves(movement).items()} == {20: "special"}
    assert "take their table number from 15" in said(movement, "after", 20)[0]


def test_relays_and_feed_ins_are_found_in_a_movement_that_does_not_mention_them() -> None:
    words = said(bare(sample("extended")), "before", 0)
    assert "Relay between tables 7 and 8: 8." in words
    assert "Feed-in boards beside table 14: 16-26." in words
    assert "Put out boards 1-7 in order on tables 1 to 7; boards 9-15 in order on tables 8 to 14." in words


def test_a_double_move_of_teams_is_found() -> None:
    """Seed 004, L136: down four tables and boards down two, where the ordinary move would lead home."""
    movement = bare(sample("teams"))
    assert said(movement, "after", 2) == ["Double move now: East-West move down 4 tables. Boards move down two tables."]


def test_in_a_hesitation_the_last_table_is_told_what_to_do() -> None:
    (words,) = said(bare(sample("hesitation")), "after", 1)
    assert "North-South at table 11 go to table 1 and sit East-West." in words
    assert "East-West at table 11 stay there and sit North-South." in words


def test_instructions_of_the_movement_take_the_place_of_our_own_words() -> None:
    movement = sample("skip")
    assert said(movement, "after", 7) == [str(i.text) for i in movement.instructions if i.after == 7]


def test_an_exchange_of_seats_is_told_besides_the_ordinary_move() -> None:
    words = said(sample("bump"), "after", 2)
    assert words[0].startswith("East-West move up one table.")
    assert "EW 6 and EW 9" in words[1]
    assert words[-1] == "Sitting out in round 3: NS 4."


def test_an_arrow_switch_is_announced_in_the_round_before() -> None:
    movement = bare(sample("scrambled"))
    assert any("arrow switch at every table" in words for words in said(movement, "during", 6))
    assert any("arrow switch at every table" in words for words in said(movement, "after", 6))


def test_the_last_round_is_announced_at_the_end_of_the_one_before() -> None:
    assert "The next round is the last." in said(sample("mitchell"), "after", 6)


@pytest.mark.parametrize(("name", "supper"), [("share-relay", 7), ("extended", 14), ("teams", None)])
def test_refreshments_come_with_one_board_more_than_half(name: str, supper: int | None) -> None:
    """Seed 000, L719-721: 24 boards two a round, round 7; 26 boards one a round, round 14."""
    assert refreshment_round(sample(name)) == supper
    asked = announcements(sample(name), refreshments=True)
    assert [a.round for a in asked if a.occasion == "refreshments"] == [supper] * bool(supper)


def test_nobody_is_told_of_refreshments_that_nobody_asked_for() -> None:
    assert not [a for a in announcements(sample("share-relay")) if a.occasion == "refreshments"]


@pytest.mark.parametrize("refreshments", [True, False])
def test_a_break_that_is_planned_is_told_after_its_round_and_before_the_move(refreshments: bool) -> None:
    told = announcements(sample("mitchell"), refreshments=refreshments, break_after=4, break_minutes=20)
    after = [each for each in told if each.moment == "after" and each.round == 4]
    assert str(after[0].text) == "There is a break of 20 minutes now."
    assert [each.round for each in told if each.occasion == "refreshments"] == [4]


@pytest.mark.parametrize(
    ("wish", "sentence"),
    [
        (
            {"family": "share-relay", "tables": "7½", "phantom": "ns:1"},
            "No boards go to table 1; table 2 passes its boards to table 8.",
        ),
        ({"family": "share-relay", "tables": "7½"}, "No boards go to table 8; table 1 passes its boards to table 7."),
        (
            {"family": "extended-mitchell", "tables": 14, "boards": 26},
            "Put a relay between tables 7 and 8; board 8 starts there.",
        ),
        (
            {"family": "extended-mitchell", "tables": 14, "boards": 26},
            "A missing pair should be North-South at table 4, 11 or East-West 1-2, 8-9: then nobody sits out three times.",
        ),
        (
            {"family": "hesitation", "tables": 11},
            "Arrow switch in round 11 at tables 1-4, 8-10 only: turn the board a quarter there. Keep your pair numbers.",
        ),
        (
            {"family": "howell", "tables": "3½"},
            "Every pair follows the pair one number lower, and pair 1 follows pair 7; go where your guide card says.",
        ),
        (
            {"family": "american-whist", "teams": 7},
            "After round 1 there is a double move: East-West move down 4 tables; the boards go down 2 places.",
        ),
    ],
)
def test_an_instruction_is_true_of_the_movement_at_hand(wish: dict[str, Any], sentence: str) -> None:
    assert sentence in [str(said.text) for said in build(**wish).instructions]


def test_a_howell_with_a_missing_pair_calls_no_switch_at_a_table_where_nobody_plays() -> None:
    movement = build("howell", tables="7½")
    switched = {said.after + 1 for said in movement.instructions if said.occasion == "switch"}
    assert switched == {meeting.round for meeting in movement.meetings if meeting.switched}


def test_a_bowman_ewing_without_north_south_at_the_last_table_needs_one_copy_of_the_boards() -> None:
    movement = build("bowman-ewing", tables="14½")
    assert movement.copies == 1
    assert not [said for said in movement.instructions if "copy" in said.text]


@pytest.mark.parametrize("tables", [15, 17, 19, 23])
def test_the_three_copies_of_an_odd_web_go_where_they_are_said_to(tables: int) -> None:
    movement = build("web", tables=tables, rounds=13, boards_per_round=2)
    first, second, third, *_ = (str(said.text) for said in movement.instructions)
    added = (tables - 13) // 2
    chain = [*range(1, 3 * added + 1, 3), *range(3 * added + 1, tables + 1)]
    at = {place: meeting.boards for place, meeting in movement.at.items()}
    assert f"tables {spans(chain[:added])}, {chain[added]}-{tables} start with the sets in order" in first
    for number in range(1, 13):
        for here, below in zip(chain, [tables, *chain], strict=False):
            assert at[number, here] == at[number + 1, below]
        for table in range(6, 3 * added + 1, 3):
            assert at[number, table] == at[number + 1, table - 3]  # the second copy goes down
        for table in range(2, 3 * added - 3, 3):
            assert at[number, table] == at[number + 1, table + 3]  # the third goes up
    assert at[1, 2] == (25, 26)
    assert ("from the first set up" in second) == ("from the last set down" in third) == (added == 1)


@pytest.mark.parametrize("tables", [10, 12, 14])
def test_twinned_boards_move_down_one_table_not_across_to_the_other_half(tables: int) -> None:
    said = [call.text for call in announcements(build("twinned", tables=tables)) if call.occasion == "move"]
    assert any("Boards move down one table." in text for text in said)
    assert not any("Boards move up" in text for text in said)


def test_no_one_way_is_told_for_three_copies_that_go_two_ways() -> None:
    said = [call.text for call in announcements(build("web", tables=19)) if call.occasion == "move"]
    assert "East-West move up one table." in said
    assert not any("Boards move" in text for text in said)
