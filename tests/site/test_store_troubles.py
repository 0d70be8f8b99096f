"""A database that cannot, on every page and in every command: a sentence with a remedy, never the program's fault; whoever
reads never waits for whoever writes, and nobody at a table waits long."""

from __future__ import annotations

import json
import resource
import shutil
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from datetime import timedelta
from pathlib import Path

import pytest
from clubs import check_whole, command, database_of, started
from django.db import connection
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from everything import ELSEWHERE, things
from nights import a_night
from people import as_role
from phones import codes_of
from site_server import arrowswitch, environment, served
from test_serve import files
from test_ways_pages import TWENTY, begun
from urls_by_role import PAGES, SESSION

from arrowswitch.session import BareScore, CallDirector, Enter, LineKey, SeatPlayers, Settings
from arrowswitch.session.journal.text import command_to_json
from arrowswitch.site.data_folder import storage
from arrowswitch.site.journal import store
from arrowswitch.site.pads.models import Pad
from arrowswitch.site.work import memory

Club = dict[str, str]
HALF = "a\ud83d"
FAULT = "It is the program"


def a_phone(session: int) -> Client:
    """A phone at table 1."""
    phone = Client(headers={"host": "localhost"}, raise_request_exception=False)
    phone.post(f"/t/{codes_of(session)[1]}/")
    return phone


def sent(phone: Client, **message: object) -> dict[str, object]:
    """What became of a message."""
    body = json.dumps({"messages": [{"id": f"message-{time.monotonic_ns()}", **message}]})
    answer = phone.post("/pad/send", body, content_type="application/json", headers={"X-Pad": "1"})
    assert answer.status_code == 200, answer.content
    (said,) = answer.json()["answers"]
    return dict(said)


@contextmanager
def held(club: Club) -> Iterator[None]:
    """Another program writes, and does not come to an end."""
    with closing(sqlite3.connect(database_of(club), check_same_thread=False)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield


# -- half a character -------------------------------------------------------------------------------------------------


def test_half_a_character_in_anything_that_a_phone_sends_stops_nothing(desk_club: Club) -> None:
    session = a_night(names=False)
    phone, desk = a_phone(session), as_role("director")
    assert sent(phone, kind="call", about=HALF)["ok"]
    assert sent(phone, kind="seat", seat="N", contestant=1, name=HALF)["ok"]
    for odd in ("kind", "id", "pin", HALF):
        sent(phone, **{"kind": "call", "about": "x", odd: HALF})
    acts = [entry.act for entry in store.state(session).journal]
    assert CallDirector("A", 1, "a\ufffd") in acts
    assert any(isinstance(act, SeatPlayers) for act in acts)
    for name in ("night-room", "night-names", "night-journal", "night-phones"):
        assert desk.get(reverse(name, args=[session])).status_code == 200


@pytest.mark.parametrize("body", [b'{"id":"a\\ud83d","act":{"type":"start"}}', b'{"id":"a\xed\xa0\xbd"}', b'"\\ud83d"'])
def test_half_a_character_that_is_sent_to_the_desk_is_read_as_a_lost_one(desk_club: Club, body: bytes) -> None:
    session = a_night()
    desk = as_role("director", raise_request_exception=False)
    answer = desk.post(f"/night/{session}/commands", body, content_type="application/json")
    assert answer.status_code in (400, 422)
    assert desk.get(reverse("night-journal", args=[session])).status_code == 200


# -- on every page ----------------------------------------------------------------------------------------------------


def addresses(known: dict[str, object]) -> dict[str, str]:
    return {
        name: reverse(name, kwargs={gap: known.get(str(value), value) for gap, value in each.needs.items()})
        for name, each in PAGES.items()
        if name not in ELSEWHERE and each.role != "recorder"
    }


def spoil(club: Club) -> None:
    """A journal that no version could have written."""
    with connection.cursor() as cursor:
        for (name,) in cursor.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            cursor.execute(f"DROP TRIGGER {name}")
        cursor.execute("UPDATE journal_entry SET body = '{\"version\":99}' WHERE number = 2")


def drop(club: Club) -> None:
    """A table that is gone."""
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA foreign_keys=OFF")
        cursor.execute("DROP TABLE journal_entry")


@pytest.mark.parametrize("trouble", [spoil, drop])
def test_every_page_says_what_is_wrong_with_the_store_and_what_to_do(
    desk_club: Club, trouble: Callable[[Club], None]
) -> None:
    pages = addresses(things())
    owner = as_role("owner", raise_request_exception=False)
    trouble(desk_club)
    memory.forget_all()
    wrong, told = {}, 0
    for name, address in pages.items():
        answer = owner.get(address)
        text = answer.content.decode(errors="replace")
        if answer.status_code == 500 or FAULT in text or "Traceback" in text:
            wrong[name] = answer.status_code
        if answer.status_code == 503:
            told += 1
            assert "journal of this session cannot be read" in text or "The database cannot be used" in text, text
            assert "top the program" in text
    assert not wrong
    assert told > 10


def test_on_a_full_disk_every_page_can_be_read_and_every_form_says_so(desk_club: Club) -> None:
    known = things()
    pages = {
        name: address for name, address in addresses(known).items() if name != "health"
    }  # it has a line of its own
    owner = as_role("owner", raise_request_exception=False)
    before = {name: owner.get(address).status_code for name, address in pages.items()}
    with connection.cursor() as cursor:
        pages_now = cursor.execute("PRAGMA page_count").fetchone()[0]
        free = cursor.execute("PRAGMA freelist_count").fetchone()[0]
        cursor.execute(f"PRAGMA max_page_count={pages_now - free}")
    journal = check_whole(int(str(known[SESSION])))
    assert {name: owner.get(address).status_code for name, address in pages.items()} == before
    for number in range(60):
        name = f"{number}{'x' * 70}"
        answer = owner.post("/players/new/", {"given": name, "family": name})
        if answer.status_code == 503:
            break
    assert answer.status_code == 503
    assert "The disk is full. What is there can be read; make room on it" in answer.content.decode()
    assert check_whole(int(str(known[SESSION]))) == journal


# -- a database that is held ------------------------------------------------------------------------------------------


def test_whoever_reads_does_not_wait_while_another_program_writes(desk_club: Club) -> None:
    session = a_night()
    phone, owner = a_phone(session), as_role("owner")
    visit = owner.session
    visit["used"] = 0  # so that it would be written down that the session is in use
    visit.save()
    Pad.objects.update(seen=timezone.now() - timedelta(hours=1))
    with held(desk_club):
        began = time.monotonic()
        assert phone.get("/pad/known").status_code == 200
        for name in ("night-room", "night-names", "night-journal"):
            assert owner.get(reverse(name, args=[session])).status_code == 200
        assert owner.get("/").status_code == 200
        assert time.monotonic() - began < storage.PATIENCE
    with connection.cursor() as cursor:
        assert cursor.execute("PRAGMA busy_timeout").fetchone() == (int(storage.PATIENCE * 1000),)


def test_whoever_looks_while_the_clock_has_to_call_waits_for_nobody_and_the_next_one_brings_it(desk_club: Club) -> None:
    session = a_night(sections=TWENTY, start=False, settings=Settings(hands_off=True))
    begun(session, 45)
    state, now = store.state(session), timezone.now()
    began = time.monotonic()
    with held(desk_club):
        assert store.at_moment(session, now) == state
    with store._queue(session).turn:  # a writer of this process, who waits for the database
        assert store.at_moment(session, now) == state
    assert time.monotonic() - began < storage.PATIENCE
    assert len(store.at_moment(session, now).journal) == len(state.journal) + 2


SEND = """
import sys, time, json, threading, django
django.setup()
from arrowswitch.session.journal.text import command_from_json
from arrowswitch.site.journal import store
session, commands = int(sys.argv[1]), [command_from_json(each) for each in json.load(sys.stdin)]
store.state(session)
def send(command, later):
    time.sleep(later)
    began = time.monotonic()
    try:
        store.append(session, command)
        said = "ok"
    except store.StoreBusy as busy:
        said = "busy"
    sys.stdout.write(f"{said} {time.monotonic() - began:.2f}\\n")
threads = [threading.Thread(target=send, args=(each, 0.9 * n)) for n, each in enumerate(commands)]
[each.start() for each in threads]
[each.join() for each in threads]
"""


def test_nobody_at_a_table_waits_longer_than_three_seconds_for_a_held_database(desk_club: Club) -> None:
    session = started()
    lines = [LineKey("A", 1, table, table) for table in (1, 2, 3)]
    commands = [command_to_json(command(f"at-{key.table}", Enter(key, BareScore(50)))) for key in lines]
    with held(desk_club):
        done = subprocess.run(
            [sys.executable, "-c", SEND, str(session)],
            input=json.dumps(commands),
            env=environment(DJANGO_SETTINGS_MODULE="arrowswitch.site.settings", **desk_club),
            capture_output=True,
            text=True,
            check=True,
        )
    said = [line.split() for line in done.stdout.splitlines()]
    assert [word for word, _ in said] == ["busy"] * 3
    assert max(float(seconds) for _, seconds in said) < 2 * storage.PATIENCE  # and not one after the other
    assert check_whole(session) == ["open", "start"]


def test_a_phone_is_told_later_and_the_same_message_is_taken_once_when_it_comes_again(desk_club: Club) -> None:
    session = a_night()
    phone = a_phone(session)
    message = {"id": "score-of-table-one", "kind": "call", "about": "a revoke"}
    with held(desk_club):
        said = sent(phone, **message)
        assert said["later"] is True
        assert "held by another program" in str(said["problem"])
    assert [sent(phone, **message)["ok"] for _ in range(2)] == [True, True]
    assert check_whole(session).count("score-of-table-one") == 1


# -- in every command -------------------------------------------------------------------------------------------------

COMMANDS = {
    "serve": ("serve", "--port", "0", "--data", "{data}"),
    "backup": ("backup", "--data", "{data}", "-o", "{disk}/copy.sqlite3"),
    "restore": ("restore", "{copy}", "--data", "{data}"),
    "account": ("account", "reset", "Ann", "--data", "{data}"),
    "certificate": ("certificate", "--data", "{data}"),
    "deal": ("deal", "--boards", "4", "--seed", "7", "-o", "{disk}/hands.pbn"),
    "print": ("print", "travellers", "mitchell", "--tables", "5", "-o", "{disk}/slips.pdf"),
}
"""Every command that writes a file, and how it is called."""


@pytest.fixture(scope="module")
def old_club(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a club, and a back-up of it, before the disk is full."""
    folder = tmp_path_factory.mktemp("old")
    with served("--data", str(folder / "club")):
        pass
    with closing(sqlite3.connect(folder / "club" / "club.sqlite3")) as database:
        database.execute("INSERT INTO club_club (name, federation, is_demonstration) VALUES ('Riverside', 'wbf', 0)")
        database.commit()
        database.execute("PRAGMA journal_mode=DELETE")
    assert arrowswitch("backup", "--data", str(folder / "club"), "-o", str(folder / "copy.sqlite3")).returncode == 0
    return folder


def called(disk: Path, club: Path, name: str) -> list[str]:
    """A command on a disk that holds a club."""
    blanks = {"disk": disk, "data": disk / "club", "copy": club / "copy.sqlite3"}
    return [sys.executable, "-m", "arrowswitch", *(word.format(**blanks) for word in COMMANDS[name])]


def told(command: list[str], limit: int = 0) -> str:
    """The one sentence with which a command ends; with a limit no file of its may become longer."""

    def no_longer() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))

    done = subprocess.run(
        command,
        env=environment(),
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
        preexec_fn=no_longer if limit else None,
    )
    assert done.returncode in (1, 2), done.stdout + done.stderr
    assert done.stderr.count("\n") == 1, done.stderr
    return done.stderr.strip()


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_on_a_disk_that_lets_nothing_be_written_says_so(old_club: Path, tmp_path: Path, name: str) -> None:
    shutil.copytree(old_club / "club", tmp_path / "club")
    before = files(tmp_path)
    said = told(called(tmp_path, old_club, name), limit=1)
    assert "Traceback" not in said
    assert any(word in said for word in ("cannot be written", "cannot be used", "let anything be written")), said
    database = "club/club.sqlite3"
    assert files(tmp_path)[database] == before[database]


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_on_a_full_disk_says_so(old_club: Path, tmp_path: Path, name: str) -> None:
    disk = tmp_path / "disk"
    disk.mkdir()
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=8m", "tmpfs", disk], capture_output=True, check=False)
    try:
        shutil.copytree(old_club / "club", disk / "club")
        if mounted.returncode == 0:
            with suppress(OSError), (disk / "filler").open("wb", buffering=0) as filler:
                while filler.write(bytes(4096)):
                    pass
        said = told(called(disk, old_club, name), limit=0 if mounted.returncode == 0 else 5000)
    finally:
        subprocess.run(["umount", "-l", disk], capture_output=True, check=False)
    words = ("full", "No space") if mounted.returncode == 0 else ("written", "used")
    assert any(word in said for word in words), said
