"""The codes that a scorer types at the desk, and what they mean.

They are those of ACBLscore (manual of the North American clubs, L4547-4613) and of the New Zealand program (NZ manual
L2110-2120), with the spellings that people bring from others. The page, the guide and `typed` all read this table.
"""

from __future__ import annotations

from dataclasses import dataclass

from arrowswitch.scoring.lines import AVERAGE, MINUS, PLUS
from arrowswitch.session.night.lines import Adjustment, Entry, LatePlay, NotPlayed, PassedOut
from arrowswitch.words import Sentence, say


@dataclass(frozen=True, slots=True)
class BoardOut:
    """Nobody is to have the board: it is taken out of the scoring."""


@dataclass(frozen=True, slots=True)
class OtherGroup:
    """This table played the board with other cards: it is in another group."""


@dataclass(frozen=True, slots=True)
class Ditto:
    """The same as on the line above."""


What = Entry | Adjustment | BoardOut | OtherGroup
"""What a typed line can mean."""


@dataclass(frozen=True, slots=True)
class Code:
    """A code that stands alone: how it is typed, the first way for the list, and what it gives."""

    keys: tuple[str, ...]
    gives: What | Ditto
    means: Sentence
    director: bool = False
    """Whether it is for the director only, with a reason."""


CODES = (
    Code(("P", "0", "PASS", "PO", "AP", "PASSEDOUT"), PassedOut(), say("passed out")),
    Code(("L", "LATE"), LatePlay(), say("late play: the board is to be played later")),
    Code(("N", "NP"), NotPlayed(), say("these pairs will not play the board; it does not count for them")),
    Code((".", '"', "R"), Ditto(), say("the same as on the line above")),
    Code(
        ("A+", "AV+", "AVE+"),
        Adjustment(PLUS, MINUS),
        say("average plus for North-South, average minus for East-West"),
        True,
    ),
    Code(
        ("A-", "AV-", "AVE-"),
        Adjustment(MINUS, PLUS),
        say("average minus for North-South, average plus for East-West"),
        True,
    ),
    Code(("A", "AV", "AVE"), Adjustment(AVERAGE, AVERAGE), say("average for both sides"), True),
    Code(("X",), BoardOut(), say("nobody plays the board: it is taken out, with any scores there are"), True),
    Code(
        ("F",),
        OtherGroup(),
        say("this table played the board fouled; type it again to take that back"),
        True,
    ),
)
BY_KEY = {key: code for code in CODES for key in code.keys}


SIGNS = {"+": "A+", "=": "A", "-": "A-"}
"""What an average may be typed as where nothing but an award can stand."""


@dataclass(frozen=True, slots=True)
class Pattern:
    """A way of typing that takes values: an example to list, what the example means, who may."""

    example: str
    means: Sentence
    director: bool = False


PATTERNS = (
    Pattern("42", say("420 to North-South: a score without its last zero")),
    Pattern("42-", say("420 to East-West; -42 and 42 EW are the same")),
    Pattern("4SX S -2", say("a contract, its declarer and the tricks above or below it; spaces do not matter")),
    Pattern("3N N 9", say("a contract and all the tricks that declarer took")),
    Pattern("4S N = HK", say("a contract with its opening lead")),
    Pattern("4S N = /42", say("a contract with the score that was written beside it, which stands")),
    Pattern("E5-3 42", say("420 between North-South 5 and East-West 3, who were not to meet here")),
    Pattern("A60/40", say("60% for North-South, 40% for East-West"), True),
    Pattern("S A+ A+", say("a split score, North-South first: A, A+, A-, a score, or matchpoints for each side"), True),
    Pattern("S m5.5 42", say("5.5 matchpoints for North-South, and for East-West what 420 is worth"), True),
    Pattern("S P42 42", say("North-South get the better of 420 and average plus, East-West what 420 is worth"), True),
    Pattern("S 42 Q42", say("East-West get the worse of 420 and average minus, North-South what 420 is worth"), True),
    Pattern(
        "S A+ / 60% 42, 40% 5-",
        say("average plus for North-South, and for East-West a weighted score: 60% of 420 and 40% of -50"),
        True,
    ),
    Pattern(
        "P42",
        say("North-South get the better of 420 and average plus, East-West the worse of it and average minus"),
        True,
    ),
    Pattern(
        "Q42-",
        say("North-South get the worse of -420 and average minus, East-West the better of it and average plus"),
        True,
    ),
)
