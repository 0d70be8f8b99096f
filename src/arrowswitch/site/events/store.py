"""Events in the database: a command is decided against the state, and what it becomes is written for good.

`begin` opens an event, `append` gives it a command and `append_all` several that belong together, `state` says how it stands,
`listed` lists a club's without reading a journal. As of a session (`site.journal.store`), what is returned is on disk, what
was sent before does nothing again, and the second of two who write at once is decided anew on what the first has left. An event
is written a few times an evening, so nobody waits in a queue here.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import QuerySet

from arrowswitch.contests.events import EventCommand, EventJournalEntry, EventState, OpenEvent, decide, evolve
from arrowswitch.journals import Refused
from arrowswitch.site.club.models import Club
from arrowswitch.site.events.feeds import feeds
from arrowswitch.site.events.models import KeptEntry, KeptEvent
from arrowswitch.site.journal.folding import fold_event, line
from arrowswitch.site.journal.store import BUSY, TRIES, UNKEEPABLE, StoreBusy, StoreFault, faults_in_sentences
from arrowswitch.site.work.memory import Memory
from arrowswitch.words import say

__all__ = ["KeptCommands", "StoreFault", "append", "append_all", "begin", "events", "header", "listed", "state"]

NO_EVENT = say("There is no such event.")
REMEMBERED = 16
"""Events whose state is kept in memory."""

_memory: Memory[int, tuple[EventState, str]] = Memory(REMEMBERED)
"""States by event, each with the last line of the journal that it was made from."""


@dataclass(frozen=True)
class KeptCommands:
    """Commands that are in the journal of an event for good."""

    event: int
    state: EventState
    entries: tuple[EventJournalEntry, ...]
    """What was written now; nothing if all of it was in the journal already."""


def events(club: Club) -> QuerySet[KeptEvent]:
    """The headers of a club's events, the last changed first, also of those that were put away; no journal is read."""
    return KeptEvent.objects.filter(club=club)


def listed(club: Club) -> QuerySet[KeptEvent]:
    """The events that stand on the club's lists."""
    return events(club).filter(away=False)


def header(event: int, club: Club | None) -> KeptEvent:
    """The header of an event of a club; `Refused` for one of another club too."""
    with faults_in_sentences():
        found = KeptEvent.objects.filter(club=club, pk=event).first() if club and 0 < event < 2**63 else None
    if found is None:
        raise Refused(NO_EVENT)
    return found


def state(event: int, *, club: Club) -> EventState:
    """How an event of a club stands now."""
    header(event, club)
    with faults_in_sentences():
        return _read(event)[0]


def begin(command: EventCommand, *more: EventCommand, club: Club) -> KeptCommands:
    """Opens an event of a club by an `OpenEvent` command, and does more with it in one go; the same again gives the same event."""
    if not isinstance(command.act, OpenEvent):
        raise Refused(say("An event begins with its opening."))
    with faults_in_sentences():
        opened = KeptEvent.objects.filter(club=club, opened=command.id).values_list("pk", flat=True).first()
        if opened is None:
            entries, after = _decided(EventState(), (command, *more), club)
            written = _begun(club, entries, after)
            if written:
                return written
            opened = KeptEvent.objects.filter(club=club, opened=command.id).values_list("pk", flat=True).first()
    if opened is None:
        raise Refused(NO_EVENT)
    return append_all(opened, (command, *more), club=club)


def append(event: int, command: EventCommand, *, club: Club) -> KeptCommands:
    """Gives an event of a club a command and returns when what it became is on disk.

    `Refused` says why it is not granted, `StoreFault` why it could not be kept; both leave all as it was.
    """
    return append_all(event, (command,), club=club)


def append_all(event: int, commands: Sequence[EventCommand], *, club: Club) -> KeptCommands:
    """Gives an event commands that belong together: all of them are on disk when this returns, or none."""
    header(event, club)
    with faults_in_sentences():
        for _ in range(TRIES):
            before, last = _read(event)
            entries, after = _decided(before, commands, club)
            if not entries:
                return KeptCommands(event, before, ())
            if _added(event, before, last, entries, after):
                return KeptCommands(event, after, entries)
    raise StoreBusy(BUSY)


def _decided(
    state: EventState, commands: Sequence[EventCommand], club: Club
) -> tuple[tuple[EventJournalEntry, ...], EventState]:
    """What commands become, each on what the one before it has left."""
    written: list[EventJournalEntry] = []
    for command in commands:
        entries = decide(state, command, feeds(state, club))
        for entry in entries:
            state = evolve(state, entry)
            if any(UNKEEPABLE.search(text) for text in (entry.id, entry.by.name, state.title)):
                raise Refused(say("There is a character in this text that cannot be kept."))
        written += entries
    return tuple(written), state


# -- reading ----------------------------------------------------------------------------------------------------------


def _read(event: int) -> tuple[EventState, str]:
    """The state with all that has been written, and the last line of the journal."""
    known, last = _memory.get(event, (EventState(), ""))
    count = len(known.journal)
    rows = _rows(event, max(count, 1))
    if count and rows[:1] == [(count, last)]:
        rows = rows[1:]
    elif count:  # another database was put in the place of the one that was read
        known, rows = EventState(), _rows(event, 1)
    if not rows and not known.journal:
        raise Refused(NO_EVENT)
    if rows:
        known, last = fold_event(known, rows), rows[-1][1]
        _memory.put(event, (known, last))
    return known, last


def _rows(event: int, first: int) -> list[tuple[int, str]]:
    found = KeptEntry.objects.filter(event=event, number__gte=first).order_by("number")
    return list(found.values_list("number", "body"))


# -- writing ----------------------------------------------------------------------------------------------------------


def _head(after: EventState) -> dict[str, Any]:
    last = after.journal[-1]
    return {
        "title": after.title,
        "kind": after.kind,
        "last": len(after.journal),
        "changed": last.at,
        "away": after.away,
    }


def _begun(club: Club, entries: tuple[EventJournalEntry, ...], after: EventState) -> KeptCommands | None:
    """Writes a new event; None if somebody else has opened it meanwhile."""
    try:
        with transaction.atomic(durable=True):
            made = KeptEvent.objects.create(club=club, opened=entries[0].id, **_head(after))
            last = _write(made.pk, 0, entries)
    except IntegrityError:
        if KeptEvent.objects.filter(club=club, opened=entries[0].id).exists():
            return None
        raise
    _memory.put(made.pk, (after, last))
    return KeptCommands(made.pk, after, entries)


def _added(
    event: int, before: EventState, last: str, entries: tuple[EventJournalEntry, ...], after: EventState
) -> bool:
    """Writes entries after the state that they were decided on; False if somebody else has written meanwhile."""
    count = len(before.journal)
    with transaction.atomic(durable=True):
        if not KeptEvent.objects.filter(pk=event, last=count).update(**_head(after)):
            return False
        if not KeptEntry.objects.filter(event=event, number=count, body=last).exists():  # another database, as long
            transaction.set_rollback(True)
            return False
        written = _write(event, count, entries)
    _memory.put(event, (after, written))
    return True


def _write(event: int, count: int, entries: tuple[EventJournalEntry, ...]) -> str:
    """Adds entries after so many; the last line."""
    rows = [
        KeptEntry(
            event_id=event,
            number=number,
            command=entry.id,
            role=entry.by.role,
            name=entry.by.name,
            at=entry.at,
            version=entry.version,
            body=line(entry),
        )
        for number, entry in enumerate(entries, count + 1)
    ]
    KeptEntry.objects.bulk_create(rows)
    return rows[-1].body
