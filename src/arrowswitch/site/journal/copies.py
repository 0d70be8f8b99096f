"""Back-ups: a copy of the whole club in one file, made while play goes on, and put back only after it was checked.

SQLite makes the copy, as it was at one moment, without those who were signed in then. A file is put back when it is whole,
ours, not from a newer version, and when every journal in it can be replayed: its rows in tables of our own making, and
nothing else that it may hold. The data that it replaces is kept beside. Django is not imported here.
"""

from __future__ import annotations

import errno
import os
import shutil
import sqlite3
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from arrowswitch.contests.events import EventState
from arrowswitch.session import JournalFault, State
from arrowswitch.site.data_folder import faults, mark, shelf, storage
from arrowswitch.site.journal.folding import fold, fold_event
from arrowswitch.words import Sentence, say


class CannotCopy(Exception):  # noqa: N818 - said to a person
    """No copy was made or put back, and nothing was changed; `status` is 1 for a faulty file, 2 for a wrong wish."""

    def __init__(self, sentence: Sentence, status: int = 2) -> None:
        super().__init__(sentence)
        self.status = status


DAMAGED = say("{file} is damaged or is not a database; nothing was changed.")
FULL = say("The disk is full; nothing was changed. Make room on it and try again.")
TROUBLE = {
    "damaged": DAMAGED,
    "foreign": say("{file} is not a back-up of Arrowswitch; nothing was changed."),
    "newer": say("{file} was made by a newer version of Arrowswitch; nothing was changed. Install that version first."),
}


OF_THE_HOUR = {"django_session", "accounts_tries", "signin_signinlink"}
"""Tables that go into no copy: who is signed in, who has typed a wrong password from where, and which links were sent."""
LETS_IN = "DELETE FROM outbox_mail WHERE key LIKE 'sign-in/%'"
"""Nor do mails with such a link in them, that wait to be sent."""


def keep(folder: Path, reason: shelf.Reason) -> Path:
    """Makes a back-up on the shelf of a data folder; it has its name only after it was opened, and then those go that need
    not be kept any longer. Before an upgrade no journal is replayed: one that cannot be read must not stop that."""
    place = shelf.place(folder)
    with _plainly(place):
        place.mkdir(mode=0o700, exist_ok=True)
        try:
            with storage.turn(place, ".turn"):
                target = place / shelf.name_of(datetime.now(), reason)
                made = _placed(target, _server if storage.elsewhere() else _file(folder), replayed=reason != "upgrade")
        except sqlite3.Error as error:
            raise CannotCopy(faults.told(error) or say(DAMAGED, file=place)) from None
        for copy in shelf.spare(shelf.listed(folder)):
            if copy.name != made.name:
                (place / copy.name).unlink(missing_ok=True)
        (place / shelf.NOT_MADE).unlink(missing_ok=True)
    return made


def note(folder: Path, problem: str) -> None:
    """Notes why a back-up could not be made, as far as that can be written."""
    with suppress(OSError):
        (shelf.place(folder) / shelf.NOT_MADE).write_text(f"{problem}\n", "utf-8")


def back_up(data: Path | None, target: Path | None) -> Path:
    """Copies the club's data as it is now to a new file, and says where that is."""
    folder = _folder(data)
    database = folder / storage.DATABASE
    if not database.is_file():
        raise CannotCopy(say("There is no club in {folder}. Name its folder with --data.", folder=folder))
    target = (target or Path()).expanduser().absolute()
    if target.is_dir():
        target = target / shelf.name_of(datetime.now())
    if not target.parent.is_dir():
        raise CannotCopy(say("There is no folder {folder}. Make it first, or name another.", folder=target.parent))
    if target.exists():
        raise CannotCopy(say("{file} is there already; name another file.", file=target))
    return _placed(target, _file(folder))


Source = Callable[[Path], Path]
"""Puts a copy of the club into a folder, and says which file it is."""


def _file(folder: Path) -> Source:
    """The database in a data folder."""
    database = folder / storage.DATABASE

    def copied(place: Path) -> Path:
        try:
            return _copy(database, place / storage.DATABASE)
        except sqlite3.Error as error:
            match faults.kind_of(error, place):
                case "full":
                    raise CannotCopy(FULL) from None
                case "busy":
                    raise CannotCopy(say("{file} is held by another program; try again.", file=database)) from None
                case "read-only" as kind:
                    raise CannotCopy(say(faults.TOLD[kind])) from None
            raise CannotCopy(say(DAMAGED, file=database), 1) from None

    return copied


def _server(place: Path) -> Path:
    """The database on a PostgreSQL server."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "arrowswitch.site.settings")
    import django
    from django.apps import apps
    from django.db import DatabaseError, InterfaceError

    if not apps.ready:
        django.setup()
    from arrowswitch.site.journal.from_server import brought

    try:
        made = brought(place, without=OF_THE_HOUR)
        with closing(sqlite3.connect(made)) as database:
            _without_links(database)
            database.execute("VACUUM")
        return made
    except (DatabaseError, InterfaceError, sqlite3.Error) as error:
        raise CannotCopy(faults.told(error) or say(faults.TOLD["other"])) from None


def _placed(target: Path, source: Source, *, replayed: bool = False) -> Path:
    """Puts a copy in its place when it has been opened and looked through, and if wished every journal in it replayed."""
    with _plainly(target.parent), tempfile.TemporaryDirectory(dir=target.parent, prefix=".backup-") as place:
        copy = source(Path(place))
        if storage.look_at(copy, "integrity_check") in ("damaged", "foreign"):
            raise CannotCopy(say(DAMAGED, file=target), 1)
        if replayed:
            with closing(storage.carefully(copy)) as opened:
                _check_journals(target, opened)
        copy.chmod(0o600)
        _flush(copy)
        copy.replace(target)
        _flush(target.parent)
    return target


def _copy(source: Path, target: Path) -> Path:
    """A copy as of one moment, in one file."""
    with (
        closing(sqlite3.connect(f"{source.as_uri()}?mode=ro", uri=True, timeout=storage.A_COPY)) as database,
        closing(sqlite3.connect(target)) as copy,
    ):
        database.backup(copy)
        copy.execute("PRAGMA journal_mode=DELETE")
        tables = {row[0] for row in copy.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        for name in OF_THE_HOUR & tables:
            copy.execute(f"DELETE FROM {name}")  # noqa: S608 - names of ours
        _without_links(copy)
        copy.execute("VACUUM")  # or what was removed, now and before, would still be in the file
    return target


def _without_links(copy: sqlite3.Connection) -> None:
    if copy.execute("SELECT 1 FROM sqlite_master WHERE name = 'outbox_mail'").fetchone():
        copy.execute(LETS_IN)
    copy.commit()


def restore(file: Path, data: Path | None) -> Path | None:
    """Puts a back-up in the place of the club's data; says where the data from before is, if there was any."""
    folder = _folder(data)
    file = file.expanduser().absolute()
    if not file.is_file():
        raise CannotCopy(say("There is no file {file}.", file=file))
    with _plainly(folder), tempfile.TemporaryDirectory() as place:
        checked = _checked(file, Path(place))
        try:
            storage.prepare(folder, demo=False)
        except storage.CannotServe as refusal:
            raise CannotCopy(refusal.args[0]) from None
        fresh = folder / f".{storage.DATABASE}-{_now()}"
        try:
            fresh.touch(0o600)
            shutil.copyfile(checked, fresh)
            _flush(fresh)
            found = mark.of_file(fresh)
            beside = _replace(folder, fresh)
            (folder / mark.FILE).unlink(missing_ok=True)
            mark.write(folder, found)
            return beside
        finally:
            fresh.unlink(missing_ok=True)


def _replace(folder: Path, fresh: Path) -> Path | None:
    """Puts a file in the place of the database, which is kept beside."""
    database = folder / storage.DATABASE
    beside = None
    if database.exists():
        beside = folder / f"club-before-{_now()}.sqlite3"
        _keep(database, beside)
    fresh.replace(database)
    _flush(folder)
    return beside


def _keep(database: Path, beside: Path) -> None:
    """Copies a database and brings it into its one file, or keeps it with its log as it is if it is damaged."""
    log, log_beside = (path.with_name(f"{path.name}-wal") for path in (database, beside))
    try:
        shutil.copy2(database, beside)
        if log.exists():
            shutil.copy2(log, log_beside)  # SQLite throws a log away that it cannot use
        if _taken_alone(database):
            shutil.copy2(database, beside)
            log_beside.unlink(missing_ok=True)
        _flush(beside)
    except BaseException:
        beside.unlink(missing_ok=True)
        log_beside.unlink(missing_ok=True)
        raise
    for more in ("-wal", "-shm"):
        database.with_name(database.name + more).unlink(missing_ok=True)


def _taken_alone(database: Path) -> bool:
    """Brings a database into its one file, if it can be read; refused while another program has it open."""
    try:
        with closing(sqlite3.connect(database, timeout=2)) as old:
            old.execute("PRAGMA journal_mode=DELETE")
    except sqlite3.Error as error:
        if _code(error) in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
            raise CannotCopy(
                say("{file} is in use; nothing was changed. Stop Arrowswitch, then try again.", file=database)
            ) from None
        return False
    return True


# -- checking ---------------------------------------------------------------------------------------------------------


def _checked(file: Path, place: Path) -> Path:
    """Looks at a back-up, in a copy of it, so that not even a lock is left beside the file itself, and brings its rows into
    a database of our own making."""
    copy = place / "given.sqlite3"
    shutil.copyfile(file, copy)
    if (log := file.with_name(f"{file.name}-wal")).is_file():  # somebody has copied a database during play
        shutil.copyfile(log, copy.with_name(f"{copy.name}-wal"))
    try:
        with closing(sqlite3.connect(copy)) as database:
            database.execute("PRAGMA journal_mode=DELETE")
        trouble = storage.look_at(copy, "integrity_check")
        if trouble:
            raise CannotCopy(say(TROUBLE[trouble], file=file), 1)
        with closing(storage.carefully(copy)) as database:
            if database.execute("PRAGMA foreign_key_check").fetchone():
                raise CannotCopy(say(DAMAGED, file=file), 1)
            tables = {row[0] for row in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
            if "club_club" not in tables:
                raise CannotCopy(say(TROUBLE["foreign"], file=file), 1)
            _check_journals(file, database)
        from arrowswitch.site.journal.rebuilding import rebuilt

        return rebuilt(copy, place, without=OF_THE_HOUR)
    except sqlite3.Error as error:
        if _code(error) == sqlite3.SQLITE_FULL:
            raise CannotCopy(FULL) from None
        raise CannotCopy(say(DAMAGED, file=file), 1) from None


class _Journals(NamedTuple):
    """A sort of journals in a back-up: the table of their headers and of their entries, how one is read, and what is said."""

    headers: str
    also: str
    """What the header repeats besides the title."""
    owner: str
    entries: str
    fold: Callable[[list[tuple[int, str]]], State | EventState]
    unreadable: Sentence


JOURNALS = (
    _Journals(
        "journal_session",
        "phase",
        "session_id",
        "journal_entry",
        lambda rows: fold(State(), rows),
        say("The session “{title}” in {file} cannot be read: {problem} Nothing was changed."),
    ),
    _Journals(
        "events_keptevent",
        "kind",
        "event_id",
        "events_keptentry",
        lambda rows: fold_event(EventState(), rows),
        say("The event “{title}” in {file} cannot be read: {problem} Nothing was changed."),
    ),
)


def _check_journals(file: Path, database: sqlite3.Connection) -> None:
    """Replays every journal and compares it with what is written beside it."""
    tables = {row[0] for row in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    for sort in JOURNALS:
        if sort.entries in tables:
            _check_sort(file, database, sort)


def _check_sort(file: Path, database: sqlite3.Connection, sort: _Journals) -> None:
    headers = database.execute(f"SELECT id, title, {sort.also}, last FROM {sort.headers}")  # noqa: S608 - names of ours
    for journal, title, also, last in headers:
        rows = database.execute(
            f"SELECT number, body, command FROM {sort.entries} WHERE {sort.owner} = ? ORDER BY number",  # noqa: S608
            (journal,),
        ).fetchall()
        try:
            state = sort.fold([(number, body) for number, body, _ in rows])
            agrees = (state.title, getattr(state, sort.also), len(rows)) == (title, also, last)
            if not agrees or [entry.id for entry in state.journal] != [row[2] for row in rows]:
                raise JournalFault(say("It does not agree with the list of sessions."))
        except JournalFault as fault:
            raise CannotCopy(say(sort.unreadable, title=title, file=file, problem=fault.args[0]), 1) from None


# -- the ground -------------------------------------------------------------------------------------------------------


def _folder(data: Path | None) -> Path:
    if storage.elsewhere():
        raise CannotCopy(say("The data is in PostgreSQL; use its own pg_dump and pg_restore."))
    return (data or storage.usual_folder()).expanduser().absolute()


def _now() -> str:
    return f"{datetime.now():%Y-%m-%d-%H%M%S}"


def _code(error: sqlite3.Error) -> int:
    return (getattr(error, "sqlite_errorcode", None) or 0) & 0xFF


def _flush(path: Path) -> None:
    """Waits until a file or a folder is on disk."""
    if path.is_dir() and os.name != "posix":
        return  # elsewhere a folder cannot be opened
    handle = os.open(path, os.O_RDONLY if path.is_dir() else os.O_RDWR)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


@contextmanager
def _plainly(folder: Path) -> Iterator[None]:
    """What the system refuses, as a sentence."""
    try:
        yield
    except OSError as error:
        if error.errno == errno.ENOSPC:
            raise CannotCopy(FULL) from None
        raise CannotCopy(
            say(
                "{place} cannot be used ({reason}); nothing was changed.",
                place=error.filename or folder,
                reason=error.strerror or str(error),
            )
        ) from None


def main() -> None:
    """`python -m arrowswitch.site.journal.copies FOLDER REASON`: a back-up in a process of its own, which yields to others."""
    folder, given = Path(sys.argv[1]), sys.argv[2]
    if hasattr(os, "nice"):
        os.nice(10)
    try:
        keep(folder, next(reason for reason in shelf.REASONS if reason == given))
    except CannotCopy as refusal:
        note(folder, str(refusal))
        sys.exit(str(refusal))


if __name__ == "__main__":
    main()
