"""The numbers with which the other side confirms in a tournament: four figures for each pair, worked out, not kept."""

from __future__ import annotations

from django.utils.crypto import constant_time_compare, salted_hmac


def pin_of(session: int, section: str, contestant: int) -> str:
    """The four figures of a pair for one session."""
    mixed = salted_hmac("arrowswitch.site.pads.pin", f"{session}/{section}/{contestant}", algorithm="sha256")
    return f"{int(mixed.hexdigest(), 16) % 10000:04}"


def is_right(session: int, section: str, contestant: int, given: str) -> bool:
    """Whether a pair has given its own figures."""
    return constant_time_compare(pin_of(session, section, contestant), given.strip())
