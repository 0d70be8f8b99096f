"""What is printed on a board: its dealer and its vulnerability (Law 2). The pattern repeats after 16 boards."""

from __future__ import annotations

from enum import StrEnum

from arrowswitch.bridge.errors import NotBridge
from arrowswitch.bridge.seats import Seat, Side
from arrowswitch.words import Sentence, say

LAST_BOARD = 999


class Vulnerability(StrEnum):
    """Which sides are vulnerable on a board."""

    NONE = "none"
    NS = "ns"
    EW = "ew"
    ALL = "all"

    def of(self, who: Seat | Side) -> bool:
        """Whether a seat or side is vulnerable.

        >>> Vulnerability.NS.of(Seat.SOUTH), Vulnerability.NS.of(Side.EW)
        (True, False)
        """
        side = who.side if isinstance(who, Seat) else who
        return self is Vulnerability.ALL or self.value == side.value.lower()

    @property
    def full_name(self) -> Sentence:
        """The vulnerability as it is said aloud.

        >>> Vulnerability.EW.full_name
        'East-West vulnerable'
        """
        return _NAMES[self]


_NAMES = {
    Vulnerability.NONE: say("nobody vulnerable"),
    Vulnerability.NS: say("North-South vulnerable"),
    Vulnerability.EW: say("East-West vulnerable"),
    Vulnerability.ALL: say("everybody vulnerable"),
}
_NONE, _NS, _EW, _ALL = Vulnerability
_PATTERN = (
    *(_NONE, _NS, _EW, _ALL),
    *(_NS, _EW, _ALL, _NONE),
    *(_EW, _ALL, _NONE, _NS),
    *(_ALL, _NONE, _NS, _EW),
)
_DEALERS = tuple(Seat)


def dealer_of(board: int) -> Seat:
    """Who deals a board.

    >>> str(dealer_of(1)), str(dealer_of(14))
    ('N', 'E')
    """
    return _DEALERS[(check_board(board) - 1) % 4]


def vulnerability_of(board: int) -> Vulnerability:
    """Who is vulnerable on a board.

    >>> str(vulnerability_of(1)), str(vulnerability_of(7)), str(vulnerability_of(28))
    ('none', 'all', 'ns')
    """
    return _PATTERN[(check_board(board) - 1) % 16]


def check_board(board: int) -> int:
    """The board's number, if there is such a board.

    >>> check_board(1000)
    Traceback (most recent call last):
    arrowswitch.bridge.errors.NotBridge: There is no board 1000: boards are numbered 1 to 999.
    """
    if not 1 <= board <= LAST_BOARD:
        raise NotBridge(
            say("There is no board {board}: boards are numbered 1 to {last}.", board=board, last=LAST_BOARD)
        )
    return board
