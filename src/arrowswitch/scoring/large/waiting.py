"""Average plus and minus in a very large field: they follow percentages on other boards (Laws 12C2c and 88).

The exact way solves equations (`artificial`); here everybody's shares are worked out from the shares so far, again and
again, until nothing moves any more. Each round brings them about as much closer as a pair has boards.
"""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from arrowswitch.scoring.large.columns import Columns, Floats, Ints

CALM = 1e-15
PATIENCE = 1000


class Waiters:
    """The sides that wait."""

    def __init__(self, columns: Columns, points: Floats, made_of: Ints, top: Ints) -> None:
        self.columns, self.points = columns, points
        lists, settings = columns.lists, columns.regulations.artificial
        self._bases = float(settings.minus / 100), float(settings.plus / 100)
        self.place, self.plus = lists.waiting_place, lists.waiting_plus
        self.top = top.astype(np.float64)
        self.base = np.where(self.plus, self._bases[1], self._bases[0])
        with np.errstate(invalid="ignore", divide="ignore"):
            made = np.nan_to_num(points[self.place] / made_of)
        self.bound = np.where(lists.waiting_made, made, self.base)
        self.law_88 = np.zeros(len(self.place), dtype=bool)

    def forget(self, place: int) -> None:
        """Takes a side off the list."""
        keep = self.place != place
        self.place, self.plus, self.top, self.base, self.bound, self.law_88 = (
            array[keep] for array in (self.place, self.plus, self.top, self.base, self.bound, self.law_88)
        )

    def add(self, place: int, top: int, *, plus: bool, base: Fraction | None = None) -> None:
        """Puts a side on the list: with a base of its own under Law 88."""
        share = self._bases[plus] if base is None else float(base)
        self.place, self.plus = np.append(self.place, place), np.append(self.plus, plus)
        self.base, self.bound = np.append(self.base, share), np.append(self.bound, share)
        self.top, self.law_88 = np.append(self.top, float(top)), np.append(self.law_88, base is not None)

    def _opposite(self) -> Ints:
        """Where the other side of the same line stands in the list; -1 if it does not wait."""
        half = self.columns.lines
        order = np.argsort(self.place)
        ordered = self.place[order]
        wanted = (self.place + half) % (2 * half)
        found = np.minimum(np.searchsorted(ordered, wanted), len(order) - 1)
        return np.where(ordered[found] == wanted, order[found], -1)

    def solve(self, totals: Floats, total_maxima: Floats) -> None:
        """Gives everybody who waits their points, and adds these to the totals of everything else."""
        place, plus, base, bound, top = self.place, self.plus, self.base, self.bound, self.top
        if not place.size:
            return
        columns, settings = self.columns, self.columns.regulations.artificial
        who, size = columns.who[place], len(totals)
        points, maxima = totals[who], total_maxima[who] - top
        opposite = self._opposite()
        by_opponents = settings.minus_follows == "opponents"
        own_counts = self.law_88 | (np.full(len(place), settings.own_percentage) & (plus | (not by_opponents)))
        theirs_count = ~plus & (opposite >= 0) & plus[opposite] & (settings.own_percentage and by_opponents)
        own_counts &= maxima > 0
        maxima[maxima == 0] = 1
        share = np.where(plus, np.maximum(base, bound), np.minimum(base, bound))
        for _ in range(PATIENCE):
            mine = share * top
            waited = np.bincount(who, weights=mine, minlength=size)[who] - mine
            own = np.where(own_counts, (points + waited) / maxima, base)
            theirs = np.where(theirs_count, 1 - share[opposite], base)
            most = np.maximum(np.maximum(base, bound), own)
            least = np.minimum(np.minimum(base, bound), np.minimum(own, theirs))
            before, share = share, np.where(plus, most, least)
            if np.abs(share - before).max() < CALM:
                break
        self.points[place] = self._rounded(share * top, top)
        totals += np.bincount(who, weights=self.points[place], minlength=size)

    def _rounded(self, value: Floats, top: Floats) -> Floats:
        settings = self.columns.regulations.matchpoints
        step = Fraction(settings.rounding)
        if not step:
            return value
        steps = np.floor(value / float(step) + 1e-9)
        rest = value / float(step) - steps
        middle = np.abs(rest - 0.5) < 1e-9
        up = (rest > 0.5) & ~middle
        if settings.half == "up":
            up |= middle
        else:
            up |= middle & (value < top / 2 if settings.half == "towards-average" else value > top / 2)
        return np.asarray((steps + up) * step.numerator / step.denominator)
