"""`arrowswitch score` between clubs: a match in one session, and sessions of several clubs scored as one."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from test_refusals import answer


def result(board: int, ns: str, ew: str, score: int) -> dict[str, Any]:
    return {"board": board, "ns": ns, "ew": ew, "score": score}


# the home pairs 1 and 4 against the away pairs 2 and 3, one board at two tables and one more
MATCH = {
    "results": [result(1, "1", "2", 620), result(1, "3", "4", 170), result(2, "1", "2", 50), result(2, "3", "4", 50)],
    "clubs": {"1": "Avon", "4": "Avon", "2": "Brook", "3": "Brook"},
}


def write(folder: Path, name: str, value: object) -> str:
    file = folder / f"{name}.json"
    file.write_text(json.dumps(value))
    return str(file)


def test_a_match_between_clubs_gives_every_pair_and_every_club_its_percentage(tmp_path: Path) -> None:
    # a top of 2: pair 1 has 2 + 1 and pair 4 too, so Avon has 6 of 8
    status, text = answer("score", write(tmp_path, "match", MATCH), "--json")
    found = json.loads(text)
    assert status == 0
    assert found["clubs"] == [
        {"club": "Avon", "rank": "1", "contestants": 2, "points": 6, "maximum": 8, "percent": 75},
        {"club": "Brook", "rank": "2", "contestants": 2, "points": 2, "maximum": 8, "percent": 25},
    ]
    assert "1 Avon: 75.00%" in answer("score", write(tmp_path, "match", MATCH))[1]


@pytest.mark.parametrize(
    ("clubs", "sentence"),
    [
        ({"1": "Avon", "4": "Avon", "2": "Brook"}, "3 belongs to no club"),
        ({**MATCH["clubs"], "9": "Brook"}, "Brook has 9, who does not play."),  # type: ignore[dict-item]
        (["Avon"], "clubs gives each contestant its club"),
    ],
)
def test_names_that_belong_to_no_club_are_refused(tmp_path: Path, clubs: object, sentence: str) -> None:
    status, text = answer("score", write(tmp_path, "match", {**MATCH, "clubs": clubs}))
    assert status == 2
    assert sentence in text.replace("\n", " ")


def test_sessions_of_several_clubs_are_scored_as_one(tmp_path: Path) -> None:
    # board 1 at four tables: 620, 170 in one club, 620, -100 in the other; with a top of 6 they have 5, 2, 5, 0
    here = write(tmp_path, "Avon", {"results": [result(1, "1", "2", 620), result(1, "3", "4", 170)]})
    there = write(tmp_path, "Brook", {"results": [result(1, "1", "2", 620), result(1, "3", "4", -100)]})
    status, text = answer("score", here, there, "--json")
    found = json.loads(text)
    assert status == 0
    points = {each["contestant"]: each["points"] for each in found["ranking"]}
    assert {who: points[who] for who in ("Avon 1", "Avon 3", "Brook 1", "Brook 3")} == {
        "Avon 1": 5,
        "Avon 3": 2,
        "Brook 1": 5,
        "Brook 3": 0,
    }
    assert [(each["club"], each["rank"]) for each in found["clubs"]] == [("Avon", "1="), ("Brook", "1=")]
    other = write(tmp_path, "Cliff", {"method": "butler", "results": [result(1, "1", "2", 620)]})
    assert answer("score", here, other)[0] == 2
    assert answer("score", here, here)[0] == 2
