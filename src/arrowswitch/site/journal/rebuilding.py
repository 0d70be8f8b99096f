"""The rows of a back-up in tables of our own making.

A database file can hold more than rows: triggers, views, columns that are worked out, rules for what may be entered. A file
from elsewhere may hold such as are not ours, and they would act long after it was put back. So a new database is made as our
own migrations make it, as far as those of the file had come, and the rows are brought over; nothing else is.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Collection, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from arrowswitch.site.data_folder import storage

RECORD = "django_migrations"
"""What the migrations write themselves."""
ORDER = {"journal_entry": "session_id, number", "events_keptentry": "event_id, number"}
"""The journals' own guards take entries in their order only."""


def rebuilt(given: Path, place: Path, *, without: Collection[str] = ()) -> Path:
    """A database in a folder with the rows of another; `sqlite3.DatabaseError` if its tables do not have our columns."""
    with closing(storage.carefully(given)) as database:
        applied = set(database.execute(f"SELECT app, name FROM {RECORD}"))  # noqa: S608 - a name of ours
    made = made_by(place, applied)
    with closing(sqlite3.connect(made, isolation_level=None)) as database:
        database.execute("PRAGMA journal_mode=DELETE")
        database.execute("PRAGMA trusted_schema=OFF")
        database.execute("ATTACH DATABASE ? AS given", (str(given),))
        tables = tables_of(database, "main") - {RECORD, *without}
        if not tables <= tables_of(database, "given"):
            raise sqlite3.DatabaseError("a table is missing")
        database.execute("BEGIN")
        for table in sorted(tables):
            _bring(database, table)
        _go_on_counting(database, tables)
        database.execute("COMMIT")
        database.execute("DETACH DATABASE given")
        if database.execute("PRAGMA foreign_key_check").fetchone():
            raise sqlite3.DatabaseError("a row belongs to nothing")
    return made


def tables_of(database: sqlite3.Connection, where: str) -> set[str]:
    """Plain tables with rows of their own."""
    rows = database.execute(f"SELECT name FROM {where}.sqlite_master WHERE type = 'table' AND sql LIKE 'CREATE TABLE%'")  # noqa: S608
    return {name for (name,) in rows if not name.startswith("sqlite_")}


def _bring(database: sqlite3.Connection, table: str) -> None:
    columns = ", ".join(f'"{row[1]}"' for row in database.execute(f'PRAGMA main.table_info("{table}")'))
    known = ", ".join(f'"{row[1]}"' for row in database.execute(f'PRAGMA given.table_info("{table}")'))
    if set(columns.split(", ")) - set(known.split(", ")):
        raise sqlite3.DatabaseError("a column is missing")  # SQLite would take its name for a text
    database.execute(
        f'INSERT INTO main."{table}" ({columns}) SELECT {columns} FROM given."{table}" '  # noqa: S608 - names of ours
        f"ORDER BY {ORDER.get(table, 'rowid')}"
    )


def _go_on_counting(database: sqlite3.Connection, tables: set[str]) -> None:
    """A number that a row once had is not given to another, also when that row is gone."""
    for table, last in database.execute("SELECT name, seq FROM given.sqlite_sequence").fetchall():
        if table in tables and isinstance(last, int):
            database.execute("DELETE FROM main.sqlite_sequence WHERE name = ?", (table,))
            database.execute("INSERT INTO main.sqlite_sequence (name, seq) VALUES (?, ?)", (table, last))


def made_by(folder: Path, applied: set[tuple[str, str]]) -> Path:
    """An empty database in a folder, as the migrations that are named make it."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "arrowswitch.site.settings")
    import django
    from django.apps import apps
    from django.db import DatabaseError
    from django.db.migrations.loader import MigrationLoader

    if not apps.ready:
        django.setup()
    from arrowswitch.site.data_folder import tables

    with _used(folder) as connection:
        graph = MigrationLoader(connection).graph
        needed = {parent.key for key in applied & set(graph.nodes) for parent in graph.node_map[key].parents}
        if needed - applied:
            raise sqlite3.DatabaseError("a change of the tables is missing")
        try:
            tables.make(connection, only=applied)
        except DatabaseError as error:
            raise error.__cause__ or sqlite3.DatabaseError(str(error)) from None  # as SQLite says it
    return folder / storage.DATABASE


@contextmanager
def _used(folder: Path) -> Iterator[Any]:
    """Lets Django use the database of another folder, in this thread, until the block ends."""
    from django.db import connections
    from django.db.utils import load_backend

    settings = connections.configure_settings({"default": storage.database(folder)})["default"]
    mine = connections["default"]
    connections["default"] = load_backend(settings["ENGINE"]).DatabaseWrapper(settings, "default")
    try:
        yield connections["default"]
    finally:
        connections["default"].close()
        connections["default"] = mine
