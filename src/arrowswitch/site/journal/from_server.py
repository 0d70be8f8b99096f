"""The rows of a club's PostgreSQL in a file like any other back-up: tables as our own migrations make them, as far as those
of the server have come, with what was there at one moment. Such a file is checked, kept and put back as others are.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Collection, Iterable
from contextlib import closing
from datetime import UTC, date, datetime
from decimal import Decimal
from pathlib import Path
from typing import Any

from arrowswitch.site.journal.rebuilding import ORDER, RECORD, made_by, tables_of

AT_ONCE = 2000


def brought(place: Path, *, without: Collection[str] = ()) -> Path:
    """A database file in a folder with everything that the server has."""
    from django.db import connection, transaction
    from django.db.migrations.recorder import MigrationRecorder

    applied = set(MigrationRecorder(connection).applied_migrations())
    made = made_by(place, applied)
    with closing(sqlite3.connect(made)) as database, transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
        database.execute("PRAGMA journal_mode=DELETE")
        for table in sorted(tables_of(database, "main") - {RECORD, *without}):
            _bring(database, cursor, table)
        database.commit()
    return made


def _bring(database: sqlite3.Connection, cursor: Any, table: str) -> None:
    columns = [f'"{row[1]}"' for row in database.execute(f'PRAGMA table_info("{table}")')]
    database.execute(f'DELETE FROM "{table}"')  # noqa: S608 - what the migrations have put there; names of ours
    cursor.execute(f'SELECT {", ".join(columns)} FROM "{table}" ORDER BY {ORDER.get(table, "1")}')  # noqa: S608
    insert = f'INSERT INTO "{table}" ({", ".join(columns)}) VALUES ({", ".join("?" * len(columns))})'  # noqa: S608
    while rows := cursor.fetchmany(AT_ONCE):
        database.executemany(insert, map(_plain_row, rows))


def _plain_row(row: Iterable[Any]) -> tuple[Any, ...]:
    return tuple(map(plain, row))


def plain(value: Any) -> Any:
    """A value as SQLite has it, written as Django writes it there.

    >>> plain(datetime(2025, 1, 7, 20, 15, tzinfo=UTC)), plain(True), plain(date(2025, 1, 7))
    ('2025-01-07 20:15:00', 1, '2025-01-07')
    """
    match value:
        case bool():
            return int(value)
        case datetime():
            return str(value.astimezone(UTC).replace(tzinfo=None) if value.tzinfo else value)
        case date():
            return value.isoformat()
        case memoryview():
            return bytes(value)
        case Decimal():
            return str(value)
        case dict() | list():
            return json.dumps(value)
        case _:
            return value
