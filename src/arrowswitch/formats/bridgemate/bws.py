"""BWS, the file between a scoring program and the table pads of Bridgemate: a database of Access, which is only read here.

The scoring program writes the sections, the movement, the names and the hands into it, the pads the results and the numbers of
the players. Nothing of how the pads were set is used.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from fractions import Fraction

from arrowswitch.bridge import Denomination, NotBridge, Seat, Side
from arrowswitch.deals import BoardHands, TrickTable, check_deal, table_of
from arrowswitch.formats.bridgemate.jet import JetDatabase, JetRow, is_jet, open_database
from arrowswitch.formats.bridgemate.received import BoardPlace, Noticed, received, unplayed
from arrowswitch.formats.bridgemate.seating import BwsSection, Sitting, seats_of, sections_of, text, whole
from arrowswitch.formats.format import MOST_BOARDS, BadFile, Format, ReadFile, check_size
from arrowswitch.formats.record import (
    Record,
    RecordContestant,
    RecordDeal,
    RecordLine,
    RecordPlace,
    RecordPlayer,
)
from arrowswitch.scoring.numbers import tidy
from arrowswitch.words import Sentence, say, say_count

SEATS = {"north": Seat.NORTH, "east": Seat.EAST, "south": Seat.SOUTH, "west": Seat.WEST}
SUITS = ("spades", "hearts", "diamonds", "clubs")
STRAINS = {
    Denomination.SPADES: "spades",
    Denomination.HEARTS: "hearts",
    Denomination.DIAMONDS: "diamonds",
    Denomination.CLUBS: "clubs",
    Denomination.NOTRUMP: "notrump",
}
NOBODY = ("", "0", "unknown", "unbekannt")


def read(data: bytes) -> ReadFile:
    """The sessions of a file."""
    database = open_database(data)
    if not {"section", "rounddata", "receiveddata"} <= set(database.tables):
        raise BadFile(say("This database is no file of Bridgemate: it has no sections, movement and results."))
    sections = {each.number: each for each in sections_of(database)}
    if not sections:
        raise BadFile(say("There is no section in this file."))
    noticed = Noticed()
    lines = received(database, sections, noticed)
    notes = list(noticed.told(sections))
    sessions = sorted({each.session for each in sections.values()})
    records = [_record(database, session, sections, lines, notes) for session in sessions]
    if database.table("IntermediateData", ("id",)).rows:
        notes.append(say("Results that were not confirmed when the file was written are in it too, and are not used."))
    if database.spoilt:
        notes.append(
            say_count(
                "{n} row of the file is spoilt and left out.",
                "{n} rows of the file are spoilt and left out.",
                database.spoilt,
            )
        )
    return ReadFile(records[0], tuple(dict.fromkeys(notes)), tuple(records[1:]))


Lines = Mapping[BoardPlace, tuple[Sitting, RecordLine]]


@dataclass(frozen=True)
class _Naming:
    """What contestants are called: by their number, with the section where there are several and the side where it counts."""

    sections: Mapping[int, BwsSection]
    winners: int

    def of(self, section: int, number: int, side: Side) -> str:
        letter = self.sections[section].letter if len(self.sections) > 1 else ""
        if self.winners == 2:
            return f"{letter} {side} {number}".strip()
        return f"{letter}{number}"


def _record(
    database: JetDatabase, session: int, sections: Mapping[int, BwsSection], lines: Lines, notes: list[Sentence]
) -> Record:
    """One session of the file."""
    mine = {number: each for number, each in sections.items() if each.session == session}
    chosen = next(iter(mine.values()))
    if len({(each.kind, each.method, each.winners) for each in mine.values()}) > 1:
        notes.append(
            say(
                "The sections were not all played or scored alike; all are taken as section {section}.",
                section=chosen.letter,
            )
        )
    winners = chosen.winners
    naming = _Naming(mine, winners)
    here = {place: each for place, each in lines.items() if place.section in mine}
    whole_movement = {**_unplayed(mine, here), **here}
    missing = len(whole_movement) - len(here)
    if missing:
        notes.append(
            say_count("{n} board of the movement has no result.", "{n} boards of the movement have no result.", missing)
        )
    partnerships: dict[str, tuple[str, ...]] = {}
    record_lines = tuple(
        _named(naming, place, sitting, line, partnerships)
        for place, (sitting, line) in sorted(whole_movement.items())
        if sitting.ns and sitting.ew
    )
    about = next((row for row in database.table("Session").rows if whole(row.get("id")) == session), {})
    return Record(
        title=text(about.get("name")),
        date=_day(about, database),
        event_id=text(about.get("guid")),
        session_number=session if session > 1 else None,
        program="Bridgemate",
        kind=chosen.kind,
        method=chosen.method,
        winners=winners,
        apart=len(mine) > 1 and not _grouped(database),
        boards_per_round=chosen.told.boards_per_round,
        sections=tuple(each.told for each in mine.values()),
        contestants=_contestants(database, naming, whole_movement.items(), notes),
        partnerships=partnerships,
        lines=record_lines,
        ranking=tuple(_ranking(database, naming, chosen.method)),
        deals=_deals(database, mine, notes),
    )


def _unplayed(sections: Mapping[int, BwsSection], lines: Lines) -> dict[BoardPlace, tuple[Sitting, RecordLine]]:
    """The boards of the movement that nobody entered, where somebody could have."""
    found = {}
    for section in sections.values():
        for (number, table), sitting in section.movement.items():
            if not section.plays(sitting):
                continue
            for board in sitting.boards:
                place = BoardPlace(section.number, number, table, board)
                if place not in lines:
                    found[place] = (sitting, RecordLine(unplayed(place)))
    check_size(len(found), MOST_BOARDS * 10, say("boards"))
    return found


def _named(
    naming: _Naming, place: BoardPlace, sitting: Sitting, line: RecordLine, partnerships: dict[str, tuple[str, ...]]
) -> RecordLine:
    """A line with its contestants; the sides of an individual are partnerships."""
    sides = []
    for side, pair, partner in ((Side.NS, sitting.ns, sitting.south), (Side.EW, sitting.ew, sitting.west)):
        name = naming.of(place.section, pair, side)
        if partner:
            both = (name, naming.of(place.section, partner, side))
            name = " & ".join(both)
            partnerships[name] = both
        sides.append(name)
    section = naming.sections[place.section].letter
    return replace(line, line=replace(line.line, ns=sides[0], ew=sides[1], section=section))


def _day(about: JetRow, database: JetDatabase) -> date | None:
    said = about.get("date")
    if isinstance(said, datetime) and said.year > 1900:
        return said.date()
    days = (row.get("datelog") for row in database.table("ReceivedData", ("datelog",)).rows)
    return min((day.date() for day in days if isinstance(day, datetime) and day.year > 1900), default=None)


def _grouped(database: JetDatabase) -> bool:
    """Whether the pads showed the sections as one field; so too where nothing is said of it."""
    settings = database.table("Settings")
    return (
        "groupsections" not in settings.columns
        or not settings.rows
        or any(row.get("groupsections") for row in settings.rows)
    )


def _ranking(database: JetDatabase, naming: _Naming, method: str) -> Iterator[RecordPlace]:
    """The ranking that a scoring program wrote for the pads to show."""
    for row in database.table("Results").rows:
        section, number = whole(row.get("section")), whole(row.get("number"))
        if section not in naming.sections or not number:
            continue
        side = Side.EW if "E" in text(row.get("orientation")).upper() else Side.NS
        written = text(row.get("score")).replace(",", ".").rstrip("% ")
        score = tidy(Fraction(written)) if written.replace(".", "", 1).lstrip("-").isdecimal() else None
        percent = method == "matchpoints"
        yield RecordPlace(
            naming.of(section, number, side),
            rank=text(row.get("rank")),
            percent=score if percent else None,
            points=None if percent else score,
        )


# -- people -------------------------------------------------------------------------------------------------------------


def _contestants(
    database: JetDatabase,
    naming: _Naming,
    lines: Iterable[tuple[BoardPlace, tuple[Sitting, RecordLine]]],
    notes: list[Sentence],
) -> tuple[RecordContestant, ...]:
    """Everybody of the movement and of the results, with the names that were entered."""
    found: dict[tuple[int, int, Side | None], RecordContestant] = {}
    everybody = {(place.section, sitting[:4]) for place, (sitting, _) in lines}
    everybody |= {
        (number, sitting[:4]) for number, each in naming.sections.items() for sitting in each.movement.values()
    }
    for section, pairs in everybody:
        for seat in Seat:
            number = Sitting(*pairs).at(seat)
            if number and number != naming.sections[section].missing:
                direction = seat.side if naming.winners == 2 else None
                if (section, number, direction) not in found:
                    found[section, number, direction] = RecordContestant(
                        naming.of(section, number, seat.side),
                        section=naming.sections[section].letter,
                        direction=direction,
                        number=str(number),
                    )
    players = _players(database, naming, notes)
    ordered = sorted(found, key=lambda key: (naming.sections[key[0]].letter, str(key[2] or "") != "NS", key[1]))
    return tuple(replace(found[key], players=players.get(found[key].id, ())) for key in ordered)


def _players(database: JetDatabase, naming: _Naming, notes: list[Sentence]) -> dict[str, tuple[RecordPlayer, ...]]:
    """The players by contestant. They were entered at a table at the start, or anew in a round by whoever came later."""
    names = _names(database)
    seats: dict[str, dict[int, RecordPlayer]] = {}
    others = 0
    rows = database.table("PlayerNumbers").rows
    for row in sorted(rows, key=lambda row: whole(row.get("round"))):
        section = naming.sections.get(whole(row.get("section")))
        sitting = section.movement.get((whole(row.get("round")) or 1, whole(row.get("table")))) if section else None
        player = _player(row, names)
        for seat in seats_of(row.get("direction")):
            if section is None or sitting is None or player is None or not sitting.at(seat):
                continue
            held = seats.setdefault(naming.of(section.number, sitting.at(seat), seat.side), {})
            place = _place(section, seat)
            if place not in held:
                held[place] = player
            elif player not in held.values():
                others += 1
    if others:
        notes.append(
            say_count(
                "{n} player took over a seat in the course of the session; those who began are named.",
                "{n} players took over seats in the course of the session; those who began are named.",
                others,
            )
        )
    return {name: tuple(held[place] for place in sorted(held)) for name, held in seats.items()}


def _place(section: BwsSection, seat: Seat) -> int:
    """Which of a contestant's players sits there: of a pair two, of a team four, in an individual one."""
    if section.kind == "individual":
        return 0
    second = seat in (Seat.SOUTH, Seat.WEST)
    return second + 2 * (section.kind == "teams" and seat.side is Side.EW)


def _names(database: JetDatabase) -> Mapping[str, str]:
    """The names of the players by their numbers."""
    found: dict[str, str] = {}
    for row in database.table("PlayerNames").rows:
        for number in (text(row.get("strid")), str(whole(row.get("id")))):
            if number not in NOBODY:
                found.setdefault(number, text(row.get("name")))
    return found


def _player(row: JetRow, names: Mapping[str, str]) -> RecordPlayer | None:
    number, name = text(row.get("number")), text(row.get("name"))
    number = "" if number.lower() in NOBODY else number
    name = names.get(number, "") if name.lower() in NOBODY else name
    return RecordPlayer(name, number) if name or number else None


# -- deals --------------------------------------------------------------------------------------------------------------


def _deals(database: JetDatabase, sections: Mapping[int, BwsSection], notes: list[Sentence]) -> tuple[RecordDeal, ...]:
    """The hands of the boards, once where the sections played the same ones."""
    tables = {_board(row): _tricks(row) for row in database.table("HandEvaluation").rows}
    found: dict[tuple[int, int], BoardHands] = {}
    spoilt: list[int] = []
    for row in database.table("HandRecord").rows:
        section, board = _board(row)
        if section in sections and board > 0:
            hands = _hands(row, board)
            if hands is None:
                spoilt.append(board)
            else:
                found[section, board] = hands
    check_size(len(found), MOST_BOARDS, say("boards"))
    if spoilt:
        notes.append(
            say_count(
                "The hands of {n} board are not a whole pack, and are left out.",
                "The hands of {n} boards are not a whole pack, and are left out.",
                len(spoilt),
            )
        )
    return tuple(_once(found, sections, tables))


def _board(row: JetRow) -> tuple[int, int]:
    return whole(row.get("section")), whole(row.get("board"))


def _once(
    found: Mapping[tuple[int, int], BoardHands],
    sections: Mapping[int, BwsSection],
    tables: Mapping[tuple[int, int], TrickTable | None],
) -> Iterator[RecordDeal]:
    boards: dict[int, list[int]] = {}
    for section, board in sorted(found, key=lambda key: (key[1], sections[key[0]].letter)):
        boards.setdefault(board, []).append(section)
    for board, where in boards.items():
        alike = len({found[section, board] for section in where}) == 1
        for section in where[:1] if alike else where:
            letter = "" if alike else sections[section].letter
            yield RecordDeal(found[section, board], section=letter, tricks=tables.get((section, board)))


def _hands(row: JetRow, board: int) -> BoardHands | None:
    suits: Sequence[str] = [
        ".".join(text(row.get(f"{seat}{suit}")).upper().replace("10", "T").replace(" ", "") for suit in SUITS)
        for seat in SEATS
    ]
    hands = BoardHands(board, *suits)
    try:
        check_deal(hands)
    except NotBridge:
        return None
    return hands


def _tricks(row: JetRow) -> TrickTable | None:
    """The double-dummy table of a board, if all of it is there."""
    given = {
        (seat, strain): row.get(f"{name}{word}") for name, seat in SEATS.items() for strain, word in STRAINS.items()
    }
    if not all(isinstance(each, int) and 0 <= each <= 13 for each in given.values()) or not any(given.values()):
        return None
    return table_of(lambda seat, strain: whole(given[seat, strain]))


FORMAT = Format(
    name="bws",
    title=say("Bridgemate file (BWS)"),
    suffixes=(".bws", ".mdb"),
    seen_in=is_jet,
    read=read,
    place=10,
    media="application/x-msaccess",
)
