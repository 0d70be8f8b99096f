"""A real server process for the tests of the pages."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import Request, urlopen

ROOT = Path(__file__).resolve().parents[2]


def environment(**more: str) -> dict[str, str]:
    """The environment of a person who has just installed the program."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("ARROWSWITCH", "DJANGO"))}
    return {**kept, "PYTHONPATH": str(ROOT / "src"), "PYTHONUNBUFFERED": "1", "PYTHONIOENCODING": "utf-8", **more}


def arrowswitch(*arguments: str, **more: str) -> subprocess.CompletedProcess[str]:
    """Runs the command to its end."""
    return subprocess.run(
        [sys.executable, "-m", "arrowswitch", *arguments],
        env=environment(**more),
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )


@dataclass
class Served:
    """A server that is up, and what it has said."""

    address: str
    said: list[str]
    process: subprocess.Popen[str]


@contextmanager
def served(*arguments: str, **more: str) -> Iterator[Served]:
    """Runs `arrowswitch serve` on a free port until the block ends."""
    process = subprocess.Popen(
        [sys.executable, "-m", "arrowswitch", "serve", "--port", "0", *arguments],
        env=environment(**more),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    said: list[str] = []
    try:
        end = time.monotonic() + 120
        assert process.stdout is not None
        while time.monotonic() < end and not (said and "Ctrl-C" in said[-1]):
            line = process.stdout.readline()
            if not line:
                break
            said.append(line.rstrip("\n"))
        found = re.search(r"http://\S+", said[0] if said else "")
        assert found, f"The server did not start: {said}"
        yield Served(found.group(), said, process)
    finally:
        if process.poll() is None:
            process.send_signal(signal.SIGINT)
            process.wait(120)


def get(address: str, **headers: str) -> tuple[int, dict[str, str], str]:
    """A page: its status, its headers in small letters, its text."""
    try:
        with urlopen(Request(address, headers=headers), timeout=120) as answer:
            return answer.status, {k.lower(): v for k, v in answer.headers.items()}, answer.read().decode()
    except HTTPError as error:
        return error.code, {k.lower(): v for k, v in error.headers.items()}, error.read().decode()
