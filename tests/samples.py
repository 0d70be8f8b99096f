"""Movements of every kind, to make cards of and to print."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from arrowswitch.movements import Movement, build

MADE: dict[str, Callable[[], Movement]] = {
    "mitchell": lambda: build("mitchell", tables=7),
    "half-table": lambda: build("mitchell", tables="6½"),
    "scrambled": lambda: build("mitchell", tables=7, switch="7"),
    "skip": lambda: build("skip-mitchell", tables=16),
    "bump": lambda: build("rover", tables="9½"),
    "howell": lambda: build("howell", tables=8),
    "hesitation": lambda: build("hesitation", tables=11),
    "share-relay": lambda: build("share-relay", tables=12),
    "appendix": lambda: build("appendix", tables="14½"),
    "extended": lambda: build("extended-mitchell", tables=14, boards=26),
    "web": lambda: build("web", tables=18),
    "teams": lambda: build("american-whist", teams=9),
    "large": lambda: build("mitchell", tables=40 - 1, boards_per_round=2, rounds=13),
}
SAMPLES = tuple(MADE)


@cache
def sample(name: str) -> Movement:
    """One of the movements above."""
    return MADE[name]()
