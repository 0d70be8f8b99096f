"""The journal of a session in JSON, as every journal is written."""

from __future__ import annotations

from typing import Any

from arrowswitch.journals.text import command_to_json, dumps, read_command, read_entry, read_journal, to_json
from arrowswitch.session.journal import movements as movements  # so that they can be read
from arrowswitch.session.journal.entries import Command, JournalEntry

__all__ = ["command_from_json", "command_to_json", "dumps", "from_json", "loads", "to_json"]


def from_json(data: Any) -> JournalEntry:
    """An entry from JSON values; `JournalFault` says what cannot be read.

    >>> from datetime import datetime, timezone
    >>> from arrowswitch.session.acts import Actor, Start
    >>> entry = JournalEntry("1", Actor("director", "Ann"), datetime(2025, 1, 7, 19, 30, tzinfo=timezone.utc), Start())
    >>> to_json(entry)["act"], to_json(entry)["at"], from_json(to_json(entry)) == entry
    ({'type': 'start'}, '2025-01-07T19:30:00+00:00', True)
    """
    return read_entry(JournalEntry, data)


def loads(text: str) -> tuple[JournalEntry, ...]:
    """The journal of a session from text."""
    return read_journal(JournalEntry, text)


def command_from_json(data: Any) -> Command:
    """A command from JSON values, which may come from anybody."""
    return read_command(Command, data)
