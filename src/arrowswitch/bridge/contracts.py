"""What was bid and what came of it: a contract, and the result of a board that was played in it.

A board that everybody passed has the contract `PASSED_OUT`. What a result is worth is in `scores`, how people write
contracts in `notation`.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from arrowswitch.bridge.calls import Bid
from arrowswitch.bridge.errors import NotBridge
from arrowswitch.bridge.seats import Seat
from arrowswitch.words import say


class Doubling(StrEnum):
    """Whether the last bid was doubled or redoubled, as it is written after the bid."""

    UNDOUBLED = ""
    DOUBLED = "X"
    REDOUBLED = "XX"

    @property
    def factor(self) -> int:
        """What the trick score is multiplied by.

        >>> Doubling.REDOUBLED.factor
        4
        """
        return {"": 1, "X": 2, "XX": 4}[self.value]


@dataclass(frozen=True, slots=True)
class Contract:
    """The final bid and its doubling; without a bid the board was passed out.

    >>> from arrowswitch.bridge import Denomination
    >>> str(Contract(Bid(4, Denomination.SPADES), Doubling.DOUBLED)), str(PASSED_OUT)
    ('4♠X', 'Pass')
    """

    bid: Bid | None
    doubling: Doubling = Doubling.UNDOUBLED

    def __post_init__(self) -> None:
        if self.bid is None and self.doubling:
            raise NotBridge(say("A board that was passed out cannot be doubled."))

    def __str__(self) -> str:
        return f"{self.bid}{self.doubling}" if self.bid else "Pass"

    @property
    def plain(self) -> str:
        """The contract in letters, as files have it: 4SX, 3NT, PASS."""
        return f"{self.bid.plain}{self.doubling}" if self.bid else "PASS"

    @property
    def needs(self) -> int:
        """The tricks that fulfil the contract.

        >>> from arrowswitch.bridge import parse_contract
        >>> parse_contract("3NT").needs
        9
        """
        return 6 + self.bid.level if self.bid else 0


PASSED_OUT = Contract(None)


@dataclass(frozen=True, slots=True)
class Result:
    """A contract, who declared it if that is known, and the tricks that declarer took (0 if passed out).

    >>> from arrowswitch.bridge import parse_contract
    >>> str(Result(parse_contract("4SX"), 8, Seat.SOUTH)), str(Result(PASSED_OUT))
    ('4♠X S -2', 'Pass')
    """

    contract: Contract
    tricks: int = 0
    declarer: Seat | None = None

    def __post_init__(self) -> None:
        check_tricks(self.tricks)
        if self.passed_out and (self.tricks or self.declarer):
            raise NotBridge(say("A board that was passed out has no declarer and no tricks."))

    def __str__(self) -> str:
        if self.passed_out:
            return str(self.contract)
        return " ".join(str(part) for part in (self.contract, self.declarer, signed(self.over)) if part)

    @property
    def passed_out(self) -> bool:
        return self.contract.bid is None

    @property
    def over(self) -> int:
        """Tricks above the contract; below zero it went down.

        >>> from arrowswitch.bridge import parse_result
        >>> parse_result("3NT S 8 tricks").over
        -1
        """
        return self.tricks - self.contract.needs

    @property
    def made(self) -> bool:
        """Whether the contract was fulfilled; a passed-out board has none to fulfil."""
        return not self.passed_out and self.over >= 0


def check_tricks(tricks: int) -> int:
    """The number of tricks, if one side can take so many.

    >>> check_tricks(14)
    Traceback (most recent call last):
    arrowswitch.bridge.errors.NotBridge: Nobody can take 14 tricks: a board has 0 to 13.
    """
    if not 0 <= tricks <= 13:
        raise NotBridge(say("Nobody can take {tricks} tricks: a board has 0 to 13.", tricks=tricks))
    return tricks


def signed(over: int) -> str:
    """A result against the contract, as players write it.

    >>> signed(1), signed(0), signed(-2)
    ('+1', '=', '-2')
    """
    return f"{over:+d}" if over else "="
