"""What is still missing: boards without a result, late plays, results that the other side has not confirmed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from arrowswitch.session.night.lines import LatePlay, LineKey
from arrowswitch.session.night.state import State


@dataclass(frozen=True, slots=True)
class Missing:
    """A line that is not finished."""

    line: LineKey
    ns: int
    ew: int
    what: Literal["result", "late-play", "confirmation"]


def missing(state: State, section: str | None = None, *, confirmations: bool = False) -> tuple[Missing, ...]:
    """What is missing of the rounds that have been called, table by table within each round."""
    return tuple(
        each
        for name in state.sections
        if section in (None, name)
        for each in _missing(state, name)
        if confirmations or each.what != "confirmation"
    )


def awaited(state: State, section: str | None = None, *, confirmations: bool = False) -> tuple[Missing, ...]:
    """What the desk should have by now: all that is missing, but of a section whose travellers come at the end nothing
    before all its rounds have been played."""
    found = missing(state, section, confirmations=confirmations)
    to_come = {name for name, each in state.sections.items() if state.settings.source == "end" and not each.over}
    return tuple(each for each in found if each.line.section not in to_come)


def _missing(state: State, name: str) -> Iterator[Missing]:
    for meeting in sorted(state.sections[name].meetings_called, key=lambda each: (each.round, each.table)):
        for board in meeting.boards:
            key = LineKey(name, meeting.round, meeting.table, board)
            if (name, board) in state.removed or state.cancelled(name, *meeting.sides):
                continue
            record = state.lines.get(key)
            if record is None or not record.finished:
                late = record is not None and isinstance(record.entry, LatePlay)
                yield Missing(key, meeting.ns, meeting.ew, "late-play" if late else "result")
            elif state.settings.confirm and not record.confirmed and not record.adjusted and not record.void:
                yield Missing(key, record.ns, record.ew, "confirmation")
