"""The journal in JSON, one event a line: what is written today can be replayed by every later version.

An event says in which version of this format it was written. A version or a key that is not known is refused; nothing
is guessed. Commands are written the same way, so that a pad can keep them until there is a network again.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from arrowswitch.session.journal.codec import JournalFault, decode, encode, spoken
from arrowswitch.session.journal.events import VERSION, Command, JournalEntry
from arrowswitch.words import say

VERSIONS = (VERSION,)
"""The formats that can be read."""


def to_json(event: JournalEntry) -> dict[str, Any]:
    """An event as JSON values; its act has a `type`.

    >>> from datetime import datetime, timezone
    >>> from arrowswitch.session.acts import Actor, Start
    >>> event = JournalEntry("1", Actor("director", "Ann"), datetime(2025, 1, 7, 19, 30, tzinfo=timezone.utc), Start())
    >>> to_json(event)["act"], to_json(event)["at"], from_json(to_json(event)) == event
    ({'type': 'start'}, '2025-01-07T19:30:00+00:00', True)
    """
    written: dict[str, Any] = encode(event)
    return {"version": written.pop("version"), **written}


def from_json(data: Any) -> JournalEntry:
    """An event from JSON values; `JournalFault` says what cannot be read."""
    version = data.get("version") if isinstance(data, dict) else None
    if not isinstance(version, int) or isinstance(version, bool):
        raise JournalFault(say("This is no event of a journal: it has no version."))
    if version not in VERSIONS:
        raise JournalFault(
            say(
                "This event has version {version}; this program reads {known}. A newer program is needed.",
                version=version,
                known=", ".join(map(str, VERSIONS)),
            )
        )
    event: JournalEntry = decode(JournalEntry, data)
    return event


def dumps(events: Iterable[JournalEntry]) -> str:
    """A journal as text, one event a line."""
    return "".join(json.dumps(to_json(event), ensure_ascii=False, separators=(",", ":")) + "\n" for event in events)


def loads(text: str) -> tuple[JournalEntry, ...]:
    """A journal from text.

    >>> loads('{"version": 99}')
    Traceback (most recent call last):
    arrowswitch.session.journal.codec.JournalFault: Line 1: This event has version 99; this program reads 1. A newer program is needed.
    """
    events = []
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        try:
            events.append(from_json(json.loads(line)))
        except JournalFault as fault:
            raise JournalFault(say("Line {line}: {problem}", line=number, problem=fault.args[0])) from None
        except (ValueError, RecursionError):  # numbers too long to read are none either
            raise JournalFault(say("Line {line} is not JSON.", line=number)) from None
    return tuple(events)


def command_to_json(command: Command) -> dict[str, Any]:
    """A command as JSON values."""
    written: dict[str, Any] = encode(command)
    return written


def command_from_json(data: Any) -> Command:
    """A command from JSON values, which may come from anybody; `JournalFault` says what cannot be read.

    Sentences in it become plain texts: only the program's own have blanks to fill and are translated.
    """
    command: Command = decode(Command, spoken(data))
    return command
