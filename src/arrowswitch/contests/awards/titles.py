"""Ranks, stars, rating points and grades from the points that a player has, at the dates that the rules give.

The rules of a federation are `ranks/*.toml`, each with its source. A rank is reached at once; rating points are reckoned at the end
of a year, and grades hold from the first day of the next.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Annotated

from arrowswitch.contests.awards.totals import CreditedPoints, PlayerTotals, totals
from arrowswitch.plain import Key, PlainReader
from arrowswitch.regulations.readers import exact
from arrowswitch.scoring import Explanation, Step
from arrowswitch.scoring.figures import shown
from arrowswitch.scoring.numbers import tidy
from arrowswitch.scoring.working import Working
from arrowswitch.words import Sentence, say

TITLES = Path(__file__).parent / "ranks"


@dataclass(frozen=True, slots=True, kw_only=True)
class ConvertedPoints:
    """Points of a kind that become points of another, in whole lots."""

    rule: str
    kind: Annotated[str, Key("from")]
    to: str
    each: int


@dataclass(frozen=True, slots=True, kw_only=True)
class MasterRank:
    """A rank: so many points in all, of which so many are of the better kind."""

    name: str
    total: Fraction
    least: Fraction = Fraction(0)


@dataclass(frozen=True, slots=True, kw_only=True)
class RankRules:
    """The ranks, the lowest first."""

    rule: str
    unranked: str
    least_of: str
    list: tuple[MasterRank, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RatingRule:
    """How much of a rating stays from one year to the next."""

    rule: str
    kept: Fraction


@dataclass(frozen=True, slots=True, kw_only=True)
class AmbiguousGrade:
    """A rating at which the rules have two grades."""

    rating: Fraction
    name: str
    said: str


@dataclass(frozen=True, slots=True, kw_only=True)
class GradeRule:
    """A grade, and what a player must have for it; of several rules the first that fits holds."""

    name: str
    rule: str
    from_rank: str = ""
    stars: int = 0
    rating: Fraction = Fraction(0)
    rating_above: Fraction | None = None
    least: Fraction = Fraction(0)
    also: AmbiguousGrade | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class TitleRules:
    """All that a federation says about ranks, ratings and grades."""

    title: str
    edition: str
    since: date
    source: str
    units: dict[str, str]
    """What each kind of points is called where it is awarded."""
    converted: ConvertedPoints
    ranks: RankRules
    rating: RatingRule
    grades: tuple[GradeRule, ...]

    def kind_of(self, unit: str) -> str:
        """The kind of points that go by this name; empty for those that count for nothing here.

        >>> title_rules("nzb").kind_of("C points"), title_rules("nzb").kind_of("cup points")
        ('C', '')
        """
        return next((kind for kind, name in self.units.items() if name == unit), "")


@dataclass(frozen=True, slots=True)
class PlayerRank:
    """A rank with its stars; `place` counts the ranks from the lowest, 0 for none."""

    name: str
    place: int
    stars: int = 0

    def __str__(self) -> str:
        return f"{self.name} {'*' * self.stars}".strip()


@dataclass(frozen=True)
class PlayerTitle:
    """What a player is, on a day."""

    rank: PlayerRank
    rating: Fraction
    grade: str
    points: Mapping[str, Fraction]
    working: Explanation
    notes: tuple[Sentence, ...] = ()


@dataclass(frozen=True, slots=True)
class Promotion:
    """Somebody who has reached a higher rank, or another star."""

    player: str
    before: PlayerRank
    after: PlayerRank


@cache
def title_rules(name: str = "nzb") -> TitleRules:
    """The rules of a federation.

    >>> title_rules("nzb").ranks.list[-1].name
    'Gold Grand Master'
    """
    data = tomllib.loads((TITLES / f"{name}.toml").read_text(encoding="utf-8"), parse_float=Decimal)
    rules: TitleRules = PlainReader({Fraction: exact, date: lambda day: day}).read(TitleRules, data)
    return rules


def convert(points: Mapping[str, Fraction], rules: TitleRules) -> dict[str, Fraction]:
    """Points with whole lots of the lesser kind turned into the better; the rest stays.

    >>> found = convert({"A": Fraction(3), "B": Fraction(17), "C": Fraction(250)}, title_rules("nzb"))
    >>> {kind: int(number) for kind, number in found.items()}
    {'A': 3, 'B': 19, 'C': 50}
    """
    lesser, better = rules.converted.kind, rules.converted.to
    lots, rest = divmod(points.get(lesser, Fraction(0)), rules.converted.each)
    return dict(points) | {better: points.get(better, Fraction(0)) + lots, lesser: Fraction(rest)}


def rank(points: Mapping[str, Fraction], rules: TitleRules) -> PlayerRank:
    """The rank of who has these points, with stars where only points of the better kind are lacking.

    >>> str(rank({"A": Fraction(20), "B": Fraction(130)}, title_rules("nzb")))
    'Local Master **'
    """
    better = points.get(rules.ranks.least_of, Fraction(0))
    total = better + points.get(rules.converted.to, Fraction(0))
    reached = [
        (place, each) for place, each in enumerate(rules.ranks.list, 1) if total >= each.total and better >= each.least
    ]
    if not reached:
        return PlayerRank(rules.ranks.unranked, 0)
    place, found = reached[-1]
    following = rules.ranks.list[place : place + 1]
    held_back = bool(following) and total >= following[0].total
    return PlayerRank(found.name, place, max(0, int(total // found.total) - 1) if held_back else 0)


def new_rating(before: Fraction, earned: Fraction, rules: TitleRules, work: Working | None = None) -> Fraction:
    """Rating points at the end of a year.

    >>> int(new_rating(Fraction(80), Fraction(20), title_rules("nzb")))
    84
    """
    kept = before * rules.rating.kept
    rating = kept + earned
    if work is not None:
        work.note(say("{kept} of {before} before", kept=shown(rules.rating.kept), before=shown(before)), tidy(kept))
        work.note(say("And {earned} earned in the year", earned=shown(earned)), tidy(rating), rule=rules.rating.rule)
    return rating


def grade(found: PlayerRank, rating: Fraction, better: Fraction, rules: TitleRules) -> tuple[str, GradeRule | None]:
    """The grade by rank, stars, rating and points of the better kind, with the rule that gave it.

    >>> grade(PlayerRank("Local Master", 3), Fraction(99), Fraction(0), title_rules("nzb"))[0]
    'Intermediate'
    """
    places = {each.name: place for place, each in enumerate(rules.ranks.list, 1)}
    for rule in rules.grades:
        fits = (
            found.place >= places.get(rule.from_rank, 0)
            and found.stars >= rule.stars
            and rating >= rule.rating
            and (rule.rating_above is None or rating > rule.rating_above)
            and better >= rule.least
        )
        if fits:
            return rule.name, rule
    return "", None


def titles_at(
    credited: Iterable[CreditedPoints],
    day: date,
    rules: TitleRules,
    ratings_before: Mapping[str, Fraction] | None = None,
    ratings_known: Mapping[str, Mapping[int, Fraction]] | None = None,
    *,
    worked: bool = True,
) -> dict[str, PlayerTitle]:
    """What everybody is on a day: the rank by all points up to it, rating and grade as they were fixed at the turn of the year.

    `ratings_before` are ratings from before the first of these points, where they are known; `ratings_known` are ratings at the end
    of a year, by player and year, as the federation's list has them: they are taken instead of what would be reckoned.
    Of a long list the working need not be written down.

    >>> points = [CreditedPoints("Ann", date(2025, 5, 1), "A", Fraction(3)), CreditedPoints("Ann", date(2025, 6, 1), "B", Fraction(17))]
    >>> ann = titles_at(points, date(2026, 1, 1), title_rules("nzb"), {"Ann": Fraction(80)})["Ann"]
    >>> str(ann.rank), int(ann.rating), ann.grade
    ('Club Master', 84, 'Intermediate')
    """
    earned = totals(each for each in credited if each.day <= day)
    listed = {
        player: years for player, years in (ratings_known or {}).items() if min(years, default=day.year) < day.year
    }
    found = {}
    for player in dict.fromkeys((*earned, *listed)):
        mine = earned.get(player, PlayerTotals(player, {}))
        points = convert(mine.all, rules)
        work = Working()
        before, known = (ratings_before or {}).get(player, Fraction(0)), listed.get(player, {})
        rating = _rating_of(mine.by_year, day, before, known, rules, work if worked else None)
        new_year = convert(mine.before(day.year), rules)
        name, rule = grade(rank(new_year, rules), rating, new_year.get(rules.ranks.least_of, Fraction(0)), rules)
        notes = []
        if rule and rule.also and rating == rule.also.rating:
            notes.append(say("{text}", text=rule.also.said))
        title = say("{name}: the rating at 1 January {year}", name=player, year=day.year)
        steps = tuple(work.steps) or (Step(say("Nothing was earned before the year"), 0),)
        found[player] = PlayerTitle(rank(points, rules), rating, name, points, Explanation(title, steps), tuple(notes))
    return found


def _rating_of(
    by_year: Mapping[int, Mapping[str, Fraction]],
    day: date,
    before: Fraction,
    known: Mapping[int, Fraction],
    rules: TitleRules,
    work: Working | None,
) -> Fraction:
    """The rating at the last turn of the year, from year to year."""
    rating, carried = before, Fraction(0)
    kinds = (rules.ranks.least_of, rules.converted.to)
    for year in range(min((*by_year, *known), default=day.year), day.year):
        mine = by_year.get(year, {})
        lesser = carried + mine.get(rules.converted.kind, Fraction(0))
        lots, carried = divmod(lesser, rules.converted.each)
        earned = sum((mine.get(kind, Fraction(0)) for kind in kinds), Fraction(0)) + lots
        if year in known:
            rating = known[year]
            if work is not None:
                work.note(say("At the end of {year}, as the federation’s list has it", year=year), tidy(rating))
            continue
        rating = new_rating(rating, earned, rules, work)
    return rating


def promotions(
    before: Mapping[str, PlayerTitle], after: Mapping[str, PlayerTitle], rules: TitleRules
) -> list[Promotion]:
    """Who has a higher rank or more stars than before, the highest first."""
    none = PlayerRank(rules.ranks.unranked, 0)
    found = [
        Promotion(player, before[player].rank if player in before else none, title.rank)
        for player, title in after.items()
    ]
    risen = [each for each in found if (each.after.place, each.after.stars) > (each.before.place, each.before.stars)]
    return sorted(risen, key=lambda each: (-each.after.place, -each.after.stars, each.player))
