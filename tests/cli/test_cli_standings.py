"""`arrowswitch standings`: the file, the table, and what is said to files that are wrong."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from test_refusals import answer

FILE: dict[str, Any] = {
    "contestants": [{"id": 1}, {"id": 2}, {"id": 3}, {"id": "four", "start": 2}],
    "rounds": [
        {"matches": [{"a": 1, "b": 2, "imps": [20, 11], "boards": 6}, {"a": 3, "b": "four", "forfeit": "four"}]},
        {"matches": [{"a": 1, "b": 3, "vps": [9.5, 10.5]}, {"a": 2, "b": "four"}]},
    ],
    "regulations": "bnsw",
    "penalties": [{"contestant": 2, "vps": 1, "reason": "slow"}],
}


@pytest.fixture
def ask(tmp_path: Path) -> Any:
    def asked(value: object, *more: str) -> tuple[int, str]:
        file = tmp_path / "contest.json"
        file.write_text(value if isinstance(value, str) else json.dumps(value))
        return answer("standings", str(file), *more)

    return asked


def test_the_table_as_json(ask: Any) -> None:
    status, text = ask(FILE, "--json")
    found = json.loads(text)
    assert status == 0
    assert [(each["rank"], each["contestant"], each["vps"]) for each in found["standings"]] == [
        ("1", 1, 23.4),
        ("2", 3, 22.5),
        ("3", 2, 5.1),
        ("4", "four", 2),
    ]
    assert found["standings"][0]["rounds"][1] == {"round": 2, "opponents": [3], "vps": 9.5, "imps": 0, "total": 23.4}
    assert found["notes"] == ["Round 2: the result of 2 v four is not in."]


def test_the_table_in_columns(ask: Any) -> None:
    status, text = ask(FILE)
    assert status == 0
    assert "Place" in text
    assert "23.40" in text


def test_a_swiss_file_is_read_as_it_is(ask: Any) -> None:
    swiss = {"contestants": FILE["contestants"], "rounds": [], "next": 1, "rules": {"base": "nzb"}, "seed": "x"}
    assert ask(swiss, "--json")[0] == 0


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"contestants": [{"id": 1}, {"id": 1}]}, "1 is in “contestants” twice."),
        ({"contestants": "x"}, "“contestants” must be a list."),
        ({"regulations": "mars"}, "mars"),
        ({"scale": "mars"}, "There is no scale “mars”; there are wbf, "),
        ({"contest": "league"}, "“contest” must be swiss, round-robin, knockout, not “league”."),
        ({"rounds": [{"matches": [{"a": 1, "b": 2, "forfeit": 3}]}]}, "“forfeit” must name the one of the two"),
        ({"rounds": [{"matches": [{"a": 1, "b": 2, "imps": [1]}]}]}, "“imps” must have a number for each side."),
        ({"rounds": [{"matches": [{"a": 1, "b": 9}]}]}, "Round 1: 9 is not in “contestants”."),
        ({"rounds": [{"matches": [{"a": 1, "b": 2, "imps": [1, 2], "boards": 5000}]}]}, "A match has 1 to"),
        ({"rounds": [{"matches": [{"a": 1, "b": 2, "late": [-1, 0]}]}]}, "“late” has whole minutes for each side."),
        ({"rounds": [{"matches": [{"a": 1, "b": 2, "fouled": 3}]}]}, "“fouled” must name the side that did it."),
        ({"penalties": [{"contestant": 7, "vps": 1}]}, "7 is not in “contestants”."),
        ({"teams": []}, "A contest has no “teams”; it has contestants, "),
    ],
)
def test_a_wrong_file_is_refused_in_a_sentence(ask: Any, change: dict[str, object], sentence: str) -> None:
    status, text = ask({**FILE, **change})
    assert status == 2
    assert sentence in text


LADDER: dict[str, Any] = {
    "series": {"way": "mean", "sessions": 4, "needed": 3, "counted": 2, "by": "players", "cuts": [1]},
    "sessions": [
        {"name": f"week {week}", "scores": [{"players": ["Ann", "Bob"], "percent": percent}]}
        for week, percent in ((1, 60), (2, 40.5), (3, 50))
    ]
    + [{"name": "final", "final": "A", "scores": [{"players": ["Ann"], "percent": 55}]}],
}


def test_a_ladder_is_told_apart_by_its_sessions(ask: Any) -> None:
    status, text = ask(LADDER, "--json")
    found = json.loads(text)
    assert status == 0
    assert found["contest"] == "series"
    assert [(each["rank"], each["contestant"], each["value"]) for each in found["standings"]] == [
        ("1", "Ann", 55),
        ("2", "Bob", 55),
    ]


def test_a_ladder_in_columns_with_what_does_not_count_in_brackets(ask: Any) -> None:
    status, text = ask(LADDER)
    assert status == 0
    assert "(40.50)" in text
    assert "What stands in brackets does not count." in text


def test_a_ladder_that_is_wrong_is_refused(ask: Any) -> None:
    assert ask({"sessions": 3}) == (2, "“sessions” must be a list.\n")
    assert ask(LADDER, "--carry", "share")[0] == 2
