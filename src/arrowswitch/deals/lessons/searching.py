"""The search for deals that meet a condition: chance deals, as many as it takes, and the first that will do.

The bits come from PCG64, whose stream is the same in every version and on every computer, seeded by SHA-256 of seed,
condition and board. So a seed gives the same set again, and a board's deal does not depend on the others.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from hashlib import sha256
from math import ceil
from time import perf_counter
from typing import TYPE_CHECKING

from arrowswitch.bridge import PACK, Seat, check_board, dealer_of
from arrowswitch.deals.hands import BoardHands, written
from arrowswitch.deals.lessons.conditions import LessonCondition
from arrowswitch.deals.lessons.matching import matches
from arrowswitch.words import Sentence, say

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

FIRST, MOST = 1 << 9, 1 << 16
"""How many deals are looked at in one go: few at first, for most conditions are met soon."""
NONE_YET = 3
"""Nothing in n tries: with 95 of 100 certainty it is rarer than 3 in n."""


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a search has come, and what can honestly be said of the rest."""

    wanted: int
    found: int = 0
    tried: int = 0
    seconds: float = 0.0

    @property
    def one_in(self) -> int:
        """Deals for one that will do: what was seen, or at least so many while none was.

        >>> Progress(16, found=2, tried=100_000).one_in, Progress(16, tried=300_000).one_in
        (50000, 100000)
        """
        return ceil(self.tried / (self.found or NONE_YET))

    @property
    def left(self) -> float | None:
        """Seconds that are still to come, by what was seen so far; None while nothing was found."""
        if not self.found:
            return None
        return self.seconds / self.found * (self.wanted - self.found)

    @property
    def told(self) -> Sentence:
        """It in one sentence.

        >>> Progress(16, found=4, tried=380_000, seconds=2.0).told
        '4 of 16 found; about 1 deal in 95,000 will do; ready in about 0:06.'
        >>> Progress(16, tried=300_000, seconds=2.0).told
        'None will do among the first 300,000: it is very likely rarer than 1 in 100,000.'
        """
        if self.left is None:
            return say(
                "None will do among the first {tried}: it is very likely rarer than 1 in {one_in}.",
                tried=f"{self.tried:,}",
                one_in=f"{self.one_in:,}",
            )
        return say(
            "{found} of {wanted} found; about 1 deal in {one_in} will do; ready in about {left}.",
            found=self.found,
            wanted=self.wanted,
            one_in=f"{self.one_in:,}",
            left=f"{ceil(self.left) // 60}:{ceil(self.left) % 60:02}",
        )


def themed(condition: LessonCondition, seed: str, boards: Iterable[int]) -> tuple[BoardHands, ...]:
    """The deals of a seed that meet a condition, however long it takes.

    >>> from arrowswitch.deals.lessons.conditions import read_condition
    >>> condition = read_condition("dealer: 10+ spades")
    >>> [sum(card != "." for card in hands.east.split(".")[0]) >= 10 for hands in themed(condition, "7", [2])]
    [True]
    """
    return tuple(hands for hands, _ in search(condition, seed, boards) if hands)


def search(
    condition: LessonCondition, seed: str, boards: Iterable[int], stopped: Callable[[], bool] = lambda: False
) -> Iterator[tuple[BoardHands | None, Progress]]:
    """Each deal as it is found, and between them how far it is; ends early, with what there is, once it is `stopped`."""
    wanted = list(boards)
    began, tried = perf_counter(), 0
    for found, board in enumerate(wanted):
        for hands, looked_at in _board(condition, seed, check_board(board)):
            tried += looked_at
            yield hands, Progress(len(wanted), found + bool(hands), tried, perf_counter() - began)
            if stopped():
                return


def _board(condition: LessonCondition, seed: str, board: int) -> Iterator[tuple[BoardHands | None, int]]:
    """The deal of a board, after as many empty answers as it takes; each with how many deals were looked at."""
    chance = ChanceDeals(f"arrowswitch lesson {board} {condition.text} {seed}")
    dealer, size = dealer_of(board), FIRST
    while True:
        deals = chance.some(size)
        met = matches(condition, deals, dealer).nonzero()[0]
        if len(met):
            yield _hands(board, deals[met[0]]), int(met[0]) + 1
            return
        yield None, size
        size = min(2 * size, MOST)


def _hands(board: int, row: NDArray[np.uint64]) -> BoardHands:
    held = [int(hand) for hand in row]
    return BoardHands(
        board, *(written(card for number, card in enumerate(PACK) if hand >> number & 1) for hand in held)
    )


class ChanceDeals:
    """Deals by chance, the same for the same seed, each as likely as any other.

    Every card draws a number of 58 bits, and the pack is put in their order; that two are alike happens once in 200 million
    million deals, and only then is one order likelier than another.
    """

    def __init__(self, seed: str) -> None:
        import numpy as np

        self._bits = np.random.PCG64(int.from_bytes(sha256(seed.encode()).digest()))

    def some(self, count: int) -> NDArray[np.uint64]:
        """The next deals: a row of four hands each."""
        import numpy as np

        low = np.uint64(63)
        drawn: NDArray[np.uint64] = self._bits.random_raw(count * 52).reshape(count, 52)
        drawn = (drawn & ~low) | np.arange(52, dtype=np.uint64)
        drawn.sort(axis=1)
        cards = np.left_shift(np.uint64(1), drawn & low)
        hands: NDArray[np.uint64] = cards.reshape(count, len(Seat), 13).sum(axis=2)
        return hands
