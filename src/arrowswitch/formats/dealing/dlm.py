"""DLM, the file of newer Duplimate machines: 99 boards as text, of which only those from one number to another are meant.

A board is 26 letters, one for two cards from the ace of spades to the two of clubs: `a`, and four times the seat of the
first card and once that of the second, counted from North. Three figures after them are the board and all letters put
together by exclusive or. Boards that are not meant are filled in, all with the same deal.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import reduce
from operator import xor

from arrowswitch.bridge import Card, Seat
from arrowswitch.deals import BoardHands, hand_of
from arrowswitch.formats.dealing.deals import CARDS, hands_of, one_set, read_boards, windows_text
from arrowswitch.formats.format import BadFile, Format, ReadFile, WrittenFile, text_of
from arrowswitch.formats.record import Record
from arrowswitch.words import Sentence, say, spans

LAST = 99
LARGEST_DLM = 1024 * 1024
FILLER = "aaaaaabffffffkkkkkklpppppp"
_SEATS = tuple(Seat)
_LETTERS = re.compile(r"([a-p]{26})([0-9]{1,3})?")
_BOARD = re.compile(r"board\s+([0-9]{1,3})")


def seen_in(data: bytes) -> bool:
    """Whether the file begins as a document of Duplimate.

    >>> seen_in(b"[Document]\\r\\nHeadline=Tuesday\\r\\n")
    True
    """
    return text_of(data[:4096]).lstrip().lower().startswith("[document]")


def read(data: bytes) -> ReadFile:
    """The deals of a DLM file: those from the first board that is meant to the last."""
    if len(data) > LARGEST_DLM:
        raise BadFile(say("This file is too large for one of 99 boards."))
    values = _values(text_of(data))
    first, last = (_number(values, key, usual) for key, usual in (("from board", 1), ("to board", LAST)))
    if not 1 <= first <= last:
        raise BadFile(say("The file goes from board {first} to board {last}.", first=first, last=last))
    hands = [_hands(board, values[f"board {board}"]) for board in range(first, last + 1) if f"board {board}" in values]
    return read_boards(hands, _notes(values, first, last), values.get("headline", ""))


def _values(text: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for line in text.splitlines():
        key, equals, value = line.partition("=")
        if equals:
            key = " ".join(key.lower().split())
            board = _BOARD.fullmatch(key)
            found.setdefault(f"board {int(board[1])}" if board else key, value.strip())
    return found


def _number(values: Mapping[str, str], key: str, usual: int) -> int:
    value = values.get(key, "")
    return int(value) if value.isascii() and value.isdigit() and len(value) < 4 else usual


def _hands(board: int, value: str) -> BoardHands:
    found = _LETTERS.fullmatch(value.lower())
    if found is None:
        raise BadFile(say("Board {board}: “{value}” is no deal of 26 letters.", board=board, value=value[:40]))
    letters, figures = found.groups()
    if figures is not None and int(figures) != checksum(board, letters):
        raise BadFile(
            say(
                "Board {board}: the checksum is {said}, not {sum}: the deal was changed or damaged.",
                board=board,
                said=figures,
                sum=checksum(board, letters),
            )
        )
    held: dict[Seat, list[Card]] = {seat: [] for seat in Seat}
    for number, letter in enumerate(letters):
        both = ord(letter) - ord("a")
        held[_SEATS[both >> 2]].append(CARDS[2 * number])
        held[_SEATS[both & 3]].append(CARDS[2 * number + 1])
    return hands_of(board, held)


def checksum(board: int, letters: str) -> int:
    """The board and all letters put together by exclusive or.

    >>> checksum(1, FILLER)
    15
    """
    return reduce(xor, letters.encode("ascii"), board)


def _notes(values: Mapping[str, str], first: int, last: int) -> Iterator[Sentence]:
    missing = [board for board in range(first, min(last, 999) + 1) if f"board {board}" not in values]
    if missing:
        yield say("Boards {boards} are meant to be in the file, and are not.", boards=spans(missing))
    if values.get("status", "").lower() == "sealed":
        yield say("The file was sealed: nobody was to see the deals on a screen.")


def lettered(hands: BoardHands) -> str:
    """A deal in 26 letters."""
    seat_of = {card: number for number, seat in enumerate(_SEATS) for card in hand_of(hands, seat)}
    pairs = zip(CARDS[::2], CARDS[1::2], strict=True)
    return "".join(chr(ord("a") + (seat_of[one] << 2) + seat_of[other]) for one, other in pairs)


def write(record: Record) -> WrittenFile:
    """The deals of a record as a DLM file of 99 boards."""
    deals, left_out = one_set(record)
    boards = [board for board in sorted(deals) if board <= LAST]
    if not boards:
        raise BadFile(say("A DLM file has boards 1 to {last} only.", last=LAST))
    if len(boards) < len(deals):
        beyond = spans(board for board in deals if board > LAST)
        left_out.append(say("Boards {boards}: a DLM file has boards 1 to {last} only.", boards=beyond, last=LAST))
    first, last = boards[0], boards[-1]
    gaps = set(range(first, last + 1)) - set(boards)
    if gaps:
        left_out.append(say("Boards {boards} have no deal; a DLM file fills them in with one.", boards=spans(gaps)))
    letters = {board: lettered(deals[board]) for board in boards}
    lines = [
        *_head(" ".join(record.title.split()), first, last),
        *(line for board in range(1, LAST + 1) for line in _board(board, letters)),
    ]
    return WrittenFile(windows_text("".join(f"{line}\r\n" for line in lines)), tuple(left_out))


def _head(title: str, first: int, last: int) -> Iterator[str]:
    yield "[Document]"
    yield f"Headline={title}"
    yield "Status=Show"
    yield "Duplicates=0"
    yield f"From board={first}"
    yield f"To board={last}"
    yield "Next board to duplimate=0"
    yield "PrintOuts=0"
    yield "Crypto key=0"
    yield f"Checksum={first ^ last ^ 1}"  # no duplicates, and one for a file that may be shown


def _board(board: int, letters: Mapping[int, str]) -> Iterator[str]:
    deal = letters.get(board, FILLER)
    yield f"Duplicates {board:02}=0"
    yield f"Board {board:02}={deal}{checksum(board, deal):03}"


FORMAT = Format(
    name="dlm",
    title=say("DLM, deals for Duplimate machines"),
    suffixes=(".dlm",),
    seen_in=seen_in,
    read=read,
    write=write,
    place=20,
    media="text/plain",
)
