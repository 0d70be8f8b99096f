"""The session file that `score` reads, as a format: it gives the numbers of the file that it was made from, and comes back whole."""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from records import records
from spoiling_files import spoilt

from arrowswitch.formats import BadFile, Record, RecordContestant, RecordLine, format_of, read_file, write_file
from arrowswitch.formats.fitting import to_score
from arrowswitch.formats.from_session import record_of
from arrowswitch.scoring import answer, loads, ranking, score
from arrowswitch.session import scored, standings
from rehearsed import NIGHTS, rehearsed
from spoiling import places, put, values

SESSION: dict[str, Any] = {
    "title": "Monday",
    "method": "matchpoints",
    "winners": 1,
    "regulations": "ebu",
    "options": {"missing": "none", "sections": "apart"},
    "results": [
        {
            "board": 1,
            "ns": "A1",
            "ew": "A8",
            "contract": "4SX",
            "declarer": "N",
            "tricks": 10,
            "lead": "H5",
            "section": "A",
        },
        {"board": 1, "ns": "A2", "ew": "A9", "passed": True, "section": "A", "round": 2, "table": 3},
        {"board": 1, "ns": "A3", "ew": "A10", "adjusted": {"ns": "60%", "ew": "A-"}, "section": "A"},
        {"board": 1, "ns": "A4", "ew": "A11", "split": {"ns": -120, "ew": -110}, "section": "A"},
        {"board": 1, "ns": "A5", "ew": "A12", "not_played": True, "section": "A"},
        {
            "board": 1,
            "ns": "A6",
            "ew": "A13",
            "weighted": [{"score": 450, "weight": "40%"}, {"score": 420, "weight": "60%"}],
        },
    ],
    "penalties": [{"contestant": "A1", "amount": "10%", "reason": "late"}],
    "strata": {"A2": "B"},
    "handicaps": {"kind": "percent", "contestants": {"A3": 2.5}},
    "expected": 9,
}
TEXT = json.dumps(SESSION).encode()


def again(record: Record) -> Record:
    found = read_file(write_file(record, "session").data, "session")
    assert not found.others
    return found.record


def test_it_is_known_by_its_content_and_read_with_all_that_it_says() -> None:
    assert format_of(TEXT).name == "session"
    record = read_file(TEXT).record
    assert (record.title, record.regulations, record.apart) == ("Monday", "ebu", True)
    first = record.lines[0]
    assert (str(first.line.result), first.lead.plain if first.lead else "") == ("4♠X N =", "H5")
    assert json.loads(record.further["options"]) == {"matchpoints.missing": "none", "fouled.method": "none"}
    assert record.by_id["A2"].stratum == "B"
    assert record.by_id["A3"].handicap == Fraction(5, 2)


def test_it_comes_back_whole() -> None:
    record = replace(read_file(TEXT).record, apart=False)
    assert again(record) == record


@pytest.mark.parametrize("name", [name for name in NIGHTS if name != "sections apart"])
def test_score_gives_the_numbers_of_the_night_again(name: str) -> None:
    state = rehearsed(name)
    text = write_file(record_of(state), "session").data.decode()
    made = score(loads(text))
    wanted = [(each.contestant, each.rank, each.points, each.percent, each.vps) for each in standings(state)]
    found = [(each.contestant, each.rank, each.points, each.percent, each.vps) for each in ranking(made)]
    assert sorted(found, key=repr) == sorted(wanted, key=repr)


def test_sections_that_are_apart_are_sessions_of_their_own() -> None:
    state = rehearsed("sections apart")
    whole = json.loads(write_file(record_of(state), "session").data)
    assert [each["title"] for each in whole["sessions"]] == ["Tuesday, A", "Tuesday, B"]
    found = [
        line["percent"] for each in whole["sessions"] for line in answer(score(loads(json.dumps(each))))["ranking"]
    ]
    assert found == [line["percent"] for line in answer(scored(state))["ranking"]]


def test_several_sessions_are_one_file() -> None:
    both = (record_of(rehearsed("a howell")), record_of(rehearsed("individual")))
    found = read_file(write_file(both[0], "session", *both[1:]).data)
    assert [record.kind for record in found.records] == ["pairs", "individual"]


def test_what_it_has_no_place_for_is_listed() -> None:
    left_out = write_file(record_of(rehearsed("a howell")), "session").left_out
    assert {"Names are left out.", "Hands are left out."} <= set(map(str, left_out))


def poorer(record: Record) -> Record:
    """A record without what a session file has no place for."""
    lines = tuple(RecordLine(each.line, lead=each.lead if each.line.result else None) for each in record.lines)
    playing = dict.fromkeys(
        name
        for each in lines
        for side in (each.line.ns, each.line.ew)
        for name in record.partnerships.get(side, (side,))
    )
    sections = {each.id: each.section for each in record.contestants}
    directions = {each.id: each.direction for each in record.contestants}
    return Record(
        title=record.title,
        kind=record.kind,
        method=record.method,
        winners=record.winners,
        regulations="wbf",
        sections=record.sections,
        contestants=tuple(
            RecordContestant(name, section=sections[name], direction=directions[name]) for name in playing
        ),
        partnerships=record.partnerships,
        lines=lines,
    )


@given(records(matches=False, ordinary=True))
def test_reading_what_was_written_gives_the_same(record: Record) -> None:
    wanted = poorer(record)
    try:
        score(to_score(wanted))
        written = write_file(wanted, "session")
        read_file(written.data, "session")
    except (BadFile, ValueError):
        return  # such as averages by a method that knows none
    assert again(wanted) == wanted


@given(spoilt(TEXT))
def test_a_spoilt_file_is_read_or_refused_in_a_sentence(data: bytes) -> None:
    with suppress(BadFile):
        read_file(data, "session")


@given(st.sampled_from(places(SESSION)), values)
def test_a_value_of_another_kind_is_read_or_refused_in_a_sentence(place: tuple[Any, ...], value: Any) -> None:
    with suppress(BadFile):
        read_file(json.dumps(put(SESSION, place, value)).encode(), "session")
