"""The book of rulings: every path ends in a ruling with a law, and every case comes out as a competent director rules."""

from __future__ import annotations

import pytest

from arrowswitch.rulings import EDITIONS, book, walk
from arrowswitch.rulings.model import Case, Outcome
from arrowswitch.rulings.proof import paths

CASES = [(procedure.id, case) for procedure in book().values() for case in procedure.cases]


@pytest.mark.parametrize(("name", "case"), CASES, ids=[f"{name}: {case.name}" for name, case in CASES])
def test_a_case_comes_out_as_it_should(name: str, case: Case) -> None:
    step = walk(book(), name, case.answers, edition=case.edition, **case.seats)  # type: ignore[arg-type]
    assert isinstance(step.node, Outcome), f"still a question: {step.node}"
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
