"""Whether an act can be taken back: not if something else has been built on it, nor what others have seen already."""

from __future__ import annotations

from dataclasses import replace

from arrowswitch.session import acts
from arrowswitch.session.events import Command, Event, Refused
from arrowswitch.session.granting import Granted, check_scorable
from arrowswitch.session.rights import check_rights
from arrowswitch.session.state import State
from arrowswitch.session.touches import find, rests_on, touches
from arrowswitch.words import Sentence, say

NEVER = (acts.Open, acts.Publish, acts.Reopen)


def undo(state: State, command: Command, act: acts.Undo) -> Granted:
    """An act taken back, the last of the same person or a named one."""
    target = find(state, act.command) if act.command else _last(state, command)
    if target is None:
        raise Refused(say("There is nothing to undo."))
    if target.id in state.undone:
        raise Refused(say("This has been undone already."))
    if isinstance(target.act, acts.Publish):
        raise Refused(say("What was posted has been seen; reopen the results instead."))
    if isinstance(target.act, NEVER):
        raise Refused(say("This cannot be undone."))
    if command.by.role == "table" and target.by != command.by:
        raise Refused(say("A pad can undo only what it did itself."))
    if not isinstance(target.act, acts.Undo):
        # whoever may not do it now may not undo it either
        check_rights(state, replace(command, act=target.act, why=command.why or target.why, force=False))
    _check_later(state, target)
    granted = Granted(acts.Undo(target.id))
    check_scorable(state, command, granted)
    return granted


def _last(state: State, command: Command) -> Event | None:
    mine = (
        event
        for event in reversed(state.journal)
        if event.by == command.by and event.id not in state.undone and not isinstance(event.act, acts.Undo)
    )
    return next(mine, None)


def _check_later(state: State, target: Event) -> None:
    changed = touches(target, state)
    later = state.journal[[event.id for event in state.journal].index(target.id) + 1 :]
    later_ids = {event.id for event in later}
    for event in later:
        if event.id in state.undone or (isinstance(event.act, acts.Undo) and event.act.command in later_ids):
            continue  # undone, or the undoing of it
        if isinstance(event.act, acts.Publish | acts.Reopen):
            raise Refused(say("The results have been posted since; correct it instead."))
        if changed & (touches(event, state) | rests_on(event, state)):
            raise Refused(
                say(
                    "{name} has gone on from there since ({what}, {time}); undo that first, or correct it.",
                    name=event.by.name or event.by.role,
                    what=_named(event),
                    time=f"{event.at:%H:%M}",
                )
            )


def _named(event: Event) -> Sentence:
    return NAMES.get(type(event.act), say("another act"))


NAMES: dict[type, Sentence] = {
    acts.Enter: say("a result"),
    acts.Confirm: say("a confirmation"),
    acts.Correct: say("a correction"),
    acts.Adjust: say("an adjustment"),
    acts.Strike: say("a line struck out"),
    acts.SplitBoard: say("a fouled board"),
    acts.CallRound: say("the next round"),
    acts.Seat: say("names"),
    acts.Substitute: say("a substitute"),
    acts.ChangeMovement: say("another movement"),
    acts.LatePair: say("a late pair"),
    acts.EditMeeting: say("a meeting"),
    acts.SwapDirections: say("directions swapped"),
    acts.CutRounds: say("rounds cut"),
    acts.HoldClock: say("the clock held"),
    acts.ResumeClock: say("the clock"),
    acts.AddMinutes: say("minutes added"),
    acts.Penalise: say("a penalty"),
    acts.WithdrawPenalty: say("a penalty withdrawn"),
    acts.Undo: say("an undo"),
}
