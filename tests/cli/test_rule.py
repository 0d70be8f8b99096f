"""The command `arrowswitch rule`: walking in the terminal, answers for programs, and finding a procedure."""

from __future__ import annotations

import json
from typing import Any

import pytest
from typer.testing import CliRunner

from arrowswitch.cli import app


def ask(*words: str, typed: str = "") -> Any:
    return CliRunner().invoke(app, ["rule", *words], input=typed)


def test_a_revoke_by_answers_gives_two_tricks_as_a_value() -> None:
    told = json.loads(ask("revoke", "--answers", "yes,no,in-time,hand,none,revoker,1", "--json").stdout)
    assert told["question"] is None
    assert told["conclusion"]["tricks"] == 2
    assert "64A1" in told["conclusion"]["laws"]
    assert {"kind": "transfer", "tricks": 2}.items() <= told["conclusion"]["effects"][0].items()
    assert [each["answer"] for each in told["trail"]] == ["yes", "no", "in-time", "hand", "none", "revoker", "1"]


def test_answers_that_end_early_give_the_next_question() -> None:
    told = json.loads(ask("revoke", "--answers", "yes,no", "--json").stdout)
    assert told["conclusion"] is None
    assert told["question"]["id"] == "noticed"
    assert "in-time" in [option["id"] for option in told["question"]["options"]]


def test_the_older_edition_has_its_own_answers() -> None:
    answers = "yes,no,in-time,hand"
    new = json.loads(ask("revoke", "--answers", answers, "--json").stdout)
    old = json.loads(ask("revoke", "--answers", answers, "--laws", "2007", "--json").stdout)
    ids = [{option["id"] for option in told["question"]["options"]} for told in (new, old)]
    assert ids[0] - ids[1] == {"corrected-both"}


def test_seats_are_in_the_words() -> None:
    told = ask("insufficient-bid", "--answers", "yes,yes,no", "--offender", "E")
    assert told.exit_code == 0
    assert "Ask: South" in told.stdout


def test_a_ruling_names_the_command_for_what_comes_next() -> None:
    told = ask("insufficient-bid", "--answers", "yes,yes,no,no,other", "--offender", "E")
    assert "When West is first on lead as a defender: see “Lead restriction after a withdrawn call”." in told.stdout
    assert "See also: arrowswitch rule lead-restriction" in told.stdout


def test_the_walk_in_the_terminal_goes_back_and_ends_in_a_ruling_with_its_laws() -> None:
    told = ask("revoke", "--offender", "E", typed="2\nb\n2\n1\nnonsense\n1\n1\n1\n1\n2\n")
    assert told.exit_code == 0, told.stdout
    assert told.stdout.count("Has East or West led or played to the next trick") == 2
    assert "Type a number from 1 to" in told.stdout
    assert "Laws: 64A1" in told.stdout


def test_without_a_name_one_says_what_happened_and_picks() -> None:
    told = ask(typed="xyzzy\nhe did not follow suit\n1\n2\n2\n")
    assert told.exit_code == 0, told.stdout
    assert "Nothing fits" in told.stdout
    assert "Laws: 62D, 64B6" in told.stdout


@pytest.mark.parametrize(
    ("text", "first"),
    [("he did not follow suit", "revoke"), ("1H over 1S", "insufficient-bid"), ("law 27b1(a)", "insufficient-bid")],
)
def test_search_lists_the_likeliest_first(text: str, first: str) -> None:
    assert ask("--search", text).stdout.split()[0] == first
    assert json.loads(ask("--search", text, "--json").stdout)[0]["id"] == first


@pytest.mark.parametrize(
    ("words", "status", "sentence"),
    [
        (["nonsense", "--answers", "yes"], 2, "There is no procedure “nonsense”."),
        (["revoke", "--answers", "perhaps"], 2, "“perhaps” does not answer"),
        (["revoke", "--laws", "1997"], 2, "There is no edition 1997; there are 2017, 2007."),
        (["revoke", "--offender", "Q"], 2, "Q"),
        (["revoke", "--answers", "yes,yes,no"], 2, "“no” is one too many"),
        (["--search", "xyzzy"], 2, "Nothing fits “xyzzy”"),
        (["revoke"], 2, "The input ended before there was a ruling."),
    ],
)
def test_what_cannot_be_had_is_one_sentence(words: list[str], status: int, sentence: str) -> None:
    refused = ask(*words)
    assert refused.exit_code == status
    assert sentence in refused.stderr
    assert "Traceback" not in refused.stderr


FACTS = "dealer N; 1S (E:1H) 2C 2S AP"


def test_what_follows_from_the_facts_is_not_asked_and_the_ruling_names_seats_and_suits() -> None:
    told = ask("lead-restriction", "--facts", FACTS, "--answers", "other,yes")
    assert "Is East’s side defending? Yes (from who sits where)" in told.stdout
    assert (
        "North may forbid West to lead one suit at his first turn to lead: spades, hearts or diamonds." in told.stdout
    )
    values = json.loads(ask("lead-restriction", "--facts", FACTS, "--answers", "other,yes", "--json").stdout)
    assert [(each["answer"], each["because"]) for each in values["trail"]] == [
        ("other", ""),
        ("yes", "from who sits where"),
        ("yes", ""),
        ("some", "from the suits that were shown"),
    ]


def test_the_walk_in_the_terminal_leaves_out_what_the_facts_settle() -> None:
    told = ask("lead-restriction", "--facts", FACTS, typed="5\nb\n5\n1\n")
    assert told.exit_code == 0, told.stdout
    assert "Laws: 26B" in told.stdout


@pytest.mark.parametrize("facts", ["1S 2S", "dealer N; 1S 1H", "dealer Q", "card 99", "nonsense"])
def test_facts_that_cannot_be_are_refused_with_a_sentence(facts: str) -> None:
    told = ask("lead-restriction", "--facts", facts)
    assert told.exit_code != 0
    assert told.stderr.strip()
    assert "Traceback" not in told.stderr
