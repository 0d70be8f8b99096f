"""Journals: what people do is decided, written down and never edited; what was written leads to the same state again.

Here is what every journal has, whatever it is about: actors and their roles, commands and the entries that they become, the names of
kinds, how values are written in JSON and read again, and what is asked of every command.
"""

from arrowswitch.journals.actors import ANYBODY, AT_TABLE, DESK, DIRECTORS, ROLE_NAMES, Actor, Role
from arrowswitch.journals.codec import JournalFault, decode, encode, is_plain, one_of_all, own_form, spoken, whole
from arrowswitch.journals.commands import (
    VERSION,
    AnyCommand,
    AnyEntry,
    Doubtful,
    GrantedAct,
    NotNow,
    Outdated,
    Refused,
    Thing,
)
from arrowswitch.journals.deciding import already_granted, check_role, check_text, granted_back, read_back
from arrowswitch.journals.entries import Entries, Ids
from arrowswitch.journals.kinds import ADDED, KIND_OF, KINDS, act, family, kinds_of, named, shared
from arrowswitch.journals.text import command_to_json, dumps, read_command, read_entry, read_journal, to_json
from arrowswitch.journals.unseen import seen, seen_text, without_nothing

__all__ = [
    "ADDED",
    "ANYBODY",
    "AT_TABLE",
    "DESK",
    "DIRECTORS",
    "KINDS",
    "KIND_OF",
    "ROLE_NAMES",
    "VERSION",
    "Actor",
    "AnyCommand",
    "AnyEntry",
    "Doubtful",
    "Entries",
    "GrantedAct",
    "Ids",
    "JournalFault",
    "NotNow",
    "Outdated",
    "Refused",
    "Role",
    "Thing",
    "act",
    "already_granted",
    "check_role",
    "check_text",
    "command_to_json",
    "decode",
    "dumps",
    "encode",
    "family",
    "granted_back",
    "is_plain",
    "kinds_of",
    "named",
    "one_of_all",
    "own_form",
    "read_back",
    "read_command",
    "read_entry",
    "read_journal",
    "seen",
    "seen_text",
    "shared",
    "spoken",
    "to_json",
    "whole",
    "without_nothing",
]
