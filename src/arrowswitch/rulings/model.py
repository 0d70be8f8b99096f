"""A procedure of the Laws as a director walks it: questions, what is decided from the answers, and what is ruled.

Everything is data, one TOML file a procedure in `procedures/`; how such a file is written is told in the guide "How to
write or change a procedure". Here are only the values that a file becomes.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Annotated, Any, Literal

from arrowswitch.plain import NOT_READ, Key, OneOf, Said
from arrowswitch.rulings.facts import Facts
from arrowswitch.rulings.follows import SOURCES
from arrowswitch.rulings.laws import EDITIONS
from arrowswitch.words import Sentence, say

Edition = str
"""2017, 2007, or one that comes later: editions are data (`editions.toml`), and no code names one."""
DEFAULT_EDITION = EDITIONS[0]

Phase = Literal["before", "auction", "clarification", "play", "claim", "after", "any"]
Sure = Literal["high", "partly", "check"]
"""How sure we are: read in the law itself; partly read or completed; to be checked in the book."""

KINDS = (
    "nothing",
    "stands",
    "withdrawn",
    "cancelled",
    "replace",
    "must-pass",
    "repeat",
    "lead-restriction",
    "penalty-card",
    "card-back",
    "options",
    "play-order",
    "transfer",
    "declarer",
    "play-on",
    "restore",
    "adjust",
    "artificial",
    "penalty",
    "check-later",
    "tell",
)
"""What a ruling can do. Each effect has one of these kinds; the other keys depend on it."""
AWARDS = ("A+", "A", "A-", "NP")
"""What a side gets by an artificial score: average plus, average, average minus; or nothing here, because it has its own
score on the board already."""
HOWS = ("assigned", "weighted", "split", "artificial", "equity", "tricks", "groups", "correction")
"""How a score is adjusted: one probable result, weighted results, each side its own, an artificial score, what makes damage
good, another number of tricks, each form of the board by itself, the score that was meant."""
ROLES = ("offender", "partner", "lho", "rho", "declarer", "dummy", "leader", "leaders_partner")
"""Who can be named in braces in a text; the seats of the table are put in their place."""
ASKED = ("director", *ROLES, "defender", "defenders", "claimer", "opponents", "caller", "all")
"""Who can be asked a question."""
IRREGULARITIES = (
    *("turn", "call", "exposed", "trick", "card", "dummy"),
    *("claim", "information", "boards", "score", "conduct", "director"),
)
"""The kinds of procedures."""
When = Annotated[Mapping[str, tuple[str, ...]], "facts"]
"""Facts, each with the values that it may have."""
SEE = "see"
"""In braces before the id of another procedure, as in {see:revoke}: its title is put in its place."""


@dataclass(frozen=True, slots=True)
class Effect:
    """One thing that a ruling does, as a value that a program can act on and as a sentence."""

    kind: str
    text: Said = ""
    """For people; seats in braces."""
    detail: Mapping[str, Any] = field(default_factory=dict)
    """What belongs to the kind: `who`, `times` (once, throughout), `tricks`, `to`, `card` (major, minor), `suit`, `until`..."""
    editions: tuple[Edition, ...] = ()


@dataclass(frozen=True, slots=True)
class RulingNote:
    """A line beside a ruling, which may hold for one edition only."""

    text: Said
    editions: tuple[Edition, ...] = ()


@dataclass(frozen=True, slots=True)
class Option:
    """An answer."""

    id: str
    text: Said
    next: str = ""
    """The node that it leads to."""
    go: str = ""
    """Or another procedure that goes on from here."""
    facts: Mapping[str, str] = field(default_factory=dict)
    editions: tuple[Edition, ...] = ()


@dataclass(frozen=True, slots=True)
class Question:
    """Something to find out: from the director's own eyes, or from a player, with the words to say."""

    id: str
    text: Said
    options: Annotated[tuple[Option, ...], Key("option")]
    ask: Annotated[str, OneOf(ASKED)] = "director"
    """Who is asked: director, offender, partner, lho, rho, declarer, dummy, defender, leader, all, caller."""
    say: Said = ""
    """What to say aloud."""
    why: Said = ""
    """Why it is asked."""
    away: bool = False
    """Whether the player is asked away from the table."""
    editions: tuple[Edition, ...] = ()
    from_facts: Annotated[str, OneOf(tuple(SOURCES))] = ""
    """What answers it where the facts were given: a name of `follows.SOURCES`."""


@dataclass(frozen=True, slots=True)
class ForkRule:
    """If these facts hold, go there."""

    next: str
    when: When = field(default_factory=dict)
    editions: tuple[Edition, ...] = ()


@dataclass(frozen=True, slots=True)
class Fork:
    """A fork that needs no question: the first rule whose facts hold decides."""

    id: str
    rules: Annotated[tuple[ForkRule, ...], Key("rule")]


@dataclass(frozen=True, slots=True)
class RulingOutcome:
    """A ruling."""

    id: str
    text: Said
    laws: Mapping[Edition, tuple[str, ...]] = field(default_factory=dict)
    effects: Annotated[tuple[Effect, ...], Key("effect")] = ()
    say: Said = ""
    information: tuple[RulingNote, ...] = ()
    """What is authorised and unauthorised, and to whom."""
    later: tuple[RulingNote, ...] = ()
    """What to look at again: at the end of play, at the end of the round."""
    appeal: bool = False
    """Whether the players are told of their right to appeal: so after a judgement."""
    sure: Sure = "high"
    check: Mapping[Edition, Said] = field(default_factory=dict)
    """What to look up in the book, where we are not sure."""
    editions: tuple[Edition, ...] = ()


Node = Question | Fork | RulingOutcome


@dataclass(frozen=True)
class Case:
    """A test of a procedure: answers, and what must come of them."""

    name: str
    outcome: str
    answers: tuple[str, ...] = ()
    edition: Edition = DEFAULT_EDITION
    seats: Mapping[str, str] = field(default_factory=dict)
    tricks: int | None = None
    source: str = ""
    known: Annotated[Facts | None, Key("facts")] = None
    """The facts that were given first; what follows from them is not among the answers."""


@dataclass(frozen=True)
class Procedure:
    """How one kind of irregularity is ruled."""

    id: str
    title: Said
    phase: Phase
    kind: Annotated[str, OneOf(IRREGULARITIES)]
    """What sort of thing it is: the second step of a director who looks for it by tapping."""
    first: str
    laws: Mapping[Edition, tuple[str, ...]] = field(default_factory=dict)
    ways: tuple[Said, ...] = ()
    """How players would describe it."""
    trigger: Said = ""
    facts: tuple[Said, ...] = ()
    """What to establish before anything is said."""
    errors: tuple[Said, ...] = ()
    """What directors get wrong."""
    differs: Said = ""
    """How the older edition differs."""
    common: int = 0
    """How common it is; the highest come first."""
    questions: Annotated[tuple[Question, ...], Key("question")] = ()
    decisions: Annotated[tuple[Fork, ...], Key("decision")] = ()
    outcomes: Annotated[tuple[RulingOutcome, ...], Key("outcome")] = ()
    cases: Annotated[tuple[Case, ...], Key("case")] = ()
    file: Annotated[str, NOT_READ] = ""
    lines: Annotated[Mapping[str, int], NOT_READ] = field(default_factory=dict)
    """Where its places stand in the file."""

    @cached_property
    def nodes(self) -> Mapping[str, Node]:
        """What is asked, decided and ruled, by its id."""
        return {each.id: each for each in self.all_nodes}

    @property
    def all_nodes(self) -> tuple[Node, ...]:
        """The same as they stand in the file."""
        return (*self.questions, *self.decisions, *self.outcomes)

    @cached_property
    def quoted(self) -> Sentence:
        """Its title as another text names it."""
        return say("“{title}”", title=self.title)
