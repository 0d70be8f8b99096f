"""The grid of a movement as text: what a cell says, and how people type it.

A cell is `3-12 A`: North-South, East-West and the set of boards, which has a letter. `7` alone waits there and sits out. What is
left out stays as it is: `4-` is another North-South, `-11` another East-West, `B` another set. Manning's `3A12` is read too, and
boards may be named one by one, `3-12 7,8,9`. A side of an individual is two players, `7+3`.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from arrowswitch.movements.build import boards_of_set
from arrowswitch.movements.files import MOST_NUMBER
from arrowswitch.movements.files_of_others.rows import set_letters, set_number
from arrowswitch.movements.model import MOST_PLAYERS, ImpossibleWish, Movement, Relay, partners, partnership
from arrowswitch.words import say, spans

SIDE = r"[0-9]{1,3}(?:\s*[+&]\s*[0-9]{1,3})?"
BOARDS = r"[A-Za-z]{1,2}|[0-9]{1,3}(?:-[0-9]{1,3})?(?:\s*,\s*[0-9]{1,3}(?:-[0-9]{1,3})?)*"
CELL = re.compile(rf"(?P<ns>{SIDE})?\s*(?P<v>[-–:/])\s*(?P<ew>{SIDE})?(?:\s+(?P<boards>{BOARDS}))?")
SPACED = re.compile(rf"(?P<ns>{SIDE})\s+(?P<ew>{SIDE})(?:\s+(?P<boards>{BOARDS}))?")
MANNING = re.compile(rf"(?P<ns>{SIDE})\s*(?P<boards>[A-Za-z]{{1,2}})\s*(?P<ew>{SIDE})")
SET = re.compile(r"[A-Za-z]{1,2}")
NUMBERS = re.compile(r"[0-9]{1,3}(?:[\s,;]+[0-9]{1,3})*")
NOBODY = frozenset({"", "-", "–", ".", "·"})


class TypedCell(NamedTuple):
    """What somebody typed into a cell; None is left as it is."""

    ns: int | None = None
    ew: int | None = None
    boards: tuple[int, ...] | None = None
    waits: tuple[int, ...] = ()
    """Who waits there without opponents."""
    is_empty: bool = False


# -- sets -------------------------------------------------------------------------------------------------------------


def set_names(movement: Movement) -> dict[tuple[int, ...], str]:
    """The letter of every set of boards. Where sets are the usual ones, A is the first, also if it is not in play.

    >>> from arrowswitch.movements import build
    >>> list(set_names(build("mitchell", tables=5)).items())[:2]
    [((1, 2, 3, 4, 5), 'A'), ((6, 7, 8, 9, 10), 'B')]
    """
    each = movement.boards_per_round
    distinct = sorted({meeting.boards for meeting in movement.meetings if meeting.boards})
    numbers = {boards: (boards[0] - 1) // each + 1 for boards in distinct}
    if any(boards_of_set(number, each) != boards for boards, number in numbers.items()):
        numbers = {boards: number for number, boards in enumerate(distinct, 1)}
    return {boards: set_letters(number) for boards, number in numbers.items()}


def boards_named(movement: Movement, text: str) -> tuple[int, ...]:
    """The boards that a letter, or a list of numbers, stands for.

    >>> from arrowswitch.movements import build
    >>> boards_named(build("mitchell", tables=5), "b"), boards_named(build("mitchell", tables=5), "1-3, 7")
    ((6, 7, 8, 9, 10), (1, 2, 3, 7))
    """
    if SET.fullmatch(text):
        known = {name: boards for boards, name in set_names(movement).items()}
        boards = known.get(text.upper()) or boards_of_set(set_number(text, 0), movement.boards_per_round)
    else:
        found: list[int] = []
        for part in text.split(","):
            first, _dash, last = part.strip().partition("-")
            found += range(int(first), int(last or first) + 1)
        boards = tuple(found)
    if not boards or not 1 <= min(boards) <= max(boards) <= MOST_NUMBER:
        raise ImpossibleWish(
            say("“{text}” is no set of boards: they are numbered 1 to {most}.", text=text, most=MOST_NUMBER)
        )
    return boards


# -- cells ------------------------------------------------------------------------------------------------------------


def write_side(movement: Movement, side: int) -> str:
    """A pair or a team by its number, the partners of an individual as `7+3`."""
    if movement.kind == "individual" and side > MOST_PLAYERS:
        return "+".join(map(str, partners(side)))
    return str(side)


def write_cell(movement: Movement, number: int, table: int) -> str:
    """What stands in the grid for a table in a round.

    >>> from arrowswitch.movements import build
    >>> movement = build("mitchell", tables="4½")
    >>> [write_cell(movement, 1, table) for table in (1, 5)]
    ['1-5 A', '9']
    """
    meeting = movement.at.get((number, table))
    if meeting is None:
        waiting = [rest.pair for rest in movement.sit_outs if (rest.round, rest.table) == (number, table)]
        return ", ".join(map(str, waiting))
    sides = f"{write_side(movement, meeting.ns)}-{write_side(movement, meeting.ew)}"
    return f"{sides} {set_names(movement).get(meeting.boards, '')}".strip()


def read_cell(movement: Movement, text: str) -> TypedCell:
    """What somebody means by it.

    >>> from arrowswitch.movements import build
    >>> movement = build("mitchell", tables=3, boards_per_round=2)
    >>> read_cell(movement, "3A5") == read_cell(movement, "3-5 a") == read_cell(movement, "3 5 1,2")
    True
    >>> read_cell(movement, "-6")
    TypedCell(ns=None, ew=6, boards=None, waits=(), is_empty=False)
    >>> read_cell(movement, "three")
    Traceback (most recent call last):
    ...
    arrowswitch.movements.model.ImpossibleWish: “three” is not a table; write 3-12 A: North-South, East-West and the set.
    """
    plain = " ".join(text.split())
    if plain in NOBODY:
        return TypedCell(is_empty=True)
    if SET.fullmatch(plain):
        return TypedCell(boards=boards_named(movement, plain))
    found = MANNING.fullmatch(plain) or CELL.fullmatch(plain) or SPACED.fullmatch(plain)
    if found:
        boards = found["boards"]
        return TypedCell(
            _side(movement, found["ns"]),
            _side(movement, found["ew"]),
            boards_named(movement, boards) if boards else None,
        )
    if NUMBERS.fullmatch(plain):
        return TypedCell(waits=tuple(map(int, re.findall("[0-9]+", plain))))
    raise ImpossibleWish(
        say("“{text}” is not a table; write 3-12 A: North-South, East-West and the set.", text=plain[:20])
    )


def _side(movement: Movement, text: str | None) -> int | None:
    if text is None:
        return None
    numbers = [int(each) for each in re.findall("[0-9]+", text)]
    if len(numbers) != (2 if movement.kind == "individual" else 1):
        raise ImpossibleWish(
            say("A side of an individual is two players, such as 7+3; of pairs and teams it is one number.")
        )
    if not all(1 <= each <= (MOST_PLAYERS if movement.kind == "individual" else MOST_NUMBER) for each in numbers):
        raise ImpossibleWish(say("“{text}” is not a number that can play.", text=text))
    return partnership(*numbers) if movement.kind == "individual" else numbers[0]


def read_numbers(text: str) -> tuple[int, ...]:
    """Pairs or tables, as people write several of them.

    >>> read_numbers("3, 12 7"), read_numbers("")
    ((3, 12, 7), ())
    """
    plain = text.strip(" ,;")
    if not plain:
        return ()
    if not NUMBERS.fullmatch(plain):
        raise ImpossibleWish(say("“{text}” is not a list of numbers, such as 3, 12.", text=plain[:20]))
    return tuple(dict.fromkeys(int(each) for each in re.findall("[0-9]+", plain)))


# -- by pair ----------------------------------------------------------------------------------------------------------


def write_rest(movement: Movement, number: int) -> str:
    """Who sits out in a round without a table to wait at.

    >>> from arrowswitch.movements import from_dict
    >>> write_rest(from_dict({"rounds": 1, "meetings": [], "sit_outs": [{"round": 1, "pair": 3}]}), 1)
    '3'
    """
    return ", ".join(str(rest.pair) for rest in movement.sit_outs if rest.round == number and not rest.table)


def write_seat(movement: Movement, number: int, contestant: int) -> str:
    """Where somebody is in a round: `3N` at table 3 North-South, `3E` East-West, `–` where they sit out.

    >>> from arrowswitch.movements import build
    >>> [write_seat(build("howell", tables="3½"), 1, pair) for pair in (1, 2, 5)]
    ['–', '2E', '3N']
    """
    here = [
        f"{meeting.table}{'N' if movement.side_of(meeting, contestant) == 'ns' else 'E'}"
        for meeting in movement.by_round.get(number, ())
        if contestant in movement.seated(meeting)
    ]
    rests = any((rest.round, rest.pair) == (number, contestant) for rest in movement.sit_outs)
    return " ".join(here) or ("–" if rests else "")


# -- relays and shares ------------------------------------------------------------------------------------------------


def write_relays(movement: Movement) -> str:
    """The relays as people write them: between which tables, how many sets, what lies there before play.

    >>> from arrowswitch.movements import build
    >>> write_relays(build("share-relay", tables=8))
    '4-5 13-15'
    """
    return "; ".join(
        " ".join(
            (
                f"{relay.between[0]}-{relay.between[1]}",
                *((f"×{relay.sets}",) if relay.sets > 1 else ()),
                *((spans(relay.boards),) if relay.boards else ()),
            )
        )
        for relay in movement.relays
    )


def read_relays(movement: Movement, text: str) -> tuple[Relay, ...]:
    """The relays that somebody typed.

    >>> from arrowswitch.movements import build
    >>> movement = build("mitchell", tables=5, boards_per_round=2)
    >>> read_relays(movement, "3-4; 1-5 x2 9-12")
    (Relay(between=(3, 4), sets=1, boards=()), Relay(between=(1, 5), sets=2, boards=(9, 10, 11, 12)))
    """
    found = []
    for part in filter(None, (each.strip() for each in text.split(";"))):
        match = re.fullmatch(rf"([0-9]{{1,3}})\s*[-–]\s*([0-9]{{1,3}})(?:\s*[x×]\s*([0-9]))?(?:\s+({BOARDS}))?", part)
        if not match or "0" in (match[1], match[2], match[3]):
            raise ImpossibleWish(
                say("“{part}” is not a relay; write 3-4 for one set between tables 3 and 4, 3-4 ×2 for two.", part=part)
            )
        boards = boards_named(movement, match[4]) if match[4] else ()
        found.append(Relay((int(match[1]), int(match[2])), int(match[3] or 1), boards))
    return tuple(found)


def write_shares(movement: Movement) -> str:
    """The groups of tables that share, as people write them: `1+6; 2+7`."""
    return "; ".join("+".join(map(str, group)) for group in movement.shares)


def read_shares(text: str) -> tuple[tuple[int, ...], ...]:
    """The groups that somebody typed.

    >>> read_shares("1+6; 2+7+8")
    ((1, 6), (2, 7, 8))
    """
    found = []
    for part in filter(None, (each.strip() for each in re.split("[;,]", text))):
        if not re.fullmatch(r"[1-9][0-9]{0,2}(?:\s*[+&]\s*[1-9][0-9]{0,2})+", part):
            raise ImpossibleWish(say("“{part}” are not tables that share; write 1+6.", part=part))
        found.append(tuple(dict.fromkeys(int(each) for each in re.findall("[0-9]+", part))))
    return tuple(found)
