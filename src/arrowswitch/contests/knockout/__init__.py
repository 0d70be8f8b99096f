"""Knockouts: how a number of teams comes down to one, who meets whom, and what a late team loses."""

from arrowswitch.contests.knockout.bracket import BracketMatch, bracket, first_round
from arrowswitch.contests.knockout.late import lateness
from arrowswitch.contests.knockout.plan import KnockoutPlan, KnockoutRound, plans, rounds_by

__all__ = [
    "BracketMatch",
    "KnockoutPlan",
    "KnockoutRound",
    "bracket",
    "first_round",
    "lateness",
    "plans",
    "rounds_by",
]
