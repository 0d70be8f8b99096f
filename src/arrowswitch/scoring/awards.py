"""What a side is given, as people write it (Laws 12C1 and 12C2): the one reader for session files, the line that a scorer
types, the forms of the desk and a traveller that is read out.

An average (`A+`), a percentage, points (`m5.5`, `3 IMPs`), a score, `P` or `Q` with a score, or several scores with their
weights. A score is written in more than one way, so whoever asks says how it is read.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from fractions import Fraction

from arrowswitch.scoring.lines import (
    AVERAGE,
    MINUS,
    PLUS,
    Average,
    Award,
    BadLine,
    Ceiling,
    Fixed,
    Floor,
    Outcome,
    Percent,
    Score,
    Weighted,
)
from arrowswitch.words import Sentence, say

ReadScore = Callable[[str], int]
"""From a score as it is written to North-South's points; `BadLine`, or what the asker likes better, if it is none."""

AVERAGES: dict[str, Average] = {
    **dict.fromkeys(("A+", "AV+", "AVE+"), PLUS),
    **dict.fromkeys(("A", "AV", "AVE"), AVERAGE),
    **dict.fromkeys(("A-", "AV-", "AVE-"), MINUS),
}
MOST_OUTCOMES = 8
WEIGHTS_WANTED = say("Write each outcome with its weight, like “60% of 62, 40% of 10-”.")

_NUMBER = r"\d{1,4}(?:[.,]\d{1,12})?"
_PERCENT = re.compile(rf"({_NUMBER})\s*%", re.ASCII)
_POINTS = re.compile(rf"([+-]?{_NUMBER})\s*(?:(MP|IMP)S?|P|PTS|POINTS)", re.ASCII)
_MATCHPOINTS = re.compile(rf"M\s*([+-]?{_NUMBER})", re.ASCII)
_BOUNDED = re.compile(r"([PQ])\s*([+-]?\d.*)", re.ASCII)
_WEIGHT = r"\d{1,3}(?:[.,]\d{1,6})?\s*%"
_RESULT = r"[^%;,\n]*[^%;,\s]"


class NotAnAward(BadLine):
    """What is written is nothing that a side can be given."""


def read_award(text: str, score: ReadScore, unit: str | None = None, wanted: Sentence = WEIGHTS_WANTED) -> Award:
    """What one side is given. `unit` is what points are called here: points in another are refused, with "" only `m5.5` is
    points, and without it both are believed. `wanted` is said where a weight is missing.

    >>> read_award("a+", int), read_award("55%", int), read_award("3 imps", int), read_award("-50", int)
    (Average(kind='plus'), Percent(share=Fraction(11, 20)), Fixed(points=Fraction(3, 1)), Score(ns=-50))
    >>> read_award("60% of 420, 40% of -50", int)
    Weighted(outcomes=(Outcome(ns=420, weight=Fraction(3, 5)), Outcome(ns=-50, weight=Fraction(2, 5))))
    >>> read_award("P420", int), read_award("Q -50", int), read_award("m5.5", int)
    (Floor(ns=420), Ceiling(ns=-50), Fixed(points=Fraction(11, 2)))
    """
    line = " ".join(text.upper().replace("−", "-").split())
    if line in AVERAGES:
        return AVERAGES[line]
    if found := _PERCENT.fullmatch(line):
        return Percent(share(found[1]))
    if found := _MATCHPOINTS.fullmatch(line):
        _check_unit("MP", unit)
        return Fixed(number(found[1]))
    if unit != "" and (found := _POINTS.fullmatch(line)):
        _check_unit(found[2], unit)
        return Fixed(number(found[1]))
    if found := _BOUNDED.fullmatch(line):
        return (Floor if found[1] == "P" else Ceiling)(score(found[2]))
    if "%" in line:
        written = outcomes(line)
        if not written:
            raise NotAnAward(wanted)
        return weigh(written, score)
    return Score(score(line))


def _check_unit(written: str | None, unit: str | None) -> None:
    if written and unit and not unit.upper().startswith(written):
        raise NotAnAward(
            say("This session is not scored in IMPs; write 5.5 MP, a percentage or a score.")
            if written == "IMP"
            else say("This session is not scored in matchpoints; write 3 points, an average or a score.")
        )


# -- weights ------------------------------------------------------------------------------------------------------------


def outcomes(text: str) -> list[tuple[str, str]]:
    """The results and their weights; none if something has no weight. A comma parts outcomes or begins decimals.

    >>> outcomes("33,3% 42, 66,7% of 5-"), outcomes("60% 42,40% 5-"), outcomes("60% 42, 5-")
    ([('42', '33,3%'), ('5-', '66,7%')], [('42', '60%'), ('5-', '40%')], [])
    >>> outcomes("450 40%, 420 60%")
    [('450', '40%'), ('420', '60%')]
    """
    line = text.strip()
    for outcome, order in _ORDERS:
        if re.fullmatch(rf"{outcome}(?:[;,\n]\s*{outcome})*", line, re.ASCII | re.IGNORECASE):
            found = re.finditer(outcome, line, re.ASCII | re.IGNORECASE)
            return [(each[order[0]].strip(), each[order[1]]) for each in found]
    return []


_ORDERS = (
    (rf"({_WEIGHT})\s*(?:OF\s+)?({_RESULT})\s*", (2, 1)),
    (rf"({_RESULT})\s+({_WEIGHT})\s*", (1, 2)),
)
"""60% of 42, or 42 60%: how an outcome is written, and where its result and its weight are."""


def weigh(written: Iterable[tuple[str, str]], score: ReadScore) -> Weighted:
    """Results with their weights in percent, which must make 100 (Law 12C1(c)).

    >>> weigh([("420", "50"), ("-50", "50%")], int).outcomes[1]
    Outcome(ns=-50, weight=Fraction(1, 2))
    """
    found = tuple(Outcome(score(text), share(weight)) for text, weight in written)
    if len(found) > MOST_OUTCOMES:
        raise NotAnAward(say("Weigh at most {most} outcomes.", most=MOST_OUTCOMES))
    return Weighted(found)


def share(text: str) -> Fraction:
    """A percentage, as a part of one.

    >>> share("62,5%")
    Fraction(5, 8)
    """
    found = number(text) / 100
    if not 0 <= found <= 1:
        raise NotAnAward(say("A percentage is from 0 to 100."))
    return found


def number(text: str) -> Fraction:
    """A number with a point or a comma, and perhaps a sign of percent.

    >>> number("-3,25")
    Fraction(-13, 4)
    """
    line = text.strip().removesuffix("%").strip()
    if not re.fullmatch(rf"[+-]?{_NUMBER}", line, re.ASCII):
        raise NotAnAward(say("“{text}” is not a number.", text=text[:40]))
    return Fraction(line.replace(",", "."))
