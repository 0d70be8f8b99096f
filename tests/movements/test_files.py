"""Movement files: what goes out comes back, and what is wrong is refused with the place named."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arrowswitch.movements import FileFault, audit, build, dumps, loads, to_dict
from examples import examples


def good() -> dict[str, Any]:
    return to_dict(build("mitchell", tables="6½"))


def test_the_contract_has_its_keys() -> None:
    data = good()
    for key in (
        *(
            "name",
            "kind",
            "tables",
            "pairs",
            "rounds",
            "boards_per_round",
            "winners",
            "copies",
            "stationary",
            "meetings",
        ),
        *("sit_outs", "relays", "shares", "instructions", "labels", "source"),
    ):
        assert key in data
    assert (data["tables"], data["pairs"], data["winners"]) == (6.5, 13, 2)
    assert data["meetings"][0] == {"round": 1, "table": 1, "ns": 1, "ew": 7, "boards": [1, 2, 3, 4], "switched": False}
    assert data["sit_outs"][0] == {"round": 1, "pair": 13, "table": 7}
    assert data["labels"]["7"] == "EW 1"


def test_teams_have_teams_instead_of_pairs() -> None:
    data = to_dict(build("american-whist", teams=7))
    assert data["teams"] == data["tables"] == 7
    assert "pairs" not in data


def test_a_bare_file_is_enough() -> None:
    meetings = [
        {"round": 1, "table": 1, "ns": 1, "ew": 2, "boards": [1]},
        {"round": 1, "table": 2, "ns": 3, "ew": 4, "boards": [2]},
    ]
    made = loads(json.dumps({"kind": "pairs", "rounds": 1, "meetings": meetings}))
    assert made.contestants == (1, 2, 3, 4)
    assert audit(made).legal


def broken(**changes: Any) -> str:
    data = good()
    for path, value in changes.items():
        target: Any = data
        *places, last = path.split("__")
        for place in places:
            target = target[int(place) if place.isdecimal() else place]
        target[int(last) if last.isdecimal() else last] = value
    return json.dumps(data)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "The file is empty."),
        ("rounds: 3", "Line 1, column 1: this is not JSON."),
        ("[1, 2]", "one JSON object"),
        ("[" * 100_000, "not a movement|not JSON"),
        (broken(speed=3), "speed: there is no such key"),
        (broken(meetings__3__colour="red"), r"meetings\[3\]\.colour: there is no such key"),
        (broken(meetings__3__ew="7"), r'meetings\[3\]\.ew: "7" is not a whole number'),
        (broken(meetings__3__ew=True), r"meetings\[3\]\.ew: true is not a whole number"),
        (broken(meetings__3__ew=2.5), r"meetings\[3\]\.ew: 2.5 is not a whole number"),
        (broken(meetings__3__ew=-2), r"meetings\[3\]\.ew: -2 is not between 1"),
        (broken(meetings__3__ew=10**30), r"meetings\[3\]\.ew: 1000.* is not between 1"),
        (broken(meetings__3__boards="1-4"), r"meetings\[3\]\.boards: a list is wanted"),
        (broken(meetings__3__boards__1=None), r"meetings\[3\]\.boards\[1\]: null is not a whole number"),
        (broken(meetings__3=7), r"meetings\[3\]: an object"),
        (broken(meetings=[]), "meetings: there is not one meeting"),
        (broken(meetings={}), "meetings: a list is wanted"),
        (broken(rounds=None), "rounds: null is not a whole number"),
        (broken(kind="quartets"), "kind: .*quartets.* is not a kind"),
        (broken(winners=3), "winners: 3 is not 1 or 2"),
        (broken(pairs=12), "pairs: 12 is said, but the number of those that play is 13"),
        (broken(labels={"1": "A", "2": "A"}), 'labels: "A" is given to two pairs'),
        (broken(rounds=9999), "rounds: 9999 is not between 1 and 99"),
        (broken(tables=9), "tables: 9 is said, but there must be 6½"),
        (broken(teams=7), "teams: a pairs movement has no such key"),
        (broken(relays=[{"between": [1], "sets": 1}]), r"relays\[0\]\.between: two tables"),
        (broken(labels={"x": "NS 1"}), "labels: .*x.* is not a pair number"),
        (broken(instructions=[{"occasion": "tea", "text": "Tea."}]), r"instructions\[0\]\.occasion: .*tea"),
        (broken(instructions=["\ud83d"]), r"instructions\[0\]\.text: .* is not a text"),
        (broken(boards_per_round=100), "boards_per_round: 100 is not between 1 and 99"),
        (broken(relays=[{"sets": 1}]), r"relays\[0\]\.between: this key is missing"),
        (broken(name=5), "name: 5 is not a text"),
        (broken(meetings=[{"round": 1}] * 20_001), "meetings: 20001 are too many"),
        (" " * 8_000_001, "too long"),
    ],
)
def test_a_bad_file_is_refused_with_the_place_named(text: str, sentence: str) -> None:
    with pytest.raises(FileFault, match=sentence):
        loads(text)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda children: st.lists(children, max_size=3) | st.dictionaries(st.text(max_size=6), children, max_size=3),
    max_leaves=8,
)


@settings(max_examples=examples(200), deadline=None)
@given(st.data())
def test_whatever_is_put_into_a_file_it_is_read_or_refused(data: st.DataObject) -> None:
    movement = good()
    key = data.draw(st.sampled_from([*movement, "other"]))
    movement[key] = data.draw(json_values)
    try:
        again = loads(json.dumps(movement))
    except FileFault:
        return
    audit(again)
    assert loads(dumps(again)).meetings == again.meetings


def test_a_stray_pair_number_is_named_with_its_place_and_the_file_is_not_refused_whole() -> None:
    faults = audit(loads(broken(meetings__3__ew=99))).faults
    assert [str(fault) for fault in faults] == [
        "Round 1, table 4: pair 99 is not in this movement.",
        "Round 1: pair EW 4 has no table and no sit-out.",
    ]


def test_a_pair_that_the_head_of_a_file_counts_and_no_meeting_has_is_missed_every_round() -> None:
    data = to_dict(build("howell", tables=4))
    data["meetings"] = [m for m in data["meetings"] if 8 not in (m["ns"], m["ew"])]
    found = " ".join(map(str, audit(loads(json.dumps(data))).faults))
    assert "Round 7: pair 8 has no table and no sit-out." in found
