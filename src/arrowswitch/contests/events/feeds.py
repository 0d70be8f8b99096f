"""What sessions say of the matches of an event: whoever knows sessions makes these values, and passes them in.

Nothing here reads a session. A correction there is another feed, and flows through to whatever is asked next.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from arrowswitch.contests.series import EventPart

Number = int | Fraction


@dataclass(frozen=True, slots=True)
class FedMatch:
    """A match as a session has it, by the numbers of the contestants."""

    sides: tuple[int, ...]
    imps: tuple[Number, ...] | None = None
    vps: tuple[Number, ...] | None = None
    """If the session has worked them out; otherwise the event does, from the IMPs."""
    boards: int | None = None
    """Those that were compared."""
    complete: bool = True
    """While it is not, the result is shown, and does not count."""
    forfeit: int | None = None
    """Who did not come; the event says what that is worth."""


@dataclass(frozen=True)
class SessionFeed:
    """What one session says: its rounds, as it numbers them, with their matches."""

    session: str
    rounds: Mapping[int, tuple[FedMatch, ...]] = field(default_factory=dict)
    part: EventPart | None = None
    """Its list, for a series."""


Feeds = Sequence[SessionFeed]
