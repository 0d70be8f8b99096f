"""The cash return of a night: notes and coins counted, and what becomes of a surplus or a shortfall.

The rule is that of a club of New Zealand (the club directors' manual of 2013, FIN-01 to FIN-03): a surplus of more than so much that nobody
claims is banked; a smaller one is kept, and makes up for a shortfall of a later night.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class CashCount:
    """What was in the tray at the end."""

    pieces: Mapping[int, int]
    """How many there were of each note and coin, by its worth."""
    cheques: int = 0
    """Their sum; they are banked apart."""
    started_with: int = 0
    """Change that was in the tray before anybody paid, and goes back into it."""

    @property
    def notes_and_coins(self) -> int:
        """What the notes and coins come to.

        >>> CashCount({2000: 3, 500: 5, 200: 11, 100: 4, 50: 6}).notes_and_coins
        11400
        """
        return sum(worth * count for worth, count in self.pieces.items())

    @property
    def takings(self) -> int:
        """What was taken: all that was counted, less what was there before."""
        return self.notes_and_coins + self.cheques - self.started_with


@dataclass(frozen=True, slots=True)
class CashReckoning:
    """What was counted beside what should be there, and what becomes of the difference."""

    expected: int
    takings: int
    banked: int
    kept: int
    """What the money kept for shortfalls grows by; it shrinks where this is less than nothing."""

    @property
    def over(self) -> int:
        """More than expected; less than nothing if it is short."""
        return self.takings - self.expected

    @property
    def missing(self) -> int:
        """What is short and was not made up for.

        >>> reckoned(19600, 19300, kept_before=100).missing
        200
        """
        return max(0, -self.over + min(self.kept, 0))

    @property
    def put_back(self) -> int:
        """What goes back to the money kept for shortfalls, because more of it was used than there turned out to be.

        >>> reckoned(8400, 8400, kept_before=-200).put_back, reckoned(8400, 8550).put_back
        (200, 0)
        """
        return self.kept if self.kept > 0 and self.kept != self.over else 0


def reckoned(expected: int, takings: int, *, kept_before: int = 0, bank_above: int = 200) -> CashReckoning:
    """What becomes of a difference.

    >>> (more := reckoned(19600, 19850)).banked, more.kept  # $2.50 over: banked
    (19850, 0)
    >>> (little := reckoned(19600, 19800)).banked, little.kept  # $2.00 over: kept
    (19600, 200)
    >>> (short := reckoned(19600, 19450, kept_before=200)).banked, short.kept  # $1.50 short: made up for
    (19600, -150)

    What was kept may be less than nothing: a night was counted again, and had kept less than a later one has used. Then this
    night makes up for it.

    >>> (again := reckoned(19600, 19600, kept_before=-200)).banked, again.kept
    (19400, 200)
    """
    over = takings - expected
    if over > bank_above:
        kept = 0
    elif over >= 0:
        kept = over
    else:
        kept = -min(max(kept_before, 0), -over)
    if kept_before < 0:
        kept = max(kept, min(-kept_before, max(takings, 0)))
    return CashReckoning(expected, takings, takings - kept, kept)


def taken_out(pieces: Mapping[int, int], amount: int) -> dict[int, int] | None:
    """The notes and coins that are left when an amount is taken out of them exactly, in few pieces; None if it cannot be, or not easily.

    >>> taken_out({200: 2, 100: 1, 50: 4}, 250)
    {200: 1, 100: 1, 50: 3}
    >>> taken_out({2000: 1}, 250) is None
    True
    """
    if amount == 0:
        return dict(pieces)
    if amount < 0:
        return None
    out, rest = {}, amount
    for worth, count in sorted(pieces.items(), reverse=True):  # as people do it: the largest that fits, then the next
        out[worth] = min(count, rest // worth)
        rest -= out[worth] * worth
    if rest == 0:
        return {worth: count - out[worth] for worth, count in pieces.items()}
    if amount > MOST_CHANGE:
        return None
    ways: dict[int, tuple[tuple[int, int], ...]] = {0: ()}  # how to come to each sum, with the large pieces first
    for worth, count in sorted(pieces.items(), reverse=True):
        for reached, way in sorted(ways.items()):
            for used in range(1, min(count, (amount - reached) // worth if worth else 0) + 1):
                total = reached + used * worth
                if total not in ways or _pieces(way) + used < _pieces(ways[total]):
                    ways[total] = (*way, (worth, used))
    if amount not in ways:
        return None
    found = dict(ways[amount])
    return {worth: count - found.get(worth, 0) for worth, count in pieces.items()}


MOST_CHANGE = 2_000
"""Larger sums are not looked for: nobody keeps so much for a shortfall."""


def _pieces(way: tuple[tuple[int, int], ...]) -> int:
    return sum(used for _worth, used in way)
