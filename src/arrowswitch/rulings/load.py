"""Reading the procedures: a file that cannot be right is refused at load, with its name and the place of the fault."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import Any, NoReturn

from arrowswitch.rulings.facts import BadFacts, Facts
from arrowswitch.rulings.facts import read as read_facts
from arrowswitch.rulings.follows import SOURCES
from arrowswitch.rulings.laws import KNOWN, EditionOfLaws
from arrowswitch.rulings.model import (
    AWARDS,
    DEFAULT_EDITION,
    HOWS,
    KINDS,
    ROLES,
    Case,
    Decision,
    Effect,
    Node,
    Note,
    Option,
    Outcome,
    Procedure,
    Question,
    Rule,
)
from arrowswitch.words import Sentence, say

PHASES = ("before", "auction", "clarification", "play", "claim", "after", "any")
IRREGULARITIES = (
    "turn",
    "call",
    "exposed",
    "trick",
    "card",
    "dummy",
    "claim",
    "information",
    "boards",
    "score",
    "conduct",
    "director",
)
"""The kinds of procedures, in the order in which they are listed."""
ASKED = ("director", *ROLES, "defender", "defenders", "claimer", "opponents", "caller", "all")
SURE = ("high", "partly", "check")


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
    return _Reader(name, data, lines_of(text)).procedure()


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


class _Reader:
    """One file being read."""

    def __init__(self, name: str, data: dict[str, Any], lines: Mapping[str, int]) -> None:
        self.name = name
        self.data = data
        self.lines = lines

    def procedure(self) -> Procedure:
        self._known(self.data, "the file", TOP)
        nodes: dict[str, Node] = {}
        for node in self._nodes():
            if node.id in nodes:
                self._fault(node.id, say("the id is there twice"))
            nodes[node.id] = node
        return Procedure(
            self._text(self.data, "id", "the file"),
            self._said(self.data, "title", "the file"),
            self._one_of(self.data, "phase", PHASES, "the file"),
            self._laws(self.data, "the file"),
            self._text(self.data, "first", "the file"),
            nodes,
            self._all_said(self.data, "ways", "the file"),
            self._maybe(self.data, "trigger", "the file"),
            self._all_said(self.data, "facts", "the file"),
            self._all_said(self.data, "errors", "the file"),
            self._maybe(self.data, "differs", "the file"),
            tuple(self._case(row) for row in self.data.get("case", ())),
            int(self.data.get("common", 0)),
            self._one_of(self.data, "kind", IRREGULARITIES, "the file"),
            self.name,
            self.lines,
        )

    def _nodes(self) -> Iterator[Node]:
        for row in self.data.get("question", ()):
            yield self._question(row)
        for row in self.data.get("decision", ()):
            yield self._decision(row)
        for row in self.data.get("outcome", ()):
            yield self._outcome(row)

    def _question(self, row: dict[str, Any]) -> Question:
        where = f"question {row.get('id')}"
        self._known(row, where, ("id", "text", "ask", "say", "why", "away", "option", "editions", "from_facts"))
        return Question(
            self._text(row, "id", where),
            self._said(row, "text", where),
            tuple(self._option(each, where) for each in row.get("option", ())),
            self._one_of(row, "ask", ASKED, where, "director"),
            self._maybe(row, "say", where),
            self._maybe(row, "why", where),
            bool(row.get("away", False)),
            self._texts(row, "editions", where),
            self._one_of(row, "from_facts", tuple(SOURCES), where) if "from_facts" in row else "",
        )

    def _option(self, row: dict[str, Any], where: str) -> Option:
        where = f"{where}, option {row.get('id')}"
        self._known(row, where, ("id", "text", "next", "go", "facts", "editions"))
        if bool(row.get("next")) == bool(row.get("go")):
            self._fault(where, say("it leads to one place: “next” in this file or “go” to another procedure"))
        facts = {str(name): str(value) for name, value in row.get("facts", {}).items()}
        return Option(
            self._text(row, "id", where),
            self._said(row, "text", where),
            str(row.get("next", "")),
            str(row.get("go", "")),
            facts,
            self._texts(row, "editions", where),
        )

    def _decision(self, row: dict[str, Any]) -> Decision:
        where = f"decision {row.get('id')}"
        self._known(row, where, ("id", "rule"))
        rules = []
        for each in row.get("rule", ()):
            self._known(each, where, ("when", "next", "editions"))
            when = {
                str(name): tuple(map(str, wanted)) if isinstance(wanted, list) else (str(wanted),)
                for name, wanted in each.get("when", {}).items()
            }
            rules.append(Rule(when, self._text(each, "next", where), self._texts(each, "editions", where)))
        return Decision(self._text(row, "id", where), tuple(rules))

    def _outcome(self, row: dict[str, Any]) -> Outcome:
        where = f"outcome {row.get('id')}"
        known = ("id", "text", "laws", "effect", "say", "information", "later", "appeal", "sure", "check", "editions")
        self._known(row, where, known)
        effects = tuple(self._effect(each, where) for each in row.get("effect", ()))
        if not effects:
            self._fault(where, say("it has no effect; a ruling that changes nothing has the kind nothing"))
        check = {edition: self._said(row["check"], edition, where) for edition in row.get("check", {})}
        return Outcome(
            self._text(row, "id", where),
            self._said(row, "text", where),
            self._laws(row, where),
            effects,
            self._maybe(row, "say", where),
            self._notes(row, "information", where),
            self._notes(row, "later", where),
            bool(row.get("appeal", False)),
            self._one_of(row, "sure", SURE, where, "high"),
            check,
            self._texts(row, "editions", where),
        )

    def _notes(self, row: dict[str, Any], name: str, where: str) -> tuple[Note, ...]:
        """Lines beside a ruling: texts, or tables with a text and the editions it holds for."""
        found = []
        for each in row.get(name, []):
            line = {"text": each} if isinstance(each, str) else each
            if not isinstance(line, dict):
                self._fault(where, say("“{name}” is a list of texts", name=name))
            self._known(line, f"{where}, {name}", ("text", "editions"))
            found.append(Note(self._said(line, "text", where), self._texts(line, "editions", where)))
        return tuple(found)

    def _effect(self, row: dict[str, Any], where: str) -> Effect:
        kind = self._one_of(row, "kind", KINDS, where)
        for name in NEEDS.get(kind, ()):
            if name not in row:
                self._fault(where, say("the effect {kind} needs “{name}”", kind=kind, name=name))
        if kind == "adjust":
            self._one_of(row, "how", HOWS, where)
        if kind == "artificial":
            self._award(row, where)
        detail = {name: value for name, value in row.items() if name not in ("kind", "text", "editions")}
        return Effect(kind, self._maybe(row, "text", where), detail, self._texts(row, "editions", where))

    def _award(self, row: dict[str, Any], where: str) -> None:
        """An artificial score says what each side gets, in one of three ways."""
        given = {name for name in ("ns", "ew", "offending", "others", "by") if name in row}
        if given == {"by"}:
            self._one_of(row, "by", ("fault",), where)
        elif given in ({"ns", "ew"}, {"offending", "others"}):
            for name in sorted(given):
                self._one_of(row, name, AWARDS, where)
        else:
            self._fault(
                where,
                say('an artificial score has “ns” and “ew”, or “offending” and “others”, or “by = "fault"”'),
            )

    def _case(self, row: dict[str, Any]) -> Case:
        where = f"case {row.get('name')}"
        self._known(row, where, ("name", "answers", "edition", "outcome", "seats", "tricks", "source", "facts"))
        tricks = row.get("tricks")
        return Case(
            self._text(row, "name", where),
            self._texts(row, "answers", where),
            str(row.get("edition", DEFAULT_EDITION)),
            self._text(row, "outcome", where),
            {str(role): str(seat) for role, seat in row.get("seats", {}).items()},
            int(tricks) if tricks is not None else None,
            str(row.get("source", "")),
            self._facts(row, where) if "facts" in row else None,
        )

    def _facts(self, row: dict[str, Any], where: str) -> Facts:
        try:
            return read_facts(self._text(row, "facts", where))
        except BadFacts as problem:
            self._fault(where, str(problem).rstrip("."))

    # -- small things

    def _fault(self, where: str, what: str) -> NoReturn:
        raise BadProcedure(at(self.name, self.lines, where, what))

    def _known(self, row: Mapping[str, Any], where: str, known: tuple[str, ...]) -> None:
        for name in row:
            if name not in known:
                self._fault(where, say("“{name}” is no key here; there are {known}", name=name, known=", ".join(known)))

    def _text(self, row: Mapping[str, Any], name: str, where: str) -> str:
        value = row.get(name)
        if not isinstance(value, str) or not value.strip():
            self._fault(where, say("“{name}” is wanted", name=name))
        return value

    def _texts(self, row: Mapping[str, Any], name: str, where: str) -> tuple[str, ...]:
        value = row.get(name, [])
        if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
            self._fault(where, say("“{name}” is a list of texts", name=name))
        return tuple(value)

    def _said(self, row: Mapping[str, Any], name: str, where: str) -> Sentence:
        """A text that people see, which can be translated."""
        return Sentence(self._text(row, name, where), {})

    def _maybe(self, row: Mapping[str, Any], name: str, where: str) -> str:
        return self._said(row, name, where) if name in row else ""

    def _all_said(self, row: Mapping[str, Any], name: str, where: str) -> tuple[str, ...]:
        return tuple(Sentence(each, {}) for each in self._texts(row, name, where))

    def _one_of(self, row: Mapping[str, Any], name: str, known: tuple[str, ...], where: str, usual: str = "") -> Any:
        value = row.get(name, usual)
        if value not in known:
            self._fault(where, say("“{name}” is one of {known}", name=name, known=", ".join(known)))
        return value

    def _laws(self, row: Mapping[str, Any], where: str) -> dict[str, tuple[str, ...]]:
        value = row.get("laws", {})
        if not isinstance(value, dict):
            self._fault(where, say("“laws” gives paragraphs for each edition"))
        return {str(edition): self._texts(value, edition, f"{where}, laws") for edition in value}


TOP = (
    "id",
    "title",
    "phase",
    "kind",
    "laws",
    "first",
    "ways",
    "trigger",
    "facts",
    "errors",
    "differs",
    "common",
    "question",
    "decision",
    "outcome",
    "case",
)
NEEDS = {
    "transfer": ("tricks", "to"),
    "must-pass": ("who", "times"),
    "penalty-card": ("who", "card"),
    "lead-restriction": ("who", "until"),
    "adjust": ("how",),
}
"""What an effect of a kind must say besides."""
