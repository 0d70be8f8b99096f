"""Lines as they are written: who plays one, what stands there, and what a table wrote of the same board elsewhere.

A board that a table writes by mistake, or to see it, takes nothing from the table where it is due: there it counts, and the
director decides about the other.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Protocol

from arrowswitch.bridge import Side
from arrowswitch.session.night.growing import LineRecords, with_changes
from arrowswitch.session.night.lines import PLAYED, Entry, LineKey, LineRecord, SideName
from arrowswitch.session.night.state import State


class Writes(Protocol):
    """An act that writes a result on a line."""

    @property
    def line(self) -> LineKey: ...
    @property
    def entry(self) -> Entry: ...
    @property
    def side(self) -> SideName | None: ...
    @property
    def ns(self) -> int | None: ...
    @property
    def ew(self) -> int | None: ...


def pairs_of(state: State, key: LineKey, ns: int | None = None, ew: int | None = None) -> tuple[int, int]:
    """Who plays a line: those who are named, or who sat there before, or whom the movement sends."""
    record = state.lines.get(key)
    meeting = state.sections[key.section].meeting(key.round, key.table)
    known = record or meeting
    return ns or (known.ns if known else 0), ew or (known.ew if known else 0)


def record_at(state: State, key: LineKey) -> LineRecord:
    """What is known of a line; of one that nobody has written, who plays it."""
    return state.lines.get(key) or LineRecord(*pairs_of(state, key))


def with_record(state: State, key: LineKey, record: LineRecord) -> State:
    """The state with another record of a line."""
    lines = with_changes(state.lines, {key: record})
    if key in state.lines:
        return state.but(lines=lines)
    on_board = {**state.on_board, key.board: (*state.on_board.get(key.board, ()), key)}
    return state.but(lines=lines, on_board=on_board)


def strays_of(state: State, act: Writes, *, forced: bool = False) -> tuple[LineKey, ...]:
    """What a table wrote for one of the pairs where the board was not due, while it is due where it is written now.

    What the director insists on is done as it was asked for.
    """
    section, _, _, board = act.line
    lines = state.lines if isinstance(state.lines, LineRecords) else LineRecords(state.lines)
    if not any(record.undue for record in lines.on(section, board).values()):
        return ()  # nearly always
    insisted = forced and act.side is None
    if insisted or not isinstance(act.entry, PLAYED) or not state.is_due(act.line):
        return ()
    pairs = zip(pairs_of(state, act.line, act.ns, act.ew), Side, strict=True)
    found = (key for pair, side in pairs for key in state.all_had(section, pair, side, board))
    return tuple(dict.fromkeys(key for key in found if key != act.line and state.lines[key].undue))


def contested(state: State, act: Writes, *, forced: bool) -> State:
    """The state in which a board counts where it was due; what a table wrote elsewhere waits for the director."""
    strays = strays_of(state, act, forced=forced)
    if not strays:
        return state
    return state.but(lines=with_changes(state.lines, {key: replace(state.lines[key], void=True) for key in strays}))
