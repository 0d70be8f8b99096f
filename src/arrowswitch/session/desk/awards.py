"""What a director writes as an award for one side, read into what is meant (Laws 12C1 and 12C2).

An average, a percentage, a number of points, a result as it is typed at the desk, or several results with their
weights. Whether the board allows it is not asked here, but by `decide`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from arrowswitch.scoring.lines import Award, Ceiling, Fixed, Floor, Percent, Score, Weighted
from arrowswitch.session.desk.codes import AVERAGES
from arrowswitch.session.desk.typed import HABITS, Habits, read
from arrowswitch.session.desk.weights import number, outcomes, share, weigh
from arrowswitch.session.journal.events import Refused
from arrowswitch.session.night.lines import PLAYED, ns_points
from arrowswitch.words import Sentence, say

_PERCENT = re.compile(r"(\d{1,3}(?:[.,]\d{1,3})?)\s*%", re.ASCII)
_POINTS = re.compile(r"([+-]?\d{1,4}(?:[.,]\d{1,2})?)\s*(?:(MP|IMP)S?|P|PTS|POINTS)", re.ASCII)
_MATCHPOINTS = re.compile(r"M\s*(\d{1,4}(?:[.,]\d{1,2})?)", re.ASCII)
_BOUNDED = re.compile(r"([PQ])\s*([+-]?\d.*)", re.ASCII)


def read_award(text: str, board: int, habits: Habits = HABITS, unit: str = "") -> Award:
    """What one side is given; `unit` is what points are in this session, if that is to be checked.

    >>> read_award("A+", 1), read_award("55%", 1), read_award("3 imps", 1), read_award("4S N =", 1)
    (Average(kind='plus'), Percent(share=Fraction(11, 20)), Fixed(points=Fraction(3, 1)), Score(ns=420))
    >>> read_award("60% of 42, 40% of 5-", 1)
    Weighted(outcomes=(Outcome(ns=420, weight=Fraction(3, 5)), Outcome(ns=-50, weight=Fraction(2, 5))))
    >>> read_award("P42", 1), read_award("Q 5-", 1), read_award("m5.5", 1)
    (Floor(ns=420), Ceiling(ns=-50), Fixed(points=Fraction(11, 2)))
    >>> read_award("3 IMPs", 1, unit="MPs")
    Traceback (most recent call last):
    arrowswitch.session.journal.events.Refused: This session is not scored in IMPs; write 5.5 MP, a percentage or a score.
    """
    line = " ".join(text.upper().replace("−", "-").split())
    if line in AVERAGES:
        return AVERAGES[line]
    if found := _PERCENT.fullmatch(line):
        return Percent(share(found[1]))
    if found := _POINTS.fullmatch(line):
        _check_unit(found[2], unit)
        return Fixed(number(found[1]))
    if found := _MATCHPOINTS.fullmatch(line):
        _check_unit("MP", unit)
        return Fixed(number(found[1]))
    if found := _BOUNDED.fullmatch(line):
        return (Floor if found[1] == "P" else Ceiling)(read_score(found[2], board, habits))
    if "%" in line:
        written = outcomes(line)
        if not written:
            raise Refused(say("Write each outcome with its weight, like “60% of 62, 40% of 10-”."))
        return read_weighted(written, board, habits)
    return Score(read_score(line, board, habits))


def _check_unit(written: str | None, unit: str) -> None:
    if written and unit and not unit.upper().startswith(written):
        raise Refused(
            say("This session is not scored in IMPs; write 5.5 MP, a percentage or a score.")
            if written == "IMP"
            else say("This session is not scored in matchpoints; write 3 points, an average or a score.")
        )


def read_weighted(written: Iterable[tuple[str, str]], board: int, habits: Habits = HABITS) -> Weighted:
    """Results with their weights in percent, which must make 100.

    >>> read_weighted([("62", "50"), ("17", "50")], 2).outcomes[1]
    Outcome(ns=170, weight=Fraction(1, 2))
    >>> read_weighted([("62", "50"), ("17", "40")], 2)
    Traceback (most recent call last):
    arrowswitch.session.journal.events.Refused: The weights make 90%, and must make 100%, each more than 0.
    """
    return weigh(written, lambda text: read_score(text, board, habits))


def read_score(text: str, board: int, habits: Habits = HABITS) -> int:
    """A result as it is typed at the desk, as a score that North-South see.

    >>> read_score("42-", 1), read_score("3NT S -1", 2), read_score("pass", 1)
    (-420, -100, 0)
    """
    what = read(text, board, habits=habits).what
    made = ns_points(what, board) if isinstance(what, PLAYED) else None
    if made is None:
        raise Refused(_not_a_result(text))
    return made


def _not_a_result(text: str) -> Sentence:
    return say(
        "“{text}” is no result. Write a score (42, or 42- for East-West) or a contract (4S N =).", text=text[:40]
    )
