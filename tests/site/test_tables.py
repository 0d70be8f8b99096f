"""The tables of a new club, made in one go, are those that all steps of the migrations make one after the other."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from clubs import Place, address, used
from django.core.management import call_command
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder
from pytest_django.plugin import DjangoDbBlocker

from arrowswitch.site.data_folder import tables

POSTGRESQL = (
    "SELECT table_name, column_name, data_type, character_maximum_length, is_nullable, column_default, is_identity"
    " FROM information_schema.columns WHERE table_schema = 'public'",
    "SELECT conname, pg_get_constraintdef(oid) FROM pg_constraint WHERE connamespace = 'public'::regnamespace",
    "SELECT indexname, indexdef FROM pg_indexes WHERE schemaname = 'public'",
    "SELECT tgname, pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal",
    "SELECT proname, pg_get_functiondef(oid) FROM pg_proc WHERE pronamespace = 'public'::regnamespace",
)


def pieces(statement: str) -> list[str]:
    """What is between the brackets of a statement, in order of the alphabet; of a trigger, its words."""
    if statement.startswith("CREATE TRIGGER"):
        return sorted(re.split(r"[\s,]+", statement))
    head, bracket, body = statement.partition("(")
    depth, found = 0, [""]
    for letter in body:
        depth += (letter == "(") - (letter == ")")
        if letter == "," and depth == 0:
            found.append("")
        else:
            found[-1] += letter
    return sorted(" ".join(each.split()).removesuffix(")") for each in (head + bracket, *found))


def made() -> set[tuple[object, ...]]:
    """All that a database has, whatever the order of columns, and which migrations it knows."""
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("SELECT type, name, sql FROM sqlite_master")
            rows = {(kind, name, *pieces(sql or "")) for kind, name, sql in cursor.fetchall()}
        else:
            rows = set()
            for question in POSTGRESQL:
                cursor.execute(question)
                rows |= {(*row[:-1], *pieces(str(row[-1]))) for row in cursor.fetchall()}
    return rows | {*MigrationRecorder(connection).applied_migrations()}


@pytest.fixture(params=["sqlite", "postgresql"])
def databases(
    request: pytest.FixtureRequest, clubs: Place, tmp_path: Path, django_db_blocker: DjangoDbBlocker
) -> Iterator[list[Any]]:
    """Two databases without tables, to be used one after the other."""
    names = ["", ""]
    if request.param == "postgresql":
        names = [f"bare{next(clubs.count)}" for _ in range(2)]
        for name in names:
            clubs.administer(f"CREATE DATABASE {name}")
    with django_db_blocker.unblock():
        yield [used(tmp_path / f"{n}", name and address(clubs.sockets, name)) for n, name in enumerate(names)]


def test_in_one_go_the_tables_and_guards_are_as_step_by_step(databases: list[Any], tmp_path: Path) -> None:
    (tmp_path / "0").mkdir()
    (tmp_path / "1").mkdir()
    with databases[0]:
        tables.make(connection)
        at_once = made()
        tables.bring_up_to_date(connection)
        assert made() == at_once
    with databases[1]:
        call_command("migrate", verbosity=0, interactive=False)
        assert at_once == made()


def test_what_is_broken_off_leaves_nothing_behind(
    databases: list[Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "0").mkdir()

    def broken(*_: object) -> None:
        raise KeyboardInterrupt

    with databases[0]:
        with monkeypatch.context() as now:
            now.setattr(MigrationRecorder, "record_applied", broken)
            with pytest.raises(KeyboardInterrupt):
                tables.bring_up_to_date(connection)
        assert connection.introspection.table_names() == []
        tables.bring_up_to_date(connection)
        assert len(connection.introspection.table_names()) > 100
