"""Pairs against a datum, in IMPs (Butler) or net, and in IMPs against every other table (cross-IMPs).

The datum is the mean of the board's scores without its extremes, their median, or a par that somebody has estimated (NZ
Bridge Manual, L4970), rounded as the regulations say.
Artificial scores, split and weighted ones have no part in it. Groups of a fouled board have data of their own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from statistics import median

from arrowswitch.bridge import Side
from arrowswitch.regulations import Butler, Regulations
from arrowswitch.scoring.figures import shown
from arrowswitch.scoring.imps import imps, no_artificial, outcomes_of
from arrowswitch.scoring.lines import Average, Award, Ceiling, Damage, Fixed, Floor, Line, Percent, Weighted
from arrowswitch.scoring.numbers import Number, round_step, tidy
from arrowswitch.scoring.points import Points
from arrowswitch.scoring.working import Working
from arrowswitch.words import counted, say


def _mean(scores: Sequence[int]) -> Number:
    return Fraction(sum(scores), len(scores))


DATUM: dict[str, Callable[[Sequence[int]], Number]] = {
    "mean": _mean,
    "median": lambda scores: median(Fraction(score) for score in scores),
    "highest": max,
    "lowest": min,
    "zero": lambda _: 0,
    "par": _mean,  # of a board whose par nobody has estimated
}
DATUM_WORDS = {
    "mean": say("Mean of {kept} of {all}"),
    "median": say("Median of {all}"),
    "highest": say("The highest of {all}"),
    "lowest": say("The lowest of {all}"),
    "zero": say("Nothing, whatever the scores are ({all})"),
    "par": say("No par is known: mean of {kept} of {all}"),
}


def datum(scores: Sequence[int], settings: Butler, work: Working | None = None) -> Number:
    """What the scores of a board are compared with.

    >>> from arrowswitch.regulations import load
    >>> datum([620, 650, 620, -100, 170, 1430], load("wbf").butler)
    520
    """
    ordered = sorted(scores)
    dropped = max((count for least, count in settings.drop.items() if len(ordered) >= least), default=0)
    dropped = min(dropped, (len(ordered) - 1) // 2)
    kept = ordered[dropped : len(ordered) - dropped] if settings.datum in ("mean", "par") else ordered
    exact = Fraction(DATUM[settings.datum](kept))
    text = say(DATUM_WORDS[settings.datum], kept=len(kept), all=counted("scores", len(ordered)))
    result = round_step(exact, settings.rounding)
    if work is not None:
        work.note(text, tidy(exact))
        work.note(say("Datum, rounded to {step}", step=settings.rounding), result)
    return result


def artificial_imps(award: Award, plus: Number, regulations: Regulations) -> Number | None:
    """IMPs of an artificial award where average plus is so many; None if it is not artificial.

    >>> from arrowswitch.regulations import load
    >>> from arrowswitch.scoring.lines import MINUS
    >>> int(artificial_imps(MINUS, Fraction(3), load("wbf")))
    -3
    """
    settings = regulations.artificial
    match award:
        case Average("plus"):
            return plus
        case Average("minus"):
            return -plus
        case Average():
            return 0
        case Percent(share):
            rise = settings.plus - settings.average
            return (share * 100 - settings.average) / rise * plus if rise else 0
        case Fixed(points):
            return points
        case _:
            return None


def at_least(made: Number, plus: Number, work: Working | None = None) -> Number:
    """The points made, or average plus if that is more.

    >>> at_least(-2, 3), at_least(5, 3)
    (3, 5)
    """
    value = tidy(max(made, plus))
    if work is not None:
        work.note(say("At least average plus, {plus}", plus=shown(plus)), value, "Law 12C2")
    return value


def at_most(made: Number, minus: Number, work: Working | None = None) -> Number:
    """The points made, or average minus if that is less.

    >>> at_most(-2, -3), at_most(-5, -3)
    (-3, -5)
    """
    value = tidy(min(made, minus))
    if work is not None:
        work.note(say("At most average minus, {minus}", minus=shown(minus)), value, "Law 12C2")
    return value


class ImpBoard:
    """What Butler and cross-IMPs have in common: groups of the board, and awards of every kind."""

    top = None
    plus_key = ""

    def __init__(self, lines: Sequence[Line], regulations: Regulations) -> None:
        self._lines = lines
        self._regulations = regulations

    @property
    def _plus(self) -> Fraction:
        return Fraction(getattr(self._regulations.artificial, self.plus_key))

    @property
    def _rounding(self) -> Number:
        """The step of weighted points."""
        return self._regulations.weighted.imps_rounding

    @cached_property
    def _groups(self) -> dict[str, list[Line]]:
        found: dict[str, list[Line]] = {}
        for line in self._lines:
            if outcomes_of(line.ns_award) or outcomes_of(line.ew_award):
                found.setdefault(line.group, []).append(line)
        return found

    @cached_property
    def _small(self) -> frozenset[str]:
        if len(self._groups) < 2:
            return frozenset()
        most = max(len(lines) for lines in self._groups.values())
        enough = self._regulations.fouled.is_enough
        return frozenset(
            group
            for group, lines in self._groups.items()
            if not enough(len(lines), len(self._lines), largest=len(lines) == most)
        )

    def compared(self, score: int, line: Line, side: Side, work: Working | None = None) -> Number:
        """IMPs of a score, as the side sees it."""
        raise NotImplementedError

    def points(self, line: Line, side: Side, work: Working | None = None) -> Points:
        """What a side gets on a line."""
        award = line.award(side)
        value = artificial_imps(award, self._plus, self._regulations)
        if value is not None:
            if work is not None:
                work.note(say("Artificial score"), tidy(value), self._regulations.source(f"artificial.{self.plus_key}"))
            return Points(tidy(value))
        if line.group in self._small:
            rate = {"none": 1, "partly": 0, "directly": -1}[line.fault(side)]
            value = self._regulations.fouled.imps * rate
            if work is not None:
                work.note(say("Too few results in this group"), value, self._regulations.source("fouled.imps"))
            return Points(tidy(value))
        return Points(tidy(self._made(award, line, side, work)))

    def _made(self, award: Award, line: Line, side: Side, work: Working | None) -> Number:
        match award:
            case Damage(expected, after, actual):
                cost = max(self.compared(expected, line, side, work) - self.compared(after, line, side, work), 0)
                value = self.compared(actual, line, side, work) + cost
                if work is not None:
                    work.note(say("With the {cost} that the infraction cost", cost=shown(cost)), value, "Law 12C1(e)")
                return value
            case Floor(ns):
                return at_least(self.compared(ns, line, side, work), self._plus, work)
            case Ceiling(ns):
                return at_most(self.compared(ns, line, side, work), -self._plus, work)
        parts = [(self.compared(score, line, side, work), weight) for score, weight in outcomes_of(award)]
        value = sum((part * weight for part, weight in parts), Fraction(0))
        if isinstance(award, Weighted):
            value = round_step(value, self._rounding)
            if work is not None:
                terms = " + ".join(f"{shown(weight * 100)}% × {shown(part)}" for part, weight in parts)
                work.note(say("Weighted: {terms}", terms=terms), tidy(value), "Law 12C1(c)")
        return value


class ButlerBoard(ImpBoard):
    """A board scored against its datum."""

    plus_key = "butler_imps"
    law = "Law 78B"

    def __init__(self, lines: Sequence[Line], regulations: Regulations, par: int | None = None) -> None:
        super().__init__(lines, regulations)
        self._par = par if regulations.butler.datum == "par" else None

    @property
    def _true(self) -> str:
        """The group that played the board as it should have been."""
        return "" if "" in self._groups else max(self._groups, key=lambda group: len(self._groups[group]))

    def _datum(self, group: str, work: Working | None = None) -> Number:
        if self._par is not None and group == self._true:
            if work is not None:
                work.note(say("Datum, the par that was estimated"), self._par, self._regulations.source("butler.datum"))
            return self._par
        left_out = self._regulations.butler.under_appeal == "left-out"
        lines = self._groups[group]
        scores = [line.score for line in lines if line.score is not None and not (left_out and line.under_appeal)]
        if not scores:  # nothing but split or weighted scores: all of their outcomes
            scores = [
                score for line in lines for award in (line.ns_award, line.ew_award) for score, _ in outcomes_of(award)
            ]
        return datum(scores, self._regulations.butler, work)

    @cached_property
    def data(self) -> dict[str, Number]:
        """The datum of each group of the board."""
        return {group: self._datum(group) for group in self._groups}

    @cached_property
    def _equaliser(self) -> dict[str, int]:
        """What is added to North-South's IMPs in each group (Bridge NSW 7.1.1a)."""
        added = dict.fromkeys(self._groups, 0)
        if not (self._regulations.fouled.equalise and self._regulations.butler.datum == "median"):
            return added
        true = self._true
        means = {group: self._mean(group) for group in self._groups if group not in self._small}
        for group in means:
            if group != true and true in means:
                added[group] = int(round_step(means[true] - means[group], 1))
        return added

    def _mean(self, group: str) -> Fraction:
        made = [imps(score - self.data[group]) for line in self._groups[group] if (score := line.score) is not None]
        return Fraction(sum(made), len(made) or 1)

    def worth(self, difference: Number) -> Number:
        """What a difference from the datum is worth."""
        return imps(difference)

    def compared(self, score: int, line: Line, side: Side, work: Working | None = None) -> Number:
        if work is not None:
            self._datum(line.group, work)
        sign = 1 if side is Side.NS else -1
        difference = sign * (score - self.data[line.group])
        made, added = self.worth(difference), sign * self._equaliser[line.group]
        if work is not None:
            work.note(say("Difference from the datum {difference}", difference=shown(difference)), made, self.law)
            if added:
                text = say("{added:+d}, so that this group’s mean agrees with the true board’s", added=added)
                work.note(text, made + added, self._regulations.source("fouled.equalise"))
        return made + added


class NetBoard(ButlerBoard):
    """A board scored by the difference from its datum itself, without IMPs; groups are never too small for that."""

    law = "Law 78D"
    _small = frozenset()
    _rounding = 0

    @cached_property
    def _equaliser(self) -> dict[str, int]:
        return dict.fromkeys(self._groups, 0)

    def worth(self, difference: Number) -> Number:
        return difference

    def points(self, line: Line, side: Side, work: Working | None = None) -> Points:
        no_artificial(line.award(side))
        return super().points(line, side, work)


Outcomes = tuple[tuple[int, Number], ...]
"""Scores with their weights."""


class CrossImpBoard(ImpBoard):
    """A board scored against every other table, divided by the comparisons."""

    plus_key = "cross_imps"

    @cached_property
    def _tables(self) -> dict[tuple[str, Side], dict[int, Number]]:
        found: dict[tuple[str, Side], dict[int, Number]] = {}
        for line in self._lines:
            for side in Side:
                table = found.setdefault((line.group, side), {})
                for score, weight in outcomes_of(line.award(side)):
                    table[score] = table.get(score, 0) + weight
        return found

    @cached_property
    def _known(self) -> dict[tuple[int, str, Side, Outcomes], Number]:
        return {}

    def compared(self, score: int, line: Line, side: Side, work: Working | None = None) -> Number:
        award = line.award(side)
        own = outcomes_of(award) if isinstance(award, Weighted) else ((score, 1),)
        key = score, line.group, side, own
        if key not in self._known or work is not None:
            self._known[key] = self._against_all(score, own, line.group, side, work)
        return self._known[key]

    def _against_all(self, score: int, own: Outcomes, group: str, side: Side, work: Working | None) -> Number:
        others = dict(self._tables[group, side])
        for outcome, weight in own:
            others[outcome] = others.get(outcome, 0) - weight
        comparisons = sum(others.values())
        total = sum((imps(score - other) * often for other, often in others.items()), Fraction(0))
        total = total if side is Side.NS else -total
        value = tidy(Fraction(total) / comparisons) if comparisons > 0 else 0
        if work is not None:
            self._comparisons(score, others, 1 if side is Side.NS else -1, work)
            against = counted("other tables", comparisons, shown(comparisons))
            work.note(say("IMPs against {tables}", tables=against), tidy(total), "Law 78B")
            work.note(say("Divided by the comparisons"), value)
        return value

    @staticmethod
    def _comparisons(score: int, others: Mapping[int, Number], sign: int, work: Working) -> None:
        """Each score of the other tables, how often it was made, and the IMPs against all of them."""
        for other, often in sorted(others.items(), key=lambda item: -sign * item[0]):
            if often > 0:
                difference = sign * (score - other)
                text = say(
                    "{own} against {other} (× {often}): {difference} is {imps}",
                    own=sign * score,
                    other=sign * other,
                    difference=difference,
                    imps=counted("IMPs", imps(difference)),
                    often=shown(often),
                )
                work.note(text, tidy(imps(difference) * often))
