"""Matchpoints for one board: 2 for every pair beaten, 1 for every tie, made comparable between boards.

Each side is scored from its own column, because adjustments may give the sides different scores. A board with fewer
results than expected, or one that was played in several groups, is carried to the size of the field by Neuberg's
formula or by another that the regulations choose. Law 78A; fouled boards are Law 87, artificial scores Law 12C2.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from arrowswitch.bridge import Side
from arrowswitch.regulations import Regulations
from arrowswitch.scoring.boards.artificial import waiting
from arrowswitch.scoring.boards.fouled import small_share
from arrowswitch.scoring.boards.frequency import Frequency
from arrowswitch.scoring.figures import shown
from arrowswitch.scoring.lines import (
    Average,
    Award,
    Ceiling,
    Damage,
    Fixed,
    Floor,
    Line,
    Percent,
    Score,
    Weighted,
)
from arrowswitch.scoring.numbers import Number, round_about, tidy
from arrowswitch.scoring.points import Points, SidePoints, Waiting
from arrowswitch.scoring.working import Working
from arrowswitch.words import counted, say

NOBODY = Frequency({})


def top_of(expected: Number, *, ascherman: bool = False) -> Number:
    """The most that a board is worth.

    >>> top_of(12), top_of(12, ascherman=True)
    (22, 24)
    """
    return 2 * expected if ascherman else 2 * (expected - 1)


def carried(
    matchpoints: Number, group: Number, expected: Number, method: str = "neuberg", work: Working | None = None
) -> Number:
    """Matchpoints made among `group` results, carried to a field of `expected`.

    >>> [float(round_about(carried(m, 7, 10), 9, Fraction(1, 10))) for m in (12, 10, 8, 6, 4, 2, 0)]
    [17.6, 14.7, 11.9, 9.0, 6.1, 3.3, 0.4]
    >>> [int(carried(m, 9, 10, "plus-one")) for m in (16, 14, 0)]
    [17, 15, 1]
    """
    if method == "neuberg":
        value = Fraction((matchpoints + 1) * expected - group, group)
    elif method == "ascherman":
        value = Fraction((matchpoints + 1) * expected, group)
    elif method == "plus-one":
        value = Fraction(matchpoints + expected - group)
    elif method == "factor":
        value = Fraction(matchpoints * (expected - 1), group - 1) if group > 1 else Fraction(expected - 1)
    else:
        value = Fraction(matchpoints)
    result = tidy(value)
    if work is not None:
        text = say(
            CARRYING[method],
            mp=shown(matchpoints),
            expected=expected,
            group=shown(group),
            rest=shown(expected - group),
            high=expected - 1,
            low=shown(group - 1),
        )
        work.note(text, result, matchpoints=matchpoints, expected=expected, group=group)
    return result


CARRYING: dict[str, str] = {
    "neuberg": say("Neuberg: ({mp} + 1) × {expected} ÷ {group} − 1"),
    "plus-one": say("One more for each result that is not compared with ({rest}): {mp} + {rest}"),
    "factor": say("Factor: {mp} × {high} ÷ {low}"),
    "ascherman": say("Ascherman: ({mp} + 1) × {expected} ÷ {group}"),
    "none": say("Among the results themselves: {group}"),
}


def rounded(value: Number, maximum: Number, regulations: Regulations, work: Working | None = None) -> Number:
    """A board's points as they count, by the regulations' rounding.

    >>> from arrowswitch.regulations import load
    >>> float(rounded(Fraction(59, 4), 18, load("ebu")))
    14.7
    """
    settings = regulations.matchpoints
    step = settings.rounding
    if not step or (type(value) is int and step.numerator == 1):  # nothing to round, as on most boards
        return tidy(value)
    result = round_about(value, Fraction(maximum) / 2, step, settings.half)
    if work is not None and result != value:
        text = say("Rounded to {step}", step=shown(step))
        work.note(text, result, regulations.source("matchpoints.rounding"))
    return result


@dataclass(frozen=True)
class MatchpointColumn:
    """One side's results on a board, ready to be scored."""

    lines: Sequence[Line]
    side: Side
    expected: int
    regulations: Regulations

    # -- what is compared with what -------------------------------------------------------------------------------

    def _seen(self, score: int) -> int:
        return score if self.side is Side.NS else -score

    def _compared(self, award: Award) -> list[tuple[int, Number]]:
        """The scores that other tables compare themselves with."""
        match award:
            case Score(ns) | Floor(ns) | Ceiling(ns):
                return [(self._seen(ns), 1)]
            case Damage(_, _, actual):
                return [(self._seen(actual), 1)]
            case Weighted(outcomes) if self.regulations.weighted.method == "shared":
                return [(self._seen(outcome.ns), outcome.weight) for outcome in outcomes]
            case _:
                return []

    @cached_property
    def groups(self) -> dict[str, Frequency]:
        """The frequency table of each group of the board."""
        found: dict[str, dict[int, Number]] = {}
        north = self.side is Side.NS
        for line in self.lines:
            award = line.ns_award if north else line.ew_award
            if type(award) is Score:  # nearly all are
                table = found.setdefault(line.group, {})
                score = award.ns if north else -award.ns
                table[score] = table.get(score, 0) + 1
                continue
            for score, part in self._compared(award):
                table = found.setdefault(line.group, {})
                table[score] = table.get(score, 0) + part
        return {group: Frequency(often) for group, often in found.items()}

    @cached_property
    def _method(self) -> str:
        if self.regulations.matchpoints.ascherman:
            return "ascherman"
        if len(self.groups) > 1:
            return self.regulations.fouled.method
        return self.regulations.matchpoints.missing

    @cached_property
    def small(self) -> frozenset[str]:
        """The groups with too few results to be compared within themselves."""
        if len(self.groups) < 2:
            return frozenset()
        most = max(table.results for table in self.groups.values())
        return frozenset(
            group
            for group, table in self.groups.items()
            if not self.regulations.fouled.is_enough(int(table.results), len(self.lines), largest=table.results == most)
        )

    @cached_property
    def top(self) -> Number:
        """The most that this board is worth."""
        if self._method == "none":
            return top_of(max((table.results for table in self.groups.values()), default=1))
        return top_of(self.expected, ascherman=self._method == "ascherman")

    def _maximum(self, group: Frequency) -> Number:
        return top_of(group.results) if self._method == "none" else self.top

    # -- points ---------------------------------------------------------------------------------------------------

    def points(self, line: Line, work: Working | None = None) -> SidePoints:
        """What the side gets on a line."""
        award = line.award(self.side)
        table = self.groups.get(line.group, NOBODY)
        if line.group in self.small and self._compared(award):
            return self._in_a_small_group(line, table, work)
        match award:
            case Score(ns):
                return self._settled(self._natural(table, ns, work), table, work)
            case Weighted():
                return self._weighted(award, table, work)
            case Damage():
                return self._damaged(award, table, work)
            case Floor(ns) | Ceiling(ns):
                made = self._settled(self._natural(table, ns, work), table, work)
                kind = "plus" if isinstance(award, Floor) else "minus"
                return waiting(kind, self.top, self.regulations, made.share, work)
            case Percent(share):
                return self._share(share, work)
            case Fixed(points):
                if work is not None:
                    work.note(say("Points given as a number"), points)
                return Points(tidy(points), self.top)
            case Average("average"):
                share = self.regulations.artificial.average / 100
                return self._share(share, work, self.regulations.source("artificial.average"))
            case Average(kind):
                return waiting(kind, self.top, self.regulations, work=work)
        raise AssertionError(award)

    def _natural(self, table: Frequency, ns: int, work: Working | None) -> Number:
        score = self._seen(ns)
        matchpoints = table.matchpoints(score)
        if work is not None:
            work.note(
                say(
                    "{score} beats {below} of {others} and ties with {ties}: 2 × {below} + {ties}",
                    score=score,
                    below=shown(table.below(score)),
                    others=counted("others", table.results - 1, shown(table.results - 1)),
                    ties=shown(table.of(score) - 1),
                ),
                matchpoints,
                "Law 78A",
                score=score,
                below=table.below(score),
                ties=table.of(score) - 1,
            )
        return self._carried(matchpoints, table.results, work)

    def _carried(self, matchpoints: Number, results: Number, work: Working | None) -> Number:
        if results == self.expected and self._method != "ascherman":
            return matchpoints
        return carried(matchpoints, results, self.expected, self._method, work)

    def _settled(self, value: Number, table: Frequency, work: Working | None) -> Points:
        maximum = self._maximum(table)
        return Points(rounded(value, maximum, self.regulations, work), maximum)

    def _share(self, share: Fraction, work: Working | None, rule: str = "") -> Points:
        value = share * self.top
        if work is not None:
            work.note(
                say("{percent}% of a top of {top}", percent=shown(share * 100), top=shown(self.top)), tidy(value), rule
            )
        return Points(rounded(value, self.top, self.regulations, work), self.top)

    def _weighted(self, award: Weighted, table: Frequency, work: Working | None) -> Points:
        shared = self.regulations.weighted.method == "shared"
        if shared and any(table.matchpoints(self._seen(outcome.ns)) < 0 for outcome in award.outcomes):
            return self._settled(self._shared(award, table, work), table, work)
        results = table.results if shared else table.results + 1
        total: Number = 0
        for outcome in award.outcomes:
            score = self._seen(outcome.ns)
            matchpoints = table.matchpoints(score) if shared else table.against(score)
            points = self._carried(matchpoints, results, None)
            total += outcome.weight * points
            if work is not None:
                work.note(
                    say(
                        "{percent}% of {score}, which is worth {points}",
                        percent=shown(outcome.weight * 100),
                        score=score,
                        points=shown(points),
                    ),
                    tidy(outcome.weight * points),
                    self.regulations.source("weighted.method"),
                )
        if work is not None:
            work.note(say("Together"), tidy(total), "Law 12C1(c)")
        maximum = top_of(results) if self._method == "none" else self.top
        return Points(rounded(total, maximum, self.regulations, work), maximum)

    def _shared(self, award: Weighted, table: Frequency, work: Working | None) -> Number:
        """Outcomes of which one is made nowhere else, so that by itself it would be worth less than nothing: each is
        compared with the whole table, of which they are a part, and the tie of the table with itself is taken off."""
        total: Number = 0
        for outcome in award.outcomes:
            score = self._seen(outcome.ns)
            points = table.against(score)
            total += outcome.weight * points
            if work is not None:
                work.note(
                    say(
                        "{percent}% of {score}, worth {points} (it beats {below} of {results} in all"
                        " and ties with {ties})",
                        percent=shown(outcome.weight * 100),
                        score=score,
                        points=shown(points),
                        below=shown(table.below(score)),
                        results=counted("results", table.results, shown(table.results)),
                        ties=shown(table.of(score)),
                    ),
                    tidy(outcome.weight * points),
                    self.regulations.source("weighted.method"),
                )
        if work is not None:
            work.note(say("Together"), tidy(total), "Law 12C1(c)")
            work.note(say("Less 1, because the table is not compared with itself"), tidy(total - 1))
        return self._carried(tidy(total - 1), table.results, work)

    def _damaged(self, award: Damage, table: Frequency, work: Working | None) -> Points:
        others = table.without(self._seen(award.actual))
        expected, after, actual = (
            self._carried(others.against(self._seen(score)), table.results, None)
            for score in (award.expected, award.after, award.actual)
        )
        damage = max(expected - after, 0)
        value = actual + damage
        if work is not None:
            work.note(say("Without the infraction {score} is worth", score=self._seen(award.expected)), expected)
            work.note(say("After the infraction {score} is worth", score=self._seen(award.after)), after)
            work.note(say("The infraction itself cost"), tidy(damage), "Law 12C1(e)")
            work.note(say("{score}, made in fact, is worth", score=self._seen(award.actual)), actual)
            work.note(
                say("{actual} + {damage}", actual=shown(actual), damage=shown(damage)), tidy(value), "Law 12C1(e)"
            )
        return self._settled(value, table, work)

    def _in_a_small_group(self, line: Line, table: Frequency, work: Working | None) -> SidePoints:
        settings = self.regulations.fouled
        fault = line.fault(self.side)
        peers = [other for other in self.lines if other.group == line.group and self._compared(other.award(self.side))]
        rank_points = {id(other): self._rank_points(other, table) for other in peers}
        share = small_share(rank_points[id(line)], list(rank_points.values()), fault, settings, work)
        if share is None:
            if fault == "partly":
                rule = self.regulations.source("artificial.average")
                return self._share(self.regulations.artificial.average / 100, work, rule)
            return waiting("plus" if fault == "none" else "minus", self.top, self.regulations, work=work)
        rule = self.regulations.source("fouled.small")
        if settings.law_88 and fault == "none":
            if work is not None:
                work.note(say("Of a top of {top}", top=shown(self.top)), tidy(share * self.top), rule)
            return Waiting("plus", share, self.top, "own", None, rule)
        return self._share(share, work, rule)

    def _rank_points(self, line: Line, table: Frequency) -> Number:
        return sum((part * table.matchpoints(score) for score, part in self._compared(line.award(self.side))), 0)


class MatchpointBoard:
    """A board scored by matchpoints: a column for each side."""

    def __init__(self, lines: Sequence[Line], expected: int, regulations: Regulations) -> None:
        self._ns = MatchpointColumn(lines, Side.NS, expected, regulations)
        self._ew = MatchpointColumn(lines, Side.EW, expected, regulations)
        self._made: tuple[dict[tuple[str, int], SidePoints], ...] = ({}, {})

    @property
    def top(self) -> Number:
        """The most that the board is worth."""
        return max(self._ns.top, self._ew.top)

    def points(self, line: Line, side: Side, work: Working | None = None) -> SidePoints:
        """What a side gets on a line."""
        column, award = (self._ns, line.ns_award) if side is Side.NS else (self._ew, line.ew_award)
        if work is not None or type(award) is not Score or line.group in column.small:
            return column.points(line, work)
        made = self._made[side is Side.EW]
        key = line.group, award.ns
        if key not in made:
            made[key] = column.points(line)
        return made[key]
