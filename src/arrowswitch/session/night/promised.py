"""What a session keeps of its deals besides the hands: the promise made before play, and where hands of their own were played."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal, NamedTuple

OpensWhen = Literal["over", "posted", "always"]
"""When sealed deals can be opened: when all rounds have been played, when the results are posted, or at any time with a reason."""


class HandsKey(NamedTuple):
    """A board whose hands are others than those of the session: in one section, or in one group of a fouled board."""

    section: str
    board: int
    group: str = ""


@dataclass(frozen=True, slots=True)
class DealPromise:
    """Deals that were promised before play, and what became of the promise."""

    promise: str
    boards: tuple[int, ...]
    until: OpensWhen
    at: datetime
    by: str
    taken: tuple[tuple[datetime, str], ...] = ()
    """Who had them for the dealing machine, and when."""
    secret: str = ""
    """Published once the deals are opened."""
    opened: datetime | None = None
    opened_by: str = ""
