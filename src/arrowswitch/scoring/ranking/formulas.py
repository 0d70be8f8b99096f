"""Handicaps and strata worked out: from past results by a formula, from masterpoints or grades by limits.

Clubs have rules of their own making, so a formula is a few numbers that may be changed: which results count, from what their mean is
taken, how far a handicap goes, and how two players make a pair. Each handicap comes with its working. The first formulas are those
that clubs publish: 50 less the mean of a year (Perth, Queenstown), of the same weekday (Tauranga), the last ten within 5 and added
for a pair (Rhayader), the last ten games (ACBLscore), four to six months within 9 (NZ Club Directors Manual, L3836-3849).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from typing import Literal

from arrowswitch.scoring.figures import shown
from arrowswitch.scoring.numbers import Number, round_step, size, tidy
from arrowswitch.scoring.working import Step, Working
from arrowswitch.words import Sentence, counted, say


class BadFormula(ValueError):  # noqa: N818 - what the scorer would call it
    """A formula that cannot be meant, said in a sentence."""


@dataclass(frozen=True, slots=True)
class PastScore:
    """A percentage that somebody had on a day."""

    day: date
    percent: Number


@dataclass(frozen=True, slots=True)
class HandicapFormula:
    """How a handicap follows from past results."""

    title: Sentence
    months: int | None = None
    """Only results of so many months before the day count."""
    year: bool = False
    """Only results of the calendar year before count."""
    last: int | None = None
    """Only the last so many count."""
    weekday: bool = False
    """Only results of the same weekday count."""
    least: int = 1
    """Who has fewer results has the handicap of a newcomer."""
    newcomer: Number = 0
    par: Number = 50
    """A handicap is what the mean lacks from this."""
    share: Number = 1
    """How much of that is granted."""
    most: Number | None = None
    """No handicap is larger than this, up or down."""
    step: Number = 0
    """To the nearest so much, such as a half; 0 keeps every fraction."""
    pair: Literal["mean", "sum"] = "mean"
    """What the handicaps of two players make."""

    def check(self) -> None:
        """Refuses what cannot be meant."""
        whole = (self.months, self.last, self.least)
        if any(number is not None and not 1 <= number <= 1200 for number in whole):
            raise BadFormula(say("Months and results are counted from 1."))
        if self.pair not in ("mean", "sum"):
            raise BadFormula(say("The handicap of a pair is the mean or the sum of its players'."))
        if self.share < 0 or self.step < 0 or (self.most is not None and self.most < 0):
            raise BadFormula(say("A share, a step and the most of a handicap are not below 0."))


FORMULAS: Mapping[str, HandicapFormula] = {
    "rolling-year": HandicapFormula(
        say("50 less the mean of the last twelve months; a pair has the mean of its players"), months=12
    ),
    "last-year": HandicapFormula(say("50 less the mean of the calendar year before"), year=True),
    "weekday": HandicapFormula(
        say("50 less the mean on the same weekday in twelve months, from six results on"),
        months=12,
        weekday=True,
        least=6,
    ),
    "last-ten": HandicapFormula(
        say("50 less the mean of the last ten results, 5 at the most; a pair has the sum of its players"),
        last=10,
        most=5,
        pair="sum",
    ),
    "ten-games": HandicapFormula(
        say("50 less the mean of the last ten results; a pair has the mean of its players"), last=10
    ),
    "half-year": HandicapFormula(say("50 less the mean of the last six months, 9 at the most"), months=6, most=9),
}


@dataclass(frozen=True, slots=True)
class WorkedHandicap:
    """A handicap with how it came about."""

    handicap: Number
    steps: tuple[Step, ...]
    used: tuple[PastScore, ...] = ()
    """The results that it rests on."""


def handicap_of(scores: Iterable[PastScore], day: date, formula: HandicapFormula) -> WorkedHandicap:
    """The handicap of a player on a day, from what it had before.

    >>> past = [PastScore(date(2026, 1, day), percent) for day, percent in ((5, 58), (12, 54), (19, 56))]
    >>> found = handicap_of(past, date(2026, 1, 26), FORMULAS["rolling-year"])
    >>> found.handicap
    -6
    >>> print(*found.steps, sep="\\n")
    The mean of 3 results = 56
    50 less that = -6
    """
    formula.check()
    used = _counting(scores, day, formula)
    work = Working()
    if len(used) < formula.least:
        text = say(
            "{results} of the {least} that it takes: the handicap of a newcomer",
            results=counted("results", len(used)),
            least=formula.least,
        )
        work.note(text, formula.newcomer)
        return WorkedHandicap(formula.newcomer, tuple(work.steps), used)
    mean = tidy(sum((Fraction(score.percent) for score in used), Fraction(0)) / len(used))
    work.note(say("The mean of {results}", results=counted("results", len(used))), mean)
    handicap = tidy(formula.par - mean)
    work.note(say("{par} less that", par=shown(formula.par)), handicap)
    if formula.share != 1:
        handicap = tidy(handicap * Fraction(formula.share))
        work.note(say("{share}% of it", share=shown(formula.share * 100)), handicap)
    if formula.most is not None and size(handicap) > formula.most:
        handicap = tidy(max(min(handicap, formula.most), -formula.most))
        work.note(say("No more than {most} up or down", most=shown(formula.most)), handicap)
    if formula.step and round_step(handicap, formula.step) != handicap:
        handicap = round_step(handicap, formula.step)
        work.note(say("To the nearest {step}", step=shown(formula.step)), handicap)
    return WorkedHandicap(handicap, tuple(work.steps), used)


def _counting(scores: Iterable[PastScore], day: date, formula: HandicapFormula) -> tuple[PastScore, ...]:
    """The results that count, the latest first; nothing of the day itself."""
    found = sorted((score for score in scores if score.day < day), key=lambda score: score.day, reverse=True)
    if formula.months is not None:
        found = [score for score in found if score.day >= before(day, formula.months)]
    if formula.year:
        found = [score for score in found if score.day.year == day.year - 1]
    if formula.weekday:
        found = [score for score in found if score.day.weekday() == day.weekday()]
    return tuple(found if formula.last is None else found[: formula.last])


def before(day: date, months: int) -> date:
    """The same day so many months before, or the last of that month.

    >>> before(date(2026, 3, 31), 1), before(date(2026, 1, 15), 12)
    (datetime.date(2026, 2, 28), datetime.date(2025, 1, 15))
    """
    year, month = divmod(day.year * 12 + day.month - 1 - months, 12)
    for last in (day.day, 30, 29, 28):
        try:
            return date(max(year, 1), month + 1, last)
        except ValueError:
            continue
    raise AssertionError  # every month has 28 days


def pair_by(players: Sequence[WorkedHandicap], formula: HandicapFormula, names: Sequence[str] = ()) -> WorkedHandicap:
    """The handicap of a pair or a team from those of its players, with the working of each.

    >>> two = [WorkedHandicap(-9, ()), WorkedHandicap(-6, ())]
    >>> pair_by(two, FORMULAS["half-year"]).handicap, pair_by(two, FORMULAS["last-ten"]).handicap
    (Fraction(-15, 2), -15)
    """
    if not players:
        return WorkedHandicap(0, (Step(say("Nobody is known"), 0),))
    total = tidy(sum((Fraction(each.handicap) for each in players), Fraction(0)))
    value = total if formula.pair == "sum" else tidy(Fraction(total) / len(players))
    steps = [
        Step(say("{name}: {text}", name=name, text=step.text) if name else step.text, step.result)
        for name, each in zip(names or [""] * len(players), players, strict=True)
        for step in each.steps
    ]
    said = (
        say("The sum of the players' handicaps") if formula.pair == "sum" else say("The mean of the players' handicaps")
    )
    if len(players) > 1:
        steps.append(Step(said, value))
    return WorkedHandicap(value, tuple(steps))


StratumBy = Literal["mean", "highest"]


def stratum_by(players: Sequence[Number], limits: Mapping[str, Number], by: StratumBy = "mean") -> str:
    """The stratum of a pair by the masterpoints of its players: the weakest whose limit they do not reach.

    ACBL: a pair is in a stratum if the mean of its players' masterpoints is below the limit of it; some clubs take the higher.

    >>> [stratum_by(pair, {"B": 300, "C": 100}) for pair in ((2000, 40), (300, 298), (300, 300), (150, 20))]
    ['A', 'B', 'A', 'C']
    >>> stratum_by((150, 20), {"B": 300, "C": 100}, "highest")
    'B'
    """
    if not players:
        return "A"
    points = max(players) if by == "highest" else Fraction(sum(Fraction(each) for each in players)) / len(players)
    fitting = [letter for letter, limit in sorted(limits.items()) if points < limit]
    return fitting[-1] if fitting else "A"


def stratum_by_grade(players: Sequence[str], letters: Mapping[str, str]) -> str:
    """The stratum of a pair by the grades of its players: that of the stronger; a grade that is not named is an A.

    >>> stratum_by_grade(("Junior", "Intermediate"), {"Intermediate": "B", "Junior": "C"})
    'B'
    """
    return min((letters.get(grade, "A") for grade in players), default="A")
