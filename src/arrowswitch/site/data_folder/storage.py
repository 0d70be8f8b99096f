"""The data folder: one SQLite file and one secret key, looked at before anything is written to them, and kept from other
people of the computer.

Everything that can be wrong with a folder on somebody's laptop is said here in one sentence, as `CannotServe`, and
leaves the folder as it was. Django is not imported here.
"""

from __future__ import annotations

import os
import secrets
import sqlite3
import stat
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any, Literal
from urllib.parse import parse_qsl, unquote, urlsplit

from arrowswitch.words import say

DATABASE = "club.sqlite3"
SECRET_KEY = "secret.key"  # noqa: S105 - the name of the file
KEY_MARK = "2:"
"""How keys begin that no page could ever be made to tell. One without it may have been read, and is made anew, once."""
DEMONSTRATION = "demonstration"
APPS = {
    "club": "club",
    "accounts": "accounts",
    "journal": "journal",
    "results": "night/results",
    "pads": "pads",
    "registers": "registers",
    "calendar": "calendar",
    "noticeboard": "noticeboard",
}
"""The apps of ours that keep something in the database, and their folders."""
PATIENCE = 2.5
"""Seconds to wait for whoever holds the database: nobody at a table waits longer, what is not kept is sent again."""
A_COPY = 20
"""Seconds for which a copy waits."""
TURN = "starting.lock"
A_START = 600
"""Seconds to wait for another start: it may be making the tables on a slow disk."""
PRAGMAS = "; ".join(
    (
        "PRAGMA journal_mode=WAL",
        "PRAGMA synchronous=FULL",
        "PRAGMA foreign_keys=ON",
        "PRAGMA secure_delete=ON",  # what was erased is not left in the file's free space
        "PRAGMA cache_size=-256",  # kB, in each of many threads; the system keeps the file in memory anyway
        "PRAGMA trusted_schema=OFF",  # a file that came from elsewhere calls nothing that could do harm
    )
)
NOBODY_ELSE = 0o077
"""What the program's files allow to other people of the computer: nothing. For `os.umask`."""
OURS = (
    f"{DATABASE}*",
    "club-before-*",
    f"{SECRET_KEY}*",
    f"{TURN}*",
    "copies",
    "copies/*",
    "club.mark",
    "put-aside-*",
    "put-aside-*/*",
    "certificate",
    "certificate/*",
)
"""What there may be of ours in a data folder, which may hold other things too."""


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
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
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
    close_to_others(folder)
    return folder


def close_to_others(folder: Path) -> None:
    """Lets only its owner look into a data folder and the files of ours that are in it already.

    A folder that is somebody else's, a person's home or everybody's own (as `/tmp`) keeps its rights; our files in it do
    not. Windows gives a person's folders to that person alone by itself.
    """
    if os.name != "posix":
        return
    with suppress(OSError):  # a stick that knows no rights, or a file of another person
        if _is_for_data(folder):
            folder.chmod(0o700)
    for place in (path for pattern in OURS for path in folder.glob(pattern) if not path.is_symlink()):
        with suppress(OSError):
            place.chmod(0o700 if place.is_dir() else 0o600)


def _is_for_data(folder: Path) -> bool:
    found = folder.stat()
    return found.st_uid == os.geteuid() and not found.st_mode & stat.S_ISVTX and folder not in (Path.home(), Path("/"))


def secret_key(folder: Path) -> str:
    """The key that signs this club's cookies, made the first time, readable by its owner only."""
    path = folder / SECRET_KEY
    try:
        key = path.read_text("ascii").strip() if path.exists() else ""
        if len(key) < 40 or not key.startswith(KEY_MARK):
            key = KEY_MARK + secrets.token_urlsafe(50)
            path.unlink(missing_ok=True)
            with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="ascii") as file:
                file.write(key + "\n")
        path.chmod(0o600)
    except (OSError, UnicodeDecodeError):
        raise CannotServe(
            say("The secret key {file} cannot be read. Move that file away; a new one is made.", file=path)
        ) from None
    return key


def elsewhere(environ: os._Environ[str] | dict[str, str] = os.environ) -> str:
    """The address of the PostgreSQL server that is used instead of a file, if one is.

    >>> elsewhere({})
    ''
    """
    return environ.get("ARROWSWITCH_DATABASE", "")


def database(folder: Path | None, address: str = "") -> dict[str, Any]:
    """Where Django finds the database: the file in the data folder, or a PostgreSQL server by its address.

    >>> database(None, "postgresql://ann:secret@db.example:5433/club?sslmode=require")["HOST"]
    'db.example'
    >>> database(None, "mysql://db.example/club")
    Traceback (most recent call last):
    arrowswitch.site.data_folder.storage.CannotServe: ARROWSWITCH_DATABASE must be like postgresql://name:password@host/database.
    """
    if not address:
        return {
            "ENGINE": "django.db.backends.sqlite3",
            "NAME": folder / DATABASE if folder else ":memory:",
            "CONN_MAX_AGE": None,
            "OPTIONS": {"init_command": PRAGMAS, "transaction_mode": "IMMEDIATE", "timeout": PATIENCE},
        }
    try:
        parts = urlsplit(address)
        port = parts.port
    except ValueError:
        parts, port = urlsplit(""), None
    name = unquote(parts.path.removeprefix("/"))
    if parts.scheme not in ("postgresql", "postgres") or not name:
        raise CannotServe(say("ARROWSWITCH_DATABASE must be like postgresql://name:password@host/database."))
    check_driver()
    options = dict(parse_qsl(parts.query))
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": name,
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        "HOST": options.pop("host", unquote(parts.hostname or "")),
        "PORT": str(port or ""),
        "CONN_MAX_AGE": None,
        "CONN_HEALTH_CHECKS": True,
        "OPTIONS": {"connect_timeout": 3, "options": f"-c lock_timeout={int(PATIENCE * 1000)}", **options},
    }


def check_driver() -> None:
    """Looks whether PostgreSQL can be spoken to: a plain install cannot."""
    try:
        import psycopg  # noqa: F401
    except ImportError:
        raise CannotServe(
            say(
                "ARROWSWITCH_DATABASE names a PostgreSQL server, which needs another package: install arrowswitch[postgres]."
            )
        ) from None


@contextmanager
def turn(folder: Path, file: str = TURN) -> Iterator[None]:
    """One start at a time in a data folder: whoever comes second waits until the first is ready, or gone.

    >>> with tempfile.TemporaryDirectory() as folder, turn(Path(folder)):
    ...     sqlite3.connect(Path(folder) / TURN, timeout=0).execute("BEGIN IMMEDIATE")
    Traceback (most recent call last):
    sqlite3.OperationalError: database is locked
    """
    with closing(sqlite3.connect(folder / file, timeout=A_START, isolation_level=None)) as held:
        held.execute("BEGIN EXCLUSIVE")
        yield


def hold(folder: Path) -> sqlite3.Connection:
    """Keeps the database open while the pages are served, so that nobody puts another in its place."""
    held = sqlite3.connect(folder / DATABASE, check_same_thread=False)
    held.execute("SELECT count(*) FROM sqlite_master").fetchone()
    return held


def known_changes() -> set[tuple[str, str]]:
    """The changes of the database's tables that this version knows, as (app, migration).

    >>> ("club", "0001_club") in known_changes()
    True
    """
    here = Path(__file__).parent.parent
    return {
        (app, path.stem) for app, folder in APPS.items() for path in (here / folder / "migrations").glob("[0-9]*.py")
    }


def check_database(folder: Path) -> None:
    """Looks whether the database can be used by this version."""
    path = folder / DATABASE
    if not path.exists() or (path.is_file() and path.stat().st_size == 0):
        return
    trouble = look_at(path)
    if trouble:
        raise CannotServe(say(TROUBLE[trouble], file=path))


Trouble = Literal["damaged", "foreign", "newer"]
TROUBLE: dict[Trouble, str] = {
    "damaged": say(
        "The database {file} is damaged or is not a database; nothing was changed. "
        "Put a back-up in its place, or name another folder with --data."
    ),
    "foreign": say(
        "The database {file} belongs to another program; nothing was changed. Name another folder with --data."
    ),
    "newer": say(
        "The database {file} was made by a newer version of Arrowswitch; nothing was changed. "
        "Install that version, or name another folder with --data."
    ),
}


def carefully(path: Path) -> sqlite3.Connection:
    """A file that may come from anybody, opened so that it can be read and cannot do anything by itself."""
    database = sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True, timeout=10)
    database.execute("PRAGMA trusted_schema=OFF")
    database.execute("PRAGMA cell_size_check=ON")
    return database


def look_at(path: Path, check: str = "quick_check") -> Trouble | None:
    """What is wrong with a database file; an empty database is nobody's and may be used."""
    try:
        with closing(carefully(path)) as database:
            if database.execute("SELECT 1 FROM sqlite_master WHERE sql LIKE 'CREATE VIRTUAL%'").fetchone():
                return "foreign"  # a table that is a program; ours are plain
            problems = [row[0] for row in database.execute(f"PRAGMA {check}(1)")]
            tables = {row[0] for row in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
            applied = set(
                database.execute("SELECT app, name FROM django_migrations") if "django_migrations" in tables else ()
            )
    except sqlite3.Error:
        return "damaged"
    if problems != ["ok"]:
        return "damaged"
    if tables and not any(app in APPS for app, _ in applied):
        return "foreign"
    return "newer" if is_newer(applied) else None


def is_newer(applied: set[tuple[str, str]]) -> bool:
    """Whether a database has had changes of ours that this version does not know.

    >>> is_newer({("club", "0001_club"), ("club", "9000_later")})
    True
    """
    return any(app in APPS for app, _ in applied - known_changes())
