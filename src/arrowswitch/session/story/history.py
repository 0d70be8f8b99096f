"""What happened: who changed a board, a table or a pair's lines, when, from what to what, and why.

History is read from the journal by playing it again, so it cannot disagree with the state. What was undone stays in it,
and so does the undoing.
"""

from __future__ import annotations

from dataclasses import dataclass

from arrowswitch.session.journal.events import JournalEntry
from arrowswitch.session.night.lines import LineKey, LineRecord, record_told
from arrowswitch.session.night.replay import evolve
from arrowswitch.session.night.state import Ruling, State
from arrowswitch.words import Sentence, say


@dataclass(frozen=True)
class LineChange:
    """A line before and after an event."""

    event: JournalEntry
    line: LineKey
    place: Sentence
    before: LineRecord | None
    after: LineRecord | None

    @property
    def what(self) -> Sentence:
        """The change in words: where, from what to what."""
        return say(
            "{place}: {before} → {after}",
            place=self.place,
            before=record_told(self.before, self.line.board),
            after=record_told(self.after, self.line.board),
        )

    @property
    def told(self) -> Sentence:
        """The change in words: who, when, from what to what, and why."""
        values = {
            "time": f"{self.event.at:%Y-%m-%d %H:%M}",
            "name": self.event.by.called,
            "what": self.what,
        }
        if not self.event.why:
            return say("{time} {name}: {what}", **values)
        return say("{time} {name}: {what} ({why})", why=self.event.why, **values)


def line_history(
    state: State,
    *,
    section: str | None = None,
    round_number: int | None = None,
    table: int | None = None,
    board: int | None = None,
    contestant: int | None = None,
) -> tuple[LineChange, ...]:
    """Every change of the lines that are asked for, in order; what is not named may be anything."""

    def asked(key: LineKey) -> bool:
        wanted = (section, round_number, table, board)
        return all(want is None or want == have for want, have in zip(wanted, key, strict=True))

    found: list[LineChange] = []
    before = State()
    for event in state.journal:
        keys = event.act.lines_touched(before)
        after = evolve(before, event)
        for key in keys:
            change = LineChange(event, key, state.place(key), before.lines.get(key), after.lines.get(key))
            if asked(key) and _about(change, contestant):
                found.append(change)
        before = after
    return tuple(found)


def _about(change: LineChange, contestant: int | None) -> bool:
    records = (change.before, change.after)
    return contestant is None or any(record and contestant in (record.ns, record.ew) for record in records)


def last_change(state: State, key: LineKey) -> LineChange | None:
    """The last change of a line."""
    section, round_number, table, board = key
    changes = line_history(state, section=section, round_number=round_number, table=table, board=board)
    return changes[-1] if changes else None


def since_published(state: State, version: int | None = None) -> tuple[JournalEntry, ...]:
    """What has been done to the results since they were posted (for the last time, or in a version)."""
    posted = [each for each in state.publications if version is None or each.version == version]
    if not posted:
        return ()
    ids = [event.id for event in state.journal]
    later = state.journal[ids.index(posted[-1].command) + 1 :]
    return tuple(event for event in later if event.act.changes_results)


def done_by(state: State, ruling: Ruling) -> tuple[JournalEntry, ...]:
    """What was done to scores and pairs because of a ruling and still stands, in the order in which it was done."""
    return tuple(
        event
        for event in state.journal
        if event.act.of_ruling == ruling.id
        and event.id not in state.undone
        and not (event.id in state.penalties and state.penalties[event.id].withdrawn)
    )
