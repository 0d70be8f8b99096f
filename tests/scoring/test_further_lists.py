"""Net scores, sit-outs, strata and handicaps, as a session file asks for them."""

import json
from typing import Any

import pytest

from arrowswitch.scoring import BadSession, SessionFileError, Weighted, answer, asked, loads, score


def night(**more: Any) -> dict[str, Any]:
    """Four tables on two boards; 5 and 15 sit board 2 out in favour of 4 and 14 on a third."""
    scores = {1: (620, 170, -100, 650), 2: (420, 450, -50, 400)}
    results = [
        {"board": board, "ns": str(table), "ew": str(table + 10), "score": made}
        for board, row in scores.items()
        for table, made in enumerate(row, 1)
    ]
    return {"winners": 2, "results": results} | more


def scored(data: dict[str, Any]) -> Any:
    return score(loads(json.dumps(data)))


def ns_points(data: dict[str, Any], board: int = 1) -> list[float]:
    return [line["ns_points"] for line in answer(scored(data))["boards"][board - 1]["lines"]]


@pytest.mark.parametrize(
    ("options", "datum"),
    [
        ({}, 400),  # mean of 170 and 620, 395, rounded to 10
        ({"butler.rounding": 0}, 395),
        ({"datum": "median"}, 400),
        ({"datum": "highest"}, 650),
        ({"datum": "lowest"}, -100),
        ({"datum": "zero"}, 0),
    ],
)
def test_net_scores_are_differences_from_the_datum(options: dict[str, Any], datum: int) -> None:
    # NZ Bridge Manual, L4968-4972: net, against the average, the median, the highest, the lowest or zero
    data = night(method="net", options=options)
    assert ns_points(data) == [made - datum for made in (620, 170, -100, 650)]
    first = answer(scored(data))["boards"][0]["lines"][0]
    assert first["ew_points"] == -first["ns_points"]
    assert asked(scored(data), "pair 1, board 1").result == 620 - datum


def test_a_weighted_net_score_is_the_weighted_difference() -> None:
    data = night(method="net", regulations="qba")
    data["results"][3] |= {"weighted": [{"score": 620, "weight": "40%"}, {"score": 650, "weight": "60%"}]}
    del data["results"][3]["score"]
    # three scores are left for the datum, too few for Queensland to drop any: 690 / 3; never rounded to IMPs
    assert ns_points(data)[3] == pytest.approx(0.4 * 390 + 0.6 * 420)


@pytest.mark.parametrize("method", ["net", "total-points", "aggregate"])
@pytest.mark.parametrize("award", ["A", "A+", "60%", "P620"])
def test_methods_in_points_have_no_artificial_scores(method: str, award: str) -> None:
    data = night(method=method)
    data["results"][1] = {"board": 1, "ns": "2", "ew": "12", "adjusted": {"ns": award, "ew": award}}
    with pytest.raises(SessionFileError) as refused:
        scored(data)
    assert str(refused.value) == (
        "Result 2 (board 1): this method has no artificial scores; give a score, or points such as m90."
    )


def test_points_may_be_given_in_methods_without_artificial_scores() -> None:
    data = night(method="net")
    data["results"][1] = {"board": 1, "ns": "2", "ew": "12", "adjusted": {"ns": "m90", "ew": "m-90"}}
    assert ns_points(data)[1] == 90


def test_who_sits_out_in_median_scored_imp_pairs_gets_the_average_of_the_board() -> None:
    # Bridge NSW 12.8. Board 1: median 395, rounded 400: 220, -230, -500, 250 are 6, -6, -11, 6 IMPs; the average is -5/4
    median = {"method": "butler", "regulations": "bnsw", "options": {"datum": "median"}}
    sit_outs = [
        {"contestant": "5", "direction": "NS", "boards": [1]},
        {"contestant": "15", "direction": "EW", "boards": [1]},
    ]
    results = [*night()["results"], {"board": 2, "ns": "5", "ew": "15", "score": 430}]
    data = {"winners": 2, "results": results, "sit_outs": sit_outs} | median
    found = answer(scored(data))
    assert [line["ns_points"] for line in found["boards"][0]["lines"]] == [6, -6, -11, 6]
    assert found["boards"][0]["sit_outs"] == [
        {"contestant": "5", "direction": "NS", "points": -1.25},
        {"contestant": "15", "direction": "EW", "points": 1.25},
    ]
    assert "sit_outs" not in found["boards"][1]
    on_board_2 = found["boards"][1]["lines"][-1]["ns_points"]
    mine = next(each for each in found["ranking"] if each["contestant"] == "5")
    assert (mine["boards"], mine["points"]) == (2, on_board_2 - 1.25)
    why = asked(scored(data), "pair 5, board 1")
    assert str(why) == (
        "5 on board 1, sitting out\n  The average of what North-South made at 4 tables = -1.25"
        "  [Bridge NSW Tournament Regulations 12.8]"
    )
    assert "Board 1, sitting out: -1.25; so far = -1.25" in str(asked(scored(data), "pair 5"))
    # with a mean datum, or elsewhere, a board that was not played is worth nothing
    for other in ({"options": {}}, {"regulations": "wbf"}, {"method": "matchpoints"}):
        assert "sit_outs" not in answer(scored(data | other))["boards"][0]


def test_strata_and_handicaps_are_listed_when_they_are_asked_for() -> None:
    plain = answer(scored(night()))
    assert set(plain) == {"boards", "ranking"}
    found = answer(scored(night(strata={"2": "B", "3": "C", "12": "B"})))
    assert found["ranking"] == plain["ranking"]
    assert [
        (each["stratum"], [(s["contestant"], s["direction"], s["rank"]) for s in each["ranking"]])
        for each in found["strata"]
    ][1:] == [("B", [("2", "NS", "1"), ("3", "NS", "2"), ("12", "EW", "1")]), ("C", [("3", "NS", "1")])]


@pytest.mark.parametrize(
    ("kind", "points", "percent"),
    # 3 has 0 of 12; -9 and +6 make -1.5; 1.5 boards are worth 6 each
    [("percent", -0.18, -1.5), ("matchpoints", -1.5, -12.5), ("boards", -9, -75)],
)
def test_handicaps_of_three_kinds_from_a_file(kind: str, points: float, percent: float) -> None:
    data = night(handicaps={"kind": kind, "contestants": {"3": [-9, 6], "1": 0}})
    last = next(each for each in answer(scored(data))["handicapped"] if each["contestant"] == "3")
    assert (last["handicap"], last["rank"]) == (-1.5, "4")
    assert last["points"] == pytest.approx(points)
    assert last["percent"] == pytest.approx(percent)


def test_handicaps_in_imps_are_points() -> None:
    data = night(method="butler", handicaps={"kind": "matchpoints", "contestants": {"3": 40}})
    assert answer(scored(data))["handicapped"][0]["contestant"] == "3"


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        ({"strata": {"77": "B"}}, "strata: there is no contestant “77”."),
        ({"strata": {"1": "first"}}, 'strata gives contestants a letter, A for the strongest: {"7": "B"}.'),
        ({"strata": []}, "strata gives contestants a letter"),
        ({"handicaps": {"kind": "percent", "contestants": {"77": 1}}}, "handicaps: there is no contestant “77”."),
        ({"handicaps": {"kind": "luck", "contestants": {}}}, "handicaps has a kind (percent, matchpoints, boards) and"),
        ({"handicaps": {"kind": "percent", "contestants": {"1": "much"}}}, "handicaps has a kind"),
        ({"handicaps": 7}, "handicaps has a kind"),
        (
            {"method": "butler", "handicaps": {"kind": "boards", "contestants": {}}},
            "Handicaps in boards need a method with percentages; for butler the kind is matchpoints.",
        ),
        ({"sit_outs": {}}, "sit_outs must be a list."),
        ({"sit_outs": [7]}, "Sit-out 1 is not an object."),
        (
            {"sit_outs": [{"contestant": "1", "direction": "N", "boards": [1]}]},
            "Sit-out 1 has a contestant, the direction",
        ),
        (
            {"sit_outs": [{"contestant": "9", "direction": "NS", "boards": [1]}]},
            "sit_outs: there is no contestant “9”.",
        ),
        ({"sit_outs": [{"contestant": "1", "direction": "NS", "boards": [1]}]}, "1 is twice on board 1."),
        (
            {"sit_outs": [{"contestant": "1", "direction": "NS", "boards": [9]}]},
            "sit_outs: nobody has a result on board 9, which 1 sat out.",
        ),
        ({"expected": 3}, "Board 1 has 4 results, more than the 3 expected."),
        ({"expected": 10**9}, "expected must be a whole number from 1 to 100000; it is 1000000000."),
        ({"laws": "1897"}, "laws must be one of 2017, 2007; it is '1897'."),
    ],
)
def test_what_cannot_be_listed_is_refused(more: dict[str, Any], sentence: str) -> None:
    with pytest.raises((SessionFileError, BadSession)) as refused:
        scored(night(**more))
    assert str(refused.value).startswith(sentence)


@pytest.mark.parametrize(
    ("weights", "first"), [(("40%", "60%"), 40), ((40, 60), 40), ((0.4, 0.6), 40), ((1, 99), 1), (("1%", 99), 1)]
)
def test_weights_are_percentages_or_parts_of_one(weights: tuple[Any, Any], first: int) -> None:
    data = night()
    outcomes = [{"score": made, "weight": weight} for made, weight in zip((620, 650), weights, strict=True)]
    data["results"][0] = {"board": 1, "ns": "1", "ew": "11", "weighted": outcomes}
    award = loads(json.dumps(data)).lines[0].ns_award
    assert isinstance(award, Weighted)
    assert [outcome.weight * 100 for outcome in award.outcomes] == [first, 100 - first]


def test_average_plus_in_instant_matchpoints_follows_the_pair() -> None:
    # board 1: +1430 is 75 of 80, which is 93.75%; average plus on board 2 is as much
    results = [
        {"board": 1, "ns": "1", "ew": "2", "score": 1430},
        {"board": 2, "ns": "1", "ew": "2", "adjusted": {"ns": "A+", "ew": "A-"}},
        {"board": 3, "ns": "1", "ew": "2", "adjusted": {"ns": "60%", "ew": "A"}},
    ]
    data = {"method": "instant-matchpoints", "results": results[:2]}
    assert answer(scored(data))["boards"][1]["lines"][0] | {"score": 0} == {
        "ns": "1",
        "ew": "2",
        "score": 0,
        "ns_points": 75,
        "ew_points": 5,
    }
    assert ns_points(data | {"results": results}, 3) == [48]
    why = asked(scored(data), "pair 1, board 2")
    assert why.result == 75


def test_a_total_shows_each_penalty_with_its_top_and_its_reason() -> None:
    # NZ Club Directors Manual, L2032: 10% of a top is 10% of 2 x (tables - 1); here 4 tables
    fines = [{"contestant": "1", "amount": "10%", "reason": "slow"}, {"contestant": "1", "amount": 1}]
    told = str(asked(scored(night(penalties=fines)), "pair 1")).splitlines()
    assert told[-4:] == [
        "  Penalty of 10% of a top of 6, 0.6 (slow) = 7.4  [Law 90]",
        "  Penalty of 1 = 6.4  [Law 90]",
        "  6.4 of 12, in percent = 53.3333",
        "  Place = 3",
    ]


def test_an_average_minus_against_an_average_minus_speaks_of_no_average_plus() -> None:
    data = night(regulations="acbl")
    data["results"][1] = {"board": 1, "ns": "2", "ew": "12", "adjusted": {"ns": "A-", "ew": "A-"}}
    told = str(asked(scored(data), "pair 2, board 1"))
    assert "40% of a top of 6 = 2.4" in told
    assert "plus" not in told


def test_a_shared_place_and_a_late_board_are_told() -> None:
    data = night()
    data["results"][1] = {"board": 1, "ns": "2", "ew": "12", "late": True}
    data["results"][4]["score"] = data["results"][7]["score"] = 0
    late = asked(scored(data), "pair 2, board 1")
    assert [str(step.text) for step in late.steps] == ["To be played late; it does not count yet"]
    same = night()
    same["results"][0]["score"] = same["results"][3]["score"]
    same["results"][4]["score"] = same["results"][7]["score"]
    assert str(asked(scored(same), "pair 1").steps[-1]) == "Place, shared with others = 1"  # 5 + 3, 2 + 6, 5 + 3


def test_a_small_group_is_told_in_words() -> None:
    data = night(regulations="nzb")
    data["results"][0] |= {"fouled_group": "B", "fault": {"ew": "directly"}}
    assert [str(step) for step in asked(scored(data), "pair 11, board 1").steps][:2] == [
        "Too few results in this group; place 1 of 1 in it, in percent = 50",
        "10% less for a pair at fault = 40",
    ]


@pytest.mark.parametrize("weight", ["1e999999999", "5e-99999999%", "1" * 100])
def test_a_number_without_end_is_refused_at_once(weight: str) -> None:
    data = night()
    data["results"][0] = {"board": 1, "ns": "1", "ew": "11", "weighted": [{"score": 50, "weight": weight}]}
    with pytest.raises(SessionFileError) as refused:
        scored(data)
    assert str(refused.value) == f"Result 1 (board 1): weights are percentages such as 40%, not {weight}."


@pytest.mark.parametrize("digits", ["9" * 5000, "٣", "2²"])
def test_digits_that_are_none_are_refused_in_codes_and_fines(digits: str) -> None:
    data = night()
    data["results"][0] = {"board": 1, "ns": "1", "ew": "11", "adjusted": {"ns": f"P{digits}", "ew": "A"}}
    with pytest.raises(SessionFileError, match="is no adjustment; allowed are"):
        scored(data)
    with pytest.raises(SessionFileError, match="Penalty 1: amount must be a share of a top such as 10%"):
        scored(night(penalties=[{"contestant": "1", "amount": digits}]))


def test_a_question_may_be_put_in_several_ways() -> None:
    data = night()
    data["results"][0]["ns"] = "Smith, Jones"
    sheet = scored(data)
    for name, question in (
        ("2", "pair 2, board 1"),
        ("2", "Pair 2 on board 1"),
        ("2", "2 board 1"),
        ("Smith, Jones", "Smith, Jones, board 1"),
        ("Smith, Jones", "pair Smith, Jones on board 1"),
    ):
        assert str(asked(sheet, question).title).startswith(f"{name} on board 1, North-South against")
    assert str(asked(sheet, "Smith, Jones").title) == "Smith, Jones: total and place"
    for question in ("", " ", "board 1"):
        with pytest.raises(BadSession):
            asked(sheet, question)
