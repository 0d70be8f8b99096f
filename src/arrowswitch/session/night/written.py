"""Lines as they are written: who plays one, and what stands there."""

from __future__ import annotations

from arrowswitch.session.night.lines import LineKey, LineRecord
from arrowswitch.session.night.state import State


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
    lines = state.lines | {key: record}
    if key in state.lines:
        return state.but(lines=lines)
    on_board = {**state.on_board, key.board: (*state.on_board.get(key.board, ()), key)}
    return state.but(lines=lines, on_board=on_board)
