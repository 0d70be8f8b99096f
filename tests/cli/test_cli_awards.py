"""`arrowswitch awards`: the answer of `score` in, awards out; what it prints, and what it refuses."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from test_refusals import answer

KEYS = {"contestant", "rank", "amount", "unit", "list", "reason"}


def night(pairs: int) -> dict[str, Any]:
    """A session file of one board for each table, on which lower numbers did better."""
    half = pairs // 2
    return {
        "winners": 2,
        "results": [
            {"board": board, "ns": str(table), "ew": str(half + table), "score": 620 - 10 * table}
            for board in range(1, 25)
            for table in range(1, half + 1)
        ],
    }


@pytest.fixture
def scored(tmp_path: Path) -> Path:
    """The answer of `score` for eleven tables, with the keys that awards ask for."""
    file = tmp_path / "night.json"
    file.write_text(json.dumps(night(22)))
    made = json.loads(answer("score", str(file), "--json")[1])
    file.write_text(json.dumps(made | {"method": "matchpoints", "winners": 2, "tables": 11, "boards_played": 24}))
    return file


@pytest.mark.parametrize(
    ("scheme", "unit", "amounts"),
    [
        ("nzb", "C points", [40, 30, 20, 10]),
        ("ebu", "local points", [40, 30, 20, 10]),
        ("abf", "green points", [0.33, 0.23, 0.17, 0.11, 0.08]),
        ("acbl", "masterpoints", [1.1, 0.77, 0.55, 0.39]),
    ],
)
def test_the_answer_of_score_is_awarded(scored: Path, scheme: str, unit: str, amounts: list[float]) -> None:
    status, text = answer("awards", str(scored), "--scheme", scheme, "--json")
    found = json.loads(text)
    assert status == 0
    assert all(each.keys() >= KEYS for each in found["awards"])
    assert {each["unit"] for each in found["awards"]} == {unit}
    for direction, first in (("NS", 1), ("EW", 22)):
        mine = [each for each in found["awards"] if each["list"] == direction]
        assert [each["amount"] for each in mine] == amounts
        assert (mine[0]["contestant"], mine[0]["rank"]) == (str(first), "1")
        assert mine[0]["working"][-1]["result"] == amounts[0]
    assert found["scheme"]["edition"] in answer("awards", str(scored), "--scheme", scheme)[1]


def test_a_working_is_shown_of_one(scored: Path) -> None:
    status, text = answer("awards", str(scored), "--scheme", "ebu", "--why", "2")
    assert status == 0
    assert "2: 30 local points" in text
    assert "Place 2 of 4: 3 × 10 = 30" in text
    assert answer("awards", str(scored), "--scheme", "ebu", "--why", "9") == (2, "“9” has no award.\n")


def test_a_session_that_does_not_qualify_is_no_fault_of_the_file(scored: Path) -> None:
    scored.write_text(json.dumps(json.loads(scored.read_text()) | {"boards": [], "boards_played": 12}))
    status, text = answer("awards", str(scored), "--scheme", "ebu", "--json")
    assert (status, json.loads(text)["awards"]) == (0, [])
    assert json.loads(text)["notes"] == [
        "Nothing is awarded: 18 boards are needed; in play: 12 (English Bridge Union: local points)."
    ]


def test_a_scheme_of_ones_own_is_a_file(scored: Path, tmp_path: Path) -> None:
    cup = tmp_path / "cup.toml"
    cup.write_text(
        'title = "Cup"\nedition = "1"\nsince = 2026-01-01\nsource = "us"\nunit = "points"\n'
        '[[scale]]\nrule = "r"\nway = "listed"\namounts = [3, 1]\n'
    )
    status, text = answer("awards", str(scored), "--scheme", str(cup), "--json")
    assert status == 0
    assert [each["amount"] for each in json.loads(text)["awards"]] == [3, 1, 3, 1]


def test_what_cannot_be_read_is_refused_in_a_sentence(scored: Path, tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.json"
    for text, scheme, said in (
        ("[1]", "nzb", "A session to be awarded is one JSON object"),
        ("{", "nzb", "This is not JSON"),
        ("9" * 5000, "nzb", "This JSON cannot be read: a number in it is too long"),
        ("[" * 100_000, "nzb", "This JSON cannot be read"),
        (scored.read_text(), "moon", "There is no scheme “moon”; there are abf, acbl, ebu, nzb."),
        (scored.read_text(), "absent.toml", "There is no file absent.toml."),
    ):
        wrong.write_text(text)
        status, printed = answer("awards", str(wrong), "--scheme", scheme)
        assert (status, printed.startswith(said)) == (2, True), printed
    assert answer("awards", str(scored))[0] == 2
    for arguments, said in (
        (("--from", "2026-02-01", "--until", "2026-01-31"), "The last day is before the first."),
        ((str(scored), "--scheme", "nzb", "--until", "2026-01-31"), "--until is the last day of the club's list"),
    ):
        status, printed = answer("awards", *arguments)
        assert (status, printed.startswith(said)) == (2, True), printed


@pytest.mark.parametrize("command", ["score", "awards"])
def test_a_name_is_printed_as_it_is_written(tmp_path: Path, command: str) -> None:
    names = "[/red] & [bold]"
    one = night(8)
    for result in one["results"]:
        result["ns"] += names
    file = tmp_path / "night.json"
    file.write_text(json.dumps(one))
    if command == "awards":
        file.write_text(answer("score", str(file), "--json")[1])
    status, text = answer(command, str(file), *(["--scheme", "nzb"] if command == "awards" else []))
    assert (status, f"1{names}" in text) == (0, True), text
