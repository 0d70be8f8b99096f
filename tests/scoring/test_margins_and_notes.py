"""What a list and its working say of margins between two IMPs, of boards without a result, and of penalties."""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from arrowswitch.regulations import load
from arrowswitch.scoring import BadLine, SessionFileError, answer, asked, desk, loads, matches, ranking, score


def board(number: int, here: Any, there: Any) -> list[dict[str, Any]]:
    """A board of the match of A and B: what was made where A sat North-South, and where B did."""
    return [
        {"board": number, "ns": ns, "ew": ew} | (made if isinstance(made, dict) else {"score": made})
        for ns, ew, made in (("A", "B", here), ("B", "A", there))
    ]


def match(*boards: list[dict[str, Any]], **more: Any) -> dict[str, Any]:
    results = [result for each in boards for result in each]
    return {"method": "imps", "boards_per_match": 4, "results": results} | more


def answered(data: dict[str, Any]) -> dict[str, Any]:
    return answer(score(loads(json.dumps(data))))


def why(data: dict[str, Any], question: str) -> list[str]:
    return [line.strip() for line in str(asked(score(loads(json.dumps(data))), question)).splitlines()[1:]]


UNPLAYED = {"not_played": True}
OUTCOMES = [{"score": 620, "weight": "60%"}, {"score": -100, "weight": "40%"}]
# 620 against 170 is 10 IMPs, -100 against 170 is -7: 6 - 2.8 = 3.2
WEIGHTED = match(
    board(1, {"adjusted": {"ns": OUTCOMES, "ew": OUTCOMES}}, 170), *(board(number, 420, 420) for number in (2, 3, 4))
)
WHOLE = match(board(1, 620, 170), *(board(number, 420, 420) for number in (2, 3, 4)))


# -- margins -------------------------------------------------------------------------------------------------------------


def test_a_margin_between_two_imps_is_rounded_and_the_working_says_so() -> None:
    # the World Bridge Federation's report gives a value "for each integer IMP margin": 3 over 4 boards is 11.76
    first, second = answered(WEIGHTED)["ranking"]
    assert (first["points"], first["vps"], second["points"], second["vps"]) == (3.2, 11.76, -3.2, 8.24)
    told = why(WEIGHTED, "team A")
    place = told.index("Against B, net IMPs = 3.2")
    assert told[place + 1 : place + 3] == [
        "3.2 IMPs, to the nearest whole IMP of the scale = 3"
        "  [WBF Scoring Panel, The New WBF IMP to VP Scales: for whole IMPs]",
        "3 over 4 boards on the scale wbf = 11.76",
    ]
    assert "-3.2 IMPs, to the nearest whole IMP of the scale = -3" in "\n".join(why(WEIGHTED, "team B"))


@pytest.mark.parametrize("scale", ["wbf", "wbf-discrete", "acbl-20"])
def test_half_an_imp_is_rounded_away_from_a_draw(scale: str) -> None:
    half = desk.match(Fraction(5, 2), 8, scale)
    assert [step.result for step in half.steps] == [3, desk.match(3, 8, scale).result]
    assert len(desk.match(3, 8, scale).steps) == 1


# -- boards without a result ---------------------------------------------------------------------------------------------


def test_boards_that_nothing_is_known_of_are_counted_in_the_list() -> None:
    data = match(board(1, 420, 400), board(2, 420, 400))
    assert [each["notes"] for each in answered(data)["ranking"]] == [
        [f"Against {other}: 2 of 4 boards compared; 2 not in the results; on the scale of 4 boards"] for other in "BA"
    ]
    assert [each["missing"] for each in answered(data)["matches"]] == [2, 2]
    further = match(board(1, 420, 400), board(2, 420, 400), board(3, UNPLAYED, UNPLAYED))
    assert answered(further)["ranking"][0]["notes"] == [
        "Against B: 2 of 4 boards compared; not played: 3; 1 not in the results; on the scale of 4 boards"
    ]


def test_a_regulation_for_the_boards_compared_is_one_for_boards_without_a_result_too() -> None:
    # 2 IMPs over 2 boards: 10 + 10 (1 - t^(3*2/(15*sqrt 2))) / (1 - t^3) with t = 0.618..., which is 11.67
    data = match(board(1, 420, 400), board(2, 420, 400), options={"matches.incomplete": "played"})
    assert answered(data)["ranking"][0]["vps"] == 11.67


def test_a_match_that_is_still_played_lacks_nothing() -> None:
    session = loads(json.dumps(match(board(1, 420, 400), board(2, 420, 400))))
    running = score(replace(session, running=True))
    assert [each.notes for each in ranking(running)] == [(), ()]
    assert matches(running)["A"][0].missing == 0


def test_the_working_of_a_match_that_is_not_whole_has_no_figure_of_its_own_for_that() -> None:
    told = why(match(board(1, 420, 400), board(2, 420, 400)), "team A")
    assert told[2] == (
        "Against B: 2 of 4 boards compared; 2 not in the results; on the scale of 4 boards, net IMPs = 2"
    )
    assert not any(line.split("  [")[0].endswith("= 0") for line in told)
    bare = match(board(1, 420, 400), board(2, UNPLAYED, UNPLAYED))
    del bare["boards_per_match"]
    assert why(bare, "team A")[1] == "Against B: 1 of 2 boards compared; not played: 2; so far = 1"


# -- points beyond the top -----------------------------------------------------------------------------------------------

TRAVELLER = [{"board": 1, "ns": f"N{table}", "ew": f"E{table}", "score": 420} for table in (1, 2)]


@pytest.mark.parametrize(("points", "fine"), [("m99", False), ("m4.5", False), ("m-1", False), ("m4", True)])
def test_nobody_is_given_more_than_the_top(points: str, fine: bool) -> None:
    given = {"board": 1, "ns": "N3", "ew": "E3", "adjusted": {"ns": points, "ew": "A"}}
    data = {"winners": 2, "results": [*TRAVELLER, given]}
    if fine:
        assert answered(data)["ranking"][0]["percent"] == 100
        return
    with pytest.raises(SessionFileError) as refused:
        answered(data)
    assert str(refused.value) == f"Result 3 (board 1): {points} is not from 0 to 4, the top of this board."


def test_a_board_of_two_points_gives_no_more_either() -> None:
    data = match(board(1, {"adjusted": {"ns": "m3", "ew": "A"}}, 170), method="board-a-match")
    with pytest.raises(
        SessionFileError, match=r"^Result 1 \(board 1\): m3 is not from 0 to 2, the top of this board.$"
    ):
        answered(data)


def test_imps_have_no_top() -> None:
    given = match(board(1, {"adjusted": {"ns": "m-3", "ew": "m30"}}, 170), board(2, 420, 420))
    assert answered(given)["ranking"][0]["points"] >= 0


def test_the_desk_calculator_gives_no_more_than_the_top() -> None:
    with pytest.raises(BadLine, match=r"^Table 3: m99 is not from 0 to 4, the top of this board.$"):
        desk.traveller(["420", "420", "m99 A"], load("wbf"))


# -- penalties -----------------------------------------------------------------------------------------------------------


def test_a_standing_has_its_penalty_in_victory_points() -> None:
    fines = [{"contestant": "A", "amount": "1 VP"}, {"contestant": "A", "amount": "0.5 VP"}]
    first, second = ranking(score(loads(json.dumps(WHOLE | {"penalties": fines}))))
    assert (float(first.vp_penalty), first.penalty, second.vp_penalty) == (1.5, 0, 0)


def test_the_working_takes_a_penalty_in_imps_once() -> None:
    fine = {"contestant": "A", "amount": "3 IMPs", "reason": "slow"}
    told = why(WHOLE | {"penalties": [fine]}, "team A")
    # 620 against 170 is 10 IMPs; 7 are left: 10 + 10 (1 - 0.23607^(7/30)) / 0.76393 = 13.74
    assert [line for line in told if "enalty" in line] == ["Less the penalty of 3 IMPs (slow) = 7  [Law 90]"]
    assert "7 over 4 boards on the scale wbf = 13.74" in told


def test_a_penalty_is_told_of_the_total_where_there_are_no_victory_points() -> None:
    data = WHOLE | {"penalties": [{"contestant": "A", "amount": "3 IMPs"}]}
    del data["boards_per_match"]
    assert [line for line in why(data, "team A") if "enalty" in line] == ["Penalty of 3 = 7  [Law 90]"]


# -- shares and aggregates -----------------------------------------------------------------------------------------------


def test_outcomes_that_share_the_table_are_each_compared_with_all_of_it() -> None:
    # 60% of 620 and 40% of -100 with 420, 170, 50: of 4 results -100 has 0.4 and 620 has 0.6.
    # 620 beats 3.4 and ties with its own 0.6: 7.4. -100 beats nothing and ties with its own 0.4.
    # 0.6 x 7.4 + 0.4 x 0.4 = 4.6; less the tie of the table with itself 3.6
    scores = ["420", "170", "50", "620 60%, -100 40%"]
    told = [str(step) for step in desk.traveller(scores, load("wbf")).why(4).steps]
    assert [line.split("  [")[0] for line in told] == [
        "60% of 620, worth 7.4 (it beats 3.4 of 4 results in all and ties with 0.6) = 4.44",
        "40% of -100, worth 0.4 (it beats 0 of 4 results in all and ties with 0.4) = 0.16",
        "Together = 4.6",
        "Less 1, because the table is not compared with itself = 3.6",
    ]


def test_outcomes_that_share_a_short_table_are_carried_to_the_field_in_the_open() -> None:
    # 3.6 among 4, carried to 5: (3.6 + 1) x 5 / 4 - 1 = 4.75
    scores = ["420", "170", "50", "620 60%, -100 40%"]
    told = [str(step) for step in desk.traveller(scores, load("wbf"), expected=5).why(4).steps]
    assert told[-1] == "Neuberg: (3.6 + 1) × 5 ÷ 4 − 1 = 4.75"


def test_an_aggregate_of_nothing_is_shared() -> None:
    data = match(board(1, {"passed": True}, {"passed": True}), method="patton")
    del data["boards_per_match"]
    assert "Against B: 1 of 2 for the aggregate, half because nobody scored a point; so far = 2" in why(data, "team A")
