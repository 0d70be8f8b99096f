"""Acts that were given together: a repair of several acts is one thing to whoever wants it back.

The commands of one form have names that go on from the first: `c`, `c-1`, `c-2`.
"""

from __future__ import annotations

import re

from arrowswitch.session.journal.events import JournalEntry
from arrowswitch.session.night.state import State

_FURTHER = re.compile(r"(.+)-[0-9]{1,4}")


def first_of(state: State, command: str) -> str:
    """The command with which the acts began that one belongs to."""
    further = _FURTHER.fullmatch(command)
    return further[1] if further and further[1] in state.ids else command


def together(state: State, command: str) -> tuple[JournalEntry, ...]:
    """All events that were given together with one, in their order; what has been undone is left out.

    >>> together(State(), "c1")
    ()
    """
    first = first_of(state, command)
    return tuple(
        event for event in state.journal if event.id not in state.undone and first_of(state, event.id) == first
    )
