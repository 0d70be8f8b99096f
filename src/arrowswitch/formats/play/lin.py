"""LIN, the notation of Bridge Base: pairs of two letters and a value between bars, for one board, a match, or a vugraph.

There is no published description; what the letters mean is known from the files themselves. Hands go from South
clockwise and the last may be left out; names too begin with South. In a match each board comes twice, from the open and
from the closed room, and the results of all boards stand at the top of the file. The points there (`mp`) are passed over:
files do not agree on whose they are.

endplay was tried for reading. It knows one board a line with a fixed order of letters, none of the results of a match, and
needs libraries that are not wanted otherwise; so this is our own.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import takewhile

from arrowswitch.bridge import (
    LAST_BOARD,
    PASSED_OUT,
    Card,
    Contract,
    Doubling,
    NotBridge,
    Seat,
    Vulnerability,
    parse_bid,
    parse_card,
)
from arrowswitch.deals import BoardHands, hand_of, written
from arrowswitch.formats.format import MOST_LINES, BadFile, Format, ReadFile, WrittenFile, check_size, text_of
from arrowswitch.formats.play.games import (
    LONGEST_AUCTION,
    MOST_TEXT_LINES,
    Names,
    PlayedGame,
    calls_of,
    cards_by_suit,
    games_of,
    lists_lost,
    missing_board,
    record_of,
    team_names,
    whole_hands,
)
from arrowswitch.formats.record import Record
from arrowswitch.words import Sentence, say

SEATS = (Seat.SOUTH, Seat.WEST, Seat.NORTH, Seat.EAST)
"""The order of hands and names; a dealer is its place in it, counted from 1."""
_NESW = (2, 3, 0, 1)  # where North, East, South and West stand among names
VULNERABLE = {"o": Vulnerability.NONE, "n": Vulnerability.NS, "e": Vulnerability.EW, "b": Vulnerability.ALL}
_ALSO_NONE = ("0", "-", "")
METHODS = {"P": "matchpoints", "I": "imps", "B": "board-a-match", "X": "cross-imps", "T": "total-points"}
_LETTERS = {method: letter for letter, method in METHODS.items()}
LOOKS = frozenset(
    {"pg", "st", "rh", "qx", "bn", "ha", "tu", "lb", "pf", "wt", "cp", "cb", "cq", "cs", "cr", "cg", "ht", "bg", "bt"}
)
"""Letters about how it looks on a screen, or used elsewhere; nobody misses them."""
UNUSED: Mapping[str, Sentence] = {
    "an": say("explanations of calls"),
    "nt": say("comments"),
    "at": say("texts"),
    "mp": say("points"),
    "px": say("commentators"),
}
_PAIR = re.compile(r"([A-Za-z0-9]{2})\|([^|]*)\|")
_BEGINS = re.compile(rb"(?:\xef\xbb\xbf)?\s*[a-z]{2}\|[^|]{0,4000}\|", re.DOTALL)
_DEAL_OR_MATCH = re.compile(rb"(?:^|\||\s)(?:md|vg)\|")
_CALLS = re.compile(r"([1-7](?:NT|[CDHSN])|XX|[PDXR])!?\s*", re.IGNORECASE)
_RESULT = re.compile(r"([1-7](?:NT|[CDHSN]))(XX?|\*\*?)?([NESW])(XX?|\*\*?)?\s*(=|[+-][0-9]{1,2})?", re.IGNORECASE)
_ROOM = re.compile(r"([oc])([0-9]{1,3})", re.IGNORECASE)
_BOARD = re.compile(r"(?:board|bd)?\s*#?\s*([0-9]{1,3})", re.IGNORECASE)


def seen_in(data: bytes) -> bool:
    """Whether the file begins with two letters and a value between bars, and has a deal or a match.

    >>> seen_in(b"pn|South,West,North,East|st||md|3S,,,|"), seen_in(b'[Event "md|1|"]')
    (True, False)
    """
    start = data[:200_000]
    return bool(_BEGINS.match(start)) and bool(_DEAL_OR_MATCH.search(start))


# -- reading ------------------------------------------------------------------------------------------------------------


@dataclass
class _Reading:
    """What has been read so far of a file: its head, and the board that is being told."""

    match: tuple[str, ...] = ()
    results: tuple[str, ...] = ()
    everybody: tuple[str, ...] = ()
    boards: tuple[str, ...] = ()
    values: dict[str, str] = field(default_factory=dict)
    auction: list[str] = field(default_factory=list)
    play: list[str] = field(default_factory=list)
    games: list[PlayedGame] = field(default_factory=list)
    unused: Counter[str] = field(default_factory=Counter)
    faults: dict[Sentence, None] = field(default_factory=dict)

    def take(self, key: str, value: str) -> None:
        """The next pair of the file."""
        if key in ("vg", "rs", "pw", "bn"):
            setattr(self, _HEADS[key], tuple(part.strip() for part in value.split(",")))
        elif key == "qx" or (key == "md" and "md" in self.values) or (key == "pn" and self._told):
            self.close()
        if key in ("qx", "md", "pn", "sv", "ah", "mc"):
            self.values[key] = value.strip()
        elif key == "mb":
            self.auction.append(value)
        elif key == "pc":
            self.play.append(value)
        elif key not in LOOKS and key not in _HEADS:
            self.unused[key] += 1
        check_size(len(self.auction) // LONGEST_AUCTION, 4, say("calls"))
        check_size(len(self.play), 1000, say("cards"))

    @property
    def _told(self) -> bool:
        """Whether names that come now are those of the next board."""
        return "md" in self.values and ("pn" in self.values or bool(self.auction or self.play))

    def close(self) -> None:
        """The end of a board."""
        if "md" in self.values or self.auction or "qx" in self.values:
            self.games.append(self._game())
            check_size(len(self.games), MOST_LINES, say("results"))
        elif "pn" in self.values:
            self.everybody = tuple(part.strip() for part in self.values["pn"].split(","))
        self.values, self.auction, self.play = {}, [], []

    def _game(self) -> PlayedGame:
        deal = self.values.get("md", "")
        dealer = SEATS[int(deal[0]) - 1] if deal[:1] in ("1", "2", "3", "4") else None
        vulnerability = self._vulnerability()
        room = _ROOM.fullmatch(self.values.get("qx", ""))
        board = self._board(room, dealer, vulnerability)
        closed = bool(room and room[1].lower() == "c")
        game = PlayedGame(
            board,
            self._hands(board, deal),
            dealer,
            vulnerability,
            self.names(closed),
            room=room[1].upper() if room else "",
            auction=self._calls(board),
            play=self._cards(board),
        )
        claimed = self.values.get("mc", "")
        return replace(game, tricks=int(claimed)) if re.fullmatch("[0-9]|1[0-3]", claimed) else game

    def _vulnerability(self) -> Vulnerability | None:
        if "sv" not in self.values:
            return None
        letter = self.values["sv"].lower()
        return Vulnerability.NONE if letter in _ALSO_NONE else VULNERABLE.get(letter[:1])

    def _board(self, room: re.Match[str] | None, dealer: Seat | None, vulnerability: Vulnerability | None) -> int:
        named = _BOARD.search(self.values.get("ah", ""))
        last = self.games[-1].board if self.games else 0
        found = int(named[1]) if named else int(room[2]) if room else missing_board(dealer, vulnerability, last)
        found = last + 1 if found is None else found
        if not 1 <= found <= LAST_BOARD:
            raise BadFile(
                say("There is no board {board}: boards are numbered 1 to {last}.", board=found, last=LAST_BOARD)
            )
        return found

    def _hands(self, board: int, deal: str) -> BoardHands | None:
        found = _hands(board, deal)
        if found is None and deal[1:].strip(", "):
            self.faults[say("Deals that are not whole, such as the end of a play, are not used.")] = None
        return found

    def names(self, closed: bool) -> Names:
        """Who sat in a room."""
        own = tuple(part.strip() for part in self.values.get("pn", "").split(",")) if self.values.get("pn") else ()
        names = own or self.everybody
        four = names[4:8] if closed and len(names) >= 8 else names[:4]
        padded = (*four, "", "", "", "")
        return padded[_NESW[0]], padded[_NESW[1]], padded[_NESW[2]], padded[_NESW[3]]

    def _calls(self, board: int) -> tuple[str, ...]:
        text = "".join(self.auction)
        found = _CALLS.findall(text)
        if "".join(found).lower() != re.sub(r"[!\s]", "", text).lower():
            self.faults[say("Board {board}: the auction cannot be read, and is not used.", board=board)] = None
            return ()
        return calls_of(found)

    def _cards(self, board: int) -> tuple[str, ...]:
        try:
            cards = tuple(parse_card(card).plain for card in self.play)
        except NotBridge:
            cards = ()
        if self.play and (not cards or len(cards) > 52 or len(set(cards)) < len(cards)):
            self.faults[say("Board {board}: the play cannot be read, and is not used.", board=board)] = None
            return ()
        return cards


@lru_cache(maxsize=1024)  # many tables play the same deal
def _hands(board: int, deal: str) -> BoardHands | None:
    """The hands behind `md`; None if they are not whole."""
    hands: dict[Seat, Sequence[Card] | None] = {}
    for seat, text in zip(SEATS, deal[1:].split(","), strict=False):
        cards = cards_by_suit("".join(text.split()))
        if cards is None:
            raise BadFile(say("Board {board}: “{hand}” is no hand.", board=board, hand=text[:40]))
        hands[seat] = cards or None
    if not hands or any(held is not None and len(held) != 13 for held in hands.values()):
        return None
    return whole_hands(board, hands)


_HEADS = {"vg": "match", "rs": "results", "pw": "everybody", "bn": "boards"}


def read(data: bytes) -> ReadFile:
    """What a LIN file tells."""
    text = text_of(data)
    reading = _Reading()
    check_size(text.count("|") // 2, MOST_TEXT_LINES, say("values"))
    for pair in _PAIR.finditer(text):
        reading.take(pair[1].lower(), pair[2])
    reading.close()
    games = _with_results(reading)
    title, segment, letter, *_ = (*reading.match, "", "", "")
    head = Record(
        title=", ".join(part for part in (title, segment) if part), method=METHODS.get(letter.upper(), "matchpoints")
    )
    if head.method in ("imps", "board-a-match") and not any(reading.match[5:9]):
        head = replace(head, method="cross-imps" if head.method == "imps" else "matchpoints")
    record, notes = record_of(games, head)
    return ReadFile(record, (*notes, *reading.faults, *_unused(reading)))


def _with_results(reading: _Reading) -> list[PlayedGame]:
    """The games with the results that stand at the top of the file, and the teams that played them."""
    found: Counter[tuple[int, str]] = Counter()
    given = _results(reading)
    one, _, other, _ = (*reading.match[5:9], "", "", "", "")[:4]
    games = []
    for game in reading.games:
        place = game.board, game.room or "O"
        told = given.get((*place, found[place]), "")
        found[place] += 1
        teams = (other, one) if game.room == "C" else (one, other)
        games.append(_told(replace(game, teams=teams), told, reading))
    missing = {each: told for each, told in given.items() if told and each[2] >= found[each[0], each[1]]}
    for (board, room, _), told in missing.items():  # a result without a board that shows it
        if 1 <= board <= LAST_BOARD:
            teams = (other, one) if room == "C" else (one, other)
            names = reading.names(room == "C")
            games.append(_told(PlayedGame(board, names=names, teams=teams, room=room), told, reading))
    return games


def _results(reading: _Reading) -> dict[tuple[int, str, int], str]:
    """The results at the top, by board and room; where a board stands there several times, by how many were before it."""
    count = len(reading.results) // 2 + 1
    check_size(count, MOST_LINES, say("results"))
    first = int(reading.match[3]) if len(reading.match) > 3 and re.fullmatch("[0-9]{1,3}", reading.match[3]) else 1
    numbers = [int(each) for each in reading.boards if re.fullmatch("[0-9]{1,3}", each)]
    boards = numbers or range(first, first + count)
    times: Counter[int] = Counter()
    found = {}
    for place, board in enumerate(boards):
        for turn, room in enumerate("OC"):
            told = reading.results[2 * place + turn : 2 * place + turn + 1]
            found[board, room, times[board]] = told[0] if told else ""
        times[board] += 1
    return found


def _told(game: PlayedGame, told: str, reading: _Reading) -> PlayedGame:
    if not told:
        return game
    if told.upper() in ("P", "PASS", "AP"):
        return replace(game, contract=PASSED_OUT, declarer=None, tricks=0)
    found = _RESULT.fullmatch(told)
    if found is None:
        reading.faults[say("Board {board}: “{result}” is no result.", board=game.board, result=told[:20])] = None
        return game
    stars = (found[2] or found[4] or "").upper().replace("*", "X")
    contract = Contract(parse_bid(found[1]), Doubling(stars))
    over = 0 if (found[5] or "=") == "=" else int(found[5])
    if not 0 <= contract.needs + over <= 13:
        reading.faults[say("Board {board}: “{result}” is no result.", board=game.board, result=told[:20])] = None
        return game
    return replace(game, contract=contract, declarer=Seat(found[3].upper()), tricks=contract.needs + over)


def _unused(reading: _Reading) -> Iterator[Sentence]:
    known = [UNUSED[key] for key in UNUSED if reading.unused[key]]
    for what in known:
        yield say("Not used: {what}.", what=what)
    others = sorted(key for key in reading.unused if key not in UNUSED)
    if others:
        yield say("Not used: what stands behind {letters}.", letters=", ".join(others[:20]))
    if any(reading.match[place : place + 1] not in ((), ("",), ("0",)) for place in (6, 8)):
        yield say("Not used: what was carried into the match.")


# -- writing ------------------------------------------------------------------------------------------------------------


def write(record: Record) -> WrittenFile:
    """A record as a LIN file: its lines by board, the two rooms of a match after each other."""
    games, left_out = games_of(record)
    if any(game.score is not None for game in games):
        left_out.append(say("Results without a contract are not in it."))
        told = {game.board for game in games if game.score is None}
        games = [
            game if game.score is None else replace(game, score=None, auction=(), play=())
            for game in games
            if game.score is None or (game.hands and game.board not in told)
        ]
    if not games:
        raise BadFile(say("There is no deal and no result to be written."))
    left_out += _left_out(record)
    rooms = list(_rooms(games, record))
    played = [(game, room) for game, room in rooms if game.contract]
    named = played or record.title or record.method != "matchpoints"
    head = _head(record, rooms) if named else []
    text = "".join(f"{line}\n" for line in (*head, *(_board(game, room) for game, room in rooms)))
    return WrittenFile(text.encode(), tuple(dict.fromkeys(left_out)))


def _left_out(record: Record) -> Iterator[Sentence]:
    if record.results:
        yield say("A LIN file has no pair numbers, no points, no ranking, no sections, rounds or tables.")
        yield from lists_lost(record)
        if _LETTERS.get(record.method) is None:
            yield say("A LIN file says only whether it was IMPs or matchpoints, not {method}.", method=record.method)
    if record.kind == "teams" and len(record.contestants) != 2:
        yield say("A LIN file names the teams of one match; with more teams it does not say who played for whom.")
    if any((record.date, record.venue, record.club, record.director, record.program, record.session_number)):
        yield say("A LIN file has nothing of the club, the date and the place.")
    if any(told.remark for told in record.lines):
        yield say("Remarks are not in it.")
    if any(deal.tricks or deal.par for deal in record.deals):
        yield say("Double-dummy tables and par are not in it.")
    if any(_plain(text) != text for text in _texts(record)):
        yield say("Commas and bars in names and titles stand as spaces.")


def _texts(record: Record) -> Iterator[str]:
    yield record.title.replace(", ", " ", 1)
    for each in record.contestants:
        yield from (each.name, *(player.name for player in each.players))


def _plain(text: str) -> str:
    """A text that cannot be taken for the end of its place."""
    return " ".join(re.sub(r"[,|\r\n\t]", " ", text).split())


def _rooms(games: Sequence[PlayedGame], record: Record) -> Iterator[tuple[PlayedGame, str]]:
    """Each game with its room: the first team is North-South in the open room; pairs sit there by turns."""
    home = _home(record)
    last: tuple[int, str] = 0, "C"
    for game in games:
        room = ("o" if game.teams[0] == home[0] else "c") if any(home) else "o"
        if not any(home):
            room = "c" if last == (game.board, "o") and game.contract else "o"
        last = game.board, room
        yield game, room


def _home(record: Record) -> tuple[str, str]:
    names = list(team_names(record).values())
    return (names[0], names[1]) if len(names) == 2 else ("", "")


def _head(record: Record, rooms: Sequence[tuple[PlayedGame, str]]) -> list[str]:
    boards = [game.board for game, _ in rooms]
    entries: list[tuple[int, dict[str, PlayedGame]]] = []
    for game, room in rooms:
        if not entries or entries[-1][0] != game.board or room in entries[-1][1]:
            entries.append((game.board, {}))
        entries[-1][1][room] = game
    title, _, segment = record.title.partition(", ")
    letter = _LETTERS.get("cross-imps" if record.method == "butler" else record.method, "P")
    teams = [_plain(name) for name in _home(record)]
    match = [_plain(title), _plain(segment), letter, str(min(boards)), str(max(boards)), teams[0], "", teams[1], ""]
    results = [_result(by_room.get(room)) for _, by_room in entries for room in "oc"]
    return [
        f"vg|{','.join(match)}|",
        f"rs|{','.join(results)}|",
        f"bn|{','.join(str(board) for board, _ in entries)}|",
        "pg||",
    ]


def _result(game: PlayedGame | None) -> str:
    if game is None or game.contract is None or game.tricks is None:
        return ""
    if game.contract.bid is None:
        return "PASS"
    bid = f"{game.contract.bid.level}{game.contract.bid.denomination.letter[0]}"
    over = game.tricks - game.contract.needs
    return f"{bid}{game.declarer}{game.contract.doubling.lower()}{'=' if not over else f'{over:+d}'}"


def _board(game: PlayedGame, room: str) -> str:
    names = ",".join(_plain(game.names[_NESW.index(place)]) for place in range(4))
    letter = next(each for each, value in VULNERABLE.items() if value is game.vulnerable)
    parts = [("qx", f"{room}{game.board}")]
    parts += [("pn", names)] if any(game.names) else []
    parts += [("st", ""), ("md", _deal(game.hands, game.deals))] if game.hands else []
    parts += [("rh", ""), ("ah", f"Board {game.board}"), ("sv", letter)]
    parts += [
        ("mb", call.replace("NT", "N").replace("Pass", "p").replace("XX", "r").replace("X", "d"))
        for call in game.auction
    ]
    parts += [("pg", "")]
    for number, card in enumerate(takewhile(bool, game.play)):
        parts += [("pc", card)] + ([("pg", "")] if number % 4 == 3 else [])
    if game.contract and game.contract.bid and game.tricks is not None:
        parts += [("mc", str(game.tricks)), ("pg", "")]
    return "".join(f"{key}|{value}|" for key, value in parts)


@lru_cache(maxsize=1024)
def _deal(hands: BoardHands, dealer: Seat) -> str:
    told = []
    for seat in SEATS[:3]:
        suits = written(hand_of(hands, seat)).split(".")
        told.append("".join(suit + ranks for suit, ranks in zip("SHDC", suits, strict=True)))
    return f"{SEATS.index(dealer) + 1}{','.join(told)},"


FORMAT = Format(
    name="lin",
    title=say("LIN of Bridge Base"),
    suffixes=(".lin",),
    seen_in=seen_in,
    read=read,
    write=write,
    place=12,
    media="text/plain",
)
