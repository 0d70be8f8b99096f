"""How long something takes, by the clock of this machine as it is now: a busy or an old one is no fault."""

from __future__ import annotations

import gc
from collections.abc import Callable
from time import thread_time

YARDSTICK = 0.08
"""Seconds that `fixed_work` takes on the machine by which all times in the tests are meant: two quiet cores."""


def fixed_work() -> object:
    """What is always the same: objects made, looked up and sorted, as our programs do."""
    found: dict[str, tuple[int, str]] = {}
    for number in range(60_000):
        found[f"{number * 7919 % 60_013}"] = (number, "a")
    return sorted(found.items())


def _took(work: Callable[[], object]) -> float:
    begun = thread_time()
    work()
    return thread_time() - begun


def seconds(work: Callable[[], object], *, times: int = 1) -> float:
    """What something costs at best, in seconds of the machine by which times are meant.

    What other tests have left in memory is not gone through while it is measured.
    """
    gc.collect()
    gc.freeze()
    try:
        measure = min(_took(fixed_work) for _ in range(3))
        took = min(_took(work) for _ in range(times))
        return took / max(measure, min(_took(fixed_work) for _ in range(2))) * YARDSTICK
    finally:
        gc.unfreeze()
