"""`arrowswitch serve` opens the browser for a person before a screen, and for nobody else."""

from __future__ import annotations

import os
import pty
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from site_server import environment

SCREEN = {"DISPLAY": ":99"}


def opened(folder: Path, *arguments: str, browser: str = "a-browser", **more: str) -> tuple[str, str]:
    """What the terminal shows first, and the address that a browser was opened with, if it was."""
    told = folder / "told"
    program = folder / browser
    program.write_text(f'#!/bin/sh\necho "$1" >"{told}.new" && mv "{told}.new" "{told}"\n')
    program.chmod(0o755)
    ours, theirs = pty.openpty()
    kept = {name: value for name, value in environment(**more).items() if not name.startswith("SSH_") or name in more}
    server = subprocess.Popen(
        [sys.executable, "-m", "arrowswitch", "serve", "--port", "0", "--data", str(folder / "data"), *arguments],
        env={**kept, "BROWSER": str(program)},
        stdout=theirs,
        stderr=theirs,
        stdin=subprocess.DEVNULL,
    )
    os.close(theirs)
    shown = ""
    try:
        while "Ctrl-C" not in shown:
            shown += os.read(ours, 4000).decode()
        end = time.monotonic() + (30 if more == SCREEN and not arguments and browser == "a-browser" else 3)
        while time.monotonic() < end and not told.exists():
            time.sleep(0.05)
    finally:
        server.send_signal(signal.SIGINT)
        server.wait(60)
        os.close(ours)
    return shown, told.read_text().strip() if told.exists() else ""


def test_before_a_screen_the_browser_opens_at_the_printed_address(tmp_path: Path) -> None:
    shown, address = opened(tmp_path, **SCREEN)
    found = re.search(r"http://\S+", shown)
    assert found
    assert address == found.group()


@pytest.mark.parametrize(
    ("arguments", "browser", "more"),
    [
        (["--no-browser"], "a-browser", SCREEN),
        (["--host", "127.0.0.1"], "a-browser", SCREEN),
        ([], "w3m", SCREEN),
        ([], "a-browser", {"DISPLAY": "", "WAYLAND_DISPLAY": ""}),
        ([], "a-browser", {**SCREEN, "SSH_CONNECTION": "192.0.2.1 50000 192.0.2.2 22"}),
    ],
    ids=["no-browser", "host", "text", "no-screen", "from-afar"],
)
def test_otherwise_it_does_not(tmp_path: Path, arguments: list[str], browser: str, more: dict[str, str]) -> None:
    assert opened(tmp_path, *arguments, browser=browser, **more)[1] == ""


def test_a_service_has_no_terminal_and_opens_nothing(tmp_path: Path) -> None:
    told, program = tmp_path / "told", tmp_path / "a-browser"
    program.write_text(f'#!/bin/sh\ntouch "{told}"\n')
    program.chmod(0o755)
    server = subprocess.Popen(
        [sys.executable, "-m", "arrowswitch", "serve", "--port", "0", "--data", str(tmp_path / "data")],
        env={**environment(**SCREEN), "BROWSER": str(program)},
        stdout=subprocess.PIPE,
        text=True,
    )
    assert server.stdout
    assert "Arrowswitch is open" in server.stdout.readline()
    time.sleep(3)
    server.send_signal(signal.SIGINT)
    server.wait(60)
    assert not told.exists()
