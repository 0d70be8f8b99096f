"""The register of handicaps: what holds on a day, and what the club's formula would make of the last results.

A handicap is added to a percentage, so the strongest have the lowest; who has none written down has that of a newcomer.
"""

from __future__ import annotations

import json
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from fractions import Fraction
from typing import Any

from django.db import transaction

from arrowswitch.scoring.figures import shown
from arrowswitch.scoring.numbers import Number, tidy
from arrowswitch.scoring.ranking.formulas import (
    FORMULAS,
    HandicapFormula,
    PastScore,
    WorkedHandicap,
    before,
    handicap_of,
)
from arrowswitch.site.accounts.models import Account
from arrowswitch.site.club.models import Club, Player
from arrowswitch.site.ladders.models import HandicapEntry, HandicapWay
from arrowswitch.site.ladders.sentences import kept
from arrowswitch.site.yearbook.models import PlayedLine
from arrowswitch.words import say

USUAL = "half-year"
"""The formula of a club that has decided nothing: four to six months, 9 up or down (NZ manual L3836-3849)."""
LOOKS_BACK = 24
"""Months; what is older is not looked at, whatever the formula says."""
FARTHEST = 50
"""No handicap is larger than this."""
NUMBERS = ("newcomer", "par", "share", "most", "step")


def way_of(club: Club) -> HandicapWay:
    """What holds now; the usual formula, not kept, where nothing was decided."""
    return HandicapWay.objects.filter(club=club).first() or HandicapWay(club=club, formula=USUAL)


def formula_of(way: HandicapWay) -> HandicapFormula:
    """The formula of a decision: a shipped one, and what differs from it."""
    own: dict[str, Any] = json.loads(way.values)
    values: Any = {
        name: Fraction(value) if name in NUMBERS and value is not None else value for name, value in own.items()
    }
    return replace(FORMULAS.get(way.formula, FORMULAS[USUAL]), **values)


# -- what holds on a day --------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class GrantedHandicaps:
    """Every handicap of a club with the days from which it holds."""

    of: Mapping[str, tuple[Sequence[date], Sequence[Number]]] = field(default_factory=dict)
    newcomer: Number = 0
    adds: bool = False
    """Whether a pair has the sum of its players' handicaps instead of the mean."""

    def of_player(self, key: str, day: date) -> Number:
        """The handicap of a player on a day.

        >>> found = GrantedHandicaps({"7": ([date(2026, 1, 1), date(2026, 3, 1)], [-9, -6])}, newcomer=9)
        >>> found.of_player("7", date(2026, 2, 28)), found.of_player("7", date(2026, 3, 1)), found.of_player("8", date(2026, 3, 1))
        (-9, -6, 9)
        """
        days, values = self.of.get(key, ((), ()))
        number = bisect_right(days, day)
        return values[number - 1] if number else self.newcomer

    def of_pair(self, keys: Sequence[str], day: date) -> Number:
        """The handicap of a pair or a team: the mean of its players' (HCP-01), or the sum."""
        found = [Fraction(self.of_player(key, day)) for key in keys]
        if not found:
            return 0
        return tidy(sum(found, Fraction(0)) / (1 if self.adds else len(found)))


def granted(club: Club) -> GrantedHandicaps:
    """The register as it stands."""
    holds: defaultdict[str, dict[date, Number]] = defaultdict(dict)
    rows = HandicapEntry.objects.filter(player__club=club).order_by("since", "pk")
    for player, since, handicap in rows.values_list("player", "since", "handicap"):
        holds[str(player)][since] = tidy(Fraction(handicap))
    formula = formula_of(way_of(club))
    of = {key: (list(found), list(found.values())) for key, found in holds.items()}
    return GrantedHandicaps(of, formula.newcomer if of else 0, formula.pair == "sum")


# -- worked out anew -------------------------------------------------------------------------------------------------------


def worked_out(players: Iterable[Player], formula: HandicapFormula, day: date) -> dict[int, WorkedHandicap]:
    """What the formula makes of what each had before a day."""
    numbers = [each.pk for each in players]
    scores: defaultdict[int, list[PastScore]] = defaultdict(list)
    since = before(day, min(formula.months or LOOKS_BACK, LOOKS_BACK))
    lines = PlayedLine.objects.filter(player__in=numbers, day__gte=since, day__lt=day)
    lines = lines.exclude(maximum__in=("", "0"))  # with nobody to be compared with there is no percentage
    for player, on, points, maximum in lines.values_list("player", "day", "points", "maximum"):
        if on is not None:
            scores[player].append(PastScore(on, Fraction(points) / Fraction(maximum) * 100))
    return {number: handicap_of(scores[number], day, formula) for number in numbers}


def take_over(worked: Mapping[int, WorkedHandicap], day: date, by: Account) -> None:
    """Writes new rows for these players from this day on, each with its working."""
    rows = [
        HandicapEntry(
            player_id=player,
            since=day,
            handicap=str(Fraction(each.handicap)),
            way="formula",
            working=kept(
                [say("{text} = {result}", text=step.text, result=shown(step.result, 4)) for step in each.steps]
            ),
            by=by,
        )
        for player, each in worked.items()
    ]
    with transaction.atomic():
        HandicapEntry.objects.bulk_create(rows, 500)
