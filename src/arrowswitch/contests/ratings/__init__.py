"""A rating of our own, in the open: what percentage is expected of a player, by partners, opponents and the rest of the field.

`rate` goes through the sessions in the order of their days; every change of a rating is a `RatingStep` that opens its working. The idea
is that of national grading schemes; the formula is ours, and stands in docs/how-we-rate.md.
"""

from arrowswitch.contests.ratings.expecting import Expected, RatedSession, expect, percent_of_imps
from arrowswitch.contests.ratings.rated import PlayerRating, RatingBook, RatingRules, RatingStep, rate

__all__ = [
    "Expected",
    "PlayerRating",
    "RatedSession",
    "RatingBook",
    "RatingRules",
    "RatingStep",
    "expect",
    "percent_of_imps",
    "rate",
]
