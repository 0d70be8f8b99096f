"""What can be said of the cards that a hand holds in one suit, for all 8192 holdings at once.

A holding is a number of thirteen bits, the two the lowest and the ace the highest. Each fact here is a table of one number
for every holding, so that a hundred thousand hands are looked up in one go, and hands can be counted exactly.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Table = NDArray[np.int8]

RANKS = "23456789TJQKA"
SUITS = "CDHS"
"""In the order of the pack: a card is 13 times its suit, and its rank."""


def holding(cards: str) -> int:
    """The number of a holding.

    >>> holding("2"), holding("A"), holding("AK2")
    (1, 4096, 6145)
    """
    return sum(1 << RANKS.index(card) for card in cards)


def _has(held: int, cards: str) -> int:
    return (held & holding(cards)).bit_count()


def _points(held: int) -> int:
    return 4 * _has(held, "A") + 3 * _has(held, "K") + 2 * _has(held, "Q") + _has(held, "J")


def _losers(held: int) -> int:
    """Of the ace, the king and the queen those that are not there, and no more than there are cards."""
    length = held.bit_count()
    return sum(1 for rank in "AKQ"[:length] if not _has(held, rank))


def _good(held: int) -> int:
    return int(_has(held, "AKQ") >= 2 or _has(held, "AKQJT") >= 3)


def _solid(held: int) -> int:
    return int(held.bit_count() >= 6 and _has(held, "AKQ") == 3 and (_has(held, "J") or held.bit_count() >= 7))


def _stopped(held: int) -> int:
    """Ace, guarded king, queen with two, jack with three."""
    return int(any(_has(held, rank) and held.bit_count() >= wants for wants, rank in enumerate("AKQJ", 1)))


FACTS: dict[str, Callable[[int], int]] = {
    "length": int.bit_count,
    "points": _points,
    "aces": lambda held: _has(held, "A"),
    "kings": lambda held: _has(held, "K"),
    "queens": lambda held: _has(held, "Q"),
    "controls": lambda held: 2 * _has(held, "A") + _has(held, "K"),
    "losers": _losers,
    "top 3": lambda held: _has(held, "AKQ"),
    "top 5": lambda held: _has(held, "AKQJT"),
    "good": _good,
    "poor": lambda held: 1 - _good(held),
    "solid": _solid,
    "stopped": _stopped,
    **{rank: lambda held, rank=rank: _has(held, rank) for rank in RANKS},  # type: ignore[misc]
}
"""What is asked of a holding, by name. Losers are those of the losing-trick count; controls are 2 for an ace, 1 for a king."""


@cache
def table(fact: str) -> Table:
    """A fact of every holding.

    >>> int(table("points")[holding("AQJ2")]), int(table("losers")[holding("K43")]), int(table("stopped")[holding("Q4")])
    (7, 2, 0)
    """
    import numpy as np

    return np.array([FACTS[fact](held) for held in range(8192)], dtype=np.int8)
