"""A file of the book that is not right is refused, with its name, the line and the place; so are all others at once."""

from __future__ import annotations

from dataclasses import replace
from importlib.resources import files

import pytest

from arrowswitch.rulings import BadProcedure, Procedure, book
from arrowswitch.rulings.load import read
from arrowswitch.rulings.proof import faults
from arrowswitch.rulings.shown import step_shown
from arrowswitch.rulings.walk import walk

PROCEDURES = files("arrowswitch.rulings").joinpath("procedures")


def line_of(text: str, wanted: str) -> int:
    return next(number for number, line in enumerate(text.splitlines(), 1) if line.lstrip().startswith(wanted))


# what is written, what somebody makes of it, the line at which it is to be found, the place, and what is wrong
SPOILT = [
    (
        "foreign-card",
        'kind = "card-back"',
        'kind = "card-bak"',
        'id = "removed"',
        "outcome removed",
        "“kind” is one of",
    ),
    (
        "foreign-card",
        'next = "removed"',
        'next = "remowed"',
        '{ id = "no"',
        "option no",
        "it leads to remowed, which is",
    ),
    ("foreign-card", '["13C"], 2007', '["13c"], 2007', 'id = "removed"', "outcome removed", "no Law 13c in 2017"),
    (
        "foreign-card",
        'outcome = "removed"',
        'outcome = "adjusted"',
        'name = "A second',
        "case A second",
        "comes out as",
    ),
    (
        "foreign-card",
        'answers = ["yes"]',
        'answers = ["yess"]',
        'name = "The foreign',
        "case The",
        "“yess” does not answer",
    ),
    ("foreign-card", 'text = "Yes"', 'txt = "Yes"', '{ id = "yes"', "option yes", "“txt” is no key here"),
    (
        "foreign-card",
        "Has the card been",
        "Has {offendr}’s card been",
        'id = "played"',
        "question played",
        "“offendr” stands",
    ),
    ("cannot-obey", "{see:revoke}", "{see:revoked}", 'id = "must"', "outcome must", "there is no such procedure"),
    (
        "cannot-obey",
        'next = "must" }',
        'go = "revoked" }',
        '{ id = "yes"',
        "option yes",
        "procedure revoked, which is not",
    ),
    ("cannot-obey", 'id = "must"', 'id = "any"', 'id = "any"', "any", "the id is there twice"),
    (
        "directors-error",
        'ns = "A+"',
        'ns = "plus"',
        'id = "both-innocent"',
        "both-innocent",
        "“ns” is one of A+, A, A-, NP",
    ),
    ("directors-error", ', ew = "A+"', "", 'id = "both-innocent"', "both-innocent", "“ns” and “ew”, or “offending”"),
    (
        "directors-error",
        'how = "split"',
        'how = "splitt"',
        'id = "judged"',
        "outcome judged",
        "“how” is one of assigned",
    ),
    ("revoke", "tricks = 2, to", "trick = 2, to", 'id = "several-2"', "outcome several-2", "transfer needs “tricks”"),
]


def proved(text: str, name: str) -> Procedure:
    """A procedure from a text, proved with the rest of the book."""
    procedure = read(text, f"{name}.toml")
    if found := list(faults({**book(), name: procedure}, procedure)):
        raise BadProcedure("\n".join(found))
    return procedure


@pytest.mark.parametrize(("name", "written", "spoilt", "at", "place", "what"), SPOILT)
def test_a_fault_is_named_with_file_line_and_place(
    name: str, written: str, spoilt: str, at: str, place: str, what: str
) -> None:
    text = PROCEDURES.joinpath(f"{name}.toml").read_text(encoding="utf-8")
    assert written in text
    proved(text, name)
    broken = text.replace(written, spoilt, 1)
    with pytest.raises(BadProcedure) as found:
        proved(broken, name)
    said = str(found.value).splitlines()[0]
    assert said.startswith(f"{name}.toml, line {line_of(broken, at)}, ")
    assert place in said
    assert what in said


def test_a_file_that_is_no_toml_is_named_with_its_line() -> None:
    with pytest.raises(BadProcedure, match=r"revoke.toml: .*line 2"):
        read('id = "revoke"\ntitle = "Revoke\n', "revoke.toml")


def test_all_faults_are_told_at_once() -> None:
    revoke = replace(book()["revoke"], cases=(), ways=())
    told = list(faults(book(), revoke))
    assert [each.partition(": ")[2] for each in told] == [
        "0 test cases; at least 2 are wanted.",
        "nobody can find it: “ways” says how players describe it.",
    ]


def test_a_walk_that_never_ends_is_a_fault() -> None:
    text = PROCEDURES.joinpath("foreign-card.toml").read_text(encoding="utf-8")
    with pytest.raises(BadProcedure, match="question played: the walk comes back to it without end"):
        proved(text.replace('next = "removed"', 'next = "played"'), "foreign-card")


def test_a_line_may_hold_for_one_edition_only() -> None:
    found = {}
    for edition in ("2017", "2007"):
        step = walk(book(), "exposed-card-in-play", ["defender", "face", "no", "yes"], edition=edition)
        found[edition] = step_shown(step)["conclusion"]["information"]
    assert found["2017"] != found["2007"]
