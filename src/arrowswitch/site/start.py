"""From a checked data folder to a site ready to serve: Django woken, migrations applied, the demonstration there."""

from __future__ import annotations

import ctypes
import gc
import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from arrowswitch.site.data_folder import aside, faults, storage
from arrowswitch.words import say

TURN = 20_171_117
"""The number of the lock that whoever starts holds."""


def ready(folder: Path, *, demo: bool) -> Any:
    """The ASGI application on this data folder.

    Raises `storage.CannotServe` if the database is not one that this version can use.
    """
    os.environ["ARROWSWITCH_DATA"] = str(folder)
    if demo:
        os.environ["ARROWSWITCH_DEMONSTRATION"] = "yes"
    os.environ["DJANGO_SETTINGS_MODULE"] = "arrowswitch.site.settings"
    os.umask(storage.NOBODY_ELSE)  # also what SQLite puts beside the database
    storage.close_to_others(folder)

    from django.db import DatabaseError

    try:
        with storage.turn(folder):
            storage.secret_key(folder)
            _open(folder, demo=demo)
    except (DatabaseError, sqlite3.Error) as error:
        raise storage.CannotServe(
            say(
                "The database {file} cannot be opened ({reason}). {remedy}",
                file=_place(folder),
                reason=str(error).strip().split("\n")[0],
                remedy=faults.told(error),
            )
        ) from None

    from django.urls import get_resolver

    from arrowswitch.site.asgi import application
    from arrowswitch.site.events import running
    from arrowswitch.site.journal import leading, solving, store
    from arrowswitch.site.mybridge import looking

    solving.start()
    leading.start()
    looking.start()
    store.make_ready()
    running.make_ready()
    get_resolver().url_patterns  # noqa: B018 - every page is loaded before the first is asked for
    look_less_for_waste()
    keep_memory_together()
    return application


def look_less_for_waste() -> None:
    """Lets Python look for what nobody needs any more less often, and never in what was there before the door opened: what a
    request leaves goes by itself, and a score would pay for the looking."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000, 20, 20)


ARENAS = -8
"""What glibc calls M_ARENA_MAX."""


def keep_memory_together() -> None:
    """Lets all threads take memory from one place, where the system's library can be told so: what one has given back
    another can use, and a night needs a third less. Python's threads take turns anyway."""
    with suppress(OSError, AttributeError, TypeError):  # Windows, macOS, small Linuxes
        ctypes.CDLL(None).mallopt(ARENAS, 1)


def _open(folder: Path, *, demo: bool) -> None:
    """The tables of this version, and the demonstration, in a database that may be empty."""
    import django
    from django.db import connection

    django.setup()
    from arrowswitch.site.data_folder.tables import bring_up_to_date
    from arrowswitch.site.journal import keeper

    with _turn():
        _check(folder)
        keeper.before_upgrade(folder)
        bring_up_to_date(connection)
        keeper.settled(folder)
        from arrowswitch.site.club import first_visit
        from arrowswitch.site.club.models import Club

        if demo:
            from arrowswitch.site.demonstration import fill

            fill(Club.demonstration())
        elif Club.may_be_opened():
            first_visit.make_words()
        from django.contrib.sessions.backends.db import SessionStore

        SessionStore.clear_expired()


@contextmanager
def _turn() -> Iterator[None]:
    """One start at a time on a database server too, which computers share; in a data folder there is one already."""
    from django.db import connection

    if connection.vendor == "sqlite":
        yield
        return
    while not _asked("SELECT pg_try_advisory_lock(%s)"):
        time.sleep(0.1)
    yield  # what ends the program on the way gives the lock back with its connection
    _asked("SELECT pg_advisory_unlock(%s)")


def _asked(question: str) -> bool:
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute(question, [TURN])
        return bool(cursor.fetchone()[0])


def _check(folder: Path) -> None:
    """Looks before anything is written."""
    from django.db import connection
    from django.db.migrations.recorder import MigrationRecorder

    from arrowswitch.site.journal import keeper

    if connection.vendor == "sqlite":
        aside.check(folder)
        return
    if storage.is_newer(set(MigrationRecorder(connection).applied_migrations())):
        raise storage.CannotServe(say(storage.TROUBLE["newer"], file=_place(folder)))
    aside.check_server(folder, keeper.seen())


def _place(folder: Path) -> str:
    """Where the database is, without a password."""
    from django.db import connection

    place = connection.settings_dict
    return str(folder / storage.DATABASE) if connection.vendor == "sqlite" else f"{place['NAME']} ({place['HOST']})"
