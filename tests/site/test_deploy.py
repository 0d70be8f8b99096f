"""What is told about running the program is true: every setting is documented, and the unit and the container file say what
the program understands."""

from __future__ import annotations

import json
import os
import re
import shlex
import stat
import subprocess
import sys
from pathlib import Path

from site_server import Served, served
from typer.main import get_command

from arrowswitch.cli import app

ROOT = Path(__file__).resolve().parents[2]
UNIT = (ROOT / "deploy" / "arrowswitch.service").read_text("utf-8")
CONTAINER = (ROOT / "deploy" / "Containerfile").read_text("utf-8")
INSTALLING = (ROOT / "docs" / "installing.md").read_text("utf-8")


def test_every_setting_of_the_environment_is_documented() -> None:
    names = {
        name
        for file in (ROOT / "src").rglob("*.py")
        for name in re.findall(r"\bARROWSWITCH_[A-Z_]+\b", file.read_text("utf-8"))
    }
    assert {"ARROWSWITCH_DATABASE", "ARROWSWITCH_HOSTS", "ARROWSWITCH_PASSWORD"} <= names
    assert sorted(name for name in names if f"`{name}`" not in INSTALLING) == []
    told = set(re.findall(r"ARROWSWITCH_[A-Z_]+", INSTALLING + UNIT + CONTAINER))
    assert told <= names, "something is documented that the program does not know"


def understood(words: list[str]) -> None:
    """The program knows these words: a command of ours and its options."""
    name, *arguments = words
    command = get_command(app).get_command(None, name)  # type: ignore[attr-defined, arg-type]
    command.make_context(name, arguments, resilient_parsing=True)
    known = {option for parameter in command.params for option in parameter.opts}
    assert {word for word in arguments if word.startswith("--")} <= known


def test_the_unit_starts_what_there_is_and_shuts_the_rest_off() -> None:
    lines = [line for line in UNIT.splitlines() if line and not line.startswith(("#", "["))]
    settings = dict(line.split("=", 1) for line in lines)
    program, *words = shlex.split(settings["ExecStart"])
    assert program == "/opt/arrowswitch/bin/arrowswitch"
    understood(words)
    assert words[words.index("--data") + 1] == f"/var/lib/{settings['StateDirectory']}"
    shut = ("DynamicUser", "NoNewPrivileges", "PrivateTmp", "PrivateDevices", "ProtectHome", "RestrictSUIDSGID")
    assert all(settings[name] == "yes" for name in shut)
    assert (settings["ProtectSystem"], settings["CapabilityBoundingSet"]) == ("strict", "")
    assert "/opt/arrowswitch" in INSTALLING
    assert "/etc/arrowswitch.conf" in INSTALLING


def instruction(name: str) -> list[str]:
    """What an instruction of the container file says, in order."""
    joined = CONTAINER.replace("\\\n", " ")
    return [line.split(maxsplit=1)[1].strip() for line in joined.splitlines() if line.startswith(f"{name} ")]


def test_the_container_runs_as_a_user_of_its_own_and_keeps_its_data_in_a_volume() -> None:
    assert instruction("USER") == ["arrowswitch"]
    assert instruction("VOLUME") == ["/data"]
    assert json.loads(instruction("ENTRYPOINT")[0]) == ["arrowswitch"]
    words = json.loads(instruction("CMD")[0])
    understood(words)
    assert words[words.index("--data") + 1] == "/data"


def health_check(server: Served) -> int:
    """What the container's question about its health ends with, asked of this server."""
    (asked,) = instruction("HEALTHCHECK")
    _, *words = json.loads(asked.partition("CMD ")[2])
    port = re.search(r":(\d+)/", server.address)
    assert port
    words = [word.replace(":8000/", f":{port[1]}/") for word in words]
    return subprocess.run([sys.executable, *words], capture_output=True, check=False).returncode


def test_the_container_knows_when_it_is_well_and_when_not(tmp_path: Path) -> None:
    with served("--data", str(tmp_path)) as server:
        assert health_check(server) == 0
        for file in tmp_path.glob("club.sqlite3*"):
            file.unlink()
        assert health_check(server) != 0


def test_a_browser_is_not_installed_before_it_was_said(tmp_path: Path) -> None:
    place = tmp_path / "bin"
    place.mkdir()
    for name, does in {"id": "echo 0", "apt-get": 'echo "apt-get $*" >&2'}.items():
        (place / name).write_text(f"#!/bin/sh\n{does}\n")
        (place / name).chmod(stat.S_IRWXU)
    done = subprocess.run(
        ["/bin/sh", "-c", ". script/chromium"],
        cwd=ROOT,
        env={**{name: value for name, value in os.environ.items() if name != "CHROMIUM"}, "PATH": str(place)},
        capture_output=True,
        text=True,
        check=False,
    )
    lines = done.stderr.splitlines()
    assert lines[0].startswith("The page tests need a browser, and there is none. Installing Chromium with apt-get")
    assert any(line.startswith("apt-get") for line in lines[2:])
    assert done.returncode == 1
