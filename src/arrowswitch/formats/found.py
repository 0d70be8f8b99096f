"""The files that somebody names: single ones, folders with all that is in them, and zips, one file in memory at a time.

Nothing that a name, a folder or a zip says is trusted: only plain files are opened, nothing is unpacked to a disk, a zip that would
unpack to too much is left where it begins to, and what cannot be used is told in a sentence.
"""

from __future__ import annotations

import os
import re
import stat
import struct
import zipfile
import zlib
from collections.abc import Callable, Iterable, Iterator
from io import BytesIO
from pathlib import Path
from typing import BinaryIO, NamedTuple

from arrowswitch.formats.format import LARGEST, BadFile
from arrowswitch.words import say

MEGABYTE = 1024 * 1024
MOST_FILES = 20_000
"""In one zip."""
MOST_UNPACKED = 2048 * MEGABYTE
"""From one zip."""
MOST_RATIO = 300
"""How much smaller a file may be in a zip, if it is not small anyway; a text of a session is 5 to 30 times smaller."""
MOST_INDEX = 16 * MEGABYTE
"""Of the list of files at the end of a zip."""
_UNSHOWN = re.compile("[\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
ZIP, END = b"PK\x03\x04", b"PK\x05\x06"


class FoundFile(NamedTuple):
    """A file that was found, not opened yet."""

    name: str
    """As it is shown: `2024.zip: june/night.xml`."""
    open: Callable[[], bytes]
    """Its content; `BadFile` says why not."""


def found_in(paths: Iterable[Path]) -> Iterator[FoundFile]:
    """Every file in the order of its name; in a zip, in the order of the zip."""
    for path in paths:
        if path.is_dir():
            for folder, folders, names in os.walk(path):  # links to other folders are not followed
                folders.sort()
                for name in sorted(names):
                    if not name.startswith("."):
                        yield from _of(Path(folder) / name)
        else:
            yield from _of(path)


def _of(path: Path) -> Iterator[FoundFile]:
    try:
        with opened(path) as file:
            zipped = file.read(len(ZIP)) == ZIP
    except BadFile:
        zipped = False
    if zipped:
        yield from _in_zip(shown_name(str(path)), lambda: opened(path))
    else:
        yield FoundFile(shown_name(str(path)), lambda: read_whole(path))


def shown_name(name: str) -> str:
    """A name without what would steer a terminal, or be no text at all.

    >>> shown_name("red\\x1b[31m\\nnight.xml"), shown_name("Zo\\udceb.xml")
    ('red?[31m?night.xml', 'Zo?.xml')
    """
    return _UNSHOWN.sub("?", name)


def found_in_data(name: str, data: bytes) -> Iterator[FoundFile]:
    """What somebody has sent: one file, or those of a zip.

    >>> [each.name for each in found_in_data("night.xml", b"<USEBIO/>")]
    ['night.xml']
    """
    if data[: len(ZIP)] == ZIP:
        yield from _in_zip(name, lambda: BytesIO(data))
    else:
        yield FoundFile(name, lambda: data)


def opened(path: Path) -> BinaryIO:
    """A plain file, opened; `BadFile` for anything else, such as a device or a pipe."""
    try:
        if not stat.S_ISREG(path.stat().st_mode):
            raise BadFile(say("This is no plain file."))
        return path.open("rb")
    except BadFile:
        raise
    except FileNotFoundError:
        raise BadFile(say("There is no such file.")) from None
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else None
        raise BadFile(say("It cannot be read ({reason}).", reason=reason or error)) from None


def read_whole(path: Path) -> bytes:
    """A file that is not too large."""
    with opened(path) as file:
        return bounded(file)


def bounded(file: BinaryIO) -> bytes:
    """What a file holds; refused, and not read to its end, if that is too much."""
    try:
        data = file.read(LARGEST + 1)
    except OSError as error:
        raise BadFile(say("It cannot be read ({reason}).", reason=error.strerror or error)) from None
    if len(data) > LARGEST:
        raise BadFile(say("This file is larger than {most} MB; no session is.", most=LARGEST // MEGABYTE))
    return data


# -- zips -----------------------------------------------------------------------------------------------------------------


def _in_zip(path: str, open_it: Callable[[], BinaryIO]) -> Iterator[FoundFile]:
    try:
        with open_it() as file, _checked(file) as whole:
            left = MOST_UNPACKED
            for each in whole.infolist():
                if each.is_dir() or Path(each.filename).name.startswith(".") or "__MACOSX/" in each.filename:
                    continue
                left -= min(each.file_size, LARGEST)
                name = f"{path}: {shown_name(each.filename[:200])}"
                if left < 0:
                    raise BadFile(
                        say("This zip unpacks to more than {most} MB; take it apart.", most=MOST_UNPACKED // MEGABYTE)
                    )
                yield FoundFile(name, lambda whole=whole, each=each: _unpacked(whole, each))  # type: ignore[misc]
    except BadFile as refusal:
        yield FoundFile(path, _refusing(refusal))
    except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError, EOFError, struct.error):
        yield FoundFile(path, _refusing(BadFile(say("This zip is damaged."))))


def _refusing(refusal: BadFile) -> Callable[[], bytes]:
    def refuse() -> bytes:
        raise refusal

    return refuse


def _checked(file: BinaryIO) -> zipfile.ZipFile:
    """A zip; one whose list of files is too long is refused before that is read."""
    size = file.seek(0, os.SEEK_END)
    file.seek(max(0, size - 65_557))
    tail = file.read()
    place = tail.rfind(END)
    if place < 0:
        raise BadFile(say("This zip is damaged."))
    count, length = struct.unpack("<HL", tail[place + 10 : place + 16])
    if count > MOST_FILES or length > MOST_INDEX:
        raise BadFile(say("There are more than {most} files in this zip; take it apart.", most=MOST_FILES))
    return zipfile.ZipFile(file)


def _unpacked(whole: zipfile.ZipFile, each: zipfile.ZipInfo) -> bytes:
    """A file of a zip, unpacked in memory as far as it may go."""
    if each.flag_bits & 1:
        raise BadFile(say("This file is locked with a password."))
    if each.file_size > LARGEST:
        raise BadFile(say("This file is larger than {most} MB; no session is.", most=LARGEST // MEGABYTE))
    if each.file_size > MEGABYTE and each.file_size > MOST_RATIO * max(each.compress_size, 1):
        raise BadFile(say("This file unpacks to more than {most} times its size; no session does.", most=MOST_RATIO))
    try:
        with whole.open(each) as file:
            data = file.read(LARGEST + 1)
    except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError, RuntimeError, EOFError, zlib.error):
        raise BadFile(say("This file is damaged in the zip.")) from None
    if len(data) > LARGEST:
        raise BadFile(say("This file is larger than {most} MB; no session is.", most=LARGEST // MEGABYTE))
    if data[: len(ZIP)] == ZIP:
        raise BadFile(say("This is a zip in a zip; take it out first."))
    return data
