"""The pages of ratings and form: the list, one player's curve with the working of every session, and a player's form."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from arrowswitch.contests.ratings import Expected, PlayerRating, RatingRules, RatingStep
from arrowswitch.scoring import Explanation, figures
from arrowswitch.site.accounts.gate import DESK, EVERYONE, MEMBERS, allow
from arrowswitch.site.club.models import Club
from arrowswitch.site.merits.award_pages import whole
from arrowswitch.site.merits.deciding import club_of, eyes_of, is_desk, is_own, player_of, sees, way_of
from arrowswitch.site.merits.form_shown import form_of_player
from arrowswitch.site.merits.models import HiddenRating, PlayerStrength, RatingLine
from arrowswitch.site.merits.plots import Plot, plot
from arrowswitch.site.merits.rating_keeper import in_step
from arrowswitch.site.mybridge.shown import kept_back
from arrowswitch.site.night.naming import Eyes, is_withheld, name_for
from arrowswitch.site.requests import ClubRequest, MemberRequest

RULES = RatingRules()
A_PAGE = 100
SORTS = {"rating": "-value", "name": "player__family", "boards": "-boards", "day": "-day"}


def listed(club: Club, eyes: Eyes = "public") -> QuerySet[PlayerStrength]:
    """The ratings that may be shown: of players in the register who do not hide theirs and may be named here."""
    found = PlayerStrength.objects.filter(club=club, player__erased=None, player__hidden_rating=None)
    named = found if eyes == "desk" else found.filter(player__withheld="")
    return named.exclude(player=None).select_related("player")


def standing_of(strength: PlayerStrength) -> str:
    """New, evolving or settled."""
    return str(PlayerRating(strength.key, strength.value, strength.boards).standing(RULES))


@allow(*EVERYONE)
@require_safe
def ratings(request: ClubRequest) -> HttpResponse:
    """Everybody's rating, for those to whom the club shows it."""
    club = request.club
    if club is None or not sees(request, way_of(club).ratings_seen_by):
        return render(request, "merits/not_shown.html", {"heading": _("Ratings")})
    left = in_step(club)
    sort = request.GET.get("sort", "")
    order = SORTS.get(sort, SORTS["rating"])
    page = Paginator(listed(club, eyes_of(request)).order_by(order, "player__family", "pk"), A_PAGE).get_page(
        request.GET.get("page")
    )
    context = {
        "page": page,
        "rows": [(each, standing_of(each)) for each in page],
        "sort": sort if sort in SORTS else "rating",
        "sorts": [("rating", _("rating")), ("name", _("name")), ("boards", _("boards")), ("day", _("last played"))],
        "left": left,
    }
    return render(request, "merits/ratings.html", context)


@allow(*EVERYONE)
@require_safe
def rating(request: ClubRequest, player: int) -> HttpResponse:
    """One player's curve, and the working of every session. Who hides it sees it; nobody else does."""
    club, person = club_of(request), player_of(request, player)
    shown_to = way_of(club).ratings_seen_by
    hidden = HiddenRating.objects.filter(player=person).exists()
    own = is_own(request, person)
    eyes = eyes_of(request)
    private = hidden or is_withheld(person, eyes)
    if shown_to == "nobody" or not (own or (sees(request, shown_to) and not private)):
        return render(request, "merits/not_shown.html", {"heading": _("Ratings"), "hidden": hidden})
    left = in_step(club)
    lines = list(RatingLine.objects.filter(player=person, club=club).select_related("session", "partner"))
    if not (lines or own or eyes == "desk"):  # a name of the register is no rating
        return render(request, "merits/not_shown.html", {"heading": _("Ratings")})
    strength = PlayerStrength.objects.filter(player=person, club=club).first()
    page = Paginator(lines[::-1], 50).get_page(request.GET.get("page"))
    context = {
        "player": person,
        "strength": strength,
        "standing": standing_of(strength) if strength else "",
        "curve": _curve(lines),
        "page": page,
        "rows": _workings(list(page), eyes),
        "hidden": hidden,
        "may_hide": own,
        "leads_on": is_desk(request),
        "left": left,
    }
    return render(request, "merits/rating.html", context)


def _workings(lines: Sequence[RatingLine], eyes: Eyes) -> list[tuple[RatingLine, Explanation | None, bool]]:
    """Lines with their working, without one where it would tell the rating of a partner who hides it; and whether the club shows what was
    scored there."""
    untold = set() if eyes == "desk" else kept_back({line.session_id for line in lines})
    partners = {line.partner_id for line in lines if line.partner_id}
    hiding = set(HiddenRating.objects.filter(player__in=partners).values_list("player", flat=True))
    return [
        (line, None if line.partner_id in hiding else working_of(line, eyes), line.session_id not in untold)
        for line in lines
    ]


def working_of(line: RatingLine, eyes: Eyes = "public") -> Explanation:
    """The steps from the rating before a session to the one after."""
    step = RatingStep(
        line.session.title,
        line.day,
        str(line.player or line.key.removeprefix("~")),
        name_for(line.partner, eyes) if line.partner else _("the partner"),
        line.before,
        line.partner_before,
        Expected(line.pair, line.opponents, line.others, line.boards),
        line.scored,
        line.share,
        line.gain,
        line.after,
    )
    return step.working


def _curve(lines: Sequence[RatingLine]) -> Plot | None:
    if len(lines) < 2:
        return None
    first, now = lines[0], lines[-1]
    low, high = min(lines, key=lambda each: each.after), max(lines, key=lambda each: each.after)
    values: dict[str, str] = {}
    for name, line in (("first", first), ("now", now), ("low", low), ("high", high)):
        values |= {name: figures.percentage(Fraction(line.after)), f"{name}_day": date_format(line.day, "j F Y")}
    told = _(
        "From %(first)s on %(first_day)s to %(now)s on %(now_day)s; lowest %(low)s on %(low_day)s, "
        "highest %(high)s on %(high_day)s."
    )
    return plot(_("The rating, session by session"), told % values, [(each.day, each.after) for each in lines])


@allow(*MEMBERS)
@require_POST
def hide(request: MemberRequest, player: int) -> HttpResponse:
    """A player hides the own rating, or shows it again."""
    person = player_of(request, player)
    if not is_own(request, person):
        raise Http404(_("Only the player can hide or show this rating."))
    if request.POST.get("hide") == "yes":
        HiddenRating.objects.get_or_create(player=person, defaults={"by": request.user.name})
    else:
        HiddenRating.objects.filter(player=person).delete()
    return redirect("rating", player=person.pk)


@allow(*DESK)
@require_safe
def player_form(request: MemberRequest, player: int) -> HttpResponse:
    """The form of a player, with everybody or with one partner."""
    person = player_of(request, player)
    left = in_step(request.club)
    asked = request.GET.get("partner", "")
    partner = player_of(request, whole(asked)) if asked.isascii() and asked.isdigit() else None
    heading = (
        _("Form of %(name)s with %(partner)s") % {"name": person, "partner": partner}
        if partner
        else _("Form of %(name)s") % {"name": person}
    )
    context = {"form": form_of_player(person, partner, eyes="desk"), "heading": heading, "left": left}
    return render(request, "merits/form.html", context)
