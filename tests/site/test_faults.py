"""What a night must stand up to: a server that is killed, a full disk, a database that is held, a clock that jumps."""

from __future__ import annotations

import sqlite3
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from itertools import groupby
from pathlib import Path
from random import Random
from typing import Any

import pytest
from clubs import check_whole, database_of
from django.db import connection
from django.test import Client
from nights import a_night
from people import as_role
from site_server import Served, served
from test_desk_json import LINE, send, written

from arrowswitch.cli.desk import CannotReach, RemoteDesk
from arrowswitch.cli.simulate import planned
from arrowswitch.scoring.files.answer import answer
from arrowswitch.session import BareScore, CallRound, Command, Correct, Enter, replay, scored
from arrowswitch.session.journal.text import command_to_json, loads
from arrowswitch.site.journal import store

KILLS = 8


# -- a server that is killed ------------------------------------------------------------------------------------------


class Killed:
    """A night on a server that is killed again and again; what was answered is remembered."""

    def __init__(self, folder: Path, plan: tuple[Command, ...]) -> None:
        self.database = folder / "demonstration" / "club.sqlite3"
        self.left = list(plan)
        self.acknowledged: list[str] = []
        self.session = 0
        self.cookies: dict[str, str] = {}

    def journal(self) -> list[tuple[str, str]]:
        """The commands that are on disk, with their lines."""
        with closing(sqlite3.connect(self.database)) as database:
            rows = database.execute(
                "SELECT command, body FROM journal_entry JOIN journal_session ON session_id = journal_session.id "
                "WHERE opened = 'seed-7-1' ORDER BY number"
            )
            return list(rows)

    def check(self) -> None:
        """What was acknowledged is there, and nothing is there twice."""
        kept = [command for command, _ in self.journal()]
        assert len(set(kept)) == len(kept)
        assert set(self.acknowledged) <= set(kept)

    def desk(self, server: Served) -> RemoteDesk:
        """Somebody who goes on where they were signed in before."""
        desk = RemoteDesk(server.address)
        desk.cookies.update(self.cookies)
        if not self.cookies:
            desk.sign_in("", str)
            self.cookies = desk.cookies
        return desk

    def live(self, server: Served) -> None:
        """Sends what is left, results three at a time, until all is sent or nobody answers."""
        desks = [self.desk(server) for _ in range(3)]
        with ThreadPoolExecutor(3) as hands:
            for together in list(in_turn(self.left)):
                jobs = [hands.submit(self.send, desks[place % 3], each) for place, each in enumerate(together)]
                for job in jobs:
                    job.exception()
                for job in jobs:
                    job.result()

    def send(self, desk: RemoteDesk, command: Command) -> None:
        data = {key: value for key, value in command_to_json(command).items() if key != "by"}
        said = desk.post(f"night/{self.session}/commands" if self.session else "night/commands", data)
        assert said["ok"], said["problem"]
        self.session = self.session or said["session"]
        self.acknowledged.append(command.id)
        self.left.remove(command)


def in_turn(commands: list[Command]) -> Iterator[list[Command]]:
    """Commands that may be sent together: three results, or one of anything else."""
    for entering, some in groupby(list(commands), lambda each: isinstance(each.act, Enter)):
        these = list(some)
        step = 3 if entering else 1
        yield from (these[place : place + step] for place in range(0, len(these), step))


def a_life(folder: Path, night: Killed, chance: Random, *, last: bool = False) -> dict[str, Any]:
    """One start of the server, which is killed on the way; the last one plays to the end, and says how it stands."""
    with served("--demo", "--data", str(folder)) as server:
        if night.acknowledged:
            night.check()
        if last:
            night.live(server)
            return night.desk(server).get(f"night/{night.session}/ranking.json")
        goal = len(night.acknowledged) + chance.randint(3, 28)
        killer = threading.Thread(target=kill, args=(server, night, goal, chance.random() / 50))
        killer.start()
        with pytest.raises(CannotReach):
            night.live(server)
        killer.join(30)
        server.process.wait(30)
    return {}


def test_a_server_killed_again_and_again_in_a_night_loses_nothing_and_does_nothing_twice(tmp_path: Path) -> None:
    night = Killed(tmp_path, planned("20", None, "24-28", None, 7, again=False))
    chance = Random(7)
    for _ in range(KILLS):
        a_life(tmp_path, night, chance)
    listed = a_life(tmp_path, night, chance, last=True)
    assert night.left == []
    night.check()
    state = replay(loads("\n".join(body for _, body in night.journal())))
    assert len(state.journal) == len(night.acknowledged) == len(set(night.acknowledged))
    assert listed["phase"] == state.phase == "published"
    fresh = answer(scored(state))["ranking"]
    assert [{key: each[key] for key in fresh[0]} for each in listed["ranking"]] == fresh


def kill(server: Served, night: Killed, goal: int, later: float) -> None:
    """Kills a server a moment after so many answers."""
    end = time.monotonic() + 30
    while len(night.acknowledged) < goal and time.monotonic() < end:
        time.sleep(0.001)
    time.sleep(later)
    server.process.kill()


# -- a database that cannot -------------------------------------------------------------------------------------------


def corrections(count: int) -> Iterator[dict[str, Any]]:
    """Commands that are all granted."""
    for number in range(count):
        act = Correct if number else Enter
        yield written(f"again-{number}", act(LINE, BareScore(50 if number % 2 else -100)), why="again")


def refused(client: Client, session: int, status: int) -> tuple[str, list[str]]:
    """Sends until something is refused with this status: what was said, and what had been kept."""
    kept: list[str] = []
    for data in corrections(400):
        got, said = send(client, f"/night/{session}/commands", data)
        if got != 200:
            assert got == status
            return said["problem"], kept
        kept.append(data["id"])
    raise AssertionError("nothing was refused")


def test_a_full_disk_is_said_and_nothing_is_half_written(desk_club: dict[str, str]) -> None:
    session = a_night()
    client = as_role("director")
    client.get(f"/night/{session}/ranking.json")  # whatever a sign-in writes is written
    with connection.cursor() as cursor:
        pages = cursor.execute("PRAGMA page_count").fetchone()[0]
        cursor.execute(f"PRAGMA max_page_count={pages}")
    before = check_whole(session)
    problem, kept = refused(client, session, 503)
    assert problem == "The disk is full. Nothing was saved; make room on it and try again."
    assert check_whole(session) == [*before, *kept]
    assert client.get(f"/night/{session}/ranking.json").status_code == 200


def test_a_database_held_by_a_copy_program_is_said_and_nothing_is_half_written(desk_club: dict[str, str]) -> None:
    session = a_night()
    client = as_role("director")
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA busy_timeout=100")
    before = check_whole(session)
    with closing(sqlite3.connect(database_of(desk_club))) as copier:
        copier.execute("BEGIN IMMEDIATE")
        assert client.get(f"/night/{session}/ranking.json").status_code == 200  # reading goes on
        problem, kept = refused(client, session, 503)
        assert problem.startswith("The database is held by another program")
        assert kept == []
    assert check_whole(session) == before
    assert send(client, f"/night/{session}/commands", next(corrections(1)))[0] == 200


def test_a_clock_that_jumps_is_said_or_shows_a_round_that_has_not_begun(desk_club: dict[str, str]) -> None:
    session = a_night()
    client = as_role("director")
    place = f"/night/{session}/commands"
    call = written("call-round-2", CallRound(2))
    status, said = send(client, place, call | {"at": "1970-01-01T00:00:07+00:00"})
    assert (status, said["problem"]) == (422, "It is not the year 1970; set the clock of this computer.")
    assert len(store.state(session).journal) == 3
    assert send(client, place, call | {"at": "2020-01-01T00:00:07+00:00"})[0] == 200
    assert send(client, place, written("call-round-3", CallRound(3)))[0] == 200
    assert client.get(f"/night/{session}/ranking.json").status_code == 200
    assert check_whole(session)[-2:] == ["call-round-2", "call-round-3"]


def test_a_page_that_meets_a_database_that_cannot_says_so(desk_club: dict[str, str]) -> None:
    client = as_role("owner", raise_request_exception=False)
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA busy_timeout=100")
    with closing(sqlite3.connect(database_of(desk_club))) as copier:
        copier.execute("BEGIN IMMEDIATE")
        answer = client.post("/settings/", {"name": "Hillside", "federation": "wbf"})
    assert answer.status_code == 503
    assert "The database is held by another program" in answer.content.decode()
    assert "Riverside" in client.get("/settings/").content.decode()
