"""Whose turn it is among visitors: those of one address never have all the threads, and never all the places to wait, so
that somebody else still comes in. And how many lines for news one phone keeps open: the newest few."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field

THREADS = 4
AT_ONCE = THREADS - 1
"""Visitors of one address who are answered at once: all the phones of a hall, perhaps."""
WAITING = 150
MOST_WAITING = 200
LINES = 3
"""For news, of one phone: two tabs, and one that has not noticed yet that it is gone."""


LINES_OF_ALL = 24
"""And of all the phones of one table, or of one pair."""


class TooMany(Exception):  # noqa: N818 - an answer
    """There is no place to wait."""


@dataclass
class Queue:
    """Those of one address."""

    turn: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(AT_ONCE))
    waiting: int = 0


class Turns:
    """Who waits, by address."""

    def __init__(self) -> None:
        self.queues: dict[str, Queue] = {}

    @asynccontextmanager
    async def turn(self, address: str) -> AsyncIterator[None]:
        """Waits until it is a visitor's turn; `TooMany` if there is no place."""
        queue = self.queues.setdefault(address, Queue())
        if queue.waiting >= WAITING or sum(each.waiting for each in self.queues.values()) >= MOST_WAITING:
            raise TooMany
        queue.waiting += 1
        try:
            async with queue.turn:
                yield
        finally:
            queue.waiting -= 1
            if not queue.waiting:
                self.queues.pop(address, None)


class OpenStreams:
    """The lines for news that are open, by phone."""

    def __init__(self) -> None:
        self.open: dict[int | str, deque[asyncio.Event]] = {}

    @contextmanager
    def one_more(self, pad: int, holder: str = "") -> Iterator[asyncio.Event]:
        """A line, with what says that it is to end: the other end has gone, or the phone, or others of its table, have opened
        newer ones."""
        gone = asyncio.Event()
        of: tuple[tuple[int | str, int], ...] = ((pad, LINES), (holder, LINES_OF_ALL))
        for whose, most in of[: 2 if holder else 1]:
            mine = self.open.setdefault(whose, deque())
            mine.append(gone)
            if len(mine) > most:
                mine.popleft().set()
        try:
            yield gone
        finally:
            for whose, _most in of:
                mine = self.open.get(whose, deque())
                if gone in mine:
                    mine.remove(gone)
                if not mine:
                    self.open.pop(whose, None)
