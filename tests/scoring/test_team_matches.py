"""Matches of teams as `score` reads them: Patton's aggregate, penalties in IMPs, boards that lack a table, ties."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import pytest

from arrowswitch.regulations import load
from arrowswitch.scoring import SessionFileError, answer, asked, loads, score, victory_points
from arrowswitch.scoring.matches.matches import unplayed_boards


def board(number: int, one: str, other: str, here: Any, there: Any, **more: Any) -> list[dict[str, Any]]:
    """A board of a match: what was made where `one` sat North-South, and where `other` did."""
    sides = ((one, other, here), (other, one, there))
    return [
        {"board": number, "ns": ns, "ew": ew, **(made if isinstance(made, dict) else {"score": made}), **more}
        for ns, ew, made in sides
        if made is not None
    ]


def file(*boards: list[dict[str, Any]], **more: Any) -> dict[str, Any]:
    return {"method": "imps", "results": [result for each in boards for result in each]} | more


def answered(data: dict[str, Any]) -> dict[str, Any]:
    return answer(score(loads(json.dumps(data))))


def why(data: dict[str, Any], question: str) -> str:
    return str(asked(score(loads(json.dumps(data))), question))


def following(told: str, text: str) -> str:
    """The step after the one with a text."""
    steps = [line.strip() for line in told.splitlines()]
    (place,) = (number for number, step in enumerate(steps) if text in step)
    return steps[place + 1]


def places(data: dict[str, Any]) -> list[tuple[str, str, str]]:
    return [(each["contestant"], each["rank"], each.get("tie_broken_by", "")) for each in answered(data)["ranking"]]


A_PLUS = {"adjusted": {"ns": "A+", "ew": "A-"}}


# -- Patton --------------------------------------------------------------------------------------------------------------


def test_pattons_aggregate_counts_only_boards_with_two_results() -> None:
    # Board 1: A has +620 and -600: the board (2), and 620 of 1220 points. Board 2: average plus (1.2); the 600 at its
    # other table is compared with nothing. Two boards are worth 4 for the aggregate.
    data = file(board(1, "A", "B", 620, 600), board(2, "A", "B", A_PLUS, 600), method="patton")
    first, second = answered(data)["ranking"]
    assert (first["contestant"], round(first["points"], 2)) == ("A", 5.23)
    assert first["points"] == pytest.approx(float(2 + Fraction(6, 5) + 4 * Fraction(620, 1220)))
    assert first["points"] + second["points"] == pytest.approx(8)


def test_patton_says_what_its_aggregate_is_made_of() -> None:
    data = file(board(1, "A", "B", 620, 600), board(2, "A", "B", A_PLUS, 600), method="patton")
    told = why(data, "team A")
    assert (
        "Against B: 2.03 of 4 for the aggregate, with 620 of 1220 points on boards with two results; so far = 5.2328"
    ) in told


def test_a_weighted_half_has_its_weighted_part_in_the_aggregate() -> None:
    weighted = {"weighted": [{"score": 620, "weight": "50%"}, {"score": -100, "weight": "50%"}]}
    (first, _) = answered(file(board(1, "A", "B", weighted, 170), method="patton"))["ranking"]
    # A: half of +620 and of -100 is +260; at the other table -170. 260 of 430, of 2 points; the board is half won
    assert first["points"] == pytest.approx(float(1 + 2 * Fraction(260, 430)))


# -- penalties in IMPs ---------------------------------------------------------------------------------------------------


TWO_MATCHES = (board(1, "A", "B", 620, 170, round=1), board(2, "A", "C", 420, 450, round=2))
"""A wins 10 IMPs against B, and loses 1 against C."""


@pytest.mark.parametrize(
    ("where", "margins"),
    [
        ({"round": 1}, (10 - 3, -1)),
        ({"against": "B"}, (10 - 3, -1)),
        ({"round": 2}, (10, -1 - 3)),
        ({"against": "C", "round": 2}, (10, -1 - 3)),
        ({}, (10, -1 - 3)),  # the last one
    ],
)
def test_imps_are_taken_from_their_match_before_the_victory_points(
    where: dict[str, Any], margins: tuple[int, int]
) -> None:
    fine = {"contestant": "A", "amount": "3 IMPs", **where}
    data = file(*TWO_MATCHES, boards_per_match=8, penalties=[fine])
    standings = {each["contestant"]: each for each in answered(data)["ranking"]}
    assert standings["A"]["vps"] == pytest.approx(float(sum(victory_points(margin, 8)[0] for margin in margins)))
    assert standings["A"]["points"] == 9 - 3
    # the opponents have what they had: a penalty is nobody's gain (Law 90)
    assert standings["B"]["vps"] == pytest.approx(float(victory_points(-10, 8)[0]))
    assert standings["C"]["vps"] == pytest.approx(float(victory_points(1, 8)[0]))


def test_imps_of_a_match_with_nothing_to_count_are_taken_from_the_last_that_counts() -> None:
    # the match against D has one table only; A has 10 against B, and -1 against C, from which the 3 are taken
    fine = {"contestant": "A", "amount": "3 IMPs", "round": 3}
    data = file(*TWO_MATCHES, board(3, "A", "D", 420, None, round=3), boards_per_match=8, penalties=[fine])
    standings = {each["contestant"]: each for each in answered(data)["ranking"]}
    assert standings["A"]["vps"] == pytest.approx(float(victory_points(10, 8)[0] + victory_points(-1 - 3, 8)[0]))
    assert standings["A"]["points"] == 9 - 3
    assert following(why(data, "team A"), "net IMPs = -1") == "Less the penalty of 3 IMPs = -4  [Law 90]"


def test_the_working_shows_the_penalty_in_its_match() -> None:
    fine = {"contestant": "A", "amount": "3 IMPs", "round": 1}
    told = why(file(*TWO_MATCHES, boards_per_match=8, penalties=[fine]), "team A")
    assert following(told, "net IMPs = 10") == "Less the penalty of 3 IMPs = 7  [Law 90]"
    assert told.count("Less the penalty") == 1


@pytest.mark.parametrize(
    ("fine", "sentence"),
    [
        ({"round": 3}, "Penalty 1: A has no such match."),
        ({"against": "B", "round": 2}, "Penalty 1: A has no such match."),
        ({"against": "C", "round": 1}, "Penalty 1: A has no such match."),
        ({"against": "Z"}, "Penalty 1: there is no contestant “Z”."),
        ({"round": "first"}, "Penalty 1: round must be a whole number; it is 'first'."),
    ],
)
def test_a_penalty_in_a_match_that_there_is_not_is_refused(fine: dict[str, Any], sentence: str) -> None:
    data = file(*TWO_MATCHES, boards_per_match=8, penalties=[{"contestant": "A", "amount": "3 IMPs", **fine}])
    with pytest.raises(SessionFileError) as refused:
        answered(data)
    assert str(refused.value) == sentence


def test_pairs_have_no_match_to_be_fined_in() -> None:
    results = [{"board": 1, "ns": "1", "ew": "2", "score": 620}, {"board": 1, "ns": "3", "ew": "4", "score": 170}]
    fine = {"contestant": "1", "amount": "10%", "round": 1}
    with pytest.raises(SessionFileError, match="round and against name a match of teams; this session has none"):
        answered({"results": results, "penalties": [fine]})


@pytest.mark.parametrize("method", ["matchpoints", "instant-matchpoints", "board-a-match", "patton", "total-points"])
@pytest.mark.parametrize("amount", ["3 IMPs", "3imp", "1 IMP"])
def test_imps_cannot_be_taken_where_there_are_none(method: str, amount: str) -> None:
    data = file(board(1, "A", "B", 620, 170), method=method)
    if method not in ("board-a-match", "patton"):
        data["results"] = data["results"][:1]
    data["penalties"] = [{"contestant": "A", "amount": amount}]
    with pytest.raises(SessionFileError) as refused:
        answered(data)
    instead = (
        "a number of points" if method in ("patton", "total-points") else "a share of a top such as 10%, or points"
    )
    assert str(refused.value) == f"Penalty 1: {amount} cannot be taken from a session in {method}; give {instead}."


@pytest.mark.parametrize("method", ["butler", "cross-imps", "imps"])
def test_matchpoints_cannot_be_taken_from_imps(method: str) -> None:
    data = file(board(1, "A", "B", 620, 170), method=method)
    data["results"] = data["results"][:1]
    data["penalties"] = [{"contestant": "A", "amount": "3 MPs"}]
    with pytest.raises(SessionFileError, match=r"3 MPs cannot be taken from a session in .*; give a number of IMPs"):
        answered(data)


# -- matches that are not complete ---------------------------------------------------------------------------------------


def test_a_match_with_a_missing_half_says_so_in_the_list() -> None:
    boards = [board(number, "A", "B", 420, 400) for number in range(1, 6)]
    data = file(*boards, board(6, "A", "B", 620, None), boards_per_match=6)
    for standing, opponent in zip(answered(data)["ranking"], ("B", "A"), strict=True):
        assert standing["notes"] == [
            f"Against {opponent}: 5 of 6 boards compared; one table is missing on 6; on the scale of 6 boards"
        ]
        assert standing["vps"] == float(victory_points(5 if opponent == "B" else -5, 6)[0])


def test_a_regulation_may_take_the_scale_of_the_boards_that_were_compared() -> None:
    boards = [board(number, "A", "B", 420, 400) for number in range(1, 6)]
    data = file(*boards, board(6, "A", "B", 620, None), boards_per_match=6, options={"matches.incomplete": "played"})
    first, _ = answered(data)["ranking"]
    assert first["vps"] == float(victory_points(5, 5)[0])
    assert first["notes"][0].endswith("on the scale of 5 boards")


def test_boards_that_could_not_be_played_are_worth_imps_in_new_south_wales() -> None:
    # Bridge NSW 12.10: two boards unplayed through no fault, 2 IMPs each, to each side
    boards = [board(number, "A", "B", 420, 400) for number in range(1, 7)]
    unplayed = [board(number, "A", "B", {"not_played": True}, {"not_played": True}) for number in (7, 8)]
    data = file(*boards, *unplayed, boards_per_match=8, regulations="bnsw")
    first, second = answered(data)["ranking"]
    assert unplayed_boards(2, load("bnsw").matches) == 4
    assert (first["points"], second["points"]) == (6 + 4, -6 + 4)
    assert (first["vps"], second["vps"]) == tuple(float(victory_points(net, 8)[0]) for net in (10, -2))
    assert "not played: 7-8, for which each side gets 4 IMPs" in first["notes"][0]
    assert "[Bridge NSW Tournament Regulations 12.10]" in why(data, "team A")
    # elsewhere they are only left out, and the list says so
    elsewhere = answered(data | {"regulations": "wbf"})["ranking"][0]
    assert elsewhere["points"] == 6
    assert elsewhere["notes"] == ["Against B: 6 of 8 boards compared; not played: 7-8; on the scale of 8 boards"]


def test_more_than_half_of_a_match_lost_is_for_the_director() -> None:
    # NZ regulation of July 2013: more than half unplayable, 12 VPs to each side or its mean
    unplayed = [board(number, "A", "B", {"not_played": True}, {"not_played": True}) for number in (2, 3)]
    data = file(board(1, "A", "B", 420, 400), *unplayed, boards_per_match=3, regulations="nzb")
    assert answered(data)["ranking"][0]["notes"][0].endswith("the director may give each side 12 VPs or its mean")


@pytest.mark.parametrize("other_table", [{"not_played": True}, {"late": True}, None])
def test_an_award_at_the_only_table_that_has_the_board_counts_for_both_teams(other_table: Any) -> None:
    data = file(board(1, "A", "B", A_PLUS, other_table), board(2, "A", "B", 420, 400))
    assert [(each["contestant"], each["points"]) for each in answered(data)["ranking"]] == [("A", 3 + 1), ("B", -3 - 1)]
    assert "notes" not in answered(data)["ranking"][0]
    assert "Board 1: -3; so far = -3" in why(data, "team B")


def test_a_whole_match_says_nothing() -> None:
    data = file(board(1, "A", "B", 420, 400), boards_per_match=1)
    assert "notes" not in answered(data)["ranking"][0]
    (mine, _) = answered(data)["matches"]
    assert mine == {"contestant": "A", "opponent": "B", "rounds": [], "boards": 1, "net": 1} | {"vps": mine["vps"]}


# -- ties ----------------------------------------------------------------------------------------------------------------


def league(*results: tuple[str, str, int], **more: Any) -> dict[str, Any]:
    """Matches of one board each: the margin in IMPs as a difference of scores."""
    worth = {0: 0, 1: 20, 2: 50, 3: 90, 6: 220}
    boards = [
        board(number, one, other, 50 + worth[abs(margin)] * (1 if margin > 0 else -1), 50, round=number)
        for number, (one, other, margin) in enumerate(results, 1)
    ]
    return file(*boards, boards_per_match=8) | more


def test_a_tie_of_a_round_robin_goes_to_the_match_between_the_two() -> None:
    # everybody has met everybody, so Bridge NSW 11.2.3 leaves the opponents' totals out
    data = league(("A", "B", 1), ("A", "C", -1), ("B", "C", 1), regulations="bnsw")
    # a ring of three: each has won once by 1 and lost once by 1; no match is between just two of them
    assert {rank for _, rank, _ in places(data)} == {"1="}
    assert {step for _, _, step in places(data)} == {"lot, to be drawn"}
    two = league(
        ("A", "B", 2), ("A", "C", -2), ("B", "C", 2), ("A", "D", 3), ("B", "D", 3), ("C", "D", 1), regulations="bnsw"
    )
    assert [name for name, _, _ in places(two)][:2] == ["A", "B"]
    assert places(two)[0][2] == "the match between the two"
    assert "In the tie: the match between the two" in why(two, "team A")


def test_a_swiss_asks_for_the_opponents_totals_first() -> None:
    # A beat B, but B's opponents have more: in a Swiss B is first, in a round robin A
    data = league(
        ("A", "B", 1), ("C", "D", 6), ("A", "D", -1), ("B", "C", 1), regulations="bnsw", contest="swiss"
    )  # A: +1 -1, B: -1 +1, C: +6 -1, D: -6 +1
    # both have met one another; besides A has met D, who has less than C, whom B has met
    swiss = [each for each in places(data) if each[0] in "AB"]
    assert [name for name, _, _ in swiss] == ["B", "A"]
    assert swiss[0][2] == "the total of all opponents"
    robin = [each for each in places(data | {"contest": "round-robin"}) if each[0] in "AB"]
    assert [name for name, _, _ in robin] == ["A", "B"]
    assert [rank for name, rank, _ in places(data | {"contest": "none"}) if name in "AB"] == ["2=", "2="]
    told = why(data, "team B")
    totals = {each["contestant"]: each["vps"] for each in answered(data)["ranking"]}
    assert f"In the tie: the total of all opponents = {totals['A'] + totals['C']:g}" in told


def test_what_a_swiss_is_can_be_seen() -> None:
    # nobody has met everybody
    data = league(("A", "B", 1), ("C", "D", 6), ("A", "D", -1), ("B", "C", 1), regulations="bnsw")
    assert places(data) == places(data | {"contest": "swiss"})


def test_net_imps_are_capped_at_what_a_whitewash_needs() -> None:
    # Bridge NSW 11.2.1(c); over 8 boards 43 IMPs are 20-0. A wins by 24 + 24 = 48 and B by 43 and both lose 0
    big = [board(number, "A", "C", 4000, 0, round=1) for number in (1, 2)]
    data = file(
        *big,
        *[board(number, "B", "D", 1100, 0, round=1) for number in (3, 4)],  # 2 x 15
        board(5, "B", "D", 600, 0, round=1),  # 12
        board(6, "B", "D", 50, 0, round=1),  # 2: 44 in all
        regulations="bnsw",
        boards_per_match=8,
        contest="round-robin",
    )
    told = why(data, "team A")
    assert "In the tie: net IMPs = 43" in told
    assert {each[0]: each[1] for each in places(data)}["A"] == "1="


def test_two_teams_that_tie_play_off() -> None:
    data = file(board(1, "A", "B", 420, 420))
    assert places(data) == [("A", "1=", "a play-off, to be played"), ("B", "1=", "a play-off, to be played")]


def test_teams_without_victory_points_have_their_ties_broken_too() -> None:
    data = league(("A", "B", 2), ("A", "C", -2), ("B", "C", 2), ("A", "D", 3), ("B", "D", 3), ("C", "D", 1))
    del data["boards_per_match"]
    assert [(name, rank) for name, rank, _ in places(data)][:2] == [("A", "1"), ("B", "2")]


@pytest.mark.parametrize("contest", ["cup", None, 0, False, []])
def test_an_unknown_contest_is_refused(contest: Any) -> None:
    with pytest.raises(SessionFileError) as refused:
        answered(file(board(1, "A", "B", 420, 420), contest=contest))
    assert str(refused.value) == f"contest must be one of swiss, round-robin, knockout, none; it is {contest!r}."


def test_a_tie_that_is_left_open_is_not_told_as_broken() -> None:
    told = why(file(board(1, "A", "B", 420, 420)), "team A")
    assert told.endswith("The tie is left to a play-off, to be played; place = 1")
    assert "broken" not in told


def test_a_match_of_which_nothing_can_be_compared_yet_brings_no_victory_points() -> None:
    data = file(board(1, "A", "B", 620, None, round=1), board(2, "C", "D", 420, 400, round=1), boards_per_match=2)
    found = {each["contestant"]: each for each in answered(data)["ranking"]}
    assert (found["A"]["vps"], found["B"]["vps"]) == (0, 0)
    assert found["A"]["notes"] == ["Against B: 0 of 2 boards compared; one table is missing on 1; 1 not in the results"]
    assert found["B"]["notes"] == ["Against A: 0 of 2 boards compared; one table is missing on 1; 1 not in the results"]


def test_the_halves_of_a_board_may_be_played_in_different_rounds() -> None:
    # as in American whist: the other half of a match is another round's
    results = [
        *board(1, "A", "B", 420, None, round=1),
        *board(1, "A", "B", None, 400, round=3),
        *board(2, "A", "B", 420, None, round=1),
    ]
    data = {"method": "imps", "boards_per_match": 2, "results": results}
    for standing in answered(data)["ranking"]:
        assert len(standing["notes"]) == 1
        assert "1 of 2 boards compared; one table is missing on 2" in standing["notes"][0]
    assert len(answered(data)["matches"]) == 2
