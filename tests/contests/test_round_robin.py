"""Fixtures, leagues and what is carried over."""

from __future__ import annotations

import json
from collections import Counter
from datetime import date
from fractions import Fraction
from itertools import combinations, pairwise
from pathlib import Path

import pytest
from typer.testing import CliRunner

from arrowswitch.cli import app
from arrowswitch.contests.reading import BadContest
from arrowswitch.contests.round_robin import FixtureWish, carry, every, fixtures, moves, pools, postponed
from arrowswitch.contests.standings import Contest, ContestResult, standings


def names(count: int) -> tuple[str, ...]:
    return tuple(str(number) for number in range(1, count + 1))


@pytest.mark.parametrize("count", range(2, 31))
@pytest.mark.parametrize("times", [1, 2, 3])
def test_everybody_meets_everybody_as_often_as_wanted_and_plays_once_a_round(count: int, times: int) -> None:
    found = fixtures(FixtureWish(names(count), times))
    met = Counter(frozenset((each.home, each.away)) for each in found if each.away)
    assert met == {frozenset(two): times for two in combinations(names(count), 2)}
    for number in range(1, max(each.round for each in found) + 1):
        playing = [side for each in found if each.round == number for side in (each.home, each.away) if side]
        assert sorted(playing) == sorted(names(count))


@pytest.mark.parametrize("count", range(2, 31))
def test_home_and_away_are_even_and_change_as_often_as_they_can(count: int) -> None:
    found = fixtures(FixtureWish(names(count)))
    breaks = 0
    for name in names(count):
        ways = [each.home == name for each in found if each.away and name in (each.home, each.away)]
        assert abs(2 * sum(ways) - len(ways)) <= 1
        breaks += sum(first == second for first, second in pairwise(ways))
    assert breaks <= max(0, count - 2)  # with an even number no fixtures have fewer


@pytest.mark.parametrize("count", [4, 7, 10])
def test_a_double_round_robin_is_at_home_once_and_away_once(count: int) -> None:
    found = fixtures(FixtureWish(names(count), 2))
    assert Counter((each.home, each.away) for each in found if each.away) == {
        (a, b): 1 for a in names(count) for b in names(count) if a != b
    }


def test_evenings_have_their_days_and_must_be_enough() -> None:
    found = fixtures(FixtureWish(names(6), dates=every(date(2026, 1, 5), 14, 3), rounds_an_evening=2))
    assert {each.round: str(each.day) for each in found} == {
        1: "2026-01-05",
        2: "2026-01-05",
        3: "2026-01-19",
        4: "2026-01-19",
        5: "2026-02-02",
    }
    with pytest.raises(BadContest, match="For 5 rounds there must be 5 evenings; there are 4"):
        fixtures(FixtureWish(names(6), dates=every(date(2026, 1, 5), 7, 4)))


def test_a_match_can_be_postponed_but_nobody_plays_twice_on_a_day() -> None:
    plan = fixtures(FixtureWish(names(4), dates=every(date(2026, 1, 5), 7, 3)))
    first = plan[0]
    assert first.away
    later = postponed(plan, first.home, first.away, date(2026, 1, 8))
    assert later[0].day == date(2026, 1, 8)
    assert later[1:] == plan[1:]
    with pytest.raises(BadContest, match="has another match on 2026-01-12"):
        postponed(plan, first.home, first.away, date(2026, 1, 12))
    with pytest.raises(BadContest, match="9 v 1 is not among the fixtures"):
        postponed(plan, "9", "1", date(2026, 1, 8))


def test_the_last_go_down_and_the_first_go_up() -> None:
    found = moves([["A", "B", "C", "D"], ["E", "F", "G", "H"], ["I", "J", "K", "L"]], 1)
    assert [(move.team, move.before, move.after) for move in found] == [
        ("D", 1, 2),
        ("E", 2, 1),
        ("H", 2, 3),
        ("I", 3, 2),
    ]
    with pytest.raises(BadContest, match="too few teams"):
        moves([["A", "B"], ["C", "D", "E"], ["F", "G"]], 2)


def test_pools_are_of_like_strength() -> None:
    assert pools(names(8), 2) == [["1", "4", "5", "8"], ["2", "3", "6", "7"]]
    assert sorted(map(len, pools(names(11), 3))) == [3, 4, 4]
    with pytest.raises(BadContest):
        pools(names(3), 2)


def table() -> object:
    rounds = (
        (ContestResult(("A", "B"), vps=(12, 8)), ContestResult(("C", "D"), vps=(15, 5))),
        (ContestResult(("A", "C"), vps=(9, 11)), ContestResult(("B", "D"), vps=(20, 0))),
    )
    return standings(Contest(tuple("ABCD"), rounds, start={"A": 107, "B": 94}))


def test_a_play_off_carries_the_difference() -> None:
    # NZ Club Directors Manual, L3286: 128 against 122 is 6
    found = carry(table(), ["A", "B"], "difference")  # type: ignore[arg-type]
    assert [(each.contestant, each.vps) for each in found] == [("A", 6), ("B", 0)]


def test_a_wide_field_carries_thirty_per_cent() -> None:
    # NZ Club Directors Manual, L3286, L3546
    found = carry(table(), ["A", "B"], "share")  # type: ignore[arg-type]
    assert [float(each.vps) for each in found] == [38.4, 36.6]
    assert found[0].working == "30% of 128"
    assert [each.vps for each in carry(table(), ["A", "B"], "share", Fraction(1))] == [128, 122]  # type: ignore[arg-type]


def test_matches_against_fellow_qualifiers_are_carried_over() -> None:
    found = carry(table(), ["A", "B", "C"], "fellows")  # type: ignore[arg-type]
    assert [(each.contestant, each.vps) for each in found] == [("A", 21), ("B", 8), ("C", 11)]


@pytest.mark.parametrize(
    ("names_given", "way", "sentence"),
    [(["A"], "half", "is no way to carry over"), (["X"], "share", "X is not in the table")],
)
def test_what_cannot_be_carried_is_refused(names_given: list[str], way: str, sentence: str) -> None:
    with pytest.raises(BadContest, match=sentence):
        carry(table(), names_given, way)  # type: ignore[arg-type]


def test_the_command_makes_fixtures() -> None:
    ask = CliRunner().invoke
    done = ask(app, ["event", "fixtures", "--teams", "5", "--first", "2026-01-05", "--json"])
    found = json.loads(done.output)
    assert len(found["fixtures"]) == 10
    assert len(found["byes"]) == 5
    assert found["fixtures"][-1]["day"] == "2026-02-02"
    two = json.loads(ask(app, ["event", "fixtures", "--teams", "8", "--pools", "2", "--json"]).output)["fixtures"]
    assert {side for each in two if each["pool"] == 1 for side in (each["home"], each["away"])} == {"1", "4", "5", "8"}
    assert len(two) == 12
    assert "Pool 2" in ask(app, ["event", "fixtures", "--teams", "8", "--pools", "2"]).output
    assert "Round 3: " in ask(app, ["event", "fixtures", "--teams", "Avon, Brook, Cliff"]).output
    for words, sentence in (
        (["--teams", "1"], "A round robin has 2 to 60 entries, not 1."),
        (["--teams", "A,A"], "A is entered twice."),
        (["--teams", "6", "--pools", "4"], "Pools have two or more: 6 entered cannot make 4 of them."),
        (["--teams", "4", "--first", "Monday"], "“Monday” is no day; write 2026-01-05."),
        (["--teams", "4", "--times", "9"], "1 to 4 times, not 9."),
        (["--teams", "4", "--first", "2026-01-05", "--every", "0"], "1 to 366 days apart, not 0."),
    ):
        refused = ask(app, ["event", "fixtures", *words])
        assert (refused.exit_code, sentence in refused.output) == (2, True)


def test_the_command_carries_over(tmp_path: Path) -> None:
    file = tmp_path / "contest.json"
    matches = [{"a": "A", "b": "B", "vps": [12, 8]}, {"a": "C", "b": "D", "vps": [15, 5]}]
    file.write_text(json.dumps({"contestants": [{"id": name} for name in "ABCD"], "rounds": [{"matches": matches}]}))
    ask = CliRunner().invoke
    found = json.loads(ask(app, ["standings", str(file), "--carry", "share:50%", "--json"]).output)
    assert found["carried"] == [
        {"contestant": "C", "vps": 7.5, "working": "50% of 15"},
        {"contestant": "A", "vps": 6, "working": "50% of 12"},
    ]
    assert "C carries over 3 (15 less 12)" in ask(app, ["standings", str(file), "--carry", "difference"]).output
    for words, sentence in (
        (["--carry", "half"], "“half” is no way to carry over"),
        (["--carry", "share:x"], "“x” is no share; write share:30%."),
        (["--carry", "share", "--qualify", "9"], "1 to 4 can qualify, not 9."),
    ):
        refused = ask(app, ["standings", str(file), *words])
        assert (refused.exit_code, sentence in refused.output) == (2, True)


def test_the_command_carries_nothing_over_a_tie_and_takes_no_board_that_is_not_there(tmp_path: Path) -> None:
    file = tmp_path / "contest.json"
    contest = {"contestants": [{"id": name} for name in "ABCD"], "boards": 8}
    ask = CliRunner().invoke

    def refused(match: dict[str, object], *words: str, **more: object) -> str:
        matches = [{"a": "A", "b": "B", "vps": [15, 5]}, {"a": "C", "b": "D", **match}]
        file.write_text(json.dumps({**contest, **more, "rounds": [{"matches": matches}]}))
        answer = ask(app, ["standings", str(file), *words])
        assert answer.exit_code == 2
        return " ".join(answer.output.split())

    level: dict[str, object] = {"vps": [10, 10]}
    assert refused(level, "--carry", "difference") == "C, D share a place: let all of them qualify, or none."
    assert "C v D: of 8 boards no more than these can be played or left out." in refused(
        {"imps": [5, 0], "unplayed": 9}
    )
    assert "There are no regulations" in refused(level, regulations=["nzb"])


def test_the_command_says_who_goes_up_and_down(tmp_path: Path) -> None:
    def division(name: str, *vps: float) -> str:
        teams = [f"{name}{number}" for number in range(1, len(vps) + 1)]
        entries = [{"id": team, "start": won} for team, won in zip(teams, vps, strict=True)]
        file = tmp_path / f"{name}.json"
        file.write_text(json.dumps({"contestants": entries, "contest": "round-robin"}))
        return str(file)

    files = [division("A", 90, 70, 60, 40), division("B", 80, 75, 50, 45), division("C", 99, 30, 20, 10)]
    done = CliRunner().invoke(app, ["event", "moves", *files, "--places", "1", "--json"])
    assert json.loads(done.output)["moves"] == [
        {"team": "A4", "from": 1, "to": 2},
        {"team": "B1", "from": 2, "to": 1},
        {"team": "B4", "from": 2, "to": 3},
        {"team": "C1", "from": 3, "to": 2},
    ]
    told = CliRunner().invoke(app, ["event", "moves", *files, "--places", "1"])
    assert told.output.splitlines()[:2] == ["A4 goes down to division 2.", "B1 goes up to division 1."]
    tied = division("A", 90, 70, 60, 60)
    for words, sentence in (
        ([tied, files[1], "--places", "1"], "A3, A4 share place 3 of division 1: break the tie first."),
        ([files[0]], "A league has two divisions or more."),
        ([*files, "--places", "0"], "One or more go up and down, not 0."),
        ([*files, "--places", "3"], "A division has too few teams"),
    ):
        refused = CliRunner().invoke(app, ["event", "moves", *words])
        assert refused.exit_code == 2
        assert sentence in refused.output.replace("\n", " ")
