"""Knockouts: the printed chart, plans that hold together, seeded brackets, and what lateness costs."""

from __future__ import annotations

import json

import pytest
from typer.testing import CliRunner

from arrowswitch.cli import app
from arrowswitch.contests.knockout import KnockoutRound, bracket, first_round, lateness, plans
from arrowswitch.contests.reading import BadContest

# Bridge Director's Companion, L4107-4132: teams, two-way, three-way with two survivors, with one, next
PRINTED = """
3 0 1 0 2|4 2 0 0 2|5 1 0 1 2|6 0 2 0 4|7 2 1 0 4|8 4 0 0 4|9 3 0 1 4|10 2 0 2 4|11 1 0 3 4|12 0 4 0 8|13 2 3 0 8|14 4 2 0 8
|15 6 1 0 8|16 8 0 0 8|17 7 0 1 8|18 6 0 2 8|19 2 5 0 12|20 4 4 0 12|21 6 3 0 12|22 8 2 0 12|23 10 1 0 12|24 0 8 0 16
|25 2 7 0 16|26 4 6 0 16|27 6 5 0 16|28 8 4 0 16|29 10 3 0 16|30 12 2 0 16|31 14 1 0 16|32 16 0 0 16
"""
ROWS = [tuple(map(int, row.split())) for row in PRINTED.split("|")]


def by_name(teams: int, name: str) -> tuple[KnockoutRound, ...] | None:
    return next((plan.rounds for plan in plans(teams) if plan.name == name), None)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: str(row[0]))
def test_the_chart_is_the_printed_one(row: tuple[int, ...]) -> None:
    teams, two, three_two, three_one, following = row
    rounds = by_name(teams, "chart")
    assert rounds is not None
    first = rounds[0]
    assert (first.two_way, first.three_way_two, first.three_way_one, first.survivors) == (
        two,
        three_two,
        three_one,
        following,
    )


@pytest.mark.parametrize("teams", range(3, 65))
def test_every_plan_comes_down_to_one_and_loses_nobody_on_the_way(teams: int) -> None:
    for plan in plans(teams):
        left = teams
        for each in plan.rounds:
            assert each.teams == left
            assert 2 * each.two_way + 3 * (each.three_way_two + each.three_way_one) + each.byes == left
            left = each.survivors
        assert left == 1
        groups = first_round(plan.rounds[0])
        assert sorted(seed for group in groups for seed in group) == list(range(1, teams + 1))
        assert sorted(map(len, groups)) == sorted(
            [1] * plan.rounds[0].byes
            + [2] * plan.rounds[0].two_way
            + [3] * (plan.rounds[0].three_way_two + plan.rounds[0].three_way_one)
        )


def test_eleven_come_down_by_six_rather_than_with_one_of_three() -> None:
    # Bridge Director's Companion, L4107
    best, *others = plans(11)
    assert best.way == (11, 6, 4, 2)
    assert (11, 4, 2) in [plan.way for plan in others]
    assert best.rounds[0] == KnockoutRound(11, 4, 1)


@pytest.mark.parametrize("teams", range(3, 65))
def test_the_first_plan_has_no_match_of_three_that_only_one_survives(teams: int) -> None:
    assert plans(teams)[0].one_survivor == 0


@pytest.mark.parametrize("teams", range(3, 65))
def test_in_a_bracket_the_best_seeds_meet_last(teams: int) -> None:
    matches = bracket(teams)
    assert len(matches) == teams - 1
    assert matches[-1].sides == (1, 2)
    rounds = matches[-1].round
    for match in matches:  # if the better seed always wins, so many are left after each round
        assert max(match.sides) <= 1 << (rounds - match.round + 1)
        assert all(earlier is None or matches[earlier - 1].sides[0] in match.sides for earlier in match.after)


@pytest.mark.parametrize("teams", [2, 65, 0, -1])
def test_other_numbers_are_refused(teams: int) -> None:
    with pytest.raises(BadContest, match="A knockout is planned for 3 to 64 teams"):
        plans(teams)


@pytest.mark.parametrize(("minutes", "imps", "boards"), [(9, 0, 0), (12, 1, 0), (17, 3, 0), (22, 6, 1), (40, 15, 4)])
def test_lateness_costs_imps_and_boards(minutes: int, imps: int, boards: int) -> None:
    # Bridge Director's Companion, L4081-4089
    late = lateness(minutes)
    assert (late.imps, late.boards_withdrawn, late.board_imps, late.forfeit) == (imps, boards, 3 * boards, False)
    assert lateness(41).forfeit


def test_the_command_prints_every_plan() -> None:
    done = CliRunner().invoke(app, ["knockout", "plan", "--teams", "13", "--json"])
    found = json.loads(done.output)
    assert done.exit_code == 0
    assert found["rounds"][0] == {
        "round": 1,
        "teams": 13,
        "two_way": 2,
        "three_way_two_survivors": 3,
        "three_way_one_survivor": 0,
        "byes": 0,
        "next": 8,
    }
    assert found["plans"][0]["name"] == "chart"
    assert found["plans"][-1]["bracket"][-1]["seeds"] == [1, 2]
    told = CliRunner().invoke(app, ["knockout", "plan", "--teams", "11"])
    assert "11-6-4-2: 4 rounds." in told.output
    refused = CliRunner().invoke(app, ["knockout", "plan", "--teams", "99"])
    assert refused.exit_code == 2
    assert "3 to 64 teams, not 99." in refused.output


def test_the_command_says_what_a_late_team_loses() -> None:
    ask = CliRunner().invoke
    told = ask(app, ["knockout", "late", "22"]).output
    assert told == "The other side gains 6 IMPs.\n1 board fewer to play, for which it gains another 3 IMPs.\n"
    assert ask(app, ["knockout", "late", "41"]).output == "The match is forfeited.\n"
    assert json.loads(ask(app, ["knockout", "late", "12", "--json"]).output) == {
        "imps": 1,
        "boards_withdrawn": 0,
        "board_imps": 0,
        "forfeit": False,
    }
    assert ask(app, ["knockout", "late", "--", "-3"]).exit_code == 2
