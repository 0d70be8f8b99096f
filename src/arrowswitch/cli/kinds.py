"""What a file is that was handed to the wrong command, and which command takes it."""

from __future__ import annotations

import json
from pathlib import Path

from arrowswitch.cli.options import say_no
from arrowswitch.words import say

KINDS = {
    "meetings": say(
        "{name} is a movement. Its cards: arrowswitch print pack --movement {file} -o pack.pdf; "
        "whether it is sound: arrowswitch movement check {file}"
    ),
    "results": say("{name} is a session file. Its ranked list: arrowswitch score {file}"),
    "act": say("{name} is the journal of a session. Its results: arrowswitch print results {file} -o results.pdf"),
    "ranking": say(
        "{file} is what `arrowswitch score --json` answered; the session file is needed that it was made of."
    ),
    "choices": say("{name} is what `arrowswitch movement choose --json` answered; it has no movement in it."),
}
"""By a key that only this kind has; of a journal, in its first line."""


def kind_of(text: str) -> str:
    """The key by which a file is known; nothing if it is none of ours.

    >>> kind_of('{"rounds": 3, "meetings": []}'), kind_of('{"version": 1, "act": {}}\\n{"version": 1}'), kind_of("4S =")
    ('meetings', 'act', '')
    """
    for part in (text, text.partition("\n")[0]):
        try:
            read = json.loads(part)
        except (ValueError, RecursionError):
            continue
        return next((key for key in KINDS if isinstance(read, dict) and key in read), "")
    return ""


def say_what_it_is(file: object, text: str, wanted: str) -> None:
    """Says no to a file of another kind than the wanted one; comes back if it is none of ours, or the right one."""
    kind = kind_of(text)
    if kind and kind != wanted:
        say_no(say(KINDS[kind], file=file, name=say("The input") if str(file) == "-" else file))


def say_what_a_file_is(name: str) -> None:
    """The same for a word that is perhaps a file in the place of a family."""
    try:
        text = Path(name).read_text(encoding="utf-8-sig") if Path(name).is_file() else ""
    except (OSError, ValueError):
        return
    say_what_it_is(name, text, "")
