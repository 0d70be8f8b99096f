"""PBN 2.1, Portable Bridge Notation: games with tags, auctions, play, and tables of results, totals and what can be made.

Import and export style are read, and what programs make of them: suits named inside hands, unknown values, notes and empty
lines in odd places, boards without a number. A board that stands there once with a `ScoreTable` has its results from that;
a game with a result of its own adds its auction and play to the row that it is. What is written is export style.

endplay was tried for reading. It takes a result that is not known for none of the tricks and an empty contract for a board that was
passed out, leaves tables as words split at spaces (so that names fall apart), stops with errors of several kinds at `?`, at notes after
the play or at a missing number, and needs libraries that are not wanted otherwise; so this is our own.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from itertools import chain

from arrowswitch.bridge import (
    PASSED_OUT,
    Card,
    Contract,
    NotBridge,
    Result,
    Seat,
    Side,
    Vulnerability,
    ns_score,
    parse_card,
    parse_contract,
    parse_vulnerability,
)
from arrowswitch.deals import BoardHands, TrickTable, cards_of, deal_text, table_of
from arrowswitch.formats.format import MOST_LINES, BadFile, Format, ReadFile, check_size, text_of
from arrowswitch.formats.play.games import (
    LONGEST_AUCTION,
    PlayedGame,
    Trick,
    all_pass,
    calls_of,
    cards_by_suit,
    ended,
    gather_deals,
    lines_of,
    missing_board,
    number_of,
    record_of,
    result_of,
    whole_hands,
    won_by,
)
from arrowswitch.formats.play.pbn_text import PbnFile, PbnGame, games_in
from arrowswitch.formats.play.pbn_written import NAMES_APART, SCORING, write, write_deals
from arrowswitch.formats.record import (
    Record,
    RecordContestant,
    RecordKind,
    RecordLine,
    RecordPlace,
    RecordPlayer,
    RecordSection,
)
from arrowswitch.scoring import AVERAGE, MINUS, PLUS, BadLine, Line, Score
from arrowswitch.scoring.awards import read_award
from arrowswitch.scoring.lines import Award
from arrowswitch.scoring.numbers import Number
from arrowswitch.words import Sentence, say, spans

__all__ = ["FORMAT", "read", "read_deals", "write", "write_deals"]

USED = frozenset(
    (
        *(
            "event",
            "site",
            "date",
            "board",
            "west",
            "north",
            "east",
            "south",
            "dealer",
            "vulnerable",
            "deal",
            "scoring",
        ),
        *(
            "declarer",
            "contract",
            "result",
            "auction",
            "play",
            "section",
            "round",
            "table",
            "room",
            "hometeam",
            "visitteam",
        ),
        *("pairns", "pairew", "competition", "eventsponsor", "session", "application", "generator"),
        *("score", "scoreimp", "scoremp", "scoretable", "totalscoretable"),
        *("doubledummytricks", "optimumscore", "parcontract", "optimumresulttable"),
    )
)
_CREATOR = re.compile(r"creator\s*:\s*(.*)", re.IGNORECASE)
_STANDARD_ASIDE = re.compile(r"(?:pbn\b.*|export|import|content-type\b.*|creator\b.*|)", re.IGNORECASE)
_CALL = re.compile(
    r"=[0-9]{1,3}=|\$[0-9]{1,3}|\^\w?|[!?]+|\s+|(?P<end>[*+])|(?P<none>-)|(?P<ap>AP\b|ALL\s*PASS)"
    r"|(?P<call>PASS|RDBL|DBL|[1-7]\s?(?:NT|[CDHSN])|XX|[PXDR])",
    re.IGNORECASE,
)
_CARD = re.compile(
    r"=[0-9]{1,3}=|\$[0-9]{1,3}|\^\w?|[!?]+|\s+|(?P<end>[*+])|(?P<none>-)|(?P<card>[SHDC](?:10|[AKQJT2-9]))",
    re.IGNORECASE,
)
_TRICKS = re.compile(r"\^?(?:(NS|EW)\s*)?([0-9]|1[0-3])(?:\s.*)?", re.IGNORECASE)
_SIDED = re.compile(r"(NS|EW)\s*([+-]?[0-9]{1,5}(?:[.,][0-9]{1,4})?)(?:\s.*)?", re.IGNORECASE)
_AVERAGES: Mapping[str, Award] = {"40": MINUS, "50": AVERAGE, "60": PLUS}
_BOTH_AVERAGES = re.compile(r"A(40|50|60)[/-]?(40|50|60)", re.IGNORECASE)
_METHODS = {
    **{told.lower(): method for method, told in SCORING.items()},
    "matchpoints": "matchpoints",
    "mp1": "matchpoints",
    "mp2": "matchpoints",
    "imp;cross1": "cross-imps",
    "imp;cross2": "cross-imps",
    "imps": "imps",
    "cross-imps": "cross-imps",
    "butler": "butler",
    "bam": "board-a-match",
}
_KINDS: Mapping[str, RecordKind] = {"pair": "pairs", "team": "teams", "indi": "individual"}


def seen_in(data: bytes) -> bool:
    """Whether the file has a tag, or says that it is PBN.

    >>> seen_in(b'% PBN 2.1\\n[Event "Tuesday"]'), seen_in(b"[Document]\\nHeadline=x")
    (True, False)
    """
    start = text_of(data[:100_000])
    return bool(re.match(r"\s*%\s*PBN\b", start)) or bool(re.search(r'^[ \t]*\[[ \t]*\w+[ \t]+"', start, re.MULTILINE))


def read_deals(text: str) -> tuple[BoardHands, ...]:
    """The deals of a file, by board.

    >>> hands = "AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432"
    >>> read_deals(f'[Board "7"]\\n[Deal "E:{hands}"]')[0].east
    'AKQJT98765432...'
    """
    found: dict[int, BoardHands] = {}
    reader = _PbnReader(games_in(lines_of(text)))
    for game, played in reader.played():
        line = game.lines.get("deal", 0)
        if played.hands is None:
            if game.value("deal"):
                raise BadFile(say("Line {line}: a hand of board {board} is not given.", line=line, board=played.board))
        elif found.setdefault(played.board, played.hands) != played.hands:
            raise BadFile(say("Line {line}: board {board} is there twice.", line=line, board=played.board))
    if not found:
        raise BadFile(say("There is no deal in this file. A PBN file is wanted, with [Board] and [Deal] lines."))
    return tuple(found[board] for board in sorted(found))


def read(data: bytes) -> ReadFile:
    """What a PBN file tells."""
    return _PbnReader(games_in(lines_of(text_of(data)))).read()


@dataclass
class _PbnReader:
    """Reads the games of one file, and remembers what was wrong in it."""

    file: PbnFile
    faults: dict[Sentence, None] = field(default_factory=dict)

    # -- games --

    def played(self) -> Iterator[tuple[PbnGame, PlayedGame]]:
        """Each game that has a board, with what it tells."""
        last = 0
        for game in self.file.games:
            if any(
                game.value(tag) or game.sections.get(tag)
                for tag in ("board", "deal", "contract", "auction", "scoretable")
            ):
                told = self._game(game, last)
                last = told.board
                yield game, told

    def _game(self, game: PbnGame, last: int) -> PlayedGame:
        dealer, vulnerability = self._dealer(game), self._vulnerability(game)
        board = self._board(game, dealer, vulnerability, last)
        played = PlayedGame(
            board,
            self._hands(game, board),
            dealer,
            vulnerability,
            (game.value("north"), game.value("east"), game.value("south"), game.value("west")),
            room=game.value("room")[:1].upper(),
            section=game.value("section"),
            round=_count(game.value("round")),
            table=_count(game.value("table")),
            auction=self._auction(game, board),
            table_of_tricks=self._tricks_table(game, board),
            par=game.value("parcontract"),
        )
        if not played.table_of_tricks and not played.par:
            played = replace(played, par=game.value("optimumscore"))
        return self._with_result(game, replace(played, teams=_teams(game, played.room)))

    def _board(self, game: PbnGame, dealer: Seat | None, vulnerability: Vulnerability | None, last: int) -> int:
        value = game.value("board")
        if value:
            if not (value.isascii() and value.isdigit() and len(value) < 4 and int(value)):
                raise BadFile(
                    say("Line {line}: “{value}” is no board number.", line=game.lines.get("board", 0), value=value[:20])
                )
            return int(value)
        found = missing_board(dealer, vulnerability, last)
        if found is None:
            raise BadFile(say("Line {line}: a deal without its board number before it.", line=min(game.lines.values())))
        self.faults[say("Boards without a number have that of the next board with their dealer and vulnerability.")] = (
            None
        )
        return found

    def _dealer(self, game: PbnGame) -> Seat | None:
        letter = (game.value("dealer") or game.value("auction"))[:1].upper()
        return Seat(letter) if letter and letter in "NESW" else None

    def _vulnerability(self, game: PbnGame) -> Vulnerability | None:
        try:
            return parse_vulnerability(game.tags.get("vulnerable", ""))
        except NotBridge:
            return None

    def _hands(self, game: PbnGame, board: int) -> BoardHands | None:
        value = game.value("deal")
        if not value:
            return None
        place = say("Line {line}", line=game.lines.get("deal", 0))
        first, colon, rest = value.partition(":")
        texts = rest.split()
        if not colon or first.strip().upper() not in tuple("NESW") or len(texts) != 4:
            raise BadFile(say("{place}: “{deal}” is no deal of four hands.", place=place, deal=value[:40]))
        seat = Seat(first.strip().upper())
        hands: dict[Seat, Sequence[Card] | None] = {}
        for text in texts:
            try:
                hands[seat] = _hand(text)
            except NotBridge as fault:
                raise BadFile(say("{place}: {fault}", place=place, fault=fault.args[0])) from None
            seat = seat.left
        if any(held is not None and len(held) < 13 for held in hands.values()):
            self.faults[say("Deals that are not whole are not used.")] = None
            return None
        found = whole_hands(board, hands, place)
        if found is None:
            self.faults[say("Deals of which more than one hand is missing are not used.")] = None
        return found

    def _tricks_table(self, game: PbnGame, board: int) -> TrickTable | None:
        try:
            return TrickTable(game.value("doubledummytricks").lower())
        except NotBridge:
            pass
        tricks = {}
        for row in game.table("optimumresulttable"):
            denomination = row.get("denomination", "").upper().replace("NT", "N")[:1]
            result = row.get("result", "")
            if re.fullmatch("[0-9]|1[0-3]", result) and denomination in ("N", "S", "H", "D", "C"):
                tricks[row.get("declarer", "")[:1].upper(), denomination] = int(result)
        try:
            return table_of(lambda seat, each: tricks[seat.value, each.letter[0]])
        except KeyError:
            if tricks or game.value("doubledummytricks"):
                self.faults[say("Board {board}: what can be made cannot be read, and is not used.", board=board)] = None
            return None

    # -- what came of a game --

    def _auction(self, game: PbnGame, board: int) -> tuple[str, ...]:
        calls: list[str] = []
        for text in game.sections.get("auction", ()):
            at = 0
            while at < len(text):
                found = _CALL.match(text, at)
                if found is None or len(calls) > LONGEST_AUCTION:
                    self.faults[say("Board {board}: the auction cannot be read, and is not used.", board=board)] = None
                    return ()
                at = found.end()
                if found["call"]:
                    calls += calls_of([found["call"].replace("rdbl", "XX")])
                elif found["ap"]:
                    return all_pass(calls)
                elif found["end"]:
                    return tuple(calls)
        return tuple(calls)

    def _with_result(self, game: PbnGame, played: PlayedGame) -> PlayedGame:
        text = game.value("contract")
        declarer = game.value("declarer").lstrip("^")[:1].upper()
        seat = Seat(declarer) if declarer and declarer in "NESW" else None
        if text:
            try:
                contract = parse_contract(text)
            except NotBridge:
                self.faults[
                    say("Board {board}: “{contract}” is no contract.", board=played.board, contract=text[:20])
                ] = None
            else:
                played = replace(played, contract=contract, declarer=seat if contract.bid else None)
        elif played.auction:
            played = ended(played)
        if played.contract and played.contract.bid:
            played = replace(played, tricks=_tricks(game, played.declarer))
        score, points = _SIDED.fullmatch(game.value("score")), _points(game)
        if score and not text and not played.auction:
            ns = number_of(score[2])
            if isinstance(ns, int):
                played = replace(played, score=ns if score[1].upper() == "NS" else -ns)
        played = ended(replace(played, points=points, play=()))
        cards = self._cards(game, played)
        return ended(replace(played, play=cards)) if cards else played

    def _cards(self, game: PbnGame, played: PlayedGame) -> tuple[str, ...]:
        """The play in its order, from columns that begin with who led first."""
        rows = game.sections.get("play", ())
        first = (game.value("play") or (played.declarer.left.value if played.declarer else ""))[:1].upper()
        if not rows or first not in tuple("NESW"):
            return ()
        seat = Seat(first)
        seats, leader, found = (seat, seat.left, seat.partner, seat.right), seat, []
        trumps = played.contract.bid.denomination.suit if played.contract and played.contract.bid else None
        for row in rows[:14]:
            cards = self._row(row, played.board)
            if cards is None:
                return ()
            if not any(cards):
                break
            turn = seats.index(leader)
            found += [*cards[turn:], *cards[:turn]]
            winner = won_by(Trick(leader, tuple(found[-4:])), trumps)
            if winner is None:
                break
            leader = winner
        while found and not found[-1]:
            found.pop()
        known = [card for card in found if card]
        if len(found) > 52 or len(set(known)) < len(known):
            self.faults[say("Board {board}: the play cannot be read, and is not used.", board=played.board)] = None
            return ()
        return tuple(found)

    def _row(self, text: str, board: int) -> list[str] | None:
        cards: list[str] = []
        at = 0
        while at < len(text):
            found = _CARD.match(text, at)
            if found is None:
                self.faults[say("Board {board}: the play cannot be read, and is not used.", board=board)] = None
                return None
            at = found.end()
            if found["card"]:
                cards.append(parse_card(found["card"]).plain)
            elif found["none"]:
                cards.append("")
            elif found["end"]:
                break
        return (cards + [""] * 4)[:4]

    # -- the whole --

    def read(self) -> ReadFile:
        """The record of the file, and what of it is not used."""
        games = list(self.played())
        if not games and not self._totals():
            raise BadFile(say("There is no deal and no result in this file."))
        head = self._head()
        if any(game.table("scoretable") for game, _ in games) or self._totals():
            record = self._with_tables(games, head)
            notes: tuple[Sentence, ...] = ()
        else:
            told = [
                replace(played, remark=" ".join(game.comments)) if result_of(played) else played
                for game, played in games
            ]
            record, notes = record_of(told, head)
        return ReadFile(record, (*notes, *self.faults, *self._unused(games)))

    def _totals(self) -> list[Mapping[str, str]]:
        """The rows of every table of totals; one that is taken over from game to game counts once."""
        seen: set[int] = set()
        rows: list[Mapping[str, str]] = []
        for game in self.file.games:
            section = game.sections.get("totalscoretable")
            if section and id(section) not in seen and not rows:
                seen.add(id(section))
                rows += game.table("totalscoretable")
        return rows

    def _first(self, tag: str) -> str:
        return next(filter(None, (game.value(tag) for game in self.file.games)), "")

    def _head(self) -> Record:
        creator = next(filter(None, (_CREATOR.fullmatch(aside) for aside in self.file.asides)), None)
        words = self._first("scoring").lower()
        kind = _KINDS.get(self._first("competition").lower()[:4])
        method = (
            _METHODS.get(words)
            or _METHODS.get(";".join(words.split(";")[:2]))
            or _METHODS.get(words.split(";")[0], "matchpoints")
        )
        if method == "imps" and kind != "teams" and not self._first("hometeam"):
            method = "cross-imps"
        session = self._first("session")
        if len({game.value("event") for game in self.file.games if game.value("event")}) > 1:
            self.faults[say("The file has several events; the first gives the name, the date and the scoring.")] = None
        return Record(
            title=self._first("event"),
            date=_date(self._first("date")),
            venue=self._first("site"),
            club=self._first("eventsponsor"),
            session_number=_count(session),
            program=self._first("application") or (creator[1].strip() if creator else "") or self._first("generator"),
            kind=kind or "pairs",
            method=method,
        )

    def _unused(self, games: Sequence[tuple[PbnGame, PlayedGame]]) -> Iterator[Sentence]:
        tags = {game.names[tag] for game in self.file.games for tag in game.tags if tag not in USED and game.value(tag)}
        if tags:
            yield say("Not used: the tags {tags}.", tags=", ".join(sorted(tags)[:30]))
        if any(game.notes for game in self.file.games):
            yield say("Not used: {what}.", what=say("notes to calls and cards"))
        if any(game.comments and not (result_of(played) and not game.table("scoretable")) for game, played in games):
            yield say("Not used: {what}.", what=say("comments"))
        if any(not _STANDARD_ASIDE.fullmatch(aside) for aside in self.file.asides):
            yield say("Not used: {what}.", what=say("lines for other programs"))

    # -- tables --

    def _with_tables(self, games: Sequence[tuple[PbnGame, PlayedGame]], head: Record) -> Record:
        deals, groups, notes = gather_deals(played for _, played in games)
        self.faults.update(dict.fromkeys(notes))
        rows = [(game, played, row) for game, played in games for row in game.table("scoretable")]
        check_size(len(rows), MOST_LINES, say("results"))
        entries = PbnEntries(head.kind, [row for _, _, row in rows], self._totals())
        entries.two = entries.two or _same_numbers(
            (played.section or row.get("section", ""), played.board, row) for _, played, row in rows
        )
        places = entries.ranked(self._totals())
        lines: list[RecordLine] = []
        for _, played, row in rows:
            group = groups.get((played.board, deal_text(played.hands)), "") if played.hands else ""
            lines += self._lines(row, played, entries, group)
            check_size(len(lines), MOST_LINES, say("results"))
        self._own_results(games, lines, entries)
        return replace(
            head,
            kind=entries.kind,
            method="imps" if entries.kind == "teams" and head.method in ("cross-imps", "matchpoints") else head.method,
            winners=2 if entries.two else 1,
            sections=tuple(
                RecordSection(name) for name in dict.fromkeys(each.section for each in entries.found.values()) if name
            ),
            contestants=tuple(entries.found.values()),
            partnerships=entries.partnerships,
            lines=tuple(lines),
            ranking=tuple(places),
            deals=deals,
        )

    def _lines(self, row: Mapping[str, str], played: PlayedGame, entries: PbnEntries, group: str) -> list[RecordLine]:
        section = row.get("section", "") or played.section
        ns, ew = entries.sides(row, section)
        section = section or (entries.found[ns].section if ns in entries.found else "")
        result = self._result(row, played.board)
        awards = self._awards(row, played, result)
        if awards is None:
            return []
        score = Score(0)
        line = Line(
            played.board,
            ns,
            ew,
            awards[0] or score,
            awards[1] or score,
            status="counts" if awards[0] else "not-played",
            group=group,
            section=section,
            round=_count(row.get("round", "")) or played.round,
            table=_count(row.get("table", "")) or played.table,
            result=result,
        )
        lead = row.get("lead", "")
        try:
            card = parse_card(lead) if lead else None
        except NotBridge:
            card = None
        told = RecordLine(
            line, _column(row, "ns"), _column(row, "ew"), card, remark=row.get("remark", "") or row.get("remarks", "")
        )
        return [told] * min(_count(row.get("multiplicity", "")) or 1, 10_000)

    def _result(self, row: Mapping[str, str], board: int) -> Result | None:
        text = row.get("contract", "")
        try:
            contract = parse_contract(text) if text else None
        except NotBridge:
            if not _award_of(text):
                self.faults[say("Board {board}: “{contract}” is no contract.", board=board, contract=text[:20])] = None
            return None
        if contract is None or contract.bid is None:
            return Result(PASSED_OUT) if contract else None
        tricks = _taken(row.get("result", ""), contract)
        declarer = row.get("declarer", "").lstrip("^")[:1].upper()
        if tricks is None:
            return None
        return Result(contract, tricks, Seat(declarer) if declarer and declarer in "NESW" else None)

    def _awards(
        self, row: Mapping[str, str], played: PlayedGame, result: Result | None
    ) -> tuple[Award | None, Award | None] | None:
        """What each side is given; nothing for a board that was not played, and None for a row that cannot be read."""
        texts = [row.get(name, "") for name in ("score_ns", "score_ew")]
        for text in texts:
            both = _BOTH_AVERAGES.fullmatch(text)
            if both:
                return _AVERAGES[both[1]], _AVERAGES[both[2]]
        ns, ew = (_award_of(text) for text in texts)
        if (texts[0] or texts[1]) and ns is None and ew is None:
            self.faults[
                say("Board {board}: “{score}” is no score.", board=played.board, score=" ".join(texts)[:40])
            ] = None
            return None
        if isinstance(ew, Score):
            ew = Score(-ew.ns)
        contract = row.get("contract", "")
        if ns is None and ew is None:
            given = _award_of(contract) or None
            made = _score_of(result, played)
            if made is None and given is not None and not isinstance(given, Score):
                return given, given
            return made, made
        made = _score_of(result, played)
        if made is not None and made in (ns, ew) and all(each is None or isinstance(each, Score) for each in (ns, ew)):
            other = ew if ns == made else ns
            if other in (None, made, Score(0)):
                return made, made
        elif made is not None and ns is not None and ns == ew and ns != made:
            self.faults[say("Some boards have another score than their contract gives; the score stands.")] = None
        return ns if ns is not None else ew, ew if ew is not None else ns

    def _own_results(
        self, games: Sequence[tuple[PbnGame, PlayedGame]], lines: list[RecordLine], entries: PbnEntries
    ) -> None:
        """The auction and play of a game go to the row that it is."""
        by_board: dict[int, list[int]] = {}
        for number, told in enumerate(lines):
            by_board.setdefault(told.line.board, []).append(number)
        strangers: list[int] = []
        for game, played in games:
            if not (played.auction or played.play or result_of(played)):
                continue
            names = [
                entries.name(played.section, game.value(tag), side)
                for tag, side in (("pairns", Side.NS), ("pairew", Side.EW))
            ]
            wanted = result_of(played)
            fits = [
                number
                for number in by_board.get(played.board, ())
                if not lines[number].auction
                and not lines[number].play
                and (
                    _is(lines[number].line, names, played)
                    if game.value("pairns")
                    else wanted is not None and lines[number].line.result == wanted
                )
            ]
            if fits:
                play = played.play if len(played.play) > 1 else ()
                lead = parse_card(played.play[0]) if played.play and played.play[0] else lines[fits[0]].lead
                lines[fits[0]] = replace(lines[fits[0]], auction=played.auction, play=play, lead=lead)
            else:
                strangers.append(played.board)
        if strangers:
            self.faults[
                say("Boards {boards}: a result that is not in the table is not used.", boards=spans(strangers))
            ] = None


def _is(line: Line, names: Sequence[str], played: PlayedGame) -> bool:
    return (
        [line.ns, line.ew] == list(names) and played.round in (None, line.round) and played.table in (None, line.table)
    )


def _score_of(result: Result | None, played: PlayedGame) -> Score | None:
    if result is None or (result.declarer is None and not result.passed_out):
        return None
    return Score(ns_score(result, played.vulnerable))


def _award_of(text: str) -> Award | None:
    try:
        return read_award(text, int, unit="") if text else None
    except (BadLine, ValueError):
        return None


def _hand(text: str) -> list[Card] | None:
    """A hand of a deal; None for one that is not known. Suits may be named before their ranks."""
    if text == "-":
        return None
    upper = text.upper()
    if any(letter in upper for letter in "SHDC"):
        named = cards_by_suit(upper.replace(".", "").replace("-", ""))
        if named is None:
            raise NotBridge(say("“{hand}” is no hand: four suits with dots between are wanted.", hand=text[:40]))
        return named
    suits = upper.replace("10", "T").replace("-", "").split(".")
    if len(suits) != 4:
        raise NotBridge(say("“{hand}” is no hand: four suits with dots between are wanted.", hand=text[:40]))
    if sum(map(len, suits)) >= 13:
        return sorted(cards_of(".".join(suits)))
    return [parse_card(suit + rank) for suit, ranks in zip("SHDC", suits, strict=True) for rank in ranks]


def _count(text: str) -> int | None:
    return int(text) if re.fullmatch("[0-9]{1,4}", text, re.ASCII) and int(text) else None


def _teams(game: PbnGame, room: str) -> tuple[str, str]:
    home, visit = game.value("hometeam"), game.value("visitteam")
    return (visit, home) if room == "C" else (home, visit)


def _tricks(game: PbnGame, declarer: Seat | None) -> int | None:
    found = _TRICKS.fullmatch(game.value("result"))
    if found is None:
        return None
    tricks = int(found[2])
    theirs = found[1] and declarer and found[1].upper() != declarer.side.value
    return 13 - tricks if theirs else tricks


def _points(game: PbnGame) -> Number | None:
    for tag in ("scoreimp", "scoremp"):
        found = _SIDED.fullmatch(game.value(tag))
        if found and (found[1].upper() == "NS" or tag == "scoreimp"):
            number = number_of(found[2])
            return number if number is None or found[1].upper() == "NS" else -number
    return None


def _taken(text: str, contract: Contract) -> int | None:
    if re.fullmatch("[0-9]|1[0-3]", text):
        return int(text)
    over = 0 if text == "=" else int(text) if re.fullmatch("[+-][0-9]{1,2}", text) else None
    return contract.needs + over if over is not None and 0 <= contract.needs + over <= 13 else None


def _column(row: Mapping[str, str], side: str) -> Number | None:
    found = (number_of(row.get(f"{name}_{side}", "")) for name in ("mp", "imp", "points"))
    return next((each for each in found if each is not None), None)


def _date(text: str) -> date | None:
    found = re.fullmatch(r"([0-9]{4})[.\-/]([0-9]{1,2})[.\-/]([0-9]{1,2})", text)
    try:
        return date(int(found[1]), int(found[2]), int(found[3])) if found else None
    except ValueError:
        return None


def _same_numbers(rows: Iterable[tuple[str, int, Mapping[str, str]]]) -> bool:
    """Whether North-South and East-West are two fields: a pair would play against itself, or a board twice."""
    seen: set[tuple[str, int, str]] = set()
    for section, board, row in rows:
        ns, ew = row.get("pairid_ns", ""), row.get("pairid_ew", "")
        if ns and ew:
            if ns == ew or {(section, board, ns), (section, board, ew)} & seen:
                return True
            seen |= {(section, board, ns), (section, board, ew)}
    return False


# -- contestants of tables ----------------------------------------------------------------------------------------------


class PbnEntries:
    """The contestants of a file with tables, found by section, number and, where there are two fields, direction."""

    def __init__(
        self, kind: RecordKind, rows: Sequence[Mapping[str, str]], totals: Sequence[Mapping[str, str]]
    ) -> None:
        columns = set(chain.from_iterable((*rows[:1], *totals[:1])))
        teams = columns & {"teamid", "teamid_ns"}
        self.kind: RecordKind = "teams" if teams else "individual" if columns & {"playerid", "playerid_north"} else kind
        self.two = any(row.get("direction") for row in totals) and self.kind == "pairs"
        self.found: dict[str, RecordContestant] = {}
        self.sectioned: dict[tuple[str, Side | None], list[str]] = {}
        """Those of a section, by number and direction."""
        self.partnerships: dict[str, tuple[str, ...]] = {}

    def name(self, section: str, number: str, side: Side | None) -> str:
        """The id of a contestant."""
        return f"{section}{number}{side if side and self.two else ''}"

    def one(self, section: str, number: str, side: Side | None) -> RecordContestant:
        """A contestant, new if it was not there; one of the totals, where only these have sections."""
        name = self.name(section, number, side)
        alike = self.sectioned.get((number, side if self.two else None), [])
        if not section and name not in self.found and len(alike) == 1:
            return self.found[alike[0]]
        direction = side if self.two else None
        return self.found.setdefault(
            name, RecordContestant(name, section=section, direction=direction, number="" if number == name else number)
        )

    def sides(self, row: Mapping[str, str], section: str) -> tuple[str, str]:
        """Who sat North-South and East-West in a row; where nobody is named, only that."""
        return self._side(row, section, Side.NS), self._side(row, section, Side.EW)

    def _side(self, row: Mapping[str, str], section: str, side: Side) -> str:
        seats = [row.get(f"playerid_{seat.name.lower()}", "") for seat in side.seats]
        if all(seats):
            ids = [self.one(section, number, None).id for number in seats]
            self.partnerships["+".join(ids)] = tuple(ids)
            return "+".join(ids)
        key = side.value.lower()
        number = row.get(f"teamid_{key}", "") or row.get(f"pairid_{key}", "")
        if not number:
            return self.found.setdefault(side.value, RecordContestant(side.value)).id
        found = self.one(section, number, side)
        if not found.players and row.get(f"names_{key}"):
            self.found[found.id] = replace(found, players=_players(row[f"names_{key}"], 2))
        return found.id

    def ranked(self, totals: Sequence[Mapping[str, str]]) -> list[RecordPlace]:
        """The places of a table of totals; its contestants come in its order."""
        places = []
        for row in totals:
            number = row.get("teamid") or row.get("playerid") or row.get("pairid") or ""
            letters = re.sub("[^NESW]", "", row.get("direction", "").upper())[:1]
            side = (Side.NS if letters in "NS" else Side.EW) if letters else None
            if not number:
                continue
            known = self.one(row.get("section", ""), number, side)
            who = replace(known, players=self._people(row), name=row.get("teamname", ""))
            self.found[who.id] = who
            if who.section:
                self.sectioned.setdefault((number, who.direction), []).append(who.id)
            place = _place(who.id, row)
            if place != RecordPlace(who.id):
                places.append(place)
        return places

    def _people(self, row: Mapping[str, str]) -> tuple[RecordPlayer, ...]:
        text = row.get("names") or row.get("roster") or row.get("name") or ""
        players = _players(text, {"pairs": 2, "teams": 99, "individual": 1}[self.kind])
        numbers = [row.get(f"memberid{place}", "") for place in range(1, len(players) + 1)]
        if len(players) == 1:
            numbers = [numbers[0] or row.get("memberid", "")]
        return tuple(replace(player, number=number) for player, number in zip(players, numbers, strict=True))


def _place(who: str, row: Mapping[str, str]) -> RecordPlace:
    points = (row.get(name, "") for name in ("totalscoremp", "totalscoreimp", "totalscorebam", "totalscore"))
    penalty, masterpoints = number_of(row.get("scorepenalty", "")), number_of(row.get("mp", ""))
    return RecordPlace(
        who,
        row.get("rank", ""),
        next((found for text in points if (found := number_of(text)) is not None), None),
        percent=number_of(row.get("totalpercentage", "")),
        vps=number_of(row.get("totalscorevp", "")),
        boards=int(row["nrboards"]) if re.fullmatch("[0-9]{1,4}", row.get("nrboards", "")) else None,
        adjustment=None if penalty is None else -penalty,
        awards=() if masterpoints is None else (("", masterpoints),),
    )


def _players(text: str, most: int) -> tuple[RecordPlayer, ...]:
    """The names of a pair or team, with whatever stands between them."""
    if most == 1 or not text:
        return (RecordPlayer(text),) if text else ()
    for apart in (NAMES_APART, " & ", " + ", " / ", " – ", "/", "&", "+", "-"):
        names = text.split(apart)
        if len(names) == most or (most == 99 and apart == NAMES_APART):
            return tuple(RecordPlayer(name.strip()) for name in names)
    return (RecordPlayer(text),)


FORMAT = Format(
    name="pbn",
    title=say("PBN, Portable Bridge Notation"),
    suffixes=(".pbn",),
    seen_in=seen_in,
    read=read,
    write=write,
    place=11,
    media="application/x-pbn",
)
