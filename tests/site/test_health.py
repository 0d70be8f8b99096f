"""The health address: quick, plain, open to everybody, and true about what matters, that scores can be kept."""

from __future__ import annotations

import resource
import sqlite3
import time
from contextlib import closing
from pathlib import Path

import psycopg
import pytest
from clubs import Place
from django.test import Client
from site_server import Served, get, served

HERE = {"host": "localhost"}
FINE = "Arrowswitch can read and write its data.\n"


@pytest.mark.django_db
def test_it_tells_everybody_that_all_is_well_and_nothing_else() -> None:
    client = Client(headers=HERE)
    response = client.get("/health/")
    assert (response.status_code, response.content.decode()) == (200, FINE)
    assert response["Content-Type"] == "text/plain; charset=utf-8"
    assert response["Cache-Control"] == "no-store"
    assert not response.cookies
    assert client.head("/health/").status_code == 200
    assert client.post("/health/").status_code == 405


def test_a_server_without_a_club_is_well_too(tmp_path: Path) -> None:
    with served("--data", str(tmp_path)) as server:
        assert get(f"{server.address}health/")[::2] == (200, FINE)


def test_a_visitor_who_asks_without_end_is_still_answered(demo: Served) -> None:
    assert {get(f"{demo.address}health/")[0] for _ in range(200)} == {200}


def test_a_database_that_is_held_by_another_program_is_said_soon(tmp_path: Path) -> None:
    with served("--data", str(tmp_path)) as server, closing(sqlite3.connect(tmp_path / "club.sqlite3")) as other:
        other.execute("BEGIN IMMEDIATE")
        began = time.monotonic()
        status, headers, said = get(f"{server.address}health/")
        assert time.monotonic() - began < 10
        assert (status, said) == (503, "The data cannot be written: the disk is full, or another program holds it.\n")
        assert "traceback" not in said.lower()
        assert "content-security-policy" in headers
        other.rollback()
        assert get(f"{server.address}health/")[0] == 200


def test_a_database_that_is_gone_is_said_and_not_made_anew(tmp_path: Path) -> None:
    with served("--data", str(tmp_path)) as server:
        for file in tmp_path.glob("club.sqlite3*"):
            file.unlink()
        assert get(f"{server.address}health/")[::2] == (503, "The data cannot be read.\n")
        assert not list(tmp_path.glob("club.sqlite3*"))


def test_a_disk_that_is_full_is_said(tmp_path: Path) -> None:
    with served("--data", str(tmp_path)) as server:
        assert get(f"{server.address}health/")[0] == 200
        # The kernel refuses the server every file that grows beyond this: to the server that is a full disk.
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (1000, 1000))
        assert get(f"{server.address}health/")[0] == 503


def test_a_database_server_that_only_reads_or_is_gone_is_said(clubs: Place, tmp_path: Path) -> None:
    clubs.administer("CREATE DATABASE watched")
    with served("--data", str(tmp_path), ARROWSWITCH_DATABASE=clubs.address("watched")) as server:
        assert get(f"{server.address}health/")[::2] == (200, FINE)
        with psycopg.connect(clubs.address("watched"), autocommit=True) as database:
            database.execute("ALTER DATABASE watched SET default_transaction_read_only = on")
        assert get(f"{server.address}health/")[0] == 503
        clubs.administer("ALTER DATABASE watched ALLOW_CONNECTIONS false")
        assert get(f"{server.address}health/")[::2] == (503, "The data cannot be read.\n")
