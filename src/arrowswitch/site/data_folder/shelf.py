"""The shelf of back-ups in the data folder: what stands on it, what is due, and what may go.

A name says when a copy was made and why: by the button (no word), every `night`, at a `posting`, before an `upgrade`. A
copy that was made by itself has its name only after it was opened and every journal in it replayed. Those made by the button
are never thrown away by the program. Django is not imported here.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Literal, cast

from arrowswitch.site.data_folder import mark, storage

FOLDER = "copies"
NOT_MADE = "not-made.txt"
"""Why the last back-up could not be made; gone when one was."""
Reason = Literal["", "night", "posting", "upgrade"]
REASONS: tuple[Reason, ...] = ("night", "posting", "upgrade")
NAME = re.compile(rf"arrowswitch-(\d{{4}}-\d\d-\d\d-\d{{6}})(?:-({'|'.join(REASONS)}))?\.sqlite3")
WHEN = "%Y-%m-%d-%H%M%S"
NIGHT = timedelta(hours=4)
"""When a day of a club is over."""
KEPT: tuple[tuple[int, Callable[[datetime], object]], ...] = (
    (7, lambda made: made.date()),
    (4, lambda made: made.isocalendar()[:2]),
    (12, lambda made: (made.year, made.month)),
)
"""So many days, weeks and months, each by its last copy. They are those that have a copy, not those before today: a clock
that jumps throws nothing away."""
UPGRADES = 5
A_SECOND = timedelta(seconds=1)
"""Names tell no less."""
TOO_OLD = timedelta(days=2)
ROOM = 50_000_000
"""Bytes that should be free, and three times the database."""


@dataclass(frozen=True)
class Copy:
    """A copy on the shelf."""

    name: str
    made: datetime
    reason: Reason = ""
    size: int = 0

    @property
    def is_checked(self) -> bool:
        """Whether it has been opened and replayed."""
        return bool(self.reason)


def name_of(moment: datetime, reason: Reason = "") -> str:
    """How a copy is called.

    >>> name_of(datetime(2025, 1, 7, 22, 45), "posting")
    'arrowswitch-2025-01-07-224500-posting.sqlite3'
    """
    return f"arrowswitch-{moment:{WHEN}}{f'-{reason}' if reason else ''}.sqlite3"


def place(folder: Path) -> Path:
    """Where the copies of a data folder are."""
    return folder / FOLDER


def listed(folder: Path) -> list[Copy]:
    """The copies, the newest first."""
    if not place(folder).is_dir():
        return []
    found = []
    for path in place(folder).iterdir():
        named = NAME.fullmatch(path.name)
        try:
            moment = datetime.strptime(named[1], WHEN) if named else None
            size = path.stat().st_size
        except (ValueError, OSError):
            continue
        if named and moment:
            reason = cast(Reason, named[2] or "")  # the pattern knows no others
            found.append(Copy(path.name, moment, reason, size))
    return sorted(found, key=lambda copy: copy.made, reverse=True)


def spare(copies: Iterable[Copy]) -> list[Copy]:
    """Those that were made by themselves and need not be kept.

    >>> days = [Copy(str(n), datetime(2025, 1, 1) + timedelta(days=n), "night") for n in range(400)]
    >>> len(days) - len(spare(days))
    19
    >>> spare([Copy("mine", datetime(1999, 1, 1))])
    []
    """
    made = sorted((copy for copy in copies if copy.reason), key=lambda copy: copy.made, reverse=True)
    kept = {copy.name for copy in [copy for copy in made if copy.reason == "upgrade"][:UPGRADES]}
    for most, period in KEPT:
        last: dict[object, str] = {}
        for copy in made:
            last.setdefault(period(copy.made), copy.name)
        kept.update(list(last.values())[:most])
    return [copy for copy in made if copy.name not in kept]


def is_due(folder: Path, now: datetime) -> bool:
    """Whether a day of the club is over without a copy of what it has brought."""
    last = next((copy for copy in listed(folder) if copy.made <= now), None)  # others are of a clock that was wrong
    if last is None:
        return True
    night = (now - NIGHT).replace(hour=0, minute=0, second=0, microsecond=0) + NIGHT
    return last.made < night and changed(folder) - last.made > A_SECOND


def changed(folder: Path) -> datetime:
    """When the database was last written to, or the mark, which is there for one on a server too."""
    files = [*folder.glob(storage.DATABASE), *folder.glob(f"{storage.DATABASE}-wal"), *folder.glob(mark.FILE)]
    return max((datetime.fromtimestamp(path.stat().st_mtime) for path in files), default=datetime.min)


def not_made(folder: Path) -> str:
    """Why the last back-up could not be made; empty if it was."""
    try:
        return (place(folder) / NOT_MADE).read_text("utf-8").strip()
    except (OSError, ValueError):
        return ""


def is_too_old(folder: Path, now: datetime) -> bool:
    """Whether too much was written since the last copy."""
    last = next(iter(listed(folder)), None)
    known = mark.read(folder)
    if last is None:
        return bool(known and known.entries)
    return now - last.made > TOO_OLD and changed(folder) - last.made > TOO_OLD


def is_short_of_room(folder: Path) -> bool:
    """Whether the next copies may find no room."""
    database = folder / storage.DATABASE
    needed = ROOM + (3 * database.stat().st_size if database.is_file() else 0)
    return shutil.disk_usage(folder).free < needed
