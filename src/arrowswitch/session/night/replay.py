"""The state after an event, and after all of a journal.

Undo is an event like any other; the state after it is that of the journal without what was undone.
"""

from __future__ import annotations

from collections.abc import Iterable

from arrowswitch.session.journal.events import JournalEntry
from arrowswitch.session.night.growing import Events, with_changes
from arrowswitch.session.night.state import State


def evolve(state: State, event: JournalEntry) -> State:
    """The state after an event."""
    act = event.act
    journal = state.journal.then(event)
    versions = state.versions
    touched = act.lines_touched(state)
    if touched:
        versions = with_changes(versions, dict.fromkeys(touched, len(journal)))
    if act.undoes:
        undone = live_undone(journal)
        after = _folded(each for each in journal if each.id not in undone)
        return after.but(journal=journal, undone=undone, versions=versions)
    return act.evolve(state, event).but(journal=journal, versions=versions)


def replay(events: Iterable[JournalEntry]) -> State:
    """The state that a journal gives.

    >>> replay(()).phase
    'new'
    """
    state = State()
    for event in events:
        state = evolve(state, event)
    return state


def live_undone(journal: Events) -> frozenset[str]:
    """The commands that were undone; an undo that was itself undone undoes nothing."""
    undone: set[str] = set()
    for event in reversed(journal):
        if event.act.undoes and event.id not in undone:
            undone.add(event.act.undoes)
    return frozenset(undone)


def _folded(events: Iterable[JournalEntry]) -> State:
    state = State()
    for event in events:
        state = event.act.evolve(state, event)
    return state
