"""The versions of the results that were posted, and what changed from each to the next.

A correction after posting is told to the players: which lines were what and are what, who went from which place to
which, and what else the director did.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from arrowswitch.scoring import Standing
from arrowswitch.session.journal.entries import JournalEntry
from arrowswitch.session.night import LineRecord, State, changed_standings, replay
from arrowswitch.session.story.history import LineMoved
from arrowswitch.words import Sentence


@dataclass(frozen=True)
class Changes:
    """What differs between two states of a session."""

    lines: tuple[LineMoved, ...] = ()
    standings: tuple[tuple[Standing | None, Standing | None], ...] = ()
    other: tuple[tuple[JournalEntry, Sentence], ...] = ()
    """What was done that is no line: penalties, boards removed, names."""

    def __bool__(self) -> bool:
        return bool(self.lines or self.standings or self.other)


@dataclass(frozen=True)
class Version:
    """Results as they were posted once."""

    number: int
    at: datetime
    by: str
    state: State
    changes: Changes
    """Since the version before; nothing for the first."""


def versions(state: State) -> tuple[Version, ...]:
    """Every version that was posted, the first one first."""
    found: list[Version] = []
    before = State()
    for publication in state.publications:
        place = next(number for number, entry in enumerate(state.journal) if entry.id == publication.command)
        now = replay(state.journal[: place + 1])
        changes = changes_between(before, now) if found else Changes()
        by = state.journal[place].by
        found.append(Version(publication.version, publication.at, by.called, now, changes))
        before = now
    return tuple(found)


def changes_between(before: State, after: State) -> Changes:
    """What differs in the later of two states of one session."""
    keys = sorted({*before.lines, *after.lines})
    lines = tuple(
        LineMoved(key, after.place(key), before.lines.get(key), after.lines.get(key))
        for key in keys
        if _result(before.lines.get(key)) != _result(after.lines.get(key))
    )
    later = after.journal[len(before.journal) :]
    return Changes(lines, changed_standings(before, after), tuple(_other(later, after)))


def _result(record: LineRecord | None) -> LineRecord | None:
    """A line without who keyed it in, which is no result."""
    return replace(record, entered_by=None, confirmed=False) if record else None


def _other(later: Sequence[JournalEntry], after: State) -> list[tuple[JournalEntry, Sentence]]:
    return [
        (entry, news)
        for entry in later
        if entry.id not in after.undone
        and not entry.act.lines_touched(after)
        and (news := entry.act.told_as_news(after)) is not None
    ]
