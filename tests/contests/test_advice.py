"""The adviser: what the manuals say comes out, and every choice can be played."""

from __future__ import annotations

import json

import pytest
from typer.testing import CliRunner

from arrowswitch.cli import app
from arrowswitch.contests.advice import EventChoice, EventWish, advise
from arrowswitch.contests.advice.choice import boards_in_play
from arrowswitch.contests.reading import BadContest


def best(**wish: int) -> EventChoice:
    return advise(EventWish(**wish))[0]  # type: ignore[arg-type]


def named(format: str, **wish: int) -> EventChoice:
    return next(choice for choice in advise(EventWish(**wish)) if choice.format == format)  # type: ignore[arg-type]


@pytest.mark.parametrize(("evenings", "most"), [(1, 4), (2, 7), (3, 10), (4, 13)])
def test_a_round_robin_is_best_up_to_three_matches_an_evening(evenings: int, most: int) -> None:
    # NZ Club Directors Manual, L3294: 3N + 1
    assert best(teams=most, evenings=evenings).format == "round-robin"
    assert best(teams=most, evenings=evenings).rounds == most - 1
    assert best(teams=most + 2, evenings=evenings).format in (
        ("round-robin",) if evenings == 1 else ("swiss", "american-whist")
    )


@pytest.mark.parametrize("teams", [5, 7, 9, 11, 13])
def test_odd_numbers_from_five_to_thirteen_play_american_whist(teams: int) -> None:
    # NZ Club Directors Manual, L3298, L3343-3352: 24 boards in all cases
    choice = best(teams=teams)
    assert choice.format == "american-whist"
    assert choice.rounds * choice.boards_a_match == 24
    assert choice.boards_in_play == {5: 30, 7: 28, 9: 27, 11: 33, 13: 26}[teams]


@pytest.mark.parametrize("teams", [15, 17, 21, 33])
def test_larger_odd_numbers_play_a_swiss_with_a_triple(teams: int) -> None:
    # NZ Club Directors Manual, L3298
    choice = best(teams=teams, evenings=2)
    assert choice.format == "swiss"
    assert "triple" in choice.warnings[0]
    assert choice.rounds % 2 == 0  # L3341


@pytest.mark.parametrize(("teams", "rounds"), [(20, (6, 7)), (10, (3, 4)), (11, (4,)), (60, (8, 6))])
def test_a_swiss_has_about_a_third_of_the_teams_as_rounds_and_eight_at_the_most(
    teams: int, rounds: tuple[int, ...]
) -> None:
    # NZ Club Directors Manual, L3553-3554; the troika of an odd number takes two rounds, L3341
    assert named("swiss", teams=teams, evenings=3).rounds in rounds
    assert named("swiss", teams=10, evenings=2).rounds == 4
    assert named("swiss", teams=60, evenings=4).rounds == 8


@pytest.mark.parametrize(
    ("teams", "rounds"),
    [(8, 3), *((teams, 4) for teams in range(9, 17)), *((teams, 5) for teams in range(17, 33))],
)
def test_the_rounds_of_a_swiss_in_one_session(teams: int, rounds: int) -> None:
    # Bridge Director's Companion, L3808-3818
    assert named("swiss", teams=teams).rounds == rounds


@pytest.mark.parametrize("teams", range(3, 8))
def test_three_to_seven_teams_play_a_round_robin_in_one_session(teams: int) -> None:
    # Bridge Director's Companion, L3810
    assert best(teams=teams).format in ("round-robin", "american-whist")


# Bridge Director's Companion, L3917-3946: teams, rounds, boards a match, boards in play
SESSIONS = [
    (3, 4, 6, 18), (4, 3, 8, 16), (5, 4, 6, 30), (6, 5, 5, 15), (7, 6, 4, 28), (8, 3, 9, 36), (9, 4, 6, 36), (10, 4, 6, 30),
    (11, 4, 6, 42), (12, 4, 6, 36), (13, 4, 6, 48), (14, 4, 6, 42), (15, 4, 6, 54), (16, 4, 6, 48), (17, 5, 5, 50), (18, 5, 5, 45),
]  # fmt: skip


@pytest.mark.parametrize(("teams", "rounds", "boards", "in_play"), SESSIONS)
def test_the_plan_of_a_session_is_the_printed_one(teams: int, rounds: int, boards: int, in_play: int) -> None:
    choice = named("swiss", teams=teams) if teams >= 8 else best(teams=teams)
    assert (choice.rounds, choice.boards_a_match, choice.boards_in_play) == (rounds, boards, in_play)
    assert boards_in_play(teams, boards) == in_play


@pytest.mark.parametrize(("teams", "boards"), [(3, 7), (6, 6), (8, 9), (9, 7), (12, 7), (16, 7), (17, 5)])
def test_with_time_for_it_matches_have_the_larger_printed_number_of_boards(teams: int, boards: int) -> None:
    # Bridge Director's Companion, L3917-3946: 6 / 7, of six teams 5 / 6
    choice = named("swiss", teams=teams, minutes=300) if teams >= 8 else best(teams=teams, minutes=300)
    assert choice.boards_a_match == boards


def test_eight_teams_can_also_play_four_rounds_of_seven_boards() -> None:
    # Bridge Director's Companion, L3917-3946
    ways = [(each.rounds, each.boards_a_match) for each in advise(EventWish(teams=8)) if each.format == "swiss"]
    assert ways == [(3, 9), (4, 7)]


def test_six_teams_on_three_nights_have_two_rounds_of_twelve_boards_and_a_play_off() -> None:
    # NZ Club Directors Manual, L3487
    choice = named("round-robin-play-off", teams=6, evenings=3)
    assert (choice.rounds, choice.matches_an_evening, choice.boards_a_match) == (6, 2, 12)


def test_eight_teams_on_four_nights_end_with_championship_and_plate() -> None:
    # NZ Club Directors Manual, L3532-3547: seven rounds, three, and two, of eight boards
    choice = named("round-robin-finals", teams=8, evenings=4)
    assert (choice.rounds, choice.matches_an_evening, choice.boards_a_match) == (12, 3, 8)
    assert "30%" in choice.reasons[1]


@pytest.mark.parametrize("teams", [3, 4, 6, 11, 16, 25, 40, 64, 100, 200])
@pytest.mark.parametrize("evenings", [1, 2, 3, 5, 10])
@pytest.mark.parametrize("minutes", [None, 150, 210])
def test_every_choice_fits_into_its_evenings(teams: int, evenings: int, minutes: int | None) -> None:
    for choice in advise(EventWish(teams=teams, evenings=evenings, minutes=minutes)):
        assert 1 <= choice.evenings <= evenings
        assert choice.rounds <= choice.matches_an_evening * choice.evenings
        assert minutes is None or choice.minutes <= minutes
        assert choice.boards_a_match >= 1
        assert choice.reasons


def test_a_club_with_too_few_boards_is_told() -> None:
    choice = next(each for each in advise(EventWish(teams=12, stock=30)) if each.format == "swiss")
    assert "In play at once: 36 boards. There are 30; tables would have to share." in choice.warnings


def test_pairs_have_sessions_or_a_swiss() -> None:
    assert {choice.format for choice in advise(EventWish(pairs=24, evenings=3))} >= {"sessions", "swiss"}


@pytest.mark.parametrize(
    "wish",
    [
        {},
        {"teams": 5, "pairs": 5},
        {"teams": 2},
        {"teams": 9, "evenings": 0},
        {"teams": 9, "minutes": 5},
        {"teams": 9, "stock": 0},
    ],
)
def test_wishes_that_cannot_be_met_are_refused(wish: dict[str, int]) -> None:
    with pytest.raises(BadContest):
        EventWish(**wish)  # type: ignore[arg-type]


def test_the_command_answers_with_choices() -> None:
    done = CliRunner().invoke(app, ["event", "advise", "--teams", "11", "--evenings", "3", "--json"])
    assert done.exit_code == 0
    choices = json.loads(done.output)["choices"]
    assert [choice["format"] for choice in choices] == ["american-whist", "swiss", "swiss", "pools", "knockout"]
    assert set(choices[0]) >= {
        "format",
        "name",
        "rounds",
        "boards_per_match",
        "minutes",
        "reasons",
        "warnings",
        "command",
    }
    told = CliRunner().invoke(app, ["event", "advise", "--teams", "11", "--evenings", "3"])
    assert "Swiss teams: 4 rounds, 2 an evening, 12 boards each" in told.output
    assert "4 rounds: about a third of 11 entries, and 8 at the most.\n  It takes 2 evenings." in told.output
    assert "6 rounds fill all evenings; fewer would find a winner." in told.output
    for words, sentence in (
        (["--teams", "2"], "An event of teams has 3 to 200 of them, not 2."),
        ([], "Say how many teams or how many pairs, not both."),
        (["--teams", "9", "--regulations", "mars"], "mars"),
        (["--teams", "9", "--minutes", "5"], "An evening has 60 to 720 minutes, not 5."),
    ):
        refused = CliRunner().invoke(app, ["event", "advise", *words])
        assert refused.exit_code == 2
        assert sentence in refused.output
