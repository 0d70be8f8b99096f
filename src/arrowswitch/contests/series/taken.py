"""What somebody takes from each session into the list: its value there, and whether it is among those that count.

The best results count. Where different partners are asked for, the best selection that has them is taken: the best result with each of
the partners with whom the best results were made, and then the best of the others.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from arrowswitch.contests.series.parts import EventPart, SessionScore
from arrowswitch.contests.series.plan import OF_PERCENTAGES, SeriesPlan
from arrowswitch.scoring.numbers import Number, tidy


@dataclass(frozen=True, slots=True)
class SessionShare:
    """What a contestant takes from one session into the event."""

    session: str
    entry: SessionScore | None
    """None if it did not play."""
    share: Fraction
    value: Number | None
    """Its result there: a percentage, points or victory points."""
    counts: bool = True
    """Whether it is among the best that count."""
    final: str = ""
    factor: Fraction = Fraction(1)
    """By which its points were multiplied: same boards, same top."""

    @property
    def partner(self) -> tuple[str, ...]:
        """With whom a player played, where players are listed; in an individual with nobody for long."""
        if self.entry is None:
            return ()
        return self.entry.players or (f"\0{self.session}",)

    @property
    def weighs(self) -> bool:
        """Whether it is a part of the result."""
        return self.entry is not None and self.value is not None and self.counts and bool(self.share)


@dataclass(frozen=True, slots=True)
class CommonTop:
    """What points are factored to (QBA course L99-141): the boards of a session, and the top of all of them."""

    boards: Mapping[str, int]
    top: Fraction

    def factor(self, session: str, entry: SessionScore) -> Fraction:
        """Boards over boards times top over top, which is all that could be had over all that it could have."""
        return self.boards[session] * self.top / Fraction(entry.maximum or 1)


def common_top(parts: Sequence[EventPart]) -> CommonTop:
    """The most boards of each session, and the highest mean top of anybody.

    >>> week_1 = EventPart("1", (SessionScore("a", 30, 270, 540),))
    >>> week_2 = EventPart("2", (SessionScore("a", 28, 196, 392), SessionScore("b", 32, 224, 448)))
    >>> common = common_top([week_1, week_2])
    >>> common.factor("2", week_2.entries[0]) == Fraction(32, 28) * Fraction(18, 14)
    True
    """
    tops = [
        Fraction(entry.maximum) / entry.boards
        for part in parts
        for entry in part.entries
        if entry.boards and entry.maximum
    ]
    boards = {part.name: max((entry.boards for entry in part.entries), default=0) for part in parts}
    return CommonTop(boards, max(tops, default=Fraction(0)))


def value_of(entry: SessionScore, plan: SeriesPlan, factor: Fraction = Fraction(1)) -> Number | None:
    """A session in the unit of the list."""
    if plan.way in OF_PERCENTAGES:
        percent = entry.percent
        return percent if percent is None or not plan.handicap else percent + entry.handicap
    if plan.way == "vps":
        return entry.vps
    return tidy(entry.points * factor)


def best(taken: Sequence[SessionShare], counted: int | None, partners: int) -> tuple[SessionShare, ...]:
    """The same sessions, of which the best so many count; those of a final do in any case.

    >>> nights = [SessionShare(n, SessionScore("a", 24, v, 100, players=(p,)), Fraction(1), v)
    ...           for n, v, p in (("1", 60, "Bob"), ("2", 58, "Bob"), ("3", 57, "Bob"), ("4", 40, "Cy"))]
    >>> [[night.session for night in best(nights, 3, partners) if night.counts] for partners in (1, 2)]
    [['1', '2', '3'], ['1', '2', '4']]
    """
    if counted is None:
        return tuple(taken)
    open_to_choice = [place for place, each in enumerate(taken) if each.weighs and not each.final]
    ordered = sorted(open_to_choice, key=lambda place: -(taken[place].value or 0))
    first_with: dict[tuple[str, ...], int] = {}
    for place in ordered:
        first_with.setdefault(taken[place].partner, place)
    chosen = list(first_with.values())[: min(partners, counted)] if partners > 1 else []
    chosen += [place for place in ordered if place not in chosen][: counted - len(chosen)]
    dropped = set(open_to_choice).difference(chosen)
    return tuple(replace(each, counts=False) if place in dropped else each for place, each in enumerate(taken))


def partners_of(taken: Sequence[SessionShare]) -> int:
    """With how many different partners somebody played what counts."""
    return len({each.partner for each in taken if each.weighs})


def total(taken: Sequence[SessionShare], plan: SeriesPlan) -> Number | None:
    """The result of somebody who takes this: a mean or a sum."""
    counting = [
        (each.share, each.value, each.entry.boards)
        for each in taken
        if each.weighs and each.entry and each.value is not None
    ]
    if not counting:
        return None
    if plan.way not in OF_PERCENTAGES:
        return tidy(sum((share * value for share, value, _ in counting), Fraction(0)))
    weights = [share * (boards if plan.way == "percent" else 1) for share, _, boards in counting]
    products = [weight * value for weight, (_, value, _) in zip(weights, counting, strict=True)]
    return tidy(sum(products, Fraction(0)) / sum(weights)) if sum(weights) else None
