"""The movement of a Bridgemate file: its sections, and who sits where with which boards in which round."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from arrowswitch.bridge import LAST_BOARD, Seat, Side
from arrowswitch.formats.bridgemate.jet import JetDatabase, JetRow, JetValue
from arrowswitch.formats.record import RecordKind, RecordSection

METHODS: Mapping[int, str] = {1: "matchpoints", 2: "butler", 3: "cross-imps", 4: "imps"}
"""What a section says under `ScoringType`; teams are those of the last."""
TEAMS = 4
RANGE = re.compile(r"(\d{1,3})(?:\s*-\s*(\d{1,3}))?")


class Sitting(NamedTuple):
    """A table in a round: in an individual North, East, South and West, otherwise two pairs and no more."""

    ns: int
    ew: int
    south: int = 0
    west: int = 0
    boards: tuple[int, ...] = ()

    def at(self, seat: Seat) -> int:
        """The pair or the player who has a seat."""
        alone = {Seat.SOUTH: self.south, Seat.WEST: self.west}.get(seat, 0)
        return alone or (self.ns if seat.side is Side.NS else self.ew)


@dataclass(frozen=True)
class BwsSection:
    """A section: its number in the file, its letter, and its movement by round and table."""

    number: int
    letter: str
    tables: int
    missing: int
    """The pair that is not there."""
    session: int
    scoring: int
    said_winners: int
    movement: Mapping[tuple[int, int], Sitting]

    @cached_property
    def winners(self) -> int:
        """One or two; where the file does not say, so many as the movement shows: with two everybody keeps to a side."""
        if self.said_winners in (1, 2):
            return self.said_winners
        sides = ({each.ns for each in self.movement.values()}, {each.ew for each in self.movement.values()})
        usual = self.tables + (self.tables > 2)
        return 1 if self.kind != "pairs" or any(len(side - {0}) > usual for side in sides) else 2

    @cached_property
    def kind(self) -> RecordKind:
        if any(each.south for each in self.movement.values()):
            return "individual"
        return "teams" if self.scoring == TEAMS else "pairs"

    @property
    def method(self) -> str:
        return METHODS.get(self.scoring, "matchpoints")

    def plays(self, sitting: Sitting) -> bool:
        """Whether there is somebody on both sides of a table."""
        return all(pair and pair != self.missing for pair in (sitting.ns, sitting.ew))

    @property
    def told(self) -> RecordSection:
        """The section as a record has it."""
        sets = {len(each.boards) for each in self.movement.values()} - {0}
        rounds = max((number for number, _ in self.movement), default=0)
        return RecordSection(self.letter, self.tables or None, rounds or None, max(sets) if len(sets) == 1 else None)


def sections_of(database: JetDatabase) -> tuple[BwsSection, ...]:
    """The sections of a file, in the order of their letters."""
    movements: dict[int, dict[tuple[int, int], Sitting]] = {}
    for row in database.table("RoundData").rows:
        key = (whole(row.get("round")), whole(row.get("table")))
        if min(key) > 0:
            ns, ew, south, west = (whole(row.get(name)) for name in ("nspair", "ewpair", "south", "west"))
            sitting = Sitting(ns, ew, south, west, boards_of(row))
            movements.setdefault(whole(row.get("section")), {})[key] = sitting
    found = [_section(row, movements.pop(whole(row.get("id")), {})) for row in database.table("Section").rows]
    found += [_section({"id": number}, movement) for number, movement in movements.items()]  # named nowhere else
    return tuple(sorted(found, key=lambda each: (len(each.letter), each.letter)))


def _section(row: JetRow, movement: Mapping[tuple[int, int], Sitting]) -> BwsSection:
    number = whole(row.get("id"))
    tables = {table for _, table in movement}
    return BwsSection(
        number=number,
        letter=text(row.get("letter")) or lettered(number),
        tables=whole(row.get("tables")) or len(tables),
        missing=whole(row.get("missingpair")),
        session=whole(row.get("session")),
        scoring=whole(row.get("scoringtype")),
        said_winners=whole(row.get("winners")),
        movement=movement,
    )


def boards_of(row: JetRow) -> tuple[int, ...]:
    """The boards of a table in a round: a list of them, or from the lowest to the highest.

    >>> boards_of({"lowboard": 1, "highboard": 3}), boards_of({"lowboard": 1, "customboards": "7-8, 3"})
    ((1, 2, 3), (7, 8, 3))
    """
    listed = text(row.get("customboards"))
    low, high = whole(row.get("lowboard")), whole(row.get("highboard"))
    spans = [(int(one), int(other or one)) for one, other in RANGE.findall(listed)] or [(low, high)]
    return tuple(board for one, other in spans[:LAST_BOARD] for board in _span(one, other))


def _span(low: int, high: int) -> Iterable[int]:
    return range(low, high + 1) if 0 < low <= high <= LAST_BOARD else ()


def lettered(number: int) -> str:
    """The letter of a section that has only a number.

    >>> lettered(2), lettered(28)
    ('B', 'AB')
    """
    return (chr(64 + (number - 1) // 26) if number > 26 else "") + chr(65 + (number - 1) % 26)


def seats_of(direction: JetValue) -> Iterator[Seat]:
    """The seat of a direction as the file writes it, if it is one."""
    letter = text(direction).upper()[:1]
    if letter and letter in "NESW":
        yield Seat(letter)


def whole(value: JetValue) -> int:
    """A number that may be missing."""
    return value if isinstance(value, int) else 0


def text(value: JetValue) -> str:
    """A text that may be missing, without the spaces that fill it up."""
    return " ".join(value.replace("\0", "").split()) if isinstance(value, str) else ""
