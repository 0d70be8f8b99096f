"""Many sessions or rounds as one contest. Here are events of several sessions, with what is carried over."""

from arrowswitch.contests.combined import (
    WAYS,
    BadEvent,
    Combined,
    Entry,
    Part,
    Placed,
    Plan,
    Taken,
    combine,
    explain_combined,
)

__all__ = ["WAYS", "BadEvent", "Combined", "Entry", "Part", "Placed", "Plan", "Taken", "combine", "explain_combined"]
