"""A command, decided against the state: it becomes an event, or is refused with one sentence.

The event is the one that the journal will give back, to the last bit: what is not plain in it is written and read
once. A command that was granted before gives nothing new.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC

from arrowswitch.session.deciding.granting import check_text, granted_event
from arrowswitch.session.deciding.rights import check_rights
from arrowswitch.session.journal.act import Act, GrantedAct
from arrowswitch.session.journal.codec import JournalFault, decode, encode, is_plain
from arrowswitch.session.journal.events import Command, JournalEntry, NotNow, Refused
from arrowswitch.session.journal.unseen import seen
from arrowswitch.session.night.replay import evolve
from arrowswitch.session.night.state import State
from arrowswitch.words import Sentence, say


def decide(state: State, command: Command) -> tuple[JournalEntry, ...]:
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
    act, notes = command.act.decide(state, command)
    if act is not command.act and not is_plain(Act, act):
        act = decode(Act, encode(act))
    if notes:
        notes = decode(tuple[Sentence, ...], encode(notes))
    return (granted_event(command, GrantedAct(act, notes)),)


def tried(state: State, command: Command) -> State:
    """The state as it would be, without anything being done: to show the effect of a ruling before it is confirmed."""
    for event in decide(state, command):
        state = evolve(state, event)
    return state


def already_granted(state: State, command: Command) -> bool:
    """Whether this very command was granted before; its id may not be used for anything else."""
    if command.id not in state.ids:
        return False
    event = state.journal.find(command.id)
    if event is None or event.by != command.by or not _same(event.act, command.act):
        raise Refused(say("This command has the number of another one; send it again with a new one."))
    return True


def _same(granted: Act, wished: Act) -> bool:
    """Whether an act is the one that was granted, apart from what was put in order then."""
    return type(granted) is type(wished) and granted == wished.as_granted(granted)


def _in_one_zone(command: Command) -> Command:
    if command.at.tzinfo is UTC and command.claimed is None:
        return command
    claimed = command.claimed.astimezone(UTC) if command.claimed else None
    return replace(command, at=command.at.astimezone(UTC), claimed=claimed)


def _read_back(command: Command) -> Command:
    """The command as the journal would give it back, in one time zone."""
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
    command = _in_one_zone(command)
    if is_plain(Command, command):
        return command
    try:
        encoded = encode(command)
        read: Command = decode(Command, {**seen(encoded), "id": encoded["id"]})
    except JournalFault as fault:
        raise Refused(fault.args[0]) from None
    return read
