"""How people write seats, vulnerability, cards, calls, contracts and results, read into the values of this package.

Capitals, spaces and suit symbols do not matter, and every value reads back from what it prints. A result is written
against the contract (+1, =, -2), as all the tricks that declarer took (0 to 13), or as "making 5" counted above six;
a bare number that could be either of the last two is refused.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from arrowswitch.bridge.boards import Vulnerability
from arrowswitch.bridge.calls import Bid, Call, OtherCall
from arrowswitch.bridge.cards import Card, Rank
from arrowswitch.bridge.contracts import PASSED_OUT, Contract, Doubling, Result, check_tricks, signed
from arrowswitch.bridge.errors import NotBridge
from arrowswitch.bridge.seats import Seat
from arrowswitch.bridge.suits import Denomination, Suit
from arrowswitch.words import counted, say

_TIDY = str.maketrans("♤♡♢♧−–—×", "♠♥♦♣---X", "\ufe0e\ufe0f\u200b")
_SUITS = {"♣": "C", "♦": "D", "♥": "H", "♠": "S"}
_VULNERABILITIES = {
    **dict.fromkeys(("NONE", "NIL", "LOVE", "NO", "-"), Vulnerability.NONE),
    **dict.fromkeys(("NS", "NORTHSOUTH"), Vulnerability.NS),
    **dict.fromkeys(("EW", "EASTWEST"), Vulnerability.EW),
    **dict.fromkeys(("ALL", "BOTH"), Vulnerability.ALL),
}
_DOUBLINGS = {
    "": Doubling.UNDOUBLED,
    **dict.fromkeys(("X", "*", "DBL", "DOUBLE", "DOUBLED"), Doubling.DOUBLED),
    **dict.fromkeys(("XX", "**", "RDBL", "REDOUBLE", "REDOUBLED"), Doubling.REDOUBLED),
}
_PASSED_OUT = {"P", "PASS", "PASSED", "PASSEDOUT", "PASSOUT", "PO", "AP", "ALLPASS"}
_CALLS = {
    **dict.fromkeys(("P", "PASS"), OtherCall.PASS),
    **dict.fromkeys(("X", "*", "D", "DBL", "DOUBLE"), OtherCall.DOUBLE),
    **dict.fromkeys(("XX", "**", "R", "RDBL", "REDOUBLE"), OtherCall.REDOUBLE),
}

_BID = r"(?P<level>[1-7])\s*(?P<denomination>NO\s*TRUMPS?|NT|N|CLUBS?|DIAMONDS?|HEARTS?|SPADES?|[CDHS♣♦♥♠])"
_DOUBLED = r"(?P<doubling>XX?|\*\*?|R?DBL|(?:RE)?DOUBLED?)?"
_BY = r"(?:(?:BY\s*)?(?P<{name}>NORTH|EAST|SOUTH|WEST|[NESW]))?"
_OUTCOME = (
    r"(?:(?P<over>[+-]\s*\d\d?)|(?P<exact>=)|(?P<tricks>\d\d?)\s*(?P<said>TRICKS?)?"
    r"|MA(?:DE|KES|KING)\s*(?P<making>\d)|(?P<made>MADE|MAKES))?"
)
_WRITTEN = re.compile(
    r"\s*".join((_BID, _DOUBLED, _BY.format(name="by"), ",?", _OUTCOME, _BY.format(name="afterwards"))), re.ASCII
)
_JUST_A_BID = re.compile(_BID)


@dataclass(frozen=True, slots=True)
class WrittenContract:
    """What somebody wrote about a board: always a contract, perhaps a declarer, perhaps the tricks taken."""

    contract: Contract
    declarer: Seat | None = None
    tricks: int | None = None


def parse_written(text: str) -> WrittenContract:
    """Reads a contract with whatever is written after it.

    >>> parse_written("4HxxW") == WrittenContract(parse_contract("4♥XX"), Seat.WEST)
    True
    >>> parse_written("3nt x by S -2").tricks
    7
    """
    tidied = tidy(text)
    if _squeezed(tidied) in _PASSED_OUT:
        return WrittenContract(PASSED_OUT)
    found = _WRITTEN.fullmatch(tidied)
    if found is None or (found["by"] and found["afterwards"]):
        raise NotBridge(
            say('"{text}" is not a result. Write it like 4SX N -1, 3NT=, 2♥ W +1, or PASS.', text=quoted(text))
        )
    contract = Contract(_bid(found), _DOUBLINGS[found["doubling"] or ""])
    declarer = found["by"] or found["afterwards"]
    return WrittenContract(contract, Seat(declarer[0]) if declarer else None, _tricks(contract, found))


def parse_contract(text: str) -> Contract:
    """Reads a contract that stands alone, without declarer or result.

    >>> str(parse_contract("6nt**")), str(parse_contract("4 ♠ x")), str(parse_contract("Passed out"))
    ('6NTXX', '4♠X', 'Pass')
    """
    try:
        written = parse_written(text)
    except NotBridge:
        written = None
    if written is None or written != WrittenContract(written.contract):
        raise NotBridge(say('"{text}" is not a contract. Write it like 4S, 3NTX, 6♦XX, or PASS.', text=quoted(text)))
    return written.contract


def parse_result(text: str) -> Result:
    """Reads a contract with its result, and its declarer if there is one; without a result it was made exactly.

    >>> str(parse_result("4SN+1")), str(parse_result("4♠")), str(parse_result("4dx making 5")), str(parse_result("AP"))
    ('4♠ N +1', '4♠ =', '4♦X +1', 'Pass')
    >>> parse_result("3NT+5")
    Traceback (most recent call last):
    arrowswitch.bridge.errors.NotBridge: 3NT +5 cannot be: its results go from -9 to +4.
    """
    written = parse_written(text)
    tricks = written.contract.needs if written.tricks is None else written.tricks
    return Result(written.contract, tricks, written.declarer)


def parse_bid(text: str) -> Bid:
    """Reads a bid.

    >>> str(parse_bid("3n")), str(parse_bid("2 hearts"))
    ('3NT', '2♥')
    """
    found = _JUST_A_BID.fullmatch(tidy(text))
    if found is None:
        raise NotBridge(say('"{text}" is not a bid. Bids are 1♣ to 7NT, written like 4S or 3NT.', text=quoted(text)))
    return _bid(found)


def parse_call(text: str) -> Call:
    """Reads a bid, pass, double or redouble.

    >>> [str(parse_call(text)) for text in ("p", "1NT", "dbl", "xx")]
    ['Pass', '1NT', 'X', 'XX']
    """
    other = _CALLS.get(_squeezed(tidy(text)))
    if other is not None:
        return other
    try:
        return parse_bid(text)
    except NotBridge:
        raise NotBridge(
            say('"{text}" is not a call. Write a bid (4S, 3NT), Pass, X or XX.', text=quoted(text))
        ) from None


def parse_card(text: str) -> Card:
    """Reads a card, suit first or rank first.

    >>> str(parse_card("H5")), str(parse_card("♠10")), str(parse_card("td"))
    ('♥5', '♠10', '♦10')
    """
    letters = _squeezed(tidy(text)).replace("10", "T")
    for symbol, letter in _SUITS.items():
        letters = letters.replace(symbol, letter)
    for suit, rank in (letters[:1], letters[1:]), (letters[1:], letters[:1]):
        if suit in _SUIT_LETTERS and rank in _RANK_LETTERS:
            return Card(Suit(suit), Rank(rank))
    raise NotBridge(say('"{text}" is not a card. Write suit and rank, like H5, ♠A or D10.', text=quoted(text)))


def parse_seat(text: str) -> Seat:
    """Reads a seat.

    >>> str(parse_seat("s")), str(parse_seat("West"))
    ('S', 'W')
    """
    word = _squeezed(tidy(text))
    for seat in Seat:
        if word in (seat.value, seat.name):
            return seat
    raise NotBridge(say('"{text}" is not a seat. Seats are N, E, S and W.', text=quoted(text)))


def parse_vulnerability(text: str) -> Vulnerability:
    """Reads which sides are vulnerable.

    >>> str(parse_vulnerability("N-S")), str(parse_vulnerability("Both")), str(parse_vulnerability("love"))
    ('ns', 'all', 'none')
    """
    word = _squeezed(tidy(text))
    vulnerability = _VULNERABILITIES.get(word) or _VULNERABILITIES.get(re.sub(r"[-/]", "", word))
    if vulnerability is None:
        raise NotBridge(say('"{text}" is not a vulnerability. Write none, ns, ew or all.', text=quoted(text)))
    return vulnerability


_SUIT_LETTERS = {suit.letter for suit in Suit}
_RANK_LETTERS = {rank.letter for rank in Rank}


def tidy(text: str) -> str:
    """A text in capitals, with one sign for each suit, for minus and for double.

    >>> tidy(" 4♤× s −2 ")
    '4♠X S -2'
    """
    # Only plain letters: "ß" in capitals would be a contract in spades by South.
    return "".join(char.upper() if char.isascii() else char for char in text.translate(_TIDY)).strip()


def _squeezed(tidied: str) -> str:
    return "".join(tidied.split())


def quoted(text: str) -> str:
    """What somebody wrote, short enough to be quoted in a sentence.

    >>> quoted("four  spades")
    'four spades'
    """
    shown = " ".join(text.split())
    return shown if len(shown) <= 40 else shown[:39] + "…"


def _bid(found: re.Match[str]) -> Bid:
    first = found["denomination"][0]
    return Bid(int(found["level"]), Denomination("NT" if first == "N" else _SUITS.get(first, first)))


def _tricks(contract: Contract, found: re.Match[str]) -> int | None:
    if found["tricks"]:
        return _counted(contract, int(found["tricks"]), certain=bool(found["said"]))
    if found["making"]:
        return _making(contract, int(found["making"]))
    if found["over"]:
        return _over(contract, int(_squeezed(found["over"])))
    return contract.needs if found["exact"] or found["made"] else None


def _counted(contract: Contract, tricks: int, *, certain: bool) -> int:
    if contract.needs <= 6 + tricks <= 13 and not certain:
        raise NotBridge(
            say(
                "{contract} {number} could be {tricks} or making {number}: write {made} or {down}.",
                contract=contract,
                number=tricks,
                tricks=counted("tricks", tricks),
                made=signed(6 + tricks - contract.needs),
                down=signed(tricks - contract.needs),
            )
        )
    return check_tricks(tricks)


def _making(contract: Contract, making: int) -> int:
    lowest = contract.needs - 6
    if not lowest <= making <= 7:
        raise NotBridge(
            say(
                "{contract} making {making} cannot be: it makes from {lowest} to 7.",
                contract=contract,
                making=making,
                lowest=lowest,
            )
        )
    return 6 + making


def _over(contract: Contract, over: int) -> int:
    lowest, highest = -contract.needs, 13 - contract.needs
    if not lowest <= over <= highest:
        raise NotBridge(
            say(
                "{contract} {over} cannot be: its results go from {lowest} to {highest}.",
                contract=contract,
                over=signed(over),
                lowest=signed(lowest),
                highest=signed(highest),
            )
        )
    return contract.needs + over
