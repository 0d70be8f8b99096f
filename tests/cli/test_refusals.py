"""Whatever is typed or handed in, the answer is one sentence and an exit status, never a traceback."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.main import get_command
from typer.testing import CliRunner

from arrowswitch.cli import app
from arrowswitch.movements import build, to_dict

ROOT = Path(__file__).resolve().parents[2]


def answer(*words: str, given: str | None = None) -> tuple[int, str]:
    """The exit status and all that is printed; an exception of the program fails the test."""
    done = CliRunner().invoke(app, list(words), input=given, prog_name="arrowswitch", env={"COLUMNS": "100"})
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        raise done.exception
    return done.exit_code, done.output


def commands(command: Any, *path: str) -> Iterator[tuple[str, ...]]:
    yield path
    for name in command.list_commands(None) if hasattr(command, "list_commands") else ():
        yield from commands(command.get_command(None, name), *path, name)


@pytest.mark.parametrize("path", list(commands(get_command(app))), ids=" ".join)
def test_every_command_explains_itself(path: tuple[str, ...]) -> None:
    status, text = answer(*path, "--help")
    assert status == 0
    assert f"Usage: {' '.join(('arrowswitch', *path))}" in text
    assert "completion" not in text
    assert answer(*path, "--no-such-option")[0] == 2


WISHES = [
    ("movement show nonsense --tables 7", "There is no movement “nonsense”; there are: american-whist, "),
    ("movement show mitchell", "How many tables? Say --tables 7½, for instance."),
    ("movement show mitchell --tables 0", "One movement seats 2 to 72 tables, not 0."),
    ("movement show mitchell --tables ½", "One movement seats 2 to 72 tables, not ½."),
    ("movement show mitchell --tables 1000", "One movement seats 2 to 72 tables, not 1000."),
    ("movement choose --tables 7 --teams 7", "Say how many tables or how many teams, not both."),
    ("movement choose --teams 9 --winners 2", "A teams contest has one winner, not two."),
    ("movement choose --tables 7 --boards 0", "A session has at least one board, not 0."),
    ("movement show american-whist --teams 7 --boards-per-round 99", "A round cannot have 99 boards; 1 to 40 can be."),
    ("movement show mitchell --tables 7½ --phantom x", "“x” does not say who is missing; write ns:12, ew:3 or auto."),
    ("movement show mitchell --tables -7", "“-7” is not a number of tables; write 7, 7½ or 7.5."),
    ("movement show mitchell --tables nan", "“nan” is not a number of tables; write 7, 7½ or 7.5."),
    ("movement show mitchell --tables 7 --teams 7", "Say how many tables or how many teams, not both."),
    ("movement show skip-mitchell --tables 7", "A skip Mitchell needs an even number of tables"),
    ("movement show skip-mitchell --tables 8 --skip-after 99", "the skip must come after round 3 to 4, not after 99."),
    ("movement show howell --tables 30", "A Howell is for 2 to 14 tables, not 30; nearest"),
    ("movement show howell --tables 4 --card nonsense", "There is no card “nonsense” for 4 tables; there are "),
    ("movement show howell --tables 4 --stationary 5", "1 pair keeps its seat, fewer than 5"),
    ("movement show howell --tables 4 --stationary -1", "Pairs that cannot move are 0 or more, not -1."),
    ("movement show howell --tables 4½ --phantom ew:99", "The missing pair is one of 1 to 10, not “99”."),
    ("movement show mitchell --tables 7 --switch 99", "Round 99 cannot be switched: this movement has rounds 1 to 7."),
    ("movement show mitchell --tables 7 --switch 99:3", "There is no play at table 99 in round 3 to switch."),
    ("movement show mitchell --tables 7 --switch x", "“x” is not an arrow switch: write rounds (8,9), "),
    ("movement show mitchell --tables 6½ --phantom ew:99", "99"),
    ("movement show mitchell --tables 6½ --phantom x", "“x” does not say who is missing; write ns:12, ew:3 or auto."),
    ("movement show mitchell --tables 7 --phantom ew:1", "7 tables are full: nobody is missing."),
    ("movement show mitchell --tables 7 --rounds 0", "rounds must be 1 or more, not 0."),
    ("movement show mitchell --tables 7 --rounds 99999999999999999999", "this movement has 1 to 7 rounds, not 9999"),
    ("movement show mitchell --tables 7 --boards-per-round 13", "A round cannot have 13 boards; 1 to 12 can be."),
    ("movement show mitchell --tables 7 --boards 23", "the nearest are 22 and 24."),
    ("movement show mitchell --tables 7 --stanzas 2", "Mitchell has no option --stanzas; it has --rounds, "),
    ("movement show rover --tables 7½ --side north", "“north” is not a side; the rover sits ns or ew."),
    ("movement show american-whist", "How many teams? Say --teams 9, for instance."),
    ("movement show american-whist --teams -5", "is for 5, 7, 9, 11-15 teams, not -5; the nearest is 5."),
    ("movement show american-whist --tables 7½", "7½ tables are not whole teams."),
    ("movement show american-whist --teams 7 --stanzas 99", "American Whist has one or two stanzas, not 99."),
    ("movement choose", "How many tables?"),
    ("movement choose --tables 73", "One movement seats 2 to 72 tables, not 73."),
    ("movement choose --tables 7 --boards 40 --minutes 60", "in 60 minutes about 8 can be played."),
    ("movement choose --tables 7 --boards 28-24", "28-24 is not a range of boards; write the smaller number first."),
    ("movement choose --tables 7 --boards 500", "No movement for 7 tables meets all of that. Nearest: "),
    ("movement choose --tables 7 --grade expert", "There is no grade “expert”; there are open, intermediate,"),
    ("movement choose --tables 7 --board-minutes quick", "“quick” is no time for a board; write 3 to 30 minutes"),
    ("movement choose --tables 7 --minutes -1", "Nobody can play in -1 minutes."),
    ("movement choose --tables 7 --winners 3", "There are one or two winners, not 3."),
    (
        "movement choose --tables 7 --stationary 99",
        "99 pairs cannot all keep their seats: with 7 tables at most 7 can.",
    ),
    ("movement choose --tables 7 --regulations ../x", "There are no regulations “../x”; there are acbl, bnsw, "),
    ("movement choose --teams 2", "Teams movements are for 3 to 20 teams, not 2"),
    ("movement list nonsense", "There is no movement “nonsense”; there are: "),
    ("movement balance mitchell --tables 8", "A plain Mitchell with 8 tables brings boards back after 4 rounds"),
    ("movement balance american-whist --tables 7", "Balance is measured for pairs and individuals only"),
    ("movement check no-such-file.json", "There is no file no-such-file.json."),
    ("movement balance no-such-file.json", "There is no file no-such-file.json."),
    ("score no-such-file.json", "no-such-file.json cannot be read (No such file or directory)."),
    ("print pack -o x.pdf", "Name either a family, such as mitchell --tables 7, or a file"),
    ("print nonsense mitchell --tables 7 -o x.pdf", "There is nothing called nonsense to print; it can be "),
    ("print pack mitchell --tables 7 -o x.pdf --paper a9", "Paper a9 is not known; it can be a4, a5, letter."),
    (
        "print pack mitchell --tables 7 -o /no/such/x.pdf",
        "/no/such/x.pdf cannot be written: No such file or directory.",
    ),
    ("contract 8S", '"8S" is not a result.'),
    ("imps x", "“x” is not a difference of scores; write a whole number such as 270."),
    ("vps 5 --boards 0", "A match has 1 to 200 boards, not 0."),
    ("vps 5 --boards 6 --scale nonsense", "There is no scale “nonsense”; there are wbf, "),
]


@pytest.mark.parametrize(("typed", "sentence"), WISHES, ids=[typed for typed, _ in WISHES])
def test_a_wish_that_cannot_be_met_gets_one_sentence(typed: str, sentence: str) -> None:
    status, text = answer(*typed.split())
    assert sentence in text
    assert text.count("\n") == 1
    assert status == 2


def movement(**changes: Any) -> str:
    return json.dumps(to_dict(build("mitchell", tables=5)) | changes)


MEETINGS = to_dict(build("mitchell", tables=5))["meetings"]
BAD_MOVEMENTS = {
    "empty": ("", "The file is empty."),
    "no format": ("rounds: 5", "This is no movement in any of the formats that are read here: json, ase"),
    "not JSON": ("{rounds: 5}", "Line 1, column 2: this is not JSON."),
    "a list": ("[1]", "A movement file is one JSON object, with rounds and meetings in it."),
    "a wrong key": (movement(tabels=5), "tabels: there is no such key; allowed: name, "),
    "a text for a number": (movement(rounds="five"), 'rounds: "five" is not a whole number.'),
    "NaN": (movement(rounds=float("nan")), "NaN is not a number that can stand in a movement."),
    "infinity": (movement(tables=float("inf")), "Infinity is not a number that can stand in a movement."),
    "a huge number": (movement().replace('"rounds": 5', f'"rounds": {"9" * 5000}'), "… is too large a number."),
    "a key twice": ('{"rounds": 3, ' + movement()[1:], '"rounds": this key stands twice in one object.'),
    "too deep": ('{"rounds": ' * 100_000, "This is not a movement: it is nested too deep."),
    "too many rows": (movement(meetings=MEETINGS * 1000), "meetings: 25000 are too many; at most 20000 can be read."),
    "a million rows": ('{"meetings": [' + '{"round":1},' * 1_000_000 + "]}", "The file is too long: "),
    "half a character": (movement(name="\ud800"), r'name: "\ud800" is not a text.'),
    "a pair that does not play": (movement(stationary=[99]), "stationary[0]: 99 does not play."),
    "a strange label": (movement(labels={"9" * 5000: "x"}), "is not a pair number."),
}


@pytest.mark.parametrize("what", BAD_MOVEMENTS)
@pytest.mark.parametrize("command", ["check", "balance"])
def test_a_movement_file_that_cannot_be_read_gets_one_sentence(what: str, command: str, tmp_path: Path) -> None:
    text, sentence = BAD_MOVEMENTS[what]
    file = tmp_path / "movement.json"
    file.write_text(text, encoding="utf-8")
    status, printed = answer("movement", command, str(file))
    assert sentence in printed
    assert printed.count("\n") == 1
    assert len(printed) < 400
    assert status == 2


def test_a_folder_and_a_file_that_is_no_text_get_one_sentence(tmp_path: Path) -> None:
    picture = tmp_path / "picture.json"
    picture.write_bytes(bytes(range(256)))
    for command in (("movement", "check"), ("movement", "balance"), ("score",)):
        for file, reason in ((tmp_path, "Is a directory"), (picture, "is not")):
            status, printed = answer(*command, str(file))
            assert reason in printed
            assert printed.count("\n") == 1
            assert status == 2


def test_a_file_with_a_byte_order_mark_is_read(tmp_path: Path) -> None:
    file = tmp_path / "notepad.json"
    file.write_text(movement(), encoding="utf-8-sig")
    assert answer("movement", "check", str(file))[0] == 0
    assert answer("movement", "check", "-", given="\ufeff" + movement())[0] == 0


def test_a_fouled_round_is_named_with_its_place() -> None:
    data = to_dict(build("mitchell", tables=5))
    data["meetings"][6]["boards"] = data["meetings"][5]["boards"]  # round 2: table 2 has the boards of table 1
    status, printed = answer("movement", "check", "-", given=json.dumps(data))
    assert status == 1
    assert "Round 2: board 6 is needed at tables 1-2 at once; there is 1 of it.\n" in printed
    status, printed = answer("movement", "check", "-", "--json", given=json.dumps(data))
    assert status == 1
    told = json.loads(printed)
    assert told["legal"] is False
    assert {"round": 2, "board": 6}.items() <= next(f for f in told["faults"] if "at once" in f["text"]).items()


def test_hundreds_of_faults_do_not_drown_the_reader() -> None:
    status, printed = answer("movement", "check", "-", given=movement(rounds=99))
    assert status == 1
    assert printed.count("\n") == 61
    assert printed.endswith("And 880 faults more; --json gives them all.\n")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "This is not JSON: line 1, column 1."),
        ("[" * 100_000, "This is not a session: it is nested too deep."),
        ('{"results": ' + "9" * 5000 + "}", "A number in the file is too large."),
        (movement(), "The input is a movement. Its cards: arrowswitch print pack --movement - "),
    ],
    ids=["empty", "too deep", "a huge number", "a movement"],
)
def test_a_session_file_that_cannot_be_read_gets_one_sentence(text: str, sentence: str) -> None:
    status, printed = answer("score", "-", given=text)
    assert sentence in printed
    assert printed.count("\n") == 1
    assert status == 2


def test_the_version_is_told() -> None:
    assert answer("--version") == (0, "Arrowswitch 0.1.0\n")


def test_a_terminal_without_a_half_sign_still_gets_its_answer() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "arrowswitch", "movement", "show", "mitchell", "--tables", "4.5"],
        env={"PYTHONPATH": str(ROOT / "src"), "PYTHONIOENCODING": "ascii"},
        capture_output=True,
        encoding="ascii",
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "Mitchell, 4? tables" in done.stdout
