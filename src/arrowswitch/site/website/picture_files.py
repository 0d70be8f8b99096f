"""Pictures that are uploaded: looked at piece by piece, and only the pieces kept that a browser needs to draw them.

Where a photograph was taken, by which telephone and by whom does not get onto the site; which side is up stays. What is no picture,
or one of which pieces are missing, is refused, and so is one that would make a page slow.
"""

from __future__ import annotations

import hashlib
import struct
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from arrowswitch.words import Sentence, say

MOST = 48_000
"""Bytes of a picture: a page with everything on it stays under a hundred thousand."""
WIDEST = 1600
"""Pixels of the longer side."""


class BadPicture(ValueError):  # noqa: N818 - said to a person
    """It cannot go onto the site; the sentence says why."""

    def __init__(self, sentence: Sentence) -> None:
        super().__init__(sentence)
        self.sentence = sentence


BROKEN = say("This picture is damaged: a part of it is missing.")


@dataclass(frozen=True)
class PictureFile:
    """A picture as it is kept."""

    kind: str
    width: int
    height: int
    body: bytes

    @property
    def digest(self) -> str:
        """Differs wherever the picture does."""
        return hashlib.sha256(self.body).hexdigest()[:16]


def read(body: bytes) -> PictureFile:
    """A picture of what was uploaded; `BadPicture` if it is none, or none for the site.

    >>> read(b"GIF89a")
    Traceback (most recent call last):
    arrowswitch.site.website.picture_files.BadPicture: Only pictures in JPEG, PNG or WebP are taken.
    """
    for begins, reader in READERS.items():
        if body.startswith(begins):
            try:
                found = reader(body)
            except (struct.error, IndexError, zlib.error):
                raise BadPicture(BROKEN) from None
            return _fit(found)
    raise BadPicture(say("Only pictures in JPEG, PNG or WebP are taken."))


def _fit(picture: PictureFile) -> PictureFile:
    if not picture.width or not picture.height:
        raise BadPicture(BROKEN)
    if max(picture.width, picture.height) > WIDEST:
        raise BadPicture(
            say(
                "This picture has {width} × {height} pixels; at most {most} are taken on its longer side.",
                width=picture.width,
                height=picture.height,
                most=WIDEST,
            )
        )
    if len(picture.body) > MOST:
        raise BadPicture(
            say(
                "This picture has {size} kB; at most {most} kB are taken, so that the page opens quickly on a phone. "
                "Make it smaller with the program that shows your pictures.",
                size=-(-len(picture.body) // 1000),
                most=MOST // 1000,
            )
        )
    return picture


# -- PNG ----------------------------------------------------------------------------------------------------------------

PNG = b"\x89PNG\r\n\x1a\n"
DRAWN_PNG = (b"IHDR", b"PLTE", b"tRNS", b"sRGB", b"gAMA", b"IDAT", b"IEND")
CHANNELS = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}


def _png(body: bytes) -> PictureFile:
    kept, data, head = bytearray(PNG), bytearray(), b""
    for name, chunk, whole in _png_chunks(body):
        if name == b"IHDR":
            head = chunk
        if name == b"IDAT":
            data += chunk
        if name in DRAWN_PNG:
            kept += whole
    width, height, depth, colours, _packing, _filter, laced = struct.unpack(">IIBBBBB", head)
    if max(width, height) <= WIDEST:  # larger ones are refused for that
        channels = CHANNELS.get(colours)
        if channels is None or depth not in (1, 2, 4, 8, 16):
            raise BadPicture(BROKEN)
        lines = height if not laced else 0
        wanted = (-(-width * channels * depth // 8) + 1) * lines
        unpacked = zlib.decompressobj().decompress(bytes(data), WIDEST * WIDEST * 8 + 2 * WIDEST)
        if len(unpacked) < max(wanted, 1):
            raise BadPicture(BROKEN)
    return PictureFile("png", width, height, bytes(kept))


def _png_chunks(body: bytes) -> Iterator[tuple[bytes, bytes, bytes]]:
    place = len(PNG)
    while True:
        (length,) = struct.unpack_from(">I", body, place)
        whole = body[place : place + 12 + length]
        name, chunk = whole[4:8], whole[8:-4]
        (check,) = struct.unpack(">I", whole[-4:])
        if len(whole) != 12 + length or zlib.crc32(name + chunk) != check:
            raise BadPicture(BROKEN)
        yield name, chunk, whole
        if name == b"IEND":
            return
        place += len(whole)


# -- JPEG ---------------------------------------------------------------------------------------------------------------

JPEG = b"\xff\xd8\xff"
FRAMES = {*range(0xC0, 0xD0)} - {0xC4, 0xC8, 0xCC}
"""The segments that begin a picture and tell its size; the three left out are tables."""
SCAN, END, EXIF = 0xDA, 0xD9, 0xE1
DRAWN_JPEG = {*FRAMES, 0xC4, 0xCC, 0xDB, 0xDD, 0xE0, 0xEE}
ON_ITS_SIDE = (5, 6, 7, 8)


def _jpeg(body: bytes) -> PictureFile:
    kept, place, turned, size = bytearray(), 2, 1, (0, 0)
    while True:
        if body[place] != 0xFF:
            raise BadPicture(BROKEN)
        mark = body[place + 1]
        if mark == 0xFF:  # filling
            place += 1
            continue
        if mark == END:
            break
        (length,) = struct.unpack_from(">H", body, place + 2)
        end = place + 2 + length
        if end > len(body):
            raise BadPicture(BROKEN)
        if mark == EXIF:
            turned = _which_way_up(body[place + 4 : end]) or turned
        if mark in FRAMES:
            height, width = struct.unpack_from(">HH", body, place + 5)
            size = (width, height)
        if mark == SCAN:
            after = _after_scan(body, end)
            kept += body[place:after]
            place = after
            continue
        if mark in DRAWN_JPEG:
            kept += body[place:end]
        place = end
    width, height = size[::-1] if turned in ON_ITS_SIDE else size
    return PictureFile("jpeg", width, height, b"\xff\xd8" + _way_up(turned) + bytes(kept) + b"\xff\xd9")


def _after_scan(body: bytes, place: int) -> int:
    """Where the picture's own data end: at a mark that is neither a stuffed byte nor a restart."""
    while True:
        place = body.find(b"\xff", place)
        if place < 0:
            raise BadPicture(BROKEN)
        if body[place + 1] != 0 and not 0xD0 <= body[place + 1] <= 0xD7:
            return place
        place += 2


def _which_way_up(exif: bytes) -> int:
    """What a camera says of how it was held: 1 to 8, or 0 if it does not say."""
    if not exif.startswith(b"Exif\0\0"):
        return 0
    tiff = exif[6:]
    order = {b"II": "<", b"MM": ">"}.get(tiff[:2])
    if order is None or len(tiff) < 10:
        return 0
    (first,) = struct.unpack_from(f"{order}I", tiff, 4)
    if first + 2 > len(tiff):
        return 0
    (entries,) = struct.unpack_from(f"{order}H", tiff, first)
    for place in range(first + 2, min(first + 2 + entries * 12, len(tiff) - 11), 12):
        tag, _kind, _count, value = struct.unpack_from(f"{order}HHIH", tiff, place)
        if tag == 0x0112:
            return value if 1 <= value <= 8 else 0
    return 0


def _way_up(turned: int) -> bytes:
    """The one thing that is told of how it was taken."""
    if turned == 1:
        return b""
    tiff = b"MM\0*" + struct.pack(">IHHHIHHI", 8, 1, 0x0112, 3, 1, turned, 0, 0)
    exif = b"Exif\0\0" + tiff
    return b"\xff\xe1" + struct.pack(">H", len(exif) + 2) + exif


# -- WebP ---------------------------------------------------------------------------------------------------------------

WEBP = b"RIFF"
DRAWN_WEBP = (b"VP8 ", b"VP8L", b"VP8X", b"ALPH")
MOVES, SAID_OF_IT = 0x02, 0x2C
"""Marks of a long head: that it moves; that colours, camera and more are told."""


def _webp(body: bytes) -> PictureFile:
    if body[8:12] != b"WEBP":
        raise BadPicture(say("Only pictures in JPEG, PNG or WebP are taken."))
    kept, place, size = bytearray(), 12, (0, 0)
    (length,) = struct.unpack_from("<I", body, 4)
    if length + 8 > len(body):
        raise BadPicture(BROKEN)
    while place + 8 <= length + 8:
        name = body[place : place + 4]
        (part,) = struct.unpack_from("<I", body, place + 4)
        chunk = body[place + 8 : place + 8 + part]
        if len(chunk) != part:
            raise BadPicture(BROKEN)
        if name in (b"ANIM", b"ANMF") or (name == b"VP8X" and chunk[0] & MOVES):
            raise BadPicture(say("Pictures that move are not taken."))
        if name in WEBP_SIZES:
            size = WEBP_SIZES[name](chunk) if size == (0, 0) else size
        if name == b"VP8X":
            chunk = bytes([chunk[0] & ~SAID_OF_IT]) + chunk[1:]
        if name in DRAWN_WEBP:
            kept += name + struct.pack("<I", part) + chunk + b"\0" * (part % 2)
        place += 8 + part + part % 2
    return PictureFile("webp", *size, WEBP + struct.pack("<I", len(kept) + 4) + b"WEBP" + bytes(kept))


def _long_head(chunk: bytes) -> tuple[int, int]:
    return int.from_bytes(chunk[4:7], "little") + 1, int.from_bytes(chunk[7:10], "little") + 1


def _lossy(chunk: bytes) -> tuple[int, int]:
    if chunk[3:6] != b"\x9d\x01\x2a":
        raise BadPicture(BROKEN)
    width, height = struct.unpack_from("<HH", chunk, 6)
    return width & 0x3FFF, height & 0x3FFF


def _lossless(chunk: bytes) -> tuple[int, int]:
    if chunk[0] != 0x2F:
        raise BadPicture(BROKEN)
    (bits,) = struct.unpack_from("<I", chunk, 1)
    return (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1


WEBP_SIZES = {b"VP8X": _long_head, b"VP8 ": _lossy, b"VP8L": _lossless}
READERS: dict[bytes, Callable[[bytes], PictureFile]] = {PNG: _png, JPEG: _jpeg, WEBP: _webp}
