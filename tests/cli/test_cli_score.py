"""The commands imps, vps and score, as they are typed."""

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from arrowswitch.cli import app

RUN = CliRunner()


def ask(*words: str, given: str | None = None) -> Any:
    return RUN.invoke(app, list(words), input=given)


def test_imps_are_printed_bare() -> None:
    assert ask("imps", "270").stdout == "7\n"
    assert ask("imps", "-270", "10", "4000").stdout == "-7\n0\n24\n"
    assert json.loads(ask("imps", "270", "--json").stdout) == {"difference": 270, "imps": 7}
    for odd in ("2²", "+-5", "--5", "1e3", "9" * 5000):  # each is almost a number
        assert ask("imps", "20", odd).exit_code == 2
        assert ask("imps", odd).stderr.startswith(f"“{odd}” is not a difference of scores")
    wrong = ask("imps", "many")
    assert (wrong.exit_code, wrong.stderr) == (
        2,
        "“many” is not a difference of scores; write a whole number such as 270.\n",
    )


def test_vps_are_printed_for_both_sides() -> None:
    assert ask("vps", "9", "2", "-9", "--boards", "6").stdout == "13.90 6.10\n10.99 9.01\n6.10 13.90\n"
    assert ask("vps", "7", "28", "--boards", "8", "--scale", "acbl-20").stdout == "13 7\n20 0\n"
    assert ask("vps", "3.2", "3.5", "--boards", "4").stdout == ask("vps", "3", "4", "--boards", "4").stdout
    assert ask("vps", "3", "--boards", "6", "--scale", "wbf-discrete").stdout == "12 8\n"
    assert ask("vps", "50.65", "--boards", "8", "--scale", "percent-20").stdout == "11 9\n"
    assert json.loads(ask("vps", "9", "--boards", "6", "--json").stdout) == {"margin": 9, "vps": [13.9, 6.1]}


def test_a_bad_scale_or_margin_is_refused() -> None:
    wrong = ask("vps", "9", "--boards", "6", "--scale", "fifa")
    assert wrong.exit_code == 2
    assert wrong.stderr.startswith("There is no scale “fifa”; there are wbf, wbf-discrete, acbl-20")
    assert ask("vps", "nine", "--boards", "6").stderr == "“nine” is not a margin; write a number such as 9 or -4.\n"
    assert ask("vps", "9", "--boards", "0").exit_code == 2


def night(**changes: Any) -> dict[str, Any]:
    results = [
        {"board": 1, "ns": "1", "ew": "4", "contract": "4S", "declarer": "N", "tricks": 10, "lead": "H5"},
        {"board": 1, "ns": "2", "ew": "5", "score": 170, "section": "A", "round": 1, "table": 2},
        {"board": 1, "ns": "3", "ew": "6", "adjusted": {"ns": "60%", "ew": "A-"}},
        {"board": 2, "ns": "1", "ew": "5", "passed": True},
        {"board": 2, "ns": "2", "ew": "6", "split": {"ns": -120, "ew": -110}},
        {
            "board": 2,
            "ns": "3",
            "ew": "4",
            "weighted": [{"score": 450, "weight": "40%"}, {"score": 420, "weight": "60%"}],
        },
        {"board": 3, "ns": "1", "ew": "6", "late": True},
        {"board": 3, "ns": "2", "ew": "4", "score": 50, "fouled_group": "B", "fault": {"ns": "partly"}},
        {"board": 3, "ns": "3", "ew": "5", "not_played": True},
    ]
    return {"method": "matchpoints", "winners": 2, "regulations": "wbf", "laws": "2017", "results": results} | changes


def scored(tmp_path: Path, data: Any, *options: str) -> Any:
    path = tmp_path / "night.json"
    path.write_text(data if isinstance(data, str) else json.dumps(data))
    return ask("score", str(path), *options)


def test_a_session_becomes_boards_and_a_ranking(tmp_path: Path) -> None:
    answer = json.loads(scored(tmp_path, night(), "--json").stdout)
    assert [board["board"] for board in answer["boards"]] == [1, 2, 3]
    first = answer["boards"][0]
    assert first["top"] == 4
    assert first["lines"][0] == {"ns": "1", "ew": "4", "score": 420, "ns_points": 3.5, "ew_points": 0.5}
    assert first["lines"][2] == {"ns": "3", "ew": "6", "score": None, "ns_points": 2.4, "ew_points": 1.6}
    late, alone, unplayed = answer["boards"][2]["lines"]
    assert late["ns_points"] is None
    assert unplayed["ew_points"] is None
    assert alone["ns_points"] == 2  # one result among three expected is an average
    ranking = answer["ranking"]
    assert [(each["contestant"], each["direction"]) for each in ranking][:1] == [("3", "NS")]
    assert set(ranking[0]) == {"contestant", "direction", "boards", "points", "maximum", "percent", "rank"}


def test_the_file_may_come_from_the_input() -> None:
    assert json.loads(ask("score", "-", "--json", given=json.dumps(night())).stdout)["ranking"]


def test_options_and_penalties_change_the_answer(tmp_path: Path) -> None:
    plain = json.loads(scored(tmp_path, night(), "--json").stdout)
    plus_one = json.loads(scored(tmp_path, night(options={"missing": "plus-one"}), "--json").stdout)
    assert plain["boards"][0]["lines"][0]["ns_points"] == 3.5
    assert plus_one["boards"][0]["lines"][0]["ns_points"] == 3
    fined = night(penalties=[{"contestant": "3", "amount": "10%", "reason": "slow"}, {"contestant": "3", "amount": 1}])
    points = {
        each["contestant"]: each["points"] for each in json.loads(scored(tmp_path, fined, "--json").stdout)["ranking"]
    }
    before = {each["contestant"]: each["points"] for each in plain["ranking"]}
    assert points["3"] == pytest.approx(before["3"] - 1.4)
    assert points["1"] == before["1"]


def test_the_terminal_shows_a_list_and_the_boards(tmp_path: Path) -> None:
    shown = scored(tmp_path, night(), "--boards").stdout
    assert "North-South" in shown
    assert "Board 2" in shown
    assert "Place  Name  Boards  Points" in shown
    halves = scored(tmp_path, night(regulations="acbl")).stdout
    assert " 4 " in halves  # a maximum of 8 is printed as 4 where a win is 1


def test_why_shows_the_working(tmp_path: Path) -> None:
    why = scored(tmp_path, night(), "--why", "pair 1, board 1").stdout
    assert why.splitlines() == [
        "1 on board 1, North-South against 4",
        "  It beats the one other pair.",
        "  One result is missing or cannot be compared, so the points are scaled to the whole field.",
        "  420 beats 1 of 1 other and ties with 0: 2 × 1 + 0 = 2  [Law 78A]",
        "  Neuberg: (2 + 1) × 3 ÷ 2 − 1 = 3.5",
    ]
    working = json.loads(scored(tmp_path, night(), "--why", "pair 1, board 1", "--json").stdout)
    assert working["result"] == working["steps"][-1]["result"] == 3.5
    assert scored(tmp_path, night(), "--why", "pair 3").stdout.splitlines()[-1].strip().startswith("Place")
    nobody = scored(tmp_path, night(), "--why", "pair 99, board 1")
    assert (nobody.exit_code, nobody.stderr) == (2, "There is no contestant “99”; there are 1, 4, 2, 5, 3, 6.\n")
    nowhere = scored(tmp_path, night(), "--why", "pair 1, board 9")
    assert nowhere.stderr == "1 has no result on board 9; boards 1-3 are in this session.\n"


def bad(**change: Any) -> dict[str, Any]:
    """The night with its second result changed; a key given as None is left out."""
    data = night()
    second = {"board": 1, "ns": "2", "ew": "5", "score": 170} | change
    data["results"][1] = {key: value for key, value in second.items() if value is not None}
    return data


BAD = {
    "weights of 90%": (
        bad(score=None, weighted=[{"score": 450, "weight": "40%"}, {"score": 420, "weight": "50%"}]),
        "Result 2 (board 1): The weights make 90%, and must make 100%, each more than 0.",
    ),
    "a board out of range": (
        bad(board=1000),
        "Result 2 (board 1000): There is no board 1000: boards are numbered 1 to 999.",
    ),
    "a board not in play": (
        bad(board=27) | {"boards": 26},
        "Result 2 (board 27): Board 27 is not in play in this session (boards 1-26).",
    ),
    "a pair twice on a board": (
        bad(ns="1"),
        "Result 2 (board 1): 1 has played this board already, in result 1; everybody plays a board once.",
    ),
    "both sides": (bad(ew="2"), "Result 2 (board 1): 2 cannot sit on both sides."),
    "tricks 14": (
        bad(score=None, contract="4S", declarer="N", tricks=14),
        "Result 2 (board 1): Nobody can take 14 tricks: a board has 0 to 13.",
    ),
    "no declarer": (
        bad(score=None, contract="4S", tricks=10),
        "Result 2 (board 1): 4♠ needs a declarer: N, E, S or W.",
    ),
    "an unknown code": (
        bad(score=None, adjusted={"ns": "A++", "ew": "A"}),
        "Result 2 (board 1): “A++” is no adjustment; allowed are A+, A, A-, 0% to 100%, P620 or Q620",
    ),
    "an unknown key": (
        bad(scoer=620),
        "Result 2 (board 1) has an unknown key “scoer”; allowed are board, ns, ew, score",
    ),
    "two kinds": (bad(passed=True), "Result 2 (board 1): a result has exactly one of score, contract, passed"),
    "no kind": (bad(score=None), "Result 2 (board 1): a result has exactly one of score, contract, passed"),
    "an odd score": (bad(score=625), "Result 2 (board 1): a score is a whole number of tens from -7600 to 7600"),
    "a score in words": (bad(score="lots"), "Result 2 (board 1): a score is a whole number of tens"),
    "no pair": (bad(ns=""), "Result 2 (board 1): ns must name a contestant"),
    "a fault of its own": (bad(fault={"ns": "very"}), "Result 2 (board 1): fault gives ns and ew one of none, partly"),
    "half a split": (bad(score=None, split={"ns": 100}), "Result 2 (board 1): split gives something to ns and to ew."),
    "no board": (bad(board="one"), "Result 2: board must be a whole number; it is 'one'."),
    "a method of its own": (
        night(method="matchpints"),
        "There is no method “matchpints”; there are matchpoints, butler",
    ),
    "three winners": (night(winners=3), "There are 1 or 2 winners, not 3."),
    "regulations of its own": (night(regulations="fifa"), "There are no regulations “fifa”; there are acbl, bnsw"),
    "an option of its own": (night(options={"mising": "none"}), "There is no option “mising”; there are missing"),
    "a bad option": (
        night(options={"missing": "newberg"}),
        "overrides: matchpoints.missing must be one of neuberg, plus-one, factor, none; it is 'newberg'.",
    ),
    "an unknown top key": (night(metod="x"), "The session has an unknown key “metod”; allowed are method, winners"),
    "nothing": ({"results": []}, "The session needs results, a list with at least one result."),
    "a list": ([1], "A session file is an object with results, not a list or a value."),
    "not JSON": ("{", "This is not JSON: line 1, column 2."),
    "a fine for nobody": (
        night(penalties=[{"contestant": "77", "amount": "10%"}]),
        "Penalty 1: there is no contestant “77”.",
    ),
    "a fine of nothing known": (
        night(penalties=[{"contestant": "1", "amount": "a bit"}]),
        "Penalty 1: amount must be a share of a top such as 10%, or a number of points, IMPs or VPs; it is 'a bit'.",
    ),
    "victory points without matches": (
        night(penalties=[{"contestant": "1", "amount": "1 VP"}]),
        "A penalty in victory points needs matches: the method imps and boards_per_match; give 1 points.",
    ),
    "a share without a top": (
        night(method="butler", penalties=[{"contestant": "1", "amount": "10%"}]),
        "A penalty of 10% needs a method with a top; give 1 a number of points.",
    ),
    "both ways": (
        night(
            results=[{"board": 1, "ns": "1", "ew": "2", "score": 50}, {"board": 2, "ns": "2", "ew": "1", "score": 50}]
        ),
        "2 sits NS on board 2 but EW before; with two winners everybody keeps to one side.",
    ),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_input_is_refused_with_one_sentence(name: str, tmp_path: Path) -> None:
    data, sentence = BAD[name]
    result = scored(tmp_path, data, "--json")
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.startswith(sentence)
    assert result.stderr.count("\n") == 1


def test_a_file_that_is_not_there_is_named() -> None:
    result = ask("score", "nowhere.json")
    assert (result.exit_code, result.stderr) == (2, "nowhere.json cannot be read (No such file or directory).\n")


@pytest.mark.parametrize("method", ["butler", "cross-imps", "total-points", "instant-matchpoints"])
def test_other_methods_for_pairs(method: str, tmp_path: Path) -> None:
    results = [{"board": 1, "ns": str(n), "ew": str(n + 4), "score": s} for n, s in enumerate((620, 170, -100, 620))]
    answer = json.loads(scored(tmp_path, {"method": method, "winners": 2, "results": results}, "--json").stdout)
    points = [line["ns_points"] for line in answer["boards"][0]["lines"]]
    assert (
        points
        == {
            "butler": [6, -6, -11, 6],
            "cross-imps": [
                pytest.approx(22 / 3),
                pytest.approx(-13 / 3),
                pytest.approx(-31 / 3),
                pytest.approx(22 / 3),
            ],
            "total-points": [620, 170, -100, 620],
            "instant-matchpoints": [57, 45, 37, 57],
        }[method]
    )
    assert ("percent" in answer["ranking"][0]) == (method == "instant-matchpoints")


def test_teams_in_imps_and_victory_points(tmp_path: Path) -> None:
    results = [
        {"board": 1, "ns": "A", "ew": "B", "score": 130},
        {"board": 1, "ns": "B", "ew": "A", "score": 400},
        {"board": 2, "ns": "A", "ew": "B", "score": 650},
        {"board": 2, "ns": "B", "ew": "A", "score": 0},
    ]
    data = {"method": "imps", "boards_per_match": 6, "results": results}
    answer = json.loads(scored(tmp_path, data, "--json").stdout)
    assert [line["ns_points"] for line in answer["boards"][0]["lines"]] == [-7, 7]
    assert [(each["contestant"], each["points"], each["vps"]) for each in answer["ranking"]] == [
        ("A", 5, 12.33),
        ("B", -5, 7.67),
    ]
    fined = data | {"penalties": [{"contestant": "A", "amount": "1 VP"}, {"contestant": "B", "amount": "3 IMPs"}]}
    after = json.loads(scored(tmp_path, fined, "--json").stdout)["ranking"]
    # the 3 IMPs are taken before the conversion: -8 over 6 boards is 6.47; A's own margin is still 5
    assert [(each["contestant"], each["points"], each["vps"]) for each in after] == [("A", 5, 11.33), ("B", -8, 6.47)]
    rows = [line.split() for line in scored(tmp_path, fined).stdout.splitlines()]
    assert rows[0] == ["Place", "Name", "Boards", "Points", "VPs", "Penalty"]
    assert rows[1:3] == [["1", "A", "2", "5", "11.33", "1", "VP"], ["2", "B", "2", "-8", "6.47", "3"]]
    why = scored(tmp_path, data, "--why", "team A").stdout
    assert "5 over 6 boards on the scale wbf = 12.33" in why
    twice = scored(tmp_path, data | {"results": [*results, results[0]]}, "--json")
    assert twice.exit_code == 2
    assert twice.stderr.startswith("Result 5 (board 1): A has played this board already, in result 1")


def test_the_terminal_shows_strata_handicaps_and_who_sat_out(tmp_path: Path) -> None:
    lines = [{"board": 1, "ns": str(n), "ew": str(n + 10), "score": s} for n, s in enumerate((620, 170, -100, 650), 1)]
    lines += [{"board": 2, "ns": "5", "ew": "15", "score": 430}, {"board": 2, "ns": "1", "ew": "11", "score": 420}]
    data = {"method": "butler", "winners": 2, "regulations": "bnsw", "options": {"datum": "median"}, "results": lines}
    data["sit_outs"] = [{"contestant": "15", "direction": "EW", "boards": [1]}]
    data |= {"strata": {"2": "B"}, "handicaps": {"kind": "matchpoints", "contestants": {"3": 9}}}
    shown = scored(tmp_path, data, "--boards").stdout.splitlines()
    titles = [line.strip() for line in shown if line and not line.startswith((" ", "Place"))]
    assert [title for title in titles if "North-South" in title] == [
        *("North-South", "Stratum A North-South", "Stratum B North-South", "With handicaps North-South"),
    ]
    assert any(line.split() == ["15", "sits", "out", "1.25"] for line in shown)
