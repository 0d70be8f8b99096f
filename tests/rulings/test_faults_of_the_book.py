"""A file of the book that is not right is refused, with its name, the line and the place; so are all others at once."""

from __future__ import annotations

from dataclasses import replace
from importlib.resources import files

import pytest

from arrowswitch.rulings import BadProcedure, Procedure, book, laws
from arrowswitch.rulings.laws import EditionOfLaws
from arrowswitch.rulings.load import read
from arrowswitch.rulings.proof import prove, unsound, wrong_cases
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
        '{ id = "thirteen"',
        "option thirteen",
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
    whole = {**book(), name: procedure}
    if found := list(unsound(whole, procedure)) or list(wrong_cases(whole, procedure)):
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
    told = list(unsound(book(), revoke))
    assert [each.partition(": ")[2] for each in told] == [
        "test cases: 0; the fewest are 2.",
        "nobody can find it: “ways” says how players describe it.",
    ]


def test_a_fault_is_told_also_when_others_walk_into_it() -> None:
    text = PROCEDURES.joinpath("bid-out-of-turn.toml").read_text(encoding="utf-8")
    broken = read(
        text.replace('next = "whose-turn"', 'next = "whose-turm"').replace('"31A1"]', '"31a1"]'), "bid-out-of-turn.toml"
    )
    with pytest.raises(BadProcedure) as found:
        prove({**book(), "bid-out-of-turn": broken})
    said = str(found.value).splitlines()
    assert "question accept, option no: it leads to whose-turm, which is not there." in said[0]
    assert all(each.startswith("bid-out-of-turn.toml, line ") for each in said)
    assert any("there is no Law 31a1 in 2017." in each for each in said)


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


def test_a_third_edition_begins_as_the_one_before_until_a_file_names_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(laws.KNOWN, "2027", EditionOfLaws("2027", 93, after="2017"))
    texts = {name: PROCEDURES.joinpath(f"{name}.toml").read_text(encoding="utf-8") for name in book()}
    texts["bid-above-seven"] = texts["bid-above-seven"].replace(
        '["38B", "38C", "38D", "26"] }', '["38B", "26"], 2027 = ["38"] }'
    )
    grown = {name: read(text, f"{name}.toml") for name, text in texts.items()}
    for name, answers in (("premature-play", ("rho", "yes")), ("comparable-call", ("out-of-turn", "yes"))):
        step = walk(grown, name, answers, edition="2027")
        assert (step.done, step.laws) == (True, walk(grown, name, answers, edition="2017").laws)
    assert walk(grown, "bid-above-seven", ("no",), edition="2027").laws == ("38",)
