"""Scales against what is printed: IMPs, victory points, instant matchpoints, deductions."""

import json
import re
from fractions import Fraction
from pathlib import Path

import pytest

from arrowswitch.regulations.schema import SCALES
from arrowswitch.scoring import BadScale, deduction, imps, instant, read_scale, scale_names, victory_points
from arrowswitch.scoring.matches.victory_points import least_margin, wbf_bands, wbf_column

PRINTED = json.loads((Path(__file__).parents[1] / "data" / "printed_scales.json").read_text())


@pytest.mark.parametrize("boards", PRINTED["wbf"])
def test_the_wbf_formula_gives_every_printed_cell(boards: str) -> None:
    printed = PRINTED["wbf"][boards]
    assert [victory_points(margin, int(boards))[0] for margin in range(len(printed))] == [Fraction(c) for c in printed]


@pytest.mark.parametrize("boards", PRINTED["wbf-discrete"])
def test_the_discrete_wbf_formula_gives_every_printed_band(boards: str) -> None:
    for more, band in enumerate(PRINTED["wbf-discrete"][boards]):
        for margin in map(int, re.findall(r"\d+", band)):
            assert victory_points(margin, int(boards), "wbf-discrete") == (10 + more, 10 - more)


def test_without_the_concavity_step_some_cells_would_be_wrong() -> None:
    # the published counts of corrected cells: 8 boards 1, 10: 3, 12: 3, 14: 3, 16: 7, 20: 9, 24: 13, 32: 22
    tau = (5**0.5 - 1) / 2
    counts = {}
    for boards in (8, 10, 12, 14, 16, 20, 24, 32):
        blitz = 15 * boards**0.5
        plain = [min(20, round(10 + 10 * (1 - tau ** (3 * i / blitz)) / (1 - tau**3), 2)) for i in range(100)]
        column = [float(vps) for vps in wbf_column(boards)]
        counts[boards] = sum(a != b for a, b in zip(plain, column, strict=False))
    assert counts == {8: 1, 10: 3, 12: 3, 14: 3, 16: 7, 20: 9, 24: 13, 32: 22}


def test_the_first_whitewash_is_where_the_field_puts_it() -> None:
    first = {6: 37, 7: 40, 8: 43, 9: 45, 10: 48, 12: 52, 14: 57, 16: 60, 20: 68, 24: 74, 28: 80, 32: 85}
    assert {boards: least_margin(20, boards) for boards in first} == first


def test_the_discrete_bands_of_24_boards() -> None:
    assert wbf_bands(24) == (1, 5, 10, 15, 21, 27, 34, 43, 53, 65)


# Bridge Director's Companion L4147-4210, L3971
@pytest.mark.parametrize(
    ("scale", "boards", "margins"),
    [
        ("acbl-20", 7, {0: 10, 2: 11, 4: 12, 7: 13, 8: 14, 13: 15, 16: 16, 19: 17, 23: 18, 27: 19, 28: 20}),
        ("acbl-20", 9, {2: 11, 5: 12, 9: 13, 10: 14, 17: 15, 21: 16, 25: 17, 30: 18, 35: 19, 36: 20}),
        ("acbl-30", 8, {0: 15, 1: 18, 2: 19, 6: 22, 28: 30}),
        ("older-20", 8, {0: 10, 1: 11, 2: 11, 3: 12, 29: 19, 30: 20}),
        ("half-round-robin", 3, {0: 5, 1: 6, 3: 7, 6: 8, 9: 9, 10: 10}),
    ],
)
def test_the_tables_give_what_is_printed(scale: str, boards: int, margins: dict[int, int]) -> None:
    assert {margin: victory_points(margin, boards, scale)[0] for margin in margins} == margins


def test_a_percentage_becomes_victory_points() -> None:
    vps = [victory_points(Fraction(percent), 8, "percent-20") for percent in ("50", "50.64", "50.65", "68.35", "31.65")]
    assert vps == [(10, 10), (10, 10), (11, 9), (20, 0), (0, 20)]


@pytest.mark.parametrize("name", scale_names())
def test_both_sides_make_the_whole(name: str) -> None:
    margins = range(30, 71) if name.startswith("percent") else range(-90, 91)
    for margin in margins:
        mine, theirs = victory_points(margin, 8, name)
        assert mine + theirs == victory_points(50 if name.startswith("percent") else 0, 8, name)[0] * 2
        other_way = 100 - margin if name.startswith("percent") else -margin
        assert victory_points(other_way, 8, name) == (theirs, mine)


# Bridge Director's Companion L4147-4175; 1700-1990 is printed for 18 IMPs, which would overlap 17
IMP_BOUNDARIES = {
    10: 0,
    20: 1,
    40: 1,
    50: 2,
    160: 4,
    170: 5,
    210: 5,
    220: 6,
    590: 11,
    600: 12,
    1740: 17,
    1750: 18,
    3990: 23,
    4000: 24,
    7600: 24,
}


def test_imps_at_the_boundaries() -> None:
    assert {difference: imps(difference) for difference in IMP_BOUNDARIES} == IMP_BOUNDARIES
    assert {difference: -imps(-difference) for difference in IMP_BOUNDARIES} == IMP_BOUNDARIES


# NZ manual L5083-5129, a score in the middle of some bands
INSTANT = {0: 40, 50: 40, 60: 42, 120: 43, 420: 51, 430: 51, 440: 52, 620: 57, 1430: 75, 1700: 77, 2990: 79, 3000: 80}


def test_instant_matchpoints_follow_the_calculator() -> None:
    assert {score: instant(score) for score in INSTANT} == {score: (p, 80 - p) for score, p in INSTANT.items()}
    assert {score: instant(-score) for score in INSTANT} == {score: (80 - p, p) for score, p in INSTANT.items()}


def test_the_matrix_of_deductions_22_by_10() -> None:
    printed = PRINTED["deductions"]
    assert len(printed["tables"]) == 22
    for tables, row in printed["tables"].items():
        assert [deduction(p, int(tables)) for p in printed["percent"]] == [Fraction(cell) for cell in row]


def test_a_penalty_across_sections_is_one_of_the_real_top() -> None:
    # The source adds the look-ups for 16 and 13 tables (3.0 + 2.4 = 5.4); the top of 29 tables is 56, and 10% is 5.6.
    assert deduction(10, 29) == Fraction("5.6")
    assert deduction(10, 16) + deduction(10, 13) == Fraction("5.4")


CLUB = """
title = "Riverside"
total = 12
draw = 6
[bands."4-6"]
6 = "0-1"
7 = "2-4"
9 = "5-9"
12 = "10+"
"""


def test_a_club_may_bring_its_own_scale(tmp_path: Path) -> None:
    path = tmp_path / "riverside.toml"
    path.write_text(CLUB)
    vps = [victory_points(margin, 5, str(path)) for margin in (0, 1, 2, -5, 10, 99)]
    assert vps == [(6, 6), (6, 6), (7, 5), (3, 9), (12, 0), (12, 0)]


@pytest.mark.parametrize(
    ("wrong", "right", "problem"),
    [
        ('"5-9"', '"6-9"', "riverside.toml: bands.4-6.9 must begin with 5 IMPs, not 6."),
        ('"10+"', '"10-20"', "riverside.toml: bands.4-6.12 is the last and must end with +."),
        ('"2-4"', '"two"', 'riverside.toml: bands.4-6.7 must be IMPs such as "0", "1-2" or "28+".'),
        ("draw = 6", "draw = 5", "riverside.toml: bands.4-6 must begin with the draw, 5."),
        ("total = 12", "total = 10", "riverside.toml: vps must rise from 6 to 10 at most."),
        ("total = 12", "sum = 12", "riverside.toml: sum is no key of a scale"),
        ('"4-6"', '"some"', 'riverside.toml: some must be a number of boards such as "6" or "6-8".'),
        ("title =", "title", "riverside.toml is not TOML"),
    ],
)
def test_a_scale_with_a_gap_or_another_mistake_is_refused(wrong: str, right: str, problem: str, tmp_path: Path) -> None:
    path = tmp_path / "riverside.toml"
    path.write_text(CLUB.replace(wrong, right))
    with pytest.raises(BadScale) as refused:
        read_scale(path)
    assert str(refused.value).startswith(problem)


def test_regulations_may_name_every_scale() -> None:
    assert scale_names() == SCALES


def test_an_unknown_scale_and_boards_without_a_column_are_named() -> None:
    with pytest.raises(BadScale, match="There is no scale “fifa”; there are wbf, wbf-discrete, acbl-20"):
        victory_points(5, 8, "fifa")
    with pytest.raises(BadScale, match="The scale acbl-30 has no column for 12 boards; it has 1-8, 9-11"):
        victory_points(5, 12, "acbl-30")
    with pytest.raises(BadScale, match="A match has 1 to 200 boards, not 0"):
        victory_points(5, 0)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ('bands = "none"', "club.toml: bands must be a table with at least one entry."),
        ('[bands]\n6 = "0-3"', "club.toml: bands.6 must be a table with at least one entry."),
        ("from = 3", "club.toml: from must be a table with at least one entry."),
        ("vps = [11]\n[from]\n6 = 3", "club.toml: from.6 must be a list of numbers."),
        ("vps = 11\n[from]\n6 = [3]", "club.toml: vps must be a list of numbers."),
        ("vps = [11]\n[from]\n6-8 = [1]\n8-9 = [2]", "club.toml: 6-8 must be boards that no other column has, from 1"),
        ("vps = [11]\n[from]\n8-6 = [1]", "club.toml: 8-6 must be boards that no other column has, from 1 to 200."),
    ],
)
def test_a_scale_of_another_shape_is_refused_with_a_sentence(text: str, problem: str, tmp_path: Path) -> None:
    path = tmp_path / "club.toml"
    path.write_text(text)
    with pytest.raises(BadScale) as refused:
        read_scale(path)
    assert str(refused.value).startswith(problem)
