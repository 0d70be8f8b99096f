"""The four suits, and the five denominations that can be bid, each in its order of rank (Law 1, Law 18E).

Both print as the symbol that players write; `letter` is what files and keyboards use.
"""

from __future__ import annotations

from enum import Enum
from functools import total_ordering


@total_ordering
class Ranked(Enum):
    """An enumeration whose members rank in the order in which they are listed; the first is the lowest."""

    def __lt__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        members = list(type(self))
        return members.index(self) < members.index(other)

    @property
    def letter(self) -> str:
        """What files and keyboards use: one letter, NT for notrump."""
        return str(self.value)


class _Strain(Ranked):
    def __str__(self) -> str:
        return _SYMBOLS[self.value]


class Suit(_Strain):
    """A suit of the pack.

    >>> Suit.CLUBS < Suit.SPADES, str(Suit.HEARTS), Suit.HEARTS.letter
    (True, '♥', 'H')
    """

    CLUBS = "C"
    DIAMONDS = "D"
    HEARTS = "H"
    SPADES = "S"

    @property
    def denomination(self) -> Denomination:
        """The suit as trumps."""
        return Denomination(self.value)


class Denomination(_Strain):
    """What can be named in a bid: a suit or notrump.

    >>> Denomination.SPADES < Denomination.NOTRUMP, str(Denomination.DIAMONDS), str(Denomination.NOTRUMP)
    (True, '♦', 'NT')
    """

    CLUBS = "C"
    DIAMONDS = "D"
    HEARTS = "H"
    SPADES = "S"
    NOTRUMP = "NT"

    @property
    def suit(self) -> Suit | None:
        """The trump suit; None at notrump."""
        return None if self is Denomination.NOTRUMP else Suit(self.value)


_SYMBOLS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠", "NT": "NT"}
