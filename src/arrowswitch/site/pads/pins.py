"""The numbers with which the other side confirms in a tournament: four figures for each pair, worked out, not kept."""

from __future__ import annotations

import time

from django.utils.crypto import constant_time_compare, salted_hmac


def pin_of(session: int, section: str, contestant: int) -> str:
    """The four figures of a pair for one session."""
    mixed = salted_hmac("arrowswitch.site.pads.pin", f"{session}/{section}/{contestant}", algorithm="sha256")
    return f"{int(mixed.hexdigest(), 16) % 10000:04}"


def is_right(session: int, section: str, contestant: int, given: str) -> bool:
    """Whether a pair has given its own figures."""
    return constant_time_compare(pin_of(session, section, contestant), given.strip())


TRIES = 10
LONG = 300.0
"""So many wrong numbers for one pair in so many seconds are tried by nobody who has its card."""
_wrong: dict[tuple[int, str, int], dict[str, float]] = {}


def is_guessed_at(session: int, section: str, contestant: int) -> bool:
    """Whether so many wrong numbers were given for a pair that none is looked at for a while."""
    since = time.monotonic() - LONG
    return sum(when > since for when in _wrong.get((session, section, contestant), {}).values()) >= TRIES


def note_wrong(session: int, section: str, contestant: int, given: str) -> None:
    """Counts a wrong number; the same one sent again is one."""
    if len(_wrong) > 1000:
        _wrong.clear()
    _wrong.setdefault((session, section, contestant), {})[given.strip()] = time.monotonic()
