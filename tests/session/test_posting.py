"""Travellers and slips: the six ways of posting, and what comes next."""

from __future__ import annotations

from night import SCORER, Night, small

from arrowswitch.movements import build
from arrowswitch.session import BareScore, Enter, LatePlay, LineKey, RemoveBoard
from arrowswitch.session.desk.posting import POSTING_WAYS, find_sheet, jump, next_sheet, sheets
from arrowswitch.session.night.missing import missing


def seven() -> Night:
    """Seven tables with two boards a round; all rounds have been called."""
    night = Night(build("mitchell", tables=7, boards_per_round=2)).start()
    for number in range(2, 8):
        night.call(number)
    return night


def codes(night: Night, method: int, rounds: int = 0) -> list[str]:
    return [sheet.code for sheet in sheets(night.state, method, rounds)]


def test_every_way_of_posting_has_every_line_once() -> None:
    night = seven()
    everything = {each.line for each in missing(night.state)}
    for method in POSTING_WAYS:
        lines = [row.line for sheet in sheets(night.state, method, 3) for row in sheet.rows]
        assert len(lines) == len(everything) == 98
        assert set(lines) == everything


def test_slips_come_by_table_round_after_round() -> None:
    assert codes(seven(), 1)[:8] == [f"A-r1-{table}" for table in range(1, 8)] + ["A-r2-1"]
    (first, *_) = sheets(seven().state, 1)
    assert [(row.line, row.ns, row.ew) for row in first.rows] == [
        (LineKey("A", 1, 1, 1), 1, 8),
        (LineKey("A", 1, 1, 2), 1, 8),
    ]


def test_slips_by_pair_are_called_by_the_north_south_pair() -> None:
    night = Night(build("howell", tables=4)).start()
    for sheet in sheets(night.state, 2):
        assert {row.ns for row in sheet.rows} == {sheet.number}


def test_travellers_are_ordered_by_pair_or_by_round() -> None:
    night = seven()
    by_pair, by_round = (find_sheet(sheets(night.state, method), "A-b5") for method in (3, 4))
    assert by_pair
    assert by_round
    assert [row.ns for row in by_pair.rows] == list(range(1, 8))
    assert [row.line.round for row in by_round.rows] == list(range(1, 8))


def test_some_rounds_come_on_travellers_and_the_rest_on_slips() -> None:
    night = seven()
    for method in (5, 6):
        found = sheets(night.state, method, 5)
        assert {row.line.round for sheet in found if sheet.kind == "traveller" for row in sheet.rows} == set(
            range(1, 6)
        )
        assert {row.line.round for sheet in found if sheet.kind == "slip" for row in sheet.rows} == {6, 7}


def test_only_rounds_that_have_been_called_are_typed() -> None:
    night = Night(small()).start()
    assert [len(sheet.rows) for sheet in sheets(night.state)] == [1, 1, 1]
    assert sheets(Night(small()).state) == ()


def test_the_next_sheet_is_the_next_with_an_empty_line() -> None:
    night = Night(small()).start()
    first, second, third = sheets(night.state)
    assert next_sheet(sheets(night.state)) == first
    for sheet in (first, second):
        night.do(Enter(sheet.rows[0].line, BareScore(420 if sheet is first else 620)), SCORER)
    assert next_sheet(sheets(night.state), first) == third
    night.do(Enter(third.rows[0].line, LatePlay()), SCORER)
    assert next_sheet(sheets(night.state), third) is None  # a late play is written, though it is still to come
    assert [sheet.done for sheet in sheets(night.state)] == [1, 1, 0]


def test_a_board_that_was_taken_out_waits_for_nothing() -> None:
    night = Night(small()).start()
    night.do(RemoveBoard(1), why="misduplicated")
    first = sheets(night.state)[0]
    assert (first.complete, first.done) == (True, 1)


def test_the_line_above_is_the_last_that_has_a_result() -> None:
    night = seven()
    sheet = find_sheet(sheets(night.state), "A-b1")
    assert sheet
    assert sheet.above(sheet.rows[0].line) is None
    night.do(Enter(sheet.rows[0].line, BareScore(420)), SCORER)
    night.do(Enter(sheet.rows[1].line, LatePlay()), SCORER)
    sheet = find_sheet(sheets(night.state), "A-b1")
    assert sheet
    assert sheet.above(sheet.rows[2].line) == BareScore(420)


def test_a_sheet_is_found_by_its_number() -> None:
    movement = build("mitchell", tables=7, boards_per_round=2)
    night = Night(movement, movement).start()
    night.call(2)
    travellers, slips = sheets(night.state, 3), sheets(night.state, 1)
    here = find_sheet(travellers, "B-b3")
    asked = {wish: jump(travellers, wish, here) for wish in ("7", "A7", "b12", "99", "", "-", "x", "A", "7x", "²")}
    assert {wish: sheet.code for wish, sheet in asked.items() if sheet} == {"7": "B-b7", "A7": "A-b7", "b12": "B-b12"}
    here = find_sheet(slips, "A-r2-1")
    asked = {wish: jump(slips, wish, here) for wish in ("7", "1-7", "B1.3", "9-9")}
    assert {wish: sheet.code for wish, sheet in asked.items() if sheet} == {
        "7": "A-r2-7",
        "1-7": "A-r1-7",
        "B1.3": "B-r1-3",
    }


def test_lines_besides_the_movement_are_on_the_sheets_too() -> None:
    night = seven()
    odd = LineKey("A", 1, 1, 5)
    night.do(Enter(odd, BareScore(110)), force=True, why="played board 5 for board 1")
    for method in POSTING_WAYS:
        assert any(row.line == odd for sheet in sheets(night.state, method, 3) for row in sheet.rows)
