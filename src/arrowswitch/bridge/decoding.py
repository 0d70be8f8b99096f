"""From a score back to what may have been played: a bare number on a traveller tells less than a contract, but something."""

from __future__ import annotations

from functools import cache

from arrowswitch.bridge.boards import Vulnerability
from arrowswitch.bridge.contracts import Doubling, Result
from arrowswitch.bridge.scores import possible_results
from arrowswitch.bridge.seats import Side
from arrowswitch.bridge.spoken import in_words, outcome_in_words
from arrowswitch.words import Sentence, say

_ODD = {Doubling.UNDOUBLED: 0, Doubling.DOUBLED: 2, Doubling.REDOUBLED: 6}
_NO_MAN_S_LAND = {"4NT", "5NT", "5H", "5S"}
"""Above game and below slam: rarely where one stops."""


@cache
def decode(points: int, vulnerability: Vulnerability) -> tuple[tuple[Side, Result], ...]:
    """The sides and results that give North-South this score, the most natural first: undoubled, and near the contract.

    >>> [(str(side), str(result)) for side, result in decode(420, Vulnerability.NONE)][:2]
    [('NS', '4♥ ='), ('NS', '4♠ =')]
    >>> str(decode(-500, Vulnerability.NONE)[0][1]), decode(430, Vulnerability.ALL)
    ('1♣X -3', ())
    """
    found = [
        (side, result)
        for side, worth in ((Side.NS, points), (Side.EW, -points))
        for result in possible_results(worth, vulnerability.of(side))
    ]
    return tuple(sorted(found, key=lambda each: _oddity(each[1])))


def likeliest(points: int, vulnerability: Vulnerability) -> tuple[tuple[Side, Result], ...]:
    """The most natural of what gives this score; those that are equally natural together.

    >>> [str(result) for _, result in likeliest(630, Vulnerability.ALL)]
    ['3NT +1']
    """
    found = decode(points, vulnerability)
    return tuple(each for each in found if _oddity(each[1]) == _oddity(found[0][1]))


def score_in_words(points: int, vulnerability: Vulnerability) -> Sentence | None:
    """What a bare score most naturally is, as a phrase; None if it is no score.

    >>> score_in_words(-620, Vulnerability.EW), score_in_words(-300, Vulnerability.NONE)
    ('4♥ or 4♠, made exactly', 'two down doubled')
    """
    found = likeliest(points, vulnerability)
    if not found:
        return None
    side, first = found[0]
    if first.passed_out:
        return in_words(first)
    if not first.made:
        return _down(first)
    contract = say("{bid}", bid=str(first.contract))
    for result in [result for other, result in found if other is side and result.over == first.over][1:4]:
        contract = say("{first} or {second}", first=contract, second=str(result.contract))
    return say("{contract}, {outcome}", contract=contract, outcome=outcome_in_words(first.over))


def _down(result: Result) -> Sentence:
    down = outcome_in_words(result.over)
    if result.contract.doubling is Doubling.DOUBLED:
        return say("{down} doubled", down=down)
    return say("{down} redoubled", down=down) if result.contract.doubling else down


def _oddity(result: Result) -> int:
    stranded = result.made and result.contract.bid is not None and result.contract.bid.plain in _NO_MAN_S_LAND
    return abs(result.over) + _ODD[result.contract.doubling] + 2 * stranded
