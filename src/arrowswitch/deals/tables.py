"""A double-dummy table: the tricks that each declarer takes in each denomination when all four see all the cards.

It is written as twenty hexadecimal digits, in the order of the PBN tag `DoubleDummyTricks`: North, South, East, West,
each in notrump, spades, hearts, diamonds, clubs.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from arrowswitch.bridge import Bid, Denomination, NotBridge, Seat, Side
from arrowswitch.words import say

DECLARERS = (Seat.NORTH, Seat.SOUTH, Seat.EAST, Seat.WEST)
DENOMINATIONS = tuple(reversed(Denomination))
_DIGITS = re.compile("[0-9a-d]{20}")
_PLACE = {
    (seat, denomination): number
    for number, (seat, denomination) in enumerate((seat, each) for seat in DECLARERS for each in DENOMINATIONS)
}


@dataclass(frozen=True, slots=True)
class TrickTable:
    """The tricks of every declarer in every denomination.

    >>> table = TrickTable("77667775576677566775")
    >>> table.tricks(Seat.SOUTH, Denomination.HEARTS), table.best(Side.EW, Denomination.HEARTS)
    (5, 7)
    """

    digits: str

    def __post_init__(self) -> None:
        if not _DIGITS.fullmatch(self.digits):
            raise NotBridge(
                say("“{digits}” is no double-dummy table: twenty digits 0 to d are wanted.", digits=self.digits[:40])
            )

    def __str__(self) -> str:
        return self.digits

    def tricks(self, declarer: Seat, denomination: Denomination) -> int:
        """What a declarer takes."""
        return int(self.digits[_PLACE[declarer, denomination]], 16)

    def best(self, side: Side, denomination: Denomination) -> int:
        """What a side takes when the right one of the two declares."""
        return max(self.tricks(seat, denomination) for seat in side.seats)


def table_of(tricks: Callable[[Seat, Denomination], int]) -> TrickTable:
    """The table of these tricks.

    >>> str(table_of(lambda seat, denomination: 13 if seat.side is Side.NS else 0))
    'dddddddddd0000000000'
    """
    return TrickTable("".join(f"{tricks(seat, denomination):x}" for seat, denomination in _PLACE))


class Makeable(NamedTuple):
    """The highest bid in a denomination that a side can make, and who of the two can."""

    bid: Bid
    by: tuple[Seat, ...]


def makeable(table: TrickTable, side: Side) -> tuple[Makeable, ...]:
    """What a side can make, the highest denomination first.

    >>> [f"{bid} {'/'.join(by)}" for bid, by in makeable(TrickTable("77667775576677566775"), Side.NS)]
    ['1NT N/S', '1♠ N/S', '1♣ N/S']
    """
    found = []
    for denomination in DENOMINATIONS:
        most = table.best(side, denomination)
        if most > 6:
            by = tuple(seat for seat in side.seats if table.tricks(seat, denomination) == most)
            found.append(Makeable(Bid(most - 6, denomination), by))
    return tuple(found)
