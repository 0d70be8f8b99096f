"""Writes what lists everything there is: the pages commands.md and regulations.md of docs/, and the sizes of families.

Run it after a command, an option, a key of the regulations or the sizes of a family have changed; the tests compare.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

from typer.main import get_command

from arrowswitch import regulations
from arrowswitch.cli import app
from arrowswitch.movements.families import FAMILIES, possible_sizes

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"
SIZES = ROOT / "src" / "arrowswitch" / "movements" / "data" / "sizes.json"

COMMANDS = """\
# Every command

This page lists every command with all that it understands. What the commands are for is told in
[Choosing and running a movement](directing.md) and [The library](library.md).

The same everywhere:

- `--help` after any command prints what it understands.
- `--json` answers in a form for other programs; the keys are explained in [The library](library.md).
- A half table is written `7½` or `7.5`.
- When the program says no, it says so in one sentence, and gives it a number for other programs (the exit status):
  0 all is well, 1 the movement or the file has faults and each is named, 2 what was asked cannot be had or read.
"""

REGULATIONS = """\
# What a federation or a club decides

Federations differ in what a late pair is fined, in how many minutes a board takes, in how a fouled board is scored. All of
that is in profiles, one for each federation: {profiles}. Choose one in the club's settings, or with `--regulations`.

Below is every key of a profile, what it means, and its value: first in the profile `wbf`, then where others differ. How a
club sets its own values is told in [The library](library.md#regulations).
"""


def commands() -> str:
    """The page of commands."""
    return COMMANDS + "".join(_command(get_command(app), "arrowswitch"))


def _command(command: Any, name: str) -> Iterator[str]:
    within = getattr(command, "list_commands", None)
    level = "##" if name.count(" ") < 2 else "###"
    yield f"\n{level} {name}\n\n{_text(command.help)}\n"
    shown = [one for one in command.params if "--help" not in one.opts]
    if shown:
        yield "\n| | |\n|---|---|\n"
    for one in shown:
        yield f"| {_names(one)} | {_about(one)} |\n"
    for each in within(None) if within else ():
        yield from _command(command.get_command(None, each), f"{name} {each}")


def _names(one: Any) -> str:
    if one.param_type_name == "argument":
        return f"`{(one.metavar or one.name).upper()}`"
    return ", ".join(f"`{name}`" for name in one.opts)


def _about(one: Any) -> str:
    text = _text(one.help or "")
    if one.required:
        return f"{text} Needed."
    if one.param_type_name == "option" and one.default not in (None, False, "") and not callable(one.default):
        return f"{text} Without it: `{one.default}`."
    return text


def _text(help_text: str) -> str:
    return " ".join(help_text.split()).replace("|", "\\|")


def rules() -> str:
    """The page of regulations."""
    profiles = {name: regulations.load(name) for name in regulations.names()}
    parts = [REGULATIONS.format(profiles=", ".join(f"`{name}` ({value.title})" for name, value in profiles.items()))]
    section = ""
    for key, about in regulations.describe():
        head, _, name = key.partition(".")
        if head != section:
            section = head
            parts.append(f"\n## {head}\n\n| key | what it means | wbf | elsewhere |\n|---|---|---|---|\n")
        values = {profile: _value(getattr(getattr(rule, head), name)) for profile, rule in profiles.items()}
        usual = values.pop("wbf")
        others = "; ".join(f"{profile} {value}" for profile, value in values.items() if value != usual)
        parts.append(f"| `{key}` | {_text(str(about))} | {usual} | {others} |\n")
    return "".join(parts)


def _value(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Fraction):
        return f"{float(value):g}"
    if isinstance(value, Mapping):
        return ", ".join(f"{key}: {_value(item)}" for key, item in value.items()) or "none"
    if isinstance(value, regulations.Penalty):
        late = f"from {value.minutes} minutes " if value.minutes else ""
        if value.warning:
            return f"{late}a warning"
        return f"{late}{_value(value.percent)}%, {_value(value.imps)} IMPs, {_value(value.vps)} VPs"
    if isinstance(value, tuple):
        nested = any(isinstance(item, tuple | regulations.Penalty) for item in value)
        return (" / " if nested else ", ").join(_value(item) for item in value) or "none"
    return str(value)


def sizes() -> str:
    """The numbers of pairs that each family serves, as a file."""
    lines = [
        f"{json.dumps(family.name)}: {json.dumps(possible_sizes(family.name))}"
        for family in FAMILIES.values()
        if family.kind == "pairs"
    ]
    return "{\n" + ",\n".join(lines) + "\n}\n"


PAGES = {"commands.md": commands, "regulations.md": rules}

if __name__ == "__main__":
    for file, write in PAGES.items():
        (DOCS / file).write_text(write(), encoding="utf-8")
    SIZES.write_text(sizes(), encoding="utf-8")
