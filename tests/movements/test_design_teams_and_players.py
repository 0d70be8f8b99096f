"""Designs of teams and of single players: against the catalogue, against what counting says, and every wish against what it made."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import islice
from math import ceil
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arrowswitch.movements import Movement, audit, balance, build, choose
from arrowswitch.movements.choosing.individuals import individual_cost
from arrowswitch.movements.choosing.teams import team_cost
from arrowswitch.movements.design import (
    PlayersDesign,
    PlayersWish,
    TeamsDesign,
    TeamsWish,
    design_players,
    design_teams,
)
from arrowswitch.movements.design.players import designing_players, players_bound
from arrowswitch.movements.design.teams import cost_of, designing_teams, teams_bound
from arrowswitch.movements.model import ImpossibleWish


def of_teams(teams: int, rounds: int, size: int = 3, *, enough: int = 40, **wish: Any) -> TeamsDesign:
    """The best after so many answers, proved legal: the audit asks that both halves of a match have the same boards."""
    *_, best = islice(designing_teams(TeamsWish(teams, rounds, size, **wish)), enough)
    assert audit(best.movement).faults == ()
    return best


def of_players(players: int, rounds: int, size: int = 2, *, enough: int = 26, **wish: Any) -> PlayersDesign:
    *_, best = islice(designing_players(PlayersWish(players, rounds, size, **wish)), enough)
    assert audit(best.movement).faults == ()
    return best


# -- teams ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("teams", "rounds"),
    [
        (4, 3),
        (5, 3),
        (6, 5),
        (7, 5),
        (8, 5),
        (9, 6),
        (9, 7),
        (9, 8),
        (10, 7),
        (11, 7),
        (12, 9),
        (15, 8),
        (17, 7),
        (20, 9),
    ],
)
def test_as_many_teams_meet_as_counting_allows(teams: int, rounds: int) -> None:
    """By hand: 9 teams play 9 halves a round, so that in 7 rounds 31 of their 36 matches can be whole."""
    assert teams_bound(9, 7).missed == 36 - 31
    found = of_teams(teams, rounds)
    assert (found.figures.missed, found.figures.repeated, found.proved) == (teams_bound(teams, rounds).missed, 0, True)
    assert found.figures.copies == 1


@pytest.mark.parametrize("teams", [4, 5, 6, 7, 9, 10, 12, 15])
def test_a_draw_is_never_worse_than_the_catalogue(teams: int) -> None:
    """By the choice's own measure, of the length of each choice that has one number of boards in all its rounds."""
    for choice in choose(teams=teams)[:3]:
        movement = choice.movement
        if {len(meeting.boards) for meeting in movement.meetings} != {movement.boards_per_round}:
            continue
        wish = TeamsWish(teams, movement.rounds, movement.boards_per_round)
        best = of_teams(teams, wish.rounds, wish.boards_per_round, enough=20)
        boards = wish.rounds * wish.boards_per_round
        assert best.cost <= cost_of(wish, movement, 0) + 1e-6
        assert team_cost(best.movement, (boards, boards)) <= team_cost(movement, (boards, boards)) + 1e-6


def test_a_howell_of_teams_needs_one_copy_of_as_many_sets_as_rounds() -> None:
    """The round robin of the catalogue wants a copy for each match."""
    found = of_teams(10, 7, 4)
    assert (found.figures.copies, found.figures.sets, found.figures.at_once) == (1, 7, True)
    assert build("round-robin", teams=10, rounds=7, boards_per_round=4).copies == 5


def test_of_a_team_that_keeps_its_seats_nobody_moves() -> None:
    found = of_teams(12, 9, seats=(3, 5))
    assert found.given_up == ()
    for team in (3, 5):
        assert len({meeting.table for meeting in found.movement.meetings if meeting.ns == team}) == 1
        assert len({meeting.table for meeting in found.movement.meetings if meeting.ew == team}) == 1


def test_some_teams_meet_and_some_do_not() -> None:
    found = of_teams(12, 9, never=((1, 2), (3, 4)), must=((5, 6),))
    met = {frozenset(meeting.sides) for meeting in found.movement.meetings}
    assert found.given_up == ()
    assert not {frozenset((1, 2)), frozenset((3, 4))} & met
    assert frozenset((5, 6)) in met


def test_an_odd_number_of_teams_rests_one_after_the_other() -> None:
    rests = Counter(rest.pair for rest in of_teams(9, 9).movement.sit_outs)
    assert set(rests.values()) == {1}
    assert of_teams(9, 7, most_sit_outs=0).given_up != ()


@pytest.mark.parametrize(
    ("wish", "sentence"),
    [
        ({"teams": 2}, "teams: 2 cannot be"),
        ({"rounds": 19}, "rounds: 19 cannot be, only 1 to 18"),
        ({"boards_per_round": 1}, "boards a round: 1 cannot be"),
        ({"sets": 3}, "needs a set for each"),
        ({"never": ((1, 2),), "must": ((2, 1),)}, "both meet and not meet"),
        ({"seats": (11,)}, "There is no team 11"),
        ({"seats": (1, 2, 3, 4, 5, 6)}, "cannot all keep their seats"),
    ],
)
def test_a_wish_of_teams_that_contradicts_itself_is_refused(wish: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ImpossibleWish, match=sentence):
        next(designing_teams(TeamsWish(**{"teams": 10, "rounds": 7, "boards_per_round": 3} | wish)))


# -- players ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "rounds"), [(10, 8), (11, 8), (14, 9), (22, 8)])
def test_two_or_three_players_too_many_sit_out_in_turn(players: int, rounds: int) -> None:
    """Nobody sits out more often than must be; that nobody partners anybody or plays a set twice is seen to by the audit."""
    found = of_players(players, rounds)
    rests = Counter(rest.pair for rest in found.movement.sit_outs)
    assert sum(rests.values()) == players % 4 * rounds
    assert max(rests.values()) == ceil(players % 4 * rounds / players) == found.figures.sit_outs
    assert found.given_up == ()


@pytest.mark.parametrize("players", [8, 9, 10, 14, 15, 24])
def test_an_individual_is_never_worse_than_the_catalogue(players: int) -> None:
    for choice in choose(players=players)[:2]:
        best = of_players(players, choice.rounds, choice.boards_per_round, enough=6)
        assert individual_cost(best.movement) <= individual_cost(choice.movement) + 1e-6


@pytest.mark.parametrize(("players", "rounds"), [(11, 8), (14, 9), (15, 8)])
def test_where_the_catalogue_leaves_rounds_out_a_design_is_better(players: int, rounds: int) -> None:
    card = build("individual", players=players, rounds=rounds, boards_per_round=3)
    assert individual_cost(of_players(players, rounds, 3).movement) < individual_cost(card) - 1


@given(st.sampled_from([(13, 13), (14, 7), (12, 9), (10, 9)]), st.data())
@settings(max_examples=20, deadline=None)
def test_no_way_to_turn_the_tables_is_better_than_the_bound(size: tuple[int, int], data: st.DataObject) -> None:
    movement = build("individual", players=size[0], rounds=size[1], boards_per_round=2)
    count = len(movement.meetings)
    turns = data.draw(st.lists(st.booleans(), min_size=count, max_size=count))
    turned = tuple(
        replace(m, ns=m.ew, ew=m.ns) if turn else m for m, turn in zip(movement.meetings, turns, strict=True)
    )
    assert balance(replace(movement, meetings=turned)).qf <= players_bound(movement).qf + 1e-6


def partnerships(movement: Movement) -> set[frozenset[int]]:
    return {frozenset(movement.members(side)) for meeting in movement.meetings for side in meeting.sides}


def test_players_keep_their_seats_and_some_are_partners_and_some_are_never_at_one_table() -> None:
    found = of_players(14, 7, seats=(3,), never=((1, 2),), must=((4, 5),), enough=50)
    assert found.given_up == ()
    assert len({meeting.table for meeting in found.movement.path(3)}) == 1
    assert frozenset((4, 5)) in partnerships(found.movement)
    assert not any({1, 2} <= set(found.movement.seated(meeting)) for meeting in found.movement.meetings)


@pytest.mark.parametrize(
    ("wish", "sentence"),
    [
        ({"players": 5}, "8 to 40 players"),
        ({"rounds": 15}, "rounds: 15 cannot be"),
        ({"sets": 6}, "need 7 sets"),
        ({"never": ((1, 1),)}, "cannot meet himself"),
        ({"seats": (1, 2, 3, 4)}, "cannot all keep their seats"),
        ({"tables": 2, "most_sit_outs": 1}, "more than 1 for each"),
    ],
)
def test_a_wish_of_players_that_contradicts_itself_is_refused(wish: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ImpossibleWish, match=sentence):
        next(designing_players(PlayersWish(**{"players": 14, "rounds": 7, "boards_per_round": 3} | wish)))


def test_the_same_seed_goes_the_same_way() -> None:
    first, second = (
        [(each.cost, each.steps) for each in islice(designing_players(PlayersWish(14, 9, 3), 5), 10)] for _ in range(2)
    )
    assert first == second


def test_where_somebody_would_never_play_it_is_refused_at_once() -> None:
    with pytest.raises(ImpossibleWish, match="In 1 round not all of 7 teams can play; play 2 rounds"):
        next(design_teams(TeamsWish(7, 1, 3)))
    with pytest.raises(ImpossibleWish, match="In 1 round not all of 9 players can play"):
        next(design_players(PlayersWish(9, 1, 3)))
