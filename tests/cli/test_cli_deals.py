"""The commands `arrowswitch deal` and `arrowswitch par`, run as a person runs them."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
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
    assert (done.returncode, done.stdout) == (0, f"{file}: boards 1-26.\n")
    again = run("deal", "--boards", "26", "--seed", "7").stdout
    assert file.read_text() == again
    assert [hands.board for hands in read_deals(again)] == list(range(1, 27))
    assert run("deal", "--boards", "1", "--first", "26", "--seed", "7", "--json").stdout == (
        json.dumps({"boards": [_plain(read_deals(again)[25])]}) + "\n"
    )


def _plain(hands):
    return {"board": hands.board, "N": hands.north, "E": hands.east, "S": hands.south, "W": hands.west}


def test_a_lesson_is_dealt_by_a_theme_or_by_words_on_boards_that_are_marked_so(tmp_path: Path) -> None:
    file = tmp_path / "lesson.pbn"
    done = run("deal", "--boards", "4", "--theme", "weak-two", "--dealer", "S", "--vulnerable", "none", "-o", str(file))
    assert (done.returncode, done.stdout) == (0, f"{file}: boards 11, 27, 43, 59.\n")
    (one,) = json.loads(
        run("deal", "--boards", "1", "--condition", "dealer: 9+ spades; partner: 3+ spades", "--json").stdout
    )["boards"]
    assert len(one["N"].split(".")[0]) >= 9
    assert len(one["S"].split(".")[0]) >= 3
    listed = run("deal", "themes").stdout.splitlines()
    assert len(listed) >= 25
    assert any(line.startswith("weak-two ") for line in listed)


def test_a_search_that_is_stopped_keeps_what_it_found() -> None:
    rare = "dealer: 10+ spades, 4 kings"
    with subprocess.Popen(
        [sys.executable, "-m", "arrowswitch", "deal", "--boards", "16", "--condition", rare],
        cwd=SOURCE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as search:
        time.sleep(2)
        search.send_signal(signal.SIGINT)
        _, said = search.communicate(timeout=20)
    assert search.returncode == 1
    assert said.startswith("Stopped. None will do among the first ")
    assert "very likely rarer than 1 in" in said


def test_deals_are_promised_before_play_and_checked_by_anybody_after_it(tmp_path: Path) -> None:
    sealed, machine = tmp_path / "night.json", tmp_path / "night.dup"
    promise = run("deal", "commit", "--boards", "6", "-o", str(sealed), "--deals", str(machine)).stdout.strip()
    assert len(promise) == 64
    opened = json.loads(run("deal", "reveal", str(sealed), "--json").stdout)
    assert (opened["promise"], opened["seed"], opened["boards"]) == (promise, True, "1-6")
    kept = "These are the deals that were promised, and they are what the seed deals.\n"
    for words in (
        [str(sealed)],
        [str(machine), "--secret", opened["secret"]],
        ["--boards", "6", "--seed", opened["secret"]],
    ):
        done = run("deal", "verify", "--promise", promise, *words)
        assert (done.returncode, done.stdout) == (0, kept)
    for words in (
        ["--boards", "5", "--seed", opened["secret"]],
        [str(machine), "--secret", "another secret that is long"],
        [str(sealed), "--promise", "0" * 64],
    ):
        done = run("deal", "verify", "--promise", promise, *words)
        assert done.returncode == 1
        assert done.stdout.startswith("These are not the deals")


def test_deals_from_elsewhere_are_promised_with_a_secret(tmp_path: Path) -> None:
    night, sealed = tmp_path / "night.pbn", tmp_path / "sealed.json"
    night.write_text(run("deal", "--boards", "3", "--seed", "7").stdout)
    promise = run("deal", "commit", str(night), "-o", str(sealed)).stdout.strip()
    opened = run("deal", "reveal", str(sealed)).stdout.splitlines()
    assert opened[0] == f"Promise: {promise}"
    assert opened[1].startswith("Secret: ")
    done = run("deal", "verify", str(night), "--promise", promise, "--secret", opened[1].removeprefix("Secret: "))
    assert (done.returncode, done.stdout) == (0, "These are the deals that were promised.\n")


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
        (["par", "-"], "This file is empty.\n"),
        (["deal", "--theme", "bridge", "--boards", "1"], None),
        (["deal", "--format", "xls", "--boards", "1"], None),
        (
            ["deal", "verify", "--promise", "12", "--seed", "x"],
            "“12” is no promise: it has 64 digits and letters from a to f.\n",
        ),
        (["deal", "verify", "--promise", "12"], "Name the file of the deals, or the seed that was published.\n"),
        (["deal", "reveal", "-"], "This is no file of sealed deals.\n"),
        (
            ["deal", "-o", "/no/such/folder/x.pbn"],
            "/no/such/folder/x.pbn cannot be written: No such file or directory.\n",
        ),
    ],
)
def test_what_cannot_be_is_refused_in_a_sentence(arguments: list[str], sentence: str | None) -> None:
    done = run(*arguments, given="")
    assert done.returncode == 2
    if sentence is None:
        assert done.stderr.startswith("There is no ")
        assert done.stderr.count("\n") == 1
    else:
        assert done.stderr == sentence
