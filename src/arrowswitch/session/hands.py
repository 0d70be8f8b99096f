"""The hands of a board, as files write them: suits from spades to clubs with dots between, such as AKQ2.T98.-.76543."""

from __future__ import annotations

from functools import lru_cache

from arrowswitch.bridge import PACK, Card, NotBridge, Seat, parse_card
from arrowswitch.session.acts import BoardHands
from arrowswitch.words import say


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
    return cards_of({"N": hands.north, "E": hands.east, "S": hands.south, "W": hands.west}[seat.value])


def check_deal(hands: BoardHands) -> None:
    """Refuses, with `NotBridge`, hands that do not make a pack.

    >>> check_deal(BoardHands(1, *["AKQJT98765432..."] * 4))
    Traceback (most recent call last):
    arrowswitch.bridge.errors.NotBridge: Board 1: the four hands do not make a pack of cards.
    """
    if frozenset().union(*(hand_of(hands, seat) for seat in Seat)) != frozenset(PACK):
        raise NotBridge(say("Board {board}: the four hands do not make a pack of cards.", board=hands.board))
