"""Average plus and minus that follow percentages on other boards, solved for all pairs at once.

A pair's average plus depends on its other boards, one of which may be an average minus that depends on its opponents'
average plus, and so on. Each unknown is the larger (or smaller) of values that are linear in the others; we guess
which, solve the linear equations exactly, and correct the guess until nothing changes. Laws 12C2(c) and 88.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from arrowswitch.regulations import Regulations
from arrowswitch.scoring.figures import shown
from arrowswitch.scoring.numbers import Number, tidy
from arrowswitch.scoring.points import Waiting
from arrowswitch.scoring.working import Working
from arrowswitch.words import say

PATIENCE = 100


@dataclass(frozen=True, slots=True)
class Unknown:
    """One award that waits: whose it is, and where the opponents' award on the same line stands in the list."""

    contestant: str
    waiting: Waiting
    opponents: int | None = None


def waiting(
    kind: str,
    top: Number,
    regulations: Regulations,
    bound: Number | None = None,
    work: Working | None = None,
) -> Waiting:
    """Average plus or minus by the regulations; `bound` is the share of the top for the score made at the table.

    >>> from arrowswitch.regulations import load
    >>> award = waiting("minus", 20, load("acbl"))
    >>> award.base, award.follows
    (Fraction(2, 5), 'opponents')
    """
    settings = regulations.artificial
    plus = kind == "plus"
    base = (settings.plus if plus else settings.minus) / 100
    source = regulations.source(f"artificial.{kind}")
    if work is not None:
        text = say("Average plus is {percent}% of the top") if plus else say("Average minus is {percent}% of the top")
        work.note(say(text, percent=shown(base * 100)), tidy(base * top), source)
    follows = "nothing" if not settings.own_percentage else "own" if plus else settings.minus_follows
    return Waiting("plus" if plus else "minus", base, top, follows, bound, source)  # type: ignore[arg-type]


Equation = tuple[Fraction, Mapping[int, Fraction]]  # a constant, and how much of each unknown


def solve(unknowns: Sequence[Unknown], points: Mapping[str, Number], maxima: Mapping[str, Number]) -> list[Fraction]:
    """The share of the top for each unknown; `points` and `maxima` are of each contestant's settled boards.

    >>> plus = Waiting("plus", Fraction(3, 5), 20, "own")
    >>> minus = Waiting("minus", Fraction(2, 5), 20, "opponents")
    >>> both = [Unknown("7", plus, 1), Unknown("9", minus, 0)]
    >>> [float(share) for share in solve(both, {"7": 128, "9": 90}, {"7": 200, "9": 200})]
    [0.64, 0.36]
    """
    boards: defaultdict[str, list[int]] = defaultdict(list)
    for index, unknown in enumerate(unknowns):
        boards[unknown.contestant].append(index)
    shares = [Fraction(0)] * len(unknowns)
    for component in _components(unknowns, boards):
        for index, share in _solve_together(component, unknowns, boards, points, maxima).items():
            shares[index] = share
    return shares


def _components(unknowns: Sequence[Unknown], boards: Mapping[str, list[int]]) -> list[list[int]]:
    """Unknowns that depend on one another, by way of a pair's other boards or its opponents."""
    found: list[list[int]] = []
    seen: set[int] = set()
    for start in range(len(unknowns)):
        if start in seen:
            continue
        component, queue = [], [start]
        seen.add(start)
        while queue:
            index = queue.pop()
            component.append(index)
            near = list(boards[unknowns[index].contestant])
            opponents = unknowns[index].opponents
            if opponents is not None:
                near.append(opponents)
            queue.extend(other for other in near if other not in seen)
            seen.update(near)
        found.append(component)
    return found


def _solve_together(
    component: Sequence[int],
    unknowns: Sequence[Unknown],
    boards: Mapping[str, list[int]],
    points: Mapping[str, Number],
    maxima: Mapping[str, Number],
) -> dict[int, Fraction]:
    choices = {index: _choices(index, unknowns, boards, points, maxima) for index in component}
    chosen = dict.fromkeys(component, 0)
    shares: dict[int, Fraction] = {}
    for _ in range(PATIENCE):
        shares = _linear({index: choices[index][chosen[index]] for index in component})
        better = {index: _pick(unknowns[index].waiting, choices[index], chosen[index], shares) for index in component}
        if better == chosen:
            break
        chosen = better
    return shares


def _choices(
    index: int,
    unknowns: Sequence[Unknown],
    boards: Mapping[str, list[int]],
    points: Mapping[str, Number],
    maxima: Mapping[str, Number],
) -> list[Equation]:
    """What this award may be: its base, what it follows, the score made at the table."""
    unknown = unknowns[index]
    waiting = unknown.waiting
    found: list[Equation] = [(Fraction(waiting.base), {})]
    if waiting.bound is not None:
        found.append((Fraction(waiting.bound), {}))
    if waiting.follows == "own":
        others = [other for other in boards[unknown.contestant] if other != index]
        maximum = maxima.get(unknown.contestant, 0) + sum(unknowns[other].waiting.maximum for other in others)
        if maximum:
            found.append(
                (
                    Fraction(points.get(unknown.contestant, 0)) / maximum,
                    {other: Fraction(unknowns[other].waiting.maximum) / maximum for other in others},
                )
            )
    elif waiting.follows == "opponents":
        opponents = unknown.opponents
        if opponents is not None and unknowns[opponents].waiting.kind == "plus":
            found.append((Fraction(1), {opponents: Fraction(-1)}))
    return found


def _pick(waiting: Waiting, choices: Sequence[Equation], now: int, shares: Mapping[int, Fraction]) -> int:
    values = [constant + sum(factor * shares[other] for other, factor in parts.items()) for constant, parts in choices]
    best = max(values) if waiting.kind == "plus" else min(values)
    return now if values[now] == best else values.index(best)


def _linear(equations: Mapping[int, Equation]) -> dict[int, Fraction]:
    """Solves x[i] = constant[i] + the sum of factor[i][j] x[j], exactly."""
    rows = {
        index: ({**{other: -factor for other, factor in parts.items()}, index: Fraction(1)}, constant)
        for index, (constant, parts) in equations.items()
    }
    order = sorted(rows)
    for pivot in order:
        row, constant = rows[pivot]
        scale = row.get(pivot, Fraction(0))
        if not scale:  # boards that only follow one another: they stay at nothing more than they are
            rows[pivot] = ({pivot: Fraction(1)}, Fraction(0))
            continue
        row = {other: factor / scale for other, factor in row.items()}
        constant /= scale
        rows[pivot] = (row, constant)
        for index in order:
            if index == pivot:
                continue
            other_row, other_constant = rows[index]
            factor = other_row.get(pivot)
            if factor:
                merged = dict(other_row)
                for column, value in row.items():
                    merged[column] = merged.get(column, Fraction(0)) - factor * value
                merged.pop(pivot)
                rows[index] = (merged, other_constant - factor * constant)
    return {index: rows[index][1] for index in order}
