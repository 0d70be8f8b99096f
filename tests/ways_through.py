"""Every way through a procedure of the book, for tests that walk them all."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from arrowswitch.rulings import CannotRule, Procedure, WalkStep, walk
from arrowswitch.rulings.model import Edition
from arrowswitch.words import say


def paths(
    book: Mapping[str, Procedure], name: str, edition: Edition, most: int = 20_000
) -> Iterator[tuple[tuple[str, ...], WalkStep]]:
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
