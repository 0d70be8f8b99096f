"""Tables as text: which sign parts the cells, which row is the head, and cells that no spreadsheet takes for a formula.

A text that begins like a formula is written with an apostrophe before it, and read without: spreadsheets would work it out,
and what it says comes from whoever typed a name.
"""

from __future__ import annotations

import csv
import io
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from functools import cached_property
from typing import NamedTuple

from arrowswitch.formats.format import MOST_LINES, BadFile, check_size, text_of
from arrowswitch.scoring.figures import shown
from arrowswitch.scoring.numbers import Number
from arrowswitch.words import say

DELIMITERS = ";,\t|"
HEAD_WITHIN = 30
"""Rows in which the head of a table is looked for."""
FORMULA = re.compile(r"'*[=+\-@\t\r]")
DECIMALS = 4

Spellings = Mapping[str, tuple[str, ...]]
"""How each column may be called, the way in which we write it first."""


def guarded(text: str) -> str:
    """A text that no spreadsheet takes for a formula.

    >>> guarded("=1+1"), guarded("'=1+1"), guarded("O'Example"), guarded("3=")
    ("'=1+1", "''=1+1", "O'Example", '3=')
    """
    return f"'{text}" if FORMULA.match(text) else text


def unguarded(text: str) -> str:
    """The text as it was.

    >>> unguarded("'=1+1"), unguarded("'tis")
    ('=1+1', "'tis")
    """
    return text[1:] if text.startswith("'") and FORMULA.match(text) else text


def number_text(value: Number | None) -> str:
    """A number as a spreadsheet reads it."""
    return "" if value is None else shown(value, DECIMALS)


def read_date(text: str) -> date | None:
    """A day as people write it; None if it is none.

    >>> read_date("13.02.2025"), read_date("2025-02-13"), read_date("soon")
    (datetime.date(2025, 2, 13), datetime.date(2025, 2, 13), None)
    """
    for form in ("%Y-%m-%d", "%d/%m/%Y", "%d.%m.%Y"):
        try:
            return datetime.strptime(text[:20], form).date()
        except ValueError:
            continue
    return None


def plain(title: str) -> str:
    """The title of a column without what people write differently.

    >>> plain("N-S Score "), plain("Größe"), plain("%"), plain("Rang %")
    ('nsscore', 'grosse', '%', 'rang%')
    """
    letters = unicodedata.normalize("NFKD", title.replace("ß", "ss")).casefold()
    return "".join(letter for letter in letters if letter.isalnum() or letter == "%")


# -- reading ------------------------------------------------------------------------------------------------------------


class FoundTable(NamedTuple):
    """A table of a file: the sort of it, its columns by their places, and its rows with their numbers in the file."""

    sort: str
    roles: Mapping[int, str]
    unknown: tuple[str, ...]
    before: tuple[tuple[str, ...], ...]
    """Rows above the head."""
    rows: Sequence[tuple[int, Mapping[str, str]]]
    more: bool
    """Whether another table follows."""


@dataclass(frozen=True)
class TableSort:
    """A sort of table: how its columns may be called, and which it needs, one of each."""

    spellings: Spellings
    needs: tuple[tuple[str, ...], ...]

    @cached_property
    def known(self) -> Mapping[str, str]:
        """The columns by their titles."""
        return {plain(each): role for role, names in self.spellings.items() for each in names}

    def head(self, row: Sequence[str]) -> dict[int, str]:
        """The columns of a row by their places, if it is the head of such a table; of two alike the first counts."""
        found: dict[str, int] = {}
        for place, title in enumerate(row):
            if role := self.known.get(plain(title)):
                found.setdefault(role, place)
        held = found.keys()
        return {place: role for role, place in found.items()} if all(held & set(some) for some in self.needs) else {}


def find_table(data: bytes, sorts: Mapping[str, TableSort]) -> FoundTable:
    """The first table of a file, the sort with the most columns that are known."""
    check_size(data.count(b"\n"), MOST_LINES + HEAD_WITHIN, say("rows"))
    text = text_of(data)
    place = _head(text, sorts)
    if place is None:
        raise BadFile(say("No row of this file is the head of a table of results, of a ranking or of players."))
    sort, delimiter, at, roles = place
    rows: list[tuple[int, Mapping[str, str]]] = []
    before: list[tuple[str, ...]] = []
    titles: tuple[str, ...] = ()
    for number, row in _rows(text, delimiter):
        if number < at:
            before.append(tuple(each.strip() for each in row))
        elif number == at:
            titles = tuple(each.strip() for each in row)
        elif any(row):
            if not any(map(str.isdigit, row)) and any(len(each.head(row)) > 2 for each in sorts.values()):
                return FoundTable(sort, roles, _unknown(titles, roles), tuple(before), rows, True)
            rows.append(
                (number, {role: row[column] for column, role in roles.items() if column < len(row) and row[column]})
            )
            check_size(len(rows), MOST_LINES, say("results"))
    return FoundTable(sort, roles, _unknown(titles, roles), tuple(before), rows, False)


def has_table(data: bytes, sorts: Mapping[str, TableSort]) -> bool:
    """Whether the beginning of a file has the head of a table."""
    text = text_of(data[:16_384])
    return "\x00" not in text and _head(text, sorts) is not None


def _unknown(titles: Sequence[str], roles: Mapping[int, str]) -> tuple[str, ...]:
    return tuple(title for place, title in enumerate(titles) if title and place not in roles)


def _head(text: str, sorts: Mapping[str, TableSort]) -> tuple[str, str, int, dict[int, str]] | None:
    """The sort of the table, what parts its cells, the number of its head, and the columns in it."""
    best = None
    for delimiter in DELIMITERS:
        try:
            first = [*_first(_rows(text, delimiter))]
        except BadFile:
            continue
        for (number, row), (name, sort) in ((each, other) for each in first for other in sorts.items()):
            roles = sort.head(row)
            if roles and (best is None or len(roles) > len(best[3])):
                best = name, delimiter, number, roles
    return best


def _first(rows: Iterator[tuple[int, list[str]]]) -> Iterator[tuple[int, list[str]]]:
    for number, row in rows:
        if number > HEAD_WITHIN:
            return
        yield number, row


def _rows(text: str, delimiter: str) -> Iterator[tuple[int, list[str]]]:
    """The rows with their numbers, their cells without white space around them."""
    number = 0
    try:
        for number, row in enumerate(csv.reader(io.StringIO(text, newline=""), delimiter=delimiter), 1):
            yield number, [each.strip() for each in row]
    except csv.Error:
        raise BadFile(say("Row {number}: this is no row of a table.", number=number + 1)) from None


# -- writing ------------------------------------------------------------------------------------------------------------


def table_text(titles: Mapping[str, str], rows: Sequence[Mapping[str, str]], always: Iterable[str] = ()) -> bytes:
    """A table; columns in which nothing stands are left out unless they always are there."""
    needed = {role for row in rows for role, cell in row.items() if cell} | set(always)
    kept = [role for role in titles if role in needed]
    text = io.StringIO(newline="")
    writer = csv.writer(text)
    writer.writerow([titles[role] for role in kept])
    writer.writerows([row.get(role, "") for role in kept] for row in rows)
    return text.getvalue().encode("utf-8-sig", errors="replace")  # with the mark by which spreadsheets know UTF-8
