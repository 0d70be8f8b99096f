"""Our own JSON holds everything that a record can say."""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from records import records

from arrowswitch.bridge import Seat, Vulnerability
from arrowswitch.formats import BadFile, Record, RecordDeal, RecordLine, format_of, read_file
from arrowswitch.formats.results.own import read_own, write_all_own, write_own
from arrowswitch.scoring import Ceiling, Damage, Floor, Line
from arrowswitch.scoring.lines import ELSEWHERE


@given(records())
@settings(max_examples=60, deadline=None)
def test_a_record_that_was_written_is_read_as_the_same(record: Record) -> None:
    data, left_out = write_own(record)
    assert (read_own(data).record, left_out) == (record, ())


def test_rare_awards_fouled_boards_and_play_are_held_too() -> None:
    line = Line(7, "1", "2", Floor(420), Ceiling(-50), group="B", ns_fault="partly", under_appeal=True)
    played = RecordLine(line, Fraction(1, 3), 0, auction=("1C", "Pass", "X"), play=("SK", "", "H2"))
    damage = RecordLine(replace(line, ns_award=Damage(420, -50, -100), ew_award=ELSEWHERE))
    record = Record(lines=(played, damage), partnerships={"1": ("a", "b")}, apart=True)
    assert read_own(write_own(record).data).record == record


def test_several_sessions_stand_in_one_file() -> None:
    first, second = Record(title="Afternoon"), Record(title="Evening")
    found = read_file(write_all_own([first, second]).data)
    assert (found.record, found.others) == (first, (second,))


def test_dealer_and_vulnerability_of_a_deal_are_held() -> None:
    from arrowswitch.deals import dealt

    deal = RecordDeal(dealt("1", [3])[0], "A", "B", Seat.EAST, Vulnerability.ALL, None, "4S N =")
    assert read_own(write_own(Record(deals=(deal,))).data).record.deals == (deal,)


def of(session: object, **changed: object) -> bytes:
    return json.dumps({"format": "arrowswitch record", "version": 1, "sessions": [session], **changed}).encode()


LINE = {
    "board": 1,
    "ns": "1",
    "ew": "2",
    "ns_award": {"type": "score", "ns": 50},
    "ew_award": {"type": "score", "ns": 50},
}


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"[" * 100_000, "This is no JSON, or the file is not complete."),
        (b'{"format": "arrowswitch record", "version": 1', "This is no JSON, or the file is not complete."),
        (b"{}", "This JSON is none of Arrowswitch: “format” is not “arrowswitch record”."),
        (of({}, version=7), "This file is of version 7; here version 1 is read."),
        (of({}, sessions=[]), "This file holds no session."),
        (of({"lines": [{"line": LINE | {"board": 1000}}]}), "sessions[0].lines[0].line: There is no board 1000: boards are"),
        (of({"lines": [{"line": LINE, "lead": "ZZ"}]}), "sessions[0].lines[0].lead: \"ZZ\" is not a card."),
        (of({"lines": [{"line": LINE, "ns_points": "1/0"}]}), "sessions[0].lines[0].ns_points: “1/0” is not a number."),
        (of({"title": "\ud800"}), "sessions[0].title: “?” is not a text."),
        (of({"contestants": [{"id": "1"}, {"id": "1"}]}), "sessions[0]: two contestants have the same id."),
        (of({"titel": "x"}), "sessions[0].titel: there is no such key; allowed: title, date"),
    ],
)  # fmt: skip
def test_what_cannot_be_read_is_said_with_its_place(data: bytes, said: str) -> None:
    with pytest.raises(BadFile) as found:
        read_own(data)
    assert str(found.value).startswith(said)


plain_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=2),
    max_leaves=3,
)


@given(records(), st.data())
@settings(max_examples=60, deadline=None)
def test_a_spoilt_file_is_refused_in_a_sentence_or_read(record: Record, data: st.DataObject) -> None:
    whole = json.loads(write_own(record).data)
    place = whole["sessions"][0]
    while isinstance(place, dict | list) and place:
        key = data.draw(st.sampled_from(sorted(place)) if isinstance(place, dict) else st.integers(0, len(place) - 1))
        if not isinstance(place[key], dict | list) or data.draw(st.integers(0, 3)) == 3:
            place[key] = data.draw(plain_values)
            break
        place = place[key]
    with suppress(BadFile):
        read_own(json.dumps(whole).encode())


def test_it_is_known_by_what_is_in_it() -> None:
    assert format_of(write_own(Record()).data).name == "json"
