"""A step of a walk, and the book, as plain values: for JSON, for pages and for the phone that walks without the server."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from arrowswitch.bridge import dealer_of
from arrowswitch.rulings.facts import AND, MORE, NO_SUIT, OR, SUIT_NAMES, board_told
from arrowswitch.rulings.follows import NAMED, SOURCES, TOLD
from arrowswitch.rulings.laws import EDITIONS, KNOWN
from arrowswitch.rulings.model import (
    DEFAULT_EDITION,
    ROLES,
    SEE,
    Effect,
    Fork,
    Node,
    Option,
    Procedure,
    Question,
    RulingNote,
    RulingOutcome,
)
from arrowswitch.rulings.penalty_cards import SAID, TAKEN
from arrowswitch.rulings.proof import further_lines, names_in
from arrowswitch.rulings.search import MEANS, SHORT
from arrowswitch.rulings.walk import CALLED, SEATS, WalkStep, in_edition
from arrowswitch.stems import SMALL
from arrowswitch.words import Sentence, say

PHASES: Mapping[str, Sentence] = {
    "before": say("Before the auction"),
    "auction": say("The auction"),
    "clarification": say("Between auction and play"),
    "play": say("The play"),
    "claim": say("Claims and concessions"),
    "after": say("After play, and scores"),
    "any": say("At any time"),
}
"""When something happens, in the order of a board."""
IRREGULARITIES: Mapping[str, Sentence] = {
    "turn": say("Out of turn"),
    "call": say("A call that is not right"),
    "exposed": say("Exposed cards, penalty cards, restrictions"),
    "trick": say("Revokes and tricks"),
    "card": say("Which card is played"),
    "dummy": say("Dummy"),
    "claim": say("Claims and concessions"),
    "information": say("Hesitations, alerts, explanations"),
    "boards": say("Boards, cards and tables mixed up"),
    "score": say("Scores and adjustments"),
    "conduct": say("Conduct, time and penalties"),
    "director": say("The director’s own work"),
}
"""What sort of thing it is, in the order in which it is listed."""


OTHERS: Mapping[str, Sentence] = {
    "defender": say("The defender"),
    "defenders": say("The defenders"),
    "claimer": say("The player who claims"),
    "opponents": say("The opponents"),
    "caller": say("Who called the director"),
    "all": say("All four"),
}
"""Who is asked besides those who have a seat of their own."""


def step_shown(step: WalkStep) -> dict[str, Any]:
    """The next question or the ruling.

    >>> from arrowswitch.rulings import book, walk
    >>> shown = step_shown(walk(book(), "revoke", ["yes", "no", "in-time", "hand", "none", "revoker", "1"]))
    >>> shown["question"], shown["conclusion"]["tricks"]
    (None, 2)
    """
    node = step.node
    return {
        "procedure": step.procedure.id,
        "title": step.procedure.title,
        "edition": step.edition,
        "through": [each.id for each in step.through],
        "answers": [each.option.id for each in step.trail],
        "trail": [
            {
                "procedure": each.procedure,
                "question": each.question.id,
                "text": each.text,
                "answer": each.option.id,
                "answered": step.put(each.option.text),
                "because": each.because,
            }
            for each in step.trail
        ],
        "question": _question(step, node) if isinstance(node, Question) else None,
        "conclusion": _conclusion(step, node) if isinstance(node, RulingOutcome) else None,
    }


def _question(step: WalkStep, node: Question) -> dict[str, Any]:
    return {
        "id": node.id,
        "text": step.put(node.text),
        "ask": node.ask,
        "asked": asked_of(step, node),
        "say": step.put(node.say),
        "why": step.put(node.why),
        "away": node.away,
        "options": [{"id": option.id, "text": step.put(option.text)} for option in step.options],
    }


def asked_of(step: WalkStep, node: Question) -> str:
    """Who is asked, with the seat where it is known; nothing where the director looks for himself.

    >>> from arrowswitch.rulings import book, walk
    >>> step = walk(book(), "revoke", offender="E")
    >>> asked_of(step, Question("q", "Did you?", (), ask="lho"))
    'South'
    """
    if node.ask == "director":
        return ""
    if node.ask in ROLES:
        return step.put("{" + node.ask + "}")
    return OTHERS[node.ask]


def _conclusion(step: WalkStep, node: RulingOutcome) -> dict[str, Any]:
    return {
        "id": node.id,
        "text": step.put(node.text),
        "say": step.put(node.say),
        "laws": list(step.laws),
        "tricks": step.tricks,
        "effects": [{"kind": each.kind, "text": step.put(each.text), **dict(each.detail)} for each in step.effects],
        "information": step.noted(node.information),
        "later": step.noted(node.later),
        "see": see_also(step, node),
        "appeal": node.appeal,
        "sure": node.sure,
        "check": check_note(step, node),
    }


def check_note(step: WalkStep, node: RulingOutcome) -> str:
    """What to look up in the book, where we are not sure of a ruling."""
    if node.sure == "high":
        return ""
    if node.check:
        return step.put(node.check.get(step.edition, ""))
    return say("Check Law {law} in the book.", law=", ".join(step.laws))


def see_also(step: WalkStep, node: RulingOutcome) -> list[str]:
    """The procedures that a ruling names, in the order in which it names them.

    >>> from arrowswitch.rulings import book, walk
    >>> step = walk(book(), "insufficient-bid", ["yes", "yes", "no", "no", "other"])
    >>> see_also(step, step.node)
    ['lead-restriction', 'could-have-been-aware']
    """
    lines = [each for each in further_lines(node) if in_edition(each.editions, step.edition)]
    said = (node.text, node.say, *(each.text for each in lines), node.check.get(step.edition, ""))
    named = [name.partition(":")[2] for text in said for name in names_in(text) if name.startswith(f"{SEE}:")]
    return list(dict.fromkeys(named))


# -- the whole book -----------------------------------------------------------------------------------------------------


def book_shown(book: Mapping[str, Procedure]) -> dict[str, Any]:
    """Every procedure with its nodes, for a walker that has nothing else.

    >>> from arrowswitch.rulings import book
    >>> book_shown(book())["procedures"]["revoke"]["first"]
    'established'
    """
    return {
        "editions": list(EDITIONS),
        "last_law": KNOWN[DEFAULT_EDITION].last_law,
        "roles": {**CALLED, **NAMED},
        "seats": {seat.value: name for seat, name in SEATS.items()},
        "facts": facts_words(),
        "because": {name: source.because for name, source in SOURCES.items()},
        "see": {name: each.quoted for name, each in book.items()},
        "others": dict(OTHERS),
        "small": sorted(SMALL),
        "means": dict(MEANS),
        "short": dict(SHORT),
        "phases": dict(PHASES),
        "kinds": dict(IRREGULARITIES),
        "shelves": shelves(book),
        "procedures": {name: _procedure(procedure) for name, procedure in book.items()},
    }


def facts_words() -> dict[str, Any]:
    """What a page needs to take up the facts and to say what follows: names, lists and sentences with braces."""
    return {
        "seats": {seat.value: name for seat, name in SEATS.items()},
        "suits": {suit.letter: name for suit, name in SUIT_NAMES.items()},
        "or": OR,
        "and": AND,
        "more": MORE,
        "no_suit": NO_SUIT,
        "told": dict(TOLD),
        "penalty": dict(SAID),
        "taken": dict(TAKEN),
        "after": {edition.name: edition.after for edition in KNOWN.values()},
        "boards": [{"dealer": dealer_of(board).value, "told": board_told(board)} for board in range(1, 17)],
    }


def shelves(book: Mapping[str, Procedure]) -> dict[str, dict[str, list[str]]]:
    """The whole book to tap through: by phase, then by kind, each list by its titles.

    >>> from arrowswitch.rulings import book
    >>> list(shelves(book())["claim"]), shelves(book())["play"]["dummy"][0]
    (['claim'], 'wrong-card-from-dummy')
    """
    listed = sorted(book.values(), key=lambda each: each.title)
    found: dict[str, dict[str, list[str]]] = {}
    for phase in PHASES:
        for kind in IRREGULARITIES:
            mine = [each.id for each in listed if (each.phase, each.kind) == (phase, kind)]
            if mine:
                found.setdefault(phase, {})[kind] = mine
    return found


def _procedure(procedure: Procedure) -> dict[str, Any]:
    return {
        "title": procedure.title,
        "phase": procedure.phase,
        "kind": procedure.kind,
        "laws": {edition: list(laws) for edition, laws in procedure.laws.items()},
        "first": procedure.first,
        "ways": list(procedure.ways),
        "trigger": procedure.trigger,
        "facts": list(procedure.facts),
        "errors": list(procedure.errors),
        "differs": procedure.differs,
        "common": procedure.common,
        "nodes": {name: _node(node) for name, node in procedure.nodes.items()},
    }


def _node(node: Node) -> dict[str, Any]:
    if isinstance(node, Question):
        return {
            "kind": "question",
            "text": node.text,
            "ask": node.ask,
            "say": node.say,
            "why": node.why,
            "away": node.away,
            "options": [_option(option) for option in node.options],
        } | ({"from": node.from_facts} if node.from_facts else {})
    if isinstance(node, Fork):
        rules = [
            {"when": {name: list(wanted) for name, wanted in rule.when.items()}, "next": rule.next}
            | ({"editions": list(rule.editions)} if rule.editions else {})
            for rule in node.rules
        ]
        return {"kind": "decision", "rules": rules}
    return {
        "kind": "outcome",
        "text": node.text,
        "say": node.say,
        "laws": {edition: list(laws) for edition, laws in node.laws.items()},
        "effects": [_effect(effect) for effect in node.effects],
        "information": [_note(each) for each in node.information],
        "later": [_note(each) for each in node.later],
        "appeal": node.appeal,
        "sure": node.sure,
        "check": dict(node.check),
    }


def _option(option: Option) -> dict[str, Any]:
    further = {"next": option.next, "go": option.go, "facts": dict(option.facts), "editions": list(option.editions)}
    return {"id": option.id, "text": option.text} | {name: value for name, value in further.items() if value}


def _effect(effect: Effect) -> dict[str, Any]:
    shown = {"kind": effect.kind, "text": effect.text, **dict(effect.detail)}
    return {**shown, "editions": list(effect.editions)} if effect.editions else shown


def _note(note: RulingNote) -> dict[str, Any]:
    return {"text": note.text, "editions": list(note.editions)} if note.editions else {"text": note.text}
