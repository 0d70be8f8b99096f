"""Arrow switches of any movement, one after the other, with what each of them gains: also of one that is half played.

The best set of switches is looked for first (`switches.turn_tables`; where sets do not stay together, by the best single switch
each time). Then it is told in the order in which it should be made, so that a director may stop wherever the gain is too small.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from arrowswitch.movements.balance import Plays, balance, competition, directions, matrix_quality, plays
from arrowswitch.movements.model import ImpossibleWish, Movement
from arrowswitch.movements.switches import STEPS_A_SECOND, announced, turn_tables
from arrowswitch.words import say

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

SECONDS = 1.0
MOST_SWITCHES = 400


@dataclass(frozen=True, slots=True)
class FurtherSwitch:
    """One more table to switch, and the quality with it."""

    round: int
    table: int
    qf: float
    gain: float
    """What it adds to the quality; what is given up before others gain more is negative."""


@dataclass(frozen=True, slots=True)
class FurtherSwitches:
    """The switches in the order in which they should be made, and the movement with all of them."""

    before: float
    switches: tuple[FurtherSwitch, ...]
    movement: Movement

    @property
    def after(self) -> float:
        return self.switches[-1].qf if self.switches else self.before


def further_switches(movement: Movement, *, over: int = 0, seconds: float = SECONDS, seed: int = 0) -> FurtherSwitches:
    """The best switches from round `over` + 1 on, one by one; what was played stays as it was.

    >>> from arrowswitch.movements import build
    >>> found = further_switches(build("mitchell", tables=7), over=4)
    >>> {each.round for each in found.switches} <= {5, 6, 7}, round(found.before, 2), found.after > 85
    (True, 46.94, True)
    """
    import numpy as np

    if movement.kind != "pairs":
        raise ImpossibleWish(say("Only pairs movements have arrow switches."))
    if over >= movement.rounds:
        raise ImpossibleWish(say("After round {round} nothing is left to switch.", round=over))
    seats = plays(movement)
    held = np.array([meeting.round <= over for meeting in movement.meetings])
    if len(seats.meeting) == len(movement.meetings):
        wanted = turn_tables(seats, None, max(1, int(seconds * STEPS_A_SECOND)), seed, held if held.any() else None)
        if not held.any() and 2 * int(wanted.sum()) > len(wanted):
            wanted = ~wanted
    else:
        wanted = ~held
    mixed = len(seats.meeting) != len(movement.meetings)
    order = _in_order(seats, wanted, movement.boards_per_round, while_better=mixed)
    steps: list[FurtherSwitch] = []
    before = last = balance(movement).qf
    for place, now in order:
        meeting = movement.meetings[place]
        steps.append(FurtherSwitch(meeting.round, meeting.table, now, now - last))
        last = now
    places = [(each.round, each.table) for each in steps]
    better = announced(movement.switched(places), places) if places else movement
    return FurtherSwitches(before, tuple(steps), better)


def _in_order(seats: Plays, wanted: NDArray[np.bool_], boards: int, *, while_better: bool) -> list[tuple[int, float]]:
    """The wanted meetings, each time the one that balances best with those before it; the quality after each.

    Turning a meeting of i and j changes their competitions with everybody else by twice what they compete on its boards: of all
    meetings at once that is one sum.
    """
    import numpy as np

    signs, matrix = directions(seats), competition(seats)
    count = int(seats.meeting.max()) + 1
    first = np.searchsorted(seats.meeting, np.arange(count))  # the places of a meeting stand together
    ns, ew, every = seats.ns[first], seats.ew[first], np.arange(count)
    weight = seats.weight[seats.unit]
    left = wanted.copy()
    found: list[tuple[int, float]] = []
    while left.any() and len(found) < MOST_SWITCHES:
        shared = np.add.reduceat(signs[:, seats.unit] * weight, first, axis=1)
        # what the two compete with each other changes only where they hold a board twice, which a spoilt night may have
        own = 2 * (shared[ns, every] - shared[ew, every]) - 4 * np.add.reduceat(weight, first)
        shared[ns, every] = shared[ew, every] = 0
        change = (8 * shared * shared - 4 * shared * (matrix[ns] - matrix[ew]).T).sum(axis=0)
        change += own * (2 * matrix[ns, ew] + own)
        change[~left] = np.inf
        chosen = int(change.argmin())
        if while_better and change[chosen] >= 0:
            break
        one, other, units = ns[chosen], ew[chosen], seats.unit[seats.meeting == chosen]
        signs[one, units] -= 2
        signs[other, units] += 2
        turn = (2 * shared[:, chosen]).astype(np.int64)
        matrix[one] -= turn
        matrix[other] += turn
        matrix[one, other] += int(own[chosen])
        matrix[:, one], matrix[:, other] = matrix[one], matrix[other]
        matrix[other, one] = matrix[one, other]
        left[chosen] = False
        found.append((chosen, matrix_quality(matrix, boards)))
    return found
