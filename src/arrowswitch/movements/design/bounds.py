"""How good a movement can be at all: upper bounds of its quality Qf that are proved, not guessed.

Whatever way people sit, the competitions of a pair with all others add up to the same number, and each of them is odd or even once
it is known who meets whom and who plays which sets. So the least sum of squares of every row of the matrix can be counted. Where
everybody plays every set more is known: two pairs who sit North-South an odd number of times in sum differ by 2 modulo 4 from
two who do not, which is the argument that no Hadamard matrix of order 6, 10 or 14 exists, made to count. Of ten pairs all ways
to sit were tried.

Where few of those meet who could, or the two lines of a Mitchell never do, another argument says more. The directions of all
pairs, multiplied with each other, are a matrix without negative eigenvalues, whose sum is fixed, and no more of them than there
are sets; meetings add a matrix that is fixed. However people sit, the sum of both is no smaller than the eigenvalues allow.

With two winners nothing is turned, and two pairs of a line compete on the sets that both play. How many these are in sum follows
from how often each set is played, and the sum cannot be divided more evenly than whole numbers allow.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from heapq import heapify, heappop, heappush
from itertools import product
from math import ceil, gcd, inf
from typing import TYPE_CHECKING, NamedTuple

from arrowswitch.movements.audit import two_lines
from arrowswitch.movements.balance import Plays, least_squares, opponents, plays
from arrowswitch.movements.model import Movement
from arrowswitch.words import Sentence, say

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

EXACT = 1e-9
"""Two qualities that differ by less are the same."""

ROUNDING = 1e-5
"""Of eigenvalues, so that nothing is proved by an error of the computer's sums."""

TRIED = {10: 100 * 720 / 864}
"""Complete Howells of which all ways to sit were tried: `tests/movements/test_ten_pairs.py` does it again."""
REMAINDERS = say(
    "The competitions of a pair have a fixed sum, and each of them a fixed remainder modulo 4 that depends only on how often the"
    " two sit North-South."
)
ODD_OR_EVEN = say("Each competition is odd or even whichever way people sit, and those of a pair have a fixed sum.")
EIGENVALUES = say(
    "Who meets whom is fixed, and directions cannot make up for it more evenly than the eigenvalues of the meetings allow."
)
THESE_MEETINGS = say("movements with these meetings and these boards")
AS_OFTEN = say("movements with two winners in which every set and every pair is in play as often as here")
IN_COMMON = say(
    "What each two pairs of a line have in common is a whole number of sets, and the sum of these numbers is fixed."
)


@dataclass(frozen=True, slots=True)
class DesignBound:
    """What no movement can be better than, and why."""

    qf: float
    kind: Sentence
    """Of which movements this holds."""
    reason: Sentence

    def proves(self, qf: float) -> bool:
        """Whether a movement of this quality is as good as any of its kind."""
        return qf >= self.qf - EXACT


class CompetitionCell(NamedTuple):
    """The values that one competition may have: this one, and all that differ by a multiple of the step."""

    residue: int
    step: int


def bound(movement: Movement) -> DesignBound:
    """The best quality that any way of sitting can give these meetings and boards, with one winner.

    >>> from arrowswitch.movements import build
    >>> round(bound(build("mitchell", tables=7)).qf, 2), round(bound(build("howell", tables=5)).qf, 2)
    (93.42, 83.33)
    """
    seats = plays(movement)
    sums = _Sums(seats, movement.boards_per_round)
    by_rows = (
        _complete(movement, sums)
        if sums.complete
        else DesignBound(_quality(sums, sum(_rows(sums, sums.cells))), THESE_MEETINGS, ODD_OR_EVEN)
    )
    seen = _quality(sums, 2 * _least_seen(sums))
    return replace(by_rows, qf=seen, reason=EIGENVALUES) if seen < by_rows.qf - EXACT else by_rows


class _Sums:
    """What the meetings settle of the matrix of competitions, in sets (boards, where sets do not stay together)."""

    coarser: int
    """How many units a competition counts for one, where those of the movement happen to be whole sets."""

    def __init__(self, seats: Plays, boards_per_round: int) -> None:
        import numpy as np

        self.unit = int(np.gcd.reduce(seats.weight))
        self.coarser = 1 if boards_per_round % self.unit else boards_per_round // self.unit
        worth = seats.weight // self.unit
        played = np.zeros((len(seats.contestants), len(worth)), dtype=np.int64)
        np.add.at(played, (seats.ns, seats.unit), 1)
        np.add.at(played, (seats.ew, seats.unit), 1)
        self.count = len(seats.contestants)
        self.met: NDArray[np.int64] = opponents(seats).astype(np.int64) // self.unit
        self.common: NDArray[np.int64] = (played * worth) @ played.T
        self.row: NDArray[np.int64] = played @ (worth * (seats.tables - 1))
        self.total = int(self.row.sum()) // 2
        self.once = bool((played <= 1).all())
        self.uniform = bool((worth == 1).all()) and self.once
        self.complete = self.uniform and bool((played == 1).all())
        self.sets = len(worth)
        steps = 2 * gcd(*(int(w) for w in worth))
        self.cells = [
            [
                CompetitionCell(int(self.common[i, j] + self.met[i, j]) % steps, steps)
                for j in range(self.count)
                if j != i
            ]
            for i in range(self.count)
        ]

    @property
    def mean(self) -> float:
        return self.total / (self.count * (self.count - 1) / 2)


def _quality(sums: _Sums, squares: float) -> float:
    """Qf of a matrix whose rows have these squares in sum; each value stands in two rows."""
    couples = sums.count * (sums.count - 1) // 2
    least = least_squares(sums.total, couples)
    if sums.coarser > 1 and sums.total % sums.coarser == 0:
        least = max(least, sums.coarser**2 * least_squares(sums.total // sums.coarser, couples))
    return min(100.0, 100 * least / (squares / 2)) if squares else 100.0


def _rows(sums: _Sums, cells: Sequence[Sequence[CompetitionCell]]) -> Iterator[float]:
    for i, row in enumerate(cells):
        yield least_row(tuple(sorted(Counter(row).items())), int(sums.row[i]))


@cache
def least_row(cells: tuple[tuple[CompetitionCell, int], ...], total: int) -> float:
    """The least sum of squares of numbers with this total, so many of each residue; `inf` where there are none.

    Each begins where it is smallest; then, step by step, those are moved that cost least. That is best, since squares
    are convex: a step never costs less than the step before it.

    >>> least_row(((CompetitionCell(0, 4), 2), (CompetitionCell(1, 2), 1)), 5)
    17
    """
    values: Counter[tuple[int, int]] = Counter()
    for cell, count in cells:
        values[min((cell.residue, cell.residue - cell.step), key=abs), cell.step] += count
    lacking = total - sum(value * count for (value, _), count in values.items())
    sign = 1 if lacking > 0 else -1
    while lacking:
        fitting = [each for each, count in values.items() if count and each[1] <= abs(lacking)]
        if not fitting:
            return inf  # no such numbers have this total: nobody can sit so
        value, step = min(fitting, key=lambda each: 2 * sign * each[0] + each[1])
        moved = min(values[value, step], abs(lacking) // step)
        values[value, step] -= moved
        values[value + sign * step, step] += moved
        lacking -= sign * step * moved
    return sum(value * value * count for (value, _), count in values.items())


# -- the eigenvalues of the meetings ------------------------------------------------------------------------------------


def _least_seen(sums: _Sums) -> float:
    """The least sum of squares of all competitions that the eigenvalues of the meetings leave.

    With the directions S (+1, -1, 0), the sets W and what meetings add, N, the competitions are C = SWS' + N but for the diagonal
    of SWS', which is what each pair plays. SWS' has no negative eigenvalue, as many others as there are sets at most, a fixed sum
    of them, and takes the vector of ones to 0, since each table has one pair either way. So |C|² is at least what it is when these
    eigenvalues fill up the smallest of N across the ones (Hoffman and Wielandt). It is a whole number, odd or even as the sum.
    """
    import numpy as np

    if not sums.once:
        return 0.0  # somebody has a set twice, and the diagonal is not fixed
    adds = sums.met.astype(np.float64)
    plays_of = np.diag(sums.common).astype(np.float64)
    across = np.eye(sums.count) - 1 / sums.count
    own = np.linalg.eigvalsh(across @ adds @ across)
    own = np.sort(np.delete(own, np.abs(own).argmin()))  # without that of the ones, which is 0
    lowest = own[: sums.sets]
    levels = (plays_of.sum() + np.cumsum(lowest)) / np.arange(1, len(lowest) + 1)
    level = next(here for here, above in zip(levels, [*lowest[1:], inf], strict=True) if here <= above)
    filled = np.maximum(level, lowest)
    squares = (filled**2).sum() - (lowest**2).sum() + (adds**2).sum() - (plays_of**2).sum()
    least = max(0, ceil(float(squares) / 2 - ROUNDING))
    return least + (least - sums.total) % 2


# -- two winners -------------------------------------------------------------------------------------------------------


def bound_of_lines(movement: Movement) -> DesignBound:
    """The best quality of the less even of two lines, whoever of them plays which sets.

    >>> from arrowswitch.movements import build
    >>> bound_of_lines(build("mitchell", tables=7)).qf, round(bound_of_lines(build("mitchell", tables=9, rounds=6)).qf, 2)
    (100.0, 98.68)
    """
    import numpy as np

    seats = plays(movement)
    unit = int(np.gcd.reduce(seats.weight))
    adds = [int(weight) // unit * (int(tables) - 1) for weight, tables in zip(seats.weight, seats.tables, strict=True)]
    lines = (np.unique(side, return_counts=True)[1].tolist() for side in (seats.ns, seats.ew))
    total = sum(add * int(tables) for add, tables in zip(adds, seats.tables, strict=True)) // 2
    best = 100.0
    for played in lines:
        couples = len(played) * (len(played) - 1) // 2
        if couples and total:
            best = min(best, 100 * total * total / (couples * least_in_common(adds, played, total)))
    return DesignBound(best, AS_OFTEN, IN_COMMON)


def least_in_common(adds: Sequence[int], played: Sequence[int], total: int) -> int:
    """The least sum of squares of what each two pairs of a line have in common, where this adds up to the total.

    Each set adds to what a pair shares with all others together as many as others play it (`adds`), so that the sum of a pair
    who plays so many sets lies between those of the least and the most shared. Between these the sums are as is best for the
    squares: the least of them for so many whole numbers, which are convex, step by step where it costs least. The squares are
    odd or even as the total.

    >>> least_in_common([2, 2, 2, 2], [3, 3, 3, 3], 12), least_in_common([1, 1, 1, 1], [2, 2, 2, 2], 4)
    (24, 4)
    """
    others, each = len(played) - 1, sorted(adds)
    rows = [sum(each[:times]) for times in played]
    most = [sum(each[len(each) - times :]) for times in played]
    steps = [(2 * (row // others) + 1, place) for place, row in enumerate(rows) if row < most[place]]
    heapify(steps)
    for _ in range(2 * total - sum(rows)):
        _, place = heappop(steps)
        rows[place] += 1
        if rows[place] < most[place]:
            heappush(steps, (2 * (rows[place] // others) + 1, place))
    least = max(
        least_squares(total, len(played) * others // 2), -(-sum(least_squares(row, others) for row in rows) // 2)
    )
    return least + (least - total) % 2


# -- everybody plays every set ------------------------------------------------------------------------------------------


def _complete(movement: Movement, sums: _Sums) -> DesignBound:
    """The least over all ways to say who sits North-South an odd number of times."""
    rounds, reason = movement.rounds, REMAINDERS
    opposed = [int(met) for met in (sums.met > 0).sum(axis=1)]
    if two_lines(movement) is not None and sums.count == 2 * rounds and set(opposed) == {rounds}:
        kind = say("complete Mitchells of {tables} tables with one winner", tables=rounds)
        return DesignBound(_quality(sums, _mitchell(sums, rounds)), kind, reason)
    squares = min(_any_row(sums, odd) for odd in range(sums.count // 2 + 1))
    if set(opposed) == {sums.count - 1} and sums.sets == sums.count - 1:
        kind = say("complete Howells of {pairs} pairs", pairs=sums.count)
        if sums.count in TRIED:
            tried = say("All ways to sit were tried, but for those that are the same by turning or exchanging.")
            return DesignBound(TRIED[sums.count], kind, tried)
        return DesignBound(_quality(sums, max(squares, _handshakes(sums.count))), kind, reason)
    kind = say("movements with these meetings, in which everybody plays every board")
    return DesignBound(_quality(sums, squares), kind, reason)


def _handshakes(pairs: int) -> float:
    """The rows of a complete Howell of 4n + 2 pairs: two odd classes, in each of which a competition is 2 from the mean.

    In a row as many are above it as below. In a class of 3, 7, 11 ... that would be an odd number of pairs with an odd number of
    neighbours above, which cannot be, as little as an odd number of people can each shake an odd number of hands; so at least
    one competition across the classes is 4 from the mean.
    """
    if pairs % 4 != 2:
        return 0.0
    mean = pairs // 2 - 1
    least = min(
        4 * (own * (own - 1) // 2 + (pairs - own) * (pairs - own - 1) // 2) + 16 * (own % 4 == 3)
        for own in range(1, pairs, 2)
    )
    return 2.0 * (pairs * (pairs - 1) // 2 * mean * mean + least)


def _squares_of(total: int, groups: Iterable[tuple[int, int]]) -> float:
    """The least sum of squares of a row: so many cells of each residue modulo 4."""
    return least_row(tuple((CompetitionCell(residue % 4, 4), count) for residue, count in groups if count), total)


def _mitchell(sums: _Sums, tables: int) -> float:
    """All rows of a complete Mitchell, least over how many pairs of each line sit North-South an odd number of times."""
    return min(
        _line(sums, tables, north, east) + _line(sums, tables, east, north)
        for north, east in product(range(tables // 2 + 1), range(tables + 1))
    )


def _line(sums: _Sums, tables: int, here: int, there: int) -> float:
    """The rows of a line of which `here` pairs, and of the other `there`, sit North-South an odd number of times."""
    met, total = int(sums.met.max()), int(sums.row[0])
    squares = 0.0
    for count, alike, across in ((here, here - 1, there), (tables - here, tables - here - 1, tables - there)):
        if count:
            own = ((tables, alike), (tables + 2, tables - 1 - alike))
            other = ((tables + met, across), (tables + met + 2, tables - across))
            squares += count * _squares_of(total, (*own, *other))
    return squares


def _any_row(sums: _Sums, odd: int) -> float:
    """All rows, when `odd` pairs sit North-South an odd number of times; who of them meets whom is left open."""
    kinds = [tuple(sorted(int(sums.met[i, j]) for j in range(sums.count) if j != i)) for i in range(sums.count)]
    sizes = [size for size in (odd, sums.count - odd) if size]
    if len(set(kinds)) == 1:  # then it does not matter who they are
        return sum(size * _row_of(sums, 0, kinds[0], size - 1) for size in sizes)
    return sum(min(_row_of(sums, i, kind, size - 1) for size in sizes) for i, kind in enumerate(kinds))


@cache
def _least_of(total: int, sets: int, met: tuple[int, ...], alike: int) -> float:
    """The least row when `alike` of the others are of the same kind, whichever they are."""
    kinds = sorted(set(met))
    counts = [met.count(kind) for kind in kinds]
    best = inf
    for chosen in product(*(range(min(count, alike) + 1) for count in counts)):
        if sum(chosen) != alike:
            continue
        groups = [
            pair
            for kind, count, same in zip(kinds, counts, chosen, strict=True)
            for pair in ((sets + kind, same), (sets + kind + 2, count - same))
        ]
        best = min(best, _squares_of(total, groups))
    return best


def _row_of(sums: _Sums, i: int, met: tuple[int, ...], alike: int) -> float:
    return _least_of(int(sums.row[i]), sums.sets, met, alike)
