"""A walk as a page shows it. The address holds everything, so that the browser's own way back loses nothing.

`a` are the answers, `at` the question that is looked at again, `laws` the edition, `offender` and `declarer` the seats, `f`
the facts that were given, in one line.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any
from urllib.parse import urlencode

from django.http import QueryDict
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from arrowswitch.rulings import (
    DEFAULT_EDITION,
    EDITIONS,
    FROM_FACTS,
    BadFacts,
    Facts,
    Procedure,
    WalkStep,
    book,
    carried,
    fitting,
    walk,
)
from arrowswitch.rulings.facts import read
from arrowswitch.rulings.follows import told
from arrowswitch.rulings.shown import step_shown
from arrowswitch.rulings.walk import SEATS as SEAT_NAMES
from arrowswitch.site.movement.templatetags.spoken import said
from arrowswitch.site.spoken import spoken
from arrowswitch.words import Sentence, translated

SEATS: Mapping[str, Sentence] = {seat.value: name for seat, name in SEAT_NAMES.items()}
LONGEST = 60


@dataclass(frozen=True)
class RulingQuery:
    """What an address asks for."""

    procedure: Procedure
    answers: tuple[str, ...] = ()
    at: int | None = None
    edition: str = DEFAULT_EDITION
    seats: Mapping[str, str] = field(default_factory=dict)
    more: Mapping[str, str] = field(default_factory=dict)
    """What else belongs to the address: the table and the board of a session."""
    names: Mapping[str, str] = field(default_factory=dict)
    """The players by their seats."""
    known: Facts = field(default_factory=Facts)
    """The facts: those of the address, and what the board and its result say."""
    facts: str = ""
    """The facts of the address."""
    problem: str = ""
    """Why they could not be read."""
    base: str = ""
    """Where the book lies: by itself, or within a session."""

    @property
    def place(self) -> int:
        """The question that is on the screen, counted from 0."""
        return len(self.answers) if self.at is None else self.at

    @property
    def step(self) -> WalkStep:
        """What is on the screen."""
        return walk(
            book(),
            self.procedure.id,
            self.answers[: self.place],
            edition=self.edition,
            offender=self.seats.get("offender"),
            declarer=self.seats.get("declarer"),
            names=self.names,
            known=self.known,
        )

    @property
    def given_answers(self) -> tuple[str, ...]:
        """The answers without their marks."""
        return tuple(answer.removesuffix(FROM_FACTS) for answer in self.answers)

    def seat(self, role: str) -> str | None:
        """Who has a role: as it was tapped, or by the facts."""
        return self.seats.get(role) or getattr(self.known, role)

    def asked_from(self, place: int, step: int) -> int:
        """The next place in a direction that was asked and did not follow from the facts."""
        while 0 <= place < len(self.answers) and self.answers[place].endswith(FROM_FACTS):
            place += step
        return place

    def link(self, **changes: Any) -> str:
        """The address of the same walk with something changed."""
        new = replace(self, **changes)
        given = {"a": ",".join(new.answers)}
        if new.at is not None and new.at < len(new.answers):
            given["at"] = str(new.at)
        if new.edition != DEFAULT_EDITION:
            given["laws"] = new.edition
        given |= {**new.seats, "f": new.facts}
        return "?" + urlencode({name: value for name, value in (given | dict(new.more)).items() if value})

    def to(self, name: str, **given: str) -> str:
        """The address of another page of the book, with what goes on to it."""
        query = urlencode({key: value for key, value in {**self.more, **given}.items() if value})
        return f"{self.base}{name}/{'?' if query else ''}{query}"

    def answered(self, option: str) -> str:
        """The address after an answer: what was answered further on is kept as long as the same is asked."""
        given = (*self.answers[: self.place], option)
        answers = carried(book(), self.procedure.id, self.answers, given, edition=self.edition)
        new = replace(self, answers=answers)
        return new.link(at=new.asked_from(self.place + 1, 1))

    def in_edition(self, edition: str) -> str:
        """The address in another edition, as far as the same is asked there."""
        answers = carried(book(), self.procedure.id, self.answers, (), edition=edition, was=self.edition)
        return self.link(edition=edition, answers=answers)


def facts_of(text: str, begun: Facts | None = None) -> tuple[Facts, str]:
    """The facts of a line, with the dealer and declarer of the board where it has none; or what is wrong with it."""
    begun = begun or Facts()
    try:
        facts = read(text)
    except BadFacts as problem:
        return begun, spoken(problem)
    declarer = facts.said_declarer or (None if facts.declarer else begun.said_declarer)
    return replace(facts, dealer=facts.dealer or begun.dealer, said_declarer=declarer), ""


def facts_word(facts: str) -> str:
    """What the way to the facts is called."""
    return _("Change the facts") if facts else _("Give dealer and auction once, by tapping")


def asked(
    procedure: Procedure,
    given: QueryDict,
    more: Mapping[str, str] | None = None,
    *,
    names: Mapping[str, str] | None = None,
    begun: Facts | None = None,
    base: str = "",
) -> RulingQuery:
    """What an address asks for; what makes no sense in it is left out."""
    edition = given.get("laws", "")
    edition = edition if edition in EDITIONS else DEFAULT_EDITION
    wanted = [each for each in given.get("a", "").split(",")[:LONGEST] if each]
    text = given.get("f", "").strip()
    known, problem = facts_of(text, begun)
    answers = fitting(book(), procedure.id, wanted, edition=edition, known=known)
    at = given.get("at", "")
    place = int(at) if at.isascii() and at.isdigit() and len(at) < 3 and int(at) < len(answers) else None
    seats = {role: seat for role in ("offender", "declarer") if (seat := given.get(role, "")) in SEATS}
    return RulingQuery(
        procedure,
        answers,
        place,
        edition,
        seats,
        more or {},
        names or {},
        known,
        text,
        problem,
        base or reverse("rulings"),
    )


def walk_shown(wish: RulingQuery) -> dict[str, Any]:
    """Everything that the page of a walk says, as the phone makes it for itself in `book.js`."""
    step = wish.step
    shown = translated(step_shown(step), _, ngettext)
    for number, each in enumerate(shown["trail"]):
        each["link"] = wish.link(at=number)
    rows = [_seat_row(wish, role, title) for role, title in _roles()]
    to_facts = wish.link(at=None, more={**wish.more, "to": wish.procedure.id})
    return {
        "wish": wish,
        "procedure": wish.procedure,
        "question": _question_shown(wish, shown["question"]) if shown["question"] else None,
        "conclusion": _conclusion_shown(wish, step, shown["conclusion"]) if shown["conclusion"] else None,
        "trail": shown["trail"],
        "facts_problem": wish.problem,
        "facts_told": [spoken(each) for each in told(wish.known)],
        "facts_link": f"{wish.base}facts/{to_facts}",
        "facts_word": facts_word(wish.facts),
        "editions": [
            {"name": each, "link": wish.in_edition(each), "current": each == wish.edition} for each in EDITIONS
        ],
        "seats_open": not wish.place,
        "seats_now": [f"{row['title']} {row['now']}." for row in rows if row["now"]],
        "seat_rows": rows,
        **_about(wish.procedure, step.procedure.laws.get(wish.edition, ()), begun=bool(wish.place)),
    }


def _question_shown(wish: RulingQuery, question: dict[str, Any]) -> dict[str, Any]:
    given = wish.given_answers[wish.place] if wish.place < len(wish.answers) else ""
    for option in question["options"]:
        option |= {"link": wish.answered(option["id"]), "chosen": option["id"] == given}
    who = _("Ask: %(who)s") % {"who": question["asked"]} if question["asked"] else _("See for yourself")
    return {**question, "who": who, "back": _back(wish)}


def _conclusion_shown(wish: RulingQuery, step: WalkStep, conclusion: dict[str, Any]) -> dict[str, Any]:
    further = {**wish.seats, "f": wish.facts}
    return {
        **conclusion,
        "through": said(step.procedure.title) if step.procedure.id != wish.procedure.id else "",
        "does": [each["text"] for each in conclusion["effects"] if each["text"]],
        "see": [{"title": said(book()[name].title), "link": wish.to(name, **further)} for name in conclusion["see"]],
        "cards": wish.to("cards") if any(each.kind == "penalty-card" for each in step.effects) else "",
        "back": _back(wish),
        "again": wish.link(answers=(), at=None),
    }


def _back(wish: RulingQuery) -> str:
    before = wish.asked_from(wish.place - 1, -1)
    return wish.link(at=before) if before >= 0 else ""


def _about(procedure: Procedure, laws: Sequence[str], *, begun: bool) -> dict[str, Any]:
    """What stands beside a walk."""
    heading = _("Law") if len(laws) == 1 else _("Laws")
    return {
        "find_out": [] if begun else [said(each) for each in procedure.facts],
        "errors": [said(each) for each in procedure.errors],
        "differs": said(procedure.differs) if procedure.differs else "",
        "laws_told": f"{heading} {', '.join(laws)}" if laws else "",
    }


def _roles() -> tuple[tuple[str, str], ...]:
    return ("offender", _("The offender sits")), ("declarer", _("Declarer sits"))


def _seat_row(wish: RulingQuery, role: str, title: str) -> dict[str, Any]:
    now = wish.seat(role) or ""
    rest = {name: seat for name, seat in wish.seats.items() if name != role}
    seats = [
        {
            "letter": letter,
            "label": ", ".join(filter(None, [f"{title} {spoken(full)}", wish.names.get(letter, "")])),
            "current": letter == now,
            "link": wish.link(seats=rest if letter == wish.seats.get(role) else {**rest, role: letter}),
        }
        for letter, full in SEATS.items()
    ]
    return {"role": role, "title": title, "seats": seats, "now": spoken(SEATS[now]) if now else ""}
