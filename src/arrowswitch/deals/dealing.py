"""Deals by a seed: every deal that there is has a number, and the seed picks a number for each board.

There are 52!/13!⁴ deals. A board's number comes from the bits of SHAKE-256 over the seed and the board; numbers that are
too large are thrown away and drawn again, so every deal is exactly as likely as any other. The same seed gives the same
deals on every computer, and a board's deal does not depend on how many others are dealt.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from hashlib import shake_256
from math import factorial

from arrowswitch.bridge import PACK, Card, check_board
from arrowswitch.deals.hands import BoardHands, written

_BYTES = 12  # 96 bits; more than half of the numbers that they can write are deals


@cache
def ways(*free: int) -> int:
    """In how many ways cards can be dealt to hands with so many free places.

    >>> ways(13, 13, 13, 13)
    53644737765488792839237440000
    """
    count = factorial(sum(free))
    for places in free:
        count //= factorial(places)
    return count


ALL = ways(13, 13, 13, 13)


def dealt(seed: str, boards: Iterable[int]) -> tuple[BoardHands, ...]:
    """The deals of a seed.

    >>> dealt("7", [1])[0].north == dealt("7", range(1, 27))[0].north
    True
    """
    return tuple(numbered(_number(seed, board), board) for board in boards)


def _number(seed: str, board: int) -> int:
    check_board(board)
    bits = shake_256(f"arrowswitch deal {board} {seed}".encode())
    tries = 0
    while True:
        tries += 1
        number = int.from_bytes(bits.digest(tries * _BYTES)[-_BYTES:])
        if number < ALL:
            return number


def numbered(number: int, board: int) -> BoardHands:
    """The deal with a number from 0.

    >>> numbered(0, 1).north
    '...AKQJT98765432'
    """
    free = [13] * 4
    held: list[list[Card]] = [[], [], [], []]
    for card in PACK:
        for seat in range(4):
            if not free[seat]:
                continue
            free[seat] -= 1
            count = ways(*free)
            if number < count:
                held[seat].append(card)
                break
            number -= count
            free[seat] += 1
    return BoardHands(board, *map(written, held))
