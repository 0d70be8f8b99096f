"""Movements made for exactly tonight's room, with a proof or a bound of how good they can be at all.

>>> from arrowswitch.movements.design import DesignWish, best_design
>>> found = best_design(DesignWish(pairs=8, rounds=7, boards_per_round=4), seconds=1)
>>> found.figures.qf, found.proved
(100.0, True)
"""

from arrowswitch.movements.design.asking import DesignWish, FixedSeat, checked, read_couples, read_seats
from arrowswitch.movements.design.bounds import DesignBound, bound
from arrowswitch.movements.design.figures import DesignFigures
from arrowswitch.movements.design.further import FurtherSwitch, FurtherSwitches, further_switches
from arrowswitch.movements.design.offering import offered
from arrowswitch.movements.design.search import Design, best_design, designs, searching

__all__ = [
    "Design",
    "DesignBound",
    "DesignFigures",
    "DesignWish",
    "FixedSeat",
    "FurtherSwitch",
    "FurtherSwitches",
    "best_design",
    "bound",
    "checked",
    "designs",
    "further_switches",
    "offered",
    "read_couples",
    "read_seats",
    "searching",
]
