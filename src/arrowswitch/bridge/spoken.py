"""A result in words, as the director would read it out."""

from __future__ import annotations

from arrowswitch.bridge.contracts import Doubling, Result
from arrowswitch.words import Sentence, say, say_count

_NUMBERS = (
    *(say("no"), say("one"), say("two"), say("three"), say("four"), say("five"), say("six")),
    *(say("seven"), say("eight"), say("nine"), say("ten"), say("eleven"), say("twelve"), say("thirteen")),
)


def in_words(result: Result) -> Sentence:
    """The result as a phrase.

    >>> from arrowswitch.bridge import parse_result
    >>> in_words(parse_result("4SX S -2"))
    '4♠ doubled by South, two down'
    >>> in_words(parse_result("3NT+1"))
    '3NT, one overtrick'
    """
    if result.passed_out:
        return say("passed out")
    contract, outcome = _contract(result), outcome_in_words(result.over)
    if result.declarer is None:
        return say("{contract}, {outcome}", contract=contract, outcome=outcome)
    return say(
        "{contract} by {declarer}, {outcome}", contract=contract, declarer=result.declarer.full_name, outcome=outcome
    )


def _contract(result: Result) -> Sentence:
    bid = result.contract.bid
    if result.contract.doubling is Doubling.DOUBLED:
        return say("{bid} doubled", bid=bid)
    if result.contract.doubling is Doubling.REDOUBLED:
        return say("{bid} redoubled", bid=bid)
    return say("{bid}", bid=bid)


def outcome_in_words(over: int) -> Sentence:
    """How it went against the contract.

    >>> outcome_in_words(-1), outcome_in_words(0)
    ('one down', 'made exactly')
    """
    if over < 0:
        return say("{number} down", number=_NUMBERS[-over])
    if over == 0:
        return say("made exactly")
    return say_count("one overtrick", "{number} overtricks", over, number=_NUMBERS[over])
