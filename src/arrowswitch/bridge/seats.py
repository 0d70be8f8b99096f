"""The four seats and the two sides of a table.

Left is clockwise, as the bidding goes: East sits on North's left.
"""

from __future__ import annotations

from enum import StrEnum

from arrowswitch.words import Sentence, say


class Side(StrEnum):
    """A partnership's side of the table."""

    NS = "NS"
    EW = "EW"

    @property
    def other(self) -> Side:
        """The opponents.

        >>> Side.NS.other
        <Side.EW: 'EW'>
        """
        return Side.EW if self is Side.NS else Side.NS

    @property
    def seats(self) -> tuple[Seat, Seat]:
        """The two seats of the side.

        >>> [str(seat) for seat in Side.EW.seats]
        ['E', 'W']
        """
        return (Seat.NORTH, Seat.SOUTH) if self is Side.NS else (Seat.EAST, Seat.WEST)

    @property
    def full_name(self) -> Sentence:
        """The side as it is said aloud: North-South."""
        return _SIDE_NAMES[self]


class Seat(StrEnum):
    """A compass direction at the table, in the order of the bidding."""

    NORTH = "N"
    EAST = "E"
    SOUTH = "S"
    WEST = "W"

    @property
    def left(self) -> Seat:
        """Whose turn it is next.

        >>> str(Seat.WEST.left)
        'N'
        """
        return _CLOCKWISE[(_CLOCKWISE.index(self) + 1) % 4]

    @property
    def partner(self) -> Seat:
        """The seat opposite.

        >>> str(Seat.EAST.partner)
        'W'
        """
        return self.left.left

    @property
    def right(self) -> Seat:
        """Whose turn it was before.

        >>> str(Seat.NORTH.right)
        'W'
        """
        return self.partner.left

    @property
    def side(self) -> Side:
        """North-South or East-West.

        >>> str(Seat.SOUTH.side)
        'NS'
        """
        return Side.NS if self in (Seat.NORTH, Seat.SOUTH) else Side.EW

    @property
    def full_name(self) -> Sentence:
        """The seat as it is said aloud.

        >>> Seat.NORTH.full_name
        'North'
        """
        return _SEAT_NAMES[self]


_CLOCKWISE = tuple(Seat)
_SEAT_NAMES = {
    Seat.NORTH: say("North"),
    Seat.EAST: say("East"),
    Seat.SOUTH: say("South"),
    Seat.WEST: say("West"),
}
_SIDE_NAMES = {Side.NS: say("North-South"), Side.EW: say("East-West")}
