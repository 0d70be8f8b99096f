"""Sentences for people, which can still be translated after they were made.

The rooms below the web site know no language settings, yet they write what the director reads out. `say` makes a
string in English that remembers its template and values; the site looks the template up in its catalogue.
Templates are found by the extractor through the names `say`, `say_count` and `noun`, and `fault` of the movements.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from string import Formatter
from typing import Any, NamedTuple, Self

__all__ = [
    "Gettext",
    "Ngettext",
    "Sentence",
    "TextPart",
    "filled",
    "half",
    "in_order",
    "parts",
    "say",
    "say_count",
    "spans",
    "translated",
]


class TextPart(NamedTuple):
    """A piece of a template: text, and after it a blank to fill, if there is one."""

    text: str
    blank: str
    form: str
    """How the value is written, such as `+d`."""


@lru_cache(4096)
def parts(template: str) -> tuple[TextPart, ...]:
    """A template in pieces. A blank is a bare name: a template never reaches into a value.

    >>> parts("Table {table} has {points:+d}.")[1]
    TextPart(text=' has ', blank='points', form='+d')
    >>> parts("{table.__class__}")
    Traceback (most recent call last):
    ValueError: “table.__class__” is not the name of a blank.
    """
    found = []
    for text, blank, form, conversion in Formatter().parse(template):
        if blank is not None and (conversion or not blank.isidentifier()):
            raise ValueError(f"“{blank}” is not the name of a blank.")
        found.append(TextPart(text, blank or "", form or ""))
    return tuple(found)


def filled(template: str, values: Mapping[str, object]) -> str:
    """A template with its blanks filled in.

    >>> filled("Table {table} has {points:+d}.", {"table": 4, "points": 620})
    'Table 4 has +620.'
    """
    return "".join(text + format(values[blank], form) if blank else text for text, blank, form in parts(template))


Gettext = Callable[[str], str]
Ngettext = Callable[[str, str, int], str]


def _one_or_many(one: str, many: str, count: int) -> str:
    return one if count == 1 else many


class Sentence(str):
    """An English sentence that knows the template it came from; one that counts knows also the template for one."""

    __slots__ = ("one", "template", "values")

    template: str
    values: Mapping[str, object]
    one: str
    """What is said where `n` is one; empty in a sentence that does not count."""

    def __new__(cls, template: str, values: Mapping[str, object], one: str = "") -> Self:
        chosen = _one_or_many(one, template, _count(values)) if one else template
        self = super().__new__(cls, filled(chosen, values) if values else chosen)
        self.template = template
        self.values = values
        self.one = one
        return self

    def __reduce__(self) -> tuple[type[Self], tuple[str, Mapping[str, object], str]]:
        return type(self), (self.template, self.values, self.one)

    def translated(self, gettext: Gettext, ngettext: Ngettext | None = None) -> str:
        """The sentence in another language; values that are sentences are translated too.

        >>> say("Table {table} shares.", table=4).translated({"Table {table} shares.": "Tisch {table} teilt."}.get)
        'Tisch 4 teilt.'
        >>> say_count("{n} table", "{n} tables", 2).translated(str, lambda one, many, n: "{n} Tische")
        '2 Tische'
        """
        values = {
            name: value.translated(gettext, ngettext) if isinstance(value, Sentence) else value
            for name, value in self.values.items()
        }
        if self.one:
            template = (ngettext or _one_or_many)(self.one, self.template, _count(self.values))
        else:
            template = gettext(self.template) if self.template else ""  # the catalogue keeps its own notes under ""
        return filled(template, values) if values else template


def _count(values: Mapping[str, object]) -> int:
    count = values.get("n")
    if not isinstance(count, int):
        raise ValueError("A sentence that counts needs a whole number n.")
    return count


def say(template: str, **values: object) -> Sentence:
    """A sentence to show or read out.

    >>> say("After round {round} East-West skip a table.", round=6)
    'After round 6 East-West skip a table.'
    """
    return Sentence(template, values)


def say_count(one: str, many: str, n: int, **values: object) -> Sentence:
    """A sentence about a number of things: the first template for one of them, the second for any other number.

    >>> [str(say_count("{n} minute left", "{n} minutes left", n)) for n in (0, 1, 2)]
    ['0 minutes left', '1 minute left', '2 minutes left']
    """
    return Sentence(many, {"n": n, **values}, one)


def noun(one: str, many: str) -> tuple[str, str]:
    """Both forms of a noun with its number, marked for the extractor."""
    return one, many


NOUNS = {
    "IMPs": noun("{number} IMP", "{number} IMPs"),
    "VPs": noun("{number} VP", "{number} VPs"),
    "boards": noun("{number} board", "{number} boards"),
    "entries": noun("{number} entry", "{number} entries"),
    "evenings": noun("{number} evening", "{number} evenings"),
    "faults": noun("{number} fault", "{number} faults"),
    "matches": noun("{number} match", "{number} matches"),
    "members": noun("{number} member", "{number} members"),
    "minutes": noun("{number} minute", "{number} minutes"),
    "opponents": noun("{number} opponent", "{number} opponents"),
    "other tables": noun("{number} other table", "{number} other tables"),
    "others": noun("{number} other", "{number} others"),
    "partners": noun("{number} partner", "{number} partners"),
    "pairs": noun("{number} pair", "{number} pairs"),
    "parts": noun("{number} part", "{number} parts"),
    "players": noun("{number} player", "{number} players"),
    "points": noun("{number} point", "{number} points"),
    "results": noun("{number} result", "{number} results"),
    "rounds": noun("{number} round", "{number} rounds"),
    "scores": noun("{number} score", "{number} scores"),
    "sections": noun("{number} section", "{number} sections"),
    "sessions": noun("{number} session", "{number} sessions"),
    "sets": noun("{number} set", "{number} sets"),
    "sizes": noun("{number} size", "{number} sizes"),
    "tables": noun("{number} table", "{number} tables"),
    "teams": noun("{number} team", "{number} teams"),
    "times": noun("{number} time", "{number} times"),
    "tricks": noun("{number} trick", "{number} tricks"),
    "victory points": noun("{number} victory point", "{number} victory points"),
}
"""What is counted within sentences that say more than one number, or nothing that changes with it."""


def counted(things: str, number: int | Fraction | Decimal | float, figure: str = "") -> Sentence:
    """So many of them, to stand in a sentence; `figure` is how the number is written, if not in full.

    >>> str(say("{boards} in {rounds}", boards=counted("boards", 24), rounds=counted("rounds", 1)))
    '24 boards in 1 round'
    >>> str(counted("points", Fraction(3, 2), "1.5"))
    '1.5 points'
    """
    one, many = NOUNS[things]
    whole = int(number)
    return Sentence(many, {"n": whole if whole == number else 2, "number": figure or number}, one)


def translated(value: Any, gettext: Gettext | None, ngettext: Ngettext | None = None) -> Any:
    """Plain values with every sentence in the given language; bare texts and numbers stay as they are.

    >>> translated({"head": say("Table"), "club": "Table"}, {"Table": "Tisch"}.get)
    {'head': 'Tisch', 'club': 'Table'}
    """
    if isinstance(value, Sentence):
        return value.translated(gettext, ngettext) if gettext else str(value)
    if isinstance(value, dict):
        return {key: translated(item, gettext, ngettext) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [translated(item, gettext, ngettext) for item in value]
    return value


def half(pairs: int) -> str:
    """The number of tables that so many pairs make, as players write it.

    >>> half(15), half(14), half(1)
    ('7½', '7', '½')
    """
    whole, odd = divmod(pairs, 2)
    if not odd:
        return str(whole)
    return f"{whole or ''}½"


def spans(numbers: Iterable[int]) -> str:
    """Numbers as people write them: runs with a dash.

    >>> spans([1, 2, 3, 7, 9, 10])
    '1-3, 7, 9-10'
    """
    return in_order(sorted(set(numbers)))


def in_order(numbers: Iterable[int]) -> str:
    """The same of numbers that stay in their order, such as boards in the order of play.

    >>> in_order((7, 8, 1, 2, 3)), in_order((5,))
    ('7-8, 1-3', '5')
    """
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][1] + 1:
            runs[-1][1] = number
        else:
            runs.append([number, number])
    return ", ".join(str(low) if low == high else f"{low}-{high}" for low, high in runs)
