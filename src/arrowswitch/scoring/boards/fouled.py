"""Groups of a fouled board with too few results to be compared within themselves (Law 87).

Their results are ranked, and each rank is worth a percentage that the regulations name; ties share. A pair not at
fault is indemnified, a pair responsible pays. Larger groups are carried to the field in `matchpoints`.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from arrowswitch.regulations import FouledBoards
from arrowswitch.scoring.figures import shown
from arrowswitch.scoring.lines import Fault
from arrowswitch.scoring.numbers import Number
from arrowswitch.scoring.working import Working
from arrowswitch.words import say


def small_share(
    own: Number, all_points: Sequence[Number], fault: Fault, settings: FouledBoards, work: Working | None = None
) -> Fraction | None:
    """The share of the top for one result of a small group; None where artificial scores are given instead.

    >>> from arrowswitch.regulations import load
    >>> [small_share(own, [4, 1, 1], "none", load("nzb").fouled) for own in (4, 1)]
    [Fraction(7, 10), Fraction(11, 20)]
    """
    percentages = settings.small.get(len(all_points))
    if percentages is None:
        return None
    ranks = [rank for rank, points in enumerate(sorted(all_points, reverse=True)) if points == own]
    percent = sum((percentages[rank] for rank in ranks), Fraction(0)) / len(ranks)
    indemnity = settings.indemnity.get(fault, Fraction(0))
    if work is not None:
        work.note(
            say(
                "Too few results in this group; place {own} of {results} in it, in percent",
                own=", ".join(str(r + 1) for r in ranks),
                results=len(all_points),
            ),
            percent,
        )
        if indemnity > 0:
            work.note(say("{percent}% more for a pair not at fault", percent=shown(indemnity)), percent + indemnity)
        elif indemnity:
            work.note(say("{percent}% less for a pair at fault", percent=shown(-indemnity)), percent + indemnity)
    return (percent + indemnity) / 100
