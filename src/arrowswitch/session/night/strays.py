"""Who plays a line, and what a table wrote of their board elsewhere, where it was not due.

A board that a table writes by mistake, or to see it, takes nothing from the table where it is due: there it counts, and the
director decides about the other.
"""

from __future__ import annotations

from dataclasses import replace

from arrowswitch.bridge import Side
from arrowswitch.session.acts import Correct, Enter
from arrowswitch.session.night.growing import Lines, with_changes
from arrowswitch.session.night.lines import PLAYED, LineKey
from arrowswitch.session.night.state import State


def pairs_of(state: State, key: LineKey, ns: int | None = None, ew: int | None = None) -> tuple[int, int]:
    """Who plays a line: those who are named, or who sat there before, or whom the movement sends."""
    record = state.lines.get(key)
    meeting = state.sections[key.section].meeting(key.round, key.table)
    known = record or meeting
    return ns or (known.ns if known else 0), ew or (known.ew if known else 0)


def strays_of(state: State, act: Enter | Correct, *, forced: bool = False) -> tuple[LineKey, ...]:
    """What a table wrote for one of the pairs where the board was not due, while it is due where it is written now.

    What the director insists on is done as it was asked for.
    """
    section, _, _, board = act.line
    lines = state.lines if isinstance(state.lines, Lines) else Lines(state.lines)
    if not any(record.undue for record in lines.on(section, board).values()):
        return ()  # nearly always
    insisted = forced and act.side is None
    if insisted or not isinstance(act.entry, PLAYED) or not state.is_due(act.line):
        return ()
    pairs = zip(pairs_of(state, act.line, act.ns, act.ew), Side, strict=True)
    found = (key for pair, side in pairs for key in state.all_had(section, pair, side, board))
    return tuple(dict.fromkeys(key for key in found if key != act.line and state.lines[key].undue))


def contested(state: State, act: Enter | Correct, *, forced: bool) -> State:
    """The state in which a board counts where it was due; what a table wrote elsewhere waits for the director."""
    strays = strays_of(state, act, forced=forced)
    if not strays:
        return state
    return state.but(lines=with_changes(state.lines, {key: replace(state.lines[key], void=True) for key in strays}))
