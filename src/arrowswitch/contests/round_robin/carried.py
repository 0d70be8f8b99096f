"""What qualifiers take into the next stage: the difference, a share, or what they won from one another.

NZ Club Directors Manual, L3284-3286 and L3546: a play-off carries the difference of victory points (128 against 122 is 6); in a
wide field 30% of the score goes on.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from arrowswitch.contests.reading import BadContest
from arrowswitch.contests.standings import StandingsTable
from arrowswitch.scoring.figures import shown
from arrowswitch.scoring.numbers import tidy
from arrowswitch.words import Sentence, counted, say

Number = int | Fraction
CARRY_WAYS: Mapping[str, Sentence] = {
    "nothing": say("Everybody begins with nothing."),
    "difference": say("Everybody begins with what it was ahead of the last qualifier."),
    "share": say("Everybody begins with a share of its score."),
    "fellows": say("Everybody begins with what it won from the other qualifiers."),
}


@dataclass(frozen=True, slots=True)
class CarriedOver:
    """What one qualifier begins with, and the working."""

    contestant: str
    vps: Number
    working: Sentence


def carry(
    table: StandingsTable, qualifiers: Sequence[str], way: str, share: Fraction = Fraction(3, 10)
) -> list[CarriedOver]:
    """What each qualifier takes along.

    >>> from arrowswitch.contests.standings import Contest, ContestResult, standings
    >>> table = standings(Contest(("A", "B"), ((ContestResult(("A", "B"), vps=(12, 8)),),), start={"A": 116, "B": 114}))
    >>> [(each.contestant, each.vps, str(each.working)) for each in carry(table, ["A", "B"], "difference")][0]
    ('A', 6, '128 less 122')
    >>> [float(each.vps) for each in carry(table, ["A", "B"], "share")]
    [38.4, 36.6]
    """
    if way not in CARRY_WAYS:
        raise BadContest(say("“{way}” is no way to carry over; there are {ways}.", way=way, ways=", ".join(CARRY_WAYS)))
    if not 0 <= share <= 1:
        raise BadContest(say("From 0% to 100% can be carried over, not {percent}%.", percent=shown(share * 100)))
    lines = {each.contestant: each for each in table.standings}
    missing = next((name for name in qualifiers if name not in lines), None)
    if missing is not None:
        raise BadContest(say("{name} is not in the table.", name=missing))
    least = min((lines[name].vps for name in qualifiers), default=0)
    found = []
    for name in qualifiers:
        total = lines[name].vps
        won = [
            line.vps
            for line in lines[name].rounds
            if line.vps is not None and line.opponents and {*line.opponents} <= {*qualifiers}
        ]
        vps, working = {
            "nothing": (0, say("nothing")),
            "difference": (total - least, say("{total} less {least}", total=shown(total), least=shown(least))),
            "share": (total * share, say("{share}% of {total}", share=shown(share * 100), total=shown(total))),
            "fellows": (sum(won), say("against fellow qualifiers: {matches}", matches=counted("matches", len(won)))),
        }[way]
        found.append(CarriedOver(name, tidy(vps), working))
    return found
