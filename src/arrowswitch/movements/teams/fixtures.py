"""The matches of a teams movement: which teams meet, in which rounds, over which boards.

The two halves of a match may be played in different rounds (American Whist), and a match in several stanzas; a movement
without stanzas in which two teams meet with other boards again has two matches of theirs.
"""

from __future__ import annotations

from collections import defaultdict
from typing import NamedTuple

from arrowswitch.movements.model import Meeting, Movement


class PlannedMatch(NamedTuple):
    """A match as it is planned; `one` has the lower number."""

    one: int
    other: int
    rounds: tuple[int, ...]
    boards: tuple[int, ...]
    """Those that both halves play."""
    tables: tuple[int, ...]

    @property
    def teams(self) -> frozenset[int]:
        return frozenset((self.one, self.other))


def fixtures(movement: Movement) -> tuple[PlannedMatch, ...]:
    """The matches of a movement, in the order in which they begin.

    >>> from arrowswitch.movements import build
    >>> fixtures(build("american-whist", teams=5, boards_per_round=6))[0]
    PlannedMatch(one=1, other=3, rounds=(1, 4), boards=(7, 8, 9, 10, 11, 12), tables=(1, 3))
    """
    met: defaultdict[tuple[int, int, tuple[int, ...]], list[Meeting]] = defaultdict(list)
    for meeting in movement.meetings:
        one, other = sorted(meeting.sides)
        met[one, other, () if movement.stanzas else _together(movement, meeting)].append(meeting)
    found = (_fixture(one, other, meetings) for (one, other, _), meetings in met.items())
    return tuple(sorted(found, key=lambda each: (each.rounds[0], each.tables)))


def _together(movement: Movement, meeting: Meeting) -> tuple[int, ...]:
    """What the parts of one match have in common: its boards; where rounds are drawn, the draw in which it began."""
    for draw in movement.draws:
        if draw.first <= meeting.round <= draw.last:
            began = any(match.part == 2 and meeting.ns in match.sides for match in draw.matches)
            return (draw.number - began,)
    return tuple(sorted(meeting.boards))


def _fixture(one: int, other: int, meetings: list[Meeting]) -> PlannedMatch:
    boards = {board for meeting in meetings for board in meeting.boards}
    return PlannedMatch(
        one,
        other,
        tuple(sorted({meeting.round for meeting in meetings})),
        tuple(sorted(boards)),
        tuple(sorted({meeting.table for meeting in meetings})),
    )
