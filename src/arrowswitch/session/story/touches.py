"""What an act changes, and what it rests on: how undo knows whether something still stands on what it takes away.

Things are named by short tuples such as `("line", key)` or `("movement", "A")`. A result rests on its meeting and the call of a
round on the meetings of that round, not on the rest of the movement.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, TypeVar

from arrowswitch.session import acts
from arrowswitch.session.acts import Act
from arrowswitch.session.journal.events import Event
from arrowswitch.session.night.lines import LineKey
from arrowswitch.session.night.state import State
from arrowswitch.session.night.strays import strays_of

Thing = tuple[Any, ...]
Kind = TypeVar("Kind")


def find(state: State, command: str) -> Event | None:
    """The event of a command."""
    return state.journal.find(command)


def lines_touched(act: Act, state: State) -> tuple[LineKey, ...]:
    """The lines that an act changes."""
    match act:
        case acts.Enter() | acts.Correct() if act.line.section in state.sections:
            return (act.line, *strays_of(state, act))
        case acts.Enter() | acts.Confirm() | acts.Correct() | acts.Adjust() | acts.Strike():
            return (act.line,)
        case acts.SplitBoard():
            return act.lines
        case acts.SwapDirections():
            here = (act.section, act.round, act.table)
            return tuple(key for key in state.lines if (key.section, key.round, key.table) == here)
        case acts.ChangeMovement(follow=True):
            return tuple(key for key in state.lines if key.section == act.section and key.round >= act.from_round)
        case acts.Undo():
            target = find(state, act.command)
            return lines_touched(target.act, state) if target else ()
        case _:
            return ()


def _sections(state: State, section: str | None) -> Iterable[str]:
    return state.sections if section is None else (section,)


def touches(event: Event, state: State) -> frozenset[Thing]:
    """What an event changes."""
    return frozenset(_touches(event, state))


def _touches(event: Event, state: State) -> Iterator[Thing]:
    act = event.act
    yield from (("line", key) for key in lines_touched(act, state))
    match act:
        case acts.Settle():
            yield ("line", act.line)
        case acts.Seat():
            yield from (("seat", seating.place) for seating in act.seatings)
        case acts.Substitute():
            yield ("seat", act.place)
        case acts.Start():
            for name in state.sections:
                yield from (("round", name), ("clock", name))
        case acts.CallRound() | acts.EndPlay():
            for name in _sections(state, act.section):
                yield from (("round", name), ("clock", name))
        case acts.HoldClock() | acts.ResumeClock() | acts.AddMinutes() | acts.BeginBreak():
            yield from (("clock", name) for name in _sections(state, act.section))
        case acts.SetBreak():
            yield from (("break", name) for name in _sections(state, act.section))
        case acts.RemoveBoard():
            yield from (("board", name, act.board) for name in _sections(state, act.section))
        case acts.Penalise():
            yield ("penalty", event.id)
        case acts.WithdrawPenalty():
            yield ("penalty", act.penalty)
        case acts.ChangeMovement() | acts.LatePair():
            yield from (("movement", act.section), ("contestants", act.section))
        case acts.CutRounds():
            yield from (("movement", name) for name in _sections(state, act.section))
        case acts.SwapDirections() | acts.EditMeeting():
            yield ("movement", act.section)
        case acts.CallDirector():
            yield ("call", event.id)
        case acts.AnswerCall():
            yield ("call", act.call)
        case acts.Rule():
            yield ("ruling", act.ruling or event.id)
            if act.call:
                yield ("call", act.call)
        case acts.TrackCards():
            yield ("cards", act.line)
        case acts.LodgeAppeal():
            yield ("appeal", event.id)
        case acts.ReviewAppeal() | acts.DecideAppeal():
            yield ("appeal", act.appeal)
        case acts.LeaveTask():
            yield ("task", event.id)
        case acts.CloseTask():
            yield ("closed", act.task)
        case acts.PairLeaves():
            yield ("left", act.section, act.contestant)
        case acts.ChangeSettings():
            yield ("settings",)
        case acts.AttachHands():
            yield ("hands",)
        case acts.ChangePlan():
            yield ("plan",)
        case acts.SetTiming():
            yield from (("timing", name) for name in _sections(state, act.section))
        case acts.SetSections():
            yield ("plan",)
            for name in dict.fromkeys((*state.sections, *(plan.name for plan in act.sections))):
                yield from (("movement", name), ("contestants", name), ("timing", name), ("break", name))
        case acts.PutAway():
            yield ("away",)
        case acts.SetLists():
            yield ("lists",)
        case acts.Undo():
            target = find(state, act.command)
            if target:
                yield from _touches(target, state)
        case _:
            pass


def meetings_changed(before: State, after: State) -> Iterator[Thing]:
    """The meetings that are not the same in two states, and the rounds that they are in."""
    for name in {**before.sections, **after.sections}:
        old, new = (state.sections[name].movement.at if name in state.sections else {} for state in (before, after))
        for number, table in {**old, **new}:
            if old.get((number, table)) != new.get((number, table)):
                yield from (("meeting", name, number, table), ("meetings", name, number))


def rests_on(event: Event, state: State) -> frozenset[Thing]:
    """What must be as it was when an event was granted."""
    return frozenset(_rests_on(event.act, state))


def _rests_on(act: Act, state: State) -> Iterator[Thing]:
    for key in lines_touched(act, state):
        yield from (("meeting", key.section, key.round, key.table), ("round", key.section))
    match act:
        case acts.Correct(ruling=str(ruling)) | acts.Adjust(ruling=str(ruling)) if ruling:
            yield ("ruling", ruling)
            if act.appeal:
                yield ("appeal", act.appeal)
        case acts.LodgeAppeal():
            yield ("ruling", act.ruling)
        case acts.Seat():
            yield from (("contestants", seating.place.section) for seating in act.seatings)
        case acts.Substitute():
            yield ("contestants", act.place.section)
        case acts.Penalise():
            yield ("contestants", act.section)
            if act.ruling:
                yield ("ruling", act.ruling)
        case acts.CallRound():
            for name in _sections(state, act.section):
                yield from (("meetings", name, act.round), ("round", name))
        case acts.EndPlay() | acts.CutRounds():
            for name in _sections(state, act.section):
                yield from (("movement", name), ("round", name))
        case acts.HoldClock() | acts.ResumeClock() | acts.AddMinutes() | acts.BeginBreak():
            yield from (("round", name) for name in _sections(state, act.section))
        case acts.ChangeMovement() | acts.LatePair() | acts.SwapDirections() | acts.EditMeeting():
            yield from (("round", act.section), ("contestants", act.section))
        case acts.SetSections():
            for name in state.sections:
                yield from (("round", name), ("contestants", name))
        case acts.LeaveTask() | acts.PairLeaves():
            yield from (("movement", act.section), ("contestants", act.section))
        case acts.Undo():
            target = find(state, act.command)
            if target:
                yield from _rests_on(target.act, state)
        case _:
            pass
