"""What a late team loses in a knockout (Bridge Director's Companion, L4079-4091): IMPs by the minute, boards, the match."""

from __future__ import annotations

from arrowswitch.regulations import load
from arrowswitch.scoring.penalties import MatchFine, late_for_match


def lateness(minutes: int) -> MatchFine:
    """What so many minutes cost, the ten of grace counted.

    >>> [lateness(minutes).imps for minutes in (10, 12, 17, 22)], lateness(22).boards_withdrawn, lateness(41).forfeit
    ([0, 1, 3, 6], 1, True)
    """
    found = late_for_match(minutes, load("acbl"), "knockout")
    return found if isinstance(found, MatchFine) else MatchFine()
