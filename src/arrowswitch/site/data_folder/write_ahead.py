"""SQLite's write-ahead log, looked at before SQLite opens it: a log that it cannot read to its end it throws away without a
word, and all that was only in it.

The log is a header and frames, each with a sum over all that came before (the file format is published by SQLite). What a
power cut leaves is no damage: at most the last transaction had not come to the disk, and it was acknowledged to nobody.
"""

from __future__ import annotations

import struct
import time
from collections.abc import Iterator
from pathlib import Path

HEADER = struct.Struct(">8I")
"""Magic, version, size of a page, number of the checkpoint, two salts, two sums."""
FRAME = struct.Struct(">6I")
"""Page, pages of the database if it is the end of a transaction, two salts, two sums."""
MAGIC = {0x377F0682: "<", 0x377F0683: ">"}
LOOKS = 3
"""Another program may be writing while we look; damage is there each time."""


def is_damaged(log: Path) -> bool:
    """Whether something is lost in a log that had been kept."""
    for _ in range(LOOKS):
        if not log.is_file() or not lost_in(log.read_bytes()):
            return False
        time.sleep(0.2)
    return True


def lost_in(log: bytes) -> bool:
    """The same, of what a log holds.

    >>> lost_in(b""), lost_in(bytes(32)), lost_in(bytes(5000))
    (False, False, True)
    """
    if len(log) <= HEADER.size:
        return False
    magic, _, size, _, *salts, first, second = HEADER.unpack_from(log)
    if magic not in MAGIC or summed(log[:24], MAGIC[magic]) != (first, second) or size < 512:
        return True
    sums, ended = (first, second), False
    commits = 0
    for place in range(HEADER.size, len(log) - FRAME.size - size + 1, FRAME.size + size):
        _, commit, *marks, one, two = FRAME.unpack_from(log, place)
        if not ended:
            body = log[place : place + 8] + log[place + FRAME.size : place + FRAME.size + size]
            sums = summed(body, MAGIC[magic], sums)
            ended = [*marks, one, two] != [*salts, *sums]
        if ended and marks == salts and commit:
            commits += 1
    return commits > 1


def summed(data: bytes, order: str, sums: tuple[int, int] = (0, 0)) -> tuple[int, int]:
    """The sums after some bytes more."""
    one, two = sums
    words: Iterator[int] = iter(struct.unpack(f"{order}{len(data) // 4}I", data))
    for left, right in zip(words, words, strict=True):
        one = (one + left + two) & 0xFFFFFFFF
        two = (two + right + one) & 0xFFFFFFFF
    return one, two
