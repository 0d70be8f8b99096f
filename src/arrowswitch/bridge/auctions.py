"""An auction as the Laws have it: whose turn it is, what may be called, when it is over, and who declares (Laws 17 to 22).

The calls are those that stand, each with the seat that made it: a call out of turn that was accepted stands too.
"""

from __future__ import annotations

from dataclasses import dataclass

from arrowswitch.bridge.calls import Bid, Call, OtherCall
from arrowswitch.bridge.contracts import PASSED_OUT, Contract, Doubling
from arrowswitch.bridge.seats import Seat


@dataclass(frozen=True, slots=True)
class Auction:
    """The calls that stand, the first one first.

    >>> from arrowswitch.bridge import parse_call
    >>> auction = Auction(Seat.NORTH).after(*map(parse_call, "1S P 2S P P".split()))
    >>> str(auction.turn), auction.over, str(auction.declarer)
    ('E', False, 'N')
    """

    dealer: Seat
    calls: tuple[tuple[Seat, Call], ...] = ()

    def after(self, *calls: Call) -> Auction:
        """The auction after these calls in rotation."""
        auction = self
        for call in calls:
            auction = auction.by(auction.turn, call)
        return auction

    def by(self, seat: Seat, call: Call) -> Auction:
        """The auction after a call of this seat, in turn or accepted."""
        return Auction(self.dealer, (*self.calls, (seat, call)))

    @property
    def turn(self) -> Seat:
        """Who calls next: the dealer first (Law 17B), then clockwise."""
        return self.calls[-1][0].left if self.calls else self.dealer

    @property
    def last_bid(self) -> tuple[Seat, Bid] | None:
        """The bid that stands now, and who made it."""
        return next(((seat, call) for seat, call in reversed(self.calls) if isinstance(call, Bid)), None)

    @property
    def over(self) -> bool:
        """Whether three passes followed a call that was none, or all four passed (Law 22)."""
        passes = 0
        for _seat, call in reversed(self.calls):
            if call is not OtherCall.PASS:
                return passes >= 3
            passes += 1
        return passes >= 4

    @property
    def doubling(self) -> Doubling:
        """How the last bid stands."""
        for _seat, call in reversed(self.calls):
            if call is OtherCall.DOUBLE:
                return Doubling.DOUBLED
            if call is OtherCall.REDOUBLE:
                return Doubling.REDOUBLED
            if isinstance(call, Bid):
                break
        return Doubling.UNDOUBLED

    def sufficient(self, bid: Bid) -> bool:
        """Whether a bid is higher than the last one (Law 18).

        >>> from arrowswitch.bridge import parse_bid
        >>> auction = Auction(Seat.NORTH).after(parse_bid("1S"))
        >>> auction.sufficient(parse_bid("1H")), auction.sufficient(parse_bid("1NT"))
        (False, True)
        """
        return self.last_bid is None or bid > self.last_bid[1]

    def admissible(self, seat: Seat, call: Call) -> bool:
        """Whether a seat may make a call when it is its turn (Laws 18 and 19).

        >>> from arrowswitch.bridge import parse_bid
        >>> auction = Auction(Seat.NORTH).after(parse_bid("1C"))
        >>> [auction.admissible(seat, OtherCall.DOUBLE) for seat in (Seat.EAST, Seat.SOUTH)]
        [True, False]
        """
        if isinstance(call, Bid):
            return self.sufficient(call)
        if call is OtherCall.PASS:
            return True
        theirs = self.last_bid is not None and self.last_bid[0].side is not seat.side
        if call is OtherCall.DOUBLE:
            return theirs and self.doubling is Doubling.UNDOUBLED
        return self.last_bid is not None and not theirs and self.doubling is Doubling.DOUBLED

    @property
    def declarer(self) -> Seat | None:
        """Who declares, or would if nothing more were bid: of the side of the last bid the first to name its denomination."""
        if self.last_bid is None:
            return None
        by, last = self.last_bid
        return next(
            seat
            for seat, call in self.calls
            if isinstance(call, Bid) and call.denomination is last.denomination and seat.side is by.side
        )

    @property
    def contract(self) -> Contract | None:
        """The contract once the auction is over."""
        if not self.over:
            return None
        return Contract(self.last_bid[1], self.doubling) if self.last_bid else PASSED_OUT
