"""The results of a Bridgemate file, as lines: what was entered last at a table on a board counts, unless it was erased."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from arrowswitch.bridge import (
    LAST_BOARD,
    Card,
    NotBridge,
    Result,
    Side,
    ns_score,
    parse_card,
    parse_contract,
    vulnerability_of,
)
from arrowswitch.formats.bridgemate.jet import JetDatabase, JetRow
from arrowswitch.formats.bridgemate.seating import BwsSection, Sitting, seats_of, text, whole
from arrowswitch.formats.format import MOST_LINES, check_size
from arrowswitch.formats.record import RecordLine
from arrowswitch.scoring import AVERAGE, MINUS, PLUS, Line, Percent, Score
from arrowswitch.scoring.lines import Award
from arrowswitch.words import Sentence, say, say_count

RECEIVED = (
    *("id", "section", "table", "round", "board", "pairns", "pairew", "south", "west", "declarer", "ns/ew", "contract"),
    *("result", "leadcard", "remarks", "datelog", "timelog", "erased"),
)
SHARES = re.compile(r"(\d{1,3})\s*%?\s*[-/:]\s*(\d{1,3})\s*%?")
AVERAGES: Mapping[int, Award] = {60: PLUS, 50: AVERAGE, 40: MINUS}
CALL = re.compile(r"([1-7])(C|D|H|S|N)T?")
CALLS = {"PASS": "Pass", "P": "Pass", "X": "X", "DBL": "X", "XX": "XX", "RDBL": "XX"}
MOST_TOLD = 5
"""Places that are named in a note; of more than these it says how many."""


class BoardPlace(NamedTuple):
    """Where a result was made."""

    section: int
    round: int
    table: int
    board: int


@dataclass
class Noticed:
    """What was noticed while results were read."""

    erased: int = 0
    superseded: int = 0
    turned: list[BoardPlace] = field(default_factory=list)
    unreadable: list[BoardPlace] = field(default_factory=list)
    misplaced: int = 0

    def told(self, sections: Mapping[int, BwsSection]) -> Iterator[Sentence]:
        """The same in sentences."""
        if self.erased:
            yield say_count(
                "{n} result was erased and is left out.", "{n} results were erased and are left out.", self.erased
            )
        if self.superseded:
            yield say_count(
                "{n} result was entered again later; the last one counts.",
                "{n} results were entered again later; the last ones count.",
                self.superseded,
            )
        if self.misplaced:
            yield say_count(
                "{n} result is of no section, round or board that there is, and is left out.",
                "{n} results are of no section, round or board that there is, and are left out.",
                self.misplaced,
            )
        if self.turned:
            yield say(
                "Played with North-South and East-West the other way round: {places}.",
                places=_places(self.turned, sections),
            )
        if self.unreadable:
            yield say(
                "Not read as a result, and left as not played: {places}.", places=_places(self.unreadable, sections)
            )


def _places(found: list[BoardPlace], sections: Mapping[int, BwsSection]) -> Sentence:
    told = [
        say(
            "board {board} at table {section}{table} in round {round}",
            board=each.board,
            section=sections[each.section].letter,
            table=each.table,
            round=each.round,
        )
        for each in found[:MOST_TOLD]
    ]
    values: dict[str, object] = {f"place{number}": each for number, each in enumerate(told)}
    listed = ", ".join("{" + name + "}" for name in values)
    if len(found) > MOST_TOLD:
        return say("{listed} and {n} more", listed=say(listed, **values), n=len(found) - MOST_TOLD)
    return say(listed, **values)


def received(
    database: JetDatabase, sections: Mapping[int, BwsSection], noticed: Noticed
) -> dict[BoardPlace, tuple[Sitting, RecordLine]]:
    """What was entered last on each board at each table, with who sat there; who they are called is for others."""
    rows = database.table("ReceivedData", RECEIVED).rows
    check_size(len(rows), MOST_LINES, say("results"))
    last: dict[BoardPlace, JetRow] = {}
    for _, row in sorted(enumerate(rows), key=_entered):
        place = BoardPlace(*(whole(row.get(name)) for name in ("section", "round", "table", "board")))
        section = sections.get(place.section)
        if section is None or min(place.round, place.table) < 1 or not 0 < place.board <= LAST_BOARD:
            noticed.misplaced += 1
            continue
        noticed.superseded += place in last
        last[place] = row
    found = {}
    auctions, plays = _auctions(database), _plays(database)
    for place, row in last.items():
        if row.get("erased"):
            noticed.erased += 1
            continue
        sitting = _sitting(sections[place.section], place, row)
        line = _line(place, row, noticed)
        if _turned(sitting, row, line.line):
            sitting = Sitting(sitting.ew, sitting.ns, sitting.west, sitting.south, sitting.boards)
            noticed.turned.append(place)
        found[place] = (sitting, replace(line, auction=auctions.get(place, ()), play=plays.get(place, ())))
    return found


def _entered(numbered: tuple[int, JetRow]) -> tuple[int, datetime, datetime, int]:
    """When a row was written: by its number, and where it has none by the clock."""
    number, row = numbered
    moments = (
        each if isinstance(each, datetime) else datetime.min for each in (row.get("datelog"), row.get("timelog"))
    )
    day, time = moments
    return whole(row.get("id")), day, time, number


def _sitting(section: BwsSection, place: BoardPlace, row: JetRow) -> Sitting:
    """Who played, as the row says, or as the movement does where it does not."""
    planned = section.movement.get((place.round, place.table), Sitting(0, 0))
    ns, ew, south, west = (whole(row.get(name)) for name in ("pairns", "pairew", "south", "west"))
    return Sitting(ns or planned.ns, ew or planned.ew, south or planned.south, west or planned.west, planned.boards)


def _turned(sitting: Sitting, row: JetRow, line: Line) -> bool:
    """Whether the pairs sat the other way round: they said so, or the declarer's seat is not on the side of his pair."""
    if "wrong direction" in text(row.get("remarks")).lower():
        return True
    declarer = line.result.declarer if line.result else None
    pair = whole(row.get("declarer"))
    if declarer is None or sitting.ns == sitting.ew or sitting.south or pair not in sitting[:2]:
        return False
    return pair != (sitting.ns if declarer.side is Side.NS else sitting.ew)


def _line(place: BoardPlace, row: JetRow, noticed: Noticed) -> RecordLine:
    """The line of a row; the contestants are not named yet."""
    contract, remark = text(row.get("contract")), text(row.get("remarks"))
    blank = unplayed(place)
    if not contract:
        shares = SHARES.search(remark)
        if shares is None:
            return RecordLine(blank, remark=remark)
        one, other = (min(int(each), 100) for each in shares.groups())
        return RecordLine(replace(blank, ns_award=_award(one), ew_award=_award(other), status="counts"), remark=remark)
    try:
        result = read_result(contract, text(row.get("ns/ew")), text(row.get("result")))
        score = Score(ns_score(result, vulnerability_of(place.board)))
    except NotBridge:
        noticed.unreadable.append(place)
        return RecordLine(blank, remark=remark)
    line = replace(blank, ns_award=score, ew_award=score, status="counts", result=result)
    return RecordLine(line, lead=read_card(text(row.get("leadcard"))), remark=remark)


def unplayed(place: BoardPlace) -> Line:
    """The line of a board that was not played."""
    return Line(place.board, "", "", AVERAGE, AVERAGE, "not-played", round=place.round, table=place.table)


def _award(percent: int) -> Award:
    return AVERAGES.get(percent, Percent(Fraction(percent, 100)))


@lru_cache(maxsize=4096)
def read_result(contract: str, seat: str, result: str) -> Result:
    """A result from the three texts in which a pad writes it.

    >>> str(read_result("4 H x", "N", "-1")), str(read_result("3 NT", "E", "=")), str(read_result("PASS", "", ""))
    ('4♥X N -1', '3NT E =', 'Pass')
    >>> read_result("4 H", "N", "+9")
    Traceback (most recent call last):
    arrowswitch.bridge.errors.NotBridge: Nobody can take 19 tricks: a board has 0 to 13.
    """
    bid = parse_contract(contract)
    if bid.bid is None:
        return Result(bid)
    over = result.replace("=", "").replace(" ", "") or "0"
    if not re.fullmatch(r"[+-]?\d{1,2}", over):
        raise NotBridge(say("“{result}” is no result.", result=result))
    return Result(bid, bid.needs + int(over), next(seats_of(seat), None))


@lru_cache(maxsize=256)
def read_card(written: str) -> Card | None:
    """A lead, if it is a card.

    >>> str(read_card("S10")), read_card("")
    ('♠10', None)
    """
    try:
        return parse_card(written) if written else None
    except NotBridge:
        return None


# -- what some pads record besides --------------------------------------------------------------------------------------


def _auctions(database: JetDatabase) -> dict[BoardPlace, tuple[str, ...]]:
    found = {place: tuple(map(_call, calls)) for place, calls in _in_turn(database, "BiddingData", "bid").items()}
    return {place: calls for place, calls in found.items() if all(calls)}


def _call(written: str) -> str:
    plain = written.upper().replace(" ", "")
    bid = CALL.fullmatch(plain)
    if bid:
        return f"{bid.group(1)}{bid.group(2)}{'T' if bid.group(2) == 'N' else ''}"
    return CALLS.get(plain, "")


def _plays(database: JetDatabase) -> dict[BoardPlace, tuple[str, ...]]:
    found = {place: tuple(map(read_card, cards)) for place, cards in _in_turn(database, "PlayData", "card").items()}
    return {
        place: tuple(card.plain for card in cards if card)
        for place, cards in found.items()
        if all(cards) and max(Counter(cards).values()) == 1
    }


def _in_turn(database: JetDatabase, table: str, column: str) -> dict[BoardPlace, list[str]]:
    """The calls or cards of each board in the order of their counter; of one that was entered again, the last."""
    rows = [row for row in database.table(table).rows if not row.get("erased")]
    check_size(len(rows), MOST_LINES, say("calls and cards"))
    found: dict[BoardPlace, dict[int, str]] = {}
    for row in sorted(rows, key=lambda row: whole(row.get("id"))):
        place = BoardPlace(*(whole(row.get(name)) for name in ("section", "round", "table", "board")))
        found.setdefault(place, {})[whole(row.get("counter"))] = text(row.get(column))
    return {place: [calls[turn] for turn in sorted(calls)] for place, calls in found.items()}
