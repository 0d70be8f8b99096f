"""One list from several sessions: events of a few nights, qualifying and final, ladders, a year of Mondays.

`series` makes the list as a `SeriesPlan` says, `explain_place` tells how a number in it came about, and `read` and `answer` know it as
a file. `outlooks` says what each may still reach, `LadderRules` is what a club has decided for one of its competitions.
"""

from arrowswitch.contests.series.explaining import explain_place
from arrowswitch.contests.series.files import SeriesFile, answer, read
from arrowswitch.contests.series.outlook import Outlook, outlooks
from arrowswitch.contests.series.parts import EventPart, SessionScore, place_of
from arrowswitch.contests.series.plan import TIE_WAYS, WAYS, SeriesPlan
from arrowswitch.contests.series.ranked import EventPlace, SeriesList, grades_apart, series, stratified
from arrowswitch.contests.series.rules import (
    LadderRules,
    SessionChoice,
    SessionFacts,
    read_rules,
    written_rules,
)
from arrowswitch.contests.series.taken import SessionShare

__all__ = [
    "TIE_WAYS",
    "WAYS",
    "EventPart",
    "EventPlace",
    "LadderRules",
    "Outlook",
    "SeriesFile",
    "SeriesList",
    "SeriesPlan",
    "SessionChoice",
    "SessionFacts",
    "SessionScore",
    "SessionShare",
    "answer",
    "explain_place",
    "grades_apart",
    "outlooks",
    "place_of",
    "read",
    "read_rules",
    "series",
    "stratified",
    "written_rules",
]
