"""The auction and the play of one board at one table, in the LIN that some programs put into a line of USEBIO.

Only calls and cards are read here, by the thousand and in a moment; what else LIN can say is the business of `formats.play.lin`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from arrowswitch.bridge import Seat, Vulnerability, dealer_of, vulnerability_of
from arrowswitch.deals import hand_of, written
from arrowswitch.formats.record import RecordDeal, RecordLine

CALL = re.compile(r"[1-7](?:NT|[CDHSN])|XX|[PDRX]", re.ASCII)
CARD = re.compile(r"[CDHS](?:10|[2-9TJQKA])", re.ASCII)
WORDS = {"P": "Pass", "D": "X", "X": "X", "R": "XX", "XX": "XX"}
LETTERS = {"Pass": "p", "X": "d", "XX": "r"}
LONGEST_AUCTION, LONGEST_PLAY = 319, 52
SEATS = (Seat.SOUTH, Seat.WEST, Seat.NORTH, Seat.EAST)
VULNERABLE = {Vulnerability.NONE: "o", Vulnerability.NS: "n", Vulnerability.EW: "e", Vulnerability.ALL: "b"}


class TableLog(NamedTuple):
    """What was called and played at a table."""

    auction: tuple[str, ...]
    play: tuple[str, ...]


def read_lin_data(text: str) -> TableLog:
    """The calls and the cards of a board.

    >>> read_lin_data("md|1S2,,|mb|1N!|an|strong|mb|p|mb|D|mb|ppp|pc|HK|pc|h10|")
    TableLog(auction=('1NT', 'Pass', 'X', 'Pass', 'Pass', 'Pass'), play=('HK', 'HT'))
    """
    found: dict[str, list[str]] = {"mb": [], "pc": []}
    pieces = text.split("|")
    for key, value in zip(pieces[::2], pieces[1::2], strict=False):
        if key.strip().lower() in found:
            found[key.strip().lower()].append(value.upper())
    calls = [_call(each) for value in found["mb"] for each in CALL.findall(value)]
    cards = [each.replace("10", "T") for value in found["pc"] for each in CARD.findall(value)]
    return TableLog(tuple(calls[:LONGEST_AUCTION]), tuple(cards[:LONGEST_PLAY]))


def _call(text: str) -> str:
    return WORDS.get(text) or (f"{text}T" if text.endswith("N") else text)


def write_lin_data(told: RecordLine, deal: RecordDeal, names: Sequence[str]) -> str:
    """The board in one line; the names are those of North, East, South and West."""
    return "".join(f"{key}|{value}|" for key, value in _pieces(told, deal, names))


def _pieces(told: RecordLine, deal: RecordDeal, names: Sequence[str]) -> Iterator[tuple[str, object]]:
    board, result = told.line.board, told.line.result
    dealer = deal.dealer or dealer_of(board)
    by_seat = dict(zip(Seat, names, strict=True))
    yield "pn", ",".join(" ".join(re.sub(r"[,|\s]+", " ", by_seat[seat]).split()) for seat in SEATS)
    yield "st", ""
    yield "md", f"{SEATS.index(dealer) + 1}{','.join(_hand(deal, seat) for seat in SEATS)}"
    yield "sv", VULNERABLE[deal.vulnerability or vulnerability_of(board)]
    yield "ah", f"Board {board}"
    for call in told.auction:
        yield "mb", LETTERS.get(call) or call.removesuffix("T")
    for card in filter(None, told.play):
        yield "pc", card
    if result is not None and not result.passed_out:
        yield "mc", result.tricks


def _hand(deal: RecordDeal, seat: Seat) -> str:
    suits = written(hand_of(deal.hands, seat)).split(".")
    return "".join(f"{letter}{ranks}" for letter, ranks in zip("SHDC", suits, strict=True))
