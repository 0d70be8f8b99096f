"""Databases of Access, made for tests: version 3 and 4, with rows that were deleted or had to move, and long texts.

They are as small as other readers allow: `mdb-tables` and `mdb-export` of the mdbtools project list and export them. There is no
index, and nothing tells Access which pages are free, so they are to be read, not worked in.
"""

from __future__ import annotations

import struct
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, NamedTuple

KINDS = {
    "bool": 1,
    "byte": 2,
    "int": 3,
    "long": 4,
    "money": 5,
    "float": 6,
    "double": 7,
    "date": 8,
    "text": 10,
    "memo": 12,
}
SIZES = {"bool": 1, "byte": 1, "int": 2, "long": 4, "money": 8, "float": 4, "double": 8, "date": 8}
FORMS = {"byte": "<B", "int": "<h", "long": "<i", "money": "<q", "float": "<f", "double": "<d", "date": "<d"}
DAY_ZERO = datetime(1899, 12, 30)


class Field(NamedTuple):
    """A column: `fixed` is a text of one length."""

    name: str
    kind: str = "int"
    size: int = 0
    fixed: bool = False

    @property
    def anywhere(self) -> bool:
        return self.kind in ("text", "memo") and not self.fixed


@dataclass(frozen=True)
class MadeTable:
    """A table to write; rows are named by their number where they are deleted or moved."""

    fields: Sequence[Field]
    rows: Sequence[Mapping[str, Any]] = ()
    deleted: Collection[int] = ()
    moved: Collection[int] = ()
    known: int | None = None
    """So many columns there were when the first half of the rows was written; the others were added later."""


def made_table(columns: str, rows: Iterable[Mapping[str, Any]] = (), **more: Any) -> MadeTable:
    """A table from a line such as `Section Table Letter:text3 Name:char18 Erased:bool`; numbers without a word are small ones."""
    fields = []
    for each in columns.split():
        name, _, kind = each.partition(":")
        word = kind.rstrip("0123456789") or "int"
        size = int(kind[len(word) :] or 0) if kind else 0
        fields.append(Field(name, "text" if word == "char" else word, size, word == "char"))
    return MadeTable(tuple(fields), tuple(rows), **more)


def jet_file(version: int, tables: Mapping[str, MadeTable], letters: int = 1252) -> bytes:
    """A database with these tables."""
    return _Writer(version, letters).written(tables)


CATALOGUE = (
    "Id:long ParentId:long Name:text64 Type DateCreate:date DateUpdate:date Owner:text255 Flags:long Database:memo "
    "Connect:memo ForeignName:text64 RmtInfoShort:text255 RmtInfoLong:memo Lv:memo LvProp:memo LvModule:memo LvExtra:memo"
)


@dataclass
class _Writer:
    version: int
    letters: int
    pages: list[bytes] = field(default_factory=list)

    @property
    def size(self) -> int:
        return 2048 if self.version == 3 else 4096

    @property
    def word(self) -> str:
        return "<B" if self.version == 3 else "<H"

    def written(self, tables: Mapping[str, MadeTable]) -> bytes:
        self.pages = [self.head(), b"", b""]
        self.pages[1] = self.data_page(0, [bytes([0]) + bytes(4) + bytes(60)])
        ids = {name: self.table(each) for name, each in tables.items()}
        moment = datetime(2024, 3, 5)
        listed = [
            {
                "Id": page,
                "ParentId": 0x0F000001,
                "Name": name,
                "Type": 1,
                "DateCreate": moment,
                "DateUpdate": moment,
                "Flags": 0,
            }
            for name, page in [("MSysObjects", 2), *ids.items()]
        ]
        listed[0]["Flags"] = -0x80000000
        self.table(made_table(CATALOGUE, listed), at=2)
        return b"".join(self.pages)

    def head(self) -> bytes:
        """The first page; a part of it is scrambled with a key that all files share."""
        page = bytearray(self.size)
        page[:20] = b"\0\1\0\0Standard Jet DB\0"
        page[20] = 0 if self.version == 3 else 1
        secret = bytearray(126 if self.version == 3 else 128)
        if self.version == 3:
            struct.pack_into("<HH", secret, 0x3A - 0x18, 0x0409, self.letters)
        else:
            struct.pack_into("<H", secret, 0x6E - 0x18, 0x0409)
        page[0x18 : 0x18 + len(secret)] = _rc4(b"\xc7\xda\x39\x6b", bytes(secret))
        return bytes(page)

    def data_page(self, owner: int | bytes, records: Sequence[bytes | tuple[bytes, int]]) -> bytes:
        """A page of rows; a row with a number has that among the flags of its place."""
        head = b"\1\1" + bytes(2) + (owner if isinstance(owner, bytes) else struct.pack("<I", owner))
        head += b"" if self.version == 3 else bytes(4)
        page, end, places = bytearray(self.size), self.size, b""
        for record in records:
            body, flags = record if isinstance(record, tuple) else (record, 0)
            end -= len(body)
            page[end : end + len(body)] = body
            places += struct.pack("<H", end | flags)
        head += struct.pack("<H", len(records)) + places
        assert len(head) <= end
        page[: len(head)] = head
        struct.pack_into("<H", page, 2, end - len(head))
        return bytes(page)

    def add(self, page: bytes) -> int:
        self.pages.append(page)
        return len(self.pages) - 1

    # -- a table ------------------------------------------------------------------------------------------------------

    def table(self, made: MadeTable, at: int | None = None) -> int:
        page = self.add(b"") if at is None else at
        half = len(made.rows) // 2 if made.known else 0
        records = [
            self.row(made.fields[: made.known] if number < half else made.fields, row)
            for number, row in enumerate(made.rows)
        ]
        data = self.data_pages(page, records, made)
        maps = self.add(self.data_page(0, [self.page_map(data), self.page_map([])]))
        body = self.definition(made, maps << 8, len(made.rows) - len(made.deleted))
        pieces = [body[: self.size - 8]] + [
            body[start : start + self.size - 8] for start in range(self.size - 8, len(body), self.size - 8)
        ]
        numbers = [page, *(self.add(b"") for _ in pieces[1:])]
        for number, following, piece in zip(numbers, [*numbers[1:], 0], pieces, strict=True):
            mark = b"VC" if self.version == 3 else struct.pack("<H", self.size - 8 - len(piece))
            self.pages[number] = (b"\2\1" + mark + struct.pack("<I", following) + piece).ljust(self.size, b"\0")
        return page

    def data_pages(self, owner: int, records: Sequence[bytes], made: MadeTable) -> list[int]:
        room = self.size - 16
        found: list[int] = []
        here: list[bytes | tuple[bytes, int]] = []
        used = 0
        for number, record in enumerate(records):
            entry: bytes | tuple[bytes, int] = record
            if number in made.deleted:
                entry = record, 0xC000
            if number in made.moved:
                away = self.add(self.data_page(owner, [(record, 0x8000)]))
                found.append(away)
                entry = struct.pack("<I", away << 8), 0x4000
            length = len(entry[0] if isinstance(entry, tuple) else entry) + 2
            if used + length > room:
                found.append(self.add(self.data_page(owner, here)))
                here, used = [], 0
            here.append(entry)
            used += length
        if here:
            found.append(self.add(self.data_page(owner, here)))
        return sorted(found)

    def page_map(self, pages: Sequence[int]) -> bytes:
        room = 128 if self.version == 3 else 64
        if pages and pages[-1] - pages[0] >= room * 8:  # too far apart for one: a list of pages with maps
            bits = bytearray(self.size - 4)
            for page in pages:
                bits[page // 8] |= 1 << page % 8
            return (b"\1" + struct.pack("<I", self.add(b"\5\1\0\0" + bits))).ljust(room + 1, b"\0")
        bits, first = bytearray(room), pages[0] if pages else 0
        for page in pages:
            bits[(page - first) // 8] |= 1 << (page - first) % 8
        return b"\0" + struct.pack("<I", first) + bits

    def definition(self, made: MadeTable, maps: int, rows: int) -> bytes:
        anywhere = [each for each in made.fields if each.anywhere]
        count = len(made.fields)
        numbers = struct.pack("<BHHHIIII", 0x4E, count, len(anywhere), count, 0, 0, maps, maps + 1)
        entries, fixed = b"", 0
        for number, each in enumerate(made.fields):
            place = 0 if each.anywhere or each.kind == "bool" else fixed
            if not each.anywhere and each.kind != "bool":
                fixed += self.length(each)
            entries += self.column(each, number, anywhere.index(each) if each.anywhere else 0, place)
        named = (each.name.encode("cp1252" if self.version == 3 else "utf-16-le") for each in made.fields)
        names = b"".join(struct.pack(self.word, len(name)) + name for name in named)
        start = struct.pack("<II", rows, 0) if self.version == 3 else struct.pack("<IIIIIII", 0, rows, 0, 0, 0, 0, 0)
        body = start + numbers + entries + names + b"\xff\xff"
        return struct.pack("<I", len(body) + 4) + body

    def length(self, each: Field) -> int:
        if each.kind == "text":
            return each.size * (1 if self.version == 3 else 2)
        return SIZES.get(each.kind, 0)

    def column(self, each: Field, number: int, place: int, fixed: int) -> bytes:
        flags = 2 | (not each.anywhere)
        kind, length = KINDS[each.kind], self.length(each)
        if self.version == 3:
            letters = (0x0409, self.letters) if kind >= 10 else (0, 0)
            return struct.pack("<BHHHHHHBHH", kind, number, place, number, *letters, 0, flags, fixed, length)
        return struct.pack("<BIHHHHHBBIHH", kind, 0, number, place, number, 0x0409, 0, flags, 1, 0, fixed, length)

    # -- a row --------------------------------------------------------------------------------------------------------

    def row(self, fields: Sequence[Field], row: Mapping[str, Any]) -> bytes:
        mask, fixed, texts = 0, b"", []
        for number, each in enumerate(fields):
            value = row.get(each.name)
            if value is not None and (each.kind != "bool" or value):
                mask |= 1 << number
            if each.anywhere:
                texts.append(b"" if value is None else self.text(each, value))
            elif each.kind != "bool":
                fixed += self.fixed(each, value)
        body = struct.pack(self.word, len(fields)) + fixed
        offsets = []
        for text in texts:
            offsets.append(len(body))
            body += text
        end = mask.to_bytes((len(fields) + 7) // 8, "little")
        return body + (self.offsets([*offsets, len(body)], len(body) + len(end)) if texts else b"") + end

    def offsets(self, offsets: Sequence[int], length: int) -> bytes:
        """Where the texts begin and the last ends, from the last to the first, and how many texts there are."""
        if self.version == 4:
            return b"".join(struct.pack("<H", each) for each in reversed(offsets)) + struct.pack("<H", len(offsets) - 1)
        low = bytes(each % 256 for each in reversed(offsets))
        jumps = [
            number
            for number, each in enumerate(offsets)
            for _ in range(offsets[number - 1] // 256 if number else 0, each // 256)
        ]
        while (length + len(low) + len(jumps) + 1 - 1) // 256 > len(jumps):
            jumps.append(255)
        return low + bytes(reversed(jumps)) + bytes([len(offsets) - 1])

    def fixed(self, each: Field, value: Any) -> bytes:
        if each.kind == "text":
            filled = (value or "").ljust(each.size)[: each.size]
            return filled.encode(f"cp{self.letters}" if self.version == 3 else "utf-16-le")
        if isinstance(value, datetime):
            value = (value - DAY_ZERO).total_seconds() / 86400
        if each.kind == "money":
            value = round((value or 0) * 10_000)
        return struct.pack(FORMS[each.kind], value or 0)

    def text(self, each: Field, value: str) -> bytes:
        written = value.encode(f"cp{self.letters}") if self.version == 3 else packed(value)
        if each.kind == "text":
            return written
        length = len(written)
        if length < 30:
            return struct.pack("<III", length | 0x80000000, 0, 0) + written
        if length < 500:
            page = self.add(self.data_page(b"LVAL", [written]))
            return struct.pack("<III", length | 0x40000000, page << 8, 0)
        following = 0
        for start in reversed(range(0, length, 400)):
            piece = struct.pack("<I", following) + written[start : start + 400]
            following = self.add(self.data_page(b"LVAL", [piece])) << 8
        return struct.pack("<III", length, following, 0)


def packed(text: str) -> bytes:
    """A text of version 4, with one byte for letters that need no more where that is shorter."""
    if len(text) > 2 and all(0 < ord(letter) < 256 for letter in text):
        return b"\xff\xfe" + text.encode("latin-1")
    return text.encode("utf-16-le")


def _rc4(key: bytes, data: bytes) -> bytes:
    box, turn = list(range(256)), 0
    for number in range(256):
        turn = (turn + box[number] + key[number % len(key)]) % 256
        box[number], box[turn] = box[turn], box[number]
    found, one, other = bytearray(), 0, 0
    for byte in data:
        one = (one + 1) % 256
        other = (other + box[one]) % 256
        box[one], box[other] = box[other], box[one]
        found.append(byte ^ box[(box[one] + box[other]) % 256])
    return bytes(found)
