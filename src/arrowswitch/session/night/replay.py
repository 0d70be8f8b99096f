"""The state after an entry, and after all of a journal.

Undo is an entry like any other; the state after it is that of the journal without what was undone.
"""

from __future__ import annotations

from collections.abc import Iterable

from arrowswitch.session.journal.entries import JournalEntry
from arrowswitch.session.night.state import State


def evolve(state: State, entry: JournalEntry) -> State:
    """The state after an entry."""
    act = entry.act
    journal = state.journal.then(entry)
    versions = state.versions
    touched = act.lines_touched(state)
    if touched:
        versions = versions | dict.fromkeys(touched, len(journal))
    if act.undoes:
        undone = journal.undone
        after = _folded(each for each in journal if each.id not in undone)
        return after.but(journal=journal, undone=undone, versions=versions)
    return act.evolve(state, entry).but(journal=journal, versions=versions)


def replay(entries: Iterable[JournalEntry]) -> State:
    """The state that a journal gives.

    >>> replay(()).phase
    'new'
    """
    state = State()
    for entry in entries:
        state = evolve(state, entry)
    return state


def _folded(entries: Iterable[JournalEntry]) -> State:
    state = State()
    for entry in entries:
        state = entry.act.evolve(state, entry)
    return state
