"""What the book led to when a ruling was made: as the journal keeps it, and as it is shown again.

A ruling that was made is never walked a second time, for the book may have changed since. Only entries of journals from
before conclusions were kept are walked again: in `walked_again`, and nowhere else.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from arrowswitch.words import Sentence, say

if TYPE_CHECKING:
    from arrowswitch.rulings import WalkStep
    from arrowswitch.rulings.walk import Put
    from arrowswitch.session.acts.rulings import Rule


@dataclass(frozen=True, slots=True)
class BookWord:
    """What stood in braces in a text of the book, and what it was called at this table."""

    role: str
    called: Sentence


@dataclass(frozen=True, slots=True)
class BookText:
    """A text of the book as it was then; it can still be translated."""

    text: str
    words: tuple[BookWord, ...] = ()


@dataclass(frozen=True, slots=True)
class AnswerThen:
    """A question of the book and the answer that was given."""

    question: BookText
    answer: BookText


@dataclass(frozen=True, slots=True)
class EffectThen:
    """One thing that the ruling does, with what belongs to its kind: tricks, averages, the law of a penalty."""

    kind: str
    text: BookText
    detail: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Conclusion:
    """What the book led to when the ruling was made; a later edition of it changes nothing here."""

    answers: tuple[AnswerThen, ...] = ()
    effects: tuple[EffectThen, ...] = ()
    said: BookText = BookText("")
    """What was read out to the table."""
    information: tuple[BookText, ...] = ()
    later: tuple[BookText, ...] = ()
    """What is looked at again."""
    judgement: bool = True
    """Whether it is one of judgement, which a committee may change; not the law itself (Law 93B)."""


def conclusion_of(act: Rule) -> Conclusion:
    """What a ruling led to: the answers that were given, and what follows from them.

    >>> from arrowswitch.session import Rule
    >>> conclusion_of(Rule("revoke", "A", 1, 1, conclusion=Conclusion(judgement=False))).judgement
    False
    """
    return act.conclusion or walked_again(act)


def concluded(step: WalkStep) -> Conclusion:
    """Where a walk has led: the answers so far, and the ruling if there is one.

    >>> from arrowswitch.rulings import book, walk
    >>> kept = concluded(walk(book(), "revoke", ["yes", "no", "in-time", "hand", "none", "revoker", "1"], offender="E"))
    >>> kept.effects[0].kind, kept.effects[0].detail["tricks"], text_shown(kept.answers[1].answer)
    ('transfer', 2, 'No')
    """
    from arrowswitch.rulings import RulingOutcome

    answers = tuple(
        AnswerThen(_kept(step.put(each.question.text)), _kept(step.put(each.option.text))) for each in step.trail
    )
    node = step.node
    if not isinstance(node, RulingOutcome):
        return Conclusion(answers)
    return Conclusion(
        answers,
        tuple(EffectThen(each.kind, _kept(step.put(each.text)), dict(each.detail)) for each in step.effects),
        _kept(step.put(node.say)),
        tuple(map(_kept, step.noted(node.information))),
        tuple(map(_kept, step.noted(node.later))),
        node.appeal,
    )


def walked(act: Rule) -> WalkStep:
    """Where the answers and the facts of a ruling lead by the book as it is now."""
    from arrowswitch.rulings import book, walk  # only here: the book is long
    from arrowswitch.rulings.facts import read

    return walk(
        book(),
        act.procedure,
        act.answers,
        edition=act.edition,
        offender=act.offender,
        declarer=act.declarer,
        known=read(act.known),
    )


def walked_again(act: Rule) -> Conclusion:
    """The same for an entry that has no conclusion: where its answers lead by the book as it is now.

    Where its questions have changed since, the outcome is looked for by its name and its laws.
    """
    from arrowswitch.rulings import BadFacts, CannotRule, RulingOutcome, book

    if act.procedure not in book():
        return Conclusion()
    try:
        step = walked(act)
    except (CannotRule, BadFacts):
        step = walked(replace(act, answers=(), known=""))
    if isinstance(step.node, RulingOutcome) and act.outcome in ("", step.node.id):
        return concluded(step)
    for procedure in (book()[act.procedure], *book().values()):
        node = procedure.nodes.get(act.outcome)
        if isinstance(node, RulingOutcome) and (
            procedure.id == act.procedure or node.laws.get(act.edition) == act.laws
        ):
            return concluded(replace(step, node=node))
    return Conclusion(concluded(step).answers)


def _kept(text: Put) -> BookText:
    from arrowswitch.rulings.proof import names_in

    called = {name: text.values[name] for name in names_in(text.template) if name in text.values}
    return BookText(
        text.template,
        tuple(
            BookWord(name, each if isinstance(each, Sentence) else say("{name}", name=each))
            for name, each in called.items()
        ),
    )


def text_shown(text: BookText) -> Put:
    """A text of the book with what stood in its braces, to be shown in any language."""
    from arrowswitch.rulings.walk import Put

    return Put(text.text, {each.role: each.called for each in text.words})
