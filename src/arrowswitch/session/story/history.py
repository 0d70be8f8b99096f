"""What happened: who changed a board, a table or a pair's lines, when, from what to what, and why.

History is read from the journal by playing it again, so it cannot disagree with the state. What was undone stays in it,
and so does the undoing.
"""

from __future__ import annotations

from dataclasses import dataclass

from arrowswitch.session.acts import Correct, Enter
from arrowswitch.session.deciding.rights import IDLE
from arrowswitch.session.journal.events import Event
from arrowswitch.session.night.lines import LineKey, LineRecord, record_told
from arrowswitch.session.night.replay import evolve, replay
from arrowswitch.session.night.state import State
from arrowswitch.session.story.touches import lines_touched
from arrowswitch.words import Sentence, say


@dataclass(frozen=True)
class LineChange:
    """A line before and after an event."""

    event: Event
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
            "name": self.event.by.name or self.event.by.role,
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
        keys = lines_touched(event.act, before)
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


def from_the_table(state: State, key: LineKey) -> tuple[Enter | Correct, ...]:
    """What a table has written on a line, in order; also what was undone, for it was written."""
    return tuple(
        event.act
        for event in state.journal
        if event.by.role == "table" and isinstance(event.act, Enter | Correct) and event.act.line == key
    )


def as_published(state: State, version: int | None = None) -> State | None:
    """The session as it was when the results were posted, the last time or in a version; None if they never were."""
    posted = [each for each in state.publications if version is None or each.version == version]
    if not posted:
        return None
    ids = [event.id for event in state.journal]
    return replay(state.journal[: ids.index(posted[-1].command) + 1])


def since_published(state: State, version: int | None = None) -> tuple[Event, ...]:
    """What has been done to the results since they were posted (for the last time, or in a version)."""
    posted = [each for each in state.publications if version is None or each.version == version]
    if not posted:
        return ()
    ids = [event.id for event in state.journal]
    later = state.journal[ids.index(posted[-1].command) + 1 :]
    return tuple(event for event in later if not isinstance(event.act, IDLE))
