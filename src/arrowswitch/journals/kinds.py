"""The names of kinds in a journal: they are on people's disks, so a class may be renamed and its name here may not.

Acts get their names with `act`, other values with `named`. What is written again and again is marked `shared`, and a class of
which a place may hold any kind, as that of all acts, is a `family`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeVar, dataclass_transform

Value = TypeVar("Value")

KINDS: dict[str, type] = {}
KIND_OF: dict[type, str] = {}
SHARED: set[type] = set()
"""What stands in nearly every entry of a long night, again and again the same."""
FAMILIES: set[type] = set()
ADDED = "added"
"""Marks a field that journals of an earlier day do not have: it is written only where it says something."""


def named(name: str) -> Callable[[type[Value]], type[Value]]:
    """Gives a kind of value its name in the journal."""

    def give(kind: type[Value]) -> type[Value]:
        if name in KINDS:
            raise ValueError(f"There is a kind “{name}” already: {KINDS[name].__name__}.")
        KINDS[name], KIND_OF[kind] = kind, name
        return kind

    return give


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def act(name: str) -> Callable[[type[Value]], type[Value]]:
    """Makes a class an act that the journal knows by this name."""

    def make(kind: type[Value]) -> type[Value]:
        return named(name)(dataclass(frozen=True, slots=True)(kind))

    return make


def shared(kind: type[Value]) -> type[Value]:
    """Marks a kind of which equal values are kept once."""
    SHARED.add(kind)
    return kind


def family(base: type[Value]) -> type[Value]:
    """Marks a class that stands for every named kind derived from it."""
    FAMILIES.add(base)
    return base


def kinds_of(base: type[Value]) -> dict[str, type[Value]]:
    """Every named kind of a family, by its name in the journal."""
    return {name: kind for name, kind in sorted(KINDS.items()) if issubclass(kind, base)}
