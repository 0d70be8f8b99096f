"""Records as JSON: everything that a `Record` says, by the names that it has for it, and nothing else.

What is as it usually is, is left out: an empty text, a line that counts. A number that is no whole one is written as a fraction,
"37/2", so that nothing is rounded; a card as "HT", a contract as "4SX".
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import MISSING, fields, is_dataclass
from datetime import date
from enum import Enum
from fractions import Fraction
from functools import cache
from typing import Any

from arrowswitch.bridge import (
    Card,
    Contract,
    NotBridge,
    Seat,
    Side,
    Vulnerability,
    check_board,
    parse_card,
    parse_contract,
    parse_seat,
    parse_vulnerability,
)
from arrowswitch.deals import BoardHands, TrickTable, check_deal
from arrowswitch.formats.format import (
    MOST_BOARDS,
    MOST_LINES,
    BadFile,
    Format,
    ReadFile,
    WrittenFile,
    check_json,
    check_size,
)
from arrowswitch.formats.record import Record
from arrowswitch.plain import Misread, PlainReader, table, told
from arrowswitch.scoring import Ceiling, Damage, Fixed, Floor, Line, Percent, Score, Weighted
from arrowswitch.scoring.lines import Average, PlayedBefore
from arrowswitch.scoring.numbers import Number, tidy
from arrowswitch.words import say

NAME, VERSION = "arrowswitch record", 1
MOST_SESSIONS = 1000

AWARDS: Mapping[type, str] = {
    Score: "score",
    Weighted: "weighted",
    Average: "average",
    Percent: "percent",
    Fixed: "points",
    Floor: "at-least-average-plus",
    Ceiling: "at-most-average-minus",
    Damage: "damage",
    PlayedBefore: "played-before",
}
"""What a side may be given, by the names that stand in files: a class may be renamed and its name here may not."""

# -- writing ------------------------------------------------------------------------------------------------------------


def write_own(record: Record) -> WrittenFile:
    """A record as JSON.

    >>> print(write_own(Record(title="Monday", winners=2)).data.decode(), end="")
    {"format": "arrowswitch record", "version": 1, "sessions": [{"title": "Monday", "winners": 2}]}
    """
    return write_all_own([record])


def write_all_own(records: Iterable[Record]) -> WrittenFile:
    """Several sessions in one file."""
    whole = {"format": NAME, "version": VERSION, "sessions": [*map(_plain, records)]}
    return WrittenFile((json.dumps(whole, ensure_ascii=False) + "\n").encode())


def _plain(value: Any) -> Any:
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, Fraction):
        return str(value) if value.denominator > 1 else value.numerator
    if value is None or isinstance(value, bool | int | str):
        return value
    if isinstance(value, Mapping):
        return {key: _plain(each) for key, each in value.items()}
    if isinstance(value, tuple):
        return [*map(_plain, value)]
    if isinstance(value, Card | Contract):
        return value.plain
    if is_dataclass(value) and not isinstance(value, TrickTable):
        kind: Any = type(value)
        begin = {"type": AWARDS[kind]} if kind in AWARDS else {}
        found = ((name, getattr(value, name), usual) for name, usual in _usual(kind))
        return begin | {name: _plain(each) for name, each, usual in found if each != usual}
    return str(value)


@cache
def _usual(kind: Any) -> tuple[tuple[str, Any], ...]:
    """The fields of a value, each with what it is unless it is said."""
    return tuple(
        (each.name, each.default if each.default_factory is MISSING else each.default_factory())
        for each in fields(kind)
    )


# -- reading ------------------------------------------------------------------------------------------------------------


def read_own(data: bytes) -> ReadFile:
    """A record from JSON.

    >>> read_own(b'{"format": "arrowswitch record", "version": 1, "sessions": [{"winners": "two"}]}')
    Traceback (most recent call last):
    arrowswitch.formats.format.BadFile: sessions[0].winners: “two” is not a whole number.
    """
    check_json(data)
    try:
        whole = json.loads(data)
    except (ValueError, RecursionError):
        raise BadFile(say("This is no JSON, or the file is not complete.")) from None
    if not isinstance(whole, dict) or whole.get("format") != NAME:
        raise BadFile(say("This JSON is none of Arrowswitch: “format” is not “{name}”.", name=NAME))
    if whole.get("version") != VERSION:
        raise BadFile(
            say(
                "This file is of version {version}; here version {ours} is read.",
                version=repr(whole.get("version")),
                ours=VERSION,
            )
        )
    sessions = whole.get("sessions")
    if not isinstance(sessions, list) or not sessions:
        raise BadFile(say("This file holds no session."))
    check_size(len(sessions), MOST_SESSIONS, say("sessions"))
    try:
        records = READER.read(tuple[Record, ...], sessions)
    except Misread as found:
        raise BadFile(told(found.inside("sessions"), _shown)) from None
    except RecursionError:
        raise BadFile(say("This is no JSON, or the file is not complete.")) from None
    return ReadFile(records[0], others=records[1:])


def _shown(value: Any) -> str:
    return say("“{value}”", value=str(value)[:40])


def _text(data: Any) -> str:
    if not isinstance(data, str):
        raise Misread("text", data)
    if not data.isascii():
        try:
            data.encode()
        except UnicodeEncodeError:  # half of a character, which no file can be written with
            raise Misread("text", data.encode(errors="replace").decode()) from None
    return data


def _fraction(data: Any) -> Fraction:
    if isinstance(data, int) and not isinstance(data, bool):
        return Fraction(data)
    above, _, below = _text(data).partition("/")
    if (
        not (above.removeprefix("-").isdecimal() and below.isdecimal() and below.strip("0"))
        or not data.isascii()
        or len(data) > 200
    ):
        raise Misread(say("a number"), data)
    return Fraction(int(above), int(below))


def _number(data: Any) -> Number:
    return tidy(_fraction(data))


def _two(data: Any) -> tuple[Number, Number]:
    if not isinstance(data, list) or len(data) != 2:
        raise Misread(say("two numbers"), data)
    return _number(data[0]), _number(data[1])


def _award_of_a_kind(data: Any) -> tuple[str, Number]:
    if not isinstance(data, list) or len(data) != 2:
        raise Misread(say("a kind and a number"), data)
    return _text(data[0]), _number(data[1])


def _date(data: Any) -> date:
    try:
        return date.fromisoformat(_text(data))
    except ValueError:
        raise Misread(say("a date"), data) from None


def _by(parse: Any) -> Any:
    """A reader of what is written as a text."""

    def read(data: Any) -> Any:
        try:
            return parse(_text(data))
        except (NotBridge, ValueError) as fault:
            if isinstance(fault, Misread):
                raise
            raise Misread("refused", fault.args[0]) from None

    return read


def _side(text: str) -> Side:
    if text not in tuple(Side):
        raise NotBridge(say("“{text}” is not NS or EW.", text=text[:40]))
    return Side(text)


def _refusal(problem: Any) -> Any:
    """What `check` says against a value, as a reader of plain values wants it."""

    def check(value: Any) -> str | None:
        try:
            problem(value)
        except (NotBridge, BadFile) as fault:
            return str(fault.args[0])
        return None

    return check


def _check_record(record: Record) -> None:
    check_size(len(record.lines), MOST_LINES, say("results"))
    check_size(len(record.deals), MOST_BOARDS, say("boards"))
    if len(record.by_id) != len(record.contestants):
        raise BadFile(say("two contestants have the same id."))


READER = PlainReader(
    own={
        str: _text,
        Fraction: _fraction,
        Number: _number,
        Number | None: lambda data: None if data is None else _number(data),
        tuple[Number, Number]: _two,
        tuple[str, Number]: _award_of_a_kind,
        date: _date,
        Card: _by(parse_card),
        Contract: _by(parse_contract),
        Seat: _by(parse_seat),
        Side: _by(_side),
        Vulnerability: _by(parse_vulnerability),
        TrickTable: _by(TrickTable),
        Mapping[str, str]: lambda data: {_text(key): _text(value) for key, value in table(data).items()},
    },
    checks={
        Line: _refusal(lambda line: check_board(line.board)),
        BoardHands: _refusal(check_deal),
        Record: _refusal(_check_record),
    },
    kinds=AWARDS,
)


def _seen_in(data: bytes) -> bool:
    return data[:4096].lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"{") and NAME.encode() in data[:4096]


FORMAT = Format(
    name="json",
    title=say("JSON of Arrowswitch"),
    suffixes=(".json",),
    seen_in=_seen_in,
    read=read_own,
    write=write_own,
    write_all=write_all_own,
    place=10,
    media="application/json",
)
