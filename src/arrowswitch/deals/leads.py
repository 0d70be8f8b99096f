"""What each opening lead leaves declarer, when after it all four see all the cards."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from arrowswitch.bridge import Card, Denomination, Rank, Seat, Suit
from arrowswitch.deals.hands import BoardHands, deal_text, hand_of
from arrowswitch.deals.solver import dds, one_at_a_time, strain_of

_LOWEST = 2


def after_leads(hands: BoardHands, declarer: Seat, denomination: Denomination) -> Mapping[Card, int]:
    """Declarer's tricks after every card that the leader may lead.

    >>> suit = "AKQJT98765432"
    >>> found = after_leads(BoardHands(1, f"{suit}...", f".{suit}..", f"..{suit}.", f"...{suit}"), Seat.NORTH, Denomination.HEARTS)
    >>> set(found.values())
    {0}
    """
    return _after(deal_text(hands), hands, declarer, denomination)


@lru_cache(maxsize=2**12)
def _after(text: str, hands: BoardHands, declarer: Seat, denomination: Denomination) -> Mapping[Card, int]:
    library = dds()
    deal, found = library.dealPBN(), library.futureTricks()
    deal.trump, deal.first = strain_of(denomination), tuple(Seat).index(declarer.left)
    deal.remainCards = text.encode("ascii")
    with one_at_a_time:
        library.SolveBoardPBN(deal, -1, 3, 1, found, 0)
    tricks: dict[Card, int] = {}
    for number in range(found.cards):
        suit = _suit(found.suit[number])
        ranks = [found.rank[number], *(r for r in range(_LOWEST, 15) if found.equals[number] >> r & 1)]
        for rank in ranks:
            tricks[Card(suit, _rank(rank))] = 13 - found.score[number]
    return {card: tricks[card] for card in sorted(hand_of(hands, declarer.left), reverse=True) if card in tricks}


def _suit(number: int) -> Suit:
    return tuple(reversed(Suit))[number]


def _rank(number: int) -> Rank:
    return tuple(Rank)[number - _LOWEST]
