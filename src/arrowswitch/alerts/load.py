"""Reading the federations' files: one that cannot be right is refused, with its name and the key at fault."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from functools import cache
from importlib.resources import files
from typing import Any, NoReturn, TypeVar

from arrowswitch.alerts.model import (
    ANY,
    DUTIES,
    VERDICTS,
    Convention,
    Event,
    Federation,
    Limit,
    Meaning,
    Note,
    Permission,
    Protection,
    Question,
    Situation,
    Source,
    SystemClass,
)
from arrowswitch.words import Sentence, say

Row = Mapping[str, Any]
Made = TypeVar("Made")

TOP = (
    "id title profiles duties source situation note class limit event convention question protection".split()  # noqa: SIM905
)


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
    return _Reader(name).federation(data)


class _Reader:
    """One file being read."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.sources: dict[str, Source] = {}

    def federation(self, data: Row) -> Federation:
        self._known(data, "the file", TOP)
        self.sources = self._all(data, "source", self._source)
        duties = {duty: self._text(data.get("duties", {}), duty, "duties") for duty in data.get("duties", {})}
        protection = self._protection(data["protection"]) if "protection" in data else None
        made = Federation(
            self._text(data, "id", "the file"),
            self._text(data, "title", "the file"),
            self._texts(data, "profiles", "the file"),
            duties,
            self.sources,
            self._all(data, "situation", self._situation),
            self._all(data, "note", self._note),
            self._all(data, "class", self._class),
            self._all(data, "limit", self._limit),
            self._all(data, "event", self._event),
            self._all(data, "convention", self._convention),
            self._all(data, "question", self._question),
            protection,
        )
        self._fits(made)
        return made

    # -- the kinds of lines

    def _source(self, row: Row, where: str) -> Source:
        self._known(row, where, ("id", "title", "date"))
        return Source(row["id"], self._text(row, "title", where), self._text(row, "date", where))

    def _situation(self, row: Row, where: str) -> Situation:
        self._known(row, where, ("id", "title", "group", "calls", "ways", "source", "check", "meanings"))
        meanings = tuple(self._meaning(each, where) for each in row.get("meanings", ()))
        if not meanings:
            self._fault(where, say("“meanings” is wanted"))
        return Situation(
            row["id"],
            self._text(row, "title", where),
            self._text(row, "group", where),
            meanings,
            self._from(row, where),
            self._texts(row, "calls", where),
            self._texts(row, "ways", where),
            self._maybe(row, "check", where),
        )

    def _meaning(self, row: Row, where: str) -> Meaning:
        self._known(row, where, ("means", "duty", "words", "note"))
        means = self._text(row, "means", where)
        duty = self._one_of(row, "duty", DUTIES, where)
        if (duty == "announce") != bool(row.get("words")):
            self._fault(where, say("“words” stands beside an announcement, and nowhere else"))
        return Meaning(means, duty, self._maybe(row, "words", where), self._maybe(row, "note", where))

    def _note(self, row: Row, where: str) -> Note:
        self._known(row, where, ("id", "title", "text", "ways", "source", "check"))
        title, text = self._text(row, "title", where), self._text(row, "text", where)
        ways = self._texts(row, "ways", where)
        return Note(row["id"], title, text, self._from(row, where), ways, self._maybe(row, "check", where))

    def _class(self, row: Row, where: str) -> SystemClass:
        self._known(row, where, ("id", "title", "text", "source", "check"))
        title, text = self._text(row, "title", where), self._text(row, "text", where)
        return SystemClass(row["id"], title, text, self._from(row, where), self._maybe(row, "check", where))

    def _limit(self, row: Row, where: str) -> Limit:
        self._known(row, where, ("id", "text", "source"))
        return Limit(row["id"], self._text(row, "text", where), self._from(row, where))

    def _event(self, row: Row, where: str) -> Event:
        self._known(row, where, ("id", "title", "text", "allows", "source", "protects"))
        allows = {}
        for system, given in self._table(row, "allows", where).items():
            place = f"{where}, allows.{system}"
            written = {"verdict": given} if isinstance(given, str) else given
            if not isinstance(written, dict):
                self._fault(place, say("“{name}” is one of {known}", name=system, known=", ".join(VERDICTS)))
            self._known(written, place, ("verdict", "without", "text"))
            verdict = self._one_of(written, "verdict", VERDICTS, place)
            without = self._texts(written, "without", place)
            allows[system] = Permission(verdict, without, self._maybe(written, "text", place))
        title = self._text(row, "title", where)
        text = self._text(row, "text", where)
        return Event(row["id"], title, text, allows, self._from(row, where), row.get("protects") is True)

    def _convention(self, row: Row, where: str) -> Convention:
        self._known(row, where, ("id", "title", "class", "meets", "events", "text", "ways", "source", "check"))
        events = self._table(row, "events", where)
        for event in events:
            self._one_of(events, event, VERDICTS, f"{where}, events")
        return Convention(
            row["id"],
            self._text(row, "title", where),
            self._text(row, "class", where),
            self._from(row, where),
            self._texts(row, "meets", where),
            dict(events),
            self._maybe(row, "text", where),
            self._texts(row, "ways", where),
            self._maybe(row, "check", where),
        )

    def _question(self, row: Row, where: str) -> Question:
        self._known(row, where, ("id", "text", "yes", "no", "brown"))
        yes, no = self._text(row, "yes", where), self._text(row, "no", where)
        return Question(row["id"], self._text(row, "text", where), yes, no, row.get("brown") is True)

    def _protection(self, row: Row) -> Protection:
        self._known(row, "protection", ("who", "duties", "classes", "source"))
        duties = self._texts(row, "duties", "protection")
        classes = self._texts(row, "classes", "protection")
        return Protection(self._text(row, "who", "protection"), duties, classes, self._from(row, "protection"))

    # -- what the lines say of each other

    def _fits(self, made: Federation) -> None:
        if ANY not in made.situations:
            self._fault("situation", say("one has the id “any”, for calls without a line of their own"))
        for situation in made.situations.values():
            for meaning in situation.meanings:
                if meaning.duty not in made.duties:
                    self._fault("duties", say("“{name}” is wanted", name=meaning.duty))
        for event in made.events.values():
            self._there(made.classes, event.allows, f"event {event.id}, allows")
            for system in made.classes:
                if system not in event.allows:
                    self._fault(f"event {event.id}, allows", say("“{name}” is wanted", name=system))
            for system, permission in event.allows.items():
                self._there(made.limits, permission.without, f"event {event.id}, allows.{system}.without")
        for convention in made.conventions.values():
            where = f"convention {convention.id}"
            self._there(made.classes, (convention.system,), f"{where}, class")
            self._there(made.limits, convention.meets, f"{where}, meets")
            self._there(made.events, convention.events, f"{where}, events")
        if made.protection:
            self._there(made.classes, made.protection.classes, "protection, classes")
        self._questions_end(made)

    def _questions_end(self, made: Federation) -> None:
        reached: set[str] = set()
        after = list(made.questions)
        for place, question in enumerate(made.questions.values()):
            for answer in (question.yes, question.no):
                where = f"question {question.id}"
                self._there({**made.questions, **made.classes}, (answer,), where)
                if answer in made.questions and after.index(answer) <= place:
                    self._fault(where, say("it leads back to “{name}”; a question leads to a later one", name=answer))
                reached.add(answer)
        for unreached in after[1:]:
            if unreached not in reached:
                self._fault(f"question {unreached}", say("no answer leads to it"))

    def _there(self, known: Mapping[str, object], wanted: Any, where: str) -> None:
        for name in wanted:
            if name not in known:
                self._fault(where, say("there is no “{name}”; there are {known}", name=name, known=", ".join(known)))

    # -- small things

    def _fault(self, where: str, what: str) -> NoReturn:
        raise BadChart(say("{file}, {where}: {what}.", file=self.name, where=where, what=what))

    def _all(self, data: Row, kind: str, make: Callable[[Row, str], Made]) -> dict[str, Made]:
        rows = data.get(kind, [])
        if not isinstance(rows, list):
            self._fault(kind, say("it is a list of tables: [[{kind}]]", kind=kind))
        found: dict[str, Made] = {}
        for number, row in enumerate(rows, 1):
            name = self._text(row, "id", f"{kind} number {number}")
            if name in found:
                self._fault(f"{kind} {name}", say("the id is there twice"))
            found[name] = make(row, f"{kind} {name}")
        return found

    def _from(self, row: Row, where: str) -> Source:
        name = self._text(row, "source", where)
        self._there(self.sources, (name,), f"{where}, source")
        return self.sources[name]

    def _known(self, row: Row, where: str, known: Any) -> None:
        for name in row:
            if name not in known:
                self._fault(where, say("“{name}” is no key here; there are {known}", name=name, known=", ".join(known)))

    def _text(self, row: Row, name: str, where: str) -> str:
        """A text, which can be translated where people see it."""
        value = row.get(name)
        if not isinstance(value, str) or not value.strip():
            self._fault(where, say("“{name}” is wanted", name=name))
        return Sentence(value, {})

    def _maybe(self, row: Row, name: str, where: str) -> str:
        return self._text(row, name, where) if name in row else ""

    def _texts(self, row: Row, name: str, where: str) -> tuple[str, ...]:
        value = row.get(name, [])
        if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
            self._fault(where, say("“{name}” is a list of texts", name=name))
        return tuple(Sentence(each, {}) for each in value)

    def _table(self, row: Row, name: str, where: str) -> dict[str, Any]:
        value = row.get(name, {})
        if not isinstance(value, dict):
            self._fault(where, say("“{name}” is a table", name=name))
        return value

    def _one_of(self, row: Row, name: str, known: tuple[str, ...], where: str) -> str:
        value = row.get(name)
        if value not in known:
            self._fault(where, say("“{name}” is one of {known}", name=name, known=", ".join(known)))
        return str(value)
