"""Par: what both sides get when both bid as well as can be, knowing all the cards and that a contract that fails is doubled.

It is worked out from the top of the bidding downwards: after each bid the other side passes, or bids what is better for
it, and so on. At the start the dealer speaks first, then the others in turn; where both sides could make the last bid
it is this that decides.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from arrowswitch.bridge import BIDS, Contract, Denomination, Doubling, Seat, Side, Vulnerability, score
from arrowswitch.bridge.contracts import signed
from arrowswitch.deals.tables import TrickTable
from arrowswitch.words import Sentence, say


@dataclass(frozen=True, slots=True)
class ParContract:
    """A contract in which par is reached, at its lowest level, and who of the side can declare it."""

    contract: Contract
    by: tuple[Seat, ...]
    tricks: int

    def __str__(self) -> str:
        who = self.by[0].side.value if len(self.by) == 2 else self.by[0].value
        return f"{self.contract} {who} {signed(self.tricks - self.contract.needs)}"


@dataclass(frozen=True, slots=True)
class Par:
    """The par of a deal: what North-South score, and the contracts in which they do. Without any, everybody passes."""

    score: int
    contracts: tuple[ParContract, ...]

    @property
    def told(self) -> Sentence:
        """Par as a hand record says it.

        >>> Par(0, ()).told
        'Par 0: passed out'
        """
        if not self.contracts:
            return say("Par 0: passed out")
        return say("Par {score:+d}: {contracts}", score=self.score, contracts=", ".join(map(str, self.contracts)))


@lru_cache(maxsize=4096)
def par(table: TrickTable, dealer: Seat, vulnerability: Vulnerability) -> Par:
    """The par of a deal.

    >>> par(TrickTable("43367433678a9668a966"), Seat.WEST, Vulnerability.ALL).told
    'Par -620: 4♠ EW ='
    """
    ends = {side: _ends(table, side, vulnerability) for side in Side}
    values = _values(ends)
    best = _opened(values, dealer)
    found: dict[tuple[Side, Denomination], ParContract] = {}
    for side in Side if best else ():
        for number, bid in enumerate(BIDS):
            over = ends[side.other][number + 1 :]
            last = all(_better(side.other, best, each) == best for each in over)  # nothing over it is better for them
            if ends[side][number] == best and last:
                found.setdefault((side, bid.denomination), _contract(table, side, number))
    return Par(best, tuple(found.values()))


def _ends(table: TrickTable, side: Side, vulnerability: Vulnerability) -> list[int]:
    """What North-South score if a side plays in each of the bids."""
    sign = 1 if side is Side.NS else -1
    return [
        sign * score(_doubled(number, tricks[bid.denomination]), tricks[bid.denomination], vulnerability.of(side))
        for tricks in ({each: table.best(side, each) for each in Denomination},)
        for number, bid in enumerate(BIDS)
    ]


def _doubled(number: int, tricks: int) -> Contract:
    bid = BIDS[number]
    return Contract(bid, Doubling.UNDOUBLED if tricks >= bid.level + 6 else Doubling.DOUBLED)


def _values(ends: dict[Side, list[int]]) -> dict[Side, list[int]]:
    """What North-South score once a side has made each of the bids and the other side does its best."""
    values = {side: [0] * len(BIDS) for side in Side}
    higher: dict[Side, int | None] = dict.fromkeys(Side)  # the best that a side has in the bids above
    for number in reversed(range(len(BIDS))):
        for side in Side:
            values[side][number] = _better(side.other, ends[side][number], higher[side.other])
        for side in Side:
            higher[side] = _better(side, values[side][number], higher[side])
    return values


def _better(side: Side, one: int, other: int | None) -> int:
    if other is None:
        return one
    return max(one, other) if side is Side.NS else min(one, other)


def _opened(values: dict[Side, list[int]], dealer: Seat) -> int:
    """What comes of it when the dealer speaks first; four passes are 0."""
    best = 0
    for seat in (dealer.right, dealer.partner, dealer.left, dealer):  # the last to speak first
        own = max(values[seat.side]) if seat.side is Side.NS else min(values[seat.side])
        best = _better(seat.side, own, best)
    return best


def _contract(table: TrickTable, side: Side, number: int) -> ParContract:
    bid = BIDS[number]
    tricks = table.best(side, bid.denomination)
    by = tuple(seat for seat in side.seats if table.tricks(seat, bid.denomination) == tricks)
    return ParContract(_doubled(number, tricks), by, tricks)
