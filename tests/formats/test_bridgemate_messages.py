"""What the Data Connector may answer: every answer is read, or is a sentence; a result comes out as it was meant."""

from __future__ import annotations

import json
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arrowswitch.formats.bridgemate.connector import (
    ConnectorCommand,
    ConnectorFault,
    NotReached,
    PadArtificial,
    PadResult,
    read_calls,
    read_reply,
    read_results,
    request_body,
)

RESULT = {
    "SectionLetters": "A",
    "TableNumber": 3,
    "RoundNumber": 2,
    "BoardNumber": 7,
    "ScoringDirection": 3,
    "PairNorthSouth": 3,
    "PairEastWest": 5,
    "DeclaringPair": 5,
    "DeclarerDirection": 4,
    "Level": 6,
    "Denomination": 2,
    "Stake": 2,
    "TotalTricks": 11,
    "LeadCardRank": 11,
    "LeadCardSuit": 1,
}


def reply(data: Any, kind: int = 12, error: int = 0, command: int = 19, last: int = 9) -> bytes:
    return json.dumps(
        {
            "RequestCommand": command,
            "DataType": kind,
            "LastQueueItemId": last,
            "ErrorType": error,
            "SerializedData": json.dumps(data),
        }
    ).encode()


def one(**changes: Any) -> PadResult:
    (found,) = read_results(read_reply(reply([{**RESULT, **changes}]), ConnectorCommand.NEW_RESULTS)).items
    assert isinstance(found, PadResult)
    return found


def test_a_request_has_its_data_as_text_inside_of_the_message() -> None:
    body = request_body(ConnectorCommand.PUT_PLAYERS, [{"LastName": "Müster"}], session="F" * 32, club="1", licence="2")
    message = json.loads(body)
    assert (message["Command"], message["ClubId"], message["LicenceKey"]) == (11, "1", "2")
    assert json.loads(message["SerializedData"]) == [{"LastName": "Müster"}]


def test_a_result_comes_out_as_it_was_meant() -> None:
    found = one()
    assert (found.letters, found.table, found.round, found.board, found.ns, found.ew) == ("A", 3, 2, 7, 3, 5)
    assert (str(found.result), str(found.lead), found.turned) == ("6♦XX W -1", "♣J", False)


@pytest.mark.parametrize(
    ("level", "ns", "ew"),
    list(zip(range(-1, -10, -1), "---===+++", "-=+-=+-=+", strict=True)),
)
def test_the_nine_artificial_scores_are_told_apart(level: int, ns: str, ew: str) -> None:
    assert one(Level=level).result == PadArtificial(ns, ew)


def test_a_declarer_in_the_seat_of_the_others_means_that_they_sat_the_other_way_round() -> None:
    assert one(DeclaringPair=3).turned
    assert not one(DeclaringPair=0).turned


def test_an_empty_queue_is_no_fault() -> None:
    for error in (2, 3):
        assert read_results(read_reply(reply("none", kind=4, error=error), ConnectorCommand.NEW_RESULTS)).items == ()
    assert read_calls(read_reply(reply(None, kind=1, command=36), ConnectorCommand.NEW_CALLS)).items == ()


@pytest.mark.parametrize(
    ("error", "kind"), [(1, NotReached), (11, NotReached), (5, ConnectorFault), (6, ConnectorFault)]
)
def test_what_passes_is_told_from_what_stays(error: int, kind: type[Exception]) -> None:
    with pytest.raises(ConnectorFault) as fault:
        read_reply(reply("why", kind=4, error=error), ConnectorCommand.NEW_RESULTS)
    assert type(fault.value) is kind


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.sampled_from([*RESULT, "IsDeleted", "Status"]), inner, max_size=6)
    ),
    max_leaves=12,
)


@given(data=ANYTHING, kind=st.sampled_from([1, 4, 12, 21]), error=st.integers(-1, 15))
def test_any_answer_is_read_or_refused_in_a_sentence(data: Any, kind: int, error: int) -> None:
    for command, read in ((ConnectorCommand.NEW_RESULTS, read_results), (ConnectorCommand.NEW_CALLS, read_calls)):
        with suppress(ConnectorFault):
            read(read_reply(reply(data, kind, error, command), command))


@given(st.binary(max_size=200) | st.text(max_size=100).map(str.encode))
def test_any_bytes_are_refused_in_a_sentence(body: bytes) -> None:
    with suppress(ConnectorFault):
        read_reply(body, ConnectorCommand.PING)


@given(st.dictionaries(st.sampled_from(list(RESULT)), st.integers(-20, 20) | st.text(max_size=3) | st.none()))
def test_any_result_is_read(changes: dict[str, Any]) -> None:
    assert one(**changes).table >= -20
