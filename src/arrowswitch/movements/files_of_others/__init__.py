"""Movement files of other programs, read and written; which one it is, is seen from what stands in it.

>>> from arrowswitch.movements import build
>>> text = write_as("manning", build("howell", tables=2))
>>> read_any(text).rounds
3
"""

from __future__ import annotations

from collections.abc import Mapping

from arrowswitch.movements.files import MOST_CHARACTERS, FileFault, dumps, loads
from arrowswitch.movements.files_of_others import ase, balans, manning, table_csv, thebridsk, webri
from arrowswitch.movements.files_of_others.rows import MovementFormat
from arrowswitch.movements.model import ImpossibleWish, Movement
from arrowswitch.words import say

FORMATS: Mapping[str, MovementFormat] = {
    each.FORMAT.name: each.FORMAT for each in (table_csv, thebridsk, balans, webri, manning, ase)
}
"""In the order in which they are asked whether they know a text: the surest first."""

__all__ = ["FORMATS", "MovementFormat", "format_found", "read_any", "write_as"]


def format_found(text: str) -> MovementFormat | None:
    """The format of another program that a text is written in; None if it is none, or our own JSON."""
    plain = text.removeprefix("\ufeff")
    if plain.lstrip()[:1] in ("{", "[") or len(plain) > MOST_CHARACTERS:
        return None
    return next((each for each in FORMATS.values() if each.knows(plain)), None)


def read_any(text: str) -> Movement:
    """A movement from a file of ours or of another program; `FileFault` says what is wrong and where."""
    found, plain = format_found(text), text.removeprefix("\ufeff")
    if found is None:
        if plain.strip() and plain.lstrip()[0] not in "{[" and len(plain) <= MOST_CHARACTERS:
            raise FileFault(
                say("This is no movement in any of the formats that are read here: {names}.", names=_names())
            )
        return loads(text)
    movement = found.read(plain)
    if movement.kind == "pairs" and len(movement.contestants) < 2:
        raise FileFault(say("meetings: there is not one meeting."))
    return movement


def write_as(name: str, movement: Movement) -> str:
    """A movement as a file of that format, or our own JSON."""
    if name == "json":
        return dumps(movement) + "\n"
    if name not in FORMATS:
        raise ImpossibleWish(
            say(
                "There is no format “{name}”; there are {names}.",
                name=name,
                names=_names(),
            )
        )
    if movement.kind == "teams":
        raise FileFault(say("These formats are for pairs and individuals; a teams movement is written as json."))
    return FORMATS[name].write(movement)


def _names() -> str:
    return ", ".join(("json", *sorted(FORMATS)))
