"""Alerts, announcements and classes of systems by federation: what is alerted, what may be played, what class it is.

>>> is_alerted("nzb", "1NT", "natural")[0].duty
'announce'
"""

from arrowswitch.alerts.ask import (
    AlertAnswer,
    Classified,
    Verdict,
    allowed,
    classify,
    is_alerted,
)
from arrowswitch.alerts.find import NoSuchChart, everything, federation, search
from arrowswitch.alerts.load import BadChart, federations, read
from arrowswitch.alerts.shown import chart_shown, found_shown, search_shown

__all__ = [
    "AlertAnswer",
    "BadChart",
    "Classified",
    "NoSuchChart",
    "Verdict",
    "allowed",
    "chart_shown",
    "classify",
    "everything",
    "federation",
    "federations",
    "found_shown",
    "is_alerted",
    "read",
    "search",
    "search_shown",
]
