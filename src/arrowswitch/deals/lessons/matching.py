"""Whether deals meet a condition: many at once, each as four numbers of 52 bits, one for each hand.

A bit is a card, in the order of the pack. What a condition asks of a hand is looked up suit by suit in the tables of `holdings`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from typing import TYPE_CHECKING

from arrowswitch.bridge import Seat
from arrowswitch.deals.lessons.conditions import (
    PLACES,
    Claim,
    CountWant,
    LessonCondition,
    LongestWant,
    SeatLine,
    ShapeWant,
    SuitWant,
    Want,
)
from arrowswitch.deals.lessons.holdings import SUITS, table

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Deals = NDArray[np.uint64]
    """A row for each deal: what North, East, South and West hold."""
    Truths = NDArray[np.bool_]
    Numbers = NDArray[np.int8]

ORDER = "SHDC"
"""In which the lengths of a shape are written."""


def matches(condition: LessonCondition, deals: Deals, dealer: Seat) -> Truths:
    """Which of the deals meet a condition."""
    hands = DealtHands(deals, dealer)
    return _any([_all([hands.line(line) for line in way]) for way in condition.ways])


class DealtHands:
    """Hands of many deals, and what is known of their suits; each is looked up once."""

    def __init__(self, deals: Deals, dealer: Seat) -> None:
        self.deals = deals
        order = list(Seat)
        start = order.index(dealer)
        self.column = {seat.value: number for number, seat in enumerate(order)}
        self.column |= {place: (start + turn) % 4 for turn, place in enumerate(PLACES)}
        self._known: dict[tuple[int, str, str], Numbers] = {}

    def of(self, seat: str, suit: str, fact: str) -> Numbers:
        """A fact of a suit in one hand of every deal."""
        import numpy as np

        key = (self.column[seat], suit, fact)
        if key not in self._known:
            shift = np.uint64(13 * SUITS.index(suit))
            self._known[key] = table(fact)[(self.deals[:, key[0]] >> shift) & np.uint64(8191)]
        return self._known[key]

    def line(self, line: SeatLine) -> Truths:
        """Whether every group of wants has one that is met."""
        return _all([_any([self._claim(line.seats, claim) for claim in group]) for group in line.wants])

    def _claim(self, seats: tuple[str, ...], claim: Claim) -> Truths:
        read: Callable[[tuple[str, ...], Want], Truths] = _WANTS[type(claim.want)].__get__(self)
        met = read(seats, claim.want)
        return met if claim.holds else ~met

    def _sum(self, seats: tuple[str, ...], suits: str, fact: str) -> Numbers:
        return reduce(lambda one, other: one + other, [self.of(seat, suit, fact) for seat in seats for suit in suits])

    def _count(self, seats: tuple[str, ...], want: CountWant) -> Truths:
        found = self._sum(seats, SUITS, want.fact)
        return (found >= want.span.least) & (found <= want.span.most)

    def _suit(self, seats: tuple[str, ...], want: SuitWant) -> Truths:
        met = []
        for suit in want.suits:
            found = self._sum(seats, suit, want.fact)
            here = (found >= want.span.least) & (found <= want.span.most)
            met.append(here & (self.of(seats[0], suit, want.quality) > 0) if want.quality else here)
        return _all(met) if want.each else _any(met)

    def _longest(self, seats: tuple[str, ...], want: LongestWant) -> Truths:
        mine = self.of(seats[0], want.suit, "length")
        return _all([mine >= self.of(seats[0], other, "length") for other in SUITS if other != want.suit])

    def _shape(self, seats: tuple[str, ...], want: ShapeWant) -> Truths:
        import numpy as np

        lengths = np.stack([self.of(seats[0], suit, "length") for suit in ORDER], axis=1)
        if not want.ordered:
            lengths = -np.sort(-lengths, axis=1)
        return _any([(lengths == np.array(shape, dtype=np.int8)).all(axis=1) for shape in want.shapes])


_WANTS = {
    CountWant: DealtHands._count,
    SuitWant: DealtHands._suit,
    LongestWant: DealtHands._longest,
    ShapeWant: DealtHands._shape,
}


def _all(truths: list[Truths]) -> Truths:
    return reduce(lambda one, other: one & other, truths)


def _any(truths: list[Truths]) -> Truths:
    return reduce(lambda one, other: one | other, truths)
