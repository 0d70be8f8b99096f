"""Teams: the two tables of a match compared, board by board.

A line has team numbers on both sides; its partner is the line of the same board where the teams sit the other way.
What a difference is worth depends on the method: IMPs, board-a-match, point-a-board, Patton or aggregate.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cached_property, partial

from arrowswitch.bridge import Side
from arrowswitch.regulations import Regulations
from arrowswitch.scoring.boards.butler import artificial_imps, at_least, at_most
from arrowswitch.scoring.boards.matchpoints import MatchpointColumn
from arrowswitch.scoring.figures import shown
from arrowswitch.scoring.imps import imps, no_artificial, outcomes_of
from arrowswitch.scoring.lines import (
    MINUS,
    PLUS,
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
from arrowswitch.scoring.numbers import Number, round_step, tidy
from arrowswitch.scoring.points import Points
from arrowswitch.scoring.working import Working
from arrowswitch.words import say


def board_points(difference: Number) -> int:
    """2 for a board won, 1 for a tie, 0 for a board lost.

    >>> board_points(10), board_points(0), board_points(-620)
    (2, 1, 0)
    """
    return 1 + (difference > 0) - (difference < 0)


def fouled_board(ns_percent: Number, ew_percent: Number) -> int:
    """Board-a-match when the two tables had different forms of the board: each is matchpointed in its own group, and the team's
    two percentages are added. More than 120 wins, less than 80 loses.

    >>> fouled_board(70, 55), fouled_board(60, 60), fouled_board(40, 39)
    (2, 1, 0)
    """
    total = ns_percent + ew_percent
    return 1 + (total > 120) - (total < 80)


WORTH: dict[str, Callable[[Number], Number]] = {
    "imps": imps,
    "board-a-match": board_points,
    "point-a-board": board_points,
    "patton": board_points,
    "aggregate": lambda difference: difference,
}
TWO_A_BOARD = ("board-a-match", "point-a-board", "patton")


class TeamsBoard:
    """One board of all the matches that play it."""

    def __init__(
        self, method: str, lines: Sequence[Line], regulations: Regulations, boards_per_match: int | None = None
    ) -> None:
        self._method = method
        self._lines = lines
        self._regulations = regulations
        self._boards_per_match = boards_per_match

    @property
    def top(self) -> Number | None:
        """2 where a board is won or lost."""
        return 2 if self._method in TWO_A_BOARD else None

    @cached_property
    def _partners(self) -> dict[tuple[str, str], Line]:
        return {(line.ns, line.ew): line for line in self._lines}

    def partner(self, line: Line) -> Line | None:
        """The other table of the match."""
        return self._partners.get((line.ew, line.ns))

    def points(self, line: Line, side: Side, work: Working | None = None) -> Points | None:
        """What a team gets on a board; None if the other table has no result, or is in another group."""
        own, partner = line.award(side), self.partner(line)
        value = self._artificial(own, work)
        if value is None and partner is not None:
            value = self._artificial(partner.award(side.other), work)
        if value is not None:
            return Points(tidy(value), self.top)
        if partner is None:
            return None
        if line.group != partner.group:
            if self._method not in TWO_A_BOARD:
                return None
            return Points(self._fouled(line, partner, side, work), self.top)
        return Points(tidy(self._compared(own, partner.award(side.other), side, work)), self.top)

    def _artificial(self, award: Award, work: Working | None) -> Number | None:
        value: Number | None
        if self._method == "aggregate":
            value = no_artificial(award)
        elif self._method not in TWO_A_BOARD:
            plus = self._regulations.artificial.match_imps(self._boards_per_match or 99)
            value = artificial_imps(award, plus, self._regulations)
        else:
            match award:
                case Average(kind):
                    value = Fraction(getattr(self._regulations.artificial, kind)) / 100 * 2
                case Percent(share):
                    value = share * 2
                case Fixed(points):
                    value = points
                case _:
                    value = None
        if value is not None and work is not None:
            key = "artificial.average" if self._method in TWO_A_BOARD else "artificial.imps"
            work.note(say("Artificial score"), tidy(value), self._regulations.source(key))
        return value

    def _compared(self, own: Award, other: Award, side: Side, work: Working | None) -> Number:
        """What a team's two results are worth together; either may be of a kind of its own."""
        for mine, theirs in ((own, other), (other, own)):
            with_score = partial(self._with_score, mine is own, theirs, side, work)
            match mine:
                case Damage(expected, after, actual):
                    cost = max(with_score(expected) - with_score(after), 0)
                    value = tidy(with_score(actual) + cost)
                    if work is not None:
                        work.note(
                            say("With the {cost} that the infraction cost", cost=shown(cost)), value, "Law 12C1(e)"
                        )
                    return value
                case Floor(ns):
                    return at_least(with_score(ns), self._average(PLUS), work)
                case Ceiling(ns):
                    return at_most(with_score(ns), self._average(MINUS), work)
        return self._outcomes(own, other, side, work)

    def _with_score(self, here: bool, other: Award, side: Side, work: Working | None, made: int) -> Number:
        """The same with a plain score in place of the award of its own kind."""
        own, partner = (Score(made), other) if here else (other, Score(made))
        return self._compared(own, partner, side, work)

    def _average(self, award: Average) -> Number:
        return self._artificial(award, None) or 0

    def _outcomes(self, own: Award, other: Award, side: Side, work: Working | None) -> Number:
        sign = 1 if side is Side.NS else -1
        worth = WORTH[self._method]
        total: Number = Fraction(0)
        for score, weight in outcomes_of(own):
            for other_score, other_weight in outcomes_of(other):
                difference = sign * (score - other_score)
                value = worth(difference)
                part = value * weight * other_weight
                total += part
                if work is not None:
                    work.note(
                        say(
                            "{own} here and {other} at the other table: {difference}, worth {value}",
                            own=sign * score,
                            other=-sign * other_score,
                            difference=shown(difference),
                            value=shown(value),
                        ),
                        tidy(part),
                        "Law 78B" if self._method == "imps" else "",
                    )
        if isinstance(own, Weighted) or isinstance(other, Weighted):
            if self._method == "imps":
                total = round_step(total, self._regulations.weighted.imps_rounding)
            if work is not None:
                work.note(say("Weighted outcomes together"), tidy(total), "Law 12C1(c)")
        return total

    def _fouled(self, line: Line, partner: Line, side: Side, work: Working | None) -> int:
        percents = []
        for each, seat in ((line, side), (partner, side.other)):
            group = [other for other in self._lines if other.group == each.group]
            made = MatchpointColumn(group, seat, len(group), self._regulations).points(each)
            percents.append(Fraction(made.share) * 100 if isinstance(made, Points) and made.maximum else Fraction(50))
        value = fouled_board(*percents)
        if work is not None:
            work.note(
                say(
                    "Different groups: {first}% and {second}%, each within its own",
                    first=shown(percents[0]),
                    second=shown(percents[1]),
                ),
                value,
                "Bridge Director’s Companion, L4063-4067",
            )
        return value


def patton_aggregate(plus: Number, minus: Number, boards: int) -> Fraction:
    """The aggregate part of a Patton match: as many points as the boards are worth, shared in the proportion of the
    points that the two teams scored at both tables.

    >>> patton_aggregate(1200, 400, 4)
    Fraction(6, 1)
    """
    total = plus + minus
    return Fraction(2 * boards) * (Fraction(plus) / total if total else Fraction(1, 2))
