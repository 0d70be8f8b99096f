"""The demonstration club, served once for all tests of a worker, and a browser to look at it with."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack

import pytest
from browsing import ARGUMENTS, executable
from clubs import Place
from picturing import Pictures
from playwright.sync_api import Browser, sync_playwright
from postgres import postgres
from pytest_django.plugin import DjangoDbBlocker
from reading import Client
from site_server import Served, served


@pytest.fixture(autouse=True)
def nothing_remembered() -> None:
    """What the site remembers of other tests does not count in this one: sessions there have the same numbers."""
    from arrowswitch.site.work import memory

    memory.forget_all()


@pytest.fixture
def client() -> Client:
    """A browser without pictures, not signed in."""
    return Client()


@pytest.fixture(scope="session")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """The demonstration club, served."""
    with served("--demo", "--data", str(tmp_path_factory.mktemp("data"))) as server:
        yield server


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Chromium. It is closed with the module, because its event loop is in the way of the database's tests."""
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=executable(), args=ARGUMENTS)
        yield chromium
        chromium.close()


@pytest.fixture(scope="session")
def clubs(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    """Where new clubs are made, in SQLite and in PostgreSQL."""
    with ExitStack() as stack:
        yield Place(tmp_path_factory.mktemp("clubs"), lambda: stack.enter_context(postgres()))


@pytest.fixture(scope="session")
def django_db_setup(clubs: Place, django_test_environment: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """The database of tests that are each taken back: a new club's too, not one that Django makes step by step."""
    with django_db_blocker.unblock(), clubs.club("sqlite"):
        yield


@pytest.fixture(params=["sqlite", "postgresql"])
def club(request: pytest.FixtureRequest, clubs: Place, django_db_blocker: DjangoDbBlocker) -> Iterator[dict[str, str]]:
    """A new club, in each kind of database; its place in the environment."""
    with django_db_blocker.unblock(), clubs.club(request.param) as place:
        yield place


@pytest.fixture
def desk_club(clubs: Place, django_db_blocker: DjangoDbBlocker) -> Iterator[dict[str, str]]:
    """A new club in SQLite, for tests of pages that do not care where their data is."""
    with django_db_blocker.unblock(), clubs.club("sqlite") as place:
        yield place


@pytest.fixture
def pictures() -> Iterator[Pictures]:
    """The pictures of the docs: taken anew if `script/pictures` asks for them, otherwise compared with the pages."""
    taken = Pictures()
    yield taken
    taken.check()
