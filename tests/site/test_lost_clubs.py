"""A club that is lost is not taken for a new one: the program does not start, puts everything aside as it is, and says how
the club is got back. And the back-ups that it makes by itself, from which it is."""

from __future__ import annotations

import random
import re
import shlex
import shutil
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from datetime import datetime, timedelta
from pathlib import Path

import psycopg
import pytest
from clubs import Place, bodies, check_whole, scores, started, used
from django.db import connection
from nights import do
from people import as_role, our_club
from pytest_django.plugin import DjangoDbBlocker
from site_server import arrowswitch, environment, served
from test_serve import files, refused

from arrowswitch.session import Publish
from arrowswitch.site.data_folder import aside, mark, shelf, storage, write_ahead
from arrowswitch.site.journal import copies, keeper, store

Club = dict[str, str]


@pytest.fixture
def night(clubs: Place, django_db_blocker: DjangoDbBlocker) -> Iterator[tuple[Path, int]]:
    """The data folder of a club with a session in play, some of it in the database and some in its log only."""
    with django_db_blocker.unblock(), clubs.club("sqlite") as club:
        session = started()
        commands = list(scores(12))
        for each in commands[:6]:
            store.append(session, each)
        folder = Path(club["ARROWSWITCH_DATA"])
        keeper.settled(folder)
        for each in commands[6:]:
            store.append(session, each)
        yield folder, session


def left_as_it_was(folder: Path, target: Path) -> Path:
    """The folder as a computer leaves it whose plug is pulled: with a log."""
    shutil.copytree(folder, target)
    for path in target.glob("*-shm"):
        path.unlink()
    return target


def log_of(folder: Path) -> Path:
    return folder / "club.sqlite3-wal"


def scribble(path: Path, place: int, length: int = 16) -> None:
    data = bytearray(path.read_bytes())
    data[place : place + length] = b"\xff" * length
    path.write_bytes(bytes(data))


# -- the log ----------------------------------------------------------------------------------------------------------


def test_a_whole_log_is_not_damaged_and_one_that_ends_in_the_middle_of_a_write_is_not_either(
    night: tuple[Path, int], tmp_path: Path
) -> None:
    folder = left_as_it_was(night[0], tmp_path / "cut")
    whole = log_of(folder).read_bytes()
    assert len(whole) > 10 * 4096
    assert not write_ahead.lost_in(whole)
    for length in range(0, len(whole), 1009):
        assert not write_ahead.lost_in(whole[:length])  # the mark tells whether it is too short
    torn = bytearray(whole)
    torn[-4096 - 24 : -4096] = bytes(24)  # what had not come to the disk
    assert not write_ahead.lost_in(bytes(torn))


@pytest.mark.parametrize("where", ["header", "first frame", "middle"])
def test_a_damaged_log_is_refused_and_everything_is_put_aside(
    night: tuple[Path, int], tmp_path: Path, where: str
) -> None:
    folder = left_as_it_was(night[0], tmp_path / "club")
    size = log_of(folder).stat().st_size
    scribble(log_of(folder), {"header": 8, "first frame": 100, "middle": size // 2}[where])
    before = files(folder)
    said = refused(folder)
    assert said.startswith(f"The log {log_of(folder)} of the database is damaged")
    assert files(folder).items() >= before.items()
    kept = next(folder.glob("put-aside-*"))
    assert (kept / "club.sqlite3-wal").read_bytes() == log_of(folder).read_bytes()
    assert (kept / "club.sqlite3").read_bytes() == (folder / "club.sqlite3").read_bytes()
    assert refused(folder) == said  # and not a folder for each try
    assert len(list(folder.glob("put-aside-*"))) == 1
    way = shlex.split(re.findall(r"arrowswitch (restore \S+ --data \S+?)\.?(?: |$)", said)[-1])
    assert Path(way[1]) == kept / "club.sqlite3"
    done = arrowswitch(*way)
    assert done.returncode == 0, done.stderr
    with used(folder):
        ids = check_whole(night[1])
    assert ids[:8] == ["open", "start", *(f"e{number}" for number in range(1, 7))]
    with served("--data", str(folder)):
        pass


def test_where_all_was_in_a_log_that_is_lost_no_empty_club_is_opened(night: tuple[Path, int], tmp_path: Path) -> None:
    folder = left_as_it_was(night[0], tmp_path / "club")
    copy = copies.keep(folder, "night")
    (folder / "club.sqlite3").write_bytes(b"")
    log_of(folder).unlink(missing_ok=True)
    said = refused(folder)
    assert said.startswith("There was a club here (Riverside; 8 entries on ")
    assert f"arrowswitch restore {copy} --data {folder}" in said
    assert f"To begin anew without it, move {folder / mark.FILE} away." in said
    (folder / "club.sqlite3").unlink()
    assert refused(folder).startswith("There was a club here (Riverside; 8 entries on ")
    assert arrowswitch("restore", str(copy), "--data", str(folder)).returncode == 0
    with used(folder):
        assert len(check_whole(night[1])) == 14
    (folder / "club.sqlite3").unlink()
    (folder / mark.FILE).unlink()
    with served("--data", str(folder)):
        pass


def test_a_journal_that_has_lost_its_end_is_seen_by_the_mark(night: tuple[Path, int], tmp_path: Path) -> None:
    folder, session = night
    mark.write(folder, keeper.seen())
    short = left_as_it_was(folder, tmp_path / "club")
    log_of(short).unlink()  # what had been written since the last checkpoint
    with pytest.raises(storage.CannotServe, match=r"had 14 entries on .*, and have 8 now"):
        aside.check(short)
    whole = left_as_it_was(folder, tmp_path / "whole")
    aside.check(whole)
    assert len(check_whole(session)) == 14


def test_a_damaged_database_names_the_last_back_up(night: tuple[Path, int], tmp_path: Path) -> None:
    folder = left_as_it_was(night[0], tmp_path / "club")
    copy = copies.keep(folder, "night")
    log_of(folder).unlink(missing_ok=True)
    (folder / "club.sqlite3").write_bytes(b"a shopping list " * 1000)
    said = refused(folder)
    assert said.startswith(
        f"The database {folder / 'club.sqlite3'} is damaged or is not a database; nothing was changed."
    )
    assert f"with 14 entries; to go back to it: arrowswitch restore {copy} --data {folder}" in said


def test_damage_at_any_place_of_a_log_opens_no_club_with_less_than_the_mark_says(
    night: tuple[Path, int], tmp_path: Path
) -> None:
    chance = random.Random(7)
    mark.write(night[0], keeper.seen())
    size = log_of(night[0]).stat().st_size
    for number in range(25):
        folder = left_as_it_was(night[0], tmp_path / f"club{number}")
        scribble(log_of(folder), chance.randrange(size), chance.choice([1, 16, 600, 9000]))
        try:
            aside.check(folder)
        except storage.CannotServe:
            assert len(list(folder.glob("put-aside-*"))) == 1
            continue
        with used(folder):
            assert len(check_whole(night[1])) == 14  # the damage was behind the end


def test_an_emptied_postgresql_is_not_taken_for_a_new_one(clubs: Place, tmp_path: Path) -> None:
    name = f"emptied{next(clubs.count)}"
    clubs.administer(f"CREATE DATABASE {name} TEMPLATE pattern")
    setting = {"ARROWSWITCH_DATABASE": clubs.address(name)}
    with psycopg.connect(clubs.address(name)) as database:
        database.execute(
            "INSERT INTO club_club (name, federation, is_demonstration) VALUES ('Riverside', 'wbf', false)"
        )
    with served("--data", str(tmp_path), **setting):
        pass
    known = mark.read(tmp_path)
    assert known is not None
    assert known.clubs == ("Riverside",)
    with psycopg.connect(clubs.address(name)) as database:
        database.execute("DELETE FROM club_club")
    said = refused(tmp_path, **setting)
    assert said.startswith("There was a club here (Riverside; 0 entries on ")
    assert "ask whoever looks after the server" in said
    clubs.administer(f"DROP DATABASE {name}")
    assert "cannot be opened" in refused(tmp_path, **setting)


def test_a_club_on_a_server_is_backed_up_as_a_file_that_can_be_put_back(
    clubs: Place, django_db_blocker: DjangoDbBlocker, tmp_path: Path
) -> None:
    with django_db_blocker.unblock(), clubs.club("postgresql") as place:
        session = started()
        for each in scores(5):
            store.append(session, each)
        as_role("owner")
        folder = Path(place["ARROWSWITCH_DATA"])
        done = subprocess.run(
            [sys.executable, "-m", "arrowswitch.site.journal.copies", str(folder), "posting"],
            env=environment(DJANGO_SETTINGS_MODULE="arrowswitch.site.settings", **place),
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        (copy,) = shelf.listed(folder)
        kept = bodies(session)
    with django_db_blocker.unblock():
        copies.restore(shelf.place(folder) / copy.name, tmp_path / "file")
    with django_db_blocker.unblock(), used(tmp_path / "file"):
        assert check_whole(session) == ["open", "start", *(f"e{number}" for number in range(1, 6))]
        assert bodies(session) == kept
        assert as_role("owner").get("/settings/").status_code == 200


# -- the log is brought in, and the mark kept -------------------------------------------------------------------------


def test_after_the_start_everything_is_in_the_database_itself(tmp_path: Path) -> None:
    with served("--data", str(tmp_path)) as server:
        shutil.copyfile(tmp_path / "club.sqlite3", tmp_path / "alone.sqlite3")
        assert storage.look_at(tmp_path / "alone.sqlite3") is None
        with closing(sqlite3.connect(tmp_path / "alone.sqlite3")) as database:
            assert database.execute("SELECT count(*) FROM django_migrations").fetchone()[0] > 20
        server.process.kill()


def test_the_keeper_brings_the_log_in_and_keeps_the_mark(
    night: tuple[Path, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, _session = night
    monkeypatch.setattr(keeper, "CHECKPOINT", 0.0)
    assert mark.of_file(_alone(folder)).entries == 8
    keeper.Keeper(folder, makes_copies=False).look()
    assert mark.of_file(_alone(folder)).entries == 14
    found = mark.read(folder)
    assert found is not None
    assert (found.clubs, found.entries) == (("Riverside",), 14)


def _alone(folder: Path) -> Path:
    """The database without its log."""
    target = folder / "alone.sqlite3"
    shutil.copyfile(folder / "club.sqlite3", target)
    with closing(sqlite3.connect(target)) as database:
        database.execute("PRAGMA journal_mode=DELETE")
    return target


# -- back-ups by themselves -------------------------------------------------------------------------------------------


def test_a_posting_is_backed_up_and_the_copy_is_checked(night: tuple[Path, int]) -> None:
    folder, session = night
    looks = keeper.Keeper(folder, makes_copies=True)
    looks.look()
    assert shelf.listed(folder) == []
    do(session, Publish(), force=True, why="home")
    looks.look()
    (copy,) = shelf.listed(folder)
    assert (copy.reason, copy.is_checked) == ("posting", True)
    assert mark.of_file(shelf.place(folder) / copy.name).entries == 15
    looks.look()
    assert len(shelf.listed(folder)) == 1
    assert shelf.not_made(folder) == ""


def test_a_back_up_that_cannot_be_made_stops_nothing_and_is_said_in_settings(night: tuple[Path, int]) -> None:
    folder, session = night
    looks = keeper.Keeper(folder, makes_copies=True)
    looks.look()
    (folder / "copies").write_text("in the way")
    do(session, Publish(), force=True, why="home")
    looks.look()
    (folder / "copies").unlink()
    (folder / "copies").mkdir()
    with connection.cursor() as cursor:
        for (name,) in cursor.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            cursor.execute(f"DROP TRIGGER {name}")
        cursor.execute("UPDATE journal_entry SET body = '{}' WHERE number = 3")
    keeper.make(folder, "night", 60)
    assert shelf.listed(folder) == []
    assert "“Tuesday”" in shelf.not_made(folder)
    page = as_role("owner").get("/settings/").content.decode()
    assert "The last back-up could not be made" in page


def test_every_night_is_backed_up_once_if_anything_has_changed(night: tuple[Path, int]) -> None:
    folder, session = night
    now = datetime.now()
    assert shelf.is_due(folder, now)
    copies.keep(folder, "night")
    assert not shelf.is_due(folder, now + timedelta(minutes=1))
    assert not shelf.is_due(folder, now + timedelta(days=2))  # nothing has changed
    time.sleep(1.1)
    store.append(session, list(scores(13))[12])
    assert shelf.is_due(folder, now + timedelta(days=1, hours=5))
    assert shelf.is_due(folder, datetime(1986, 1, 1))  # a clock that is wrong


def test_what_is_kept_of_a_year_of_nights() -> None:
    first = datetime(2025, 1, 1, 23)
    nights = [shelf.Copy(f"n{day}", first + timedelta(days=day), "night") for day in range(365)]
    upgrades = [shelf.Copy(f"u{month}", first + timedelta(days=30 * month, hours=1), "upgrade") for month in range(9)]
    mine = [shelf.Copy("mine", first)]
    everything = [*nights, *upgrades, *mine]
    gone = {copy.name for copy in shelf.spare(everything)}
    kept = [copy for copy in everything if copy.name not in gone]
    assert {copy.name for copy in nights[-7:]} <= {copy.name for copy in kept}
    assert {f"u{month}" for month in range(4, 9)} <= {copy.name for copy in kept}
    assert "mine" in {copy.name for copy in kept}
    assert {copy.made.month for copy in kept} == set(range(1, 13))
    assert len(kept) < 32
    jumped = [*everything, shelf.Copy("later", datetime(2099, 1, 1), "night")]
    assert len(shelf.spare(jumped)) - len(gone) <= 3  # a clock that jumps throws no more away than a day does


def test_before_the_tables_are_changed_there_is_a_back_up(night: tuple[Path, int], tmp_path: Path) -> None:
    folder = left_as_it_was(night[0], tmp_path / "club")
    with closing(sqlite3.connect(folder / "club.sqlite3")) as database:
        for app, tables in (("registers", "registers_"),):
            names = [
                name
                for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
                if name.startswith(tables)
            ]
            for name in names:
                database.execute(f"DROP TABLE {name}")
            database.execute("DELETE FROM django_migrations WHERE app = ?", (app,))
        database.commit()
    with served("--data", str(folder)):
        pass
    (copy,) = shelf.listed(folder)
    assert copy.reason == "upgrade"
    with closing(sqlite3.connect(shelf.place(folder) / copy.name)) as old:
        assert not old.execute("SELECT 1 FROM sqlite_master WHERE name LIKE 'registers_%'").fetchone()
    assert mark.of_file(shelf.place(folder) / copy.name).entries == 14


def test_settings_show_the_last_back_up_with_its_age_and_size(night: tuple[Path, int]) -> None:
    folder, _session = night
    owner = as_role("owner")
    assert "There is no back-up yet" in owner.get("/settings/").content.decode()
    made = copies.keep(folder, "night")
    page = owner.get("/settings/").content.decode()
    assert "checked" in page
    assert "There is no back-up yet" not in page
    shown = owner.get("/backups/").content.decode()
    assert made.name in shown
    assert "every night" in shown
    old = shelf.name_of(datetime.now() - timedelta(days=9), "night")
    made.rename(made.with_name(old))
    assert "is old" in owner.get("/settings/").content.decode()
    assert owner.get(f"/backups/{old}").status_code == 200
    assert our_club().name in str(mark.read(folder))
