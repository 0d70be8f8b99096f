"""Round robins, pools and leagues: fixtures with dates, home and away; who goes up and down; what is carried over."""

from arrowswitch.contests.round_robin.carried import CARRY_WAYS, CarriedOver, carry
from arrowswitch.contests.round_robin.fixtures import Fixture, FixtureWish, every, fixtures, pools, with_dates
from arrowswitch.contests.round_robin.league import LeagueMove, moves, postponed, season_moves

__all__ = [
    "CARRY_WAYS",
    "CarriedOver",
    "Fixture",
    "FixtureWish",
    "LeagueMove",
    "carry",
    "every",
    "fixtures",
    "moves",
    "pools",
    "postponed",
    "season_moves",
    "with_dates",
]
