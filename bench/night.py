"""How fast a night is at the desk: entries kept through HTTP, the ranking after an entry, the weight of its page.

    script/bench night
    script/bench night --write now     and the figures go into docs/figures.md

Entries are counted when the server has answered, which it does when they are on disk. They are compared with bare
commits of SQLite on the same disk in the same minutes, because both wait for that disk; so does everything else that runs
on the machine. The server is a process of its own; so is each of the clients.
"""

from __future__ import annotations

import argparse
import gzip
import os
import re
import sqlite3
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ProcessPoolExecutor
from contextlib import closing, contextmanager
from pathlib import Path
from statistics import mean, median

from _figures import Figure, write
from rich.console import Console
from rich.table import Table

from arrowswitch.cli.desk import RemoteDesk
from arrowswitch.cli.simulate import planned
from arrowswitch.session import CallRound, Command, Enter
from arrowswitch.session.acts import AttachHands, Open, SeatPlayers, Start
from arrowswitch.session.journal import command_to_json
from arrowswitch.site.data_folder.storage import PRAGMAS

TABLES = "40"
CLIENTS = (1, 2, 4, 8)
EACH = 120
"""Entries that are sent for each number of clients."""
TRAVELLER = 13
AIM_SHARE, AIM_RANKING, AIM_WEIGHT = 0.5, 150, 60


def bare(folder: Path, count: int = 300) -> float:
    """Commits a second of one row each, with nothing around them."""
    body = "x" * 500
    with closing(sqlite3.connect(folder / "bare.sqlite3", isolation_level=None)) as database:
        for pragma in PRAGMAS.split(";"):
            database.execute(pragma)
        database.execute("CREATE TABLE IF NOT EXISTS entry (id INTEGER PRIMARY KEY, body TEXT)")
        start = time.perf_counter()
        for _ in range(count):
            database.execute("BEGIN IMMEDIATE")
            database.execute("INSERT INTO entry (body) VALUES (?)", (body,))
            database.execute("COMMIT")
        return count / (time.perf_counter() - start)


@contextmanager
def served(folder: Path):
    """A server in a process of its own."""
    process = subprocess.Popen(
        [sys.executable, "-m", "arrowswitch", "serve", "--demo", "--port", "0", "--data", str(folder)],
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stdout is not None
        yield re.search(r"http://\S+", process.stdout.readline()).group(), process
    finally:
        process.terminate()
        process.wait(20)


def written(command: Command) -> dict[str, object]:
    """A command as it is sent."""
    return {key: value for key, value in command_to_json(command).items() if key != "by"}


def desk_at(address: str, cookies: dict[str, str]) -> RemoteDesk:
    """Somebody who is signed in."""
    desk = RemoteDesk(address)
    desk.cookies.update(cookies)
    return desk


def send(address: str, cookies: dict[str, str], session: int, bodies: list[dict[str, object]]) -> tuple[float, float]:
    """One client: when it began and ended."""
    desk = desk_at(address, cookies)
    desk.get(f"night/{session}/ranking.json")
    start = time.time()
    for body in bodies:
        said = desk.post(f"night/{session}/commands", body)
        assert all(each["ok"] for each in said.get("answers", [said])), said
    return start, time.time()


def processor(server: subprocess.Popen[str]) -> float:
    """Milliseconds that the server has taken of the processor, where the system tells; these do not wait for others."""
    stat = Path(f"/proc/{server.pid}/stat")
    spent = stat.read_text().rsplit(")", 1)[1].split()[11:13] if stat.exists() else ("0", "0")
    return sum(map(int, spent)) * 1000 / os.sysconf("SC_CLK_TCK")


def rate(
    pool: ProcessPoolExecutor, clients: int, desk: RemoteDesk, session: int, bodies: list[dict[str, object]]
) -> float:
    """Requests a second of several clients together."""
    shares = [bodies[number::clients] for number in range(clients)]
    jobs = [pool.submit(send, desk.origin, desk.cookies, session, share) for share in shares]
    times = [job.result() for job in jobs]
    return len(bodies) / (max(end for _, end in times) - min(start for start, _ in times))


def compared(folder, server, pool, clients, desk, session, bodies, size) -> tuple[str, ...]:
    """A row of the table: how many entries a second, against bare commits before and after."""
    before, spent = bare(folder), processor(server)
    got = rate(pool, clients, desk, session, bodies) * size
    spent = (processor(server) - spent) / len(bodies) / size
    ground = mean((before, bare(folder)))
    return f"{got:.0f}", f"{got / ground:.0%} of {ground:.0f}", f"{AIM_SHARE:.0%}", f"{spent:.1f} ms each"


def opened(desk: RemoteDesk, plan: tuple[Command, ...]) -> int:
    """The night with its names, every round called."""
    session = int(desk.post("night/commands", written(plan[0]))["session"])
    before = [written(each) for each in plan if isinstance(each.act, AttachHands | SeatPlayers | Start | CallRound)]
    said = desk.post(f"night/{session}/commands", {"commands": before})
    assert all(each["ok"] for each in said["answers"])
    return session


def pages(desk: RemoteDesk, session: int, entries: list[Command]) -> tuple[list[float], list[float]]:
    """Milliseconds from an entry to the ranking with it, and of the entry alone."""
    whole, alone = [], []
    for entry in entries:
        start = time.perf_counter()
        assert desk.post(f"night/{session}/commands", written(entry))["ok"]
        alone.append((time.perf_counter() - start) * 1000)
        desk.get(f"night/{session}/ranking.json")
        whole.append((time.perf_counter() - start) * 1000)
    return whole, alone


def weight(desk: RemoteDesk, path: str) -> tuple[int, int, int]:
    """A page's status, and its size as it is and as it travels."""
    status, text = desk._send("GET", path)
    return status, len(text.encode()), len(gzip.compress(text.encode()))


def main() -> None:
    asked = argparse.ArgumentParser()
    asked.add_argument("--write", metavar="NAME", help="the figures go into docs/figures.md under this name")
    wish = asked.parse_args()
    console = Console()
    figures = []
    plan = planned(TABLES, None, "24-28", None, 7, again=False)
    assert isinstance(plan[0].act, Open)
    first = {each.act.line: each for each in reversed(plan) if isinstance(each.act, Enter)}
    entries = list(first.values())
    table = Table("", "a second", "of bare commits", "aim", "processor", title="Entries kept through HTTP")
    with tempfile.TemporaryDirectory(prefix="arrowswitch-") as place, served(Path(place)) as (address, server):
        folder = Path(place)
        desk = RemoteDesk(address)
        desk.sign_in("", str)
        session = opened(desk, plan)
        with ProcessPoolExecutor(max(CLIENTS)) as pool:
            list(pool.map(abs, range(64)))  # the clients are there before the clock runs
            for clients in CLIENTS:
                mine, entries = [written(each) for each in entries[:EACH]], entries[EACH:]
                row = compared(folder, server, pool, clients, desk, session, mine, 1)
                table.add_row(f"{clients} at once", *row)
                who = "one client" if clients == 1 else f"{clients} clients"
                figures.append(Figure(f"entries of {who} a second", f"{row[0]} ({row[1]} bare commits)", row[2]))
            mine, entries = entries[: 30 * TRAVELLER], entries[30 * TRAVELLER :]
            sheets = [
                {"commands": [written(each) for each in mine[number : number + TRAVELLER]]}
                for number in range(0, len(mine), TRAVELLER)
            ]
            compare = compared(folder, server, pool, 1, desk, session, sheets, TRAVELLER)
            table.add_row(f"a traveller of {TRAVELLER} at a time", *compare)
            figures.append(
                Figure(
                    f"the same, a traveller of {TRAVELLER} at a time",
                    f"{compare[0]} ({compare[1]} bare commits)",
                    compare[2],
                )
            )
        whole, alone = pages(desk, session, entries[:40])
        figures.append(
            Figure(
                f"from an entry to the ranking with it, {TABLES} tables", f"{median(whole):.0f} ms", f"{AIM_RANKING} ms"
            )
        )
        console.print(table)
        console.print(
            f"From an entry to the ranking with it, {TABLES} tables: {median(whole):.0f} ms in the middle, "
            f"{max(whole):.0f} ms at most; the entry alone {median(alone):.0f} ms (aim: {AIM_RANKING} ms)."
        )
        for path in (f"night/{session}/results/", f"night/{session}/ranking.json"):
            status, plain, packed = weight(desk, path)
            if status == 200:
                name = path.removeprefix(f"night/{session}/")
                figures.append(Figure(f"{name} as it travels", f"{packed / 1000:.0f} kB", f"{AIM_WEIGHT} kB"))
                console.print(
                    f"{path}: {plain / 1000:.0f} kB, {packed / 1000:.0f} kB as it travels (aim: {AIM_WEIGHT} kB)."
                )
            else:
                console.print(f"{path}: not there yet ({status}).")
    if wish.write:
        write("The desk", wish.write, figures)


if __name__ == "__main__":
    main()
