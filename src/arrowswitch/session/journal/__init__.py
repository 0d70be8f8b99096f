"""The journal: commands, the events that they become, and how both are written in JSON and read again."""

from arrowswitch.session.journal.act import DESK, DIRECTORS
from arrowswitch.session.journal.codec import encode, one_of_all, whole
from arrowswitch.session.journal.events import JournalEntry
from arrowswitch.session.journal.text import command_from_json, command_to_json, dumps, from_json, loads, to_json
from arrowswitch.session.journal.unseen import seen, seen_text, without_nothing

__all__ = [
    "DESK",
    "DIRECTORS",
    "JournalEntry",
    "command_from_json",
    "command_to_json",
    "dumps",
    "encode",
    "from_json",
    "loads",
    "one_of_all",
    "seen",
    "seen_text",
    "to_json",
    "whole",
    "without_nothing",
]
