"""Awards that differ by side: one has a weighted score and the other average plus, one average plus and the other a score."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import pytest

from arrowswitch.regulations import load
from arrowswitch.scoring import SessionFileError, answer, loads, score
from arrowswitch.scoring.desk import traveller

OTHERS = (650, 620, 170, -100)
WEIGHTED = [{"score": 650, "weight": "50%"}, {"score": 170, "weight": "50%"}]


def file(last: dict[str, Any], **more: Any) -> dict[str, Any]:
    """Four tables with their scores, and a fifth with something else."""
    results: list[dict[str, Any]] = [
        {"board": 1, "ns": f"N{table}", "ew": f"E{table}", "score": made} for table, made in enumerate(OTHERS, 1)
    ]
    return {"winners": 2, "results": [*results, {"board": 1, "ns": "N5", "ew": "E5", **last}]} | more


def points(data: dict[str, Any]) -> tuple[list[float], list[float]]:
    (board,) = answer(score(loads(json.dumps(data))))["boards"]
    return [line["ns_points"] for line in board["lines"]], [line["ew_points"] for line in board["lines"]]


def neuberg(matchpoints: Fraction | int, results: Fraction | int, expected: int = 5) -> Fraction:
    """Law 87's formula, written down here by itself."""
    return (Fraction(matchpoints) + 1) * expected / results - 1


def test_a_weighted_score_for_one_side_and_average_plus_for_the_other() -> None:
    ns, ew = points(file({"adjusted": {"ns": WEIGHTED, "ew": "A+"}}))
    # NS column: 650, 620, 170, -100 and half of a 650 and of a 170: five results. 650: below it are 620, 1½ of 170 and
    # -100, with it half a 650; the line itself has the mean of what 650 and 170 are worth
    of_650, of_170 = 2 * Fraction(7, 2) + Fraction(1, 2), 2 * 1 + Fraction(1, 2)
    assert ns == pytest.approx([float(of_650), 2 * Fraction(5, 2), float(of_170), 0, float((of_650 + of_170) / 2)])
    # EW column: four results of five expected, and 60% of the top of 8 for the side that was not at fault
    assert ew == pytest.approx([float(neuberg(made, 4)) for made in (0, 2, 4, 6)] + [4.8])


@pytest.mark.parametrize(
    "given",
    [620, "620", "+620", {"score": 620}, {"contract": "4S", "declarer": "N", "tricks": 10}],
)
def test_average_plus_for_one_side_and_a_score_for_the_other(given: Any) -> None:
    # the ACBL's S entry: A+ for North-South, and for East-West what the table score is worth (manual L4594-4612). The
    # board is 1, where nobody is vulnerable: 4S making is 420 there
    data = file({"adjusted": {"ns": "A+", "ew": given}})
    made = 420 if isinstance(given, dict) and "contract" in given else 620
    ns, ew = points(data)
    assert ns == pytest.approx([float(neuberg(mp, 4)) for mp in (6, 4, 2, 0)] + [4.8])
    against = [*OTHERS, made]
    assert ew == [sum(2 * (other > own) + (other == own) for other in against) - 1 for own in against]


@pytest.mark.parametrize(
    ("code", "worth"),
    [
        ("P620", 5),  # 620 ties with one and beats two: 5 of 8 is more than 4.8
        ("P170", 4.8),
        ("Q170", 3),  # 170 ties with one and beats one: 3, less than 3.2
        ("Q620", 3.2),
        ("m6.5", 6.5),
    ],
)
def test_the_other_entries_of_the_acbls_split_score(code: str, worth: float) -> None:
    ns, _ = points(file({"adjusted": {"ns": code, "ew": 620}}))
    assert ns[4] == pytest.approx(worth)


def test_both_sides_may_have_weights_of_their_own() -> None:
    other = [{"score": 620, "weight": "100%"}]
    assert points(file({"weighted": {"ns": WEIGHTED, "ew": other}})) == points(
        file({"adjusted": {"ns": {"weighted": WEIGHTED}, "ew": 620}})
    )


def test_damage_for_one_side_and_an_average_for_the_other() -> None:
    harmed = {"damage": {"expected": 620, "after": 170, "actual": -100}}
    ns, ew = points(file({"adjusted": {"ns": harmed, "ew": "A-"}}))
    # -100 ties with one (1 of 8); the infraction alone cost what lies between 620 (2 x 2 + 1) and 170 (2 + 1)
    assert ns[4] == 1 + (5 - 3)
    assert ew[4] == pytest.approx(3.2)


@pytest.mark.parametrize(("method", "plus"), [("butler", 3), ("cross-imps", 2)])
def test_in_imps_too_each_side_has_its_own(method: str, plus: int) -> None:
    ns, ew = points(file({"adjusted": {"ns": "A+", "ew": 620}}, method=method))
    _, whole_ew = points(file({"score": 620}, method=method))
    assert ns[4] == plus
    if method == "cross-imps":
        assert ew[4] == whole_ew[4]
    else:  # the datum is without the line that has no one score: the mean of 620 and 170 is 395
        assert ew[4] == -6


def test_teams_may_be_awarded_differently() -> None:
    # A: average plus at this table, so 3 IMPs; B: keeps 620 here, with 170 at the other table 450 away, 10 IMPs down
    results = [
        {"board": 1, "ns": "A", "ew": "B", "adjusted": {"ns": "A+", "ew": 620}},
        {"board": 1, "ns": "B", "ew": "A", "score": 170},
    ]
    ranking = answer(score(loads(json.dumps({"method": "imps", "results": results}))))["ranking"]
    assert {each["contestant"]: each["points"] for each in ranking} == {"A": 3, "B": -10}


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ("B+", "“B+” is no adjustment; allowed are A+, A, A-, 0% to 100%, P620 or Q620 (with a score), 620, m6.5."),
        (625, "a score is a whole number of tens from -7600 to 7600, as North-South see it; not 625."),
        (None, "a score is a whole number of tens from -7600 to 7600, as North-South see it; not None."),
        ({"score": 620, "weighted": []}, "a side is given one of score, weighted, contract, damage."),
        ({"scores": 620}, "a side is given one of score, weighted, contract, damage."),
        ([], "weighted is a list of outcomes, each with a score and a weight."),
        ([{"score": 620, "weight": "60%"}], "The weights make 60%, and must make 100%, each more than 0."),
        ({"contract": "4S", "declarer": "N"}, "tricks must be a whole number from 0 to 13; it is None."),
        ({"damage": {"side": "ns"}}, "damage names the scores expected, after and actual."),
    ],
)
def test_what_a_side_cannot_be_given_is_said_in_a_sentence(given: Any, sentence: str) -> None:
    with pytest.raises(SessionFileError) as refused:
        points(file({"adjusted": {"ns": "A+", "ew": given}}))
    assert str(refused.value) == f"Result 5 (board 1): {sentence}"


@pytest.mark.parametrize(
    ("text", "award"),
    [
        ("A+ / 620", {"ns": "A+", "ew": 620}),
        ("650 50%, 170 50% / A+", {"ns": WEIGHTED, "ew": "A+"}),
        ("P620 / Q620", {"ns": "P620", "ew": "Q620"}),
        ("-100 / 620", {"ns": -100, "ew": 620}),
    ],
)
def test_a_traveller_that_is_read_out_has_them_too(text: str, award: dict[str, Any]) -> None:
    read_out = traveller([*map(str, OTHERS), text], load("wbf"))
    ns, ew = points(file({"adjusted": award}))
    made = [each for each in read_out.points if each is not None]
    assert [float(north) for north, _ in made] == pytest.approx(ns)
    assert [float(east) for _, east in made] == pytest.approx(ew)
