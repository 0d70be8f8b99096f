"""`arrowswitch prizes` and `arrowswitch handicaps`: what they print, and what they refuse."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from test_refusals import answer

NIGHT = {
    "results": [
        {"board": 3, "ns": "3", "ew": "13", "contract": "6S", "declarer": "N", "tricks": 12, "round": 1, "table": 3},
        {"board": 3, "ns": "1", "ew": "12", "score": 480, "round": 2, "table": 1},
    ]
}
PAST = {
    "day": "2026-07-06",
    "players": {"Ann": [{"day": "2026-06-29", "percent": 58}], "Bob": [{"day": "2026-06-29", "percent": 54}]},
    "pairs": {"7": ["Ann", "Bob"]},
}


@pytest.fixture
def night(tmp_path: Path) -> str:
    file = tmp_path / "night.json"
    file.write_text(json.dumps(NIGHT))
    return str(file)


@pytest.fixture
def past(tmp_path: Path) -> str:
    file = tmp_path / "past.json"
    file.write_text(json.dumps(PAST))
    return str(file)


def test_who_makes_the_contract_that_was_announced_for_a_round_is_told(tmp_path: Path) -> None:
    # NZ Club Directors Manual, L895-906: "For this round, West will be playing in 2NT"
    night = tmp_path / "night.json"
    results = [
        {"board": 5, "ns": "1", "ew": "6", "contract": "2NT", "declarer": "W", "tricks": 9, "round": 3, "table": 1},
        {"board": 6, "ns": "2", "ew": "5", "contract": "2NT", "declarer": "W", "tricks": 7, "round": 3, "table": 2},
        {"board": 6, "ns": "3", "ew": "4", "contract": "2NT", "declarer": "E", "tricks": 8, "round": 3, "table": 3},
        {"board": 5, "ns": "2", "ew": "4", "contract": "2NT", "declarer": "W", "tricks": 8, "round": 4, "table": 1},
    ]
    night.write_text(json.dumps({"results": results, "method": "instant-matchpoints"}))
    status, text = answer("prizes", str(night), "--announced", "R3=2NTW", "--json")
    (found,) = json.loads(text)["announced"]
    assert status == 0
    assert [each["contestant"] for each in found["made"]] == ["6"]
    assert found["otherwise"] == [{"board": 6, "round": 3, "table": 3, "result": "2NT E ="}]
    told = answer("prizes", str(night), "--announced", "6=2NT")[1]
    assert "6=2NT was made by 4 (2NT E =)" in told
    refused = answer("prizes", str(night), "--announced", "9NT")
    assert refused[0] == 2
    assert "write R3=2NTW for round 3" in refused[1].replace("\n", " ")


def test_prizes_are_won_by_results_and_by_lot(night: str) -> None:
    status, text = answer("prizes", night, "--seed", "butter", "--spots", "2", "--json")
    found = json.loads(text)
    assert status == 0
    assert found["prizes"] == [
        {
            "prize": "slam",
            "title": "The first slam that was made",
            "contestant": "3",
            "board": 3,
            "round": 1,
            "table": 3,
            "result": "6♠ N =",
        }
    ]
    assert len(found["spots"]) == 2
    assert "The first slam that was made: 3, with 6♠ N = on board 3" in answer("prizes", night)[1]
    assert answer("prizes", night, "--spots", "0") == (2, "1 to 100 spots can be drawn, not 0.\n")


def test_handicaps_come_with_their_working(past: str) -> None:
    found = json.loads(answer("handicaps", past, "--json")[1])
    assert found["pairs"]["7"]["handicap"] == -6
    said = answer("handicaps", past, "--formula", "last-ten")[1]
    assert "No more than 5 up or down = -5" in said
    assert "7: -9" in said
    assert answer("handicaps", past, "--formula", "mars")[0] == 2
