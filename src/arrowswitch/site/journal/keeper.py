"""What is done while nobody asks for it: the log is brought into the database every few minutes, the mark is kept up to
date, and back-ups are made at every posting and every night, in a process of their own so that no page waits for them.

A back-up that could not be made stops nothing: why is noted on the shelf, said in the terminal and shown in *Settings*.
"""

from __future__ import annotations

import logging
import os
import subprocess
import sys
import threading
import time
from datetime import datetime
from pathlib import Path

from django.db import DatabaseError, InterfaceError, connection
from django.db.migrations.executor import MigrationExecutor

from arrowswitch.site.data_folder import mark, shelf, storage
from arrowswitch.site.journal import copies
from arrowswitch.words import say

EVERY = 5.0
"""Seconds between two looks; each is three small questions."""
CHECKPOINT = 120.0
"""Seconds between two checkpoints."""
RETRY = 3600.0
"""Seconds between two tries of a night's back-up."""
LONGEST = 1800
"""Seconds that making and checking one back-up may take."""
AT_THE_END = 60
"""The same when the program is being stopped."""
POSTED = (
    "SELECT journal_session.id FROM journal_session JOIN club_club ON club_club.id = journal_session.club_id "
    "WHERE phase = 'published' AND NOT club_club.is_demonstration"
)

log = logging.getLogger("arrowswitch.keeper")


# -- at the start -----------------------------------------------------------------------------------------------------


def seen() -> mark.Mark:
    """What the database holds now."""
    place = connection.settings_dict
    name = storage.DATABASE if connection.vendor == "sqlite" else f"{place['NAME']} ({place['HOST']})"
    return mark.of(_rows, connection.introspection.table_names(), name)


def before_upgrade(folder: Path) -> None:
    """Makes a back-up if the tables are about to be changed and there is a club in them; without one nothing is changed."""
    executor = MigrationExecutor(connection)
    if not executor.migration_plan(executor.loader.graph.leaf_nodes()) or not seen().clubs:
        return
    try:
        copies.keep(folder, "upgrade")
    except copies.CannotCopy as refusal:
        raise storage.CannotServe(
            say(
                "The data must be brought up to date, and no back-up could be made before: {problem}",
                problem=refusal.args[0],
            )
        ) from None


def settled(folder: Path) -> None:
    """After the start: all of it is in the database itself, and the mark says what."""
    checkpoint()
    now, known = seen(), mark.read(folder)
    if known is None or (known.clubs, known.entries, known.place) != (now.clubs, now.entries, now.place):
        mark.write(folder, now)


def checkpoint() -> None:
    """Brings the log into the database; whoever reads or writes does not wait for it."""
    if connection.vendor == "sqlite":
        _rows("PRAGMA wal_checkpoint(PASSIVE)")


def _rows(question: str) -> list[tuple[object, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(question)
        return list(cursor.fetchall())


# -- while the pages are open -----------------------------------------------------------------------------------------


class Keeper(threading.Thread):
    """Looks every few seconds, until it is told to end."""

    def __init__(self, folder: Path, *, makes_copies: bool) -> None:
        super().__init__(name="keeper", daemon=True)
        self.folder, self.makes_copies = folder, makes_copies
        self.over = threading.Event()
        self.marked: tuple[tuple[str, ...], int] | None = None
        self.posted: frozenset[object] | None = None
        self.checkpointed = time.monotonic()
        self.tries_again = time.monotonic() + CHECKPOINT  # a start has enough to do

    def run(self) -> None:
        while not self.over.wait(EVERY):
            self.look()
        self.look(last=True)
        connection.close()

    def end(self) -> None:
        """Ends, after one more look."""
        self.over.set()
        self.join(AT_THE_END + 10)

    def look(self, *, last: bool = False) -> None:
        """Does what is due."""
        try:
            self._mark(last)
            self._copy(last)
        except (DatabaseError, InterfaceError, OSError) as error:
            log.warning("The store was not looked after.", exc_info=error)
            connection.close()

    def _mark(self, last: bool) -> None:
        if last or time.monotonic() - self.checkpointed > CHECKPOINT:
            checkpoint()
            self.checkpointed = time.monotonic()
        now = seen()
        if (now.clubs, now.entries) != self.marked:
            mark.write(self.folder, now)
            self.marked = now.clubs, now.entries

    def _copy(self, last: bool) -> None:
        posted = frozenset(row[0] for row in _rows(POSTED))
        new = self.posted is not None and bool(posted - self.posted)
        self.posted = posted
        if not self.makes_copies or not (self.marked and self.marked[0]):
            return
        if new:
            checkpoint()
            make(self.folder, "posting", AT_THE_END if last else LONGEST)
        elif not last and time.monotonic() > self.tries_again and shelf.is_due(self.folder, datetime.now()):
            self.tries_again = time.monotonic() + RETRY
            make(self.folder, "night", LONGEST)


def start(folder: Path, *, demo: bool) -> Keeper:
    """From now on the store is looked after."""
    keeper = Keeper(folder, makes_copies=not demo)
    keeper.start()
    return keeper


def make(folder: Path, reason: shelf.Reason, longest: float) -> None:
    """Makes a back-up in a process of its own, which yields to everybody else."""
    command = [sys.executable, "-m", "arrowswitch.site.journal.copies", str(folder), reason]
    place = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    try:
        done = subprocess.run(  # noqa: S603 - ourselves
            command, env=place, capture_output=True, text=True, timeout=longest, check=False
        )
        problem = done.stderr.strip().rsplit("\n", 1)[-1] if done.returncode else ""
    except (OSError, subprocess.TimeoutExpired) as error:
        problem = str(say("It took too long.") if isinstance(error, subprocess.TimeoutExpired) else error)
        copies.note(folder, problem)
    if problem:
        log.warning("A back-up could not be made: %s", problem)
