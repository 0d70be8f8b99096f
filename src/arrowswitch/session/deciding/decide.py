"""A command, decided against the state: it becomes an event, or is refused with one sentence.

The event is the one that the journal will give back, to the last bit: it is written and read once before it is
returned. A command that was granted before gives nothing new.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import UTC
from typing import Any

from arrowswitch.session import acts
from arrowswitch.session.acts import Act
from arrowswitch.session.deciding import (
    decide_appeals,
    decide_desk,
    decide_lines,
    decide_lists,
    decide_movement,
    decide_people,
    decide_plan,
    decide_rounds,
    decide_rulings,
    decide_sections,
    decide_tasks,
)
from arrowswitch.session.deciding.decide_undo import undo
from arrowswitch.session.deciding.granting import Granted, check_text, granted_event
from arrowswitch.session.deciding.rights import check_rights
from arrowswitch.session.journal.codec import JournalFault, decode, encode
from arrowswitch.session.journal.events import Command, Event, NotNow, Refused
from arrowswitch.session.journal.text import from_json, to_json
from arrowswitch.session.journal.unseen import seen
from arrowswitch.session.night.replay import evolve
from arrowswitch.session.night.state import State
from arrowswitch.session.story.touches import find
from arrowswitch.words import say

Judge = Callable[[State, Command, Any], Granted]
JUDGES: Mapping[type[Act], Judge] = {
    acts.Open: decide_desk.open_session,
    acts.ChangeSettings: decide_desk.change_settings,
    acts.AttachHands: decide_desk.attach_hands,
    acts.Seat: decide_people.seat,
    acts.Substitute: decide_people.substitute,
    acts.Start: decide_rounds.start,
    acts.CallRound: decide_rounds.call_round,
    acts.EndPlay: decide_rounds.end_play,
    acts.HoldClock: decide_rounds.hold,
    acts.ResumeClock: decide_rounds.resume,
    acts.AddMinutes: decide_rounds.add_minutes,
    acts.SetBreak: decide_rounds.set_break,
    acts.Enter: decide_lines.enter,
    acts.Confirm: decide_lines.confirm,
    acts.Correct: decide_lines.correct,
    acts.Adjust: decide_lines.adjust,
    acts.Strike: decide_lines.strike,
    acts.SplitBoard: decide_lines.split_board,
    acts.RemoveBoard: decide_lines.remove_board,
    acts.Penalise: decide_desk.penalise,
    acts.WithdrawPenalty: decide_desk.withdraw_penalty,
    acts.SetLists: decide_lists.set_lists,
    acts.ChangeMovement: decide_movement.change_movement,
    acts.LatePair: decide_movement.late_pair,
    acts.CutRounds: decide_movement.cut_rounds,
    acts.SwapDirections: decide_movement.swap_directions,
    acts.EditMeeting: decide_movement.edit_meeting,
    acts.PairLeaves: decide_tasks.pair_leaves,
    acts.CallDirector: decide_desk.call_director,
    acts.AnswerCall: decide_desk.answer_call,
    acts.Rule: decide_rulings.rule,
    acts.TrackCards: decide_rulings.track_cards,
    acts.LodgeAppeal: decide_appeals.lodge,
    acts.ReviewAppeal: decide_appeals.review,
    acts.DecideAppeal: decide_appeals.decide_appeal,
    acts.LeaveTask: decide_tasks.leave_task,
    acts.CloseTask: decide_tasks.close_task,
    acts.Publish: decide_desk.publish,
    acts.Reopen: decide_desk.reopen,
    acts.Undo: undo,
    acts.ChangePlan: decide_plan.change_plan,
    acts.SetTiming: decide_plan.set_timing,
    acts.SetSections: decide_sections.set_sections,
    acts.PutAway: decide_plan.put_away,
    acts.BeginBreak: decide_rounds.begin_break,
    acts.Settle: decide_lines.settle,
}


def decide(state: State, command: Command) -> tuple[Event, ...]:
    """The events that a command becomes: one, or none if it was granted before; `Refused` says why not.

    >>> from datetime import datetime, timezone
    >>> from arrowswitch.session import Actor, Start
    >>> decide(State(), Command("1", Actor("director"), datetime(2025, 1, 7, tzinfo=timezone.utc), Start()))
    Traceback (most recent call last):
    arrowswitch.session.journal.events.Refused: This session has not been opened yet.
    """
    command = _read_back(command)
    if already_granted(state, command):
        return ()
    check_rights(state, command)
    granted = JUDGES[type(command.act)](state, command, command.act)
    event = granted_event(command, granted)
    if granted.act is command.act and not granted.notes:
        return (event,)  # nothing in it has not been read back already
    return (from_json(to_json(event)),)


def tried(state: State, command: Command) -> State:
    """The state as it would be, without anything being done: to show the effect of a ruling before it is confirmed."""
    for event in decide(state, command):
        state = evolve(state, event)
    return state


def already_granted(state: State, command: Command) -> bool:
    """Whether this very command was granted before; its id may not be used for anything else."""
    if command.id not in state.ids:
        return False
    event = find(state, command.id)
    if event is None or event.by != command.by or not _same(event.act, command.act):
        raise Refused(say("This command has the number of another one; send it again with a new one."))
    return True


def _same(granted: Any, wished: Any) -> bool:
    """Whether an act is the one that was granted, apart from what was put in order then."""
    if type(granted) is not type(wished):
        return False
    match granted:
        case acts.Enter():
            wished = replace(wished, side=granted.side, sure=granted.sure)
        case acts.Correct():
            found = {"looked": granted.looked, "guessed": granted.guessed, "sure": granted.sure}
            wished = replace(wished, side=granted.side, **found)
        case acts.Open() | acts.ChangePlan():
            wished = replace(wished, title=granted.title)
        case acts.Substitute():
            wished = replace(wished, player=granted.player)
        case acts.Rule():
            wished = replace(wished, outcome=granted.outcome, title=granted.title, text=granted.text, laws=granted.laws)
        case acts.Undo():
            wished = replace(wished, command=wished.command or granted.command)
        case acts.SplitBoard():
            wished = replace(wished, lines=tuple(dict.fromkeys(wished.lines)))
        case acts.Seat():
            return [seating.place for seating in granted.seatings] == [seating.place for seating in wished.seatings]
        case _:
            pass
    return bool(granted == wished)


def _in_one_zone(command: Command) -> Command:
    if command.at.tzinfo is UTC and command.claimed is None:
        return command
    claimed = command.claimed.astimezone(UTC) if command.claimed else None
    return replace(command, at=command.at.astimezone(UTC), claimed=claimed)


def _read_back(command: Command) -> Command:
    """The command as plain values give it, in one time zone."""
    if not command.id or len(command.id) > 100:
        raise Refused(say("A command needs an id of at most 100 letters."))
    for moment in filter(None, (command.at, command.claimed)):
        if moment.tzinfo is None:
            raise Refused(say("The time of a command needs its time zone."))
        if not 1990 <= moment.year <= 2990:
            raise NotNow(say("It is not the year {year}; set the clock of this computer.", year=moment.year))
    check_text(command.by.name, say("The name"))
    if len(command.why) > 2000:
        raise Refused(say("The reason is too long: 2000 letters are the most."))
    try:
        encoded = encode(_in_one_zone(command))
        read: Command = decode(Command, {**seen(encoded), "id": encoded["id"]})
    except JournalFault as fault:
        raise Refused(fault.args[0]) from None
    return read
