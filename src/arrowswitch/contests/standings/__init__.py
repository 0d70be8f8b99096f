"""The table of a contest of matches: victory points, places, ties broken by the regulations, and where each number is from."""

from arrowswitch.contests.standings.files import answer, read
from arrowswitch.contests.standings.results import Contest, ContestResult
from arrowswitch.contests.standings.table import ContestStanding, RoundOf, StandingsTable, standings

__all__ = ["Contest", "ContestResult", "ContestStanding", "RoundOf", "StandingsTable", "answer", "read", "standings"]
