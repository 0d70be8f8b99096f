"""All that happened to a board, a pair or a table, in words and in order.

Lines tell their own changes (`history`); here stand the acts that change no line: a board removed, a penalty, a player
who comes in, a call. What was undone stays in the story, with its undoing.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import NamedTuple

from arrowswitch.session.journal.act import Act, Thing
from arrowswitch.session.journal.events import JournalEntry
from arrowswitch.session.night.lines import LineKey
from arrowswitch.session.night.state import State
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
    section, round_number, table, board = key
    changes = line_history(state, section=section, round_number=round_number, table=table, board=board)
    return _story(state, changes, ("line", key), ("board", board))


def _told(event: JournalEntry, what: Sentence) -> ChronicleLine:
    return ChronicleLine(event.at, event.by.called, what, event.why)


def nameless(state: State, act: Act) -> Sentence:
    """An act in words, without people's names: who sits where is asked of the register."""
    target = state.journal.find(act.undoes) if act.undoes else None
    if target is None:
        return act.told_nameless(state)
    return say("took back: {what}", what=nameless(state, target.act))


def _story(state: State, changes: Iterable[LineChange], *about: Thing) -> tuple[ChronicleLine, ...]:
    told: dict[str, list[ChronicleLine]] = {}
    for change in changes:
        told.setdefault(change.event.id, []).append(_told(change.event, change.what))
    found: list[ChronicleLine] = []
    for event in state.journal:
        if event.id in told:
            found += told[event.id]
        elif any(thing in about for thing in at_last(state, event.act).concerns(state)):
            found.append(_told(event, nameless(state, event.act)))
    return tuple(found)
