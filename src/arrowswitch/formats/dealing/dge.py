"""DGE, a file for dealing machines that shows on an old screen: suit symbols and ranks, hand after hand.

A hand is 17 bytes: each suit symbol, from spades to clubs, with its ranks after it. A board has four hands, from North
clockwise, filled up with 60 zeros to 128 bytes. Boards are not numbered: the first is board 1.
"""

from __future__ import annotations

import re

from arrowswitch.bridge import Card, Rank, Seat, Suit
from arrowswitch.deals import BoardHands, hand_of
from arrowswitch.formats.dealing.deals import blocks, from_the_first, hands_of, one_set, read_boards
from arrowswitch.formats.format import BadFile, Format, ReadFile, WrittenFile
from arrowswitch.formats.record import Record
from arrowswitch.words import say

SIZE, HAND_SIZE = 128, 17
CARDS_SIZE = 4 * HAND_SIZE
FILLING = b"\0" * 60
SYMBOLS = {Suit.SPADES: b"\x06", Suit.HEARTS: b"\x03", Suit.DIAMONDS: b"\x04", Suit.CLUBS: b"\x05"}
"""As the screens of old had them."""
_HAND = re.compile(rb"\x06([AKQJT2-9]*)\x03([AKQJT2-9]*)\x04([AKQJT2-9]*)\x05([AKQJT2-9]*)")


def seen_in(data: bytes) -> bool:
    """Whether the file begins with a hand behind the symbol of spades.

    >>> seen_in(b"\\x06AKQJT98765432\\x03\\x04\\x05\\x06")
    True
    """
    return bool(_HAND.fullmatch(data[:HAND_SIZE]))


def hands_by_symbol(board: int, shown: bytes) -> BoardHands:
    """The hands of a board from symbols and ranks."""
    held = {}
    for turn, seat in enumerate(Seat):
        found = _HAND.fullmatch(shown[HAND_SIZE * turn : HAND_SIZE * (turn + 1)])
        if found is None:
            raise BadFile(say("Board {board}: the hand of {seat} cannot be read.", board=board, seat=seat.full_name))
        held[seat] = [
            Card(suit, Rank(chr(rank))) for suit, ranks in zip(SYMBOLS, found.groups(), strict=True) for rank in ranks
        ]
    return hands_of(board, held)


def shown(hands: BoardHands) -> bytes:
    """The four hands with symbols and ranks."""
    return b"".join(
        symbol + "".join(card.rank.letter for card in held if card.suit is suit).encode()
        for held in (sorted(hand_of(hands, seat), reverse=True) for seat in Seat)
        for suit, symbol in SYMBOLS.items()
    )


def read(data: bytes) -> ReadFile:
    """The deals of a DGE file; boards of 68 bytes without filling are read too."""
    size = CARDS_SIZE if seen_in(data[CARDS_SIZE:]) or len(data) == CARDS_SIZE else SIZE
    return read_boards(hands_by_symbol(board, block[:CARDS_SIZE]) for board, block in blocks(data, size))


def write(record: Record) -> WrittenFile:
    """The deals of a record as a DGE file."""
    deals, left_out = one_set(record)
    in_order, changed = from_the_first(deals)
    return WrittenFile(b"".join(shown(hands) + FILLING for hands in in_order), (*left_out, *changed))


FORMAT = Format(
    name="dge",
    title=say("DGE, deals for dealing machines"),
    suffixes=(".dge",),
    seen_in=seen_in,
    read=read,
    write=write,
    place=23,
)
