"""A search as it is waited for: each better answer when it is found, until the time is up."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import TypeVar

SECONDS = 5.0
Found = TypeVar("Found")


def within(seconds: float, search: Iterator[Found]) -> Iterator[Found]:
    """Each answer that is another than the one before, for so long at most; the first is waited for.

    >>> list(within(1, iter("aabbb")))
    ['a', 'b']
    """
    end = time.monotonic() + seconds
    shown: Found | None = None
    for best in search:
        if best is not shown:
            shown = best
            yield best
        if time.monotonic() >= end:
            return
