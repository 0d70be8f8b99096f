"""A score beside the others of its board, for whoever has never seen a formula: what it beat, what it tied with, what beat it.

This is what stands before the working of a pair's points on a board; the working itself is in `explain`.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from arrowswitch.bridge import Side
from arrowswitch.scoring.lines import Line, Score
from arrowswitch.scoring.scored import Scored
from arrowswitch.scoring.session import TEAMS, BoardKey
from arrowswitch.words import Sentence, say, say_count

Often = tuple[tuple[int, int], ...]
"""Scores as the pair itself sees them, best first, each with how often it was made."""


@dataclass(frozen=True, slots=True)
class Compared:
    """A pair's score on a board, and those of the others who held the same cards."""

    score: int
    worse: Often
    equal: Often
    better: Often
    others_expected: int
    """How many others there would be if every table had a result to compare with."""

    @property
    def beaten(self) -> int:
        """How many others did worse."""
        return _times(self.worse)

    @property
    def tied(self) -> int:
        """How many others did the same."""
        return _times(self.equal)

    @property
    def others(self) -> int:
        """How many others there are to compare with."""
        return self.beaten + self.tied + _times(self.better)

    @property
    def missing(self) -> int:
        """How many results there are fewer than expected."""
        return max(self.others_expected - self.others, 0)

    @property
    def told(self) -> tuple[Sentence, ...]:
        """The comparison in plain sentences.

        >>> print(*Compared(420, ((400, 9),), (), ((450, 2),), 13).told, sep="\\n")
        It beats 9 of the 11 other pairs.
        2 results are missing or cannot be compared, so the points are scaled to the whole field.
        """
        if not self.others:
            return (say("There is no other result to compare it with."),)
        told = [self._beaten]
        if self.tied:
            told.append(say_count("It ties with one.", "It ties with {n}.", self.tied))
        if self.missing:
            told.append(
                say_count(
                    "One result is missing or cannot be compared, so the points are scaled to the whole field.",
                    "{n} results are missing or cannot be compared, so the points are scaled to the whole field.",
                    self.missing,
                )
            )
        return tuple(told)

    @property
    def _beaten(self) -> Sentence:
        if self.others == 1:
            return say("It beats the one other pair.") if self.beaten else say("It does not beat the one other pair.")
        if self.beaten in (0, self.others):
            return say(BEATEN[self.beaten > 0], others=self.others)
        return say("It beats {beaten} of the {others} other pairs.", beaten=self.beaten, others=self.others)


BEATEN = {True: say("It beats all {others} other pairs."), False: say("It beats none of the {others} other pairs.")}


def _times(often: Often) -> int:
    return sum(times for _score, times in often)


def compared(scored: Scored, contestant: str, board: int) -> Compared | None:
    """A pair's score on a board beside the others in its direction; nothing for teams, and where the director gave the points.

    >>> from arrowswitch.scoring import SessionToScore, played, score
    >>> night = score(SessionToScore((played(1, "1", "4", 620), played(1, "2", "5", 170), played(1, "3", "6", 620))))
    >>> found = compared(night, "4", 1)
    >>> found.score, found.worse, found.equal, found.better
    (-620, (), ((-620, 1),), ((-170, 1),))
    """
    session = scored.session
    if session.method in TEAMS:
        return None
    for key, lines in session.by_board.items():
        for line in lines:
            for side in Side:
                mine = key.board == board and session.sits(contestant, line, side)
                if mine and line.counts and line.scored(side):
                    return _among(scored, key, line, side)
    return None


def _among(scored: Scored, key: BoardKey, line: Line, side: Side) -> Compared | None:
    award = line.award(side)
    if not isinstance(award, Score):
        return None
    sign = 1 if side is Side.NS else -1
    others: Counter[int] = Counter()
    for other in scored.session.by_board[key]:
        theirs = other.award(side)
        if other is not line and other.counts and other.group == line.group and isinstance(theirs, Score):
            others[sign * theirs.ns] += 1
    mine = sign * award.ns
    best_first = sorted(others.items(), reverse=True)
    return Compared(
        mine,
        tuple(each for each in best_first if each[0] < mine),
        tuple(each for each in best_first if each[0] == mine),
        tuple(each for each in best_first if each[0] > mine),
        scored.session.results_expected[key.section] - 1 if _is_scaled(scored) else sum(others.values()),
    )


def _is_scaled(scored: Scored) -> bool:
    return scored.session.method == "matchpoints" and scored.session.regulations.matchpoints.missing != "none"
