"""What a federation asks of partnerships about their calls and systems, as values.

A situation is a call in its place with the meanings it may have; each meaning has a duty: to alert it, to announce it,
to leave it alone. Conventions and classes of systems are allowed or not in each kind of event.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated

from arrowswitch.plain import BY_ID, Key, OneOf, Said

DUTIES = ("alert", "announce", "self-alerting", "nothing", "pre-alert", "delayed")
"""What is done about a call: alert it; say its meaning aloud; nothing because it alerts itself; nothing; say it before
the round; say it after the auction."""
YES, NO, LIMITED, ASK = "yes", "no", "limited", "ask"
VERDICTS = (YES, NO, LIMITED, ASK)
"""Whether something may be played: yes; no; with limits; the organiser or the club decides."""
Verdict = Annotated[str, OneOf(VERDICTS)]
ANY = "any"
"""The situation that stands for every call that has no line of its own."""


@dataclass(frozen=True, slots=True)
class AlertSource:
    """The document that a line comes from, with its date."""

    id: str
    title: Said
    date: Said

    def __str__(self) -> str:
        return f"{self.title} ({self.date})"


@dataclass(frozen=True, slots=True)
class Meaning:
    """One meaning of a call, what is done about it, and the words of an announcement."""

    means: Said
    duty: Annotated[str, OneOf(DUTIES)]
    words: Said = ""
    note: Said = ""


@dataclass(frozen=True, slots=True)
class Situation:
    """A call in its place, such as 1NT–2♦, with its meanings."""

    id: str
    title: Said
    group: Said
    meanings: tuple[Meaning, ...]
    source: AlertSource
    calls: tuple[str, ...] = ()
    ways: tuple[Said, ...] = ()
    check: Said = ""


@dataclass(frozen=True, slots=True)
class Limit:
    """Something that a system must be without where it is allowed with limits."""

    id: str
    text: Said
    source: AlertSource


@dataclass(frozen=True, slots=True)
class SystemClass:
    """A class of systems or a chart: what makes a system belong to it."""

    id: str
    title: Said
    text: Said
    source: AlertSource
    check: Said = ""


@dataclass(frozen=True, slots=True)
class Permission:
    """What an event says of a class: yes, no, or only without these limits."""

    verdict: Verdict
    without: tuple[str, ...] = ()
    text: Said = ""


@dataclass(frozen=True, slots=True)
class EventKind:
    """A kind of event and which classes may be played in it."""

    id: str
    title: Said
    text: Said
    allows: Mapping[str, Permission]
    source: AlertSource
    protects: bool = False
    """Whether pairs may call themselves protected in it."""


@dataclass(frozen=True, slots=True)
class Convention:
    """A convention or treatment: the class it belongs to, the limits it meets, and events with a rule of their own."""

    id: str
    title: Said
    system: Annotated[str, Key("class")]
    source: AlertSource
    meets: tuple[str, ...] = ()
    events: Mapping[str, Verdict] = field(default_factory=dict)
    text: Said = ""
    ways: tuple[Said, ...] = ()
    check: Said = ""


@dataclass(frozen=True, slots=True)
class AlertNote:
    """A rule about how it is done: who alerts, what is explained, what must be handed in."""

    id: str
    title: Said
    text: Said
    source: AlertSource
    ways: tuple[Said, ...] = ()
    check: Said = ""


@dataclass(frozen=True, slots=True)
class AlertQuestion:
    """A question of the classification; each answer leads to another question or ends in a class."""

    id: str
    text: Said
    yes: str
    no: str
    brown: bool = False
    """Whether yes means a brown sticker convention."""


@dataclass(frozen=True, slots=True)
class Protection:
    """Who may be a protected pair, and what the opponents must do."""

    who: Said
    source: AlertSource
    duties: tuple[Said, ...] = ()
    classes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Federation:
    """All that one federation says about alerts and systems."""

    id: str
    title: Said
    profiles: tuple[str, ...] = ()
    """The regulations whose clubs look here first."""
    duties: Mapping[str, Said] = field(default_factory=dict)
    sources: Annotated[Mapping[str, AlertSource], BY_ID, Key("source")] = field(default_factory=dict)
    situations: Annotated[Mapping[str, Situation], BY_ID, Key("situation")] = field(default_factory=dict)
    notes: Annotated[Mapping[str, AlertNote], BY_ID, Key("note")] = field(default_factory=dict)
    classes: Annotated[Mapping[str, SystemClass], BY_ID, Key("class")] = field(default_factory=dict)
    limits: Annotated[Mapping[str, Limit], BY_ID, Key("limit")] = field(default_factory=dict)
    events: Annotated[Mapping[str, EventKind], BY_ID, Key("event")] = field(default_factory=dict)
    conventions: Annotated[Mapping[str, Convention], BY_ID, Key("convention")] = field(default_factory=dict)
    questions: Annotated[Mapping[str, AlertQuestion], BY_ID, Key("question")] = field(default_factory=dict)
    protection: Protection | None = None
