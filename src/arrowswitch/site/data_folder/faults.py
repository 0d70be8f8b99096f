"""What can be wrong with the place where everything is kept, by whatever way it comes up: as a sentence with a remedy.

The database, its disk and the journals are not the program's fault and not the reader's. Every page and every command asks
here (`told`) before it speaks of a fault of its own. Django is not imported here.
"""

from __future__ import annotations

import errno
import os
import shutil
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Literal

from arrowswitch.words import Sentence, say

Kind = Literal["busy", "full", "read-only", "damaged", "away", "other"]
SQLITE: dict[int, Kind] = {
    sqlite3.SQLITE_BUSY: "busy",
    sqlite3.SQLITE_LOCKED: "busy",
    sqlite3.SQLITE_FULL: "full",
    sqlite3.SQLITE_READONLY: "read-only",
    sqlite3.SQLITE_IOERR: "read-only",
    sqlite3.SQLITE_CANTOPEN: "read-only",
    sqlite3.SQLITE_CORRUPT: "damaged",
    sqlite3.SQLITE_NOTADB: "damaged",
}
POSTGRESQL: dict[str, Kind] = {
    **dict.fromkeys(("55P03", "57014", "40001", "40P01", "53300"), "busy"),
    "53100": "full",
    "25006": "read-only",
    **dict.fromkeys(("XX001", "XX002"), "damaged"),
    **dict.fromkeys(("57P01", "57P02", "57P03", "08006", "08003", "08001", "3D000", "28P01", "28000"), "away"),
}
SYSTEM: dict[int, Kind] = {
    errno.ENOSPC: "full",
    errno.EDQUOT: "full",
    errno.EROFS: "read-only",
    errno.EFBIG: "read-only",
    errno.EIO: "read-only",
}
NO_ROOM = 200_000
"""Bytes: a disk with less is as good as full, whatever SQLite calls it."""

TOLD: dict[Kind, str] = {
    "busy": say("The database is held by another program (a copy being made, perhaps). Wait a moment and try again."),
    "full": say("The disk is full. What is there can be read; make room on it before anything is written again."),
    "read-only": say(
        "The disk does not let anything be written. What is there can be read; look whether the disk is sound and may be "
        "written to, then start the program again."
    ),
    "damaged": say(
        "The database is damaged. Stop the program and start it again: it puts everything aside and says how to go back to "
        "the last back-up."
    ),
    "away": say("The database server does not answer. Look whether it runs and can be reached, then try again."),
    "other": say(
        "The database cannot be used just now. Try again; if it stays so, stop the program and start it again: it looks at "
        "everything and says what is wrong."
    ),
}
JOURNAL = say(
    "The journal of this session cannot be read ({problem}). The other sessions are not touched by it. Stop the program, "
    "make a back-up of what is there, and go back to the last back-up that was made before."
)


def told(error: BaseException | None) -> Sentence | None:
    """What is wrong with the store or a journal, and what to do; nothing if a fault is none of theirs.

    >>> told(OSError(errno.ENOSPC, "No space left on device"))
    'The disk is full. What is there can be read; make room on it before anything is written again.'
    >>> told(KeyError("x"))
    """
    for each in _chain(error):
        name = type(each).__name__
        if name == "JournalFault":
            return say(JOURNAL, problem=str(each))
        if name in ("StoreFault", "StoreBusy", "StoreFull") and each.__cause__ is None and each.args:
            return each.args[0] if isinstance(each.args[0], Sentence) else say("{problem}", problem=str(each))
        kind = kind_of(each)
        if kind:
            return say(TOLD[kind])
    return None


def kind_of(error: BaseException, folder: Path | None = None) -> Kind | None:
    """Of what kind a fault of the database or of its disk is; nothing if it is something else.

    Django's own errors are known by their bases; what SQLite or PostgreSQL said is the cause of theirs.
    """
    for each in (error, error.__cause__):
        if isinstance(each, sqlite3.Error):
            code = (getattr(each, "sqlite_errorcode", None) or 0) & 0xFF  # the low byte, the rest tells details
            return _looked_at(SQLITE.get(code, "other"), folder)
        state = getattr(each, "sqlstate", None)
        if isinstance(state, str):
            return POSTGRESQL.get(state, "other")
        if isinstance(each, OSError) and each.errno in SYSTEM:
            return SYSTEM[each.errno]
    names = {base.__name__ for base in type(error).__mro__ if base.__module__ in ("django.db.utils", "psycopg")}
    if "OperationalError" in names and _is_postgresql(error):
        return "away"
    return "other" if names & {"DatabaseError", "InterfaceError"} else None


def _is_postgresql(error: BaseException) -> bool:
    return any(type(each).__module__.startswith("psycopg") for each in (error, error.__cause__))


def _looked_at(kind: Kind, folder: Path | None) -> Kind:
    """The same after a look at the disk: SQLite calls a full one by several names."""
    place = folder or os.environ.get("ARROWSWITCH_DATA")
    if kind == "read-only" and place:
        try:
            return "full" if shutil.disk_usage(place).free < NO_ROOM else kind
        except OSError:
            return kind
    return kind


def _chain(error: BaseException | None) -> Iterator[BaseException]:
    """A fault and what it came from."""
    seen: set[int] = set()
    while error is not None and id(error) not in seen:
        seen.add(id(error))
        yield error
        error = error.__cause__
