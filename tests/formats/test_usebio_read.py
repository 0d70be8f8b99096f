"""USEBIO as other programs write it: every sort of event, every form of a number, and files that mean harm."""

from __future__ import annotations

import tracemalloc
from contextlib import suppress
from datetime import date
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arrowswitch.bridge import Side
from arrowswitch.formats import BadFile, ReadFile, Record, RecordDatum, RecordMatch, RecordPlayer, format_of, read_file
from arrowswitch.formats.results.usebio import read_usebio
from arrowswitch.formats.results.usebio.contestants import read_number
from arrowswitch.scoring import AVERAGE, MINUS, PLUS, Fixed, Percent
from timing import seconds

SHAPES = Path(__file__).parents[1] / "data" / "formats" / "usebio"
FILES = sorted(SHAPES.glob("*.xml"))


def shape(name: str) -> ReadFile:
    return read_file((SHAPES / f"{name}.xml").read_bytes())


def lines(record: Record) -> list[tuple[int, str, str, str, int | None]]:
    """Board, North-South, East-West, result and score of every line."""
    return [
        (each.board, each.ns, each.ew, str(each.result or ""), each.score)
        for each in (told.line for told in record.lines)
    ]


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_every_shape_is_known_by_what_is_in_it_and_read(file: Path) -> None:
    data = file.read_bytes()
    assert format_of(data).name == "usebio"
    assert read_file(data).record.results


# -- pairs --------------------------------------------------------------------------------------------------------------


def test_a_mitchell_with_two_winners_whose_pairs_are_numbered_alike() -> None:
    record, notes, _ = shape("pairs_two_winners_1_2")
    assert notes == ()
    assert (record.title, record.date, record.club, record.club_number) == (
        *("Made-up Tuesday", date(2025, 1, 7)),
        *("Example & Sample Bridge Club", "999001"),
    )
    assert (record.kind, record.method, record.winners, record.boards_per_round) == ("pairs", "matchpoints", 2, 2)
    assert [(each.id, each.number, each.direction) for each in record.contestants][2:4] == [
        ("3NS", "3", Side.NS),
        ("1EW", "1", Side.EW),
    ]
    assert record.contestants[0].players == (RecordPlayer("Ann Example", "00900001"), RecordPlayer("Zoë Sample"))
    assert lines(record) == [
        (1, "1NS", "1EW", "4♥X N =", 590),
        (1, "2NS", "2EW", "3NT S =", 400),
        (1, "3NS", "3EW", "2♠ E =", -110),
        (2, "1NS", "1EW", "Pass", 0),
        (2, "2NS", "2EW", "", None),
        (2, "3NS", "3EW", "1NTXX W -1", 200),
    ]
    assert str(record.lines[0].lead) == "♦10"
    assert (record.lines[0].ns_points, record.lines[0].ew_points, record.lines[5].remark) == (4, 0, "slow")
    assert (record.lines[4].line.ns_award, record.lines[4].line.ew_award) == (AVERAGE, AVERAGE)
    first = record.ranking[0]
    assert (first.contestant, first.rank, first.percent, first.awards) == ("1NS", "1", 75, (("BLACK", 6),))
    assert record.further == {
        "masterpoint scale": "CLUB",
        "masterpoint type": "BLACK",
        "masterpoints awarded": "Y",
        "contact": "Cora Contact",
        "telephone": "000",
        "e-mail": "cora@example.invalid",
        "charge code": "25",
    }


def test_a_howell_with_all_that_a_pair_may_have() -> None:
    record, notes, _ = shape("pairs_one_winner_1_2")
    assert (record.event_id, record.venue, record.date, record.session_number) == (
        "17",
        "Sample Hall",
        date(2025, 2, 3),
        1,
    )
    first = record.ranking[0]
    assert (first.boards, first.points, first.percent, first.adjustment, first.awards) == (
        *(2, Fraction(7, 2), Fraction(175, 2), Fraction(-1, 2), (("", 12),)),
    )
    assert [each.rank for each in record.ranking] == ["1", "2=", "2=", "4"]
    pair = record.contestants[0]
    assert (pair.handicap, pair.stratum, pair.players[0]) == (
        Fraction(9, 4),
        "B",
        RecordPlayer("Ann Example", "900001", "7"),
    )
    assert lines(record) == [
        (1, "1", "2", "3NT N +1", 430),
        (1, "3", "4", "2♥ W +1", -140),
        (2, "2", "1", "4♠ S -1", -100),
        (2, "4", "3", "", None),
    ]
    assert [told.line.status for told in record.lines] == ["counts", "counts", "counts", "not-played"]
    assert notes == ("1 line of a sit-out is not read.", "Not used here: PLAYER@RATEABLE, PAIR/WINS_OR_DRAWS.")


def test_two_sections_with_the_same_numbers() -> None:
    record = shape("two_sections").record
    assert [each.name for each in record.sections] == ["A", "B"]
    assert [(each.id, each.number, each.section) for each in record.contestants] == [
        ("A1", "1", "A"),
        ("A2", "2", "A"),
        ("B1", "1", "B"),
        ("B2", "2", "B"),
    ]
    assert [(told.line.ns, told.line.ew, told.line.section) for told in record.lines] == [
        ("A1", "A2", "A"),
        ("B2", "B1", "B"),
    ]
    assert record.apart, "each section has a first place of its own"


def test_numbers_with_section_and_direction_in_them() -> None:
    record = shape("bracketed_numbers").record
    assert [(each.id, each.number, each.section, each.direction) for each in record.contestants][:2] == [
        ("(A) 3 NS", "3", "A", Side.NS),
        ("(A) 3 EW", "3", "A", Side.EW),
    ]
    adjusted = record.lines[1].line
    assert (adjusted.ns_award, adjusted.ew_award) == (Fixed(Fraction(6, 5)), Fixed(Fraction(4, 5)))


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("1NS", ("1", "", Side.NS)),
        ("12 ew", ("12", "", Side.EW)),
        ("(A) 3 NS", ("3", "A", Side.NS)),
        ("(12)7", ("7", "12", None)),
        ("B14", ("14", "B", None)),
        ("EW 4", ("4", "", Side.EW)),
        ("1-1-2", ("1-1-2", "", None)),
        ("Ann's", ("Ann's", "", None)),
    ],
)
def test_a_number_is_taken_apart(text: str, parts: tuple[str, str, Side | None]) -> None:
    found = read_number(text)
    assert (found.number, found.section, found.side) == parts


def test_a_butler_has_its_datum() -> None:
    record = shape("butler").record
    assert (record.method, record.datums, record.lines[0].ns_points) == ("butler", (RecordDatum(3, -340),), 11)


def test_the_oldest_version_names_the_method_by_its_event_type() -> None:
    record = shape("cross_imps_1_0").record
    assert (record.method, record.winners, record.date) == ("cross-imps", 2, date(2010, 3, 9))
    assert lines(record) == [(7, "1NS", "1EW", "6NTX S =", 1680)]
    assert (record.ranking[0].points, record.lines[0].ew_points) == (Fraction(25, 2), Fraction(-25, 2))


def test_pairs_that_have_no_entry_play_all_the_same() -> None:
    record, notes, _ = shape("aggregate")
    assert (record.title, record.method, notes) == ("Sums", "total-points", ())
    assert [each.id for each in record.contestants] == ["1", "2"]


# -- matches ------------------------------------------------------------------------------------------------------------


def test_swiss_pairs_whose_lines_name_no_pairs() -> None:
    record = shape("swiss_pairs").record
    assert record.matches == (RecordMatch("1", "2", 1, None, (1, 2), None, (Fraction(1231, 100), Fraction(769, 100))),)
    assert [(told.line.ns, told.line.ew, told.line.round, told.ns_points) for told in record.lines] == [
        ("1", "2", 1, Fraction(3, 2)),
        ("1", "2", 1, Fraction(-1, 4)),
    ]
    assert (record.method, record.ranking[0].vps, record.ranking[0].points) == ("cross-imps", Fraction(1231, 100), None)
    assert record.further == {"match scoring": "VPS", "charge code": "70"}


def test_the_auction_the_play_and_the_hands_of_lin_data_are_read() -> None:
    record = shape("swiss_pairs").record
    assert record.lines[0].auction == ("1NT", "Pass", "Pass", "Pass")
    assert record.lines[0].play == ("CK", "S2")
    assert record.deals[0].hands.south == "AKQJT98765432..."


def test_swiss_teams_with_the_pairs_that_played() -> None:
    record, notes, _ = shape("swiss_teams")
    assert (record.kind, record.method) == ("teams", "imps")
    team = record.contestants[0]
    assert (team.id, team.name, len(team.players), [pair.id for pair in team.pairs]) == (
        "1",
        "Anns",
        4,
        ["1-1-2", "1-3-4"],
    )
    vps = (Fraction(27, 2), Fraction(13, 2))
    assert record.matches == (RecordMatch("1", "2", 1, None, (1, 2), (10, 2), vps),)
    assert [(told.line.board, told.line.ns, told.ns_pair, told.ew_pair, told.ns_points) for told in record.lines] == [
        (1, "1", "1-1-2", "2-3-4", 10),
        (1, "2", "2-1-2", "1-3-4", -10),
        (2, "1", "", "", -2),
        (2, "2", "", "", 2),
    ]
    assert (record.ranking[0].vps, record.ranking[0].awards, record.further["event type"]) == (
        *(Fraction(27, 2), (("GREEN", 24),), "SWISS_TEAMS"),
    )
    assert notes == ("Not used here: EVENT/PAIRWISE_SCORING_METHOD, TEAM/WINS_OR_DRAWS, PAIR/PAIR_IMPS.",)


def test_teams_for_points_a_board() -> None:
    record = shape("teams_point_a_board").record
    assert record.method == "point-a-board"
    assert [(told.line.ns, told.ns_points, told.ew_points) for told in record.lines] == [
        ("1", Fraction(3, 2), Fraction(1, 2)),
        ("2", Fraction(1, 2), Fraction(3, 2)),
    ]


# -- the rest -----------------------------------------------------------------------------------------------------------


def test_an_individual() -> None:
    record = shape("individual").record
    assert (record.kind, record.partnerships) == ("individual", {"1+2": ("1", "2"), "3+4": ("3", "4")})
    assert lines(record) == [(1, "1+2", "3+4", "3NT N =", 400)]
    assert record.contestants[0].players == (RecordPlayer("Ann Example", "900001"),)


def test_hands_and_artificial_scores() -> None:
    record, notes, _ = shape("handset")
    assert [(told.line.ns_award, told.line.ew_award) for told in record.lines] == [
        (PLUS, MINUS),
        (PLUS, PLUS),
        (Percent(Fraction(11, 20)), Percent(Fraction(9, 20))),
    ]
    (deal,) = record.deals
    assert (deal.hands.north, deal.hands.south, deal.hands.west) == (
        *("AKQJT98765432...", "..AKQJT98765432.", "...AKQJT98765432"),
    )
    assert notes[0] == "The hands of board 2 are no deal of 52 cards; they are not read."
    assert "HANDSET/CRYPTO_KEY" in notes[1]


def test_every_session_of_an_event_is_a_record() -> None:
    first, notes, others = shape("two_sessions")
    (second,) = others
    assert (first.session_number, second.session_number, second.date) == (1, 2, date(2025, 2, 2))
    assert [each.players[0].name for each in second.contestants] == ["Ann Example", "Bo Example"]
    assert (first.ranking, [(each.rank, each.contestant) for each in second.ranking]) == ((), [("1", "2"), ("2", "1")])
    assert notes == (
        "The ranking is that of the whole event; no session has its own.",
        "The list of the whole event is not used: the session has its own.",
    )


def of_line(inside: str) -> ReadFile:
    who = "<NS_PAIR_NUMBER>1</NS_PAIR_NUMBER><EW_PAIR_NUMBER>2</EW_PAIR_NUMBER>"
    board = f"<BOARD><BOARD_NUMBER>2</BOARD_NUMBER><TRAVELLER_LINE>{who}{inside}</TRAVELLER_LINE></BOARD>"
    return read_usebio(f'<USEBIO Version="1.2"><EVENT EVENT_TYPE="PAIRS">{board}</EVENT></USEBIO>'.encode())


@pytest.mark.parametrize(
    ("inside", "result", "score", "note"),
    [
        ("<CONTRACT>3NT</CONTRACT><PLAYED_BY>N</PLAYED_BY><TRICKS>9</TRICKS>", "3NT N =", 600, ""),
        ("<CONTRACT>PASSED OUT</CONTRACT><SCORE>0</SCORE>", "Pass", 0, ""),
        ("<SCORE>PASS</SCORE>", "", 0, ""),
        (
            "<CONTRACT>4S</CONTRACT><PLAYED_BY>W</PLAYED_BY><TRICKS>10</TRICKS><SCORE>-620</SCORE>",
            *("4♠ W =", -620),
            "Board 2: 4♠ W = is -420, and the file says -620; the file’s score is used.",
        ),
        (
            "<CONTRACT>nine clubs</CONTRACT><SCORE>90</SCORE>",
            *("", 90),
            "Board 2: “nine clubs” is no contract with its result; only its score is used.",
        ),
        ("<SCORE>A</SCORE>", "", None, ""),
    ],
)
def test_a_line_is_read_as_far_as_it_tells(inside: str, result: str, score: int | None, note: str) -> None:
    found = of_line(inside)
    assert [(each[3], each[4]) for each in lines(found.record)] == [(result, score)]
    assert found.notes == ((note,) if note else ())


@pytest.mark.parametrize("score", ["lots", "12", "99990", "A150150"])
def test_a_score_that_is_none_is_told_and_not_guessed(score: str) -> None:
    found = of_line(f"<SCORE>{score}</SCORE>")
    assert (found.record.lines, found.notes) == (
        (),
        (f"Board 2: “{score.upper()}” is no score; the line is not read.",),
    )


def test_names_with_a_bare_ampersand_and_letters_of_old_windows_are_mended() -> None:
    club = "<CLUB><CLUB_NAME>Caf\xe9 A & B &eacute;\x05</CLUB_NAME></CLUB>"
    text = f'<?xml version="1.0" encoding="UTF-8"?><USEBIO Version="1.2">{club}<EVENT/></USEBIO>'
    record, notes, _ = read_usebio(text.encode("cp1252"))
    assert record.club == "Café A & B é"
    assert len(notes) == 1
    assert notes[0].startswith("The file is not proper XML (")


def test_utf_16_is_read() -> None:
    text = '<?xml version="1.0" encoding="UTF-16"?><USEBIO Version="1.2"><CLUB><CLUB_NAME>Zoë</CLUB_NAME></CLUB><EVENT/></USEBIO>'
    assert read_file(text.encode("utf-16")).record.club == "Zoë"


# -- files that mean harm -----------------------------------------------------------------------------------------------

LAUGHS = "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10}">' for n in range(1, 10))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (f'<!DOCTYPE USEBIO [<!ENTITY l0 "ha">{LAUGHS}]><USEBIO><EVENT><TITLE>&l9;</TITLE></EVENT></USEBIO>', "This XML declares"),
        ('<!DOCTYPE USEBIO [<!ENTITY x SYSTEM "file:///etc/passwd">]><USEBIO><EVENT/></USEBIO>', "This XML declares an entity"),
        ('<!DOCTYPE USEBIO [<!ENTITY % x SYSTEM "http://usebio.invalid/x"> %x;]><USEBIO/>', "This XML declares an entity"),
        ("<USEBIO><EVENT>", "Line 1: this is no XML, or the file is not complete."),
        ("<USEBIO/>", "This USEBIO file holds no event."),
        ("<OTHER><USEBIO/></OTHER>", "This XML is no USEBIO file."),
        ("<USEBIO>" + "<x>" * 100, "This XML is nested more deeply than any session is"),
        (f"<USEBIO><EVENT><TITLE>{'a' * 200_000}</TITLE></EVENT></USEBIO>", "“TITLE” is longer than any value"),
        ("<USEBIO><EVENT>" + "<SESSION><BOARD/></SESSION>" * 1001 + "</EVENT></USEBIO>", "This file has more than 1000 sessions"),
        (
            "<USEBIO><EVENT><PARTICIPANTS>" + "<PAIR/>" * 20_001 + "</PARTICIPANTS></EVENT></USEBIO>",
            "This file has more than 20000 contestants",
        ),
        (
            f"<USEBIO><EVENT><PARTICIPANTS>{'<PAIR/>' * 600}</PARTICIPANTS>{'<SESSION><BOARD/></SESSION>' * 900}</EVENT></USEBIO>",
            "This file has more than 500000 contestants",
        ),
        (
            "<USEBIO><EVENT>" + "<SESSION><BOARD/></SESSION>" * 900 + "</EVENT><HANDSET>" + "<BOARD/>" * 12 + "</HANDSET></USEBIO>",
            "This file has more than 10000 boards",
        ),
    ],
    ids=range(12),
)  # fmt: skip
def test_what_means_harm_is_refused_in_a_sentence(text: str, said: str) -> None:
    with pytest.raises(BadFile) as found:
        read_usebio(text.encode())
    assert str(found.value).startswith(said)


def test_no_document_type_is_fetched_and_its_entities_are_not_needed() -> None:
    text = '<!DOCTYPE USEBIO SYSTEM "file:///etc/passwd"><USEBIO Version="1.2"><EVENT><TITLE>a&eacute;b&odd;c</TITLE></EVENT></USEBIO>'
    assert read_usebio(text.encode()).record.title == "aébc"


def test_many_lines_are_refused_before_they_fill_the_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("arrowswitch.formats.results.usebio.reading.MOST_LINES", 2)
    board = (
        "<TRAVELLER_LINE><NS_PAIR_NUMBER>1</NS_PAIR_NUMBER><EW_PAIR_NUMBER>2</EW_PAIR_NUMBER><SCORE>50</SCORE></TRAVELLER_LINE>"
        * 3
    )
    with pytest.raises(BadFile, match="more than 2 results"):
        read_usebio(f"<USEBIO><EVENT><BOARD><BOARD_NUMBER>1</BOARD_NUMBER>{board}</BOARD></EVENT></USEBIO>".encode())


def test_what_is_not_known_takes_no_memory() -> None:
    data = b"<USEBIO><EVENT>" + b"<x><y>text</y></x>" * 200_000 + b"</EVENT></USEBIO>"
    tracemalloc.start()
    try:
        found = read_usebio(data)
        most = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert found.notes == ("Not used here: EVENT/X (200000).",)
    assert most < 5_000_000


def test_five_megabytes_are_read_in_about_a_second_and_little_memory() -> None:
    line = (
        "<TRAVELLER_LINE><NS_PAIR_NUMBER>{ns}</NS_PAIR_NUMBER><EW_PAIR_NUMBER>{ew}</EW_PAIR_NUMBER><CONTRACT>3NT</CONTRACT>"
        "<PLAYED_BY>N</PLAYED_BY><LEAD>D10</LEAD><TRICKS>9</TRICKS><SCORE>{score}</SCORE><NS_MATCH_POINTS>{ns}.25</NS_MATCH_POINTS>"
        "<EW_MATCH_POINTS>{ew}.75</EW_MATCH_POINTS></TRAVELLER_LINE>\n"
    )
    boards = "".join(
        f"<BOARD><BOARD_NUMBER>{board}</BOARD_NUMBER>"
        + "".join(line.format(ns=table, ew=table + 500, score=400) for table in range(1, 501))
        + "</BOARD>"
        for board in range(1, 37)
    )
    data = f'<USEBIO Version="1.2"><EVENT EVENT_TYPE="PAIRS">{boards}</EVENT></USEBIO>'.encode()
    assert len(data) > 5_000_000
    assert len(read_usebio(data).record.lines) == 18_000
    assert seconds(lambda: read_usebio(data)) < 3


# -- spoilt files -------------------------------------------------------------------------------------------------------

TEXTS = [file.read_bytes() for file in FILES]
PIECES = [
    b"",
    b"0",
    b"-1",
    b"99999999999999999999",
    b"<",
    b">",
    b"&",
    b"&#0;",
    b"</EVENT>",
    b"\x00",
    b"\xff",
    b"(A) 3 NS",
    b"A9999",
    b"<BOARD/>",
]


@given(st.sampled_from(TEXTS), st.data())
@settings(max_examples=400, deadline=2000)
def test_a_spoilt_file_is_refused_in_a_sentence_or_read(text: bytes, data: st.DataObject) -> None:
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(text)))
        until = data.draw(st.integers(at, min(len(text), at + 40)))
        text = text[:at] + data.draw(st.sampled_from(PIECES)) + text[until:]
    with suppress(BadFile):
        read_usebio(text)


@given(st.sampled_from(TEXTS), st.data())
@settings(max_examples=200, deadline=2000)
def test_values_that_are_none_are_refused_in_a_sentence_or_read(text: bytes, data: st.DataObject) -> None:
    """The structure stands, and the text of some elements is anything."""
    parts = text.split(b">")
    for _ in range(data.draw(st.integers(1, 6))):
        at = data.draw(st.integers(0, len(parts) - 1))
        value, mark, name = parts[at].partition(b"<")
        if mark and value.strip():
            parts[at] = (
                data.draw(st.text(max_size=8)).encode("ascii", "xmlcharrefreplace").replace(b"<", b"") + mark + name
            )
    with suppress(BadFile):
        read_usebio(b">".join(parts))
