"""USEBIO that we write: it has the structure that we state, and is read as what was written."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from importlib.resources import files
from typing import Any
from xml.etree import ElementTree

import pytest
from document_types import DocumentType
from hypothesis import given, settings
from hypothesis import strategies as st
from records import records

from arrowswitch.bridge import Side, parse_card
from arrowswitch.deals import dealt
from arrowswitch.formats import BadFile, Record, RecordContestant, RecordDeal, RecordLine, find_format
from arrowswitch.formats.from_session import record_of
from arrowswitch.formats.record import RecordDatum, RecordMatch, RecordSection
from arrowswitch.formats.results.usebio import read_usebio, write_usebio
from arrowswitch.scoring import AVERAGE, MINUS, PLUS, Fixed, Line, Percent, Score
from rehearsed import NIGHTS, rehearsed

SCHEMA = DocumentType((files("arrowswitch.formats.results.usebio") / "usebio.dtd").read_text("utf-8"))
FIGURE = r"-?\d+(\.\d{1,4})?"
VALUES = {
    **dict.fromkeys(("SCORE",), r"-?\d{1,4}|A\d{4}|Adj"),
    **dict.fromkeys(
        ("BOARD_NUMBER", "BOARDS_PLAYED", "ROUND_NUMBER", "PAIRS", "SESSION_COUNT", "SECTION_COUNT"), r"\d+"
    ),
    **dict.fromkeys(
        ("NS_MATCH_POINTS", "EW_MATCH_POINTS", "IMPS", "TEAM_SCORE", "PERCENTAGE", "ADJUSTMENT", "HANDICAP"), FIGURE
    ),
    "DATE": r"\d\d/\d\d/\d{4}",
    "WINNER_TYPE": "1|2",
    "CONTRACT": "[1-7](C|D|H|S|NT)x{0,2}|Pass",
    "LEAD": "[CDHS]([2-9]|10|[JQKA])",
    "TRICKS": r"\d|1[0-3]",
    "PLAYED_BY": "[NESW]",
    "BOARD_SCORING_METHOD": "MATCH_POINTS|BUTLER_IMPS|CROSS_IMPS|AGGREGATE|IMPS|PAB|BAM|HYBRID|OTHER",
}


def faults(data: bytes) -> list[str]:
    """What is wrong with a file, in its structure and in its values."""
    found = SCHEMA.faults(data)
    for element in ElementTree.fromstring(data).iter():
        pattern = VALUES.get(element.tag)
        if pattern and not len(element) and not re.fullmatch(pattern, element.text or ""):
            found.append(f"{element.tag} is {element.text!r}")
    return found


# -- what USEBIO can hold -----------------------------------------------------------------------------------------------


def renamed(record: Record) -> Record:
    """The record with its contestants called by their places in it: what they are called is up to a file."""
    names = {each.id: f"#{number}" for number, each in enumerate(record.contestants)}
    names |= {name: "+".join(names[each] for each in four) for name, four in record.partnerships.items()}
    return replace(
        record,
        contestants=tuple(
            replace(each, id=names[each.id], number=each.number or each.id) for each in record.contestants
        ),
        partnerships={names[name]: tuple(names[each] for each in four) for name, four in record.partnerships.items()},
        lines=tuple(
            sorted(
                (
                    replace(told, line=replace(told.line, ns=names[told.line.ns], ew=names[told.line.ew]))
                    for told in record.lines
                ),
                key=repr,
            )
        ),
        ranking=tuple(replace(each, contestant=names[each.contestant]) for each in record.ranking),
        matches=tuple(replace(each, one=names[each.one], other=names[each.other]) for each in record.matches),
    )


def held(record: Record) -> Record:
    """What USEBIO can hold of a record."""
    matched = {(each.section, frozenset((each.one, each.other))) for each in record.matches}
    lines = [_held_line(record, told, matched) for told in record.lines if told.line.counts]
    playing = dict.fromkeys(told.line.section for told in record.lines)
    sections = [each.name for each in record.sections] or [""]
    datums = (
        RecordDatum(each.board, each.datum, section)
        for section in sections
        for each in record.datums
        if section in playing
    )
    return replace(
        record,
        director="",
        program="",
        penalties=(),
        lines=tuple(lines),
        ranking=tuple(sorted(record.ranking, key=lambda each: record.by_id[each.contestant].direction == Side.EW)),
        matches=tuple(replace(each, table=None) for each in record.matches),
        datums=tuple(datums),
        deals=tuple(replace(each, tricks=None) for each in record.deals),
        session_number=record.session_number or (1 if record.sections else None),
        further={"match scoring": "VPS"} | dict(record.further) if record.matches else record.further,
    )


def _held_line(record: Record, told: RecordLine, matched: set[tuple[str, frozenset[str]]]) -> RecordLine:
    line = told.line
    inside = (line.section, frozenset((line.ns, line.ew))) in matched
    line = replace(line, table=None, round=line.round if inside else None)
    kept = told
    if (record.kind == "teams" and not inside) or (record.kind != "teams" and record.method == "total-points"):
        kept = replace(told, ns_points=None, ew_points=None)
    return replace(kept, line=line)


@given(records(ordinary=True), st.sampled_from(("1.2", "1.3")))
@settings(max_examples=120, deadline=None)
def test_what_was_written_is_read_as_the_same(record: Record, version: str) -> None:
    data, _ = write_usebio(record, version)
    assert faults(data) == []
    found = read_usebio(data)
    assert found.notes == ()
    assert renamed(replace(found.record, program="")) == renamed(held(record))


@given(records())
@settings(max_examples=60, deadline=None)
def test_rulings_that_usebio_cannot_tell_are_told_as_left_out(record: Record) -> None:
    data, left_out = write_usebio(record)
    assert faults(data) == []
    read_usebio(data)
    unsaid = [
        told
        for told in record.lines
        if told.line.counts
        and told.line.score is None
        and {_coded(told.line.ns_award), _coded(told.line.ew_award)} != {True}
    ]
    assert any("adjusted" in sentence for sentence in left_out) == bool(unsaid)


def _coded(award: Any) -> bool:
    return award in (PLUS, AVERAGE, MINUS) or (
        isinstance(award, Percent) and award.share < 1 and (award.share * 100) % 1 == 0
    )


@pytest.mark.parametrize("night", NIGHTS)
def test_a_night_that_was_played_goes_out_and_comes_back_with_its_numbers(night: str) -> None:
    record = record_of(rehearsed(night))
    data = write_usebio(record).data
    assert faults(data) == []
    found, notes, _ = read_usebio(data)
    assert notes == ()
    assert _numbers(found) == _numbers(record)
    assert Counter(map(_awards, found.lines)) == Counter(_awards(told) for told in record.lines if told.line.counts)
    assert (found.kind, found.method, found.winners, found.apart) == (
        record.kind,
        record.method,
        record.winners,
        record.apart,
    )
    assert [each.vps or each.points for each in found.matches] == [each.vps or each.points for each in record.matches]
    assert all(re.fullmatch(r"\d+(NS|EW)?", number) for number in texts(record, "PAIR_NUMBER"))


def _numbers(record: Record) -> Counter[tuple[Any, ...]]:
    total = (
        (lambda place: place.vps)
        if any(place.vps is not None for place in record.ranking)
        else (lambda place: place.points)
    )
    return Counter(
        (place.rank, total(place), place.percent, place.boards, place.adjustment) for place in record.ranking
    )


def _awards(told: RecordLine) -> tuple[Any, ...]:
    return told.line.board, told.line.section, told.line.result, told.line.ns_award, told.line.ew_award, told.lead


# -- single things ------------------------------------------------------------------------------------------------------


def night(**changed: Any) -> Record:
    who = [RecordContestant(str(number)) for number in (1, 2, 3, 4)]
    lines = [
        RecordLine(Line(1, "1", "2", Score(420), Score(420)), 2, 0),
        RecordLine(Line(1, "3", "4", Score(50), Score(50)), 0, 2),
    ]
    return replace(Record(contestants=tuple(who), lines=tuple(lines)), **changed)


def texts(record: Record, name: str, version: str = "1.3", **how: Any) -> list[str]:
    return [each.text or "" for each in ElementTree.fromstring(write_usebio(record, version, **how).data).iter(name)]


def test_the_charge_code_has_the_name_that_its_version_gives_it() -> None:
    record = night(further={"charge code": "25"})
    assert (texts(record, "EBU_CHARGE_CODE"), texts(record, "P2P_CHARGE_RATE")) == (["25"], [])
    assert (texts(record, "EBU_CHARGE_CODE", "1.2"), texts(record, "P2P_CHARGE_RATE", "1.2")) == ([], ["25"])


def test_another_version_is_not_written() -> None:
    with pytest.raises(BadFile, match=r"USEBIO is written in version 1\.2, 1\.3\."):
        write_usebio(night(), "1.1")


@pytest.mark.parametrize(
    ("ns", "ew", "score"),
    [
        (PLUS, MINUS, "A6040"),
        (AVERAGE, AVERAGE, "A5050"),
        (PLUS, PLUS, "A6060"),
        (Percent(Fixed(0).points), PLUS, "A0060"),
        (Score(420), Score(-50), "Adj"),
    ],
)
def test_artificial_scores_have_their_codes(ns: Any, ew: Any, score: str) -> None:
    assert texts(night(lines=(RecordLine(Line(1, "1", "2", ns, ew), 1, 1),)), "SCORE") == [score]


def test_a_pair_is_called_by_its_number_where_that_is_enough() -> None:
    both = [("A3NS", "3", Side.NS), ("A3EW", "3", Side.EW)]
    who = tuple(RecordContestant(name, (), "", "A", side, number) for name, number, side in both)
    record = Record(winners=2, contestants=who, sections=(RecordSection("A"),))
    assert texts(record, "PAIR_NUMBER") == ["3", "3"]
    assert texts(replace(record, winners=1), "PAIR_NUMBER") == ["A3NS", "A3EW"]


def test_a_receiver_that_looks_under_the_event_finds_everything_there() -> None:
    record = night(sections=(RecordSection("A"),), session_number=2)
    placed = replace(record, contestants=tuple(replace(each, section="A") for each in record.contestants))
    data, left_out = write_usebio(placed, flat=True)
    assert faults(data) == []
    event = ElementTree.fromstring(data).find("EVENT")
    assert event is not None
    assert [len(event.findall(name)) for name in ("PARTICIPANTS", "BOARD", "SESSION")] == [1, 1, 0]
    assert left_out == ("The letter of the section.", "The number of the session.")


def test_several_sections_are_never_laid_flat() -> None:
    record = Record(
        sections=(RecordSection("A"), RecordSection("B")), contestants=(RecordContestant("1", section="A"),)
    )
    assert write_usebio(record, flat=True) == write_usebio(record)


def test_a_match_that_is_played_twice_keeps_its_boards_apart() -> None:
    lines = tuple(
        RecordLine(Line(board, "1", "2", Score(50), Score(50), round=number)) for number, board in ((1, 1), (2, 1))
    )
    matches = tuple(RecordMatch("1", "2", number, None, (1,), (number, 0)) for number in (1, 2))
    record = night(lines=lines, matches=matches)
    found = read_usebio(write_usebio(record).data).record
    assert ([told.line.round for told in found.lines], found.matches) == ([1, 2], matches)


def test_only_hands_can_be_written_and_read() -> None:
    deals = tuple(map(RecordDeal, dealt("7", range(1, 5))))
    data, left_out = write_usebio(Record(deals=deals))
    assert (faults(data), left_out, read_usebio(data).record.deals) == ([], (), deals)


def test_auction_and_play_are_written_where_the_hands_are_known() -> None:
    deals = tuple(map(RecordDeal, dealt("7", [1])))
    played = replace(
        night().lines[0], auction=("1C", "X", "XX", "3NT", "Pass", "Pass", "Pass"), play=("SK", "S2", "HT")
    )
    record = night(lines=(replace(played, lead=parse_card("SK")),), deals=deals)
    data, left_out = write_usebio(record)
    assert (faults(data), left_out) == ([], ())
    found = read_usebio(data).record
    assert (found.lines, found.deals) == (record.lines, deals)
    assert write_usebio(replace(record, deals=())).left_out == (
        "Auctions and play of boards whose hands are not known.",
    )


def test_letters_that_xml_cannot_hold_are_not_written() -> None:
    data = write_usebio(night(title="A\x00B\x1fC\ud800D & <E>")).data
    assert read_usebio(data).record.title == "ABCD & <E>"


def test_what_is_left_out_is_told_once_and_in_sentences() -> None:
    record = night(
        director="Ann Example", regulations="ebu", apart=True, scale="wbf", method="net", further={"weather": "rain"}
    )
    assert write_usebio(record).left_out == (
        "The name of the director.",
        "The regulations.",
        "Which scale of victory points it was.",
        "How it was scored: USEBIO has no name for it.",
        "That sections are compared by themselves.",
        "Further facts: weather.",
        "The points of each board.",
    )


def test_it_is_found_by_its_name() -> None:
    kind = find_format("usebio")
    assert kind.write is not None
    assert b'Version="1.3"' in kind.write(night()).data
