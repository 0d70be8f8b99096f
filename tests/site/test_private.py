"""What other people of the computer, and whoever finds a copy, cannot read: files, sign-ins, the key."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.urls import reverse
from people import PASSWORD, as_role
from site_server import arrowswitch, get, served

from arrowswitch.site.data_folder import storage

Where = dict[str, str]


def visitor() -> Client:
    return Client(headers={"host": "localhost"})


def rights(folder: Path) -> dict[str, str]:
    """Everything below a folder that others may do something with, and what."""
    places = (folder, *folder.rglob("*"))
    found = {str(path.relative_to(folder)): stat.S_IMODE(path.lstat().st_mode) for path in places}
    return {name: oct(mode) for name, mode in found.items() if mode & 0o077}


# -- files ------------------------------------------------------------------------------------------------------------


def test_nobody_else_can_read_a_new_club_while_it_is_open_or_afterwards(tmp_path: Path) -> None:
    folder = tmp_path / "club"
    made = arrowswitch("certificate", "--data", str(folder))
    assert made.returncode == 0, made.stderr
    with served("--data", str(folder)) as server:
        assert get(server.address)[0] == 200
        assert (folder / "club.sqlite3-wal").exists()
        assert (folder / "club.sqlite3-shm").exists()
        assert (folder / "starting.lock").exists()
        assert rights(folder) == {}
        copy = arrowswitch("backup", "--data", str(folder), "-o", str(folder / "copy.sqlite3"))
        assert copy.returncode == 0, copy.stderr
        assert rights(folder) == {}
    restored = arrowswitch("restore", str(folder / "copy.sqlite3"), "--data", str(folder))
    assert restored.returncode == 0, restored.stderr
    assert list(folder.glob("club-before-*"))
    assert rights(folder) == {}


def test_what_lies_open_already_is_closed_at_the_start(tmp_path: Path) -> None:
    with served("--demo", "--data", str(tmp_path)):
        pass
    folder = tmp_path / "demonstration"
    (folder / "copies").mkdir()
    for name in ("copies/arrowswitch-2025-01-07-224500.sqlite3", "club-before-2025-01-07-224500.sqlite3", "night.pbn"):
        (folder / name).write_bytes(b"")
    for path in (folder, *folder.rglob("*")):
        path.chmod(0o755 if path.is_dir() else 0o644)
    with served("--demo", "--data", str(tmp_path)):
        assert rights(folder) == {"night.pbn": "0o644"}  # not ours, and nobody can reach it any more


def test_a_folder_that_everybody_shares_keeps_its_rights_and_ours_in_it_are_closed(tmp_path: Path) -> None:
    shared = tmp_path / "shared"
    shared.mkdir()
    shared.chmod(0o1777)
    (shared / "club.sqlite3").write_bytes(b"")
    (shared / "club.sqlite3").chmod(0o644)
    storage.close_to_others(shared)
    assert rights(shared) == {".": "0o1777"}


# -- the key ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("old", ["x" * 67, "short"])
def test_a_key_of_an_older_version_is_made_anew_once(tmp_path: Path, old: str) -> None:
    (tmp_path / "secret.key").write_text(f"{old}\n")
    with served("--data", str(tmp_path)):
        pass
    key = (tmp_path / "secret.key").read_text()
    assert old not in key
    assert storage.secret_key(tmp_path) == key.strip()
    assert (tmp_path / "secret.key").read_text() == key


# -- sign-ins ---------------------------------------------------------------------------------------------------------


def rows(table: str) -> list[tuple[object, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT * FROM {table}")
        return list(cursor.fetchall())


def test_the_database_holds_nothing_with_which_somebody_could_be_signed_in(club: Where) -> None:
    client = as_role("director")
    assert client.get(reverse("settings")).status_code == 200
    key = client.cookies["sessionid"].value
    ((kept, *_),) = rows("django_session")
    assert kept != key
    assert key not in str(rows("django_session"))
    thief = visitor()
    thief.cookies["sessionid"] = str(kept)
    assert thief.get(reverse("settings")).status_code == 302
    client.post(reverse("sign-out"))
    assert rows("django_session") == []


def test_sign_ins_from_before_they_were_digests_end(club: Where) -> None:
    as_role("director")
    call_command("migrate", "accounts", "0003", verbosity=0)
    assert len(rows("django_session")) == 1
    call_command("migrate", verbosity=0)
    assert rows("django_session") == []


def test_who_looks_round_the_demonstration_is_out_when_the_club_opens(club: Where) -> None:
    looking = visitor()
    looking.post(reverse("look-round"), {"role": "director"})
    assert looking.get(reverse("settings")).status_code == 200
    assert looking.get(reverse("players")).status_code == 200
    first = {"name": "Riverside", "federation": "ebu", "owner": "Ann Ash", "password": PASSWORD}
    visitor().post(reverse("welcome"), first)
    for place in ("settings", "players", "you"):
        assert looking.get(reverse(place)).status_code == 302
    assert "Riverside" in looking.get(reverse("home")).content.decode()
