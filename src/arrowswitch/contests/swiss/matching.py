"""The cheapest way to pair an even number of contestants: a perfect matching of least cost.

Costs are compared weight by weight, so they are packed into one whole number, each weight above all that those after it add
up to in the best draw; nothing is rounded. Only pairings that can be in a cheapest draw are looked at: two contestants with
more than `2 (u + v)` others strictly between their scores, where u and v opponents are barred to them, are never in one,
because one of the matches between can be exchanged with theirs: that costs no barrier more, and less distance or smaller gaps.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from arrowswitch.contests.swiss.field import FLAT, SwissField
from arrowswitch.contests.swiss.heaviest import heaviest
from arrowswitch.contests.swiss.orders import ORDERS
from arrowswitch.contests.swiss.weights import Cost, added, pair_price, weights_of

Pair = tuple[int, int]
MOST_BITS = 120
"""What the library counts with, less a few for what it adds up on the way."""
SPREAD = 65521
"""Of draws that cost the same in everything, always the same one is taken, by numbers below this prime."""


class Matching(NamedTuple):
    """Pairs, what they cost, and whether every weight was counted."""

    pairs: tuple[Pair, ...]
    cost: Cost
    proved: bool


def cheapest(field: SwissField, places: Sequence[int]) -> Matching:
    """The cheapest pairing of these contestants."""
    places = sorted(places)
    length = len(field.event.rules.weights)
    if not places:
        return Matching((), (0,) * length, True)
    if field.order in FLAT and (found := _matched(field, places, _wanted(field, places), free=True)):
        return found
    edges = [(pair, pair_price(field, *pair)) for pair in _pairs(field, places)]
    barriers = [number for number, weight in enumerate(weights_of(field)) if weight.barrier]
    clean = [edge for edge in edges if not any(edge[1][number] for number in barriers)]
    found = _solved(places, clean) or _solved(places, edges)
    assert found is not None  # every two can be paired, at a price  # noqa: S101
    return found


def _matched(field: SwissField, places: Sequence[int], pairs: Iterator[Pair], *, free: bool) -> Matching | None:
    edges = [(pair, pair_price(field, *pair)) for pair in pairs]
    return _solved(places, [edge for edge in edges if not (free and any(edge[1]))])


def _wanted(field: SwissField, places: Sequence[int]) -> Iterator[Pair]:
    """Pairs that are just what the order of a first round wants."""
    lacks = ORDERS[field.order]
    return (pair for pair in combinations(places, 2) if not lacks(field, *pair))


def _pairs(field: SwissField, places: Sequence[int]) -> Iterator[Pair]:
    """Pairs that can be in a cheapest draw."""
    levels = _levels(field, places)
    if levels is None:
        yield from combinations(places, 2)
        return
    barred = _barred(field, places)
    most = max(barred)
    begins = {level: number for number, level in reversed(list(enumerate(levels)))}
    ends = {level: number + 1 for number, level in enumerate(levels)}
    for first, a in enumerate(places):
        for second in range(first + 1, len(places)):
            between = begins[levels[second]] - ends[levels[first]]
            if between > 2 * (barred[first] + most):
                break
            if between <= 2 * (barred[first] + barred[second]):
                yield a, places[second]


def _levels(field: SwissField, places: Sequence[int]) -> list[int] | None:
    """Along which contestants stand in line: their scores, or their places where all are equal and meet by place. None
    where weights stand in another order than the argument above needs, or equals do not meet their neighbours."""
    scores = [field.scores[place] for place in places]
    if len(set(scores)) == 1:
        return list(places) if field.order in ("place", "random", "first-place") else None
    pricing = [
        (weight, name) for weight, name in zip(weights_of(field), field.event.rules.weights, strict=True) if weight.pair
    ]
    after = [name for weight, name in pricing if not weight.barrier]
    barriers_first = all(weight.barrier for weight, _ in pricing[: len(pricing) - len(after)])
    return scores if barriers_first and after[:2] == ["distance", "gaps"] else None


def _barred(field: SwissField, places: Sequence[int]) -> list[int]:
    """How many opponents are behind a barrier for each: met before, of the same club, tied to another table."""
    entries = [field.entries[place] for place in places]
    apart = field.round <= field.event.rules.clubs_apart
    clubs = Counter(entry.club for entry in entries if apart and entry.club)
    homes = sum(entry.home is not None for entry in entries)
    return [
        len(field.met[place]) + clubs[entry.club] + (homes if entry.home is not None else 0)
        for place, entry in zip(places, entries, strict=True)
    ]


def _solved(places: Sequence[int], edges: Sequence[tuple[Pair, Cost]]) -> Matching | None:
    """The cheapest perfect matching with these pairs, if there is any.

    If the numbers would grow too long for all weights at once, the first ones are settled first. What they add up to in the
    best draw is known then and leaves room for the others.
    """
    if len(edges) < len(places) // 2:
        return None
    prices = dict(edges)
    most = [max(column) for column in zip(*prices.values(), strict=True)]
    settled: Cost = ()
    while True:
        factors, spread, counted = _factors(most, len(places) // 2, settled)
        pairs = _matched_by(places, edges, factors, spread)
        if pairs is None:
            return None
        cost = added([prices[pair] for pair in pairs], len(most))
        if counted in (len(most), len(settled)):
            return Matching(pairs, cost, counted == len(most))
        settled = cost[:counted]


def _matched_by(
    places: Sequence[int], edges: Sequence[tuple[Pair, Cost]], factors: Sequence[int], spread: int
) -> tuple[Pair, ...] | None:
    node = {place: number for number, place in enumerate(places)}
    packed = [
        (node[a], node[b], sum(map(int.__mul__, cost, factors)) + spread * _trifle(node[a], node[b]))
        for (a, b), cost in edges
    ]
    top = max(price for *_, price in packed) + 1
    matched = heaviest(len(places), [(a, b, top - price) for a, b, price in packed], most_pairs=True)
    if 2 * len(matched) < len(places):
        return None
    return tuple(sorted((places[min(pair)], places[max(pair)]) for pair in matched))


def _trifle(a: int, b: int) -> int:
    return (a * 40503 + b * b * 2531 + a * b * 977) % SPREAD


def _factors(most: Sequence[int], matches: int, settled: Cost) -> tuple[list[int], int, int]:
    """By what each weight is multiplied, and the trifle after them, so that each outweighs what those that follow can add up
    to in the best draw; and how many weights are counted, as many as there is room for.

    >>> _factors([1, 30], 2, ())[0], _factors([1, 30], 2, (0,))[0]
    ([7993623, 131043], [7993623, 131043])
    """
    sums = [*(total + 1 for total in settled), *(amount * matches + 1 for amount in most[len(settled) :])]
    counted = len(most)
    while True:
        for trifles in (SPREAD * matches + 1, 1):
            factors = [0] * len(most)
            factor = trifles
            for number in reversed(range(counted)):
                factors[number] = factor
                factor *= sums[number]
            if sum(map(int.__mul__, most, factors)).bit_length() <= MOST_BITS:
                return factors, int(trifles > 1), counted
        counted -= 1
