"""`arrowswitch swiss draw` and `check`: the file, the answer, and what is said to files that are wrong."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from test_refusals import answer

FILE: dict[str, Any] = {
    "contestants": [{"id": 1, "seed": 1}, {"id": 2, "seed": 2}, {"id": 3, "seed": 3, "home": 2}, {"id": "four"}],
    "rounds": [{"matches": [{"a": 1, "b": 2, "vps": [12.5, 7.5]}, {"a": 3, "b": "four", "vps": [11.25, 8.75]}]}],
    "next": 2,
    "rules": {"base": "wbf", "odd": "bye"},
    "seed": "x",
}


@pytest.fixture
def ask(tmp_path: Path) -> Any:
    def asked(what: str, value: object, *more: str) -> tuple[int, str]:
        file = tmp_path / "swiss.json"
        file.write_text(value if isinstance(value, str) else json.dumps(value))
        return answer("swiss", what, str(file), *more)

    return asked


def test_a_draw_is_a_list_of_matches_with_table_reason_and_cost(ask: Any) -> None:
    status, text = ask("draw", FILE, "--json")
    found = json.loads(text)
    assert status == 0
    assert [{key: match[key] for key in ("table", "a", "b")} for match in found["matches"]] == [
        {"table": 1, "a": "four", "b": 2},
        {"table": 2, "a": 1, "b": 3},
    ]
    assert found["matches"][1]["reason"] == "Neighbours in the list: places 1 and 2, 1.25 VPs apart."
    assert found["byes"] == []
    assert found["best"] is True
    assert (found["cost"]["rematches"], found["cost"]["distance"], found["cost"]["floats"]) == (0, 2.5, 4)


def test_a_bye_stands_apart_and_a_triple_has_three_sides(ask: Any) -> None:
    five = {**FILE, "contestants": [*FILE["contestants"], {"id": 5}], "rounds": [], "next": 1}
    found = json.loads(ask("draw", five, "--json")[1])
    assert len(found["byes"]) == 1
    assert len(found["matches"]) == 2
    triple = json.loads(ask("draw", {**five, "rules": "nzb"}, "--json")[1])
    assert triple["byes"] == []
    assert sorted(len({"a", "b", "c"} & set(match)) for match in triple["matches"]) == [2, 3]


def test_the_draw_can_be_read_without_json_too(ask: Any) -> None:
    status, text = ask("draw", FILE)
    assert status == 0
    assert "Table 1    four v 2" in text
    assert ask("draw", FILE, "--instead", "1,2") == (
        0,
        "1 v 2 instead costs 2 rematches (they met in round 1) and 5 VPs of distance.\n",
    )


def test_a_judged_draw_says_whether_it_is_legal_and_how_far_from_the_best(ask: Any) -> None:
    good = {**FILE, "matches": [{"a": 1, "b": 3}, {"a": 2, "b": "four"}]}
    assert (ask("check", good)) == (0, "The draw is legal.\nNo draw is better.\n")
    far = {**FILE, "matches": [{"a": 1, "b": "four"}, {"a": 2, "b": 3}]}
    status, text = ask("check", far, "--json")
    found = json.loads(text)
    assert status == 0
    assert (found["legal"], found["faults"], found["distance_from_best"]) == (True, [], 5)
    again = {**FILE, "matches": [{"a": 1, "b": 2}, {"a": 3, "b": "four"}]}
    status, text = ask("check", again, "--json")
    assert status == 1
    assert json.loads(text)["legal"] is False
    assert json.loads(text)["faults"][0] == "1 and 2 met in round 1, and there is a draw without this."


def changed(**values: object) -> dict[str, object]:
    return {**FILE, **values}


@pytest.mark.parametrize(
    ("value", "sentence"),
    [
        ("{", "This is not JSON: "),
        ("[1]", "A Swiss file is one JSON object"),
        (changed(contestants=7), "“contestants” must be a list."),
        (changed(contestants=[{"seed": 1}]), "Each of “contestants” must be an object with an “id”."),
        (changed(contestants=[{"id": 1}, {"id": "1"}]), "1 is in “contestants” twice."),
        (changed(contestants=[{"id": 1}], rounds=[], next=1), "A draw needs two contestants; round 1 has 1."),
        (changed(contestants=[{"id": 1, "seeds": 2}]), "A contestant has no “seeds”; it has id, "),
        (
            changed(contestants=[{"id": 1, "seed": "x"}], rounds=[], next=1),
            "Contestant 1: “seed” must be a whole number from 1.",
        ),
        (changed(next=5), "Round 5 cannot be drawn: the file has 1 round."),
        (changed(next=0), "“next”: “next” must be a whole number from 1."),
        (changed(rounds=[{"matches": [{"a": 9}]}]), "Round 1: 9 is not in “contestants”."),
        (changed(rounds=[{"matches": [{"a": 1, "b": 1}]}]), "Round 1: 1 plays twice."),
        (changed(rounds=[{"matches": [{"b": 1}]}]), "Round 1: each match must be an object with “a”"),
        (changed(rounds=[{"matches": [{"a": 1, "b": 2, "vps": [3]}]}]), "“vps” must have a number for each side."),
        (changed(rounds=[{"matches": [{"a": 1, "b": 2, "vps": ["x", 3]}]}]), "“x” is no number of points."),
        (changed(rounds=[{"matches": [{"a": 1, "b": 2, "vps": [1e50, 3]}]}]), "is no number of points."),
        (changed(rules="fide"), "There are no rules “fide”; there are acbl, nzb, wbf."),
        (changed(rules={"odd": "ghost"}), "The rule “odd” must be bye or triple, not “ghost”."),
        (changed(rules={"clubs": 3}), "There is no rule “clubs”; there are base, weights, odd, "),
        (changed(rules={"weights": ["distance"]}), "The rule “weights” must be a list of some of"),
        (changed(rules=[1]), "“rules” must be the name of a federation, or a table."),
    ],
)
def test_a_wrong_file_is_refused_in_a_sentence(ask: Any, value: object, sentence: str) -> None:
    status, text = ask("draw", value, "--json")
    assert status == 2
    assert sentence in text


def test_a_check_needs_a_draw_and_a_price_two_contestants(ask: Any) -> None:
    assert ask("check", FILE) == (2, "There is no draw to judge: “matches” is missing.\n")
    assert ask("draw", FILE, "--instead", "7") == (2, "“7” are not two contestants; write 7,9.\n")
    assert ask("draw", FILE, "--instead", "1,9") == (2, "9 does not play in round 2.\n")


def test_a_draw_counts_imps_forfeits_and_penalties_as_the_table_does(ask: Any) -> None:
    four = [{"id": name} for name in ("A", "B", "C", "D")]
    first = {"matches": [{"a": "A", "b": "B", "imps": [20, 11], "boards": 6}, {"a": "C", "b": "D", "forfeit": "D"}]}
    file = {"contestants": four, "rounds": [first], "penalties": [{"contestant": "A", "vps": 1.9}]}
    found = json.loads(ask("draw", file, "--json")[1])
    assert [{match["a"], match["b"]} for match in found["matches"]] == [{"A", "C"}, {"B", "D"}]
    assert found["matches"][0]["reason"] == "Places 1 and 2, both with 12 VPs."
    assert found["cost"]["distance"] == 6.1  # the absent D has nothing, B has 6.1
    assert found["notes"] == []
    acbl = json.loads(ask("draw", {**file, "rules": "acbl"}, "--json")[1])
    # Bridge Director's Companion, L3883-3887: for the draw 12 and 8; on its scale 9 IMPs over 6 boards are 14 and 6
    assert acbl["cost"]["distance"] == 2.1


def test_a_scale_without_such_a_match_is_refused(ask: Any) -> None:
    rounds = [{"matches": [{"a": 1, "b": 2, "imps": [1, 2], "boards": 5000}]}]
    status, text = ask("draw", changed(rounds=rounds))
    assert (status, text.startswith("A match has 1 to")) == (2, True)
