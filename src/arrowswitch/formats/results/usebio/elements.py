"""XML from a stranger, read into as little as is needed: what USEBIO is known to hold, each in its place.

Nothing is fetched and no entity is expanded: a file that declares one is refused. What is not known is counted by its name and
not kept, so that a file takes no more memory than the results in it. Files that are not quite XML, as some programs write them
(a bare & in a name, letters of old Windows under the name of UTF-8), are mended and read once more.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from html.entities import name2codepoint
from types import MappingProxyType
from typing import NamedTuple
from xml.parsers.expat import ExpatError, ParserCreate

from arrowswitch.formats.format import MOST_LINES, BadFile, check_size, text_of
from arrowswitch.words import say

DEEPEST = 32
MOST_ELEMENTS = 12 * MOST_LINES
"""A line has some ten values."""
MOST_PARTS = 2 * MOST_LINES
"""Pairs, players, boards, lines ... of one file."""
MENDED = (4, 11, 14, 18, 19)
"""What the parser calls a bad letter, an entity that is not known, or another encoding than it says; the rest cannot be mended."""
LONGEST_TEXT = 100_000
"""Letters of one value; the longest that there is are the auction and the play of a board."""
MOST_UNKNOWN = 200
"""Names of elements that are not known, of which count is kept."""


class KnownElement(NamedTuple):
    """What an element is known to hold."""

    texts: frozenset[str]
    parts: frozenset[str] = frozenset()


def _known(texts: str, parts: str = "") -> KnownElement:
    return KnownElement(frozenset(texts.split()), frozenset(parts.split()))


_WHO = (
    "PLACE PERCENTAGE TOTAL_SCORE BOARDS_PLAYED ADJUSTMENT HANDICAP MASTER_POINTS_AWARDED MASTER_POINT_TYPE DIRECTION"
)
_PLAYER = "PLAYER_NUMBER PLAYER_NAME NATIONAL_ID_NUMBER CLUB_ID_NUMBER"
_HEAD = (
    "EVENT_IDENTIFIER EVENT_DESCRIPTION TITLE PROGRAM_NAME PROGRAM_VERSION DATE VENUE COUNTRY BOARD_SCORING_METHOD"
    " MATCH_SCORING_METHOD SCORING_METHOD WINNER_TYPE BOARDS_PLAYED BOARDS_PER_ROUND PAIRS EW_PAIRS SESSION_COUNT SECTION_COUNT"
    " MASTER_POINT_SCALE MASTER_POINT_TYPE MPS_AWARDED_FLAG P2P_CHARGE_RATE EBU_CHARGE_CODE TEAM_PAIRING_AVAILABLE"
)
_PLAYED = "CONTACT LABELS PARTICIPANTS BOARD MATCH HANDSET"
KNOWN: Mapping[str, KnownElement] = {
    "": _known("", "USEBIO"),
    "USEBIO": _known("", "CLUB EVENT HANDSET"),
    "CLUB": _known("CLUB_NAME CLUB_ID_NUMBER"),
    "EVENT": _known(_HEAD, f"{_PLAYED} SESSION SECTION"),
    "SESSION": _known(_HEAD, f"{_PLAYED} SECTION"),
    "SECTION": _known(_HEAD, _PLAYED),
    "CONTACT": _known("FULL_NAME TELEPHONE EMAIL"),
    "LABELS": _known("NAME"),
    "PARTICIPANTS": _known("", "PAIR TEAM PLAYER"),
    "PAIR": _known(f"PAIR_NUMBER {_WHO}", "PLAYER MASTER_POINTS LABEL"),
    "TEAM": _known(_WHO, "PAIR PLAYER MASTER_POINTS LABEL"),
    "PLAYER": _known(f"{_PLAYER} {_WHO}", "MASTER_POINTS LABEL"),
    "MASTER_POINTS": _known("MASTER_POINTS_AWARDED MASTER_POINT_TYPE"),
    "LABEL": _known("NAME VALUE"),
    "BOARD": _known(
        "BOARD_NUMBER BOARD_AVERAGE VULNERABILITY IMPS TEAM_POINTS OPPOSING_TEAM_POINTS", "TRAVELLER_LINE HAND"
    ),
    "MATCH": _known(
        "ROUND_NUMBER TABLE_NUMBER TEAM OPPOSING_TEAM NS_PAIR_NUMBER EW_PAIR_NUMBER START_BOARD_NUMBER END_BOARD_NUMBER"
        " TEAM_SCORE OPPOSING_TEAM_SCORE NS_SCORE EW_SCORE"
        " TEAM_VICTORY_POINTS OPPOSING_TEAM_VICTORY_POINTS NS_VICTORY_POINTS EW_VICTORY_POINTS",
        "BOARD",
    ),
    "TRAVELLER_LINE": _known(
        "DIRECTION NS_PAIR_NUMBER EW_PAIR_NUMBER N_PLAYER_NUMBER S_PLAYER_NUMBER E_PLAYER_NUMBER W_PLAYER_NUMBER CONTRACT"
        " PLAYED_BY LEAD TRICKS SCORE NS_MATCH_POINTS EW_MATCH_POINTS NS_CROSS_IMP_POINTS EW_CROSS_IMP_POINTS"
        " NS_BUTLER_POINTS EW_BUTLER_POINTS NOTES LIN_DATA ROUND_NUMBER TABLE_NUMBER"
    ),
    "HANDSET": _known("START_BOARD_NUMBER END_BOARD_NUMBER", "BOARD"),
    "HAND": _known("DIRECTION SPADES HEARTS DIAMONDS CLUBS"),
}
ATTRIBUTES = frozenset(("VERSION", "EVENT_TYPE", "SESSION_ID", "SECTION_ID", "TEAM_ID", "TEAM_NAME", "HANDSET_ID"))


NOTHING: Mapping[str, str] = MappingProxyType({})
"""What most elements have of most things: one for all of them, because there may be a million."""


@dataclass(slots=True)
class XmlElement:
    """An element that holds others; the texts of those that hold nothing but text stand in it by their names."""

    name: str
    attributes: Mapping[str, str] = field(default_factory=lambda: NOTHING)
    texts: Mapping[str, str] = field(default_factory=lambda: NOTHING)
    parts: Sequence[XmlElement] = ()

    def text(self, *names: str) -> str:
        """The first of these texts that there is.

        >>> XmlElement("EVENT", texts={"TITLE": "Monday"}).text("EVENT_DESCRIPTION", "TITLE")
        'Monday'
        """
        return next((self.texts[name] for name in names if self.texts.get(name)), "")

    def of(self, *names: str) -> Iterator[XmlElement]:
        """The elements of these names, in the order of the file."""
        return (each for each in self.parts if each.name in names)


class ParsedFile(NamedTuple):
    """The root of a file, what of it is not known and how often, and how it had to be mended."""

    root: XmlElement
    unknown: Counter[str]
    mended: str = ""


def parse(data: bytes) -> ParsedFile:
    """A file as elements; `BadFile` with the line where it is no XML.

    >>> next(parse(b"<USEBIO Version='1.2'><CLUB><CLUB_NAME>A &amp; B</CLUB_NAME></CLUB></USEBIO>").root.of("CLUB")).texts
    {'CLUB_NAME': 'A & B'}
    >>> parse(b'<!DOCTYPE USEBIO [<!ENTITY ha "haha">]><USEBIO/>')
    Traceback (most recent call last):
    arrowswitch.formats.format.BadFile: This XML declares an entity of its own (“ha”), which no file of results needs; it is not read.
    """
    try:
        return _Builder().parsed(data)
    except (ExpatError, ValueError, LookupError) as first:
        if isinstance(first, BadFile):
            raise
        if isinstance(first, ExpatError) and first.code not in MENDED:
            raise _broken(first) from None
        fault = str(first)
    try:
        return _Builder("utf-8").parsed(_mended(data))._replace(mended=fault)
    except ExpatError as second:
        raise _broken(second) from None


def _broken(fault: ExpatError) -> BadFile:
    return BadFile(say("Line {line}: this is no XML, or the file is not complete.", line=fault.lineno))


BARE = re.compile(r"&(?!(?:amp|lt|gt|quot|apos|#[0-9]{1,7}|#x[0-9a-fA-F]{1,6});)(?:([A-Za-z]{2,8});)?")
NO_LETTERS = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]|&#(?:0*(?:[0-8]|1[124-9]|2[0-9]|3[01])|x0*(?:[0-8bBcCeEfF]|1[0-9a-fA-F]));"
)
DECLARATION = re.compile(r"^\s*<\?xml[^>]{0,200}\?>")


def _mended(data: bytes) -> bytes:
    def letter(found: re.Match[str]) -> str:
        known = name2codepoint.get(found[1] or "")
        return chr(known) if known else "&amp;" + found[0][1:]

    text = DECLARATION.sub("", text_of(data), count=1)
    return BARE.sub(letter, NO_LETTERS.sub("", text)).encode(errors="replace")


class _Builder:
    """Builds elements while the parser reads."""

    def __init__(self, encoding: str | None = None) -> None:
        self.top = XmlElement("")
        self.stack: list[tuple[XmlElement, KnownElement]] = [(self.top, KNOWN[""])]
        self.unknown: Counter[str] = Counter()
        self.skipped = 0
        """How deep we are in what is not kept."""
        self.leaf = ""
        self.letters: list[str] = []
        self.count = self.parts = 0
        self.parser = ParserCreate(encoding, intern={})
        self.parser.buffer_text = True
        self.parser.StartElementHandler = self.start
        self.parser.EndElementHandler = self.end
        self.parser.CharacterDataHandler = self.characters
        self.parser.EntityDeclHandler = self.entity
        self.parser.SkippedEntityHandler = self.skipped_entity

    def parsed(self, data: bytes) -> ParsedFile:
        self.parser.Parse(data, True)
        if not self.top.parts:
            raise BadFile(say("This XML is no USEBIO file."))
        return ParsedFile(self.top.parts[0], self.unknown)

    def start(self, name: str, attributes: dict[str, str]) -> None:
        self.count += 1
        if self.count > MOST_ELEMENTS:
            check_size(self.count, MOST_ELEMENTS, say("elements"))
        if self.skipped:
            self.skipped += 1
            if self.skipped > DEEPEST:
                raise BadFile(say("This XML is nested more deeply than any session is; it is not read."))
            return
        name = name.rpartition(":")[2].upper()
        parent, known = self.stack[-1]
        if self.leaf:
            self.skip(self.leaf, name)
        elif name in known.texts:
            self.leaf = name
        elif name in known.parts:
            self.open(parent, name, attributes)
        else:
            self.skip(parent.name, name)

    def skip(self, parent: str, name: str) -> None:
        self.skipped = 1
        self.remember(f"{parent}/{name[:40]}" if parent else name[:40])

    def remember(self, name: str) -> None:
        if name in self.unknown or len(self.unknown) < MOST_UNKNOWN:
            self.unknown[name] += 1

    def open(self, parent: XmlElement, name: str, attributes: dict[str, str]) -> None:
        self.parts += 1
        check_size(self.parts, MOST_PARTS, say("elements"))
        made = XmlElement(name)
        held = {}
        for key, value in attributes.items():
            if key.upper() in ATTRIBUTES:
                held[key.upper()] = " ".join(value.split())[:LONGEST_TEXT]
            else:
                self.remember(f"{name}@{key[:40]}")
        if held:
            made.attributes = held
        if isinstance(parent.parts, list):
            parent.parts.append(made)
        else:
            parent.parts = [made]
        self.stack.append((made, KNOWN[name]))

    def end(self, _name: str) -> None:
        if self.skipped:
            self.skipped -= 1
        elif self.leaf:
            texts = self.stack[-1][0].texts
            text = "".join(self.letters).strip()
            if len(text) > LONGEST_TEXT:
                raise BadFile(say("“{name}” is longer than any value of a session; it is not read.", name=self.leaf))
            if text and self.leaf not in texts:
                self.hold(self.stack[-1][0], text)
            self.leaf = ""
            self.letters.clear()
        else:
            self.stack.pop()

    def hold(self, element: XmlElement, text: str) -> None:
        if isinstance(element.texts, dict):
            element.texts[self.leaf] = text
        else:
            element.texts = {self.leaf: text}

    def characters(self, text: str) -> None:
        if self.leaf and not self.skipped:
            self.letters.append(text)

    def skipped_entity(self, name: str, is_parameter: bool) -> None:
        if self.leaf and not is_parameter and name in name2codepoint:
            self.letters.append(chr(name2codepoint[name]))

    def entity(self, name: str, *_: object) -> None:
        raise BadFile(
            say(
                "This XML declares an entity of its own (“{name}”), which no file of results needs; it is not read.",
                name=name[:40],
            )
        )
