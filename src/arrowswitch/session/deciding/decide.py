"""A command, decided against the state: it becomes an entry, or is refused with one sentence.

The entry is the one that the journal will give back, to the last bit: what is not plain in it is written and read
once. A command that was granted before gives nothing new.
"""

from __future__ import annotations

from arrowswitch.journals.deciding import already_granted as granted_before
from arrowswitch.journals.deciding import granted_back, read_back
from arrowswitch.session.deciding.granting import granted_entry
from arrowswitch.session.deciding.rights import check_rights
from arrowswitch.session.journal import Act, Command, GrantedAct, JournalEntry
from arrowswitch.session.night import State, evolve


def decide(state: State, command: Command) -> tuple[JournalEntry, ...]:
    """The entries that a command becomes: one, or none if it was granted before; `Refused` says why not.

    >>> from datetime import datetime, timezone
    >>> from arrowswitch.session import Actor, Start
    >>> decide(State(), Command("1", Actor("director"), datetime(2025, 1, 7, tzinfo=timezone.utc), Start()))
    Traceback (most recent call last):
    arrowswitch.journals.commands.Refused: This session has not been opened yet.
    """
    command = read_back(command)
    if already_granted(state, command):
        return ()
    check_rights(state, command)
    granted = command.act.decide(state, command) or GrantedAct(command.act)
    return (granted_entry(command, granted_back(Act, command, granted)),)


def tried(state: State, command: Command) -> State:
    """The state as it would be, without anything being done: to show the effect of a ruling before it is confirmed."""
    for entry in decide(state, command):
        state = evolve(state, entry)
    return state


def already_granted(state: State, command: Command) -> bool:
    """Whether this very command was granted before; its id may not be used for anything else."""
    return granted_before(state.journal, command)
