"""Tables as spreadsheets write them: results, rankings, players; with formulas that are none, and heads in many spellings."""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from contextlib import suppress
from dataclasses import replace
from datetime import date
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from records import ODD_NAMES, records

from arrowswitch.bridge import Side
from arrowswitch.formats import (
    BadFile,
    ReadFile,
    Record,
    RecordContestant,
    RecordLine,
    RecordPlace,
    RecordPlayer,
    format_of,
    read_file,
)
from arrowswitch.formats.fitting import to_score
from arrowswitch.formats.results.table import (
    SORTS,
    read_table,
    write_players,
    write_ranking,
    write_results,
    write_table,
)
from arrowswitch.formats.results.table.cells import guarded, plain, unguarded
from arrowswitch.scoring import (
    AVERAGE,
    MINUS,
    PLUS,
    Ceiling,
    Damage,
    Floor,
    Line,
    Outcome,
    Score,
    Weighted,
    ranking,
    score,
)
from arrowswitch.scoring.lines import Award

SHAPES = Path(__file__).parents[1] / "data" / "formats" / "csv"
FILES = sorted(SHAPES.glob("*.csv"))


def shape(name: str) -> ReadFile:
    return read_file((SHAPES / f"{name}.csv").read_bytes())


def lines(record: Record) -> list[tuple[int, str, str, str, int | None]]:
    return [
        (each.board, each.ns, each.ew, str(each.result or ""), each.score)
        for each in (told.line for told in record.lines)
    ]


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_table_is_known_by_the_titles_of_its_columns(file: Path) -> None:
    assert format_of(file.read_bytes()).name == "csv"


@pytest.mark.parametrize(
    "text", ["", "hello, world\n", "a;b;c\n1;2;3\n", "Dear all,\nthe results, as promised\n", "Board\n1\n"]
)
def test_what_is_no_table_of_ours_is_not_taken_for_one(text: str) -> None:
    with pytest.raises(BadFile):
        read_file(text.encode())


@pytest.mark.parametrize("sort", list(SORTS))
def test_no_title_means_two_columns(sort: str) -> None:
    spelled = [plain(each) for names in SORTS[sort].spellings.values() for each in names]
    assert [name for name, times in Counter(spelled).items() if times > 1 or not name] == []


# -- reading ------------------------------------------------------------------------------------------------------------


def test_semicolons_decimal_commas_german_titles_and_letters_of_old_windows() -> None:
    record, notes, _ = shape("semicolons_latin_1")
    assert (record.title, record.date) == ("Made-up Thursday", date(2025, 2, 13))
    assert lines(record) == [
        (1, "1", "2", "", None),
        (1, "3", "4", "3NT S =", 400),
        (2, "1", "2", "2♠ E =", -110),
        (2, "3", "4", "", None),
    ]
    assert [told.line.status for told in record.lines] == ["not-played", "counts", "counts", "counts"]
    assert (record.lines[1].ns_points, record.lines[3].line.ns_award) == (Fraction(3, 2), AVERAGE)
    assert notes == (
        "Board 1: “4×2 N” is no contract with its result; only its score is used.",
        "Columns that are not used: Laune.",
    )


def test_contract_declarer_and_result_may_stand_in_one_cell_and_names_too() -> None:
    record, notes, _ = shape("commas_with_mark")
    assert lines(record) == [(7, "1", "2", "4♠X N -1", -200), (7, "3", "4", "Pass", 0), (8, "1", "2", "3♥ W =", -140)]
    assert record.contestants[0] == RecordContestant("1", (RecordPlayer("Ann Example"), RecordPlayer("Bo Example")))
    assert [player.name for player in record.contestants[1].players] == ["Cy Example", "Di Example"]
    assert notes == ()


def test_a_ranking_with_tabs() -> None:
    record, notes, _ = shape("ranking_tabs")
    assert record.ranking == (
        RecordPlace("3", "1", 34, None, Fraction(6296, 100), awards=(("", 12),)),
        RecordPlace("1", "2=", 20, None, Fraction(3704, 100)),
    )
    assert [each.players[0].name for each in record.contestants] == ["Zoë Example", "Cy Example"]
    assert (record.kind, notes) == ("pairs", ("Columns that are not used: Mood.",))


def test_players_with_first_and_last_names() -> None:
    record, notes, _ = shape("players")
    found = [each.players[0] for each in record.contestants]
    assert found == [RecordPlayer("Ann Example", "00900001", "7"), RecordPlayer("Bo Sample", "", "8")]
    assert notes == ("Row 4: there is no name; the row is not read.",)


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ("x,1,2,50", "Row 2: “x” is no board; the row is not read."),
        ("1,1,,50", "Row 2: a side is missing; the row is not read."),
        ("1,1,2,51", "Row 2: Board 1: “51” is no score; the line is not read."),
    ],
)
def test_a_row_that_cannot_be_read_is_told(row: str, said: str) -> None:
    found = read_table(f"Board,NS,EW,Score\n{row}\n".encode())
    assert (found.record.lines, found.notes) == ((), (said,))


def test_who_meets_itself_by_a_slip_of_the_pen_is_told() -> None:
    found = read_table(b"Board,NS,EW,Score\n1,1,2,50\n1,3,4,50\n2,1,1,50\n2,4,3,-100\n")
    assert (len(found.record.lines), found.record.winners) == (3, 1)
    assert found.notes == ("Row 4: 1 meets itself; the row is not read.",)


MITCHELL = b"""Pair NS;Pair EW;Board;Score NS;Score EW
1;1;1;420;
2;3;1;;50
3;2;1;;50
1;2;2;;400
2;1;2;;400
3;3;2;;400
1;3;3;;110
2;2;3;100;
3;1;3;100;
"""
"""Three tables, both directions numbered from 1, as most programs export a Mitchell."""


def test_the_same_numbers_north_south_and_east_west_are_two_fields() -> None:
    found = read_table(MITCHELL)
    assert (found.record.winners, found.notes) == (2, ())
    assert {each.id: (each.number, each.direction) for each in found.record.contestants}["3EW"] == ("3", Side.EW)
    points = {each.contestant: each.points for each in ranking(score(to_score(found.record)))}
    assert points == {"1NS": 6, "2NS": 6, "3NS": 6, "3EW": 9, "2EW": 6, "1EW": 3}


def test_the_same_numbers_in_two_sections_are_different_pairs() -> None:
    rows = "A,1,1,2,420 A,1,3,4,-50 B,1,1,2,-50 B,1,3,4,450 A,2,1,2,-400 A,2,3,4,-430 B,2,1,2,-400 B,2,3,4,-120"
    found = read_table(("Section,Board,NS,EW,Score\n" + rows.replace(" ", "\n")).encode()).record
    points = {each.contestant: each.points for each in ranking(score(to_score(found)))}
    assert points == {"B3": 12, "A4": 11, "B2": 8, "A1": 7, "A2": 5, "B1": 4, "A3": 1, "B4": 0}


def test_pairs_that_move_from_section_to_section_stay_the_same_pairs() -> None:
    found = read_table(b"Section,Board,NS,EW,Score\nA,1,1,5,50\nA,1,2,6,50\nB,2,3,5,50\nB,2,4,6,50\n").record
    assert [each.id for each in found.contestants] == ["1", "5", "2", "6", "3", "4"]


def test_a_table_with_several_days_is_several_sessions() -> None:
    rows = b"Date,Event,Board,NS,EW,Score\n2025-02-13,Thursday,1,1,2,50\n2025-02-20,Thursday,1,1,2,-50\n"
    found = read_table(rows)
    assert [(each.title, each.date, len(each.lines)) for each in found.records] == [
        ("Thursday", date(2025, 2, 13), 1),
        ("Thursday", date(2025, 2, 20), 1),
    ]


@pytest.mark.parametrize(("points", "method"), [("3,-3", "butler"), ("2.5,-2.5", "cross-imps")])
def test_points_that_are_imps_are_not_taken_for_matchpoints(points: str, method: str) -> None:
    found = read_table(f"Board,NS,EW,Score,NS IMPs,EW IMPs\n1,1,2,50,{points}\n".encode())
    assert found.record.method == method
    assert found.notes == (f"The points are IMPs; it is taken for {method}.",)


def test_a_ranking_numbers_each_direction_and_section_by_itself() -> None:
    found = read_table(b"Rank,Pair,Direction,%\n1,1,NS,60\n2,2,NS,40\n1,1,EW,55\n2,2,EW,45\n")
    assert ([each.contestant for each in found.record.ranking], found.notes) == (["1NS", "2NS", "1EW", "2EW"], ())
    assert found.record.winners == 2


def test_only_the_first_table_of_a_file_is_read() -> None:
    found = read_table(b"Board,NS,EW,Score\n1,1,2,50\n\nRank,Pair,Names,%\n1,1,Ann Example,60\n")
    assert (len(found.record.lines), found.notes) == (
        1,
        ("Another table follows in the file; only the first is read.",),
    )


def test_many_rows_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("arrowswitch.formats.results.table.cells.MOST_LINES", 2)
    with pytest.raises(BadFile, match="more than 2 results"):
        read_table(b"Board,NS,EW,Score\n" + b"1,1,2,50\n" * 3)


# -- writing ------------------------------------------------------------------------------------------------------------


@given(records(ordinary=False))
@settings(max_examples=80, deadline=None)
def test_results_that_were_written_are_read_as_the_same(record: Record) -> None:
    data, _ = write_results(record)
    found = read_table(data)
    assert not any("not read" in note for note in found.notes)
    assert found.record.lines == tuple(map(_held, record.lines))
    for each in ("kind", "partnerships", *(("title", "club", "date", "method", "winners") if record.lines else ())):
        assert getattr(found.record, each) == getattr(record, each)
    for each in found.record.contestants:
        known = record.by_id[each.id]
        assert each.section == known.section
        if record.kind == "teams":
            assert each.name == known.name
        else:
            assert [player.name for player in each.players] == [player.name for player in known.players]


def _held(told: RecordLine) -> RecordLine:
    """Which pair of a team it was is not held; a line without a result has nothing to give."""
    return replace(told, ns_pair="", ew_pair="")


@given(records())
@settings(max_examples=60, deadline=None)
def test_a_ranking_that_was_written_is_read_as_the_same(record: Record) -> None:
    if not record.ranking:
        return
    found = read_table(write_ranking(record).data).record
    assert found.ranking == record.ranking
    assert found.contestants == tuple(replace(each, number="", pairs=()) for each in record.contestants)
    assert found.kind == record.kind


@given(records())
@settings(max_examples=30, deadline=None)
def test_players_that_were_written_are_read_as_the_same(record: Record) -> None:
    found = read_table(write_players(record).data).record
    players = dict.fromkeys(player for each in record.contestants for player in each.players)
    assert [each.players[0] for each in found.contestants] == list(players)


RULED: tuple[Award, ...] = (
    PLUS,
    MINUS,
    Floor(420),
    Ceiling(-50),
    Weighted((Outcome(450, Fraction(2, 5)), Outcome(420, Fraction(3, 5)))),
)


@pytest.mark.parametrize("award", RULED, ids=str)
def test_rulings_are_written_as_people_write_them(award: Award) -> None:
    line = Line(1, "1", "2", award, Score(-50))
    data, left_out = write_results(Record(lines=(RecordLine(line),)))
    assert (read_table(data).record.lines[0].line, left_out) == (line, ())


def test_rulings_that_no_cell_can_hold_are_told() -> None:
    awards = (Damage(420, -50, -100), Weighted((Outcome(450, Fraction(1, 3)), Outcome(420, Fraction(2, 3)))))
    record = Record(lines=(RecordLine(Line(1, "1", "2", *awards)),))
    assert write_results(record).left_out == ("How 2 scores were adjusted is not in it.",)


def test_without_results_the_ranking_is_written_and_without_one_the_players() -> None:
    who = (RecordContestant("1", (RecordPlayer("Ann Example", "7"),)),)
    assert b"Board" in write_table(Record(contestants=who, lines=(RecordLine(Line(1, "1", "2", PLUS, PLUS)),))).data
    assert write_table(Record(contestants=who, ranking=(RecordPlace("1", "1"),))).data.decode(
        "utf-8-sig"
    ).splitlines() == [
        "Rank,Number,Player 1,Player 1 number",
        "1,1,Ann Example,7",
    ]
    assert write_table(Record(contestants=who)).data.decode("utf-8-sig").splitlines() == [
        "Name,Number",
        "Ann Example,7",
    ]


def test_two_winners_are_ranked_by_their_directions() -> None:
    who = tuple(
        RecordContestant(f"1{side}", (RecordPlayer("Ann Example"), RecordPlayer("Bo Example")), direction=side)
        for side in Side
    )
    record = Record(winners=2, contestants=who, ranking=tuple(RecordPlace(each.id, "1") for each in who))
    assert read_table(write_ranking(record).data).record == record


def test_what_is_left_out_is_told() -> None:
    record = Record(
        title="Monday",
        ranking=(RecordPlace("1", awards=(("Odd", 3),)),),
        lines=(RecordLine(Line(1, "1", "2", PLUS, PLUS)),),
    )
    assert write_results(record).left_out == ("The ranking is not in it; it is a table of its own.",)
    assert write_ranking(record).left_out == (
        "The name of the event, the club and the day are not in it.",
        "The results are not in it; they are a table of their own.",
        "Which masterpoints are of which kind is not in it.",
    )


# -- formulas -----------------------------------------------------------------------------------------------------------


@given(st.one_of(st.sampled_from(ODD_NAMES), st.text(max_size=8)))
def test_a_guarded_text_begins_no_formula_and_is_what_it_was(text: str) -> None:
    assert unguarded(guarded(text)) == text
    assert not re.match(r"[=+\-@\t\r]", guarded(text))


@given(records())
@settings(max_examples=40, deadline=None)
def test_no_cell_that_is_written_is_a_formula(record: Record) -> None:
    for write in (write_results, write_ranking, write_players):
        rows = csv.reader(io.StringIO(write(record).data.decode("utf-8-sig"), newline=""))
        cells = [cell for row in rows for cell in row]
        assert [
            cell for cell in cells if re.match(r"[=+\-@\t\r]", cell) and not re.fullmatch(r"-\d+(\.\d+)?", cell)
        ] == []


# -- spoilt files -------------------------------------------------------------------------------------------------------

TEXTS = [file.read_bytes() for file in FILES]
PIECES = [
    b"",
    b'"',
    b";",
    b",",
    b"\t",
    b"\n",
    b"\x00",
    b"\xff",
    b"99999999999999999999",
    b"1e9999",
    b"Board;NS;EW\n",
    b"100% of 3, 0% of",
]


@given(st.sampled_from(TEXTS), st.data())
@settings(max_examples=300, deadline=2000)
def test_a_spoilt_table_is_refused_in_a_sentence_or_read(text: bytes, data: st.DataObject) -> None:
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(text)))
        until = data.draw(st.integers(at, min(len(text), at + 20)))
        text = text[:at] + data.draw(st.sampled_from(PIECES)) + text[until:]
    with suppress(BadFile):
        read_table(text)


def test_one_endless_cell_is_refused() -> None:
    with pytest.raises(BadFile):
        read_table(b'Board,NS,EW,Score\n1,1,2,"' + b"a" * 1_000_000)
