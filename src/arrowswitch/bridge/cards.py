"""A card of the pack: a suit and a rank."""

from __future__ import annotations

from dataclasses import dataclass

from arrowswitch.bridge.suits import Ranked, Suit


class Rank(Ranked):
    """A card's rank within its suit, the two lowest; the ten prints as 10 and has the letter T.

    >>> Rank.TEN < Rank.ACE, str(Rank.TEN), Rank.TEN.letter
    (True, '10', 'T')
    """

    TWO = "2"
    THREE = "3"
    FOUR = "4"
    FIVE = "5"
    SIX = "6"
    SEVEN = "7"
    EIGHT = "8"
    NINE = "9"
    TEN = "T"
    JACK = "J"
    QUEEN = "Q"
    KING = "K"
    ACE = "A"

    def __str__(self) -> str:
        return "10" if self is Rank.TEN else self.letter


@dataclass(frozen=True, slots=True, order=True)
class Card:
    """One of the fifty-two.

    >>> str(Card(Suit.HEARTS, Rank.TEN)), Card(Suit.HEARTS, Rank.TEN).plain
    ('♥10', 'HT')
    """

    suit: Suit
    rank: Rank

    def __str__(self) -> str:
        return f"{self.suit}{self.rank}"

    @property
    def plain(self) -> str:
        """The two letters that files use."""
        return self.suit.letter + self.rank.letter


PACK = tuple(Card(suit, rank) for suit in Suit for rank in Rank)
