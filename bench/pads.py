"""How many phones one computer bears: 200 pads enter a whole session as fast as they can against a real server.

    script/bench pads                 200 pads, 26 rounds, 200 lines kept open for news; two minutes
    script/bench pads --write now     and the figures go into docs/figures.md
    script/bench pads --pads 50 --rounds 5

Each pad enters a score with the other side's agreement, is answered, and goes on to the next round at once; no club does
that. At the end every score must be in the journal once, and every line must still be open. Then all of it is sent once
more, as phones do that have not heard the answer: nothing is written, and memory must not grow. Then the server is killed
and started again, and all phones ask at once.

What the phones themselves take of the processors is said, and is not counted as the server's. Before all that one client,
and eight, are compared with the least that there could be on the same disk in the same minute: a bare handler of the same
web server that makes one durable insert, and bare durable commits.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import re
import statistics
import subprocess
import sys
import tempfile
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

from _figures import Figure, show, write

SRC = Path(__file__).resolve().parent.parent / "src"
TABLES = 29  # a Mitchell of an odd number of tables, so that 26 rounds of one board have no skip


class Connection:
    """One connection that is kept, with a pad's secret."""

    def __init__(self, port: int, cookie: str) -> None:
        self.port, self.cookie = port, cookie
        self.reader: asyncio.StreamReader | None = None
        self.writer: asyncio.StreamWriter | None = None

    async def ask(self, path: str, body: bytes | None = None) -> tuple[int, bytes]:
        """A request and its answer."""
        if self.writer is None:
            self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port)
        assert self.reader is not None
        head = (
            f"{'GET' if body is None else 'POST'} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: pad={self.cookie}\r\n"
        )
        if body is not None:
            head += f"Content-Type: application/json\r\nX-Pad: 1\r\nContent-Length: {len(body)}\r\n"
        self.writer.write(head.encode() + b"\r\n" + (body or b""))
        await self.writer.drain()
        answer = await self.reader.readuntil(b"\r\n\r\n")
        length = re.search(rb"(?i)content-length: (\d+)", answer)
        return int(answer[9:12]), await self.reader.readexactly(int(length.group(1)) if length else 0)


async def listen(port: int, cookie: str, heard: list[int]) -> None:
    """A line that is kept open for news."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(f"GET /pad/stream HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: pad={cookie}\r\n\r\n".encode())
    assert b" 200 " in await reader.readuntil(b"\r\n\r\n")
    heard[0] += 1
    try:
        while line := await reader.readline():
            heard[1] += line.startswith(b"data:")
    finally:
        heard[0] -= 1
        writer.close()


async def play(port: int, cookie: str, rounds: slice, times: list[float], sent: list[str]) -> None:
    """One pad: every board of its table, one after the other. Its messages have the same names each time."""
    pad = Connection(port, cookie)
    status, body = await pad.ask("/pad/known")
    assert status == 200, body
    known = json.loads(body)
    for stop in known["stops"][rounds]:
        place = {"round": stop["round"], "table": stop["table"], "board": stop["boards"][0]}
        entry = {"type": "contract", "contract": "4S", "declarer": "NESW"[stop["round"] % 4], "tricks": 9, "lead": "HK"}
        name = uuid.uuid5(uuid.NAMESPACE_OID, f"{cookie} {stop['round']}").hex
        messages = [
            {"id": name, "kind": "enter", "side": "NS", "entry": entry, **place},
            {"id": f"{name}-agree", "kind": "confirm", "side": "EW", "entry": entry, **place},
        ]
        text = json.dumps({"messages": messages, "plan": known.get("plan")}).encode()
        for attempt in range(2 if stop["round"] % 10 == 0 else 1):  # now and then the same is sent twice
            began = time.perf_counter()
            status, body = await pad.ask("/pad/send", text)
            if not attempt:
                times.append(time.perf_counter() - began)
            answers = json.loads(body)["answers"]
            assert status == 200, body
            assert all(answer["ok"] for answer in answers), answers
        sent.append(name)


async def night(port: int, cookies: list[str], rounds: int) -> dict[str, Any]:
    """All pads at once."""
    heard = [0, 0]
    lines = [asyncio.create_task(listen(port, cookie, heard)) for cookie in cookies]
    while heard[0] < len(cookies):
        await asyncio.sleep(0.1)
        assert not any(task.done() for task in lines)
    times: list[float] = []
    sent: list[str] = []
    began = time.perf_counter()
    await asyncio.gather(*(play(port, cookie, slice(0, rounds), times, sent) for cookie in cookies))
    took = time.perf_counter() - began
    await asyncio.sleep(2)
    found = {"times": times, "sent": sent, "took": took, "open": heard[0], "news": heard[1]}
    for task in lines:
        task.cancel()
    await asyncio.gather(*lines, return_exceptions=True)
    return found


def memory(process: int) -> float:
    """What a process holds, in megabytes."""
    text = Path(f"/proc/{process}/status").read_text()
    found = re.search(r"VmRSS:\s+(\d+)", text)
    return int(found.group(1)) / 1024 if found else 0.0


def processor(process: int) -> float:
    """Seconds of the processor that a process has taken."""
    stat = Path(f"/proc/{process}/stat")
    spent = stat.read_text().rsplit(")", 1)[1].split()[11:13] if stat.exists() else ("0", "0")
    return sum(map(int, spent)) / os.sysconf("SC_CLK_TCK")


BARE = """
import asyncio, json, sqlite3, sys, uvicorn
database = sqlite3.connect(sys.argv[1], isolation_level=None)
for pragma in sys.argv[2].split(";"):
    database.execute(pragma)
database.execute("CREATE TABLE IF NOT EXISTS entry (id INTEGER PRIMARY KEY, body TEXT)")

async def application(scope, receive, send):
    body = (await receive())["body"]
    database.execute("BEGIN IMMEDIATE")
    database.execute("INSERT INTO entry (body) VALUES (?)", (body.decode(),))
    database.execute("COMMIT")
    answer = json.dumps({"answers": [{"ok": True}, {"ok": True}]}).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(answer)).encode())]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": answer})

async def main():
    server = uvicorn.Server(uvicorn.Config(application, port=0, http="httptools", lifespan="off", log_level="warning"))
    task = asyncio.create_task(server.serve())
    while not server.started:
        await asyncio.sleep(0.05)
    print("http://127.0.0.1:%d/" % server.servers[0].sockets[0].getsockname()[1], flush=True)
    await task

asyncio.run(main())
"""


@contextmanager
def running(*words: str) -> Iterator[tuple[int, subprocess.Popen[str]]]:
    """A server in a process of its own, and its port."""
    server = subprocess.Popen(
        [sys.executable, *words],
        env={**os.environ, "PYTHONPATH": str(SRC), "PYTHONUNBUFFERED": "1"},
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert server.stdout is not None
        yield int(re.search(r":(\d+)/", server.stdout.readline()).group(1)), server  # type: ignore[union-attr]
    finally:
        if server.poll() is None:
            server.terminate()
        server.wait(30)


def serving(folder: Path) -> Any:
    """Our own."""
    return running("-m", "arrowswitch", "serve", "--port", "0", "--data", str(folder))


async def in_turn(port: int, hands: list[list[str]], rounds: slice) -> float:
    """Scores a second of several clients, each of whom goes from phone to phone; what they ask before is not counted."""
    times: list[float] = []

    spent: list[float] = []

    async def counted(cookies: list[str]) -> None:
        mine: list[float] = []
        for cookie in cookies:
            await play(port, cookie, rounds, mine, [])
        times.extend(mine)
        spent.append(sum(mine))

    await asyncio.gather(*map(counted, hands))
    return len(times) / statistics.mean(spent)


async def at_bare(port: int, count: int) -> float:
    """Requests a second that the bare handler answers to one client."""
    line = Connection(port, "x" * 43)
    text = json.dumps({"messages": [{"id": "0" * 32, "kind": "enter", "entry": {"contract": "4S"}}] * 4}).encode()
    await line.ask("/pad/send", text)
    began = time.perf_counter()
    for _ in range(count):
        status, _body = await line.ask("/pad/send", text)
        assert status == 200
    return count / (time.perf_counter() - began)


def few_clients(folder: Path, port: int, cookies: list[str]) -> tuple[float, float]:
    """One client against a bare handler, and eight against bare commits: the middle of several goes, side by side."""
    from night import bare

    from arrowswitch.site.data_folder.storage import PRAGMAS

    ones, eights = [], []
    with running("-c", BARE, str(folder / "handler.sqlite3"), PRAGMAS) as (bare_port, _):
        asyncio.run(at_bare(bare_port, 50))
        asyncio.run(in_turn(port, [cookies[:1]], slice(0, 5)))
        for number in range(4):
            before = asyncio.run(at_bare(bare_port, 100))
            mine = asyncio.run(in_turn(port, [cookies[1:5]], slice(number * 6, number * 6 + 6)))
            ones.append(mine / statistics.mean((before, asyncio.run(at_bare(bare_port, 100)))))
    for number in range(4):
        before = bare(folder, 150)
        hands = [cookies[5 + client * 3 : 8 + client * 3] for client in range(8)]
        mine = asyncio.run(in_turn(port, hands, slice(number * 6, number * 6 + 6)))
        eights.append(mine / statistics.mean((before, bare(folder, 150))))
    return statistics.median(ones), statistics.median(eights)


async def all_ask(port: int, cookies: list[str]) -> list[float]:
    """Every phone asks at once what is known; when each was answered."""
    began = time.perf_counter()

    async def one(cookie: str) -> float:
        status, _body = await Connection(port, cookie).ask("/pad/known")
        assert status == 200
        return time.perf_counter() - began

    return sorted(await asyncio.gather(*map(one, cookies)))


def prepare(folder: Path, pads: int, rounds: int) -> tuple[int, list[str]]:
    """A session with so many tables, and the secrets of its pads."""
    os.environ["ARROWSWITCH_DATA"] = str(folder)
    os.environ["DJANGO_SETTINGS_MODULE"] = "arrowswitch.site.settings"
    import django
    from django.core.management import call_command

    django.setup()
    call_command("migrate", verbosity=0)
    return session_of(pads, rounds)


def session_of(pads: int, rounds: int) -> tuple[int, list[str]]:
    """One more session, and the secrets of its pads."""
    from arrowswitch.movements import build
    from arrowswitch.session import Actor, Command, Open, SectionPlan, Settings, Start
    from arrowswitch.site.club.models import Club
    from arrowswitch.site.journal import store
    from arrowswitch.site.journal.models import Session
    from arrowswitch.site.pads import joining

    sections = -(-pads // TABLES)
    movement = build("mitchell", tables=TABLES, rounds=rounds, boards_per_round=1)
    plans = tuple(SectionPlan("ABCDEFGHIJKLMNOPQRSTUVWXYZ"[number], movement) for number in range(sections))
    club = Club.objects.first() or Club.objects.create(name="Bench", federation="wbf")
    by, now = Actor("director", "Bench"), datetime.now(UTC)
    opening = Open("Bench", date(2025, 1, 7), plans, settings=Settings(confirm=True))
    number = store.sessions(club).count()
    session = store.begin(Command(f"open-{number}", by, now, opening), club=club).session
    store.append(session, Command("start", by, now, Start()))
    tables = joining.codes(Session.objects.get(pk=session), store.state(session))[:pads]
    return session, [joining.join(table)[1] for table in tables]


def main() -> None:
    asked = argparse.ArgumentParser()
    asked.add_argument("--pads", type=int, default=200)
    asked.add_argument("--rounds", type=int, default=26)
    asked.add_argument("--write", metavar="NAME", help="the figures go into docs/figures.md under this name")
    wish = asked.parse_args()
    sys.path.insert(0, str(SRC))
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        session, cookies = prepare(folder, wish.pads, wish.rounds)
        with serving(folder) as (port, server):
            _, few = session_of(TABLES, 26)
            one, eight = few_clients(folder, port, few)
            asyncio.run(night(port, cookies, 0))  # wakes it up
            before, spent, own = memory(server.pid), processor(server.pid), time.process_time()
            found = asyncio.run(night(port, cookies, wish.rounds))
            after, spent, own = memory(server.pid), processor(server.pid) - spent, time.process_time() - own
            again = asyncio.run(night(port, cookies, wish.rounds))
            assert again["sent"] != []
            at_last = memory(server.pid)
            server.kill()
            server.wait(30)
        began = time.perf_counter()
        with serving(folder) as (port, _):
            opened = time.perf_counter() - began
            answered = asyncio.run(all_ask(port, cookies))
        entries = report(session, wish.pads, wish.rounds, found, (before, after, at_last))
    times = sorted(found["times"])
    figures = [
        Figure(
            f"{wish.pads} phones, each sending the next score as soon as the last is answered: 99 of 100 within",
            f"{times[int(len(times) * 0.99)]:.2f} s",
            "0.5 s",
        ),
        Figure(
            "processor for a score with the other side's agreement", f"{spent / len(times) * 1000:.1f} ms", "1.5 ms"
        ),
        Figure("one client, against a bare handler of the web server with one durable insert", f"{one:.2f}", "0.6"),
        Figure("8 clients, against bare durable commits", f"{eight:.2f}", "0.5"),
        Figure(
            f"started again with {entries} entries, {wish.pads} phones asking at once: last answer after the door opened",
            f"{answered[-1]:.1f} s",
            "2 s",
        ),
        Figure("the same: from the start of the program to the open door", f"{opened:.1f} s", ""),
        Figure(
            f"memory for {entries} entries",
            f"{after - before:+.0f} MB ({(after - before) * 1024 / entries:.1f} kB each)",
            "+10 MB",
        ),
    ]
    show(figures)
    print(f"(the phones of this bench took {own / len(times) * 1000:.1f} ms of the same processors for a score)")
    if wish.write:
        write("Phones", wish.write, figures)


def report(session: int, pads: int, rounds: int, found: dict[str, Any], held: tuple[float, float, float]) -> int:
    """Checks that nothing was lost, and says how it went; how many entries there are."""
    from arrowswitch.site.journal import store
    from arrowswitch.site.work import memory

    memory.forget_all()
    state = store.state(session)
    ids = [entry.id for entry in state.journal]
    assert len(found["sent"]) == pads * rounds == len(state.lines)
    assert all(record.confirmed for record in state.lines.values())
    assert len(set(ids)) == len(ids)
    assert set(found["sent"]) <= set(ids)
    assert found["open"] == pads
    times = sorted(found["times"])
    p50, p99 = statistics.median(times) * 1000, times[int(len(times) * 0.99)] * 1000
    print(f"{pads} pads, {rounds} rounds: {len(times)} scores in {found['took']:.1f} s, none lost, none twice")
    print(
        f"acknowledged on disk: half within {p50:.0f} ms, 99 of 100 within {p99:.0f} ms, slowest {times[-1] * 1000:.0f} ms"
    )
    print(f"{len(times) / found['took']:.0f} scores a second, each with the other side's agreement")
    print(f"{found['open']} lines still open at the end, {found['news']} pieces of news on them")
    before, after, at_last = held
    each = (after - before) * 1024 / len(ids)
    print(
        f"memory of the server: {before:.0f} MB at the start, {after:.0f} MB at the end ({each:.1f} kB for each of {len(ids)} events),"
    )
    print(f"{at_last:.0f} MB after all of it was sent once more, which writes nothing")
    return len(ids)


if __name__ == "__main__":
    main()
