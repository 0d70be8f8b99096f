"""All that happened to a board, a pair or a table, in words and in order.

Lines tell their own changes (`history`); here stand the acts that change no line: a board removed, a penalty, a player
who comes in, a call. What was undone stays in the story, with its undoing.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import NamedTuple

from arrowswitch.session.journal import Act, JournalEntry, Thing
from arrowswitch.session.night import LineKey, State
from arrowswitch.session.story.history import LineChange, line_history
from arrowswitch.session.story.touches import at_last
from arrowswitch.words import Sentence, say


class ChronicleLine(NamedTuple):
    """Something that happened: when, who did it, what it was in words, and why."""

    at: datetime
    by: str
    what: Sentence
    why: str


def board_story(state: State, board: int) -> tuple[ChronicleLine, ...]:
    """A board's changes, the oldest first."""
    return _story(state, line_history(state, board=board), ("board", board))


def pair_story(state: State, section: str, contestant: int) -> tuple[ChronicleLine, ...]:
    """What happened to a contestant: its lines, its players, its penalties."""
    here = (section, contestant)
    changes = line_history(state, section=section, contestant=contestant)
    return _story(state, changes, ("pair", *here), ("penalties", *here))


def table_story(state: State, section: str, table: int) -> tuple[ChronicleLine, ...]:
    """What happened at a table."""
    return _story(state, line_history(state, section=section, table=table), ("table", section, table))


def line_story(state: State, key: LineKey) -> tuple[ChronicleLine, ...]:
    """What happened to one line, and to its board as a whole."""
    return _story(state, line_history(state, line=key), ("line", key), ("board", key.board))


def _told(entry: JournalEntry, what: Sentence) -> ChronicleLine:
    return ChronicleLine(entry.at, entry.by.called, what, entry.why)


def nameless(state: State, act: Act) -> Sentence:
    """An act in words, without people's names: who sits where is asked of the register."""
    target = state.journal.find(act.undoes) if act.undoes else None
    if target is None:
        return act.told_nameless(state)
    return say("took back: {what}", what=nameless(state, target.act))


def _story(state: State, changes: Iterable[LineChange], *about: Thing) -> tuple[ChronicleLine, ...]:
    told: dict[str, list[ChronicleLine]] = {}
    for change in changes:
        told.setdefault(change.entry.id, []).append(_told(change.entry, change.what))
    found: list[ChronicleLine] = []
    for entry in state.journal:
        if entry.id in told:
            found += told[entry.id]
        elif any(thing in about for thing in at_last(state, entry).act.concerns(state)):
            found.append(_told(entry, nameless(state, entry.act)))
    return tuple(found)
