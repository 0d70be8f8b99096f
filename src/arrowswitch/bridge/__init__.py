"""The game itself: seats, boards, cards, calls, contracts, results and what they score.

Everything here is a frozen value or a pure function, and prints as players write it. Files, fields of many tables and
regulations live on the floors above.

>>> result = parse_result("3NT x by S -2")
>>> str(result), ns_score(result, vulnerability_of(12))
('3NTX S -2', -500)
"""

from arrowswitch.bridge.auctions import Auction
from arrowswitch.bridge.boards import LAST_BOARD, Vulnerability, check_board, dealer_of, vulnerability_of
from arrowswitch.bridge.calls import BIDS, Bid, Call, OtherCall
from arrowswitch.bridge.cards import PACK, Card, Rank
from arrowswitch.bridge.contracts import PASSED_OUT, Contract, Doubling, Result
from arrowswitch.bridge.decoding import decode, likeliest, score_in_words
from arrowswitch.bridge.errors import NotBridge
from arrowswitch.bridge.notation import (
    WrittenContract,
    parse_bid,
    parse_call,
    parse_card,
    parse_contract,
    parse_result,
    parse_seat,
    parse_vulnerability,
    parse_written,
)
from arrowswitch.bridge.scores import is_possible, ns_score, possible_results, score, working
from arrowswitch.bridge.seats import Seat, Side
from arrowswitch.bridge.spoken import in_words
from arrowswitch.bridge.suits import Denomination, Suit

__all__ = [
    "BIDS",
    "LAST_BOARD",
    "PACK",
    "PASSED_OUT",
    "Auction",
    "Bid",
    "Call",
    "Card",
    "Contract",
    "Denomination",
    "Doubling",
    "NotBridge",
    "OtherCall",
    "Rank",
    "Result",
    "Seat",
    "Side",
    "Suit",
    "Vulnerability",
    "WrittenContract",
    "check_board",
    "dealer_of",
    "decode",
    "in_words",
    "is_possible",
    "likeliest",
    "ns_score",
    "parse_bid",
    "parse_call",
    "parse_card",
    "parse_contract",
    "parse_result",
    "parse_seat",
    "parse_vulnerability",
    "parse_written",
    "possible_results",
    "score",
    "score_in_words",
    "vulnerability_of",
    "working",
]
