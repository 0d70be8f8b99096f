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
from arrowswitch.movements.design.players import PlayersDesign, PlayersFigures, PlayersWish, design_players
from arrowswitch.movements.design.search import Design, best_design, designs, searching
from arrowswitch.movements.design.sessions import (
    EventDesign,
    EventFigures,
    SeatedSession,
    SeatingWish,
    merged,
    read_sessions,
    seat_sessions,
    seating_sessions,
    sections_for,
    switched_across,
    written_event,
)
from arrowswitch.movements.design.teams import TeamsBound, TeamsDesign, TeamsFigures, TeamsWish, design_teams

__all__ = [
    "Design",
    "DesignBound",
    "DesignFigures",
    "DesignWish",
    "EventDesign",
    "EventFigures",
    "FixedSeat",
    "FurtherSwitch",
    "FurtherSwitches",
    "PlayersDesign",
    "PlayersFigures",
    "PlayersWish",
    "SeatedSession",
    "SeatingWish",
    "TeamsBound",
    "TeamsDesign",
    "TeamsFigures",
    "TeamsWish",
    "best_design",
    "bound",
    "checked",
    "design_players",
    "design_teams",
    "designs",
    "further_switches",
    "merged",
    "offered",
    "read_couples",
    "read_seats",
    "read_sessions",
    "searching",
    "seat_sessions",
    "seating_sessions",
    "sections_for",
    "switched_across",
    "written_event",
]
