"""The command `arrowswitch alerts`: looking a call up, classes of systems, and what is refused."""

from __future__ import annotations

import json
from typing import Any

from typer.testing import CliRunner

from arrowswitch.cli import app


def ask(*words: str) -> Any:
    return CliRunner().invoke(app, ["alerts", *words])


def test_without_a_federation_they_are_listed() -> None:
    assert ask().stdout.splitlines() == ["abf   ABF and Bridge NSW", "acbl  ACBL", "nzb   NZ Bridge"]
    assert [each["federation"] for each in json.loads(ask("--json").stdout)] == ["abf", "acbl", "nzb"]


def test_a_call_is_looked_up_with_its_words_and_its_source() -> None:
    told = ask("acbl", "--search", "1NT-2D").stdout
    assert "Announce “Transfer”: a transfer to hearts or spades." in told
    assert "Source: ACBL alert matrix (March 2006)" in told


def test_the_answer_for_programs_has_the_duty_as_a_value() -> None:
    told = json.loads(ask("nzb", "--search", "redouble", "--json").stdout)
    assert told["federation"] == "nzb"
    assert told["found"][0]["meanings"][0]["duty"] == "self-alerting"
    assert told["found"][0]["source"] == "NZ Bridge alerting policy (1 May 2013)"


def test_a_club_may_name_its_own_regulations() -> None:
    assert "orange sticker" in ask("bnsw", "--search", "protected pair").stdout


def test_the_whole_chart_is_printed() -> None:
    told = ask("bnsw").stdout
    assert "1NT–2♣" in told
    assert "Protected pairs" in told
    assert {"calls", "conventions", "classes", "events", "rules"} <= set(json.loads(ask("acbl", "--json").stdout))


def test_a_system_gets_its_class_by_answers() -> None:
    assert ask("nzb", "--answers", "").stdout.startswith("Can a pass in the opening position")
    assert ask("nzb", "--answers", "no,yes").stdout.startswith("Yellow (highly unusual methods)")
    told = json.loads(ask("bnsw", "--answers", "no,yes,no,yes", "--json").stdout)
    assert (told["class"], told["brown_sticker"], told["question"]) == ("green", True, None)


def test_what_cannot_be_answered_is_said_in_a_sentence() -> None:
    for words, status, sentence in (
        (("ebu",), 2, "There are no alerts of ebu; there are abf, acbl, nzb.\n"),
        (("nzb", "--search", "xyzzy"), 1, "NZ Bridge has nothing about “xyzzy”; try a call or other words.\n"),
        (("nzb", "--answers", "perhaps"), 2, "“perhaps” is no answer; write yes or no, with commas between.\n"),
    ):
        told = ask(*words)
        assert (told.exit_code, told.stderr) == (status, sentence)
