"""All that happened to a board, a pair or a table, in words and in order; and whether it has changed since it was seen.

Lines tell their own changes (`history`); here stand the acts that change no line: a board removed, a penalty, a player
who comes in, a call. What was undone stays in the story, with its undoing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import datetime
from typing import NamedTuple

from arrowswitch.session import acts
from arrowswitch.session.acts import Act
from arrowswitch.session.acts.appeals import appealed_ruling
from arrowswitch.session.journal.events import Command, Event, Outdated
from arrowswitch.session.night.lines import LineKey
from arrowswitch.session.night.state import State
from arrowswitch.session.story.history import LineChange, line_history
from arrowswitch.session.story.telling import act_told
from arrowswitch.session.story.touches import find, lines_touched
from arrowswitch.words import Sentence, say

Concern = Callable[[Act], bool]


class Told(NamedTuple):
    """Something that happened: when, who did it, what it was in words, and why."""

    at: datetime
    by: str
    what: Sentence
    why: str


def board_story(state: State, board: int) -> tuple[Told, ...]:
    """A board's changes, the oldest first."""
    return _story(state, line_history(state, board=board), _removes(board))


def pair_story(state: State, section: str, contestant: int) -> tuple[Told, ...]:
    """What happened to a contestant: its lines, its players, its penalties."""
    here = (section, contestant)

    def concerns(act: Act) -> bool:
        match act:
            case acts.Seat(seatings):
                return any(each.place[:2] == here for each in seatings)
            case acts.Substitute(place):
                return place[:2] == here
            case acts.LatePair():
                return (act.section, act.contestant) == here
            case _:
                return _fines(state, *here)(act)

    return _story(state, line_history(state, section=section, contestant=contestant), concerns)


def table_story(state: State, section: str, table: int) -> tuple[Told, ...]:
    """What happened at a table."""

    def concerns(act: Act) -> bool:
        match act:
            case acts.CallDirector() | acts.Rule() | acts.TrackCards():
                return (act.section, act.table) == (section, table)
            case acts.LodgeAppeal() | acts.ReviewAppeal() | acts.DecideAppeal():
                ruling = appealed_ruling(state, act)
                return ruling is not None and (ruling.act.section, ruling.act.table) == (section, table)
            case acts.AnswerCall(call):
                return call in state.calls and (state.calls[call].section, state.calls[call].table) == (section, table)
            case acts.SwapDirections():
                return (act.section, act.table) == (section, table)
            case acts.EditMeeting():
                return (act.section, act.meeting.table) == (section, table)
            case _:
                return False

    return _story(state, line_history(state, section=section, table=table), concerns)


def line_story(state: State, key: LineKey) -> tuple[Told, ...]:
    """What happened to one line, and to its board as a whole."""
    section, round_number, table, board = key
    changes = line_history(state, section=section, round_number=round_number, table=table, board=board)
    removes = _removes(board)

    def concerns(act: Act) -> bool:
        if isinstance(act, acts.Rule | acts.TrackCards):
            return (act.section, act.round, act.table, act.board) == tuple(key)
        if isinstance(act, acts.LodgeAppeal | acts.ReviewAppeal | acts.DecideAppeal):
            ruling = appealed_ruling(state, act)
            return ruling is not None and ruling.line == key
        if isinstance(act, acts.Settle):
            return act.line == key
        return removes(act)

    return _story(state, changes, concerns)


def _told(event: Event, what: Sentence) -> Told:
    return Told(event.at, event.by.name or event.by.role, what, event.why)


def nameless(state: State, act: Act) -> Sentence:
    """An act in words, without people's names: who sits where is asked of the register."""
    match act:
        case acts.Seat():
            return say("named players")
        case acts.Substitute():
            return say("let a substitute come in from round {round}", round=act.from_round)
    target = find(state, act.command) if isinstance(act, acts.Undo) else None
    if target is None:
        return act_told(act, state)
    return say("took back: {what}", what=nameless(state, target.act))


def _story(state: State, changes: Iterable[LineChange], concerns: Concern) -> tuple[Told, ...]:
    told: dict[str, list[Told]] = {}
    for change in changes:
        told.setdefault(change.event.id, []).append(_told(change.event, change.what))
    found: list[Told] = []
    for event in state.journal:
        if event.id in told:
            found += told[event.id]
        elif concerns(_at_last(state, event.act)):
            found.append(_told(event, nameless(state, event.act)))
    return tuple(found)


def _at_last(state: State, act: Act) -> Act:
    """What an act is about: of the undoing of something, that."""
    while isinstance(act, acts.Undo) and (target := find(state, act.command)):
        act = target.act
    return act


def _removes(board: int) -> Concern:
    return lambda act: isinstance(act, acts.RemoveBoard) and act.board == board


def _fines(state: State, section: str, contestant: int) -> Concern:
    def concerns(act: Act) -> bool:
        if isinstance(act, acts.WithdrawPenalty):
            given = find(state, act.penalty)
            return given is not None and concerns(given.act)
        return isinstance(act, acts.Penalise) and (act.section, act.contestant) == (section, contestant)

    return concerns


# -- has it changed since it was seen? --------------------------------------------------------------------------------


def check_board_seen(state: State, command: Command, board: int) -> None:
    """Refuses a change of a board that somebody has changed since the sender saw so many events of the journal."""
    removes = _removes(board)
    _check_since(
        state, command, lambda act: removes(act) or any(key.board == board for key in lines_touched(act, state))
    )


def check_penalties_seen(state: State, command: Command, section: str, contestant: int) -> None:
    """Refuses a penalty for somebody whose penalties have changed since the sender saw so many events."""
    _check_since(state, command, _fines(state, section, contestant))


def _check_since(state: State, command: Command, concerns: Concern) -> None:
    if command.seen is None:
        return
    for event in reversed(state.journal[max(command.seen, 0) :]):
        if concerns(_at_last(state, event.act)):
            raise Outdated(
                say(
                    "{name} was faster: {what}. Look again before you change it.",
                    name=event.by.name or event.by.role,
                    what=nameless(state, event.act),
                )
            )
