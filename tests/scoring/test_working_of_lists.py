"""What `--why` says of figures that were only given before: groups made equal, cross-IMPs, factors, strata, handicaps, par."""

from __future__ import annotations

import json
from fractions import Fraction
from statistics import median
from typing import Any

import pytest

from arrowswitch.scoring import SessionFileError, answer, asked, imps, loads, score
from arrowswitch.scoring.large.batch import score_field
from arrowswitch.scoring.large.columns import columns


def file(*columns: tuple[int, ...], groups: tuple[str, ...] = (), **more: Any) -> dict[str, Any]:
    """Tables that play each board against the same opponents; `groups` are those of the first."""
    results = [
        {"board": board, "ns": f"N{table}", "ew": f"E{table}", "score": made}
        | ({"fouled_group": groups[table - 1]} if board == 1 and groups and groups[table - 1] else {})
        for board, scores in enumerate(columns, 1)
        for table, made in enumerate(scores, 1)
    ]
    return {"winners": 2, "results": results} | more


def scored(data: dict[str, Any]) -> Any:
    return score(loads(json.dumps(data)))


def why(data: dict[str, Any], question: str) -> list[str]:
    return [f"{step.text} = {float(step.result):g}" for step in asked(scored(data), question).steps]


# -- Butler with groups made equal (Bridge NSW 7.1.1a) -----------------------------------------------------------------

TRUE, FOULED = (620, 620, 620, 170), (0, 0, 50, 420)
EQUALISED = file(
    (*TRUE, *FOULED),
    groups=("", "", "", "", "B", "B", "B", "B"),
    method="butler",
    regulations="bnsw",
    options={"datum": "median"},
)


def mean(scores: tuple[int, ...]) -> Fraction:
    datum = Fraction(round(Fraction(median(scores)) / 10 + Fraction(1, 100)) * 10)  # 25 becomes 30
    return Fraction(sum(imps(made - datum) for made in scores), len(scores))


def test_what_makes_groups_equal_has_the_sign_of_the_side() -> None:
    # true board: median 620, the mean -10/4 IMPs; the other: median 25, the datum 30, IMPs -1 -1 1 9, the mean 2: the
    # whole number nearest to the difference of -4.5 is -5, a half away from zero
    assert (mean(TRUE), mean(FOULED)) == (Fraction(-10, 4), 2)
    (board,) = answer(scored(EQUALISED))["boards"]
    assert [line["ns_points"] for line in board["lines"]] == [0, 0, 0, -10, -1 - 5, -1 - 5, 1 - 5, 9 - 5]
    assert [line["ew_points"] for line in board["lines"]] == [0, 0, 0, 10, 1 + 5, 1 + 5, -1 + 5, -9 + 5]
    assert why(EQUALISED, "pair N5, board 1")[-2:] == [
        "Difference from the datum -30 = -1",
        "-5, so that this group’s mean agrees with the true board’s = -6",
    ]
    assert why(EQUALISED, "pair E5, board 1")[-2:] == [
        "Difference from the datum 30 = 1",
        "+5, so that this group’s mean agrees with the true board’s = 6",
    ]


# -- cross-IMPs ----------------------------------------------------------------------------------------------------------


def test_cross_imps_name_every_comparison() -> None:
    data = file((620, 620, 170, -100), method="cross-imps")
    assert why(data, "pair N1, board 1") == [
        "620 against 620 (× 1): 0 is 0 IMPs = 0",
        "620 against 170 (× 1): 450 is 10 IMPs = 10",
        "620 against -100 (× 1): 720 is 12 IMPs = 12",
        "IMPs against 3 other tables = 22",
        "Divided by the comparisons = 7.33333",
    ]
    assert why(data, "pair E3, board 1") == [
        "-170 against 100 (× 1): -270 is -7 IMPs = -7",
        "-170 against -620 (× 2): 450 is 10 IMPs = 20",
        "IMPs against 3 other tables = 13",
        "Divided by the comparisons = 4.33333",
    ]


def test_an_outcome_of_a_weighted_score_is_not_compared_with_its_own_other_outcome() -> None:
    data = file((0, 620, 170), method="cross-imps")
    weights = [{"score": 620, "weight": "60%"}, {"score": -100, "weight": "40%"}]
    data["results"][0] = {"board": 1, "ns": "N1", "ew": "E1", "weighted": weights}
    # 620: 0 and 10 IMPs, 5 a comparison; -100: -12 and -7, -9.5; 0.6 × 5 - 0.4 × 9.5 = -0.8
    assert why(data, "pair N1, board 1") == [
        "620 against 620 (× 1): 0 is 0 IMPs = 0",
        "620 against 170 (× 1): 450 is 10 IMPs = 10",
        "IMPs against 2 other tables = 10",
        "Divided by the comparisons = 5",
        "-100 against 620 (× 1): -720 is -12 IMPs = -12",
        "-100 against 170 (× 1): -270 is -7 IMPs = -7",
        "IMPs against 2 other tables = -19",
        "Divided by the comparisons = -9.5",
        "Weighted: 60% × 5 + 40% × -9.5 = -0.8",
    ]
    # 620 against the weighted table: 0.4 × 12 IMPs, and 10 against 170
    assert why(data, "pair N2, board 1")[-1] == "Divided by the comparisons = 7.4"


# -- estimated par (NZ Bridge Manual, L4970) -----------------------------------------------------------------------------


def test_an_estimated_par_is_the_datum() -> None:
    data = file((620, 170, -100), (420, -50, 450), method="butler", options={"datum": "par"})
    data["pars"] = {"1": 620, "2": 420}
    first, second = answer(scored(data))["boards"]
    assert [line["ns_points"] for line in first["lines"]] == [0, imps(-450), imps(-720)] == [0, -10, -12]
    assert [line["ew_points"] for line in second["lines"]] == [0, 10, -1]
    assert why(data, "pair N2, board 1") == [
        "Datum, the par that was estimated = 620",
        "Difference from the datum -450 = -10",
    ]


def test_net_scores_are_differences_from_the_par_as_well() -> None:
    data = file((620, 170, -100), method="net", options={"datum": "par"}, pars={"1": 625 - 5})
    assert [line["ns_points"] for line in answer(scored(data))["boards"][0]["lines"]] == [0, -450, -720]


def test_a_par_is_of_the_true_board_only() -> None:
    groups = ("", "", "", "", "B", "B", "B", "B")
    data = file((*TRUE, *FOULED), groups=groups, method="net", options={"datum": "par"}, pars={"1": 600})
    made = [line["ns_points"] for line in answer(scored(data))["boards"][0]["lines"]]
    # the other group has no par: the mean of 0 and 50, 25, rounded to 30
    assert made == [20, 20, 20, -430, -30, -30, 20, 390]
    assert "No par is known: mean of 2 of 4 scores = 25" in why(data, "pair N5, board 1")


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        ({"pars": {"1": 620}, "options": {"datum": "par"}}, "pars has nothing for 2."),
        ({"options": {"datum": "par"}}, "pars has nothing for 1-2."),
        (
            {"pars": {"1": 620}},
            "pars are used by the methods butler and net with the datum par; set options.datum to par.",
        ),
        (
            {"pars": {"1": "much"}, "options": {"datum": "par"}},
            'pars gives boards the score that was estimated, as North-South see it: {"1": 420, "2": -100}.',
        ),
        (
            {"pars": [620], "options": {"datum": "par"}},
            'pars gives boards the score that was estimated, as North-South see it: {"1": 420, "2": -100}.',
        ),
    ],
)
def test_pars_that_do_not_fit_are_refused(more: dict[str, Any], sentence: str) -> None:
    with pytest.raises(SessionFileError) as refused:
        scored(file((620, 170), (420, -50), method="butler", **more))
    assert str(refused.value) == sentence


# -- a single fouled result in New South Wales ---------------------------------------------------------------------------


def with_a_fouled_table(regulations: str, scores: tuple[int, ...], fault: str = "none") -> dict[str, Any]:
    """Table 1 alone has board 1 in another form; on boards 2 to 5 it makes `scores`, the others 420."""
    boards = [(made, 420, 420, 420, 420) for made in scores]
    data = file((50, 420, 420, 420, 420), *boards, groups=("B", "", "", "", ""), regulations=regulations)
    data["results"][0]["fault"] = {"ns": fault, "ew": "none"}
    return data


def test_a_single_fouled_result_raises_a_pair_to_its_own_percentage() -> None:
    # Bridge NSW 7.3.2 gives 60%; Law 12C2(c) raises that for a pair that has more on its other boards. N1 has 8 of 8
    # three times and 4 of 8 once: 28 of 32, 87.5% of the top of 8. E1 has 0, 0, 0 and 4: the 60% stay
    data = with_a_fouled_table("bnsw", (450, 450, 450, 420))
    first = answer(scored(data))["boards"][0]["lines"][0]
    assert first["ns_points"] == pytest.approx(float(Fraction(28, 32) * 8))
    assert first["ew_points"] == pytest.approx(0.6 * 8)
    assert why(data, "pair N1, board 1") == [
        "Average plus is 60% of the top = 4.8",
        "On its other boards N1 has 28 of 32, in percent = 87.5",
        "87.5% of a top of 8 = 7",
    ]


def test_a_pair_at_fault_for_it_falls_to_its_own_percentage() -> None:
    at_fault = with_a_fouled_table("bnsw", (-50, -50, -50, 420), "directly")
    # 4 of 32 on the other boards, less than 40% (Law 12C2c)
    assert answer(scored(at_fault))["boards"][0]["lines"][0]["ns_points"] == pytest.approx(float(Fraction(4, 32) * 8))


# -- factoring, strata, handicaps ----------------------------------------------------------------------------------------

LISTS = file(
    (620, 170, -100),
    (420, 450, -50),
    strata={"N2": "B", "N3": "B"},
    handicaps={"kind": "percent", "contestants": {"N1": -10, "N2": 4}},
)


def test_strata_and_handicaps_are_explained() -> None:
    # N2: 2 of 4 and 4 of 4 make 6 of 8, as N1; 75% and 4 more are 79, of 8 points 6.32
    assert why(LISTS, "pair N2")[-6:] == [
        "Place in stratum A = 1",
        "Place in stratum B = 1",
        "A handicap of 4 percent; points = 6.32",
        "With the handicap, in percent = 79",
        "Place with handicaps = 1",
        "Place, shared with others = 1",
    ]
    assert "Place in stratum B" not in "".join(why(LISTS, "pair N1"))
    assert "A handicap of -10 percent; points = 5.2" in why(LISTS, "pair N1")


def test_a_total_on_fewer_boards_is_factored() -> None:
    data = file((620, 170, -100), (420, 450))
    found = answer(scored(data))
    factors = {each["contestant"]: each for each in found["factored"]}
    # N3 played one board of two, of the same top of 4
    assert factors["N3"] == {"contestant": "N3", "points": 0, "factor": 2, "reasons": ["1 board instead of 2"]}
    e3 = {each["contestant"]: each for each in found["ranking"]}["E3"]
    assert (e3["points"], factors["E3"]["points"]) == (4, 8)
    assert why(data, "pair E3")[-3:-1] == ["Factored for 1 board instead of 2: × 2 = 2", "Factored points = 8"]


def test_a_penalty_is_factored_with_the_points() -> None:
    data = file((620, 170, -100), (420, 450), penalties=[{"contestant": "E3", "amount": "10%"}])
    e3 = next(each for each in answer(scored(data))["factored"] if each["contestant"] == "E3")
    assert e3["points"] == pytest.approx(2 * (4 - 0.4))


def test_nothing_is_factored_where_everybody_played_the_same() -> None:
    assert "factored" not in answer(scored(file((620, 170, -100), (420, 450, 50))))
    assert "factored" not in answer(scored(file((620, 170, -100), (420, 450), method="butler")))


@pytest.mark.parametrize("fault", ["none", "partly", "directly"])
@pytest.mark.parametrize("scores", [(450, 450, 450, 420), (-50, -50, -50, 420)])
@pytest.mark.parametrize("regulations", ["bnsw", "wbf", "nzb", "ebu"])
def test_very_large_fields_give_a_fouled_table_the_same(regulations: str, scores: tuple[int, ...], fault: str) -> None:
    session = loads(json.dumps(with_a_fouled_table(regulations, scores, fault)))
    exact, large = score(session), score_field(columns(session))
    for number, name in enumerate(large.columns.names):
        assert large.totals[number] == pytest.approx(float(exact.totals[name].points), abs=1e-9)


def test_very_large_fields_know_awards_of_one_side() -> None:
    data = file((620, 170, -100, 420), (420, 450, 50, 400))
    weighted = [{"score": 620, "weight": "60%"}, {"score": -100, "weight": "40%"}]
    for place, award in enumerate(
        ({"ns": weighted, "ew": "A+"}, {"ns": "A+", "ew": 170}, {"ns": "P170", "ew": "Q170"})
    ):
        del data["results"][place]["score"]
        data["results"][place]["adjusted"] = award
    session = loads(json.dumps(data))
    exact, large = score(session), score_field(columns(session))
    for number, name in enumerate(large.columns.names):
        assert large.totals[number] == pytest.approx(float(exact.totals[name].points), abs=1e-9)


def test_a_handicap_in_an_imp_session_is_in_imps() -> None:
    data = file((620, 170), method="butler", handicaps={"kind": "matchpoints", "contestants": {"N1": 4}})
    # the datum of 620 and 170 is 400 (395, to the nearest 10): 220 is 6 IMPs, and 4 make 10
    assert "A handicap of 4 IMPs; points = 10" in why(data, "pair N1")
