"""Every way to sit at the tables of a small movement, tried one after the other, so that the best is proved by it.

To turn all the tables that play a set changes nothing: nobody competes otherwise than before. So the first table of each set may
stay as it is, and of the others all ways are tried, some thousands at a time.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from arrowswitch.movements.balance import Plays, opponents

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

MOST_FREE = 22
"""Tables that may be turned; a million ways take a second or two, and others have their turn meanwhile."""
SLICE = 1 << 13


class AllWays:
    """The ways to sit that have not been tried yet, of a movement whose sets stay together."""

    def __init__(self, seats: Plays) -> None:
        import numpy as np

        self.seats = seats
        _, first = np.unique(seats.unit, return_index=True)
        self.free = np.setdiff1d(np.arange(len(seats.unit)), first)
        self.at = 0
        adds = opponents(seats)
        self.upper = np.triu_indices(len(seats.contestants), 1)
        self.adds = adds.astype(np.float32)
        self.worth = seats.weight.astype(np.float32)

    @property
    def is_small(self) -> bool:
        """Whether all ways can be tried while somebody waits; where somebody has a set twice it is not asked."""
        seats = self.seats
        places = {*zip(seats.ns.tolist(), seats.unit.tolist(), strict=True)}
        places |= {*zip(seats.ew.tolist(), seats.unit.tolist(), strict=True)}
        return len(self.free) <= MOST_FREE and len(places) == 2 * len(seats.ns)

    @property
    def is_over(self) -> bool:
        return self.at >= 1 << len(self.free)

    def best_of_some(self) -> tuple[float, NDArray[np.bool_]]:
        """The least sum of squares of the next some thousand ways, and the meetings that are turned there.

        >>> from arrowswitch.movements import build
        >>> from arrowswitch.movements.balance import plays
        >>> ways = AllWays(plays(build("howell", tables=3, rounds=4, boards_per_round=1)))
        >>> ways.is_small, ways.best_of_some()[0], ways.is_over
        (True, 60.0, True)
        """
        import numpy as np

        seats = self.seats
        ways = np.arange(self.at, min(self.at + SLICE, 1 << len(self.free)))
        self.at += SLICE
        turned = np.zeros((len(ways), len(seats.ns)), dtype=np.bool_)
        turned[:, self.free] = (ways[:, None] >> np.arange(len(self.free))) & 1
        signs = np.zeros((len(ways), len(seats.contestants), len(seats.weight)), dtype=np.float32)
        signs[:, seats.ns, seats.unit] = np.where(turned, -1, 1)
        signs[:, seats.ew, seats.unit] = np.where(turned, 1, -1)
        matrix = (signs * self.worth) @ signs.transpose(0, 2, 1) + self.adds
        values = matrix[:, self.upper[0], self.upper[1]]
        squares = np.einsum("wv,wv->w", values, values, dtype=np.float64)
        best = int(squares.argmin())
        return float(squares[best]), turned[best]
