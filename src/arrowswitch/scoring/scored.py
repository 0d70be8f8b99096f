"""A whole session scored: points on every board, and totals.

`score` does all of it; `rescore` takes a scored session and one changed line, and scores only that line's board again.
Ranked lists are in `ranking`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import lcm
from typing import NamedTuple

from arrowswitch.bridge import Side
from arrowswitch.regulations import Regulations
from arrowswitch.scoring.boards.artificial import Unknown, solve
from arrowswitch.scoring.boards.matchpoints import rounded
from arrowswitch.scoring.figures import shown
from arrowswitch.scoring.lines import Line, PlayedBefore
from arrowswitch.scoring.methods import METHODS, BoardScorer, board_scorer
from arrowswitch.scoring.numbers import Number, tidy
from arrowswitch.scoring.points import Points, SidePoints, Waiting
from arrowswitch.scoring.session import BadSession, BoardKey, SessionToScore
from arrowswitch.scoring.working import Working
from arrowswitch.words import say


@dataclass(frozen=True, slots=True)
class LineScore:
    """A line with what each side gets; None where it does not count."""

    line: Line
    ns: Points | None
    ew: Points | None

    def points(self, side: Side) -> Points | None:
        """What a side gets."""
        return self.ns if side is Side.NS else self.ew


class SatOut(NamedTuple):
    """A contestant who sat a board out, and what it gets for that."""

    contestant: str
    side: Side
    points: Points


@dataclass(frozen=True, slots=True)
class BoardScore:
    """A board with all its lines scored."""

    key: BoardKey
    top: Number | None
    lines: tuple[LineScore, ...]
    sat_out: tuple[SatOut, ...] = ()


class Total(NamedTuple):
    """What a contestant has from all its boards, before penalties."""

    boards: int = 0
    points: Number = 0
    maximum: Number = 0


class Sum(NamedTuple):
    """A total in the making: points as one fraction that is not reduced, because adding to it is quick."""

    boards: int = 0
    over: int = 0
    under: int = 1
    maximum: Number = 0

    def plus(self, points: Points, sign: int = 1) -> Sum:
        """With a board's points added, or taken away."""
        value, maximum = points.value, points.maximum or 0
        over, under = value.numerator, value.denominator
        if under == self.under:
            both = self.over + sign * over, under
        elif self.under % under == 0:
            both = self.over + sign * over * (self.under // under), self.under
        else:
            common = lcm(self.under, under)
            both = self.over * (common // self.under) + sign * over * (common // under), common
        return Sum(self.boards + sign, *both, self.maximum + sign * maximum)

    @property
    def total(self) -> Total:
        """The total that it comes to."""
        return Total(self.boards, tidy(Fraction(self.over, self.under)), self.maximum)


class LineSide(NamedTuple):
    """One side of one line."""

    key: BoardKey
    number: int
    side: Side


class Awaited(NamedTuple):
    """An award that waited for the other boards, and the share of the top that it came to."""

    waiting: Waiting
    share: Fraction
    regulations: Regulations

    def points(self, work: Working | None = None) -> Points:
        """The points, as they count."""
        maximum = self.waiting.maximum
        value = tidy(self.share * maximum)
        if work is not None:
            text = say("{percent}% of a top of {top}", percent=shown(self.share * 100, 4), top=shown(maximum))
            work.note(text, value, self.waiting.rule)
        return Points(rounded(value, maximum, self.regulations, work), maximum)


Raw = tuple[tuple[SidePoints | None, SidePoints | None] | None, ...]
"""For each line of a board, before averages are solved; None for a side that has its score elsewhere."""


@dataclass(frozen=True)
class Scored:
    """A scored session."""

    session: SessionToScore
    raw: Mapping[BoardKey, Raw]
    sums: Mapping[str, Sum]
    """Of each contestant, its boards that wait for nothing."""
    waited: Mapping[LineSide, Awaited]
    """Those that did wait."""

    @cached_property
    def boards(self) -> Mapping[BoardKey, BoardScore]:
        """Every board."""
        return {key: self.board(key) for key in self.session.by_board}

    def board(self, key: BoardKey) -> BoardScore:
        """One board, for who needs no other."""
        scored = []
        for number, (line, raw) in enumerate(zip(self.session.by_board[key], self.raw[key], strict=True)):
            if raw is None:
                scored.append(LineScore(line, None, None))
            else:
                ns, ew = raw
                scored.append(
                    LineScore(line, self._final(key, number, Side.NS, ns), self._final(key, number, Side.EW, ew))
                )
        return BoardScore(key, self.scorer(key).top, tuple(scored), _sat_out(self.session, key, self.raw[key]))

    def scorer(self, key: BoardKey) -> BoardScorer:
        """What scores the lines of a board."""
        return board_scorer(self.session, key)

    def _final(self, key: BoardKey, number: int, side: Side, raw: SidePoints | None) -> Points | None:
        return raw if raw is None or isinstance(raw, Points) else self.waited[LineSide(key, number, side)].points()

    @cached_property
    def totals(self) -> Mapping[str, Total]:
        """Every contestant's total before penalties."""
        sums = dict(self.sums)
        for place, awaited in self.waited.items():
            side = self.session.by_board[place.key][place.number].contestant(place.side)
            for contestant in self.session.players(side):
                sums[contestant] = sums.get(contestant, Sum()).plus(awaited.points())
        return {contestant: each.total for contestant, each in sums.items()}


def score(session: SessionToScore) -> Scored:
    """Scores a session.

    >>> from arrowswitch.scoring import played, ranking
    >>> lines = [played(1, "1", "4", 620), played(1, "2", "5", 170), played(1, "3", "6", 620)]
    >>> [(standing.contestant, standing.rank) for standing in ranking(score(SessionToScore(tuple(lines), winners=2)))][:3]
    [('1', '1='), ('3', '1='), ('2', '3')]
    """
    check(session)
    raw = {key: _raw_board(session, key) for key in session.by_board}
    sums: dict[str, Sum] = {}
    for key in raw:
        _add(sums, session, key, raw[key], 1)
    return Scored(session, raw, sums, _awaited(session, raw, sums))


def rescore(scored: Scored, old: Line, new: Line) -> Scored:
    """The session with one line changed; only the boards that the change touches are scored again.

    >>> from arrowswitch.scoring import played
    >>> first = played(1, "1", "4", 620)
    >>> before = score(SessionToScore((first, played(1, "2", "5", 170))))
    >>> after = rescore(before, first, played(1, "1", "4", -100))
    >>> before.totals["1"].points, after.totals["1"].points
    (2, 0)
    """
    session = scored.session
    place = next((number for number, line in enumerate(session.lines) if line is old), None)
    try:
        place = session.lines.index(old) if place is None else place
    except ValueError:
        raise BadSession(say("Board {board} has no such line to change.", board=old.board)) from None
    changed = session.changed(place, new)
    keys = list(dict.fromkeys((session.key(old), changed.key(new))))
    for key in keys:
        _check_board(changed, key)
    if changed.results_expected != session.results_expected:
        return score(changed)
    raw, sums = dict(scored.raw), dict(scored.sums)
    for key in keys:
        if key in raw:
            _add(sums, session, key, raw.pop(key), -1)
        if key in changed.by_board:
            raw[key] = _raw_board(changed, key)
            _add(sums, changed, key, raw[key], 1)
    raw = {key: raw[key] for key in changed.by_board}
    return Scored(changed, raw, sums, _awaited(changed, raw, sums))


def check_method(session: SessionToScore) -> None:
    """Refuses a method that there is not, and any number of winners but one or two."""
    if session.method not in METHODS:
        raise BadSession(
            say(
                "There is no method “{method}”; there are {methods}.", method=session.method, methods=", ".join(METHODS)
            )
        )
    if session.winners not in (1, 2):
        raise BadSession(say("There are 1 or 2 winners, not {winners}.", winners=session.winners))


def check(session: SessionToScore) -> None:
    """Refuses what cannot be scored: an unknown method, a contestant twice on a board."""
    check_method(session)
    for key in session.by_board:
        _check_board(session, key)


def _check_board(session: SessionToScore, key: BoardKey) -> None:
    if session.teams or key not in session.by_board:
        return
    lines = [line for line in session.by_board[key] if line.status != "struck"]
    players = session.players
    names = [name for line in lines for side in (line.ns, line.ew) for name in players(side)]
    if len(set(names)) < len(names):  # somebody may have the score elsewhere
        names = [
            name for line in lines for side in Side if line.scored(side) for name in players(line.contestant(side))
        ]
    names += [each.contestant for each in session.sit_outs if each.board == key.board]
    if len(set(names)) < len(names):
        twice = next(name for place, name in enumerate(names) if name in names[:place])
        raise BadSession(say("{contestant} is twice on board {board}.", contestant=twice, board=key.board))


def _raw_board(session: SessionToScore, key: BoardKey) -> Raw:
    scorer = board_scorer(session, key)
    return tuple(_both(scorer, line) if line.counts else None for line in session.by_board[key])


def _both(scorer: BoardScorer, line: Line) -> tuple[SidePoints | None, SidePoints | None] | None:
    ns_here, ew_here = type(line.ns_award) is not PlayedBefore, type(line.ew_award) is not PlayedBefore
    ns = scorer.points(line, Side.NS) if ns_here else None
    ew = scorer.points(line, Side.EW) if ew_here else None
    return None if (ns_here and ns is None) or (ew_here and ew is None) else (ns, ew)


def _add(sums: dict[str, Sum], session: SessionToScore, key: BoardKey, raw: Raw, sign: int) -> None:
    nothing, pairs = Sum(), not session.teams
    for line, points in zip(session.by_board[key], raw, strict=True):
        if points is None:
            continue
        ns, ew = points
        if isinstance(ns, Points):
            for name in session.players(line.ns):
                sums[name] = sums.get(name, nothing).plus(ns, sign)
        if isinstance(ew, Points) and (pairs or Side.EW in session.counted_sides(line)):
            for name in session.players(line.ew):
                sums[name] = sums.get(name, nothing).plus(ew, sign)
    for each in _sat_out(session, key, raw):
        sums[each.contestant] = sums.get(each.contestant, nothing).plus(each.points, sign)


def _sat_out(session: SessionToScore, key: BoardKey, raw: Raw) -> tuple[SatOut, ...]:
    """For those who sat the board out, the average of their direction's points on it."""
    found = []
    for contestant, _, side in session.sitting_out(key):
        sides = [points[side is Side.EW] for points in raw if points is not None]
        made = [points.value for points in sides if isinstance(points, Points)]
        if made:
            mean = tidy(Fraction(sum(made, Fraction(0))) / len(made))
            found.append(SatOut(contestant, side, Points(mean)))
    return tuple(found)


def _together(session: SessionToScore, side: str, sums: Mapping[str, Sum]) -> Total:
    """What a side has on its other boards; of the two partners of an individual, both together."""
    each = [sums.get(name, Sum()).total for name in session.players(side)]
    if len(each) == 1:
        return each[0]
    points = sum((Fraction(one.points) for one in each), Fraction(0))
    return Total(sum(one.boards for one in each), tidy(points), sum(one.maximum for one in each))


def _awaited(session: SessionToScore, raw: Mapping[BoardKey, Raw], sums: Mapping[str, Sum]) -> dict[LineSide, Awaited]:
    waiting: dict[LineSide, Waiting] = {}
    for key, lines in raw.items():
        for number, points in enumerate(lines):
            if points is None:
                continue
            ns, ew = points
            if isinstance(ns, Waiting):
                waiting[LineSide(key, number, Side.NS)] = ns
            if isinstance(ew, Waiting):
                waiting[LineSide(key, number, Side.EW)] = ew
    index = {place: number for number, place in enumerate(waiting)}
    unknowns = [
        Unknown(
            session.by_board[place.key][place.number].contestant(place.side),
            mine,
            index.get(place._replace(side=place.side.other)),
        )
        for place, mine in waiting.items()
    ]
    totals = {unknown.contestant: _together(session, unknown.contestant, sums) for unknown in unknowns}
    shares = solve(
        unknowns,
        {contestant: total.points for contestant, total in totals.items()},
        {contestant: total.maximum for contestant, total in totals.items()},
    )
    regulations = session.regulations
    return {
        place: Awaited(mine, share, regulations) for (place, mine), share in zip(waiting.items(), shares, strict=True)
    }
