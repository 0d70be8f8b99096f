"""The commands `arrowswitch deal` and `arrowswitch par`, run as a person runs them."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from arrowswitch.formats.play.pbn import read_deals

SOURCE = Path(__file__).parent.parent.parent / "src"
ROW = json.loads((Path(__file__).parent.parent / "data" / "double_dummy.json").read_text())[0]


def run(*arguments: str, given: str | None = None) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-X", "utf8", "-m", "arrowswitch", *arguments],
        cwd=SOURCE,
        input=given,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )


def test_a_night_is_dealt_into_a_file_and_the_same_seed_deals_it_again(tmp_path: Path) -> None:
    file = tmp_path / "night.pbn"
    done = run("deal", "--boards", "26", "--seed", "7", "-o", str(file))
    assert (done.returncode, done.stdout) == (0, f"{file}: boards 1 to 26.\n")
    again = run("deal", "--boards", "26", "--seed", "7").stdout
    assert file.read_text() == again
    assert [hands.board for hands in read_deals(again)] == list(range(1, 27))
    assert run("deal", "--boards", "1", "--first", "26", "--seed", "7", "--json").stdout == (
        json.dumps({"boards": [_plain(read_deals(again)[25])]}) + "\n"
    )


def _plain(hands):
    return {"board": hands.board, "N": hands.north, "E": hands.east, "S": hands.south, "W": hands.west}


def test_without_a_seed_no_two_nights_are_alike() -> None:
    assert run("deal", "--boards", "1").stdout != run("deal", "--boards", "1").stdout


def test_par_is_said_for_each_board_and_written_with_the_deals(tmp_path: Path) -> None:
    file = tmp_path / "with-par.pbn"
    deal = f'[Board "2"]\n[Deal "{ROW["deal"]}"]\n'  # 4♠ is East's, who deals; North-South are vulnerable
    done = run("par", "-", "-o", str(file), given=deal)
    assert done.returncode == 0
    assert done.stdout.splitlines() == [
        "Board 2, dealer East, North-South vulnerable",
        "      NT   ♠   ♥   ♦   ♣",
        "  N    5   3   7   4   4",
        "  S    5   3   7   4   4",
        "  E    7  10   6   8   8",
        "  W    7   9   6   8   8",
        "  Par -420: 4♠ E =",
        "",
    ]
    assert f'[DoubleDummyTricks "{ROW["table"]}"]\n[OptimumScore "EW 420"]' in file.read_text()


def test_par_for_programs_has_tricks_makeable_contracts_and_par() -> None:
    (board,) = json.loads(run("par", "-", "--json", given=f'[Board "2"]\n[Deal "{ROW["deal"]}"]\n').stdout)["boards"]
    assert board["tricks"]["E"] == {"NT": 7, "S": 10, "H": 6, "D": 8, "C": 8}
    assert board["makeable"]["NS"] == [{"bid": "1H", "by": ["N", "S"]}]
    assert board["par"] == {"score": -420, "contracts": [{"contract": "4S", "by": ["E"], "tricks": 10}]}


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["par", "nothing-here.pbn"], "There is no file nothing-here.pbn.\n"),
        (["par", "-"], "There is no deal in this file. A PBN file is wanted, with [Board] and [Deal] lines.\n"),
        (
            ["deal", "-o", "/no/such/folder/x.pbn"],
            "/no/such/folder/x.pbn cannot be written: No such file or directory.\n",
        ),
    ],
)
def test_what_cannot_be_is_refused_in_a_sentence(arguments: list[str], sentence: str) -> None:
    done = run(*arguments, given="")
    assert (done.returncode, done.stderr) == (2, sentence)
