"""The session file that `arrowswitch score` reads: lines, method and regulations, and no names (see `scoring.files`).

Where the file was made from another one that prints its points, the options say by which rules those come out. Several sessions, or
sections that are ranked by themselves, are one file with a list of them.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from arrowswitch.bridge import PASSED_OUT, NotBridge, Result, ns_score, parse_card, vulnerability_of
from arrowswitch.formats.fitting import fitted, match_boards, with_penalties, with_sections, won
from arrowswitch.formats.format import (
    MOST_LINES,
    BadFile,
    Format,
    ReadFile,
    WrittenFile,
    check_json,
    check_size,
    text_of,
)
from arrowswitch.formats.record import Record, RecordContestant, RecordKind, RecordLine, RecordMatch, RecordSection
from arrowswitch.scoring import (
    Ceiling,
    Damage,
    Fixed,
    Floor,
    Line,
    Penalty,
    Percent,
    Score,
    SessionFileError,
    SessionToScore,
    Weighted,
)
from arrowswitch.scoring.files.session_file import OPTIONS, read
from arrowswitch.scoring.lines import Average, Award
from arrowswitch.scoring.numbers import Number, tidy
from arrowswitch.words import Sentence, say, say_count

SEEN = re.compile(rb'"(results|sessions)"\s*:\s*\[')
LINE = re.compile(rb'"(ns|ew)"\s*:\s*"')
FURTHER = ("expected", "boards", "laws", "sit_outs", "clubs", "pars", "contest", "boards_per_match")
"""What is kept beside the record as it stands in the file."""
MOST_SESSIONS = 1000


def is_session(data: bytes) -> bool:
    """Whether a file is one or more sessions for `score`.

    >>> is_session(b'{"results": [{"board": 1, "ns": "1", "ew": "2", "score": 90}]}'), is_session(b'{"event": {}}')
    (True, False)
    """
    head = data.lstrip(b"\xef\xbb\xbf \t\r\n")
    return head[:1] == b"{" and SEEN.search(data) is not None and LINE.search(data) is not None


# -- reading ------------------------------------------------------------------------------------------------------------


def read_session(data: bytes) -> ReadFile:
    """The session or sessions of a file.

    >>> read_session(b'{"results": [{"board": 1, "ns": "1", "ew": "2", "score": 90}]}').record.lines[0].line.score
    90
    """
    check_json(data)
    try:
        given = json.loads(text_of(data), parse_float=str)
    except json.JSONDecodeError as error:
        raise BadFile(
            say("This is not JSON: line {line}, column {column}.", line=error.lineno, column=error.colno)
        ) from None
    except (RecursionError, ValueError):
        raise BadFile(say("This is not a session: it is nested too deep, or a number in it is too large.")) from None
    sessions = given.get("sessions") if isinstance(given, Mapping) and "sessions" in given else [given]
    if not isinstance(sessions, list) or not sessions:
        raise BadFile(say("sessions is a list with at least one session."))
    check_size(len(sessions), MOST_SESSIONS, say("sessions"))
    records = [_record(each) for each in sessions]
    return ReadFile(records[0], (), tuple(records[1:]))


def _record(given: Any) -> Record:
    if isinstance(given, Mapping) and isinstance(given.get("results"), list):
        check_size(len(given["results"]), MOST_LINES, say("results"))
    try:
        session = read(given)
    except SessionFileError as problem:
        raise BadFile(problem.args[0]) from None
    lines = tuple(map(_read_line, session.lines, given.get("results", [])))
    scale = session.regulations.matches.scale if session.boards_per_match else ""
    sections = dict.fromkeys(line.section for line in session.lines if line.section)
    return Record(
        title=str(given.get("title") or ""),
        kind=_kind(session),
        method=session.method,
        winners=session.winners,
        scale=scale,
        regulations=session.regulations.name,
        apart=session.apart,
        sections=tuple(map(RecordSection, sections)),
        contestants=tuple(_contestants(session)),
        partnerships=session.partnerships,
        lines=lines,
        matches=tuple(
            RecordMatch(each.one, each.other, each.round, None, _made_up(each.boards), each.points, None, each.section)
            for each in session.settled
        ),
        penalties=session.penalties,
        further=_further(given, session),
    )


def _made_up(boards: int) -> tuple[int, ...]:
    """The boards of a match of which only the number is known."""
    return tuple(range(1, min(boards, 999) + 1))


def _kind(session: SessionToScore) -> RecordKind:
    return "teams" if session.teams else "individual" if session.partnerships else "pairs"


def _read_line(line: Line, given: Mapping[str, Any]) -> RecordLine:
    passed = given.get("passed") is True or ("contract" in given and line.result is None)
    lead = str(given.get("lead") or "")
    try:
        card = parse_card(lead) if lead else None
    except NotBridge as problem:
        raise BadFile(problem.args[0]) from None
    return RecordLine(replace(line, result=Result(PASSED_OUT)) if passed else line, lead=card)


def _contestants(session: SessionToScore) -> Iterator[RecordContestant]:
    sections = {name: line.section for line in reversed(session.lines) for name in _names(session, line)}
    granted = session.handicaps.of if session.handicaps else {}
    playing = dict.fromkeys(name for line in session.lines for name in _names(session, line))
    for name in (*playing, *(name for name in session.fields if name not in playing)):
        field = session.fields.get(name)
        yield RecordContestant(
            name,
            section=sections.get(name, ""),
            direction=field.direction if field else None,
            stratum=session.strata.get(name, ""),
            handicap=tidy(granted[name]) if name in granted else None,
        )


def _names(session: SessionToScore, line: Line) -> tuple[str, ...]:
    return (*session.players(line.ns), *session.players(line.ew))


def _further(given: Mapping[str, Any], session: SessionToScore) -> dict[str, str]:
    """What a record has no field for: the options by their whole names, and the rest as it stands."""
    options: dict[str, Any] = {}
    for key, value in given.get("options", {}).items():
        if key != "sections":
            options |= dict.fromkeys(OPTIONS.get(key, (key,)), value)
    found = {"options": _json(options)} if options else {}
    found |= {f"session {key}": _json(given[key]) for key in FURTHER if given.get(key) not in (None, [], {}, "")}
    return found | ({"handicap kind": session.handicaps.kind} if session.handicaps else {})


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, sort_keys=True)


# -- writing ------------------------------------------------------------------------------------------------------------


def write_session(record: Record) -> WrittenFile:
    """A record as a session file; sections that are ranked by themselves are sessions of their own."""
    return write_sessions((record,))


def write_sessions(records: Sequence[Record]) -> WrittenFile:
    """Several records as one session file."""
    parts = [part for record in records for part in _parts(with_sections(record))]
    left_out: list[Sentence] = []
    written = [_written(part, left_out) for part in parts]
    whole = written[0] if len(written) == 1 else {"sessions": written}
    text = json.dumps(whole, ensure_ascii=False, indent=1)
    return WrittenFile(text.encode("utf-8"), tuple(dict.fromkeys((*left_out, *_left_out(records)))))


def _parts(record: Record) -> Iterator[Record]:
    """The sections of a record, each as a record of its own, where they have nothing to do with each other."""
    sections = list(dict.fromkeys(each.line.section for each in record.lines))
    if not record.apart or len(sections) < 2:
        yield record
        return
    rules = fitted(record)
    for section in sections:
        lines = tuple(each for each in record.lines if each.line.section == section)
        playing = {name for each in lines for side in (each.line.ns, each.line.ew) for name in _members(record, side)}
        yield replace(
            record,
            title=f"{record.title}, {section}".strip(", "),
            regulations=rules.regulations,
            apart=False,
            contestants=tuple(each for each in record.contestants if each.id in playing),
            lines=lines,
            ranking=tuple(each for each in record.ranking if each.contestant in playing),
            matches=tuple(each for each in record.matches if each.one in playing),
            penalties=tuple(each for each in record.penalties if each.contestant in playing),
            further={**record.further, **({"options": _json(dict(rules.options))} if rules.options else {})},
        )


def _members(record: Record, side: str) -> tuple[str, ...]:
    return record.partnerships.get(side, (side,))


def _written(record: Record, left_out: list[Sentence]) -> dict[str, Any]:
    rules = fitted(record)
    record = with_penalties(record, rules)
    options = {key: value for key, value in rules.options.items() if key != "matches.scale" or match_boards(record)}
    results = []
    for each in record.lines:
        made = _result(each, left_out)
        if made is not None:
            results.append(made)
    playing = {
        name for each in record.lines for side in (each.line.ns, each.line.ew) for name in _members(record, side)
    }
    playing |= {name for match in record.matches for name in (match.one, match.other)}
    strata = {each.id: each.stratum for each in record.contestants if each.stratum and each.id in playing}
    granted = {
        each.id: _plain(each.handicap)
        for each in record.contestants
        if each.handicap is not None and each.id in playing
    }
    whole: dict[str, Any] = {
        "title": record.title,
        "method": record.method,
        "winners": record.winners,
        "regulations": rules.regulations,
        "options": options | ({"sections": "apart"} if record.apart else {}),
        **_boards_per_match(record, left_out),
        **{key: json.loads(text) for key in FURTHER if (text := record.further.get(f"session {key}"))},
        "results": results,
        "matches": list(_matches(record)) if record.kind == "teams" else [],
        "partnerships": {side: list(two) for side, two in record.partnerships.items()},
        "penalties": [_penalty(each) for each in record.penalties if each.contestant in playing and _amount(each)],
        "strata": strata if all(re.fullmatch("[A-Z]", letter) for letter in strata.values()) else {},
        "handicaps": {"kind": record.further.get("handicap kind", "percent"), "contestants": granted}
        if granted
        else {},
    }
    return {key: value for key, value in whole.items() if value not in ("", {}, []) or key == "results"}


def _boards_per_match(record: Record, left_out: list[Sentence]) -> dict[str, int]:
    lengths = set(match_boards(record).values())
    if len(lengths) > 1:
        left_out.append(say("Matches have different numbers of boards; the file can hold one, that of the longest."))
    longest = max(lengths, default=0)
    return {"boards_per_match": longest} if longest else {}


def _matches(record: Record) -> Iterator[dict[str, Any]]:
    """Matches that have a result and no boards."""
    played = {frozenset((each.line.ns, each.line.ew)) for each in record.lines}
    for match in record.matches:
        if match.points is not None and frozenset((match.one, match.other)) not in played:
            found = {
                "one": match.one,
                "other": match.other,
                "points": [_plain(each) for each in won(match.points)],
                "boards": len(match.boards),
                "round": match.round,
                "section": match.section,
            }
            yield {key: value for key, value in found.items() if value}


def _result(each: RecordLine, left_out: list[Sentence]) -> dict[str, Any] | None:
    line = each.line
    kind = _kind_of(each, left_out)
    if kind is None or line.ns == line.ew:
        left_out.append(
            say(
                "Board {board}, {ns} against {ew}: a session file cannot hold what was given there.",
                board=line.board,
                ns=line.ns,
                ew=line.ew,
            )
        )
        return None
    faults = {side: fault for side, fault in (("ns", line.ns_fault), ("ew", line.ew_fault)) if fault != "none"}
    found: dict[str, Any] = {
        "board": line.board,
        "ns": line.ns,
        "ew": line.ew,
        **kind,
        "lead": each.lead.plain if each.lead else "",
        "fouled_group": line.group,
        "fault": faults,
        "section": line.section,
        "round": line.round,
        "table": line.table,
        "under_appeal": line.under_appeal,
    }
    return {key: value for key, value in found.items() if value not in ("", {}, None, False)}


def _kind_of(each: RecordLine, left_out: list[Sentence]) -> dict[str, Any] | None:
    """What a line says, by the one key that says it; None for what there is no key for."""
    line, result = each.line, each.line.result
    if line.status != "counts":
        return {line.status.replace("-", "_"): True}
    if line.score is not None and result is not None and (result.declarer or result.passed_out):
        right = 0 if result.passed_out else ns_score(result, vulnerability_of(line.board))
        if right == line.score:
            return {"passed": True} if result.passed_out else _contract(result)
        left_out.append(
            say(
                "Board {board}: a contract that does not give its score is left out; the score stands.",
                board=line.board,
            )
        )
    if line.score is not None:
        return {"score": line.score} if _is_score(line.score) else None
    ns, ew = line.ns_award, line.ew_award
    if isinstance(ns, Weighted) and ns == ew:
        return {"weighted": _award(ns)}
    given = {"ns": _award(ns), "ew": _award(ew)}
    return None if None in given.values() else {"adjusted": given}


def _contract(result: Result) -> dict[str, Any]:
    return {
        "contract": result.contract.plain,
        "declarer": str(result.declarer.value if result.declarer else ""),
        "tricks": result.tricks,
    }


def _is_score(points: int) -> bool:
    return -7600 <= points <= 7600 and points % 10 == 0


LETTERS = {"plus": "A+", "average": "A", "minus": "A-"}


def _award(award: Award) -> Any:
    """What a side is given, as the file writes it; None for what it has no word for."""
    match award:
        case Average(kind):
            return LETTERS[kind]
        case Percent(share) if 0 <= share <= 1:
            return f"{_decimal(share * 100)}%"
        case Fixed(points) if abs(points) < 10_000:
            return f"m{_decimal(points)}"
        case Score(ns) if _is_score(ns):
            return ns
        case Floor(ns) if _is_score(ns):
            return f"P{ns}"
        case Ceiling(ns) if _is_score(ns):
            return f"Q{ns}"
        case Weighted(outcomes) if all(_is_score(each.ns) for each in outcomes):
            return [{"score": each.ns, "weight": _weight(each.weight)} for each in outcomes]
        case Damage(expected, after, actual) if all(map(_is_score, (expected, after, actual))):
            return {"damage": {"expected": expected, "after": after, "actual": actual}}
        case _:
            return None


def _weight(weight: Fraction) -> str:
    percent = weight * 100
    return f"{percent}%" if percent.denominator == 1 else str(weight)


def _decimal(value: Number) -> str:
    """A number with as many decimals as it needs, twelve at the most."""
    text = f"{float(value):.12f}" if Fraction(value).denominator != 1 else str(Fraction(value).numerator)
    return text.rstrip("0").rstrip(".") if "." in text else text


def _plain(value: Number) -> int | float:
    return value.numerator if Fraction(value).denominator == 1 else float(value)


def _amount(each: Penalty) -> str:
    """How much is taken, as a file writes it; nothing for a warning."""
    if each.share is not None:
        return f"{_decimal(each.share * 100)}%"
    if each.vps is not None:
        return f"{_decimal(each.vps)} VP"
    return _decimal(each.points) if each.points is not None else ""


def _penalty(each: Penalty) -> dict[str, Any]:
    found = {
        "contestant": each.contestant,
        "amount": _amount(each),
        "reason": each.reason,
        "round": each.round,
        "against": each.against,
    }
    return {key: value for key, value in found.items() if value not in ("", None)}


def _left_out(records: Sequence[Record]) -> Iterator[Sentence]:
    """What a session file has no place for."""
    if any(each.players or each.name for record in records for each in record.contestants):
        yield say("Names are left out.")
    if any(record.deals for record in records):
        yield say("Hands are left out.")
    if any(record.ranking or any(each.ns_points is not None for each in record.lines) for record in records):
        yield say("The file's own points and places are left out; `score` works them out.")
    if any(each.auction or each.play for record in records for each in record.lines):
        yield say("Auctions and the play of the cards are left out.")
    lost = sum(not _whole_match(record) for record in records)
    if lost:
        yield say_count(
            "Victory points are left out, of {n} session.", "Victory points are left out, of {n} sessions.", lost
        )


def _whole_match(record: Record) -> bool:
    """Whether all that is known of matches is in the file: those of pairs are left out."""
    return record.kind == "teams" or not any(match.vps for match in record.matches)


FORMAT = Format(
    name="session",
    title=say("Session file of `arrowswitch score`"),
    suffixes=(".json",),
    seen_in=is_session,
    read=read_session,
    write=write_session,
    write_all=write_sessions,
    place=45,
    media="application/json",
)
