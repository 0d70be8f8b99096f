"""A journal in JSON, one entry a line: what is written today can be replayed by every later version.

An entry says in which version of this format it was written. A version or a key that is not known is refused; nothing
is guessed. Commands are written the same way, so that a pad can keep them until there is a network again.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any, TypeVar

from arrowswitch.journals.codec import JournalFault, decode, encode, spoken
from arrowswitch.journals.commands import VERSION, AnyCommand, AnyEntry
from arrowswitch.words import say

VERSIONS = (VERSION,)
"""The formats that can be read."""
E = TypeVar("E", bound=AnyEntry)
C = TypeVar("C", bound=AnyCommand)


def to_json(entry: AnyEntry) -> dict[str, Any]:
    """An entry as JSON values; its act has a `type`."""
    written: dict[str, Any] = encode(entry)
    return {"version": written.pop("version"), **written}


def read_entry(kind: type[E], data: Any) -> E:
    """An entry of a sort of journal from JSON values; `JournalFault` says what cannot be read."""
    version = data.get("version") if isinstance(data, dict) else None
    if not isinstance(version, int) or isinstance(version, bool):
        raise JournalFault(say("This is no entry of a journal: it has no version."))
    if version not in VERSIONS:
        raise JournalFault(
            say(
                "This entry has version {version}; this program reads {known}. A newer program is needed.",
                version=version,
                known=", ".join(map(str, VERSIONS)),
            )
        )
    entry: E = decode(kind, data)
    return entry


def dumps(entries: Iterable[AnyEntry]) -> str:
    """A journal as text, one entry a line."""
    return "".join(json.dumps(to_json(entry), ensure_ascii=False, separators=(",", ":")) + "\n" for entry in entries)


def read_journal(kind: type[E], text: str) -> tuple[E, ...]:
    """A journal from text.

    >>> read_journal(AnyEntry, '{"version": 99}')
    Traceback (most recent call last):
    arrowswitch.journals.codec.JournalFault: Line 1: This entry has version 99; this program reads 1. A newer program is needed.
    """
    entries = []
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        try:
            entries.append(read_entry(kind, json.loads(line)))
        except JournalFault as fault:
            raise JournalFault(say("Line {line}: {problem}", line=number, problem=fault.args[0])) from None
        except (ValueError, RecursionError):  # numbers too long to read are none either
            raise JournalFault(say("Line {line} is not JSON.", line=number)) from None
    return tuple(entries)


def command_to_json(command: AnyCommand) -> dict[str, Any]:
    """A command as JSON values."""
    written: dict[str, Any] = encode(command)
    return written


def read_command(kind: type[C], data: Any) -> C:
    """A command from JSON values, which may come from anybody; `JournalFault` says what cannot be read.

    Sentences in it become plain texts: only the program's own have blanks to fill and are translated.
    """
    command: C = decode(kind, spoken(data))
    return command
