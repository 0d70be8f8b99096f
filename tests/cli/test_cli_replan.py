"""`arrowswitch movement replan` answers the director in words and other programs in JSON."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from arrowswitch.cli import app
from arrowswitch.movements import build, dumps, from_dict
from arrowswitch.session.troubles.finishing import FACTS


def answer(*words: str) -> tuple[int, str]:
    done = CliRunner().invoke(app, ["movement", "replan", *words], prog_name="arrowswitch", env={"COLUMNS": "100"})
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        raise done.exception
    return done.exit_code, done.output


@pytest.fixture
def howell(tmp_path: Path) -> str:
    file = tmp_path / "tonight.json"
    file.write_text(dumps(build("howell", tables=5)), "utf-8")
    return str(file)


def test_two_who_left_are_answered_in_words_and_in_json(howell: str) -> None:
    told = ("--played", "4", "--fact", "gone:3", "--fact", "gone:8", "--seconds", "3")
    status, text = answer(howell, *told)
    assert status == 0, text
    assert "12 boards fewer are played, counted for each side" in text  # fewer cannot be lost, as exact search says
    assert "that is proved" in text
    status, text = answer(howell, *told, "--json")
    best = json.loads(text)["ways"][0]
    assert best["costs"]["unplayed"] == 12
    assert best["fewest_lost"]
    assert from_dict(best["movement"]).rounds == 9
    assert best["say"]


def test_a_standing_is_written_and_read_again(howell: str, tmp_path: Path) -> None:
    status, text = answer(howell, "--played", "4", "--fact", "gone:3", "--fact", "board:5", "--standing")
    assert status == 0
    standing = json.loads(text)
    assert (standing["played"], standing["gone"], standing["boards_out"]) == (4, [3], [5])
    file = tmp_path / "standing.json"
    file.write_text(text, "utf-8")
    status, text = answer(str(file), "--seconds", "0.2", "--json")
    assert status == 0
    assert json.loads(text)["ways"]


def test_every_fact_is_listed() -> None:
    status, text = answer("--facts")
    assert status == 0
    assert all(line.startswith(name) for name, line in zip(FACTS, text.splitlines(), strict=True))


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--played", "4", "--fact", "flood:1"), "is no fact"),
        (("--played", "4", "--fact", "gone:77"), "77 does not play here"),
        (("--played", "4", "--fact", "seats:9-1-2"), "Round 9 has not been played yet."),
        (("--played", "40"), "Round 40 cannot be over"),
        (("--played", "9"), "No round is left to be planned anew."),
        (("--played", "4", "--fact", "gone:x"), "For gone tell who has gone: 3."),
        (("--played", "2", "--fact", "exchanged:5-1-2"), "Round 5 is not over; rounds 1-2 are."),
        (("--played", "0", "--fact", "exchanged:1-1-2"), "Round 1 has not been played yet."),
        (("--played", "2", "--fact", "exchanged:1-1-1"), "Name two different tables."),
        (("--played", "2", "--fact", "table:77"), "There is no table 77; there are 1-5."),
        (("--played", "2", "--fact", "table:0"), "There is no table 0; there are 1-5."),
        (("--played", "2", "--fact", "board:99"), "Board 99 is not in play; boards 1-27 are."),
        (("--played", "2", "--fact", "board:0"), "Board 0 is not in play; boards 1-27 are."),
        (("--played", "2", "--fact", "lie:1-77"), "There is no table 77; there are 1-5."),
        (("--played", "2", "--fact", "lie:1-0"), "There is no table 0; there are 1-5."),
        (("--played", "2", "--fact", "time:0"), "Say how many minutes are left: 1 or more."),
        (
            ("--played", "2", "--fact", "rover:2"),
            "That cannot happen in this movement: Play began before the rover came.",
        ),
        (("--played", "2", "--seconds", "0"), "--seconds must be more than 0 and at most 600."),
        (("--played", "2", "--seconds", "nan"), "--seconds must be more than 0 and at most 600."),
    ],
)
def test_what_cannot_be_is_refused_in_a_sentence(howell: str, words: tuple[str, ...], sentence: str) -> None:
    status, text = answer(howell, *words)
    assert status == 2
    assert sentence in " ".join(text.split())


def test_where_no_special_move_was_due_none_was_forgotten(tmp_path: Path) -> None:
    file = tmp_path / "nine.json"
    file.write_text(dumps(build("mitchell", tables=9)), "utf-8")
    status, text = answer(str(file), "--played", "3", "--fact", "special:2")
    assert (status, "No special move was due for round 2." in text) == (2, True), text


def test_boards_may_lie_where_somebody_sits_out(tmp_path: Path) -> None:
    file = tmp_path / "half.json"
    file.write_text(dumps(build("mitchell", tables="6½")), "utf-8")
    status, text = answer(str(file), "--played", "2", "--fact", "lie:1-7", "--standing")
    assert status == 0, text
    assert json.loads(text)["lying"]["1"] == 7


def test_without_a_file_it_asks_for_one() -> None:
    status, text = answer()
    assert status == 2
    assert "Name the file of a movement." in text
