"""Scored results kept in memory until the journal grows, so that a page costs only its own making."""

from __future__ import annotations

from dataclasses import replace

from arrowswitch.scoring import Scored, Standing, ranking
from arrowswitch.session import State, scored
from arrowswitch.session.sight import Check, checklist
from arrowswitch.session.story import Changes, Version, changes_between, versions
from arrowswitch.site.work.memory import Memory

SCORED: Memory[tuple[int, str, int, int], tuple[Scored, tuple[Standing, ...]]] = Memory(96)
VERSIONS: Memory[int, tuple[Version, ...]] = Memory(32)
PENDING: Memory[int, Changes] = Memory(32)
CHECKS: Memory[int, tuple[Check, ...]] = Memory(32)
"""By session; good as long as the journal is the same."""


def scored_of(session: int, state: State, part: str = "") -> tuple[Scored, tuple[Standing, ...]]:
    """A session scored and ranked; `part` names a part of it, where not all of it may be seen."""

    def make() -> tuple[Scored, tuple[Standing, ...]]:
        made = scored(state)
        return made, ranking(made)

    return SCORED.made((session, part, len(state.journal), len(state.tables)), make, state.journal)


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
    return VERSIONS.made(session, lambda: versions(state), last)


def pending(session: int, state: State) -> Changes:
    """What has changed since the results were posted."""
    if not state.publications:
        return Changes()
    last = versions_of(session, state)[-1].state
    return PENDING.made(session, lambda: changes_between(last, state), state.journal)


def checks(session: int, state: State) -> tuple[Check, ...]:
    """The checklist of the end of the night."""
    return CHECKS.made(session, lambda: checklist(state), state.journal)
