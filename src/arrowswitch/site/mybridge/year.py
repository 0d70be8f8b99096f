"""A year of a player, summed up: on a page, and on paper through the press room."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils.formats import date_format
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from arrowswitch.contests.form import mean_of
from arrowswitch.press import render_year
from arrowswitch.scoring.figures import percentage
from arrowswitch.site.accounts.gate import MEMBERS, allow
from arrowswitch.site.club.models import Player
from arrowswitch.site.members.models import MembersSettings
from arrowswitch.site.merits.award_reading import totals_of
from arrowswitch.site.merits.deciding import way_of
from arrowswitch.site.merits.models import RatingLine
from arrowswitch.site.mybridge.pages import in_step, player_of
from arrowswitch.site.mybridge.partners import OwnPartner, partners_of
from arrowswitch.site.mybridge.shown import ShownNight, listed, shown
from arrowswitch.site.requests import MemberRequest
from arrowswitch.site.work.paper import on_paper
from arrowswitch.site.yearbook.reading import form_of, nights_of

PARTNERS = 8
NIGHTS = 366


@dataclass(frozen=True)
class YearShown:
    """What a year came to."""

    player: Player
    year: int
    facts: tuple[tuple[str, str], ...]
    partners: tuple[OwnPartner, ...]
    nights: tuple[ShownNight, ...]
    """The earliest first."""


def year_of(request: MemberRequest, year: int) -> YearShown:
    """The year of whoever is signed in; not there if nothing was played in it that the club shows."""
    player = player_of(request)
    in_step(request)
    if not 1900 <= year <= 9998:
        raise Http404
    nights = shown(list(listed(nights_of(player).filter(day__year=year))[:NIGHTS]))[::-1]
    if not nights:
        raise Http404
    facts = (*_results(nights), *_earned(request, player, year))
    return YearShown(player, year, facts, tuple(partners_of(player, year)[:PARTNERS]), tuple(nights))


def _results(nights: list[ShownNight]) -> list[tuple[str, str]]:
    lines = [night.line for night in nights]
    told = [night for night in nights if night.made]
    found = [(_("Nights"), str(len(lines))), (_("Boards"), str(sum(line.boards for line in lines)))]
    mean = mean_of(form_of(night.line for night in told))
    if mean:
        best = max(
            (night for night in told if night.line.percent is not None), key=lambda night: night.line.percent or 0
        )
        day = date_format(best.line.day, "j F") if best.line.day else ""
        found.append((_("Mean over all boards"), f"{percentage(Fraction(mean.percent))}%"))
        found.append((_("Best night"), f"{best.made} ({day})"))
    first = sum(1 for night in told if night.line.place == 1)
    return [*found, (_("First places"), str(first))] if first else found


def _earned(request: MemberRequest, player: Player, year: int) -> list[tuple[str, str]]:
    """The rating at the end of the year, and what was awarded in it."""
    found = []
    last = RatingLine.objects.filter(player=player, club=request.club, day__year=year).order_by("turn").last()
    if last and way_of(request.club).ratings_seen_by != "nobody":
        found.append((_("Rating at the end"), percentage(Fraction(last.after))))
    totals = totals_of(player)
    amounts = next((each.amounts for each in totals.years if each.year == year), ())
    return found + [(unit, amount) for unit, amount in zip(totals.units, amounts, strict=False) if amount]


@allow(*MEMBERS)
@require_safe
def as_page(request: MemberRequest, year: int) -> HttpResponse:
    """The year on a page that prints well."""
    return render(request, "mybridge/year.html", {"found": year_of(request, year)})


@allow(*MEMBERS)
@require_safe
def as_pdf(request: MemberRequest, year: int) -> HttpResponse:
    """The year on paper."""
    found = year_of(request, year)
    heading = f"{found.player} {found.year}"

    def made() -> bytes:
        return render_year(
            heading,
            found.facts,
            ((_("With"), "", _("Nights"), "%", _("Best")), [_partner_row(each) for each in found.partners]),
            ((_("Day"), _("Session"), _("With"), _("Result"), _("Place")), [_night_row(each) for each in found.nights]),
            club=request.club.name,
            paper=MembersSettings.of(request.club).paper,
            lang=get_language() or "en",
        )

    return on_paper(request, f"my-bridge-{found.year}", made)


def _partner_row(each: OwnPartner) -> tuple[str, ...]:
    means = ("" if value is None else percentage(Fraction(value)) for value in (each.percent, each.best))
    return (each.name, "", str(each.nights), *means)


def _night_row(night: ShownNight) -> tuple[str, ...]:
    day = date_format(night.line.day, "j M") if night.line.day else ""
    place = _("%(rank)s of %(of)s") % {"rank": night.rank, "of": night.line.field} if night.rank else ""
    return day, night.line.played.title, night.partner, night.made, place
