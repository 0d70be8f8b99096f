"""Penalties: a share of one board's top, or a number of points, IMPs or victory points.

What an offence costs is in the regulations; here it becomes points of the session. A percentage is always one of the
real top, also when sections are scored together: 10% with 16 and 13 tables is 5.6, not 3.0 + 2.4.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from arrowswitch.regulations import Penalties, PenaltyScale, Regulations
from arrowswitch.scoring.numbers import Number, tidy
from arrowswitch.words import Sentence, say


@dataclass(frozen=True, slots=True)
class Penalty:
    """What is taken from a contestant: a share of a top, points (matchpoints, IMPs ...), or victory points."""

    contestant: str
    share: Fraction | None = None
    points: Fraction | None = None
    vps: Fraction | None = None
    reason: str = ""
    round: int | None = None
    """The round of the match that IMPs are taken from, where matches are on victory points."""
    against: str = ""
    """The opponents in that match."""

    def amount(self, top: Number | None) -> Number:
        """How many points it is; a penalty in victory points is none.

        >>> Penalty("7", share=Fraction(1, 10)).amount(56)
        Fraction(28, 5)
        """
        if self.points is not None:
            return tidy(self.points)
        return tidy((self.share or Fraction(0)) * (top or 0))


def deduction(percent: Number, tables: int) -> Number:
    """Matchpoints for a percentage of a top, when the board is played at so many tables.

    >>> deduction(10, 13), deduction(10, 16 + 13)
    (Fraction(12, 5), Fraction(28, 5))
    """
    return tidy(Fraction(percent) / 100 * 2 * (tables - 1))


def effect(percent: Number, boards: int) -> Fraction:
    """What a percentage of one top costs in percent of a session.

    >>> float(effect(10, 25))
    0.4
    """
    return Fraction(percent) / boards


def penalty_for(offence: str, number: int, penalties: Penalties) -> PenaltyScale | None:
    """The fine for the first, second, third ... offence, which may be a warning; None where there is no scale.

    >>> from arrowswitch.regulations import load
    >>> penalty_for("slow", 1, load("bnsw").penalties).warning, int(penalty_for("slow", 9, load("bnsw").penalties).percent)
    (True, 75)
    """
    ladder: Sequence[PenaltyScale] = getattr(penalties, offence)
    return ladder[min(number, len(ladder)) - 1] if ladder else None


def penalty_for_lateness(minutes: int, penalties: Penalties) -> PenaltyScale | Sentence | None:
    """The fine for being late; a sentence where the director decides, None if there is none.

    >>> from arrowswitch.regulations import load
    >>> int(penalty_for_lateness(12, load("bnsw").penalties).percent), str(penalty_for_lateness(31, load("bnsw").penalties))
    (50, 'The director decides.')
    """
    if penalties.late_discretion_from and minutes >= penalties.late_discretion_from:
        return say("The director decides.")
    reached = [fine for fine in penalties.late if minutes >= fine.minutes]
    return reached[-1] if reached else None


class MatchFine(NamedTuple):
    """What a side loses that was late for a match or fouled a board: IMPs in it, victory points, boards, or the match."""

    imps: Number = 0
    vps: Number = 0
    boards_withdrawn: int = 0
    board_imps: Number = 0
    """IMPs for boards that are taken away."""
    forfeit: bool = False


def late_for_match(minutes: int, regulations: Regulations, contest: str) -> MatchFine | Sentence | None:
    """What so many minutes cost in a Swiss, a round robin or a knockout; a sentence where the director decides, None if nothing.

    >>> from arrowswitch.regulations import load
    >>> late_for_match(22, load("acbl"), "knockout")
    MatchFine(imps=6, vps=0, boards_withdrawn=1, board_imps=3, forfeit=False)
    >>> late_for_match(12, load("acbl"), "swiss")[:3], late_for_match(12, load("bnsw"), "swiss")[:3]
    ((0, 2, 1), (0, 2, 0))
    """
    matches, knockout = regulations.matches, contest == "knockout"
    rows = matches.late_knockout if knockout else matches.late_swiss
    if not rows:
        fine = penalty_for_lateness(minutes, regulations.penalties)
        if fine is None or isinstance(fine, Sentence) or fine.warning:
            return fine if isinstance(fine, Sentence) else None
        return MatchFine(imps=tidy(fine.imps)) if knockout else MatchFine(vps=tidy(fine.vps))
    forfeit = matches.late_knockout_forfeit if knockout else matches.late_swiss_forfeit
    if forfeit and minutes >= forfeit:
        return MatchFine(forfeit=True)
    reached = [row for row in rows if minutes >= row[0]]
    if not reached:
        return None
    _, imps, vps, boards, board_imps = reached[-1]
    return MatchFine(tidy(imps), tidy(vps), int(boards), tidy(board_imps))
