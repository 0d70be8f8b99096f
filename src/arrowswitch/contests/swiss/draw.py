"""The draw of a round: who sits out or plays a triple, who meets whom, at which table, and why.

The odd ones are tried from the cheapest; the search ends when no other could be better, whatever the rest of the draw
were. Tables come last, since they change nothing about who meets whom.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from arrowswitch.contests.swiss.event import SwissEvent
from arrowswitch.contests.swiss.field import SwissField, field_of, left_over
from arrowswitch.contests.swiss.matching import Matching, cheapest
from arrowswitch.contests.swiss.reasons import reason
from arrowswitch.contests.swiss.tables import SeatedMatch, seated
from arrowswitch.contests.swiss.weights import Cost, added, again, price_of
from arrowswitch.words import Sentence, counted, say

Group = tuple[int, ...]
FIRST_POOL = 9
"""As many of the lowest are looked at first for a bye or a triple; more if that does not settle it."""


@dataclass(frozen=True)
class Pairing:
    """Matches of a round by places: of two, a bye of one, a triple of three; and what they cost."""

    field: SwissField
    groups: tuple[Group, ...]
    cost: Cost
    proved: bool = True


@dataclass(frozen=True)
class DrawnMatch:
    """A match of the draw."""

    sides: tuple[str, ...]
    table: int | None
    reason: Sentence


@dataclass(frozen=True)
class SwissDraw:
    """The best legal draw."""

    pairing: Pairing
    matches: tuple[DrawnMatch, ...]
    walks: int
    """Contestants who change tables."""
    notes: tuple[Sentence, ...]


def draw(event: SwissEvent) -> SwissDraw:
    """The best draw for the next round.

    >>> from arrowswitch.contests.swiss.event import SwissEntry
    >>> from arrowswitch.contests.swiss.rules import load_rules
    >>> teams = tuple(SwissEntry(str(n), seed=n) for n in range(1, 15))
    >>> first = draw(SwissEvent(teams, rules=load_rules({"first": "australian"})))
    >>> [match.sides for match in first.matches][:3]
    [('1', '8'), ('2', '9'), ('3', '10')]
    """
    pairing = best_pairing(field_of(event))
    tables, walks = seated(pairing.field, pairing.groups)
    matches = tuple(_drawn(pairing, each) for each in tables)
    return SwissDraw(pairing, matches, walks, tuple(_notes(pairing.field)))


def best_pairing(field: SwissField, together: Group = ()) -> Pairing:
    """The cheapest pairing; with `together`, of those in which these two meet (or this one has the bye)."""
    fixed = tuple(group for group in (field.continuing, together) if group)
    rest = [place for place in range(len(field.entries)) if not any(place in group for group in fixed)]
    length = len(field.event.rules.weights)
    given = added([price_of(field, together)] if together else [], length)
    if len(rest) % 2 == 0:
        found = cheapest(field, rest)
        return _pairing(field, fixed, found, added([given, found.cost], length))
    best: Pairing | None = None
    for odd, price in _odd_groups(field, rest):
        if best is not None and best.cost <= added([given, price], length):
            break  # no group from here on can be in a better draw
        found = cheapest(field, [place for place in rest if place not in odd])
        cost = added([given, price, found.cost], length)
        if best is None or cost < best.cost:
            best = _pairing(field, (*fixed, odd), found, cost)
    assert best is not None  # an odd number has somebody who can sit out  # noqa: S101
    return best


def _pairing(field: SwissField, fixed: Sequence[Group], found: Matching, cost: Cost) -> Pairing:
    return Pairing(field, tuple(sorted((*fixed, *found.pairs))), cost, found.proved)


def _odd_groups(field: SwissField, rest: Sequence[int]) -> Iterator[tuple[Group, Cost]]:
    """Those who could sit out or play a triple, the cheapest first.

    The cheapest of a small pool come first; a group with one from outside it costs at least what its cheapest outsider does.
    """
    size = left_over(len(rest), field.event, ()) if len(rest) > 1 else 1
    ranked = sorted(rest, key=lambda place: (field.sat_out[place], -place))
    pool, done = FIRST_POOL, 0
    pending: list[tuple[Cost, Group]] = []
    while done < len(ranked):
        inside = ranked[:pool]
        fresh = set(ranked[done:pool])
        pending += [
            (price_of(field, group), group) for group in combinations(sorted(inside), size) if fresh.intersection(group)
        ]
        pending.sort()
        done = min(pool, len(ranked))
        least = _least_with_outsider(field, ranked, done, size)
        while pending and (least is None or pending[0][0] < least):
            price, group = pending.pop(0)
            yield group, price
        pool *= 2


def _least_with_outsider(field: SwissField, ranked: Sequence[int], done: int, size: int) -> Cost | None:
    """What a group with somebody from outside the pool costs at least: nothing for who has met whom."""
    if done >= len(ranked):
        return None
    least = {
        again(size): field.sat_out[ranked[done]] + (size - 1) * field.sat_out[ranked[0]],
        "odd-place": max(0, len(field.entries) - ranked[done] - size),
    }
    return tuple(least.get(name, 0) for name in field.event.rules.weights)


def _drawn(pairing: Pairing, each: SeatedMatch) -> DrawnMatch:
    field = pairing.field
    return DrawnMatch(tuple(field.id(place) for place in each.group), each.table, reason(field, each.group))


def _notes(field: SwissField) -> Iterator[Sentence]:
    for match in field.outstanding:
        names = " v ".join(match.sides)
        vps = counted("VPs", match.vps[0] if match.vps else 0)
        yield say("The result of {match} is not in; each counts {vps} for this draw.", match=names, vps=vps)
    if field.event.rules.lag and field.round > 1:
        yield say("The results of round {round} do not count for this draw.", round=field.round - 1)
