"""A movement edited over some rounds: all sides turned, so that there is one winner.

It is proved like a repair (ACBL club director's notes L4873-4883).
"""

from __future__ import annotations

from dataclasses import replace

from arrowswitch.movements.model import ImpossibleWish, Movement
from arrowswitch.movements.repair.tools import Repair, check_round, finish, only_pairs
from arrowswitch.words import say


def _rounds(movement: Movement, first: int, last: int | None) -> range:
    only_pairs(movement)
    check_round(movement, first)
    end = movement.rounds if last is None else last
    if not first <= end <= movement.rounds:
        raise ImpossibleWish(say("Rounds {first} to {last} are not in this movement.", first=first, last=end))
    return range(first, end + 1)


def all_sides_turned(movement: Movement, first: int, last: int | None = None) -> Repair:
    """North-South and East-West exchanged at every table in these rounds, so that there is one winner.

    >>> from arrowswitch.movements import build
    >>> all_sides_turned(build("mitchell", tables=7), 7).movement.meetings == build("mitchell", tables=7, switch="7").meetings
    True
    """
    rounds = _rounds(movement, first, last)
    meetings = tuple(
        replace(m, ns=m.ew, ew=m.ns, switched=not m.switched) if m.round in rounds else m for m in movement.meetings
    )
    text = say("In rounds {first} to {last} every table is turned.", first=first, last=rounds[-1])
    return finish(replace(movement, meetings=meetings, winners=1), first, [text], "switch")
