"""The hands of a board, as files write them: suits from spades to clubs with dots between, such as AKQ2.T98.-.76543."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from arrowswitch.bridge import PACK, Card, NotBridge, Seat, Suit, parse_card
from arrowswitch.words import say


@dataclass(frozen=True, slots=True)
class BoardHands:
    """The four hands of a board, each with its suits from spades to clubs and dots between."""

    board: int
    north: str
    east: str
    south: str
    west: str

    def of(self, seat: Seat) -> str:
        """The hand of a seat.

        >>> BoardHands(1, "AKQJT98765432...", "", "", "").of(Seat.NORTH)
        'AKQJT98765432...'
        """
        return {"N": self.north, "E": self.east, "S": self.south, "W": self.west}[seat.value]


@lru_cache(maxsize=1024)
def cards_of(hand: str) -> frozenset[Card]:
    """The cards of a hand; `NotBridge` if it is none.

    >>> len(cards_of("AKQ2.T98.-.765432"))
    13
    """
    suits = hand.upper().replace("10", "T").split(".")
    if len(suits) != 4:
        raise NotBridge(say("“{hand}” is no hand: four suits with dots between are wanted.", hand=hand[:40]))
    cards = [
        parse_card(f"{suit}{rank}") for suit, ranks in zip("SHDC", suits, strict=True) for rank in ranks if rank != "-"
    ]
    if len(cards) != 13 or len(set(cards)) != 13:
        raise NotBridge(say("“{hand}” is no hand: it has not thirteen cards.", hand=hand[:40]))
    return frozenset(cards)


def hand_of(hands: BoardHands, seat: Seat) -> frozenset[Card]:
    """The cards that a seat holds."""
    return cards_of(hands.of(seat))


HONOURS = {"A": 4, "K": 3, "Q": 2, "J": 1}


def high_card_points(hand: str) -> int:
    """Milton Work's count: 4 for an ace, 3 for a king, 2 for a queen, 1 for a jack.

    >>> high_card_points("AKQ2.T98.-.J65432")
    10
    """
    return sum(HONOURS.get(rank, 0) for rank in hand.upper())


def written(cards: Iterable[Card]) -> str:
    """Cards as a hand in a file, the highest first.

    >>> written(cards_of("2QKA.89T.-.234567"))
    'AKQ2.T98..765432'
    """
    held = sorted(cards, reverse=True)
    return ".".join("".join(card.rank.letter for card in held if card.suit is suit) for suit in reversed(Suit))


@lru_cache(maxsize=1024)
def deal_text(hands: BoardHands) -> str:
    """A deal in one line, the same for the same cards however they were written and whatever the board.

    >>> suit = "AKQJT98765432"
    >>> deal_text(BoardHands(7, f"{suit}...", f"-.{suit}.-.-", f"..{suit}.", f"...{suit}"))
    'N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432'
    """
    return "N:" + " ".join(written(hand_of(hands, seat)) for seat in Seat)


def check_deal(hands: BoardHands) -> None:
    """Refuses, with `NotBridge`, hands that do not make a pack.

    >>> check_deal(BoardHands(1, *["AKQJT98765432..."] * 4))
    Traceback (most recent call last):
    arrowswitch.bridge.errors.NotBridge: Board 1: the four hands do not make a pack of cards.
    """
    if frozenset().union(*(hand_of(hands, seat) for seat in Seat)) != frozenset(PACK):
        raise NotBridge(say("Board {board}: the four hands do not make a pack of cards.", board=hands.board))
