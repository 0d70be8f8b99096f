"""Scored results kept in memory until the journal grows, so that a page costs only its own making."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import replace
from threading import Lock
from typing import Any, TypeVar

from arrowswitch.scoring import Scored, Standing, ranking
from arrowswitch.session import State, scored
from arrowswitch.session.sight.ending import Check, checklist
from arrowswitch.session.story.versions import Changes, Version, changes_between, versions

Made = TypeVar("Made")
REMEMBERED = 96
_memory: OrderedDict[Hashable, tuple[Any, Any]] = OrderedDict()
_lock = Lock()


def kept(name: Hashable, witness: object, make: Callable[[], Made]) -> Made:
    """What was made before, as long as the witness is the same object; otherwise it is made again."""
    with _lock:
        known = _memory.get(name)
        if known is not None and known[0] is witness:
            _memory.move_to_end(name)
            return known[1]
    made = make()
    with _lock:
        _memory[name] = witness, made
        _memory.move_to_end(name)
        while len(_memory) > REMEMBERED:
            _memory.popitem(last=False)
    return made


def scored_of(session: int, state: State, part: str = "") -> tuple[Scored, tuple[Standing, ...]]:
    """A session scored and ranked; `part` names a part of it, where not all of it may be seen."""

    def make() -> tuple[Scored, tuple[Standing, ...]]:
        made = scored(state)
        return made, ranking(made)

    return kept((session, "scored", part, len(state.journal)), state.journal, make)


def posted(session: int, state: State) -> State | None:
    """The session as it was posted last, with the settings and hands of now; None if it never was."""
    if not state.publications:
        return None
    version = versions_of(session, state)[-1]
    return replace(version.state, settings=state.settings, hands=state.hands, tables=state.tables)


def versions_of(session: int, state: State) -> tuple[Version, ...]:
    """Every version that was posted."""
    if not state.publications:
        return ()
    ids = {event.id: event for event in state.journal}
    last = ids[state.publications[-1].command]
    return kept((session, "versions"), last, lambda: versions(state))


def pending(session: int, state: State) -> Changes:
    """What has changed since the results were posted."""
    if not state.publications:
        return Changes()
    last = versions_of(session, state)[-1].state
    return kept((session, "pending"), state.journal, lambda: changes_between(last, state))


def checks(session: int, state: State) -> tuple[Check, ...]:
    """The checklist of the end of the night."""
    return kept((session, "checks"), state.journal, lambda: checklist(state))


def forget() -> None:
    """Empties the memory."""
    with _lock:
        _memory.clear()
