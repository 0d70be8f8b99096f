"""What a late team loses in a knockout (Bridge Director's Companion, L4079-4091): IMPs by the minute, boards, the match."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

GRACE = 10
FORFEIT = 40
BOARD_MINUTES = Fraction(15, 2)
BOARD_IMPS = 3


class Lateness(NamedTuple):
    """IMPs for the other side, of which some are for boards that are taken away; or the match is forfeited."""

    imps: int
    boards_withdrawn: int = 0
    board_imps: int = 0
    forfeit: bool = False


def lateness(minutes: int) -> Lateness:
    """What so many minutes cost, the ten of grace counted.

    >>> [lateness(minutes).imps for minutes in (10, 12, 17, 22)], lateness(22).boards_withdrawn, lateness(41).forfeit
    ([0, 1, 3, 6], 1, True)
    """
    if minutes > FORFEIT:
        return Lateness(0, forfeit=True)
    if minutes <= GRACE:
        return Lateness(0)
    boards = int((minutes - GRACE) / BOARD_MINUTES)
    further = -(-max(0, minutes - 20) // 5)
    return Lateness(1 if minutes <= 15 else 3 + 3 * further, boards, boards * BOARD_IMPS)
