"""Law 77, checked against a second statement of it and against tables that other people printed."""

import json
from pathlib import Path

import pytest

from arrowswitch.bridge import (
    BIDS,
    PASSED_OUT,
    Contract,
    Denomination,
    Doubling,
    NotBridge,
    Result,
    Side,
    Vulnerability,
    is_possible,
    ns_score,
    parse_contract,
    parse_result,
    possible_results,
    score,
    working,
)

TABLES = json.loads((Path(__file__).parent.parent / "data" / "score_tables.json").read_text(encoding="utf-8"))
DENOMINATIONS = {"minor": "CD", "major": "HS", "NT": ("NT",)}

# Law 77 again, as the lawbook sets it out: a price for each single trick, undoubled, doubled and redoubled.
ODD_TRICK = {
    "C": {"": 20, "X": 40, "XX": 80},
    "D": {"": 20, "X": 40, "XX": 80},
    "H": {"": 30, "X": 60, "XX": 120},
    "S": {"": 30, "X": 60, "XX": 120},
    "NT": {"": 30, "X": 60, "XX": 120},
}
FIRST_ODD_TRICK_AT_NOTRUMP = {"": 40, "X": 80, "XX": 160}
OVERTRICK = {"X": {"not": 100, "vulnerable": 200}, "XX": {"not": 200, "vulnerable": 400}}
PREMIUM = {
    "not": {"slam": 500, "grand": 1000, "game": 300, "part": 50},
    "vulnerable": {"slam": 750, "grand": 1500, "game": 500, "part": 50},
}
UNDERTRICK = {  # first, second, third, each after
    "not": {"": (50, 50, 50, 50), "X": (100, 200, 200, 300), "XX": (200, 400, 400, 600)},
    "vulnerable": {"": (100, 100, 100, 100), "X": (200, 300, 300, 300), "XX": (400, 600, 600, 600)},
}


def by_the_lawbook(level, letter, doubled, vulnerable, tricks):
    state = "vulnerable" if vulnerable else "not"
    missing = level + 6 - tricks
    if missing > 0:
        return -sum(UNDERTRICK[state][doubled][min(nth, 3)] for nth in range(missing))
    below = 0
    for nth in range(1, level + 1):
        below += FIRST_ODD_TRICK_AT_NOTRUMP[doubled] if letter == "NT" and nth == 1 else ODD_TRICK[letter][doubled]
    total = below
    for _ in range(-missing):
        total += OVERTRICK[doubled][state] if doubled else ODD_TRICK[letter][""]
    premiums = PREMIUM[state]
    total += premiums["part"] if below < 100 else premiums["game"]
    total += {6: premiums["slam"], 7: premiums["grand"]}.get(level, 0)
    return total + {"": 0, "X": 50, "XX": 100}[doubled]


def test_every_result_of_every_contract_scores_as_the_lawbook_says():
    compared = 0
    for bid in BIDS:
        for doubling in Doubling:
            for vulnerable in (False, True):
                for tricks in range(14):
                    expected = by_the_lawbook(bid.level, bid.denomination.letter, doubling.value, vulnerable, tricks)
                    assert score(Contract(bid, doubling), tricks, vulnerable) == expected, (bid, doubling, tricks)
                    compared += 1
    assert compared == 35 * 3 * 2 * 14


def cells_made():
    for row in TABLES["made"]:
        for letter in DENOMINATIONS[row["denomination"]]:
            for over, printed in enumerate(row["scores"]):
                if printed is not None:
                    yield row, f"{row['level']}{letter}{row['doubling']}", 6 + row["level"] + over, printed


def test_the_printed_tables_of_contracts_made_agree_in_every_readable_cell():
    cells = list(cells_made())
    for row, contract, tricks, printed in cells:
        assert score(parse_contract(contract), tricks, row["vulnerable"]) == printed, (row["source"], contract, tricks)
    assert len(cells) == 485
    assert all(len(row["scores"]) == 8 - row["level"] for row in TABLES["made"])


def test_the_printed_tables_of_contracts_down_agree_in_every_cell():
    for row in TABLES["down"]:
        assert len(row["scores"]) == 13
        for denomination in Denomination:
            contract = parse_contract(f"7{denomination}{row['doubling']}")
            scores = [-score(contract, 13 - down, row["vulnerable"]) for down in range(1, 14)]
            assert scores == row["scores"], row["source"]


@pytest.mark.parametrize("example", TABLES["examples"], ids=lambda e: f"{e['result']}={e['score']}")
def test_a_manuals_worked_example_comes_out(example):
    result = parse_result(example["result"])
    assert score(result.contract, result.tricks, example["vulnerable"]) == example["score"], example["source"]


def test_a_board_passed_out_scores_nothing_at_any_vulnerability():
    for vulnerability in Vulnerability:
        assert ns_score(Result(PASSED_OUT), vulnerability) == 0
    assert working(PASSED_OUT, 0, vulnerable=True) == ()


@pytest.mark.parametrize(
    ("result", "vulnerability", "expected"),
    [
        ("4S N =", "ns", 620),
        ("4S N =", "ew", 420),
        ("4S S -1", "all", -100),
        ("4S E =", "ew", -620),
        ("4S E =", "ns", -420),
        ("4SX W -3", "none", 500),
        ("4SX W -3", "ew", 800),
    ],
)
def test_north_south_see_a_score_from_their_side_at_declarers_vulnerability(result, vulnerability, expected):
    assert ns_score(parse_result(result), Vulnerability(vulnerability)) == expected


def test_a_result_without_a_declarer_cannot_be_seen_from_north_south():
    with pytest.raises(NotBridge, match=r"^4♠ \+1 needs a declarer: N, E, S or W\.$"):
        ns_score(parse_result("4S+1"), Vulnerability.NONE)


@pytest.mark.parametrize("tricks", [-1, 14])
def test_nobody_scores_for_tricks_that_are_not_on_the_board(tricks):
    with pytest.raises(NotBridge, match="a board has 0 to 13"):
        score(parse_contract("4S"), tricks, vulnerable=False)


def test_the_working_names_every_part_of_a_redoubled_grand_slam():
    assert [(str(part), points) for part, points in working(parse_contract("7NTXX"), 13, vulnerable=True)] == [
        ("tricks bid", 880),
        ("game", 500),
        ("grand slam", 1500),
        ("making a redoubled contract", 100),
    ]


def test_every_result_is_among_the_possible_results_of_its_own_score_and_of_no_other():
    for vulnerable in (False, True):
        seen = 0
        for points in range(-7600, 3300):
            for result in possible_results(points, vulnerable):
                assert score(result.contract, result.tricks, vulnerable) == points
                seen += 1
        assert seen == 35 * 3 * 14 + 1  # and the pass


@pytest.mark.parametrize(
    ("points", "vulnerability", "possible"),
    [
        (110, "none", True),
        (125, "none", False),
        (0, "all", True),
        (620, "ns", True),
        (620, "ew", False),
        (-620, "ew", True),
        (50, "none", True),
        (50, "all", False),
        (-50, "ew", True),
        (650, "none", True),
        (660, "none", True),
        (665, "all", False),
        (8000, "all", False),
    ],
)
def test_an_impossible_score_is_known_as_one(points, vulnerability, possible):
    assert is_possible(points, Vulnerability(vulnerability)) is possible


def test_110_is_two_of_a_major_or_a_minor_making_three():
    assert {str(result) for result in possible_results(110, vulnerable=False)} == {
        *("1♣ +2", "1♦ +2", "2♣ +1", "2♦ +1", "3♣ =", "3♦ ="),
        *("1♥ +1", "1♠ +1", "2♥ =", "2♠ ="),
    }


def test_both_sides_of_a_board_are_asked_for_their_own_vulnerability():
    assert [Vulnerability.EW.of(side) for side in Side] == [False, True]
