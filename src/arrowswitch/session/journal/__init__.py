"""The journal: commands, the events that they become, and how both are written in JSON and read again."""

from arrowswitch.session.journal.text import command_from_json, command_to_json, dumps, from_json, loads, to_json

__all__ = ["command_from_json", "command_to_json", "dumps", "from_json", "loads", "to_json"]
