"""What a director writes as an award for one side, read into what is meant (Laws 12C1 and 12C2).

`scoring.awards` knows how it is written; a score may be typed here as on the desk's line, or as a contract. Whether the
board allows it is not asked here, but by `decide`.
"""

from __future__ import annotations

from collections.abc import Iterable

from arrowswitch.scoring import awards
from arrowswitch.scoring.lines import Award, Weighted
from arrowswitch.session.desk.typed import HABITS, Habits, award_typed, read_typed, refusing
from arrowswitch.session.journal.entries import Refused
from arrowswitch.session.night.lines import PLAYED, ns_points
from arrowswitch.words import Sentence, say


def read_award(text: str, board: int, habits: Habits = HABITS, unit: str | None = None) -> Award:
    """What one side is given; `unit` is what points are in this session, if that is to be checked.

    >>> read_award("A+", 1), read_award("60% of 42, 40% of 5-", 1).outcomes[0], read_award("4S N =", 1)
    (Average(kind='plus'), Outcome(ns=420, weight=Fraction(3, 5)), Score(ns=420))
    >>> read_award("3 IMPs", 1, unit="MPs")
    Traceback (most recent call last):
    arrowswitch.journals.commands.Refused: This session is not scored in IMPs; write 5.5 MP, a percentage or a score.
    """
    return award_typed(text, lambda part: read_score(part, board, habits), unit, awards.WEIGHTS_WANTED)


def read_weighted(written: Iterable[tuple[str, str]], board: int, habits: Habits = HABITS) -> Weighted:
    """Results with their weights in percent, which must make 100.

    >>> read_weighted([("62", "50"), ("17", "50")], 2).outcomes[1]
    Outcome(ns=170, weight=Fraction(1, 2))
    >>> read_weighted([("62", "50"), ("17", "40")], 2)
    Traceback (most recent call last):
    arrowswitch.journals.commands.Refused: The weights make 90%, and must make 100%, each more than 0.
    """
    with refusing():
        return awards.weigh(written, lambda text: read_score(text, board, habits))


def read_score(text: str, board: int, habits: Habits = HABITS) -> int:
    """A result as it is typed at the desk, as a score that North-South see.

    >>> read_score("42-", 1), read_score("3NT S -1", 2), read_score("pass", 1)
    (-420, -100, 0)
    """
    what = read_typed(text, board, habits=habits).what
    made = ns_points(what, board) if isinstance(what, PLAYED) else None
    if made is None:
        raise Refused(_not_a_result(text))
    return made


def _not_a_result(text: str) -> Sentence:
    return say(
        "“{text}” is no result. Write a score (42, or 42- for East-West) or a contract (4S N =).", text=text[:40]
    )
