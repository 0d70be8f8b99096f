"""A night of teams: victory points by the movement's own boards, names, line-ups, and matches without boards."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from night import DIRECTOR, SCORER, Night, pad

from arrowswitch.movements import build
from arrowswitch.regulations import load
from arrowswitch.scoring import matches
from arrowswitch.session import (
    BareScore,
    Correct,
    Enter,
    LineKey,
    Place,
    Refused,
    SeatedPlayer,
    Seating,
    SeatPlayers,
    Undo,
)
from arrowswitch.session.acts import (
    AwardMatch,
    EnterMatch,
    GiveLineUp,
    NameTeam,
    ScoreMatches,
    SectionPlan,
    SetSections,
    Settings,
    Strike,
)
from arrowswitch.session.night import missing, scored, table_map
from arrowswitch.session.night.results import standings
from arrowswitch.session.night.seats import around, members_of
from arrowswitch.session.night.teams import MatchKey, matches_of
from arrowswitch.session.sight import Device, pad_view

ANN, BOB, CAT, DAN, EVE, FAY = (SeatedPlayer(name) for name in ("Ann", "Bob", "Cat", "Dan", "Eve", "Fay"))


def four_teams(**options: Any) -> Night:
    """Three rounds of matches over two boards: 1-2 and 3-4 at first, both halves at once."""
    movement = build("round-robin", teams=4, boards_per_round=2)
    return Night(movement, **({"method": "imps", "victory_points": True} | options)).start()


def first_match(night: Night) -> MatchKey:
    return next(key for key, _ in matches_of(night.state))


def seat_team(night: Night, number: int = 1, players: tuple[SeatedPlayer, ...] = (ANN, BOB, CAT, DAN)) -> None:
    seats = zip("NSEW", players, strict=True)
    night.do(SeatPlayers(tuple(Seating(Place("A", number, seat), player) for seat, player in seats)))  # type: ignore[arg-type] # letters


# -- victory points ---------------------------------------------------------------------------------------------------


def test_the_movement_says_how_many_boards_a_match_has() -> None:
    night = four_teams()
    night.play_round(0)
    assert {match.on_scale for mine in matches(scored(night.state)).values() for match in mine} == {2}
    assert {float(each.vps or 0) for each in standings(night.state)} == {10.0}


def test_a_card_with_rounds_of_two_lengths_has_matches_of_two_lengths() -> None:
    movement = build("stagger", teams=8, boards=25)
    assert movement.course == "3 × 3 + 4 × 4"
    night = Night(movement, method="imps", victory_points=True).start()
    night.play_all(0)
    lengths = {match.on_scale for mine in matches(scored(night.state)).values() for match in mine}
    assert lengths == {3, 4}


def test_another_plan_before_play_brings_its_own_boards() -> None:
    night = Night(build("round-robin", teams=4, boards_per_round=2), method="imps", victory_points=True)
    night.do(SetSections((SectionPlan("A", build("round-robin", teams=4, boards_per_round=3)),), "imps"))
    night.start().play_round(0)
    assert {match.on_scale for mine in matches(scored(night.state)).values() for match in mine} == {3}


def test_a_session_may_have_a_scale_of_its_own() -> None:
    night = four_teams()
    night.do(ScoreMatches("acbl-20"))
    assert night.state.regulations.matches.scale == "acbl-20"
    assert night.state.regulations.source("matches.scale") == "Chosen for this session"
    night.do(Undo())
    assert night.state.regulations.matches.scale == "wbf"


def test_matches_may_be_ranked_by_imps_alone() -> None:
    night = four_teams()
    night.do(ScoreMatches(None))
    night.play_round(0)
    assert {each.vps for each in standings(night.state)} == {None}


@pytest.mark.parametrize(
    ("scale", "sentence"),
    [
        ("percent-20", "The scale percent-20 is for percentages, and not for IMPs."),
        ("mine", "There is no scale “mine”"),
        ("wbf", "Nothing would change."),
    ],
)
def test_a_scale_that_will_not_do_is_refused(scale: str, sentence: str) -> None:
    with pytest.raises(Refused, match=sentence):
        four_teams().do(ScoreMatches(scale))


# -- names and line-ups -----------------------------------------------------------------------------------------------


def test_a_team_has_a_name_a_captain_and_up_to_six_players() -> None:
    night = four_teams()
    seat_team(night)
    night.do(NameTeam("A", 1, " The  Herons ", (EVE, FAY), BOB))
    team = night.state.team("A", 1)
    assert (team.name, team.captain) == ("The Herons", BOB)
    assert members_of(night.state, "A", 1) == (ANN, BOB, CAT, DAN, EVE, FAY)


@pytest.mark.parametrize(
    ("act", "sentence"),
    [
        (NameTeam("A", 1, spares=(EVE, FAY, SeatedPlayer("Gus"))), "A team has four to six players."),
        (NameTeam("A", 1, spares=(ANN,)), "The same person is in this team twice."),
        (NameTeam("A", 1, captain=EVE), "Eve is not in this team, and cannot be its captain."),
        (NameTeam("A", 9, "Herons"), "There is no 9 in this session."),
        (NameTeam("A", 2, spares=(SeatedPlayer("ann"),)), "Ann plays for Team 1 already."),
        (NameTeam("A", 1, "x" * 41), "The name of a team has at most 40 letters."),
    ],
)
def test_a_team_that_cannot_be_is_refused(act: NameTeam, sentence: str) -> None:
    night = four_teams()
    seat_team(night)
    with pytest.raises(Refused, match=sentence):
        night.do(act)


def test_two_teams_cannot_have_the_same_name() -> None:
    night = four_teams()
    night.do(NameTeam("A", 1, "Herons"))
    with pytest.raises(Refused, match="Team 1 is called Herons already"):
        night.do(NameTeam("A", 2, "herons"))


def test_a_pair_has_no_line_up() -> None:
    with pytest.raises(Refused, match="This is a session of pairs"):
        Night(build("mitchell", tables=3)).do(NameTeam("A", 1, "Herons"))


def line_up(round_number: int, *players: SeatedPlayer) -> GiveLineUp:
    seats = zip("NSEW", players, strict=True)
    places = tuple(Seating(Place("A", 1, seat), player) for seat, player in seats)  # type: ignore[arg-type] # letters
    return GiveLineUp("A", 1, round_number, places)


def test_a_line_up_holds_until_another_is_given() -> None:
    night = four_teams()
    seat_team(night)
    night.do(NameTeam("A", 1, spares=(EVE,)))
    night.do(line_up(2, EVE, BOB, ANN, DAN))
    at_home = [around(night.state, "A", number, 1)["N"] for number in (1, 2, 3)]
    assert at_home == [ANN, EVE, EVE]
    night.do(line_up(3, ANN, BOB, CAT, DAN))
    assert [around(night.state, "A", number, 1)["N"] for number in (1, 2, 3)] == [ANN, EVE, ANN]
    night.do(Undo())
    assert around(night.state, "A", 3, 1)["N"] == EVE


@pytest.mark.parametrize(
    ("act", "sentence"),
    [
        (line_up(2, FAY, BOB, CAT, DAN), "Fay is not in this team. Name the team first."),
        (line_up(2, ANN, ANN, CAT, DAN), "Nobody can sit on two seats."),
        (line_up(4, EVE, BOB, CAT, DAN), "There is no round 4: the last is round 3."),
        (line_up(2, ANN, BOB, CAT, DAN), "Nothing would change."),
        (GiveLineUp("A", 1, 2, ()), "A line-up names all four"),
    ],
)
def test_a_line_up_that_cannot_be_is_refused(act: GiveLineUp, sentence: str) -> None:
    night = four_teams()
    seat_team(night)
    night.do(NameTeam("A", 1, spares=(EVE,)))
    with pytest.raises(Refused, match=sentence):
        night.do(act)


# -- matches without boards -------------------------------------------------------------------------------------------


def test_a_match_entered_as_a_whole_counts_and_nothing_of_it_is_missing() -> None:
    night = four_teams()
    key = first_match(night)
    night.do(EnterMatch(key, Fraction(34), Fraction(21)), SCORER)
    found = {each.contestant: each for each in standings(night.state)}
    assert (found["A1"].points, found["A2"].points) == (13, -13)
    assert {each.line.table for each in missing(night.state)} == {3, 4}
    assert [view.done for view in table_map(night.state)] == [True, True, False, False]


def test_it_is_corrected_and_undone_like_anything() -> None:
    night = four_teams()
    key = first_match(night)
    night.do(EnterMatch(key, Fraction(34), Fraction(21)))
    night.do(EnterMatch(key, Fraction(21), Fraction(34)))
    assert standings(night.state)[0].contestant == "A2"
    night.do(Undo())
    assert standings(night.state)[0].contestant == "A1"
    night.do(Undo())
    assert not night.state.matches


def test_its_boards_can_no_longer_be_entered() -> None:
    night = four_teams()
    key = first_match(night)
    night.do(EnterMatch(key, Fraction(34), Fraction(21)))
    board = night.state.sections["A"].movement.at[1, 1].boards[0]
    for by in (DIRECTOR, pad(1)):
        with pytest.raises(Refused, match=r"has a result as a whole \(34 to 21\)"):
            night.do(Enter(LineKey("A", 1, 1, board), BareScore(110)), by)


def test_a_match_with_boards_cannot_be_entered_as_a_whole() -> None:
    night = four_teams()
    board = night.state.sections["A"].movement.at[1, 1].boards[0]
    night.enter(LineKey("A", 1, 1, board), 110)
    with pytest.raises(
        Refused, match=f"This match has results on boards {board}. A match has its boards or one result"
    ):
        night.do(EnterMatch(first_match(night), Fraction(34), Fraction(21)))
    night.do(Strike(LineKey("A", 1, 1, board)), why="not theirs")
    night.do(EnterMatch(first_match(night), Fraction(34), Fraction(21)))


def test_both_teams_the_same_way_have_eight_points_each() -> None:
    # NZ manual L3288-3290, with every board scored as it was played
    night = four_teams(regulations="nzb")
    night.play_round(110)
    night.do(AwardMatch(first_match(night), "same-way"), why="both sat North-South")
    found = {each.contestant: each for each in standings(night.state)}
    assert [float(found[name].vps or 0) for name in ("A1", "A2")] == [8.0, 8.0]
    assert found["A1"].boards == 0
    night.do(Undo())
    assert float({each.contestant: each for each in standings(night.state)}["A1"].vps or 0) == 10.0


def test_a_forfeit_is_worth_what_the_other_matches_make_of_it() -> None:
    night = four_teams(regulations="bnsw")
    key = first_match(night)
    night.do(AwardMatch(key, "forfeit", key.other), why="three players")
    found = {each.contestant: each for each in standings(night.state)}
    assert (found["A1"].vps, found["A2"].vps) == (load("bnsw").matches.forfeit, 0)


@pytest.mark.parametrize(
    ("award", "absent", "sentence"),
    [
        ("forfeit", None, "Say which team has forfeited the match."),
        ("forfeit", 4, "That team is not in this match."),
        ("same-way", 1, "Say which team has forfeited the match."),
    ],
)
def test_an_award_that_will_not_do_is_refused(award: Any, absent: int | None, sentence: str) -> None:
    night = four_teams()
    with pytest.raises(Refused, match=sentence):
        night.do(AwardMatch(first_match(night), award, absent), why="x")


def test_an_award_needs_victory_points() -> None:
    night = four_teams(victory_points=False)
    with pytest.raises(Refused, match="Matches have no victory points in this session"):
        night.do(AwardMatch(first_match(night), "same-way"), why="x")


def test_a_match_that_there_is_not_is_refused() -> None:
    night = four_teams()
    with pytest.raises(Refused, match="There is no such match in this session"):
        night.do(EnterMatch(MatchKey("A", 1, 2, 3), Fraction(1), Fraction(2)))


def test_a_board_a_match_may_be_entered_as_a_whole_too() -> None:
    night = four_teams(method="board-a-match", victory_points=False)
    night.do(EnterMatch(first_match(night), Fraction(3), Fraction(1)))
    assert [(each.contestant, each.percent) for each in standings(night.state)] == [("A1", 75), ("A2", 25)]


# -- on phones --------------------------------------------------------------------------------------------------------


def shown_at(night: Night, table: int) -> dict[str, Any]:
    def names(_section: str, number: int, _round: int) -> list[str]:
        return [player.name for player in members_of(night.state, "A", number)[:4]]

    return pad_view(night.state, Device("A", table), names, night.now)


def test_a_pad_says_which_half_of_a_team_sits_there_and_where_the_other_is() -> None:
    night = four_teams()
    seat_team(night)
    night.do(NameTeam("A", 1, "Herons"))
    here, there = shown_at(night, 1)["stops"][0], shown_at(night, 2)["stops"][0]
    assert (here["ns"]["label"], here["ns"]["names"], here["ns"]["mates"]) == ("Team 1 Herons", ["Ann", "Bob"], 2)
    assert (there["ew"]["names"], there["ew"]["mates"]) == (["Cat", "Dan"], 1)


def test_a_match_is_shown_at_its_own_tables_once_both_have_all_boards() -> None:
    night = four_teams(settings=Settings(scores="board", wait=True))
    night.play_round(110)
    night.do(Correct(LineKey("A", 1, 1, 1), BareScore(420)), why="misread")
    (match,) = shown_at(night, 1)["match"]
    assert (match["team"], match["net"], match["vps"]) == ("Team 1", "+7", "14.96")
    assert {row["ns_pair"] for row in shown_at(night, 1)["boards"]["1"]["traveller"]} == {"Team 1", "Team 2"}
    assert [each["net"] for each in shown_at(night, 3)["match"]] == ["0"]


def test_a_match_is_not_shown_before_the_results_are_posted_unless_the_club_wants_it() -> None:
    night = four_teams()
    night.play_round(110)
    assert shown_at(night, 1)["match"] == []
