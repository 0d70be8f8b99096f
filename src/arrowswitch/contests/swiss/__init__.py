"""The Swiss draw: who meets whom next, why, and what any other draw would cost.

`read` takes an event as a file has it, `draw` makes the best legal draw, `check` judges a stranger's by the same rules, and
`instead` gives the price of another pairing. The rules of a federation are data, in `federations`.
"""

from arrowswitch.contests.reading import BadContest
from arrowswitch.contests.swiss.check import SwissVerdict, check
from arrowswitch.contests.swiss.draw import SwissDraw, draw
from arrowswitch.contests.swiss.event import PlayedMatch, SwissEntry, SwissEvent
from arrowswitch.contests.swiss.files import answer, judged, read, read_draw
from arrowswitch.contests.swiss.instead import instead
from arrowswitch.contests.swiss.rules import SwissRules, load_rules, rule_names
from arrowswitch.contests.swiss.weights import WEIGHTS

__all__ = [
    "WEIGHTS",
    "BadContest",
    "PlayedMatch",
    "SwissDraw",
    "SwissEntry",
    "SwissEvent",
    "SwissRules",
    "SwissVerdict",
    "answer",
    "check",
    "draw",
    "instead",
    "judged",
    "load_rules",
    "read",
    "read_draw",
    "rule_names",
]
