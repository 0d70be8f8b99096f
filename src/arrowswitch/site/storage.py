"""The data folder: one SQLite file and one secret key, looked at before anything is written to them.

Everything that can be wrong with a folder on somebody's laptop is said here in one sentence, as `CannotServe`, and
leaves the folder as it was. Django is not imported here.
"""

from __future__ import annotations

import os
import secrets
import sqlite3
import sys
import tempfile
from contextlib import closing
from pathlib import Path

from arrowswitch.words import say

DATABASE = "club.sqlite3"
SECRET_KEY = "secret.key"  # noqa: S105 - the name of the file
DEMONSTRATION = "demonstration"
APPS = ("club",)
"""The apps of ours that keep something in the database."""
PRAGMAS = "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON"


class CannotServe(Exception):  # noqa: N818 - said to a person, not an error of the program
    """The pages cannot be opened; the sentence says why and what to do."""


def usual_folder(platform: str = sys.platform, environ: os._Environ[str] | dict[str, str] = os.environ) -> Path:
    """Where this computer keeps a person's data.

    >>> usual_folder("linux", {"XDG_DATA_HOME": "/home/ann/.data"}).as_posix()
    '/home/ann/.data/arrowswitch'
    """
    home = Path(environ.get("HOME") or Path.home())
    if platform == "win32":
        return Path(environ.get("LOCALAPPDATA") or home / "AppData" / "Local") / "Arrowswitch"
    if platform == "darwin":
        return home / "Library" / "Application Support" / "Arrowswitch"
    return Path(environ.get("XDG_DATA_HOME") or home / ".local" / "share") / "arrowswitch"


def prepare(data: Path | None, *, demo: bool) -> Path:
    """The folder to use, made if need be and known to be writable; the demonstration has a folder of its own in it."""
    folder = (data or usual_folder()).expanduser().absolute()
    if demo:
        folder = folder / DEMONSTRATION
    in_the_way = next((place for place in (folder, *folder.parents) if place.exists() and not place.is_dir()), None)
    if in_the_way:
        raise CannotServe(
            say(
                "The data folder cannot be {folder}: {file} is a file. Name another folder with --data.",
                folder=folder,
                file=in_the_way,
            )
        )
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        raise CannotServe(
            say(
                "The data folder {folder} cannot be written ({reason}). Name another folder with --data.",
                folder=folder,
                reason=error.strerror,
            )
        ) from None
    return folder


def secret_key(folder: Path) -> str:
    """The key that signs this club's cookies, made the first time, readable by its owner only."""
    path = folder / SECRET_KEY
    try:
        key = path.read_text("ascii").strip() if path.exists() else ""
        if len(key) < 40:
            key = secrets.token_urlsafe(50)
            path.unlink(missing_ok=True)
            with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="ascii") as file:
                file.write(key + "\n")
        path.chmod(0o600)
    except (OSError, UnicodeDecodeError):
        raise CannotServe(
            say("The secret key {file} cannot be read. Move that file away; a new one is made.", file=path)
        ) from None
    return key


def check_database(folder: Path, known: set[tuple[str, str]]) -> None:
    """Looks whether the database can be used by this version; `known` are the (app, migration) that it has."""
    path = folder / DATABASE
    if not path.exists() or (path.is_file() and path.stat().st_size == 0):
        return
    try:
        with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True, timeout=10)) as database:
            problems = [row[0] for row in database.execute("PRAGMA quick_check(1)")]
            tables = {row[0] for row in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
            applied = set(
                database.execute("SELECT app, name FROM django_migrations") if "django_migrations" in tables else ()
            )
    except sqlite3.Error:
        problems, tables, applied = ["not a database"], set(), set()
    if problems != ["ok"]:
        raise CannotServe(
            say(
                "The database {file} is damaged or is not a database; nothing was changed. "
                "Put a back-up in its place, or name another folder with --data.",
                file=path,
            )
        )
    if tables and not any(app in APPS for app, _ in applied):
        raise CannotServe(
            say(
                "The database {file} belongs to another program; nothing was changed. Name another folder with --data.",
                file=path,
            )
        )
    if any(app in APPS for app, _ in applied - known):
        raise CannotServe(
            say(
                "The database {file} was made by a newer version of Arrowswitch; nothing was changed. "
                "Install that version, or name another folder with --data.",
                file=path,
            )
        )
