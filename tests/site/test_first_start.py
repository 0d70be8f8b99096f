"""Two first starts at once: one waits for the other, and there is one club."""

from __future__ import annotations

import re
import sqlite3
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from http.cookiejar import CookieJar
from pathlib import Path
from typing import Any
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, OpenerDirector, build_opener

import psycopg
import pytest
from clubs import Place
from site_server import Served, get, served


@dataclass
class Shared:
    """An empty database that two servers are to use: a folder, or a database server with a folder for each."""

    folders: tuple[Path, Path]
    setting: dict[str, str]

    def ask(self, question: str) -> list[Any]:
        """The rows of an answer."""
        if self.setting:
            with psycopg.connect(self.setting["ARROWSWITCH_DATABASE"]) as database:
                return database.execute(question.encode()).fetchall()
        found = next(self.folders[0].rglob("*.sqlite3"))
        with closing(sqlite3.connect(found)) as database:
            return database.execute(question).fetchall()

    @contextmanager
    def held(self) -> Iterator[None]:
        """Lets everybody read and nobody write, until somebody waits for it (where that can be seen) and the block ends."""
        if self.setting:
            with psycopg.connect(self.setting["ARROWSWITCH_DATABASE"]) as database:
                database.execute("LOCK TABLE club_club IN EXCLUSIVE MODE")
                yield
                self._wait_for(1, 60)
                self._wait_for(2, 1.5)  # nobody waits for more than two seconds and a half
            return
        with closing(sqlite3.connect(self.folders[0] / "club.sqlite3", isolation_level=None)) as database:
            database.execute("BEGIN IMMEDIATE")
            yield
            time.sleep(1)  # SQLite tells nobody who waits; whenever they come, there is to be one club

    def _wait_for(self, waiting: int, seconds: float) -> None:
        end = time.monotonic() + seconds
        while self.ask("SELECT count(*) FROM pg_locks WHERE NOT granted") < [(waiting,)] and time.monotonic() < end:
            time.sleep(0.05)


@pytest.fixture(params=["sqlite", "postgresql"])
def shared(request: pytest.FixtureRequest, clubs: Place, tmp_path: Path) -> Shared:
    if request.param == "sqlite":
        return Shared((tmp_path, tmp_path), {})
    name = f"first{next(clubs.count)}"
    clubs.administer(f"CREATE DATABASE {name}")
    return Shared((tmp_path / "one", tmp_path / "two"), {"ARROWSWITCH_DATABASE": clubs.address(name)})


@contextmanager
def both(shared: Shared, *arguments: str) -> Iterator[list[Served]]:
    """Two servers that are started at the same moment."""
    with ExitStack() as stack, ThreadPoolExecutor(2) as pool:
        starts = [served(*arguments, "--data", str(folder), **shared.setting) for folder in shared.folders]
        yield list(pool.map(stack.enter_context, starts))


def test_two_first_starts_at_once_are_both_ready_and_there_is_one_club(shared: Shared) -> None:
    with both(shared, "--demo") as servers:
        for server in servers:
            assert "Demonstration Club" in get(server.address)[2]
    assert shared.ask("SELECT name FROM club_club") == [("Demonstration Club",)]
    assert shared.ask("SELECT count(*) FROM club_player") == [(56,)]
    assert shared.ask("SELECT count(*) FROM journal_session") == [(3,)]


def visitor(server: Served) -> tuple[OpenerDirector, str]:
    """Somebody who has the first page open, and the mark of its form."""
    opener = build_opener(HTTPCookieProcessor(CookieJar()))
    with opener.open(f"{server.address}welcome/", timeout=60) as page:
        found = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', page.read().decode())
    assert found
    return opener, found.group(1)


def opened(server: Served, opener: OpenerDirector, token: str, name: str) -> str:
    """The page that comes after the form of the first visit has been sent."""
    fields = {
        "csrfmiddlewaretoken": token,
        "name": name,
        "federation": "wbf",
        "owner": f"Owner of {name}",
        "password": "a long enough secret",
    }
    with opener.open(f"{server.address}welcome/", urlencode(fields).encode(), timeout=120) as page:
        return str(page.read().decode())


def test_of_two_who_open_a_club_at_once_one_does_and_the_other_is_its_visitor(shared: Shared) -> None:
    names = ("Riverside", "Hillside")
    with both(shared) as servers, ThreadPoolExecutor(2) as pool:
        visitors = [visitor(server) for server in servers]
        with shared.held():
            pages = pool.map(opened, servers, *zip(*visitors, strict=True), names)
        shown = list(pages)
    (first,) = [name for (name,) in shared.ask("SELECT name FROM club_club")]
    assert first in names
    assert shared.ask("SELECT name FROM accounts_account") == [(f"Owner of {first}",)]
    assert all(first in page for page in shown)
    assert [f"Owner of {first}" in page for page in shown] == [name == first for name in names]
