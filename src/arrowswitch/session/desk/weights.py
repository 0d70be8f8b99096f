"""Results with their weights as a director writes them: "60% of 42, 40% of 5-" (Law 12C1(c)).

The line of the desk and the form of awards read them alike; what a result is, each of them says.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from fractions import Fraction

from arrowswitch.scoring.lines import BadLine, Outcome, Weighted
from arrowswitch.session.journal.events import Refused
from arrowswitch.words import say

MOST_OUTCOMES = 8
_WEIGHT = r"\d{1,3}(?:[.,]\d{1,6})?\s*%"
_OUTCOME = rf"({_WEIGHT})\s*(?:OF\s+)?([^%;,\n]*[^%;,\s])\s*"
_WRITTEN = re.compile(rf"{_OUTCOME}(?:[;,\n]\s*{_OUTCOME})*", re.ASCII | re.IGNORECASE)
_EACH = re.compile(_OUTCOME, re.ASCII | re.IGNORECASE)


def outcomes(text: str) -> list[tuple[str, str]]:
    """The results and their weights; none if something has no weight. A comma parts outcomes or begins decimals.

    >>> outcomes("33,3% 42, 66,7% of 5-"), outcomes("60% 42,40% 5-"), outcomes("60% 42, 5-")
    ([('42', '33,3%'), ('5-', '66,7%')], [('42', '60%'), ('5-', '40%')], [])
    """
    line = text.strip()
    return [(found[2], found[1]) for found in _EACH.finditer(line)] if _WRITTEN.fullmatch(line) else []


def weigh(written: Iterable[tuple[str, str]], read: Callable[[str], int]) -> Weighted:
    """Results with their weights in percent, which must make 100.

    >>> weigh([("420", "50"), ("-50", "50%")], int).outcomes[1]
    Outcome(ns=-50, weight=Fraction(1, 2))
    """
    found = tuple(Outcome(read(text), share(weight)) for text, weight in written)
    if len(found) > MOST_OUTCOMES:
        raise Refused(say("Weigh at most {most} outcomes.", most=MOST_OUTCOMES))
    try:
        return Weighted(found)
    except BadLine as error:
        raise Refused(error.args[0]) from None


def share(text: str) -> Fraction:
    """A percentage, as a part of one.

    >>> share("62,5%")
    Fraction(5, 8)
    """
    found = number(text) / 100
    if not 0 <= found <= 1:
        raise Refused(say("A percentage is from 0 to 100."))
    return found


def number(text: str) -> Fraction:
    """A number with a point or a comma, and perhaps a sign of percent.

    >>> number("-3,25")
    Fraction(-13, 4)
    """
    line = text.strip().removesuffix("%").strip().replace(",", ".")
    if not re.fullmatch(r"[+-]?\d{1,4}(?:\.\d{1,6})?", line, re.ASCII):
        raise Refused(say("“{text}” is not a number.", text=text[:40]))
    return Fraction(line)
