"""The order among equals: what a pairing of two with the same score lacks from the one that the federation wants.

First rounds are draws among equals too, since everybody has nothing yet: "Australian" is the slide of the whole field. The
structured draw (NZ Club Directors Manual, L3581-3629) gives everybody two opponents whose seeds add up to one more than
the number of entries; where that number cannot be divided by four, the middle six meet among themselves.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from arrowswitch.contests.swiss.field import SwissField

APART = 1_000_000
"""A match of the middle six with another costs more than any sum of seeds."""


def _among_equals(cost: Callable[[int, int, int], int]) -> Callable[[SwissField, int, int], int]:
    def price(field: SwissField, a: int, b: int) -> int:
        if field.scores[a] != field.scores[b]:
            return 0
        return cost(field.position[a], field.position[b], field.equals[a])

    return price


def by_place(field: SwissField, a: int, b: int) -> int:
    """First against second, third against fourth; of the whole list, also where scores differ."""
    return (b - a) ** 2 - 1


def by_fold(i: int, j: int, size: int) -> int:
    """First against last.

    >>> by_fold(0, 7, 8), by_fold(3, 4, 8), by_fold(0, 6, 8)
    (0, 0, 1)
    """
    return (i + j - size + 1) ** 2


def by_slide(i: int, j: int, size: int) -> int:
    """The upper half against the lower half, in order.

    >>> by_slide(0, 4, 8), by_slide(3, 7, 8), by_slide(0, 5, 8)
    (0, 0, 1)
    """
    return (j - i - size // 2) ** 2


def _in_middle(place: int, size: int) -> bool:
    return size % 4 == 2 and size // 2 - 3 <= place < size // 2 + 3


def _structured_first(field: SwissField, a: int, b: int) -> int:
    size = field.equals[a]
    middle = _in_middle(a, size), _in_middle(b, size)
    if middle[0] != middle[1]:
        return APART
    half = 3 if all(middle) else size // 2 + (3 if size % 4 == 2 else 0)
    return (b - a - half) ** 2


def _structured_second(field: SwissField, a: int, b: int) -> int:
    size = field.equals[a]
    apart = APART * (_in_middle(a, size) != _in_middle(b, size))
    return apart + _off(field, a, b, size) ** 2 + _off(field, b, a, size) ** 2


def _off(field: SwissField, mine: int, other: int, size: int) -> int:
    """How far the seeds of both opponents are from the sum that everybody should have."""
    first = next((place for place, rounds in field.met[mine].items() if 1 in rounds), size - 1 - other)
    return first + other - (size - 1)


ORDERS: Mapping[str, Callable[[SwissField, int, int], int]] = {
    "place": by_place,
    "fold": _among_equals(by_fold),
    "slide": _among_equals(by_slide),
    "random": by_place,  # places among equals were drawn by lot
    "first-place": by_place,
    "first-fold": _among_equals(by_fold),
    "first-slide": _among_equals(by_slide),
    "structured-1": _structured_first,
    "structured-2": _structured_second,
}
