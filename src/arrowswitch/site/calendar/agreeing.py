"""What becomes of wishes for a partner when somebody has one, or will not be there."""

from __future__ import annotations

from collections.abc import Collection

from arrowswitch.site.calendar.models import CalendarDate, PartnerOffer, PartnerWish
from arrowswitch.site.club.models import Player


def settle(date: CalendarDate, players: Collection[Player], state: str) -> None:
    """What these had asked, or were asked, for the date is off."""
    PartnerWish.objects.filter(player__in=players, date=date, state="open").update(state=state)
    asked = PartnerOffer.objects.filter(wish__date=date, state="asked")
    asked.filter(player__in=players).update(state="withdrawn")
    asked.filter(wish__player__in=players).update(state="declined")
