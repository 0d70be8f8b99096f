"""The frequency table of a board: which scores were made how often, and what each is worth in matchpoints.

Scores are from the point of view of the side that is being scored, so that more is always better. A table may hold
part of a score (3.6 tables of 420), which is how weighted scores are shared over the whole field.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping

from arrowswitch.scoring.numbers import Number, tidy


class Frequency:
    """How often each score was made, with the matchpoints that follow (2 for every score beaten, 1 for every tie)."""

    __slots__ = ("_below", "_often", "_scores", "results")

    def __init__(self, often: Mapping[int, Number]) -> None:
        self._often = often
        self._scores = sorted(often)
        self._below: list[Number] = [0]
        for score in self._scores:
            self._below.append(self._below[-1] + often[score])
        self.results: Number = tidy(self._below[-1])

    def of(self, score: int) -> Number:
        """How often a score was made."""
        return self._often.get(score, 0)

    def below(self, score: int) -> Number:
        """How many results are worse than a score."""
        return self._below[bisect_left(self._scores, score)]

    def matchpoints(self, score: int) -> Number:
        """What a score in the table earns against the others in it.

        >>> table = Frequency({480: 2, 450: 13, 420: 8, 170: 4, 110: 2, -50: 3})
        >>> [table.matchpoints(score) for score in (480, 450, 420, 170, 110, -50)]
        [61, 46, 25, 13, 7, 2]
        """
        return 2 * self.below(score) + self.of(score) - 1

    def against(self, score: int) -> Number:
        """What a score that is not in the table would earn against all in it.

        >>> Frequency({450: 3, 420: 4}).against(450)
        11
        """
        return 2 * self.below(score) + self.of(score)

    def without(self, score: int) -> Frequency:
        """The table with one result fewer of a score."""
        often = {other: number - (other == score) for other, number in self._often.items()}
        return Frequency({other: number for other, number in often.items() if number})
