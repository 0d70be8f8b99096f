"""The sections of *My bridge*. Each is a function that says what to show, or nothing, and a template; a new one is a line in `SECTIONS`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.utils import timezone

from arrowswitch.site.calendar.feeds import own_dates
from arrowswitch.site.club.models import Player
from arrowswitch.site.ladders.reading import ladders_of, trophies_of
from arrowswitch.site.merits import award_reading
from arrowswitch.site.merits.deciding import way_of
from arrowswitch.site.merits.form_shown import form_of_player
from arrowswitch.site.merits.models import PlayerStrength
from arrowswitch.site.merits.rating_pages import standing_of
from arrowswitch.site.money.reading import balance_of
from arrowswitch.site.mybridge import cards, looking
from arrowswitch.site.mybridge.partners import LATELY, partners_of
from arrowswitch.site.mybridge.shown import kept_back_from, listed, shown
from arrowswitch.site.requests import MemberRequest
from arrowswitch.site.yearbook.reading import nights_of

Shown = dict[str, Any]
Section = Callable[[MemberRequest, Player], Shown | None]
DATES, NIGHTS, PARTNERS = 4, 5, 5
"""How much of each stands on the first page."""


@dataclass(frozen=True)
class SectionShown:
    """A section that has something to show."""

    template: str
    shown: Shown


def sections(request: MemberRequest, player: Player) -> list[SectionShown]:
    """All that have something to show, in their order."""
    found = ((template, ask(request, player)) for template, ask in SECTIONS.items())
    return [SectionShown(template, shown) for template, shown in found if shown is not None]


def next_dates(_request: MemberRequest, player: Player) -> Shown:
    """When one plays or directs next, and with whom."""
    today = timezone.localdate()
    dates = [(date, words) for date, words in own_dates(player) if date.day >= today]
    return {"dates": dates[:DATES]}


def latest(_request: MemberRequest, player: Player) -> Shown:
    """The last nights."""
    nights = shown(list(listed(nights_of(player))[:NIGHTS]))
    return {"nights": nights, "year": next((night.line.day.year for night in nights if night.line.day), None)}


def form(_request: MemberRequest, player: Player) -> Shown | None:
    """The curve of the last sessions."""
    found = form_of_player(player, eyes="desk", most=LATELY, without=kept_back_from(player))
    return {"form": found} if found.all else None


def with_partners(_request: MemberRequest, player: Player) -> Shown | None:
    """Those with whom one plays most."""
    found = partners_of(player)
    return {"partners": found[:PARTNERS], "more": len(found) > PARTNERS} if found else None


def rating(request: MemberRequest, player: Player) -> Shown | None:
    """One's own rating, unless the club shows ratings to nobody."""
    if way_of(request.club).ratings_seen_by == "nobody":
        return None
    found = PlayerStrength.objects.filter(player=player, club=request.club).first()
    return {"strength": found, "standing": standing_of(found), "player": player} if found else None


def awards(_request: MemberRequest, player: Player) -> Shown | None:
    """What one has earned, by year, and what one is by it."""
    totals = award_reading.totals_of(player)
    if not totals:
        return None
    title = award_reading.title_of(player, timezone.localdate())
    return {"totals": totals, "title": title, "player": player}


def ladders(_request: MemberRequest, player: Player) -> Shown | None:
    """Where one stands in the ladders of the club, and what one has won."""
    standing, won = ladders_of(player), trophies_of(player)
    return {"standing": standing, "won": won} if standing or won else None


def against_the_cards(request: MemberRequest, player: Player) -> Shown | None:
    """What one made of the cards, over all nights whose deals are known."""
    left = looking.in_step(player)
    found = cards.shown(player)
    return {"cards": found[:1], "left": left} if found or left else None


def balance(_request: MemberRequest, player: Player) -> Shown | None:
    """What one has with the club."""
    found = balance_of(player)
    return None if found.is_empty else {"balance": found}


def own_privacy(_request: MemberRequest, player: Player) -> Shown:
    """The way to what is kept, and to being forgotten."""
    return {"player": player}


SECTIONS: dict[str, Section] = {
    "mybridge/_next_dates.html": next_dates,
    "mybridge/_latest.html": latest,
    "mybridge/_form.html": form,
    "mybridge/_with_partners.html": with_partners,
    "mybridge/_rating.html": rating,
    "mybridge/_awards.html": awards,
    "mybridge/_ladders.html": ladders,
    "mybridge/_against_the_cards.html": against_the_cards,
    "mybridge/_balance.html": balance,
    "mybridge/_own_privacy.html": own_privacy,
}
"""By the template, in their order on the page."""
