"""The sheets that a scorer types in: travellers or pick-up slips, in the order of the club's way of posting.

The six ways are those of ACBLscore (manual of the North American clubs, CAP-40, L4265-4274). A sheet holds the lines of
the rounds that have been called, whether they have a result or not; a traveller that is on the table all night holds those of
the rounds to come as well.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Literal

from arrowswitch.session.night import PLAYED, Entry, LineKey, LineRecord, State
from arrowswitch.words import Sentence, say

By = Literal["table", "ns", "round"]
Kind = Literal["traveller", "slip"]


@dataclass(frozen=True, slots=True)
class PostingOrder:
    """A way of posting: how the lines of travellers and the slips are put in order; None for none of them."""

    travellers: By | None
    slips: By | None
    means: Sentence

    @property
    def mixed(self) -> bool:
        """Whether some rounds come on travellers and the rest on slips."""
        return bool(self.travellers and self.slips)


POSTING_WAYS: dict[int, PostingOrder] = {
    1: PostingOrder(None, "table", say("pick-up slips, by table")),
    2: PostingOrder(None, "ns", say("pick-up slips, by North-South pair")),
    3: PostingOrder("ns", None, say("travellers, by North-South pair")),
    4: PostingOrder("round", None, say("travellers, by round")),
    5: PostingOrder("ns", "table", say("first travellers by North-South pair, then slips by table")),
    6: PostingOrder("round", "table", say("first travellers by round, then slips by table")),
}
SLIPS = 1
TRAVELLERS = 3
"""The ways to begin with."""


@dataclass(frozen=True, slots=True)
class SheetRow:
    """A line of a sheet."""

    line: LineKey
    ns: int
    ew: int
    record: LineRecord | None
    version: int
    removed: bool = False
    ahead: bool = False
    """Whether its round has not been called yet: it can be written, and nobody waits for it."""

    @property
    def empty(self) -> bool:
        """Whether nothing has been written here and something is expected."""
        return self._expected and (self.record is None or not (self.record.entry or self.record.finished))

    @property
    def waiting(self) -> bool:
        """Whether something is still expected here, be it a late play."""
        return self._expected and (self.record is None or not self.record.finished)

    @property
    def _expected(self) -> bool:
        return not self.removed and not self.ahead


@dataclass(frozen=True, slots=True)
class Sheet:
    """A traveller of a board, or the slip of a table in a round."""

    kind: Kind
    section: str
    number: int
    """What it is called by: the board, the table, or the North-South pair."""
    round: int | None
    rows: tuple[SheetRow, ...]

    @property
    def done(self) -> int:
        """How many of its lines are in."""
        return sum(not row.waiting for row in self.rows)

    @property
    def complete(self) -> bool:
        """Whether no line is empty."""
        return not any(row.empty for row in self.rows)

    @property
    def code(self) -> str:
        """A name for addresses: A-b7 for a traveller, A-r2-3 for a slip."""
        return f"{self.section}-b{self.number}" if self.round is None else f"{self.section}-r{self.round}-{self.number}"

    def above(self, line: LineKey) -> Entry | None:
        """The last result on the lines above one: what the repeat key repeats."""
        found = None
        for row in self.rows:
            if row.line == line:
                return found
            if row.record and isinstance(row.record.entry, PLAYED):
                found = row.record.entry
        return None


def sheets(state: State, method: int = TRAVELLERS, rounds: int = 0, *, every: bool = False) -> tuple[Sheet, ...]:
    """Every sheet of the rounds that have been called, in the order in which they are typed; or of `every` round.

    With a mixed way of posting the first `rounds` rounds are on travellers. Sections follow each other.
    """
    way = POSTING_WAYS[method]
    found: list[Sheet] = []
    for name in state.sections:
        lines = _lines(state, name, every=every)
        early = [row for row in lines if way.slips is None or (way.mixed and row.line.round <= rounds)]
        late = [row for row in lines if way.travellers is None or (way.mixed and row.line.round > rounds)]
        if way.travellers:
            found += _travellers(name, early, way.travellers)
        if way.slips:
            found += _slips(name, late, way.slips)
    return tuple(found)


def _lines(state: State, name: str, *, every: bool) -> list[SheetRow]:
    """The lines that the movement has, and those that were written besides."""
    section = state.sections[name]
    source = state.settings.source
    whole = every or source in ("travellers", "end")
    last = section.movement.rounds if section.round and whole else section.round
    expected = last if source == "end" else section.round
    meetings = {(each.round, each.table): each for each in section.movement.meetings if each.round <= last}
    keys = {LineKey(name, each.round, each.table, board) for each in meetings.values() for board in each.boards}
    keys |= {key for key in state.lines if key.section == name and key.round <= last}
    rows = []
    for key in sorted(keys):
        record, meeting = state.lines.get(key), meetings.get((key.round, key.table))
        ns, ew = (record.ns, record.ew) if record else meeting.sides if meeting else (0, 0)
        removed = (name, key.board) in state.removed or state.cancelled(name, ns, ew, key.round)
        rows.append(SheetRow(key, ns, ew, record, state.version(key), removed, key.round > expected))
    return rows


def _travellers(section: str, rows: list[SheetRow], by: By) -> Iterable[Sheet]:
    def place(row: SheetRow) -> tuple[int, ...]:
        return (row.line.board, *((row.ns, row.line.round) if by == "ns" else (row.line.round, row.line.table)))

    for board, lines in groupby(sorted(rows, key=place), key=lambda row: row.line.board):
        yield Sheet("traveller", section, board, None, tuple(lines))


def _slips(section: str, rows: list[SheetRow], by: By) -> Iterable[Sheet]:
    def place(row: SheetRow) -> tuple[int, int]:
        return row.line.round, row.ns if by == "ns" else row.line.table

    for (round_number, number), lines in groupby(sorted(rows, key=place), key=place):
        yield Sheet("slip", section, number, round_number, tuple(sorted(lines, key=lambda row: row.line.board)))


def find_sheet(found: Sequence[Sheet], code: str) -> Sheet | None:
    """The sheet of a code."""
    return next((sheet for sheet in found if sheet.code == code), None)


def next_sheet(found: Sequence[Sheet], sheet: Sheet | None = None) -> Sheet | None:
    """The next sheet with an empty line, after one or from the start; None if every line is written."""
    codes = [each.code for each in found]
    after = codes.index(sheet.code) + 1 if sheet and sheet.code in codes else 0
    return next((each for each in (*found[after:], *found[:after]) if not each.complete), None)


def jump(found: Sequence[Sheet], wish: str, sheet: Sheet | None = None) -> Sheet | None:
    """The sheet that somebody asks for: "7", "B7" in section B, or "2-7" for table 7 in round 2.

    A bare number stays in the section, kind and round of the sheet that is open, where it can.
    """
    text = wish.strip().upper()
    section = next((each.section for each in found if each.section and text.startswith(each.section.upper())), None)
    numbers = text[len(section or "") :].replace(".", "-").split("-")
    if not numbers or not all(part.strip().isascii() and part.strip().isdigit() for part in numbers):
        return None
    *rounds, number = (int(part) for part in numbers)
    fits = [
        each
        for each in found
        if each.number == number
        and (section is None or each.section == section)
        and (not rounds or each.round == rounds[0])
    ]

    def near(each: Sheet) -> tuple[bool, bool, bool]:
        here = sheet or each
        return each.section != here.section, each.kind != here.kind, each.round != here.round

    return min(fits, key=near, default=None)
