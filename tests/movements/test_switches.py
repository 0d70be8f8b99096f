"""Arrow switches against the best that is known: whole rounds (Moore's table) and single tables."""

from __future__ import annotations

from typing import Any

import pytest

from arrowswitch.movements import build
from arrowswitch.movements.balance import balance
from arrowswitch.movements.build import SketchRow, two_fields, wrap
from arrowswitch.movements.model import ImpossibleWish, Movement
from arrowswitch.movements.switches import best_switches, parse_switch
from oracles import pairs_movement
from timing import seconds


def mitchell(tables: int, rounds: int | None = None) -> Movement:
    """A Mitchell; with an even number of tables EW skip halfway."""
    rounds = rounds or tables - (tables % 2 == 0)
    rows = (
        SketchRow(number, table, table, wrap(table - number + 1 - skip, tables), wrap(table + number - 1, tables))
        for number in range(1, rounds + 1)
        for table in range(1, tables + 1)
        for skip in [int(tables % 2 == 0 and number > tables // 2)]
    )
    return two_fields(rows, name="Mitchell", family="mitchell", boards_per_round=2)


@pytest.mark.parametrize(
    ("tables", "rounds", "quality"),
    [(5, (5,), 67.65), (7, (7,), 92.0), (9, (9,), 93.9), (11, (11,), 89.23), (13, (12, 13), 92.97),
     (15, (14, 15), 95.49)],
)  # fmt: skip
def test_the_best_rounds_of_a_complete_mitchell_are_its_last_ones(
    tables: int, rounds: tuple[int, ...], quality: float
) -> None:
    found = best_switches(mitchell(tables))
    assert (found.rounds, round(found.after, 2)) == (rounds, quality)
    assert balance(found.movement).qf == found.after


@pytest.mark.parametrize(("tables", "quality"), [(17, 94.93), (19, 92.90)])
def test_long_mitchells_do_no_worse_than_their_best_last_rounds(tables: int, quality: float) -> None:
    assert round(best_switches(mitchell(tables)).after, 2) >= quality


@pytest.mark.parametrize(
    ("tables", "quality"),
    [(5, 74.68), (6, 61.29), (7, 92.0), (8, 75.95), (9, 93.9), (10, 82.14), (11, 93.41), (13, 93.84)],
)
def test_single_tables_reach_the_best_known_quality(tables: int, quality: float) -> None:
    found = best_switches(mitchell(tables), single_tables=True, seconds=1.0)
    assert round(found.after, 2) >= quality
    assert balance(found.movement).qf == found.after


def test_single_tables_of_the_hesitation_movement_reach_the_published_optimum() -> None:
    found = best_switches(pairs_movement("000-pairs-07-hesitation-24b"), single_tables=True)
    assert round(found.after, 2) == 82.46


def test_the_same_wish_gives_the_same_switches() -> None:
    first, second = (best_switches(mitchell(8), single_tables=True, seconds=0.1, seed=5) for _ in range(2))
    assert first.places == second.places


def test_a_perfect_movement_is_left_alone() -> None:
    found = best_switches(pairs_movement("004-pairs-04-howell"), single_tables=True)
    assert found.places == ()
    assert found.reason.startswith("No arrow switch improves")


def test_the_gain_is_told_with_the_rule_of_thumb() -> None:
    reason = best_switches(mitchell(13)).reason
    assert "round 12-13 " in reason
    assert "48.22 to 92.97" in reason
    assert "one round in eight, here 2" in reason


def test_rounds_and_tables_can_be_written() -> None:
    movement = parse_switch("9, 3:8,4:8", mitchell(9))
    assert {(m.round, m.table) for m in movement.meetings if m.switched} == {
        (8, 3), (8, 4), *((9, table) for table in range(1, 10)),
    }  # fmt: skip
    assert movement.winners == 1
    calls = [call for call in movement.instructions if call.occasion == "switch"]
    assert [call.after for call in calls] == [7, 8]
    assert "tables 3-4 only" in calls[0].text


def test_automatic_switches_are_the_best_ones() -> None:
    assert round(balance(parse_switch("auto", mitchell(9))).qf, 2) == 93.9
    assert round(balance(parse_switch("auto-tables", mitchell(5))).qf, 2) == 74.68


@pytest.mark.parametrize(
    ("text", "answer"),
    [("10", "rounds 1 to 9"), ("0", "rounds 1 to 9"), ("x", "not an arrow switch"), ("3:", "not an arrow switch"),
     ("12:8", "no play at table 12 in round 8"), ("8,,9", "not an arrow switch")],
)  # fmt: skip
def test_a_switch_that_cannot_be_is_answered(text: str, answer: str) -> None:
    with pytest.raises(ImpossibleWish, match=answer):
        parse_switch(text, mitchell(9))


def test_whole_rounds_of_thirteen_tables_are_found_at_once() -> None:
    movement = mitchell(13)
    assert seconds(lambda: best_switches(movement), times=3) < 1


@pytest.mark.parametrize(
    ("family", "options", "quality"),
    [
        ("howell", {"tables": 8, "card": "nz-howell-8"}, 94.53),
        ("howell", {"tables": 8, "card": "busbridge-howell-8"}, 94.05),
        ("howell", {"tables": 8, "card": "acbl-howell-8"}, 93.89),
        ("howell", {"tables": 9, "card": "nz-howell-9"}, 92.32),
        ("howell", {"tables": 10, "card": "busbridge-howell-10"}, 88.18),
        ("blackpool", {"tables": 11}, 91.54),
        ("mitchell", {"tables": 15, "rounds": 13}, 76.58),
    ],
)
def test_single_tables_of_printed_movements_reach_what_a_free_search_finds(
    family: str, options: dict[str, Any], quality: float
) -> None:
    switched = build(family, switch="auto-tables", **options)
    assert round(balance(switched).qf, 2) >= quality
