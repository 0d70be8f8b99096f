"""A whole session: from lines to points on every board, totals, and ranked lists.

`score` does all of it; `rescore` takes a scored session and one changed line and scores only that line's board again.
Every method of scoring has a board scorer (`METHODS`) that answers for one line and one side at a time, with its
working when it is asked for that.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple, Protocol

from arrowswitch.bridge import Side
from arrowswitch.regulations import Regulations, load
from arrowswitch.scoring.artificial import Unknown, solve
from arrowswitch.scoring.butler import ButlerBoard, CrossImpBoard
from arrowswitch.scoring.lines import Line
from arrowswitch.scoring.matchpoints import MatchpointBoard
from arrowswitch.scoring.numbers import Number, shown, tidy
from arrowswitch.scoring.penalties import Penalty
from arrowswitch.scoring.plain import InstantBoard, TotalPointsBoard
from arrowswitch.scoring.points import Points, SidePoints, Waiting
from arrowswitch.scoring.teams import TeamsBoard
from arrowswitch.scoring.working import Working
from arrowswitch.words import say


class BadSession(ValueError):  # noqa: N818 - what the scorer would call it
    """A session that cannot be scored, said in a sentence."""


class BoardScorer(Protocol):
    """Scores the lines of one board by one method."""

    @property
    def top(self) -> Number | None: ...

    def points(self, line: Line, side: Side, work: Working | None = None) -> SidePoints | None: ...

    def rounded(self, value: Number, side: Side, work: Working | None = None) -> Number: ...


@dataclass(frozen=True)
class Session:
    """What is to be scored, and how."""

    lines: tuple[Line, ...]
    method: str = "matchpoints"
    winners: int = 1
    regulations: Regulations = field(default_factory=lambda: load("wbf"))
    expected: int | None = None
    """Results expected on a board; None for the most on any board."""
    penalties: tuple[Penalty, ...] = ()
    boards_per_match: int | None = None
    apart: bool = False
    """Whether sections are compared and ranked by themselves."""

    @cached_property
    def by_board(self) -> Mapping[BoardKey, tuple[Line, ...]]:
        """The lines of each board, those that do not count among them."""
        found: defaultdict[BoardKey, list[Line]] = defaultdict(list)
        for line in self.lines:
            found[self.key(line)].append(line)
        return {key: tuple(found[key]) for key in sorted(found)}

    def key(self, line: Line) -> BoardKey:
        """Where a line is compared: its board, and its section where sections are apart."""
        return BoardKey(line.section if self.apart else "", line.board)

    @cached_property
    def results_expected(self) -> int:
        """How many results a board should have: as many as the fullest board has, unplayed ones not counted."""
        if self.expected:
            return self.expected
        counts = (sum(line.counts for line in lines) for lines in self.by_board.values())
        return max(counts, default=0)

    @property
    def teams(self) -> bool:
        """Whether the method compares two tables of a match."""
        return METHODS[self.method].teams


class BoardKey(NamedTuple):
    """A board where it is compared."""

    section: str
    board: int


class Method(NamedTuple):
    """A way of scoring."""

    scorer: Callable[[Sequence[Line], Session], BoardScorer]
    percent: bool
    teams: bool = False


def _teams(method: str) -> Callable[[Sequence[Line], Session], BoardScorer]:
    return lambda lines, session: TeamsBoard(method, lines, session.regulations, session.boards_per_match)


METHODS: dict[str, Method] = {
    "matchpoints": Method(lambda ls, s: MatchpointBoard(ls, s.results_expected, s.regulations), percent=True),
    "butler": Method(lambda ls, s: ButlerBoard(ls, s.regulations), percent=False),
    "cross-imps": Method(lambda ls, s: CrossImpBoard(ls, s.regulations), percent=False),
    "total-points": Method(lambda ls, s: TotalPointsBoard(), percent=False),
    "instant-matchpoints": Method(lambda ls, s: InstantBoard(s.regulations), percent=True),
    "board-a-match": Method(_teams("board-a-match"), percent=True, teams=True),
    "point-a-board": Method(_teams("point-a-board"), percent=True, teams=True),
    "imps": Method(_teams("imps"), percent=False, teams=True),
    "patton": Method(_teams("patton"), percent=False, teams=True),
    "aggregate": Method(_teams("aggregate"), percent=False, teams=True),
}


@dataclass(frozen=True, slots=True)
class LineScore:
    """A line with what each side gets; None where it does not count."""

    line: Line
    ns: Points | None
    ew: Points | None

    def points(self, side: Side) -> Points | None:
        """What a side gets."""
        return self.ns if side is Side.NS else self.ew


@dataclass(frozen=True, slots=True)
class BoardScore:
    """A board with all its lines scored."""

    key: BoardKey
    top: Number | None
    lines: tuple[LineScore, ...]


@dataclass(frozen=True, slots=True)
class Total:
    """What a contestant has from all its boards, before penalties."""

    boards: int = 0
    points: Number = 0
    maximum: Number = 0

    def plus(self, points: Points, sign: int = 1) -> Total:
        """With a board's points added, or taken away."""
        maximum = self.maximum + sign * (points.maximum or 0)
        return Total(self.boards + sign, self.points + sign * points.value, maximum)


Raw = tuple[tuple[SidePoints, SidePoints] | None, ...]  # for each line of a board, before averages are solved


class Place(NamedTuple):
    """One side of one line."""

    key: BoardKey
    number: int
    side: Side


class Awaited(NamedTuple):
    """An award that waited for the other boards, and the share of the top that it came to."""

    waiting: Waiting
    share: Fraction

    def points(self, scorer: BoardScorer, side: Side, work: Working | None = None) -> Points:
        """The points, as they count."""
        value = tidy(self.share * self.waiting.maximum)
        if work is not None:
            text = say(
                "{percent}% of a top of {top}", percent=shown(self.share * 100, 4), top=shown(self.waiting.maximum)
            )
            work.note(text, value, self.waiting.rule)
        return Points(scorer.rounded(value, side, work), self.waiting.maximum)


@dataclass(frozen=True)
class Scored:
    """A scored session."""

    session: Session
    raw: Mapping[BoardKey, Raw]
    settled: Mapping[str, Total]
    """Of each contestant, its boards that wait for nothing."""
    waited: Mapping[Place, Awaited]
    """Those that did wait, with the share of the top that they came to."""

    @cached_property
    def boards(self) -> Mapping[BoardKey, BoardScore]:
        """Every board."""
        return {key: self._board(key) for key in self.session.by_board}

    def _board(self, key: BoardKey) -> BoardScore:
        scorer = self.scorer(key)
        scored = []
        for number, (line, raw) in enumerate(zip(self.session.by_board[key], self.raw[key], strict=True)):
            if raw is None:
                scored.append(LineScore(line, None, None))
            else:
                ns, ew = (
                    self._final(scorer, key, number, side, side_raw) for side, side_raw in zip(Side, raw, strict=True)
                )
                scored.append(LineScore(line, ns, ew))
        return BoardScore(key, scorer.top, tuple(scored))

    def scorer(self, key: BoardKey) -> BoardScorer:
        """What scores the lines of a board."""
        return board_scorer(self.session, key)

    def _final(self, scorer: BoardScorer, key: BoardKey, number: int, side: Side, raw: SidePoints) -> Points:
        if isinstance(raw, Points):
            return raw
        return self.waited[Place(key, number, side)].points(scorer, side)

    @cached_property
    def totals(self) -> Mapping[str, Total]:
        """Every contestant's total before penalties."""
        totals = dict(self.settled)
        for place, awaited in self.waited.items():
            points = awaited.points(self.scorer(place.key), place.side)
            contestant = self.session.by_board[place.key][place.number].contestant(place.side)
            totals[contestant] = totals.get(contestant, Total()).plus(points)
        return totals


def board_scorer(session: Session, key: BoardKey) -> BoardScorer:
    """What scores the lines of a board."""
    counting = [line for line in session.by_board[key] if line.counts]
    return METHODS[session.method].scorer(counting, session)


def score(session: Session) -> Scored:
    """Scores a session.

    >>> from arrowswitch.scoring import played, ranking
    >>> lines = [played(1, "1", "4", 620), played(1, "2", "5", 170), played(1, "3", "6", 620)]
    >>> [(standing.contestant, standing.rank) for standing in ranking(score(Session(tuple(lines), winners=2)))][:3]
    [('1', '1='), ('3', '1='), ('2', '3')]
    """
    check(session)
    raw = {key: _raw_board(session, key) for key in session.by_board}
    settled: dict[str, Total] = {}
    for key in raw:
        _add(settled, session, key, raw[key], 1)
    return Scored(session, raw, settled, _awaited(session, raw, settled))


def rescore(scored: Scored, old: Line, new: Line) -> Scored:
    """The session with one line changed; only the boards that the change touches are scored again.

    >>> from arrowswitch.scoring import played
    >>> first = played(1, "1", "4", 620)
    >>> before = score(Session((first, played(1, "2", "5", 170))))
    >>> after = rescore(before, first, played(1, "1", "4", -100))
    >>> before.totals["1"].points, after.totals["1"].points
    (2, 0)
    """
    session = scored.session
    try:
        place = session.lines.index(old)
    except ValueError:
        raise BadSession(say("Board {board} has no such line to change.", board=old.board)) from None
    changed = replace(session, lines=(*session.lines[:place], new, *session.lines[place + 1 :]))
    check(changed)
    if changed.results_expected != session.results_expected:
        return score(changed)
    raw = dict(scored.raw)
    settled = dict(scored.settled)
    for key in {session.key(old), changed.key(new)}:
        if key in raw:
            _add(settled, session, key, raw.pop(key), -1)
        if key in changed.by_board:
            raw[key] = _raw_board(changed, key)
            _add(settled, changed, key, raw[key], 1)
    return Scored(changed, raw, settled, _awaited(changed, raw, settled))


def check_method(session: Session) -> None:
    """Refuses a method that there is not, and any number of winners but one or two."""
    if session.method not in METHODS:
        raise BadSession(
            say(
                "There is no method “{method}”; there are {methods}.", method=session.method, methods=", ".join(METHODS)
            )
        )
    if session.winners not in (1, 2):
        raise BadSession(say("There are 1 or 2 winners, not {winners}.", winners=session.winners))


def check(session: Session) -> None:
    """Refuses what cannot be scored: an unknown method, a contestant twice on a board."""
    check_method(session)
    if session.teams:
        return
    seen: set[tuple[BoardKey, str]] = set()
    for line in session.lines:
        if line.status == "struck":
            continue
        for contestant in (line.ns, line.ew):
            place = session.key(line), contestant
            if place in seen or line.ns == line.ew:
                raise BadSession(
                    say("{contestant} is twice on board {board}.", contestant=contestant, board=line.board)
                )
            seen.add(place)


def _raw_board(session: Session, key: BoardKey) -> Raw:
    scorer = board_scorer(session, key)
    return tuple(_both(scorer, line) if line.counts else None for line in session.by_board[key])


def _both(scorer: BoardScorer, line: Line) -> tuple[SidePoints, SidePoints] | None:
    ns, ew = scorer.points(line, Side.NS), scorer.points(line, Side.EW)
    return None if ns is None or ew is None else (ns, ew)


def sides_counted(session: Session) -> tuple[Side, ...]:
    """The sides whose points are added up: in a teams match a board counts once, where the team sat North-South."""
    return (Side.NS,) if session.teams else (Side.NS, Side.EW)


def _add(totals: dict[str, Total], session: Session, key: BoardKey, raw: Raw, sign: int) -> None:
    for line, points in zip(session.by_board[key], raw, strict=True):
        if points is None:
            continue
        for side in sides_counted(session):
            mine = points[side is Side.EW]
            if isinstance(mine, Points):
                contestant = line.contestant(side)
                totals[contestant] = totals.get(contestant, Total()).plus(mine, sign)


def _awaited(session: Session, raw: Mapping[BoardKey, Raw], settled: Mapping[str, Total]) -> dict[Place, Awaited]:
    waiting: dict[Place, Waiting] = {
        Place(key, number, side): mine
        for key, lines in raw.items()
        for number, points in enumerate(lines)
        if points is not None
        for side, mine in zip(Side, points, strict=True)
        if isinstance(mine, Waiting)
    }
    index = {place: number for number, place in enumerate(waiting)}
    unknowns = [
        Unknown(
            session.by_board[place.key][place.number].contestant(place.side),
            mine,
            index.get(place._replace(side=place.side.other)),
        )
        for place, mine in waiting.items()
    ]
    shares = solve(
        unknowns,
        {contestant: total.points for contestant, total in settled.items()},
        {contestant: total.maximum for contestant, total in settled.items()},
    )
    return {place: Awaited(mine, share) for (place, mine), share in zip(waiting.items(), shares, strict=True)}


def contestants(lines: Iterable[Line]) -> tuple[str, ...]:
    """Everybody who plays, in the order in which they appear."""
    return tuple(dict.fromkeys(name for line in lines if line.status != "struck" for name in (line.ns, line.ew)))
