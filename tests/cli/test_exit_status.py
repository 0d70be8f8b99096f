"""The exit status is what docs/commands.md promises: 0 good, 1 faults that are named, 2 what cannot be had or read."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from test_refusals import answer

from arrowswitch.movements import build, to_dict
from arrowswitch.session import Actor, JournalEntry
from arrowswitch.session.acts import Start
from arrowswitch.session.journal import text as journal

ROOT = Path(__file__).resolve().parents[2]
SESSION = {
    "results": [{"board": 1, "ns": "1", "ew": "11", "score": 620}, {"board": 1, "ns": "2", "ew": "12", "score": 170}]
}


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a file of every kind: sound, faulty, and of another kind than was asked for."""
    from datetime import UTC, datetime

    sound = to_dict(build("mitchell", tables=3))
    faulty = {**sound, "meetings": [{**meeting, "boards": [1]} for meeting in sound["meetings"]]}
    entry = JournalEntry("1", Actor("director", "Ann"), datetime(2025, 1, 7, 19, tzinfo=UTC), Start())
    for name, value in {"sound.json": sound, "faulty.json": faulty, "session.json": SESSION, "other.json": [1]}.items():
        (tmp_path / name).write_text(json.dumps(value))
    (tmp_path / "night.jsonl").write_text(journal.dumps([entry]))
    (tmp_path / "junk.sqlite3").write_text("no database")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize(
    ("status", "command"),
    [
        (0, "--version"),
        (0, "contract 4SX+1"),
        (0, "imps 270"),
        (0, "vps 12 --boards 24"),
        (0, "movement list"),
        (0, "movement check sound.json"),
        (0, "movement show sound.json"),
        (0, "score session.json"),
        (0, "score session.json --why 1"),
        (0, "print table-cards mitchell --tables 3 -o cards.pdf"),
        (1, "movement check faulty.json"),
        (1, "restore junk.sqlite3 --data there"),
        (2, "contract 9S"),
        (2, "imps 275"),
        (2, "movement check other.json"),
        (2, "movement show mitchell --tables 99"),
        (2, "score other.json"),
        (2, "score no-such-file.json"),
        (2, "print results other.json -o x.pdf"),
        (2, "print table-cards mitchell --tables 3 -o no-such-folder/x.pdf"),
        (2, "backup --data nothing-there"),
        (2, "restore no-such-file.sqlite3 --data there"),
        (2, "rule --search xyzzy"),
        (2, "rule nonsense"),
        (2, "simulate --server http://127.0.0.1:9/"),
        (2, "serve --port 0 --host no.such.host.invalid --data there"),
        (2, "no-such-command"),
    ],
)
def test_a_command_ends_with_the_promised_status(status: int, command: str, files: Path) -> None:
    given, said = answer(*command.split())
    assert given == status, said


def test_the_page_of_commands_promises_these() -> None:
    text = " ".join((ROOT / "docs" / "commands.md").read_text("utf-8").split())
    assert (
        "0 all is well, 1 the movement or the file has faults and each is named, 2 what was asked cannot be had" in text
    )


MOVEMENT = (
    "{file} is a movement. Its cards: arrowswitch print pack --movement {file} -o pack.pdf; whether it is sound: "
)
WRONG = [
    ("print results sound.json -o x.pdf", MOVEMENT.format(file="sound.json")),
    ("print pack sound.json -o x.pdf", MOVEMENT.format(file="sound.json")),
    ("score sound.json", MOVEMENT.format(file="sound.json")),
    (
        "print results session.json -o x.pdf",
        "session.json is a session file. Its ranked list: arrowswitch score session.json",
    ),
    ("movement check session.json", "session.json is a session file. "),
    ("print pack --movement session.json -o x.pdf", "session.json is a session file. "),
    (
        "movement check night.jsonl",
        "night.jsonl is the journal of a session. Its results: arrowswitch print results night.jsonl",
    ),
    ("score night.jsonl", "night.jsonl is the journal of a session. "),
    (
        "print results other.json -o x.pdf",
        "other.json is not the journal of a session: Line 1: This is no entry of a journal",
    ),
]


@pytest.mark.parametrize(("command", "sentence"), WRONG)
def test_a_file_of_another_kind_is_told_what_it_is_and_who_takes_it(command: str, sentence: str, files: Path) -> None:
    status, said = answer(*command.split())
    assert (status, said[: len(sentence)]) == (2, sentence)
    assert "newer" not in said
    assert not (files / "x.pdf").exists()


def test_a_back_up_into_a_folder_that_is_not_there_names_that_folder(desk_less_club: Path, tmp_path: Path) -> None:
    status, said = answer("backup", "--data", str(desk_less_club), "-o", str(tmp_path / "missing" / "copy.sqlite3"))
    assert (status, said) == (2, f"There is no folder {tmp_path / 'missing'}. Make it first, or name another.\n")
    assert not (tmp_path / "missing").exists()


@pytest.fixture
def desk_less_club(tmp_path: Path) -> Path:
    """A data folder with a database in it."""
    import sqlite3

    folder = tmp_path / "club"
    folder.mkdir()
    sqlite3.connect(folder / "club.sqlite3").close()
    (folder / "club.sqlite3").touch()
    return folder
