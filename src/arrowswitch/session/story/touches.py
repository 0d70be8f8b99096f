"""What an event changes, and what it rests on: how undo knows whether something still stands on what it takes away.

A result rests on its meeting and the call of a round on the meetings of that round, not on the rest of the movement.
"""

from __future__ import annotations

from collections.abc import Iterator

from arrowswitch.session.journal.act import Act, Thing
from arrowswitch.session.journal.events import JournalEntry
from arrowswitch.session.night.state import State


def touches(event: JournalEntry, state: State) -> frozenset[Thing]:
    """What an event changes."""
    lines = (("line", key) for key in event.act.lines_touched(state))
    return frozenset((*lines, *event.act.touches(state, event.id)))


def rests_on(event: JournalEntry, state: State) -> frozenset[Thing]:
    """What must be as it was when an event was granted."""
    lines = (
        thing
        for key in event.act.lines_touched(state)
        for thing in (("meeting", key.section, key.round, key.table), ("round", key.section))
    )
    return frozenset((*lines, *event.act.rests_on(state)))


def at_last(state: State, act: Act) -> Act:
    """What an act is about: of the undoing of something, that."""
    while act.undoes and (target := state.journal.find(act.undoes)):
        act = target.act
    return act


def meetings_changed(before: State, after: State) -> Iterator[Thing]:
    """The meetings that are not the same in two states, and the rounds that they are in."""
    for name in {**before.sections, **after.sections}:
        old, new = (state.sections[name].movement.at if name in state.sections else {} for state in (before, after))
        for number, table in {**old, **new}:
            if old.get((number, table)) != new.get((number, table)):
                yield from (("meeting", name, number, table), ("meetings", name, number))
