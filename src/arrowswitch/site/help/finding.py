"""Searching the guides: a section is found if every word is in it, or begins a word in it."""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

from arrowswitch.site.club.words import plain_words
from arrowswitch.site.help.guides import GuideSection, guide, names

SHOWN = 20
"""Sections that an answer lists."""
AROUND = 90
"""Letters before and after the first word that was found."""


class FoundSection(NamedTuple):
    """A section that has what was looked for, and the words around it."""

    section: GuideSection
    guide: str
    address: str
    excerpt: str


@cache
def _indexed() -> tuple[tuple[GuideSection, str, str], ...]:
    """Every section with its title and its text as they are compared."""
    return tuple(
        (section, _compared(f"{guide(name).title} {section.title}"), _compared(section.text))
        for name in names()
        for section in guide(name).sections
    )


def _compared(text: str) -> str:
    return f" {' '.join(plain_words(text))}"


def search(asked: str) -> list[FoundSection]:
    """The sections in which all the words occur, those with the words in their title first."""
    words = [f" {word}" for word in plain_words(asked)]
    if not words:
        return []
    found = [
        (sum(word in title for word in words), section)
        for section, title, text in _indexed()
        if all(word in title or word in text for word in words)
    ]
    best = sorted(found, key=lambda one: -one[0])[:SHOWN]
    return [_told(section, asked) for _count, section in best]


def _told(section: GuideSection, asked: str) -> FoundSection:
    whole = guide(section.guide)
    mark = f"#{section.anchor}" if section.level > 1 else ""
    return FoundSection(section, whole.title, whole.address + mark, excerpt(section.text, asked))


def excerpt(text: str, asked: str) -> str:
    """What stands around the first of the words.

    >>> excerpt("The clock runs. " * 20, "clock")[:20]
    'The clock runs. The '
    """
    text = " ".join(text.split())
    places = [hit.start() for word in asked.split() if (hit := re.search(rf"\b{re.escape(word)}", text, re.IGNORECASE))]
    first = min(places, default=0)
    begin = 0 if first <= AROUND else text.find(" ", first - AROUND) + 1
    end = len(text) if first + AROUND >= len(text) else text.rfind(" ", 0, first + AROUND)
    return f"{'… ' if begin else ''}{text[begin:end].strip()}{' …' if end < len(text) else ''}"
