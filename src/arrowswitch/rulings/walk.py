"""The walker: given a procedure, an edition and the answers so far, the next question or the ruling.

It keeps nothing. Going back is giving fewer answers; another answer in the middle keeps those after it as long as they
still fit. Seats are put into the words: when East is the offender it is South who is asked whether he accepts.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from string import Formatter
from typing import Self

from arrowswitch.bridge import Seat, parse_seat
from arrowswitch.rulings.facts import Facts
from arrowswitch.rulings.follows import NAMED, SOURCES, named
from arrowswitch.rulings.model import (
    DEFAULT_EDITION,
    ROLES,
    SEE,
    Edition,
    Effect,
    Fork,
    Node,
    Option,
    Procedure,
    Question,
    RulingNote,
    RulingOutcome,
)
from arrowswitch.words import Gettext, Ngettext, Sentence, say

FROM_FACTS = "*"
"""After an answer: it followed from the facts, and follows anew when they change."""
LONGEST = 60
"""More steps than any procedure has."""


class CannotRule(ValueError):  # noqa: N818 - said to the director
    """An answer that does not belong to the question, or a procedure that is not there."""


@dataclass(frozen=True)
class Answered:
    """A question that was answered, as it was put."""

    question: Question
    option: Option
    text: str
    procedure: str
    because: str = ""
    """Where the answer comes from, if it followed from the facts."""

    @property
    def written(self) -> str:
        """The answer as an address has it: one that followed from the facts is marked."""
        return self.option.id + (FROM_FACTS if self.because else "")


@dataclass(frozen=True)
class WalkStep:
    """Where the director stands: a question, or the ruling."""

    procedure: Procedure
    edition: Edition
    node: Question | RulingOutcome
    trail: tuple[Answered, ...]
    facts: Mapping[str, str]
    words: Mapping[str, str]
    through: tuple[Procedure, ...] = ()
    """The procedures that were walked through, this one the last."""

    @property
    def done(self) -> bool:
        """Whether a ruling has been reached."""
        return isinstance(self.node, RulingOutcome)

    @property
    def options(self) -> tuple[Option, ...]:
        """What can be answered in this edition."""
        if not isinstance(self.node, Question):
            return ()
        return tuple(option for option in self.node.options if in_edition(option.editions, self.edition))

    @property
    def effects(self) -> tuple[Effect, ...]:
        """What the ruling does."""
        found = self.node.effects if isinstance(self.node, RulingOutcome) else ()
        return tuple(each for each in found if in_edition(each.editions, self.edition))

    @property
    def tricks(self) -> int | None:
        """How many tricks are transferred, if the ruling transfers any or none."""
        for effect in self.effects:
            if effect.kind == "transfer":
                return int(effect.detail["tricks"])
        return None

    @property
    def laws(self) -> tuple[str, ...]:
        """The paragraphs of this edition."""
        return self.node.laws.get(self.edition, ()) if isinstance(self.node, RulingOutcome) else ()

    def put(self, text: str) -> Put:
        """A text with the seats of this table in it."""
        return Put(text, self.words)

    def noted(self, notes: Sequence[RulingNote]) -> list[Put]:
        """The lines of this edition, with the seats in them."""
        return [self.put(each.text) for each in notes if in_edition(each.editions, self.edition)]


@dataclass
class _Way:
    """The walk as it goes."""

    procedure: Procedure
    node: Node
    facts: dict[str, str] = field(default_factory=dict)
    trail: list[Answered] = field(default_factory=list)
    through: list[Procedure] = field(default_factory=list)


def walk(
    book: Mapping[str, Procedure],
    name: str,
    answers: Sequence[str] = (),
    *,
    edition: Edition = DEFAULT_EDITION,
    offender: Seat | str | None = None,
    declarer: Seat | str | None = None,
    names: Mapping[str, str] | None = None,
    known: Facts | None = None,
) -> WalkStep:
    """The next step of a procedure after these answers; `names` are players by seat letter, `known` the facts.

    The facts name seats and suits here; answers that follow from them are put in by `fitting` and `with_facts`.
    """
    if name not in book:
        raise CannotRule(say("There is no procedure “{name}”.", name=name))
    words: dict[str, str] = {f"{SEE}:{each.id}": each.quoted for each in book.values()}
    known = known or Facts()
    words |= seat_words(offender or known.offender, declarer or known.declarer, names or {})
    words |= {**NAMED, **named(known)}
    way = _Way(book[name], book[name].nodes[book[name].first], through=[book[name]])
    given = list(answers)
    for _ in range(LONGEST):
        if isinstance(way.node, Fork):
            way.node = way.procedure.nodes[_decided(way.node, way.facts, edition)]
        elif isinstance(way.node, Question) and given:
            _take(book, way, given.pop(0), edition, words)
        else:
            break
    if given:
        raise CannotRule(say("There are more answers than questions: “{answer}” is one too many.", answer=given[0]))
    if isinstance(way.node, Fork):
        raise CannotRule(say("The procedure {name} does not come to an end.", name=way.procedure.id))
    return WalkStep(way.procedure, edition, way.node, tuple(way.trail), dict(way.facts), words, tuple(way.through))


def followed(step: WalkStep, known: Facts | None) -> str:
    """The answer that follows from the facts to the question of a step, marked as such; nothing if none does."""
    node = step.node
    if known is None or not isinstance(node, Question) or not node.from_facts:
        return ""
    answer = SOURCES[node.from_facts].find(known)
    return answer + FROM_FACTS if answer in {option.id for option in step.options} else ""


def fitting(
    book: Mapping[str, Procedure],
    name: str,
    answers: Sequence[str],
    *,
    edition: Edition = DEFAULT_EDITION,
    known: Facts | None = None,
) -> tuple[str, ...]:
    """The answers from the first on that still answer what is asked: what is left after one was changed.

    Those that followed from the facts follow anew, and what follows after the last answer is added.

    >>> from arrowswitch.rulings import book
    >>> fitting(book(), "revoke", ["yes", "no", "perhaps", "revoker"])
    ('yes', 'no')
    """
    kept: tuple[str, ...] = ()
    for answer in (*answers, *[FROM_FACTS] * LONGEST):
        step = walk(book, name, kept, edition=edition)
        answer = followed(step, known) if answer.endswith(FROM_FACTS) else answer
        if answer.removesuffix(FROM_FACTS) not in {option.id for option in step.options}:
            break
        kept = (*kept, answer)
    return kept


def with_facts(
    book: Mapping[str, Procedure],
    name: str,
    answers: Sequence[str],
    known: Facts | None,
    *,
    edition: Edition = DEFAULT_EDITION,
) -> tuple[str, ...]:
    """The answers to what is asked, with those between that follow from the facts."""
    kept: tuple[str, ...] = ()
    given = list(answers)
    while len(kept) < LONGEST:
        step = walk(book, name, kept, edition=edition)
        answer = followed(step, known) or (given.pop(0) if given else "")
        if not answer:
            break
        kept = (*kept, answer)
    return kept


def carried(
    book: Mapping[str, Procedure],
    name: str,
    before: Sequence[str],
    answers: Sequence[str],
    *,
    edition: Edition = DEFAULT_EDITION,
    was: Edition | None = None,
) -> tuple[str, ...]:
    """New answers, and after them the old ones from there on, as long as the same questions are put.

    >>> from arrowswitch.rulings import book
    >>> before = ["yes", "no", "in-time", "hand", "none", "revoker", "1"]
    >>> carried(book(), "revoke", before, ["yes", "no", "in-time", "hand", "none", "partner"])
    ('yes', 'no', 'in-time', 'hand', 'none', 'partner', '1')
    >>> carried(book(), "revoke", before, ["no"])
    ('no',)
    """
    kept = tuple(answers)
    for each in walk(book, name, before, edition=was or edition).trail[len(kept) :]:
        step = walk(book, name, kept, edition=edition)
        if step.node != each.question or each.option.id not in {option.id for option in step.options}:
            break
        kept = (*kept, each.written)
    return kept


def _take(book: Mapping[str, Procedure], way: _Way, answer: str, edition: Edition, words: Mapping[str, str]) -> None:
    question = way.node
    assert isinstance(question, Question)  # noqa: S101 - the caller has looked
    because = SOURCES[question.from_facts].because if answer.endswith(FROM_FACTS) and question.from_facts else ""
    answer = answer.removesuffix(FROM_FACTS)
    usable = [option for option in question.options if in_edition(option.editions, edition)]
    option = next((each for each in usable if each.id == answer), None)
    if option is None:
        raise CannotRule(
            say(
                "“{answer}” does not answer “{question}”; the answers are {options}.",
                answer=answer,
                question=fill(question.text, words),
                options=", ".join(each.id for each in usable),
            )
        )
    way.trail.append(Answered(question, option, Put(question.text, words), way.procedure.id, because))
    way.facts.update({question.id: option.id, **option.facts})
    if option.go:
        way.procedure = book[option.go]
        way.through.append(way.procedure)
        way.node = way.procedure.nodes[way.procedure.first]
    else:
        way.node = way.procedure.nodes[option.next]


def _decided(decision: Fork, facts: Mapping[str, str], edition: Edition) -> str:
    for rule in decision.rules:
        if in_edition(rule.editions, edition) and all(facts.get(name) in wanted for name, wanted in rule.when.items()):
            return rule.next
    raise CannotRule(say("Nothing is laid down for these facts; look into the book."))


def in_edition(editions: tuple[Edition, ...], edition: Edition) -> bool:
    """Whether something belongs to an edition; what names none belongs to all."""
    return not editions or edition in editions


# -- seats --------------------------------------------------------------------------------------------------------------

CALLED: Mapping[str, Sentence] = dict(
    zip(
        ROLES,
        (
            say("the offender"),
            say("the offender’s partner"),
            say("the offender’s left-hand opponent"),
            say("the offender’s right-hand opponent"),
            say("declarer"),
            say("dummy"),
            say("the opening leader"),
            say("the leader’s partner"),
        ),
        strict=True,
    )
)
"""What a role is called as long as nobody has said who sits where."""
SEATS: Mapping[Seat, Sentence] = {
    Seat.NORTH: say("North"),
    Seat.EAST: say("East"),
    Seat.SOUTH: say("South"),
    Seat.WEST: say("West"),
}


def seat_words(offender: Seat | str | None, declarer: Seat | str | None, names: Mapping[str, str]) -> dict[str, str]:
    """What each role is called at this table.

    >>> words = seat_words("E", None, {"S": "Sue Sage"})
    >>> words["lho"], words["partner"], words["declarer"]
    ('South (Sue Sage)', 'West', 'declarer')
    """
    found: dict[str, str] = dict(CALLED)
    if offender:
        seat = _seat(offender)
        around = {"offender": seat, "lho": seat.left, "partner": seat.left.left, "rho": seat.left.left.left}
        found |= {role: _called(place, names) for role, place in around.items()}
    if declarer:
        seat = _seat(declarer)
        around = {
            "declarer": seat,
            "leader": seat.left,
            "dummy": seat.left.left,
            "leaders_partner": seat.left.left.left,
        }
        found |= {role: _called(place, names) for role, place in around.items()}
    return found


def _seat(given: Seat | str) -> Seat:
    return given if isinstance(given, Seat) else parse_seat(given)


def _called(seat: Seat, names: Mapping[str, str]) -> Sentence:
    name = names.get(seat.value)
    return say("{seat} ({player})", seat=SEATS[seat], player=name) if name else SEATS[seat]


class Put(Sentence):
    """A text of the book with the seats of a table in it. Its template is what a translator has before him.

    >>> put = Put("{lho} passes.", seat_words("E", None, {}))
    >>> put, put.translated({"{lho} passes.": "{lho} passt.", "South": "Süd"}.get)
    ('South passes.', 'Süd passt.')
    """

    __slots__ = ()

    def __new__(cls, template: str, values: Mapping[str, str]) -> Self:
        self = str.__new__(cls, fill(template, values))
        self.template = str(template)
        self.values = values
        self.one = ""
        return self

    def translated(self, gettext: Gettext, ngettext: Ngettext | None = None) -> str:
        """The text in another language, with the seats in it."""
        if not self.template:
            return ""
        text = gettext(self.template)
        words = {
            role: called.translated(gettext, ngettext) if isinstance(called, Sentence) else called
            for role, called in self.values.items()
            if f"{{{role}}}" in text
        }
        return fill(text, words)


def fill(text: str, words: Mapping[str, object]) -> str:
    """A text with its roles filled in; a sentence that begins with one begins with a capital.

    >>> fill("{lho}, do you accept the bid?", {"lho": "the offender’s left-hand opponent"})
    'The offender’s left-hand opponent, do you accept the bid?'
    >>> fill("It is put right. {partner} is free.", {"partner": "the offender’s partner"})
    'It is put right. The offender’s partner is free.'
    >>> fill("At the end: see {see:revoke}.", {"see:revoke": "“Revoke”"})
    'At the end: see “Revoke”.'
    """
    whole = ""
    for literal, role, of, _conversion in Formatter().parse(text):
        whole += literal
        if role is not None:
            key = f"{role}:{of}" if of else role
            called = str(words.get(key, key))
            begins = not whole or whole.endswith((". ", "? ", "! "))
            whole += called[:1].upper() + called[1:] if begins else called
    return whole
