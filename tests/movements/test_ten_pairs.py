"""The proof, by trying everything, that no complete Howell of ten pairs is better balanced than 83.33.

Write +1 where a pair plays a set North-South and -1 where East-West: ten rows of nine signs, in each column five of either, because
five tables play the set. Two pairs who meet once compete 5 + g, where g is the product of their rows; the mean is 4. So with
d = g + 1 the squares are 45 · 16 + Σd², and 83.33 of 100 is Σd² = 144. Less than that is what is looked for here.

Rows with an odd number of +1 are one class and the others another. Within a class every d is 2 modulo 4, across it is 0 modulo 4,
and those of a row add up to 0. So both classes are odd, and one of 1 and 9 has at least 36 couples with d² of 4: 144. Classes of
5 and 5 have 80 at least, of 3 and 7 have 96; what is more comes in steps of 16. Some row has at most a fifth of less than 144 in
sum, 28: that row is one of the five kinds below. Its signs may all be called +1, for a column may be turned over.

Then row after row is tried. Columns that were alike so far may be exchanged, so that the +1 of a new row come first in each
group of them; rows of one kind are taken in rising order. Both hold for the arrangement that comes first of all that are the same.
"""

from __future__ import annotations

from itertools import combinations

import pytest

COLUMNS, ROWS = 9, 10
BEST_KNOWN = 144
SIGNS = 1 << COLUMNS
D = [COLUMNS - 2 * row.bit_count() + 1 for row in range(SIGNS)]
"""By the columns in which two rows differ."""
EXTRA = [d * d - (4 if d % 4 == 2 else 0) for d in D]
"""What a couple adds beyond the least of its kind: 0, 16, 32, 64 ..."""
LIKE = [
    [sum(1 << other for other in range(SIGNS) if EXTRA[row ^ other] <= 16 * step) for step in range(9)]
    for row in range(SIGNS)
]
"""The rows that go with a row, as bits, when so many steps of 16 are left."""


def rows_of(plus: int) -> list[int]:
    """The rows with so many +1, those with +1 in the first columns first."""
    return [sum(1 << (COLUMNS - 1 - column) for column in chosen) for chosen in combinations(range(COLUMNS), plus)]


def arrangements(kind: tuple[int, ...], limit: int) -> int:
    """Ten rows whose first has these d with the others, and whose Σd² is below the limit: how many are found."""
    own_class = sum(d % 4 == 2 for d in kind) + 1
    least = 4 * (own_class * (own_class - 1) // 2 + (ROWS - own_class) * (ROWS - own_class - 1) // 2)
    left = limit - 1 - least - sum(d * d - (4 if d % 4 == 2 else 0) for d in kind)
    if left < 0:
        return 0
    order = sorted(kind, key=lambda d: (d % 4 != 2, d))
    ranked = {d: rows_of((COLUMNS + d - 1) // 2) for d in set(order)}
    found = 0

    def go(
        placed: tuple[int, ...], after: int, allowed: int, left: int, counts: tuple[int, ...], alike: tuple[int, ...]
    ) -> None:
        nonlocal found
        number = len(placed)
        if number == ROWS - 1:
            found += all(sum(D[one ^ other] for other in (SIGNS - 1, *placed) if other != one) == 0 for one in placed)
            return
        d = order[number]
        first = after + 1 if number and order[number - 1] == d else 0
        for place in range(first, len(ranked[d])):
            row = ranked[d][place]
            if not allowed >> row & 1 or not all(leading(row & group, group) for group in alike):
                continue
            more = sum(EXTRA[row ^ other] for other in placed)
            if more > left:
                continue
            new = tuple(count + (row >> column & 1) for column, count in enumerate(counts))
            if max(new) > 4 or min(new) < 4 - (ROWS - 2 - number):
                continue
            groups = tuple(part for group in alike for part in (group & row, group & ~row) if part & (part - 1))
            go((*placed, row), place, allowed & LIKE[row][(left - more) // 16], left - more, new, groups)

    go((), -1, (1 << SIGNS) - 1, left, (0,) * COLUMNS, (SIGNS - 1,))
    return found


def leading(chosen: int, group: int) -> bool:
    """Whether the chosen columns of a group are its first ones, which are the highest bits."""
    rest = group & ~chosen
    return not chosen or not rest or (chosen & -chosen) > rest


KINDS = {
    "five and five": (2, 2, -2, -2, 0, 0, 0, 0, 0),
    "of the three": (2, -2, 0, 0, 0, 0, 0, 0, 0),
    "of the three, one more": (2, 2, -4, 0, 0, 0, 0, 0, 0),
    "of the three, one less": (-2, -2, 4, 0, 0, 0, 0, 0, 0),
    "of the seven": (2, 2, 2, -2, -2, -2, 0, 0, 0),
}


@pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)
def test_ten_pairs_cannot_be_better_balanced_than_is_known(kind: tuple[int, ...]) -> None:
    assert arrangements(kind, BEST_KNOWN) == 0


def test_the_search_finds_what_is_known() -> None:
    """Ten rows of exactly 144 are there, so that it is no wonder of the search that less is not."""
    assert arrangements(KINDS["of the three"], BEST_KNOWN + 1) > 0


def test_the_kinds_of_a_first_row_are_all_that_there_are() -> None:
    """Nine numbers that add up to 0, those of its own class 2 modulo 4 and the others 0, with squares of 28 at most."""
    found = set()
    for own in (2, 4, 6):  # the others of a class of 3, 5 or 7
        for plus in range(own + 1):
            for fours in range(-1, 2):
                ds = (*([2] * plus), *([-2] * (own - plus)), *([4 * fours] if fours else []))
                if sum(ds) == 0 and sum(d * d for d in ds) <= 28:
                    found.add(tuple(sorted((*ds, *([0] * (9 - len(ds)))))))
    assert found == {tuple(sorted(kind)) for kind in KINDS.values()}
