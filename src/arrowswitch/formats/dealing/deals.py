"""What the files for dealing machines have in common: boards one after the other, cards by number, and nothing but deals."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from arrowswitch.bridge import LAST_BOARD, PACK, Card, Seat, dealer_of, vulnerability_of
from arrowswitch.deals import BoardHands, hand_of, written
from arrowswitch.formats.format import MOST_BOARDS, BadFile, ReadFile, check_size, text_of
from arrowswitch.formats.record import Record, RecordDeal
from arrowswitch.words import Sentence, say, spans

CARDS: tuple[Card, ...] = tuple(reversed(PACK))
"""The pack as these files number it: from the ace of spades, the first, to the two of clubs."""
NUMBER: Mapping[Card, int] = {card: number for number, card in enumerate(CARDS)}


def hands_of(board: int, cards: Mapping[Seat, Sequence[Card]]) -> BoardHands:
    """The hands of a board, if they are a pack of cards.

    >>> hands_of(1, {seat: PACK[:13] for seat in Seat})
    Traceback (most recent call last):
    arrowswitch.formats.format.BadFile: Board 1: the four hands do not make a pack of cards.
    """
    held = [card for seat in Seat for card in cards[seat]]
    if len(held) != 52 or len(set(held)) != 52 or any(len(cards[seat]) != 13 for seat in Seat):
        raise BadFile(say("Board {board}: the four hands do not make a pack of cards.", board=board))
    return BoardHands(board, *(written(cards[seat]) for seat in Seat))


def read_boards(hands: Iterable[BoardHands], notes: Iterable[Sentence] = (), title: str = "") -> ReadFile:
    """Deals and nothing else, as a file of them is read."""
    deals = []
    for each in hands:
        if each.board > LAST_BOARD:
            raise BadFile(say("This file has boards beyond {last}; no set of boards has.", last=LAST_BOARD))
        deals.append(RecordDeal(each))
        check_size(len(deals), MOST_BOARDS, say("boards"))
    if not deals:
        raise BadFile(say("There is no deal in this file."))
    return ReadFile(Record(title=title, deals=tuple(deals)), tuple(notes))


def blocks(data: bytes, size: int) -> Iterator[tuple[int, bytes]]:
    """The boards of a file in which each has the same number of bytes, numbered from 1.

    >>> list(blocks(b"aabb", 2))
    [(1, b'aa'), (2, b'bb')]
    >>> list(blocks(b"aab", 2))
    Traceback (most recent call last):
    arrowswitch.formats.format.BadFile: This file is cut off: board 2 has 1 of 2 bytes.
    """
    check_size(len(data) // size, MOST_BOARDS, say("boards"))
    for number, start in enumerate(range(0, len(data), size), 1):
        block = data[start : start + size]
        if len(block) < size:
            raise BadFile(
                say(
                    "This file is cut off: board {board} has {n} of {size} bytes.",
                    board=number,
                    n=len(block),
                    size=size,
                )
            )
        yield number, block


def one_set(record: Record) -> tuple[dict[int, BoardHands], list[Sentence]]:
    """The deals of a record by board, as a file without sections holds them, and what of the record it cannot hold."""
    found: dict[int, BoardHands] = {}
    others: set[int] = set()
    own: set[int] = set()
    for deal in record.deals:
        board = deal.hands.board
        if found.setdefault(board, deal.hands) != deal.hands:
            others.add(board)
        usual = dealer_of(board), vulnerability_of(board)
        if (deal.dealer or usual[0], deal.vulnerability or usual[1]) != usual:
            own.add(board)
    if not found:
        raise BadFile(say("There is no deal to be written."))
    return found, list(_left_out(record, others, own))


def _left_out(record: Record, others: set[int], own: set[int]) -> Iterator[Sentence]:
    if record.results or record.contestants:
        yield say("Such a file holds deals only: players, results and ranking are not in it.")
    if others:
        yield say("Boards {boards}: only the first of several deals is in it.", boards=spans(others))
    if own:
        yield say("Boards {boards}: their own dealer and vulnerability are not in it.", boards=spans(own))
    if any(deal.tricks or deal.par for deal in record.deals):
        yield say("Double-dummy tables and par are not in it.")


def from_the_first(deals: Mapping[int, BoardHands]) -> tuple[list[BoardHands], list[Sentence]]:
    """The deals in order of their boards, for a file that does not number them; and what that changes."""
    boards = sorted(deals)
    changed = [] if boards == list(range(1, len(boards) + 1)) else [_renumbered(boards)]
    return [deals[board] for board in boards], changed


def _renumbered(boards: list[int]) -> Sentence:
    return say(
        "Boards are not numbered in such a file: {boards} are read as 1 to {last}.",
        boards=spans(boards),
        last=len(boards),
    )


def cards_held(hands: BoardHands, seat: Seat) -> list[Card]:
    """A hand in the order of the pack, from the ace of spades on."""
    return sorted(hand_of(hands, seat), reverse=True)


def windows_text(text: str) -> bytes:
    """A text in the letters of old Windows, or in UTF-8 where they do not have them all.

    >>> windows_text("Zoë"), windows_text("Łódź")
    (b'Zo\\xeb', b'\\xc5\\x81\\xc3\\xb3d\\xc5\\xba')
    """
    try:
        data = text.encode("cp1252")
    except UnicodeEncodeError:
        return text.encode()
    return data if text_of(data) == text else text.encode()
