"""Awards for places: masterpoints of federations and points of a club's own, each with its working and its rule.

`scheme_of` has a federation's scheme, `read_scheme` one of a file; `read_session` takes the answer of `score`, `give` makes the awards,
and `awards_answer` writes them down.
"""

from arrowswitch.contests.awards.award import AwardSheet, PointsAward
from arrowswitch.contests.awards.files import awards_answer, read_session
from arrowswitch.contests.awards.giving import give
from arrowswitch.contests.awards.lists import AwardedSession, AwardList, MatchToAward, OverallWish, PlacedContestant
from arrowswitch.contests.awards.scheme import AwardScale, AwardScheme, read_scheme, scheme_names, scheme_of

__all__ = [
    "AwardList",
    "AwardScale",
    "AwardScheme",
    "AwardSheet",
    "AwardedSession",
    "MatchToAward",
    "OverallWish",
    "PlacedContestant",
    "PointsAward",
    "awards_answer",
    "give",
    "read_scheme",
    "read_session",
    "scheme_names",
    "scheme_of",
]
