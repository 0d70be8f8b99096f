"""A movement edited over some rounds: East-West numbers or boards so many further, or all sides turned.

These are the plain tools for what has no repair of its own; every edit is proved like a repair (ACBL club director's
notes L4631-4649, L4834-4867, L4873-4883).
"""

from __future__ import annotations

from dataclasses import replace

from arrowswitch.movements.build import wrap
from arrowswitch.movements.model import ImpossibleWish, Movement
from arrowswitch.movements.repair.tools import Repair, check_round, finish, only_pairs, step, with_sit_outs
from arrowswitch.words import say, say_count


def _rounds(movement: Movement, first: int, last: int | None) -> range:
    only_pairs(movement)
    check_round(movement, first)
    end = movement.rounds if last is None else last
    if not first <= end <= movement.rounds:
        raise ImpossibleWish(say("Rounds {first} to {last} are not in this movement.", first=first, last=end))
    return range(first, end + 1)


def _further(number: int, by: int, low: int, high: int) -> int:
    return low - 1 + wrap(number + by - low + 1, high - low + 1) if low <= number <= high else number


def east_west_further(
    movement: Movement, by: int, first: int, last: int | None = None, *, low: int | None = None, high: int | None = None
) -> Repair:
    """The moving pairs `by` numbers further in these rounds, in a circle from the lowest moving pair to the highest.

    >>> from arrowswitch.movements import build
    >>> moved = east_west_further(build("mitchell", tables=7), 1, 5).movement
    >>> [moved.label(moved.at[number, 1].ew) for number in (4, 5)]
    ['EW 5', 'EW 5']
    """
    rounds = _rounds(movement, first, last)
    moving = [pair for pair in movement.contestants if pair not in movement.stationary]
    if not moving:
        raise ImpossibleWish(say("Nobody moves in this movement."))
    lowest, highest = low or min(moving), high or max(moving)
    lacking = sorted(set(range(lowest, highest + 1)) - set(moving))
    if lowest > highest or lacking:
        raise ImpossibleWish(
            say("Pairs {low} to {high} do not all move, so that they make no circle.", low=lowest, high=highest)
        )
    meetings = tuple(
        replace(m, ns=_further(m.ns, by, lowest, highest), ew=_further(m.ew, by, lowest, highest))
        if m.round in rounds
        else m
        for m in movement.meetings
    )
    text = say_count(
        "In rounds {first} to {last} the moving pairs are one number further.",
        "In rounds {first} to {last} the moving pairs are {n} numbers further.",
        by,
        first=first,
        last=rounds[-1],
    )
    return finish(with_sit_outs(replace(movement, meetings=meetings)), first, [step(first - 1, text)])


def boards_further(
    movement: Movement, by: int, first: int, last: int | None = None, *, low: int | None = None, high: int | None = None
) -> Repair:
    """The boards `by` numbers further in these rounds, in a circle from the lowest board to the highest.

    >>> from arrowswitch.movements import build
    >>> boards_further(build("mitchell", tables=7), 4, 7).movement.at[7, 1].boards
    (1, 2, 3, 4)
    """
    rounds = _rounds(movement, first, last)
    lowest, highest = low or movement.boards[0], high or movement.boards[-1]
    if lowest > highest:
        raise ImpossibleWish(say("Boards {low} to {high} make no circle.", low=lowest, high=highest))
    meetings = tuple(
        replace(m, boards=tuple(_further(board, by, lowest, highest) for board in m.boards)) if m.round in rounds else m
        for m in movement.meetings
    )
    text = say_count(
        "In rounds {first} to {last} the boards are one number further.",
        "In rounds {first} to {last} the boards are {n} numbers further.",
        by,
        first=first,
        last=rounds[-1],
    )
    return finish(replace(movement, meetings=meetings, relays=()), first, [step(first - 1, text)])


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
    return finish(replace(movement, meetings=meetings, winners=1), first, [step(first - 1, text, "switch")])
