"""BRI, the older file for dealing machines: the cards of North, East and South by number, West has the rest.

A card is two figures, 01 for the ace of spades to 52 for the two of clubs. A board is 78 bytes of them, filled up with 32
spaces and 18 zeros to 128. Boards are not numbered: the first is board 1.
"""

from __future__ import annotations

import re

from arrowswitch.bridge import Card, Seat
from arrowswitch.deals import BoardHands
from arrowswitch.formats.dealing.deals import (
    CARDS,
    NUMBER,
    blocks,
    cards_held,
    from_the_first,
    hands_of,
    one_set,
    read_boards,
)
from arrowswitch.formats.format import BadFile, Format, ReadFile, WrittenFile
from arrowswitch.formats.record import Record
from arrowswitch.words import say

SIZE, CARDS_SIZE = 128, 78
FILLING = b" " * 32 + b"\0" * 18
_FIGURES = re.compile(rb"(?:0[1-9]|[1-4][0-9]|5[0-2]){39}")


def seen_in(data: bytes) -> bool:
    """Whether the file begins with the 39 cards of a board, and is no DUP file, which begins so too.

    >>> seen_in(b"".join(b"%02d" % card for card in range(1, 40)) + FILLING)
    True
    """
    return begins_with_cards(data) and not data[CARDS_SIZE:SIZE].strip(b" \0\r\n")


def begins_with_cards(data: bytes) -> bool:
    """Whether the first bytes are the numbers of 39 cards."""
    return bool(_FIGURES.match(data))


def hands_by_number(board: int, figures: bytes) -> BoardHands:
    """The hands of a board from the numbers of the cards of North, East and South."""
    if not _FIGURES.fullmatch(figures):
        raise BadFile(say("Board {board}: the cards are not numbers from 01 to 52.", board=board))
    cards = [CARDS[int(figures[at : at + 2]) - 1] for at in range(0, CARDS_SIZE, 2)]
    held = {seat: cards[13 * turn : 13 * turn + 13] for turn, seat in enumerate((Seat.NORTH, Seat.EAST, Seat.SOUTH))}
    rest: list[Card] = sorted(set(CARDS) - set(cards))
    return hands_of(board, {**held, Seat.WEST: rest})


def numbered(hands: BoardHands) -> bytes:
    """The cards of North, East and South by number."""
    seats = (Seat.NORTH, Seat.EAST, Seat.SOUTH)
    return b"".join(b"%02d" % (NUMBER[card] + 1) for seat in seats for card in cards_held(hands, seat))


def read(data: bytes) -> ReadFile:
    """The deals of a BRI file; boards of 78 bytes without filling are read too."""
    size = CARDS_SIZE if _FIGURES.match(data, CARDS_SIZE) or len(data) == CARDS_SIZE else SIZE
    return read_boards(hands_by_number(board, block[:CARDS_SIZE]) for board, block in blocks(data, size))


def write(record: Record) -> WrittenFile:
    """The deals of a record as a BRI file."""
    deals, left_out = one_set(record)
    in_order, changed = from_the_first(deals)
    return WrittenFile(b"".join(numbered(hands) + FILLING for hands in in_order), (*left_out, *changed))


FORMAT = Format(
    name="bri",
    title=say("BRI, deals for dealing machines"),
    suffixes=(".bri",),
    seen_in=seen_in,
    read=read,
    write=write,
    place=22,
)
