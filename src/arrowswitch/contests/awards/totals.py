"""Points that players have been credited with: totals by year and kind, and what changed when awards were made again."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from fractions import Fraction

from arrowswitch.contests.awards.award import AwardSheet


@dataclass(frozen=True, slots=True)
class CreditedPoints:
    """Points of a kind that a player was credited with on a day."""

    player: str
    day: date
    kind: str
    amount: Fraction
    session: str = ""


@dataclass(frozen=True)
class PlayerTotals:
    """What a player has, by year and kind."""

    player: str
    by_year: Mapping[int, Mapping[str, Fraction]]

    @property
    def all(self) -> dict[str, Fraction]:
        """Of each kind, in all years."""
        return self.before(10_000)

    def before(self, year: int) -> dict[str, Fraction]:
        """Of each kind, in the years before one."""
        found: dict[str, Fraction] = defaultdict(Fraction)
        for each, kinds in self.by_year.items():
            for kind, amount in kinds.items() if each < year else ():
                found[kind] += amount
        return dict(found)


def totals(credited: Iterable[CreditedPoints]) -> dict[str, PlayerTotals]:
    """What everybody has, by year and kind.

    >>> points = [CreditedPoints("Ann", date(2025, 3, 4), "C", Fraction(40)), CreditedPoints("Ann", date(2025, 3, 11), "C", Fraction(27))]
    >>> int(totals(points)["Ann"].by_year[2025]["C"])
    67
    """
    found: dict[str, dict[int, dict[str, Fraction]]] = {}
    for each in credited:
        kinds = found.setdefault(each.player, {}).setdefault(each.day.year, {})
        kinds[each.kind] = kinds.get(each.kind, Fraction(0)) + each.amount
    return {player: PlayerTotals(player, dict(sorted(years.items()))) for player, years in sorted(found.items())}


def credited_by(sheet: AwardSheet, day: date, kind: str = "", session: str = "") -> list[CreditedPoints]:
    """What the players of a session are credited with, by the awards that count; `kind` is the unit where it is not said."""
    return [
        CreditedPoints(player, day, kind or award.unit, award.amount, session)
        for award in sheet.awards
        if award.counts
        for player in award.players
    ]


@dataclass(frozen=True, slots=True)
class AwardChange:
    """What a contestant had, and has now; nothing is 0."""

    contestant: str
    before: Fraction
    after: Fraction


def award_changes(before: AwardSheet, after: AwardSheet) -> list[AwardChange]:
    """Whose award is another one since the results were corrected, in the order of the new list."""
    names = dict.fromkeys(each.contestant for sheet in (after, before) for each in sheet.awards)
    found = [AwardChange(name, before.of(name), after.of(name)) for name in names]
    return [each for each in found if each.before != each.after]
