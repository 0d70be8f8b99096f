"""`convert` and `export` as their contract has them: formats, exit statuses, and every loss in a sentence."""

from __future__ import annotations

import json
import os
import shlex
import zipfile
from pathlib import Path
from typing import NamedTuple

import pytest
from typer.testing import CliRunner

from arrowswitch.cli import app
from arrowswitch.formats import read_file, write_file
from arrowswitch.formats.format import LARGEST
from arrowswitch.formats.found import found_in
from arrowswitch.formats.from_session import record_of
from arrowswitch.session.journal import dumps
from rehearsed import rehearsed

STATE = rehearsed("a howell")


class Answer(NamedTuple):
    """What a command leaves behind."""

    status: int
    output: str
    errors: str


def answer(command: str) -> Answer:
    """Runs a command; an exception of the program fails the test."""
    done = CliRunner().invoke(app, shlex.split(command), prog_name="arrowswitch", env={"COLUMNS": "100"})
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        raise done.exception
    return Answer(done.exit_code, done.stdout, done.stderr)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a night in several formats, and its journal."""
    record = record_of(STATE)
    for name in ("json", "acbl", "session"):
        (tmp_path / f"night.{name}").write_bytes(write_file(record, name).data)
    (tmp_path / "apart.json").write_bytes(write_file(record_of(rehearsed("sections apart")), "json").data)
    (tmp_path / "night.jsonl").write_text(dumps(STATE.journal), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_file_becomes_the_session_file_that_score_reads(folder: Path) -> None:
    done = answer("convert night.acbl --to session")
    assert done.status == 0
    (folder / "s.json").write_text(done.output)
    ranked = json.loads(answer("score s.json --json").output)["ranking"]
    assert [each["rank"] for each in ranked] == [place.rank for place in record_of(STATE).ranking]
    assert "Names are left out." in done.errors


def test_sections_that_are_apart_are_scored_one_after_the_other(folder: Path) -> None:
    assert answer("convert apart.json both.json --to session").status == 0
    whole = json.loads(answer("score both.json --json").output)
    assert [each["title"] for each in whole["sessions"]] == ["Tuesday, A", "Tuesday, B"]
    shown = answer("score both.json").output
    assert "Tuesday, A" in shown
    assert "Tuesday, B" in shown
    assert answer("score both.json --why 1").status == 2


def test_the_format_is_seen_from_the_content_and_by_the_name_of_what_is_written(folder: Path) -> None:
    (folder / "odd.txt").write_bytes((folder / "night.acbl").read_bytes())
    done = answer("convert odd.txt out.json --json")
    said = json.loads(done.output)
    assert (done.status, said["from"], said["to"], said["files"]) == (0, "acbl", "json", ["out.json"])
    assert read_file((folder / "out.json").read_bytes()).record.title == "Tuesday"


def test_with_json_the_content_is_in_the_answer(folder: Path) -> None:
    said = json.loads(answer("convert night.json --to acbl --json").output)
    assert said["content"]["event"]["name"] == "Tuesday"
    assert "Director, venue and program are left out." in said["left_out"]


def test_a_file_with_faults_is_written_and_every_fault_is_named(folder: Path) -> None:
    whole = json.loads((folder / "night.acbl").read_text())
    line = next(
        each
        for board in whole["event"]["sessions"][0]["sections"][0]["boards"]
        for each in board["board_results"]
        if each.get("tricks_taken")
    )
    line["ns_score"], line["ew_score"] = "1010", "-1010"
    (folder / "wrong.json").write_text(json.dumps(whole))
    done = answer("convert wrong.json out.json --to json")
    assert done.status == 1
    assert "and +1010 is written." in done.errors
    assert (folder / "out.json").exists()


@pytest.mark.parametrize(
    ("command", "sentence"),
    [
        ("convert nothing.xml", "There is no such file."),
        ("convert . --to json", "This is no plain file."),
        ("convert night.jsonl", "This is no file of results or deals that is known here."),
        ("convert night.json --to xls", "There is no format “xls”; there are"),
        ("convert night.json out.doc", "out.doc: no format is known by this name; say which with --to."),
        ("convert night.json --from acbl", "There is neither a pair nor a board in this event."),
        ("export night.jsonl --to pages", "Pages are written of a session of the club"),
        ("export seven --to json", "seven is no session: give its number"),
        ("export 1 --to json --data nowhere", "There is no club in"),
    ],
)
@pytest.mark.usefixtures("folder")
def test_what_cannot_be_done_is_said_in_a_sentence(command: str, sentence: str) -> None:
    done = answer(command)
    assert done.status == 2
    assert sentence in done.errors


def test_a_file_that_is_too_large_is_refused_without_being_read(folder: Path) -> None:
    with (folder / "large.json").open("wb") as file:
        os.truncate(file.fileno(), 1024**3)
    done = answer("convert large.json")
    assert (done.status, done.errors.strip()) == (
        2,
        f"This file is larger than {LARGEST // 1024 // 1024} MB; no session is.",
    )


def test_a_journal_goes_out_as_any_session(folder: Path) -> None:
    done = answer("export night.jsonl --to json -o out.json")
    assert (done.status, done.output.strip()) == (0, "out.json")
    found = read_file((folder / "out.json").read_bytes()).record
    assert [place.rank for place in found.ranking] == [place.rank for place in record_of(STATE).ranking]


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "This file is empty."),
        (b" \n\n", "This file is empty."),
        (b"PK\x03\x04rest", "This is a zip; take out the file that is in it"),
        (b'{"format": "arrowswitch record", "sessions": [' + b"{}," * 1_000_001 + b"{}]}", "more than 1000000 objects"),
        (b"Board,NS,EW,Score\n" + b"1,1,2,50\n" * 500_100, "more than 500030 rows"),
    ],
    ids=["empty", "white space", "zip", "objects", "rows"],
)
def test_what_cannot_be_converted_is_said_in_a_sentence(folder: Path, content: bytes, said: str) -> None:
    (folder / "odd").write_bytes(content)
    done = answer("convert odd --to session")
    assert (done.status, done.output) == (2, "")
    assert said in done.errors


def test_a_pipe_is_no_plain_file(folder: Path) -> None:
    os.mkfifo(folder / "pipe.csv")
    assert answer("convert pipe.csv").errors == "This is no plain file.\n"


def test_what_the_new_file_does_not_hold_stands_under_a_line_that_says_so(folder: Path) -> None:
    said = answer("convert night.json --to lin").errors
    assert "The new file does not hold everything:\n  " in said
    assert "  A LIN file has no pair numbers" in said


def test_names_of_files_do_not_steer_the_terminal(tmp_path: Path) -> None:
    (tmp_path / "red\x1b[31m\n.xml").write_bytes(b"x")
    with zipfile.ZipFile(tmp_path / "z.zip", "w") as made:
        made.writestr("bell\x07.xml", b"x")
    assert [each.name.removeprefix(f"{tmp_path}/") for each in found_in([tmp_path])] == [
        "red?[31m?.xml",
        "z.zip: bell?.xml",
    ]
