"""DUP, the file of Duplimate machines: a board as BRI and as DGE, and ten bytes that tell the machine what to do.

These are: whether the hands are random and whether boards are counted backwards (Y or N), the lowest board (three bytes),
copies (two) and the highest board (three), the numbers on the left. Every board carries the same ten bytes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from arrowswitch.deals import BoardHands
from arrowswitch.formats.dealing import bri, dge
from arrowswitch.formats.dealing.deals import blocks, one_set, read_boards
from arrowswitch.formats.format import BadFile, Format, ReadFile, WrittenFile
from arrowswitch.formats.record import Record
from arrowswitch.words import Sentence, say, spans

SIZE, ORDERS = 156, bri.CARDS_SIZE + dge.CARDS_SIZE
_TOLD = re.compile(rb"[YN]{2}[0-9 ]{8}")


def seen_in(data: bytes) -> bool:
    """Whether the file begins with a board as BRI and, at its place, what a machine is told."""
    return bri.begins_with_cards(data) and bool(_TOLD.fullmatch(data[ORDERS:SIZE]))


def read(data: bytes) -> ReadFile:
    """The deals of a DUP file."""
    found = list(blocks(data, SIZE))
    told = found[0][1][ORDERS:]
    if not _TOLD.fullmatch(told):
        raise BadFile(say("Board 1: what a dealing machine is told does not stand behind its cards."))
    first = _number(told[2:5]) or 1
    backwards = told[1:2] == b"Y"
    boards = range(first, first + len(found))
    numbers = list(reversed(boards) if backwards else boards)
    hands = [_hands(number, block) for number, (_, block) in zip(numbers, found, strict=True)]
    return read_boards(sorted(hands, key=lambda each: each.board), _notes(told, boards))


def _number(field: bytes) -> int:
    """A number that stands on the left of its field; 0 if there is none."""
    return int(field.split()[0]) if field.strip() else 0


def _hands(board: int, block: bytes) -> BoardHands:
    hands = bri.hands_by_number(board, block[: bri.CARDS_SIZE])
    pictured = block[bri.CARDS_SIZE : ORDERS]
    if pictured.strip(b" \0") and dge.hands_by_symbol(board, pictured) != hands:  # blank where nobody may look
        raise BadFile(say("Board {board}: its cards stand there twice, and not alike.", board=board))
    return hands


def _notes(told: bytes, boards: range) -> Iterator[Sentence]:
    last = _number(told[7:])
    if last != boards[-1]:
        yield say(
            "The file says that the highest board is {said}; there are boards {boards}.",
            said=last,
            boards=spans(boards),
        )


def write(record: Record) -> WrittenFile:
    """The deals of a record as a DUP file: its boards in order, from the lowest on."""
    deals, left_out = one_set(record)
    boards = sorted(deals)
    first, last = boards[0], boards[0] + len(boards) - 1
    if last > 999:
        raise BadFile(say("A DUP file numbers boards up to 999."))
    if boards[-1] != last:
        left_out.append(
            say(
                "Boards are numbered in one run in a DUP file: {boards} are read as {first} to {last}.",
                boards=spans(boards),
                first=first,
                last=last,
            )
        )
    told = b"YN%-3d%-2d%-3d" % (first, 0, last)
    data = b"".join(bri.numbered(deals[board]) + dge.shown(deals[board]) + told for board in boards)
    return WrittenFile(data, tuple(left_out))


FORMAT = Format(
    name="dup",
    title=say("DUP, deals for Duplimate machines"),
    suffixes=(".dup",),
    seen_in=seen_in,
    read=read,
    write=write,
    place=21,
)
