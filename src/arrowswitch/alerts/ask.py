"""The questions that a director has: is this call alerted, may this be played, which class is this system."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from arrowswitch.alerts.find import NoSuchChart, federation, situations
from arrowswitch.alerts.model import (
    LIMITED,
    NO,
    YES,
    AlertQuestion,
    AlertSource,
    Convention,
    EventKind,
    Federation,
    Meaning,
    Permission,
    Situation,
    SystemClass,
)
from arrowswitch.stems import SMALL
from arrowswitch.words import Sentence, say

Thing = TypeVar("Thing", bound=EventKind | Convention | SystemClass)


@dataclass(frozen=True, slots=True)
class AlertAnswer:
    """What is done about a call with one meaning, and where that stands."""

    situation: str
    title: str
    means: str
    duty: str
    words: str
    sentence: str
    note: str
    source: AlertSource
    check: str


def is_alerted(name: str, call: str, meaning: str = "") -> tuple[AlertAnswer, ...]:
    """What is done about a call: one answer for each meaning it may have, or only the meaning that fits the words.

    >>> [(each.means, each.duty) for each in is_alerted("nzb", "redouble")]
    [('any meaning', 'self-alerting')]
    >>> is_alerted("acbl", "1NT-2D", "transfer")[0].words
    'Transfer'
    """
    chart = federation(name)
    answers = [answer(chart, found, each) for found in situations(name, call) for each in found.meanings]
    if not meaning.strip():
        return tuple(answers)
    wanted = _words(meaning)

    def fits(each: AlertAnswer) -> float:
        have = _words(each.means)
        hits = sum(word in have for word in wanted)
        return hits / max(len(wanted), 1) + hits / max(len(have), 1)

    best = max(map(fits, answers))
    return tuple(each for each in answers if best > 0 and fits(each) == best) or tuple(answers)


def _words(text: str) -> list[str]:
    """The words of a meaning: here “not” says most of all."""
    found = re.findall(r"[^\W_]+(?:[-’][^\W_]+)*", text.casefold())
    return [word for word in found if word == "not" or word not in SMALL]


def answer(chart: Federation, found: Situation, meaning: Meaning) -> AlertAnswer:
    """One meaning of a situation as an answer."""
    sentence = say("{title}, {means}: {duty}", title=found.title, means=meaning.means, duty=chart.duties[meaning.duty])
    if meaning.words:
        sentence = say("{sentence} “{words}”.", sentence=sentence, words=meaning.words)
    return AlertAnswer(
        found.id,
        found.title,
        meaning.means,
        meaning.duty,
        meaning.words,
        sentence,
        meaning.note,
        found.source,
        found.check,
    )


# -- what may be played


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether something may be played: yes, no, with limits, or as the organiser says."""

    verdict: str
    sentence: str
    conditions: tuple[str, ...]
    source: AlertSource
    check: str = ""


def allowed(name: str, event: str, convention: str, *, against_protected: bool = False) -> Verdict:
    """Whether a convention, or a class of systems, may be played in a kind of event.

    >>> allowed("nzb", "junior", "multi").verdict, allowed("nzb", "a-teams", "yellow").verdict
    ('no', 'yes')
    >>> allowed("bnsw", "red-points", "yellow", against_protected=True).verdict
    'no'
    """
    chart = federation(name)
    place = _one(chart.events, event, say("kind of event"), chart)
    known: dict[str, Convention | SystemClass] = {**chart.classes, **chart.conventions}
    thing = _one(known, convention, say("convention or class"), chart)
    system = thing.system if isinstance(thing, Convention) else thing.id
    protection = chart.protection
    if against_protected and protection and place.protects and system in protection.classes:
        sentence = say("{what}: not against a protected pair.", what=thing.title)
        return Verdict(NO, sentence, protection.duties, protection.source)
    permission = place.allows[system]
    verdict, conditions = _settled(chart, thing, place, permission)
    own = isinstance(thing, Convention) and place.id in thing.events
    source = thing.source if own else place.source
    return Verdict(verdict, _told(verdict, thing.title, place.title), conditions, source, thing.check)


def _settled(
    chart: Federation, thing: Convention | SystemClass, place: EventKind, permission: Permission
) -> tuple[str, tuple[str, ...]]:
    """The verdict and what goes with it."""
    if isinstance(thing, SystemClass):
        limits = "; ".join(chart.limits[each].text for each in permission.without)
        without = say("Not with: {limits}.", limits=limits) if limits else ""
        return permission.verdict, tuple(filter(None, (permission.text, without)))
    text = (thing.text,) if thing.text else ()
    if place.id in thing.events:
        return thing.events[place.id], text
    met = [each for each in permission.without if each in thing.meets]
    if met:
        return NO, (*text, *(say("Ruled out: {limit}.", limit=chart.limits[each].text) for each in met))
    if permission.without:
        return YES, text  # the limits of its class do not touch it
    return permission.verdict, (*text, *((permission.text,) if permission.text else ()))


def _told(verdict: str, what: str, event: str) -> Sentence:
    sentences = {
        YES: say("{what}: allowed. {event}.", what=what, event=event),
        NO: say("{what}: not allowed. {event}.", what=what, event=event),
        LIMITED: say("{what}: allowed with limits. {event}.", what=what, event=event),
    }
    return sentences.get(verdict) or say("{what}: as the organiser says. {event}.", what=what, event=event)


# -- which class a system is


@dataclass(frozen=True, slots=True)
class Classified:
    """The next question, or the class of the system with what decided it."""

    question: AlertQuestion | None
    system: SystemClass | None
    brown_sticker: bool
    why: tuple[tuple[str, bool], ...]
    """The questions that were answered, and how."""


def classify(name: str, answers: Mapping[str, bool] | Sequence[bool] = ()) -> Classified:
    """The class of a system by a few questions; answers by the questions' ids, or in their order.

    >>> classify("nzb").question.text
    'Can a pass in the opening position show the values of an opening bid?'
    >>> classify("nzb", [True]).system.title
    'Yellow (highly unusual methods)'
    >>> classify("bnsw", {"unusual": False, "brown": False, "strong-club": True}).system.id
    'blue'
    """
    chart = federation(name)
    place = next(iter(chart.questions))
    why: list[tuple[str, bool]] = []
    brown = False
    while place in chart.questions:
        question = chart.questions[place]
        given = _given(answers, question, len(why))
        if given is None:
            return Classified(question, None, brown, tuple(why))
        brown = brown or (given and question.brown)
        why.append((question.text, given))
        place = question.yes if given else question.no
    return Classified(None, chart.classes[place], brown, tuple(why))


def _given(answers: Mapping[str, bool] | Sequence[bool], question: AlertQuestion, number: int) -> bool | None:
    if isinstance(answers, Mapping):
        return answers.get(question.id)
    return answers[number] if number < len(answers) else None


def _one(known: Mapping[str, Thing], name: str, kind: str, chart: Federation) -> Thing:
    """The one with this id, or else the first with this title or these words in it."""
    wanted = name.strip().lower()
    if wanted in known:
        return known[wanted]
    for each in known.values():
        ways = (each.title, *getattr(each, "ways", ()))
        if any(wanted == way.lower() for way in ways):
            return each
    raise NoSuchChart(
        say(
            "{federation} has no {kind} {name}; there are {known}.",
            federation=chart.title,
            kind=kind,
            name=name,
            known=", ".join(known),
        )
    )
