"""Tables of a Microsoft Jet database, read without Access: version 3 (Access 97) and 4 (Access 2000 and later).

A file is pages of one size. Page 2 defines the table of all tables, and every table is a definition, a map of its data
pages, and rows that grow from the end of each page to its front. Only what a reader needs is here: no index is used and
nothing is written. Slices never reach outside of a file, so a spoilt number leads to rows that are left out and counted,
not to a fault; a file whose tables cannot be found at all is refused. The layout is as the mdbtools project documents it.
"""

from __future__ import annotations

import math
import struct
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from arrowswitch.formats.format import BadFile, check_size
from arrowswitch.words import say

__all__ = ["JetDatabase", "JetRow", "JetTable", "is_jet", "open_database"]

JetValue = bool | int | float | str | datetime | None
JetRow = Mapping[str, JetValue]
"""A row by the names of its columns, in small letters."""

MARKS = (b"Standard Jet DB\0", b"Standard ACE DB\0")
CATALOGUE = 2
"""The page of the table of all tables."""
DATA, DEFINITION = 1, 2
"""Kinds of pages: the first byte of each."""
DELETED, ELSEWHERE, PLACE = 0x8000, 0x4000, 0x1FFF
"""Of a row's place in its page: it was deleted, or is reached from elsewhere; only a pointer to it is here; the place itself."""
MOST_COLUMNS, MOST_CELLS, MOST_HOPS = 255, 4_000_000, 4
DAY_ZERO, LAST_DAY = datetime(1899, 12, 30), 100_000
BOOL, TEXT, MEMO = 1, 10, 12
CODE_PAGES = (874, 932, 936, 949, 950, *range(1250, 1259))
NUMBERS: Mapping[int, struct.Struct] = {
    2: struct.Struct("<B"),
    3: struct.Struct("<h"),
    4: struct.Struct("<i"),
    5: struct.Struct("<q"),
    6: struct.Struct("<f"),
    7: struct.Struct("<d"),
    8: struct.Struct("<d"),
}
MONEY, FLOATS, MOMENT = 5, (6, 7), 8


@dataclass(frozen=True, slots=True)
class JetLayout:
    """Where things stand in a page, in a definition and in a row; the two versions differ in this only."""

    page: int
    rows_at: int
    """How many rows a data page has; their places follow."""
    columns_at: int
    """How many columns a table has; how many are of any length stands two bytes before."""
    index_size: int
    column_size: int
    variable_at: int
    page_of_letters_at: int
    flags_at: int
    fixed_at: int
    word: int
    """Bytes of a number inside a row, and of the length of a name."""

    @property
    def indexes_at(self) -> int:
        return self.columns_at + 6

    @property
    def map_at(self) -> int:
        return self.columns_at + 10

    @property
    def body_at(self) -> int:
        return self.columns_at + 18


JET3 = JetLayout(2048, 8, 25, 8, 18, 3, 9, 13, 14, 1)
JET4 = JetLayout(4096, 12, 45, 12, 25, 7, 0, 15, 21, 2)


@dataclass(frozen=True, slots=True)
class JetColumn:
    """A column: its number, its type, and where its value stands in a row."""

    name: str
    kind: int
    number: int
    fixed: bool
    at: int
    """In the fixed part of a row, or among the values of any length."""
    length: int
    letters: str
    """The code page of a text of version 3."""


@dataclass(frozen=True)
class JetTable:
    """The columns and the rows of a table."""

    columns: tuple[str, ...]
    rows: tuple[JetRow, ...]


@dataclass
class _Spent:
    """Values read so far, for a small file can be made to claim very many; and rows that could not be read."""

    cells: int = 0
    spoilt: int = 0

    def take(self, cells: int) -> None:
        self.cells += cells
        check_size(self.cells, MOST_CELLS, say("values"))


@dataclass(frozen=True)
class JetDatabase:
    """A file, and where the definition of each of its tables is."""

    data: bytes
    layout: JetLayout
    tables: Mapping[str, int]
    """The pages of the definitions, by the names of the tables in small letters."""
    _spent: _Spent = field(default_factory=_Spent)

    @property
    def spoilt(self) -> int:
        """How many rows of the tables that were read so far are spoilt."""
        return self._spent.spoilt

    def table(self, name: str, columns: Sequence[str] = ()) -> JetTable:
        """A table with all or some of its columns; one that is not there has no rows."""
        page = self.tables.get(name.lower())
        return JetTable((), ()) if page is None else _read_table(self, page, columns)


def is_jet(data: bytes) -> bool:
    """Whether a file is such a database.

    >>> is_jet(b"\\0\\1\\0\\0Standard Jet DB\\0\\1"), is_jet(b"[Board 1]")
    (True, False)
    """
    return data[:4] == b"\0\1\0\0" and data[4:20] in MARKS


def open_database(data: bytes) -> JetDatabase:
    """A database with the list of its tables.

    >>> open_database(b"a letter")
    Traceback (most recent call last):
    arrowswitch.formats.format.BadFile: This is no database of Access.
    """
    if not is_jet(data):
        raise BadFile(say("This is no database of Access."))
    layout = JET4 if _whole(data, 20, 1) else JET3
    database = JetDatabase(data, layout, {})
    if _page(database, CATALOGUE)[:1] != bytes([DEFINITION]):
        raise BadFile(
            say("The list of tables of this database cannot be found; it is locked by a password, or spoilt.")
        )
    listed = _read_table(database, CATALOGUE, ("id", "name", "type")).rows
    tables = {
        row["name"].lower(): row["id"] & 0xFFFFFF
        for row in listed
        if isinstance(row["name"], str) and isinstance(row["id"], int) and _is_table(row["type"])
    }
    if not tables:
        raise BadFile(say("There are no tables in this database, or their list is spoilt."))
    return JetDatabase(data, layout, tables, database._spent)


def _is_table(kind: JetValue) -> bool:
    return isinstance(kind, int) and kind & 0x7F == 1


def _whole(data: bytes, at: int, size: int) -> int:
    """A number of some bytes; what lies outside of the data counts as zero."""
    return int.from_bytes(data[at : at + size], "little")


def _page(database: JetDatabase, number: int) -> bytes:
    """A page; nothing for one that the file has not, or not whole."""
    size = database.layout.page
    page = database.data[number * size : (number + 1) * size]
    return page if len(page) == size else b""


# -- definitions --------------------------------------------------------------------------------------------------------


def _read_table(database: JetDatabase, page: int, wanted: Sequence[str]) -> JetTable:
    definition = _definition(database, page)
    columns = [each for each in _columns(database.layout, definition) if not wanted or each.name in wanted]
    if wanted and {each.name for each in columns} < set(wanted) and page == CATALOGUE:
        raise BadFile(say("The list of tables of this database is spoilt."))
    rows: list[JetRow] = []
    for record in _records(database, page, definition):
        database._spent.take(len(columns) + 1)
        row = _row(database, columns, record) if record is not None else None
        if row is None:
            database._spent.spoilt += 1
        else:
            rows.append(row)
    return JetTable(tuple(each.name for each in columns), tuple(rows))


def _definition(database: JetDatabase, page: int) -> bytes:
    """The definition of a table, which may go on in other pages: each of those begins with eight bytes of its own."""
    first = _page(database, page)
    if first[:1] != bytes([DEFINITION]):
        return b""
    pieces, seen, following = [first], {page}, _whole(first, 4, 4)
    while following and following not in seen and len(pieces) < MOST_COLUMNS:
        seen.add(following)
        piece = _page(database, following)
        if piece[:1] != bytes([DEFINITION]):
            break
        pieces.append(piece[8:])
        following = _whole(piece, 4, 4)
    return b"".join(pieces)


def _columns(layout: JetLayout, definition: bytes) -> Iterator[JetColumn]:
    count = min(_whole(definition, layout.columns_at, 2), MOST_COLUMNS)
    at = layout.body_at + _whole(definition, layout.indexes_at, 4) * layout.index_size
    names_at = at + count * layout.column_size
    for number in range(count):
        entry = definition[at + number * layout.column_size :][: layout.column_size]
        length = _whole(definition, names_at, layout.word)
        name = definition[names_at + layout.word :][:length]
        names_at += layout.word + length
        if len(entry) < layout.column_size or len(name) < length or not length:
            return
        fixed = bool(entry[layout.flags_at] & 1)
        yield JetColumn(
            name=name.decode("cp1252" if layout is JET3 else "utf-16-le", errors="replace").lower(),
            kind=entry[0],
            number=_whole(entry, layout.variable_at - 2, 2),
            fixed=fixed,
            at=_whole(entry, layout.fixed_at if fixed else layout.variable_at, 2),
            length=_whole(entry, layout.column_size - 2, 2),
            letters=_letters(_whole(entry, layout.page_of_letters_at, 2)) if layout is JET3 else "",
        )


def _letters(page: int) -> str:
    """The code page of a text, if it is one of those that Windows has.

    >>> _letters(1250), _letters(0)
    ('cp1250', 'cp1252')
    """
    return f"cp{page}" if page in CODE_PAGES else "cp1252"


# -- rows ---------------------------------------------------------------------------------------------------------------


def _records(database: JetDatabase, owner: int, definition: bytes) -> Iterator[bytes | None]:
    """The rows of a table as they stand in its pages; nothing for one that cannot be followed."""
    layout = database.layout
    for number in _pages_of(database, owner, definition):
        page = _page(database, number)
        if page[0] != DATA or _whole(page, 4, 4) != owner:
            continue
        for row in range(_rows_in(layout, page)):
            place = _whole(page, layout.rows_at + 2 + 2 * row, 2)
            if place & DELETED:
                continue
            yield _followed(database, page, row) if place & ELSEWHERE else _record(layout, page, row)


def _rows_in(layout: JetLayout, page: bytes) -> int:
    return min(_whole(page, layout.rows_at, 2), (layout.page - layout.rows_at - 2) // 2)


def _record(layout: JetLayout, page: bytes, row: int) -> bytes | None:
    """One row: it reaches to where the one before it begins, the first to the end of the page."""
    start = _whole(page, layout.rows_at + 2 + 2 * row, 2) & PLACE
    end = _whole(page, layout.rows_at + 2 * row, 2) & PLACE if row else layout.page
    return page[start:end] if layout.rows_at + 2 <= start < end <= layout.page else None


def _followed(database: JetDatabase, page: bytes, row: int) -> bytes | None:
    """A row that had to move to another page, where it is found by a pointer."""
    for _ in range(MOST_HOPS):
        pointer = _record(database.layout, page, row)
        if pointer is None or len(pointer) < 4:
            return None
        row, page = pointer[0], _page(database, _whole(pointer, 1, 3))
        if page[:1] != bytes([DATA]) or row >= _rows_in(database.layout, page):
            return None
        if not _whole(page, database.layout.rows_at + 2 + 2 * row, 2) & ELSEWHERE:
            return _record(database.layout, page, row)
    return None


def _pages_of(database: JetDatabase, owner: int, definition: bytes) -> Iterator[int]:
    """The data pages of a table by its map, or all pages where the map is spoilt: each says itself whose it is."""
    layout, count = database.layout, len(database.data) // database.layout.page
    pointer = _whole(definition, layout.map_at, 4)
    page = _page(database, pointer >> 8)
    mapped = page[:1] == bytes([DATA]) and (pointer & 0xFF) < _rows_in(layout, page)
    bits = _record(layout, page, pointer & 0xFF) if mapped else None
    if not bits or bits[0] > 1:
        yield from range(count)
    elif bits[0] == 0:
        yield from _set_bits(bits[5:], _whole(bits, 1, 4), count)
    else:
        each = (layout.page - 4) * 8
        for number in range((len(bits) - 1) // 4):
            further = _whole(bits, 1 + 4 * number, 4)
            if further:
                yield from _set_bits(_page(database, further)[4:], number * each, count)


def _set_bits(bits: bytes, first: int, count: int) -> Iterator[int]:
    for number, byte in enumerate(bits):
        if byte:
            for bit in range(8):
                page = first + number * 8 + bit
                if byte >> bit & 1 and page < count:
                    yield page


def _row(database: JetDatabase, columns: Sequence[JetColumn], record: bytes) -> JetRow | None:
    """The values of a row. At its end stand which of its columns have one, and where those of any length begin."""
    layout, word = database.layout, database.layout.word
    stored = _whole(record, 0, word)
    tail = len(record) - (stored + 7) // 8
    if tail < word:
        return None
    has = int.from_bytes(record[tail:], "little")
    offsets = _offsets(layout, record, tail) if any(not each.fixed for each in columns) else ()
    if offsets is None:
        return None
    row: dict[str, JetValue] = {}
    for column in columns:
        given = column.number < stored and bool(has >> column.number & 1)
        if column.kind == BOOL:
            row[column.name] = given
        elif not given:
            row[column.name] = None
        elif column.fixed:
            value = record[word + column.at : tail]
            text = column.kind == TEXT  # of one length, filled with spaces
            row[column.name] = _text(database, column, value[: column.length]) if text else _number(column.kind, value)
        elif column.at + 1 < len(offsets):
            row[column.name] = _text(database, column, record[offsets[column.at] : offsets[column.at + 1]])
        else:
            row[column.name] = None
    return row


def _offsets(layout: JetLayout, record: bytes, tail: int) -> tuple[int, ...] | None:
    """Where the values of any length begin, and where the last of them ends; nothing where that cannot be."""
    word = layout.word
    count = _whole(record, tail - word, word)
    if layout is JET4:
        first = tail - 2 * word
        found = tuple(_whole(record, first - 2 * each, 2) for each in range(count + 1)) if first >= 2 * count else ()
        return found or None
    # One byte is not enough for a long row: before their number stand the values at which the next 256 bytes begin.
    jumps = (len(record) - 1) // 256
    turns = record[max(tail - 1 - jumps, 0) : tail - 1][::-1]
    first = tail - 2 - jumps
    if first < count:
        return None
    low, high, offsets = record, 0, []
    for each in range(count + 1):
        while high < len(turns) and turns[high] == each:
            high += 1
        offsets.append(low[first - each] + 256 * high)
    return tuple(offsets)


def _number(kind: int, value: bytes) -> JetValue:
    form = NUMBERS.get(kind)
    if form is None or len(value) < form.size:
        return None
    (number,) = form.unpack_from(value)
    if kind == MONEY:
        return float(number / 10_000)
    if kind == MOMENT:
        return DAY_ZERO + timedelta(days=number) if math.isfinite(number) and 0 <= number < LAST_DAY else None
    if kind in FLOATS:
        return float(number) if math.isfinite(number) else None
    return int(number)


def _text(database: JetDatabase, column: JetColumn, value: bytes) -> JetValue:
    if column.kind == MEMO:
        value = _memo(database, value)
    elif column.kind != TEXT:
        return None
    if database.layout is JET3:
        return value.decode(column.letters, errors="replace")
    return unpacked(value)


def _memo(database: JetDatabase, value: bytes) -> bytes:
    """A long text: it is here, or in a row of a page for long ones, or in several of those."""
    length, where = _whole(value, 0, 3), _whole(value, 3, 1)
    if where & 0x80:
        return value[12 : 12 + length]
    found, pointer = b"", _whole(value, 4, 4)
    while pointer and len(found) < length:
        page = _page(database, pointer >> 8)
        there = page[:1] == bytes([DATA]) and (pointer & 0xFF) < _rows_in(database.layout, page)
        piece = (_record(database.layout, page, pointer & 0xFF) if there else None) or b""
        database._spent.take(1 + len(piece) // 8)
        if where & 0x40:
            return piece[:length]
        if not piece[4:]:
            break
        found, pointer = found + piece[4:], _whole(piece, 0, 4)
    return found[:length]


def unpacked(value: bytes) -> str:
    """A text of version 4: two bytes a letter or, after a mark, one for those that need no more, with a zero between.

    >>> unpacked(b"\\xff\\xfeAnna\\0\\x42\\x01\\0s"), unpacked("Zoë".encode("utf-16-le"))
    ('Annałs', 'Zoë')
    """
    if value[:2] != b"\xff\xfe":
        return value.decode("utf-16-le", errors="replace")
    found: list[str] = []
    rest, short = value[2:], True
    while rest:
        if short:
            piece, _, rest = rest.partition(b"\0")
            found.append(piece.decode("latin-1"))
        else:
            end = next((at for at in range(0, len(rest), 2) if rest[at] == 0), len(rest))
            found.append(rest[:end].decode("utf-16-le", errors="replace"))
            rest = rest[end + 1 :]
        short = not short
    return "".join(found)
