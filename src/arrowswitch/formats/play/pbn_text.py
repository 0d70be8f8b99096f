"""The text of a PBN file: games with tags, the sections behind them, comments, and values that are taken over from game to game.

Nothing here knows what a tag means. A game ends with an empty line, but programs leave such lines out or put more in; so a
game begins where `Event` or `Board` is said again, and an empty line ends one only if what follows has been said already.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from arrowswitch.formats.format import MOST_LINES, check_size
from arrowswitch.words import say

_TAG = re.compile(r'\[\s*(\w+)\s+"((?:[^"\\]|\\.)*)"\s*\]')
_LOOSE_TAG = re.compile(r'\[\s*(\w+)\s*"?(.*?)"?\s*\]?')
"""A tag with a quote or a bracket too few or too many."""
_PIECE = re.compile(r'"(?:[^"\\]|\\.)*"|[{;]|[^"{;]+|"')
_WORD = re.compile(r'"((?:[^"\\]|\\.)*)"|(\S+)')
_COLUMN = re.compile(r"[+-]?(\w+)\s*(?:\\([0-9]{1,4})?[LR]?)?", re.IGNORECASE)
EMPTY = ("-", "?", "")
BEGINNERS = ("event", "board")
MANY = "note"
"""The tag that may be there many times."""


@dataclass(slots=True)
class PbnGame:
    """One game of a file, its tags by their names in small letters."""

    tags: dict[str, str] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)
    """How the file writes them."""
    lines: dict[str, int] = field(default_factory=dict)
    sections: dict[str, list[str]] = field(default_factory=dict)
    comments: list[str] = field(default_factory=list)
    notes: int = 0

    def value(self, tag: str) -> str:
        """What a tag says; nothing where it is unknown."""
        found = self.tags.get(tag, "").strip()
        return "" if found in EMPTY else found

    def table(self, tag: str) -> Sequence[Mapping[str, str]]:
        """The rows of a table, each by the columns' names in small letters."""
        columns = columns_of(self.tags.get(tag, ""))
        return [row_of(columns, line) for line in self.sections.get(tag, ())] if columns else []


class Column(NamedTuple):
    """A column of a table, with the width that its head gives, or 0."""

    name: str
    width: int


def columns_of(head: str) -> list[Column]:
    """The columns of a table from its head.

    >>> columns_of(r"+Rank\\3R;Contract\\5L;Names")
    [Column(name='rank', width=3), Column(name='contract', width=5), Column(name='names', width=0)]
    """
    found = []
    for part in (head.split(";") if ";" in head else head.split())[:100]:
        column = _COLUMN.fullmatch(part.strip())
        if column:
            found.append(Column(column[1].lower(), int(column[2] or 0)))
    return found


def row_of(columns: Sequence[Column], line: str) -> dict[str, str]:
    """A row of a table by columns. What has spaces in it stands in quotes, or where the widths put it, or at the end.

    >>> row_of(columns_of("PairId;Names;Rank"), '7 "Ann - Bo" 1')
    {'pairid': '7', 'names': 'Ann - Bo', 'rank': '1'}
    >>> row_of(columns_of(r"PairId\\2R;Names\\8L;Rank\\2R"), " 7 Ann - B  1")
    {'pairid': '7', 'names': 'Ann - B', 'rank': '1'}
    """
    words = list(_WORD.finditer(line))
    if len(words) != len(columns) and '"' not in line and all(column.width for column in columns[:-1]):
        return {column.name: text for column, text in _by_width(columns, line) if text not in EMPTY}
    row = {}
    for number, (column, word) in enumerate(zip(columns, words, strict=False), 1):
        last = number == len(columns) < len(words)
        text = line[word.start() :].strip() if last else word[2] if word[1] is None else unescaped(word[1])
        if text and not (word[1] is None and text in EMPTY):
            row[column.name] = text
    return row


def _by_width(columns: Sequence[Column], line: str) -> Iterator[tuple[Column, str]]:
    at = 0
    for column in columns:
        end = at + column.width if column is not columns[-1] else len(line)
        yield column, line[at:end].strip()
        at = end + 1


def unescaped(text: str) -> str:
    """A text without the backslashes that keep quotes and backslashes apart.

    >>> unescaped('The \\\\"Cup\\\\"')
    'The "Cup"'
    """
    return re.sub(r'\\(["\\])', r"\1", text) if "\\" in text else text


def escaped(text: str) -> str:
    """A text for between quotes, on one line.

    >>> escaped('The "Cup"')
    'The \\\\"Cup\\\\"'
    """
    return " ".join(text.split()).replace("\\", "\\\\").replace('"', '\\"')


class PbnFile(NamedTuple):
    """The games of a file, and the lines that are for other programs."""

    games: list[PbnGame]
    asides: list[str]


def games_in(lines: Iterable[str]) -> PbnFile:
    """The games of a file, each with what it takes over from the games before.

    >>> file = games_in(['[Event "Cup"]', '[Board "1"]', "", '[Event "#"]', '[Board "2"]'])
    >>> [(game.value("event"), game.value("board")) for game in file.games]
    [('Cup', '1'), ('Cup', '2')]
    """
    reading = _PbnReading()
    for number, line in enumerate(lines, 1):
        reading.take(number, line)
    reading.close()
    return PbnFile(reading.games, reading.asides)


@dataclass
class _PbnReading:
    games: list[PbnGame] = field(default_factory=list)
    asides: list[str] = field(default_factory=list)
    game: PbnGame = field(default_factory=PbnGame)
    section: list[str] | None = None
    comment: list[str] | None = None
    parted: bool = False
    """Whether an empty line was before."""
    kept: dict[str, None] = field(default_factory=dict)

    def take(self, number: int, line: str) -> None:
        if self.comment is None and line.startswith("%"):
            if len(self.asides) < 1000:
                self.asides.append(line[1:].strip())
            return
        code = self._without_comments(line) if self.comment is not None or "{" in line or ";" in line else line
        if not code.strip():
            if not line.strip() and self.comment is None:
                self.parted, self.section = True, None
            return
        if not code.lstrip().startswith("["):
            if self.section is not None:
                self.section.append(code)
                check_size(len(self.section), MOST_LINES, say("lines"))
            return
        tags = list(_TAG.finditer(code))
        loose = _LOOSE_TAG.fullmatch(code.strip()) if not tags and len(code) < 1000 else None
        for tag in tags or ([loose] if loose else []):
            self._tag(number, tag[1], tag[2])

    def _without_comments(self, line: str) -> str:
        kept, at = [], 0
        while at < len(line):
            if self.comment is not None:
                end = line.find("}", at)
                self.comment.append(line[at : end if end >= 0 else len(line)])
                if end < 0:
                    break
                self._comment_ends()
                at = end + 1
                continue
            piece = _PIECE.match(line, at)
            assert piece is not None  # noqa: S101 - every sign begins a piece
            at = piece.end()
            if piece[0] == "{":
                self.comment = []
            elif piece[0] == ";":
                self.game.comments.append(line[at:].strip())
                break
            else:
                kept.append(piece[0])
        return "".join(kept)

    def _comment_ends(self) -> None:
        self.game.comments.append(" ".join(" ".join(self.comment or ()).split()))
        self.comment = None

    def _tag(self, number: int, name: str, value: str) -> None:
        key = name.lower()
        if key == MANY:
            self.game.notes += 1
            self.section = []
            return
        again = key in self.game.tags
        begins = self.parted and (key == "event" or (key in BEGINNERS and "deal" in self.game.tags))
        if begins or (again and (self.parted or key in BEGINNERS)):
            self.close()
        elif again:  # the standard has it ignored
            self.section = None
            return
        self.parted = False
        self.game.tags[key], self.game.names[key], self.game.lines[key] = unescaped(value), name, number
        self.section = self.game.sections[key] = []

    def close(self) -> None:
        """The end of a game."""
        if self.comment is not None:
            self._comment_ends()
        if self.game.tags:
            self._take_over()
            self.games.append(self.game)
            check_size(len(self.games), MOST_LINES, say("results"))
        self.game, self.section, self.parted = PbnGame(), None, False

    def _take_over(self) -> None:
        """`#` is the value of the game before; what `##` says holds for all games that follow and do not have the tag."""
        before = self.games[-1] if self.games else PbnGame()
        for key, value in list(self.game.tags.items()):
            if value.startswith("##"):
                self.kept[key] = None
            elif key in self.kept and value != "#":
                del self.kept[key]
            if value in ("#", "##"):
                self._from(before, key)
            elif value.startswith("##"):
                self.game.tags[key] = value[2:]
        for key in self.kept:
            if key not in self.game.tags:
                self._from(before, key)

    def _from(self, before: PbnGame, key: str) -> None:
        self.game.tags[key] = before.tags.get(key, "")
        self.game.names.setdefault(key, before.names.get(key, key))
        self.game.lines.setdefault(key, before.lines.get(key, 0))
        if not self.game.sections.get(key):
            self.game.sections[key] = before.sections.get(key, [])
