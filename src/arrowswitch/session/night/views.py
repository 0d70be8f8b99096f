"""What the director looks at during play: the map of the tables, and what to say next."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import Literal

from arrowswitch.movements.cards.announcements import Announcement, announcements
from arrowswitch.session.night.checks import suspicious, wrong_board
from arrowswitch.session.night.lines import PLAYED, LatePlay, LineKey, LineRecord, NotPlayed
from arrowswitch.session.night.missing import awaited
from arrowswitch.session.night.state import DirectorCall, State
from arrowswitch.session.night.written import pairs_of
from arrowswitch.words import Sentence, say

Cell = Literal["missing", "entered", "unconfirmed", "adjusted", "not-played", "late", "void", "removed"]


@dataclass(frozen=True, slots=True)
class BoardCell:
    """One board of a table in this round."""

    board: int
    state: Cell
    version: int
    warnings: tuple[Sentence, ...] = ()


@dataclass(frozen=True, slots=True)
class TableView:
    """A table in the round that is being played."""

    section: str
    table: int
    round: int
    ns: int | None
    ew: int | None
    """None where nobody plays in this round."""
    boards: tuple[BoardCell, ...]
    behind: int
    """Boards of earlier rounds that this table has not finished."""
    call: DirectorCall | None = None

    @property
    def done(self) -> bool:
        """Whether the table has finished the round."""
        return all(cell.state not in ("missing", "late") for cell in self.boards)


def table_map(state: State) -> tuple[TableView, ...]:
    """Every table of every section, as it is now."""
    behind = Counter(
        (each.line.section, each.line.table)
        for each in awaited(state)
        if state.settings.source != "end"  # it is the desk that has them to type, not the table
        and each.line.round < state.sections[each.line.section].round
    )
    calls = {(call.section, call.table): call for call in state.calls.values() if call.answered is None}
    found = []
    for section in state.sections.values():
        for table in sorted({meeting.table for meeting in section.movement.meetings}):
            meeting = section.meeting(section.round, table)
            keys = [LineKey(section.name, section.round, table, board) for board in (meeting.boards if meeting else ())]
            found.append(
                TableView(
                    section.name,
                    table,
                    section.round,
                    meeting.ns if meeting else None,
                    meeting.ew if meeting else None,
                    tuple(_cell(state, key) for key in keys),
                    behind[section.name, table],
                    calls.get((section.name, table)),
                )
            )
    return tuple(found)


def _cell(state: State, key: LineKey) -> BoardCell:
    record = state.lines.get(key)
    warnings = _warnings(state, key, record) if record and _judged(state, key, record) else ()
    return BoardCell(key.board, _cell_state(state, key, record), state.version(key), warnings)


def _judged(state: State, key: LineKey, record: LineRecord) -> bool:
    """Whether there is a result that may look wrong: an award where nothing was played is the director's own."""
    played = record.occupies and isinstance(record.entry, PLAYED)
    return played and not state.cancelled(key.section, record.ns, record.ew, key.round)


LOOKED = say("The table changed its score after it could see other results or the hands.")
CONTESTED = say(
    "The table wrote this board, which was not due there, and the table where it was due has a score of the same pair. "
    "That one counts until you decide: strike it out and let this one count, or put “not played” here."
)
MARKS = {"looked": LOOKED, "guessed": say("The table wrote one contract after the other here; ask what was played.")}
"""What the director is told of how a line was written at the table, by the mark on it."""


def _warnings(state: State, key: LineKey, record: LineRecord) -> tuple[Sentence, ...]:
    """What looks wrong about a line, and which of two scores counts; that remains to be decided when the rest is settled."""
    contested = (CONTESTED,) if record.undue and record.void else ()
    return contested if record.settled else (*contested, *doubts(state, key, record))


def doubts(state: State, key: LineKey, record: LineRecord) -> tuple[Sentence, ...]:
    """What looks wrong about a line; in the round that is being played also that it is not the board due there."""
    now = key.round >= state.sections[key.section].round
    found = tuple(wrong_board(state, key)) if now else ()
    found += tuple(said for mark, said in MARKS.items() if getattr(record, mark))
    return (*found, *suspicious(state, key, record.entry)) if record.entry else found


def _cell_state(state: State, key: LineKey, record: LineRecord | None) -> Cell:
    if (key.section, key.board) in state.removed:
        return "removed"
    if state.cancelled(key.section, *pairs_of(state, key), key.round):
        return "void"
    if record is None or (record.entry is None and not record.adjusted):
        return "missing"
    if record.void:
        return "void"
    if record.adjusted:
        return "adjusted"
    if isinstance(record.entry, NotPlayed):
        return "not-played"
    if isinstance(record.entry, LatePlay):
        return "late"
    return "unconfirmed" if state.settings.confirm and not record.confirmed else "entered"


def looks_wrong(state: State) -> tuple[tuple[LineKey, tuple[Sentence, ...]], ...]:
    """Every line that looks wrong now that more results are known, with what looks wrong about it."""
    found = (
        (key, _warnings(state, key, record))
        for key, record in sorted(state.lines.items())
        if _is_marked(record) or _judged(state, key, record)
    )
    return tuple((key, warnings) for key, warnings in found if warnings)


def _is_marked(record: LineRecord) -> bool:
    return (record.undue and record.void) or any(getattr(record, mark) for mark in MARKS)


def to_announce(state: State, section: str) -> tuple[Announcement, ...]:
    """What to say next in a section: before play, or during and after the round that is being played.

    The break is told of by `cues`, when it begins. Who has gone home is not told to sit out.
    """
    where = state.sections[section]
    movement = where.movement
    here = tuple(each for each in movement.sit_outs if (section, each.pair) not in state.left)
    return tuple(said for said in announcements(replace(movement, sit_outs=here)) if said.round == where.round)
