"""The JSON of ACBL Live for Clubs: an event of pairs with its sessions, sections, pairs, boards and hand records.

Numbers come as numbers or as texts, and a score may be a word (PASS, NP, LATE, AVE+). The double-dummy lines of hand records give levels
and no tricks, so they are written and not read.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date, datetime
from fractions import Fraction
from typing import Any

from arrowswitch.bridge import (
    PASSED_OUT,
    Contract,
    NotBridge,
    Result,
    Seat,
    Side,
    Vulnerability,
    check_board,
    dealer_of,
    ns_score,
    parse_card,
    parse_contract,
    parse_seat,
    parse_vulnerability,
    vulnerability_of,
)
from arrowswitch.deals import DENOMINATIONS, BoardHands, TrickTable, check_deal
from arrowswitch.formats.format import (
    MOST_BOARDS,
    MOST_LINES,
    BadFile,
    Format,
    ReadFile,
    WrittenFile,
    check_json,
    check_size,
    text_of,
)
from arrowswitch.formats.record import (
    Record,
    RecordContestant,
    RecordDeal,
    RecordLine,
    RecordPlace,
    RecordPlayer,
    RecordSection,
)
from arrowswitch.scoring import BadLine, Fixed, Line, Percent, Score
from arrowswitch.scoring.awards import AVERAGES, read_award
from arrowswitch.scoring.lines import Average, Award
from arrowswitch.scoring.numbers import Number, tidy
from arrowswitch.words import Sentence, say

SEEN = re.compile(rb'"(pair_summaries|board_results|hand_records)"\s*:\s*\[')
SCORING = {
    "matchpoints": "MATCH_POINTS",
    "cross-imps": "CROSS_IMPS",
    "butler": "BUTLER_IMPS",
    "total-points": "TOTAL_POINTS",
}
NOT_PLAYED, LATE = ("NP", "NOT PLAYED", "NO PLAY"), ("LATE", "LATE PLAY")
KEPT = ("rating", "stratification_type", "acbl_board_top", "acbl_handicap_type", "strats", "game_type")
"""What is kept beside the record as it stands in the file."""
SEATS = {"north": Seat.NORTH, "east": Seat.EAST, "south": Seat.SOUTH, "west": Seat.WEST}
SUITS = {"spades": "S", "hearts": "H", "diamonds": "D", "clubs": "C"}
VULNERABILITY = {
    Vulnerability.NONE: "None",
    Vulnerability.NS: "NS",
    Vulnerability.EW: "EW",
    Vulnerability.ALL: "Both",
}


def is_acbl(data: bytes) -> bool:
    """Whether a file is such JSON.

    >>> is_acbl(b'{"event": {"sessions": [{"sections": [{"pair_summaries": []}]}]}}'), is_acbl(b'{"results": []}')
    (True, False)
    """
    head = data.lstrip(b"\xef\xbb\xbf \t\r\n")
    return head[:1] == b"{" and SEEN.search(data) is not None


# -- reading ------------------------------------------------------------------------------------------------------------


def read_acbl(data: bytes) -> ReadFile:
    """The sessions of an event."""
    check_json(data)
    try:
        whole = json.loads(text_of(data), parse_float=str)
    except json.JSONDecodeError as error:
        raise BadFile(
            say("This is not JSON: line {line}, column {column}.", line=error.lineno, column=error.colno)
        ) from None
    except (RecursionError, ValueError):
        raise BadFile(say("This file is nested too deep, or a number in it is too large.")) from None
    event = _table(whole, "event") if "event" in _object(whole, say("The file")) else whole
    kind = _text(event, "type").upper()
    if kind and "PAIR" not in kind:
        raise BadFile(say("This is an event of {type}; of this format only pairs are read.", type=kind[:40]))
    notes: list[Sentence] = []
    records = [_session(event, each, notes) for each in _list(event, "sessions")]
    if not any(record.contestants or record.lines or record.deals for record in records):
        raise BadFile(say("There is neither a pair nor a board in this event."))
    return ReadFile(records[0], tuple(dict.fromkeys(notes)), tuple(records[1:]))


def _session(event: Mapping[str, Any], given: Any, notes: list[Sentence]) -> Record:
    session = _object(given, say("A session"))
    sections = [_object(each, say("A section")) for each in _list(session, "sections")]
    winners = _winners(event, sections)
    people: dict[str, RecordContestant] = {}
    places: list[RecordPlace] = []
    lines: list[RecordLine] = []
    for section in sections:
        name = _text(section, "name")
        for each in _list(section, "pair_summaries"):
            pair = _object(each, say("A pair"))
            contestant = _contestant(pair, name, winners)
            if contestant.id in people:
                raise BadFile(say("Pair {pair} stands twice in section {section}.", pair=contestant.id, section=name))
            people[contestant.id] = contestant
            place = _place(pair, contestant.id, notes)
            if place is not None:
                places.append(place)
        for each in _list(section, "boards"):
            lines += _board(_object(each, say("A board")), name, winners)
            check_size(len(lines), MOST_LINES, say("results"))
    deals = [_object(each, say("A hand record")) for each in _list(session, "hand_records")]
    check_size(len(deals), MOST_BOARDS, say("boards"))
    boards = {_whole(section, "boards_per_round") for section in sections}
    return Record(
        title=_text(event, "name"),
        date=_date(_text(session, "start_date") or _text(event, "start_date")),
        club=_text(event, "club_name"),
        club_number=_text(event, "club_id_number"),
        event_id=_text(event, "id"),
        session_number=_whole(session, "number"),
        method=_method(_text(event, "board_scoring_method")),
        winners=winners,
        boards_per_round=boards.pop() if len(boards) == 1 else None,
        sections=tuple(
            RecordSection(_text(each, "name"), None, _whole(each, "number_of_rounds"), _whole(each, "boards_per_round"))
            for each in sections
            if _text(each, "name")
        ),
        contestants=tuple(people.values()),
        lines=tuple(lines),
        ranking=tuple(places),
        deals=tuple(_deals(deals, notes)),
        further={
            f"acbl {key}": json.dumps(event[key], ensure_ascii=False, sort_keys=True)
            for key in KEPT
            if event.get(key) not in (None, "", [], {})
        },
    )


def _winners(event: Mapping[str, Any], sections: Sequence[Mapping[str, Any]]) -> int:
    """How many winners are said, or seen: with two every number stands once in each direction."""
    said = re.search("[12]", _text(event, "winner_type"))
    if said:
        return int(said[0])
    for section in sections:
        pairs = [_object(each, say("A pair")) for each in _list(section, "pair_summaries")]
        numbers = Counter(_text(each, "pair_number") for each in pairs)
        if numbers and max(numbers.values()) > 1:
            return 2
    return 1


def _name(section: str, number: str, direction: Side | None) -> str:
    return f"{section}{number}{direction or ''}"


def _contestant(pair: Mapping[str, Any], section: str, winners: int) -> RecordContestant:
    number = _text(pair, "pair_number")
    if not number:
        raise BadFile(say("A pair of section {section} has no number.", section=section or "-"))
    direction = _side(_text(pair, "direction")) if winners == 2 else None
    name = _name(section, number, direction)
    return RecordContestant(
        name,
        tuple(_player(_object(each, say("A player"))) for each in _list(pair, "players")),
        section=section,
        direction=direction,
        number="" if number == name else number,
        stratum=_stratum(_text(pair, "strat")),
        handicap=_number(pair, "handicap"),
    )


def _side(text: str) -> Side | None:
    """A direction as files write it: N-S, EW, E."""
    letters = text.upper().replace("-", "").replace("/", "")
    return Side.NS if letters[:1] in ("N", "S") else Side.EW if letters[:1] in ("E", "W") else None


def _stratum(text: str) -> str:
    """The letter of a stratum, whose number the file gives.

    >>> _stratum("1"), _stratum("3"), _stratum("novice"), _stratum("")
    ('A', 'C', 'novice', '')
    """
    return chr(ord("A") + int(text) - 1) if re.fullmatch("[1-9]|1[0-9]|2[0-6]", text) else text


def _player(player: Mapping[str, Any]) -> RecordPlayer:
    return RecordPlayer(_text(player, "name"), _text(player, "id_number"))


def _place(pair: Mapping[str, Any], name: str, notes: list[Sentence]) -> RecordPlace | None:
    ranks = [_object(each, say("A place")) for each in _list(pair, "strat_place")]
    first = [each for each in ranks if _text(each, "strat_number") in ("", "1")]
    if len(ranks) > len(first):
        notes.append(say("Places in the lower strata are not used; they are worked out."))
    rank = _rank(_text(first[0], "rank")) if first else ""
    awards = _awards(pair, notes)
    place = RecordPlace(
        name,
        rank,
        _number(pair, "score"),
        percent=_number(pair, "percentage"),
        boards=_whole(pair, "boards_played"),
        adjustment=_number(pair, "adjustment"),
        awards=awards,
    )
    return None if place == RecordPlace(name) else place


def _rank(text: str) -> str:
    """A place as it is written here: those who share one have both numbers in the file.

    >>> _rank("3"), _rank("1/2"), _rank("")
    ('3', '1=', '')
    """
    first, shared, _ = text.partition("/")
    return f"{first.strip()}=" if shared else first.strip()


def _awards(pair: Mapping[str, Any], notes: list[Sentence]) -> tuple[tuple[str, Number], ...]:
    """The masterpoints of a pair by their colour: those of its first player."""
    found = []
    for each in _list(pair, "players"):
        player = _object(each, say("A player"))
        if "mp_total" in player:
            notes.append(say("What players had before is not used."))
        found.append(
            tuple(
                (_text(pigment, "color"), amount)
                for award in _list(player, "awards_score")
                for given in _list(_object(award, say("An award")), "pigment")
                if (amount := _number(pigment := _object(given, say("A pigment")), "amount")) is not None
            )
        )
    if len(set(found)) > 1:
        notes.append(say("The two of a pair have different masterpoints; those of the first are used."))
    return found[0] if found else ()


def _board(board: Mapping[str, Any], section: str, winners: int) -> Iterator[RecordLine]:
    number = _whole(board, "board_number") or 0
    _checked_board(number)
    for each in _list(board, "board_results"):
        yield _line(_object(each, say("A result")), number, section, winners)


def _checked_board(number: int) -> None:
    try:
        check_board(number)
    except NotBridge as problem:
        raise BadFile(problem.args[0]) from None


def _line(given: Mapping[str, Any], board: int, section: str, winners: int) -> RecordLine:
    ns, ew = (
        _name(section, _text(given, key), side if winners == 2 else None)
        for key, side in (("ns_pair", Side.NS), ("ew_pair", Side.EW))
    )
    line = Line(
        board,
        ns,
        ew,
        Score(0),
        Score(0),
        section=section,
        round=_whole(given, "round_number"),
        table=_whole(given, "table_number"),
    )
    try:
        line = _scored(line, given)
        lead = parse_card(text) if (text := _text(given, "opening_lead")) else None
    except (NotBridge, BadLine) as problem:
        raise BadFile(
            say("Board {board}, {ns} against {ew}: {problem}", board=board, ns=ns, ew=ew, problem=problem.args[0])
        ) from None
    return RecordLine(line, _number(given, "ns_match_points"), _number(given, "ew_match_points"), lead)


def _scored(line: Line, given: Mapping[str, Any]) -> Line:
    """A line with what was made there, or given."""
    ns, ew = (" ".join(_text(given, key).upper().split()) for key in ("ns_score", "ew_score"))
    result = _result(given)
    if ns in NOT_PLAYED or ew in NOT_PLAYED:
        return replace(line, status="not-played", result=result)
    if ns in LATE or ew in LATE:
        return replace(line, status="late", result=result)
    if result is None and (ns == "PASS" or (not ns and not ew)):
        if not ns:
            return replace(line, status="not-played")
        return replace(line, result=Result(PASSED_OUT))
    if ns in ("", "PASS") and result is not None:
        points = 0 if result.passed_out else ns_score(result, vulnerability_of(line.board))
        return replace(line, ns_award=Score(points), ew_award=Score(points), result=result)
    mine = _award(ns)
    theirs = mine if not ew and isinstance(mine, Score) else _award(ew, turned=True) if ew else _other(mine)
    return replace(line, ns_award=mine, ew_award=theirs, result=result)


def _other(mine: Award) -> Award:
    """What the other side of an average has, where the file does not say."""
    return AVERAGES["A"] if isinstance(mine, Average) else mine


def _award(text: str, *, turned: bool = False) -> Award:
    """What a side is given; a score of East-West is turned round."""
    found = read_award(text, _points, unit="")
    return Score(-found.ns) if turned and isinstance(found, Score) else found


def _points(text: str) -> int:
    if not re.fullmatch(r"[+-]?[0-9]{1,5}(\.0*)?", text):
        raise BadLine(say("“{text}” is no score.", text=text[:40]))
    return int(text.split(".")[0])


def _result(given: Mapping[str, Any]) -> Result | None:
    contract = " ".join(_text(given, "contract").split())
    if not contract or contract in ("-", "--"):
        return None
    bid = parse_contract(contract)
    if bid.bid is None:
        return Result(PASSED_OUT)
    declarer = parse_seat(text) if (text := _text(given, "declarer")) else None
    tricks = _tricks(given, bid)
    return None if tricks is None else Result(bid, tricks, declarer)


def _tricks(given: Mapping[str, Any], contract: Contract) -> int | None:
    taken = _whole(given, "tricks_taken")
    if taken is not None:
        return taken
    over = _text(given, "result").replace(" ", "")
    if over in ("=", "0", "+0"):
        return contract.needs
    return contract.needs + int(over) if re.fullmatch(r"[+-][0-9]{1,2}", over) else None


def _deals(given: Sequence[Mapping[str, Any]], notes: list[Sentence]) -> Iterator[RecordDeal]:
    for each in given:
        board = _whole(each, "board") or 0
        _checked_board(board)
        hands = BoardHands(board, *(_hand(each, seat) for seat in SEATS))
        try:
            check_deal(hands)
            dealer = parse_seat(text) if (text := _text(each, "dealer")) else None
            vulnerable = parse_vulnerability(text) if (text := _text(each, "vulnerability")) else None
        except NotBridge as problem:
            notes.append(
                say("The hands of board {board} are left out: {problem}", board=board, problem=problem.args[0])
            )
            continue
        if _text(each, "double_dummy_ns") or _text(each, "double_dummy_ew"):
            notes.append(say("What can be made is worked out anew: the file gives levels, and no tricks."))
        yield RecordDeal(
            hands,
            dealer=None if dealer is dealer_of(board) else dealer,
            vulnerability=None if vulnerable is vulnerability_of(board) else vulnerable,
            par=_text(each, "par"),
        )


def _hand(each: Mapping[str, Any], seat: str) -> str:
    suits = (_text(each, f"{seat}_{suit}").upper() for suit in SUITS)
    return ".".join(re.sub(r"[\s-]", "", suit).replace("10", "T") for suit in suits)


def _method(text: str) -> str:
    """The way of scoring, by the word that the file has for it.

    >>> _method("MATCH_POINTS"), _method("CROSS_IMPS"), _method("International Match Points"), _method("")
    ('matchpoints', 'cross-imps', 'cross-imps', 'matchpoints')
    """
    word = text.upper().replace(" ", "_")
    known = next((name for name, written in SCORING.items() if written == word), None)
    if known:
        return known
    if "BUTLER" in word:
        return "butler"
    if "IMP" in word or "INTERNATIONAL" in word:
        return "cross-imps"
    return "total-points" if "TOTAL" in word or "AGGREGATE" in word else "matchpoints"


def _date(text: str) -> date | None:
    """A day as files of this kind write it; None if it is none.

    >>> _date("2024-05-07T19:00:00"), _date("05/07/2024"), _date("soon")
    (datetime.date(2024, 5, 7), datetime.date(2024, 5, 7), None)
    """
    for part, form in ((text[:10], "%Y-%m-%d"), (text[:10], "%m/%d/%Y")):
        try:
            return datetime.strptime(part, form).date()
        except ValueError:
            continue
    return None


# -- values of the file ---------------------------------------------------------------------------------------------------


def _object(value: Any, what: Sentence) -> Mapping[str, Any]:
    if not isinstance(value, dict):
        raise BadFile(say("{what} is an object in this format, and here it is not.", what=what))
    return value


def _table(given: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    return _object(given[key], say("“{key}”", key=key))


def _list(given: Mapping[str, Any], key: str) -> list[Any]:
    found = given.get(key) or []
    if not isinstance(found, list):
        raise BadFile(say("“{key}” is a list in this format, and here it is not.", key=key))
    return found


def _text(given: Mapping[str, Any], key: str) -> str:
    """A text, or a number as a text; nothing for none."""
    value = given.get(key)
    if value is None or isinstance(value, bool):
        return ""
    if isinstance(value, str | int):
        return " ".join(str(value).split())[:500]
    raise BadFile(say("“{key}” is a text or a number in this format, and here it is not.", key=key))


def _number(given: Mapping[str, Any], key: str) -> Number | None:
    """A number, written as one or as a text; None for none."""
    text = _text(given, key).removesuffix("%").replace(",", ".")
    if not text:
        return None
    if not re.fullmatch(r"[+-]?[0-9]{1,12}(\.[0-9]{0,12})?|[+-]?\.[0-9]{1,12}", text):
        raise BadFile(say("“{key}” is a number in this format, and here it is “{value}”.", key=key, value=text[:40]))
    return tidy(Fraction(text))


def _whole(given: Mapping[str, Any], key: str) -> int | None:
    value = _number(given, key)
    if value is not None and (not isinstance(value, int) or not -1 <= value <= 10**6):
        raise BadFile(say("“{key}” is a whole number in this format, and here it is not.", key=key))
    return value


# -- writing ------------------------------------------------------------------------------------------------------------


def write_acbl(record: Record) -> WrittenFile:
    """A record as an event of one session; `BadFile` for anything but pairs."""
    return write_sessions_acbl((record,))


def write_sessions_acbl(records: Sequence[Record]) -> WrittenFile:
    """Several sessions of one event."""
    if any(record.kind != "pairs" for record in records):
        raise BadFile(say("This format holds pairs only, neither teams nor individuals."))
    first = records[0]
    left_out: list[Sentence] = []
    event = {
        "id": first.event_id,
        "name": first.title,
        "club_name": first.club,
        "club_id_number": first.club_number,
        "type": "PAIRS",
        "start_date": first.date.isoformat() if first.date else "",
        "board_scoring_method": SCORING.get(first.method, first.method.upper()),
        "winner_type": first.winners,
        **{key: json.loads(text) for key in KEPT if (text := first.further.get(f"acbl {key}"))},
        "sessions": [_session_out(record, left_out) for record in records],
    }
    data = json.dumps({"event": event}, ensure_ascii=False, indent=1).encode("utf-8")
    return WrittenFile(data, tuple(dict.fromkeys((*left_out, *_lost(records)))))


def _session_out(record: Record, left_out: list[Sentence]) -> dict[str, Any]:
    sections = list(dict.fromkeys((*(each.name for each in record.sections), *(_section_of(record))))) or [""]
    found = {
        "number": record.session_number,
        "hand_records": [_hand_record(each) for each in record.deals if not each.section and not each.group],
        "sections": [_section_out(record, name, left_out) for name in sections],
    }
    return {key: value for key, value in found.items() if value is not None}


def _section_of(record: Record) -> Iterator[str]:
    yield from (each.section for each in record.contestants)
    yield from (each.line.section for each in record.lines)


def _section_out(record: Record, name: str, left_out: list[Sentence]) -> dict[str, Any]:
    known = next((each for each in record.sections if each.name == name), RecordSection(name))
    people = [each for each in record.contestants if each.section == name]
    places = {place.contestant: place for place in record.ranking}
    known_by = record.by_id
    directions = {who: each.direction for who, each in known_by.items()}
    shared = Counter((place.rank, directions.get(place.contestant)) for place in record.ranking)
    numbers = {who: _number_of(each) for who, each in known_by.items()}
    boards: dict[int, list[dict[str, Any]]] = {}
    for each in record.lines:
        if each.line.section == name:
            boards.setdefault(each.line.board, []).append(_line_out(numbers, each, left_out))
    found = {
        "name": name,
        "boards_per_round": known.boards_per_round or record.boards_per_round,
        "number_of_rounds": known.rounds,
        "pair_summaries": [_pair_out(each, places.get(each.id), shared) for each in people],
        "boards": [{"board_number": board, "board_results": lines} for board, lines in boards.items()],
    }
    return {key: value for key, value in found.items() if value is not None}


def _number_of(each: RecordContestant) -> str:
    return each.number or each.id


def _pair_out(each: RecordContestant, place: RecordPlace | None, shared: Counter[Any]) -> dict[str, Any]:
    place = place or RecordPlace(each.id)
    letter = re.fullmatch("[A-Z]", each.stratum)
    rank = place.rank
    if rank.endswith("="):
        first = rank.removesuffix("=")
        among = shared[rank, each.direction]
        rank = f"{first}/{int(first) + among - 1}" if first.isdecimal() else f"{first}/{first}"
    awards = (
        [
            {
                "total": sum(float(amount) for _, amount in place.awards),
                "type": "Session",
                "pigment": [{"amount": _plain(amount), "color": color} for color, amount in place.awards],
            }
        ]
        if place.awards
        else []
    )
    found = {
        "pair_number": _number_of(each),
        "direction": str(each.direction or ""),
        "strat": ord(each.stratum) - ord("A") + 1 if letter else each.stratum,
        "boards_played": place.boards,
        "score": _plain(place.points),
        "percentage": _plain(place.percent),
        "adjustment": _plain(place.adjustment),
        "handicap": _plain(each.handicap),
        "strat_place": [{"strat_number": 1, "rank": rank, "type": "Section"}] if rank else [],
        "players": [
            {"id_number": player.number, "name": player.name, "awards_score": awards} for player in each.players
        ],
    }
    return {key: value for key, value in found.items() if value is not None}


def _line_out(numbers: Mapping[str, str], each: RecordLine, left_out: list[Sentence]) -> dict[str, Any]:
    line, result = each.line, each.line.result
    ns, ew = _scores(each, left_out)
    found: dict[str, Any] = {
        "round_number": line.round,
        "table_number": line.table,
        "ns_pair": numbers.get(line.ns, line.ns),
        "ew_pair": numbers.get(line.ew, line.ew),
        "ns_score": ns,
        "ew_score": ew,
        "contract": _contract_out(result) if result else "",
        "declarer": str(result.declarer.value) if result and result.declarer else "",
        "result": _over(result) if result and not result.passed_out else "",
        "tricks_taken": result.tricks if result and not result.passed_out else None,
        "opening_lead": each.lead.plain.replace("T", "10") if each.lead else "",
        "ns_match_points": _plain(each.ns_points),
        "ew_match_points": _plain(each.ew_points),
    }
    return {key: value for key, value in found.items() if value not in (None, "")}


def _contract_out(result: Result) -> str:
    bid = result.contract.bid
    if bid is None:
        return "PASS"
    return f"{bid.level} {bid.denomination.letter} {result.contract.doubling.value}".strip()


def _over(result: Result) -> str:
    return f"{result.over:+d}" if result.over else "="


def _scores(each: RecordLine, left_out: list[Sentence]) -> tuple[str, str]:
    """The scores of both sides, or the words in their place."""
    line = each.line
    if line.status in ("not-played", "struck"):
        if line.status == "struck":
            left_out.append(say("Lines that were struck out are written as not played."))
        return "NP", "NP"
    if line.status == "late":
        return "LATE", "LATE"
    if line.score == 0 and line.result is not None and line.result.passed_out:
        return "PASS", ""
    return _score(line.ns_award, each.ns_points, 1, left_out), _score(line.ew_award, each.ew_points, -1, left_out)


WORDS = {"plus": "AVE+", "average": "AVE", "minus": "AVE-"}


def _score(award: Award, points: Number | None, sign: int, left_out: list[Sentence]) -> str:
    match award:
        case Score(ns):
            return str(sign * ns)
        case Average(kind):
            return WORDS[kind]
        case Percent(share):
            return f"{_plain(share * 100)}%"
        case Fixed(number):
            return f"m{_plain(number)}"
        case _:
            left_out.append(say("Weighted and other rulings are written as the points that they gave."))
            return f"m{_plain(points or 0)}"


def _hand_record(each: RecordDeal) -> dict[str, Any]:
    board = each.hands.board
    suits = {
        f"{seat}_{suit}": " ".join("10" if rank == "T" else rank for rank in held if rank != "-")
        for seat, where in SEATS.items()
        for suit, held in zip(SUITS, each.hands.of(where).upper().replace("10", "T").split("."), strict=True)
    }
    makes = {f"double_dummy_{side.value.lower()}": _makes(each.tricks, side) for side in Side} if each.tricks else {}
    return {
        "board": board,
        "dealer": (each.dealer or dealer_of(board)).value,
        "vulnerability": VULNERABILITY[each.vulnerability or vulnerability_of(board)],
        **suits,
        **makes,
        **({"par": each.par} if each.par else {}),
    }


def _makes(tricks: TrickTable, side: Side) -> str:
    """What a side can make, by levels: NS: 1C 3NT."""
    levels = [(tricks.best(side, each) - 6, each.letter) for each in reversed(DENOMINATIONS)]
    return f"{side}: " + " ".join(f"{level}{letter}" for level, letter in levels if level > 0)


def _plain(value: Number | None) -> int | float | None:
    if value is None:
        return None
    return value.numerator if Fraction(value).denominator == 1 else float(value)


def _lost(records: Sequence[Record]) -> Iterator[Sentence]:
    """What this format has no place for."""
    if any(record.method not in SCORING for record in records):
        yield say("The way of scoring has no word in this format.")
    if any(place.vps is not None for record in records for place in record.ranking) or any(
        record.matches for record in records
    ):
        yield say("Matches and victory points are left out.")
    if any(record.penalties for record in records):
        yield say("Penalties are left out, but for what the ranking says of them.")
    if any(place.maximum is not None for record in records for place in record.ranking):
        yield say("The most that could be had is left out; percentages are there.")
    if any(each.section or each.group for record in records for each in record.deals):
        yield say("Hands of one section or group only are left out.")
    if any(each.tricks for record in records for each in record.deals):
        yield say("Of double-dummy tables only what can be made is written.")
    if any(each.auction or each.play or each.remark for record in records for each in record.lines):
        yield say("Auctions, the play of the cards and remarks are left out.")
    if any(each.line.group for record in records for each in record.lines):
        yield say("The groups of fouled boards are left out.")
    if any(player.club_number for record in records for each in record.contestants for player in each.players):
        yield say("The club's own numbers of players are left out.")
    if any(record.director or record.venue or record.program for record in records):
        yield say("Director, venue and program are left out.")


FORMAT = Format(
    name="acbl",
    title=say("ACBL Live for Clubs"),
    suffixes=(".json",),
    seen_in=is_acbl,
    read=read_acbl,
    write=write_acbl,
    write_all=write_sessions_acbl,
    place=20,
    media="application/json",
)
