"""How a pad notices that the server has lost what it had taken: an older back-up was put back.

With everything that a pad is told goes how far the session's journal has come, and a mark of its last entry. The pad says
both when it asks again; if the journal has no such entry there any more, the pad sends its night once more, and the ids of
its messages see to it that each counts once.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Any

from arrowswitch.session import State

SEEN = "x-seen"
"""What a pad says with everything it asks: session, number and mark of the last entry that it has heard of."""


def mark(state: State, number: int) -> str:
    """A short mark of an entry, which tells nothing of it; empty if there is no such entry."""
    if not 1 <= number <= len(state.journal):
        return ""
    return hashlib.sha256(state.journal[number - 1].id.encode()).hexdigest()[:12]


def is_lost(state: State, session: int, seen: str) -> bool:
    """Whether the journal lacks an entry that a pad had heard of; what is no such note says nothing."""
    night, number, known = (*seen.split(), "", "", "")[:3]
    if night != str(session) or not known or not (number.isascii() and number.isdigit() and len(number) < 9):
        return False
    return mark(state, int(number)) != known


def told(state: State, session: int, headers: Mapping[str, str]) -> dict[str, Any]:
    """What a pad is told of the journal: which it is, its last entry, and whether it lacks what the pad knows of."""
    return {
        "epoch": mark(state, 1),
        "mark": mark(state, len(state.journal)),
        "lost": is_lost(state, session, headers.get(SEEN, "")),
    }
