"""The command `arrowswitch contract`, run as a person runs it."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

SOURCE = Path(__file__).parent.parent.parent / "src"


def contract(*arguments):
    return subprocess.run(
        [sys.executable, "-X", "utf8", "-m", "arrowswitch", "contract", *arguments],
        cwd=SOURCE,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )


@pytest.mark.parametrize(
    ("arguments", "printed"),
    [
        (["4DX+1", "--vul", "none"], "610\n"),
        (["4S"], "420\n"),
        (["4S", "--vul", "ns"], "620\n"),
        (["4S", "--vul", "ew"], "420\n"),
        (["4SE", "--vul", "ew"], "620\n"),
        (["4SX by W -2", "--vul", "all"], "-500\n"),
        (["--vul", "all", "3NT-1", "PASS", "6NT**"], "-100\n0\n2110\n"),
    ],
)
def test_the_bare_number_is_printed_one_line_for_each_contract(arguments, printed):
    ran = contract(*arguments)
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, printed, "")


def test_json_gives_an_object_a_line():
    ran = contract("4♠x S -2", "PASS", "--vul", "ns", "--json")
    assert ran.returncode == 0, ran.stderr
    assert [json.loads(line) for line in ran.stdout.splitlines()] == [
        {
            "contract": "4SX",
            "declarer": "S",
            "tricks": 8,
            "vulnerable": True,
            "score": -500,
            "words": "4♠ doubled by South, two down",
        },
        {"contract": "PASS", "declarer": None, "tricks": None, "vulnerable": True, "score": 0, "words": "passed out"},
    ]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["4Z"], '"4Z" is not a result. Write it like 4SX N -1, 3NT=, 2♥ W +1, or PASS.\n'),
        (["4S", "7NT+1"], "7NT +1 cannot be: its results go from -13 to =.\n"),
        (["4S", "--vul", "red"], '"red" is not a vulnerability. Write none, ns, ew or all.\n'),
    ],
)
def test_bad_input_gets_one_sentence_and_status_2(arguments, sentence):
    ran = contract(*arguments)
    assert (ran.returncode, ran.stdout, ran.stderr) == (2, "", sentence)


def test_no_contract_at_all_is_status_2_without_a_traceback():
    ran = contract()
    assert ran.returncode == 2
    assert "Traceback" not in ran.stderr
    assert "RESULT" in ran.stderr


def test_a_small_question_loads_nothing_heavy():
    program = (
        "import sys; from arrowswitch.cli import app; app(['contract', '4S'], standalone_mode=False);"
        "print([name for name in ('numpy', 'rich', 'django', 'arrowswitch.movements') if name in sys.modules])"
    )
    ran = subprocess.run([sys.executable, "-c", program], cwd=SOURCE, capture_output=True, text=True, check=True)
    assert ran.stdout == "420\n[]\n"
