"""Reading the procedures: a file that cannot be right is refused at load, with its name and the place of the fault."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from importlib.resources import files
from typing import Any

from arrowswitch.plain import Misread, PlainReader, what_is_wrong
from arrowswitch.rulings.facts import BadFacts, Facts
from arrowswitch.rulings.facts import read as read_facts
from arrowswitch.rulings.laws import KNOWN, EditionOfLaws
from arrowswitch.rulings.model import (
    AWARDS,
    HOWS,
    KINDS,
    Effect,
    Option,
    Procedure,
    RulingNote,
    RulingOutcome,
    When,
)
from arrowswitch.words import Sentence, say


class BadProcedure(ValueError):  # noqa: N818 - said to who keeps the book
    """A file of the book that is not right, with the place and what is wanted."""


@cache
def book() -> Mapping[str, Procedure]:
    """Every procedure, by its id.

    >>> book()["revoke"].title
    'Revoke'
    """
    from arrowswitch.rulings.proof import prove

    found: dict[str, Procedure] = {}
    faults: list[str] = []
    for file in sorted(files("arrowswitch.rulings").joinpath("procedures").iterdir(), key=lambda each: each.name):
        if file.name.endswith(".toml"):
            try:
                procedure = read(file.read_text(encoding="utf-8"), file.name)
            except BadProcedure as fault:
                faults.append(str(fault))
                continue
            if procedure.id in found:
                faults.append(
                    at(file.name, procedure.lines, "id", say("another file has the id {id}", id=procedure.id))
                )
            found[procedure.id] = procedure
    if faults:
        raise BadProcedure("\n".join(faults))
    prove(found)
    return found


def read(text: str, name: str) -> Procedure:
    """A procedure from the text of its file."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadProcedure(f"{name}: {error}") from None
    for edition in KNOWN.values():
        if edition.after and not names_edition(data, edition.name):
            begin_as(data, edition)
    lines = lines_of(text)
    try:
        procedure: Procedure = replace(PLAIN.read(Procedure, data), file=name, lines=lines)
    except Misread as found:
        raise BadProcedure(at(name, lines, *what_is_wrong(found, data))) from None
    for node, times in Counter(each.id for each in procedure.all_nodes).items():
        if times > 1:
            raise BadProcedure(at(name, lines, node, say("the id is there twice")))
    return procedure


def names_edition(data: Any, edition: str) -> bool:
    """Whether a file says anything of its own about an edition."""
    if isinstance(data, dict):
        given = data.get("edition"), *data.get("editions", ())
        return edition in given or edition in data or any(names_edition(each, edition) for each in data.values())
    return isinstance(data, list) and any(names_edition(each, edition) for each in data)


def begin_as(data: Any, edition: EditionOfLaws) -> None:
    """Lets a new edition begin as the one before, wherever that one is named.

    >>> data = {"laws": {"2017": ["27"]}, "option": [{"id": "a", "editions": ["2017"]}]}
    >>> begin_as(data, EditionOfLaws("2027", 93, "2017"))
    >>> data
    {'laws': {'2017': ['27'], '2027': ['27']}, 'option': [{'id': 'a', 'editions': ['2017', '2027']}]}
    """
    if isinstance(data, dict):
        if edition.after in data:
            data[edition.name] = data[edition.after]
        if edition.after in data.get("editions", ()):
            data["editions"].append(edition.name)
    for each in data.values() if isinstance(data, dict) else data:
        if isinstance(each, dict | list):
            begin_as(each, edition)


def lines_of(text: str) -> dict[str, int]:
    """The lines on which the places of a file begin: a node or a case by its name, an answer as node/answer.

    >>> lines_of('id = "revoke"\\n[[question]]\\nid = "won"\\noption = [\\n{ id = "no" },\\n]')
    {'id': 1, 'won': 3, 'won/no': 5}
    """
    found: dict[str, int] = {}
    now = ""
    for number, line in enumerate(text.splitlines(), 1):
        if named := re.match(r'\s*(?:id|name)\s*=\s*"(.+?)"', line):
            now = named[1] if found else "id"
            found.setdefault(now, number)
        elif answer := re.search(r'\{\s*id\s*=\s*"(.+?)"', line):
            found.setdefault(f"{now}/{answer[1]}", number)
    return found


def at(file: str, lines: Mapping[str, int], where: str, what: str) -> Sentence:
    """A fault with its file, line and place.

    >>> at("revoke.toml", {"won": 3}, "question won", "it has no answers")
    'revoke.toml, line 3, question won: it has no answers.'
    """
    kind, _space, place = where.partition(" ")
    name = (place or kind).replace(", option ", "/").partition(",")[0]
    line = lines.get(name, lines.get(name.partition("/")[0], 1))
    return say("{file}, line {line}, {where}: {what}.", file=file, line=line, where=where, what=what)


# -- what a file says

SIMPLE = PlainReader()
AWARDED = ({"by"}, {"ns", "ew"}, {"offending", "others"})
"""The three ways in which an artificial score says what each side gets."""
NEEDS = {
    "transfer": ("tricks", "to"),
    "must-pass": ("who", "times"),
    "penalty-card": ("who", "card"),
    "lead-restriction": ("who", "until"),
    "adjust": ("how",),
}
"""What an effect of a kind must say besides."""
CHOICES: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "adjust": {"how": HOWS},
    "artificial": {"by": ("fault",), **dict.fromkeys(AWARDED[1] | AWARDED[2], AWARDS)},
}
"""What the keys of an effect may be."""


def _effect(data: Any) -> Effect:
    """An effect: its kind and its text, and all else as it is written."""
    given = dict(SIMPLE.read(Mapping[str, Any], data))
    kind = given.get("kind")
    if kind not in KINDS:
        raise Misread("choice", kind, KINDS, "kind")
    for name in NEEDS.get(kind, ()):
        if name not in given:
            raise Misread("refused", say("the effect {kind} needs “{name}”", kind=kind, name=name))
    choices = CHOICES.get(kind, {})
    if kind == "artificial" and given.keys() & choices.keys() not in AWARDED:
        awarded = say('an artificial score has “ns” and “ew”, or “offending” and “others”, or “by = "fault"”')
        raise Misread("refused", awarded)
    for name in sorted(given.keys() & choices.keys()):
        if given[name] not in choices[name]:
            raise Misread("choice", given[name], choices[name], name)
    common = {name: given.pop(name) for name in ("kind", "text", "editions") if name in given}
    effect: Effect = SIMPLE.read(Effect, common)
    return replace(effect, detail=given)


def _note(data: Any) -> RulingNote:
    """A line beside a ruling: a text, or a table with a text and the editions it holds for."""
    note: RulingNote = SIMPLE.read(RulingNote, {"text": data} if isinstance(data, str) else data)
    return note


def _when(data: Any) -> dict[str, tuple[str, ...]]:
    """Facts, each with the value that it has or with several that it may have."""
    listed = {
        name: wanted if isinstance(wanted, list) else [wanted]
        for name, wanted in SIMPLE.read(Mapping[str, Any], data).items()
    }
    found: dict[str, tuple[str, ...]] = SIMPLE.read(Mapping[str, tuple[str, ...]], listed)
    return found


def _facts(data: Any) -> Facts:
    try:
        return read_facts(SIMPLE.read(str, data))
    except BadFacts as problem:
        raise Misread("refused", str(problem).rstrip(".")) from None


def _leads(option: Option) -> Sentence | None:
    if bool(option.next) != bool(option.go):
        return None
    return say("it leads to one place: “next” in this file or “go” to another procedure")


def _does(outcome: RulingOutcome) -> Sentence | None:
    return None if outcome.effects else say("it has no effect; a ruling that changes nothing has the kind nothing")


PLAIN = PlainReader(
    {Effect: _effect, RulingNote: _note, When: _when, Facts: _facts}, {Option: _leads, RulingOutcome: _does}
)
