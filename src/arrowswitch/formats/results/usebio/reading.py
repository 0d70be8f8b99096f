"""From a USEBIO file to records, one for each session of each event.

Participants may stand with the event, the session or the section; results on boards, or on the boards of matches. What a file
says is kept as it says it, the points and the ranking as printed. A result that cannot be read is left out and told, never
guessed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from functools import lru_cache
from typing import NamedTuple

from arrowswitch.bridge import NotBridge, Seat, Side, Vulnerability, parse_card, parse_seat, vulnerability_of
from arrowswitch.deals import BoardHands, check_deal
from arrowswitch.formats.files import read_file
from arrowswitch.formats.format import MOST_BOARDS, MOST_LINES, BadFile, ReadFile, check_size
from arrowswitch.formats.record import (
    Record,
    RecordContestant,
    RecordDatum,
    RecordDeal,
    RecordKind,
    RecordLine,
    RecordMatch,
    RecordPlace,
    RecordPlayer,
    RecordSection,
    RecordTeamPair,
)
from arrowswitch.formats.results.told import BadResult, board_number, figure, whole
from arrowswitch.formats.results.usebio.contestants import CalledContestants, named, read_number, read_side
from arrowswitch.formats.results.usebio.elements import XmlElement, parse
from arrowswitch.formats.results.usebio.lin_data import read_lin_data
from arrowswitch.formats.results.usebio.lines import line_of, points_name
from arrowswitch.formats.results.usebio.methods import (
    CHARGE_CODE,
    CONTACT,
    EVENT_TYPE,
    EVENT_TYPES,
    FACTS,
    SCORINGS,
    USUAL,
    method_of,
)
from arrowswitch.scoring.numbers import Number
from arrowswitch.words import Sentence, say, say_count

MOST_NOTES = 40
MOST_CONTESTANTS = 20_000
MOST_SESSIONS = 1000
STRATUM = ("STRATUM", "STRAT")
"""The labels of a contestant that name its stratum."""


@dataclass(slots=True)
class FileNotes:
    """What is told of a file, each thing once."""

    said: dict[Sentence, None] = field(default_factory=dict)
    more: int = 0

    def add(self, sentence: Sentence) -> None:
        if len(self.said) < MOST_NOTES:
            self.said.setdefault(sentence)
        elif sentence not in self.said:
            self.more += 1

    def all(self) -> tuple[Sentence, ...]:
        rest = [say_count("And {n} more.", "And {n} more.", self.more)] if self.more else []
        return (*self.said, *rest)


def read_usebio(data: bytes) -> ReadFile:
    """The sessions of a USEBIO file."""
    root, unknown, mended = parse(data)
    notes = FileNotes()
    if mended:
        notes.add(say("The file is not proper XML ({fault}); it was mended and read all the same.", fault=mended))
    club = next(root.of("CLUB"), XmlElement("CLUB"))
    records = [
        replace(record, club=club.text("CLUB_NAME"), club_number=club.text("CLUB_ID_NUMBER"))
        for record in _records(root, notes)
    ]
    if unknown:
        names = ", ".join(f"{name} ({count})" if count > 1 else name for name, count in unknown.most_common())
        notes.add(say("Not used here: {names}.", names=names))
    return ReadFile(records[0], notes.all(), tuple(records[1:]))


class FilePart(NamedTuple):
    """A part of a file in which participants and boards may stand, and the section that it is."""

    section: str
    element: XmlElement


def _records(root: XmlElement, notes: FileNotes) -> Iterator[Record]:
    """The sessions of all events; the hands alone where there is no event."""
    played: list[tuple[XmlElement, XmlElement | None, int]] = []
    for event in root.of("EVENT"):
        sessions = [each for each in event.of("SESSION") if each.parts]
        played += [(event, session, len(sessions)) for session in sessions] or [(event, None, 0)]
    check_size(len(played), MOST_SESSIONS, say("sessions"))
    if not played and not any(root.of("HANDSET")):
        raise BadFile(say("This USEBIO file holds no event."))
    sets = list(root.of("HANDSET"))
    if len(played) > 1:  # every session reads what they have in common
        check_size(len(played) * sum(len(each.parts) for each in sets), MOST_BOARDS, say("boards"))
        entered = sum(len(part.parts) for event, *_ in played for part in event.of("PARTICIPANTS"))
        check_size(entered, MOST_LINES, say("contestants"))
    for number, (event, session, of_event) in enumerate(played):
        own = [sets[number]] if len(played) > 1 and len(sets) == len(played) else sets
        first = not any(event is each[0] for each in played[:number][-1:])
        yield _Session(event, session, of_event, first, own, notes).record()
    if not played:
        yield _Session(XmlElement("EVENT"), None, 0, True, sets, notes).record()


class _Session:
    """A session of a file on its way to a record."""

    def __init__(
        self,
        event: XmlElement,
        session: XmlElement | None,
        sessions: int,
        first: bool,
        sets: Sequence[XmlElement],
        notes: FileNotes,
    ) -> None:
        self.event, self.session, self.sessions, self.sets, self.notes = event, session, sessions, sets, notes
        own = session or XmlElement("SESSION")
        # what stands with the event and not with a session of it belongs to the first
        outer = [event, own] if first else [own]
        sections = [
            FilePart(each.attributes.get("SECTION_ID", ""), each) for level in outer for each in level.of("SECTION")
        ]
        self.sections = tuple(dict.fromkeys(each.section for each in sections if each.section))
        self.places = [*(FilePart("", each) for each in outer), *sections]
        self.levels = [[FilePart("", event)], [FilePart("", own)], sections]
        self.event_type = event.attributes.get("EVENT_TYPE", "").upper()
        self.points = _points_of(self.places)
        self.kind: RecordKind = self._kind()
        self.in_vps = self.fact("MATCH_SCORING_METHOD", "SCORING_METHOD").upper() in ("VP", "VPS")
        self.lines: list[RecordLine] = []
        self.datums: list[RecordDatum] = []
        self.matches: list[RecordMatch] = []
        self.partnerships: dict[str, tuple[str, ...]] = {}
        self.faults: Counter[Sentence] = Counter()
        self.sat_out = 0
        self.lin: dict[tuple[str, int], str] = {}
        """Of each board of each section the first LIN, for its hands."""

    def fact(self, *names: str) -> str:
        """What the session, or else its event, says."""
        return (self.session.text(*names) if self.session else "") or self.event.text(*names)

    # -- the whole ------------------------------------------------------------------------------------------------------

    def record(self) -> Record:
        who, elements = self._contestants()
        written = [each.id for each in who]
        who = named(who)
        self.register = CalledContestants(who, written)
        self.teams = {pair.id: each.id for each in who for pair in each.pairs}
        ranking = tuple(_ranked(each, element, self.in_vps) for each, element in zip(who, elements, strict=True))
        for place in self.places:
            self._boards(place)
            self._matches(place)
        self._tell()
        winners = self._winners(who, ranking)
        if winners == 1:
            who = [replace(each, direction=None) for each in who]
        number = self.session.attributes.get("SESSION_ID", "") if self.session else ""
        return Record(
            title=self.fact("EVENT_DESCRIPTION", "TITLE"),
            date=self._date(self.fact("DATE")),
            venue=self.fact("VENUE"),
            event_id=self.fact("EVENT_IDENTIFIER"),
            session_number=int(number) if number.isdecimal() and len(number) < 5 else None,
            program=" ".join(filter(None, (self.event.text("PROGRAM_NAME"), self.event.text("PROGRAM_VERSION")))),
            kind=self.kind,
            method=self._method(),
            winners=winners,
            apart=ranked_apart(who, ranking),
            boards_per_round=whole(self.fact("BOARDS_PER_ROUND")),
            sections=tuple(RecordSection(name) for name in self.sections),
            contestants=tuple(who),
            partnerships=self.partnerships,
            lines=tuple(self.lines),
            ranking=tuple(_in_order(who, ranking)),
            matches=self._in_vps(tuple(self.matches)),
            datums=tuple(self.datums),
            deals=tuple(self._deals()),
            further=self._further(),
        )

    def _kind(self) -> RecordKind:
        if self.event_type in EVENT_TYPES:
            return EVENT_TYPES[self.event_type][0]
        found = {each.name for place in self.places for part in place.element.of("PARTICIPANTS") for each in part.parts}
        kind: RecordKind = "teams" if "TEAM" in found else "individual" if found == {"PLAYER"} else "pairs"
        if self.event_type:
            self.notes.add(
                say("The event type “{name}” is not known; it is read by what it holds.", name=self.event_type[:40])
            )
        return kind

    def _method(self) -> str:
        scoring = self.fact("BOARD_SCORING_METHOD").upper()
        method = method_of(self.kind, self.event_type, scoring, self.points)
        if scoring and scoring not in SCORINGS:
            self.notes.add(say("The way of scoring “{name}” has no name here.", name=scoring[:40]))
        return method or USUAL[self.kind]

    def _winners(self, who: Sequence[RecordContestant], ranking: Sequence[RecordPlace]) -> int:
        said = self.fact("WINNER_TYPE")
        if self.kind != "pairs" or said in ("1", "2"):
            return 2 if said == "2" and self.kind == "pairs" else 1
        first = {each.direction for each, place in zip(who, ranking, strict=False) if place.rank.rstrip("=") == "1"}
        return 2 if {Side.NS, Side.EW} <= first else 1

    def _date(self, text: str) -> date | None:
        for form in ("%d/%m/%Y", "%Y-%m-%d", "%d.%m.%Y", "%d-%m-%Y", "%d/%m/%y", "%d %B %Y", "%d %b %Y"):
            try:
                return datetime.strptime(text[:30], form).date()
            except ValueError:
                continue
        if text:
            self.notes.add(say("“{text}” is no date.", text=text[:40]))
        return None

    def _further(self) -> dict[str, str]:
        contact = next(self.event.of("CONTACT"), XmlElement("CONTACT"))
        found = {name: self.fact(tag) for name, tag in FACTS.items()}
        found |= {name: contact.text(tag) for name, tag in CONTACT.items()}
        found[CHARGE_CODE] = self.fact("EBU_CHARGE_CODE", "P2P_CHARGE_RATE")
        found[EVENT_TYPE] = self.event_type if self.event_type in ("SWISS_TEAMS", "KO") else ""
        title = self.fact("TITLE")
        found["title"] = title if title != self.fact("EVENT_DESCRIPTION", "TITLE") else ""
        return {name: value for name, value in found.items() if value}

    # -- who plays ------------------------------------------------------------------------------------------------------

    def _contestants(self) -> tuple[list[RecordContestant], list[XmlElement]]:
        """The participants of the innermost level that has some; names that are missing there are taken from further out."""
        levels = [[*_participants(level, self.kind)] for level in self.levels]
        inner = next((level for level in reversed(levels) if level), [])
        check_size(len(inner), MOST_CONTESTANTS, say("contestants"))
        found = [self._contestant(place, element) for place, element in inner]
        if inner is not levels[0] and levels[0]:
            found = self._with_names(found, levels[0])
            self.notes.add(say("The list of the whole event is not used: the session has its own."))
        elements = [element for _, element in inner]
        if self.sessions > 1 and inner is levels[0]:
            self.notes.add(say("The ranking is that of the whole event; no session has its own."))
            elements = [XmlElement(each.name) for each in elements]
        return found, elements

    def _with_names(
        self, found: list[RecordContestant], outer: Iterable[tuple[FilePart, XmlElement]]
    ) -> list[RecordContestant]:
        full = {
            (each.id, each.direction): each for each in (self._contestant(place, element) for place, element in outer)
        }
        return [
            replace(each, players=known.players, name=each.name or known.name, pairs=each.pairs or known.pairs)
            if not each.players and (known := full.get((each.id, each.direction)))
            else each
            for each in found
        ]

    def _contestant(self, place: FilePart, element: XmlElement) -> RecordContestant:
        written = element.attributes.get("TEAM_ID", "") or element.text("PAIR_NUMBER", "PLAYER_NUMBER")
        said = read_number(written)
        section = place.section or (said.section if said.certain or said.section in self.sections else "")
        pairs = [RecordTeamPair(each.text("PAIR_NUMBER"), _players(each)) for each in element.of("PAIR")]
        players = (_player(element),) if self.kind == "individual" else _players(element)
        if pairs:
            players = tuple(dict.fromkeys((*(player for pair in pairs for player in pair.players), *players)))
        labels = {each.text("NAME").upper(): each.text("VALUE") for each in element.of("LABEL")}
        for label in labels.keys() - set(STRATUM):
            self.notes.add(say("The label “{name}” of contestants is not used.", name=label[:40]))
        return RecordContestant(
            written or element.attributes.get("TEAM_NAME", ""),
            players,
            element.attributes.get("TEAM_NAME", ""),
            section,
            read_side(element.text("DIRECTION")) or said.side,
            stratum=next((labels[name] for name in STRATUM if name in labels), ""),
            handicap=figure(element.text("HANDICAP")),
            pairs=tuple(each for each in pairs if each.id),
        )

    # -- results --------------------------------------------------------------------------------------------------------

    def _boards(self, place: FilePart) -> None:
        for element in place.element.of("BOARD"):
            board = self._board_number(element)
            if board is None:
                continue
            datum = figure(element.text("BOARD_AVERAGE"))
            if datum is not None:
                self.datums.append(RecordDatum(board, datum, place.section))
            for line in element.of("TRAVELLER_LINE"):
                sides = self._sides(place.section, line)
                if sides is not None:
                    self._line(place.section, board, line, sides)

    def _board_number(self, element: XmlElement) -> int | None:
        text = element.text("BOARD_NUMBER")
        board = board_number(text)
        if board is None:
            self.notes.add(say("A board is called “{text}”; its results are not read.", text=text[:20]))
        return board

    def _sides(self, section: str, line: XmlElement) -> tuple[str, str] | None:
        """Who sat North-South and East-West; None at a sit-out."""
        if self.kind == "individual":
            four = [line.text(f"{seat}_PLAYER_NUMBER") for seat in "NSEW"]
            if all(map(_someone, four)):
                north, south, east, west = (self.register.id_of(section, each) for each in four)
                return self._partners(north, south), self._partners(east, west)
        else:
            ns, ew = line.text("NS_PAIR_NUMBER"), line.text("EW_PAIR_NUMBER")
            if _someone(ns) and _someone(ew):
                return (
                    self.teams.get(ns) or self.register.id_of(section, ns, Side.NS),
                    self.teams.get(ew) or self.register.id_of(section, ew, Side.EW),
                )
        self.sat_out += 1
        return None

    def _partners(self, one: str, other: str) -> str:
        name = f"{one}+{other}"
        self.partnerships[name] = (one, other)
        return name

    def _line(
        self, section: str, board: int, element: XmlElement, sides: tuple[str, str], number: int | None = None
    ) -> RecordLine | None:
        """A result, kept; None if it cannot be read."""
        check_size(len(self.lines) + 1, MOST_LINES, say("results"))
        if sides[0] == sides[1]:
            self.faults[
                say("Board {board}: {name} meets itself; the line is not read.", board=board, name=sides[0])
            ] += 1
            return None
        try:
            line = line_of(board, *sides, element, self.points)
        except BadResult as fault:
            self.faults[fault.args[0]] += 1
            return None
        if line.fault:
            self.faults[line.fault] += 1
        round_number = number or whole(element.text("ROUND_NUMBER"))
        table = whole(element.text("TABLE_NUMBER"))
        placed = replace(line.line, section=section, round=round_number, table=table)
        ns, ew = element.text("NS_PAIR_NUMBER"), element.text("EW_PAIR_NUMBER")
        made = RecordLine(
            placed,
            *line.points,
            line.lead,
            remark=element.text("NOTES"),
            ns_pair=ns if ns in self.teams else "",
            ew_pair=ew if ew in self.teams else "",
        )
        if lin := element.text("LIN_DATA"):
            made = self._with_play(made, lin)
        self.lines.append(made)
        return made

    def _with_play(self, told: RecordLine, lin: str) -> RecordLine:
        auction, play = read_lin_data(lin)
        self.lin.setdefault((told.line.section, told.line.board), lin)
        lead = told.lead or (parse_card(play[0]) if play else None)
        return replace(told, lead=lead, auction=auction, play=play if len(play) > 1 else ())

    def _matches(self, place: FilePart) -> None:
        for element in place.element.of("MATCH"):
            one, other = element.text("TEAM", "NS_PAIR_NUMBER"), element.text("OPPOSING_TEAM", "EW_PAIR_NUMBER")
            if not (_someone(one) and _someone(other)):
                self.sat_out += 1
                continue
            sides = (
                self.teams.get(one) or self.register.id_of(place.section, one, Side.NS),
                self.teams.get(other) or self.register.id_of(place.section, other, Side.EW),
            )
            number = whole(element.text("ROUND_NUMBER"))
            boards = [board for each in element.of("BOARD") if (board := self._match_board(place, each, sides, number))]
            self.matches.append(
                RecordMatch(
                    *sides,
                    number,
                    whole(element.text("TABLE_NUMBER")),
                    tuple(dict.fromkeys(boards)) or _span(element),
                    _two(element, ("TEAM_SCORE", "NS_SCORE"), ("OPPOSING_TEAM_SCORE", "EW_SCORE")),
                    _two(
                        element,
                        ("TEAM_VICTORY_POINTS", "NS_VICTORY_POINTS"),
                        ("OPPOSING_TEAM_VICTORY_POINTS", "EW_VICTORY_POINTS"),
                    ),
                    place.section,
                )
            )

    def _match_board(
        self, place: FilePart, element: XmlElement, sides: tuple[str, str], number: int | None
    ) -> int | None:
        board = self._board_number(element)
        if board is None:
            return None
        for turn, line in enumerate(element.of("TRAVELLER_LINE")):
            seated = self._seated(place.section, line, sides, turn)
            made = self._line(place.section, board, line, seated, number)
            if made and self.kind == "teams":
                points = _board_points(element)
                ns, ew = points if made.line.ns == sides[0] else points[::-1]
                self.lines[-1] = replace(made, ns_points=ns, ew_points=ew)
        return board

    def _seated(self, section: str, line: XmlElement, sides: tuple[str, str], turn: int) -> tuple[str, str]:
        """Who of a match sat where: by the numbers of the line, by its direction, or else the first team first."""
        ns, ew = line.text("NS_PAIR_NUMBER"), line.text("EW_PAIR_NUMBER")
        if ns and ew:
            found = self._sides(section, line)
            if found and set(found) == set(sides):
                return found
        turned = read_side(line.text("DIRECTION"))
        if self.kind == "pairs" or turned is Side.NS or (turned is None and turn % 2 == 0):
            return sides
        return sides[1], sides[0]

    def _in_vps(self, found: tuple[RecordMatch, ...]) -> tuple[RecordMatch, ...]:
        """Matches whose scores are victory points: both make the same in every match, and the event says that it is in them."""
        sums = {sum(each.points) for each in found if each.points}
        if self.in_vps and len(sums) == 1 and sums.pop() > 0 and not any(each.vps for each in found):
            return tuple(replace(each, points=None, vps=each.points) for each in found)
        return found

    # -- hands ----------------------------------------------------------------------------------------------------------

    def _deals(self) -> Iterator[RecordDeal]:
        found: dict[tuple[str, int], RecordDeal] = {}
        sets = [*self.sets, *(each for place in self.places for each in place.element.of("HANDSET"))]
        for each in sets:
            name = each.attributes.get("HANDSET_ID", "")
            self._add_deals(found, each.of("BOARD"), name if name in self.sections else "")
        for place in self.places:
            self._add_deals(found, place.element.of("BOARD"), place.section)
            for match in place.element.of("MATCH"):
                self._add_deals(found, match.of("BOARD"), place.section)
        self._add_deals_of_lin(found)
        check_size(len(found), MOST_BOARDS, say("boards"))
        yield from found.values()

    def _add_deals_of_lin(self, found: dict[tuple[str, int], RecordDeal]) -> None:
        """The hands of boards that are given only with their play; the same in all sections unless they differ."""
        for (section, board), lin in self.lin.items():
            if (section, board) in found or ("", board) in found:
                continue
            with suppress(BadFile):
                for deal in read_file(lin.encode(), "lin").record.deals:
                    found[section, board] = replace(deal, hands=replace(deal.hands, board=board), section=section)

    def _add_deals(self, found: dict[tuple[str, int], RecordDeal], boards: Iterable[XmlElement], section: str) -> None:
        for element in boards:
            hands = {seat: _hand(each) for each in element.of("HAND") if (seat := _seat(each.text("DIRECTION")))}
            board = board_number(element.text("BOARD_NUMBER"))
            if board is None or not hands or (section, board) in found or ("", board) in found:
                continue
            try:
                deal = BoardHands(board, *(hands.get(seat, "") for seat in Seat))
                check_deal(deal)
            except NotBridge:
                self.notes.add(
                    say("The hands of board {board} are no deal of 52 cards; they are not read.", board=board)
                )
                continue
            found[section, board] = RecordDeal(
                deal, section, vulnerability=_unusual(board, element.text("VULNERABILITY"))
            )

    # -- what is told ---------------------------------------------------------------------------------------------------

    def _tell(self) -> None:
        for fault, count in self.faults.items():
            self.notes.add(fault if count == 1 else say("{fault} (×{count})", fault=fault, count=count))
        if self.sat_out:
            self.notes.add(
                say_count("{n} line of a sit-out is not read.", "{n} lines of sit-outs are not read.", self.sat_out)
            )
        if self.register.added and len(self.register.added) < len(self.register.found):
            names = ", ".join(self.register.added[:20])
            self.notes.add(say("These play, and are not among the participants: {names}.", names=names))


# -- small things -------------------------------------------------------------------------------------------------------


def _participants(level: Iterable[FilePart], kind: RecordKind) -> Iterator[tuple[FilePart, XmlElement]]:
    name = {"pairs": "PAIR", "teams": "TEAM", "individual": "PLAYER"}[kind]
    for place in level:
        for participants in place.element.of("PARTICIPANTS"):
            yield from ((place, each) for each in participants.of(name))


def _someone(number: str) -> bool:
    return number not in ("", "0", "-")


def _players(element: XmlElement) -> tuple[RecordPlayer, ...]:
    return tuple(_player(each) for each in element.of("PLAYER") if each.texts)


def _player(element: XmlElement) -> RecordPlayer:
    return RecordPlayer(*(element.text(name) for name in ("PLAYER_NAME", "NATIONAL_ID_NUMBER", "CLUB_ID_NUMBER")))


def _ranked(contestant: RecordContestant, element: XmlElement, in_vps: bool) -> RecordPlace:
    total = figure(element.text("TOTAL_SCORE"))
    awards = [
        (each.text("MASTER_POINT_TYPE"), figure(each.text("MASTER_POINTS_AWARDED")))
        for each in element.of("MASTER_POINTS")
    ]
    awards.append((element.text("MASTER_POINT_TYPE"), figure(element.text("MASTER_POINTS_AWARDED"))))
    return RecordPlace(
        contestant.id,
        element.text("PLACE")[:20],
        None if in_vps else total,
        percent=figure(element.text("PERCENTAGE")),
        vps=total if in_vps else None,
        boards=whole(element.text("BOARDS_PLAYED")),
        adjustment=figure(element.text("ADJUSTMENT")),
        awards=tuple((kind, number) for kind, number in awards if number is not None),
    )


def ranked_apart(who: Iterable[RecordContestant], ranking: Iterable[RecordPlace]) -> bool:
    """Whether every section has a first place of its own."""
    section = {each.id: (each.section, each.direction) for each in who}
    first = {
        section[each.contestant] for each in ranking if each.rank.rstrip("=") == "1" and each.contestant in section
    }
    everywhere = {section[each.contestant] for each in ranking if each.contestant in section}
    return len({name for name, _ in everywhere}) > 1 and first == everywhere


def _in_order(who: Iterable[RecordContestant], ranking: Iterable[RecordPlace]) -> list[RecordPlace]:
    """The places that say something: a list for each direction, where there are two, and the first first."""
    direction = {each.id: each.direction or "" for each in who}
    told = [each for each in ranking if each != RecordPlace(each.contestant)]
    return sorted(told, key=lambda each: (direction[each.contestant] == Side.EW, _rank(each.rank)))


def _rank(text: str) -> int:
    number = whole(text.rstrip("= "))
    return 10**7 if number is None else number


def _points_of(places: Iterable[FilePart]) -> str:
    """How the points of lines are called in this file."""
    for place in places:
        boards = [
            *place.element.of("BOARD"),
            *(each for match in place.element.of("MATCH") for each in match.of("BOARD")),
        ]
        for board in boards:
            for line in board.of("TRAVELLER_LINE"):
                if name := points_name(line):
                    return name
    return ""


def _board_points(element: XmlElement) -> tuple[Number | None, Number | None]:
    imps = figure(element.text("IMPS"))
    if imps is not None:
        return imps, -imps
    return figure(element.text("TEAM_POINTS")), figure(element.text("OPPOSING_TEAM_POINTS"))


def _two(element: XmlElement, one: tuple[str, ...], other: tuple[str, ...]) -> tuple[Number, Number] | None:
    found = figure(element.text(*one)), figure(element.text(*other))
    return None if found[0] is None or found[1] is None else (found[0], found[1])


def _span(element: XmlElement) -> tuple[int, ...]:
    first, last = (board_number(element.text(name)) for name in ("START_BOARD_NUMBER", "END_BOARD_NUMBER"))
    return tuple(range(first, last + 1)) if first and last else ()


def _seat(text: str) -> Seat | None:
    try:
        return parse_seat(text)
    except NotBridge:
        return None


def _hand(element: XmlElement) -> str:
    return ".".join(_suit(element.text(suit)) for suit in ("SPADES", "HEARTS", "DIAMONDS", "CLUBS"))


@lru_cache(maxsize=4096)
def _suit(text: str) -> str:
    ranks = "".join(text.upper().replace("10", "T").split()).strip("-")
    return "".join(sorted(ranks, key="AKQJT98765432".find))


VULNERABLE = {
    "LOVE": Vulnerability.NONE,
    "NONE": Vulnerability.NONE,
    "ALL": Vulnerability.ALL,
    "GAME": Vulnerability.ALL,
}


def _unusual(board: int, text: str) -> Vulnerability | None:
    """The vulnerability of a board, where it is not the one that its number gives."""
    side = read_side(text)
    found = Vulnerability(side.value.lower()) if side else VULNERABLE.get(text.upper())
    return None if found is vulnerability_of(board) else found
