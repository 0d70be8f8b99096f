"""RBN, Richard Pavlicek's notation (version 3.2): a letter at the start of each line says what it is, a blank line ends a board.

The first ten letters (date, title, location, event, form of scoring, session, teams, names, board, hands) hold until they are
said anew; auction, contract, play, result and makes are of one board. Scores and points are those of North-South. Names stand
as North+South:West+East. No library reads it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import lru_cache

from arrowswitch.bridge import (
    LAST_BOARD,
    PASSED_OUT,
    Card,
    Contract,
    Doubling,
    NotBridge,
    Seat,
    Vulnerability,
    ns_score,
    parse_bid,
    parse_card,
)
from arrowswitch.deals import BoardHands, TrickTable, cards_of, hand_of, written
from arrowswitch.formats.format import MOST_LINES, BadFile, Format, ReadFile, WrittenFile, check_size, text_of
from arrowswitch.formats.play.games import (
    LONGEST_AUCTION,
    PlayedGame,
    all_pass,
    calls_of,
    figures_of,
    games_of,
    lines_of,
    lists_lost,
    number_of,
    record_of,
    result_of,
    team_names,
    whole_hands,
)
from arrowswitch.formats.record import Record
from arrowswitch.scoring.numbers import Number
from arrowswitch.words import Sentence, say

KEPT = "DTLEFSKNBH"
"""What holds until it is said anew."""
OF_ONE_BOARD = "ACPRMI"
METHODS = {
    "I": "imps",
    "B": "board-a-match",
    "T": "aggregate",
    "X": "cross-imps",
    "M": "matchpoints",
    "N": "instant-matchpoints",
}
_FORMS = {
    **{method: letter for letter, method in METHODS.items()},
    "butler": "X:Butler",
    "point-a-board": "B:Point-a-board",
}
_FORMS |= {"total-points": "T:Pairs", "patton": "I:Patton", "net": "X:Net"}
_MORE = {told.lower(): method for method, told in _FORMS.items() if ":" in told}
VULNERABLE = {"Z": Vulnerability.NONE, "N": Vulnerability.NS, "E": Vulnerability.EW, "B": Vulnerability.ALL}
UNUSED: Mapping[str, Sentence] = {
    "T": say("titles of articles and their authors"),
    "I": say("lists of items"),
    "{": say("comments"),
    "0": say("notes to calls and cards"),
}
_SEEN = re.compile(rb"^[ \t]*H [NESW]:", re.MULTILINE)
_LABEL = re.compile(rf"([{KEPT}{OF_ONE_BOARD}0-9])(?:\s+(.*))?")
_STARTS = re.compile(rb"(?:\xef\xbb\xbf)?\s*(?:[DTLEFSKNBHACPRMI0-9](?:[ \t].*)?$|\{|%)", re.MULTILINE)
_CALL = re.compile(r"([1-7](?:NT|[CDHSN])|[PXR])|(A)|\*|\^[0-9]|[!?:;\s]", re.IGNORECASE)
_CARD = re.compile(r"([SHDC])?(10|[AKQJT2-9])|(-)|\*|\^[0-9]|[!?\s]", re.IGNORECASE)
_CONTRACT = re.compile(r"([1-7](?:NT|[CDHSN]))(XX?|R)?", re.IGNORECASE)
_RESULT = re.compile(r"([0-9]|1[0-3])?([+-][0-9]{1,5})?")
_TWO_STRINGS = re.compile(r"(?<!:):(?!:)")


def seen_in(data: bytes) -> bool:
    """Whether the file begins with a label, and has hands behind theirs.

    >>> seen_in(b"E Tuesday\\nB 1\\nH N:AKQ...:::\\n"), seen_in(b"H is a letter")
    (True, False)
    """
    start = data[:200_000]
    return bool(_STARTS.match(start)) and bool(_SEEN.search(start))


# -- reading ------------------------------------------------------------------------------------------------------------


@dataclass
class _Boards:
    """What has been read so far: what holds, what is of this board, and the games."""

    kept: dict[str, str] = field(default_factory=dict)
    own: dict[str, str] = field(default_factory=dict)
    first: dict[str, str] = field(default_factory=dict)
    games: list[PlayedGame] = field(default_factory=list)
    unused: Counter[str] = field(default_factory=Counter)
    faults: dict[Sentence, None] = field(default_factory=dict)
    changed: set[str] = field(default_factory=set)

    def take(self, line: int, label: str, value: str) -> None:
        """The next line of the file."""
        if label.isdigit():
            self.unused["0"] += 1
        elif label in KEPT:
            if self.first.setdefault(label, value) != value:
                self.changed.add(label)
            self.kept[label] = value
            self.own.setdefault("line", str(line))
            self.own["told"] = "yes" if label in "BH" else self.own.get("told", "")
        else:
            self.own[label] = value
            self.own["told"] = "yes"
        if label in UNUSED and value:
            self.unused[label] += 1

    def close(self) -> None:
        """The end of a board."""
        if self.own.get("told"):
            self.games.append(self._game())
            check_size(len(self.games), MOST_LINES, say("results"))
        self.own = {}

    def _game(self) -> PlayedGame:
        board = self._board()
        dealer, vulnerability, calls = self._auction(board)
        names, room = _names(self.kept.get("N", ""))
        teams = (*(part.strip() for part in self.kept.get("K", "").split(":")), "", "")[:2]
        contract, declarer = self._contract(board)
        tricks, score, points = self._result(board)
        table = int(room) if room.isdigit() and len(room) < 4 else None
        if room == "C":
            teams = teams[1], teams[0]
        return PlayedGame(
            board,
            self._hands(board),
            dealer,
            vulnerability,
            names,
            (teams[0], teams[1]),
            room if room in ("O", "C") else "",
            table=table,
            auction=calls,
            contract=contract,
            declarer=declarer,
            tricks=tricks,
            score=None if contract or calls else score,
            points=points,
            play=self._play(board),
            table_of_tricks=self._makes(board),
        )

    def _board(self) -> int:
        value = self.kept.get("B", "")
        found = re.match("[0-9]{1,3}", value.partition(":")[0].strip() or str(len(self.games) + 1))
        if found is None or not 1 <= int(found[0]) <= LAST_BOARD:
            raise BadFile(say("“{value}” is no board number.", value=value[:20]))
        return int(found[0])

    def _hands(self, board: int) -> BoardHands | None:
        value = self.kept.get("H", "")
        found = _hands(board, value) if value else None
        if value and found is None:
            self.faults[say("Board {board}: a deal that is not whole is not used.", board=board)] = None
        return found

    def _auction(self, board: int) -> tuple[Seat | None, Vulnerability | None, tuple[str, ...]]:
        value = self.own.get("A", "")
        head = re.match(r"\s*([NESW])([ZNEB?])?\s*:", value, re.IGNORECASE)
        if not value:
            return None, None, ()
        dealer = Seat(head[1].upper()) if head else Seat.WEST  # as version 3.2 has it where nobody is named
        vulnerability = VULNERABLE.get((head[2] or "").upper()) if head else None
        calls: list[str] = []
        at = head.end() if head else 0
        while at < len(value) and len(calls) <= LONGEST_AUCTION:
            found = _CALL.match(value, at)
            if found is None:
                self.faults[say("Board {board}: the auction cannot be read, and is not used.", board=board)] = None
                return dealer, vulnerability, ()
            at = found.end()
            if found[1]:
                calls += calls_of([found[1]])
            elif found[2]:
                calls = list(all_pass(calls))
        return dealer, vulnerability, tuple(calls[:LONGEST_AUCTION])

    def _contract(self, board: int) -> tuple[Contract | None, Seat | None]:
        value = self.own.get("C", "")
        bid, declarer, *_ = (*(part.strip() for part in value.split(":")), "", "")
        if bid.upper() in ("P", "PASS"):
            return PASSED_OUT, None
        found = _CONTRACT.fullmatch(bid)
        if found is None:
            if bid:
                self.faults[say("Board {board}: “{contract}” is no contract.", board=board, contract=bid[:20])] = None
            return None, None
        doubling = {"": Doubling.UNDOUBLED, "X": Doubling.DOUBLED}.get((found[2] or "").upper(), Doubling.REDOUBLED)
        seat = declarer.upper()[:1]
        return Contract(parse_bid(found[1]), doubling), Seat(seat) if seat and seat in "NESW" else None

    def _result(self, board: int) -> tuple[int | None, int | None, Number | None]:
        value, points, *_ = (*(part.strip() for part in self.own.get("R", "").split(":")), "", "")
        found = _RESULT.fullmatch(value)
        if found is None:
            self.faults[say("Board {board}: “{result}” is no result.", board=board, result=value[:20])] = None
            return None, None, None
        tricks = int(found[1]) if found[1] else None
        return tricks, int(found[2]) if found[2] else None, number_of(points)

    def _play(self, board: int) -> tuple[str, ...]:
        cards: list[str] = []
        for trick in re.split("[:;]", self.own.get("P", "")):
            suit, at = "", 0
            while at < len(trick):
                found = _CARD.match(trick, at)
                if found is None or len(cards) > 52 or (found[2] and not (found[1] or suit)):
                    self.faults[say("Board {board}: the play cannot be read, and is not used.", board=board)] = None
                    return ()
                at = found.end()
                suit = found[1] or suit
                if found[2]:
                    cards.append(parse_card(suit + found[2]).plain)
                elif found[3]:
                    cards.append("")
        known = [card for card in cards if card]
        if len(cards) > 52 or len(known) != len(set(known)):
            self.faults[say("Board {board}: the play cannot be read, and is not used.", board=board)] = None
            return ()
        return tuple(cards)

    def _makes(self, board: int) -> TrickTable | None:
        value = self.own.get("M", "")
        if not value:
            return None
        found = _MAKES.fullmatch(value.strip())
        if found is None:
            self.faults[say("Board {board}: what can be made cannot be read, and is not used.", board=board)] = None
            return None
        north = found["n"]
        south = found["s"] or north
        west = _less(north) if found["w"] == "!" else found["w"]
        east = {"=": west, "!": _less(south)}.get(found["e"], found["e"])
        return TrickTable(f"{north}{south}{east}{west}".lower())


@lru_cache(maxsize=1024)  # many tables play the same deal
def _hands(board: int, value: str) -> BoardHands | None:
    """The hands of a board; None if they are not whole."""
    first, _, rest = value.partition(":")
    texts = [part.strip() for part in re.split("[:;]", rest)]
    if first.strip().upper() not in tuple("NESW") or len(texts) < 3:
        raise BadFile(say("Board {board}: “{deal}” is no deal.", board=board, deal=value[:40]))
    seat = Seat(first.strip().upper())
    hands: dict[Seat, Sequence[Card] | None] = {}
    for text in texts[:4]:
        try:
            hands[seat] = tuple(cards_of(text)) if text else None
        except NotBridge:
            return None
        seat = seat.left
    return whole_hands(board, hands)


_MAKES = re.compile(
    r"[^:]*:[^:]*:(?P<n>[0-9A-D]{5})(?:[=-]|\+(?P<s>[0-9A-D]{5})):(?P<w>!|[0-9A-D]{5})\+?(?P<e>[!=]|[0-9A-D]{5})",
    re.IGNORECASE,
)


def _less(digits: str) -> str:
    """The tricks that the others do not take."""
    return "".join(f"{13 - int(digit, 16):X}" for digit in digits)


def _names(value: str) -> tuple[tuple[str, str, str, str], str]:
    parts = (*(part.strip() for part in value.split(":")), "", "", "")
    (north, south), (west, east) = (_two(part) for part in parts[:2])
    return (north, east, south, west), parts[2].upper()


def _two(pair: str) -> tuple[str, str]:
    one, _, other = pair.partition("+")
    return one.strip(), other.strip()


def read(data: bytes) -> ReadFile:
    """What an RBN file tells."""
    boards = _Boards()
    comment = False
    for number, line in enumerate(lines_of(text_of(data)), 1):
        text = line.strip()
        if comment or text.startswith("{"):
            boards.unused["{"] += not comment
            comment = not text.endswith("}")
        elif not text:
            boards.close()
        elif not text.startswith("%"):
            found = _LABEL.fullmatch(text)
            if found is None:
                raise BadFile(say("Line {line}: “{text}” has no label of RBN before it.", line=number, text=text[:40]))
            boards.take(number, found[1], (found[2] or "").strip())
    boards.close()
    record, notes = record_of(boards.games, _head(boards.first))
    return ReadFile(record, (*notes, *boards.faults, *_unused(boards)))


def _head(first: Mapping[str, str]) -> Record:
    form = first.get("F", "").strip()
    letter = form[:1].upper() if form[1:2] in ("", ":") else ""
    method = _MORE.get(form.lower()) or METHODS.get(letter, "matchpoints")
    session = first.get("S", "").partition(":")[0]
    if method == "imps" and not first.get("K"):
        method = "cross-imps"
    elif method in ("aggregate", "board-a-match") and not first.get("K"):
        method = "total-points" if method == "aggregate" else "matchpoints"
    return Record(
        title=_strings(first.get("E", "")),
        date=_date(first.get("D", "")),
        venue=_strings(first.get("L", "")),
        session_number=int(session) if re.fullmatch("[0-9]{1,3}", session) else None,
        method=method,
    )


def _strings(value: str) -> str:
    """One or two strings with a colon between, and two colons for one within."""
    return ", ".join(part.strip() for part in _TWO_STRINGS.split(value) if part.strip()).replace("::", ":")


def _date(value: str) -> date | None:
    found = re.match("([0-9]{4})([0-9]{2})([0-9]{2})(?![0-9C])", value)
    try:
        return date(int(found[1]), int(found[2]), int(found[3])) if found else None
    except ValueError:
        return None


def _unused(boards: _Boards) -> Iterator[Sentence]:
    for label, what in UNUSED.items():
        if boards.unused[label]:
            yield say("Not used: {what}.", what=what)
    if boards.first.get("D") and _date(boards.first["D"]) is None:
        yield say("Not used: the date “{date}”, which is no single day.", date=boards.first["D"][:20])
    if boards.changed & set("DEFS"):
        yield say("The file has several events or sessions; the first gives the name, the date and the scoring.")


# -- writing ------------------------------------------------------------------------------------------------------------


def write(record: Record) -> WrittenFile:
    """A record as an RBN file."""
    games, left_out = games_of(record)
    if not games:
        raise BadFile(say("There is no deal and no result to be written."))
    left_out += _left_out(record)
    before: dict[str, str] = {}
    parts = ["% RBN 3.2\n"]
    for game in games:
        kept = {**dict.fromkeys(KEPT, ""), **_kept(record, game)}
        lines = [
            f"{label} {kept[label]}".strip() for label in KEPT if kept[label] != before.get(label, "") or label == "B"
        ]
        before = kept
        lines += [f"{label} {value}" for label, value in _own(game) if value]
        parts.append("\n".join(lines) + "\n")
    return WrittenFile("\n".join(parts).encode(), tuple(dict.fromkeys(left_out)))


def _left_out(record: Record) -> Iterator[Sentence]:
    if record.results:
        yield say("An RBN file has no pair numbers, no points of East-West, no ranking, no sections and rounds.")
        yield from lists_lost(record)
    if any((record.club, record.director, record.program, record.event_id)):
        yield say("An RBN file has nothing of the club.")
    if any(told.remark for told in record.lines):
        yield say("Remarks are not in it.")
    if any(deal.par for deal in record.deals):
        yield say("Par is not in it.")
    if any(
        _plain(text) != text
        for each in record.contestants
        for text in (each.name, *(player.name for player in each.players))
    ):
        yield say("Colons and plus signs in names stand as other signs.")


def _plain(name: str) -> str:
    return " ".join(name.replace(":", ";").replace("+", "&").split())


def _escaped(text: str) -> str:
    return " ".join(text.split()).replace(":", "::")


def _kept(record: Record, game: PlayedGame) -> dict[str, str]:
    names = [_plain(name) for name in game.names]
    told = f"{names[0]}+{names[2]}:{names[3]}+{names[1]}" if any(names) else ":" if game.table else ""
    home = [_plain(name) for name in team_names(record).values()]
    teams = [_plain(each) for each in game.teams]
    two = len(home) == 2 and all(teams) and not game.table
    room = ("O" if teams[0] == home[0] else "C") if two else str(game.table or "")
    return {
        "D": record.date.strftime("%Y%m%d") if record.date else "",
        "L": _escaped(record.venue),
        "E": _escaped(record.title),
        "F": _FORMS.get(record.method, "") if record.results or record.method != "matchpoints" else "",
        "S": str(record.session_number or ""),
        "K": ":".join(home if two else teams) if any(teams) else "",
        "N": f"{told or ':'}:{room}" if room else told,
        "B": str(game.board),
        "H": _deal(game.hands, game.deals) if game.hands else "",
    }


@lru_cache(maxsize=1024)
def _deal(hands: BoardHands, dealer: Seat) -> str:
    told = (written(hand_of(hands, seat)) for seat in (dealer, dealer.left, dealer.partner))
    return f"{dealer}:{':'.join(told)}:"


def _own(game: PlayedGame) -> Iterator[tuple[str, str]]:
    if game.auction or game.hands or game.contract:
        letter = next(each for each, value in VULNERABLE.items() if value is game.vulnerable)
        calls = [{"Pass": "P", "XX": "R"}.get(call, call.replace("NT", "N")) for call in game.auction]
        rounds = ["".join(calls[at : at + 4]) for at in range(0, len(calls), 4)]
        yield "A", f"{game.deals}{letter}:{':'.join(rounds)}"
    if game.contract:
        doubling = "R" if game.contract.doubling is Doubling.REDOUBLED else game.contract.doubling.value
        bid = game.contract.bid
        yield "C", f"{bid.level}{bid.denomination.letter[0]}{doubling}:{game.declarer or ''}" if bid else "P"
    yield "P", ":".join(_trick(game.play[at : at + 4]) for at in range(0, len(game.play), 4))
    points = "" if game.points is None else f":{figures_of(game.points)}"
    result = result_of(game)
    ns = ns_score(result, game.vulnerable) if result else game.score
    score = "" if ns is None else f"{ns:+d}"
    tricks = "" if game.tricks is None else str(game.tricks)
    yield "R", f"{tricks}{score}{points}"
    if game.table_of_tricks:
        digits = game.table_of_tricks.digits.upper()
        yield "M", f"::{digits[:5]}+{digits[5:10]}:{digits[15:]}+{digits[10:15]}"


def _trick(cards: Sequence[str]) -> str:
    suit, told = "", []
    for card in cards:
        told.append((card[0] if card[:1] != suit else "") + card[1:] if card else "-")
        suit = card[:1] or suit
    return "".join(told)


FORMAT = Format(
    name="rbn",
    title=say("RBN of Richard Pavlicek"),
    suffixes=(".rbn",),
    seen_in=seen_in,
    read=read,
    write=write,
    place=13,
    media="text/plain",
)
