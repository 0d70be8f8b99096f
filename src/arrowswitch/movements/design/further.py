"""Arrow switches of any movement, one after the other, with what each of them gains: also of one that is half played.

The best set of switches is looked for first (`switches.turn_tables`; where sets do not stay together, by the best single switch
each time). Then it is told in the order in which it should be made, so that a director may stop wherever the gain is too small.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from arrowswitch.movements.balance import Plays, balance, competition, matrix_quality, plays
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
    """The wanted meetings, each time the one that balances best with those before it; the quality after each."""
    import numpy as np

    turned = np.zeros(int(seats.meeting.max()) + 1, dtype=np.bool_)
    left = [int(place) for place in np.flatnonzero(wanted)]
    found: list[tuple[int, float]] = []
    now = matrix_quality(_with(seats, turned), boards)
    while left and len(found) < MOST_SWITCHES:
        worth: list[tuple[float, int]] = []
        for place in left:
            turned[place] = True
            worth.append((matrix_quality(_with(seats, turned), boards), -place))
            turned[place] = False
        qf, chosen = max(worth)
        if while_better and qf <= now:
            break
        turned[-chosen], now = True, qf
        left.remove(-chosen)
        found.append((-chosen, qf))
    return found


def _with(seats: Plays, turned: NDArray[np.bool_]) -> NDArray[np.int64]:
    """The competitions when these meetings are turned."""
    import numpy as np

    here = turned[seats.meeting]
    return competition(seats._replace(ns=np.where(here, seats.ew, seats.ns), ew=np.where(here, seats.ns, seats.ew)))
