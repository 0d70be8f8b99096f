"""Movement files: our own JSON, written and read.

A file from a stranger is read whole or not at all; what is wrong is said with the place in the file. Whether the
movement is legal is the audit's business, not this module's.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any, get_args

from arrowswitch.movements.model import Instruction, Meeting, Movement, Occasion, Relay, SitOut
from arrowswitch.words import Sentence, half, say

MOST_CHARACTERS = 8_000_000
MOST_MEETINGS = 20_000
MOST_NUMBER = 999
"""The highest number of a pair, a table or a board."""
MOST_ROUNDS = 99
FEW_STRAYED = 4
"""Contestants whom the head of a file may count and the meetings miss; more, and the head is wrong."""
LONGEST_NUMBER = 1_000


class FileFault(ValueError):  # noqa: N818 - the fault is the file's
    """A movement file that cannot be read: what is wrong and where."""


def to_dict(movement: Movement) -> dict[str, Any]:
    """A movement as plain values, the contract of `--json`.

    >>> from arrowswitch.movements import build
    >>> to_dict(build("mitchell", tables=7))["meetings"][0]
    {'round': 1, 'table': 1, 'ns': 1, 'ew': 8, 'boards': [1, 2, 3, 4], 'switched': False}
    """
    count = len(movement.contestants)
    return {
        "name": movement.name,
        "family": movement.family,
        "kind": movement.kind,
        "tables": count if movement.kind == "teams" else (count / 2 if count % 2 else count // 2),
        "teams" if movement.kind == "teams" else "pairs": count,
        "rounds": movement.rounds,
        "boards_per_round": movement.boards_per_round,
        "winners": movement.winners,
        "copies": movement.copies,
        "stationary": list(movement.stationary),
        "meetings": [
            {
                "round": m.round,
                "table": m.table,
                "ns": m.ns,
                "ew": m.ew,
                "boards": list(m.boards),
                "switched": m.switched,
            }
            for m in movement.meetings
        ],
        "sit_outs": [
            {"round": s.round, "pair": s.pair} | ({"table": s.table} if s.table is not None else {})
            for s in movement.sit_outs
        ],
        "relays": [
            {"between": list(r.between), "sets": r.sets} | ({"boards": list(r.boards)} if r.boards else {})
            for r in movement.relays
        ],
        "shares": [list(group) for group in movement.shares],
        "stanzas": list(movement.stanzas),
        "instructions": [
            {"occasion": i.occasion, "after": i.after, "text": str(i.text)} for i in movement.instructions
        ],
        "labels": {str(number): label for number, label in movement.labels.items()},
        "source": movement.source,
        "card": movement.card,
    }


def dumps(movement: Movement) -> str:
    """A movement as a file, which `loads` reads again.

    >>> from arrowswitch.movements import build
    >>> loads(dumps(build("howell", tables=4))).rounds
    7
    """
    return json.dumps(to_dict(movement), ensure_ascii=False, indent=1)


KEYS = (
    *("name", "family", "kind", "tables", "pairs", "teams", "rounds", "boards_per_round", "winners", "copies"),
    *("stationary", "meetings", "sit_outs", "relays", "shares", "stanzas", "instructions", "labels", "source", "card"),
)


def loads(text: str) -> Movement:
    """A movement from a file; `FileFault` says what is wrong and where.

    >>> loads('{"kind": "pairs", "rounds": 1, "meetings": [{"round": 1, "table": "one"}]}')
    Traceback (most recent call last):
    ...
    arrowswitch.movements.files.FileFault: meetings[0].table: "one" is not a whole number.
    """
    if len(text) > MOST_CHARACTERS:
        raise FileFault(say("The file is too long: a movement has at most {most} meetings.", most=MOST_MEETINGS))
    text = text.removeprefix("\ufeff")  # some editors put a mark before a text
    if not text.strip():
        raise FileFault(say("The file is empty."))
    try:
        data = json.loads(text, object_pairs_hook=_once, parse_constant=_no_number, parse_int=_whole_number)
    except json.JSONDecodeError as error:
        raise FileFault(
            say("Line {line}, column {column}: this is not JSON.", line=error.lineno, column=error.colno)
        ) from None
    except RecursionError:
        raise FileFault(say("This is not a movement: it is nested too deep.")) from None
    if not isinstance(data, dict):
        raise FileFault(say("A movement file is one JSON object, with rounds and meetings in it."))
    return from_dict(data)


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object in which every key stands once: of two that differ nobody can say which is meant."""
    data: dict[str, Any] = {}
    for key, value in pairs:
        if key in data:
            raise FileFault(say("{key}: this key stands twice in one object.", key=_shown(key)))
        data[key] = value
    return data


def _no_number(text: str) -> float:
    raise FileFault(say("{value} is not a number that can stand in a movement.", value=text))


def _whole_number(digits: str) -> int:
    if len(digits) > LONGEST_NUMBER:
        raise FileFault(say("{value}… is too large a number.", value=digits[:20]))
    return int(digits)


def from_dict(data: Mapping[str, Any]) -> Movement:
    """A movement from plain values.

    >>> from_dict({"rounds": 1, "meetings": [{"round": 1, "table": 1, "ns": 1, "ew": 2, "boards": [1]}]}).contestants
    (1, 2)
    """
    _known(data, KEYS, "")
    kind = data.get("kind", "pairs")
    if kind not in ("pairs", "teams"):
        raise FileFault(say("kind: {value} is not a kind of movement; pairs and teams are.", value=_shown(kind)))
    rounds = _number(data, "rounds", "", least=1)
    rows = _list(data, "meetings", "", required=True)
    if not rows:
        raise FileFault(say("meetings: there is not one meeting."))
    if len(rows) > MOST_MEETINGS:
        raise FileFault(
            say("meetings: {count} are too many; at most {most} can be read.", count=len(rows), most=MOST_MEETINGS)
        )
    meetings = tuple(_meeting(row, f"meetings[{i}]") for i, row in enumerate(rows))
    sit_outs = tuple(_sit_out(row, f"sit_outs[{i}]") for i, row in enumerate(_list(data, "sit_outs", "")))
    labels = _labels(data)
    contestants = _contestants(data, kind, meetings, sit_outs, labels)
    _counts(data, kind, len(contestants))
    stationary = _numbers(data, "stationary", "")
    for i, number in enumerate(stationary):
        if number not in contestants:
            raise FileFault(say("stationary[{i}]: {number} does not play.", i=i, number=number))
    winners = _number(data, "winners", "", default=1, least=1)
    if winners > 2:
        raise FileFault(say("winners: {value} is not 1 or 2.", value=winners))
    return Movement(
        name=_text(data, "name", "Movement"),
        family=_text(data, "family", ""),
        kind=kind,
        contestants=contestants,
        rounds=rounds,
        boards_per_round=_number(data, "boards_per_round", "", default=max(len(m.boards) for m in meetings)),
        winners=winners,
        meetings=tuple(sorted(meetings, key=lambda m: (m.round, m.table))),
        sit_outs=sit_outs,
        stationary=stationary,
        relays=tuple(_relay(row, f"relays[{i}]") for i, row in enumerate(_list(data, "relays", ""))),
        shares=tuple(_all_numbers(row, f"shares[{i}]") for i, row in enumerate(_list(data, "shares", ""))),
        copies=_number(data, "copies", "", default=1, least=1),
        stanzas=_numbers(data, "stanzas", ""),
        instructions=tuple(
            _instruction(row, f"instructions[{i}]") for i, row in enumerate(_list(data, "instructions", ""))
        ),
        labels=labels,
        source=_text(data, "source", ""),
        card=_text(data, "card", ""),
    )


def _shown(value: object) -> str:
    text = json.dumps(value, ensure_ascii=False, default=str)
    text = text if _writable(text) else json.dumps(value, default=str)
    return text if len(text) <= 40 else f"{text[:40]}…"


def _known(data: Mapping[str, Any], keys: tuple[str, ...], where: str) -> None:
    for key in data:
        if key not in keys:
            raise FileFault(
                say("{place}: there is no such key; allowed: {keys}.", place=_place(where, key), keys=", ".join(keys))
            )


def _place(where: str, key: str) -> str:
    return f"{where}.{key}" if where else key


def _whole(value: object, place: str, least: int = 1) -> int:
    most = MOST_ROUNDS if place.endswith(("round", "rounds")) else MOST_NUMBER
    if isinstance(value, bool) or not isinstance(value, int):
        raise FileFault(say("{place}: {value} is not a whole number.", place=place, value=_shown(value)))
    if not least <= value <= most:
        raise FileFault(
            say(
                "{place}: {value} is not between {least} and {most}.",
                place=place,
                value=_shown(value),
                least=least,
                most=most,
            )
        )
    return value


def _number(data: Mapping[str, Any], key: str, where: str, *, default: int | None = None, least: int = 1) -> int:
    if key not in data:
        if default is None:
            raise FileFault(say("{place}: this key is missing.", place=_place(where, key)))
        return default
    return _whole(data[key], _place(where, key), least)


def _list(data: Mapping[str, Any], key: str, where: str, *, required: bool = False) -> list[Any]:
    if key not in data and not required:
        return []
    value = data.get(key)
    if not isinstance(value, list):
        raise FileFault(say("{place}: a list is wanted here.", place=_place(where, key)))
    return value


def _all_numbers(value: object, place: str, least: int = 1) -> tuple[int, ...]:
    if not isinstance(value, list):
        raise FileFault(say("{place}: a list is wanted here.", place=place))
    return tuple(_whole(item, f"{place}[{i}]", least) for i, item in enumerate(value))


def _numbers(data: Mapping[str, Any], key: str, where: str) -> tuple[int, ...]:
    return _all_numbers(_list(data, key, where), _place(where, key))


def _object(value: object, place: str, keys: tuple[str, ...]) -> Mapping[str, Any]:
    if not isinstance(value, dict):
        raise FileFault(say("{place}: an object with {keys} is wanted here.", place=place, keys=", ".join(keys)))
    _known(value, keys, place)
    return value


def _text(data: Mapping[str, Any], key: str, default: str) -> str:
    value = data.get(key, default)
    if not isinstance(value, str) or not _writable(value):
        raise FileFault(say("{place}: {value} is not a text.", place=key, value=_shown(value)))
    return value


def _writable(text: str) -> bool:
    """JSON can spell half a character, which no file or printer can take."""
    return not any("\ud800" <= letter <= "\udfff" for letter in text)


def _meeting(row: object, place: str) -> Meeting:
    data = _object(row, place, ("round", "table", "ns", "ew", "boards", "switched"))
    switched = data.get("switched", False)
    if not isinstance(switched, bool):
        raise FileFault(say("{place}.switched: {value} is not true or false.", place=place, value=_shown(switched)))
    number, table, ns, ew = (_number(data, key, place) for key in ("round", "table", "ns", "ew"))
    return Meeting(
        number, table, ns, ew, _all_numbers(_list(data, "boards", place, required=True), f"{place}.boards"), switched
    )


def _sit_out(row: object, place: str) -> SitOut:
    data = _object(row, place, ("round", "pair", "table"))
    table = _number(data, "table", place) if data.get("table") is not None else None
    return SitOut(_number(data, "round", place), _number(data, "pair", place), table)


def _relay(row: object, place: str) -> Relay:
    data = _object(row, place, ("between", "sets", "boards"))
    between = _numbers(data, "between", place)
    if len(between) != 2:
        raise FileFault(say("{place}.between: two tables are wanted, such as [3, 4].", place=place))
    return Relay((between[0], between[1]), _number(data, "sets", place, default=1), _numbers(data, "boards", place))


def _instruction(row: object, place: str) -> Instruction:
    if isinstance(row, str):
        return Instruction("layout", 0, Sentence(row, {}))
    data = _object(row, place, ("occasion", "after", "text"))
    occasion = data.get("occasion", "layout")
    if occasion not in get_args(Occasion):
        raise FileFault(
            say(
                "{place}.occasion: {value} is not one of {all}.",
                place=place,
                value=_shown(occasion),
                all=", ".join(get_args(Occasion)),
            )
        )
    text = data.get("text")
    if not isinstance(text, str) or not _writable(text):
        raise FileFault(say("{place}.text: {value} is not a text.", place=place, value=_shown(text)))
    return Instruction(occasion, _number(data, "after", place, default=0, least=0), Sentence(text, {}))


def _labels(data: Mapping[str, Any]) -> dict[int, str]:
    value = data.get("labels", {})
    if not isinstance(value, dict) or not all(isinstance(label, str) and _writable(label) for label in value.values()):
        raise FileFault(say("labels: an object of pair numbers and texts is wanted here."))
    labels: dict[int, str] = {}
    for number, label in value.items():
        if not number.isdecimal() or not 1 <= len(number) <= len(str(MOST_NUMBER)):
            raise FileFault(say("labels: {value} is not a pair number.", value=_shown(number)))
        if label in labels.values():
            raise FileFault(say("labels: {value} is given to two pairs.", value=_shown(label)))
        labels[int(number)] = label
    return labels


def _contestants(
    data: Mapping[str, Any],
    kind: str,
    meetings: Iterable[Meeting],
    sit_outs: Iterable[SitOut],
    labels: Mapping[int, str],
) -> tuple[int, ...]:
    """Who takes part. Where a number or two strayed from what the head of the file says, it says who belongs.

    The audit can then name the place of the stray one, instead of the whole file being refused.
    """
    seen = Counter(n for m in meetings for n in m.sides) + Counter(s.pair for s in sit_outs)
    said = data.get("teams" if kind == "teams" else "pairs")
    if not isinstance(said, int) or len(seen) == said:
        return tuple(sorted(seen))
    if len(labels) == said:
        return tuple(sorted(labels))
    if 0 < said - len(seen) <= FEW_STRAYED and max(seen) <= said:
        return tuple(range(1, said + 1))
    usual = [number for number, times in seen.items() if times > 1]
    return tuple(sorted(usual if len(usual) == said else seen))


def _counts(data: Mapping[str, Any], kind: str, count: int) -> None:
    """The numbers at the head of the file must be those of its meetings."""
    key = "teams" if kind == "teams" else "pairs"
    other = "pairs" if kind == "teams" else "teams"
    if other in data:
        raise FileFault(say("{key}: a {kind} movement has no such key.", key=other, kind=kind))
    if key in data and _whole(data[key], key) != count:
        raise FileFault(
            say(
                "{key}: {value} is said, but the number of those that play is {count}.",
                key=key,
                value=data[key],
                count=count,
            )
        )
    if "tables" in data:
        tables = data["tables"]
        if isinstance(tables, bool) or not isinstance(tables, int | float):
            raise FileFault(say("tables: {value} is not a number.", value=_shown(tables)))
        allowed = {count} if kind == "teams" else {count / 2, count // 2, (count + 1) // 2}
        if tables not in allowed:
            size = str(count) if kind == "teams" else half(count)
            raise FileFault(say("tables: {value} is said, but there must be {size}.", value=tables, size=size))
