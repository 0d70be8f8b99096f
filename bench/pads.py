"""How many phones one computer bears: 200 pads enter a whole session as fast as they can against a real server.

    script/bench pads            200 pads, 26 rounds, 200 lines kept open for news
    script/bench pads --pads 50 --rounds 5

Each pad enters a score with the other side's agreement, is answered, and goes on to the next round at once; no club does
that. At the end every score must be in the journal once, and every line must still be open. Then all of it is sent once
more, as phones do that have not heard the answer: nothing is written, and memory must not grow.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import re
import signal
import statistics
import subprocess
import sys
import tempfile
import time
import uuid
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

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


async def play(port: int, cookie: str, rounds: int, times: list[float], sent: list[str]) -> None:
    """One pad: every board of its table, one after the other. Its messages have the same names each time."""
    pad = Connection(port, cookie)
    status, body = await pad.ask("/pad/known")
    assert status == 200, body
    for stop in json.loads(body)["stops"][:rounds]:
        place = {"round": stop["round"], "table": stop["table"], "board": stop["boards"][0]}
        entry = {"type": "contract", "contract": "4S", "declarer": "NESW"[stop["round"] % 4], "tricks": 9, "lead": "HK"}
        name = uuid.uuid5(uuid.NAMESPACE_OID, f"{cookie} {stop['round']}").hex
        messages = [
            {"id": name, "kind": "enter", "side": "NS", "entry": entry, **place},
            {"id": f"{name}-agree", "kind": "confirm", "side": "EW", "entry": entry, **place},
        ]
        text = json.dumps({"messages": messages}).encode()
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
    await asyncio.gather(*(play(port, cookie, rounds, times, sent) for cookie in cookies))
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


def prepare(folder: Path, pads: int, rounds: int) -> tuple[int, list[str]]:
    """A session with so many tables, and the secrets of its pads."""
    os.environ["ARROWSWITCH_DATA"] = str(folder)
    os.environ["DJANGO_SETTINGS_MODULE"] = "arrowswitch.site.settings"
    import django
    from django.core.management import call_command

    django.setup()
    call_command("migrate", verbosity=0)
    from arrowswitch.movements import build
    from arrowswitch.session import Actor, Command, Open, SectionPlan, Settings, Start
    from arrowswitch.site.club.models import Club
    from arrowswitch.site.journal import store
    from arrowswitch.site.journal.models import Session
    from arrowswitch.site.pads import joining

    sections = -(-pads // TABLES)
    movement = build("mitchell", tables=TABLES, rounds=rounds, boards_per_round=1)
    plans = tuple(SectionPlan("ABCDEFGHIJKLMNOPQRSTUVWXYZ"[number], movement) for number in range(sections))
    club = Club.objects.create(name="Bench", federation="wbf")
    by, now = Actor("director", "Bench"), datetime.now(UTC)
    opening = Open("Bench", date(2025, 1, 7), plans, settings=Settings(confirm=True))
    session = store.begin(Command("open", by, now, opening), club=club).session
    store.append(session, Command("start", by, now, Start()))
    tables = joining.codes(Session.objects.get(pk=session), store.state(session))[:pads]
    return session, [joining.join(table)[1] for table in tables]


def main() -> None:
    asked = argparse.ArgumentParser()
    asked.add_argument("--pads", type=int, default=200)
    asked.add_argument("--rounds", type=int, default=26)
    wish = asked.parse_args()
    sys.path.insert(0, str(SRC))
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        session, cookies = prepare(folder, wish.pads, wish.rounds)
        server = subprocess.Popen(
            [sys.executable, "-m", "arrowswitch", "serve", "--port", "0", "--data", name],
            env={**os.environ, "PYTHONPATH": str(SRC), "PYTHONUNBUFFERED": "1"},
            stdout=subprocess.PIPE,
            text=True,
        )
        try:
            assert server.stdout is not None
            port = int(re.search(r":(\d+)/", server.stdout.readline()).group(1))  # type: ignore[union-attr]
            asyncio.run(night(port, cookies[:1], 0))  # wakes it up
            before = memory(server.pid)
            found = asyncio.run(night(port, cookies, wish.rounds))
            after = memory(server.pid)
            again = asyncio.run(night(port, cookies, wish.rounds))
            assert again["sent"] != []
            at_last = memory(server.pid)
        finally:
            server.send_signal(signal.SIGINT)
            server.wait(30)
        report(session, wish.pads, wish.rounds, found, (before, after, at_last))


def report(session: int, pads: int, rounds: int, found: dict[str, Any], held: tuple[float, float, float]) -> None:
    """Checks that nothing was lost, and says how it went."""
    from arrowswitch.site.journal import store

    store.forget()
    state = store.state(session)
    ids = [event.id for event in state.journal]
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


if __name__ == "__main__":
    main()
