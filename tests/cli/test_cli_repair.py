"""`arrowswitch movement repair` answers the director in words and other programs in JSON."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

from arrowswitch.cli import app
from arrowswitch.movements import build, dumps, from_dict
from arrowswitch.session.troubles.catalogue import REMEDIES

ROOT = Path(__file__).resolve().parents[2]

EXAMPLES = {
    "late-pair": "skip-mitchell --tables 8",
    "late-table": "mitchell --tables 9",
    "forgotten-skip": "skip-mitchell --tables 10 --rounds 9 --skip-after 5 --at-round 7",
    "wrong-skip": "skip-mitchell --tables 10 --rounds 9 --skip-after 5 --at-round 6 --made-after 4",
    "missed-special": "extended-mitchell --tables 17 --boards 25 --at-round 23 --made-after 22",
    "relay-too-low": "share-relay --tables 8",
    "relay-too-high": "share-relay --tables 8",
    "no-relay": "share-relay --tables 8 --at-round 2",
    "boards-left": "mitchell --tables 6½",
    "no-sit-out-boards": "mitchell --tables 8½",
    "turned": "howell --tables 4 --at-round 2 --table 1",
    "boards-out-of-order": "mitchell --tables 7 --really 1:5,5:1",
    "rover-missed": "rover --tables 7½ --at-round 3",
    "wrong-opponents": "mitchell --tables 7 --at-round 2 --pair 8 --other-pair 9",
    "wrong-board": "mitchell --tables 7 --at-round 1 --table 1 --board 4 --played 5",
    "pair-leaves": "mitchell --tables 7 --at-round 4 --pair 3",
    "rounds-cut": "mitchell --tables 7 --at-round 6",
}


def answer(*words: str) -> tuple[int, str]:
    done = CliRunner().invoke(app, ["movement", "repair", *words], prog_name="arrowswitch", env={"COLUMNS": "100"})
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        raise done.exception
    return done.exit_code, done.output


@pytest.mark.parametrize("kind", REMEDIES)
def test_every_repair_answers_in_words_and_in_json(kind: str) -> None:
    status, text = answer(kind, *EXAMPLES[kind].split())
    assert status == 0, text
    assert text.startswith("What to do:\n  ")
    status, text = answer(kind, *EXAMPLES[kind].split(), "--json")
    assert status == 0
    told = json.loads(text)
    assert told["steps"]
    assert told["faults"] == []
    assert from_dict(told["movement"]).meetings
    for one in told["boards_to_adjust"]:
        assert one["boards"]
        assert one["why"] in {"seen", "missed"}


def test_the_help_and_the_page_name_every_repair() -> None:
    page = (ROOT / "docs" / "directing.md").read_text("utf-8")
    reference = (ROOT / "docs" / "commands.md").read_text("utf-8")
    assert [kind for kind in REMEDIES if f"`{kind}`" not in page] == []
    assert [kind for kind in REMEDIES if not re.search(rf"\b{kind}\b", reference)] == []


def test_a_movement_from_a_file_is_repaired_too(tmp_path: Path) -> None:
    file = tmp_path / "skip.json"
    file.write_text(dumps(build("skip-mitchell", tables=10, rounds=9, skip_after=5)), encoding="utf-8")
    status, text = answer("forgotten-skip", str(file), "--at-round", "7", "--json")
    assert status == 0
    assert len(json.loads(text)["boards_to_adjust"]) == 10


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("dance mitchell --tables 7", "There is no repair “dance”"),
        ("wrong-board mitchell --tables 7 --at-round 1 --table 1", "For wrong-board tell also --board and --played."),
        ("rounds-cut mitchell --tables 7 --at-round 3 --pair 2", "rounds-cut has no use for --pair."),
        ("turned mitchell --tables 7 --at-round 3 --table -1", "--table must be 1 or more."),
        (
            "turned mitchell --tables 7 --at-round 9 --table 1",
            "This repair can start in rounds 1 to 7, not in round 9.",
        ),
        ("forgotten-skip mitchell --tables 7 --at-round 3", "This repair is for skip-mitchell, not for mitchell."),
        ("pair-leaves mitchell --tables 7 --at-round 3 --pair 99", "There is no pair 99; the pairs are 1-14."),
        ("boards-out-of-order mitchell --tables 7 --really x", "“x” does not say which board lay where"),
        ("late-pair howell --tables 3", "start anew with 3½ tables"),
        ("late-pair howell --tables 5 --at-round 4", "A pair can join a full Howell only during the first round."),
        ("wrong-skip skip-mitchell --tables 8 --skip-after 4 --made-after 4 --at-round 6", "nothing is wrong."),
        ("missed-special mitchell --tables 7 --at-round 3", "for extended-mitchell, blackpool, not for mitchell."),
        ("late-pair nowhere.json", "There is no file nowhere.json."),
        ("late-pair mitchell", "tables"),
    ],
)
def test_what_cannot_be_repaired_is_refused_in_a_sentence(words: str, sentence: str) -> None:
    status, text = answer(*words.split())
    assert status == 2
    assert sentence in text
    assert len(text.strip().splitlines()) == 1


def test_a_void_result_and_a_switch_still_to_come_are_told() -> None:
    status, text = answer(
        *[
            "wrong-board",
            "mitchell",
            "--tables",
            "7",
            "--at-round",
            "3",
            "--table",
            "1",
            "--board",
            "9",
            "--played",
            "1",
        ]
    )
    assert status == 0
    assert "void: round 3, table 1, board 1" in text
    status, text = answer(*["rounds-cut", "mitchell", "--tables", "9", "--switch", "8,9", "--at-round", "7"])
    assert "To keep one winner turn every table for round 6, if it has not begun." in text
    status, text = answer(
        *["rounds-cut", "mitchell", "--tables", "9", "--switch", "8,9", "--at-round", "7", "--switch-last", "--json"]
    )
    told = json.loads(text)
    assert (told["movement"]["winners"], told["void"]) == (1, [])
    assert {m["switched"] for m in told["movement"]["meetings"] if m["round"] == 6} == {True}
