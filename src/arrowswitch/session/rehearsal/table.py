"""What happens to a deal at a table: a made-up auction and play, near enough to bridge for a rehearsal.

Each side takes so many tricks in each denomination, by its points, its fit and the luck of the board; that is the same at
every table, so results on a board go together. Pairs judge it and play it as well as they can: the better, the closer.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import floor
from typing import TYPE_CHECKING, NamedTuple

from arrowswitch.bridge import PACK, Card, Denomination, Seat, Side, Suit, vulnerability_of
from arrowswitch.deals.hands import BoardHands, hand_of, written
from arrowswitch.deals.tables import TrickTable
from arrowswitch.session.night.lines import Contracted, Entry, PassedOut

if TYPE_CHECKING:
    from random import Random

HONOURS = {"A": 4, "K": 3, "Q": 2, "J": 1}
MAJORS = (Denomination.SPADES, Denomination.HEARTS)
FREAKS = 0.012
"""How often a table does something that nobody else would."""


@dataclass(frozen=True)
class Deal:
    """A board, dealt: who holds what, and what each side can make of it."""

    board: int
    cards: Mapping[Seat, tuple[Card, ...]]
    tricks: Mapping[tuple[Side, Denomination], float]
    """What a side takes in a denomination, on the average."""

    def points(self, *seats: Seat) -> int:
        """High-card points."""
        return sum(HONOURS.get(card.rank.letter, 0) for seat in seats for card in self.cards[seat])

    def length(self, suit: Suit, *seats: Seat) -> int:
        """Cards in a suit."""
        return sum(card.suit is suit for seat in seats for card in self.cards[seat])

    @property
    def hands(self) -> BoardHands:
        """The four hands as they are attached to a session."""
        return BoardHands(self.board, *(written(self.cards[seat]) for seat in Seat))


class ContractWish(NamedTuple):
    """What a side would like to play, and what it thinks it can make there."""

    level: int
    trumps: Denomination
    tricks: float

    def over(self, other: ContractWish) -> ContractWish:
        """The cheapest bid in this denomination that is higher than another."""
        return self._replace(level=other.level + (self.trumps < other.trumps or self.trumps is other.trumps))


def dealt(board: int, chance: Random) -> Deal:
    """A board, shuffled and dealt.

    >>> from random import Random
    >>> from arrowswitch.deals import check_deal
    >>> check_deal(dealt(7, Random(1)).hands)
    """
    pack = list(PACK)
    chance.shuffle(pack)
    cards = {seat: tuple(pack[number::4]) for number, seat in enumerate(Seat)}
    bare = Deal(board, cards, {})
    return Deal(board, cards, dict(_tricks(bare, chance)))


def known(hands: BoardHands, table: TrickTable) -> Deal:
    """A board with its double-dummy table: what each side can make is what it makes there.

    >>> suit = "AKQJT98765432"
    >>> deal = known(BoardHands(1, f"{suit}...", f".{suit}..", f"..{suit}.", f"...{suit}"), TrickTable("0d0d00d0d000d0d00d0d"))
    >>> deal.tricks[Side.EW, Denomination.HEARTS]
    13.0
    """
    cards = {seat: tuple(hand_of(hands, seat)) for seat in Seat}
    tricks = {(side, trumps): float(table.best(side, trumps)) for side in Side for trumps in Denomination}
    return Deal(hands.board, cards, tricks)


def _tricks(deal: Deal, chance: Random) -> list[tuple[tuple[Side, Denomination], float]]:
    found = []
    for side in Side:
        more = deal.points(*side.seats) - 20
        found.append(((side, Denomination.NOTRUMP), _steep(6.8 + 0.38 * more) + chance.gauss(0, 0.7)))
        for suit in Suit:
            fit = min(deal.length(suit, *side.seats), 10)
            found.append(((side, suit.denomination), _steep(7.0 + 0.36 * more + fit - 7) + chance.gauss(0, 0.6)))
    return found


def _steep(tricks: float) -> float:
    """The last tricks are the hardest."""
    return min(tricks, 10 + (tricks - 10) * 0.6, 12)


# -- at the table -----------------------------------------------------------------------------------------------------


def result(deal: Deal, skills: Mapping[Side, float], chance: Random) -> Entry:
    """What a table makes of a deal; a skill is between 0 and 1."""
    if chance.random() < FREAKS:
        return _freak(deal, skills, chance)
    wishes = {side: _wish(deal, side, skills[side], chance) for side in Side}
    if max(deal.points(seat) for seat in Seat) <= 11 and chance.random() < 0.8:
        return PassedOut()
    side, final, doubled = _auction(deal, wishes, chance)
    return _played(deal, side, final, doubled, skills, chance)


def _wish(deal: Deal, side: Side, skill: float, chance: Random) -> ContractWish:
    """Where a side would end if it were left alone."""
    blur = 1.0 - 0.6 * skill
    mean = chance.gauss(0, blur / 2)  # optimists and pessimists
    seen = {trumps: deal.tricks[side, trumps] + mean + chance.gauss(0, blur / 2) for trumps in Denomination}
    fits = [suit.denomination for suit in Suit if deal.length(suit, *side.seats) >= 8]
    suits = [Denomination.NOTRUMP, *fits]
    best = max(suits, key=lambda trumps: seen[trumps] + 0.6 * (trumps in MAJORS) + 0.4 * (len(fits) == 0))
    major = next((trumps for trumps in MAJORS if trumps in fits and seen[trumps] >= 9.6), None)
    if seen[best] >= 11.7:
        return ContractWish(7 if seen[best] >= 13.1 else 6, best, seen[best])
    if major:
        return ContractWish(4, major, seen[major])
    if seen[Denomination.NOTRUMP] >= 8.6:
        return ContractWish(3, Denomination.NOTRUMP, seen[Denomination.NOTRUMP])
    if best not in (*MAJORS, Denomination.NOTRUMP) and seen[best] >= 10.6:
        return ContractWish(5, best, seen[best])
    level = floor(seen[best] - 0.2) - 6
    low, high = (1, 2 if seen[best] > 8.3 else 1) if best is Denomination.NOTRUMP else (2, 3)
    return ContractWish(min(max(level, low), high), best, seen[best])


def _auction(deal: Deal, wishes: Mapping[Side, ContractWish], chance: Random) -> tuple[Side, ContractWish, bool]:
    """Who plays what: the side with more to win bids on as far as it dares, and so does the other."""
    strong = max(Side, key=lambda side: (wishes[side].level >= 3, deal.points(*side.seats) + wishes[side].tricks))
    mine, theirs = wishes[strong], wishes[strong.other]
    game = mine.level >= 4 or mine == (3, Denomination.NOTRUMP, mine.tricks)
    vulnerable = vulnerability_of(deal.board).of(strong.other)
    daring = theirs.tricks + (0.4 if vulnerable else 0.9) + (chance.random() < 0.12)
    over = theirs.over(mine)
    if theirs.trumps is Denomination.NOTRUMP or over.level > 5 or over.level + 6 > daring:
        pushed = max(mine.level - 1, 1) if not game and chance.random() < 0.5 else mine.level
        return strong, mine._replace(level=pushed), False
    back = mine.over(over)
    if not game and back.level + 6 <= mine.tricks + 0.5:
        return strong, back, False
    short = over.level + 6 - theirs.tricks
    return strong.other, over, chance.random() < (0.75 if game else 0.25 * max(short, 0))


def _freak(deal: Deal, skills: Mapping[Side, float], chance: Random) -> Entry:
    """A wheel comes off."""
    side = chance.choice(list(Side))
    trumps = chance.choice(list(Denomination))
    level = min(max(round(deal.tricks[side, trumps]) - 6 + chance.randint(1, 3), 1), 7)
    wish = ContractWish(level, trumps, deal.tricks[side, trumps])
    return _played(deal, side, wish, chance.random() < 0.5, skills, chance)


def _played(
    deal: Deal, side: Side, final: ContractWish, doubled: bool, skills: Mapping[Side, float], chance: Random
) -> Contracted:
    better = 0.9 * (skills[side] - skills[side.other])
    tricks = round(deal.tricks[side, final.trumps] + better + chance.gauss(0, 0.55))
    declarer = _declarer(deal, side, final.trumps, chance)
    return Contracted(
        f"{final.level}{final.trumps.letter}{'X' if doubled else ''}",
        declarer.value,
        min(max(tricks, 0), 13),
        _lead(deal, declarer.left, final.trumps, chance) if chance.random() < 0.7 else "",
    )


def _declarer(deal: Deal, side: Side, trumps: Denomination, chance: Random) -> Seat:
    one, other = side.seats

    def holding(seat: Seat) -> tuple[int, int]:
        length = 0 if trumps is Denomination.NOTRUMP else deal.length(Suit(trumps.value), seat)
        return length, deal.points(seat)

    usual = max(one, other, key=holding)
    return usual.partner if chance.random() < 0.12 else usual


def _lead(deal: Deal, seat: Seat, trumps: Denomination, chance: Random) -> str:
    cards = deal.cards[seat]
    suits = sorted({card.suit for card in cards if card.suit.letter != trumps.letter} or {card.suit for card in cards})
    suit = max(suits, key=lambda each: deal.length(each, seat) + chance.random())
    held = sorted((card for card in cards if card.suit is suit), reverse=True)
    lead = held[0] if len(held) < 4 or HONOURS.get(held[1].rank.letter) else held[3]
    return lead.plain
