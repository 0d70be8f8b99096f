"""What is still missing: boards without a result, late plays, results that the other side has not confirmed.

And how far a table has come with what it has sent. Where tables do not wait for the call, each goes on when it has finished. It
goes no further: a score that is invented for a board still to be played would show that board.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from arrowswitch.bridge import Side
from arrowswitch.movements import Meeting
from arrowswitch.session.journal.entries import NotNow
from arrowswitch.session.night.lines import LatePlay, LineKey
from arrowswitch.session.night.state import State
from arrowswitch.words import say


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
            if (name, board) in state.removed or state.cancelled(name, *meeting.sides, meeting.round):
                continue
            record = state.lines.get(key)
            if record is None or not record.finished:
                if _had_by_both(state, key, meeting):
                    continue
                late = record is not None and isinstance(record.entry, LatePlay)
                yield Missing(key, meeting.ns, meeting.ew, "late-play" if late else "result")
            elif state.settings.confirm and not record.confirmed and not record.adjusted and not record.void:
                yield Missing(key, record.ns, record.ew, "confirmation")


def _had_by_both(state: State, key: LineKey, meeting: Meeting) -> bool:
    """Whether both sides have their score on a board elsewhere: the first one stands (Law 15B), and nobody waits for another."""
    sides = zip(Side, meeting.sides, strict=True)
    return all(state.had(key.section, who, side, key.board) not in (None, key) for side, who in sides)


# -- how far a table has come -----------------------------------------------------------------------------------------


def is_in(state: State, key: LineKey) -> bool:
    """Whether no score is expected any more where a board was due."""
    record = state.lines.get(key)
    written = record is not None and (record.finished or record.entry is not None)
    return written or (key.section, key.board) in state.removed


def to_come(state: State, section: str, meeting: Meeting) -> Iterator[LineKey]:
    """The boards of a meeting whose scores are still expected."""
    if state.cancelled(section, *meeting.sides, meeting.round):
        return
    for board in meeting.boards:
        key = LineKey(section, meeting.round, meeting.table, board)
        if not is_in(state, key):
            yield key


def before(state: State, key: LineKey, pair: int | None = None) -> Iterator[LineKey]:
    """What is still expected of the rounds from the one that was called to the one before a line: at its table, or of a
    pair wherever it was."""
    section = state.sections[key.section]
    for number in range(max(section.round, 1), key.round):
        if pair is None:
            meeting = section.meeting(number, key.table)
            here: tuple[Meeting, ...] = (meeting,) if meeting else ()
        else:
            here = tuple(
                each for each in section.movement.by_round.get(number, ()) if pair in section.movement.seated(each)
            )
        for meeting in here:
            yield from to_come(state, key.section, meeting)


def check_turn(state: State, key: LineKey, pair: int | None) -> None:
    """Keeps a score of a later round back until whoever writes it, a table or a pair, has finished the earlier ones."""
    first = next(before(state, key, pair), None)
    if first is not None:
        raise NotNow(
            say(
                "Board {board} of round {round} has no score yet. Enter it, or “not played”; then this goes in by itself.",
                board=first.board,
                round=first.round,
            )
        )


def is_over(state: State, key: LineKey) -> bool:
    """Whether the round of a line is over where it was played: a later one was called, or nothing is expected there any
    more and both pairs had finished what comes before. A board that was not due there waits for the call."""
    section = state.sections[key.section]
    if key.round < section.round:
        return True
    meeting = section.meeting(key.round, key.table)
    if meeting is None or key.board not in meeting.boards:
        return False
    earlier = (each for pair in section.movement.seated(meeting) for each in before(state, key, pair))
    return next(to_come(state, key.section, meeting), None) is None and next(earlier, None) is None
