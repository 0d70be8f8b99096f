"""From the evening as it stands to the ranked ways to finish it, whatever happened.

>>> from arrowswitch.movements import build
>>> from arrowswitch.movements import replan
>>> here = replan.without(replan.standing(build("howell", tables=5), 4), 3, 8)
>>> best = replan.ways(here, tries=6000)[0]
>>> best.costs.unplayed < 24  # as planned the opponents of the two would sit out eight times
True
"""

from arrowswitch.movements.replan.arranging import set_of
from arrowswitch.movements.replan.astray import move_missed, special_missed, turned, wrong_board
from arrowswitch.movements.replan.bound import least_loss
from arrowswitch.movements.replan.costs import Costs, costs
from arrowswitch.movements.replan.legal import made_legal
from arrowswitch.movements.replan.standing import (
    NightStanding,
    as_played,
    boards_lay_wrong,
    boards_spoilt,
    changed_seats,
    check_tables,
    ending_after,
    read_standing,
    really_played,
    round_not_moved,
    standing,
    table_broken,
    with_more,
    within,
    without,
)
from arrowswitch.movements.replan.telling import Carry, carry_told
from arrowswitch.movements.replan.ways import LONGER, TRIES, Way, ways

__all__ = [
    "LONGER",
    "TRIES",
    "Carry",
    "Costs",
    "NightStanding",
    "Way",
    "as_played",
    "boards_lay_wrong",
    "boards_spoilt",
    "carry_told",
    "changed_seats",
    "check_tables",
    "costs",
    "ending_after",
    "least_loss",
    "made_legal",
    "move_missed",
    "read_standing",
    "really_played",
    "round_not_moved",
    "set_of",
    "special_missed",
    "standing",
    "table_broken",
    "turned",
    "ways",
    "with_more",
    "within",
    "without",
    "wrong_board",
]
