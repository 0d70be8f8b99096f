"""Many sessions or rounds as one contest. Here are events of several sessions, with what is carried over."""

from arrowswitch.contests.combined import (
    WAYS,
    BadEvent,
    CombinationPlan,
    Combined,
    EventPart,
    EventPlace,
    SessionScore,
    SessionShare,
    combine,
    explain_combined,
)

__all__ = [
    "WAYS",
    "BadEvent",
    "CombinationPlan",
    "Combined",
    "EventPart",
    "EventPlace",
    "SessionScore",
    "SessionShare",
    "combine",
    "explain_combined",
]
