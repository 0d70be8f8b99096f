"""Who meets whom, where, with which boards: families of movements, audit, balance, choice.

>>> from arrowswitch import movements
>>> movement = movements.build("mitchell", tables=7)
>>> movement.rounds, movement.boards_per_round, movements.audit(movement).legal
(7, 4, True)
"""

from arrowswitch.movements.audit import Audit, MovementFacts, audit, facts
from arrowswitch.movements.balance import Balance, balance
from arrowswitch.movements.catalogue import FAMILIES, CatalogueLine, build, find_family, listing
from arrowswitch.movements.choosing.choice import choose
from arrowswitch.movements.choosing.tonight import Choice
from arrowswitch.movements.describe import describe
from arrowswitch.movements.family import Family
from arrowswitch.movements.faults import Fault
from arrowswitch.movements.files import FileFault, dumps, from_dict, loads, to_dict
from arrowswitch.movements.model import (
    ImpossibleWish,
    Instruction,
    Meeting,
    Movement,
    Relay,
    SitOut,
)
from arrowswitch.movements.wishes import read_range, read_tables

__all__ = [
    "FAMILIES",
    "Audit",
    "Balance",
    "CatalogueLine",
    "Choice",
    "Family",
    "Fault",
    "FileFault",
    "ImpossibleWish",
    "Instruction",
    "Meeting",
    "Movement",
    "MovementFacts",
    "Relay",
    "SitOut",
    "audit",
    "balance",
    "build",
    "choose",
    "describe",
    "dumps",
    "facts",
    "find_family",
    "from_dict",
    "listing",
    "loads",
    "read_range",
    "read_tables",
    "to_dict",
]
