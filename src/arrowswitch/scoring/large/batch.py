"""Matchpoints for very large fields in one go, with the same numbers as the exact way.

All columns of all travellers become one table of frequencies, by score; each cell's points are worked out once, in
whole numbers, and every line looks its own up. Only the last division is in floating point, so a line's points are
the exact ones to the last bit; artificial scores that follow percentages (`waiting`) agree to about twelve digits.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property

import numpy as np

from arrowswitch.scoring.boards.fouled import small_share
from arrowswitch.scoring.large.columns import Columns, Floats, Ints
from arrowswitch.scoring.large.waiting import Waiters

METHODS = ("neuberg", "plus-one", "factor", "none", "ascherman")
NONE, ASCHERMAN = METHODS.index("none"), METHODS.index("ascherman")


@dataclass(frozen=True)
class FieldScore:
    """A scored field; the arrays of points are first North-South's, then East-West's."""

    columns: Columns
    points: Floats
    tops: Floats
    """The most that each column is worth."""
    other_maxima: dict[int, float]
    """By place, where that is not the most that the side could get."""
    totals: Floats
    """Before penalties."""
    total_maxima: Floats

    @cached_property
    def maxima(self) -> Floats:
        """What each side's points are out of."""
        found = np.append(self.tops, 0.0).take(self.columns.home)
        found[list(self.other_maxima)] = list(self.other_maxima.values())
        return found

    @property
    def boards(self) -> Ints:
        """How many boards of each contestant count."""
        return self.columns.boards

    @cached_property
    def after_penalties(self) -> Floats:
        """Every contestant's total, less its penalties."""
        found = self.totals.copy()
        for number, penalty in self.columns.penalties:
            found[number] -= float(penalty.amount(int(self.tops.max())))
        return found

    @cached_property
    def percent(self) -> Floats:
        """Every contestant's percentage; not a number without a board."""
        with np.errstate(invalid="ignore", divide="ignore"):
            return self.after_penalties / self.total_maxima * 100

    @cached_property
    def ranks(self) -> Ints:
        """Every contestant's place in its field; ties share the better one."""
        percent = np.rint(np.where(self.boards > 0, self.percent, 101) * -1e9)
        percent[self.boards == 0] = np.inf
        ranks = np.empty(len(percent), dtype=np.int64)
        for field in self.columns.fields:
            order = np.argsort(percent[field])
            ordered = percent[field][order]
            first = np.append(True, ordered[1:] != ordered[:-1])
            ranks[field[order]] = np.maximum.accumulate(np.where(first, np.arange(1, len(order) + 1), 0))
        return ranks


def score_field(columns: Columns) -> FieldScore:
    """Scores a field.

    >>> from arrowswitch.scoring import SessionToScore, played
    >>> from arrowswitch.scoring.large.columns import columns as arrays
    >>> night = SessionToScore((played(1, "1", "4", 620), played(1, "2", "5", 170), played(1, "3", "6", 620)), winners=2)
    >>> result = score_field(arrays(night))
    >>> result.points.tolist(), result.ranks.tolist()
    ([3.0, 0.0, 3.0, 1.0, 4.0, 1.0], [1, 2, 3, 1, 1, 2])
    """
    return _Scorer(columns).score()


class _Scorer:
    """The frequencies of all columns, and what they are worth."""

    def __init__(self, columns: Columns) -> None:
        self.columns, self.lists = columns, columns.lists
        self.regulations = columns.regulations
        self.shared = self.regulations.weighted.method == "shared"
        self.one = columns.lists.one
        self._count()
        self._methods()

    def _count(self) -> None:
        columns, lists = self.columns, self.lists
        rows = len(columns.rows)
        self.width = columns.width
        often = np.bincount(columns.cell, minlength=(rows + 1) * self.width)
        self.often = often[: rows * self.width].reshape(rows, self.width) * self.one
        if self.shared and lists.outcome_row.size:
            np.add.at(self.often, (lists.outcome_row, self._bin(lists.outcome_seen)), lists.outcome_weight)
        self.below = np.cumsum(self.often, axis=1)
        self.results = self.below[:, -1].copy()
        self.below -= self.often

    def _bin(self, seen: Ints) -> Ints:
        return seen // self.columns.step - self.columns.span[0]

    def _methods(self) -> None:
        """How each column is carried to the field, its top, and whether it is too small a group."""
        settings, rows = self.regulations, len(self.columns.rows)
        ascherman = settings.matchpoints.ascherman
        self.method = np.full(rows, ASCHERMAN if ascherman else METHODS.index(settings.matchpoints.missing))
        self.small = np.zeros(rows, dtype=bool)
        for groups in self.columns.groups:
            played = [row for row in groups if self.results[row]]
            if len(played) < 2:
                continue
            self.method[groups] = ASCHERMAN if ascherman else METHODS.index(settings.fouled.method)
            most = int(max(self.results[played]))
            field_size = int(self.columns.results[groups].sum())
            for row in played:
                size = int(self.results[row])
                enough = settings.fouled.is_enough(size // self.one, field_size, largest=size == most)
                self.small[row] = not enough
        expected = self.columns.expected
        self.top = np.full(rows, 2 * expected if ascherman else 2 * (expected - 1), dtype=np.int64)
        self.own_tops = bool((self.method == NONE).any())
        self.board_top = self.top
        if self.own_tops:
            own = np.maximum(2 * (self.results // self.one - 1), 0)
            self.top = np.where(self.method == NONE, own, self.top)
            self.board_top = self._largest(self.top)

    def _largest(self, tops: Ints) -> Ints:
        """For each column the largest top of its board."""
        best = tops.copy()
        for groups in self.columns.groups:
            best[groups] = max(tops[groups])
        return best

    # -- points, as numerators over a denominator for each column ---------------------------------------------------

    def _carried(self, matchpoints: Ints, results: Ints, method: Ints) -> tuple[Ints, Ints]:
        """Matchpoints among `results`, carried to the field: numerators and denominators."""
        expected, one = self.columns.expected, self.one
        factor, plus = np.ones_like(results), np.zeros_like(results)
        minus, under = np.zeros_like(results), np.full_like(results, one)
        for number in np.unique(method):
            which, name = method == number, METHODS[number]
            if name in ("neuberg", "ascherman"):
                factor[which], plus[which], under[which] = expected, one, results[which]
                minus[which] = results[which] if name == "neuberg" else 0
            elif name == "plus-one":
                plus[which] = expected * one - results[which]
            elif name == "factor":
                factor[which], under[which] = expected - 1, results[which] - one
                alone = which & (results <= one)
                factor[alone], minus[alone], under[alone] = 0, -(expected - 1), 1
        under[under == 0] = 1
        return (matchpoints + plus) * factor - minus, under

    def _rounded(self, over: Ints, under: Ints, top: Ints) -> Floats:
        """The regulations' rounding, exact; then the one division."""
        step = Fraction(self.regulations.matchpoints.rounding)
        if not step:
            return np.asarray(over / under)
        over, under = over * step.denominator, under * step.numerator
        steps = over // under
        twice = 2 * (over - steps * under)
        middle = twice == under
        half = self.regulations.matchpoints.half
        if half != "up":
            double, average = 2 * over * step.numerator, top * under * step.denominator
            middle &= double < average if half == "towards-average" else double > average
        return np.asarray((steps + ((twice > under) | middle)) * step.numerator / step.denominator)

    def score(self) -> FieldScore:
        columns, lists, size = self.columns, self.lists, len(self.columns.names)
        matchpoints = 2 * self.below + self.often - self.one
        column = self.results[:, None], self.method[:, None], self.top[:, None]
        over, under = self._carried(matchpoints, column[0], column[1])
        worth = np.zeros((len(columns.rows) + 1) * self.width)
        worth[: over.size] = self._rounded(over, under, column[2]).ravel()
        points = worth.take(columns.cell)
        maxima: dict[int, float] = {}
        if self.own_tops:
            artificial = lists.artificial
            maxima = dict(zip(artificial.tolist(), self.board_top[columns.home[artificial]].tolist(), strict=True))
        self._weighted(points, maxima)
        self._damaged(points)
        self._given(points)
        home = columns.home[lists.waiting_place]
        waiters = Waiters(columns, points, self.top[home], self.board_top[home])
        if self.small.any():
            self._small_groups(points, maxima, waiters)
        points[waiters.place] = 0.0
        totals = np.asarray(np.bincount(columns.who, weights=points, minlength=size + 1), dtype=np.float64)
        found = FieldScore(columns, points, self.top.astype(np.float64), maxima, totals[:size], totals[:size])
        if self.own_tops:
            sums = np.bincount(columns.who, weights=found.maxima, minlength=size + 1)
            total_maxima = np.asarray(sums, dtype=np.float64)
        else:
            total_maxima = np.append(columns.boards, 0) * float(self.top[0])
        waiters.solve(totals, total_maxima)
        return replace(found, total_maxima=total_maxima[:size])

    def _weighted(self, points: Floats, maxima: dict[int, float]) -> None:
        lists = self.lists
        if not lists.outcome_place.size:
            return
        row, cell = lists.outcome_row, self._bin(lists.outcome_seen)
        matchpoints, results = 2 * self.below[row, cell] + self.often[row, cell], self.results[row]
        if self.shared:
            matchpoints -= self.one
        else:
            results = results + self.one
        over, under = self._carried(matchpoints, results, self.method[row])
        places, first, inverse = np.unique(lists.outcome_place, return_index=True, return_inverse=True)
        together = np.zeros(len(places), dtype=np.int64)
        np.add.at(together, inverse, over * lists.outcome_weight)
        top = self.top[row[first]]
        if not self.shared:  # without a way of making boards equal, the line is one result more
            alone = 2 * (self.results[row[first]] // self.one)
            top = np.where(self.method[row[first]] == NONE, alone, top)
            if self.own_tops:
                maxima |= dict(zip(places.tolist(), top.tolist(), strict=True))
        points[places] = self._rounded(together, under[first] * self.one, top)

    def _damaged(self, points: Floats) -> None:
        if not self.lists.damage.size:
            return
        place, row, expected, after, actual = self.lists.damage.T

        def worth(seen: Ints) -> tuple[Ints, Ints]:
            cell = self._bin(seen)
            below = self.below[row, cell] - np.where(actual < seen, self.one, 0)
            often = self.often[row, cell] - np.where(actual == seen, self.one, 0)
            return self._carried(2 * below + often, self.results[row], self.method[row])

        made, under = worth(actual)
        cost = np.maximum(worth(expected)[0] - worth(after)[0], 0)
        points[place] = self._rounded(made + cost, under, self.top[row])

    def _given(self, points: Floats) -> None:
        lists = self.lists
        if lists.share_place.size:
            top = self.board_top[self.columns.home[lists.share_place]]
            points[lists.share_place] = self._rounded(lists.share_over * top, lists.share_under, top)
        points[lists.fixed_place] = lists.fixed_points

    def _small_groups(self, points: Floats, maxima: dict[int, float], waiters: Waiters) -> None:
        """Groups with too few results: a few lines, each on its own."""
        columns, lists = self.columns, self.lists
        fouled, artificial = self.regulations.fouled, self.regulations.artificial
        lines = columns.lines
        weighted = set(lists.outcome_place.tolist()) if self.shared else set()
        for place_row in np.flatnonzero(self.small):
            row = int(place_row)
            places = [
                int(place)
                for place in np.flatnonzero(columns.home == row)
                if columns.row[place] == row or int(place) in weighted
            ]
            ranks = {place: self._rank_points(place, row) for place in places}
            top = int(self.board_top[row])
            for place in places:
                fault = columns.faults.get(place % lines, ("none", "none"))[place // lines]
                share = small_share(ranks[place], list(ranks.values()), fault, fouled)  # type: ignore[arg-type]
                if self.own_tops:
                    maxima[place] = top
                waiters.forget(place)
                law_88 = share is not None and fouled.law_88 and fault == "none"
                if share is None and fault == "partly":
                    share = artificial.average / 100
                if share is None or law_88:
                    waiters.add(place, top, plus=fault == "none", base=share)
                else:
                    over, under = np.array([share.numerator * top]), np.array([share.denominator])
                    points[place] = self._rounded(over, under, np.array([top]))[0]

    def _rank_points(self, place: int, row: int) -> Fraction:
        lists = self.lists
        if self.columns.row[place] == row:
            parts = [(int(self.columns.seen[place]), self.one)]
        else:
            mine = np.flatnonzero(lists.outcome_place == place)
            parts = [(int(lists.outcome_seen[index]), int(lists.outcome_weight[index])) for index in mine]
        total = 0
        for seen, weight in parts:
            cell = seen // self.columns.step - self.columns.span[0]
            total += weight * int(2 * self.below[row, cell] + self.often[row, cell] - self.one)
        return Fraction(total, self.one * self.one)
