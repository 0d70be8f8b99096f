"""What is asked of every command before its act is: can it be kept, was it granted before, may this person do it?

The entry of a command is the one that the journal will give back, to the last bit: what is not plain in it is written and read
once.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC
from typing import Any, TypeVar

from arrowswitch.journals.actors import ROLE_NAMES
from arrowswitch.journals.codec import JournalFault, decode, encode, is_plain
from arrowswitch.journals.commands import AnyCommand, AnyEntry, GrantedAct, NotNow, Refused
from arrowswitch.journals.entries import Entries
from arrowswitch.journals.unseen import seen
from arrowswitch.words import Sentence, say

MOST_TEXT = 200
C = TypeVar("C", bound=AnyCommand)
E = TypeVar("E", bound=AnyEntry)


def check_text(text: str, what: Sentence) -> None:
    """Refuses a text that is too long to keep."""
    if len(text) > MOST_TEXT:
        raise Refused(
            say("{what} has {count} letters; {most} are the most.", what=what, count=len(text), most=MOST_TEXT)
        )


def check_role(command: AnyCommand) -> None:
    """Refuses what is not for this person to do, or what wants a reason."""
    act, by = command.act, command.by
    if by.role not in act.who:
        allowed = " / ".join(str(ROLE_NAMES[role]) for role in ROLE_NAMES if role in act.who)
        raise Refused(
            say("This is not for {role} to do, but for {allowed}.", role=ROLE_NAMES[by.role], allowed=allowed)
        )
    if act.needs_reason and not command.why.strip():
        raise Refused(say("Give a reason: it is kept with what is changed."))


def already_granted(journal: Entries[E], command: AnyCommand) -> bool:
    """Whether this very command was granted before; its id may not be used for anything else."""
    entry = journal.find(command.id)
    if entry is None:
        return False
    if entry.by != command.by or not _same(entry.act, command.act):
        raise Refused(say("This command has the number of another one; send it again with a new one."))
    return True


def _same(granted: Any, wished: Any) -> bool:
    """Whether an act is the one that was granted, apart from what was put in order then."""
    return type(granted) is type(wished) and bool(granted == wished.as_granted(granted))


def read_back(command: C) -> C:
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
    if is_plain(type(command), command):
        return command
    try:
        encoded = encode(command)
        read: C = decode(type(command), {**seen(encoded), "id": encoded["id"]})
    except JournalFault as fault:
        raise Refused(fault.args[0]) from None
    return read


def _in_one_zone(command: C) -> C:
    if command.at.tzinfo is UTC and command.claimed is None:
        return command
    claimed = command.claimed.astimezone(UTC) if command.claimed else None
    return replace(command, at=command.at.astimezone(UTC), claimed=claimed)


def granted_back(base: type, wished: AnyCommand, granted: GrantedAct) -> GrantedAct:
    """What was granted, as the journal would give it back."""
    act, notes = granted
    if act is not wished.act and not is_plain(base, act):
        act = decode(base, encode(act))
    return GrantedAct(act, decode(tuple[Sentence, ...], encode(notes)) if notes else ())
