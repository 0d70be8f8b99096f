"""The mark that there is a club here: a small file beside the database, with the club's name and how much was kept when it
was last looked at. So a database that has lost its club, or the end of a journal, is not taken for a new one.

What the mark says was on the disk before the mark was written, and journals only grow: less than that is a loss. Django is
not imported here.
"""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Callable, Iterable
from contextlib import closing, suppress
from dataclasses import asdict, dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from arrowswitch.site.data_folder import storage

FILE = "club.mark"
Ask = Callable[[str], Iterable[Any]]
"""Asks a database for rows."""

CLUBS = "SELECT name FROM club_club WHERE NOT is_demonstration ORDER BY id"
ENTRIES = (
    "SELECT coalesce(sum({table}.last), 0) FROM {table} "
    "JOIN club_club ON club_club.id = {table}.club_id WHERE NOT club_club.is_demonstration"
)
JOURNALS = ("journal_session", "events_keptevent")
"""The tables with the headers of journals."""


@dataclass(frozen=True)
class Mark:
    """What was there."""

    clubs: tuple[str, ...]
    entries: int
    at: str = ""
    place: str = storage.DATABASE
    """Which database it was: another one is another matter."""

    def misses(self, now: Mark) -> bool:
        """Whether something of this is not there any more.

        >>> Mark(("Riverside",), 90).misses(Mark((), 0)), Mark(("Riverside",), 90).misses(Mark(("Hillside",), 91))
        (True, False)
        """
        same = self.place == now.place
        return same and (now.entries < self.entries or (bool(self.clubs) and not now.clubs))


def of(ask: Ask, tables: Iterable[str], place: str = storage.DATABASE) -> Mark:
    """What is there, in a database that has these tables."""
    known = set(tables)
    clubs = tuple(str(row[0]) for row in ask(CLUBS)) if "club_club" in known else ()
    kept = [table for table in JOURNALS if {"club_club", table} <= known]
    entries = sum(int(next(iter(ask(ENTRIES.format(table=table))))[0]) for table in kept)
    return Mark(clubs, entries, f"{datetime.now():%Y-%m-%d %H:%M}", place)


def of_file(file: Path) -> Mark:
    """What is there, in a file of SQLite; nothing if it cannot be read."""
    with suppress(sqlite3.Error), closing(storage.carefully(file)) as database:
        tables = [row[0] for row in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        return of(database.execute, tables)
    return Mark((), 0)


def read(folder: Path) -> Mark | None:
    """The mark of a folder; none if there is none that can be read."""
    try:
        found = json.loads((folder / FILE).read_text("utf-8"))
        return Mark(tuple(map(str, found["clubs"])), int(found["entries"]), str(found["at"]), str(found["place"]))
    except (OSError, ValueError, LookupError, TypeError):
        return None


def write(folder: Path, mark: Mark) -> None:
    """Puts a mark in the place of the one before, when it is on the disk."""
    if not mark.clubs:
        return
    fresh = folder / f".{FILE}-{os.getpid()}"
    try:
        with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8") as file:
            json.dump(asdict(mark), file, ensure_ascii=False, indent=1)
            file.flush()
            os.fsync(file.fileno())
        fresh.replace(folder / FILE)
    finally:
        fresh.unlink(missing_ok=True)
