"""What pages ask about awards: those of a player, the totals by year and kind, and what a player is by them.

Whoever shows them first asks `award_keeper.in_step`; whether somebody may see them says `may_see`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import date
from fractions import Fraction

from django.db.models import QuerySet

from arrowswitch.contests.awards import CreditedPoints, PlayerTitle, TitleRules, title_rules, titles_at
from arrowswitch.scoring.figures import column
from arrowswitch.site.club.models import Club, Player
from arrowswitch.site.journal.models import Session
from arrowswitch.site.merits.deciding import OWN, eyes_of, holdings, is_own, sees, way_of
from arrowswitch.site.merits.models import RATING, AwardRun, HandCredit, MadeAward, PlayerYear
from arrowswitch.site.night.naming import is_withheld
from arrowswitch.site.requests import ClubRequest
from arrowswitch.words import say

RANKED_BY = {"nzb": "nzb"}
"""The rules of ranks, ratings and grades that go with a scheme."""


def may_see(request: ClubRequest, player: Player) -> bool:
    """Whether who asks may see the awards of a player: the player, the desk, and those to whom the club shows them."""
    if request.club is None:
        return False
    shown = sees(request, way_of(request.club).seen_by)
    return is_own(request, player) or (shown and not is_withheld(player, eyes_of(request)))


def awards_of(player: Player) -> QuerySet[MadeAward]:
    """All that a player was awarded and that counts, the latest first; `run` has the day and the title of the session."""
    mine = MadeAward.objects.filter(player=player, run__current=True, counts=True)
    return mine.select_related("run").order_by("-run__day", "-run", "-pk")


@dataclass(frozen=True, slots=True)
class AwardBeside:
    """An award beside a place of a ranked list, with the number under which its working is found, where it may be seen."""

    amount: Fraction
    unit: str
    working: int | None


def awards_beside(request: ClubRequest, session: Session, version: int) -> dict[str, AwardBeside]:
    """What everybody was awarded for this version of the results, as scoring calls them, for those to whom the club shows it."""
    if not version or not sees(request, way_of(session.club).seen_by):
        return {}
    found: dict[str, AwardBeside] = {}
    for each in _made_from(session, version):
        known = each.player is not None and not each.player.erased and may_see(request, each.player)
        before = found.get(each.contestant)
        if before is None or (before.working is None and known and before.amount == each.exact):
            found[each.contestant] = AwardBeside(each.exact, each.unit, each.pk if known else None)
    return found


def awards_on_the_wall(session: Session, version: int) -> tuple[dict[str, Fraction], str]:
    """What stands on paper beside the places of this version, and what it is called: nothing where only the desk sees awards."""
    made = [] if way_of(session.club).seen_by == "desk" else _made_from(session, version)
    return _most_of_each(made), next((each.unit for each in made), "")


def masterpoints_of(session: Session, version: int) -> dict[str, Fraction]:
    """What a federation's scheme gave for this version, for files that go out; points of the club's own are nobody else's."""
    return _most_of_each(_made_from(session, version).exclude(run__scheme=OWN))


def _most_of_each(made: Iterable[MadeAward]) -> dict[str, Fraction]:
    """What each contestant has; of a team of which not all played all of it, the most."""
    found: dict[str, Fraction] = {}
    for each in made:
        found[each.contestant] = max(each.exact, found.get(each.contestant, Fraction(0)))
    return found


def _made_from(session: Session, version: int) -> QuerySet[MadeAward]:
    run = {"run__session": session, "run__current": True, "run__version": version}
    return MadeAward.objects.filter(**run, counts=True).select_related("player").order_by("pk")


@dataclass(frozen=True)
class YearOfAwards:
    """What a player has of a year, in the order of the kinds."""

    year: int
    amounts: tuple[str, ...]


@dataclass(frozen=True)
class PlayersTotals:
    """The totals of a player: a line for each year, the latest first, and all together; empty where a kind was not had."""

    units: tuple[str, ...]
    years: tuple[YearOfAwards, ...]
    all: tuple[str, ...]

    def __bool__(self) -> bool:
        return bool(self.units)


def totals_of(player: Player) -> PlayersTotals:
    """What a player has, by year and kind, with what was written in by hand."""
    rows = list(PlayerYear.objects.filter(player=player).order_by("-year", "unit"))
    units = tuple(sorted({row.unit for row in rows}))
    amounts = {(row.year, row.unit): row.exact for row in rows}
    years = sorted({row.year for row in rows}, reverse=True)
    columns = [column([amounts.get((year, unit)) for year in years]) for unit in units]
    lines = {year: tuple(each[place] for each in columns) for place, year in enumerate(years)}
    return PlayersTotals(units, tuple(YearOfAwards(year, lines[year]) for year in years if year), lines.get(0, ()))


def rules_of(club: Club) -> TitleRules | None:
    """The rules of ranks and grades that the club's awards go by; none where our sources have none."""
    name = next((RANKED_BY[each.way.scheme] for each in holdings(club) if each.way.scheme in RANKED_BY), "")
    return title_rules(name) if name else None


def titles_of(club: Club, players: Iterable[int], day: date, *, worked: bool = False) -> Mapping[int, PlayerTitle]:
    """What these players are on a day, as far as the club knows of their points."""
    rules, wanted = rules_of(club), list(players)
    if rules is None:
        return {}
    titles = titles_at(
        credited(club, rules, wanted, day), day, rules, ratings_known=ratings_known(wanted, day), worked=worked
    )
    return {int(player): title for player, title in titles.items()}


def title_of(player: Player, day: date) -> PlayerTitle | None:
    """What a player is on a day; none where our sources have no ranks, or nothing was earned."""
    title = titles_of(player.club, [player.pk], day, worked=True).get(player.pk)
    if title is None:
        return None
    said = say("{name}: the rating at 1 January {year}", name=str(player), year=day.year)
    return replace(title, working=replace(title.working, title=said))


def credited(club: Club, rules: TitleRules, players: Iterable[int], day: date) -> list[CreditedPoints]:
    """The points of these players that ranks and ratings are made of: of earlier years each year's, of this year all up to a day."""
    wanted = list(players)
    years = PlayerYear.objects.filter(player__in=wanted, year__gt=0, year__lt=day.year).order_by()
    found = [
        CreditedPoints(str(player), date(year, 12, 31), kind, Fraction(amount))
        for player, year, unit, amount in years.values_list("player", "year", "unit", "amount")
        if (kind := rules.kind_of(unit))
    ]
    return found + credited_of_year(club, rules, wanted, day)


def credited_of_year(club: Club, rules: TitleRules, players: Iterable[int], day: date) -> list[CreditedPoints]:
    """The points of these players from the beginning of the year up to a day, each as it was credited."""
    wanted, first = list(players), date(day.year, 1, 1)
    runs = AwardRun.objects.filter(club=club, current=True, day__range=(first, day)).order_by()
    made = MadeAward.objects.filter(run__in=list(runs.values_list("pk", flat=True)), player__in=wanted, counts=True)
    by_hand = HandCredit.objects.filter(player__in=wanted, day__range=(first, day)).exclude(unit=RATING)
    of_the_year = [
        *made.order_by().values_list("player", "run__day", "unit", "amount"),
        *by_hand.order_by().values_list("player", "day", "unit", "amount"),
    ]
    return [
        CreditedPoints(str(player), then, kind, Fraction(amount))
        for player, then, unit, amount in of_the_year
        if then and (kind := rules.kind_of(unit))
    ]


def ratings_known(players: Iterable[int], day: date) -> dict[str, dict[int, Fraction]]:
    """The ratings at the end of earlier years that were written in from the federation's list."""
    found: defaultdict[str, dict[int, Fraction]] = defaultdict(dict)
    written = HandCredit.objects.filter(player__in=list(players), unit=RATING, day__year__lt=day.year)
    for each in written.filter(takes_back=None, taken_back_by=None).order_by("pk"):
        found[str(each.player_id)][each.day.year] = each.exact
    return dict(found)
