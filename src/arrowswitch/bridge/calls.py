"""Calls: a bid, pass, double or redouble (Laws 17 to 19). Bids are ordered as the Laws rank them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from arrowswitch.bridge.errors import NotBridge
from arrowswitch.bridge.suits import Denomination
from arrowswitch.words import say


@dataclass(frozen=True, slots=True, order=True)
class Bid:
    """A level from 1 to 7 and a denomination.

    >>> Bid(3, Denomination.NOTRUMP) < Bid(4, Denomination.CLUBS), str(Bid(4, Denomination.SPADES))
    (True, '4♠')
    """

    level: int
    denomination: Denomination

    def __post_init__(self) -> None:
        if not 1 <= self.level <= 7:
            raise NotBridge(say("There is no bid at level {level}: levels are 1 to 7.", level=self.level))

    def __str__(self) -> str:
        return f"{self.level}{self.denomination}"

    @property
    def plain(self) -> str:
        """The bid in letters, as files have it: 4S, 3NT."""
        return f"{self.level}{self.denomination.letter}"


class OtherCall(Enum):
    """The calls that are not bids.

    >>> str(OtherCall.PASS), str(OtherCall.REDOUBLE)
    ('Pass', 'XX')
    """

    PASS = "Pass"  # noqa: S105 - a call, no secret
    DOUBLE = "X"
    REDOUBLE = "XX"

    def __str__(self) -> str:
        return str(self.value)

    @property
    def plain(self) -> str:
        """The call in letters, as for a bid."""
        return str(self.value)


Call = Bid | OtherCall

BIDS = tuple(Bid(level, denomination) for level in range(1, 8) for denomination in Denomination)
"""The 35 bids, lowest first."""
