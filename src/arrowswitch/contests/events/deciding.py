"""A command about an event, decided against its state and what sessions say: it becomes an entry, or is refused.

Undo is an entry like any other; the state after it is that of the journal without what was undone.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from arrowswitch.contests.events.feeds import Feeds
from arrowswitch.contests.events.journal import EventAct, EventCommand, EventJournalEntry
from arrowswitch.contests.events.state import EventState
from arrowswitch.journals import (
    DIRECTORS,
    Outdated,
    Refused,
    Thing,
    already_granted,
    check_role,
    granted_back,
    read_back,
)
from arrowswitch.words import Sentence, say


def decide(state: EventState, command: EventCommand, feeds: Feeds = ()) -> tuple[EventJournalEntry, ...]:
    """The entries that a command becomes: one, or none if it was granted before; `Refused` says why not.

    >>> from datetime import datetime, timezone
    >>> from arrowswitch.contests.events import OpenEvent, PutEventAway
    >>> from arrowswitch.journals import Actor
    >>> at = datetime(2026, 1, 7, tzinfo=timezone.utc)
    >>> [entry.act.title for entry in decide(EventState(), EventCommand("1", Actor("director"), at, OpenEvent("Club  teams")))]
    ['Club teams']
    >>> decide(EventState(), EventCommand("1", Actor("director"), at, PutEventAway()))
    Traceback (most recent call last):
    arrowswitch.journals.commands.Refused: This event has not been opened yet.
    """
    command = read_back(command)
    if already_granted(state.journal, command):
        return ()
    check_rights(state, command)
    granted = granted_back(EventAct, command, command.act.decide(state, command, feeds))
    return (
        EventJournalEntry(
            id=command.id,
            by=command.by,
            at=command.at,
            act=granted.act,
            why=command.why,
            forced=command.force,
            notes=granted.notes,
            claimed=command.claimed,
        ),
    )


def check_rights(state: EventState, command: EventCommand) -> None:
    """Refuses what this person may not do now."""
    act, by = command.act, command.by
    check_role(command)
    if command.force and (by.role not in DIRECTORS or not command.why.strip()):
        raise Refused(say("Only the director may insist, and must give a reason."))
    if act.opens != (state.phase == "new"):
        raise Refused(say("This event is open already.") if act.opens else say("This event has not been opened yet."))
    if state.away and not act.while_away:
        raise Refused(say("This event was put away; the director can bring it back."))
    if by.role == "player":
        act.check_player(state, by)


def insist(command: EventCommand, problems: Sequence[Sentence]) -> tuple[Sentence, ...]:
    """What speaks against a command: refused, or noted if the director insists."""
    if problems and not command.force:
        raise Refused(problems[0])
    return tuple(problems)


def check_seen(state: EventState, command: EventCommand, thing: Thing) -> None:
    """Refuses a change of something that somebody else has changed since it was looked at."""
    version = state.versions.get(thing, 0)
    if command.seen is None or command.seen == version:
        return
    last = state.journal[version - 1] if version else None
    if last is None:
        raise Outdated(say("This has changed since you saw it. Look again before you change it."))
    raise Outdated(
        say(
            "{name} was faster: {what}. Look again before you change it.",
            name=last.by.called,
            what=last.act.told(state),
        )
    )


def evolve(state: EventState, entry: EventJournalEntry) -> EventState:
    """The state after an entry."""
    journal = state.journal.then(entry)
    versions = {**state.versions, **dict.fromkeys(entry.act.touches(state), len(journal))}
    undone = state.undone
    if entry.act.undoes:
        undone = journal.undone
        after = _folded(each for each in journal if each.id not in undone)
    else:
        after = entry.act.evolve(state, entry)
    return replace(after, journal=journal, undone=undone, versions=versions)


def replay(journal: Iterable[EventJournalEntry]) -> EventState:
    """The state that a journal gives.

    >>> replay(()).phase
    'new'
    """
    state = EventState()
    for entry in journal:
        state = evolve(state, entry)
    return state


def _folded(journal: Iterable[EventJournalEntry]) -> EventState:
    state = EventState()
    for entry in journal:
        state = entry.act.evolve(state, entry)
    return state
