"""What every format says of itself, and what reading and writing give back.

A format is one module of `dealing`, `play`, `results` or `bridgemate` with a `FORMAT` in it; `files` collects them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from arrowswitch.formats.record import Record
from arrowswitch.words import Sentence, say

LARGEST = 64 * 1024 * 1024
"""Bytes of one file; no session of any club comes near."""
MOST_BOARDS, MOST_LINES = 10_000, 500_000
"""What one file may hold."""


class BadFile(ValueError):  # noqa: N818 - said to a person
    """A file that cannot be read, with the place and what is wrong there."""


class ReadFile(NamedTuple):
    """What a file holds, and what of it is not used."""

    record: Record
    notes: tuple[Sentence, ...] = ()
    """What the file has and nobody here uses, or what was read in spite of a fault; each in a sentence."""
    others: tuple[Record, ...] = ()
    """The further sessions of a file that holds several, in the order in which it tells them."""

    @property
    def records(self) -> tuple[Record, ...]:
        """Every session of the file."""
        return (self.record, *self.others)


class WrittenFile(NamedTuple):
    """A file, and what of the record it cannot hold."""

    data: bytes
    left_out: tuple[Sentence, ...] = ()


@dataclass(frozen=True, slots=True)
class Format:
    """A format of the field."""

    name: str
    """What the command line calls it."""
    title: Sentence
    suffixes: tuple[str, ...]
    """How names of such files end, the usual one first: `.pbn`."""
    seen_in: Callable[[bytes], bool]
    """Whether the bytes, of which the first are enough, look like such a file."""
    read: Callable[[bytes], ReadFile] | None = None
    write: Callable[[Record], WrittenFile] | None = None
    write_all: Callable[[Sequence[Record]], WrittenFile] | None = None
    """Where one file can hold several sessions."""
    place: int = 50
    """Where several formats see themselves in a file, that with the lowest number reads it; lists are in this order too."""
    media: str = "application/octet-stream"


def text_of(data: bytes) -> str:
    """The text of a file, whatever wrote it: UTF-8 with or without a mark, UTF-16 with one, or the letters of old Windows.

    >>> text_of(b"Zo\\xc3\\xab"), text_of(b"\\xef\\xbb\\xbfZo\\xc3\\xab"), text_of(b"Zo\\xeb")
    ('Zoë', 'Zoë', 'Zoë')
    """
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return data.decode("utf-16", errors="replace")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("cp1252", errors="replace")


def check_json(data: bytes) -> None:
    """Refuses JSON of more objects and values than a session of `MOST_LINES` results has, before they are made."""
    check_size(data.count(b"{") + data.count(b"["), 2 * MOST_LINES, say("objects"))
    check_size(data.count(b","), 16 * MOST_LINES, say("values"))


def check_size(count: int, most: int, what: Sentence) -> None:
    """Refuses a file with too many of something.

    >>> check_size(7, 6, say("boards"))
    Traceback (most recent call last):
    arrowswitch.formats.format.BadFile: This file has more than 6 boards; no session has so many.
    """
    if count > most:
        raise BadFile(say("This file has more than {most} {what}; no session has so many.", most=most, what=what))
