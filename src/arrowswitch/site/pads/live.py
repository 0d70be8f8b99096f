"""Telling the pads that something has changed: one look at the database for all of them, a line kept open to each.

What is sent is only the number of the last event; the pad then asks for what it may know. So nothing can be told here
that the pad may not see, and a line that breaks loses nothing.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping
from concurrent.futures import Executor
from typing import Any

from arrowswitch.site.journal.models import Session

EVERY = 0.5
"""Seconds between two looks."""
ALIVE = 15.0
"""Seconds after which a quiet line is used, so that nothing on the way closes it."""

Send = Callable[[Mapping[str, Any]], Awaitable[None]]


def last_events(sessions: list[int]) -> dict[int, int]:
    """The number of the last event of each session."""
    return dict(Session.objects.filter(pk__in=sessions).values_list("pk", "last"))


class Watch:
    """Looks at the sessions that somebody listens to, and wakes the listeners when one has changed."""

    def __init__(self, threads: Executor) -> None:
        self.threads = threads
        self.listeners: Counter[int] = Counter()
        self.last: dict[int, int] = {}
        self.changed = asyncio.Condition()
        self.task: asyncio.Task[None] | None = None

    async def follow(self, session: int, send: Send, gone: asyncio.Event) -> None:
        """Sends the number of the last event whenever it changes, until the listener has gone."""
        self.listeners[session] += 1
        if self.task is None or self.task.done():
            self.task = asyncio.create_task(self._look())
        try:
            told = -1
            while not gone.is_set():
                now = self.last.get(session, -1)
                text = f"data: {now}\n\n" if now != told else ": still here\n\n"
                await send({"type": "http.response.body", "body": text.encode(), "more_body": True})
                told = now
                await self._wait(session, told)
        finally:
            self.listeners[session] -= 1
            if not self.listeners[session]:
                del self.listeners[session]
                self.last.pop(session, None)

    async def _wait(self, session: int, told: int) -> None:
        try:
            async with asyncio.timeout(ALIVE), self.changed:
                await self.changed.wait_for(lambda: self.last.get(session, -1) != told)
        except TimeoutError:
            return

    async def _look(self) -> None:
        loop = asyncio.get_running_loop()
        while self.listeners:
            try:
                found = await loop.run_in_executor(self.threads, last_events, list(self.listeners))
            except Exception:  # noqa: BLE001 - a database that is busy is looked at again
                found = {}
            if any(self.last.get(session) != last for session, last in found.items()):
                async with self.changed:
                    self.last.update(found)
                    self.changed.notify_all()
            await asyncio.sleep(EVERY)
