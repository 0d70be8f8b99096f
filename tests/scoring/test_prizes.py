"""Prizes for results and by lot."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from arrowswitch.scoring import loads
from arrowswitch.scoring.prizes import PRIZES, drawn, prizes

NIGHT = {
    "results": [
        {"board": 1, "ns": "1", "ew": "11", "contract": "3NT", "declarer": "E", "tricks": 12, "round": 2, "table": 1},
        {"board": 2, "ns": "2", "ew": "12", "contract": "6H", "declarer": "S", "tricks": 11, "round": 1, "table": 2},
        {"board": 3, "ns": "3", "ew": "13", "contract": "6S", "declarer": "N", "tricks": 12, "round": 1, "table": 3},
        {"board": 2, "ns": "3", "ew": "11", "contract": "7NT", "declarer": "W", "tricks": 13, "round": 3, "table": 3},
        {"board": 4, "ns": "2", "ew": "13", "contract": "2DX", "declarer": "W", "tricks": 5, "round": 3, "table": 2},
        {"board": 5, "ns": "1", "ew": "12", "score": 980, "round": 1, "table": 1},
        {"board": 6, "ns": "1", "ew": "13", "passed": True, "round": 1, "table": 1},
    ]
}


def test_each_prize_goes_to_the_first_in_the_order_of_play() -> None:
    # 6H one down is no slam; 980 may be one, but nobody knows whose
    won = {each.name: (each.contestant, each.line.board) for each in prizes(loads(json.dumps(NIGHT)).lines)}
    assert won == {
        "slam": ("3", 3),
        "grand-slam": ("11", 2),
        "overtricks": ("11", 1),
        "down": ("13", 4),
        "beaten": ("2", 4),
    }
    assert "doubled" in PRIZES


def test_a_line_that_was_struck_out_wins_nothing() -> None:
    lines = [replace(line, status="struck") for line in loads(json.dumps(NIGHT)).lines]
    assert prizes(lines) == []


@given(st.sets(st.text("abc123", min_size=1), min_size=1, max_size=12), st.text(max_size=9), st.integers(1, 15))
def test_a_lot_depends_on_nothing_but_the_seed(among: set[str], seed: str, count: int) -> None:
    mixed = Random(1).sample(sorted(among), len(among))
    found = drawn(sorted(among), seed, count)
    assert found == drawn(mixed, seed, count)
    assert len(set(found)) == len(found) == min(count, len(among))


def test_every_seat_is_as_likely_as_another() -> None:
    often = Counter(
        drawn([f"{table} {seat}" for table in "12" for seat in "NESW"], str(seed))[0] for seed in range(800)
    )
    assert len(often) == 8
    assert all(65 <= count <= 140 for count in often.values())
