"""Telling the pads that something has changed: one look at the database for all of them, a line kept open to each.

What is sent is only the number of the last entry that may concern the pad; the pad then asks for what it may know. So
nothing can be told here that the pad may not see, and a line that breaks loses nothing. A score concerns its own table
and, where travellers are shown, those who have the board now; anything else concerns everybody.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping
from concurrent.futures import Executor
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from django.utils import timezone

from arrowswitch.session import Confirm, Correct, Enter, JournalEntry, State
from arrowswitch.site.journal import store
from arrowswitch.site.journal.models import Session
from arrowswitch.site.pads.models import Pad
from arrowswitch.site.pads.neighbours import neighbours_of

EVERY = 0.5
"""Seconds between two looks."""
ALIVE = 5.0
"""Seconds after which a quiet line is used, so that nothing on the way closes it; then it is also seen that a pad was
moved or taken off."""

Send = Callable[[Mapping[str, Any]], Awaitable[None]]
Where = tuple[str, int]
"""Section and table."""


class Listener(NamedTuple):
    """Who listens: a pad of a table; without a table one that moves, which hears everything; or one that was taken off."""

    session: int
    where: Where | None
    off: bool = False
    both: bool = False
    beside: tuple[int, ...] = ()
    """The other phones of the same table or pair."""


@dataclass
class SessionNews:
    """What is known of a session: the last entry, the last that concerned everybody, the last that concerned a table."""

    last: int = -1
    everybody: int = -1
    tables: dict[Where, int] = field(default_factory=dict)

    def for_whom(self, where: Where | None) -> int:
        """The last entry that may concern a listener."""
        return self.last if where is None else max(self.everybody, self.tables.get(where, -1))


def concerns(state: State, entry: JournalEntry) -> set[Where] | None:
    """The tables whose pads see something else after an entry; None for all."""
    if not isinstance(entry.act, Enter | Correct | Confirm):
        return None
    key = entry.act.line
    found = {(key.section, key.table)}
    if state.settings.scores in ("board", "round"):  # then others see this score among theirs
        for section in state.sections.values():
            for meeting in section.movement.meetings:
                if meeting.round >= section.round and key.board in meeting.boards:
                    found.add((section.name, meeting.table))
    return found


def listener(session: int, pad: int) -> Listener:
    """Where a pad is."""
    found = Pad.objects.filter(pk=pad, revoked=None).first()
    if found is None:
        return Listener(session, None, off=True)
    where = (found.section, found.table) if found.pair is None else None
    others = tuple(each.pk for each in neighbours_of(found))
    return Listener(session, where, both=bool(found.side) and found.other_side(), beside=others)


def look(known: Mapping[int, SessionNews]) -> dict[int, SessionNews]:
    """What has become of each session since."""
    now = timezone.now()
    for session in known:
        store.clock_calls(session, now)
    found = {}
    for session, last in Session.objects.filter(pk__in=list(known)).values_list("pk", "last"):
        if last != known[session].last:
            found[session] = _heard(session, known[session])
    return found


def _heard(session: int, before: SessionNews) -> SessionNews:
    state = store.state(session)
    last = len(state.journal)
    if before.last < 0 or before.last > last:  # nothing was known, or a back-up with less in it was put in place
        return SessionNews(last, last)
    everybody, tables = before.everybody, dict(before.tables)
    for number, entry in enumerate(state.journal[before.last :], before.last + 1):
        places = concerns(state, entry)
        if places is None:
            everybody = number
        else:
            tables.update(dict.fromkeys(places, number))
    return SessionNews(last, everybody, tables)


class Watch:
    """Looks at the sessions that somebody listens to, and wakes the listeners when one has changed."""

    def __init__(self, threads: Executor) -> None:
        self.threads = threads
        self.listeners: Counter[int] = Counter()
        self.heard: dict[int, SessionNews] = {}
        self.changed = asyncio.Condition()
        self.task: asyncio.Task[None] | None = None

    async def follow(self, session: int, pad: int, send: Send, gone: asyncio.Event) -> None:
        """Sends the number of the last entry that may concern a pad whenever it changes, until the pad has gone."""
        loop = asyncio.get_running_loop()
        who = await loop.run_in_executor(self.threads, listener, session, pad)
        self.listeners[session] += 1
        self.heard.setdefault(session, SessionNews())
        if self.task is None or self.task.done():
            self.task = asyncio.create_task(self._look())
        try:
            while not gone.is_set():
                now = self._now(who)
                await send({"type": "http.response.body", "body": f"data: {now}\n\n".encode(), "more_body": True})
                if not await self._wait(who, now) and who != await loop.run_in_executor(
                    self.threads, listener, session, pad
                ):
                    return  # the pad opens the line again, and asks where it is
        finally:
            self.listeners[session] -= 1
            if not self.listeners[session]:
                del self.listeners[session]
                self.heard.pop(session, None)

    def _now(self, who: Listener) -> int:
        heard = self.heard.get(who.session)
        return heard.for_whom(who.where) if heard else -1

    async def _wait(self, who: Listener, told: int) -> bool:
        """Whether there is something new."""
        try:
            async with asyncio.timeout(ALIVE), self.changed:
                await self.changed.wait_for(lambda: self._now(who) != told)
        except TimeoutError:
            return False
        return True

    async def _look(self) -> None:
        loop = asyncio.get_running_loop()
        while self.listeners:
            try:
                found = await loop.run_in_executor(self.threads, look, dict(self.heard))
            except Exception:  # noqa: BLE001 - a database that is busy is looked at again
                found = {}
            if found:
                async with self.changed:
                    # whoever listened may have gone while the database was asked
                    self.heard.update({session: heard for session, heard in found.items() if session in self.heard})
                    self.changed.notify_all()
            await asyncio.sleep(EVERY)
