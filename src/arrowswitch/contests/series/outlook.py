"""What each may still reach while sessions are to come: said only where it is exact, whatever happens in them.

Numbers are known where a session is worth from nothing to a hundred per cent, or from nothing to the points of the first place, and
where no rule about partners has to be met as well. Elsewhere there is only how many sessions somebody must still play.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from arrowswitch.contests.series.plan import SeriesPlan
from arrowswitch.contests.series.ranked import SeriesList
from arrowswitch.scoring.figures import fixed, shown
from arrowswitch.scoring.numbers import Number, tidy
from arrowswitch.words import Sentence, say, say_count

First = Literal["", "certain", "open", "gone"]


@dataclass(frozen=True, slots=True)
class Outlook:
    """What somebody may still reach."""

    must_play: int
    """So many more, to have a place."""
    to_come: int
    lowest: Number | None = None
    """What is certain for who plays enough; None where it is not known."""
    highest: Number | None = None
    first: First = ""
    """Whether the first place is certain, still open or gone; nothing where that is not known."""

    @property
    def possible(self) -> bool:
        """Whether there may still be a place."""
        return self.must_play <= self.to_come

    def said(self, plan: SeriesPlan) -> list[Sentence]:
        """In sentences."""
        if not self.to_come or not self.possible:
            return []
        found = []
        if self.must_play:
            found.append(
                say_count(
                    "Must play {must} of the {n} session to come.",
                    "Must play {must} of the {n} sessions to come.",
                    self.to_come,
                    must=self.must_play,
                )
            )
        if self.first == "certain":
            found.append(say("The first place is certain."))
        elif self.first == "gone":
            found.append(say("Can no longer come first."))
        if self.highest is not None and self.lowest is not None:
            percent = plan.way == "mean"
            low, high = (fixed(each) + "%" if percent else shown(each) for each in (self.lowest, self.highest))
            found.append(say("Ends between {low} and {high}.", low=low, high=high))
        return found


def outlooks(made: SeriesList, plan: SeriesPlan, held: int) -> Mapping[str, Outlook]:
    """What everybody may still reach after so many sessions; nothing when none is to come.

    >>> from arrowswitch.contests.series import EventPart, SessionScore, series
    >>> night = EventPart("1", tuple(SessionScore(who, 24, points, 100) for who, points in (("ann", 60), ("bob", 40))))
    >>> plan = SeriesPlan("mean", sessions=2, needed=1, counted=2)
    >>> ann = outlooks(series([night], plan), plan, 1)["ann"]
    >>> ann.lowest, ann.highest, ann.first
    (30, 80, 'open')
    """
    to_come = max((plan.sessions or 0) - held, 0)
    if not to_come:
        return {}
    needed = plan.to_be_played if plan.to_be_played is not None else plan.sessions or 0
    most = _most(plan)
    found: dict[str, Outlook] = {}
    for each in made.placed:
        must = max(needed - each.played, 0)
        if most is None or must > to_come:
            found[each.who] = Outlook(must, to_come)
            continue
        values = [share.value for share in each.taken if share.value is not None and share.share]
        low = _result([*values, *[0] * to_come], plan)
        found[each.who] = Outlook(must, to_come, low, _result([*values, *[most] * to_come], plan))
    return _with_first(
        made, found, strangers=None if most is None or to_come < needed else _result([most] * to_come, plan)
    )


def _most(plan: SeriesPlan) -> Number | None:
    """What one session is worth at the most; None where no number can be exact."""
    if plan.partners > 1 or plan.handicap or plan.cuts or plan.carried != 1:
        return None
    if plan.way == "mean":
        return 100
    return plan.place_points[0] if plan.way == "places" and plan.place_points else None


def _result(values: Sequence[Number], plan: SeriesPlan) -> Number:
    """The result of these sessions, of which the best count."""
    best = sorted(values, reverse=True)[: plan.counted]
    together = sum((Fraction(each) for each in best), Fraction(0))
    return tidy(together / len(best)) if plan.way == "mean" and best else tidy(together)


def _with_first(made: SeriesList, found: Mapping[str, Outlook], strangers: Number | None) -> dict[str, Outlook]:
    """The same, with who may still come first in the own list. `strangers` is what somebody may reach who has not played yet."""
    told: dict[str, Outlook] = {}
    for each in made.placed:
        mine = found[each.who]
        rivals = [found[other.who] for other in made.placed if other is not each and other.direction is each.direction]
        able = [other for other in rivals if other.possible]
        if mine.highest is None or mine.lowest is None or any(other.highest is None for other in able):
            told[each.who] = mine
            continue
        safe = max((other.lowest for other in able if other.lowest is not None and not other.must_play), default=None)
        highest = [other.highest for other in able if other.highest is not None]
        highest += [strangers] if strangers is not None else []
        first: First = "open"
        if safe is not None and safe > mine.highest:
            first = "gone"
        elif not mine.must_play and mine.lowest > max(highest, default=-1):
            first = "certain"
        told[each.who] = Outlook(mine.must_play, mine.to_come, mine.lowest, mine.highest, first)
    return told
