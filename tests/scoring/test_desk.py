"""The desk calculator, and a few numbers of the manuals that are quickest asked there."""

from fractions import Fraction

import pytest

from arrowswitch.bridge import PASSED_OUT, Result, Side, Vulnerability, parse_result
from arrowswitch.regulations import load
from arrowswitch.scoring import BadLine, desk


def ns(tables: list[str], regulations: str = "wbf", **changes: object) -> list[float | None]:
    board = desk.traveller(tables, load(regulations, changes or None))
    return [points and float(points[0]) for points in board.points]  # type: ignore[misc]


def test_a_contract_is_added_up() -> None:
    # NZ manual L1728-1753
    doubled = {"4DX N +1": 610, "5DX N =": 550, "3DX N +1": 570, "4DX N =": 510}
    assert {text: desk.contract(parse_result(text), Vulnerability.NONE).result for text in doubled} == doubled
    assert desk.contract(Result(PASSED_OUT), Vulnerability.ALL).result == 0


def test_a_weighted_score_over_a_traveller() -> None:
    # QBA course L90-97: 14.6, 8.6 and 2 for the field, 11 for the table
    tables = ["420", "450", "-50", "420", "450 40%, 420 60%", "420", "-50", "450", "-50"]
    assert ns(tables) == [8.6, 14.6, 2.0, 8.6, 11.0, 8.6, 2.0, 14.6, 2.0]
    board = desk.traveller(tables, load("wbf"))
    assert board.why(5).result == 11
    assert board.why(5, Side.EW).result == 5
    assert board.top == 16


def test_a_fouled_board_over_a_traveller() -> None:
    # Bridge NSW 7.3.2: three of nine tables are enough, and get one more for each of the other six
    tables = [*(f"{score}" for score in (600, 500, 400, 300, 200, 100)), *(f"B: {score}" for score in (90, 80, 70))]
    assert ns(tables, "bnsw") == [13, 11, 9, 7, 5, 3, 10, 8, 6]
    # three groups, each compared within itself
    three = [*("10", "20", "30", "40"), *("B:10", "B:20", "B:30", "B:40"), *("C:10", "C:20", "C:30", "C:40")]
    assert ns(three) == [2, 8, 14, 20] * 3


def test_ascherman_gives_nobody_everything() -> None:
    # three results 430, 400, -50: 83.3, 50, 16.7%
    board = desk.traveller(["430", "400", "-50"], load("wbf", {"matchpoints": {"ascherman": True}}))
    assert [points and points[0] / Fraction(board.top or 1) for points in board.points] == [
        Fraction(5, 6),
        Fraction(1, 2),
        Fraction(1, 6),
    ]


def test_a_board_with_everything_on_it() -> None:
    board = desk.traveller(["620", "-120 / -110", "A+ A-", "60%", "P100 Q100", "-"], load("wbf"))
    assert board.points[-1] is None
    assert [points is not None for points in board.points[:-1]] == [True] * 5
    assert str(board.why(6).steps[0].text) == "Not played; it does not count"


def test_a_late_pair_pays_half_a_top() -> None:
    # Bridge NSW 6.2: 12 minutes, ten tables
    assert desk.penalty(50, 10, 26).steps[1].result == 9


def test_imps_and_victory_points_with_their_working() -> None:
    assert [step.result for step in desk.swing(600, 50).steps] == [650, 12]
    assert str(desk.match(2, 6).title) == "10.99 to 9.01 victory points"


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("450 40%, 420 50%", "Table 2: The weights make 90%, and must make 100%, each more than 0."),
        ("A++ A", "Table 2: “A++” is no adjustment; allowed are A+, A, A-"),
        ("one two three", "Table 2: “one two three” is no result; write 620, A+ A-"),
        ("620 / much", "Table 2: “620 / much” is no result; write 620"),
    ],
)
def test_what_is_not_a_result_is_refused(text: str, problem: str) -> None:
    with pytest.raises(BadLine) as refused:
        desk.traveller(["620", text], load("wbf"))
    assert str(refused.value).startswith(problem)


def test_a_table_with_three_parts_is_told_so() -> None:
    with pytest.raises(BadLine) as refused:
        desk.traveller(["420", "1/2/3"], load("wbf"))
    assert (
        str(refused.value)
        == "Table 2: “1/2/3” has 3 parts; write what North-South and East-West get, like -120 / -110."
    )
