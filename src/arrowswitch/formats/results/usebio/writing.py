"""From a record to a USEBIO file, of version 1.3 or 1.2. What it has no place for is listed.

Elements stand in the order of `usebio.dtd`, our statement of the structure as it is documented. Pairs and boards stand right under
the event, or where sections are named or a session is numbered, in these.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from xml.sax.saxutils import escape, quoteattr

from arrowswitch import __version__
from arrowswitch.bridge import Seat, Side
from arrowswitch.deals import hand_of, written
from arrowswitch.formats.format import BadFile, WrittenFile
from arrowswitch.formats.record import (
    Record,
    RecordContestant,
    RecordDeal,
    RecordLine,
    RecordMatch,
    RecordPlace,
    RecordPlayer,
)
from arrowswitch.formats.results.usebio.lin_data import write_lin_data
from arrowswitch.formats.results.usebio.methods import CHARGE_CODE, CONTACT, EVENT_TYPE, FACTS, POINTS, WRITTEN
from arrowswitch.formats.results.usebio.reading import ranked_apart
from arrowswitch.scoring import AVERAGE, MINUS, PLUS, Percent
from arrowswitch.scoring.figures import shown
from arrowswitch.scoring.lines import Average, Award
from arrowswitch.scoring.numbers import Number
from arrowswitch.words import Sentence, say, say_count

VERSIONS = ("1.2", "1.3")
CHARGE = {"1.2": "P2P_CHARGE_RATE", "1.3": "EBU_CHARGE_CODE"}
DECIMALS = 4
AVERAGES = {PLUS: 60, AVERAGE: 50, MINUS: 40}
ADJUSTED = "Adj"
"""What stands for a score that was adjusted in a way for which there is no code."""
NO_LETTERS = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
SUITS = ("SPADES", "HEARTS", "DIAMONDS", "CLUBS")
SWISS = ("SWISS_TEAMS", "KO")

Lines = Iterator[str]


def write_usebio(record: Record, version: str = "1.3", *, flat: bool = False) -> WrittenFile:
    """A record as USEBIO. `flat` puts the pairs and boards of a session with one section right under the event, where some
    receivers look for them, and leaves out the letter of the section and the number of the session.

    >>> print(write_usebio(Record(title="Monday"), "1.2").data.decode().splitlines()[1])
    <USEBIO Version="1.2">
    """
    if version not in VERSIONS:
        raise BadFile(say("USEBIO is written in version {versions}.", versions=", ".join(VERSIONS)))
    writer = _Writer(record, version, flat)
    text = "\n".join(('<?xml version="1.0" encoding="UTF-8"?>', *writer.whole()))
    return WrittenFile(f"{text}\n".encode(), tuple(sentence for is_so, sentence in _left_out(writer) if is_so))


def _block(name: str, inner: Iterable[str], **attributes: str) -> Lines:
    begin = "".join(f" {key}={quoteattr(_clean(value))}" for key, value in attributes.items())
    yield f"<{name}{begin}>"
    yield from (f"  {line}" for line in inner)
    yield f"</{name}>"


def _some(name: str, inner: Iterable[str], **attributes: str) -> Lines:
    """The block, if there is anything in it."""
    held = [*inner]
    if held:
        yield from _block(name, held, **attributes)


def _leaf(name: str, value: object) -> Lines:
    if value is not None and value != "":
        yield f"<{name}>{escape(_clean(str(value)))}</{name}>"


def _leaves(values: Mapping[str, object]) -> Lines:
    for name, value in values.items():
        yield from _leaf(name, value)


def _clean(text: str) -> str:
    return NO_LETTERS.sub("", text)


def _figure(value: Number | None) -> str | None:
    return None if value is None else shown(value, DECIMALS if _exact(value) else 2)


def _exact(value: Number) -> bool:
    return bool((Fraction(value) * 10**DECIMALS).denominator == 1)


class _Writer:
    def __init__(self, record: Record, version: str, flat: bool) -> None:
        self.record, self.version = record, version
        names = [each.name for each in record.sections if each.name]
        used = [each.section for each in record.contestants if each.section]
        used += [each.line.section for each in record.lines if each.line.section]
        self.sections = [*dict.fromkeys([*names, *used])]
        self.flat = (flat and len(self.sections) < 2) or not (self.sections or record.session_number)
        self.numbers = _numbers(record, flat=not self.sections)
        self.in_vps = bool(
            record.scale
            or record.further.get("match scoring", "").upper() in ("VP", "VPS")
            or any(each.vps is not None for each in record.ranking)
            or any(each.vps is not None for each in record.matches)
        )
        self.unsaid = 0
        self.unlike = 0
        self.unplayed = 0

    # -- the whole ------------------------------------------------------------------------------------------------------

    def whole(self) -> Lines:
        record = self.record
        club = _leaves({"CLUB_NAME": record.club, "CLUB_ID_NUMBER": record.club_number})
        yield from _block(
            "USEBIO",
            (
                *_some("CLUB", club),
                *_block("EVENT", self.event(), EVENT_TYPE=self.event_type),
                *(self.hands() if self.flat else ()),
            ),
            Version=self.version,
        )

    @property
    def event_type(self) -> str:
        kind, told = self.record.kind, self.record.further.get(EVENT_TYPE, "")
        if kind == "teams":
            return told if told in SWISS else "TEAMS"
        return "INDIVIDUAL" if kind == "individual" else "SWISS_PAIRS" if self.record.matches else "PAIRS"

    def event(self) -> Lines:
        record, further = self.record, self.record.further
        pairs = [each for each in record.contestants if record.kind == "pairs"]
        facts = {tag: further.get(name) for name, tag in FACTS.items()}
        yield from _leaves(
            {
                "EVENT_IDENTIFIER": record.event_id,
                "EVENT_DESCRIPTION": record.title,
                "TITLE": further.get("title"),
                "PROGRAM_NAME": "Arrowswitch",
                "PROGRAM_VERSION": __version__,
                "DATE": record.date and record.date.strftime("%d/%m/%Y"),
                "VENUE": record.venue,
                "COUNTRY": facts["COUNTRY"],
                "BOARD_SCORING_METHOD": WRITTEN.get(record.method, "OTHER"),
                "MATCH_SCORING_METHOD": facts["MATCH_SCORING_METHOD"] or ("VPS" if self.in_vps else None),
                "WINNER_TYPE": record.winners,
                "BOARDS_PLAYED": len({each.line.board for each in record.lines}) or None,
                "BOARDS_PER_ROUND": record.boards_per_round,
                "PAIRS": len(pairs) or None,
                "EW_PAIRS": sum(each.direction is Side.EW for each in pairs) or None,
                "MASTER_POINT_SCALE": facts["MASTER_POINT_SCALE"],
                "MASTER_POINT_TYPE": facts["MASTER_POINT_TYPE"],
                "MPS_AWARDED_FLAG": facts["MPS_AWARDED_FLAG"],
                "SESSION_COUNT": 1,
                "SECTION_COUNT": max(len(self.sections), 1),
                CHARGE[self.version]: further.get(CHARGE_CODE),
                "TEAM_PAIRING_AVAILABLE": "Y" if any(each.pairs for each in record.contestants) else None,
            }
        )
        yield from _some(
            "LABELS", _leaf("NAME", "Stratum" if any(each.stratum for each in record.contestants) else None)
        )
        yield from _some("CONTACT", _leaves({tag: further.get(name) for name, tag in CONTACT.items()}))
        if self.flat:
            yield from self.section(None)
        else:
            yield from _block("SESSION", self.session(), SESSION_ID=str(record.session_number or 1))

    def session(self) -> Lines:
        if not self.sections:
            yield from self.section(None)
        for name in self.sections:
            yield from _block("SECTION", self.section(name), SECTION_ID=name)
        if self.sections:
            yield from self.section("")
        yield from self.hands()

    def section(self, name: str | None) -> Lines:
        """What belongs to a section; with None everything."""
        record = self.record
        who = [each for each in record.contestants if name is None or each.section == name]
        yield from _some("PARTICIPANTS", (line for each in who for line in self.contestant(each)))
        matches = [number for number, each in enumerate(record.matches) if name is None or each.section == name]
        lines = [each for each in record.lines if name is None or each.line.section == name]
        played: defaultdict[int, list[RecordLine]] = defaultdict(list)
        for number, each in enumerate(record.lines):
            if (name is None or each.line.section == name) and number not in self.in_matches and each.line.counts:
                played[each.line.board].append(each)
        datums = {each.board: each.datum for each in record.datums if not each.section or name in (None, each.section)}
        for board in sorted(played.keys() | (datums.keys() if lines or name is None else set())):
            yield from self.board(board, played[board], datums.get(board))
        for number in matches:
            yield from _block("MATCH", self.match(record.matches[number], self.of_match[number]))

    # -- who plays ------------------------------------------------------------------------------------------------------

    @cached_property
    def places(self) -> Mapping[str, RecordPlace]:
        return {each.contestant: each for each in self.record.ranking}

    def contestant(self, who: RecordContestant) -> Lines:
        match self.record.kind:
            case "teams":
                yield from _block("TEAM", self.team(who), TEAM_ID=self.numbers[who.id], TEAM_NAME=who.name)
            case "pairs":
                head = {"PAIR_NUMBER": self.numbers[who.id], "DIRECTION": who.direction}
                yield from _block("PAIR", (*_leaves(head), *self.ranked(who), *_players(who.players)))
            case _:
                player = who.players[0] if who.players else RecordPlayer("")
                head = {"PLAYER_NUMBER": self.numbers[who.id]}
                yield from _block("PLAYER", (*_leaves(head), *_player(player), *self.ranked(who)))

    def team(self, who: RecordContestant) -> Lines:
        yield from self.ranked(who)
        for pair in who.pairs:
            yield from _block("PAIR", (*_leaf("PAIR_NUMBER", pair.id), *_players(pair.players)))
        paired = {player for pair in who.pairs for player in pair.players}
        yield from _players(each for each in who.players if each not in paired)

    def ranked(self, who: RecordContestant) -> Lines:
        place = self.places.get(who.id, RecordPlace(who.id))
        yield from _leaves(
            {
                "BOARDS_PLAYED": place.boards,
                "TOTAL_SCORE": _figure(place.vps if self.in_vps else place.points),
                "PERCENTAGE": _figure(place.percent),
                "PLACE": place.rank,
                "ADJUSTMENT": _figure(place.adjustment),
                "HANDICAP": _figure(who.handicap),
            }
        )
        if who.stratum:
            yield from _block("LABEL", _leaves({"NAME": "Stratum", "VALUE": who.stratum}))
        for kind, number in place.awards:
            held = _leaves({"MASTER_POINTS_AWARDED": _figure(number), "MASTER_POINT_TYPE": kind})
            yield from held if not kind and len(place.awards) == 1 else _block("MASTER_POINTS", held)

    # -- results --------------------------------------------------------------------------------------------------------

    def board(self, board: int, lines: Sequence[RecordLine], datum: Number | None) -> Lines:
        head = _leaves({"BOARD_NUMBER": board, "BOARD_AVERAGE": _figure(datum)})
        yield from _block("BOARD", (*head, *(line for each in lines for line in self.line(each))))

    def line(self, told: RecordLine, within: RecordMatch | None = None) -> Lines:
        yield from _block("TRAVELLER_LINE", self.inside(told, within))

    def inside(self, told: RecordLine, within: RecordMatch | None) -> Lines:
        line, result = told.line, told.line.result
        if within and self.record.kind == "teams":
            yield from _leaf("DIRECTION", Side.NS if line.ns == within.one else Side.EW)
        yield from self.seats(told, within)
        if result is not None:
            yield from _leaf("CONTRACT", "Pass" if result.passed_out else _contract(result.contract.plain))
            yield from _leaf("PLAYED_BY", result.declarer)
        yield from _leaf("LEAD", told.lead and f"{told.lead.suit.letter}{told.lead.rank}")
        if result is not None and not result.passed_out:
            yield from _leaf("TRICKS", result.tricks)
        yield from _leaf("SCORE", self.score(told))
        name = POINTS.get(self.record.method)
        if name and self.record.kind != "teams":
            yield from _leaves({f"NS_{name}": _figure(told.ns_points), f"EW_{name}": _figure(told.ew_points)})
        yield from _leaf("NOTES", told.remark)
        yield from _leaf("LIN_DATA", self.lin_data(told))

    def lin_data(self, told: RecordLine) -> str:
        """The auction and the play, where the hands are known too."""
        deal = self.deals.get((told.line.section, told.line.board)) or self.deals.get(("", told.line.board))
        if not (told.auction or told.play):
            return ""
        if deal is None:
            self.unplayed += 1
            return ""
        return write_lin_data(told, deal, self.names(told))

    def names(self, told: RecordLine) -> tuple[str, str, str, str]:
        """Who sat North, East, South and West."""
        (north, south), (east, west) = (self.two(told.line.ns, told.ns_pair), self.two(told.line.ew, told.ew_pair))
        return north, east, south, west

    def two(self, side: str, pair: str) -> tuple[str, str]:
        who = [self.who[each] for each in self.record.partnerships.get(side, (side,)) if each in self.who]
        players = [player for each in who for player in each.players]
        players = next(([*each.players] for one in who for each in one.pairs if each.id == pair), players)
        names = [each.name for each in players[:2]] if len(players) == 2 else []
        return (names[0], names[1]) if names else ("", "")

    @cached_property
    def who(self) -> Mapping[str, RecordContestant]:
        return self.record.by_id

    @cached_property
    def deals(self) -> Mapping[tuple[str, int], RecordDeal]:
        return {(each.section, each.hands.board): each for each in self.record.deals if not each.group}

    def seats(self, told: RecordLine, within: RecordMatch | None) -> Lines:
        line, record = told.line, self.record
        if record.kind == "individual":
            four = (*record.partnerships.get(line.ns, ()), *record.partnerships.get(line.ew, ()))
            for seat, player in zip("NSEW", four, strict=False):
                yield from _leaf(f"{seat}_PLAYER_NUMBER", self.numbers.get(player, player))
            return
        ns = told.ns_pair or self.numbers.get(line.ns, line.ns)
        ew = told.ew_pair or self.numbers.get(line.ew, line.ew)
        if not within or record.kind == "pairs" or told.ns_pair or told.ew_pair:
            yield from _leaves({"NS_PAIR_NUMBER": ns, "EW_PAIR_NUMBER": ew})

    def score(self, told: RecordLine) -> str:
        line = told.line
        if line.score is not None:
            return str(line.score)
        shares = _percent(line.ns_award), _percent(line.ew_award)
        if shares[0] is not None and shares[1] is not None:
            return f"A{shares[0]:02}{shares[1]:02}"
        self.unsaid += 1
        return ADJUSTED

    @cached_property
    def in_matches(self) -> Mapping[int, int]:
        """The numbers of lines that belong to a match, with the number of the match."""
        meetings: defaultdict[tuple[str, frozenset[str]], list[int]] = defaultdict(list)
        for number, match in enumerate(self.record.matches):
            meetings[match.section, frozenset((match.one, match.other))].append(number)
        found: dict[int, int] = {}
        for number, told in enumerate(self.record.lines):
            line = told.line
            of_both = meetings.get((line.section, frozenset((line.ns, line.ew))), ())
            fitting = [each for each in of_both if line.board in self.record.matches[each].boards]
            if fitting:  # a match may go over several rounds of the movement
                in_round = (each for each in fitting if self.record.matches[each].round == line.round)
                found[number] = next(in_round, fitting[0])
        return found

    @cached_property
    def of_match(self) -> Mapping[int, Sequence[RecordLine]]:
        found: defaultdict[int, list[RecordLine]] = defaultdict(list)
        for number, match in self.in_matches.items():
            found[match].append(self.record.lines[number])
        return found

    def has_round(self, number: int) -> bool:
        """Whether the match of a line tells its round."""
        match = self.in_matches.get(number)
        return match is not None and self.record.matches[match].round == self.record.lines[number].line.round

    def match(self, match: RecordMatch, lines: Sequence[RecordLine]) -> Lines:
        teams = self.record.kind == "teams"
        names = (
            (
                "TEAM",
                "OPPOSING_TEAM",
                "TEAM_SCORE",
                "OPPOSING_TEAM_SCORE",
                "TEAM_VICTORY_POINTS",
                "OPPOSING_TEAM_VICTORY_POINTS",
            )
            if teams
            else ("NS_PAIR_NUMBER", "EW_PAIR_NUMBER", "NS_SCORE", "EW_SCORE", "NS_VICTORY_POINTS", "EW_VICTORY_POINTS")
        )
        points, vps = match.points or (None, None), match.vps or (None, None)
        one, other = (self.numbers.get(each, each) for each in (match.one, match.other))
        consecutive = match.boards and match.boards == tuple(range(match.boards[0], match.boards[-1] + 1))
        yield from _leaves(
            {
                "ROUND_NUMBER": match.round,
                names[0]: one,
                names[1]: other,
                "START_BOARD_NUMBER": match.boards[0] if consecutive else None,
                "END_BOARD_NUMBER": match.boards[-1] if consecutive else None,
                names[2]: _figure(points[0]),
                names[3]: _figure(points[1]),
                names[4]: _figure(vps[0]),
                names[5]: _figure(vps[1]),
            }
        )
        played: defaultdict[int, list[RecordLine]] = defaultdict(list)
        for each in lines:
            if each.line.counts:
                played[each.line.board].append(each)
        for board in match.boards:
            yield from _block("BOARD", self.match_board(match, board, played[board]))

    def match_board(self, match: RecordMatch, board: int, lines: Sequence[RecordLine]) -> Lines:
        yield from _leaf("BOARD_NUMBER", board)
        if self.record.kind == "teams":
            yield from self.board_points(match, lines)
        for each in lines:
            yield from self.line(each, match)

    def board_points(self, match: RecordMatch, lines: Sequence[RecordLine]) -> Lines:
        told = {
            (each.ns_points, each.ew_points) if each.line.ns == match.one else (each.ew_points, each.ns_points)
            for each in lines
        } - {(None, None)}
        self.unlike += len(told) > 1
        for one, other in [*told][:1]:
            if one is not None and other == -one:
                yield from _leaf("IMPS", _figure(one))
            else:
                yield from _leaves({"TEAM_POINTS": _figure(one), "OPPOSING_TEAM_POINTS": _figure(other)})

    # -- hands ----------------------------------------------------------------------------------------------------------

    def hands(self) -> Lines:
        held: defaultdict[str, list[RecordDeal]] = defaultdict(list)
        for deal in self.record.deals:
            if not deal.group:
                held[deal.section if deal.section in self.sections and not self.flat else ""].append(deal)
        for section, deals in held.items():
            boards = [each.hands.board for each in deals]
            span = _leaves({"START_BOARD_NUMBER": min(boards), "END_BOARD_NUMBER": max(boards)})
            name = section or ("all" if "1" in self.sections else "1")
            yield from _block("HANDSET", (*span, *(line for deal in deals for line in _hands(deal))), HANDSET_ID=name)


NUMBER = re.compile(r"(?:(NS|EW)|[A-Za-z]+)?\s*([0-9]+)\s*(NS|EW)?", re.ASCII)


def _numbers(record: Record, flat: bool) -> Mapping[str, str]:
    """What stands for each contestant in the file: a bare number, if that says in its section who it is; else 3NS; else its id."""
    ways: tuple[Callable[[RecordContestant], str], ...] = (
        lambda each: _number(each.number or each.id, with_side=False),
        lambda each: _number(each.number or each.id, with_side=True),
    )
    for way in ways:
        found = {each.id: way(each) for each in record.contestants}
        seen = {
            ("" if flat else each.section, found[each.id], each.direction if record.winners == 2 else None)
            for each in record.contestants
        }
        if len(seen) == len(record.contestants):
            return found
    return {each.id: each.id for each in record.contestants}


def _number(text: str, *, with_side: bool) -> str:
    """NS 3 and Team 3 as USEBIO writes them: 3NS, 3."""
    found = NUMBER.fullmatch(text)
    if found is None:
        return text
    return found[2] + ((found[1] or found[3] or "") if with_side else "")


def _percent(award: Award) -> int | None:
    """An artificial score as a percentage that has a code; None if it has none."""
    if isinstance(award, Percent):
        percent = award.share * 100
        return int(percent) if percent.denominator == 1 and percent < 100 else None
    return AVERAGES[award] if isinstance(award, Average) else None


def _contract(plain: str) -> str:
    """3HX as USEBIO writes it: 3Hx."""
    bid = plain.rstrip("X")
    return bid + plain[len(bid) :].lower()


def _players(players: Iterable[RecordPlayer]) -> Lines:
    for each in players:
        yield from _block("PLAYER", _player(each))


def _player(player: RecordPlayer) -> Lines:
    yield from _leaves(
        {"PLAYER_NAME": player.name, "CLUB_ID_NUMBER": player.club_number, "NATIONAL_ID_NUMBER": player.number}
    )


def _hands(deal: RecordDeal) -> Lines:
    hands = (line for seat in Seat for line in _block("HAND", _hand(deal, seat)))
    yield from _block("BOARD", (*_leaf("BOARD_NUMBER", deal.hands.board), *hands))


def _hand(deal: RecordDeal, seat: Seat) -> Lines:
    suits = dict(zip(SUITS, written(hand_of(deal.hands, seat)).split("."), strict=True))
    yield from _leaf("DIRECTION", seat.full_name)
    for name in reversed(SUITS):
        yield f"<{name}>{suits[name]}</{name}>"


# -- what is left out ---------------------------------------------------------------------------------------------------

Losses = Iterator[tuple[bool, Sentence]]
"""What may be lost, and whether it is."""


def _left_out(writer: _Writer) -> Losses:
    yield from _lost_of_the_event(writer)
    yield from _lost_of_the_results(writer)
    yield from _lost_of_the_ranking(writer)
    yield from _lost_of_the_hands(writer.record.deals)


def _lost_of_the_event(writer: _Writer) -> Losses:
    record = writer.record
    own = [(each.tables, each.rounds, each.boards_per_round) for each in record.sections]
    others = sorted(set(record.further) - {*FACTS, *CONTACT, CHARGE_CODE, EVENT_TYPE, "title"})
    yield bool(record.director), say("The name of the director.")
    yield bool(record.regulations), say("The regulations.")
    yield bool(record.scale), say("Which scale of victory points it was.")
    yield record.method not in WRITTEN, say("How it was scored: USEBIO has no name for it.")
    seen = ranked_apart(record.contestants, record.ranking)
    yield record.apart and not seen, say("That sections are compared by themselves.")
    yield any(any(each) for each in own), say("Tables and rounds of sections.")
    yield writer.flat and bool(writer.sections), say("The letter of the section.")
    yield writer.flat and record.session_number is not None, say("The number of the session.")
    yield bool(others), say("Further facts: {names}.", names=", ".join(others))


def _lost_of_the_results(writer: _Writer) -> Losses:
    record = writer.record
    lines = [each.line for each in record.lines]
    awards = [award for each in lines for award in (each.ns_award, each.ew_award)]
    unmatched = [each for number, each in enumerate(lines) if number not in writer.in_matches]
    without = unmatched if record.kind == "teams" else [] if record.method in POINTS else lines
    printed = {id(each.line) for each in record.lines if each.ns_points is not None or each.ew_points is not None}
    uncounted = sum(not each.counts for each in lines)
    yield (
        any(each.table for each in lines) or any(each.round for each in unmatched),
        say("The round and the table of results."),
    )
    yield any(each.table for each in record.matches), say("The tables of matches.")
    yield uncounted > 0, say_count("{n} line without a result.", "{n} lines without a result.", uncounted)
    yield (
        writer.unsaid > 0,
        say_count(
            "How {n} score was adjusted; its points stand as they are.",
            "How {n} scores were adjusted; their points stand as they are.",
            writer.unsaid,
        ),
    )
    alike = any(isinstance(each, Percent) and _percent(each) in AVERAGES.values() for each in awards)
    yield alike, say("That some of 60%, 50% and 40% are no averages.")
    fouled = any(each.group or {each.ns_fault, each.ew_fault} != {"none"} for each in lines)
    yield fouled, say("The groups of fouled boards.")
    yield any(each.under_appeal for each in lines), say("Which scores are under appeal.")
    yield writer.unplayed > 0, say("Auctions and play of boards whose hands are not known.")
    yield any(id(each) in printed and each.counts for each in without), say("The points of each board.")
    yield writer.unlike > 0, say("Points of a board that differ between the tables of a match.")
    figures = [each for line in record.lines for each in (line.ns_points, line.ew_points) if each is not None]
    yield not all(map(_exact, figures)), say("The last decimals of points.")


def _lost_of_the_ranking(writer: _Writer) -> Losses:
    ranking = writer.record.ranking
    figures = [each for place in ranking for each in (place.points, place.percent, place.vps, place.adjustment)]
    besides = writer.in_vps and any(each.points is not None for each in ranking)
    yield any(each.maximum is not None for each in ranking), say("The most points that were possible.")
    yield besides, say("Points of the ranking besides victory points.")
    yield bool(writer.record.penalties), say("Single penalties; the ranking has their sum.")
    rounded = not all(each is None or _exact(each) for each in figures)
    yield rounded, say("The last decimals of totals.")


def _lost_of_the_hands(deals: Sequence[RecordDeal]) -> Losses:
    yield any(each.tricks or each.par for each in deals), say("What can be made with the hands.")
    yield (
        any(each.dealer or each.vulnerability for each in deals),
        say("Dealers and vulnerabilities that are not those of the board."),
    )
    yield any(each.group for each in deals), say("The hands of groups of a fouled board.")
