"""One list from several sessions: events of a few nights, qualifying and final, ladders, a year of Mondays.

`series` makes the list as a `SeriesPlan` says, `explain_place` tells how a number in it came about, and `read` and `answer` know it as
a file.
"""

from arrowswitch.contests.series.explaining import explain_place
from arrowswitch.contests.series.files import SeriesFile, answer, read
from arrowswitch.contests.series.parts import EventPart, SessionScore
from arrowswitch.contests.series.plan import TIE_WAYS, WAYS, SeriesPlan
from arrowswitch.contests.series.ranked import EventPlace, SeriesList, series, stratified
from arrowswitch.contests.series.taken import SessionShare

__all__ = [
    "TIE_WAYS",
    "WAYS",
    "EventPart",
    "EventPlace",
    "SeriesFile",
    "SeriesList",
    "SeriesPlan",
    "SessionScore",
    "SessionShare",
    "answer",
    "explain_place",
    "read",
    "series",
    "stratified",
]
