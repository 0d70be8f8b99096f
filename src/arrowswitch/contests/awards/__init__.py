"""Awards for places: masterpoints of federations and points of a club's own, each with its working and its rule.

`scheme_of` has a federation's scheme, `read_scheme` one of a file; `read_session` takes the answer of `score`, `give` makes the awards,
and `awards_answer` writes them down. `totals` adds up what players were credited with, and `titles_at` says what they are by it.
"""

from arrowswitch.contests.awards.award import AwardSheet, PointsAward
from arrowswitch.contests.awards.files import awards_answer, read_session, settle
from arrowswitch.contests.awards.giving import give, lacking
from arrowswitch.contests.awards.lists import AwardedSession, AwardList, MatchToAward, OverallWish, PlacedContestant
from arrowswitch.contests.awards.matches import won_by
from arrowswitch.contests.awards.scheme import (
    AwardScale,
    AwardScheme,
    ContestantKind,
    read_scheme,
    scheme_names,
    scheme_of,
)
from arrowswitch.contests.awards.titles import (
    PlayerRank,
    PlayerTitle,
    Promotion,
    TitleRules,
    grade,
    new_rating,
    promotions,
    rank,
    title_rules,
    titles_at,
)
from arrowswitch.contests.awards.totals import (
    AwardChange,
    CreditedPoints,
    PlayerTotals,
    award_changes,
    credited_by,
    totals,
)

__all__ = [
    "AwardChange",
    "AwardList",
    "AwardScale",
    "AwardScheme",
    "AwardSheet",
    "AwardedSession",
    "ContestantKind",
    "CreditedPoints",
    "MatchToAward",
    "OverallWish",
    "PlacedContestant",
    "PlayerRank",
    "PlayerTitle",
    "PlayerTotals",
    "PointsAward",
    "Promotion",
    "TitleRules",
    "award_changes",
    "awards_answer",
    "credited_by",
    "give",
    "grade",
    "lacking",
    "new_rating",
    "promotions",
    "rank",
    "read_scheme",
    "read_session",
    "scheme_names",
    "scheme_of",
    "settle",
    "title_rules",
    "titles_at",
    "totals",
    "won_by",
]
