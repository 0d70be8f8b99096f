"""The faults of a year in a few minutes, by a seed: what was acknowledged is there, once, whatever happens.

Each kind of fault is a function of the ground and how often; it gives back a `Tally`. `script/faults` prints them.
"""

from __future__ import annotations

import json
import os
import random
import shutil
import signal
import socket
import sqlite3
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from http.client import HTTPConnection, HTTPException
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import psycopg
from clubs import KEY, Place, check_whole, scores, started, used
from django.db import connection
from fault_writer import Answer, write
from nights import a_night
from site_server import served

from arrowswitch.journals import encode
from arrowswitch.movements import build
from arrowswitch.session import Command, LineKey, PassedOut
from arrowswitch.session.journal.text import command_to_json
from arrowswitch.site.data_folder import aside, mark, storage
from arrowswitch.site.journal import copies, keeper, store
from arrowswitch.site.journal.models import Session
from arrowswitch.site.pads.joining import codes, join
from arrowswitch.site.work import memory

OTHER = LineKey("A", 1, 2, 2)
"""The line of a second writer."""
A_JOURNAL = 300
"""Entries after which another session is begun, so that reading it does not become the most of the work."""
A_NIGHT = 20
"""Kills of the server in one night; then another begins."""
WAITS = 3.5
"""Seconds that an answer may take, with what a busy computer adds to the patience of the store."""


@dataclass
class Tally:
    """What came of one kind of fault."""

    kind: str
    faults: int = 0
    acknowledged: int = 0
    found: int = 0
    doubled: int = 0
    lost: int = 0
    later: int = 0
    wrong: list[str] = field(default_factory=list)

    @property
    def is_good(self) -> bool:
        return not (self.doubled or self.lost or self.wrong) and self.acknowledged > 0

    def count(self, acknowledged: set[str], kept: list[str]) -> None:
        """Adds what a journal holds of what was acknowledged."""
        self.acknowledged += len(acknowledged)
        self.found += len(acknowledged & set(kept))
        self.lost += len(acknowledged - set(kept))
        self.doubled += len(kept) - len(set(kept))


@dataclass
class Ground:
    """Where the faults happen."""

    clubs: Place
    folder: Path
    chance: random.Random
    short: bool = False

    def place(self, name: str) -> Path:
        """A new folder."""
        made = self.folder / f"{name}-{self.chance.randrange(10**9)}"
        made.mkdir()
        return made


# -- writers ----------------------------------------------------------------------------------------------------------

_fork = get_context("forkserver")
_fork.set_forkserver_preload(["fault_writer"])


class Writer:
    """A process that writes, which can be killed."""

    def __init__(self, place: dict[str, str], session: int, limit: int = 0) -> None:
        self.line, theirs = _fork.Pipe()
        self.process = _fork.Process(target=write, args=(theirs, place, session, limit), daemon=True)
        self.process.start()
        theirs.close()
        assert self.line.poll(60), "the writer does not come up"
        self.line.recv()

    def give(self, commands: list[Command]) -> None:
        self.line.send([command_to_json(each) for each in commands])

    def answers(self, most: float = 30) -> Iterator[Answer]:
        """What it says, until it says nothing more."""
        with suppress(EOFError, ConnectionError):
            while self.line.poll(most):
                yield self.line.recv()

    def all(self, commands: list[Command]) -> list[Answer]:
        """Gives commands and waits for all the answers."""
        self.give(commands)
        return [said for _, said in zip(commands, self.answers(), strict=False)]

    def kill(self) -> list[Answer]:
        """Ends it at once; what it had said and nobody had heard."""
        os.kill(self.process.pid or 0, signal.SIGKILL)
        self.process.join(30)
        left = list(self.answers(0.5))
        self.line.close()
        return left

    def end(self) -> None:
        with suppress(OSError):
            self.line.send(None)
        self.process.join(30)
        self.line.close()


def ids(session: int) -> list[str]:
    """The commands in a journal, as the database has them."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT command FROM journal_entry WHERE session_id = %s ORDER BY number", [session])
        return [row[0] for row in cursor.fetchall()]


@dataclass
class Player:
    """Somebody who sends one result after the other, and again what was not answered."""

    prefix: str
    key: LineKey
    acknowledged: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.commands = list(scores(A_JOURNAL * 2, self.prefix, self.key))

    @property
    def left(self) -> list[Command]:
        return [each for each in self.commands if each.id not in self.acknowledged]

    def hear(self, said: Answer) -> None:
        if said[1] == "ok":
            self.acknowledged.add(said[0])


def new_session(ground: Ground) -> int:
    return started(f"open-{ground.chance.randrange(10**12)}")


# -- kills ------------------------------------------------------------------------------------------------------------


def kills(ground: Ground, times: int, vendor: str = "sqlite", processes: int = 1) -> Tally:
    """Writers that are killed at any moment, one or two at a time; the next sends again what was not answered."""
    tally = Tally(f"kills, {vendor}, {processes} process{'es' if processes > 1 else ''}")
    with ground.clubs.club(vendor) as place:
        while tally.faults < times:
            session = new_session(ground)
            connection.close()
            players = [Player("a", KEY), Player("b", OTHER)][:processes]
            while tally.faults < times and sum(len(each.acknowledged) for each in players) < A_JOURNAL:
                _one_life(ground, place, session, players)
                tally.faults += 1
                kept = ids(session)
                missing = {name for each in players for name in each.acknowledged} - set(kept)
                if missing:
                    tally.wrong.append(f"after kill {tally.faults} {sorted(missing)[:3]} are gone")
                connection.close()
            tally.count({name for each in players for name in each.acknowledged}, ids(session))
            check_whole(session)
    return tally


def _one_life(ground: Ground, place: dict[str, str], session: int, players: list[Player]) -> None:
    """Writers come up, are killed a moment after some answers, and what they had said is heard."""
    writers = [Writer(place, session) for _ in players]
    for each, player in zip(writers, players, strict=True):
        each.give(player.left[:40])
    for each, player in zip(writers, players, strict=True):
        for _, said in zip(range(ground.chance.randint(0, 12)), each.answers(10), strict=False):
            player.hear(said)
    time.sleep(ground.chance.random() / 150)
    for each, player in zip(writers, players, strict=True):
        for said in each.kill():
            player.hear(said)


def server_kills(ground: Ground, times: int) -> Tally:
    """The real server, killed again and again in a night, three desks at it."""
    from test_faults import Killed, a_life

    from arrowswitch.cli.simulate import planned

    tally = Tally("kills, the server itself")
    while tally.faults < times:
        folder = ground.place("server")
        night = Killed(folder, planned("20", None, "24-28", None, 7, again=False))
        for _ in range(min(times - tally.faults, A_NIGHT)):
            a_life(folder, night, ground.chance)
            tally.faults += 1
        a_life(folder, night, ground.chance, last=True)
        tally.count(set(night.acknowledged), [command for command, _ in night.journal()])
    return tally


# -- power cuts -------------------------------------------------------------------------------------------------------


def power_cuts(ground: Ground, times: int) -> Tally:
    """The files as a power cut leaves them: as they were at the last sync, and of what was written since any part.

    SQLite syncs its log before it acknowledges (`synchronous=FULL`, which a test asks it). So the files right after an
    answer are what is surely on the disk; of what the next transaction adds to the log any sectors may have come to the disk
    too, in any order. Where a checkpoint ran, the log was synced before the database was touched: then the log is whole,
    and of the database's pages any may be old.
    """
    tally = Tally("power cuts")
    with ground.clubs.club("sqlite") as place:
        folder = Path(place["ARROWSWITCH_DATA"])
        session = new_session(ground)
        connection.close()
        player, writer = Player("p", KEY), Writer(place, session)
        before = _files(folder)
        for number in range(times):
            acknowledged = set(player.acknowledged)
            for said in writer.all(player.left[:1]):
                player.hear(said)
            if number % 40 == 20:
                with closing(sqlite3.connect(folder / storage.DATABASE)) as other:
                    other.execute("PRAGMA wal_checkpoint(PASSIVE)")
            after = _files(folder)
            cut = ground.place("cut")
            shutil.copytree(folder, cut, dirs_exist_ok=True, ignore=shutil.ignore_patterns("club.sqlite3*"))
            for name, data in _cut(before, after, ground.chance).items():
                (cut / name).write_bytes(data)
            aside.check(cut)  # no power cut is taken for damage
            with used(cut):
                kept = ids(session)
                missing = acknowledged - set(kept)
                if missing or len(kept) != len(set(kept)):
                    tally.wrong.append(f"cut {number}: {sorted(missing)[:3]} are gone")
                if number % 25 == 0:
                    check_whole(session)
            tally.faults += 1
            before = after
            shutil.rmtree(cut)
        writer.end()
        tally.count(player.acknowledged, ids(session))
    return tally


LOG, BASE = f"{storage.DATABASE}-wal", storage.DATABASE
SECTOR, HEADER = 512, 32


def _files(folder: Path) -> dict[str, bytes]:
    return {name: (folder / name).read_bytes() if (folder / name).exists() else b"" for name in (BASE, LOG)}


def _cut(before: dict[str, bytes], after: dict[str, bytes], chance: random.Random) -> dict[str, bytes]:
    if before[BASE] != after[BASE] and chance.random() < 0.5:  # in the middle of a checkpoint
        return {LOG: after[LOG], BASE: _some(before[BASE], after[BASE], chance)}
    if before[LOG][:HEADER] == after[LOG][:HEADER]:
        return {LOG: _some(before[LOG], after[LOG], chance), BASE: before[BASE]}
    if (
        chance.random() < 0.1
    ):  # before the header of a new log was synced, which is done before anything is put behind it
        return before
    begun = after[LOG][:HEADER] + before[LOG][HEADER:]
    return {LOG: _some(begun, after[LOG], chance), BASE: before[BASE]}


def _some(before: bytes, after: bytes, chance: random.Random) -> bytes:
    """A file of which any of the new sectors have come to the disk."""
    likely, found = chance.random(), bytearray(before)
    for place in range(0, len(after), SECTOR):
        sector = after[place : place + SECTOR]
        if sector != before[place : place + SECTOR] and chance.random() < likely:
            found.extend(bytes(max(0, place - len(found))))
            found[place : place + SECTOR] = sector
    return bytes(found)


# -- disks ------------------------------------------------------------------------------------------------------------


def full_disks(ground: Ground, times: int) -> Tally:
    """A disk that is full while results come in: what is not kept is told so, reading goes on, and with room again it is
    sent again. A real small disk where one can be mounted; elsewhere files that may not grow."""
    tally = Tally("full disks")
    for number in range(times):
        disk = ground.place("disk")
        with _small_disk(disk) as is_mounted, ground.clubs.club("sqlite") as place:
            folder = disk / "club"
            _moved(place, folder)
            with used(folder):
                session = new_session(ground)
                connection.close()
                filler = Filler(disk if is_mounted else None, ground.chance.randrange(8192, 120_000))
                limit = 0 if is_mounted else _longest(folder) + filler.left
                _until_refused(tally, place, session, limit, filler)
        tally.faults = number + 1
    return tally


def read_only_disks(ground: Ground, times: int) -> Tally:
    """A disk that lets nothing be written any more, from one moment to the next."""
    tally = Tally("read-only disks")
    for number in range(times):
        with ground.clubs.club("sqlite") as place:
            session = new_session(ground)
            connection.close()
            _until_refused(tally, place, session, 1, Filler(None, 0))
        tally.faults = number + 1
    return tally


@dataclass(frozen=True)
class Filler:
    """Fills a small disk up to a little, while somebody is writing on it."""

    disk: Path | None
    left: int

    def fill(self) -> None:
        if self.disk:
            (self.disk / "filler").write_bytes(bytes(max(shutil.disk_usage(self.disk).free - self.left, 0)))

    def mend(self) -> None:
        if self.disk:
            (self.disk / "filler").unlink(missing_ok=True)


def _until_refused(tally: Tally, place: dict[str, str], session: int, limit: int, filler: Filler) -> None:
    player = Player("d", KEY)
    writer = Writer(place, session, limit)
    filler.fill()
    for _ in range(40):
        said = writer.all(player.left[:5])
        for each in said:
            player.hear(each)
        tally.later += sum(each[1] == "later" for each in said)
        if any(each[1] == "later" for each in said):
            break
    else:
        tally.wrong.append("nothing was refused")
    if not ids(session):
        tally.wrong.append("nothing could be read")
    connection.close()
    filler.mend()
    if limit:
        writer.kill()
        writer = Writer(place, session)
    for said in writer.all(player.left[:5]):
        player.hear(said)
    writer.end()
    kept = ids(session)
    tally.count(player.acknowledged, kept)
    if len(player.acknowledged) < 5:
        tally.wrong.append("with room again nothing was taken")
    check_whole(session)


@contextmanager
def _small_disk(place: Path) -> Iterator[bool]:
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=12m", "tmpfs", str(place)], capture_output=True, check=False
    )
    try:
        yield mounted.returncode == 0
    finally:
        if mounted.returncode == 0:
            subprocess.run(["umount", "-l", str(place)], check=False)


def _moved(place: dict[str, str], folder: Path) -> None:
    connection.close()
    shutil.copytree(place["ARROWSWITCH_DATA"], folder)
    place["ARROWSWITCH_DATA"] = str(folder)


def _longest(folder: Path) -> int:
    return max(path.stat().st_size for path in folder.iterdir())


# -- locks, clocks ----------------------------------------------------------------------------------------------------


def locks(ground: Ground, times: int, vendor: str = "sqlite") -> Tally:
    """Another program that holds the database for a while; who writes is told later in time, who reads does not wait."""
    tally = Tally(f"locks, {vendor}")
    with ground.clubs.club(vendor) as place:
        session = new_session(ground)
        player, writer = Player("l", KEY), Writer(place, session)
        for _ in range(times):
            with _held(place, vendor):
                writer.give(player.left[:1])
                began = time.monotonic()
                ids(session)
                if time.monotonic() - began > 1:
                    tally.wrong.append("a reader waited")
                time.sleep(ground.chance.choice((0.0, 0.3, 3.0)))
            for _one, said in zip(range(1), writer.answers(), strict=False):
                tally.later += said[1] == "later"
                player.hear(said)
                if said[2] > WAITS:
                    tally.wrong.append(f"a writer waited {said[2]:.1f} s")
            tally.faults += 1
        for said in writer.all(player.left[:3]):
            player.hear(said)
        writer.end()
        tally.count(player.acknowledged, ids(session))
        check_whole(session)
    return tally


@contextmanager
def _held(place: dict[str, str], vendor: str) -> Iterator[None]:
    if vendor == "sqlite":
        with closing(sqlite3.connect(Path(place["ARROWSWITCH_DATA"]) / BASE, timeout=30)) as other:
            other.execute("BEGIN IMMEDIATE")
            yield
        return
    with psycopg.connect(place["ARROWSWITCH_DATABASE"]) as other:
        other.execute("LOCK journal_entry IN EXCLUSIVE MODE")
        yield
        other.rollback()


YEARS = (1970, 1986, 1999, 2019, 2037, 2038, 2099)


def clocks(ground: Ground, times: int) -> Tally:
    """A clock that jumps between two results, in years and back: what it says is kept, or refused and nothing changed."""
    tally = Tally("clock jumps")
    with ground.clubs.club("sqlite") as place:
        session = new_session(ground)
        connection.close()
        player, writer = Player("c", KEY), Writer(place, session)
        for _ in range(times):
            moment = datetime(ground.chance.choice(YEARS), ground.chance.randint(1, 12), 7, 20, 15, tzinfo=UTC)
            for at in (moment, None):
                wish = player.left[0] if at is None else replace(player.left[0], at=at)
                (said,) = writer.all([wish])
                player.hear(said)
                if said[1] == "ok":
                    break
            tally.faults += 1
        writer.end()
        tally.count(player.acknowledged, ids(session))
        check_whole(session)
    return tally


# -- damage, restores -------------------------------------------------------------------------------------------------


def damaged_logs(ground: Ground, times: int) -> Tally:
    """A log with a hole, or cut off, or gone: nothing is opened that has less than was kept, and the last back-up has it."""
    tally = Tally("damaged logs")
    with ground.clubs.club("sqlite") as place:
        folder = Path(place["ARROWSWITCH_DATA"])
        session = new_session(ground)
        keeper.settled(folder)
        for each in scores(20):
            store.append(session, each)
        mark.write(folder, keeper.seen())
        kept = ids(session)
        copies.keep(folder, "night")
        for _ in range(times):
            broken = ground.place("broken")
            shutil.copytree(folder, broken, dirs_exist_ok=True, ignore=shutil.ignore_patterns("*-shm"))
            _damage(broken / LOG, ground.chance)
            try:
                aside.check(broken)
            except storage.CannotServe as refusal:
                if "arrowswitch restore" not in str(refusal) or not list(broken.glob("put-aside-*")):
                    tally.wrong.append(str(refusal))
                tally.later += 1
                copies.restore(next((broken / "copies").glob("*.sqlite3")), broken)
            with used(broken):
                tally.count(set(kept), ids(session))
                check_whole(session)
            tally.faults += 1
            shutil.rmtree(broken)
    return tally


def _damage(log: Path, chance: random.Random) -> None:
    data = bytearray(log.read_bytes())
    where, length = chance.randrange(len(data)), chance.choice((1, 64, 5000))
    match chance.choice(("hole", "cut", "gone", "zeros")):
        case "hole":
            data[where : where + length] = bytes(chance.randrange(256) for _ in data[where : where + length])
        case "zeros":
            data[where : where + length] = bytes(len(data[where : where + length]))
        case "cut":
            del data[where:]
        case "gone":
            log.unlink()
            return
    log.write_bytes(bytes(data))


def restores(ground: Ground, times: int) -> Tally:
    """An older back-up is put back in the middle of a night, and everybody sends again all that he had sent."""
    tally = Tally("restores in play")
    with ground.clubs.club("sqlite") as place:
        folder = Path(place["ARROWSWITCH_DATA"])
        session = new_session(ground)
        player = Player("r", KEY)
        for number in range(times):
            copy = copies.back_up(folder, ground.folder / f"copy-{number}-{ground.chance.randrange(10**9)}.sqlite3")
            connection.close()
            writer = Writer(place, session)
            for said in writer.all(player.left[: ground.chance.randint(1, 8)]):
                player.hear(said)
            writer.end()
            copies.restore(copy, folder)
            memory.forget_all()
            writer = Writer(place, session)
            again = [each for each in player.commands if each.id in player.acknowledged]
            if [said[1] for said in writer.all(again)] != ["ok"] * len(again):
                tally.wrong.append("something that was sent again was not taken")
            writer.end()
            tally.faults += 1
        tally.count(player.acknowledged, ids(session))
        check_whole(session)
    return tally


# -- the network ------------------------------------------------------------------------------------------------------


class Lossy:
    """A network in front of a server that loses what it likes: the question, the answer, or the end of it."""

    def __init__(self, port: int, chance: random.Random) -> None:
        self.port, self.chance, self.cuts, self.is_open = port, chance, 0, True
        self.listening = socket.create_server(("127.0.0.1", 0), backlog=128)
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        while self.is_open:
            with suppress(OSError):
                line, _ = self.listening.accept()
                threading.Thread(target=self._carry, args=(line, self.chance.random()), daemon=True).start()

    def _carry(self, phone: socket.socket, luck: float) -> None:
        with suppress(OSError), phone, socket.create_connection(("127.0.0.1", self.port)) as server:
            for each in (phone, server):
                each.settimeout(20)
            question = _message(phone)
            if luck < 0.2:
                self.cuts += 1
                return
            if luck < 0.3:
                self.cuts += 1
                server.sendall(question[: len(question) // 2])
                return
            server.sendall(question)
            answer = _message(server)
            if luck < 0.6:
                self.cuts += 1
                phone.sendall(answer[: int(len(answer) * (luck - 0.3) * 3)])
                return
            phone.sendall(answer)

    def close(self) -> None:
        self.is_open = False
        self.listening.close()


def _message(line: socket.socket) -> bytes:
    """A question or an answer, by its length."""
    data = b""
    while b"\r\n\r\n" not in data:
        more = line.recv(65536)
        if not more:
            return data
        data += more
    head, _, body = data.partition(b"\r\n\r\n")
    length = next((int(each[15:]) for each in head.lower().split(b"\r\n") if each.startswith(b"content-length:")), 0)
    while len(body) < length:
        more = line.recv(65536)
        if not more:
            break
        body, data = body + more, data + more
    return data


def networks(ground: Ground, times: int) -> Tally:
    """A hall of phones, each behind a network that loses what it likes; each sends until it has its answer."""
    tally = Tally("network loss at every phone")
    with ground.clubs.club("sqlite") as place:
        tables = min(max(times // 3, 3), 13)
        session = a_night(build("mitchell", tables=tables + (tables + 1) % 2, boards_per_round=3), names=False)
        cards = codes(Session.objects.get(pk=session), store.state(session))
        phones = [(card.table, join(card)[1]) for card in cards]
        lines = {
            meeting.table: meeting.boards
            for meeting in store.state(session).sections["A"].movement.meetings
            if meeting.round == 1
        }
        connection.close()
        with served("--data", place["ARROWSWITCH_DATA"]) as server:
            network = Lossy(int(server.address.rstrip("/").rsplit(":", 1)[1]), ground.chance)
            port, heard = network.listening.getsockname()[1], []
            threads = [
                threading.Thread(target=_play, args=(port, token, table, lines[table], heard), daemon=True)
                for table, token in phones
            ]
            for each in threads:
                each.start()
            for each in threads:
                each.join(120)
            network.close()
        tally.faults = network.cuts
        if len(heard) != len(phones) * 3:
            tally.wrong.append(f"{len(phones) * 3 - len(heard)} results were never answered")
        tally.count(set(heard), ids(session))
        check_whole(session)
    return tally


def _play(port: int, token: str, table: int, boards: tuple[int, ...], heard: list[str]) -> None:
    """One phone: each board of its table, until the answer has come."""
    for board in boards:
        name = f"phone-{table:03d}-board-{board:03d}"
        message = {"id": name, "kind": "enter", "side": "NS", "round": 1, "table": table, "board": board}
        body = json.dumps({"messages": [message | {"entry": encode(PassedOut()) | {"type": "passed-out"}}]}).encode()
        for _ in range(60):
            with suppress(OSError, HTTPException, ValueError, LookupError):
                line = HTTPConnection("127.0.0.1", port, timeout=20)
                headers = {"Content-Type": "application/json", "X-Pad": "1", "Cookie": f"pad={token}"}
                line.request("POST", "/pad/send", body, headers | {"Connection": "close"})
                said = json.loads(line.getresponse().read())["answers"][0]
                if said["ok"]:
                    heard.append(name)
                    break
            time.sleep(0.05)


# -- the campaign -----------------------------------------------------------------------------------------------------

CAMPAIGN: dict[str, list[tuple[Callable[..., Tally], dict[str, Any], float, int]]] = {
    "kills": [
        (kills, {"vendor": "sqlite", "processes": 1}, 0.30, 3),
        (kills, {"vendor": "sqlite", "processes": 2}, 0.27, 3),
        (kills, {"vendor": "postgresql", "processes": 1}, 0.20, 2),
        (kills, {"vendor": "postgresql", "processes": 2}, 0.20, 2),
    ],
    "server": [(server_kills, {}, 0.03, 0)],
    "power": [(power_cuts, {}, 0.25, 8)],
    "full": [(full_disks, {}, 0.01, 1)],
    "read-only": [(read_only_disks, {}, 0.01, 1)],
    "locks": [(locks, {"vendor": "sqlite"}, 0.02, 2), (locks, {"vendor": "postgresql"}, 0.02, 1)],
    "clocks": [(clocks, {}, 0.10, 6)],
    "logs": [(damaged_logs, {}, 0.05, 4)],
    "restores": [(restores, {}, 0.01, 1)],
    "network": [(networks, {}, 0.04, 0)],
}
"""For each kind what is done, for how much of the wished number of kills, and how often in the short form."""


def run(ground: Ground, kills_wished: int, only: str = "") -> Iterator[Tally]:
    """Each kind of fault in turn."""
    for kind, parts in CAMPAIGN.items():
        for fault, options, share, few in parts:
            times = few if ground.short else max(1, round(share * kills_wished))
            if times and only in ("", kind):
                yield fault(ground, times, **options)
