"""A session as arrays, for fields of thousands of tables.

Every line stands twice, once for each side, with the score as that side sees it: more is better. Sides with an
ordinary score need nothing else; the others stand in short lists by kind. What the arrays are worth is in `batch`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from math import lcm
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from arrowswitch.bridge import Side
from arrowswitch.regulations import Regulations
from arrowswitch.scoring.lines import (
    Average,
    Award,
    Ceiling,
    Damage,
    Fixed,
    Floor,
    Percent,
    PlayedBefore,
    Score,
    Weighted,
)
from arrowswitch.scoring.penalties import Penalty
from arrowswitch.scoring.session import BadSession, BoardKey, SessionToScore
from arrowswitch.words import say

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]

SEATS = (Side.NS, Side.EW)


@dataclass(frozen=True)
class ColumnKey:
    """One column of a traveller: a board, a side, a group of a fouled board."""

    key: BoardKey
    side: Side
    group: str


@dataclass
class Kinds:
    """The sides without an ordinary score, by kind; each entry begins with its place in the arrays."""

    shares: list[tuple[int, Fraction]] = field(default_factory=list)
    fixed: list[tuple[int, Fraction]] = field(default_factory=list)
    weighted: list[tuple[int, int, int, Fraction]] = field(default_factory=list)  # place, row, score seen, weight
    damage: list[tuple[int, int, int, int, int]] = field(default_factory=list)  # place, row, expected, after, actual
    waiting: list[tuple[int, bool, bool]] = field(default_factory=list)  # place, plus, made at the table as well


class Lists:
    """The same as arrays."""

    def __init__(self, kinds: Kinds) -> None:
        self.share_place = _ints([place for place, _ in kinds.shares])
        self.share_over = _ints([share.numerator for _, share in kinds.shares])
        self.share_under = _ints([share.denominator for _, share in kinds.shares])
        self.fixed_place = _ints([place for place, _ in kinds.fixed])
        self.fixed_points = np.array([float(points) for _, points in kinds.fixed], dtype=np.float64)
        self.one = lcm(*(weight.denominator for _, _, _, weight in kinds.weighted))
        """A whole result, in the units of the weights."""
        self.outcome_place = _ints([place for place, _, _, _ in kinds.weighted])
        self.outcome_row = _ints([row for _, row, _, _ in kinds.weighted])
        self.outcome_seen = _ints([seen for _, _, seen, _ in kinds.weighted])
        self.outcome_weight = _ints([int(weight * self.one) for _, _, _, weight in kinds.weighted])
        self.damage = np.array(kinds.damage, dtype=np.int64).reshape(-1, 5)
        self.waiting_place = _ints([place for place, _, _ in kinds.waiting])
        self.waiting_plus = np.array([plus for _, plus, _ in kinds.waiting], dtype=bool)
        self.waiting_made = np.array([made for _, _, made in kinds.waiting], dtype=bool)

    @property
    def artificial(self) -> Ints:
        """The places of all that are out of the board's top, whatever their column's."""
        return np.concatenate((self.share_place, self.fixed_place, self.waiting_place))


def _ints(values: list[int]) -> Ints:
    return np.array(values, dtype=np.int64)


@dataclass(frozen=True)
class Columns:
    """A session as arrays: first all lines for North-South, then the same lines for East-West."""

    rows: tuple[ColumnKey, ...]
    names: tuple[str, ...]
    row: NDArray[np.int32]
    """The column each side stands in; one past the last for sides without an ordinary score."""
    seen: NDArray[np.int32]
    """The score as the side sees it."""
    who: Ints
    """The contestant; one past the last where the line does not count."""
    home: NDArray[np.int32]
    """The column each side belongs to, ordinary or not; one past the last where the line does not count."""
    lists: Lists
    faults: dict[int, tuple[str, str]]
    """By line, where anybody is at fault."""
    expected: int
    regulations: Regulations
    winners: int
    penalties: tuple[tuple[int, Penalty], ...] = ()
    """With the number of the contestant."""

    @property
    def lines(self) -> int:
        """How many lines there are."""
        return len(self.row) // 2

    @cached_property
    def step(self) -> int:
        """What all scores are multiples of: 10, but for odd ones."""
        lists = self.lists
        every = (self.seen, lists.outcome_seen, lists.damage[:, 2:])
        return 1 if any((scores % 10).any() for scores in every) else 10

    @cached_property
    def span(self) -> tuple[int, int]:
        """The lowest and the highest score, in steps."""
        every = np.concatenate((self.seen, self.lists.outcome_seen, self.lists.damage[:, 2:].ravel()))
        return int(every.min(initial=0)) // self.step, int(every.max(initial=0)) // self.step

    @property
    def width(self) -> int:
        """How many different scores there could be."""
        return self.span[1] - self.span[0] + 1

    @cached_property
    def cell(self) -> Ints:
        """Where each side's score stands in a table with a row for each column."""
        return self.row * np.int64(self.width) + (self.seen // self.step - self.span[0])

    @cached_property
    def results(self) -> Ints:
        """How many lines count in each column."""
        return np.bincount(self.home, minlength=len(self.rows) + 1)[:-1]

    @cached_property
    def boards(self) -> Ints:
        """How many boards of each contestant count."""
        return np.bincount(self.who, minlength=len(self.names) + 1)[:-1]

    @cached_property
    def groups(self) -> tuple[list[int], ...]:
        """The columns of each side of a board that was played in several groups."""
        found: defaultdict[tuple[BoardKey, Side], list[int]] = defaultdict(list)
        for number, row in enumerate(self.rows):
            found[row.key, row.side].append(number)
        return tuple(numbers for numbers in found.values() if len(numbers) > 1)

    @cached_property
    def fields(self) -> tuple[NDArray[np.intp], ...]:
        """The contestants who are ranked together."""
        if self.winners == 1:
            return (np.arange(len(self.names)),)
        north = np.zeros(len(self.names) + 1, dtype=bool)
        north[self.who[: self.lines]] = True
        return np.flatnonzero(north[:-1]), np.flatnonzero(~north[:-1])

    def ready(self) -> Columns:
        """With everything worked out that does not depend on the scores."""
        _ = self.cell, self.results, self.boards, self.groups, self.fields
        return self


class SideColumns(NamedTuple):
    """One side of every line, and the numbers of the lines that are not plain scores."""

    row: list[int]
    seen: list[int]
    who: list[int]
    home: list[int]
    others: list[int]


def _half(
    session: SessionToScore, side: Side, rows: Mapping[tuple[BoardKey, Side, str], int], index: Mapping[str, int]
) -> SideColumns:
    """Lists rather than arrays, and plain scores at once, because there may be hundreds of thousands of them."""
    homes = {(key.board, group): number for (key, seat, group), number in rows.items() if seat is side}
    north, nowhere, total = side is Side.NS, len(rows), len(session.lines)
    half = SideColumns([nowhere] * total, [0] * total, [len(index)] * total, [nowhere] * total, [])
    for number, line in enumerate(session.lines):
        award = line.ns_award if north else line.ew_award
        if line.status != "counts" or type(award) is PlayedBefore:
            continue
        half.home[number] = home = homes[line.board, line.group]
        half.who[number] = index[line.ns if north else line.ew]
        if type(award) is Score:
            half.row[number] = home
            half.seen[number] = award.ns if north else -award.ns
        else:
            half.others.append(number)
    return half


def columns(session: SessionToScore) -> Columns:
    """The arrays of a session that is scored by matchpoints."""
    if session.method != "matchpoints":
        raise BadSession(say("Only matchpoints are scored in one go; {method} is not.", method=session.method))
    if session.apart:
        raise BadSession(say("Sections that are apart are scored one by one, not in one go."))
    keys = list(session.by_board)
    rows: dict[tuple[BoardKey, Side, str], int] = {}
    for side in SEATS:
        for key in keys:
            for group in dict.fromkeys(line.group for line in session.by_board[key]):
                rows.setdefault((key, side, group), len(rows))
    names = tuple(session.fields)
    index = {name: number for number, name in enumerate(names)}
    halves = [_half(session, side, rows, index) for side in SEATS]
    kinds = Kinds()
    for half, made in enumerate(halves):
        for number in made.others:
            line, place = session.lines[number], number + half * len(session.lines)
            mine = rows[session.key(line), SEATS[half], line.group]
            score = _sort_in(kinds, place, mine, line.award(SEATS[half]), SEATS[half], session.regulations)
            if score is not None:
                made.row[number], made.seen[number] = mine, score
    faults: dict[int, tuple[str, str]] = {
        number: (line.ns_fault, line.ew_fault)
        for number, line in enumerate(session.lines)
        if line.counts and (line.ns_fault != "none" or line.ew_fault != "none")
    }
    return Columns(
        tuple(ColumnKey(*where) for where in rows),
        names,
        np.array([*halves[0].row, *halves[1].row], dtype=np.int32),
        np.array([*halves[0].seen, *halves[1].seen], dtype=np.int32),
        np.array([*halves[0].who, *halves[1].who], dtype=np.int64),
        np.array([*halves[0].home, *halves[1].home], dtype=np.int32),
        Lists(kinds),
        faults,
        session.results_expected.get("", 0),
        session.regulations,
        session.winners,
        tuple((index[penalty.contestant], penalty) for penalty in session.penalties),
    ).ready()


def _sort_in(kinds: Kinds, place: int, row: int, award: Award, side: Side, regulations: Regulations) -> int | None:
    """Notes an award of another kind; the score that other tables compare themselves with, if there is one."""
    sign = 1 if side is Side.NS else -1
    match award:
        case Score(ns):
            return sign * ns
        case Floor(ns) | Ceiling(ns):
            kinds.waiting.append((place, isinstance(award, Floor), True))
            return sign * ns
        case Damage(expected, after, actual):
            kinds.damage.append((place, row, sign * expected, sign * after, sign * actual))
            return sign * actual
        case Weighted(outcomes):
            kinds.weighted.extend((place, row, sign * outcome.ns, outcome.weight) for outcome in outcomes)
        case Percent(share):
            kinds.shares.append((place, share))
        case Average("average"):
            kinds.shares.append((place, regulations.artificial.average / 100))
        case Fixed(points):
            kinds.fixed.append((place, points))
        case Average(kind):
            kinds.waiting.append((place, kind == "plus", False))
    return None
