"""From a checked data folder to a site ready to serve: Django woken, migrations applied, the demonstration there."""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path
from typing import Any

from arrowswitch.site import storage
from arrowswitch.words import say


def ready(folder: Path, *, demo: bool) -> Any:
    """The ASGI application on this data folder.

    Raises `storage.CannotServe` if the database is not one that this version can use.
    """
    storage.secret_key(folder)
    os.environ["ARROWSWITCH_DATA"] = str(folder)
    if demo:
        os.environ["ARROWSWITCH_DEMONSTRATION"] = "yes"
    os.environ["DJANGO_SETTINGS_MODULE"] = "arrowswitch.site.settings"

    import django
    from django.core.management import call_command
    from django.db import DatabaseError

    django.setup()
    try:
        _check(folder)
        call_command("migrate", verbosity=0, interactive=False)
        if demo:
            from arrowswitch.site.club.models import Club
            from arrowswitch.site.demonstration import fill

            fill(Club.demonstration())
        from django.contrib.sessions.backends.db import SessionStore

        SessionStore.clear_expired()
    except (DatabaseError, sqlite3.Error) as error:
        raise storage.CannotServe(
            say(
                "The database {file} cannot be opened ({reason}).",
                file=_place(folder),
                reason=str(error).strip().split("\n")[0],
            )
        ) from None

    from arrowswitch.site.asgi import application
    from arrowswitch.site.journal import solving

    solving.start()
    return application


def _check(folder: Path) -> None:
    """Looks before anything is written."""
    from django.db import connection
    from django.db.migrations.recorder import MigrationRecorder

    if connection.vendor == "sqlite":
        storage.check_database(folder)
    elif storage.is_newer(set(MigrationRecorder(connection).applied_migrations())):
        raise storage.CannotServe(say(storage.TROUBLE["newer"], file=_place(folder)))


def _place(folder: Path) -> str:
    """Where the database is, without a password."""
    from django.db import connection

    place = connection.settings_dict
    return str(folder / storage.DATABASE) if connection.vendor == "sqlite" else f"{place['NAME']} ({place['HOST']})"
