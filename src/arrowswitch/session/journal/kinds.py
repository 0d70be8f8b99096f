"""The names of kinds in the journal: they are on people's disks, so a class may be renamed and its name here may not.

Acts give themselves their names (see `act`), other values with `named`. What is written again and again is marked `shared`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

Value = TypeVar("Value")

KINDS: dict[str, type] = {}
KIND_OF: dict[type, str] = {}
SHARED: set[type] = set()
"""What stands in nearly every event of a long night, again and again the same."""
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


def shared(kind: type[Value]) -> type[Value]:
    """Marks a kind of which equal values are kept once."""
    SHARED.add(kind)
    return kind
