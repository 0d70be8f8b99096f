"""Player-made boards: every printed size, and the proof that nobody plays what he made."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import pytest

from arrowswitch.movements.build import SketchRow, one_field, two_fields, wrap
from arrowswitch.movements.duplication import RECIPES, MakingSheet, makers, plan, without_first_round
from arrowswitch.movements.model import ImpossibleWish, Movement
from arrowswitch.words import half

HOWELL_6 = Path(__file__).parent.parent / "data" / "howell-6-rows.json"

# pairs, boards in play, boards a round, rounds, boards played NS, most boards played EW, board 1 starts at
PRINTED = [
    (13, 35, 5, 6, 30, 30, 7),
    (14, 28, 4, 6, 24, 24, 7),
    (16, 32, 4, 7, 28, 28, 8),
    (17, 32, 4, 7, 28, 28, 8),
    (18, 27, 3, 8, 24, 24, 9),
    (19, 30, 3, 9, 27, 27, 10),
    (20, 30, 3, 9, 27, 27, 10),
    (21, 33, 3, 9, 27, 27, 10),
    (22, 33, 3, 9, 27, 27, 10),
    (23, 36, 3, 9, 27, 27, 11),
    (24, 36, 3, 9, 27, 27, 11),
    (25, 26, 2, 12, 24, 24, 13),
    (26, 26, 2, 12, 24, 24, 13),
    (27, 28, 2, 13, 26, 26, 14),
    (28, 28, 2, 13, 26, 26, 14),
    (29, 30, 2, 13, 26, 26, 14),
    (30, 30, 2, 13, 26, 26, 14),
    (31, 32, 2, 13, 26, 26, 15),
    (32, 32, 2, 13, 26, 26, 15),
    (33, 34, 2, 13, 26, 26, 16),
    (34, 34, 2, 13, 26, 26, 16),
    (35, 36, 2, 13, 26, 26, 17),
    (36, 36, 2, 13, 26, 26, 17),
]


def clashes(movement: Movement, sheets: Iterable[MakingSheet]) -> list[tuple[int, int, int]]:
    """Every pair that would play a board it made, the board, and the round; nothing is the proof that it is fair."""
    made = {(pair, board) for sheet in sheets for pair in sheet.makers for board in sheet.boards}
    return [
        (pair, board, meeting.round)
        for meeting in movement.meetings
        for pair in meeting.sides
        for board in meeting.boards
        if (pair, board) in made
    ]


def faults(movement: Movement) -> list[tuple[int, int]]:
    """Boards played twice and tables that have the same board."""
    played = [(pair, board) for m in movement.meetings for pair in m.sides for board in m.boards]
    twice = [key for key in set(played) if played.count(key) > 1]
    at_once = [
        (number, b) for number, ms in movement.by_round.items() for b in _double([b for m in ms for b in m.boards])
    ]
    return twice + at_once


def _double(boards: list[int]) -> set[int]:
    return {board for board in boards if boards.count(board) > 1}


@pytest.mark.parametrize(
    ("pairs", "in_play", "each", "rounds", "ns", "ew", "first"), PRINTED, ids=[half(row[0]) for row in PRINTED]
)
def test_every_printed_size_is_fair_and_has_the_printed_numbers(
    pairs: int, in_play: int, each: int, rounds: int, ns: int, ew: int, first: int
) -> None:
    made = plan(pairs)
    movement = made.movement
    assert clashes(movement, made.sheets) == []
    assert faults(movement) == []
    assert sorted(board for sheet in made.sheets for board in sheet.boards) == list(range(1, in_play + 1))
    assert (movement.boards_per_round, movement.rounds) == (each, rounds)
    assert len(movement.contestants) == pairs
    starts = [m for m in movement.by_round[1] if 1 in m.boards]
    if starts:
        (start,) = starts
        assert (start.table, movement.label(start.ew)) == (first, f"EW {first}")
    else:  # board 1 starts at the half table
        assert made.recipe is not None
        assert made.recipe.board_1_starts == first == made.recipe.tables
    most = {
        side: max(n for p, n in movement.boards_played.items() if movement.label(p).startswith(side))
        for side in ("NS", "EW")
    }
    assert most == {"NS": ns, "EW": ew}


@pytest.mark.parametrize(
    ("pairs", "table"),
    [(16, 8), (20, 10), (22, 10), (24, 11), (26, 13), (28, 14), (30, 14), (32, 15), (34, 16), (36, 17)],
)
def test_board_1_starts_at_the_printed_table(pairs: int, table: int) -> None:
    (start,) = [m for m in plan(pairs).movement.by_round[1] if 1 in m.boards]
    assert start.table == table


def test_all_pairs_but_a_rover_make_boards_and_each_set_is_made_once() -> None:
    for recipe in RECIPES:
        made = plan(recipe.pairs, boards_per_round=recipe.boards_per_round)
        hands = [pair for sheet in made.sheets for pair in sheet.makers]
        assert len(hands) == len(set(hands)) == recipe.pairs - bool(recipe.rover)


def test_a_half_table_cuts_east_west_boards_where_they_sit_out() -> None:
    movement = plan(33).movement
    east_west = {n for pair, n in movement.boards_played.items() if movement.label(pair).startswith("EW")}
    assert east_west == {24, 26}  # thirteen of seventeen rounds: some never reach the missing pair


def test_six_and_a_half_tables_may_play_four_boards_a_round() -> None:
    made = plan(13, boards_per_round=4)
    assert (len(made.sheets) * 4, made.movement.rounds) == (28, 6)
    assert max(made.movement.boards_played.values()) == 24


def test_one_table_too_few_down_is_found_out() -> None:
    """The proof can fail: with the boards left where they were made everybody plays them in round 1."""
    made = plan(14)
    still = tuple(
        MakingSheet(sheet.table, made.movement.at[1, sheet.table].boards, sheet.makers[:1]) for sheet in made.sheets
    )
    found = clashes(made.movement, still)
    assert {number for _, _, number in found} == {1}
    assert found[0] == (1, 5, 1)


def test_one_round_more_than_printed_would_clash() -> None:
    made = plan(14)
    longer = two_fields(
        [
            SketchRow(number, table, table, wrap(table - number + 1, 7), wrap(table + number, 7))
            for number in range(1, 8)
            for table in range(1, 8)
        ],
        name="",
        family="mitchell",
        boards_per_round=4,
    )
    assert {number for _, _, number in clashes(longer, made.sheets)} == {7}


@pytest.mark.parametrize(
    ("pairs", "first_tables"),
    [(13, [21, 17, 13, 9, 5, 1, 25]), (17, [22, 19, 16, 13, 10, 7, 4, 1, 25])],
)
def test_when_north_south_leave_east_west_make_what_they_meet_at_the_sit_out_table(
    pairs: int, first_tables: list[int]
) -> None:
    made = plan(pairs, ns_leave=True)
    assert [sheet.boards[0] for sheet in made.sheets] == first_tables
    assert clashes(made.movement, made.sheets) == []
    assert made.movement.at[1, 1].boards[0] == 1
    assert made.movement.label(made.movement.at[1, 1].ew) == "EW 1"
    for pair, played in made.movement.boards_played.items():
        missing = 0 if made.movement.label(pair).startswith("NS") else 1
        assert played == (len(made.sheets) - missing) * made.movement.boards_per_round


def howell_6() -> Movement:
    rows = json.loads(HOWELL_6.read_text())
    return one_field(
        [SketchRow(number, table, ns, ew, number_of_set) for number, table, ns, ew, number_of_set in rows],
        name="Howell",
        family="howell",
        boards_per_round=3,
    )


def test_six_tables_make_the_boards_of_round_1_and_play_24_of_27() -> None:
    made = without_first_round(howell_6())
    assert clashes(made.movement, made.sheets) == []
    assert made.movement.rounds == 8
    assert set(made.movement.boards_played.values()) == {24}
    assert len(made.sheets) == 6
    assert len(made.unmade) == 9  # three sets are at no table in round 1


def test_makers_are_found_for_any_movement_that_leaves_boards_unplayed() -> None:
    shortened = plan(22).movement
    found = makers(shortened)
    assert clashes(shortened, found.sheets) == []
    assert found.unmade == ()


def test_where_everybody_plays_everything_nobody_can_make_a_board() -> None:
    movement = howell_6()
    assert makers(movement).sheets == ()
    assert len(makers(movement).unmade) == 27


def test_a_sheet_stays_with_a_table_that_never_plays_it() -> None:
    made = plan(24, rounds=8)
    assert clashes(replace(made.movement), made.sheets) == []
    assert made.movement.rounds == 8


@pytest.mark.parametrize(
    ("wish", "words"),
    [
        ({"pairs": 12}, "seats of round 1"),
        ({"pairs": 15}, "the nearest is 8"),
        ({"pairs": 40}, "the nearest is 18"),
        ({"pairs": 14, "rounds": 7}, "6 rounds, not 7"),
        ({"pairs": 14, "boards_per_round": 3}, "4 boards a round, not 3"),
        ({"pairs": 14, "ns_leave": True}, "6½ or 8½"),
    ],
)
def test_a_size_without_a_set_up_says_so(wish: dict[str, int], words: str) -> None:
    with pytest.raises(ImpossibleWish) as refusal:
        plan(**wish)  # type: ignore[arg-type]
    assert words in str(refusal.value)


def test_the_announcement_for_eleven_tables_names_the_table_of_board_1() -> None:
    said = [str(words.text) for words in plan(22).instructions]
    assert "Then the boards go down 2 tables and East-West stay; board 1 starts at table 10." in said
