"""Ranks, ratings and grades at the dates that the rules give, and who was promoted when: a page, and a file for letters."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from fractions import Fraction

from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import render
from django.utils.timezone import localdate
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from arrowswitch.contests.awards import PlayerRank, TitleRules, rank
from arrowswitch.contests.awards.titles import convert
from arrowswitch.scoring.figures import column
from arrowswitch.site.accounts.gate import DIRECTORS, EVERYONE, allow
from arrowswitch.site.club.models import Club, Player
from arrowswitch.site.merits.award_keeper import in_step
from arrowswitch.site.merits.award_pages import listed, whole
from arrowswitch.site.merits.award_reading import credited_of_year, rules_of, titles_of
from arrowswitch.site.merits.deciding import eyes_of, is_desk, sees, way_of
from arrowswitch.site.merits.models import PlayerYear
from arrowswitch.site.requests import ClubRequest, MemberRequest
from arrowswitch.site.work.spreadsheet import spreadsheet

A_LEAF = 60
"""Players on a page: each one's rating is reckoned year by year."""


@dataclass(frozen=True)
class DatedPromotion:
    """Somebody reached a higher rank, or another star, on a day."""

    player: Player
    day: date
    before: PlayerRank
    after: PlayerRank


def promotions_of(club: Club, year: int, rules: TitleRules) -> list[DatedPromotion]:
    """Who was promoted in a year, the first first."""
    kinds = list(rules.units.values())
    of_the_year = PlayerYear.objects.filter(club=club, year=year, unit__in=kinds, player__erased=None)
    people = {each.player_id: each.player for each in of_the_year.select_related("player")}
    before: dict[int, dict[str, Fraction]] = defaultdict(lambda: defaultdict(Fraction))
    earlier = PlayerYear.objects.filter(player__in=people, year__gt=0, year__lt=year, unit__in=kinds).order_by()
    for player, unit, amount in earlier.values_list("player", "unit", "amount"):
        before[player][rules.kind_of(unit)] += Fraction(amount)
    earned: dict[int, list[tuple[date, str, Fraction]]] = defaultdict(list)
    for each in credited_of_year(club, rules, people, date(year, 12, 31)):
        earned[int(each.player)].append((each.day, each.kind, each.amount))
    found = [
        DatedPromotion(people[player], *step)
        for player, mine in earned.items()
        for step in _steps(before[player], sorted(mine), rules)
    ]
    return sorted(found, key=lambda each: (each.day, str(each.player), each.player.pk))


def _steps(
    before: Mapping[str, Fraction], earned: list[tuple[date, str, Fraction]], rules: TitleRules
) -> Iterator[tuple[date, PlayerRank, PlayerRank]]:
    """The days on which points came to a higher rank."""
    points = defaultdict(Fraction, before)
    held = rank(convert(points, rules), rules)
    days = sorted({day for day, _kind, _amount in earned})
    if not _is_higher(rank(convert(_with(points, earned), rules), rules), held):
        return
    for day in days:
        points = _with(points, [each for each in earned if each[0] == day])
        now = rank(convert(points, rules), rules)
        if _is_higher(now, held):
            yield day, held, now
            held = now


def _with(points: Mapping[str, Fraction], earned: list[tuple[date, str, Fraction]]) -> defaultdict[str, Fraction]:
    together = defaultdict(Fraction, points)
    for _day, kind, amount in earned:
        together[kind] += amount
    return together


def _is_higher(one: PlayerRank, other: PlayerRank) -> bool:
    return (one.place, one.stars) > (other.place, other.stars)


def _year(request: ClubRequest, years: list[int]) -> int:
    """The year that is asked for; the present one, if there is nothing of it."""
    asked = whole(request.GET.get("year", ""))
    return asked if asked in years else localdate().year


def _years(club: Club) -> list[int]:
    """The years to choose from: this one, and all in which something was earned."""
    known = PlayerYear.objects.filter(club=club, year__gt=0).values_list("year", flat=True).order_by().distinct()
    return sorted({*known, localdate().year}, reverse=True)


@allow(*EVERYONE)
@require_safe
def titles(request: ClubRequest) -> HttpResponse:
    """Who was promoted in a year, and everybody's rank, rating and grade at its beginning."""
    club = request.club
    if club is None or not sees(request, way_of(club).seen_by):
        return render(request, "merits/not_shown.html", {"heading": _("Ranks and grades")})
    left, rules, eyes = in_step(club), rules_of(club), eyes_of(request)
    years = _years(club)
    year = _year(request, years)
    if rules is None:
        return render(request, "merits/titles.html", {"rules": None})
    kinds = list(rules.units.values())
    people = listed(club, eyes).filter(year=0, unit__in=kinds).order_by()
    everybody = Player.objects.filter(pk__in=people.values("player")).order_by("family", "given", "pk")
    page = Paginator(everybody, A_LEAF).get_page(request.GET.get("page"))
    numbers = [player.pk for player in page]
    now = titles_of(club, numbers, date(year, 1, 1))
    before = titles_of(club, numbers, date(year - 1, 1, 1)) if year > 1 else {}
    shown = [player for player in page if player.pk in now]
    ratings = column([now[player.pk].rating for player in shown])
    named = set(everybody.values_list("pk", flat=True))
    context = {
        "rules": rules,
        "year": year,
        "years": years,
        "promotions": [each for each in promotions_of(club, year, rules) if each.player.pk in named],
        "page": page,
        "rows": [
            (player, now[player.pk], rating, _was(before.get(player.pk), now[player.pk].grade))
            for player, rating in zip(shown, ratings, strict=True)
        ],
        "left": left,
        "leads_on": is_desk(request),
        "may_write": request.actor.role in DIRECTORS,
    }
    return render(request, "merits/titles.html", context)


def _was(before: object, grade: str) -> str:
    """The grade of the year before, where it was another one."""
    earlier = getattr(before, "grade", "")
    return earlier if earlier != grade else ""


@allow(*DIRECTORS)
@require_safe
def titles_file(request: MemberRequest) -> HttpResponse:
    """The promotions of a year, a line for each, for letters."""
    in_step(request.club)
    rules = rules_of(request.club)
    year = _year(request, _years(request.club))
    lines = (
        (each.day, each.player.known_to_federation, each.player.given, each.player.family, each.before, each.after)
        for each in (promotions_of(request.club, year, rules) if rules else ())
    )
    return spreadsheet(f"promotions-{year}", (("date", "number", "given", "family", "rank before", "rank"), *lines))
