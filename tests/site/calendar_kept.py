"""Something of every kind that the calendar keeps, for the tests that try every address."""

from __future__ import annotations

from datetime import timedelta

from cards_kept import carded
from django.utils.timezone import localdate, now
from ladders_kept import laddered
from merits_kept import awarded
from money_kept import in_the_books
from noticeboard_kept import noted
from people import PASSWORD, account, our_club
from urls_by_role import DATE, OFFER, QUALIFICATION, SESSION_GUIDE, WISH

from arrowswitch.site.calendar.models import CalendarDate, PartnerOffer, PartnerWish, Qualification, SessionGuide
from arrowswitch.site.club.models import Player


def dated(player: Player) -> dict[str, object]:
    """A date of the club of the tests, with a guide, a wish, an offer and a director who has passed."""
    ours = our_club()
    owner = account("owner", ours, password=PASSWORD)
    guide = SessionGuide.objects.create(club=ours, title="Tuesday", text="Table 1 by the door", changed=now(), by=owner)
    date = CalendarDate.objects.create(
        club=ours, day=localdate() + timedelta(days=7), title="Tuesday pairs", guide=guide, director=player
    )
    wish = PartnerWish.objects.create(club=ours, player=player, date=date, note="Ann Ash looks for a partner")
    return {
        **noted(),
        **in_the_books(player),
        **awarded(player),
        **carded(),
        DATE: date.pk,
        SESSION_GUIDE: guide.pk,
        WISH: wish.pk,
        OFFER: PartnerOffer.objects.create(wish=wish, player=player).pk,
        QUALIFICATION: Qualification.objects.create(club=ours, player=player, level="club").pk,
        **laddered(),
    }
