"""Results as files of results write them, whatever they are made of: a contract with its tricks, a score, A6040, or nothing."""

from __future__ import annotations

import re
from fractions import Fraction
from functools import lru_cache

from arrowswitch.bridge import (
    LAST_BOARD,
    PASSED_OUT,
    Card,
    Contract,
    NotBridge,
    Result,
    Seat,
    ns_score,
    parse_card,
    parse_contract,
    parse_seat,
    vulnerability_of,
)
from arrowswitch.scoring import AVERAGE, MINUS, PLUS, Fixed, Line, Percent, Score
from arrowswitch.scoring.lines import Award, Status
from arrowswitch.scoring.numbers import Number, tidy
from arrowswitch.words import Sentence, say

LARGEST_SCORE = 7600
FIGURE = re.compile(r"[+-]?(?:[0-9]{1,9}(?:[.,][0-9]{0,12})?|[.,][0-9]{1,12})", re.ASCII)
ARTIFICIAL = re.compile(r"A\s*([0-9]{2})([0-9]{2})|A?\s*([0-9]{1,3})\s*%?\s*/\s*([0-9]{1,3})\s*%?", re.ASCII)
AVERAGES = {60: PLUS, 50: AVERAGE, 40: MINUS}
AVERAGE_WORDS = {"A": AVERAGE, "AV": AVERAGE, "AVE": AVERAGE, "AVERAGE": AVERAGE}
NOT_PLAYED = {"", "NP", "N/P", "NOT PLAYED", "-", "X"}
PASSED = {"PASS", "PASSED", "PASSED OUT", "PASS OUT", "P", "AP", "ALL PASS"}


class BadResult(ValueError):  # noqa: N818 - said of a line
    """A line that cannot be read, with its board and what stands there."""


@lru_cache(maxsize=2**14)
def figure(text: str) -> Number | None:
    """A number as files write it; None if it is none.

    >>> figure("54,25%"), figure("-3"), figure("-"), figure("1e9")
    (Fraction(217, 4), -3, None, None)
    """
    plain = text.strip().removesuffix("%").strip().replace("−", "-")
    return tidy(Fraction(plain.replace(",", "."))) if FIGURE.fullmatch(plain) else None


def whole(text: str) -> int | None:
    """A number of boards, a round, a table.

    >>> whole("24"), whole("-1"), whole("9" * 99)
    (24, None, None)
    """
    return int(text) if text.isascii() and text.isdigit() and len(text) < 7 else None


def board_number(text: str) -> int | None:
    """The number of a board, if there is such a board."""
    number = whole(text)
    return number if number and number <= LAST_BOARD else None


def awards_of(
    board: int, told: str, result: Result | None = None, printed: tuple[Number | None, Number | None] = (None, None)
) -> tuple[Award, Award, Status]:
    """What each side is given, and whether the line counts.

    >>> awards_of(1, "A6040"), awards_of(1, "-50")[0], awards_of(1, "")[2]
    ((Average(kind='plus'), Average(kind='minus'), 'counts'), Score(ns=-50), 'not-played')
    """
    said = told.strip().upper()
    score = figure(said)
    if isinstance(score, int) and abs(score) <= LARGEST_SCORE and score % 10 == 0:
        return Score(score), Score(score), "counts"
    if found := ARTIFICIAL.fullmatch(said):
        ns, ew = (int(each) for each in found.groups() if each is not None)
        if max(ns, ew) <= 100:
            return _share(ns), _share(ew), "counts"
    if said in AVERAGE_WORDS:
        return AVERAGE, AVERAGE, "counts"
    if said in PASSED:
        return Score(0), Score(0), "counts"
    if not said and result is not None and (result.passed_out or result.declarer):
        made = Score(ns_score(result, vulnerability_of(board)))
        return made, made, "counts"
    if printed[0] is not None and printed[1] is not None and score is None:
        return Fixed(Fraction(printed[0])), Fixed(Fraction(printed[1])), "counts"
    if said in NOT_PLAYED:
        return Score(0), Score(0), "not-played"
    raise BadResult(say("Board {board}: “{text}” is no score; the line is not read.", board=board, text=said[:20]))


def _share(percent: int) -> Award:
    return AVERAGES.get(percent) or Percent(Fraction(percent, 100))


def result_of(board: int, contract: str, by: str, tricks: str, score: str) -> tuple[Result | None, Sentence | None]:
    """What was played; None where that is not told, or, with a sentence, not told so that it can be read.

    >>> str(result_of(1, "3Hx", "N", "9", "")[0]), str(result_of(1, "2S", "E", "", "-140")[0])
    ('3♥X N =', '2♠ E +1')
    """
    if not contract or contract.upper() in NOT_PLAYED or ARTIFICIAL.fullmatch(contract.upper()):
        return None, None
    points = figure(score)
    found = _played(contract, by, tricks, points if isinstance(points, int) else None, board)
    if found is not None:
        return found, None
    told = " ".join(filter(None, (contract, by, tricks)))
    return None, say(
        "Board {board}: “{text}” is no contract with its result; only its score is used.", board=board, text=told[:30]
    )


@lru_cache(maxsize=2**14)
def _played(contract: str, by: str, tricks: str, score: int | None, board: int) -> Result | None:
    try:
        bid = PASSED_OUT if contract.upper() in PASSED else parse_contract(contract)
        if bid.bid is None:
            return Result(PASSED_OUT)
        return _made(bid, parse_seat(by), tricks, score, board)
    except NotBridge:
        return None


def _made(contract: Contract, declarer: Seat, tricks: str, score: int | None, board: int) -> Result | None:
    """The tricks as they stand there, all of them or against the contract; else those that the score gives."""
    told = whole(tricks)
    if told is not None:
        return Result(contract, told, declarer)
    if tricks == "=" or (tricks[:1] in ("+", "-") and whole(tricks[1:]) is not None):
        return Result(contract, contract.needs + (0 if tricks == "=" else int(tricks)), declarer)
    fitting = (Result(contract, number, declarer) for number in range(14))
    return next((each for each in fitting if ns_score(each, vulnerability_of(board)) == score), None)


def disagreement(line: Line) -> Sentence | None:
    """What is odd about a score that is not the one of its contract."""
    if line.result is None or line.score is None or not line.counts:
        return None
    worth = ns_score(line.result, vulnerability_of(line.board))
    if worth == line.score:
        return None
    return say(
        "Board {board}: {result} is {worth}, and the file says {score}; the file’s score is used.",
        board=line.board,
        result=str(line.result),
        worth=worth,
        score=line.score,
    )


@lru_cache(maxsize=256)
def card_of(text: str) -> Card | None:
    """A card; None if it is none."""
    try:
        return parse_card(text)
    except NotBridge:
        return None
