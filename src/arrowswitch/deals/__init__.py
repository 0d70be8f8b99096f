"""Deals: the hands of a board, dealing by a seed, double-dummy tables, par, and what can be made.

>>> par(TrickTable("77667775576677566775"), Seat.SOUTH, Vulnerability.NONE).told
'Par +90: 1NT NS ='
"""

from arrowswitch.bridge import Seat, Vulnerability
from arrowswitch.deals.dealing import dealt
from arrowswitch.deals.hands import BoardHands, cards_of, check_deal, deal_text, hand_of, written
from arrowswitch.deals.par import Par, ParContract, par
from arrowswitch.deals.solver import NoSolver, can_solve, double_dummy, many
from arrowswitch.deals.tables import DECLARERS, DENOMINATIONS, Makeable, TrickTable, makeable, table_of

__all__ = [
    "DECLARERS",
    "DENOMINATIONS",
    "BoardHands",
    "Makeable",
    "NoSolver",
    "Par",
    "ParContract",
    "Seat",
    "TrickTable",
    "Vulnerability",
    "can_solve",
    "cards_of",
    "check_deal",
    "deal_text",
    "dealt",
    "double_dummy",
    "hand_of",
    "makeable",
    "many",
    "par",
    "table_of",
    "written",
]
