"""The journal: commands, the entries that they become, and how both are written in JSON and read again."""

from arrowswitch.journals import DESK, DIRECTORS, encode, one_of_all, seen, seen_text, whole, without_nothing
from arrowswitch.session.journal.act import ANYBODY, AT_TABLE, Act, Actor, GrantedAct, Thing, act
from arrowswitch.session.journal.entries import Command, JournalEntry, NotNow, Outdated, Refused
from arrowswitch.session.journal.text import command_from_json, command_to_json, dumps, from_json, loads
