"""The Laws as procedures: data that asks, and the walker that goes through it.

>>> step = walk(book(), "revoke")
>>> step.done
False
"""

from arrowswitch.rulings.facts import BadFacts, Facts
from arrowswitch.rulings.laws import EDITIONS
from arrowswitch.rulings.load import BadProcedure, book
from arrowswitch.rulings.model import DEFAULT_EDITION, Case, Effect, Option, Procedure, Question, RulingOutcome
from arrowswitch.rulings.search import search
from arrowswitch.rulings.walk import FROM_FACTS, CannotRule, WalkStep, carried, fitting, walk, with_facts

__all__ = [
    "DEFAULT_EDITION",
    "EDITIONS",
    "FROM_FACTS",
    "BadFacts",
    "BadProcedure",
    "CannotRule",
    "Case",
    "Effect",
    "Facts",
    "Option",
    "Procedure",
    "Question",
    "RulingOutcome",
    "WalkStep",
    "book",
    "carried",
    "fitting",
    "search",
    "walk",
    "with_facts",
]
