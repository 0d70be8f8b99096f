"""Many sessions or rounds as one contest. Here are events of several sessions, with what is carried over."""

from arrowswitch.contests.reading import BadContest
from arrowswitch.contests.series import (
    WAYS,
    EventPart,
    EventPlace,
    SeriesList,
    SeriesPlan,
    SessionScore,
    SessionShare,
    explain_place,
    series,
)

__all__ = [
    "WAYS",
    "BadContest",
    "EventPart",
    "EventPlace",
    "SeriesList",
    "SeriesPlan",
    "SessionScore",
    "SessionShare",
    "explain_place",
    "series",
]
