"""The book of rulings: every path ends in a ruling with a law, and every case comes out as a competent director rules."""

from __future__ import annotations

import pytest

from arrowswitch.rulings import EDITIONS, book, walk, with_facts
from arrowswitch.rulings.model import Case, RulingOutcome
from ways_through import paths

CASES = [(procedure.id, case) for procedure in book().values() for case in procedure.cases]


@pytest.mark.parametrize(("name", "case"), CASES, ids=[f"{name}: {case.name}" for name, case in CASES])
def test_a_case_comes_out_as_it_should(name: str, case: Case) -> None:
    answers = with_facts(book(), name, case.answers, case.known, edition=case.edition)
    step = walk(book(), name, answers, edition=case.edition, known=case.known, **case.seats)  # type: ignore[arg-type]
    assert isinstance(step.node, RulingOutcome), f"still a question: {step.node}"
    assert step.node.id == case.outcome
    assert step.laws
    if case.tricks is not None:
        assert step.tricks == case.tricks


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("name", sorted(book()))
def test_every_way_through_ends_in_a_ruling_with_a_law(name: str, edition: str) -> None:
    found = 0
    for _answers, step in paths(book(), name, edition):
        assert step.laws, step.node
        assert "{" not in step.put(step.node.text)
        found += 1
    assert found >= 1


SILENT = {("director-sees-it", "wait"), ("intentional-infringement", "signals")}
"""Where the director says nothing at the table."""
OUTCOMES = [
    (procedure.id, node)
    for procedure in book().values()
    for node in procedure.nodes.values()
    if isinstance(node, RulingOutcome)
]


def test_every_ruling_has_words_to_say_aloud_and_tells_what_it_does() -> None:
    assert {(name, node.id) for name, node in OUTCOMES if not node.say} == SILENT
    for name, node in OUTCOMES:
        assert all(effect.text for effect in node.effects), f"{name}, {node.id}"
        assert node.say == "" or node.say[-1] in ".?", f"{name}, {node.id}"


def test_players_are_told_of_an_appeal_whenever_a_score_is_judged() -> None:
    judged = ("assigned", "weighted", "split", "equity", "artificial")
    for name, node in OUTCOMES:
        if any(each.kind == "artificial" or each.detail.get("how") in judged for each in node.effects):
            settled = {("board-played-twice", "cancel-both")}  # both keep the score they had
            assert node.appeal or (name, node.id) in settled, f"{name}, {node.id}"


def test_where_we_are_not_sure_a_paragraph_to_look_up_is_named() -> None:
    for name, node in OUTCOMES:
        assert (node.sure == "high") == (not node.check), f"{name}, {node.id}"


@pytest.mark.parametrize("name", sorted(book()))
def test_a_procedure_says_what_it_is_about_what_to_find_out_and_what_goes_wrong(name: str) -> None:
    procedure = book()[name]
    assert procedure.trigger
    assert procedure.facts
    assert procedure.errors
    assert procedure.differs
    assert len(procedure.ways) >= 5
