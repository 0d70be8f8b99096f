"""`arrowswitch movement` as a person and as a program call it: what is printed, and the exit status."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from arrowswitch.cli import app

SOURCE = Path(__file__).parents[2] / "src"


def ask(*words: str) -> Any:
    return CliRunner().invoke(app, ["movement", *words])


def test_a_movement_shown_as_json_is_legal_for_check(tmp_path: Path) -> None:
    shown = ask("show", "howell", "--tables", "3½", "--json")
    file = tmp_path / "howell.json"
    file.write_text(shown.stdout, encoding="utf-8")
    checked = ask("check", str(file), "--json")
    told = json.loads(checked.stdout)
    assert (shown.exit_code, checked.exit_code) == (0, 0)
    assert (told["legal"], told["faults"]) == (True, [])
    assert set(told["facts"]["sit_outs"].values()) == {1}


def test_a_fouled_movement_is_status_1_with_each_fault_named(tmp_path: Path) -> None:
    movement = json.loads(ask("show", "mitchell", "--tables", "7", "--json").stdout)
    movement["meetings"][0]["ew"] = 99
    file = tmp_path / "fouled.json"
    file.write_text(json.dumps(movement), encoding="utf-8")
    checked = ask("check", str(file))
    assert checked.exit_code == 1
    assert checked.stdout.splitlines() == [
        "Round 1, table 1: pair 99 is not in this movement.",
        "Round 1: pair EW 1 has no table and no sit-out.",
    ]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["show", "skip-mitchell", "--tables", "7"], "even number of tables"),
        (["show", "howell", "--tables", "30"], "30"),
        (["show", "nonsense", "--tables", "7"], "There is no movement “nonsense”"),
        (["choose", "--tables", "7", "--boards", "40", "--minutes", "60"], "40 boards would take about"),
        (["balance", "american-whist", "--teams", "7"], "Balance is measured for pairs and individuals only"),
        (["check", "no-such-file.json"], "There is no file no-such-file.json."),
    ],
)
def test_what_cannot_be_had_is_status_2_and_one_sentence(words: list[str], sentence: str) -> None:
    refused = ask(*words)
    assert refused.exit_code == 2
    assert sentence in refused.stderr
    assert "Traceback" not in refused.stderr


def in_terminal(*words: str, **surroundings: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "arrowswitch", "movement", *words],
        env={**os.environ, "PYTHONPATH": str(SOURCE), **surroundings},
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_long_movement_is_printed_in_blocks_of_rounds_that_fit_the_terminal() -> None:
    shown = in_terminal("show", "extended-mitchell", "--tables", "14", "--boards", "26", COLUMNS="80")
    lines = shown.stdout.splitlines()
    assert "…" not in shown.stdout
    assert max(map(len, lines)) <= 80
    assert [line.split()[1] for line in lines if line.startswith("table")] == ["R1", "R10", "R19"]
