"""Who is who in a USEBIO file: a line may call a pair 3, 3NS, A3, (A) 3 NS or 1-1-2, whatever its own entry says.

A contestant is called in the record as its file calls it, unless two are called the same: then its section and, where need be,
its direction are put to its number.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from itertools import chain, count

from arrowswitch.bridge import Side
from arrowswitch.formats.record import RecordContestant

SIDE = r"(NS|EW|N/S|E/W|[NSEW])"
WRITTEN = re.compile(
    rf"(?:\(\s*([A-Za-z0-9]{{1,4}})\s*\)|(NS|EW)|([A-Za-z]{{1,3}}))?\s*([0-9]{{1,6}})\s*{SIDE}?",
    re.ASCII | re.IGNORECASE,
)
MOST_ALIKE = 64
"""Contestants with the same number, one of each section and direction; no file has so many sections."""


@dataclass(frozen=True, slots=True)
class WrittenNumber:
    """What a number says besides: the section, the direction."""

    number: str
    section: str = ""
    certain: bool = False
    """Whether the section stands in brackets; letters alone may mean anything."""
    side: Side | None = None


def read_number(text: str) -> WrittenNumber:
    """The parts of a number.

    >>> read_number("(A) 3 NS")
    WrittenNumber(number='3', section='A', certain=True, side=<Side.NS: 'NS'>)
    >>> read_number("1-1-2").number, read_number("12").side
    ('1-1-2', None)
    """
    found = WRITTEN.fullmatch(text)
    if found is None:
        return WrittenNumber(text)
    bracketed, before, letters, number, after = found.groups()
    return WrittenNumber(
        number, bracketed or (letters or "").upper(), bool(bracketed), read_side(before or after or "")
    )


def read_side(text: str) -> Side | None:
    """A direction.

    >>> read_side("N/S"), read_side("East"), read_side("both")
    (<Side.NS: 'NS'>, <Side.EW: 'EW'>, None)
    """
    letters = "".join(filter(str.isalpha, text)).upper()
    if letters in ("NS", "N", "S", "NORTH", "SOUTH", "NORTHSOUTH"):
        return Side.NS
    return Side.EW if letters in ("EW", "E", "W", "EAST", "WEST", "EASTWEST") else None


def named(found: Iterable[RecordContestant]) -> list[RecordContestant]:
    """Contestants whose ids, as their file gives them, may be the same: each with an id of its own.

    >>> two = [RecordContestant("3", section="A"), RecordContestant("3", section="B"), RecordContestant("(C) 3 NS")]
    >>> [(each.id, each.number) for each in named(two)]
    [('A3', '3'), ('B3', '3'), ('(C) 3 NS', '3')]
    """
    found = list(found)
    ways = (
        lambda each: each.id,
        lambda each: f"{each.section}{each.id}",
        lambda each: f"{each.section}{each.id}{each.direction or ''}",
    )
    for way in ways:
        names = [way(each) for each in found]
        if len(set(names)) == len(names):
            break
    seen: Counter[str] = Counter()
    made = []
    for name, each in zip(names, found, strict=True):
        seen[name] += 1
        unique = name if seen[name] == 1 else f"{name} #{seen[name]}"
        number = read_number(each.id).number
        made.append(replace(each, id=unique, number="" if number == unique else number))
    return made


@dataclass(slots=True)
class CalledContestants:
    """Contestants as they are called by lines and matches; those that have no entry get one."""

    found: list[RecordContestant]
    written: list[str]
    """How the file writes each of them."""
    added: list[str] = field(default_factory=list)
    _ids: set[str] = field(default_factory=set)
    _known: dict[tuple[str, str, Side | None], str] = field(default_factory=dict)
    _by_text: dict[str, list[RecordContestant]] = field(default_factory=dict)
    _by_number: dict[str, list[tuple[WrittenNumber, RecordContestant]]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for text, each in zip(self.written, self.found, strict=True):
            self._enter(text, each)

    def _enter(self, text: str, each: RecordContestant) -> None:
        self._ids.add(each.id)
        number = read_number(text)
        if len(self._by_text.setdefault(text, [])) < MOST_ALIKE:
            self._by_text[text].append(each)
        if len(self._by_number.setdefault(number.number, [])) < MOST_ALIKE:
            self._by_number[number.number].append((number, each))

    def id_of(self, section: str, text: str, side: Side | None = None) -> str:
        """The id of whom a line of a section calls so."""
        key = section, text, side
        if key not in self._known:
            self._known[key] = (self._of(section, text, side) or self._new(section, text)).id
        return self._known[key]

    def _of(self, section: str, text: str, side: Side | None) -> RecordContestant | None:
        if found := _best(self._by_text.get(text, []), section, side):
            return found
        asked = read_number(text)
        alike = [
            each
            for number, each in self._by_number.get(asked.number, [])
            if _agree(asked.section, number.section or each.section)
            and _agree(asked.side, number.side or each.direction)
        ]
        return _best(alike, asked.section or section, asked.side or side)

    def _new(self, section: str, text: str) -> RecordContestant:
        names = chain((text, f"{section}{text}"), (f"{text} #{number}" for number in count(len(self.found))))
        name = next(name for name in names if name not in self._ids)
        made = RecordContestant(name, section=section, number="" if name == text else text)
        self.found.append(made)
        self.added.append(name)
        self._enter(text, made)
        return made


def _agree(one: object, other: object) -> bool:
    return not one or not other or one == other


def _best(found: list[RecordContestant], section: str, side: Side | None) -> RecordContestant | None:
    """The one of these that sits in the section and in the direction; None if none does, or in doubt."""
    here = [each for each in found if _agree(section, each.section)]
    if len(here) > 1:
        here = [each for each in here if each.section == section] or here
    if len(here) > 1:
        here = [each for each in here if each.direction is side] or here
    return here[0] if here else None
