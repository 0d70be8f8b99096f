"""The twinned Mitchell: two halves of the room with twinned boards, and East-West change halves at half-time.

The Twin Mitchell, after McKinnon.
"""

from __future__ import annotations

from arrowswitch.movements.build import SketchRow
from arrowswitch.movements.families.chain import Chain, east_west, from_rows, notes
from arrowswitch.movements.family import Family
from arrowswitch.movements.model import ImpossibleWish, Movement, Relay
from arrowswitch.movements.wishes import Wish, length
from arrowswitch.words import say, spans


def twinned(wish: Wish) -> Movement:
    """Two halves of the room with twinned boards: each plays its own Mitchell, then EW change halves for new boards."""
    tables = wish.tables
    if tables % 2 or tables < 6:
        raise ImpossibleWish(
            say("A twinned Mitchell needs an even number of tables, 6 or more; {tables} is not.", tables=tables)
        )
    half = tables // 2
    chain = Chain(half, half) if half % 2 else Chain(half, half, relay=1, share=True)
    boards_per_round, rounds = length(wish, tables)
    within = east_west(half, half)
    rows = [
        SketchRow(
            number,
            table + shift,
            table + shift,
            _visitor(within, stanza, number, table, shift, half),
            chain.set_at(table, (number - 1) % half + 1) + stanza * half,
        )
        for number in range(1, rounds + 1)
        for stanza in ((number - 1) // half,)
        for shift in (0, half)
        for table in range(1, half + 1)
    ]
    words = notes(
        "layout",
        0,
        say(
            "Tables 1 to {half} and {next} to {tables} are two halves with twinned boards 1-{boards}.",
            half=half,
            next=half + 1,
            tables=tables,
            boards=half * boards_per_round,
        ),
    )
    words += notes(
        "move",
        0,
        say(
            "After each round East-West move up one table within their half; the boards move down one table within it."
        ),
    )
    if chain.share:
        text = say("In each half the last table shares with the first, and a relay stands in the middle.")
        words += notes("share", 0, text)
    if rounds > half:
        text = say(
            "East-West of the two halves change places, and boards {boards} come into play.",
            boards=spans(range(half * boards_per_round + 1, tables * boards_per_round + 1)),
        )
        words += notes("stanza", half, text)
    relays = [Relay((half // 2 + shift, half // 2 + 1 + shift)) for shift in (0, half) if chain.share]
    return from_rows(
        FAMILY,
        wish,
        rows,
        words,
        boards_per_round=boards_per_round,
        copies=2,
        relays=relays if rounds <= half else [],
        shares=[(1, half), (half + 1, tables)] if chain.share else [],
        source="Twin Mitchell, after McKinnon, Duplicate Bridge Schedules",
    )


def _visitor(within: list[list[int]], stanza: int, number: int, table: int, shift: int, half: int) -> int:
    home = (shift + stanza * half) % (2 * half)  # the half of the room that the visitors came from
    return within[(number - 1) % half][table - 1] + home


FAMILY = Family(
    name="twinned",
    title=say("Twinned Mitchell"),
    about=say("Two halves of the room with twinned boards; at half-time East-West change halves."),
    place=130,
    build=twinned,
    ease=11,
    hazard=lambda movement: say("At half-time East-West change halves and new boards come in."),
    full_rounds=lambda tables, halved: tables if tables in (6, 10, 14) and not halved else None,
)
