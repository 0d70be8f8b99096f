"""Movement files of other programs: what goes out comes back the same, the type is seen from the content, faults have their line."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arrowswitch.movements import FileFault, Movement, audit, build, dumps, loads
from arrowswitch.movements.balance import balance
from arrowswitch.movements.files_of_others import FORMATS, format_found, read_any, write_as
from arrowswitch.movements.model import ImpossibleWish
from arrowswitch.words import half

FAMILIES = ["mitchell", "skip-mitchell", "share-relay", "howell", "hesitation", "web", "rover"]

PJMS = """14  7  6  6 0
 1- 2 A  3- 4 B  5- 6 C  7- 8 D  9-10 E 11-12 F 13-14 A   # a comment
 2- 3 B  4- 5 C  6- 7 D  8- 9 E 10-11 F 12-13 B  14-1 C
 0- 0 0  2- 4 A  6- 8 B 10-12 C 14- 3 D  5- 7 E   9-11 F
 1- 3 D  2- 5 E  4- 7 F  6- 9 A  8-11 B 10-13 C 12-14 D
 1- 4 F  2- 6 F  3- 8 A  5-10 B  7-12 C  9-14 B 11-13 E
 1- 5 B  2- 8 C  3- 7 C  4-10 D  6-12 E  9-13 F 11-14 A
"""


def seats(movement: Movement) -> list[tuple[int, int, int, int]]:
    return [(m.round, m.table, m.ns, m.ew) for m in movement.meetings]


def sets(movement: Movement) -> list[frozenset[tuple[int, int]]]:
    """Which tables in which rounds have boards in common, whatever the boards are called."""
    found: dict[tuple[int, ...], set[tuple[int, int]]] = {}
    for meeting in movement.meetings:
        found.setdefault(meeting.boards, set()).add((meeting.round, meeting.table))
    return sorted(map(frozenset, found.values()), key=sorted)  # type: ignore[arg-type]


@given(st.sampled_from(sorted(FORMATS)), st.sampled_from(FAMILIES), st.integers(6, 31))
@settings(max_examples=60, deadline=None)
def test_what_is_written_is_known_again_and_is_the_same(form: str, family: str, pairs: int) -> None:
    try:
        movement = build(family, tables=half(pairs), switch="auto" if family == "mitchell" else None)
    except ImpossibleWish:
        return
    text = write_as(form, movement)
    found = format_found(text)
    assert found is not None
    assert found.name == form
    again = read_any(text)
    assert seats(again) == seats(movement)
    assert sets(again) == sets(movement)
    assert again.winners == movement.winners
    assert balance(again).qf == pytest.approx(balance(movement).qf)
    if movement.copies == 1:
        assert audit(again).faults == ()


@pytest.mark.parametrize("form", ["balans", "thebridsk"])
@pytest.mark.parametrize("players", [8, 13])
def test_an_individual_goes_out_and_comes_back(form: str, players: int) -> None:
    movement = build("individual", players=players)
    again = read_any(write_as(form, movement))
    assert again.contestants == movement.contestants
    assert (again.kind, seats(again), sets(again)) == ("individual", seats(movement), sets(movement))
    with pytest.raises(FileFault, match="take balans"):
        write_as("webri", movement)


def test_the_yaml_of_an_individual_names_the_four_chairs() -> None:
    text = 'short: "Two tables"\nnumberPlayers: 8\nhands:\n'
    text += "  - table: 1\n    round: 1\n    north: 8\n    south: 1\n    east: 5\n    west: 7\n    boards: [1, 2]\n"
    four = read_any(
        text + "  - table: 2\n    round: 1\n    north: 2\n    south: 6\n    east: 4\n    west: 3\n    boards: [1, 2]\n"
    )
    assert (four.kind, four.seated(four.at[1, 1]), len(four.contestants)) == ("individual", (8, 1, 5, 7), 8)
    with pytest.raises(FileFault, match="Line 4: this hand has no west"):
        read_any(text.replace("    west: 7\n", ""))


def test_boards_of_a_spreadsheet_may_be_spans_with_a_long_dash() -> None:
    movement = read_any("round,table,ns,ew,boards\n1,1,4,1,1–3\n1,2,2,3,4–6\n")
    assert movement.at[1, 2].boards == (4, 5, 6)


def test_the_format_of_pjms_is_read_with_its_letters_comments_and_empty_tables() -> None:
    movement = read_any(PJMS)
    assert (movement.rounds, movement.tables, len(movement.contestants)) == (6, 7, 14)
    assert (3, 1) not in movement.at
    assert movement.at[1, 7].sides == (13, 14)
    assert set(movement.at[1, 1].boards) == set(movement.at[1, 7].boards)


def test_both_lines_may_be_counted_from_one() -> None:
    movement = read_any("1A1 2B2 3C3\n1B3 2C1 3A2\n1C2 2A3 3B1\n")
    assert movement.contestants == (1, 2, 3, 4, 5, 6)
    assert movement.at[2, 1].sides == (1, 6)
    assert (movement.winners, movement.stationary) == (2, (1, 2, 3))
    assert audit(movement).legal


def test_a_table_of_mannings_notation_may_stand_either_way() -> None:
    by_round = "1A1 2B2 3C3\n1B3 2C1 3A2\n1C2 2A3 3B1\n"
    by_table = "1A1 1B3 1C2\n2B2 2C1 2A3\n3C3 3A2 3B1\n"
    assert read_any(by_round).meetings == read_any(by_table).meetings


def test_boards_that_do_not_stay_together_are_read_and_can_be_written_as_boards_only() -> None:
    text = "round,table,ns,ew,boards\n1,1,1,2,1 2\n1,2,3,4,3 4\n2,1,1,3,3 5\n2,2,2,4,6 7\n"
    movement = read_any(text)
    assert movement.at[2, 1].boards == (3, 5)
    assert read_any(write_as("thebridsk", movement)).meetings == movement.meetings
    with pytest.raises(FileFault, match="do not stay in their sets"):
        write_as("manning", movement)


def test_our_own_json_is_read_as_ever() -> None:
    movement = build("howell", tables=4)
    assert read_any(dumps(movement)) == loads(dumps(movement))
    assert json.loads(write_as("json", movement))["rounds"] == 7


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("4 2 3 3 0\n4-1 A 2-3 A\n4-2 B 3-1 B\n", "Rounds in the head: 3; lines after it: 2"),
        ("4 2 1 1 0\n4-1 A 2-3\n", "Line 2: 2 tables have 6 numbers, and here are 5"),
        ("4 2 1 1 0\n4-1 A 2-9 A\n", "Line 2: “9” is not a number from 0 to 4"),
        ("4 2 1 1 0\n4-1 ? 2-3 A\n", "Line 2: “\\?” is no set"),
        ("round,table,ns,ew,boards\n1,1,1\n", "Line 2: there are fewer columns"),
        ("round,table,ns,ew,boards\n1,1,x,2,1\n", "Line 2: “x” is not a number"),
        ("round,table,ns,ew,boards\n1,0,1,2,1\n", "Line 2: a round and a table are wanted"),
        ("round,table,ns,ew,boards\n1,1,1,2,5-3\n", "Line 2: “5-3” are no boards"),
        ("round,table,ns,ew,boards\n1,1,1,2,1-999\n", "Line 2: “1-999” are no boards"),
        ("round,table,ns,ew,boards\n1,1,1,2,“" + 140_000 * "x" + "”\n", "This table cannot be read"),
        ("round,table,ns,ew,boards\n" + 20_001 * "1,1,1,2,1-99\n", "The file is too long"),
        ("round,table,ns,ew,boards\n", "There is not one table"),
        ("0,1,1,2\n", "Line 1: there is no table 0"),
        ("1A2 3B4\n1B3\n", "Line 2 has another number of cells than the others: 1, not 2"),
        ("1A2 1B4\n1B3 1A3\n", "Neither lines nor columns"),
        ("hands:\n- table: 1\n  round: 1\n  ns: 1\n  boards:\n  - 1\n", "Line 2: this hand has no ew"),
        ("hands:\n- table: 1\n  round: 1\n  ns: 1\n  ew: 2\n", "Line 2: this hand has no boards"),
        ("hands:\n  - 3\n- table: 1\n", "Line 2: a board stands before"),
        ("hands:\n- table: 1\n  ???\n", "Line 3: “\\?\\?\\?” cannot be read"),
        ("1A2 3B4\n1B3 2?4\n", "Line 2: “2\\?4” is not a table; write 1A9"),
        ("1,1,4,1\n2,1,2\n", "Line 2: “2,1,2” is not a table, a set, North-South and East-West"),
        (
            "Two tables\n2 3\n4 1 1 2 3 1\n4 2 2 3 1 2\n4 3 3 1 2",
            "2 tables in 3 rounds are 18 numbers, and here are 17",
        ),
        ("A movement in words.", "no movement in any of the formats that are read here: json, ase, balans"),
        ("{A movement in words.", "not JSON"),
        ("", "empty"),
    ],
)
def test_what_is_wrong_is_said_with_its_line(text: str, sentence: str) -> None:
    with pytest.raises(FileFault, match=sentence):
        read_any(text)


@given(st.text(alphabet="0123456789ABC,;-: \nhandstblerouw#", max_size=200))
@settings(max_examples=150, deadline=None)
def test_whatever_stands_in_a_file_there_is_a_movement_or_a_sentence(text: str) -> None:
    assert all(sentence.endswith(".") for sentence in told(text))


def told(text: str) -> list[str]:
    """What is said against a file: that it cannot be read, or the faults of its movement."""
    try:
        return [str(fault) for fault in audit(read_any(text)).faults]
    except FileFault as fault:
        return [str(fault)]


@given(st.sampled_from(sorted(FORMATS)), st.data())
@settings(max_examples=150, deadline=None)
def test_a_spoilt_file_is_a_movement_or_a_sentence(form: str, data: st.DataObject) -> None:
    """A file in which places were cut out, or filled with what does not belong there; line ends of any kind among it."""
    text = write_as(form, build("howell", tables=3))
    for _ in range(data.draw(st.integers(1, 4))):
        first, length = data.draw(st.integers(0, len(text))), data.draw(st.integers(0, 5))
        text = (
            text[:first] + data.draw(st.text(alphabet='0129Az,;- \n\r\t\x0b"#½:[', max_size=4)) + text[first + length :]
        )
    assert all(sentence.endswith(".") for sentence in told(text))


def test_the_numbers_of_ase_may_be_broken_anywhere() -> None:
    text = write_as("ase", build("howell", tables=3))
    title, size, *numbers = text.splitlines()
    broken = "\n".join([title, size, *" ".join(numbers).split()])
    assert read_any(broken) == read_any(text)


def test_a_table_with_the_line_ends_of_an_old_macintosh_is_read() -> None:
    text = write_as("csv", build("howell", tables=3))
    assert read_any(text.replace("\n", "\r")).meetings == read_any(text).meetings


def test_a_format_that_nobody_knows_is_refused_with_the_names() -> None:
    with pytest.raises(ImpossibleWish, match="there are json, ase, balans, csv"):
        write_as("excel", build("mitchell", tables=7))
    with pytest.raises(FileFault, match="written as json"):
        write_as("csv", build("american-whist", teams=7))
