"""From a value in a TOML file to the value the program works with.

Each reader takes what the file says and returns it exact, or raises `ValueError` with what is allowed. Numbers may be
written 7, 6.5, "1/3" or "25%"; they become whole numbers or fractions, never floats. Not read by `plain`,
because each key has a range, a length or counting keys of its own, and its sentence tells all that is allowed there.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from types import MappingProxyType
from typing import Generic, NamedTuple, TypeVar

from arrowswitch.words import say

T = TypeVar("T")
Reader = Callable[[object], T]


ENDLESS = re.compile(r"[eE][+-]?[0-9_]{3}")
"""A number with so many noughts that writing it out would never end."""


def exact(value: object) -> Fraction:
    """A number as it is written, without binary rounding.

    >>> exact(6.5), exact("1/3"), exact("25%")
    (Fraction(13, 2), Fraction(1, 3), Fraction(1, 4))
    """
    if isinstance(value, Fraction):
        return value
    if isinstance(value, bool) or not isinstance(value, int | float | str | Decimal):
        raise ValueError(say("must be a number"))
    text = str(value).strip()
    if len(text) > 60 or ENDLESS.search(text):
        raise ValueError(say("must be a number"))
    try:
        return Fraction(text[:-1]) / 100 if text.endswith("%") else Fraction(text)
    except (ValueError, ZeroDivisionError):
        raise ValueError(say("must be a number")) from None


def number(least: int = 0, most: int | None = None) -> Reader[Fraction]:
    """Any number in a range."""

    def read(value: object) -> Fraction:
        result = exact(value)
        if result < least or (most is not None and result > most):
            if most is None:
                raise ValueError(say("must be a number, {least} or more", least=least))
            raise ValueError(say("must be a number from {least} to {most}", least=least, most=most))
        return result

    return read


def whole(least: int = 0, most: int | None = None) -> Reader[int]:
    """A whole number in a range."""

    def read(value: object) -> int:
        if isinstance(value, bool) or not isinstance(value, int):
            raise ValueError(say("must be a whole number"))
        return int(number(least, most)(value))

    return read


def yes_no(value: object) -> bool:
    """True or false."""
    if not isinstance(value, bool):
        raise ValueError(say("must be true or false"))
    return value


def text(value: object) -> str:
    """Any words."""
    if not isinstance(value, str):
        raise ValueError(say("must be text in quotation marks"))
    return value


@dataclass(frozen=True, slots=True)
class OneWord:
    """One of a few words."""

    allowed: tuple[str, ...]

    def __call__(self, value: object) -> str:
        if value not in self.allowed:
            raise ValueError(say("must be one of {allowed}", allowed=", ".join(self.allowed)))
        return str(value)


def one_of(*allowed: str) -> OneWord:
    """One of these words."""
    return OneWord(allowed)


@dataclass(frozen=True, slots=True)
class ListOf(Generic[T]):
    """A list of values of one kind."""

    read_one: Reader[T]
    least: int = 0
    most: int | None = None

    @property
    def allowed(self) -> tuple[str, ...]:
        """The words that the list may hold, where it is one of words."""
        return getattr(self.read_one, "allowed", ())

    def __call__(self, value: object) -> tuple[T, ...]:
        if not isinstance(value, list | tuple):
            raise ValueError(say("must be a list in square brackets"))
        if len(value) < self.least or (self.most is not None and len(value) > self.most):
            only = self.most in (None, self.least)
            count = self.least if only else f"{self.least}-{self.most}"
            raise ValueError(say("must have so many values: {count}", count=count))
        return tuple(self.read_one(item) for item in value)


def listed(read_one: Reader[T], least: int = 0, most: int | None = None) -> ListOf[T]:
    """A list of such values, of any length or of these lengths."""
    return ListOf(read_one, least, most)


def table(read_key: Callable[[str], object], read_one: Reader[T]) -> Reader[Mapping[object, T]]:
    """A table of names (or numbers) and values."""

    def read(value: object) -> Mapping[object, T]:
        if not isinstance(value, Mapping):
            raise ValueError(say("must be a table"))
        return MappingProxyType({read_key(str(key)): read_one(item) for key, item in value.items()})

    return read


def a_number_of(things: str) -> Callable[[str], int]:
    """A key that counts something: a number of boards, of tables, of minutes."""

    def read(key: str) -> int:
        if not key.isdigit():
            raise ValueError(say("must have a number of {things} as key, not “{key}”", things=things, key=key))
        return int(key)

    return read


class Length(NamedTuple):
    """How long a session is: rounds, and boards in each."""

    rounds: int
    boards: int

    def __str__(self) -> str:
        return f"{self.rounds}x{self.boards}"


def length(key: str) -> Length:
    """A key that names a length.

    >>> length("13x2")
    Length(rounds=13, boards=2)
    """
    match = re.fullmatch(r"([0-9]{1,2}) ?[x×] ?([0-9]{1,2})", key.strip())
    if not match:
        raise ValueError(say("must have rounds and boards as key, such as 13x2, not “{key}”", key=key))
    return Length(int(match[1]), int(match[2]))
