"""The methods of scoring, each with what scores a board by it.

A board scorer answers for one line and one side at a time, and writes its working down when it is asked to.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Literal, NamedTuple, Protocol

from arrowswitch.bridge import Side
from arrowswitch.scoring.boards.butler import ButlerBoard, CrossImpBoard, NetBoard
from arrowswitch.scoring.boards.matchpoints import MatchpointBoard
from arrowswitch.scoring.boards.plain import InstantBoard, TotalPointsBoard
from arrowswitch.scoring.boards.teams import TeamsBoard
from arrowswitch.scoring.lines import Fixed, Line
from arrowswitch.scoring.numbers import Number
from arrowswitch.scoring.points import SidePoints
from arrowswitch.scoring.session import BoardKey, SessionToScore
from arrowswitch.scoring.working import Working


class BoardScorer(Protocol):
    """Scores the lines of one board by one method."""

    @property
    def top(self) -> Number | None: ...

    def points(self, line: Line, side: Side, work: Working | None = None) -> SidePoints | None: ...


class Method(NamedTuple):
    """A way of scoring."""

    scorer: Callable[[Sequence[Line], SessionToScore, BoardKey], BoardScorer]
    percent: bool
    artificial: bool = True
    """Whether averages are worth anything by it."""
    unit: Literal["MPs", "IMPs", "points"] = "points"
    """What its points are, where they have a name."""


def _teams(method: str) -> Callable[[Sequence[Line], SessionToScore, BoardKey], BoardScorer]:
    return lambda lines, session, _: TeamsBoard(method, lines, session.regulations, session.longest_match)


def _against_a_datum(kind: type[ButlerBoard]) -> Callable[[Sequence[Line], SessionToScore, BoardKey], BoardScorer]:
    return lambda lines, session, key: kind(lines, session.regulations, session.pars.get(key.board))


def _matchpoints(lines: Sequence[Line], session: SessionToScore, key: BoardKey) -> BoardScorer:
    return MatchpointBoard(lines, session.results_expected[key.section], session.regulations)


METHODS: dict[str, Method] = {
    "matchpoints": Method(_matchpoints, percent=True, unit="MPs"),
    "butler": Method(_against_a_datum(ButlerBoard), percent=False, unit="IMPs"),
    "cross-imps": Method(
        lambda lines, session, _: CrossImpBoard(lines, session.regulations), percent=False, unit="IMPs"
    ),
    "net": Method(_against_a_datum(NetBoard), percent=False, artificial=False),
    "total-points": Method(lambda *_: TotalPointsBoard(), percent=False, artificial=False),
    "instant-matchpoints": Method(lambda _, session, __: InstantBoard(session.regulations), percent=True, unit="MPs"),
    "board-a-match": Method(_teams("board-a-match"), percent=True, unit="MPs"),
    "point-a-board": Method(_teams("point-a-board"), percent=True, unit="MPs"),
    "imps": Method(_teams("imps"), percent=False, unit="IMPs"),
    "patton": Method(_teams("patton"), percent=False),
    "aggregate": Method(_teams("aggregate"), percent=False, artificial=False),
}


def beyond_the_top(session: SessionToScore) -> Iterator[tuple[int, Fixed, Number]]:
    """The lines, counted from 0, that give more points than their board is worth, or fewer than none; and its top."""
    for number, line in enumerate(session.lines):
        for award in (line.ns_award, line.ew_award) if line.counts else ():
            if isinstance(award, Fixed):
                top = board_scorer(session, session.key(line)).top
                if top is not None and not 0 <= award.points <= top:
                    yield number, award, top


def board_scorer(session: SessionToScore, key: BoardKey) -> BoardScorer:
    """What scores the lines of a board."""
    counting = [line for line in session.by_board[key] if line.counts]
    return METHODS[session.method].scorer(counting, session, key)
