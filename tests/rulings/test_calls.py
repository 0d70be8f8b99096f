"""Calls to the table, as facts and answers, with the paragraph and the rectification that the Laws give for them.

Each row names the law that it was read in. What a ruling does is written as in the book: the kind of an effect, and after
a colon what belongs to it.
"""

from __future__ import annotations

import pytest

from arrowswitch.rulings import EDITIONS, book, walk
from arrowswitch.rulings.model import Outcome, Question

BOTH = " ".join(EDITIONS)
TELLING = ("times", "tricks", "card", "how", "ns", "ew", "offending", "others", "by")
"""What is told of an effect, besides its kind."""

# law, procedure, editions, answers, paragraphs that the ruling rests on, what it does
CALLS = [
    # -- the auction out of turn: 28B is for a call of an opponent
    ("28B", "bid-out-of-turn", BOTH, "right", "28B", "cancelled stands"),
    ("31B", "bid-out-of-turn", "2017", "partner no not", "31B 26B", "replace must-pass:once lead-restriction"),
    ("31B, 23A", "bid-out-of-turn", "2017", "partner no comparable", "31B 23B", "replace check-later"),
    ("31B", "bid-out-of-turn", "2007", "partner no", "31B 26", "cancelled must-pass:throughout lead-restriction"),
    ("29A", "bid-out-of-turn", BOTH, "partner yes", "29A", "stands withdrawn"),
    ("28B", "pass-out-of-turn", BOTH, "right", "28B", "cancelled stands"),
    ("30B1", "pass-out-of-turn", "2017", "partner no no not", "30B1(b)(ii) 26B", "replace must-pass:once lead-restriction"),
    ("30B1", "pass-out-of-turn", "2017", "partner no no comparable", "30B1(b)(i) 23B", "replace check-later"),
    ("30B2", "pass-out-of-turn", "2007", "partner no no yes", "30B2", "cancelled must-pass:throughout options"),
    ("30A", "pass-out-of-turn", "2007", "partner no no no", "30A", "cancelled must-pass:once"),
    ("28B", "double-out-of-turn", BOTH, "yes right", "28B", "cancelled stands"),
    ("32B", "double-out-of-turn", "2017", "yes partner no not", "32B 26B", "replace must-pass:once lead-restriction"),
    ("32A", "double-out-of-turn", "2007", "yes partner no", "32A 26B", "cancelled must-pass:throughout lead-restriction"),
    ("28B", "call-out-of-turn", BOTH, "no right", "28B", "cancelled stands"),
    ("31B", "call-out-of-turn", "2017", "no partner bid no not", "31B", "replace must-pass:once lead-restriction"),
    ("30B1", "call-out-of-turn", "2017", "no partner pass no no comparable", "30B1(b)(i)", "replace check-later"),
    ("32B", "call-out-of-turn", "2017", "no partner double yes no not", "32B", "replace must-pass:once lead-restriction"),
]  # fmt: skip
ROWS = [(*row[:2], edition, *row[3:]) for row in CALLS for edition in row[2].split()]


@pytest.mark.parametrize(("law", "name", "edition", "answers", "laws", "does"), ROWS)
def test_a_call_is_ruled_as_its_law_says(law: str, name: str, edition: str, answers: str, laws: str, does: str) -> None:
    step = walk(book(), name, answers.split(), edition=edition)
    assert isinstance(step.node, Outcome), f"Law {law}: it still asks {step.node.id}"
    assert set(laws.split()) <= set(step.laws), law
    found = [
        ":".join([each.kind, *(str(each.detail[key]) for key in TELLING if key in each.detail)])
        for each in step.effects
    ]
    assert found == does.split(), law


OUT_OF_TURN = ("bid-out-of-turn", "pass-out-of-turn", "double-out-of-turn", "call-out-of-turn")


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("name", OUT_OF_TURN)
def test_who_called_since_is_asked_in_the_same_words_of_every_call_out_of_turn(name: str, edition: str) -> None:
    question = book()[name].nodes["since"]
    assert isinstance(question, Question)
    assert [option.id for option in question.options if option.id != "together"] == [
        "nobody",
        "lho",
        "right",
        "partner",
    ]


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("name", OUT_OF_TURN[:3])
def test_whose_turn_it_was_is_not_asked_again_once_the_partner_has_called_at_his_own(name: str, edition: str) -> None:
    first = ["yes"] if name == "double-out-of-turn" else []
    more = ["no"] if name == "pass-out-of-turn" else []
    step = walk(book(), name, [*first, "partner", *more, "no"], edition=edition)
    assert step.node.id != "turn"
