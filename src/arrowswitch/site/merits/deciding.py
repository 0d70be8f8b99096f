"""What a club has decided about awards and ratings, and who may see what."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.http import Http404

from arrowswitch.contests.awards import AwardScheme, read_scheme, scheme_of
from arrowswitch.site.accounts.gate import DESK, EVERYONE, MEMBERS
from arrowswitch.site.club.models import Club, Player
from arrowswitch.site.club.players.search import known
from arrowswitch.site.journal.models import Session
from arrowswitch.site.merits.models import AwardsWay, EligibilityDecision, SessionWorth
from arrowswitch.site.night.awards.made import SCHEMES
from arrowswitch.site.night.naming import Eyes
from arrowswitch.site.requests import ClubRequest

OWN = "own"
ROLES_OF = {"nobody": (), "desk": DESK, "members": MEMBERS, "public": EVERYONE}


def way_of(club: Club) -> AwardsWay:
    """What holds now: the latest decision, else the scheme of the federation, not kept."""
    latest = AwardsWay.objects.filter(club=club).first()
    return latest or AwardsWay(club=club, scheme=SCHEMES.get(club.federation, ""))


@dataclass(frozen=True)
class Holding:
    """A decision about awards, over the days of play that it holds for."""

    way: AwardsWay
    ways: tuple[int, ...]
    """The decisions that say the same of awards, by their numbers; nothing while the club has decided nothing."""
    since: date
    until: date | None
    """The first day that it does not hold for."""


def holdings(club: Club) -> list[Holding]:
    """What holds for which days, the latest first: a later decision goes before an earlier one from its first day on."""
    made = list(AwardsWay.objects.filter(club=club))
    if not made:
        way = way_of(club)
        return [Holding(way, (), date.min, None)] if way.scheme else []
    found: list[Holding] = []
    until: date | None = None
    for way in made:
        since = way.since or date.min
        if until is None or since < until:
            same = tuple(each.pk for each in made if (each.scheme, each.own) == (way.scheme, way.own))
            found.append(Holding(way, same, since, until))
            until = since
    return found


def scheme_by(way: AwardsWay) -> AwardScheme | None:
    """The scheme of a decision; none where nothing is to be awarded."""
    if way.scheme == OWN:
        return read_scheme(way.own)
    return scheme_of(way.scheme) if way.scheme else None


def ineligible_in(session: Session) -> frozenset[str]:
    """Who was placed in a session and may have no award, as scoring calls them."""
    latest: dict[str, bool] = {}
    for each in EligibilityDecision.objects.filter(session=session).order_by("pk"):
        latest[each.contestant] = each.may_have
    return frozenset(who for who, may_have in latest.items() if not may_have)


def worth_of(session: Session) -> SessionWorth | None:
    """What was said last of what a session is worth."""
    return SessionWorth.objects.filter(session=session).first()


def said_of(session: Session) -> Mapping[str, Any]:
    """What a session is worth, by the keys of a file of awards; empty where nothing was said."""
    worth = worth_of(session)
    return worth.by_key if worth else {}


def sees(request: ClubRequest, shown_to: str) -> bool:
    """Whether who asks is among those to whom the club shows something."""
    return request.actor.role in ROLES_OF[shown_to]


def lists_for(request: ClubRequest) -> dict[str, bool]:
    """Whether there are lists of awards and of ratings for who asks, for the pages that lead there."""
    club = club_of(request)
    way = way_of(club)
    return {
        "awards_shown": bool(way.scheme) and sees(request, way.seen_by),
        "ratings_shown": sees(request, way.ratings_seen_by),
    }


def is_desk(request: ClubRequest) -> bool:
    """Whether who asks is at the desk."""
    return request.actor.role in DESK


def eyes_of(request: ClubRequest) -> Eyes:
    """For whose eyes names are on a page."""
    return "desk" if is_desk(request) else "public"


def eyes_of_file(request: ClubRequest, ending: str) -> Eyes:
    """For whose eyes names are in a list: the desk sends spreadsheets on to others; what anybody can fetch is a page like any other."""
    return "files" if ending == "csv" and is_desk(request) else eyes_of(request)


def club_of(request: ClubRequest) -> Club:
    """The club of who asks, on a page for everyone."""
    if request.club is None:
        raise Http404
    return request.club


def player_of(request: ClubRequest, number: int) -> Player:
    """A player of the club's register; who is erased or merged is not found."""
    found = known(club_of(request)).filter(pk=number if number < 2**63 else 0).first()
    if found is None:
        raise Http404
    return found


def is_own(request: ClubRequest, player: Player) -> bool:
    """Whether who asks is this player."""
    return request.user.is_authenticated and request.user.player_id == player.pk
