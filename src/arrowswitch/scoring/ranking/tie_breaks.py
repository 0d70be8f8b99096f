"""Ties between pairs, broken step by step as the regulations list the steps (Bridge NSW 11.2.4).

Each step gives every tied pair a number; the higher is placed higher, and those still tied go to the next step. The
step that decided is kept, so that the list can say it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import groupby
from typing import NamedTuple

from arrowswitch.bridge import Side
from arrowswitch.scoring.matches.ties import SAID as MATCH_TIES
from arrowswitch.scoring.matches.ties import TieStep
from arrowswitch.scoring.numbers import Number
from arrowswitch.scoring.scored import Scored, Total
from arrowswitch.words import Sentence, say

Key = tuple[Number, ...]


class Broken(NamedTuple):
    """What orders a name within its tie, the step that placed it, and what it had by each step."""

    key: Key = ()
    step: Sentence | None = None
    trail: tuple[TieStep, ...] = ()


def break_ties(names: Sequence[tuple[str, object]], steps: Sequence[str], scored: Scored) -> dict[str, Broken]:
    """For each name a key that orders it within its tie, and the step that placed it; equal keys stay tied."""
    order = [name for name, _ in names]
    found: dict[str, Broken] = {}
    for _, group in groupby(names, key=lambda item: item[1]):
        tied = [name for name, _ in group]
        found.update(_broken(tied, tuple(steps), scored, order))
    return found


def _broken(tied: list[str], steps: tuple[str, ...], scored: Scored, order: Sequence[str]) -> dict[str, Broken]:
    if len(tied) == 1 or not steps:
        return dict.fromkeys(tied, Broken())
    first, rest = steps[0], steps[1:]
    if first == "best-opponents":
        keys = _against_the_best(tied, scored, order)
    elif first in STEPS:
        keys = {name: (value,) for name, value in STEPS[first](tied, scored).items()}
    else:  # by lot: nothing that the program may do
        return {name: Broken(step=MATCH_TIES["lot"]) for name in tied}
    found: dict[str, Broken] = {}
    ranked = sorted(set(keys.values()), reverse=True)
    for place, key in enumerate(ranked):
        mine = [name for name in tied if keys[name] == key]
        decided = SAID[first] if len(ranked) > 1 else None
        for name, (deeper, step, trail) in _broken(mine, rest, scored, order).items():
            taken = TieStep(SAID[first], keys[name])
            found[name] = Broken((len(ranked) - place, *deeper), step or decided, (taken, *trail))
    return found


def _opponents(tied: Sequence[str], scored: Scored) -> dict[str, Number]:
    """The matchpoints of all opponents met, where the movement was not complete."""
    met: dict[str, set[str]] = {name: set() for name in scored.session.fields}
    for line in scored.session.lines:
        if line.status != "struck":
            met[line.ns].add(line.ew)
            met[line.ew].add(line.ns)
    everybody_met = {frozenset(met[name] | {name}) for name in met}
    two_fields = {frozenset(met[name]) for name in met}
    if len(everybody_met) == 1 or len(two_fields) == 2:
        return dict.fromkeys(tied, 0)
    return {name: sum((scored.totals.get(other, Total()).points for other in met[name]), Fraction(0)) for name in tied}


def _on_boards(tied: Sequence[str], scored: Scored) -> dict[str, Number]:
    """Boards compared among the tied: in the same direction 2 for a pair beaten and 1 for an equal one; on a board
    played the other way, or by one of them only, 2 above average, 1 average, 0 below."""
    found: dict[str, Number] = dict.fromkeys(tied, 0)
    for board in scored.boards.values():
        here: dict[str, tuple[Side, Number, Number]] = {}
        for each in board.lines:
            for side in Side:
                points = each.points(side)
                name = each.line.contestant(side)
                if points is not None and name in found:
                    here[name] = side, points.value, points.maximum or 0
        for name, (side, value, maximum) in here.items():
            for other in tied:
                if other == name:
                    continue
                if other in here and here[other][0] is side:
                    found[name] += 1 + (value > here[other][1]) - (value < here[other][1])
                else:
                    found[name] += 1 + (2 * value > maximum) - (2 * value < maximum)
    return found


def _their_own_round(tied: Sequence[str], scored: Scored) -> dict[str, Number]:
    """Two pairs: the points on the boards they played against each other."""
    found: dict[str, Number] = dict.fromkeys(tied, 0)
    if len(tied) == 2:
        for name in tied:
            found[name] = _points_against(name, next(other for other in tied if other != name), scored)
    return found


def _against_the_best(tied: Sequence[str], scored: Scored, order: Sequence[str]) -> dict[str, Key]:
    rivals = [name for name in order if name not in tied]
    return {name: tuple(_points_against(name, rival, scored) for rival in rivals) for name in tied}


def _points_against(name: str, rival: str, scored: Scored) -> Number:
    total: Number = 0
    for board in scored.boards.values():
        for each in board.lines:
            for side in Side:
                points = each.points(side)
                if points and each.line.contestant(side) == name and each.line.contestant(side.other) == rival:
                    total += points.value
    return total


STEPS: Mapping[str, Callable[[Sequence[str], Scored], dict[str, Number]]] = {
    "opponents": _opponents,
    "common-boards": _on_boards,
    "head-to-head": _their_own_round,
}
SAID: Mapping[str, Sentence] = {
    "opponents": say("the total of all opponents"),
    "common-boards": say("the boards compared among the tied"),
    "head-to-head": say("the round between the two"),
    "best-opponents": say("the score against the highest placed"),
}
