"""Rounds and tables for meetings of which a file says only who met whom with which boards.

In a Mitchell and its kin, where one line of pairs keeps its seats, the round follows from the set and the seat. Elsewhere
meetings are put into rounds so that nobody is at two tables, and no board either as long as that costs no round.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from random import Random
from typing import NamedTuple

MOST_COMPARED = 1500
"""Meetings among which the hardest to place is looked for each time; more are taken as they come."""
FEW, TRIES = 200, 30
"""Of so few meetings the rounds are tried again by chance, so often at the most."""


class Encounter(NamedTuple):
    """Two sides that met, with boards: who they are, one number for each body that must not be at two tables."""

    ns: int
    ew: int
    boards: tuple[int, ...]
    bodies: frozenset[object]


class Seated(NamedTuple):
    """An encounter with its round and table."""

    round: int
    table: int
    met: Encounter


def seated(met: Sequence[Encounter]) -> tuple[Seated, ...]:
    """All of them, each in a round at a table.

    >>> pairs = [(1, 3, 1), (2, 4, 2), (1, 4, 2), (2, 3, 1)]
    >>> found = seated([Encounter(ns, ew, (board,), frozenset((ns, ew))) for ns, ew, board in pairs])
    >>> sorted((each.round, each.table, each.met.ns, each.met.ew) for each in found)
    [(1, 1, 1, 3), (1, 2, 2, 4), (2, 1, 1, 4), (2, 2, 2, 3)]
    """
    return _like_a_mitchell(met) or tuple(_at_tables(met, _best_rounds(met)))


# -- one line keeps its seats -------------------------------------------------------------------------------------------


def _like_a_mitchell(met: Sequence[Encounter]) -> tuple[Seated, ...]:
    """Rounds from sets and seats: a set goes down a table each round. Nothing where that does not come out."""
    lines = _two_lines(met)
    sets = sorted({each.boards for each in met})
    if lines is None or len({board for boards in sets for board in boards}) < sum(map(len, sets)):
        return ()
    for staying in lines:
        for count in (len(sets), len(sets) + 1):
            found = _with_offsets(met, sets, sorted(staying), count)
            if found:
                return _counted_from_the_first(found)
    return ()


def _with_offsets(
    met: Sequence[Encounter], sets: Sequence[tuple[int, ...]], staying: Sequence[int], count: int
) -> tuple[Seated, ...]:
    """The set of the first round, table by table: the next of the circle, or one further where a relay stands between."""
    found: list[Seated] = []
    taken: set[tuple[int, object]] = set()
    before = -1
    for table, who in enumerate(staying, 1):
        mine = [(sets.index(each.boards), each) for each in met if who in (each.ns, each.ew)]
        for step in range(1, count + 1):
            begins = (before + step) % count
            here = [Seated((place - begins) % count, table, each) for place, each in mine]
            bodies = [(each.round, body) for each in here for body in each.met.bodies]
            if len(set(bodies)) == len(bodies) and taken.isdisjoint(bodies):
                break
        else:
            return ()
        found += here
        taken |= set(bodies)
        before = begins
    return tuple(found)


def _two_lines(met: Sequence[Encounter]) -> tuple[frozenset[int], frozenset[int]] | None:
    """The two lines of pairs, of which nobody meets his own; None where there are none."""
    side: dict[int, int] = {}
    against: defaultdict[int, set[int]] = defaultdict(set)
    for each in met:
        if len(each.bodies) != 2:
            return None
        against[each.ns].add(each.ew)
        against[each.ew].add(each.ns)
    for start in sorted(against):
        waiting = [] if start in side else [start]
        side.setdefault(start, 0)
        while waiting:
            here = waiting.pop()
            for there in against[here]:
                if side.setdefault(there, 1 - side[here]) == side[here]:
                    return None
                if there not in waiting and not against[there] <= side.keys():
                    waiting.append(there)
    return frozenset(who for who in side if not side[who]), frozenset(who for who in side if side[who])


def _counted_from_the_first(found: Sequence[Seated]) -> tuple[Seated, ...]:
    """The same with the rounds numbered from 1; a gap in a circle of rounds is where the evening begins and ends."""
    used = sorted({each.round for each in found})
    gaps = [(used[place] - used[place - 1] - 1) for place in range(1, len(used))]
    first = gaps.index(max(gaps)) + 1 if gaps and max(gaps) > 0 else 0
    order = {number: place for place, number in enumerate((*used[first:], *used[:first]), 1)}
    return tuple(each._replace(round=order[each.round]) for each in found)


# -- anybody moves ------------------------------------------------------------------------------------------------------


def _best_rounds(met: Sequence[Encounter]) -> list[int]:
    """A round for each: with a board at one table at a time, unless that takes longer than who meets whom would."""
    wanted = [each.bodies | {("board", board) for board in each.boards} for each in met]
    least = max(Counter(body for each in met for body in each.bodies).values(), default=0)
    best = _rounds(wanted)
    for needs in (wanted, [each.bodies for each in met]):
        for chance in range(TRIES if len(met) <= FEW else 1):
            if max(best, default=0) <= least:
                return best
            best = min(best, _rounds(needs, Random(chance)), key=max)  # noqa: S311 - nobody gains by guessing it
    return best


def _rounds(wanted: Sequence[frozenset[object]], chance: Random | None = None) -> list[int]:
    """Rounds such that nothing is wanted twice in one: always the encounter next that has the fewest rounds left; among
    equals the one that most others are in the way of, or by chance."""
    often = Counter(each for needs in wanted for each in needs)
    hard = [chance.random() if chance else sum(often[each] for each in needs) for needs in wanted]
    who_needs: defaultdict[object, list[int]] = defaultdict(list)
    for number, needs in enumerate(wanted):
        for each in needs:
            who_needs[each].append(number)
    found, closed = (
        [0] * len(wanted),
        [1] * len(wanted),
    )  # a bit for each round that it cannot be in; there is no round 0
    left = sorted(range(len(wanted)), key=lambda number: -hard[number])
    while left:
        number = left[0]
        if len(left) <= MOST_COMPARED:
            number = max(left, key=lambda each: (closed[each].bit_count(), hard[each]))
        left.remove(number)
        free = ~closed[number]
        found[number] = (free & -free).bit_length() - 1
        for other in {other for each in wanted[number] for other in who_needs[each]}:
            closed[other] |= 1 << found[number]
    return found


def _at_tables(met: Sequence[Encounter], rounds: Sequence[int]) -> Iterator[Seated]:
    """Tables in each round, by the first of the two."""
    by_round: defaultdict[int, list[Encounter]] = defaultdict(list)
    for each, number in zip(met, rounds, strict=True):
        by_round[number].append(each)
    for number, here in sorted(by_round.items()):
        for table, each in enumerate(sorted(here, key=lambda each: (each.ns, each.ew)), 1):
            yield Seated(number, table, each)
