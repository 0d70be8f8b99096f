"""What percentage is expected of each pair of a session, from how strong everybody at the tables is.

A pair's strength is the mean of its players' ratings. On a board it does as well as it is stronger than its opponents, compared with the
other tables, where others held the same cards against others: 50 + (own - opponents) - mean of (theirs - their opponents). So a
pair that is 5 above an average field scores 55%, whoever happens to sit at its table; and who meets the strong ones is not blamed for it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

EVEN = 50.0
PERCENT_OF_AN_IMP = 6.48
"""A cross-IMP a board in percent, as the English grading scheme has it."""


@dataclass(frozen=True)
class RatedSession:
    """A session of pairs: who they are, who met whom on which board, and what percentage each scored."""

    name: str
    day: date
    players: Mapping[str, Sequence[str]]
    """The two players of each contestant."""
    tables: tuple[tuple[str, str, str], ...]
    """The board, who sat North-South and who East-West, for every time that it was played."""
    percents: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Expected:
    """What was expected of a pair, and what that was made of; all in percent, means over its boards."""

    pair: float
    opponents: float
    others: float
    """How much stronger than their opponents those were with whom it was compared."""
    boards: int

    @property
    def percent(self) -> float:
        """What it should score."""
        return EVEN + self.pair - self.opponents - self.others


def percent_of_imps(imps: float, boards: int) -> float:
    """Cross-IMPs, divided by the comparisons, as a percentage.

    >>> round(percent_of_imps(25, 25), 2)
    56.48
    """
    return EVEN + PERCENT_OF_AN_IMP * imps / boards


def expect(session: RatedSession, strengths: Mapping[str, float]) -> dict[str, Expected]:
    """What is expected of each contestant whose strength is given; boards that were played once compare with nothing.

    >>> night = RatedSession("Monday", date(2026, 1, 5), {}, (("1", "a", "b"), ("1", "c", "d")), {})
    >>> found = expect(night, {"a": 55.0, "b": 50.0, "c": 50.0, "d": 50.0})
    >>> [found[pair].percent for pair in "abcd"]
    [55.0, 45.0, 45.0, 55.0]
    """
    gathered: dict[str, list[tuple[float, float]]] = defaultdict(list)
    for tables in _by_board(session.tables):
        ahead = [strengths[ns] - strengths[ew] for ns, ew in tables]
        if len(ahead) < 2:
            continue
        together = sum(ahead)
        for (ns, ew), own in zip(tables, ahead, strict=True):
            others = (together - own) / (len(ahead) - 1)
            gathered[ns].append((strengths[ew], others))
            gathered[ew].append((strengths[ns], -others))
    return {
        who: Expected(
            strengths[who],
            sum(opponents for opponents, _ in found) / len(found),
            sum(others for _, others in found) / len(found),
            len(found),
        )
        for who, found in gathered.items()
    }


def _by_board(tables: Iterable[tuple[str, str, str]]) -> list[list[tuple[str, str]]]:
    found: dict[str, list[tuple[str, str]]] = defaultdict(list)
    for board, ns, ew in tables:
        found[board].append((ns, ew))
    return list(found.values())
