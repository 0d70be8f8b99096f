"""What happened: who changed a board, a table or a pair's lines, when, from what to what, and why.

History is read from the journal by playing it again, so it cannot disagree with the state. What was undone stays in it,
and so does the undoing.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from arrowswitch.session.journal.entries import JournalEntry
from arrowswitch.session.night import LineKey, LineRecord, Ruling, State, evolve, record_told
from arrowswitch.words import Sentence, say


@dataclass(frozen=True, slots=True)
class LineMoved:
    """A line that is not what it was."""

    line: LineKey
    place: Sentence
    before: LineRecord | None
    after: LineRecord | None

    @property
    def told(self) -> Sentence:
        """The change in words."""
        return say("{place} was {before}, is {after}", **self._values)

    @property
    def _values(self) -> dict[str, Sentence]:
        records = {"before": self.before, "after": self.after}
        return {"place": self.place, **{when: record_told(each, self.line.board) for when, each in records.items()}}


@dataclass(frozen=True, slots=True)
class LineChange(LineMoved):
    """A line before and after an entry."""

    entry: JournalEntry

    @property
    def what(self) -> Sentence:
        """The change in words: where, from what to what."""
        return say("{place}: {before} → {after}", **self._values)

    @property
    def told(self) -> Sentence:
        """The change in words: who, when, from what to what, and why."""
        values = {"time": f"{self.entry.at:%Y-%m-%d %H:%M}", "name": self.entry.by.called, "what": self.what}
        if not self.entry.why:
            return say("{time} {name}: {what}", **values)
        return say("{time} {name}: {what} ({why})", why=self.entry.why, **values)


def line_history(
    state: State,
    *,
    line: LineKey | None = None,
    section: str | None = None,
    table: int | None = None,
    board: int | None = None,
    contestant: int | None = None,
) -> tuple[LineChange, ...]:
    """Every change of the lines that are asked for, in order; what is not named may be anything."""
    wanted = line or (section, None, table, board)
    found: list[LineChange] = []
    before = State()
    for entry in state.journal:
        keys = entry.act.lines_touched(before)
        after = evolve(before, entry)
        for key in keys:
            change = LineChange(key, state.place(key), before.lines.get(key), after.lines.get(key), entry)
            asked = all(want is None or want == have for want, have in zip(wanted, key, strict=True))
            if asked and _about(change, contestant):
                found.append(change)
        before = after
    return tuple(found)


def _about(change: LineChange, contestant: int | None) -> bool:
    records = (change.before, change.after)
    return contestant is None or any(record and contestant in (record.ns, record.ew) for record in records)


def last_change(state: State, key: LineKey) -> LineChange | None:
    """The last change of a line."""
    changes = line_history(state, line=key)
    return changes[-1] if changes else None


def since_published(state: State, version: int | None = None) -> tuple[JournalEntry, ...]:
    """What has been done to the results since they were posted (for the last time, or in a version)."""
    posted = [each for each in state.publications if version is None or each.version == version]
    if not posted:
        return ()
    ids = [entry.id for entry in state.journal]
    later = state.journal[ids.index(posted[-1].command) + 1 :]
    return tuple(entry for entry in later if entry.act.changes_results)


def done_by(state: State, ruling: Ruling) -> tuple[JournalEntry, ...]:
    """What was done to scores and pairs because of a ruling and still stands, in the order in which it was done."""
    return tuple(
        entry
        for entry in state.journal
        if entry.act.of_ruling == ruling.id
        and entry.id not in state.undone
        and not (entry.id in state.penalties and state.penalties[entry.id].withdrawn)
    )


# -- acts that were given together: a repair of several acts is one thing to whoever wants it back --------------------

_FURTHER = re.compile(r"(.+)-[0-9]{1,4}")
"""The commands of one form have names that go on from the first: `c`, `c-1`, `c-2`."""


def first_of(state: State, command: str) -> str:
    """The command with which the acts began that one belongs to."""
    further = _FURTHER.fullmatch(command)
    return further[1] if further and further[1] in state.ids else command


def together(state: State, command: str) -> tuple[JournalEntry, ...]:
    """All entries that were given together with one, in their order; what has been undone is left out.

    >>> together(State(), "c1")
    ()
    """
    first = first_of(state, command)
    return tuple(
        entry for entry in state.journal if entry.id not in state.undone and first_of(state, entry.id) == first
    )
