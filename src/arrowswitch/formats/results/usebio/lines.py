"""A line of a traveller in USEBIO."""

from __future__ import annotations

from typing import NamedTuple

from arrowswitch.bridge import Card
from arrowswitch.formats.results.told import awards_of, card_of, disagreement, figure, result_of
from arrowswitch.formats.results.usebio.elements import XmlElement
from arrowswitch.scoring import Line
from arrowswitch.scoring.numbers import Number
from arrowswitch.words import Sentence


class ReadLine(NamedTuple):
    """A line as it was read, with what is odd about it."""

    line: Line
    points: tuple[Number | None, Number | None]
    lead: Card | None
    fault: Sentence | None = None


POINTS = ("MATCH_POINTS", "CROSS_IMP_POINTS", "BUTLER_POINTS")


def points_name(line: XmlElement) -> str:
    """How the points of a line are called, if it has some."""
    return next((name for name in POINTS if f"NS_{name}" in line.texts or f"EW_{name}" in line.texts), "")


def line_of(board: int, ns: str, ew: str, element: XmlElement, points: str) -> ReadLine:
    """A line.

    >>> texts = {"CONTRACT": "3Hx", "PLAYED_BY": "N", "LEAD": "D10", "TRICKS": "9", "SCORE": "530"}
    >>> found = line_of(1, "1", "2", XmlElement("TRAVELLER_LINE", texts=texts), "")
    >>> str(found.line.result), found.line.score, str(found.lead), found.fault
    ('3♥X N =', 530, '♦10', None)
    """
    texts = element.texts
    score = texts.get("SCORE", "")
    played = texts.get("CONTRACT", ""), texts.get("PLAYED_BY", ""), texts.get("TRICKS", "")
    result, fault = result_of(board, *played, score)
    printed = figure(texts.get(f"NS_{points}", "")), figure(texts.get(f"EW_{points}", ""))
    ns_award, ew_award, status = awards_of(board, score, result, printed)
    line = Line(board, ns, ew, ns_award, ew_award, status, result=result)
    return ReadLine(line, printed, card_of(texts.get("LEAD", "")), fault or disagreement(line))
