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
from django.utils import timezone
from django.utils.formats import date_format

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
from arrowswitch.words import Sentence, say

USUAL = "half-year"
"""The formula of a club that has decided nothing: four to six months, 9 up or down (NZ manual L3836-3849)."""
LOOKS_BACK = 24
"""Months; what is older is not looked at, whatever the formula says."""
FARTHEST = 50
"""No handicap is larger than this."""
NUMBERS = ("newcomer", "par", "share", "most", "step")


def ways_of(club: Club) -> list[HandicapWay]:
    """What was decided, the latest first; the usual formula, not kept, where nothing was."""
    return list(HandicapWay.objects.filter(club=club)) or [HandicapWay(club=club, formula=USUAL)]


def way_of(club: Club, day: date | None = None) -> HandicapWay:
    """What holds on a day, or today; before all that was decided, the first of it."""
    ways = ways_of(club)
    asked = day or timezone.localdate()
    return next((each for each in ways if (each.since or date.min) <= asked), ways[-1])


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
    rules: Sequence[tuple[date, Number, bool]] = ((date.min, 0, False),)
    """From which day on, what a newcomer has, and whether a pair has the sum of its players' handicaps; the latest decision first."""

    def _rule(self, day: date) -> tuple[date, Number, bool]:
        return next((each for each in self.rules if each[0] <= day), self.rules[-1])

    def adds(self, day: date) -> bool:
        """Whether a pair has the sum of its players' handicaps instead of the mean."""
        return self._rule(day)[2]

    def of_player(self, key: str, day: date) -> Number:
        """The handicap of a player on a day.

        >>> found = GrantedHandicaps({"7": ([date(2026, 1, 1), date(2026, 3, 1)], [-9, -6])}, [(date(2026, 1, 1), 9, False)])
        >>> found.of_player("7", date(2026, 2, 28)), found.of_player("7", date(2026, 3, 1)), found.of_player("8", date(2026, 3, 1))
        (-9, -6, 9)
        """
        days, values = self.of.get(key, ((), ()))
        number = bisect_right(days, day)
        return values[number - 1] if number else self._rule(day)[1]

    def of_pair(self, keys: Sequence[str], day: date) -> Number:
        """The handicap of a pair or a team: the mean of its players' (HCP-01), or the sum."""
        found = [Fraction(self.of_player(key, day)) for key in keys]
        if not found:
            return 0
        return tidy(sum(found, Fraction(0)) / (1 if self.adds(day) else len(found)))


def granted(club: Club) -> GrantedHandicaps:
    """The register as it stands."""
    holds: defaultdict[str, dict[date, Number]] = defaultdict(dict)
    rows = HandicapEntry.objects.filter(player__club=club).order_by("since", "pk")
    for player, since, handicap in rows.values_list("player", "since", "handicap"):
        holds[str(player)][since] = tidy(Fraction(handicap))
    of = {key: (list(found), list(found.values())) for key, found in holds.items()}
    rules = []
    for way in ways_of(club):
        formula = formula_of(way)
        rules.append((way.since or date.min, formula.newcomer if of else 0, formula.pair == "sum"))
    return GrantedHandicaps(of, rules)


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


def _account(worked: WorkedHandicap) -> list[Sentence]:
    """The results that a handicap rests on, as they were on that day, and the steps from them."""
    steps = [say("{text} = {result}", text=step.text, result=shown(step.result, 4)) for step in worked.steps]
    if not worked.used:
        return steps
    results = " ".join(f"{score.day.isoformat()}:{shown(score.percent, 4)}" for score in worked.used)
    return [say("The results that it rests on: {results}", results=results), *steps]


def results_told(blank: str, value: str) -> str:
    """The results of an account as people read them, the latest first.

    >>> results_told("results", "2026-01-13:56.25 2026-01-06:50")
    '13 Jan 2026: 56.25%; 6 Jan 2026: 50%'
    """
    if blank != "results":
        return value
    parts = (each.partition(":") for each in value.split())
    return "; ".join(f"{date_format(date.fromisoformat(day), 'j M Y')}: {percent}%" for day, _, percent in parts)


def take_over(worked: Mapping[int, WorkedHandicap], day: date, by: Account) -> None:
    """Writes new rows for these players from this day on, each with its working."""
    rows = [
        HandicapEntry(
            player_id=player,
            since=day,
            handicap=str(Fraction(each.handicap)),
            way="formula",
            working=kept(_account(each)),
            by=by,
        )
        for player, each in worked.items()
    ]
    with transaction.atomic():
        HandicapEntry.objects.bulk_create(rows, 500)
