"""Databases for the tests of storage: a new club each time, in SQLite and in PostgreSQL, used by this process too."""

from __future__ import annotations

import itertools
import json
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from functools import cached_property
from pathlib import Path
from typing import Any

import psycopg
from django.db import connections
from django.db.utils import load_backend
from people import our_club
from site_server import environment

from arrowswitch.movements import build
from arrowswitch.session import (
    Act,
    Actor,
    BareScore,
    Command,
    Correct,
    Enter,
    LineKey,
    Open,
    SectionPlan,
    Start,
    replay,
)
from arrowswitch.session.journal.text import command_to_json, loads
from arrowswitch.site.data_folder import storage
from arrowswitch.site.journal import store
from arrowswitch.site.journal.folding import written_offences
from arrowswitch.site.journal.models import Entry, Session
from arrowswitch.site.work import memory

DIRECTOR = Actor("director", "Ann")
BEGIN = datetime(2025, 1, 7, 19, 30, tzinfo=UTC)
KEY = LineKey("A", 1, 1, 1)


def command(name: str, act: Act, by: Actor = DIRECTOR, **more: Any) -> Command:
    """A command with this id."""
    return Command(name, by, BEGIN, act, **more)


def opening(name: str = "open", tables: int = 3, title: str = "Tuesday") -> Command:
    """A Mitchell of three rounds and more."""
    plan = SectionPlan("A", build("mitchell", tables=tables, boards_per_round=1))
    return command(name, Open(title, date(2025, 1, 7), (plan,)))


def begin(given: Command) -> store.Acknowledged:
    """Opens a session of the tests' club."""
    return store.begin(given, club=our_club())


def started(name: str = "open", tables: int = 3) -> int:
    """A session in its first round."""
    session = begin(opening(name, tables)).session
    store.append(session, command("start", Start()))
    return session


def scores(count: int, prefix: str = "e", key: LineKey = KEY) -> Iterator[Command]:
    """Commands that are all granted: a score, and corrections of it."""
    for number in range(1, count + 1):
        act = Correct if number > 1 else Enter
        entry = BareScore(50 if number % 2 else -100)
        yield Command(f"{prefix}{number}", DIRECTOR, BEGIN + timedelta(seconds=number), act(key, entry), "again")


def line(given: Command) -> str:
    """A command as a writer reads it."""
    return json.dumps(command_to_json(given)) + "\n"


def bodies(session: int) -> list[str]:
    """The journal as the database has it."""
    return list(Entry.objects.filter(session=session).order_by("number").values_list("body", flat=True))


def check_whole(session: int) -> list[str]:
    """The ids in a journal that is in order, agrees with its header, and gives the state that the store gives."""
    memory.forget_all()
    journal = loads("\n".join(bodies(session)))
    state = store.state(session)
    assert replay(journal) == state
    rows = list(Entry.objects.filter(session=session).order_by("number"))
    assert [row.number for row in rows] == list(range(1, len(rows) + 1))
    assert [(row.command, row.role, row.name, row.at, row.version) for row in rows] == [
        (entry.id, entry.by.role, entry.by.name, entry.at, entry.version) for entry in journal
    ]
    header = Session.objects.get(pk=session)
    assert (header.title, header.date, header.phase) == (state.title, state.date, state.phase)
    assert (header.last, header.changed) == (len(rows), journal[-1].at)
    assert header.offences == written_offences(state)
    ids = [entry.id for entry in journal]
    assert len(set(ids)) == len(ids)
    return ids


MAKE_TABLES = """
import django; django.setup()
from arrowswitch.site.data_folder.tables import bring_up_to_date
from django.db import connection
bring_up_to_date(connection)
"""


def make_tables(**place: str) -> None:
    """Makes the tables of a new club."""
    subprocess.run(
        [sys.executable, "-c", MAKE_TABLES],
        env=environment(DJANGO_SETTINGS_MODULE="arrowswitch.site.settings", **place),
        check=True,
    )


def address(sockets: str, name: str) -> str:
    """Where a database of a server is."""
    return f"postgresql://postgres@/{name}?host={sockets}"


@dataclass
class Place:
    """Where clubs are made: a migrated database of each kind, to copy from. A PostgreSQL is started once a test wants one."""

    folder: Path
    start: Callable[[], str]
    """Starts the server, and gives the folder of its socket."""
    count: Iterator[int] = field(default_factory=itertools.count)

    @cached_property
    def pattern(self) -> Path:
        """A new club in SQLite."""
        pattern = self.folder / "pattern"
        pattern.mkdir(parents=True)
        make_tables(ARROWSWITCH_DATA=str(pattern))
        return pattern

    @cached_property
    def sockets(self) -> str:
        """The server's socket; there is a database to copy from."""
        sockets = self.start()
        with psycopg.connect(address(sockets, "postgres"), autocommit=True) as database:
            database.execute("CREATE DATABASE pattern")
        make_tables(ARROWSWITCH_DATA=str(self.folder), ARROWSWITCH_DATABASE=address(sockets, "pattern"))
        return sockets

    def address(self, name: str) -> str:
        return address(self.sockets, name)

    def administer(self, statement: str) -> None:
        with psycopg.connect(self.address("postgres"), autocommit=True) as database:
            database.execute(statement.encode())

    @contextmanager
    def club(self, kind: str) -> Iterator[dict[str, str]]:
        """A new club that this process uses, and the environment that lets others use it."""
        number = next(self.count)
        folder = self.folder / f"club{number}"
        place = {"ARROWSWITCH_DATA": str(folder)}
        if kind == "sqlite":
            shutil.copytree(self.pattern, folder)
        else:
            folder.mkdir(parents=True)
            self.administer(f"CREATE DATABASE club{number} TEMPLATE pattern")
            place["ARROWSWITCH_DATABASE"] = self.address(f"club{number}")
        try:
            with used(folder, place.get("ARROWSWITCH_DATABASE", "")):
                yield place
        finally:
            if kind != "sqlite":
                self.administer(f"DROP DATABASE IF EXISTS club{number} WITH (FORCE)")


@contextmanager
def used(folder: Path, address: str = "") -> Iterator[None]:
    """Lets this process use another database until the block ends."""
    settings = connections.configure_settings({"default": storage.database(folder, address)})["default"]
    mine = connections["default"]
    connections["default"] = load_backend(settings["ENGINE"]).DatabaseWrapper(settings, "default")
    memory.forget_all()
    try:
        yield
    finally:
        connections["default"].close()
        connections["default"] = mine
        memory.forget_all()


def database_of(place: dict[str, str]) -> Path:
    """The file of a club in SQLite."""
    return Path(place["ARROWSWITCH_DATA"]) / storage.DATABASE
