"""What an entry changes, and what it rests on: how undo knows whether something still stands on what it takes away.

A result rests on its meeting and the call of a round on the meetings of that round, not on the rest of the movement.
"""

from __future__ import annotations

from collections.abc import Iterator

from arrowswitch.session.journal import JournalEntry, Thing
from arrowswitch.session.night.state import State


def touches(entry: JournalEntry, state: State) -> frozenset[Thing]:
    """What an entry changes."""
    lines = (("line", key) for key in entry.act.lines_touched(state))
    return frozenset((*lines, *entry.act.touches(state, entry.id)))


def rests_on(entry: JournalEntry, state: State) -> frozenset[Thing]:
    """What must be as it was when an entry was granted."""
    lines = (
        thing
        for key in entry.act.lines_touched(state)
        for thing in (("meeting", key.section, key.round, key.table), ("round", key.section))
    )
    return frozenset((*lines, *entry.act.rests_on(state)))


def at_last(state: State, entry: JournalEntry) -> JournalEntry:
    """What is really done or undone: of the undoing of something, that."""
    while entry.act.undoes and (before := state.journal.find(entry.act.undoes)):
        entry = before
    return entry


def meetings_changed(before: State, after: State) -> Iterator[Thing]:
    """The meetings that are not the same in two states, and the rounds that they are in."""
    for name in {**before.sections, **after.sections}:
        old, new = (state.sections[name].movement.at if name in state.sections else {} for state in (before, after))
        for number, table in {**old, **new}:
            if old.get((number, table)) != new.get((number, table)):
                yield from (("meeting", name, number, table), ("meetings", name, number))
