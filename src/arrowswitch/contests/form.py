"""The form of a player or a pair: how they have done lately, with whom, sitting where, and in which part of the play.

Everything here is a mean over boards: a session of 26 boards counts for more than one of 12. What a number rests on stands beside it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Literal

from arrowswitch.words import Sentence, say

PlayRole = Literal["declarer", "dummy", "defender", "passed"]
ROLES: Mapping[PlayRole, Sentence] = {
    "declarer": say("as declarer"),
    "dummy": say("as dummy"),
    "defender": say("in defence"),
    "passed": say("passed out"),
}


@dataclass(frozen=True, slots=True)
class FormScore:
    """What a player scored in a session."""

    day: date
    session: str
    percent: float
    boards: int
    partner: str = ""
    direction: str = ""
    """NS or EW, where somebody sat for the whole session."""
    field: float | None = None
    """How strong the others were, as the mean of their ratings."""


@dataclass(frozen=True, slots=True)
class FormBoard:
    """What a player scored on a board, and what he did there."""

    percent: float
    role: PlayRole


@dataclass(frozen=True, slots=True)
class FormMean:
    """A mean percentage, and how many boards and sessions it rests on."""

    percent: float
    boards: int
    sessions: int


@dataclass(frozen=True, slots=True)
class FormPoint:
    """The form after a session: the mean of the sessions up to it."""

    score: FormScore
    mean: FormMean


def mean_of(scores: Sequence[FormScore]) -> FormMean | None:
    """The mean of sessions, by boards.

    >>> monday = FormScore(date(2026, 1, 5), "Monday", 60.0, 24)
    >>> mean_of([monday, FormScore(date(2026, 1, 12), "Monday", 48.0, 12)])
    FormMean(percent=56.0, boards=36, sessions=2)
    """
    boards = sum(each.boards for each in scores)
    if not boards:
        return None
    return FormMean(sum(each.percent * each.boards for each in scores) / boards, boards, len(scores))


def rolling(scores: Iterable[FormScore], last: int = 10, days: int | None = None) -> list[FormPoint]:
    """The form after every session: the mean of the last so many, or of those within so many days.

    >>> nights = [FormScore(date(2026, 1, day), "Monday", percent, 24) for day, percent in ((5, 40.0), (12, 50.0), (19, 60.0))]
    >>> [point.mean.percent for point in rolling(nights, last=2)]
    [40.0, 45.0, 55.0]
    >>> [point.mean.percent for point in rolling(nights, days=7)]
    [40.0, 45.0, 55.0]
    """
    ordered = sorted((each for each in scores if each.boards), key=lambda each: each.day)
    found = []
    for number, score in enumerate(ordered):
        if days is None:
            counting = ordered[max(0, number + 1 - last) : number + 1]
        else:
            counting = [each for each in ordered[: number + 1] if each.day >= score.day - timedelta(days=days)]
        mean = mean_of(counting)
        if mean is not None:
            found.append(FormPoint(score, mean))
    return found


def by_partner(scores: Iterable[FormScore]) -> dict[str, FormMean]:
    """The form with each partner, the one played with most first.

    >>> nights = [FormScore(date(2026, 1, 5), "x", 60.0, 24, "Bob"), FormScore(date(2026, 1, 12), "x", 50.0, 24, "Cy")]
    >>> {name: mean.percent for name, mean in by_partner(nights).items()}
    {'Bob': 60.0, 'Cy': 50.0}
    """
    return _grouped(scores, lambda each: each.partner)


def by_direction(scores: Iterable[FormScore]) -> dict[str, FormMean]:
    """The form North-South and East-West, of sessions in which somebody kept the direction."""
    return _grouped(scores, lambda each: each.direction)


def by_strength(scores: Iterable[FormScore], strong: float = 50.0) -> dict[str, FormMean]:
    """The form in fields that were stronger than a rating, and in weaker ones."""
    known = [each for each in scores if each.field is not None]
    return _grouped(known, lambda each: "stronger" if (each.field or 0) >= strong else "weaker")


def by_role(boards: Iterable[FormBoard]) -> dict[PlayRole, FormMean]:
    """The mean of the boards that somebody declared, was dummy on, or defended; known where contracts are.

    >>> found = by_role([FormBoard(70.0, "declarer"), FormBoard(50.0, "declarer"), FormBoard(40.0, "defender")])
    >>> {role: (mean.percent, mean.boards) for role, mean in found.items()}
    {'declarer': (60.0, 2), 'defender': (40.0, 1)}
    """
    gathered: dict[PlayRole, list[float]] = defaultdict(list)
    for each in boards:
        gathered[each.role].append(each.percent)
    return {
        role: FormMean(sum(gathered[role]) / len(gathered[role]), len(gathered[role]), 0)
        for role in ROLES
        if role in gathered
    }


def _grouped(scores: Iterable[FormScore], key: Callable[[FormScore], str]) -> dict[str, FormMean]:
    groups: dict[str, list[FormScore]] = defaultdict(list)
    for each in scores:
        if key(each):
            groups[key(each)].append(each)
    means = {name: mean for name, mine in groups.items() if (mean := mean_of(mine)) is not None}
    return dict(sorted(means.items(), key=lambda each: (-each[1].boards, each[0])))
