"""The proof of the book, made whenever it is loaded: every path ends, every option leads somewhere, no question is
unreachable, each law paragraph exists, and every procedure has test cases that come out right."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from arrowswitch.rulings.laws import EDITIONS, is_law
from arrowswitch.rulings.load import BadProcedure
from arrowswitch.rulings.model import Decision, Edition, Node, Outcome, Procedure, Question
from arrowswitch.rulings.walk import CannotRule, Step, in_edition, walk
from arrowswitch.words import Sentence, say

FEWEST_CASES = 2


def prove(book: Mapping[str, Procedure]) -> None:
    """Refuses a book with a fault in it, naming the file and the place."""
    for procedure in book.values():
        for fault in faults(book, procedure):
            raise BadProcedure(f"{procedure.file}: {fault}")


def faults(book: Mapping[str, Procedure], procedure: Procedure) -> Iterator[Sentence]:
    """Everything that is wrong with a procedure."""
    yield from _dangling(book, procedure)
    yield from _unreachable(procedure)
    yield from _lawless(procedure)
    if len(procedure.cases) < FEWEST_CASES:
        yield say("{count} test cases; at least {fewest} are wanted", count=len(procedure.cases), fewest=FEWEST_CASES)
    if not procedure.ways:
        yield say("nobody can find it: “ways” says how players describe it")


def _dangling(book: Mapping[str, Procedure], procedure: Procedure) -> Iterator[Sentence]:
    for place, target, other in _ways_on(procedure):
        if other and target not in book:
            yield say("{place} goes to the procedure {target}, which is not there", place=place, target=target)
        if not other and target not in procedure.nodes:
            yield say("{place} leads to {target}, which is not there", place=place, target=target)
    for node in procedure.nodes.values():
        if isinstance(node, Question) and len(node.options) < 2:
            yield say("question {id} has fewer than two answers", id=node.id)
        if isinstance(node, Decision) and not node.rules:
            yield say("decision {id} has no rules", id=node.id)


def _ways_on(procedure: Procedure) -> Iterator[tuple[str, str, bool]]:
    yield "first", procedure.first, False
    for node in procedure.nodes.values():
        if isinstance(node, Question):
            for option in node.options:
                yield f"{node.id}/{option.id}", option.go or option.next, bool(option.go)
        elif isinstance(node, Decision):
            for rule in node.rules:
                yield node.id, rule.next, False


def _unreachable(procedure: Procedure) -> Iterator[Sentence]:
    seen: set[str] = set()
    waiting = [procedure.first]
    while waiting:
        name = waiting.pop()
        if name in seen or name not in procedure.nodes:
            continue
        seen.add(name)
        waiting += [target for target, other in _next_of(procedure.nodes[name]) if not other]
    for name in procedure.nodes:
        if name not in seen:
            yield say("{id} can never be reached", id=name)


def _next_of(node: Node) -> Iterator[tuple[str, bool]]:
    if isinstance(node, Question):
        yield from ((option.go or option.next, bool(option.go)) for option in node.options)
    elif isinstance(node, Decision):
        yield from ((rule.next, False) for rule in node.rules)


def _lawless(procedure: Procedure) -> Iterator[Sentence]:
    for edition in EDITIONS:
        if not procedure.laws.get(edition):
            yield say("no law is named for {edition}", edition=edition)
    named = [("the file", procedure.laws)]
    named += [(node.id, node.laws) for node in procedure.nodes.values() if isinstance(node, Outcome)]
    for place, laws in named:
        for edition, paragraphs in laws.items():
            for paragraph in paragraphs:
                if not is_law(paragraph, edition):
                    yield say(
                        "{place}: there is no Law {law} in {edition}", place=place, law=paragraph, edition=edition
                    )
    for node in procedure.nodes.values():
        if isinstance(node, Outcome):
            for edition in EDITIONS:
                if in_edition(node.editions, edition) and not node.laws.get(edition):
                    yield say("outcome {id} names no law of {edition}", id=node.id, edition=edition)


def paths(
    book: Mapping[str, Procedure], name: str, edition: Edition, most: int = 20_000
) -> Iterator[tuple[tuple[str, ...], Step]]:
    """Every way through a procedure, with the ruling at its end; an answer that leads on to another procedure is followed."""
    waiting: list[tuple[str, ...]] = [()]
    for _ in range(most):
        if not waiting:
            return
        answers = waiting.pop()
        step = walk(book, name, answers, edition=edition)
        if step.done:
            yield answers, step
        else:
            waiting += [(*answers, option.id) for option in step.options]
    raise CannotRule(say("There are too many ways through {name}.", name=name))
