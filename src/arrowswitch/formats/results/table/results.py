"""Results as a table: a row for every line of every traveller."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import permutations

from arrowswitch.bridge import NotBridge, Result, Seat, Side, parse_written
from arrowswitch.formats.format import WrittenFile, check_size
from arrowswitch.formats.record import Record, RecordContestant, RecordKind, RecordLine, RecordPlayer, RecordSection
from arrowswitch.formats.results.table.cells import (
    FoundTable,
    Spellings,
    TableSort,
    guarded,
    number_text,
    plain,
    read_date,
    table_text,
    unguarded,
)
from arrowswitch.formats.results.told import (
    BadResult,
    awards_of,
    board_number,
    card_of,
    disagreement,
    figure,
    result_of,
    whole,
)
from arrowswitch.scoring import METHODS, BadLine, Ceiling, Fixed, Floor, Line, Percent, Score, Weighted
from arrowswitch.scoring.awards import read_award
from arrowswitch.scoring.lines import Average, Award, Status
from arrowswitch.scoring.numbers import Number
from arrowswitch.words import Sentence, say, say_count

SPELLINGS: Spellings = {
    "section": ("Section", "Sec", "Sektion", "Lijn"),
    "board": ("Board", "Board number", "Board no", "Bd", "Bd no", "Brett", "Spel", "Donne", "Étui", "Deal"),
    "round": ("Round", "Round number", "Rnd", "Rd", "Runde", "Ronde", "Tour"),
    "table": ("Table", "Table number", "Tbl", "Tisch", "Tafel", "Bord"),
    "ns": (
        "NS",
        "NS pair",
        "NS pair number",
        "NS number",
        "NS no",
        "Pair NS",
        "PairId_NS",
        "North-South",
        "NS Paar",
        "NO",
    ),
    "ew": (
        "EW",
        "EW pair",
        "EW pair number",
        "EW number",
        "EW no",
        "Pair EW",
        "PairId_EW",
        "East-West",
        "EW Paar",
        "OW",
    ),
    "ns_team": ("NS team",),
    "ew_team": ("EW team",),
    **{seat.full_name.lower(): (seat.full_name, f"{seat.full_name} name", f"{seat.full_name} player") for seat in Seat},
    **{f"{seat.full_name.lower()}_number": (f"{seat.full_name} number", f"{seat.full_name} no") for seat in Seat},
    "ns_names": ("NS names", "NS players", "North-South names"),
    "ew_names": ("EW names", "EW players", "East-West names"),
    "contract": ("Contract", "Kontrakt", "Contrat", "Contr"),
    "declarer": ("Declarer", "By", "Dec", "Decl", "Played by", "Leider", "Par", "Spielführer", "Alleinspieler"),
    "lead": ("Lead", "Lead card", "Opening lead", "Ausspiel", "Entame", "Uitkomst"),
    "tricks": ("Tricks", "Tricks taken", "Stiche", "Slagen", "Levées"),
    "result": ("Result", "Resultat", "Ergebnis"),
    "score": ("Score", "NS score", "Score NS", "Points NS"),
    "ew_score": ("EW score", "Score EW", "Points EW"),
    "ns_award": ("NS award", "NS adjusted"),
    "ew_award": ("EW award", "EW adjusted"),
    "status": ("Status",),
    "group": ("Group",),
    "ns_points": (
        "NS points",
        "NS MPs",
        "NS MP",
        "MP NS",
        "NS matchpoints",
        "MPs NS",
    ),
    "ew_points": (
        "EW points",
        "EW MPs",
        "EW MP",
        "MP EW",
        "EW matchpoints",
        "MPs EW",
    ),
    "ns_imps": ("NS IMPs", "NS IMP", "IMP NS", "IMPs NS"),
    "ew_imps": ("EW IMPs", "EW IMP", "IMP EW", "IMPs EW"),
    "remark": ("Remark", "Remarks", "Notes", "Note", "Comment", "Comments", "Bemerkung"),
    "title": ("Event", "Event name", "Session", "Tournament", "Turnier"),
    "club": ("Club", "Club name"),
    "date": ("Date", "Session date", "Datum"),
    "method": ("Scoring", "Scoring method", "Scored by"),
    "winners": ("Winners", "Winner type"),
    "apart": ("Sections",),
}
TITLES = {role: names[0] for role, names in SPELLINGS.items()}
TABLE = TableSort(SPELLINGS, (("board",), ("ns", "north_number"), ("ew", "east_number")))
STATUSES: Mapping[str, Status] = {"not played": "not-played", "late": "late", "struck out": "struck"}
SEATS = {seat: seat.full_name.lower() for seat in Seat}
SIDES = {"ns": (Seat.NORTH, Seat.SOUTH), "ew": (Seat.EAST, Seat.WEST)}
TOGETHER = re.compile(r"\s+(?:&|/|\+|-|–|and|und|et|en|og|och)\s+|\s*[/&]\s*", re.IGNORECASE)
USUAL: Mapping[RecordKind, str] = {"pairs": "matchpoints", "individual": "matchpoints", "teams": "imps"}
"""How it is scored where nothing says so."""
SAID_METHODS = {plain(each): each for each in METHODS} | {
    "mp": "matchpoints",
    "mps": "matchpoints",
    "ximps": "cross-imps",
}
APART = "apart"
OF_SESSION = ("title", "club", "date")
"""Columns that say which session a row is of."""
MOST_SECTIONS, MOST_SESSIONS = 26, 1000
AVERAGES = {"plus": "A+", "average": "A", "minus": "A-"}

# -- reading ------------------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class _Lines:
    kind: RecordKind
    two: bool = False
    """Whether North-South and East-West have the same numbers."""
    alike: bool = False
    """Whether sections have the same numbers."""
    who: dict[str, RecordContestant] = field(default_factory=dict)
    partnerships: dict[str, tuple[str, ...]] = field(default_factory=dict)
    lines: list[RecordLine] = field(default_factory=list)
    notes: list[Sentence] = field(default_factory=list)

    def name(self, section: str, number: str, side: str) -> str:
        """The id of a contestant: as the table has it, unless somebody else is called the same."""
        return f"{section if self.alike else ''}{number}{side.upper() if self.two else ''}"


def read_sessions(table: FoundTable) -> tuple[list[Record], list[Sentence]]:
    """The records of a table of results, one for each event and day that its rows name."""
    sessions: dict[tuple[str, ...], list[tuple[int, Mapping[str, str]]]] = {}
    for number, row in table.rows:
        sessions.setdefault(tuple(row.get(role, "") for role in OF_SESSION), []).append((number, row))
    check_size(len(sessions), MOST_SESSIONS, say("sessions"))
    found = [read_results(table._replace(rows=rows)) for rows in sessions.values()] or [read_results(table)]
    return [record for record, _ in found], [note for _, notes in found for note in notes]


def read_results(table: FoundTable) -> tuple[Record, list[Sentence]]:
    """The record of a table of results of one session."""
    held = set(table.roles.values())
    kind: RecordKind = "individual" if "north_number" in held else "teams" if "ns_team" in held else "pairs"
    found = _Lines(kind, kind == "pairs" and _same_numbers(table), _sections_alike(table))
    for number, row in table.rows:
        try:
            _read_row(found, row)
        except (BadResult, BadLine, NotBridge) as fault:
            found.notes.append(say("Row {number}: {fault}", number=number, fault=fault.args[0]))
    sections = dict.fromkeys(told.line.section for told in found.lines if told.line.section)
    said = {role: unguarded(cell) for role, cell in table.rows[0][1].items()} if table.rows else {}
    two = kind == "pairs" and (found.two or said.get("winners", "") == "2")
    record = Record(
        title=said.get("title", ""),
        club=said.get("club", ""),
        date=read_date(said.get("date", "")),
        kind=kind,
        method=_method(found, said, imps="ns_imps" in held),
        winners=2 if two else 1,
        apart=plain(said.get("apart", "")) == APART,
        sections=tuple(map(RecordSection, sections)),
        contestants=tuple(found.who.values()),
        partnerships=found.partnerships,
        lines=tuple(found.lines),
    )
    return record, found.notes


def _method(found: _Lines, said: Mapping[str, str], *, imps: bool) -> str:
    """How it was scored: as a column says, or as the points look that stand there."""
    if method := SAID_METHODS.get(plain(said.get("method", ""))):
        return method
    if said.get("method"):
        found.notes.append(say("“{text}” is no way of scoring that is known here.", text=said["method"][:40]))
    points = [told.ns_points for told in found.lines if told.ns_points is not None]
    if not imps or found.kind == "teams" or not points:
        return USUAL[found.kind]
    method = "butler" if all(isinstance(each, int) for each in points) else "cross-imps"
    found.notes.append(say("The points are IMPs; it is taken for {method}.", method=method))
    return method


def _same_numbers(table: FoundTable) -> bool:
    """Whether North-South and East-West are two fields with the same numbers: on most boards most would play on both sides.

    One row with a slip of the pen does not make two fields of one.
    """
    sides: dict[str, set[tuple[str, ...]]] = {"ns": set(), "ew": set()}
    for _, row in table.rows:
        for side, seen in sides.items():
            if number := row.get(side):
                seen.add((row.get("section", ""), row.get("board", ""), row.get("group", ""), number))
    return 2 * len(sides["ns"] & sides["ew"]) > len(sides["ns"] | sides["ew"])


def _sections_alike(table: FoundTable) -> bool:
    """Whether sections number their contestants alike: in one of them most of each side are called as some of another."""
    seen: dict[str, dict[str, set[str]]] = {}
    for _, row in table.rows:
        here = seen.setdefault(row.get("section", ""), {side: set() for side in SIDES})
        for side, seats in SIDES.items():
            numbers = (row.get(role, "") for role in (side, *(f"{SEATS[seat]}_number" for seat in seats)))
            here[side] |= {number for number in numbers if number}
    return any(
        all(2 * len(one[side] & other[side]) > len(one[side]) for side in SIDES)
        for one, other in permutations(list(seen.values())[:MOST_SECTIONS], 2)
    )


def _read_row(found: _Lines, row: Mapping[str, str]) -> None:
    board = board_number(row.get("board", ""))
    if board is None:
        raise BadResult(say("“{text}” is no board; the row is not read.", text=row.get("board", "")[:20]))
    section = unguarded(row.get("section", ""))
    ns, ew = _side(found, row, section, "ns"), _side(found, row, section, "ew")
    if ns == ew:
        raise BadResult(say("{name} meets itself; the row is not read.", name=ns))
    printed = _printed(row, "ns"), _printed(row, "ew")
    score = _score(row)
    result, fault = _result(board, row, score)
    ns_award, ew_award, status = _awards(board, row, score, result, printed)
    line = Line(
        *(board, ns, ew, ns_award, ew_award, status),
        group=unguarded(row.get("group", "")),
        section=section,
        round=whole(row.get("round", "")),
        table=whole(row.get("table", "")),
        result=result,
    )
    odd = fault or disagreement(line)
    if odd and odd not in found.notes:
        found.notes.append(odd)
    remark = unguarded(row.get("remark", ""))
    found.lines.append(RecordLine(line, *printed, card_of(row.get("lead", "")), remark=remark))


def _printed(row: Mapping[str, str], side: str) -> Number | None:
    return figure(row.get(f"{side}_points", "") or row.get(f"{side}_imps", ""))


def _side(found: _Lines, row: Mapping[str, str], section: str, side: str) -> str:
    """Who sat there; those who are new are entered."""
    seats = [SEATS[seat] for seat in SIDES[side]]
    names = [unguarded(row.get(seat, "")) for seat in seats]
    if found.kind == "individual":
        numbers = [unguarded(row.get(f"{seat}_number", "")) for seat in seats]
        if not all(numbers):
            raise BadResult(say("there is no number for each player; the row is not read."))
        ids = [found.name(section, number, "") for number in numbers]
        for one, number, name in zip(ids, numbers, names, strict=True):
            card = "" if one == number else number
            _enter(found, RecordContestant(one, (RecordPlayer(name),) if name else (), section=section, number=card))
        partners = "+".join(ids)
        found.partnerships[partners] = tuple(ids)
        return partners
    number = unguarded(row.get(side, ""))
    if not number:
        raise BadResult(say("a side is missing; the row is not read."))
    together = unguarded(row.get(f"{side}_names", ""))
    known = names if any(names) else [each for each in TOGETHER.split(together) if each]
    players = tuple(map(RecordPlayer, known)) if any(known) else ()
    name = found.name(section, number, side)
    _enter(
        found,
        RecordContestant(
            name,
            players,
            unguarded(row.get(f"{side}_team", "")),
            section,
            Side(side.upper()) if found.two else None,
            "" if name == number else number,
        ),
    )
    return name


def _enter(found: _Lines, who: RecordContestant) -> None:
    before = found.who.setdefault(who.id, who)
    if who.players and not before.players:
        found.who[who.id] = replace(before, players=who.players)


def _score(row: Mapping[str, str]) -> str:
    """The score as North-South see it, from one column or two."""
    ew = row.get("ew_score", "")
    if "score" not in row and figure(ew) is not None:
        return ew[1:] if ew[0] in "-−" else "0" if not figure(ew) else f"-{ew.removeprefix('+')}"
    return unguarded(row.get("score", ""))


def _result(board: int, row: Mapping[str, str], score: str) -> tuple[Result | None, Sentence | None]:
    contract, by = row.get("contract", ""), row.get("declarer", "")
    tricks = row.get("tricks", "") or unguarded(row.get("result", ""))
    if contract and not by:
        try:
            told = parse_written(contract)
        except NotBridge:
            return result_of(board, contract, by, tricks, score)
        if told.declarer and told.contract.bid:
            number = tricks if told.tricks is None else str(told.tricks)
            return result_of(board, told.contract.plain, told.declarer.value, number, score)
    return result_of(board, contract, by, tricks, score)


def _awards(
    board: int,
    row: Mapping[str, str],
    score: str,
    result: Result | None,
    printed: tuple[Number | None, Number | None],
) -> tuple[Award, Award, Status]:
    status = STATUSES.get(row.get("status", "").casefold(), "counts")
    if "ns_award" in row or "ew_award" in row:
        return _award(row, "ns_award"), _award(row, "ew_award"), status
    if status == "counts":
        return awards_of(board, score, result, printed)
    return *awards_of(board, score or "0")[:2], status


def _award(row: Mapping[str, str], role: str) -> Award:
    return read_award(unguarded(row.get(role, "")), _points)


def _points(text: str) -> int:
    award = awards_of(1, text)[0]
    if not isinstance(award, Score):
        raise BadResult(say("“{text}” is no score.", text=text[:20]))
    return award.ns


# -- writing ------------------------------------------------------------------------------------------------------------


def write_results(record: Record) -> WrittenFile:
    """The results of a record as a table."""
    known = record.by_id
    session = _of_session(record)
    rows = [_row(told) | _who(record, known, told.line) | session for told in record.lines]
    always = {"pairs": ("board", "ns", "ew"), "teams": ("board", "ns", "ew", "ns_team", "ew_team")}
    needed = always.get(record.kind, ("board", *(f"{seat}_number" for seat in SEATS.values())))
    return WrittenFile(table_text(TITLES, rows, needed), tuple(_left_out(record)))


def _of_session(record: Record) -> dict[str, str]:
    """What is the same in every row, where it is not as it usually is."""
    return {
        "title": guarded(record.title),
        "club": guarded(record.club),
        "date": record.date.isoformat() if record.date else "",
        "method": record.method if record.method != USUAL[record.kind] else "",
        "winners": str(record.winners) if record.winners == 2 else "",
        "apart": APART if record.apart else "",
    }


def _row(told: RecordLine) -> dict[str, str]:
    line = told.line
    row = {
        "section": guarded(line.section),
        "board": str(line.board),
        "round": str(line.round or ""),
        "table": str(line.table or ""),
        "lead": told.lead.plain if told.lead else "",
        "status": next((name for name, status in STATUSES.items() if status == line.status), ""),
        "group": guarded(line.group),
        "ns_points": number_text(told.ns_points),
        "ew_points": number_text(told.ew_points),
        "remark": guarded(told.remark),
    }
    if line.result is not None:
        row["contract"] = line.result.contract.plain
        row["declarer"] = line.result.declarer or ""
        row["tricks"] = "" if line.result.passed_out else str(line.result.tricks)
    if line.ns_award == line.ew_award and isinstance(line.ns_award, Score):
        row["score"] = str(line.ns_award.ns) if line.counts or line.ns_award.ns else ""
    else:
        row |= {"ns_award": guarded(_award_text(line.ns_award)), "ew_award": guarded(_award_text(line.ew_award))}
    return row


def _who(record: Record, known: Mapping[str, RecordContestant], line: Line) -> dict[str, str]:
    row: dict[str, str] = {}
    for side, name in (("ns", line.ns), ("ew", line.ew)):
        places = [SEATS[seat] for seat in SIDES[side]]
        if record.kind == "individual":
            for place, number in zip(places, record.partnerships.get(name, ()), strict=False):
                players = known[number].players if number in known else ()
                row |= {f"{place}_number": guarded(number), place: guarded(players[0].name) if players else ""}
            continue
        row[side] = guarded(name)
        who = known.get(name, RecordContestant(name))
        if record.kind == "teams":
            row[f"{side}_team"] = guarded(who.name)
        elif len(who.players) == 2:
            row |= {place: guarded(player.name) for place, player in zip(places, who.players, strict=True)}
    return row


def _award_text(award: Award) -> str:
    """What a side is given, as people write it; nothing if that cannot be written in a cell."""
    match award:
        case Average(kind):
            return AVERAGES[kind]
        case Percent(share):
            return f"{number_text(share * 100)}%"
        case Fixed(points):
            return f"m{number_text(points)}"
        case Score(ns):
            return str(ns)
        case Floor(ns):
            return f"P{ns}"
        case Ceiling(ns):
            return f"Q{ns}"
        case Weighted(outcomes):
            return ", ".join(f"{number_text(each.weight * 100)}% of {each.ns}" for each in outcomes)
        case _:
            return ""


def _written(award: Award) -> bool:
    """Whether the cell says the award to the last decimal."""
    try:
        return read_award(_award_text(award), int) == award
    except ValueError:
        return False


def _left_out(record: Record) -> Iterator[Sentence]:
    lines = [told.line for told in record.lines]
    awards = [award for each in lines for award in (each.ns_award, each.ew_award)]
    inexact = sum(not _written(each) for each in awards)
    players = [player for each in record.contestants for player in each.players]
    hidden = [
        (bool(record.ranking), say("The ranking is not in it; it is a table of its own.")),
        (bool(record.matches), say("The matches and their points are not in it.")),
        (bool(record.penalties), say("Penalties are not in it.")),
        (bool(record.deals), say("The hands are not in it.")),
        (bool(record.datums), say("The datum of each board is not in it.")),
        (any(each.number or each.club_number for each in players), say("The numbers of players are not in it.")),
        (
            record.kind == "teams" and any(each.players for each in record.contestants),
            say("The players of teams are not in it."),
        ),
        (
            any({each.ns_fault, each.ew_fault} != {"none"} for each in lines),
            say("Who was to blame for a fouled board is not in it."),
        ),
        (any(told.auction or told.play for told in record.lines), say("Auctions and play are not in it.")),
        (
            inexact > 0,
            say_count(
                "How {n} score was adjusted is not in it.", "How {n} scores were adjusted is not in it.", inexact
            ),
        ),
    ]
    yield from (sentence for is_so, sentence in hidden if is_so)
