"""How fairly a movement compares its pairs with one another.

Two pairs compete on a board when both play it: +1 in the same direction, -1 in opposite directions at different
tables, and t - 1 as opponents, where t tables play the board. All pairs competing equally is perfect balance.
So do two players of an individual, who as partners help each other: 1 - t.
Measures: Manning, Probst and Moore for the competition and its deviation, Smulders for the quality factor Qf.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from arrowswitch.movements.model import ImpossibleWish, Movement
from arrowswitch.words import say

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class Block:
    """One part of the matrix of a two-winner movement (NS-NS, EW-EW or NS-EW), in the units of the matrix."""

    name: str
    mean: float
    deviation: float
    minimum: float
    maximum: float

    @property
    def quality(self) -> float:
        """How even this part is: 100 when all its values are equal."""
        squares = self.mean**2 + self.deviation**2
        return 100 * self.mean**2 / squares if squares else 100.0


@dataclass(frozen=True, slots=True)
class Balance:
    """The balance of a movement. All but `matrix` and `blocks` are counted per set, with a comparison as 1."""

    mean: float
    deviation: float
    """Population standard deviation over all pairs of contestants."""
    qf: float
    """100 is as even as whole numbers allow."""
    minimum: float
    maximum: float
    matrix: tuple[tuple[int, ...], ...]
    """Competition of each with each in matchpoints (2 a comparison), counted per board; 0 with oneself."""
    contestants: tuple[int, ...]
    """The contestants in the order of the rows and columns of `matrix`."""
    blocks: tuple[Block, ...] = ()

    @property
    def fairness(self) -> float:
        """Qf of the contest that is ranked: with two winners, of the less even of the two fields."""
        fields = [block for block in self.blocks if block.name in ("NS-NS", "EW-EW")]
        return min((block.quality for block in fields), default=self.qf)


class Plays(NamedTuple):
    """A movement as arrays: one place per meeting and unit, a unit being boards that always travel together."""

    contestants: tuple[int, ...]
    ns: NDArray[np.int64]
    ew: NDArray[np.int64]
    unit: NDArray[np.int64]
    meeting: NDArray[np.int64]
    """Which meeting of the movement the place belongs to."""
    weight: NDArray[np.int64]
    """Boards in each unit."""
    tables: NDArray[np.int64]
    """Tables at which each unit is played."""


def plays(movement: Movement) -> Plays:
    """The seats of a movement as arrays, for counting: of pairs, or of the partnerships of an individual."""
    import numpy as np

    if movement.kind == "teams":
        raise ImpossibleWish(
            say("Balance is measured for pairs and individuals only, and {name} is not one.", name=movement.name)
        )
    if len(movement.contestants) < 2 or not movement.meetings:
        raise ImpossibleWish(say("Balance needs at least two pairs that play."))
    sides = movement.contestants
    if movement.kind == "individual":
        sides = tuple(sorted({side for meeting in movement.meetings for side in meeting.sides}))
    row = {contestant: index for index, contestant in enumerate(sides)}
    sets = [tuple(sorted(meeting.boards)) for meeting in movement.meetings]
    distinct = dict.fromkeys(sets)
    if sum(map(len, distinct)) == len({board for boards in distinct for board in boards}):
        units: dict[object, int] = {boards: index for index, boards in enumerate(distinct)}
        unit = [units[boards] for boards in sets]
        meeting_of = list(range(len(sets)))
        weight = [len(boards) for boards in distinct]
    else:
        units = {board: index for index, board in enumerate(sorted({board for boards in distinct for board in boards}))}
        unit = [units[board] for boards in sets for board in boards]
        meeting_of = [index for index, boards in enumerate(sets) for _ in boards]
        weight = [1] * len(units)
    ns = np.array([row[meeting.ns] for meeting in movement.meetings])
    ew = np.array([row[meeting.ew] for meeting in movement.meetings])
    place = np.array(meeting_of)
    columns = np.array(unit)
    return Plays(
        sides,
        ns[place],
        ew[place],
        columns,
        place,
        np.array(weight),
        np.bincount(columns, minlength=len(weight)),
    )


def directions(seats: Plays) -> NDArray[np.float64]:
    """+1 where a contestant (row) plays a unit (column) NS, -1 where EW, 0 where not at all."""
    import numpy as np

    signs = np.zeros((len(seats.contestants), len(seats.weight)))
    np.add.at(signs, (seats.ns, seats.unit), 1)
    np.add.at(signs, (seats.ew, seats.unit), -1)
    return signs


def opponents(seats: Plays) -> NDArray[np.float64]:
    """What being opponents adds to the product of directions: t for every board, so that -1 becomes t - 1."""
    import numpy as np

    extra = np.zeros((len(seats.contestants),) * 2)
    worth = seats.tables[seats.unit] * seats.weight[seats.unit]
    np.add.at(extra, (seats.ns, seats.ew), worth)
    np.add.at(extra, (seats.ew, seats.ns), worth)
    return extra


def competition(seats: Plays) -> NDArray[np.int64]:
    """The competition of each with each, counted per board with a comparison as 1; 0 with oneself."""
    import numpy as np

    signs = directions(seats)
    matrix: NDArray[np.int64] = ((signs * seats.weight) @ signs.T + opponents(seats)).astype(np.int64)
    np.fill_diagonal(matrix, 0)
    return matrix


def by_player(movement: Movement, seats: Plays) -> NDArray[np.int64]:
    """The competition of the players of an individual, from the partnerships that they were in."""
    import numpy as np

    row = {player: index for index, player in enumerate(movement.contestants)}
    member = np.zeros((len(row), len(seats.contestants)))
    for column, side in enumerate(seats.contestants):
        member[[row[player] for player in movement.members(side)], column] = 1
    signs = member @ directions(seats)
    worth = seats.tables[seats.unit] * seats.weight[seats.unit]
    shared = np.bincount(seats.ns, worth, len(seats.contestants)) + np.bincount(seats.ew, worth, len(seats.contestants))
    matrix = (signs * seats.weight) @ signs.T + member @ opponents(seats) @ member.T - (member * shared) @ member.T
    np.fill_diagonal(matrix, 0)
    found: NDArray[np.int64] = matrix.astype(np.int64)
    return found


def least_squares(total: int, count: int) -> int:
    """The least sum of squares of so many whole numbers with this total.

    >>> least_squares(294, 91)
    966
    """
    each, over = divmod(total, count)
    return (count - over) * each * each + over * (each + 1) ** 2


def quality(total: int, squares: int, count: int) -> float:
    """Qf: the least possible sum of squares over the actual one, in per cent."""
    return 100 * least_squares(total, count) / squares if squares else 100.0


def matrix_quality(per_board: NDArray[np.int64], boards: int) -> float:
    """Qf of a matrix of competitions; of whole sets of so many boards, where they are whole."""
    import numpy as np

    values = per_board[np.triu_indices(len(per_board), 1)]
    units = values // boards if not (values % boards).any() else values
    return quality(int(units.sum()), int((units * units).sum()), len(units))


def _block(name: str, values: NDArray[np.int64]) -> Block:
    return Block(name, float(values.mean()), float(values.std()), int(values.min()), int(values.max()))


def _blocks(seats: Plays, matrix: NDArray[np.int64]) -> tuple[Block, ...]:
    import numpy as np

    count = len(seats.contestants)
    north = np.bincount(seats.ns, minlength=count) >= np.bincount(seats.ew, minlength=count)
    ns, ew = np.flatnonzero(north), np.flatnonzero(~north)
    if len(ns) < 2 or len(ew) < 2:
        return ()
    return (
        _block("NS-NS", matrix[np.ix_(ns, ns)][np.triu_indices(len(ns), 1)]),
        _block("EW-EW", matrix[np.ix_(ew, ew)][np.triu_indices(len(ew), 1)]),
        _block("NS-EW", matrix[np.ix_(ns, ew)]),
    )


def balance(movement: Movement) -> Balance:
    """The balance of a movement of pairs or players, counted on the seats after any arrow switch.

    Where sets do not stay together, so that a competition per set need not be whole, Qf is taken on single boards.

    >>> from arrowswitch.movements.build import SketchRow, one_field
    >>> seats = [(1, 1, 4, 1, 1), (1, 2, 2, 3, 1), (2, 1, 4, 2, 2), (2, 2, 3, 1, 2), (3, 1, 4, 3, 3), (3, 2, 1, 2, 3)]
    >>> howell = one_field((SketchRow(*seat) for seat in seats), name="Howell", family="howell", boards_per_round=8)
    >>> found = balance(howell)
    >>> found.mean, found.deviation, found.qf, found.matrix[0]
    (1.0, 0.0, 100.0, (0, 16, 16, 16))
    """
    import numpy as np

    seats = plays(movement)
    per_board = by_player(movement, seats) if movement.kind == "individual" else competition(seats)
    boards = movement.boards_per_round
    per_set = per_board[np.triu_indices(len(movement.contestants), 1)] / boards
    return Balance(
        mean=float(per_set.mean()),
        deviation=float(per_set.std()),
        qf=matrix_quality(per_board, boards),
        minimum=_plain(float(per_set.min())),
        maximum=_plain(float(per_set.max())),
        matrix=tuple(map(tuple, (2 * per_board).tolist())),
        contestants=movement.contestants,
        blocks=_blocks(seats, 2 * per_board) if movement.winners == 2 else (),
    )


def _plain(value: float) -> float:
    """A whole number without its '.0', for pages and JSON."""
    return int(value) if value == int(value) else value
