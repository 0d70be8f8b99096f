"""Writing PBN 2.1 in export style: a game for each deal with the table of its results, and one for each auction that is known."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from arrowswitch.bridge import Seat, Side, Suit, Vulnerability, dealer_of, vulnerability_of
from arrowswitch.deals import DECLARERS, DENOMINATIONS, BoardHands, TrickTable, deal_text, par
from arrowswitch.formats.format import BadFile, WrittenFile
from arrowswitch.formats.play.games import figures_of, people, tricks_of
from arrowswitch.formats.play.pbn_text import escaped
from arrowswitch.formats.record import Record, RecordContestant, RecordDeal, RecordLine, RecordPlace
from arrowswitch.scoring import METHODS, Ceiling, Fixed, Floor, Percent, Score, Weighted
from arrowswitch.scoring.lines import Average, Award
from arrowswitch.scoring.numbers import Number
from arrowswitch.words import Sentence, say

VULNERABLE = {Vulnerability.NONE: "None", Vulnerability.NS: "NS", Vulnerability.EW: "EW", Vulnerability.ALL: "All"}
COMPETITIONS = {"pairs": "Pairs", "teams": "Teams", "individual": "Individuals"}
SCORING = {
    "matchpoints": "MP",
    "butler": "IMP;Butler",
    "cross-imps": "IMP;Cross",
    "imps": "IMP",
    "board-a-match": "BAM",
    "instant-matchpoints": "Instant",
    "point-a-board": "BAM;Point-a-board",
    "patton": "BAM;Patton",
    "total-points": "Total",
    "aggregate": "Total;Aggregate",
    "net": "IMP;Net",
}
"""The first words are the standard's, what follows is ours where it has none."""
NAMES_APART = " - "
AVERAGES = {"plus": "A+", "average": "A", "minus": "A-"}
LONGEST_LINE = 255
HEAD = "% PBN 2.1\n% EXPORT\n"
UTF_8 = "% Content-type: text/x-pbn; charset=UTF-8\n"
SEATS = {Seat.WEST: "West", Seat.NORTH: "North", Seat.EAST: "East", Seat.SOUTH: "South"}


# -- deals alone --------------------------------------------------------------------------------------------------------


def write_deals(deals: Sequence[BoardHands], tables: Mapping[int, TrickTable] | None = None, *, event: str = "") -> str:
    """A file of deals, with the double-dummy table and par of those boards whose table is given.

    >>> from arrowswitch.formats.play.pbn import read_deals
    >>> suit = "AKQJT98765432"
    >>> deals = (BoardHands(7, f"{suit}...", f".{suit}..", f"..{suit}.", f"...{suit}"),)
    >>> read_deals(write_deals(deals)) == deals
    True
    """
    found = tuple(RecordDeal(hands, tricks=(tables or {}).get(hands.board)) for hands in deals)
    return write(Record(title=event, deals=found)).data.decode()


# -- whole records ------------------------------------------------------------------------------------------------------


def write(record: Record) -> WrittenFile:
    """A record as a PBN file."""
    boards = list(_boards(record))
    if not boards and not record.contestants:
        raise BadFile(say("There is no deal and no result to be written."))
    games = []
    for number, board in enumerate(boards or [_Board(1, None, ())]):
        games.append("\n".join(chain_of(_game(record, board, whole=not number))))
        games += ["\n".join(_played(record, board, told)) for told in board.lines if told.auction or told.play]
    text = "\n\n".join(games) + "\n"
    head = HEAD if text.isascii() else HEAD + UTF_8
    return WrittenFile((head + text).encode(), tuple(dict.fromkeys(_left_out(record))))


def chain_of(lines: Iterable[str]) -> list[str]:
    """The lines of a game, none of them empty, since that would end it."""
    return [line for line in lines if line.strip()]


class _Board(NamedTuple):
    """A board with its deal, and who played it so."""

    board: int
    deal: RecordDeal | None
    lines: tuple[RecordLine, ...]


def _boards(record: Record) -> Iterator[_Board]:
    deals: dict[int, list[RecordDeal]] = {}
    lines: dict[int, list[RecordLine]] = {}
    for deal in record.deals:
        deals.setdefault(deal.hands.board, []).append(deal)
    for told in record.lines:
        lines.setdefault(told.line.board, []).append(told)
    for board in sorted({*deals, *lines}):
        rest = lines.get(board, [])
        for deal in deals.get(board, []):
            own = [
                told for told in rest if deal.section in ("", told.line.section) and deal.group in ("", told.line.group)
            ]
            rest = [told for told in rest if told not in own]
            yield _Board(board, deal, tuple(own))
        if rest or board not in deals:
            yield _Board(board, None, tuple(rest))


def _tag(name: str, value: str) -> str:
    return f'[{name} "{escaped(value).removeprefix("##")}"]'


def _head(record: Record, board: _Board) -> Iterator[str]:
    yield _tag("Event", record.title)
    yield _tag("Site", record.venue)
    yield _tag("Date", record.date.strftime("%Y.%m.%d") if record.date else "")
    yield _tag("Board", str(board.board))


def _deal(board: _Board) -> Iterator[str]:
    deal = board.deal
    dealer, vulnerability = _dealt(board)
    yield _tag("Dealer", dealer.value)
    yield _tag("Vulnerable", VULNERABLE[vulnerability])
    yield _tag("Deal", deal_text(deal.hands) if deal else "")


def _dealt(board: _Board) -> tuple[Seat, Vulnerability]:
    deal = board.deal
    return (
        (deal and deal.dealer) or dealer_of(board.board),
        (deal and deal.vulnerability) or vulnerability_of(board.board),
    )


def _game(record: Record, board: _Board, *, whole: bool) -> Iterator[str]:
    """A board with its deal and all its results; the first has the ranking too."""
    yield from _head(record, board)
    yield from (_tag(name, "") for name in SEATS.values())
    yield from _deal(board)
    yield _tag("Scoring", _scoring(record))
    yield from (_tag(name, "") for name in ("Declarer", "Contract", "Result"))
    yield from _of_event(record, board) if whole else _of_section(board)
    if board.deal:
        yield from _analysis(board.deal, board)
    if whole and record.contestants:
        yield from _table("TotalScoreTable", _total_columns(record), _totals(record))
    if board.lines:
        yield from _table("ScoreTable", _columns(record), [(record, told) for told in board.lines])


def _scoring(record: Record) -> str:
    told = record.results or record.contestants or record.method != "matchpoints"
    return SCORING.get(record.method, record.method) if told else ""


def _of_event(record: Record, board: _Board) -> Iterator[str]:
    yield from _of_section(board)
    told = {
        "Competition": COMPETITIONS[record.kind] if record.results or record.contestants else "",
        "EventSponsor": record.club,
        "Session": str(record.session_number or ""),
        "Application": record.program,
    }
    yield from (_tag(name, value) for name, value in told.items() if value)


def _of_section(board: _Board) -> Iterator[str]:
    if board.deal and board.deal.section:
        yield _tag("Section", board.deal.section)


def _analysis(deal: RecordDeal, board: _Board) -> Iterator[str]:
    if deal.tricks:
        points = par(deal.tricks, *_dealt(board)).score
        yield _tag("DoubleDummyTricks", deal.tricks.digits)
        yield _tag("OptimumScore", f"{Side.NS if points >= 0 else Side.EW} {abs(points)}")
    if deal.par:
        yield _tag("ParContract", deal.par)
    if deal.tricks:
        yield '[OptimumResultTable "Declarer;Denomination\\2R;Result\\2R"]'
        for seat in DECLARERS:
            for each in DENOMINATIONS:
                yield f"{seat} {each.letter:>2} {deal.tricks.tricks(seat, each):2}"


# -- tables -------------------------------------------------------------------------------------------------------------

Cells = Mapping[str, Callable[..., str]]
"""The columns of a table by name, and what stands in a row of each; nothing is a hyphen."""


def _table(name: str, columns: Cells, rows: Sequence[tuple[object, ...]]) -> Iterator[str]:
    cells = [[_cell(told(*row)) for told in columns.values()] for row in rows]
    used = [place for place in range(len(columns)) if any(row[place] != "-" for row in cells)]
    widths = {place: max(len(row[place]) for row in cells) for place in used}
    heads = [f"{head}\\{widths[place]}L" for place, head in enumerate(columns) if place in used]
    if used:
        yield f'[{name} "{";".join(heads)}"]'
        for row in cells:
            yield " ".join(f"{row[place]:<{widths[place]}}" for place in used).rstrip()


def _cell(text: str) -> str:
    if not text:
        return "-"
    return text if re.fullmatch(r"[\w+*/.=]+|-\w[\w.]*", text, re.ASCII) else f'"{escaped(text)}"'


def _figures(number: Number | None) -> str:
    return "" if number is None else figures_of(number)


def _columns(record: Record) -> Cells:
    points = _points_name(record)
    cells: dict[str, Callable[[Record, RecordLine], str]] = {
        "Section": lambda _, told: told.line.section,
        "Round": lambda _, told: str(told.line.round or ""),
        "Table": lambda _, told: str(told.line.table or ""),
        **_who(record),
        "Contract": lambda _, told: told.line.result.contract.plain if told.line.result else "",
        "Declarer": lambda _, told: (told.line.result.declarer or "") if told.line.result else "",
        "Result": lambda _, told: _tricks(told),
        "Lead": lambda _, told: told.lead.plain if told.lead else "",
        "Score_NS": lambda _, told: _award(told, Side.NS),
        "Score_EW": lambda _, told: _award(told, Side.EW),
        f"{points}_NS": lambda _, told: _figures(told.ns_points),
        f"{points}_EW": lambda _, told: _figures(told.ew_points),
        "Remark": lambda _, told: told.remark,
    }
    return cells


def _points_name(record: Record) -> str:
    return {"MPs": "MP", "IMPs": "IMP"}.get(METHODS[record.method].unit, "Points")


def _who(record: Record) -> dict[str, Callable[[Record, RecordLine], str]]:
    contestants = record.by_id
    if record.kind == "individual":
        return {
            f"PlayerId_{SEATS[seat]}": lambda _, told, seat=seat: _number_at(record, contestants, told, seat)  # type: ignore[misc]
            for seat in (Seat.NORTH, Seat.SOUTH, Seat.EAST, Seat.WEST)
        }
    head = "TeamId" if record.kind == "teams" else "PairId"
    return {
        f"{head}_NS": lambda _, told: _number(contestants, told.line.ns),
        f"{head}_EW": lambda _, told: _number(contestants, told.line.ew),
    }


def _number(contestants: Mapping[str, RecordContestant], who: str) -> str:
    return (contestants[who].number if who in contestants else "") or who


def _number_at(record: Record, contestants: Mapping[str, RecordContestant], told: RecordLine, seat: Seat) -> str:
    side = told.line.ns if seat.side is Side.NS else told.line.ew
    two = record.partnerships.get(side, ())
    place = seat.side.seats.index(seat)
    return _number(contestants, two[place]) if place < len(two) else ""


def _tricks(told: RecordLine) -> str:
    result = told.line.result
    return str(result.tricks) if result and not result.passed_out else ""


def _award(told: RecordLine, side: Side) -> str:
    line = told.line
    if not line.counts:
        return ""
    award = line.award(side)
    if isinstance(award, Score):
        return str(award.ns if side is Side.NS else -award.ns)
    return award_text(award)


def award_text(award: Award) -> str:
    """What a side is given, as it is typed; nothing for what cannot be.

    >>> from fractions import Fraction
    >>> award_text(Percent(Fraction(11, 20))), award_text(Fixed(Fraction(7, 2)))
    ('55%', 'm3.5')
    """
    match award:
        case Average(kind=kind):
            return AVERAGES[kind]
        case Percent(share=share):
            return f"{figures_of(share * 100)}%"
        case Fixed(points=points):
            return f"m{figures_of(points)}"
        case Floor(ns=ns):
            return f"P{ns}"
        case Ceiling(ns=ns):
            return f"Q{ns}"
        case Weighted(outcomes=outcomes):
            return "; ".join(f"{figures_of(each.weight * 100)}% of {each.ns}" for each in outcomes)
    return ""


def _total_columns(record: Record) -> Cells:
    names = {"teams": "Roster", "individual": "Name"}.get(record.kind, "Names")
    ids = {"teams": "TeamId", "individual": "PlayerId"}.get(record.kind, "PairId")
    points = {"MP": "TotalScoreMP", "IMP": "TotalScoreIMP"}.get(_points_name(record), "TotalScore")
    most = max((len(each.players) for each in record.contestants), default=0)
    cells: dict[str, Callable[[RecordContestant, RecordPlace], str]] = {
        "Rank": lambda _, place: place.rank,
        ids: lambda who, _: who.number or who.id,
        "Section": lambda who, _: who.section,
        "Direction": lambda who, _: who.direction or "",
        points: lambda _, place: _figures(place.points),
        "TotalScoreVP": lambda _, place: _figures(place.vps),
        "TotalPercentage": lambda _, place: _figures(place.percent),
        "NrBoards": lambda _, place: "" if place.boards is None else str(place.boards),
        "ScorePenalty": lambda _, place: _figures(None if place.adjustment is None else -place.adjustment),
        "MP": lambda _, place: _figures(place.awards[0][1]) if place.awards else "",
        "TeamName": lambda who, _: who.name,
        names: lambda who, _: NAMES_APART.join(player.name for player in who.players),
    }
    for number in range(most):
        cells[f"MemberID{number + 1}"] = lambda who, _, number=number: (  # type: ignore[misc]
            who.players[number].number if number < len(who.players) else ""
        )
    return cells


def _totals(record: Record) -> list[tuple[RecordContestant, RecordPlace]]:
    contestants = record.by_id
    ranked = [(contestants[place.contestant], place) for place in record.ranking if place.contestant in contestants]
    named = {place.contestant for place in record.ranking}
    return ranked + [(each, RecordPlace(each.id)) for each in record.contestants if each.id not in named]


# -- auctions and play --------------------------------------------------------------------------------------------------


def _played(record: Record, board: _Board, told: RecordLine) -> Iterator[str]:
    """A game for the auction and play of one result."""
    line, result = told.line, told.line.result
    contestants = record.by_id
    north, south = people(record, contestants, line.ns, told.ns_pair)
    east, west = people(record, contestants, line.ew, told.ew_pair)
    names = {Seat.WEST: west, Seat.NORTH: north, Seat.EAST: east, Seat.SOUTH: south}
    yield from _head(record, board)
    yield from (_tag(head, names[seat]) for seat, head in SEATS.items())
    yield from _deal(board)
    yield _tag("Scoring", _scoring(record))
    yield _tag("Declarer", (result.declarer or "") if result else "")
    yield _tag("Contract", result.contract.plain.replace("PASS", "Pass") if result else "")
    yield _tag("Result", _tricks(told))
    yield from _of_section(board) if not line.section else [_tag("Section", line.section)]
    places = {"Round": line.round, "Table": line.table}
    yield from (_tag(name, str(value)) for name, value in places.items() if value)
    if record.kind != "individual":
        yield _tag("PairNS", _number(contestants, line.ns))
        yield _tag("PairEW", _number(contestants, line.ew))
    dealer, _ = _dealt(board)
    if told.auction:
        yield _tag("Auction", dealer.value)
        yield from (" ".join(told.auction[at : at + 4]) for at in range(0, len(told.auction), 4))
    if told.play and result and result.declarer and result.contract.bid:
        yield from _tricks_played(told, result.declarer, result.contract.bid.denomination.suit)


def _tricks_played(told: RecordLine, declarer: Seat, trumps: Suit | None) -> Iterator[str]:
    """The tricks by seat, in columns that begin with who led to the first."""
    first = declarer.left
    yield _tag("Play", first.value)
    seats = (first, first.left, first.partner, first.right)
    for trick in tricks_of(told.play, first, trumps):
        turn = seats.index(trick.leader)
        cards = [*trick.cards, "", "", ""][:4]
        by_seat = {seats[(turn + place) % 4]: card for place, card in enumerate(cards)}
        yield " ".join(by_seat[seat] or "-" for seat in seats)
    yield "*"


# -- what it cannot hold ------------------------------------------------------------------------------------------------


def _left_out(record: Record) -> Iterator[Sentence]:
    if any((record.club_number, record.director, record.event_id, record.scale, record.regulations, record.further)):
        yield say(
            "The club’s number, the director, the number of the event, the scale and the regulations are not in it."
        )
    if record.matches:
        yield say("Matches are not in it, only the boards of them.")
    if record.penalties or record.datums:
        yield say("Penalties and datums are not in it, only what they come to.")
    if record.boards_per_round or record.apart or any(each != type(each)(each.name) for each in record.sections):
        yield say("How sections are played is not in it.")
    if any(each.stratum or each.handicap is not None or each.pairs for each in record.contestants):
        yield say("Strata, handicaps, and who of a team played with whom are not in it.")
    if any(player.club_number for each in record.contestants for player in each.players):
        yield say("The club’s own numbers of players are not in it.")
    if any(place.maximum is not None or place.awards for place in record.ranking):
        yield say("Of masterpoints only the first number is in it, without its kind; the highest score is not.")
    yield from _left_out_of_lines(record)
    yield from _texts(record)


def _left_out_of_lines(record: Record) -> Iterator[Sentence]:
    lines = [told.line for told in record.lines]
    if any(line.status in ("late", "struck") for line in lines):
        yield say("Boards that are played late or were struck stand as not played.")
    if any(
        line.counts and not (_award(told, Side.NS) and _award(told, Side.EW))
        for told, line in zip(record.lines, lines, strict=True)
    ):
        yield say("Some adjusted scores are not in it, only the points that they gave.")
    groups = {"", *(deal.group for deal in record.deals)}
    if any(
        line.under_appeal or line.group not in groups or {line.ns_fault, line.ew_fault} != {"none"} for line in lines
    ):
        yield say("Appeals, groups of a fouled board and who was to blame are not in it.")
    if any(told.ns_pair or told.ew_pair for told in record.lines):
        yield say("Which pair of a team sat at a table is not in it.")


def _texts(record: Record) -> Iterator[Sentence]:
    tags = (record.title, record.venue, record.club, record.program, *(deal.par for deal in record.deals))
    if any(text in ("#", "-", "?") or text.startswith("##") for text in tags):
        yield say("A title of nothing but a sign is not in it.")
    names = [player.name for each in record.contestants for player in each.players]
    if any(NAMES_APART in name or not name for name in names):
        yield say("Names with a hyphen between spaces are read as two.")
