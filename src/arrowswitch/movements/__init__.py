"""Who meets whom, where, with which boards: families of movements, audit, balance, choice.

>>> from arrowswitch import movements
>>> movement = movements.build("mitchell", tables=7)
>>> movement.rounds, movement.boards_per_round, movements.audit(movement).legal
(7, 4, True)
"""

from arrowswitch.movements.audit import Audit, MovementFacts, audit, facts, never_meet
from arrowswitch.movements.balance import Balance, balance
from arrowswitch.movements.catalogue import FAMILIES, CatalogueLine, build, find_family, listing
from arrowswitch.movements.choosing.choice import choose
from arrowswitch.movements.choosing.tonight import Choice
from arrowswitch.movements.describe import describe
from arrowswitch.movements.drawn import DrawnRound, added, begun, drawn_round, placed, redrawn, up_to
from arrowswitch.movements.family import Family
from arrowswitch.movements.faults import Fault
from arrowswitch.movements.files import FileFault, dumps, from_dict, loads, to_dict
from arrowswitch.movements.model import (
    Draw,
    ImpossibleWish,
    Instruction,
    Meeting,
    Movement,
    Relay,
    RoundMatch,
    SitOut,
)
from arrowswitch.movements.wishes import read_range, read_tables

__all__ = [
    "FAMILIES",
    "Audit",
    "Balance",
    "CatalogueLine",
    "Choice",
    "Draw",
    "DrawnRound",
    "Family",
    "Fault",
    "FileFault",
    "ImpossibleWish",
    "Instruction",
    "Meeting",
    "Movement",
    "MovementFacts",
    "Relay",
    "RoundMatch",
    "SitOut",
    "added",
    "audit",
    "balance",
    "begun",
    "build",
    "choose",
    "describe",
    "drawn_round",
    "dumps",
    "facts",
    "find_family",
    "from_dict",
    "listing",
    "loads",
    "never_meet",
    "placed",
    "read_range",
    "read_tables",
    "redrawn",
    "to_dict",
    "up_to",
]
