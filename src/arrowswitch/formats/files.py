"""All formats by name; the one that a file is in is found from its content, never from its name."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from arrowswitch.formats import bridgemate, dealing, play, results
from arrowswitch.formats.format import LARGEST, BadFile, Format, ReadFile, WrittenFile
from arrowswitch.formats.record import Record
from arrowswitch.words import say

ROOMS = (play, dealing, results, bridgemate)


@cache
def formats() -> Mapping[str, Format]:
    """Every format by its name, in the order in which they are asked whether a file is theirs."""
    modules = (import_module(f"{room.__name__}.{each.name}") for room in ROOMS for each in iter_modules(room.__path__))
    found = [module.FORMAT for module in modules if isinstance(getattr(module, "FORMAT", None), Format)]
    return {each.name: each for each in sorted(found, key=lambda each: (each.place, each.name))}


def find_format(name: str) -> Format:
    """The format of that name.

    >>> find_format("xls")
    Traceback (most recent call last):
    arrowswitch.formats.format.BadFile: There is no format “xls”; there are ...
    """
    if name not in formats():
        raise BadFile(say("There is no format “{name}”; there are {names}.", name=name, names=", ".join(formats())))
    return formats()[name]


def format_of(data: bytes) -> Format:
    """The format that a file is in."""
    _check_empty(data)
    if data.startswith(b"PK\x03\x04"):
        raise BadFile(say("This is a zip; take out the file that is in it, or bring it in with arrowswitch import."))
    found = next((each for each in formats().values() if each.read and each.seen_in(data)), None)
    if found is None:
        raise BadFile(say("This is no file of results or deals that is known here."))
    return found


def _check_empty(data: bytes) -> None:
    if not data.strip():
        raise BadFile(say("This file is empty."))


def read_file(data: bytes, name: str = "") -> ReadFile:
    """What a file holds; its format is found from its content unless it is named."""
    if len(data) > LARGEST:
        raise BadFile(say("This file is larger than {most} MB; no session is.", most=LARGEST // 1024 // 1024))
    _check_empty(data)
    kind = find_format(name) if name else format_of(data)
    if kind.read is None:
        raise BadFile(say("{title} can be written, not read.", title=kind.title))
    return kind.read(data)


def write_file(record: Record, name: str, *others: Record) -> WrittenFile:
    """A record as a file of the named format, or several where one file can hold them."""
    kind = find_format(name)
    if kind.write is None:
        raise BadFile(say("{title} can be read, not written.", title=kind.title))
    if not others:
        return kind.write(record)
    if kind.write_all is None:
        raise BadFile(say("{title} holds one session, and there are {count}.", title=kind.title, count=1 + len(others)))
    return kind.write_all((record, *others))
