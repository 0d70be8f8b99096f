"""What each opening lead leaves declarer, when after it all four see all the cards.

As a program (`python -m arrowswitch.deals.leads`) it reads questions, one a line, and writes the answers, so that whoever serves
pages can have the work done in another process.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from functools import lru_cache

from arrowswitch.bridge import Card, Denomination, NotBridge, Rank, Seat, Suit, parse_card
from arrowswitch.deals.hands import BoardHands, deal_text, hand_of
from arrowswitch.deals.solver import dds, one_at_a_time, stand_back, strain_of
from arrowswitch.words import say

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


# -- questions and answers in a line ----------------------------------------------------------------------------------------


def lead_question(hands: BoardHands, declarer: Seat, denomination: Denomination) -> str:
    """What is asked of another process, and what its answer is kept by.

    >>> suit = "AKQJT98765432"
    >>> lead_question(BoardHands(1, f"{suit}...", f".{suit}..", f"..{suit}.", f"...{suit}"), Seat.NORTH, Denomination.NOTRUMP)[-4:]
    'N NT'
    """
    return f"{deal_text(hands)} {declarer.value} {denomination.letter}"


def lead_answer(tricks: Mapping[Card, int]) -> str:
    """Declarer's tricks after each card, in a line.

    >>> lead_answer({Card(Suit.SPADES, Rank.ACE): 10}), read_lead_answer("SAa")
    ('SAa', {Card(suit=<Suit.SPADES: 'S'>, rank=<Rank.ACE: 'A'>): 10})
    """
    return " ".join(f"{card.plain}{after:x}" for card, after in tricks.items())


def read_lead_answer(text: str) -> dict[Card, int]:
    """The same read again; `NotBridge` for anything else."""
    try:
        return {parse_card(each[:-1]): int(each[-1], 14) for each in text.split()}
    except ValueError as fault:
        raise fault if isinstance(fault, NotBridge) else NotBridge(say("These are no tricks after leads.")) from None


def _answered(question: str) -> str:
    deal, declarer, strain = question.rsplit(" ", 2)
    north, east, south, west = deal.removeprefix("N:").split(" ")
    denomination = next(each for each in Denomination if each.letter == strain)
    return lead_answer(after_leads(BoardHands(1, north, east, south, west), Seat(declarer), denomination))


def main() -> None:
    """Questions in, answers out, a line each."""
    stand_back()
    for question in [line.strip() for line in sys.stdin if line.strip()]:
        print(_answered(question), flush=True)


if __name__ == "__main__":
    main()
