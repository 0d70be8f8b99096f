"""The board-skip Mitchell: East-West go up a table as always, and once the boards go down several tables instead of one.

Where fewer rounds are played than there are tables, a pair of a plain Mitchell shares nearly all boards with its neighbours and few
with those who sit far away. A skip of the boards spreads that. Which skip spreads it best is found by trying all: after each round,
of each size. It is in no manual; with an even number of tables it stands for the skip of East-West.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from arrowswitch.movements.build import Phantom, SketchRow, wrap
from arrowswitch.movements.families.chain import USUAL_MOVE, east_west, from_rows, notes
from arrowswitch.movements.families.howell_cards import DESIGNED
from arrowswitch.movements.family import MITCHELL, Family, tables_of
from arrowswitch.movements.model import ImpossibleWish, Movement
from arrowswitch.movements.wishes import Wish, length, place_phantom
from arrowswitch.words import Sentence, counted, say

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

EXTRA_WHERE_EVEN = 2.0
"""With an even number of tables boards come back to pairs who played them, where the skip is forgotten; otherwise nothing is wrong."""


def board_skip(wish: Wish) -> Movement:
    """The Mitchell whose boards skip so that both lines are compared as evenly as one skip can make them."""
    tables = wish.tables
    boards_per_round, rounds = length(wish, max(1, tables - (1 if tables % 2 == 0 else 2)))
    phantom = place_phantom(wish, _rows(tables, rounds, rounds, 0))
    found = best_board_skip(tables, rounds, phantom, wish.skip_after)
    if found is None:
        raise ImpossibleWish(
            say(
                "With {tables} tables and {rounds} no skip of the boards after that round is possible; leave it to us.",
                tables=tables,
                rounds=counted("rounds", rounds),
            )
            if wish.skip_after
            else say(
                "With {tables} tables and {rounds} the boards cannot skip.",
                tables=tables,
                rounds=counted("rounds", rounds),
            )
        )
    after, further = found
    words = [*notes("move", 0, USUAL_MOVE), *notes("special", after, _skip_words(tables, further))]
    return from_rows(
        FAMILY,
        wish,
        _rows(tables, rounds, after, further),
        words,
        boards_per_round=boards_per_round,
        source=str(DESIGNED),
    )


def _rows(tables: int, rounds: int, after: int, further: int) -> list[SketchRow]:
    """The sketch, where the boards go so many tables further than usual after this round."""
    return [
        SketchRow(number, table, table, line[table - 1], wrap(table + number - 1 + further * (number > after), tables))
        for number, line in enumerate(east_west(tables, rounds), 1)
        for table in range(1, tables + 1)
    ]


def _skip_words(tables: int, further: int) -> Sentence:
    """What is said once, the shorter way round the room.

    >>> _skip_words(14, 2), _skip_words(14, 9)
    ('The boards skip: move them down 3 tables this once. East-West up one, as always.', 'The boards skip: move them up 4 tables this once. East-West up one, as always.')
    """  # noqa: E501 - as the two sentences are
    down = (further + 1) % tables
    if 2 * down <= tables:
        return say(
            "The boards skip: move them down {count} this once. East-West up one, as always.",
            count=counted("tables", down),
        )
    return say(
        "The boards skip: move them up {count} this once. East-West up one, as always.",
        count=counted("tables", tables - down),
    )


@lru_cache(maxsize=256)
def best_board_skip(
    tables: int, rounds: int, phantom: Phantom | None = None, after: int | None = None
) -> tuple[int, int] | None:
    """After which round the boards skip, and how many tables further than usual they go; None where no skip is legal.

    Of two that are as good the shorter is taken, then the one nearer to the middle.

    >>> best_board_skip(16, 8), best_board_skip(7, 7)
    ((2, 3), None)
    """
    import numpy as np

    moments = range(1, rounds) if after is None else [after] if after < rounds else []
    ways = np.array([(moment, further) for moment in moments for further in range(1, tables)], dtype=np.int64)
    if not len(ways):
        return None
    number = np.arange(rounds)
    sets = (number + ways[:, 1:] * (number >= ways[:, :1])) % tables
    legal = _all_different(sets) & _all_different((sets + number) % tables)
    ways, sets = ways[legal], sets[legal]
    if not len(ways):
        return None
    evenness = np.round(_evenness(tables, sets, phantom), 9)
    carry = np.minimum(ways[:, 1] + 1, tables - ways[:, 1] - 1)
    best = np.lexsort((np.abs(2 * ways[:, 0] - rounds), carry, -evenness))[0]
    return int(ways[best, 0]), int(ways[best, 1])


def _all_different(rows: NDArray[np.int64]) -> NDArray[np.bool_]:
    import numpy as np

    return np.asarray(np.all(np.diff(np.sort(rows, axis=1), axis=1) > 0, axis=1))


def _evenness(tables: int, sets: NDArray[np.int64], phantom: Phantom | None) -> NDArray[np.float64]:
    """Of each way to move the boards, the quality of the less even line; `sets` has the set at table 1 in each round, from 0."""
    import numpy as np

    count, rounds = sets.shape
    lines = np.zeros((2, count, tables, tables), dtype=np.float32)
    every = np.arange(count)[:, None]
    place = np.arange(tables)
    for number in range(rounds):
        laid = (place + sets[:, number : number + 1]) % tables
        east = (place - number) % tables
        missing = 0 if phantom is None else phantom.number
        full = np.asarray((east if phantom is not None and phantom.side == "ew" else place) != missing - 1)
        lines[0][every, place[full], laid[:, full]] = 1
        lines[1][every, east[full], laid[:, full]] = 1
    return np.minimum(*(_quality(line) for line in lines))


def _quality(line: NDArray[np.float32]) -> NDArray[np.float64]:
    """How evenly the boards of a line are common to each two of its pairs; a pair that is missing has none of them."""
    import numpy as np

    shared = (line @ line.transpose(0, 2, 1)).astype(np.float64)
    people = int(line[0].any(axis=1).sum())
    own = np.einsum("cii->ci", shared)
    total = shared.sum(axis=(1, 2)) - own.sum(axis=1)
    squares = (shared * shared).sum(axis=(1, 2)) - (own * own).sum(axis=1)
    found: NDArray[np.float64] = total * total / (people * (people - 1) * squares)
    return found


FAMILY = Family(
    name="board-skip-mitchell",
    title=say("Board-Skip Mitchell"),
    about=say(
        "East-West go up as always, and once the boards go down several tables, so that lines are compared more evenly."
    ),
    place=25,
    build=board_skip,
    ease=1,
    harder=lambda movement: 0.0 if tables_of(len(movement.contestants)) % 2 else EXTRA_WHERE_EVEN,
    options=(*MITCHELL, "skip-after"),
    hazard=lambda movement: say("Somebody must remember the skip of the boards."),
    traits=frozenset({"in no manual"}),
)
