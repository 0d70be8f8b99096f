"""`movement design`, `movement switches` and `movement write`, as a person and as a program call them."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from arrowswitch.cli import app
from arrowswitch.movements import audit, loads

SOURCE = Path(__file__).parents[2] / "src"


def ask(line: str) -> Any:
    return CliRunner().invoke(app, ["movement", *line.split()])


def test_a_design_is_a_movement_with_its_bound_and_whether_it_is_proved() -> None:
    asked = ask("design --pairs 8 --rounds 7 --boards-per-round 3 --seconds 1 --json")
    told = json.loads(asked.stdout)
    assert (told["qf"], told["bound"], told["proved"]) == (100, 100, True)
    assert (told["rounds"], told["pairs"], told["design"]["given_up"]) == (7, 8, [])
    assert audit(loads(asked.stdout)).legal
    assert "100.00  Howell" in asked.stderr


def test_the_wishes_of_the_room_are_heard() -> None:
    words = "design --pairs 23 --rounds 9 --boards-per-round 3 --stationary 4,7ns --never 1-2 --seconds 0.5 --json"
    told = json.loads(ask(words).stdout)
    assert {4, 7} <= set(told["stationary"])
    assert all(meeting["ns"] == 7 for meeting in told["meetings"] if 7 in (meeting["ns"], meeting["ew"]))
    assert not [meeting for meeting in told["meetings"] if {meeting["ns"], meeting["ew"]} == {1, 2}]


def test_on_a_terminal_it_says_how_good_it_could_be_and_what_was_given_up() -> None:
    lines = ask("design --pairs 10 --rounds 9 --boards-per-round 3 --seconds 0.3").stdout.splitlines()
    assert "Proved: of complete Howells of 10 pairs none is better balanced." in lines
    lines = ask("design --pairs 8 --rounds 7 --boards-per-round 3 --never 1-2 --seconds 0.3").stdout.splitlines()
    assert "Perfect: no movement can be better balanced." in lines
    assert "Given up: Pairs 1 and 2 meet: in 7 rounds everybody meets every opponent." in lines


def test_teams_and_players_are_designed_too() -> None:
    told = json.loads(ask("design --teams 9 --rounds 8 --seconds 0.3 --json").stdout)
    assert (told["kind"], told["bound"], told["proved"], told["design"]["missed"]) == ("teams", 0, True, 0)
    told = json.loads(ask("design --players 14 --rounds 7 --seconds 0.5 --json").stdout)
    assert (told["kind"], told["design"]["sit_outs"], told["boards_per_round"]) == ("individual", 1, 4)
    lines = ask("design --teams 10 --rounds 7 --stationary 3 --seconds 0.3").stdout
    assert "Of team 3 nobody moves" in " ".join(lines.split())
    assert "Proved: in so many rounds no more teams can meet." in lines


def test_sessions_are_seated_and_an_answer_is_held_for_the_next(tmp_path: Path) -> None:
    words = "sessions --pairs 28 --sections 2 --rounds 7 --boards-per-round 2 --seconds 0.5 --json"
    first = ask(words)
    told = json.loads(first.stdout)
    assert (told["missed"], told["least_missed"], told["repeated"], len(told["sessions"])) == (182, 182, 0, 2)
    assert told["qf"] <= told["bound"]
    (held := tmp_path / "event.json").write_text(first.stdout)
    again = json.loads(ask(f"{words} --held {held} --sessions 3").stdout)
    assert again["sessions"][0] == told["sessions"][0]
    assert len(again["sessions"]) == 3
    lines = ask(words.removesuffix(" --json")).stdout.splitlines()
    assert lines[0] == "Session 1: A: Mitchell, 7 tables, 7 rounds; B: Mitchell, 7 tables, 7 rounds"
    assert "at least 182" in lines[-1]


def test_ctrl_c_gives_the_best_so_far() -> None:
    line = "movement design --pairs 23 --rounds 9 --boards-per-round 3 --seconds 60 --json"
    command = [sys.executable, "-m", "arrowswitch", *line.split(" ")]
    environment = os.environ | {"PYTHONPATH": str(SOURCE)}
    with subprocess.Popen(command, env=environment, stdout=-1, stderr=-1, text=True) as search:
        assert search.stderr is not None
        search.stderr.readline()  # something legal is there
        search.send_signal(signal.SIGINT)
        stdout, _ = search.communicate(timeout=30)
    assert search.returncode == 0
    assert json.loads(stdout)["pairs"] == 23


def test_an_event_that_cannot_be_is_status_2(tmp_path: Path) -> None:
    (wrong := tmp_path / "wrong.json").write_text("{}")
    told = json.loads(ask("sessions --pairs 14 --rounds 5 --boards-per-round 2 --seconds 0.2 --json").stdout)
    (held := tmp_path / "held.json").write_text(json.dumps(told))
    told["sessions"][0]["seats"]["3"] = [0, 99]
    (elsewhere := tmp_path / "elsewhere.json").write_text(json.dumps(told))
    for words, sentence in (
        ("--pairs 10 --sections 4", "cannot sit in 4 sections"),
        ("--pairs 14 --sessions 9", "--sessions must be 1 to 8"),
        (f"--pairs 14 --held {wrong}", "is not an answer of"),
        (f"--pairs 14 --held {elsewhere}", "every pair must have one seat"),
        (f"--pairs 14 --sessions 4 --held {held} --over 3", "has 2 sessions; --over cannot be 3"),
        (f"--pairs 14 --held {held} --over 0", "--over must be 1 or more, not 0"),
    ):
        asked = ask(f"sessions {words} --rounds 5 --boards-per-round 2 --seconds 0.2")
        assert (asked.exit_code, sentence in asked.stderr) == (2, True), asked.stderr


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("--pairs 10 --rounds 9 --boards-per-round 3 --stationary four", "is not a pair that keeps its seat"),
        ("--pairs 10 --rounds 9 --boards-per-round 3 --never 1", "is not two pairs"),
        ("--pairs 10 --rounds 9 --boards-per-round 3 --seconds 0", "--seconds must be"),
        ("--pairs 10 --rounds 9 --boards-per-round 3 --sets 3", "a pair needs a set for each"),
        ("--pairs 10 --rounds 9 --boards-per-round 0", "boards a round: 0 cannot be, only 1 to 12"),
        ("--pairs 13 --rounds 7 --sit-outs 0", "In each round 1 pair must rest, 7 in sum"),
        (
            "--pairs 8 --rounds 9 --boards-per-round 2",
            "After 7 rounds everybody has met everybody; for 8 pairs no movement of 9",
        ),
        ("--rounds 9", "Say who plays by one of --pairs, --teams, --players."),
        ("--pairs 10 --teams 8 --rounds 7", "Say who plays by one of"),
        ("--teams 8 --rounds 7 --walk 2", "--walk is not for these"),
        ("--players 12 --rounds 7 --stationary 4ns", "Only pairs keep a direction"),
        ("--players 9 --rounds 7 --stationary 1,1", "A player who keeps the seat is named once."),
        ("--teams 9 --rounds 7 --stationary 1,1", "A team that keeps its seat is named once."),
    ],
)
def test_what_cannot_be_is_status_2_with_a_sentence(words: str, sentence: str) -> None:
    asked = ask(f"design {words}")
    assert asked.exit_code == 2
    assert sentence in asked.stderr


def test_switches_are_told_one_by_one_and_leave_what_was_played() -> None:
    told = json.loads(ask("switches mitchell --tables 7 --after 5 --seconds 0.2 --json").stdout)
    assert {each["round"] for each in told["switches"]} <= {6, 7}
    assert told["after"] == told["switches"][-1]["qf"] > told["before"]
    assert ask("switches mitchell --tables 7 --seconds 0.1").stdout.startswith("Balance 46.94 of 100")
    refused = ask("switches mitchell --tables 7 --after -3")
    assert (refused.exit_code, "--after is 0 or more, not -3." in refused.stderr) == (2, True)


def test_files_of_other_programs_are_written_checked_and_balanced(tmp_path: Path) -> None:
    file = tmp_path / "howell.asc"
    assert ask(f"write howell --tables 4 --as balans -o {file}").exit_code == 0
    assert ask(f"check {file}").stdout.startswith("Legal: ")
    assert json.loads(ask(f"balance {file} --json").stdout)["qf"] == 100
    assert ask(f"write {file} --as manning").stdout.startswith("1: ")
    wrong = ask(f"write {file} --as excel")
    assert (wrong.exit_code, "there are json, ase" in wrong.stderr) == (2, True)
