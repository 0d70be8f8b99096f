"""Whether a stranger's draw is legal, and how far from the best it is, by the prices that our own draw is made with.

A draw is legal if everybody who plays is in it once, and nobody meets an old opponent, sits out again or meets the same club
where a draw without that could be made. How close the scores are is no question of legality, but of quality.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

from arrowswitch.contests.swiss.draw import Pairing, best_pairing
from arrowswitch.contests.swiss.event import SwissEvent
from arrowswitch.contests.swiss.field import SwissField, field_of
from arrowswitch.contests.swiss.weights import WEIGHTS, Cost, added, again, in_numbers, in_words, price_of
from arrowswitch.words import Sentence, say

LAWFUL = ("bye-again", "rematches", "triple-again", "clubs", "homes")
"""Weights that a legal draw has no more of than it must."""
NEEDLESS = {
    "rematches": say("{a} and {b} met in round {round}, and there is a draw without this."),
    "clubs": say("{a} and {b} are of one club, and there is a draw without this."),
    "homes": say("{a} and {b} cannot leave their tables, and there is a draw without this."),
}


@dataclass(frozen=True)
class SwissVerdict:
    """What there is to say about a draw."""

    faults: tuple[Sentence, ...]
    best: Pairing
    cost: Cost | None = None
    """Nothing if it is no whole draw."""

    @property
    def legal(self) -> bool:
        """Whether it may be played."""
        return not self.faults

    @property
    def distance_from_best(self) -> Fraction | None:
        """How many victory points further apart the opponents are than in the best draw, all together."""
        if self.cost is None:
            return None
        mine, best = (in_numbers(self.best.field, cost) for cost in (self.cost, self.best.cost))
        return Fraction(mine.get("distance", 0)) - Fraction(best.get("distance", 0))

    @property
    def worse(self) -> list[Sentence]:
        """In what it is worse than the best, the most important first."""
        if self.cost is None or self.cost <= self.best.cost:
            return []
        return in_words(self.best.field, tuple(x - y for x, y in zip(self.cost, self.best.cost, strict=True)))


def check(event: SwissEvent, groups: Sequence[tuple[str, ...]]) -> SwissVerdict:
    """Judges a draw for the next round: matches of two, byes of one, triples of three.

    >>> from arrowswitch.contests.swiss.event import PlayedMatch, SwissEntry
    >>> first = (PlayedMatch(("A", "D"), (16, 4)), PlayedMatch(("B", "C"), (14, 6)))
    >>> event = SwissEvent(tuple(SwissEntry(name) for name in "ABCD"), (first,), 2)
    >>> check(event, [("A", "B"), ("C", "D")]).legal
    True
    >>> verdict = check(event, [("A", "C"), ("B", "D")])
    >>> verdict.legal, int(verdict.distance_from_best)
    (True, 16)
    >>> [str(fault) for fault in check(event, [("A", "D"), ("B", "C")]).faults][0]
    'A and D met in round 1, and there is a draw without this.'
    """
    field = field_of(event)
    best = best_pairing(field)
    faults = [*_not_whole(field, groups)]
    if faults:
        return SwissVerdict(tuple(faults), best)
    places = {entry.id: place for place, entry in enumerate(field.entries)}
    seated = [tuple(sorted(places[name] for name in group)) for group in groups]
    faults += _wrong_kind(field, seated, best)
    cost = added([price_of(field, group) for group in seated], len(best.cost))
    for name, mine, least in zip(event.rules.weights, cost, best.cost, strict=True):
        if name in LAWFUL and mine > least:
            faults += _needless(field, name, seated, best)
        if mine != least and name in LAWFUL:
            break  # what is less important may cost more then
    return SwissVerdict(tuple(faults), best, cost)


def _not_whole(field: SwissField, groups: Sequence[tuple[str, ...]]) -> Iterator[Sentence]:
    playing = {entry.id for entry in field.entries}
    named = {entry.id for entry in field.event.entries}
    for name, times in Counter(name for group in groups for name in group).items():
        if name not in named:
            yield say("{name} is not in this event.", name=name)
        elif name not in playing:
            yield say("{name} does not play in round {round}.", name=name, round=field.round)
        elif times > 1:
            yield say("{name} is in the draw more than once.", name=name)
    for entry in sorted(field.entries, key=lambda entry: entry.id):
        if not any(entry.id in group for group in groups):
            yield say("{name} is not in the draw.", name=entry.id)


def _wrong_kind(field: SwissField, groups: Sequence[tuple[int, ...]], best: Pairing) -> Iterator[Sentence]:
    if field.continuing and field.continuing not in groups:
        names = ", ".join(field.id(place) for place in field.continuing)
        yield say("The triple of {names} has its second round to play.", names=names)
    for size, said in (
        (1, say("Byes: {mine}; by these rules it should be {due}.")),
        (3, say("Triples: {mine}; by these rules it should be {due}.")),
    ):
        mine, due = (sum(len(group) == size for group in each) for each in (groups, best.groups))
        if mine != due:
            yield say(said, mine=mine, due=due)


def _needless(field: SwissField, name: str, groups: Sequence[tuple[int, ...]], best: Pairing) -> Iterator[Sentence]:
    if name in (again(1), again(3)):
        mine, theirs = _sitting_out(field, groups), _sitting_out(field, best.groups)
        least = min((field.sat_out[place] for place in theirs - mine), default=0)
        for place in sorted(mine - theirs):
            if field.sat_out[place] > least:
                yield say("{name} has had a bye or triple before; it can go to another.", name=field.id(place))
        return
    costs = WEIGHTS[name].pair
    for group in groups:
        for a, b in combinations(group, 2):
            if costs and group != field.continuing and costs(field, a, b):
                met = (0, *field.met[a].get(b, ()))[-1]
                yield say(NEEDLESS[name], a=field.id(a), b=field.id(b), round=met)


def _sitting_out(field: SwissField, groups: Sequence[tuple[int, ...]]) -> set[int]:
    """Who has a bye, or begins a triple."""
    return {place for group in groups if len(group) != 2 and group != field.continuing for place in group}
