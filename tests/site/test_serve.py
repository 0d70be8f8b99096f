"""`arrowswitch serve` as a process: what it opens, what it refuses, and that a refusal damages nothing."""

from __future__ import annotations

import hashlib
import os
import re
import signal
import socket
import sqlite3
import stat
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import psycopg
import pytest
from clubs import Place
from site_server import Served, arrowswitch, environment, get, served


def files(folder: Path) -> dict[str, str]:
    """Every file with a fingerprint of what is in it."""
    return {
        str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def refused(folder: Path, *arguments: str, **more: str) -> str:
    """The one sentence with which serve ends in this folder."""
    done = arrowswitch("serve", "--port", "0", "--data", str(folder), *arguments, **more)
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.count("\n") == 1
    return done.stderr.strip()


@pytest.fixture(scope="module")
def used(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The database of a club that has been open once."""
    folder = tmp_path_factory.mktemp("used")
    with served("--data", str(folder)):
        pass
    return (folder / "club.sqlite3").read_bytes()


def test_the_demonstration_lives_apart_from_a_real_club(tmp_path: Path) -> None:
    with served("--demo", "--data", str(tmp_path)) as server:
        assert "Demonstration Club" in get(server.address)[2]
    with served("--data", str(tmp_path)) as server:
        status, _, page = get(server.address)
        assert status == 200
        assert "Demonstration Club" not in page
        assert "Name of the club" in page
    assert {path.name for path in tmp_path.iterdir()} >= {"demonstration", "club.sqlite3", "secret.key"}


def test_the_key_is_made_once_and_only_its_owner_may_read_it(tmp_path: Path) -> None:
    with served("--data", str(tmp_path)):
        pass
    key = tmp_path / "secret.key"
    first = key.read_text()
    assert len(first.strip()) >= 50
    assert stat.S_IMODE(key.stat().st_mode) == 0o600
    key.chmod(0o644)
    with served("--data", str(tmp_path)):
        pass
    assert key.read_text() == first
    assert stat.S_IMODE(key.stat().st_mode) == 0o600


def test_the_database_is_safe_against_a_pulled_plug(tmp_path: Path) -> None:
    with served("--data", str(tmp_path)), closing(sqlite3.connect(tmp_path / "club.sqlite3")) as database:
        assert database.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    pragmas = subprocess.run(
        [
            sys.executable,
            "-c",
            "import django; django.setup(); from django.db import connection as c\n"
            "with c.cursor() as k:\n"
            "  for p in ('journal_mode', 'synchronous', 'foreign_keys'): print(k.execute('PRAGMA '+p).fetchone()[0])",
        ],
        env=environment(ARROWSWITCH_DATA=str(tmp_path), DJANGO_SETTINGS_MODULE="arrowswitch.site.settings"),
        capture_output=True,
        text=True,
        check=True,
    )
    assert pragmas.stdout.split() == ["wal", "2", "1"]  # 2 is FULL


@pytest.mark.parametrize("visited", [True, False])
@pytest.mark.parametrize("interrupt", [signal.SIGINT, signal.SIGTERM])
def test_it_stops_cleanly_also_at_once(tmp_path: Path, interrupt: signal.Signals, visited: bool) -> None:
    with served("--data", str(tmp_path)) as server:
        if visited:
            get(server.address)
        server.process.send_signal(interrupt)
        assert server.process.wait(120) == 0
        assert server.process.stdout is not None
        assert server.process.stdout.read() == "Stopped.\n"


def test_a_port_in_use_is_said_before_anything_is_written(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        done = arrowswitch("serve", "--port", str(port), "--data", str(tmp_path / "new"))
    assert done.returncode == 2
    assert done.stderr == (
        f"Port {port} is in use by another program (perhaps Arrowswitch is open already). Choose another with --port.\n"
    )
    assert not (tmp_path / "new").exists()


def test_an_address_that_is_not_this_computers_is_refused(tmp_path: Path) -> None:
    assert refused(tmp_path, "--host", "192.0.2.77") == "There is no address 192.0.2.77 on this computer."
    assert refused(tmp_path, "--host", "no such host") == "There is no address no such host on this computer."


def test_a_file_in_the_place_of_the_data_folder_is_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "notes"
    file.write_text("buy milk")
    assert refused(file) == f"The data folder cannot be {file}: {file} is a file. Name another folder with --data."
    assert refused(file, "--demo").startswith("The data folder cannot be ")
    assert file.read_text() == "buy milk"


def test_a_folder_that_cannot_be_written_is_refused(tmp_path: Path) -> None:
    if os.geteuid() == 0:  # nothing is closed to root but what the system itself keeps
        folder = Path("/proc/arrowswitch")
    else:
        folder = tmp_path / "closed"
        folder.mkdir(mode=0o500)
    sentence = refused(folder)
    assert sentence.startswith(f"The data folder {folder} cannot be written (")
    assert sentence.endswith("Name another folder with --data.")


def test_a_database_from_a_newer_version_is_not_touched(tmp_path: Path, used: bytes) -> None:
    (tmp_path / "club.sqlite3").write_bytes(used)
    with closing(sqlite3.connect(tmp_path / "club.sqlite3")) as database:
        database.execute(
            "INSERT INTO django_migrations (app, name, applied) VALUES ('club', '9000_later', '2040-01-01')"
        )
        database.commit()
        database.execute("PRAGMA journal_mode=DELETE")
    before = files(tmp_path)
    assert "was made by a newer version of Arrowswitch; nothing was changed." in refused(tmp_path)
    assert files(tmp_path).items() >= before.items()


@pytest.mark.parametrize("damage", ["text", "cut", "scribbled"])
def test_a_damaged_database_is_not_touched(tmp_path: Path, used: bytes, damage: str) -> None:
    broken = {
        "text": b"This is a shopping list, not a database. " * 200,
        "cut": used[: len(used) // 2],
        "scribbled": used[:4096] + b"\xff" * 4096 + used[8192:],
    }[damage]
    path = tmp_path / "club.sqlite3"
    path.write_bytes(broken)
    assert refused(tmp_path).startswith(f"The database {path} is damaged or is not a database; nothing was changed.")
    assert path.read_bytes() == broken


def test_a_folder_in_the_place_of_the_database_is_refused(tmp_path: Path) -> None:
    (tmp_path / "club.sqlite3").mkdir()
    assert "is damaged or is not a database" in refused(tmp_path)


def test_another_programs_database_is_not_touched(tmp_path: Path) -> None:
    path = tmp_path / "club.sqlite3"
    with closing(sqlite3.connect(path)) as database:
        database.execute("CREATE TABLE recipes (cake)")
        database.commit()
    before = path.read_bytes()
    assert "belongs to another program; nothing was changed." in refused(tmp_path)
    assert path.read_bytes() == before


def test_the_pages_are_served_from_postgresql_with_one_setting(clubs: Place, tmp_path: Path) -> None:
    clubs.administer("CREATE DATABASE served")
    setting = {"ARROWSWITCH_DATABASE": clubs.address("served")}
    with served("--demo", "--data", str(tmp_path), **setting) as server:
        assert "Demonstration Club" in get(server.address)[2]
    assert not list(tmp_path.rglob("*.sqlite3"))
    with psycopg.connect(clubs.address("served")) as database:
        assert database.execute("SELECT name FROM club_club").fetchall() == [("Demonstration Club",)]
        database.execute("INSERT INTO django_migrations (app, name, applied) VALUES ('club', '9000_later', now())")
    assert "was made by a newer version of Arrowswitch; nothing was changed." in refused(tmp_path, **setting)


@pytest.mark.parametrize(
    ("address", "sentence"),
    [
        ("mysql://ann:secret@db.example/club", "ARROWSWITCH_DATABASE must be like postgresql://"),
        ("postgresql://ann:secret@db.example", "ARROWSWITCH_DATABASE must be like postgresql://"),
        ("postgresql://ann:secret@db.example:port/club", "ARROWSWITCH_DATABASE must be like postgresql://"),
        ("postgresql://ann:secret@127.0.0.1:9/club", "The database club (127.0.0.1) cannot be opened ("),
        ("postgresql://ann:secret@127.0.0.1:9/club?colour=red", "The database club (127.0.0.1) cannot be opened ("),
    ],
)
def test_a_postgresql_that_cannot_be_used_is_said_without_the_password(
    tmp_path: Path, address: str, sentence: str
) -> None:
    said = refused(tmp_path, ARROWSWITCH_DATABASE=address)
    assert said.startswith(sentence)
    assert "secret" not in said


def test_a_secret_key_that_cannot_be_read_is_said(tmp_path: Path) -> None:
    (tmp_path / "secret.key").mkdir()
    assert refused(tmp_path).startswith(f"The secret key {tmp_path / 'secret.key'} cannot be read.")


def test_with_all_addresses_open_it_prints_one_for_phones_and_a_code(tmp_path: Path) -> None:
    with served("--data", str(tmp_path), "--host", "0.0.0.0") as server:
        text = "\n".join(server.said)
        if "not on a network" not in text:
            assert "On a phone or tablet in the same network: http://" in text
            assert text.count("█") > 50
        assert get(server.address)[0] == 200
        words = re.search(r"is asked for these words: (\w+ \w+ \w+ \w+)$", text, re.M)
        assert words
        number = re.search(r"http://(\d+\.\d+\.\d+\.\d+):", text.partition("same network")[2])
        if number:  # by its number in the network this computer is still this computer
            port = server.address.rstrip("/").rsplit(":", 1)[1]
            assert "The words in the terminal" not in get(f"http://{number.group(1)}:{port}/welcome/")[2]
        asked = get(f"{server.address}welcome/", **{"X-Forwarded-For": "192.168.1.77"})[2]
        assert "The words in the terminal" in asked


def test_where_no_other_computer_can_come_no_words_are_printed(tmp_path: Path) -> None:
    with served("--data", str(tmp_path)) as server:
        assert "words" not in "\n".join(server.said)


def test_the_usual_data_folder_is_used_without_data(tmp_path: Path) -> None:
    with served(XDG_DATA_HOME=str(tmp_path), HOME=str(tmp_path)) as server:
        assert any(str(tmp_path) in line for line in server.said)
    assert [path for path in tmp_path.rglob("club.sqlite3") if path.is_file()]


def test_every_answer_carries_the_safe_headers(demo: Served) -> None:
    for place in ("", "sign-in/", "static/arrowswitch/style.css", "no-such-page"):
        status, headers, _ = get(demo.address + place)
        assert status == (404 if place == "no-such-page" else 200)
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "same-origin"
        assert "default-src 'none'" in headers["content-security-policy"]
        assert "unsafe" not in headers["content-security-policy"]
        assert "server" not in headers


def test_a_name_that_is_not_this_computers_is_not_answered(demo: Served) -> None:
    assert get(demo.address, Host="evil.example")[0] == 400
    assert get(demo.address, Host="192.168.1.20:8000")[0] == 200
    assert get(demo.address, Host=socket.gethostname())[0] == 200


def test_a_wrong_address_gets_a_friendly_page(demo: Served) -> None:
    status, _, page = get(demo.address + "no-such-page")
    assert status == 404
    assert "There is no such page" in page
    assert "Traceback" not in page


def test_static_files_are_not_sent_twice(demo: Served) -> None:
    address = demo.address + "static/arrowswitch/style.css"
    status, headers, _ = get(address)
    assert status == 200
    assert get(address, **{"If-None-Match": headers["etag"]})[0] == 304
