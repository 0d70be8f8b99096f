"""Movement files: our own JSON, written and read.

A file from a stranger is read whole or not at all; what is wrong is said with the place in the file. Whether the
movement is legal is the audit's business, not this module's.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from typing import Annotated, Any

from arrowswitch.movements.model import (
    MOST_PLAYERS,
    Instruction,
    Kind,
    Meeting,
    Movement,
    PartNumber,
    RoundNumber,
    RoundsOver,
    SitOut,
    partners,
    partnership,
)
from arrowswitch.plain import NOT_READ, Key, Misread, PlainReader, told
from arrowswitch.words import Sentence, half, say

MOST_CHARACTERS = 8_000_000
MOST_MEETINGS = 20_000
MOST_NUMBER = 999
"""The highest number of a pair, a table or a board."""
MOST_ROUNDS = 99
"""Of rounds, and of boards in one."""
FEW_STRAYED = 4
"""Contestants whom the head of a file may count and the meetings miss; more, and the head is wrong."""
LONGEST_NUMBER = 1_000
MEASURED = frozenset({"qf", "bound", "proved", "design"})
"""What a design says of itself in its file. It is not read: whoever wants to know measures."""


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
        "tables": size_of(movement.kind, count),
        COUNTED[movement.kind]: count,
        "rounds": movement.rounds,
        "boards_per_round": movement.boards_per_round,
        "winners": movement.winners,
        "copies": movement.copies,
        "stationary": list(movement.stationary),
        "meetings": [
            {
                "round": m.round,
                "table": m.table,
                **_sides(movement.kind, m),
                "boards": list(m.boards),
                "switched": m.switched,
            }
            for m in movement.meetings
        ],
        "sit_outs": [
            {"round": s.round, "player" if movement.kind == "individual" else "pair": s.pair}
            | ({"table": s.table} if s.table is not None else {})
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
    } | _draws(movement)


def _draws(movement: Movement) -> dict[str, Any]:
    """Rounds that are drawn one after the other; nothing where all are known beforehand."""
    if not movement.draws:
        return {}
    return {
        "planned": max(movement.planned, len(movement.draws)),
        "draws": [
            {
                "number": draw.number,
                "first": draw.first,
                "last": draw.last,
                "matches": [
                    {"sides": list(match.sides), "tables": list(match.tables), "part": match.part}
                    for match in draw.matches
                ],
            }
            for draw in movement.draws
        ],
    }


COUNTED: Mapping[Kind, str] = {"pairs": "pairs", "teams": "teams", "individual": "players"}
"""What the head of a file counts."""


def size_of(kind: Kind, count: int) -> float:
    """The tables of a file: with so many pairs, teams (a table each) or players."""
    if kind == "pairs":
        return count / 2 if count % 2 else count // 2
    return count if kind == "teams" else count // 4


def _sides(kind: Kind, meeting: Meeting) -> dict[str, int]:
    if kind == "individual":
        return dict(zip("nsew", (*partners(meeting.ns), *partners(meeting.ew)), strict=True))
    return {"ns": meeting.ns, "ew": meeting.ew}


def dumps(movement: Movement) -> str:
    """A movement as a file, which `loads` reads again.

    >>> from arrowswitch.movements import build
    >>> loads(dumps(build("howell", tables=4))).rounds
    7
    """
    return json.dumps(to_dict(movement), ensure_ascii=False, indent=1)


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
    movement = from_dict(data)
    if not movement.meetings:  # a journal may have one that nobody knows more of than who was there
        raise FileFault(say("meetings: there is not one meeting."))
    return movement


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


BoardsToRound = Annotated[int, "of boards to a round"]


@dataclass(frozen=True, kw_only=True)
class Written(Movement):
    """A movement as a file has it: more may be left out, and its head may count."""

    name: str = "Movement"
    family: str = ""
    kind: Kind = "pairs"
    contestants: Annotated[tuple[int, ...], NOT_READ] = ()
    boards_per_round: BoardsToRound = 0
    winners: int = 1
    size: Annotated[float, Key("tables")] = 0
    pairs: int = 0
    teams: int = 0
    players: int = 0


PlayerNumber = Annotated[int, "of a player"]


@dataclass(frozen=True, slots=True)
class WrittenChairs:
    """A meeting of an individual, as a file has it."""

    round: RoundNumber
    table: int
    n: PlayerNumber
    s: PlayerNumber
    e: PlayerNumber
    w: PlayerNumber
    boards: tuple[int, ...]
    switched: bool = False


@dataclass(frozen=True, slots=True)
class WrittenRest:
    """A player who sits out, as a file has it."""

    round: RoundNumber
    player: PlayerNumber
    table: int | None = None


def from_dict(data: Mapping[str, Any]) -> Movement:
    """A movement from plain values.

    >>> from_dict({"rounds": 1, "meetings": [{"round": 1, "table": 1, "ns": 1, "ew": 2, "boards": [1]}]}).contestants
    (1, 2)
    """
    try:
        written: Written = PLAIN.read(Written, {key: value for key, value in data.items() if key not in MEASURED})
    except Misread as found:
        raise FileFault(_told(found)) from None
    seats = any("n" in row for row in data["meetings"])
    if written.meetings and seats != (written.kind == "individual"):
        raise FileFault(say("meetings: those of an individual have n, s, e and w, those of pairs and teams ns and ew."))
    contestants = _contestants(written)
    _counts(written, len(contestants), "tables" in data)
    for i, number in enumerate(written.stationary):
        if number not in contestants:
            raise FileFault(say("stationary[{i}]: {number} does not play.", i=i, number=number))
    for i, draw in enumerate(written.draws):
        if not draw.first <= draw.last <= written.rounds:
            raise FileFault(say("draws[{i}]: there are no such rounds.", i=i))
    if written.winners > 2:
        raise FileFault(say("winners: {value} is not 1 or 2.", value=written.winners))
    return Movement(
        **{each.name: getattr(written, each.name) for each in fields(Movement)}
        | {
            "contestants": contestants,
            "boards_per_round": written.boards_per_round or max((len(m.boards) for m in written.meetings), default=1),
            "meetings": tuple(sorted(written.meetings, key=lambda m: (m.round, m.table))),
        }
    )


# -- the values of a file ---------------------------------------------------------------------------------------------


def _told(found: Misread) -> Sentence:
    if found.problem == "list":
        found = Misread("refused", say("a list is wanted here."), (), *found.path)
    elif found.problem == "table":
        wanted = say("an object with {keys} is wanted here.", keys=", ".join(found.allowed))
        found = Misread("refused", wanted, (), *found.path)
    return told(found, _shown)


def _shown(value: object) -> str:
    text = json.dumps(value, ensure_ascii=False, default=str)
    text = text if _writable(text) else json.dumps(value, default=str)
    return text if len(text) <= 40 else f"{text[:40]}…"


def _writable(text: str) -> bool:
    """JSON can spell half a character, which no file or printer can take."""
    return not any("\ud800" <= letter <= "\udfff" for letter in text)


def _text(data: Any) -> str:
    if not isinstance(data, str) or not _writable(data):
        raise Misread("text", data)
    return data


def _whole(least: int, most: int) -> Callable[[Any], int]:
    def read(data: Any) -> int:
        if isinstance(data, bool) or not isinstance(data, int):
            raise Misread("whole", data)
        if not least <= data <= most:
            raise Misread(say("between {least} and {most}", least=least, most=most), data)
        return data

    return read


def _size(data: Any) -> float:
    if isinstance(data, bool) or not isinstance(data, int | float):
        raise Misread(say("a number"), data)
    return data


def _kind(data: Any) -> str:
    if not isinstance(data, str) or data not in COUNTED:
        raise Misread(say("a kind of movement; pairs, teams and individual are"), data)
    return str(data)


def _meetings(data: Any) -> tuple[Meeting, ...]:
    count = len(data) if isinstance(data, list) else 1
    if count > MOST_MEETINGS:
        raise Misread(
            "refused", say("{count} are too many; at most {most} can be read.", count=count, most=MOST_MEETINGS)
        )
    if isinstance(data, list) and any(isinstance(row, dict) and "n" in row for row in data):
        return tuple(
            Meeting(m.round, m.table, partnership(m.n, m.s), partnership(m.e, m.w), m.boards, m.switched)
            for m in ANY_CHAIRS(data)
        )
    meetings: tuple[Meeting, ...] = ANY_MEETINGS(data)
    return meetings


def _sit_outs(data: Any) -> tuple[SitOut, ...]:
    if isinstance(data, list) and any(isinstance(row, dict) and "player" in row for row in data):
        return tuple(SitOut(rest.round, rest.player, rest.table) for rest in ANY_RESTS(data))
    found: tuple[SitOut, ...] = ANY_SIT_OUTS(data)
    return found


def _two_tables(data: Any) -> tuple[int, ...]:
    tables: tuple[int, ...] = PLAIN.read(tuple[int, ...], data)
    if len(tables) != 2:
        raise Misread("refused", say("two tables are wanted, such as [3, 4]."))
    return tables


def _instruction(row: Any) -> Instruction:
    """An instruction, or its mere text."""
    given = {"text": row} if isinstance(row, str) else row
    made: Instruction = WHOLE_INSTRUCTION(LEFT_OUT | given if isinstance(given, dict) else given)
    return made


def _labels(data: Any) -> dict[int, str]:
    if not isinstance(data, dict) or not all(isinstance(label, str) and _writable(label) for label in data.values()):
        raise Misread("refused", say("an object of pair numbers and texts is wanted here."))
    labels: dict[int, str] = {}
    for number, label in data.items():
        if not number.isdecimal() or not 1 <= len(number) <= len(str(MOST_NUMBER)):
            raise Misread(say("a pair number"), number)
        if label in labels.values():
            raise Misread("refused", say("{value} is given to two pairs.", value=_shown(label)))
        labels[int(number)] = label
    return labels


LEFT_OUT = {"occasion": "layout", "after": 0}
PLAIN = PlainReader(
    {
        str: _text,
        int: _whole(1, MOST_NUMBER),
        RoundNumber: _whole(1, MOST_ROUNDS),
        PlayerNumber: _whole(1, MOST_PLAYERS),
        BoardsToRound: _whole(1, MOST_ROUNDS),
        RoundsOver: _whole(0, MOST_NUMBER),
        PartNumber: _whole(0, 2),
        float: _size,
        Kind: _kind,
        Sentence: lambda data: Sentence(_text(data), {}),
        tuple[int, int]: _two_tables,
        Mapping[int, str]: _labels,
    }
)
ANY_MEETINGS, WHOLE_INSTRUCTION = PLAIN.reader(tuple[Meeting, ...]), PLAIN.reader(Instruction)
ANY_CHAIRS, ANY_RESTS = PLAIN.reader(tuple[WrittenChairs, ...]), PLAIN.reader(tuple[WrittenRest, ...])
ANY_SIT_OUTS = PLAIN.reader(tuple[SitOut, ...])
PLAIN.readers |= {tuple[Meeting, ...]: _meetings, tuple[SitOut, ...]: _sit_outs, Instruction: _instruction}


# -- the head of a file -----------------------------------------------------------------------------------------------


def _contestants(written: Written) -> tuple[int, ...]:
    """Who takes part. Where a number or two strayed from what the head of the file says, it says who belongs.

    The audit can then name the place of the stray one, instead of the whole file being refused.
    """
    seen = Counter(n for m in written.meetings for n in written.seated(m)) + Counter(s.pair for s in written.sit_outs)
    said: int = getattr(written, COUNTED[written.kind])
    if not said or len(seen) == said:
        return tuple(sorted(seen))
    if len(written.labels) == said:
        return tuple(sorted(written.labels))
    if 0 < said - len(seen) <= FEW_STRAYED and max(seen) <= said:
        return tuple(range(1, said + 1))
    usual = [number for number, times in seen.items() if times > 1]
    return tuple(sorted(usual if len(usual) == said else seen))


def _counts(written: Written, count: int, sized: bool) -> None:
    """The numbers at the head of the file must be those of its meetings."""
    key = COUNTED[written.kind]
    said: int = getattr(written, key)
    for other in COUNTED.values():
        if other != key and getattr(written, other):
            raise FileFault(say("{key}: a {kind} movement has no such key.", key=other, kind=written.kind))
    if said not in (0, count):
        raise FileFault(
            say(
                "{key}: {value} is said, but the number of those that play is {count}.",
                key=key,
                value=said,
                count=count,
            )
        )
    usual = size_of(written.kind, count)
    if sized and written.size not in ({usual, count // 2, (count + 1) // 2} if key == "pairs" else {usual}):
        size = half(count) if key == "pairs" else str(usual)
        raise FileFault(say("tables: {value} is said, but there must be {size}.", value=written.size, size=size))
