"""The pages of the register of awards: totals, a player's awards with their working, and what is written in by hand."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import timedelta
from typing import Any
from urllib.parse import quote

from django.core.paginator import Paginator
from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.timezone import localdate, now
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from arrowswitch.contests.awards import PointsAward
from arrowswitch.contests.reading import BadContest
from arrowswitch.scoring.figures import column, decimals, in_column, written
from arrowswitch.session import JournalFault, Refused
from arrowswitch.site.accounts.gate import DIRECTORS, EVERYONE, allow, ask_or_send
from arrowswitch.site.club.models import Club, Player
from arrowswitch.site.journal import store
from arrowswitch.site.merits.award_keeper import add_up, in_step
from arrowswitch.site.merits.award_reading import awards_of, may_see, rules_of, title_of, titles_of, totals_of
from arrowswitch.site.merits.deciding import club_of, eyes_of, is_desk, is_own, player_of, scheme_by, sees, way_of
from arrowswitch.site.merits.forms import HandCreditForm
from arrowswitch.site.merits.models import RATING, AwardRun, AwardsWay, HandCredit, MadeAward, PlayerYear
from arrowswitch.site.night.awards.made import sheet_of
from arrowswitch.site.night.naming import Eyes, Names
from arrowswitch.site.night.results.seeing import versions_of
from arrowswitch.site.requests import ClubRequest, MemberRequest

A_PAGE = 100
AGAIN = timedelta(minutes=1)
"""Within so long the same credit is taken for one that was sent twice."""


def listed(club: Club, eyes: Eyes) -> QuerySet[PlayerYear]:
    """The totals of those who may be named here."""
    found = PlayerYear.objects.filter(club=club, player__erased=None, player__merged_into=None)
    return (found if eyes == "desk" else found.filter(player__withheld="")).select_related("player")


def whole(text: str) -> int:
    """A number of an address; 0 if it is none.

    >>> whole("2026"), whole("-1"), whole("two"), whole("9" * 30)
    (2026, 0, 0, 0)
    """
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else 0


@allow(*EVERYONE)
@require_safe
def awards(request: ClubRequest) -> HttpResponse:
    """Everybody's points of a kind, of a year or of all years, for those to whom the club shows them."""
    club = request.club
    if club is None or not sees(request, way_of(club).seen_by):
        return render(request, "merits/not_shown.html", {"heading": _("Awards")})
    left = in_step(club)
    found = listed(club, eyes_of(request))
    kinds = list(found.order_by("unit").values_list("unit", flat=True).distinct())
    years = list(found.exclude(year=0).order_by("-year").values_list("year", flat=True).distinct())
    asked = request.GET.get("year", "")
    year = 0 if asked == "all" else whole(asked) if whole(asked) in years else next(iter(years), 0)
    unit = request.GET.get("kind", "")
    unit = unit if unit in kinds else _usual(club, kinds)
    rows = found.filter(year=year, unit=unit).order_by("-value", "player__family", "player__given", "pk")
    page = Paginator(rows, A_PAGE).get_page(request.GET.get("page"))
    titles = titles_of(club, [each.player_id for each in page], localdate())
    amounts = column([each.exact for each in page])
    context = {
        "page": page,
        "rows": [(each, amount, titles.get(each.player_id)) for each, amount in zip(page, amounts, strict=True)],
        "titled": bool(titles),
        "kinds": kinds,
        "kind": unit,
        "kind_asked": quote(unit),
        "years": years,
        "year": year,
        "left": left,
        "may_write": request.actor.role in DIRECTORS,
        "ranked": rules_of(club) is not None,
        "chosen": bool(way_of(club).scheme),
    }
    return render(request, "merits/awards.html", context)


def _usual(club: Club, kinds: list[str]) -> str:
    """The kind that most have: that of the club's scheme."""
    latest = AwardRun.objects.filter(club=club, current=True, unit__in=kinds).order_by("-day").first()
    return latest.unit if latest else next(iter(kinds), "")


@allow(*EVERYONE)
@require_safe
def player_awards(request: ClubRequest, player: int) -> HttpResponse:
    """What a player has been awarded, year by year and one by one, and what the player is by it."""
    club, person = club_of(request), player_of(request, player)
    if not may_see(request, person):
        return render(request, "merits/not_shown.html", {"heading": _("Awards")})
    left = in_step(club)
    if not (is_desk(request) or is_own(request, person) or PlayerYear.objects.filter(player=person).exists()):
        return render(request, "merits/not_shown.html", {"heading": _("Awards")})  # a name of the register is no award
    page = Paginator(awards_of(person), 50).get_page(request.GET.get("page"))
    title = title_of(person, localdate())
    context = {
        "player": person,
        "totals": totals_of(person),
        "title": title,
        "rating": written(title.rating) if title else "",
        "page": page,
        "rows": list(zip(page, _amounts(page), strict=True)),
        "credits": _credits(HandCredit.objects.filter(player=person, takes_back=None, taken_back_by=None)),
        "reasons": is_desk(request) or is_own(request, person),
        "may_list": sees(request, way_of(club).seen_by),
        "leads_on": is_desk(request),
        "may_write": request.actor.role in DIRECTORS,
        "left": left,
    }
    return render(request, "merits/player_awards.html", context)


def _amounts(awards: Iterable[MadeAward]) -> list[str]:
    """What was awarded each time, with as many decimals as points of that kind need."""
    listed = list(awards)
    places = {unit: decimals([each.exact for each in listed if each.unit == unit]) for unit in {a.unit for a in listed}}
    return [in_column(each.exact, places[each.unit]) for each in listed]


def _credits(found: QuerySet[HandCredit]) -> list[tuple[HandCredit, str]]:
    """What was written in by hand, the latest first, with the amounts as they are read."""
    rows = list(found.select_related("taken_back_by").order_by("-day", "-pk"))
    return [(each, written(each.exact)) for each in rows]


@allow(*EVERYONE)
@require_safe
def working(request: ClubRequest, award: int) -> HttpResponse:
    """How one award came about, by the scheme by which it was made."""
    made = MadeAward.objects.filter(pk=award if award < 2**63 else 0, run__club=club_of(request), run__current=True)
    found = made.exclude(player=None).select_related("run__session", "run__way", "run__worth", "player").first()
    if found is None or found.player is None or found.player.erased:
        raise Http404
    if not may_see(request, found.player):
        return render(request, "merits/not_shown.html", {"heading": _("Awards")})
    again = _again(found)
    context = {
        "award": found,
        "amount": written(found.exact),
        "account": replace(again.working, title=again.list) if again else None,
        "same": again is not None and again.amount == found.exact,
        "leads_on": is_desk(request),
    }
    return render(request, "merits/working.html", context)


def _again(made: MadeAward) -> PointsAward | None:
    """The award reckoned once more from the version that it was made from, for its working."""
    run = made.run
    try:
        posted = versions_of(run.session_id, store.state(run.session_id))
        scheme = scheme_by(run.way or AwardsWay(scheme=run.scheme))
        if scheme is None or not 0 < run.version <= len(posted):
            return None
        names = Names(posted[run.version - 1].state, run.club, "public")
        said = run.worth.by_key if run.worth else {}
        sheet = sheet_of(names.state, names, scheme, frozenset(run.ineligible.split()), said)
    except (Refused, JournalFault, BadContest):
        return None
    mine = [each for each in sheet.awards if each.contestant == made.contestant and str(each.list) == made.list]
    own = [each for each in mine if f"player {made.player_id}" in each.players]
    return next(iter((*own, *mine)), None)


# -- written in by hand -------------------------------------------------------------------------------------------------


@allow(*DIRECTORS)
@ask_or_send
def credit(request: MemberRequest, player: int) -> HttpResponse:
    """Writes points of a player in, with a reason; a page for it, with all that was written in before."""
    person = player_of(request, player)
    form = HandCreditForm(request.POST if request.method == "POST" else None, club=request.club)
    if form.is_valid():
        with transaction.atomic():
            Player.objects.select_for_update(no_key=True).get(pk=person.pk)
            kept = form.save(commit=False)
            kept.club, kept.player, kept.by = request.club, person, request.actor.name[:80]
            if not _sent_twice(kept):
                kept.save()
                add_up(request.club, {(person.pk, kept.day.year)})
        return redirect("award-credit", player=person.pk)
    return _credit_page(request, person, form)


def _credit_page(request: MemberRequest, person: Player, form: HandCreditForm, problem: str = "") -> HttpResponse:
    context: dict[str, Any] = {
        "player": person,
        "form": form,
        "credits": _credits(HandCredit.objects.filter(player=person)),
        "rating_unit": RATING,
        "problem": problem,
    }
    return render(request, "merits/credit.html", context, status=422 if form.errors or problem else 200)


def _sent_twice(new: HandCredit) -> bool:
    """Whether the same was written in a moment ago: a button was pressed twice, or a page was sent again."""
    same = {name: getattr(new, name) for name in ("club", "player", "day", "unit", "amount", "why", "by")}
    lately = HandCredit.objects.filter(**same, takes_back=None, taken_back_by=None, at__gte=now() - AGAIN)
    return lately.exists()


@allow(*DIRECTORS)
@require_POST
def take_back(request: MemberRequest, credit: int) -> HttpResponse:
    """Takes a hand credit back by another entry, with a reason; both stay."""
    number = credit if credit < 2**63 else 0
    found = get_object_or_404(HandCredit, club=request.club, pk=number, takes_back=None)
    why = request.POST.get("why", "").replace("\0", "").strip()[:200]
    if not why:
        form = HandCreditForm(None, club=request.club)
        return _credit_page(
            request, found.player.now, form, _("Write down why it is taken back: it stays in the register.")
        )
    try:
        with transaction.atomic():
            HandCredit.objects.create(
                club=request.club,
                player=found.player,
                day=found.day,
                unit=found.unit,
                amount=str(-found.exact),
                why=why,
                by=request.actor.name[:80],
                takes_back=found,
            )
            add_up(request.club, {(found.player_id, found.day.year)})
    except IntegrityError:  # it was taken back already
        pass
    return redirect("award-credit", player=found.player.now.pk)
