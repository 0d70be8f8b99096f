"""Reading the federations' files: one that cannot be right is refused, with its name and the key at fault."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import Any, get_type_hints

from arrowswitch.alerts.model import ANY, AlertSource, Federation, Meaning, Permission, Situation
from arrowswitch.plain import Misread, PlainReader, what_is_wrong
from arrowswitch.words import Sentence, say

Fault = tuple[str, Sentence]
"""A place in a file, and what is wrong there."""


class BadChart(ValueError):  # noqa: N818 - said to who keeps the file
    """A federation's file that is not right, with the key and what is wanted."""


@cache
def federations() -> Mapping[str, Federation]:
    """Every federation that there is a file of, by its id.

    >>> sorted(federations())
    ['abf', 'acbl', 'nzb']
    """
    folder = files("arrowswitch.alerts")
    names = sorted(file.name for file in folder.iterdir() if file.name.endswith(".toml"))
    found = [read(folder.joinpath(name).read_text(encoding="utf-8"), name) for name in names]
    return {each.id: each for each in found}


def read(text: str, name: str) -> Federation:
    """A federation from the text of its file."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadChart(f"{name}: {error}") from None
    try:
        made = from_plain(data)
    except Misread as found:
        where, what = what_is_wrong(found, data)
        raise BadChart(_told(name, where, what)) from None
    for where, what in _faults(made):
        raise BadChart(_told(name, where, what))
    return made


def _told(name: str, where: str, what: str) -> Sentence:
    return say("{file}, {where}: {what}.", file=name, where=where, what=what)


SOURCES = get_type_hints(Federation, include_extras=True)["sources"]
"""The sources of a file, by their ids."""


def from_plain(data: Mapping[str, Any]) -> Federation:
    """A federation from plain values: its sources first, for the lines name them by their ids."""
    try:
        sources = PlainReader().read(SOURCES, data.get("source", []))
    except Misread as found:
        raise found.inside("source") from None

    def named(name: Any) -> AlertSource:
        if not isinstance(name, str) or name not in sources:
            raise Misread("refused", _nowhere(name, sources))
        found: AlertSource = sources[name]
        return found

    plain = PlainReader({AlertSource: named, SOURCES: lambda _: sources}, {Meaning: _announced, Situation: _meant})
    permission = plain.reader(Permission)
    plain.readers[Permission] = lambda given: permission({"verdict": given} if isinstance(given, str) else given)
    made: Federation = plain.read(Federation, data)
    return made


def _announced(meaning: Meaning) -> Sentence | None:
    if (meaning.duty == "announce") == bool(meaning.words):
        return None
    return say("“words” stands beside an announcement, and nowhere else")


def _meant(situation: Situation) -> Sentence | None:
    return None if situation.meanings else say("“meanings” is wanted")


def _nowhere(name: object, known: Iterable[str]) -> Sentence:
    return say("there is no “{name}”; there are {known}", name=name, known=", ".join(known))


# -- what the lines say of each other


def _faults(made: Federation) -> Iterator[Fault]:
    if ANY not in made.situations:
        yield "situation", say("one has the id “any”, for calls without a line of their own")
    for situation in made.situations.values():
        for meaning in situation.meanings:
            if meaning.duty not in made.duties:
                yield "duties", say("“{name}” is wanted", name=meaning.duty)
    for event in made.events.values():
        where = f"event {event.id}, allows"
        yield from _strangers(made.classes, event.allows, where)
        for system in made.classes:
            if system not in event.allows:
                yield where, say("“{name}” is wanted", name=system)
        for system, permission in event.allows.items():
            yield from _strangers(made.limits, permission.without, f"{where}.{system}.without")
    for convention in made.conventions.values():
        where = f"convention {convention.id}"
        yield from _strangers(made.classes, (convention.system,), f"{where}, class")
        yield from _strangers(made.limits, convention.meets, f"{where}, meets")
        yield from _strangers(made.events, convention.events, f"{where}, events")
    if made.protection:
        yield from _strangers(made.classes, made.protection.classes, "protection, classes")
    yield from _astray(made)


def _astray(made: Federation) -> Iterator[Fault]:
    """Questions that do not lead on to a later one or to a class, and those that nothing leads to."""
    order = list(made.questions)
    reached: set[str] = set()
    for place, question in enumerate(made.questions.values()):
        where = f"question {question.id}"
        yield from _strangers({**made.questions, **made.classes}, (question.yes, question.no), where)
        for answer in (question.yes, question.no):
            if answer in order and order.index(answer) <= place:
                yield where, say("it leads back to “{name}”; a question leads to a later one", name=answer)
            reached.add(answer)
    for name in order[1:]:
        if name not in reached:
            yield f"question {name}", say("no answer leads to it")


def _strangers(known: Mapping[str, object], wanted: Iterable[str], where: str) -> Iterator[Fault]:
    for name in wanted:
        if name not in known:
            yield where, _nowhere(name, known)
