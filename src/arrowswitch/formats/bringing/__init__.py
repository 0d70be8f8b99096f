"""A file brought in as a session of the club: its movement rebuilt, its acts done, its numbers beside ours."""

from arrowswitch.formats.bringing.differing import Difference, differences, ranked_alike
from arrowswitch.formats.bringing.rebuilt import RebuiltPlan, rebuilt
from arrowswitch.formats.bringing.session import BroughtSession, Whose, as_visitor, bring_in

__all__ = [
    "BroughtSession",
    "Difference",
    "RebuiltPlan",
    "Whose",
    "as_visitor",
    "bring_in",
    "differences",
    "ranked_alike",
    "rebuilt",
]
