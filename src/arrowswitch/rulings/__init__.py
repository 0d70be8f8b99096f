"""The Laws as procedures: data that asks, and the walker that goes through it.

>>> step = walk(book(), "revoke")
>>> step.done
False
"""

from arrowswitch.rulings.laws import EDITIONS
from arrowswitch.rulings.load import BadProcedure, book
from arrowswitch.rulings.model import DEFAULT_EDITION, Case, Effect, Option, Outcome, Procedure, Question
from arrowswitch.rulings.search import search
from arrowswitch.rulings.walk import CannotRule, Step, carried, fitting, walk

__all__ = [
    "DEFAULT_EDITION",
    "EDITIONS",
    "BadProcedure",
    "CannotRule",
    "Case",
    "Effect",
    "Option",
    "Outcome",
    "Procedure",
    "Question",
    "Step",
    "book",
    "carried",
    "fitting",
    "search",
    "walk",
]
