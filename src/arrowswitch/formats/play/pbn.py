"""Deals in Portable Bridge Notation: the `Board` and `Deal` tags, which every dealing program reads and writes.

A deal is given from one seat clockwise, each hand with its suits from spades to clubs; a hand that is not known is a
single hyphen. Only whole deals are of use to a club night, so a deal with an unknown hand is refused. Other tags are
passed over in reading; double-dummy tables are written with the tags that hand-record programs look for.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from arrowswitch.bridge import NotBridge, Side, Vulnerability, dealer_of, vulnerability_of
from arrowswitch.deals import DECLARERS, DENOMINATIONS, BoardHands, TrickTable, check_deal, deal_text, par
from arrowswitch.words import say

TAG = re.compile(r'^\s*\[\s*(\w+)\s+"([^"]*)"\s*\]')
ORDER = "NESW"


class BadPbn(ValueError):  # noqa: N818 - said to a person
    """A file that cannot be read, with the line and what is wrong in it."""


def read_deals(text: str) -> tuple[BoardHands, ...]:
    """The deals of a file, by board.

    >>> hands = "AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432"
    >>> read_deals(f'[Board "7"]\\n[Deal "E:{hands}"]')[0].east
    'AKQJT98765432...'
    """
    found: dict[int, BoardHands] = {}
    for number, hands in _deals(text):
        if hands.board in found and found[hands.board] != hands:
            raise BadPbn(say("Line {line}: board {board} is there twice.", line=number, board=hands.board))
        try:
            check_deal(hands)
        except NotBridge as fault:
            raise BadPbn(say("Line {line}: {fault}", line=number, fault=fault.args[0])) from None
        found[hands.board] = hands
    if not found:
        raise BadPbn(say("There is no deal in this file. A PBN file is wanted, with [Board] and [Deal] lines."))
    return tuple(found[board] for board in sorted(found))


def _deals(text: str) -> Iterator[tuple[int, BoardHands]]:
    board = None
    for number, line in enumerate(text.splitlines(), 1):
        match = TAG.match(line)
        if match is None:
            continue
        name, value = match.group(1).lower(), match.group(2).strip()
        if name == "board":
            if not (value.isascii() and value.isdigit() and len(value) < 4):
                raise BadPbn(say("Line {line}: “{value}” is no board number.", line=number, value=value[:20]))
            board = int(value)
        elif name == "deal":
            if board is None:
                raise BadPbn(say("Line {line}: a deal without its board number before it.", line=number))
            yield number, _hands(number, board, value)


def _hands(number: int, board: int, value: str) -> BoardHands:
    first, _, rest = value.partition(":")
    hands = rest.split()
    if first.strip().upper() not in tuple(ORDER) or len(hands) != 4:
        raise BadPbn(say("Line {line}: “{deal}” is no deal of four hands.", line=number, deal=value[:40]))
    if "-" in hands:
        raise BadPbn(say("Line {line}: a hand of board {board} is not given.", line=number, board=board))
    start = ORDER.index(first.strip().upper())
    by_seat = {ORDER[(start + turn) % 4]: hand for turn, hand in enumerate(hands)}
    return BoardHands(board, by_seat["N"], by_seat["E"], by_seat["S"], by_seat["W"])


# -- writing ----------------------------------------------------------------------------------------------------------

VULNERABLE = {Vulnerability.NONE: "None", Vulnerability.NS: "NS", Vulnerability.EW: "EW", Vulnerability.ALL: "All"}


def write_deals(deals: Sequence[BoardHands], tables: Mapping[int, TrickTable] | None = None, *, event: str = "") -> str:
    """A file of deals, with the double-dummy table and par of those boards whose table is given.

    >>> suit = "AKQJT98765432"
    >>> deals = (BoardHands(7, f"{suit}...", f".{suit}..", f"..{suit}.", f"...{suit}"),)
    >>> read_deals(write_deals(deals)) == deals
    True
    """
    boards = ["\n".join(_board(hands, (tables or {}).get(hands.board), event)) for hands in deals]
    return "% PBN 2.1\n% EXPORT\n" + "\n\n".join(boards) + "\n"


def _board(hands: BoardHands, table: TrickTable | None, event: str) -> Iterator[str]:
    dealer, vulnerability = dealer_of(hands.board), vulnerability_of(hands.board)
    tags = {
        "Event": event.replace('"', "'"),
        "Board": str(hands.board),
        "Dealer": dealer.value,
        "Vulnerable": VULNERABLE[vulnerability],
        "Deal": deal_text(hands),
    }
    if table:
        points = par(table, dealer, vulnerability).score
        tags["DoubleDummyTricks"] = table.digits
        tags["OptimumScore"] = f"{Side.NS if points >= 0 else Side.EW} {abs(points)}"
    yield from (f'[{name} "{value}"]' for name, value in tags.items())
    if table:
        yield '[OptimumResultTable "Declarer;Denomination\\2R;Result\\2R"]'
        for seat in DECLARERS:
            for each in DENOMINATIONS:
                yield f"{seat} {each.letter:>2} {table.tricks(seat, each):2}"
