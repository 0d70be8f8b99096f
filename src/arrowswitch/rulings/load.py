"""Reading the procedures: a file that cannot be right is refused at load, with its name and the place of the fault."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import Any, NoReturn

from arrowswitch.rulings.model import KINDS, Case, Decision, Effect, Node, Option, Outcome, Procedure, Question, Rule
from arrowswitch.words import say

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
ASKED = (
    "director",
    "offender",
    "partner",
    "lho",
    "rho",
    "declarer",
    "dummy",
    "leader",
    "defender",
    "defenders",
    "claimer",
    "opponents",
    "caller",
    "all",
)
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
    for file in sorted(files("arrowswitch.rulings").joinpath("procedures").iterdir(), key=lambda each: each.name):
        if file.name.endswith(".toml"):
            procedure = read(file.read_text(encoding="utf-8"), file.name)
            if procedure.id in found:
                _fault(file.name, "id", say("another file has the id {id} already", id=procedure.id))
            found[procedure.id] = procedure
    prove(found)
    return found


def read(text: str, name: str) -> Procedure:
    """A procedure from the text of its file."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadProcedure(f"{name}: {error}") from None
    return _Reader(name, data).procedure()


def _fault(name: str, where: str, what: str) -> NoReturn:
    raise BadProcedure(say("{file}, {where}: {what}.", file=name, where=where, what=what))


class _Reader:
    """One file being read."""

    def __init__(self, name: str, data: dict[str, Any]) -> None:
        self.name = name
        self.data = data

    def procedure(self) -> Procedure:
        self._known(self.data, "the file", TOP)
        nodes: dict[str, Node] = {}
        for node in self._nodes():
            if node.id in nodes:
                _fault(self.name, node.id, say("the id is there twice"))
            nodes[node.id] = node
        return Procedure(
            self._text(self.data, "id", "the file"),
            self._text(self.data, "title", "the file"),
            self._one_of(self.data, "phase", PHASES, "the file"),
            self._laws(self.data, "the file"),
            self._text(self.data, "first", "the file"),
            nodes,
            self._texts(self.data, "ways", "the file"),
            str(self.data.get("trigger", "")),
            self._texts(self.data, "facts", "the file"),
            self._texts(self.data, "errors", "the file"),
            str(self.data.get("differs", "")),
            tuple(self._case(row) for row in self.data.get("case", ())),
            int(self.data.get("common", 0)),
            self._one_of(self.data, "kind", IRREGULARITIES, "the file"),
            self.name,
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
        self._known(row, where, ("id", "text", "ask", "say", "why", "away", "option", "editions"))
        return Question(
            self._text(row, "id", where),
            self._text(row, "text", where),
            tuple(self._option(each, where) for each in row.get("option", ())),
            self._one_of(row, "ask", ASKED, where, "director"),
            str(row.get("say", "")),
            str(row.get("why", "")),
            bool(row.get("away", False)),
            self._texts(row, "editions", where),
        )

    def _option(self, row: dict[str, Any], where: str) -> Option:
        where = f"{where}, option {row.get('id')}"
        self._known(row, where, ("id", "text", "next", "go", "facts", "editions"))
        if bool(row.get("next")) == bool(row.get("go")):
            _fault(self.name, where, say("it leads to one place: “next” in this file or “go” to another procedure"))
        facts = {str(name): str(value) for name, value in row.get("facts", {}).items()}
        return Option(
            self._text(row, "id", where),
            self._text(row, "text", where),
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
            _fault(self.name, where, say("it has no effect; a ruling that changes nothing has the kind nothing"))
        check = {str(edition): str(text) for edition, text in row.get("check", {}).items()}
        return Outcome(
            self._text(row, "id", where),
            self._text(row, "text", where),
            self._laws(row, where),
            effects,
            str(row.get("say", "")),
            self._texts(row, "information", where),
            self._texts(row, "later", where),
            bool(row.get("appeal", False)),
            self._one_of(row, "sure", SURE, where, "high"),
            check,
            self._texts(row, "editions", where),
        )

    def _effect(self, row: dict[str, Any], where: str) -> Effect:
        kind = self._one_of(row, "kind", KINDS, where)
        for name in NEEDS.get(kind, ()):
            if name not in row:
                _fault(self.name, where, say("the effect {kind} needs “{name}”", kind=kind, name=name))
        detail = {name: value for name, value in row.items() if name not in ("kind", "text")}
        return Effect(kind, str(row.get("text", "")), detail)

    def _case(self, row: dict[str, Any]) -> Case:
        where = f"case {row.get('name')}"
        self._known(row, where, ("name", "answers", "edition", "outcome", "seats", "tricks", "source"))
        tricks = row.get("tricks")
        return Case(
            self._text(row, "name", where),
            self._texts(row, "answers", where),
            str(row.get("edition", "2017")),
            self._text(row, "outcome", where),
            {str(role): str(seat) for role, seat in row.get("seats", {}).items()},
            int(tricks) if tricks is not None else None,
            str(row.get("source", "")),
        )

    # -- small things

    def _known(self, row: Mapping[str, Any], where: str, known: tuple[str, ...]) -> None:
        for name in row:
            if name not in known:
                _fault(
                    self.name,
                    where,
                    say("“{name}” is no key here; there are {known}", name=name, known=", ".join(known)),
                )

    def _text(self, row: Mapping[str, Any], name: str, where: str) -> str:
        value = row.get(name)
        if not isinstance(value, str) or not value.strip():
            _fault(self.name, where, say("“{name}” is wanted", name=name))
        return value

    def _texts(self, row: Mapping[str, Any], name: str, where: str) -> tuple[str, ...]:
        value = row.get(name, [])
        if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
            _fault(self.name, where, say("“{name}” is a list of texts", name=name))
        return tuple(value)

    def _one_of(self, row: Mapping[str, Any], name: str, known: tuple[str, ...], where: str, usual: str = "") -> Any:
        value = row.get(name, usual)
        if value not in known:
            _fault(self.name, where, say("“{name}” is one of {known}", name=name, known=", ".join(known)))
        return value

    def _laws(self, row: Mapping[str, Any], where: str) -> dict[str, tuple[str, ...]]:
        value = row.get("laws", {})
        if not isinstance(value, dict):
            _fault(self.name, where, say("“laws” gives paragraphs for each edition"))
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
    "artificial": ("ns", "ew"),
    "adjust": ("how",),
}
"""What an effect of a kind must say besides."""
