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
    os.environ["DJANGO_SETTINGS_MODULE"] = "arrowswitch.site.settings"

    import django
    from django.core.management import call_command
    from django.db import DatabaseError
    from django.db.migrations.loader import MigrationLoader

    django.setup()
    known = set(MigrationLoader(None, ignore_no_migrations=True).disk_migrations)
    storage.check_database(folder, known)
    try:
        call_command("migrate", verbosity=0, interactive=False)
        if demo:
            from arrowswitch.site.club.models import Club

            Club.demonstration()
    except (DatabaseError, sqlite3.Error) as error:
        raise storage.CannotServe(
            say(
                "The database {file} cannot be opened ({reason}).",
                file=folder / storage.DATABASE,
                reason=str(error),
            )
        ) from None

    from arrowswitch.site.asgi import application

    return application
