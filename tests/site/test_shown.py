"""Movements made ready for a page: drawing, heat map, grid, path, facts, and what the form reads."""

from __future__ import annotations

import re
from math import hypot

import pytest

from arrowswitch import movements
from arrowswitch.movements.cards.announcements import announcements
from arrowswitch.site.movement import shown
from arrowswitch.site.movement.drawing import HALF, picture
from arrowswitch.site.movement.forms import WishForm
from arrowswitch.site.movement.heat import heat_map

SIZES = [
    ("mitchell", {"tables": 7}),
    ("share-relay", {"tables": 8}),
    ("share-relay", {"tables": "11½"}),
    ("skip-mitchell", {"tables": 16}),
    ("howell", {"tables": 5}),
    ("howell", {"tables": "5½"}),
    ("hesitation", {"tables": 8}),
    ("web", {"tables": 16}),
    ("mitchell", {"tables": 35}),
    ("american-whist", {"teams": 7}),
]


@pytest.mark.parametrize(("family", "options"), SIZES)
def test_tables_and_relays_of_the_room_do_not_overlap_and_stay_in_the_picture(
    family: str, options: dict[str, int | str]
) -> None:
    drawn = picture(movements.build(family, **options))  # type: ignore[arg-type]
    places = [(table["x"], table["y"]) for table in drawn["tables"]]
    for number, one in enumerate(places):
        assert HALF <= one[0] <= drawn["width"] - HALF
        assert HALF <= one[1] <= drawn["height"] - HALF
        for other in places[number + 1 :]:
            assert max(abs(one[0] - other[0]), abs(one[1] - other[1])) >= 2 * HALF + 10
    for stand in drawn["stands"]:
        assert 30 <= stand["x"] <= drawn["width"] - 30
        assert all(max(abs(stand["x"] - x) / 57, abs(stand["y"] - y) / 42) >= 1 for x, y in places)


def test_the_arrows_of_a_mitchell_lead_up_and_its_boards_down() -> None:
    drawn = picture(movements.build("mitchell", tables=9))
    at = {table["table"]: (table["x"], table["y"]) for table in drawn["tables"]}

    def nearest(x: str, y: str) -> int:
        return min(at, key=lambda table: hypot(at[table][0] - float(x), at[table][1] - float(y)))

    def ways(arrows: tuple[object, ...]) -> set[tuple[int, int]]:
        found = set()
        for arrow in arrows:
            numbers = re.findall(r"-?[\d.]+", arrow.d)  # type: ignore[attr-defined]
            found.add((nearest(*numbers[:2]), nearest(*numbers[-2:])))
        return found

    assert ways(drawn["people"]) == {(table, table % 9 + 1) for table in range(1, 10)}
    assert ways(drawn["boards"]) == {(table % 9 + 1, table) for table in range(1, 10)}
    assert {(step["table"], step["ns"]) for step in drawn["steps"]} == {(table, "=") for table in range(1, 10)}


def test_the_heat_map_shows_every_number_of_the_balance_with_a_shade() -> None:
    movement = movements.build("skip-mitchell", tables=4, rounds=3)  # +2, 0 and -4 a board, as the manual counts
    found = movements.balance(movement)
    table = heat_map(movement, found)
    assert table["labels"][0] == "NS 1"
    assert table["labels"][4] == "EW 1"
    numbers = [
        [0 if shade == "itself" else int(value.replace("−", "-")) for value, shade in row["cells"]]
        for row in table["rows"]
    ]
    assert numbers == [list(row) for row in found.matrix]
    assert [row["starts_field"] for row in table["rows"]] == [False] * 4 + [True] + [False] * 3
    assert {shade for row in table["rows"] for _value, shade in row["cells"]} >= {"even", "itself"}


def test_a_balanced_howell_has_one_shade() -> None:
    movement = movements.build("howell", tables=4)
    table = heat_map(movement, movements.balance(movement))
    assert {shade for row in table["rows"] for _value, shade in row["cells"]} == {"even", "itself"}


def test_the_grid_holds_every_meeting_once() -> None:
    movement = movements.build("share-relay", tables="11½")
    rows = shown.grid(movement)
    cells = [(table, number, cell) for table, row in rows for number, cell in enumerate(row, 1) if cell.ns]
    assert len(cells) == len(movement.meetings)
    for table, number, cell in cells:
        meeting = movement.at[number, table]
        assert movement.label(meeting.ns) == f"NS {cell.ns}"
        assert movement.label(meeting.ew) == f"EW {cell.ew}"
    assert sum(bool(cell.waits) for _table, row in rows for cell in row) == len(movement.sit_outs)


def test_a_team_has_a_path_for_each_half() -> None:
    paths = shown.pair_path(movements.build("american-whist", teams=7), 1)
    assert [path["half"] for path in paths] == ["ew", "ns"]
    assert {line["stop"].table for line in paths[1]["lines"] if not line["stop"].sits_out} == {1}


def test_what_is_said_is_gathered_by_moment_and_the_unusual_stands_out() -> None:
    found = shown.moments(announcements(movements.build("skip-mitchell", tables=8)))
    assert found[0]["moment"] == "before"
    order = [(one["round"], ["before", "during", "after"].index(one["moment"])) for one in found]
    assert order == sorted(order)
    assert any(
        "skip" in text.lower() for one in found if one["special"] for text in (said.text for said in one["sayings"])
    )
    assert not found[1]["special"]


@pytest.mark.parametrize("tables", ["3", "5½", "9", "11½", "16", "20", "28½", "40"])
def test_every_choice_opens_to_the_movement_that_was_weighed(tables: str) -> None:
    pace = shown.pace("nzb", {"grade": "junior"})
    for choice in movements.choose(tables=tables, regulations="nzb", grade="junior"):
        if not choice.parts:
            assert movements.build(choice.family, **choice.options) == choice.movement  # type: ignore[arg-type]
            assert movements.balance(choice.movement).fairness == choice.qf
        for _letter, part, options in shown.sections(choice):
            del options["section"]
            assert movements.build(part.family, **options).meetings == part.meetings  # type: ignore[arg-type]
        assert shown.minutes(choice.movement, pace) == choice.minutes


def test_the_speed_of_the_players_is_a_wish_that_the_movement_s_page_keeps() -> None:
    form = WishForm({"kind": "pairs", "tables": "9", "grade": "junior", "board_minutes": "8,5", "federation": "nzb"})
    assert form.asks
    best = movements.choose(**form.wish())[0]
    assert best.minutes == 230  # 27 boards at 8.5, rounded up
    assert shown.minutes(best.movement, shown.pace("nzb", {"grade": "junior", "board_minutes": "8,5"})) == 230
    assert shown.minutes(best.movement, shown.pace("nzb", {"grade": "junior", "board_minutes": "nonsense"})) == 185
    assert shown.minutes(best.movement, shown.pace("nzb", {"grade": "nonsense"})) == 176


def test_the_time_of_a_teams_movement_is_the_one_it_was_chosen_by() -> None:
    for choice in movements.choose(teams=9):
        assert shown.minutes(choice.movement, shown.pace("wbf", {})) == choice.minutes


@pytest.mark.parametrize("written", ["7.5", "7½", "7,5", " 7 1/2 "])
def test_half_tables_are_read_as_people_write_them(written: str) -> None:
    form = WishForm({"kind": "pairs", "tables": written})
    assert form.asks
    assert movements.choose(**form.wish())[0].entry == "7½"


@pytest.mark.parametrize(
    ("field", "written", "sentence"),
    [
        ("tables", "seven", "“seven” is not a number of tables; write 7, 7½ or 7.5."),
        ("tables", "500", "One movement seats 2 to 72 tables, not 500."),
        ("boards", "28-24", "28-24 is not a range of boards; write the smaller number first."),
        ("minutes", "long", "Write the minutes of play as a number, such as 190."),
        ("minutes", "5", "Less than 20 minutes is too short for a movement."),
        ("board_minutes", "quick", "“quick” is no time for a board; write 3 to 30 minutes, such as 7½."),
        ("grade", "expert", "Select a valid choice. expert is not one of the available choices."),
        ("stationary", "-1", "Write how many pairs must keep their seats, such as 3."),
        ("teams", "2", "Three teams are the fewest that can play."),
    ],
)
def test_what_cannot_be_read_is_answered_in_a_sentence(field: str, written: str, sentence: str) -> None:
    form = WishForm({"kind": "pairs", "tables": "7", field: written})
    assert not form.asks
    assert form.errors[field] == [sentence]
