"""What a contract is worth at duplicate (Law 77).

`working` names every part of a score and `score` adds the parts up, so the two cannot disagree. Scores are from the
declaring side's point of view, but for `ns_score`.
"""

from __future__ import annotations

from functools import cache

from arrowswitch.bridge.boards import Vulnerability
from arrowswitch.bridge.calls import BIDS, Bid
from arrowswitch.bridge.contracts import PASSED_OUT, Contract, Doubling, Result, check_tricks
from arrowswitch.bridge.errors import NotBridge
from arrowswitch.bridge.seats import Side
from arrowswitch.bridge.suits import Denomination
from arrowswitch.words import Sentence, say

# Pairs are (not vulnerable, vulnerable).
TRICK = {
    Denomination.CLUBS: 20,
    Denomination.DIAMONDS: 20,
    Denomination.HEARTS: 30,
    Denomination.SPADES: 30,
    Denomination.NOTRUMP: 30,
}
FIRST_NOTRUMP_TRICK_EXTRA = 10
GAME_FROM = 100
GAME = (300, 500)
PART_SCORE = 50
SLAM = {6: (500, 750), 7: (1000, 1500)}
INSULT = {Doubling.UNDOUBLED: 0, Doubling.DOUBLED: 50, Doubling.REDOUBLED: 100}
DOUBLED_OVERTRICK = (100, 200)
UNDERTRICK = (50, 100)
DOUBLED_UNDERTRICKS = ((100, 200, 200), (200, 300, 300))  # the first, second and third
DOUBLED_UNDERTRICK_BEYOND = 300  # the fourth and later

Working = tuple[tuple[Sentence, int], ...]


def working(contract: Contract, tricks: int, vulnerable: bool) -> Working:
    """The parts of a score, each with its name and points.

    >>> from arrowswitch.bridge import parse_contract
    >>> for part, points in working(parse_contract("4DX"), 11, vulnerable=False):
    ...     print(points, part)
    160 tricks bid
    300 game
    100 overtricks
    50 making a doubled contract
    """
    check_tricks(tricks)
    if contract.bid is None:
        return ()
    if tricks < contract.needs:
        return ((say("undertricks"), -_down(contract.needs - tricks, contract.doubling, vulnerable)),)
    return _made(contract.bid, contract.doubling, tricks - contract.needs, vulnerable)


@cache
def score(contract: Contract, tricks: int, vulnerable: bool) -> int:
    """The declaring side's score.

    >>> from arrowswitch.bridge import parse_contract
    >>> score(parse_contract("4S"), 10, vulnerable=True), score(parse_contract("3NTX"), 7, vulnerable=False)
    (620, -300)
    """
    return sum(points for _, points in working(contract, tricks, vulnerable))


def ns_score(result: Result, vulnerability: Vulnerability) -> int:
    """The score of a result as North-South see it.

    >>> from arrowswitch.bridge import parse_result, vulnerability_of
    >>> ns_score(parse_result("4S W -1"), vulnerability_of(3)), ns_score(parse_result("3NT W ="), vulnerability_of(3))
    (100, -600)
    """
    if result.passed_out:
        return 0
    if result.declarer is None:
        raise NotBridge(say("{result} needs a declarer: N, E, S or W.", result=result))
    points = score(result.contract, result.tricks, vulnerability.of(result.declarer))
    return points if result.declarer.side is Side.NS else -points


def possible_results(points: int, vulnerable: bool) -> tuple[Result, ...]:
    """Every result that gives the declaring side this score, the lowest contract first; none if it is impossible.

    >>> [str(result) for result in possible_results(1010, vulnerable=False)]
    ['6♥ +1', '6♠ +1']
    >>> possible_results(125, vulnerable=False)
    ()
    """
    return _results_by_score(vulnerable).get(points, ())


def is_possible(points: int, vulnerability: Vulnerability) -> bool:
    """Whether any result at all, by either side, gives North-South this score.

    >>> is_possible(100, Vulnerability.NONE), is_possible(620, Vulnerability.EW), is_possible(-620, Vulnerability.EW)
    (True, False, True)
    """
    return bool(
        possible_results(points, vulnerability.of(Side.NS)) or possible_results(-points, vulnerability.of(Side.EW))
    )


def _made(bid: Bid, doubling: Doubling, over: int, vulnerable: bool) -> Working:
    trick = TRICK[bid.denomination]
    extra = FIRST_NOTRUMP_TRICK_EXTRA if bid.denomination is Denomination.NOTRUMP else 0
    bid_tricks = (bid.level * trick + extra) * doubling.factor
    overtrick = DOUBLED_OVERTRICK[vulnerable] * doubling.factor // 2 if doubling else trick
    slam = say("grand slam") if bid.level == 7 else say("small slam")
    insult = say("making a redoubled contract") if doubling is Doubling.REDOUBLED else say("making a doubled contract")
    parts = (
        (say("tricks bid"), bid_tricks),
        (say("game"), GAME[vulnerable]) if bid_tricks >= GAME_FROM else (say("part-score"), PART_SCORE),
        (slam, SLAM.get(bid.level, (0, 0))[vulnerable]),
        (say("overtricks"), over * overtrick),
        (insult, INSULT[doubling]),
    )
    return tuple((part, points) for part, points in parts if points)


def _down(undertricks: int, doubling: Doubling, vulnerable: bool) -> int:
    if doubling is Doubling.UNDOUBLED:
        return undertricks * UNDERTRICK[vulnerable]
    first = DOUBLED_UNDERTRICKS[vulnerable][:undertricks]
    return (sum(first) + (undertricks - len(first)) * DOUBLED_UNDERTRICK_BEYOND) * doubling.factor // 2


@cache
def _results_by_score(vulnerable: bool) -> dict[int, tuple[Result, ...]]:
    found: dict[int, tuple[Result, ...]] = {0: (Result(PASSED_OUT),)}
    for contract in (Contract(bid, doubling) for bid in BIDS for doubling in Doubling):
        for tricks in range(14):
            points = score(contract, tricks, vulnerable)
            found[points] = (*found.get(points, ()), Result(contract, tricks))
    return found
