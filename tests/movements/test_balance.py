"""Balance against figures from outside: Moore's table for Mitchells, and every movement of the manuals."""

from __future__ import annotations

import pytest

from arrowswitch.movements.balance import balance, least_squares
from arrowswitch.movements.build import SketchRow, two_fields, wrap
from arrowswitch.movements.model import ImpossibleWish, Meeting, Movement
from oracles import last_rounds_switched, pairs_movement
from timing import seconds


def mitchell(tables: int, boards_per_round: int = 1) -> Movement:
    """A complete Mitchell for an odd number of tables."""
    rows = (
        SketchRow(number, table, table, wrap(table - number + 1, tables), wrap(table + number - 1, tables))
        for number in range(1, tables + 1)
        for table in range(1, tables + 1)
    )
    return two_fields(rows, name="Mitchell", family="mitchell", boards_per_round=boards_per_round)


def test_the_skip_mitchell_example_of_three_and_of_four_rounds() -> None:
    three = balance(pairs_movement("004-example-04-skip-mitchell-3r")).matrix[0][4:]
    four = balance(pairs_movement("004-example-04-skip-mitchell-4r")).matrix[0][4:]
    assert three == (0, 2, -4, 2)
    assert four == (8, 0, -8, 0)


# Deviation and Qf with the last 0, 1, 2, ... rounds switched; the deviations are those of R. Moore's printed table.
MOORE = {
    5: (2.222, "2.4845/46.00 1.6178/67.65 3.3921/31.08"),
    7: (3.231, "3.4896/46.94 1.0491/92.00 3.3086/49.64 4.6929/32.70"),
    9: (4.235, "4.4922/47.53 1.1646/93.90 2.8186/70.00 4.9886/42.31 5.9362/34.07"),
    11: (5.238, "5.4938/47.93 1.8748/89.23 2.2447/85.04 4.7500/55.24 6.3912/40.45"),
    13: (6.240, "6.4948/48.22 2.7609/84.02 1.7727/92.97 4.3014/68.11 6.3955/49.00"),
    15: (7.241, "7.4955/48.44 3.7014/79.56 1.6328/95.49 3.7752/78.90 6.1176/58.56"),
    17: (8.242, "8.4961/48.62 4.6647/75.95 1.9545/94.93 3.2570/86.73 5.6944/67.87"),
    19: (9.243, "9.4965/48.75 5.6397/73.03 2.5932/92.90 2.8323/91.61 5.2009/76.12"),
}


@pytest.mark.parametrize(
    ("tables", "mean", "switched", "figures"),
    [
        (tables, mean, switched, figures)
        for tables, (mean, line) in MOORE.items()
        for switched, figures in enumerate(line.split())
    ],
)
def test_a_complete_mitchell_with_its_last_rounds_switched(
    tables: int, mean: float, switched: int, figures: str
) -> None:
    found = balance(last_rounds_switched(mitchell(tables, boards_per_round=2), switched))
    assert round(found.mean, 3) == mean
    assert f"{found.deviation:.4f}/{found.qf:.2f}" == figures


# Every movement of the manuals in matchpoints per board: mean, deviation, least, most.
ONE_FIELD = """
004-pairs-03-howell 0 20.00 16.33 0 40
004-pairs-04-howell 0 24.00 0.00 24 24
004-pairs-05-howell 0 24.00 10.73 12 36
004-pairs-05-mitchell 1 22.22 16.18 0 40
004-pairs-05-mitchell 2 22.22 33.92 -30 80
004-pairs-06-howell 0 24.55 7.87 18 54
004-pairs-06-share-relay 1 21.82 11.70 0 48
004-pairs-06-share-relay 2 21.82 25.77 -16 64
004-pairs-07-howell 0 22.15 7.46 12 48
004-pairs-07-mitchell 1 25.85 8.39 0 32
004-pairs-07-mitchell 2 25.85 26.47 -8 64
004-pairs-08-howell 0 22.40 7.70 8 40
004-pairs-08-share-relay 1 22.40 7.42 0 48
004-pairs-08-share-relay 2 22.40 18.26 0 48
004-pairs-09-howell 0 22.59 11.95 -8 52
004-pairs-09-mitchell 1 25.41 6.99 0 30
004-pairs-09-mitchell 2 25.41 16.91 6 48
004-pairs-10-blackpool 2 22.74 11.03 8 48
004-pairs-10-blackpool 1 22.74 13.05 8 48
004-pairs-10-howell 0 22.74 11.80 -8 56
004-pairs-11-blackpool 1 20.95 10.38 -4 44
004-pairs-11-blackpool 2 20.95 10.99 -4 56
004-pairs-11-hesitation 0 22.86 11.01 0 68
004-pairs-12-double-weave 2 22.96 8.61 16 48
004-pairs-12-double-weave 1 22.96 9.23 0 32
004-pairs-12-share-relay 2 22.96 8.28 0 48
004-pairs-12-share-relay 1 22.96 9.62 0 48
004-pairs-13-mitchell 1 21.12 12.97 -32 36
004-pairs-13-mitchell 2 21.12 14.82 -32 36
004-pairs-14-skip-mitchell-12r 1 19.56 14.46 -28 36
004-pairs-14-skip-mitchell-12r 2 19.56 15.64 -28 40
004-pairs-14-skip-mitchell-13r 2 23.11 11.89 -16 40
004-pairs-14-skip-mitchell-13r 1 23.11 13.91 -32 40
004-pairs-15-mitchell 1 18.21 17.28 -32 36
004-pairs-15-mitchell 2 18.21 18.45 -28 44
000-pairs-03-howell 0 20.00 16.33 0 40
000-pairs-04-howell 0 24.00 0.00 24 24
000-pairs-05-hesitation-24b 0 21.33 18.86 8 56
000-pairs-05-howell 0 24.00 10.73 12 36
000-pairs-06-howell 0 24.55 13.88 6 54
000-pairs-07-fat-mitchell-24b 1 22.15 4.93 18 36
000-pairs-07-hesitation-24b 0 22.15 20.43 6 66
000-pairs-07-howell 0 24.00 7.41 16 32
000-pairs-08-hesitation-27b 0 25.20 23.52 6 78
000-pairs-08-howell 0 24.27 16.87 -12 52
000-pairs-09-howell 0 24.47 20.45 -12 56
000-pairs-10-24b 2 22.74 11.03 8 48
000-pairs-11-26b 2 24.76 11.62 -8 80
000-pairs-11-bowman-ewing-27b 1 25.71 19.90 -54 54
000-pairs-11-hesitation-24b 0 22.86 21.77 4 76
000-pairs-12-hesitation-26b 0 24.87 23.80 4 84
000-pairs-14-rover-26b 2 25.04 12.51 -36 52
000-pairs-15-bowman-ewing-26b 2 25.10 17.45 -36 52
000-pairs-16-web-26b 2 25.16 20.04 -36 52
000-pairs-18-web-26b 2 25.26 24.39 -36 52
000-pairs-20-web-26b 2 25.33 28.11 -36 60
000-pairs-22-web-26b 2 25.39 31.38 -36 68
000-pairs-24-web-26b 2 25.45 34.45 -36 76
002-pairs-03-howell 0 20.00 16.33 0 40
002-pairs-04-howell 0 24.00 0.00 24 24
002-pairs-05-howell 0 24.00 10.73 12 36
002-pairs-06-bye-relay 1 21.82 11.70 0 48
002-pairs-06-howell 0 24.55 21.32 -30 66
002-pairs-06h-mitchell-sitout 1 21.54 10.82 0 40
002-pairs-07-howell 0 24.00 7.41 16 32
002-pairs-07-mitchell 1 25.85 8.39 0 32
002-pairs-07h-bump 1 22.40 15.86 -48 40
002-pairs-07h-bye-relay 1 25.60 10.26 0 48
002-pairs-08-bye-relay 1 22.40 7.42 0 48
002-pairs-08-howell 0 24.27 12.69 -4 52
002-pairs-08-skip-mitchell 1 22.40 14.37 -16 40
002-pairs-08h-appendix 1 23.06 22.88 -56 56
002-pairs-09-mitchell 1 25.41 6.99 0 30
002-pairs-09h-bump 1 22.74 13.68 -48 42
002-pairs-09h-bye-relay 1 25.26 9.63 0 48
002-pairs-10-bye-relay 1 28.42 9.86 0 60
002-pairs-10-skip-mitchell 1 22.74 12.85 -24 36
002-pairs-10h-appendix 1 23.14 19.57 -54 54
002-pairs-10h-bump-skip 1 20.57 16.01 -42 42
002-pairs-11-mitchell 1 20.57 18.48 -36 36
002-pairs-11h-appendix 1 26.09 20.08 -42 60
002-pairs-11h-bump 1 18.78 19.40 -42 42
002-pairs-12-bye-relay 2 22.96 8.28 0 48
002-pairs-12-skip-mitchell 1 18.78 18.92 -36 42
002-pairs-12h-bump-skip 1 17.28 20.38 -36 48
002-pairs-13-mitchell 2 24.96 7.09 16 36
002-pairs-13h-bump 2 23.11 11.61 -32 36
002-pairs-13h-bye-relay 2 24.89 7.13 0 40
002-pairs-14-bye-relay 2 26.96 7.08 0 56
002-pairs-14-skip-mitchell 2 23.11 11.89 -16 40
002-pairs-14h-appendix 2 23.31 17.34 -40 52
002-pairs-14h-bump-skip 2 21.52 14.16 -36 40
002-pairs-14h-mitchell-sitout 2 26.90 7.28 8 44
002-pairs-15-mitchell 1 21.52 17.24 -40 40
002-pairs-15h-bump 2 20.13 18.09 -36 44
002-pairs-16-skip-mitchell 2 20.13 17.79 -32 44
002-pairs-16h-bump-skip 2 18.91 18.34 -36 48
002-pairs-17-mitchell 2 18.91 19.87 -28 48
002-pairs-17h-bump 2 17.83 19.96 -32 52
001-pairs-08h-rover-share-relay 1 26.35 18.15 -56 64
001-pairs-11h-rover-mitchell 1 28.70 17.01 -60 54
"""

# Two-winner movements: mean and deviation of NS-NS, EW-EW and NS-EW, and the least and most of NS-EW.
TWO_FIELDS = """
004-example-04-skip-mitchell-3r 4.00/4.00/0.00 0.00/0.00/2.45 -4 2
004-example-04-skip-mitchell-4r 8.00/8.00/0.00 0.00/0.00/5.66 -8 8
004-pairs-05-mitchell 50.00/50.00/0.00 0.00/0.00/0.00 0 0
004-pairs-06-share-relay 48.00/48.00/0.00 0.00/0.00/0.00 0 0
004-pairs-07-mitchell 56.00/56.00/0.00 0.00/0.00/0.00 0 0
004-pairs-08-share-relay 48.00/48.00/0.00 0.00/0.00/0.00 0 0
004-pairs-09-mitchell 54.00/54.00/0.00 0.00/0.00/0.00 0 0
004-pairs-10-blackpool 48.00/48.00/0.00 0.00/0.00/16.00 -8 32
004-pairs-11-blackpool 44.00/44.00/0.00 0.00/0.00/11.66 -8 40
004-pairs-12-double-weave 48.00/48.00/0.00 0.00/0.00/0.00 0 0
004-pairs-12-share-relay 48.00/48.00/0.00 0.00/0.00/0.00 0 0
004-pairs-13-mitchell 44.00/44.00/0.00 0.00/0.00/13.86 -48 4
004-pairs-14-skip-mitchell-12r 40.62/40.62/0.00 1.44/1.44/17.24 -44 8
004-pairs-14-skip-mitchell-13r 48.00/48.00/0.00 0.00/0.00/13.35 -48 4
004-pairs-15-mitchell 37.71/37.71/0.00 2.91/2.91/21.42 -44 12
"""

# The deviation of NS-EW before any switch.
UNSWITCHED = """
000-pairs-07-fat-mitchell-24b 14.70
000-pairs-10-24b 16.00
000-pairs-11-26b 17.89
000-pairs-11-bowman-ewing-27b 25.46
000-pairs-14-rover-26b 14.42
000-pairs-15-bowman-ewing-26b 20.40
000-pairs-16-web-26b 24.98
000-pairs-18-web-26b 32.25
000-pairs-20-web-26b 38.16
000-pairs-22-web-26b 43.27
000-pairs-24-web-26b 47.83
002-pairs-06-bye-relay 0.00
002-pairs-06h-mitchell-sitout 0.00
002-pairs-07-mitchell 0.00
002-pairs-07h-bump 18.33
002-pairs-07h-bye-relay 0.00
002-pairs-08-bye-relay 0.00
002-pairs-08-skip-mitchell 18.33
002-pairs-08h-appendix 26.40
002-pairs-09-mitchell 0.00
002-pairs-09h-bump 16.10
002-pairs-09h-bye-relay 0.00
002-pairs-10-bye-relay 0.00
002-pairs-10-skip-mitchell 16.10
002-pairs-10h-appendix 23.03
002-pairs-10h-bump-skip 20.59
002-pairs-11-mitchell 22.74
002-pairs-11h-appendix 24.50
002-pairs-11h-bump 24.44
002-pairs-12-bye-relay 0.00
002-pairs-12-skip-mitchell 25.81
002-pairs-12h-bump-skip 25.39
002-pairs-13-mitchell 0.00
002-pairs-13h-bump 13.35
002-pairs-13h-bye-relay 0.00
002-pairs-14-bye-relay 0.00
002-pairs-14-skip-mitchell 13.35
002-pairs-14h-appendix 18.99
002-pairs-14h-bump-skip 17.58
002-pairs-14h-mitchell-sitout 0.00
002-pairs-15-mitchell 18.88
002-pairs-15h-bump 21.01
002-pairs-16-skip-mitchell 21.95
002-pairs-16h-bump-skip 23.26
002-pairs-17-mitchell 24.54
002-pairs-17h-bump 25.18
001-pairs-08h-rover-share-relay 19.96
001-pairs-11h-rover-mitchell 18.17
"""


ROUNDING = 0.0056  # the tables were rounded to three places first, then to two


def lines(table: str) -> list[tuple[str, ...]]:
    return [tuple(line.split()) for line in table.split("\n") if line]


@pytest.mark.parametrize(("name", "switched", "mean", "deviation", "least", "most"), lines(ONE_FIELD))
def test_the_printed_figures_of_one_winner_movements(
    name: str, switched: str, mean: str, deviation: str, least: str, most: str
) -> None:
    movement = last_rounds_switched(pairs_movement(name), int(switched))
    found = balance(movement)
    unit = 2 * movement.boards_per_round
    assert found.mean * unit == pytest.approx(float(mean), abs=ROUNDING)
    assert found.deviation * unit == pytest.approx(float(deviation), abs=ROUNDING)
    assert found.minimum * unit == pytest.approx(int(least))
    assert found.maximum * unit == pytest.approx(int(most))


@pytest.mark.parametrize(("name", "means", "deviations", "least", "most"), lines(TWO_FIELDS))
def test_the_printed_figures_of_two_winner_movements(
    name: str, means: str, deviations: str, least: str, most: str
) -> None:
    blocks = balance(pairs_movement(name)).blocks
    assert [block.name for block in blocks] == ["NS-NS", "EW-EW", "NS-EW"]
    assert "/".join(f"{block.mean + 0:.2f}" for block in blocks) == means
    assert "/".join(f"{block.deviation:.2f}" for block in blocks) == deviations
    assert (blocks[2].minimum, blocks[2].maximum) == (int(least), int(most))


@pytest.mark.parametrize(("name", "deviation"), lines(UNSWITCHED))
def test_how_unevenly_ns_compete_with_ew_before_a_switch(name: str, deviation: str) -> None:
    assert balance(pairs_movement(name)).blocks[2].deviation == pytest.approx(float(deviation), abs=ROUNDING)


def test_the_hesitation_movement_of_fourteen_pairs_as_smulders_publishes_it() -> None:
    found = balance(pairs_movement("000-pairs-07-hesitation-24b"))
    values = [value / 6 for index, row in enumerate(found.matrix) for value in row[index + 1 :]]
    assert sum(value**2 for value in values) == 2296
    assert least_squares(int(sum(values)), len(values)) == 1260
    assert f"{found.qf:.2f}" == "54.88"


def test_the_four_table_howell_is_perfectly_balanced() -> None:
    found = balance(pairs_movement("004-pairs-04-howell"))
    assert (found.deviation, found.qf) == (0, 100)
    assert {value for index, row in enumerate(found.matrix) for value in row[index + 1 :]} == {24}


def test_boards_that_change_company_are_counted_one_by_one() -> None:
    movement = Movement(
        name="mixed",
        family="file",
        kind="pairs",
        contestants=(1, 2, 3, 4),
        rounds=2,
        boards_per_round=2,
        winners=1,
        meetings=(
            Meeting(1, 1, 1, 2, (1, 2)),
            Meeting(1, 2, 3, 4, (3, 4)),
            Meeting(2, 1, 1, 2, (3,)),
            Meeting(2, 2, 4, 3, (1, 2)),
        ),
    )
    # By hand: boards 1 to 3 are played twice, so opponents gain 1 on each; 1 and 3 are opposed on 1 and 2, alike on 3.
    found = balance(movement)
    assert found.matrix == ((0, 6, -2, 2), (6, 0, 2, -2), (-2, 2, 0, 6), (2, -2, 6, 0))
    assert (found.mean, found.minimum, found.maximum) == (0.5, -0.5, 1.5)
    assert found.qf == pytest.approx(100 * 6 / 22)


def test_teams_have_no_balance() -> None:
    teams = Movement("Teams of 5", "teams", "teams", (1, 2), 1, 1, 1, (Meeting(1, 1, 1, 2, (1,)),))
    with pytest.raises(ImpossibleWish, match="pairs and individuals only"):
        balance(teams)


def test_twenty_tables_take_milliseconds() -> None:
    movement = mitchell(21, boards_per_round=2)
    balance(movement)
    assert seconds(lambda: balance(movement), times=20) < 0.04
